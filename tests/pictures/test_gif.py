"""GIF: the frames of the film, each as long as it says, and each as its SVG looks."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO

import pytest
from pictured import scene, sides, start, story
from PIL import Image, ImageChops, ImageStat

import expendibots_notation as xn
from expendibots_notation.cli.moments import scene_of
from expendibots_notation.drawing.film import Frame, Step, frames
from expendibots_notation.drawing.picture import View
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.svg import draw_svg
from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.pictures.extra import MissingExtra
from expendibots_notation.pictures.gif import gif
from expendibots_notation.pictures.png import png

VIEW = View()


def steps(name: str, first: int, last: int) -> list[Step]:
    told = story(name)
    found = [
        Step(scene_of(told, moment), moment.before.diagram() if moment.before and moment.ply > first else None)
        for moment in told.timeline.moments
        if first <= moment.ply <= last
    ]
    assert found
    return found


def make(film: Sequence[Frame], view: View = VIEW, size: int | None = None) -> bytes:
    return b"".join(gif(film, view, size))


def shown(data: bytes) -> list[tuple[Image.Image, int]]:
    """The frames as a viewer shows them, each with its time."""
    found = []
    with Image.open(BytesIO(data)) as animation:
        for number in range(getattr(animation, "n_frames", 1)):
            animation.seek(number)
            found.append((animation.convert("RGB"), animation.info["duration"]))
    return found


def test_frames_and_durations() -> None:
    """The last two plies of a game: a move in three steps, then eight waves."""
    found = shown(make(list(frames(steps("expendibots/chain-reaction", 30, 32), 500))))
    assert [time for _, time in found] == [500, 50, 50, 50, 500, *[250] * 8, 2500]


def test_every_frame_looks_as_its_svg() -> None:
    film = list(frames(steps("expendibots/chain-reaction", 30, 32)))
    for (painted, _), frame in zip(shown(make(film)), film, strict=True):
        with Image.open(BytesIO(png(draw_svg(frame.scene)))) as found:
            expected = Image.new("RGB", found.size, VIEW.theme.colours["paper"])
            expected.paste(found, mask=found.getchannel("A"))
        assert painted.size == expected.size
        difference = ImageStat.Stat(ImageChops.difference(painted, expected))
        assert max(difference.mean) < 0.6
        assert max(high for _, high in difference.extrema) < 90


@pytest.mark.parametrize("theme", THEMES)
def test_colours_of_the_theme_are_kept(theme: str) -> None:
    """Two that hardly differ may become one."""
    colours = THEMES[theme].colours
    (painted, _), *_ = shown(make([Frame(sides(), 100), Frame(start(), 100)], View(THEMES[theme])))
    seen = [colour for _, colour in painted.getcolors(1 << 20) or [] if isinstance(colour, tuple)]
    for name in ("paper", "light", "white-face", "black-face", "arrow", "attack", "flame"):
        wanted = colours[name]
        parts = bytes.fromhex(wanted[1:])
        assert any(max(abs(one - other) for one, other in zip(parts, each, strict=True)) <= 3 for each in seen), wanted


def test_frames_that_look_alike_are_one_frame() -> None:
    assert [
        time for _, time in shown(make([Frame(start(), 100), Frame(start(), 200), Frame(scene("expendibots/rejected", 1), 300)]))
    ] == [
        300,
        300,
    ]


def test_it_begins_anew() -> None:
    assert b"NETSCAPE2.0\x03\x01\x00\x00\x00" in make([Frame(start(), 100)])


def test_only_what_changes_is_written() -> None:
    """A second frame costs little."""
    one = make([Frame(start(), 100)])
    position = xn.expendibots.start()
    after = Scene(position.play("d2-d3").diagram(), position.trace(xn.expendibots.GAME.action("d2-d3")))
    assert len(make([Frame(start(), 100), Frame(after, 100)])) - len(one) < len(one) / 3


def test_a_hundred_plies_are_below_two_megabytes() -> None:
    data = make(list(frames(steps("expendibots/turn-limit", 0, 100), 200)))
    assert len(data) < 1_000_000
    with Image.open(BytesIO(data)) as animation:
        assert animation.n_frames == 101 + 3 * 100  # type: ignore[attr-defined]


def test_the_same_film_gives_the_same_bytes() -> None:
    film = list(frames(steps("expendibots/chain-reaction", 30, 32)))
    assert make(film) == make(film)


@pytest.mark.parametrize("size", [100, 300, 420, 777])
def test_size(size: int) -> None:
    """As asked for, up to half a pixel a square."""
    ((painted, _),) = shown(make([Frame(start(), 100)], size=size))
    assert abs(painted.width - size) <= 6


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    list(gif([Frame(start(), 100), Frame(sides(), 100)], VIEW, progress=lambda done, total: told.append((done, total))))
    assert told == [(1, 2), (2, 2)]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra, match="expendibots-notation\\[render\\]"):
        make([Frame(start(), 100)])
