"""Draws the picture of the terminal player for the README: python docs/pictures/make_player.py FILE.svg

The player runs without a terminal, some keys are pressed, and what would be on the screen is drawn. Blocks and lines are drawn as
shapes, so that only letters depend on the fonts of who looks at it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from expendibots_notation.viewer.panels import INK, PAPER
from expendibots_notation.viewer.player import Player
from expendibots_notation.viewer.shelf import Shelf

ROOT = Path(__file__).parents[2]
GAME = ROOT / "samples" / "expendibots" / "chain-reaction.xbn"
SIZE = (80, 24)
KEYS = ("end", "left", "left")

WIDTH, HEIGHT, MARGIN = 9, 18, 12
FONT = "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
TITLE = "The terminal player in the middle of a chain reaction: wave 7 of 8"

UPPER_LEFT, UPPER_RIGHT = (0, 0, 1 / 2, 1 / 2), (1 / 2, 0, 1 / 2, 1 / 2)
LOWER_LEFT, LOWER_RIGHT = (0, 1 / 2, 1 / 2, 1 / 2), (1 / 2, 1 / 2, 1 / 2, 1 / 2)
BLOCKS: dict[str, list[tuple[float, float, float, float]]] = {
    "▀": [(0, 0, 1, 1 / 2)],
    "▌": [(0, 0, 1 / 2, 1)],
    "▐": [(1 / 2, 0, 1 / 2, 1)],
    "▘": [UPPER_LEFT],
    "▝": [UPPER_RIGHT],
    "▖": [LOWER_LEFT],
    "▗": [LOWER_RIGHT],
    "▚": [UPPER_LEFT, LOWER_RIGHT],
    "▞": [UPPER_RIGHT, LOWER_LEFT],
    **{bar: [(0, 1 - eighths / 8, 1, eighths / 8)] for eighths, bar in enumerate("▁▂▃▄▅▆▇█", 1)},
}
"""What a character fills of its place: left, top, width and height."""
LINES = {"╲": (0, 0, 1, 1), "╱": (0, 1, 1, 0), "│": (0.5, 0, 0.5, 1), "─": (0, 0.5, 1, 0.5)}  # noqa: RUF001 - lines, not a slash
"""From where to where a character is a line."""


async def screen() -> list[Strip]:
    """What the player shows."""
    player = Player(Shelf([str(GAME)]))
    async with player.run_test(size=SIZE) as pilot:
        await pilot.press(*KEYS)
        await pilot.pause()
        return player.screen._compositor.render_strips()


class Drawing:
    """An SVG document in the making: shapes by colour, then texts."""

    def __init__(self) -> None:
        self.shapes: dict[str, list[str]] = defaultdict(list)
        self.strokes: dict[str, list[str]] = defaultdict(list)
        self.texts: list[str] = []

    def fill(self, colour: str, x: float, y: float, width: float, height: float) -> None:
        self.shapes[colour].append(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z")

    def add(self, x: int, y: int, text: str, style: Style) -> None:
        """A piece of a line, all in one style."""
        ink = style.color.triplet.hex if style.color is not None and style.color.triplet else INK
        ground = style.bgcolor.triplet.hex if style.bgcolor is not None and style.bgcolor.triplet else PAPER
        if style.reverse:
            ink, ground = ground, ink
        if ground != PAPER:
            self.fill(ground, x, y, cell_len(text) * WIDTH, HEIGHT)
        for place, character in enumerate(text):
            left = x + place * WIDTH
            if character in BLOCKS:
                for dx, dy, width, height in BLOCKS[character]:
                    self.fill(ink, left + dx * WIDTH, y + dy * HEIGHT, width * WIDTH, height * HEIGHT)
            elif character in LINES:
                x1, y1, x2, y2 = LINES[character]
                self.strokes[ink].append(f"M{left + x1 * WIDTH:g} {y + y1 * HEIGHT:g}L{left + x2 * WIDTH:g} {y + y2 * HEIGHT:g}")
        written = "".join(" " if character in BLOCKS or character in LINES else character for character in text)
        if written.strip():
            start = len(written) - len(written.lstrip())
            words = written.strip()
            weight = ' font-weight="bold"' if style.bold else ""
            self.texts.append(
                f'<text x="{x + start * WIDTH}" y="{y + HEIGHT - 5}" fill="{ink}"{weight}'
                f' textLength="{cell_len(words) * WIDTH}">{escape(words)}</text>'
            )

    def document(self, width: int, height: int) -> Iterator[str]:
        size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
        yield f'<title>{escape(TITLE)}</title><rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>'
        yield '<g shape-rendering="crispEdges">'
        yield from (f'<path fill="{colour}" d="{"".join(parts)}"/>' for colour, parts in self.shapes.items())
        yield "</g>"
        yield from (f'<path stroke="{colour}" d="{"".join(parts)}"/>' for colour, parts in self.strokes.items())
        yield f'<g font-family="{FONT}" font-size="15" xml:space="preserve">'
        yield from self.texts
        yield "</g></svg>"


def main(target: str) -> None:
    drawing = Drawing()
    for row, strip in enumerate(asyncio.run(screen())):
        column = 0
        for segment in strip.simplify():
            drawing.add(MARGIN + column * WIDTH, MARGIN + row * HEIGHT, segment.text, segment.style or Style())
            column += segment.cell_length
    lines = drawing.document(SIZE[0] * WIDTH + 2 * MARGIN, SIZE[1] * HEIGHT + 2 * MARGIN)
    Path(target).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
