"""What a finding is: a place in a text, and what is wrong there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding weighs: only an error makes a record invalid."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(slots=True, unsafe_hash=True)
class Span:
    """A stretch of a source text, as character offsets: from `start` up to, but not including, `end`.

    Not frozen, like the nodes of the syntax tree, because there is one for every word: making a frozen object takes six
    times as long. Nothing ever changes one.
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


class Source:
    """A text with the name of its file and the line on which it begins there."""

    __slots__ = ("_line_starts", "file", "first_line", "text")

    def __init__(self, text: str, file: str = "<text>", first_line: int = 1) -> None:
        self.text = text
        self.file = file
        self.first_line = first_line
        self._line_starts: list[int] | None = None

    def line_starts(self) -> list[int]:
        """The offset at which each line begins; made on the first call, since most texts have no findings."""
        if self._line_starts is None:
            starts = [0]
            position = self.text.find("\n")
            while position >= 0:
                starts.append(position + 1)
                position = self.text.find("\n", position + 1)
            self._line_starts = starts
        return self._line_starts

    def line_of(self, offset: int) -> int:
        """The number of the line, in the file, that holds `offset`."""
        return self.first_line + bisect_right(self.line_starts(), offset) - 1

    def place(self, span: Span) -> Place:
        """`span` as lines and columns of the file."""
        starts = self.line_starts()
        start = min(span.start, len(self.text))
        end = min(max(span.end, start), len(self.text))
        row = bisect_right(starts, start) - 1
        end_row = bisect_right(starts, end) - 1
        line_end = starts[row + 1] - 1 if row + 1 < len(starts) else len(self.text)
        return Place(
            self.file,
            self.first_line + row,
            start - starts[row] + 1,
            self.first_line + end_row,
            end - starts[end_row] + 1,
            _excerpt(self.text, starts[row], line_end, start),
        )


EXCERPT_LIMIT = 4096


def _excerpt(text: str, start: int, end: int, focus: int) -> str:
    """The line from `start` to `end`; of a line too long to keep, a piece that still has its columns right is impossible,
    so it is cut behind `focus` only, and left out altogether where even that is too much."""
    if end - start <= EXCERPT_LIMIT:
        return text[start:end]
    if focus - start <= EXCERPT_LIMIT // 2:
        return text[start : start + EXCERPT_LIMIT]
    return ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Born from the table of codes: `code`, `name` and `severity` are that table's."""

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


Facts = Mapping[str, object]
"""What fills a message template."""
