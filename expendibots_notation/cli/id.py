"""The work of `xbn id`: the content id of each record, in a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TextIO

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.identity import content_of
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, no_record, read_stream, unreadable_file
from expendibots_notation.verdict import FileFinding

NO_ID = "-"
"""What stands in the place of an id that there is none."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A record by its content."""

    file: str
    index: int
    line: int
    id: str | None
    """None where the game is not known or has no start."""
    mirror_id: str | None
    plies: int
    is_whole: bool
    """False where the record could not be read to its end: then the id is that of what stands before the trouble."""

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}: record {self.index}"


def fingerprint(record: Record) -> Fingerprint:
    """The fingerprint of a record."""
    content = content_of(record)
    source = record.source
    if content is None:
        return Fingerprint(source.file, record.index, source.first_line, None, None, 0, is_whole=False)
    ids = content.id, content.mirror_id
    return Fingerprint(source.file, record.index, source.first_line, *ids, content.plies, content.is_whole)


def _text(found: Fingerprint, mirror: bool) -> str:
    ids = [found.id or NO_ID, *([found.mirror_id or NO_ID] if mirror else [])]
    return f"{'  '.join(ids)}  {visible(found.place)}\n"


def _json(found: Fingerprint, mirror: bool) -> str:
    ids = {"id": found.id, **({"mirror_id": found.mirror_id} if mirror else {})}
    place = {"file": found.file, "index": found.index, "line": found.line}
    line = json.dumps({**place, **ids, "plies": found.plies, "whole": found.is_whole})
    return line.replace("##", "#\\u0023") + "\n"  # no workflow command, but the same JSON


WRITERS: dict[str, Callable[[Fingerprint, bool], str]] = {"text": _text, "json": _json}
"""By name: a fingerprint as a line, with or without the mirror image's id."""


class FingerprintCommand:
    """Ids go to `out`; what could not be read, or only in part, is said on `err`."""

    def __init__(self, write: Callable[[Fingerprint, bool], str], mirror: bool, out: TextIO, err: TextIO) -> None:
        self._write = write
        self._mirror = mirror
        self._out = out
        self._err = err
        self._exit_code = 0

    def run(self, files: Iterable[str], overrides: Overrides) -> int:
        """Go through the files; 1 is for records whose whole content has no id and files without any, 2 for what cannot be read."""
        for path in files:
            name = display_name(path)
            try:
                with open_binary(path) as stream:
                    is_empty = True
                    for found in read_stream(stream, name, overrides):
                        is_empty = False
                        self._take(found)
                if is_empty:
                    self._take(no_record(name))
            except Unreadable as error:
                self._complain(unreadable_file(name, error), 2)
        return self._exit_code

    def _take(self, found: Record | Diagnostic | FileFinding) -> None:
        if isinstance(found, FileFinding):
            self._complain(found.diagnostic, 2 if found.is_unreadable else 1)
        elif isinstance(found, Diagnostic):
            self._complain(found, 1)
        else:
            content = fingerprint(found)
            self._out.write(self._write(content, self._mirror))
            if not content.is_whole:
                self._err.write(f"xbn: {visible(content.place)} {_shortcoming(content)}\n")
                self._exit_code = max(self._exit_code, 1)

    def _complain(self, finding: Diagnostic, exit_code: int) -> None:
        self._err.write(render(finding) + "\n")
        self._exit_code = max(self._exit_code, exit_code)


def _shortcoming(content: Fingerprint) -> str:
    if content.id is None:
        return "has no id: its game or the position in which it begins is not known"
    return "could not be read to its end; the id is that of what stands before"
