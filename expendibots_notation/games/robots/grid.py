"""Sets of cells as whole numbers, so that all robots of a board move in the same few operations.

In such a number bit `y * width + x` is the cell (x, y): moving a set to the right is a shift by 1, moving it up a shift by the
width. The masks say which cells may take part, so that nothing wraps round an edge.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from expendibots_notation.games.robots.actions import Cell

_REMEMBERED = 64


class Grid:
    """The cells of a board of one size, with the masks that moving needs."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.all = (1 << width * height) - 1
        self._row = (1 << width) - 1
        column = sum(1 << y * width for y in range(height))
        self.columns = tuple(column << x for x in range(width))
        self.left_of = tuple(column * ((1 << x) - 1) for x in range(width))
        self.right_of = tuple(column * (self._row ^ ((2 << x) - 1)) for x in range(width))
        self.rows = tuple(self._row << y * width for y in range(height))
        self.below = tuple((1 << y * width) - 1 for y in range(height))
        self.above = tuple(self.all ^ ((1 << (y + 1) * width) - 1) for y in range(height))

    def has(self, cell: Cell) -> bool:
        return 0 <= cell.x < self.width and 0 <= cell.y < self.height

    def of(self, cells: Iterable[Cell]) -> int:
        """The set of these cells, which must lie on the board."""
        width = self.width
        found = 0
        for x, y in cells:
            found |= 1 << y * width + x
        return found

    def cells(self, found: int) -> list[Cell]:
        """The cells of a set, row by row from the bottom, each from the left."""
        cells = []
        for y in range(self.height):
            row = found >> y * self.width & self._row
            while row:
                lowest = row & -row
                cells.append(Cell(lowest.bit_length() - 1, y))
                row ^= lowest
        return cells

    def widened(self, found: int) -> int:
        """The cells of a set and all cells around them."""
        beside = found | (found & self.left_of[-1]) << 1 | (found & self.right_of[0]) >> 1
        return (beside | beside << self.width | beside >> self.width) & self.all

    def drawn_to(self, found: int, x: int, y: int) -> tuple[int, int]:
        """One step of each cell of a set towards (x, y): where they arrive, and those cells where two or more arrive.

        The new column depends on the column only and the new row on the row only, so all go sideways first, then up or down.
        """
        from_left = (found & self.left_of[x]) << 1
        from_right = (found & self.right_of[x]) >> 1
        there = found & self.columns[x]
        beside = from_left | from_right
        arrived = beside | there
        met = from_left & from_right | beside & there

        width = self.width
        below, above, row = self.below[y], self.above[y], self.rows[y]
        if met:
            met = (met & below) << width | (met & above) >> width | met & row
        from_below = (arrived & below) << width
        from_above = (arrived & above) >> width
        there = arrived & row
        beside = from_below | from_above
        return beside | there, met | from_below & from_above | beside & there


@lru_cache(maxsize=_REMEMBERED)
def grid(width: int, height: int) -> Grid:
    """The grid of that size, made once."""
    return Grid(width, height)
