"""The table of a run: rows in sections, as text for a terminal and as Markdown for the documentation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from benchmarks.commands import Run, least_memory
from benchmarks.corpus import Sample

_HEADINGS = ("what", "games", "seconds", "speed", "MB/s", "memory", "ratio", "required", "aim", "met")
_LEFT = (0, 7, 9)
"""The columns of words; those of numbers are flush right."""


@dataclass(frozen=True)
class Target:
    """What a ratio, or some other number, must be, and what it should be one day."""

    limit: float
    aim: float | None = None
    is_ceiling: bool = False
    unit: str = ""

    def is_met_by(self, value: float) -> bool:
        return value <= self.limit if self.is_ceiling else value >= self.limit

    def __str__(self) -> str:
        return f"{'at most' if self.is_ceiling else 'at least'} {self.limit:g}{self.unit}"


@dataclass(frozen=True)
class Row:
    """What was measured, and how it compares."""

    what: str
    games: str = ""
    seconds: str = ""
    speed: str = ""
    throughput: str = ""
    memory: str = ""
    ratio: str = ""
    required: str = ""
    aim: str = ""
    is_met: bool | None = None
    """None where nothing is required."""

    def cells(self) -> tuple[str, ...]:
        met = "" if self.is_met is None else "yes" if self.is_met else "NO"
        return (
            self.what,
            self.games,
            self.seconds,
            self.speed,
            self.throughput,
            self.memory,
            self.ratio,
            self.required,
            self.aim,
            met,
        )


@dataclass(frozen=True)
class Section:
    title: str
    rows: tuple[Row, ...]


def whole_command(what: str, sample: Sample, run: Run, by_clock: bool = False) -> Row:
    """A command that read a file: by the processor time that it took, or by the clock."""
    seconds = run.clock if by_clock else run.processor
    return Row(
        what,
        games=f"{sample.games:,}",
        seconds=f"{seconds:.2f}",
        speed=speed(sample.plies, seconds),
        throughput=f"{sample.size / seconds / 1e6:,.1f}",
        memory=_peak(run),
    )


def with_ratio(row: Row, value: float, target: Target | None = None) -> Row:
    """The row with what it is in comparison to another."""
    return _against(replace(row, ratio=f"{value:.2f}" if value < 100 else f"{value:,.0f}"), value, target)


def comparison(what: str, value: float, target: Target | None = None) -> Row:
    """A ratio in a row of its own, below those that it compares."""
    return with_ratio(Row(f"  {what}"), value, target)


def memory_limit(what: str, memory: int, target: Target) -> Row:
    """A peak of memory that has a target, in megabytes."""
    return _against(Row(f"  {what}", memory=megabytes(memory)), memory / 1e6, target)


def not_installed(what: str) -> Row:
    return Row(what, speed="not installed")


def speed(number: int, seconds: float, unit: str = "plies") -> str:
    return f"{number / seconds:,.0f} {unit}/s"


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def _peak(run: Run) -> str:
    """The peak of memory; what is as little as can be told, give or take some pages, is only known to be less."""
    least = least_memory()
    return f"< {megabytes(run.memory)}" if run.memory < 1.05 * least else megabytes(run.memory)


def _against(row: Row, value: float, target: Target | None) -> Row:
    if target is None:
        return row
    aim = "" if target.aim is None else f"{target.aim:g}"
    return replace(row, required=str(target), aim=aim, is_met=target.is_met_by(value))


def missed(sections: Iterable[Section]) -> list[Row]:
    """The rows that don't reach what is required."""
    return [row for section in sections for row in section.rows if row.is_met is False]


def text_table(sections: Sequence[Section]) -> str:
    """The sections below each other, in columns."""
    rows = [_HEADINGS, *(row.cells() for section in sections for row in section.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_line(_HEADINGS, widths), "  ".join("-" * width for width in widths)]
    for section in sections:
        lines += ["", section.title, *(_line(row.cells(), widths) for row in section.rows)]
    return "\n".join(lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        cell.ljust(width) if column in _LEFT else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()


def markdown_table(sections: Sequence[Section]) -> str:
    """The same in Markdown: one table, with a section's title in a row of its own."""
    alignments = ["---" if column in _LEFT else "---:" for column in range(len(_HEADINGS))]
    lines = [_markdown_row(_HEADINGS), _markdown_row(alignments)]
    for section in sections:
        lines.append(_markdown_row([f"**{section.title}**", *[""] * (len(_HEADINGS) - 1)]))
        lines += [_markdown_row(row.cells()) for row in section.rows]
    return "\n".join(lines)


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.strip() for cell in cells)} |"
