"""PNG: numbers are there on any machine, with fonts or without; the same picture gives the same bytes."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from io import BytesIO

import pytest
import resvg_py
from pictured import HOSTILE, half_steps, scene, sides, start, tall
from PIL import Image, ImageChops

import expendibots_notation as xn
from expendibots_notation.drawing.picture import View, picture
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.svg import draw_svg
from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.pictures.extra import MissingExtra
from expendibots_notation.pictures.png import font_files, lacks, png

TEXT = re.compile(r"<text\b[^>]*>[^<]*</text>")
STRANGE = "漢字"
"""Characters that the font of the extra lacks."""


def image(data: bytes) -> Image.Image:
    with Image.open(BytesIO(data)) as found:
        return found.convert("RGB")


def ink(drawn: Scene, label: str, data: bytes, bare: bytes) -> int:
    """How many pixels of the only piece with that label differ from those of the same picture without any text."""
    found = picture(drawn)
    (mark,) = [mark for mark in found.marks[1:] if f">{label}</text>" in mark.shape.body]
    half = found.cell / 2
    box = (round(mark.x - half), round(mark.y - half), round(mark.x + half), round(mark.y + half))
    difference = ImageChops.difference(image(data).crop(box), image(bare).crop(box)).convert("L")
    return sum(difference.histogram()[40:])


@pytest.mark.parametrize("title", ["", STRANGE], ids=["without system fonts", "with system fonts"])
@pytest.mark.parametrize("height", ["1", "12", "120"])
@pytest.mark.parametrize("letter", ["w", "b"])
def test_a_number_is_seen(title: str, height: str, letter: str) -> None:
    other = "b" if letter == "w" else "w"
    position = xn.expendibots.start(f".8/.8/.8/.2{letter}{height}.5/.8/.8/.8/.7{other}3 w 1")
    drawn = Scene(position.diagram(), title=title)
    text = draw_svg(drawn)
    assert ink(drawn, height, png(text), png(TEXT.sub("", text))) > 30


def test_a_number_would_not_be_seen_without_the_font() -> None:
    """So the test above can fail: on a machine without fonts, resvg leaves text out and says nothing."""
    drawn = Scene(xn.expendibots.start(".8/.8/.8/.2w120.5/.8/.8/.8/.7b3 w 1").diagram())
    text = draw_svg(drawn)
    bare = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True)
    assert ink(drawn, "120", bare, png(TEXT.sub("", text))) == 0


def test_the_number_of_a_wave_is_seen() -> None:
    text = draw_svg(half_steps("expendibots/chain-reaction", 32)[0])
    bare = re.sub(r'<text class="n soot"[^>]*>1</text>', "", text)
    assert bare != text
    assert ImageChops.difference(image(png(text)), image(png(bare))).getbbox() is not None


def test_the_font_has_what_names_are_made_of() -> None:
    assert not lacks("Zoë Čapek – 16... xf4 · ½ …")
    assert lacks(STRANGE)
    assert lacks("✸")
    assert len(font_files()) == 2


def test_system_fonts_are_asked_only_where_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def spy(**options: object) -> bytes:
        asked.append(not options["skip_system_fonts"])
        return b""

    monkeypatch.setattr(resvg_py, "svg_to_bytes", spy)
    png(draw_svg(replace(start(), title="Zoë")))
    png(draw_svg(replace(start(), title=STRANGE)))
    assert asked == [False, True]


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_shows_its_colours(theme: str) -> None:
    colours = THEMES[theme].colours
    drawn = image(png(draw_svg(start(), View(THEMES[theme]))))
    seen = {colour for _, colour in drawn.getcolors(1 << 20) or []}
    for name in ("paper", "light", "dark", "frame", "white-face", "black-face"):
        assert tuple(bytes.fromhex(colours[name][1:])) in seen


@pytest.mark.parametrize("width", [64, 420, 1000])
def test_width(width: int) -> None:
    assert image(png(draw_svg(start()), width)).width == width


def test_the_same_picture_gives_the_same_bytes() -> None:
    for each in (tall(), sides(), scene("expendibots/chain-reaction", 32)):
        assert png(draw_svg(each)) == png(draw_svg(each))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_drawn(text: str) -> None:
    assert png(draw_svg(replace(start(), title=text, action=text))).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["resvg_py", "font_source_sans_pro"])
def test_what_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    font_files.cache_clear()
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=re.escape("pip install 'expendibots-notation[render]'")):
        png(draw_svg(start()))
    font_files.cache_clear()
