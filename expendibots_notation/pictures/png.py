"""PNG from SVG, by resvg. The same SVG gives the same bytes on every machine, unless it holds characters that the font lacks."""

from __future__ import annotations

import re

from expendibots_notation.pictures.extra import needs_extra
from expendibots_notation.pictures.fonts import font_files, lacks

MOST_PIXELS = 30_000_000
"""A larger picture would take long, and a lot of memory."""

_TEXT = re.compile(r"<text\b[^>]*>([^<]*)</text>")


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG document as a PNG file, so many pixels wide if that is given. Raises MissingExtra.

    Only the font of the extra is used. Where a text has characters that it lacks (in a name in Chinese, say), the fonts of the
    machine are used for them: the picture then depends on the machine, and where that has no font for them either, there is a gap.
    """
    with needs_extra():
        import resvg_py
    has_strangers = lacks("".join(_TEXT.findall(svg)))
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=not has_strangers, font_files=list(font_files()))
