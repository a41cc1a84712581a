"""The boards that the official referee prints: small or with the names of squares, in ASCII or Unicode."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from expendibots_notation.diagnostics.model import Span

_CELLS = r"(?:   |\([1-9A-F]\)|\[[1-9A-F]\])"
_SMALL_RANK = re.compile(rf"\*    ([0-7]) [|│]((?:{_CELLS}[|│]){{8}})")
_DEBUG_RANK = re.compile(rf"\*   [|│]((?: {_CELLS} [|│]){{8}}).*")
_DEBUG_NAMES = re.compile(r"\*   [|│] 0,([0-7]) " + "".join(rf"[|│] {x},\1 " for x in range(1, 8)) + r"[|│].*")
_RULE = re.compile(r"\* +[+┌].*")


@dataclass(slots=True)
class PrintedBoard:
    """A printed board: its ranks from above, as far as they have been read. White's stacks are positive."""

    span: Span
    is_begun: bool = False
    ranks: list[tuple[int, list[int]]] = field(default_factory=list)
    waiting: list[int] | None = None

    def line(self, text: str, span: Span) -> None:
        """Take a line, of whatever the board is drawn with; the debug board names its squares below them."""
        if not self.is_begun and _RULE.fullmatch(text):
            self.span, self.is_begun = span, True
        if found := _SMALL_RANK.fullmatch(text):
            self.ranks.append((int(found[1]), _cells(found[2])))
        elif found := _DEBUG_RANK.fullmatch(text):
            self.waiting = _cells(found[1])
        elif (found := _DEBUG_NAMES.fullmatch(text)) and self.waiting is not None:
            self.ranks.append((int(found[1]), self.waiting))
            self.waiting = None

    @property
    def text(self) -> str | None:
        """The board of a position string; None where it is not complete."""
        if [y for y, _ in self.ranks] != [7, 6, 5, 4, 3, 2, 1, 0]:
            return None
        return "/".join("".join(_pieces(cells)) for _, cells in self.ranks)


def _cells(row: str) -> list[int]:
    """The stacks of a row such as `(1)|   |[A]|`: their counts are hexadecimal."""
    cells = [cell.strip() for cell in re.split(r"[|│]", row)[:8]]
    return [0 if not cell else int(cell[1], 16) if cell[0] == "(" else -int(cell[1], 16) for cell in cells]


def _pieces(cells: list[int]) -> Iterator[str]:
    for stack, run in groupby(cells):
        length = len(list(run))
        letter, number, times = (".", length, 1) if stack == 0 else ("w" if stack > 0 else "b", abs(stack), length)
        yield f"{letter}{number if number > 1 else ''}" * times
