"""A sheet: several pictures on one page, for reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.drawing.picture import Mark, Picture, View, picture, shortened
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.shapes import Shape, escaped

MOST_PICTURES = 64
"""A sheet with more could not be read."""

_MARGIN = 12
_TITLE = 22
_BETWEEN = 10
"""Between the rows."""


def sheet(scenes: Sequence[Scene], view: View | None = None) -> Picture:
    """Scenes of one game side by side, row by row, below what they have in common: their title. There must be at least one."""
    title = scenes[0].title
    pictures = [picture(replace(scene, title=""), view) for scene in scenes]
    columns = _columns(len(pictures))
    width, height = max(each.width for each in pictures), max(each.height for each in pictures) + _BETWEEN
    top = _MARGIN + (_TITLE + 14 if title else 0)
    rows = ceil(len(pictures) / columns)
    across, down = columns * width + 2 * _MARGIN, top + rows * height - _BETWEEN + _MARGIN
    marks = []
    if title:
        text = escaped(shortened(visible(title), _TITLE, across - 4 * _MARGIN))
        shape = Shape(f'<text class="title" style="font-size:{_TITLE}px">{text}</text>', (0, -_TITLE, across, _TITLE))
        marks.append(Mark(shape, 2 * _MARGIN, _MARGIN + _TITLE))
    for place, each in enumerate(pictures):
        x, y = _MARGIN + place % columns * width, top + place // columns * height
        marks += [Mark(mark.shape, mark.x + x, mark.y + y) for mark in each.marks]
    summary = f"{title or 'A game'}, {len(pictures)} pictures" if len(pictures) > 1 else scenes[0].summary
    spoken = " ".join(f"{number}: {scene.caption}. {scene.description}" for number, scene in enumerate(scenes, 1))
    return Picture(across, down, pictures[0].cell, pictures[0].theme, tuple(marks), summary, spoken)


def _columns(number: int) -> int:
    """How many pictures stand side by side: a little more than stand one below the other, and no lonely last one where possible."""
    if number <= 4:
        return number
    widest = ceil(sqrt(number * 1.3))
    return min(range(max(widest - 1, 2), widest + 2), key=lambda columns: (-number % columns, abs(columns - widest)))
