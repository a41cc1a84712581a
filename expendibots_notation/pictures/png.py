"""PNG from SVG, by resvg. The same SVG gives the same bytes on every machine, unless it holds characters that the font lacks.

The font comes with the extra `render`: numbers appear on a machine without any fonts, and look alike on all machines.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from expendibots_notation.pictures.extra import needs_extra

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

MOST_PIXELS = 30_000_000
"""A larger picture would take long, and a lot of memory."""

_TEXT = re.compile(r"<text\b[^>]*>([^<]*)</text>")
_WEIGHTS = ("SourceSansPro-Regular.ttf", "SourceSansPro-Semibold.ttf")
_NO_CHARACTER = "\U0010ffff"


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG document as a PNG file, so many pixels wide if that is given. Raises MissingExtra.

    Only the font of the extra is used. Where a text has characters that it lacks (in a name in Chinese, say), the fonts of the
    machine are used for them: the picture then depends on the machine, and where that has no font for them either, there is a gap.
    """
    with needs_extra():
        import resvg_py
    has_strangers = lacks("".join(_TEXT.findall(svg)))
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=not has_strangers, font_files=list(font_files()))


@cache
def font_files() -> tuple[str, ...]:
    """The files of the font, one for each weight that pictures use. Raises MissingExtra."""
    with needs_extra():
        # Only found, not imported: all that the package does is to list its own files.
        package = find_spec("font_source_sans_pro")
        if package is None or not package.submodule_search_locations:
            raise ModuleNotFoundError(name="font-source-sans-pro")
    return tuple(str(Path(package.submodule_search_locations[0], "files", weight)) for weight in _WEIGHTS)


def lacks(text: str) -> bool:
    """Whether the font has no shape for some character of a text. Raises MissingExtra."""
    return not text.isascii() and _shape(_NO_CHARACTER) in map(_shape, set(text))


def _shape(character: str) -> bytes:
    """How the font draws a character: all that it lacks look alike."""
    font = _font()
    return bytes(font.getmask(character)) if font.getlength(character) else b""


@cache
def _font() -> FreeTypeFont:
    with needs_extra():
        from PIL import ImageFont

    return ImageFont.truetype(font_files()[0], layout_engine=ImageFont.Layout.BASIC)
