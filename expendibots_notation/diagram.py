"""What a position offers to be drawn: data only; the drawings are in `drawing/`.

A diagram knows no game: it has a grid, pieces with a label, counters beside the board and a caption.
"""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """Something that stands on a square: `x` from the left, `y` from the bottom, both from 0."""

    x: int
    y: int
    side: int
    """Whose it is: the index of the player in turn order."""
    mark: str
    """A letter for the owner, for drawings without colour."""
    label: str
    """What to write on it, such as the height of a stack."""
    spoken: str
    """What a screen reader says: `White stack of 3 on d2`."""
    kind: str = "stack"
    """What it is; drawings know `stack`, `human`, `robot` and `explosion`."""


COLOURS = ("white", "black", "red", "blue")
"""The colours of pieces that drawings know."""

Cell = tuple[int, int]
"""A square of a diagram: `x` from the left, `y` from the bottom, both from 0."""


class Diagram(NamedTuple):
    """A board with what stands on it and beside it."""

    columns: tuple[str, ...]
    """The names at the lower edge."""
    rows: tuple[str, ...]
    """The names at the left edge, from the bottom."""
    pieces: tuple[Piece, ...]
    counters: tuple[tuple[str, str], ...]
    """What is counted beside the board: names and numbers, such as reserves and scores."""
    caption: str
    homes: tuple[tuple[int, int, int], ...] = ()
    """Squares that belong to a side, as x, y and side; drawings may tint them."""
    sides: tuple[str, ...] = ()
    """The colour of each side, in turn order: `white`, `black`, `red` or `blue`. Where it is empty, drawings choose."""

    def colour_of(self, side: int, otherwise: str | None = None) -> str:
        """The colour of a side; where the game names none, `otherwise`, or one that differs from side to side."""
        if side < len(self.sides):
            return self.sides[side]
        return COLOURS[side % len(COLOURS)] if otherwise is None else otherwise


class Arrow(NamedTuple):
    """What has gone from one square to another."""

    source: Cell
    target: Cell
    kind: str = "move"
    """`move`, `attack`, `help` (joins an attack) or `retreat` (was driven away)."""


class Trace(NamedTuple):
    """What an action does, for drawing it on the board before it or after it."""

    arrows: tuple[Arrow, ...] = ()
    cells: tuple[Cell, ...] = ()
    """Squares that the action concerns although nothing goes there: where something is put, or where somebody stays."""
    waves: tuple[tuple[Cell, ...], ...] = ()
    """Squares that are emptied by force, in generations: a chain reaction wave by wave."""


NO_TRACE = Trace()
