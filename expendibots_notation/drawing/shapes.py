"""The shapes of a picture: pieces, bursts, arrows and crosses, each as SVG around the point (0, 0) for squares of a given size.

Shapes carry class names and no colours; what the classes mean is in `themes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Diagram, Piece

RADIUS = 0.36
"""Of a piece, in squares."""
_LEVEL = 0.07
"""How much higher each token of a stack lies than the one below it."""
_MOST_LEVELS = 4
"""From here on only the number on a stack tells how high it is."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edge of what a shape covers."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Something to be put anywhere on a picture."""

    body: str
    """The SVG elements."""
    reach: Box


def number(value: float) -> str:
    """A number as SVG writes it, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if round(value, 2) else "0"


def escaped(text: str) -> str:
    """Words from anywhere, made harmless in XML and for people."""
    return visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _around(half: float) -> Box:
    return (-half, -half, half, half)


def _circle(kind: str, y: float, radius: float, width: float = 0.0, more: str = "") -> str:
    place = f' cy="{number(y)}"' if round(y, 2) else ""
    stroke = f' stroke-width="{number(width)}"' if width else ""
    return f'<circle class="{kind}"{place} r="{number(radius)}"{stroke}{more}/>'


def _label(kind: str, text: str, y: float, size: float) -> str:
    """A centred text. Digits are about two thirds as high as the size of their font, in any font."""
    return f'<text class="n {kind}" y="{number(y + size * 0.33)}" font-size="{number(size)}">{escaped(text)}</text>'


def _fitting(text: str, largest: float, room: float) -> float:
    """The size at which a short text, mostly of digits, fits; in some fonts, digits are rather wide."""
    return min(largest, room / (0.6 * max(len(visible(text)), 1)))


# A film has the same few shapes in thousands of frames.
_remembered = lru_cache(maxsize=512)


# Pieces


def piece(item: Piece, diagram: Diagram, cell: float) -> Shape:
    """A piece, by its kind."""
    if item.kind == "human":
        return _human(cell)
    if item.kind == "robot":
        return _robot(cell)
    if item.kind == "explosion":
        return _explosion(cell)
    return _stack(item.label, diagram.colour_of(item.side), cell)


@_remembered
def _stack(label: str, colour: str, cell: float) -> Shape:
    """A pile of tokens, with its height on top; a single token where nothing is to be written on it."""
    levels = min(int(label), _MOST_LEVELS) if label.isascii() and label.isdigit() and len(label) < 9 else _MOST_LEVELS
    if not label:
        levels = 1
    radius, step = cell * RADIUS, cell * _LEVEL
    bottom = (levels - 1) * step / 2
    top = -bottom
    rim = max(cell / 28, 0.8)
    parts = [_circle("shade", bottom + cell * 0.05, radius + rim / 2)]
    parts += [_circle(colour, bottom - level * step, radius, rim) for level in range(max(levels, 1))]
    if colour != "black":
        dashes = {"red": f' stroke-dasharray="{number(cell / 12)}"', "blue": f' stroke-dasharray="{number(cell / 3)}"'}
        parts.append(_circle(f"{colour}-ring", top, radius * 0.84, cell / 40, dashes.get(colour, "")))
    if label:
        parts.append(_label(f"{colour}-ink", label, top, _fitting(label, cell * 0.42, radius * 1.5)))
    return Shape("".join(parts), _around(cell * 0.5))


@_remembered
def _human(cell: float) -> Shape:
    """A head and shoulders."""
    c = cell * 1.15
    rim = number(max(c / 28, 0.6))
    body = (
        f'<path class="human" stroke-width="{rim}" d="M{number(-0.27 * c)} {number(0.36 * c)}'
        f"q0 {number(-0.36 * c)} {number(0.27 * c)} {number(-0.36 * c)}"
        f't{number(0.27 * c)} {number(0.36 * c)}z"/>'
        f'<circle class="human" cy="{number(-0.17 * c)}" r="{number(0.17 * c)}" stroke-width="{rim}"/>'
    )
    return Shape(body, _around(c * 0.44))


@_remembered
def _robot(cell: float) -> Shape:
    """A head with two eyes and an antenna."""
    c = cell * 1.15
    rim = number(max(c / 28, 0.6))
    eyes = "".join(
        f'<circle class="robot-ink" cx="{number(x * c)}" cy="{number(0.03 * c)}" r="{number(0.075 * c)}"/>' for x in (-0.12, 0.12)
    )
    body = (
        f'<path class="robot" stroke-width="{rim}" d="M0 {number(-0.18 * c)}v{number(-0.16 * c)}"/>'
        f'<circle class="robot" cy="{number(-0.35 * c)}" r="{number(0.06 * c)}" stroke-width="{rim}"/>'
        f'<rect class="robot" x="{number(-0.28 * c)}" y="{number(-0.19 * c)}" width="{number(0.56 * c)}" '
        f'height="{number(0.5 * c)}" rx="{number(0.1 * c)}" stroke-width="{rim}"/>{eyes}'
    )
    return Shape(body, _around(c * 0.44))


@_remembered
def _explosion(cell: float) -> Shape:
    """What is left of robots: a small fire."""
    return Shape(_star("blast", cell, 0.4, 0.22) + _star("flame", cell, 0.24, 0.13), _around(cell * 0.42))


# What happens to squares


@_remembered
def touched(cell: float) -> Shape:
    """A square that the last action concerns."""
    return Shape(_square("touched", cell / 2), _around(cell / 2))


@_remembered
def highlight(cell: float) -> Shape:
    """A square that somebody points at."""
    width = cell / 14
    return Shape(_square("highlight", cell / 2 - width / 2, f' stroke-width="{number(width)}"'), _around(cell / 2))


def _square(kind: str, half: float, more: str = "") -> str:
    side = number(2 * half)
    return f'<rect class="{kind}" x="{number(-half)}" y="{number(-half)}" width="{side}" height="{side}"{more}/>'


@_remembered
def ghost(cell: float) -> Shape:
    """The place that somebody has left."""
    dashes = f' stroke-dasharray="{number(cell / 16)} {number(cell / 12)}"'
    return Shape(_circle("ghost", 0, cell * RADIUS * 0.9, cell / 28, dashes), _around(cell * 0.4))


@_remembered
def burst(wave: int, cell: float) -> Shape:
    """A square that explodes, with the number of its wave."""
    text = str(wave + 1)
    parts = _star("blast", cell, 0.52, 0.33) + _star("flame", cell, 0.38, 0.25)
    return Shape(parts + _label("soot", text, 0, _fitting(text, cell * 0.36, cell * 0.4)), _around(cell * 0.54))


@_remembered
def scorch(wave: int, cell: float) -> Shape:
    """A square that has exploded, with the number of its wave."""
    text = str(wave + 1)
    parts = _star("scorch", cell, 0.44, 0.27, f' stroke-width="{number(cell / 48)}"')
    return Shape(parts + _label("ember", text, 0, _fitting(text, cell * 0.3, cell * 0.36)), _around(cell * 0.5))


def _star(kind: str, cell: float, outer: float, inner: float, more: str = "", points: int = 10) -> str:
    """A star; every second point is a little shorter, which makes it look like an explosion and not like a medal."""
    path = []
    for corner in range(2 * points):
        radius = inner if corner % 2 else outer * (0.86 if corner % 4 else 1.0)
        angle = pi * corner / points - pi / 2
        path.append(f"{number(radius * cell * cos(angle))} {number(radius * cell * sin(angle))}")
    return f'<path class="{kind}"{more} d="M{"L".join(path)}z"/>'


# Arrows and crosses


def arrow(kind: str, across: float, down: float, start: float, end: float, cell: float, is_tried: bool = False) -> Shape:
    """An arrow from near (0, 0) to near (across, down), which is so far away in pixels; `start` and `end` are left free there."""
    length = max(hypot(across, down), 0.01)
    ux, uy = across / length, down / length
    tail, tip = start, max(length - end, start + cell * 0.18)
    neck = max(tip - cell * 0.26, tail)
    shaft, barb = cell * 0.055, cell * 0.17

    def at(along: float, aside: float) -> str:
        return f"{number(along * ux - aside * uy)} {number(along * uy + aside * ux)}"

    halo = f' stroke-width="{number(cell / 32)}"'
    reach = (
        min(0, across) - cell * 0.3,
        min(0, down) - cell * 0.3,
        max(0, across) + cell * 0.3,
        max(0, down) + cell * 0.3,
    )
    if is_tried:
        line = f'd="M{at(tail, 0)}L{at(neck, 0)}"'
        dashes = f'stroke-dasharray="{number(cell * 0.14)} {number(cell * 0.09)}"'
        body = (
            f'<path class="halo" stroke-width="{number(cell * 0.16)}" {line}/>'
            f'<path class="tried" stroke-width="{number(cell * 0.1)}" {dashes} {line}/>'
            f'<path class="tip"{halo} d="M{at(neck, -barb)}L{at(tip, 0)}L{at(neck, barb)}z"/>'
        )
        return Shape(body, reach)
    corners = [(tail, -shaft), (neck, -shaft), (neck, -barb), (tip, 0), (neck, barb), (neck, shaft), (tail, shaft)]
    if neck <= tail:
        corners = corners[2:5]
    path = "L".join(at(*corner) for corner in corners)
    return Shape(f'<path class="{kind}"{halo} d="M{path}z"/>', reach)


@_remembered
def cross(cell: float) -> Shape:
    """Where something was tried in vain."""
    a = number(cell * 0.2)
    line = f'd="M-{a}-{a}L{a} {a}M-{a} {a}L{a}-{a}"'
    body = (
        f'<path class="halo" stroke-width="{number(cell * 0.2)}" {line}/>'
        f'<path class="tried" stroke-width="{number(cell * 0.11)}" {line}/>'
    )
    return Shape(body, _around(cell * 0.34))
