"""What a position offers to be drawn, and the two drawings that need nothing else: plain text and SVG.

A diagram knows no game: it has a grid, pieces with a label, counters beside the board and a caption.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape


@dataclass(frozen=True, slots=True)
class Piece:
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


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board with what stands on it and beside it."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    """From the bottom."""
    pieces: tuple[Piece, ...]
    counters: tuple[tuple[str, str], ...]
    caption: str


def text_diagram(diagram: Diagram) -> str:
    """The board in plain characters, the highest row first, columns aligned for labels of any width."""
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


_SQUARE = 48
_MARGIN = 24
_STYLE = (
    ".light{fill:#f0e6d2}.dark{fill:#d2bd96}.side0{fill:#fffdf7;stroke:#3b2f20;stroke-width:2.5}"
    ".side1{fill:#3b2f20;stroke:#1d1710;stroke-width:2.5}.on0{fill:#1d1710}.on1{fill:#fffdf7}"
    "text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".label{font-size:20px;font-weight:600}.edge{font-size:13px;fill:#6b5a3e}.caption{font-size:14px;fill:#3b2f20}"
)


def svg(diagram: Diagram) -> str:
    """The board as a small stand-alone SVG document; the sides differ in brightness, not only in colour."""
    columns, rows = len(diagram.columns), len(diagram.rows)
    width, board_height = columns * _SQUARE + 2 * _MARGIN, rows * _SQUARE + 2 * _MARGIN
    height = board_height + _MARGIN
    beside = ", ".join(f"{name} {value}" for name, value in diagram.counters)
    caption = f"{diagram.caption} ({beside})" if beside else diagram.caption
    spoken = "; ".join(piece.spoken for piece in diagram.pieces) or "The board is empty"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(caption)}</title><desc>{escape(spoken)}</desc><style>{_STYLE}</style>",
    ]
    for y in range(rows):
        for x in range(columns):
            shade = "light" if (x + y) % 2 else "dark"
            parts.append(
                f'<rect class="{shade}" x="{_MARGIN + x * _SQUARE}" y="{_top(rows, y)}" width="{_SQUARE}" height="{_SQUARE}"/>'
            )
    for x, name in enumerate(diagram.columns):
        parts.append(_label("edge", _centre(x), _MARGIN + rows * _SQUARE + _MARGIN // 2, name))
    for y, name in enumerate(diagram.rows):
        parts.append(_label("edge", _MARGIN // 2, _top(rows, y) + _SQUARE // 2, name))
    for piece in diagram.pieces:
        x_centre, y_centre = _centre(piece.x), _top(rows, piece.y) + _SQUARE // 2
        parts.append(f'<circle class="side{piece.side}" cx="{x_centre}" cy="{y_centre}" r="{_SQUARE * 2 // 5}"/>')
        parts.append(_label(f"label on{piece.side}", x_centre, y_centre, piece.label))
    parts.append(_label("caption", width // 2, board_height + _MARGIN // 3, caption))
    parts.append("</svg>")
    return "".join(parts)


def _centre(x: int) -> int:
    return _MARGIN + x * _SQUARE + _SQUARE // 2


def _top(rows: int, y: int) -> int:
    return _MARGIN + (rows - 1 - y) * _SQUARE


def _label(kind: str, x: int, y: int, text: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'
