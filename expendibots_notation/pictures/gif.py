"""Animated GIF from a film.

To paint each frame anew would take minutes. So resvg paints all shapes in one call, and frames are put together from these sprites.
Only what differs from the frame before is written, as soon as it is made: memory does not grow with the film.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from expendibots_notation.drawing.film import Frame
from expendibots_notation.drawing.picture import Mark, Picture, View, picture
from expendibots_notation.drawing.shapes import Shape
from expendibots_notation.drawing.svg import fragment
from expendibots_notation.drawing.themes import Colour
from expendibots_notation.pictures.extra import needs_extra
from expendibots_notation.pictures.png import png

if TYPE_CHECKING:
    from PIL.Image import Image

_COLOURS = 255
_TRANSPARENT = 255
"""The number of the colour that means: as in the frame before."""
_NOWHERE = (255, 0, 255)
"""What that colour is taken for: one that no theme has, lest it be chosen for a pixel."""
_EXACT_COLOURS = 96
_STRIP = 2048
"""How wide the image is on which all sprites are painted."""

_CLASS = re.compile(r'class="([^"]*)"')

Progress = Callable[[int, int], None]
"""Told after each frame how many are done, and how many there are."""


def gif(film: Iterable[Frame], view: View, size: int | None = None, progress: Progress | None = None) -> Iterator[bytes]:
    """The pieces of a GIF file that shows a film over and over, about `size` pixels wide if that is given. Raises MissingExtra.

    The size is rounded so that each square has a whole number of pixels.
    """
    with needs_extra():
        from PIL import ImageChops  # before any work is done
    frames = list(film)
    pictures = [picture(frame.scene, view) for frame in frames]
    studio = _Studio(pictures, size)
    # The size, the colours, and that the film begins anew when it is over.
    yield b"GIF89a" + struct.pack("<HHBBB", studio.width, studio.height, 0xF7, 0, 0)
    yield studio.colours.table + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    before: Image | None = None
    waiting: tuple[Image, Image | None] | None = None
    time = 0
    # A frame is written once it is known that the next one differs; those that look alike are one frame, shown longer.
    for number, (frame, drawn) in enumerate(zip(frames, pictures, strict=True), 1):
        painted = studio.paint(drawn)
        if waiting is not None and ImageChops.difference(waiting[0], painted).getbbox():
            yield _image(studio, *waiting, time)
            before, waiting, time = waiting[0], None, 0
        if waiting is None:
            waiting = painted, before
        time += frame.milliseconds
        if progress is not None:
            progress(number, len(frames))
    if waiting is not None:
        yield _image(studio, *waiting, time)
    yield b";"


# Painting


@dataclass(frozen=True, slots=True)
class _Sprite:
    """A painted shape, and where its upper left corner is, seen from the whole pixel left above its place."""

    image: Image
    x: int
    y: int


Key = tuple[str, int, int]
"""A shape, and how far its place is from a whole pixel, in hundredths: the same shape looks a little different there."""


class _Studio:
    """Paints pictures of one size from sprites."""

    def __init__(self, pictures: Sequence[Picture], size: int | None) -> None:
        from PIL import Image, ImageColor

        first = pictures[0]
        cell = first.cell if size is None else max(round(first.cell * size / first.width), 2)
        self.zoom = cell / first.cell
        self.width, self.height = ceil(first.width * self.zoom), ceil(max(each.height for each in pictures) * self.zoom)
        self.ground = Image.new("RGB", (self.width, self.height), ImageColor.getrgb(first.theme.colours["paper"]))
        self.sprites = self.paint_sprites(pictures)
        self.colours = self.mix_colours(pictures)

    def place(self, mark: Mark) -> tuple[int, int, Key]:
        """The whole pixel left above a mark, and which sprite belongs there."""
        x, y = mark.x * self.zoom, mark.y * self.zoom
        left, top = floor(x), floor(y)
        return left, top, (mark.shape.body, round((x - left) * 100), round((y - top) * 100))

    def paint(self, drawn: Picture) -> Image:
        """A picture, as its SVG would look."""
        image = self.ground.copy()
        for mark in drawn.marks:
            left, top, key = self.place(mark)
            sprite = self.sprites[key]
            image.paste(sprite.image, (left + sprite.x, top + sprite.y), sprite.image)
        return image

    def paint_sprites(self, pictures: Sequence[Picture]) -> dict[Key, _Sprite]:
        """Every shape that occurs, painted once: side by side on a strip, which is cut up."""
        from PIL import Image

        wanted: dict[Key, Shape] = {}
        for drawn in pictures:
            for mark in drawn.marks:
                wanted.setdefault(self.place(mark)[2], mark.shape)
        slots: dict[Key, tuple[int, int, int, int, int, int]] = {}
        marks: list[Mark] = []
        strip = max(_STRIP, self.width + 4)
        x = y = tallest = 0
        # The tallest first, so that little room is lost.
        for key in sorted(wanted, key=lambda each: (wanted[each].reach[1] - wanted[each].reach[3], each)):
            left, top, right, bottom = (edge * self.zoom for edge in wanted[key].reach)
            from_x, from_y = floor(left) - 1, floor(top) - 1
            width, height = min(ceil(right) + 2 - from_x, strip), ceil(bottom) + 2 - from_y
            if x + width > strip:
                x, y, tallest = 0, y + tallest, 0
            slots[key] = (x, y, width, height, from_x, from_y)
            place_x, place_y = x - from_x + key[1] / 100, y - from_y + key[2] / 100
            marks.append(Mark(wanted[key], place_x, place_y))
            x, tallest = x + width, max(tallest, height)
        painted = png(fragment(pictures[0], marks, self.zoom, strip, y + tallest))
        with Image.open(BytesIO(painted)) as image:
            image.load()
            return {
                key: _Sprite(image.crop((x, y, x + width, y + height)), from_x, from_y)
                for key, (x, y, width, height, from_x, from_y) in slots.items()
            }

    def mix_colours(self, pictures: Sequence[Picture]) -> _Colours:
        """The colours of the film: those of the theme, the commonest others, and of the shades at edges one for several."""
        from PIL import Image

        counts: Counter[Colour] = Counter()
        seen: set[frozenset[str]] = set()
        for drawn in pictures:
            kinds = {frozenset(_CLASS.findall(mark.shape.body)) for mark in drawn.marks}
            if not kinds <= seen:
                seen |= kinds
                painted = self.paint(drawn)
                for number, colour in painted.getcolors(painted.width * painted.height) or []:
                    assert isinstance(colour, tuple)
                    counts[colour[0], colour[1], colour[2]] += number
        own = [colour for colour in pictures[0].theme.mixed() if colour in counts]
        ranked = [colour for colour, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))]
        ranked = list(dict.fromkeys([*own, *ranked]))
        chosen = _Colours(ranked[:_EXACT_COLOURS])
        others = ranked[_EXACT_COLOURS:]
        if others:
            shades = Image.new("RGB", (len(others), 1))
            shades.putdata(others)
            mixed = shades.quantize(_COLOURS - len(chosen.found), Image.Quantize.MEDIANCUT).convert("RGB")
            chosen.add([(each[0], each[1], each[2]) for _, each in mixed.getcolors(len(others)) or [] if isinstance(each, tuple)])
        return chosen


class _Colours:
    """The colours of a film.

    Pillow looks for the nearest colour in steps of 4, from the darkest colour of a step. So there is one colour a step.
    """

    def __init__(self, colours: list[Colour]) -> None:
        self.found: dict[Colour, Colour] = {}
        """By the darkest colour of each step."""
        self.add(colours)

    def add(self, colours: list[Colour]) -> None:
        for red, green, blue in colours:
            if len(self.found) < _COLOURS:
                self.found.setdefault((red & ~3, green & ~3, blue & ~3), (red, green, blue))

    @property
    def table(self) -> bytes:
        """As a GIF file holds them: 256, of which the last one is transparent."""
        return bytes(part for colour in self.found.values() for part in colour).ljust(3 * 256, b"\0")

    @cached_property
    def searched(self) -> Image:
        """As an image whose palette they are, for Pillow to search."""
        from PIL import Image

        first = next(iter(self.found))
        palette = [*self.found, *[first] * (_COLOURS - len(self.found)), _NOWHERE]
        image = Image.new("P", (1, 1))
        image.putpalette([part for colour in palette for part in colour])
        return image


# Writing


def _image(studio: _Studio, painted: Image, before: Image | None, milliseconds: int) -> bytes:
    """A frame: what differs from the one before it, in the smallest rectangle that holds it."""
    from PIL import ImageChops
    from PIL.GifImagePlugin import getdata
    from PIL.Image import Dither

    left = top = 0
    same = None
    if before is not None:
        difference = ImageChops.difference(before, painted)
        box = difference.getbbox() or (0, 0, 1, 1)
        left, top, painted = box[0], box[1], painted.crop(box)
        red, green, blue = difference.crop(box).split()
        same = ImageChops.lighter(ImageChops.lighter(red, green), blue).point([255] + [0] * 255)
    indexed = painted.quantize(palette=studio.colours.searched, dither=Dither.NONE)
    if same is not None:
        indexed.paste(_TRANSPARENT, mask=same)
    # GIF counts in hundredths of a second. Frames of less than two are slowed down by most viewers.
    duration = max(round(milliseconds / 10), 2) * 10
    return b"".join(getdata(indexed, (left, top), duration=duration, transparency=_TRANSPARENT, disposal=1))
