"""Rows of cells as text: the board of a position string, and the whole of a spawn.

Rows stand from the top, with `/` between them. In a row `h` is the human, `r` a robot, `e` an explosion, and a number is a run
of empty cells. Nothing here knows how large a board is: rows of different lengths, or without a human, are read all the same,
and whoever wants a board says what is wrong with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from expendibots_notation.board import counted
from expendibots_notation.game import NotationError, whole_number
from expendibots_notation.games.robots.actions import Cell

LARGEST = 99
"""The most cells that a row, and the most rows that a board may have."""

_RUN_OR_PIECE = re.compile(r"([0-9]+)|([hre])")
_EMPTY_RUN = re.compile(r"\.+")
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


def write_rows(width: int, height: int, human: Cell | None, robots: Iterable[Cell], explosions: Iterable[Cell]) -> str:
    """The canonical rows of a board; where the human stands, nothing else is shown."""
    rows = [["."] * width for _ in range(height)]
    for x, y in explosions:
        rows[y][x] = "e"
    for x, y in robots:
        rows[y][x] = "r"
    if human is not None:
        rows[human.y][human.x] = "h"
    return "/".join(_EMPTY_RUN.sub(lambda run: str(len(run[0])), "".join(row)) for row in reversed(rows))


def rows_in_words(widths: tuple[int, ...]) -> str:
    """How rows are sized: `30 rows of 45 cells`, or which of them has another length than the top one."""
    top = widths[-1]
    odd = next((y for y in range(len(widths) - 1, -1, -1) if widths[y] != top), None)
    rows = counted(len(widths), "row")
    if odd is None:
        return f"{rows} of {counted(top, 'cell')}"
    return f"{rows}, of which row y={odd} has {counted(widths[odd], 'cell')} and the top one {top}"
