"""Rows of cells as text: the board of a position string, and the whole of a spawn.

Rows stand from the top, with `/` between them. In a row `h` is the human, `r` a robot, `e` an explosion, and a number is a run
of empty cells. Nothing here knows how large a board is: rows of different lengths, or without a human, are read all the same,
and whoever wants a board says what is wrong with them.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from expendibots_notation.board import counted
from expendibots_notation.game import NotationError, whole_number
from expendibots_notation.games.robots.actions import Cell
from expendibots_notation.games.robots.codes import LARGEST, NOWHERE, ROW, SPAWN

_RUN_OR_PIECE = re.compile(r"([0-9]+)|([hre])")
_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class Layout:
    """What rows of cells show."""

    text: str
    """The canonical rows."""
    widths: tuple[int, ...]
    """The number of cells in each row, from the bottom."""
    humans: tuple[Cell, ...]
    robots: tuple[Cell, ...]
    explosions: tuple[Cell, ...]

    def is_sized(self, width: int, height: int) -> bool:
        """Whether the rows are those of a board of that size."""
        return self.widths == (width,) * height

    @property
    def spawn(self) -> array[int]:
        """The numbers of a spawn with these rows, as `action_bytes.py` has them."""
        width = self.widths[0] if len(set(self.widths)) == 1 else 0
        human = number_of(self.humans[0]) if self.humans else NOWHERE
        robots = [number_of(cell) for cell in self.robots]
        found = len(self.explosions), len(self.humans), human, len(robots)
        return array("q", [SPAWN, width, len(self.widths), *found, *robots])


@lru_cache(maxsize=_REMEMBERED)
def read_layout(text: str) -> Layout:
    """The cells of rows that hold no white space. Raises NotationError for what is no row."""
    rows = text.split("/")
    if len(rows) > LARGEST:
        raise NotationError(f"there are {len(rows)} rows; a board has at most {LARGEST}")
    found: dict[str, list[Cell]] = {"h": [], "r": [], "e": []}
    texts, widths = [], []
    for y, row in enumerate(reversed(rows)):
        pieces = []
        x = 0
        for number, letter in _runs_and_pieces(row, y):
            if letter:
                found[letter].append(Cell(x, y))
                x += 1
            else:
                x += number
            if x > LARGEST:
                raise NotationError(f"row y={y} has more than {LARGEST} cells")
            pieces.append(letter or str(number))
        texts.append("".join(pieces))
        widths.append(x)
    return Layout("/".join(reversed(texts)), tuple(widths), tuple(found["h"]), tuple(found["r"]), tuple(found["e"]))


def _runs_and_pieces(row: str, y: int) -> Iterable[tuple[int, str]]:
    """The parts of a row in order: the length of a run of empty cells and no letter, or a letter."""
    if not row:
        raise NotationError(f"row y={y} is missing: it has no cells")
    position = 0
    while position < len(row):
        part = _RUN_OR_PIECE.match(row, position)
        if part is None:
            raise NotationError(
                f"{row[position]!r} in row y={y} is neither a human (h), a robot (r), an explosion (e) nor a number of empty cells"
            )
        digits, letter = part.groups()
        yield (0, letter) if letter else (whole_number(digits, f"a run of empty cells in row y={y}", 1, LARGEST), "")
        position = part.end()


def number_of(cell: Cell) -> int:
    """A cell of a board as the engine has it."""
    return cell.y * ROW + cell.x


def cell_of(number: int) -> Cell:
    return Cell(number % ROW, number // ROW)


def rows_in_words(widths: tuple[int, ...]) -> str:
    """How rows are sized: `30 rows of 45 cells`, or which of them has another length than the top one."""
    top = widths[-1]
    odd = next((y for y in range(len(widths) - 1, -1, -1) if widths[y] != top), None)
    rows = counted(len(widths), "row")
    if odd is None:
        return f"{rows} of {counted(top, 'cell')}"
    return f"{rows}, of which row y={odd} has {counted(widths[odd], 'cell')} and the top one {top}"
