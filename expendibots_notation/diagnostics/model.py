"""What a finding is: a place in a text, and what is wrong there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate


class Severity(StrEnum):
    """How much a finding weighs: only an error makes a record invalid; where that is asked for, a warning does too."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(slots=True, unsafe_hash=True)
class Span:
    """A stretch of a source text, as character offsets: from `start` up to, but not including, `end`.

    Not frozen, which would be six times as slow, but never changed.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a finding is, as a person counts: lines and columns from 1, columns in characters."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    excerpt: str = field(default="", compare=False)
    """The text of the first line of the place, kept so that showing it never needs the file again."""


EXCERPT_LIMIT = 4096


class Source:
    """A text with the name of its file and the place at which it begins there."""

    __slots__ = ("_excerpts", "_line_starts", "file", "first_column", "first_line", "text")

    def __init__(self, text: str, file: str = "<text>", first_line: int = 1, first_column: int = 1) -> None:
        self.text = text
        self.file = file
        self.first_line = first_line
        self.first_column = first_column
        self._line_starts: list[int] | None = None
        self._excerpts: dict[int, str] = {}

    def line_starts(self) -> list[int]:
        """The offset at which each line begins; made on the first call, since most texts have no findings."""
        if self._line_starts is None:
            self._line_starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n")[:-1])]
        return self._line_starts

    def line_of(self, offset: int) -> int:
        """The number of the line, in the file, that holds `offset`."""
        return self.first_line + bisect_right(self.line_starts(), offset) - 1

    def place(self, span: Span) -> Place:
        """`span` as lines and columns of the file."""
        starts = self.line_starts()
        start = min(span.start, len(self.text))
        end = min(max(span.end, start), len(self.text))
        row, column = self._row_and_column(start)
        end_row, end_column = self._row_and_column(end)
        return Place(
            self.file, self.first_line + row, column, self.first_line + end_row, end_column, self._excerpt(starts, row, column)
        )

    def _row_and_column(self, offset: int) -> tuple[int, int]:
        """The row from 0 and the column from 1; on the first row, what stands before the text counts too."""
        starts = self.line_starts()
        row = bisect_right(starts, offset) - 1
        return row, offset - starts[row] + (self.first_column if row == 0 else 1)

    def _excerpt(self, starts: list[int], row: int, column: int) -> str:
        """The line of that row, with blanks for what stands before the text.

        A long line is cut after the column, or left out if that is too long: a piece from its middle would have wrong columns.
        """
        start, end = starts[row], starts[row + 1] - 1 if row + 1 < len(starts) else len(self.text)
        before = self.first_column - 1 if row == 0 else 0
        if column > EXCERPT_LIMIT // 2 and before + end - start > EXCERPT_LIMIT:
            return ""
        # A line with many findings is kept once.
        if row not in self._excerpts:
            self._excerpts[row] = " " * before + self.text[start : min(end, start + EXCERPT_LIMIT)]
        return self._excerpts[row]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Born from the table of codes: `code`, `name` and `severity` are that table's, unless the user's settings
    give the code another severity."""

    code: str
    name: str
    severity: Severity
    message: str
    place: Place
    ply: int | None = None
    hint: str | None = None
    alternatives: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def is_warning(self) -> bool:
        return self.severity is Severity.WARNING

    @property
    def is_notice(self) -> bool:
        return self.severity is Severity.NOTICE


def in_order(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Findings in the order of the text, and at one place in the order of their codes."""
    return sorted(findings, key=lambda each: (each.place.line, each.place.column, each.code))
