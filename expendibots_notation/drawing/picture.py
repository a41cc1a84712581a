"""A picture: shapes, and where they are. Made from a scene; written as SVG, or painted frame by frame for an animation."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Arrow
from expendibots_notation.drawing import shapes
from expendibots_notation.drawing.scene import Coords, Scene, edge_names
from expendibots_notation.drawing.shapes import Shape, escaped, number
from expendibots_notation.drawing.themes import LIGHT, Theme

_SQUARES = ((6, 56), (9, 48), (13, 40), (19, 32), (30, 24))
"""Boards with at most so many rows and columns have squares of that size."""
_SMALLEST_SQUARE = 16
_LABELLED_SQUARE = 24
"""Boards with smaller squares are calmer: a fainter pattern, and a name at every fifth row and column only."""
_FRAME = 2
"""The line around the board."""
_GAP = 12
"""Between the board and the edge of the picture."""
_EDGE = 24
"""The same, where names stand at the edge of the board."""
_NARROWEST = 360
"""Words need room, also below the smallest board."""
_SMALLER = 0.8
"""Words that are too long are written so much smaller, at most."""
_BETWEEN = " · "
"""Where a line of words can be broken."""
_MOST_LINES = 6
"""Into so many lines at most."""


@dataclass(frozen=True, slots=True)
class View:
    """How a scene is looked at."""

    theme: Theme = LIGHT
    flip: bool = False
    """Whether the last row is at the bottom, as the second player sees the board."""
    coords: Coords = Coords.NAMES


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape at its place."""

    shape: Shape
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes at their places, the lowest first."""

    width: int
    height: int
    cell: int
    """The size of a square."""
    theme: Theme
    marks: tuple[Mark, ...]
    summary: str
    description: str


def picture(scene: Scene, view: View | None = None) -> Picture:
    """The picture of a scene."""
    layout = _Layout(scene, view or View())
    words = tuple(layout.words())
    marks = (layout.board(), *layout.on_squares(), *layout.on_top(), *words)
    return Picture(layout.width, layout.height, layout.cell, layout.theme, marks, scene.summary, scene.description)


class _Layout:
    """Where everything is."""

    def __init__(self, scene: Scene, view: View) -> None:
        self.scene = scene
        self.view = view
        self.theme = view.theme
        self.margin = _GAP if view.coords is Coords.NONE else _EDGE
        """Left of the board and below it."""
        diagram, margin = scene.diagram, self.margin
        longest = max(len(diagram.columns), len(diagram.rows))
        self.cell = next((size for most, size in _SQUARES if longest <= most), _SMALLEST_SQUARE)
        across = len(diagram.columns) * self.cell
        self.width = max(margin + across + _GAP, _NARROWEST)
        self.left = margin + (self.width - margin - across - _GAP) // 2
        """Where the board begins."""
        self.room = self.width - margin - _GAP
        """How wide a line of words may be."""
        self.below = _GAP + len(diagram.rows) * self.cell + margin
        """Where the words begin."""
        lines = (("title", 17, scene.title), ("caption", 15, scene.caption), ("counters", 14, scene.counters))
        self.lines = [(kind, size, line) for kind, size, text in lines if text for line in self.broken(kind, size, text)]
        """The words: class, size and text."""
        self.height = self.below + sum(size + 8 for _, size, _ in self.lines) + 6
        self.standing = {(piece.x, piece.y) for piece in scene.pieces} | {cell for cell, _ in scene.bursting}
        """Squares where something stands, or explodes."""

    def place(self, cell: tuple[float, float]) -> tuple[float, float]:
        """The middle of a square."""
        x, y = cell
        columns, rows = len(self.scene.diagram.columns), len(self.scene.diagram.rows)
        if self.view.flip:
            x, y = columns - 1 - x, rows - 1 - y
        return self.left + (x + 0.5) * self.cell, _GAP + (rows - 0.5 - y) * self.cell

    def put(self, shape: Shape, cell: tuple[float, float]) -> Mark:
        return Mark(shape, *self.place(cell))

    # The board

    def board(self) -> Mark:
        """The empty board with the names at its edges; one shape, drawn from the corner of the picture."""
        diagram, cell = self.scene.diagram, self.cell
        across, up = len(diagram.columns) * cell, len(diagram.rows) * cell
        x, y = self.left, _GAP
        parts = [
            _rectangle("frame", x - _FRAME, y - _FRAME, across + 2 * _FRAME, up + 2 * _FRAME, ' rx="3"'),
            _rectangle("light", x, y, across, up),
            self.dark_squares(),
            *self.homes(),
            *self.edges(),
        ]
        return Mark(Shape("".join(parts), (0, 0, self.width, self.below)), 0, 0)

    def dark_squares(self) -> str:
        """Every second square, `a1` among them: each row is a broken line, as thick as the squares are high."""
        diagram, size = self.scene.diagram, self.cell
        columns, rows = len(diagram.columns), len(diagram.rows)
        path = []
        for down in range(rows):
            # A turned board begins with the square that is opposite `a1`.
            begins_light = (rows - 1 - down if not self.view.flip else columns - 1 + down) % 2
            start = self.left + size * begins_light
            length = self.left + columns * size - start
            if length:
                path.append(f"M{start} {number(_GAP + (down + 0.5) * size)}h{length}")
        faint = " faint" if size < _LABELLED_SQUARE else ""
        return f'<path class="dark{faint}" stroke-width="{size}" stroke-dasharray="{size}" d="{"".join(path)}"/>'

    def homes(self) -> Iterator[str]:
        for x, y, side in self.scene.diagram.homes:
            left, top = (number(middle - self.cell / 2) for middle in self.place((x, y)))
            colour = self.scene.diagram.colour_of(side)
            yield f'<rect class="{colour}-home" x="{left}" y="{top}" width="{self.cell}" height="{self.cell}"/>'

    def edges(self) -> Iterator[str]:
        """The names of columns and rows; where squares are small, of every fifth."""
        columns, rows = edge_names(self.scene.diagram, self.view.coords)
        every = 1 if self.cell >= _LABELLED_SQUARE else 5
        bottom = self.below - _EDGE / 2 + 4
        for x, name in enumerate(columns):
            if name and x % every == 0:
                yield f'<text class="edge" x="{number(self.place((x, 0))[0])}" y="{number(bottom)}">{escaped(name)}</text>'
        for y, name in enumerate(rows):
            if name and y % every == 0:
                middle = self.place((0, y))[1]
                yield f'<text class="edge" x="{self.left - 12}" y="{number(middle + 4.5)}">{escaped(name)}</text>'

    # On the board

    def on_squares(self) -> Iterator[Mark]:
        """What lies on the squares, and what stands there."""
        scene, cell = self.scene, self.cell
        for each in scene.touched:
            yield self.put(shapes.touched(cell), each)
        for each in scene.highlights:
            yield self.put(shapes.highlight(cell), each)
        for arrow in scene.trace.arrows:
            if arrow.source not in self.standing:
                yield self.put(shapes.ghost(cell), arrow.source)
        for each, wave in scene.scorched:
            yield self.put(shapes.scorch(wave, cell), each)
        # A long arrow passes below what stands on its way, so that all numbers can be read.
        yield from self.arrows(is_long=True)
        for piece in scene.pieces:
            yield self.put(shapes.piece(piece, scene.diagram, cell), (piece.x, piece.y))

    def on_top(self) -> Iterator[Mark]:
        """What is seen above all pieces."""
        scene, cell = self.scene, self.cell
        for sliding in scene.sliding:
            yield self.put(shapes.piece(sliding.piece, scene.diagram, cell), (sliding.x, sliding.y))
        for each, wave in scene.bursting:
            yield self.put(shapes.burst(wave, cell), each)
        yield from self.arrows(is_long=False)
        for each in scene.crossed:
            yield self.put(shapes.cross(cell), each)

    def arrows(self, is_long: bool) -> Iterator[Mark]:
        if not self.scene.sliding:
            for arrow in self.scene.trace.arrows:
                (x, y), (to_x, to_y) = arrow.source, arrow.target
                if (max(abs(to_x - x), abs(to_y - y)) > 1) == is_long:
                    yield self.arrow(arrow)

    def arrow(self, arrow: Arrow) -> Mark:
        """An arrow; it leaves the numbers of the pieces at its ends free."""
        (from_x, from_y), (to_x, to_y) = self.place(arrow.source), self.place(arrow.target)
        across, down = to_x - from_x, to_y - from_y
        rim = self.cell * (shapes.RADIUS - 0.08)
        start = rim if arrow.source in self.standing else self.cell * 0.06
        end = rim if arrow.target in self.standing else self.cell * (0.24 if self.scene.is_tried else 0.06)
        if hypot(across, down) < 1:
            start = end = 0
        kind = arrow.kind if arrow.kind in ("move", "attack", "help", "retreat") else "move"
        return Mark(shapes.arrow(kind, across, down, start, end, self.cell, self.scene.is_tried), from_x, from_y)

    # Below the board

    def broken(self, kind: str, size: int, text: str) -> Iterator[str]:
        """A line of words; one that is too long even if it is written smaller is broken between its parts. A title is one part."""
        line, *parts = [text] if kind == "title" or self.fits(text, size * _SMALLER) else text.split(_BETWEEN)
        breaks = 0
        for part in parts:
            if breaks == _MOST_LINES - 1 or self.fits(line + _BETWEEN + part, size):
                line += _BETWEEN + part
            else:
                yield line
                line = part
                breaks += 1
        yield line

    def fits(self, text: str, size: float) -> bool:
        return text_width(visible(text), size) <= self.room

    def words(self) -> Iterator[Mark]:
        """The lines below the board. One that is still too long is written smaller, and cut off if need be."""
        room = self.room
        y = float(self.below)
        for kind, size, text in self.lines:
            y += size + 4
            shown = visible(text)
            shrunk = max(min(1.0, room / max(text_width(shown, size), 1)), _SMALLER)
            shown = shortened(shown, size * shrunk, room)
            smaller = f' style="font-size:{number(size * shrunk)}px"' if shrunk < 1 else ""
            reach = (0, -size, min(room, text_width(shown, size * shrunk) * 1.2 + size), size * 0.4)
            yield Mark(Shape(f'<text class="{kind}"{smaller}>{escaped(shown)}</text>', reach), self.margin, y)
            y += 4


def _rectangle(kind: str, x: int, y: int, width: int, height: int, more: str = "") -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}"{more}/>'


def text_width(text: str, size: float) -> float:
    """About how wide a text is; no font is at hand to ask, so rather too wide than too narrow."""
    return sum(map(_character_width, text)) * size


def _character_width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character in "iljtfrI.,:;'|!()[] ·-":
        return 0.32
    return 0.85 if character in "mwMW@%" else 0.64 if character.isupper() or not character.isascii() else 0.53


def shortened(text: str, size: float, room: float) -> str:
    """The text, or as much of it as there is room for."""
    if text_width(text, size) <= room:
        return text
    left = room - size * 0.7
    kept = 0
    for character in text:
        left -= _character_width(character) * size
        if left < 0:
            break
        kept += 1
    return text[:kept].rstrip() + "…"
