"""A board in coloured characters, as large as there is room for. It knows no game: everything comes from the diagram and the trace.

The sides differ in brightness, not only in colour; what goes off, what has gone off and what was refused have signs of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from expendibots_notation.diagram import Arrow, Cell, Diagram, Piece
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.text import words


class _Paint(NamedTuple):
    """How a piece looks: its face, its lower edge, and what is written on it."""

    face: str
    edge: str
    ink: str


# Middle tones for the squares: light and dark pieces, and the fire of an explosion, stand out from them alike. All colours stay
# apart when a terminal has only 256 of them; pieces, touched and burning squares also when it has 16.
_LIGHT, _DARK, _PLAIN = "#8c97a3", "#7b8693", "#7d8996"
_TOUCHED, _LEFT, _REFUSED = "#d4aa1e", "#a8923a", "#c0524a"
_FIRE = ("#ffc83d", "#f2822f", "#c9512b", "#8b2f22")
"""The wave that goes off, and those before it."""
_ASHES = "#574f4e"
_INK, _FIRE_INK, _ASHES_INK, _FAINT_INK, _LABEL_INK = "#23252b", "#6e1400", "#a2958e", "#56657a", "#8b98a8"

_PAINTS = {
    "white": _Paint("#faf6ea", "#c2bfb0", _INK),
    "black": _Paint(_INK, "#08090b", "#f4f0e4"),
    "red": _Paint("#d4504a", "#8e2b2a", "#ffffff"),
    "blue": _Paint("#2459a8", "#163a70", "#ffffff"),
    "human": _Paint("#faf6ea", "#c2bfb0", _INK),
    "robot": _Paint(_INK, "#08090b", "#f4f0e4"),
    "explosion": _Paint(_FIRE[1], _FIRE[2], _FIRE_INK),
}
"""By the kind of a piece, or else by the colour of its side."""

_ARROWS = {(0, 1): "↑", (1, 1): "↗", (1, 0): "→", (1, -1): "↘", (0, -1): "↓", (-1, -1): "↙", (-1, 0): "←", (-1, 1): "↖"}
_SYMBOLS = {"human": ("@", "@", "@"), "robot": ("◆", "••", "• •"), "explosion": ("✶", "✶✶", "✶")}
"""What stands on a piece without a label, by kind: where there is room for one character, for two, and for more."""
_FALLING, _RISING = "╲", "╱"  # noqa: RUF001 - lines, not a slash
_ASCII = str.maketrans("↑↗→↘↓↙←↖✸·│─▚▞✗▗▄▖▝▀▘▐▌" + _FALLING + _RISING, "^/>\\v/<\\*.|-\\/x        \\/")

_SIZES = ((11, 5), (9, 4), (7, 3), (5, 2), (4, 2), (3, 1), (2, 1))
"""Widths and heights of a square, so that it looks like one: a character is about twice as high as it is wide."""
_LONGEST_LABEL = 4
_FINE = 20
"""A board with more columns is not chequered: small squares would only flicker."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is to be looked at."""

    flip: bool = False
    """From the other side."""
    ascii: bool = False
    """For terminals that have no other characters."""
    letters: bool = False
    """Whether pieces have the letter of their owner on them, for terminals and people without colours."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How a board is shown: the size of its squares, and which part of it, counted from the upper left corner."""

    width: int
    height: int
    columns: range
    rows: range

    @property
    def characters(self) -> tuple[int, int]:
        """How wide and high the shown squares are."""
        return len(self.columns) * self.width, len(self.rows) * self.height


def margin_of(diagram: Diagram) -> int:
    """How many characters the names of the rows take on the left."""
    return max(map(len, diagram.rows), default=0) + 1


def extent(scene: Scene, look: Look, least: int, width: int, height: int, offset: Cell = (0, 0)) -> Extent:
    """The largest squares with which the board fits into that many characters, or a part of it with the smallest.

    No square is narrower than `least`. A part is chosen around what has been done last; `offset` moves it by so many squares to the
    right and down.
    """
    columns, rows = len(scene.diagram.columns), len(scene.diagram.rows)
    width, height = width - margin_of(scene.diagram), height - 1
    sizes = [*(size for size in _SIZES if size[0] >= least), (least, 1)]
    for size in sizes:
        if columns * size[0] <= width and rows * size[1] <= height:
            return Extent(*size, range(columns), range(rows))
    size = sizes[-1]
    x, y = _seen(scene.diagram, look, _focus(scene))
    return Extent(
        *size,
        _part(columns, max(width // size[0], 1), x, offset[0]),
        _part(rows, max(height // size[1], 1), y, offset[1]),
    )


def least_width(diagrams: Iterable[Diagram], look: Look) -> int:
    """The narrowest square that shows every label on all of these boards; very long ones are shortened."""
    return max((len(_label(piece, look)) for diagram in diagrams for piece in diagram.pieces), default=1)


def _part(size: int, room: int, middle: int, offset: int) -> range:
    """As many of `size` places as there is room for, around the middle, and then as far from there as one wants to look."""
    last = max(size - room, 0)
    begin = min(max(middle - room // 2, 0), last)
    begin = min(max(begin + offset, 0), last)
    return range(begin, min(begin + room, size))


def _focus(scene: Scene) -> Cell:
    """The square that must be seen: the middle of what was done, or else who acts, or else the middle of the board."""
    diagram = scene.diagram
    cells = [cell for cell, _ in scene.bursting or scene.scorched] or list(scene.touched)
    if not cells:
        cells = [(piece.x, piece.y) for piece in diagram.pieces if piece.kind == "human"]
    if not cells:
        cells = [(len(diagram.columns) // 2, len(diagram.rows) // 2)]
    xs, ys = zip(*cells, strict=True)
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _seen(diagram: Diagram, look: Look, cell: Cell) -> Cell:
    """A square by its place as it is seen, counted from the upper left corner."""
    x, y = cell
    return (len(diagram.columns) - 1 - x, y) if look.flip else (x, len(diagram.rows) - 1 - y)


# Drawing


@dataclass(frozen=True, slots=True)
class _Square:
    """How one square looks."""

    ground: str
    """The colour behind everything."""
    sign: str = ""
    """What to write where there is no piece."""
    ink: str = _INK
    burst: str = ""
    """The number of the wave that goes off here."""
    piece: Piece | None = None
    colour: str = ""
    """That of the piece's side."""


def draw(scene: Scene, look: Look, shown: Extent) -> Iterator[list[Segment]]:
    """The lines of the board with the names of its rows and columns."""
    squares = _squares(scene, look)
    margin = margin_of(scene.diagram)
    label = Style(color=_LABEL_INK)
    names = scene.diagram.rows if look.flip else scene.diagram.rows[::-1]
    for row in shown.rows:
        drawn = [_drawn(squares[column, row], shown.width, shown.height, look) for column in shown.columns]
        for line in range(shown.height):
            name = words(names[row], look.ascii) if line == (shown.height - 1) // 2 else ""
            yield [Segment(name.rjust(margin - 1) + " ", label), *(segment for square in drawn for segment in square[line])]
    yield [Segment(" " * margin + _column_names(scene.diagram, look, shown), label)]


def _column_names(diagram: Diagram, look: Look, shown: Extent) -> str:
    """The names below the columns; where they are narrow, only every second, fifth or tenth."""
    longest = max(map(len, diagram.columns))
    every = next((number for number in (1, 2, 5, 10) if number * shown.width > longest), 10)
    line = ""
    for place, seen in enumerate(shown.columns):
        column = len(diagram.columns) - 1 - seen if look.flip else seen
        if column % every == 0:
            name = words(diagram.columns[column], look.ascii)
            line = line.ljust(place * shown.width) + (name.center(shown.width).rstrip() if every == 1 else name)
    return line[: len(shown.columns) * shown.width]


def _squares(scene: Scene, look: Look) -> dict[Cell, _Square]:
    """Every square of the board by its place as it is seen."""
    diagram = scene.diagram
    pieces = {(piece.x, piece.y): piece for piece in scene.pieces}
    homes = {(x, y): side for x, y, side in diagram.homes}
    marks = _marks(scene, look)
    is_fine = len(diagram.columns) > _FINE
    squares: dict[Cell, _Square] = {}
    for y in range(len(diagram.rows)):
        for x in range(len(diagram.columns)):
            ground = _PLAIN if is_fine else _LIGHT if (x + y) % 2 else _DARK
            if (x, y) in homes:
                ground = _blend(ground, _PAINTS[diagram.colour_of(homes[x, y])].face, 0.25)
            square = marks.get((x, y), _Square(ground, "·" if is_fine else "", _FAINT_INK))
            piece = pieces.get((x, y))
            if piece is not None:
                square = replace(square, piece=piece, colour=diagram.colour_of(piece.side))
            squares[_seen(diagram, look, (x, y))] = square
    return squares


def _marks(scene: Scene, look: Look) -> dict[Cell, _Square]:
    """What is to be seen of the last action, by square."""
    touched, left = (_REFUSED, _REFUSED) if scene.is_tried else (_TOUCHED, _LEFT)
    marks = {cell: _Square(touched) for cell in (*scene.touched, *scene.highlights)}
    for arrow in scene.trace.arrows:
        marks[arrow.source] = _Square(left, _ARROWS.get(_direction(arrow, look.flip), ""))
    for cell in scene.crossed:
        marks[cell] = _Square(touched, "✗")
    for cell, number in scene.scorched:
        # While it burns, the older a wave is, the darker it glows; when all is over, only ashes are left.
        age = scene.wave - number if scene.wave is not None else None
        marks[cell] = _Square(_ASHES, "·", _ASHES_INK) if age is None else _Square(_FIRE[min(age, 3)], "·", _FIRE_INK)
    for cell, number in scene.bursting:
        marks[cell] = _Square(_FIRE[0], "", _FIRE_INK, str(number + 1))
    return marks


def _direction(arrow: Arrow, flip: bool) -> Cell:
    """Where an arrow points as it is seen, as one of eight directions."""
    across, up = arrow.target[0] - arrow.source[0], arrow.target[1] - arrow.source[1]
    turn = -1 if flip else 1
    return turn * ((across > 0) - (across < 0)), turn * ((up > 0) - (up < 0))


Lines = tuple[tuple[Segment, ...], ...]


@lru_cache(4096)
def _drawn(square: _Square, width: int, height: int, look: Look) -> Lines:
    """One square, line by line."""
    if square.burst:
        lines = _burst(square, width, height)
    elif square.piece is not None:
        lines = _stone(square, square.piece, width, height, look)
    else:
        middle = (height - 1) // 2
        style = Style(color=square.ink, bgcolor=square.ground)
        lines = tuple((Segment((square.sign if line == middle else "").center(width), style),) for line in range(height))
    if look.ascii:
        return tuple(tuple(Segment(each.text.translate(_ASCII), each.style) for each in line) for line in lines)
    return lines


def _burst(square: _Square, width: int, height: int) -> Lines:
    """Rays around the number of the wave, as many as there is room for."""
    style = Style(color=square.ink, bgcolor=square.ground, bold=True)
    number, middle = square.burst, (height - 1) // 2
    if height == 1:
        text = f"✸{number}" if len(number) < width else "✸"
        return ((Segment(text.center(width), style),),)
    if height == 2:
        rays = Style(color=_FIRE[1], bgcolor=square.ground)
        above = (Segment("▚", rays), Segment(number.center(width - 2), style), Segment("▞", rays))
        return above, (Segment("▞" + "▀".center(width - 2) + "▚", rays),)
    lines = []
    for line in range(height):
        if line == middle:
            ray = "─" * ((width - len(number)) // 2 - 1)
            text = f"{ray} {number} {ray}"
        else:
            inset = 2 * min(line, height - 1 - line)
            left, right = (_FALLING, _RISING) if line < middle else (_RISING, _FALLING)
            text = left + "│".center(width - 2 - 2 * inset) + right
        lines.append((Segment(text.center(width), style),))
    return tuple(lines)


def _stone(square: _Square, piece: Piece, width: int, height: int, look: Look) -> Lines:
    """A piece as a stone with a shaded lower edge and its label on it."""
    label = _label(piece, look, width)
    face, edge, ink = _PAINTS[piece.kind if piece.kind in _PAINTS else square.colour]
    written = Style(color=ink, bgcolor=face, bold=True)
    rim, shade = Style(color=face, bgcolor=square.ground), Style(color=edge, bgcolor=square.ground)
    is_round = width >= 3 and len(label) <= width - 2
    lines: list[tuple[Segment, ...]] = []
    middle = (height - 1) // 2
    for line in range(height):
        if line == height - 1 and height > 1:
            lines.append((Segment("▝" + "▀" * (width - 2) + "▘", shade),))
        elif line == 0 and height > 2:
            lines.append((Segment("▗" + "▄" * (width - 2) + "▖", rim),))
        elif is_round:
            text = (label if line == middle else "").center(width - 2)
            lines.append((Segment("▐", rim), Segment(text, written), Segment("▌", rim)))
        else:
            lines.append((Segment(_shortened(label, width, look.ascii).center(width), written),))
    return tuple(lines)


def _label(piece: Piece, look: Look, width: int = 1) -> str:
    """What is written on a piece, on a square of that width."""
    label, mark = _shortened(words(piece.label, look.ascii), _LONGEST_LABEL, look.ascii), words(piece.mark, look.ascii)
    if look.letters:
        return _shortened(mark + label, _LONGEST_LABEL, look.ascii)
    if label or piece.kind not in _SYMBOLS:
        return label or mark
    return _SYMBOLS[piece.kind][min(width - 2 if width > 2 else width, 3) - 1]


def _shortened(label: str, width: int, ascii_only: bool) -> str:
    """A label that fits: a very high number as a power of ten, anything else cut, with dots if there is room for them."""
    if len(label) <= width:
        return label
    if label.isdigit() and width >= 3:
        return f"{label[0]}e{len(label) - 1}"[:width]
    dots = words("…", ascii_only)
    return label[: width - len(dots)] + dots if width > len(dots) else label[:width]


def _blend(ground: str, colour: str, share: float) -> str:
    """A colour with a share of another one in it."""
    pairs = ((int(ground[at : at + 2], 16), int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(under + (over - under) * share):02x}" for under, over in pairs)
