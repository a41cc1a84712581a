"""Pieces put together again: what is said of them becomes what would be said of whole files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from expendibots_notation.checks import LINE_ENDINGS
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.files import display_name
from expendibots_notation.jobs.judging import Answer, PieceEnd, judge
from expendibots_notation.jobs.pieces import Piece
from expendibots_notation.limits import in_force
from expendibots_notation.pipeline import Overrides, beginning_of, no_record, settled_verdict, too_many_records
from expendibots_notation.verdict import CleanRun, FileFinding, Result, Verdict, shifted


@dataclass(frozen=True, slots=True)
class Crash:
    """In the place of a piece's end: nobody could judge it."""

    problem: str


JudgedPiece = tuple[Piece, Iterator[Answer | Crash]]
"""A piece, and the answers to it, which must be gone through before the next piece."""


def joined(pieces: Iterable[JudgedPiece], overrides: Overrides) -> Iterator[Result]:
    """The results on all files, from the pieces in the order of the input."""
    file = _File(overrides)
    for piece, answers in pieces:
        yield from file.results(piece, answers)
        if piece.is_last:
            if file.is_empty:
                yield no_record(display_name(piece.path))
            file = _File(overrides)


class _File:
    """A file, as far as its pieces have come in."""

    def __init__(self, overrides: Overrides) -> None:
        self.overrides = overrides
        self.is_empty = True
        self._is_over = False
        """Whether something has happened behind which nothing more is said of the file."""
        self._records = 0
        self._lines = 0
        """How many there are in the pieces before this one."""
        self._in_piece = 0
        self._most = in_force().records
        self._is_said = False
        self._line_ending: str | None = None

    def results(self, piece: Piece, answers: Iterator[Answer | Crash]) -> Iterator[Result]:
        """What is found in the next piece."""
        if self._line_ending is not None and not self._is_said:
            # A carriage return stands where there was no record to say it at (in one that was too long), so the first record
            # of this piece must: it is judged once more.
            _pass_over(answers)
            answers = judge(piece, self.overrides, line_ending=self._line_ending)
        for answer in answers:
            if self._is_over:
                continue
            if isinstance(answer, PieceEnd):
                self._records += self._in_piece
                self._in_piece = 0
                self._lines += answer.lines
                self._line_ending = self._line_ending or answer.line_ending
            elif isinstance(answer, Crash):
                self._is_over, self.is_empty = True, False
                place = beginning_of(display_name(piece.path))
                yield FileFinding(diagnose("worker-crashed", place, problem=answer.problem), is_unreadable=True)
            else:
                self.is_empty = False
                yield from self._within_limit(self._result(answer))

    def _within_limit(self, result: Result) -> Iterator[Result]:
        """A result that was counted already, as far as the file may have so many records: a worker knows only its piece."""
        over = self._records + self._in_piece - self._most
        if over <= 0 or isinstance(result, FileFinding):
            yield result
            return
        self._is_over = True
        if isinstance(result, CleanRun) and over < len(result):
            yield result.beginning(len(result) - over)
        yield too_many_records(result.file, self._most)

    def _result(self, result: Result) -> Result:
        """A result on a piece as one on the file."""
        if isinstance(result, FileFinding):
            self._is_over = result.is_unreadable
            return result
        self._in_piece += len(result) if isinstance(result, CleanRun) else 1
        found = settled_verdict(self._said_once(result)) if isinstance(result, Verdict) and result.diagnostics else result
        return shifted(found, self._records, self._lines) if self._lines else found

    def _said_once(self, verdict: Verdict) -> Verdict:
        """The verdict without line endings that the file has reported already, which no worker can know."""
        if all(finding.name != LINE_ENDINGS for finding in verdict.diagnostics):
            return verdict
        if not self._is_said:
            self._is_said = True
            return verdict
        return replace(verdict, diagnostics=tuple(finding for finding in verdict.diagnostics if finding.name != LINE_ENDINGS))


def _pass_over(answers: Iterator[Answer | Crash]) -> None:
    """Go to the end of a piece."""
    for _ in answers:
        pass
