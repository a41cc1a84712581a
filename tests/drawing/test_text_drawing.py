"""Boards as text: aligned whatever stands on them, in colour only where that is asked for, and harmless."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from pictured import HOSTILE, golden, half_steps, scene, sides, start, tall

import expendibots_notation as xn
from expendibots_notation.diagram import Diagram, Piece
from expendibots_notation.drawing.scene import Coords, Scene
from expendibots_notation.drawing.text import draw_text, plain_text

SGR = re.compile(r"\x1b\[[0-9;]*m")

SCENES = {
    "start": start(),
    "move": scene("expendibots/chain-reaction", 25),
    "wave": half_steps("expendibots/chain-reaction", 32)[3],
    "boom": scene("expendibots/chain-reaction", 32),
    "tried": scene("expendibots/rejected", 4),
    "tall": tall(),
    "sides": sides(),
    "robots": scene("robots/figure-1", 1),
    "stack_wars": scene("stack_wars/large-board", 8),
}

each_scene = pytest.mark.parametrize("name", SCENES)


@each_scene
def test_unicode(name: str) -> None:
    text = draw_text(SCENES[name]) + "\n"
    assert text == golden(f"{name}.unicode.txt", text)


@each_scene
def test_ascii(name: str) -> None:
    text = draw_text(SCENES[name], ascii_only=True) + "\n"
    assert text.isascii()
    assert text == golden(f"{name}.ascii.txt", text)


def test_plain_text_stays_as_it_is() -> None:
    """What `str(position)` gives is in people's notebooks and scripts."""
    assert plain_text(start().diagram) == str(xn.expendibots.start())
    assert str(xn.expendibots.start()).splitlines()[0] == "8 b1 b1  . b1 b1  . b1 b1"


@each_scene
@pytest.mark.parametrize("options", [{}, {"ascii_only": True}, {"flip": True}, {"coords": Coords.NONE}, {"coords": Coords.NUMBERS}])
def test_boards_are_rectangles(name: str, options: dict[str, object]) -> None:
    lines = draw_text(SCENES[name], **options).splitlines()  # type: ignore[arg-type]
    board = [line for line in lines if re.search(r"[│|]$", line)]
    assert len(board) == len(SCENES[name].diagram.rows)
    assert len({len(line) for line in board}) == 1


@pytest.mark.parametrize("height", ["1", "12", "120", "123456789012345"])
def test_stacks_of_any_height_are_written_out(height: str) -> None:
    position = xn.expendibots.start(f".8/.8/.8/.2w{height}.5/.8/.8/b.7/.8 w 1")
    assert f"○{height}" in draw_text(Scene(position.diagram()))
    assert f"w{height}" in draw_text(Scene(position.diagram()), ascii_only=True)


@each_scene
def test_colour_changes_no_character(name: str) -> None:
    coloured = draw_text(SCENES[name], colour=True)
    assert "\x1b" in coloured
    assert SGR.sub("", coloured) == draw_text(SCENES[name])
    assert "\x1b" not in draw_text(SCENES[name])


def test_every_colour_is_switched_off_again() -> None:
    for name in SCENES:
        for line in draw_text(SCENES[name], colour=True).splitlines():
            codes = SGR.findall(line)
            assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
            assert len(codes) % 2 == 0


def test_flip_turns_the_board_round() -> None:
    rows = [line for line in draw_text(tall(), flip=True, coords=Coords.NONE).splitlines() if line.endswith("│")]
    straight = [line for line in draw_text(tall(), coords=Coords.NONE).splitlines() if line.endswith("│")]
    assert [line.split()[1:-1] for line in rows] == [line.split()[1:-1][::-1] for line in reversed(straight)]


def test_coordinates() -> None:
    assert "a   b   c" in draw_text(start())
    assert "0   1   2" in draw_text(start(), coords=Coords.NUMBERS)
    assert "a   b" not in draw_text(start(), coords=Coords.NONE)


def test_what_was_done_is_marked() -> None:
    text = draw_text(scene("expendibots/chain-reaction", 25))
    assert "[○2]" in text
    assert "[ ·]" in text
    assert "[○2]" not in draw_text(replace(scene("expendibots/chain-reaction", 25), trace=start().trace))
    assert "× ·×" in draw_text(scene("expendibots/rejected", 4))  # noqa: RUF001 - crosses
    assert "< ·>" in draw_text(replace(start(), highlights=((3, 3),)))


def test_waves_are_numbered() -> None:
    steps = half_steps("expendibots/chain-reaction", 32)
    assert len(steps) == 8
    for number, step in enumerate(steps, 1):
        text = draw_text(step)
        assert f"✸{number}" in text
        assert f"✸{number + 1}" not in text
        assert f"wave {number} of 8" in text
    after = draw_text(scene("expendibots/chain-reaction", 32))
    assert all(f"✸{number}" in after for number in range(1, 9))


def test_a_large_board_of_single_characters_fits_into_80_columns() -> None:
    text = draw_text(SCENES["robots"])
    assert max(len(line) for line in text.splitlines()) < 80
    assert "☺" in text
    assert "■" in text


def test_without_room_for_brackets_squares_are_named_and_painted() -> None:
    lit = replace(SCENES["robots"], highlights=((3, 4),))
    text = draw_text(lit)
    assert text.endswith("\nHighlighted: (3,4)")
    assert re.search(r"^Action: \([0-9]+,[0-9]+\)", text, re.MULTILINE)
    coloured = draw_text(lit, colour=True)
    assert "\x1b[1;30;45m·\x1b[0m" in coloured
    assert "\x1b[1;30;46m" in coloured
    tried = draw_text(replace(lit, is_tried=True))
    assert "\nTried: " in tried
    assert "Highlighted" not in draw_text(replace(start(), highlights=((3, 3),))), "there are brackets"


def test_counters_of_a_wave_are_those_before_it() -> None:
    assert "\nbefore: " in draw_text(SCENES["wave"])
    assert "before: " not in draw_text(SCENES["boom"])


def test_colour_respects_sides_without_names() -> None:
    text = draw_text(sides())
    assert all(f"{mark}{number}" in text for number, mark in enumerate("pqrs", 1))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("colour", [True, False])
def test_hostile_words_are_harmless(text: str, colour: bool) -> None:
    piece = Piece(0, 0, 0, "w", text, text)
    hostile = Scene(Diagram(("a",), ("1",), (piece,), ((text, text),), text), title=text, action=text, remark=text)
    for ascii_only in (False, True):
        drawn = SGR.sub("", draw_text(hostile, colour=colour, ascii_only=ascii_only))
        assert drawn.replace("\n", "").isprintable()
        assert len(drawn.splitlines()) == 7
