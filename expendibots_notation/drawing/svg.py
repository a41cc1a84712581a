"""Pictures as SVG: stand-alone documents, valid XML, small because each shape and each class is written once.

Styles are bound to a class of the root, and equal shapes have equal names, so pictures can share a page. A page can style them too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from zlib import crc32

from expendibots_notation.drawing.picture import Mark, Picture, View, picture
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.shapes import escaped, number
from expendibots_notation.drawing.themes import style_rules

FONT = "Source Sans Pro"
"""The font that PNG files are made with; where it is missing, an SVG looks much the same in another one."""

_CLASS = re.compile(r'class="([^"]*)"')
_LONGEST_TITLE = 5000
"""It is read aloud, and the names of players may be of any length."""


def draw_svg(scene: Scene, view: View | None = None, size: int | None = None) -> str:
    """A scene as an SVG document, `size` pixels wide if that is given."""
    return svg(picture(scene, view), size)


def svg(drawn: Picture, size: int | None = None) -> str:
    """A picture as an SVG document, `size` pixels wide if that is given."""
    width, height = (drawn.width, drawn.height) if size is None else (size, max(round(size * drawn.height / drawn.width), 1))
    body = "".join(_elements(drawn))
    title = drawn.summary
    if len(title) > _LONGEST_TITLE:
        title = title[: _LONGEST_TITLE - 1] + "…"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawn.width} {drawn.height}" width="{width}" height="{height}" '
        f'class="xbn {_scope(drawn)}" role="img">'
        f"<title>{escaped(title)}</title><desc>{escaped(drawn.description)}</desc>"
        f"<style>{_style(drawn, body)}</style>{body}</svg>\n"
    )


def fragment(drawn: Picture, marks: Iterable[Mark], zoom: float, width: int, height: int) -> str:
    """Some marks, in the theme of a picture, as an SVG document of their own without a ground; their places are in pixels."""
    body = "".join(
        f'<g transform="translate({number(mark.x)} {number(mark.y)})scale({zoom:.6f})">{mark.shape.body}</g>' for mark in marks
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" class="xbn {_scope(drawn)}">'
        f"<style>{_style(drawn, body)}</style>{body}</svg>"
    )


def _elements(drawn: Picture) -> Iterator[str]:
    """The shapes that occur more than once, and then all of them in their order."""
    uses = Counter(mark.shape.body for mark in drawn.marks)
    # The same shape has the same name in every picture of the theme, and no other shape has it in any picture.
    names = {body: f"{_scope(drawn)}-{crc32(body.encode()):08x}" for body, number_of in uses.items() if number_of > 1}
    if names:
        # What is used is styled as if nothing stood around it, so each shape belongs to the theme by itself.
        yield "<defs>" + "".join(f'<g id="{name}" class="{_scope(drawn)}">{body}</g>' for body, name in names.items()) + "</defs>"
    yield f'<rect class="paper" width="{drawn.width}" height="{drawn.height}" rx="6"/>'
    for mark in drawn.marks:
        body = mark.shape.body
        if body in names:
            yield f'<use href="#{names[body]}" x="{number(mark.x)}" y="{number(mark.y)}"/>'
        elif mark.x == mark.y == 0:
            yield body
        else:
            yield f'<g transform="translate({number(mark.x)} {number(mark.y)})">{body}</g>'


def _scope(drawn: Picture) -> str:
    return f"xbn-{drawn.theme.name}"


def _style(drawn: Picture, body: str) -> str:
    """The rules of the classes that occur."""
    used = {name for found in _CLASS.findall(body) for name in found.split()}
    scope = _scope(drawn)
    rules = "".join(f".{scope} .{name}{{{rule}}}" for name, rule in style_rules(drawn.theme).items() if name in used)
    return f".{scope} text{{font-family:'{FONT}','Source Sans 3',system-ui,sans-serif}}{rules}"
