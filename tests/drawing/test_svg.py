"""SVG: valid, small, alike for alike, readable without colour and without eyes, and deaf to what stands in a record."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from pictured import HOSTILE, golden, half_steps, scene, sides, start, tall

import expendibots_notation as xn
from expendibots_notation.diagram import COLOURS, Diagram, Piece
from expendibots_notation.drawing.picture import View, picture
from expendibots_notation.drawing.scene import Coords, Scene
from expendibots_notation.drawing.sheet import MOST_PICTURES, sheet
from expendibots_notation.drawing.svg import draw_svg, svg
from expendibots_notation.drawing.themes import THEMES, style_rules

SVG = "{http://www.w3.org/2000/svg}"

SCENES = {
    "start": start(),
    "move": scene("expendibots/chain-reaction", 25),
    "wave": half_steps("expendibots/chain-reaction", 32)[3],
    "boom": scene("expendibots/chain-reaction", 32),
    "tried": scene("expendibots/rejected", 4),
    "tall": tall(),
    "sides": sides(),
    "robots": scene("robots/figure-1", 1),
}

each_scene = pytest.mark.parametrize("name", SCENES)
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def labels(text: str) -> list[str]:
    """Every text of a picture, as often as it is seen."""
    root = ElementTree.fromstring(text)
    by_name = {each.get("id"): each for each in root.iter() if each.get("id")}
    found = []
    for each in root:
        if each.tag == f"{SVG}use":
            found += [label.text or "" for label in by_name[(each.get("href") or "")[1:]].iter(f"{SVG}text")]
        elif each.tag not in (f"{SVG}defs", f"{SVG}title", f"{SVG}desc", f"{SVG}style"):
            found += [label.text or "" for label in each.iter(f"{SVG}text")]
    return found


@each_scene
def test_as_expected(name: str) -> None:
    text = draw_svg(SCENES[name])
    assert text == golden(f"{name}.svg", text)


@each_scene
@each_theme
def test_every_picture_is_whole(name: str, theme: object) -> None:
    """Valid XML, in which every class has a rule and every reference a target."""
    for flip in (False, True):
        text = draw_svg(SCENES[name], View(THEMES[theme.name], flip))  # type: ignore[attr-defined]
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        names = [each.get("id") for each in root.iter() if each.get("id")]
        assert len(names) == len(set(names))
        assert {(each.get("href") or "")[1:] for each in root.iter(f"{SVG}use")} == set(names)
        # Browsers style what is used as if nothing stood around it.
        scope = f"xbn-{theme.name}"  # type: ignore[attr-defined]
        assert all(each.get("class") == scope for each in root.iter() if each.get("id"))
        used = {name for each in root.iter() if each is not root for name in (each.get("class") or "").split()} - {scope}
        style = root.findtext(f"{SVG}style") or ""
        assert all(f".{name}{{" in style for name in used)
        assert "NaN" not in text
        assert "inf" not in text


def test_a_start_position_is_small() -> None:
    assert len(draw_svg(start()).encode()) < 5_000
    assert len(draw_svg(SCENES["robots"]).encode()) < 8_000
    assert max(len(draw_svg(each).encode()) for each in SCENES.values()) < 8_000


def test_the_same_scene_gives_the_same_bytes() -> None:
    for each in SCENES.values():
        assert draw_svg(each) == draw_svg(replace(each))


def test_numbers_are_on_the_stacks() -> None:
    found = labels(draw_svg(tall()))
    assert {"12", "120", "12345", "1234567890"} <= set(found)
    assert labels(draw_svg(start())).count("1") == 24 + 1


@pytest.mark.parametrize("height", ["1", "12", "120", "1234", "123456789012345"])
def test_a_number_fits_into_its_stack(height: str) -> None:
    drawn = draw_svg(Scene(xn.expendibots.start(f".8/.8/.8/.2w{height}.5/.8/.8/b.7/.8 w 1").diagram()))
    label = next(each for each in ElementTree.fromstring(drawn).iter(f"{SVG}text") if each.text == height)
    # Digits of the widest common fonts are a little more than half as wide as the font is large.
    assert float(label.get("font-size") or 0) * 0.55 * len(height) < 0.72 * 48


def test_the_height_of_a_low_stack_is_seen() -> None:
    for height, tokens in (("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 4), ("120", 4)):
        position = xn.expendibots.start(f".8/.8/.8/.2w{height}.5/.8/.8/.8/.8 w 1")
        drawn = ElementTree.fromstring(draw_svg(Scene(position.diagram())))
        assert len([each for each in drawn.iter(f"{SVG}circle") if each.get("class") == "white"]) == tokens


@each_theme
def test_sides_differ_without_colour(theme: object) -> None:
    """White is much lighter than Black, and has a ring, which Black has not; every number stands out from its piece."""
    colours = THEMES[theme.name].colours  # type: ignore[attr-defined]
    assert _brightness(colours["white-face"]) - _brightness(colours["black-face"]) > 0.5
    for name in COLOURS:
        assert _contrast(colours[f"{name}-face"], colours[f"{name}-ink"]) >= 3.0, name
    drawn = draw_svg(start(), View(THEMES[theme.name]))
    assert "white-ring" in drawn
    assert "black-ring" not in drawn


@each_theme
def test_words_can_be_read(theme: object) -> None:
    colours = THEMES[theme.name].colours  # type: ignore[attr-defined]
    assert _contrast(colours["paper"], colours["ink"]) > 7
    assert _contrast(colours["paper"], colours["muted"]) > 4.5
    assert _contrast(colours["flame"], colours["soot"]) > 4.5


def _brightness(colour: str) -> float:
    """The relative luminance of a colour, as the Web Content Accessibility Guidelines define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_brightness(one), _brightness(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_for_those_who_do_not_see_it() -> None:
    root = ElementTree.fromstring(draw_svg(scene("expendibots/chain-reaction", 32)))
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Quiet Fuse – Night Owl: 16... xf4 · 0-1, elimination"
    spoken = root.findtext(f"{SVG}desc") or ""
    assert "Black stack of 2 on h8" in spoken
    assert "Wave 4 exploded: f1, h1" in spoken
    half_step = ElementTree.fromstring(draw_svg(half_steps("expendibots/chain-reaction", 32)[3]))
    assert "Wave 4 explodes: f1, h1" in (half_step.findtext(f"{SVG}desc") or "")


def test_the_caption_has_players_turn_and_result() -> None:
    found = labels(draw_svg(scene("expendibots/chain-reaction", 25)))
    assert "Quiet Fuse – Night Owl" in found
    assert "13. 2a1-c1 · Black to move, turn 13" in found
    assert "16... xf4 · 0-1, elimination" in labels(draw_svg(scene("expendibots/chain-reaction", 32)))
    assert "1-0, illegal-action" in labels(draw_svg(scene("expendibots/rejected", 4)))[-2]


def test_flip_turns_the_board_round() -> None:
    """A piece goes to the opposite place on the board, and a1 stays dark."""
    board = Diagram(tuple("abc"), ("1", "2"), (Piece(0, 0, 0, "w", "7", "here"),), (), "")
    straight, turned = picture(Scene(board)), picture(Scene(board), View(flip=True))
    (at,), (opposite,) = ([mark for mark in each.marks if ">7<" in mark.shape.body] for each in (straight, turned))
    assert (opposite.x - at.x, opposite.y - at.y) == (2 * straight.cell, -straight.cell)
    assert _dark_at(straight, at.x, at.y)
    assert _dark_at(turned, opposite.x, opposite.y)
    assert not _dark_at(straight, at.x + straight.cell, at.y)


def _dark_at(drawn: object, x: float, y: float) -> bool:
    """Whether a place lies on the broken lines that are the dark squares."""
    (board,) = [mark.shape.body for mark in drawn.marks if 'class="dark' in mark.shape.body]  # type: ignore[attr-defined]
    cell = drawn.cell  # type: ignore[attr-defined]
    for left, middle, length in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", board):
        along = x - float(left)
        if abs(y - float(middle)) < cell / 2 and 0 <= along < float(length):
            return int(along // cell) % 2 == 0
    return False


def test_coordinates() -> None:
    edges = {coords: labels(draw_svg(start(), View(coords=coords))) for coords in Coords}
    assert {*"abcdefgh", *"12345678"} <= set(edges[Coords.NAMES])
    assert not {*"abcdefgh"} & set(edges[Coords.NUMBERS])
    assert {*"01234567"} <= set(edges[Coords.NUMBERS])
    assert edges[Coords.NONE].count("1") == 24
    assert len(edges[Coords.NONE]) == 24 + 2


def test_what_is_drawn_of_an_action() -> None:
    move = draw_svg(scene("expendibots/chain-reaction", 25))
    assert 'class="move"' in move
    assert 'class="ghost"' in move
    tried = draw_svg(scene("expendibots/rejected", 4))
    assert 'class="tried"' in tried
    assert "stroke-dasharray" in tried
    assert 'class="move"' not in tried
    assert all(f'class="{kind}"' in draw_svg(sides()) for kind in ("move", "attack", "help", "retreat", "touched", "scorch"))
    assert all(f'class="{colour}-home"' in draw_svg(sides()) for colour in COLOURS)
    assert 'class="highlight"' in draw_svg(replace(start(), highlights=((3, 3),)))


def test_waves_are_numbered() -> None:
    for number, step in enumerate(half_steps("expendibots/chain-reaction", 32), 1):
        drawn = draw_svg(step)
        assert len(re.findall(rf'class="n soot"[^>]*>{number}<', drawn)) == 1
        assert 'class="n ember"' in drawn or number == 1


def test_a_long_arrow_hides_no_number() -> None:
    marks = picture(scene("expendibots/chain-reaction", 25)).marks
    arrow = next(place for place, mark in enumerate(marks) if 'class="move"' in mark.shape.body)
    assert all(place > arrow for place, mark in enumerate(marks) if 'class="n ' in mark.shape.body)


def test_size() -> None:
    root = ElementTree.fromstring(draw_svg(start(), size=1000))
    assert root.get("width") == "1000"
    box = [float(each) for each in (root.get("viewBox") or "").split()]
    assert int(root.get("height") or 0) == round(1000 * box[3] / box[2])


def test_pictures_of_several_themes_may_stand_in_one_page() -> None:
    """No rule and no name of one holds in the other."""
    light, dark = (draw_svg(start(), View(THEMES[name])) for name in ("light", "dark"))
    assert not set(re.findall(r'id="([^"]*)"', light)) & set(re.findall(r'id="([^"]*)"', dark))
    for text, name in ((light, "light"), (dark, "dark")):
        style = ElementTree.fromstring(text).findtext(f"{SVG}style") or ""
        assert all(rule.startswith(f".xbn-{name} ") for rule in re.findall(r"(?:^|\})([^{}]+)\{", style))


def test_every_rule_is_used_somewhere() -> None:
    everything = "".join(draw_svg(each) for each in (*SCENES.values(), replace(start(), highlights=((0, 0),))))
    used = {name for found in re.findall(r'class="([^"]*)"', everything) for name in found.split()}
    unused = {name for name in style_rules(THEMES["light"]) if name not in used}
    assert unused <= {"human-ring", "human-ink", "human-home", "robot-ring", "robot-home", "black-ring"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_harmless(text: str) -> None:
    piece = Piece(0, 0, 0, text, text, text)
    hostile = Scene(Diagram((text,), (text,), (piece,), ((text, text),), text), title=text, action=text, remark=text)
    for drawn in (draw_svg(hostile), svg(sheet([hostile, hostile]))):
        root = ElementTree.fromstring(drawn)
        tags = {each.tag.removeprefix(SVG) for each in root.iter()}
        assert tags <= {"svg", "title", "desc", "style", "defs", "g", "rect", "path", "circle", "text", "use"}
        assert drawn.replace("\n", "").isprintable()
        assert not any(name.startswith("on") for each in root.iter() for name in each.keys())  # noqa: SIM118


def test_long_lines_are_broken_between_their_parts() -> None:
    told = scene("stack_wars/double-pass", 0)
    found = labels(draw_svg(told))
    for name, value in told.diagram.counters:
        assert any(f"{name} {value}" in label.split(" · ") for label in found)
    one, two = picture(replace(told, diagram=told.diagram._replace(counters=(("Turn", "1"),)))), picture(told)
    assert two.height > one.height, "there is room for the further lines"
    many = replace(start(), action=" · ".join(["a part of many"] * 500))
    assert picture(many).height < picture(start()).height + 200


def test_counters_of_a_wave_are_those_before_it() -> None:
    waves = half_steps("expendibots/chain-reaction", 32)
    assert all(any(label.startswith("before: ") for label in labels(draw_svg(step))) for step in waves)
    assert not any(label.startswith("before: ") for label in labels(draw_svg(scene("expendibots/chain-reaction", 32))))


def test_long_words_are_cut_and_still_told() -> None:
    name = "W" * 500
    drawn = draw_svg(replace(start(), title=name))
    assert max(len(label) for label in labels(drawn)) < 60
    assert name in (ElementTree.fromstring(drawn).findtext(f"{SVG}title") or "")


# Sheets


def test_a_sheet() -> None:
    scenes = [*half_steps("expendibots/chain-reaction", 32), scene("expendibots/chain-reaction", 32)]
    text = svg(sheet(scenes))
    assert text == golden("sheet.svg", text)
    found = labels(text)
    assert [label for label in found if "wave" in label] == [f"16... xf4 · wave {number} of 8" for number in range(1, 9)]
    assert found.count("Quiet Fuse – Night Owl") == 1


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 7, 12, MOST_PICTURES])
def test_a_sheet_holds_every_picture_beside_the_others(number: int) -> None:
    one = picture(start())
    drawn = sheet([start()] * number)
    boards = {(mark.x, mark.y) for mark in drawn.marks if 'class="dark' in mark.shape.body}
    assert len(boards) == number
    for x, y in boards:
        assert x >= 0
        assert y >= 0
        assert x + one.width <= drawn.width
        assert y + one.height <= drawn.height
        assert not any(abs(x - a) < one.width and abs(y - b) < one.height for a, b in boards if (a, b) != (x, y))
