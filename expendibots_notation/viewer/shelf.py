"""The records of files, each judged when somebody wants to look at it."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides, judged, read_stream, unreadable_file
from expendibots_notation.verdict import FileFinding, Judged


class Shelf:
    """Records in a row, counted from 1. A file is read only as far as somebody has looked."""

    def __init__(self, paths: list[str], overrides: Overrides = NO_OVERRIDES) -> None:
        self._overrides = overrides
        self._unread = _records(paths, overrides)
        self._read: list[Record | Diagnostic] = []
        self.is_read = False
        """Whether it is known how many records there are."""

    def __len__(self) -> int:
        """How many records have been read."""
        return len(self._read)

    def has(self, number: int) -> bool:
        """Whether there is such a record."""
        while len(self._read) < number and not self.is_read:
            found = next(self._unread, None)
            if found is None:
                self.is_read = True
            else:
                self._read.append(found)
        return 1 <= number <= len(self._read)

    def story(self, number: int) -> Judged | Diagnostic | None:
        """A record with what the replay tells, or what is wrong with something that is none; None where there is no such record."""
        return self._told(self._read[number - 1]) if self.has(number) else None

    def read_all(self) -> None:
        """Read on to the end, before something happens to the files."""
        self._read.extend(self._unread)
        self.is_read = True

    def stories(self) -> Iterator[Judged | Diagnostic]:
        """All of them, of which none is kept."""
        for found in self._unread:
            yield self._told(found)

    def _told(self, found: Record | Diagnostic) -> Judged | Diagnostic:
        return judged(found, self._overrides) if isinstance(found, Record) else found


def _records(paths: list[str], overrides: Overrides) -> Iterator[Record | Diagnostic]:
    for path in paths:
        try:
            with open_binary(path) as stream:
                for found in read_stream(stream, display_name(path), overrides):
                    yield found.diagnostic if isinstance(found, FileFinding) else found
        except Unreadable as error:
            yield unreadable_file(display_name(path), error)
