"""What one picture shows: a board, what has just been done on it, and the words below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from expendibots_notation.diagram import NO_TRACE, Cell, Diagram, Piece, Trace


class Coords(StrEnum):
    """What is written at the edges of a board."""

    NAMES = "a1"
    """The game's own names."""
    NUMBERS = "xy"
    """Numbers from 0, as programs count."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Sliding:
    """A piece on its way between two squares."""

    piece: Piece
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: a board, what has just been done, and the words below it."""

    diagram: Diagram
    """The board after the action; while a wave explodes, and where the action was not played, the board before it."""
    trace: Trace = NO_TRACE
    """What has just been done, or tried."""
    wave: int | None = None
    """Which wave of the trace is exploding, from 0; those before it are gone, those behind it still stand. None at the end."""
    is_tried: bool = False
    """Whether the action was only tried, and not played."""
    highlights: tuple[Cell, ...] = ()
    title: str = ""
    """Who plays, or what is shown."""
    action: str = ""
    """What has just been done, as people write it: `16... xf4`."""
    remark: str = ""
    """What the position itself does not know, such as a result by resignation."""
    sliding: tuple[Sliding, ...] = ()

    def half_steps(self, before: Diagram) -> Iterator[Scene]:
        """The pictures on the way here: each wave on the board before the action."""
        if not self.is_tried:
            for wave in range(len(self.trace.waves)):
                yield replace(self, diagram=before, wave=wave, remark="")

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What stands on the board: not what explodes, or has exploded."""
        if self.wave is None:
            return self.diagram.pieces
        gone = {cell for wave in self.trace.waves[: self.wave + 1] for cell in wave}
        return tuple(piece for piece in self.diagram.pieces if (piece.x, piece.y) not in gone)

    @property
    def bursting(self) -> tuple[tuple[Cell, int], ...]:
        """Squares that are exploding, with the number of their wave, from 0."""
        if self.wave is None or self.wave >= len(self.trace.waves):
            return ()
        return tuple((cell, self.wave) for cell in self.trace.waves[self.wave])

    @property
    def scorched(self) -> tuple[tuple[Cell, int], ...]:
        """Squares that have exploded, with the number of their first wave, from 0; not those where something stands again."""
        if self.is_tried:
            return ()
        first: dict[Cell, int] = {}
        for number, wave in enumerate(self.trace.waves[: self.wave]):
            for cell in wave:
                first.setdefault(cell, number)
        hidden = {(piece.x, piece.y) for piece in self.pieces} | {cell for cell, _ in self.bursting}
        return tuple((cell, number) for cell, number in first.items() if cell not in hidden)

    @property
    def touched(self) -> tuple[Cell, ...]:
        """Squares that the action concerns, each once, other than those that show an explosion."""
        ends = [end for arrow in self.trace.arrows for end in (arrow.source, arrow.target)]
        shown = {cell for cell, _ in (*self.bursting, *self.scorched)}
        return tuple(cell for cell in dict.fromkeys([*ends, *self.trace.cells]) if cell not in shown)

    @property
    def crossed(self) -> tuple[Cell, ...]:
        """Squares on which something was tried in vain."""
        if not self.is_tried:
            return ()
        return tuple(dict.fromkeys([arrow.target for arrow in self.trace.arrows] or self.trace.cells))

    @property
    def caption(self) -> str:
        """What has just been done, and how the game stands."""
        if self.wave is not None:
            state = f"wave {self.wave + 1} of {len(self.trace.waves)}"
        elif self.is_tried:
            state = "tried, not played"
        else:
            state = self.diagram.caption
        return " · ".join(part for part in (self.action, state, self.remark) if part)

    @property
    def counters(self) -> str:
        """What is counted beside the board; while a wave explodes, it is what was counted before the action, and says so."""
        counted = " · ".join(f"{name} {value}" for name, value in self.diagram.counters)
        return f"before: {counted}" if counted and self.wave is not None else counted

    @property
    def summary(self) -> str:
        """The picture in a line, for those who do not see it."""
        return ": ".join(part for part in (self.title, self.caption) if part)

    @property
    def description(self) -> str:
        """The board in words, for those who do not see it."""
        parts = [", ".join(piece.spoken for piece in self.pieces) or "The board is empty"]
        for number, wave in enumerate(self.trace.waves if not self.is_tried else (), 1):
            if self.wave is None or self.wave == number - 1:
                verb = "exploded" if self.wave is None else "explodes"
                parts.append(f"Wave {number} {verb}: {', '.join(cell_name(self.diagram, cell) for cell in wave)}")
        if self.highlights:
            parts.append(f"Highlighted: {', '.join(cell_name(self.diagram, cell) for cell in self.highlights)}")
        if self.diagram.counters:
            counted = ", ".join(f"{name} {value}" for name, value in self.diagram.counters)
            parts.append(counted if self.wave is None else f"Before: {counted}")
        return ". ".join(parts) + "."


def cell_name(diagram: Diagram, cell: Cell) -> str:
    """What people call a square: `d2`, or `(3,4)` on a board whose columns have numbers."""
    x, y = cell
    column = diagram.columns[x]
    return f"({column},{diagram.rows[y]})" if column.isdigit() else f"{column}{diagram.rows[y]}"


def edge_names(diagram: Diagram, coords: Coords) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is written below the columns, and left of the rows from the bottom."""
    if coords is Coords.NONE:
        return ("",) * len(diagram.columns), ("",) * len(diagram.rows)
    if coords is Coords.NUMBERS:
        return tuple(map(str, range(len(diagram.columns)))), tuple(map(str, range(len(diagram.rows))))
    return diagram.columns, diagram.rows
