"""The table that a run prints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_HEADINGS = ("what", "measured", "target", "met")


@dataclass(frozen=True)
class Row:
    what: str
    measured: str
    target: str = ""
    is_met: bool | None = None
    """None where there is no target."""

    def cells(self) -> tuple[str, str, str, str]:
        return self.what, self.measured, self.target, "" if self.is_met is None else "yes" if self.is_met else "NO"


def table(rows: Iterable[Row]) -> str:
    """The rows below each other, in columns."""
    lines = [_HEADINGS, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = [
        f"{what:{widths[0]}}  {measured:>{widths[1]}}  {target:{widths[2]}}  {met}".rstrip()
        for what, measured, target, met in lines
    ]
    texts.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(texts)
