"""Results on pieces become results on whole files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Generic, cast

from expendibots_notation.account import Account
from expendibots_notation.checks import LINE_ENDINGS
from expendibots_notation.files import display_name
from expendibots_notation.limits import in_force
from expendibots_notation.parallel.reading import OnRead, PieceEnd, Reading, T, nobody
from expendibots_notation.pipeline import no_record, settled_verdict, too_many_records
from expendibots_notation.verdict import FileFinding, Verdict

Shift = Callable[[T, int, int], T]
"""A result on a piece as one on the file: so many records and lines come before the piece."""


def joined(
    answers: Iterable[T | FileFinding | PieceEnd], reading: Reading[T], shift: Shift[T], on_read: OnRead = nobody
) -> Iterator[T | FileFinding]:
    """The results on all files, from those on their pieces, in the order of the input."""
    file = _File(shift)
    for answer in answers:
        if isinstance(answer, FileFinding) or not file.owes_line_ending:
            yield from file.results(answer)
        elif isinstance(answer, PieceEnd):
            # A carriage return where no record could report it (in one that was too long) is a finding of the first record after
            # it, of which no worker knew: the piece is read once more.
            for again in reading(answer.piece, line_ending=file.line_ending):
                yield from file.results(again)
        if isinstance(answer, PieceEnd):
            on_read(answer.piece.size or 0)
            if answer.piece.end is None:
                if file.is_empty:
                    yield no_record(display_name(answer.piece.path))
                file = _File(shift)


class _File(Generic[T]):
    """A file, as far as its pieces have come in."""

    def __init__(self, shift: Shift[T]) -> None:
        self.is_empty = True
        self.line_ending: str | None = None
        """The first one in the pieces before this one that is not a line feed, in words."""
        self._shift = shift
        self._is_over = False
        """Whether something has happened after which nothing more is reported of the file."""
        self._records = self._lines = 0
        """How many there are in the pieces before this one."""
        self._in_piece = 0
        self._most = in_force().records
        self._is_judged = self._is_said = False
        """Whether there are verdicts, and whether one has reported the line endings."""
        self.owes_line_ending = False
        """Whether the first record of the next piece must report the line endings."""

    def results(self, answer: T | FileFinding | PieceEnd) -> Iterator[T | FileFinding]:
        """What an answer says of the file."""
        if self._is_over:
            return
        if isinstance(answer, PieceEnd):
            self._records += self._in_piece
            self._in_piece = 0
            self._lines += answer.lines
            self.line_ending = self.line_ending or answer.line_ending
            self.owes_line_ending = self.line_ending is not None and self._is_judged and not self._is_said
            if self._records > self._most:
                self._is_over = True
                yield too_many_records(display_name(answer.piece.path), self._most)
            return
        self.is_empty = False
        if isinstance(answer, FileFinding):
            self._is_over = answer.is_unreadable
            yield answer
        else:
            yield from self._within_limit(self._settled(answer))

    def _within_limit(self, result: T) -> Iterator[T]:
        """A result, numbered in its file, as far as that may have so many records: a worker knows only its piece."""
        several: Any = result if hasattr(result, "beginning") else None
        left = self._most - self._records - self._in_piece
        self._in_piece += 1 if several is None else len(several)
        if left > 0:
            kept: T = result if several is None or len(several) <= left else several.beginning(left)
            yield self._shift(kept, self._records, self._lines) if self._lines else kept

    def _settled(self, result: T) -> T:
        """A result without the line endings that the file has reported already, which no worker can know."""
        told: Any = result
        if isinstance(told, Account):
            self._is_judged = True
            if told.without_line_endings is not None:
                told, self._is_said = told.without_line_endings if self._is_said else told, True
        elif isinstance(told, Verdict) and told.diagnostics:
            self._is_judged = True
            if any(finding.name == LINE_ENDINGS for finding in told.diagnostics):
                if self._is_said:
                    rest = tuple(finding for finding in told.diagnostics if finding.name != LINE_ENDINGS)
                    told = replace(told, diagnostics=rest)
                self._is_said = True
            told = settled_verdict(told)
        return cast(T, told)
