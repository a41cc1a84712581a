"""Boards for terminals: plain, in Unicode or in ASCII, in colour or not, with stacks of any height aligned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Cell, Diagram, Piece
from expendibots_notation.drawing.scene import Coords, Scene, cell_name, edge_names

_WIDEST = 79
"""Boards whose squares need only one character are drawn closely enough for a terminal of 80 columns, if that is possible."""

# The sixteen colours that every terminal has. Pieces bring their background along, and look the same on light and dark ones.
_RESET = "\x1b[0m"
_PAINT = {
    "title": "1",
    "edge": "2",
    "touched": "1;36",
    "highlight": "1;35",
    "crossed": "1;31",
    "burst": "1;30;103",
    "scorch": "33",
    "white": "1;30;107",
    "black": "1;97;40",
    "red": "1;97;41",
    "blue": "1;97;44",
    "human": "1;30;106",
    "robot": "1;31",
    "explosion": "1;33",
    # Whole squares, where there is no room for brackets around them.
    "touched square": "1;30;46",
    "highlight square": "1;30;45",
    "crossed square": "1;97;41",
}


@dataclass(frozen=True, slots=True)
class _Alphabet:
    """The characters that a board is drawn with."""

    empty: str
    burst: str
    crossed: str
    frame: str
    """Corner, side and corner of the upper edge, the two sides, and the same of the lower edge."""
    colours: dict[str, str]
    kinds: dict[str, str]


_UNICODE = _Alphabet(
    "·",
    "✸",
    "×",  # noqa: RUF001 - a cross
    "╭─╮││╰─╯",
    {"white": "○", "black": "●", "red": "◆", "blue": "■"},
    {"human": "☺", "robot": "■", "explosion": "✸"},
)
_PLAIN_SIGNS = str.maketrans({"·": "-", "–": "-", "…": "..."})
_ASCII = _Alphabet(".", "*", "!", "+-+||+-+", {}, {})


def words(text: str, ascii_only: bool = False) -> str:
    """Words from anywhere, made harmless, in ASCII if that is wanted."""
    shown = visible(text)
    return shown.translate(_PLAIN_SIGNS).encode("ascii", "backslashreplace").decode() if ascii_only else shown


def plain_text(diagram: Diagram) -> str:
    """A position in plain characters, without what has been done there: what `str(position)` gives."""
    cells = {(piece.x, piece.y): piece.mark + piece.label for piece in diagram.pieces}
    width = max([len(cell) for cell in cells.values()] + [len(name) for name in diagram.columns] + [2])
    margin = max(len(name) for name in diagram.rows)
    lines = []
    for y in range(len(diagram.rows) - 1, -1, -1):
        row = (cells.get((x, y), ".").rjust(width) for x in range(len(diagram.columns)))
        lines.append(f"{diagram.rows[y].rjust(margin)} {' '.join(row)}")
    lines.append(" " * (margin + 1) + " ".join(name.rjust(width) for name in diagram.columns))
    beside = ", ".join(f"{name} {value}" for name, value in diagram.counters)
    lines.append(f"{diagram.caption} ({beside})" if beside else diagram.caption)
    return "\n".join(lines)


def draw_text(
    scene: Scene, *, ascii_only: bool = False, colour: bool = False, flip: bool = False, coords: Coords = Coords.NAMES
) -> str:
    """A scene for a terminal, in a frame, with the words above and below it; no line break at the end.

    Squares of the action stand in brackets, highlighted ones in angle brackets, those tried in vain between crosses. Where there is
    no room for brackets, they are painted and named below the board. Exploding squares show the number of their wave, from 1.
    """
    return "\n".join(_TextDrawing(scene, _ASCII if ascii_only else _UNICODE, colour, flip, coords).lines())


class _TextDrawing:
    def __init__(self, scene: Scene, alphabet: _Alphabet, colour: bool, flip: bool, coords: Coords) -> None:
        self.scene = scene
        self.alphabet = alphabet
        self.colour = colour
        across, up = range(len(scene.diagram.columns)), range(len(scene.diagram.rows))
        self.columns = across[::-1] if flip else across
        self.rows = up if flip else up[::-1]
        self.column_names, self.row_names = edge_names(scene.diagram, coords)
        self.margin = max(len(name) for name in self.row_names)
        self.contents = self.found()
        self.width = max(len(text) for text, _ in [*self.contents.values(), ("", "")])
        self.width = max(self.width, 1)
        # Brackets need room on both sides of a square. Large boards of single characters are drawn without.
        room = _WIDEST - self.margin - 4
        self.left, self.right = next(
            ((left, right) for left, right in ((1, 1), (1, 0)) if self.width > 1 or len(across) * (1 + left + right) <= room),
            (0, 0),
        )

    def lines(self) -> Iterator[str]:
        frame = self.alphabet.frame
        indent = " " * (self.margin + 1) if self.margin else ""
        inner = len(self.columns) * (self.left + self.width + self.right) + self.left
        if self.scene.title:
            yield self.paint("title", self.words(self.scene.title))
        yield indent + self.paint("edge", frame[0] + frame[1] * inner + frame[2])
        for y in self.rows:
            name = self.paint("edge", self.row_names[y].rjust(self.margin)) + " " if self.margin else ""
            squares = "".join(self.square((x, y)) for x in self.columns)
            yield name + self.paint("edge", frame[3]) + squares + " " * self.left + self.paint("edge", frame[4])
        yield indent + self.paint("edge", frame[5] + frame[6] * inner + frame[7])
        if self.margin:
            yield self.paint("edge", f"{indent} {self.names_below()}".rstrip())
        for line in (self.scene.caption, self.scene.counters, *self.marked(), self.legend()):
            if line:
                yield self.words(line)

    def found(self) -> dict[Cell, tuple[str, str]]:
        """What stands on the squares, each with the kind of paint for it."""
        contents = {
            (piece.x, piece.y): (self.mark(piece) + self.words(piece.label), self.paint_of(piece)) for piece in self.scene.pieces
        }
        burst = self.alphabet.burst
        contents |= {cell: (f"{burst}{wave + 1}", "scorch") for cell, wave in self.scene.scorched}
        contents |= {cell: (f"{burst}{wave + 1}", "burst") for cell, wave in self.scene.bursting}
        return contents

    def mark(self, piece: Piece) -> str:
        by_kind = self.alphabet.kinds.get(piece.kind)
        return by_kind or self.alphabet.colours.get(self.scene.diagram.colour_of(piece.side, ""), piece.mark)

    def paint_of(self, piece: Piece) -> str:
        return piece.kind if piece.kind in _PAINT else self.scene.diagram.colour_of(piece.side)

    def square(self, cell: Cell) -> str:
        text, kind = self.contents.get(cell, (self.alphabet.empty, "edge"))
        opening, closing, marked = self.brackets(cell)
        content = self.paint(f"{marked} square" if marked and not self.left else kind, text.rjust(self.width))
        return self.paint(marked, opening[: self.left]) + content + self.paint(marked, closing[: self.right])

    def brackets(self, cell: Cell) -> tuple[str, str, str]:
        """What stands around a square, with its paint."""
        if cell in self.scene.crossed:
            return self.alphabet.crossed, self.alphabet.crossed, "crossed"
        if cell in self.scene.highlights:
            return "<", ">", "highlight"
        if cell in self.scene.touched:
            return "[", "]", "touched"
        return " ", " ", ""

    def marked(self) -> Iterator[str]:
        """The squares around which brackets should stand, where there is no room for brackets."""
        scene = self.scene
        if not self.left:
            action = [cell for cell in scene.touched if cell not in scene.crossed]
            for name, cells in (("Action", action), ("Tried", scene.crossed), ("Highlighted", scene.highlights)):
                if cells:
                    yield f"{name}: {', '.join(cell_name(scene.diagram, cell) for cell in cells)}"

    def names_below(self) -> str:
        """The names of the columns; where there is no room for all of them, of every fifth."""
        pitch = self.left + self.width + self.right
        if all(len(name) <= self.width for name in self.column_names):
            return "".join(" " * self.left + self.column_names[x].rjust(self.width) + " " * self.right for x in self.columns)
        line = ""
        for place, x in enumerate(self.columns):
            if x % 5 == 0:
                line = line.ljust(place * pitch + self.left) + self.column_names[x]
        return line

    def words(self, text: str) -> str:
        return words(text, self.alphabet is _ASCII)

    def legend(self) -> str:
        """Whose the characters are; letters explain themselves."""
        diagram = self.scene.diagram
        sides = {piece.side for piece in diagram.pieces if piece.kind == "stack"}
        colours = [colour for side, colour in enumerate(diagram.sides) if side in sides and colour in self.alphabet.colours]
        return "  ".join(f"{self.alphabet.colours[colour]} {colour.capitalize()}" for colour in colours)

    def paint(self, kind: str, text: str) -> str:
        code = _PAINT.get(kind)
        return f"\x1b[{code}m{text}{_RESET}" if self.colour and code and text.strip() else text
