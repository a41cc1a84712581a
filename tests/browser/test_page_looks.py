"""How the page looks and who can use it: small and large screens, light and dark, every game, paper, and screen readers."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Open
from visits import sample, told

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
LANDSCAPES = [{**PHONE, "viewport": {"width": width, "height": height}} for width, height in ((844, 390), (740, 360), (932, 430))]
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}

GAMES = [
    ("expendibots/annotated.xbn", "#record=1&ply=5"),
    ("expendibots/chain-reaction.xbn", "#record=1&ply=32&wave=5"),
    ("expendibots/rejected-raw.xbn", "#record=1&ply=3"),
    ("stack_wars/recorded-game.xbn", "#record=1&ply=150"),
    ("stack_wars/large-board.xbn", "#record=1&ply=8"),
    ("stacks/combined-attacks.xbn", "#record=1&ply=10"),
    ("robots/worked-example.xbn", "#record=1&ply=7"),
    ("broken/XBN203-too-far.xbn", "#record=1&ply=3"),
    ("broken/XBN275-spawn-count.xbn", "#record=1&ply=2"),
    ("broken/XBN301-unknown-game.xbn", "#record=1&ply=1"),
]
each_game = pytest.mark.parametrize(("name", "address"), GAMES)


@each_game
def test_nothing_is_wider_than_a_phone(visit: Open, name: str, address: str) -> None:
    seen = visit(sample(name), address, **PHONE)
    assert seen.overflow() == 0
    for selector in ("#about summary", "#keys summary"):
        seen.click(selector)
    assert seen.overflow() == 0


def test_nothing_is_wider_than_the_narrowest_phone(visit: Open) -> None:
    seen = visit(sample("expendibots/annotated.xbn") * 20, "", **{**PHONE, "viewport": {"width": 320, "height": 568}})
    seen.click("#choice summary")
    assert seen.overflow() == 0


def test_fingers_have_room(visit: Open) -> None:
    seen = visit(sample("expendibots/annotated.xbn"), "#record=1&ply=5", **PHONE)
    for selector in ("#first", "#previous", "#play", "#next", "#last", "#flip", "#speed", "#theme", "#copy", "#moves a.move"):
        box = seen.page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["height"] >= 38, selector
        assert box["width"] >= 38, selector


@pytest.mark.parametrize("phone", [PHONE, *LANDSCAPES], ids=["upright", "844", "740", "932"])
@pytest.mark.parametrize("name", ["expendibots/annotated.xbn", "robots/last-level.xbn", "stack_wars/recorded-game.xbn"])
def test_a_phone_shows_board_and_controls_at_once(visit: Open, name: str, phone: dict[str, Any]) -> None:
    seen = visit(sample(name), "", **phone)
    seen.page.locator("#next").tap()
    assert seen.page.locator("#slider").input_value() == "1"
    for selector in ("#board", "#caption", "#next", "#speed"):
        box = seen.page.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= phone["viewport"]["height"], selector
    assert seen.overflow() == 0


@pytest.mark.parametrize("phone", LANDSCAPES, ids=["844", "740", "932"])
def test_a_phone_on_its_side_has_a_large_board(visit: Open, phone: dict[str, Any]) -> None:
    seen = visit(sample("expendibots/annotated.xbn") * 9, "#record=1&ply=5", **phone)
    board, play = (seen.page.locator(selector).bounding_box() for selector in ("#board", "#play"))
    assert board is not None
    assert play is not None
    assert board["height"] >= phone["viewport"]["height"] * 0.8
    assert abs(board["width"] - board["height"]) < 5
    assert board["x"] + board["width"] <= play["x"]
    assert seen.barriers() == []


def test_a_long_name_leaves_the_count_on_one_line(visit: Open) -> None:
    name = "A name that is far longer than the line on which it has to stand, and then some more"
    seen = visit(told(f'[White "{name}"]\n[Black "Bob"]\n1. d2-d3 *\n'), **PHONE)
    long, short = (seen.page.locator("#players .count").nth(index).bounding_box() for index in (0, 1))
    assert long is not None
    assert short is not None
    assert long["height"] == short["height"]
    assert seen.overflow() == 0


@each_game
def test_a_projector_shows_everything_at_once(visit: Open, name: str, address: str) -> None:
    seen = visit(sample(name), address, **PROJECTOR)
    assert seen.page.evaluate("document.documentElement.scrollHeight") == 1080
    size = seen.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert size >= 20
    if seen.page.locator("#board").is_visible():
        box = seen.page.locator("#board").bounding_box()
        assert box is not None
        assert box["height"] >= 550
        assert box["y"] + box["height"] < 1080


def test_the_current_move_comes_into_sight(visit: Open) -> None:
    seen = visit(sample("stack_wars/recorded-game.xbn"), "#record=1&ply=150")

    def is_in_sight() -> bool:
        outer, inner = (seen.page.locator(selector).bounding_box() for selector in ("#moves", "#moves [aria-current]"))
        assert outer is not None
        assert inner is not None
        return outer["y"] <= inner["y"] and inner["y"] + inner["height"] <= outer["y"] + outer["height"]

    assert is_in_sight()
    for key in ("Home", "End", "ArrowLeft"):
        seen.press(key)
        assert is_in_sight(), key


def test_light_and_dark(visit: Open) -> None:
    light, dark = (visit(sample("expendibots/annotated.xbn"), color_scheme=scheme) for scheme in ("light", "dark"))
    paper, night = light.colour("body"), dark.colour("body")
    assert (paper, night) == ("rgb(246, 243, 236)", "rgb(21, 23, 27)")
    dark.click("#theme")
    assert dark.colour("body") == paper
    dark.page.reload()
    assert dark.colour("body") == paper
    light.click("#theme")
    assert light.colour("body") == night
    light.click("#theme")
    assert light.colour("body") == paper


def test_sides_differ_without_colour(visit: Open) -> None:
    seen = visit(sample("expendibots/annotated.xbn"))
    assert seen.colour("#board .white .ring", "display") == "inline"
    assert seen.colour("#board .black .ring", "display") == "none"
    assert seen.colour("#board .white .disc", "fill") != seen.colour("#board .black .disc", "fill")


def test_paper_has_the_board_and_the_moves(visit: Open) -> None:
    seen = visit(sample("expendibots/annotated.xbn"), "#record=1&ply=5", color_scheme="dark")
    seen.page.emulate_media(media="print")
    assert seen.colour("body") == "rgb(255, 255, 255)"
    assert seen.page.locator("#board").is_visible()
    assert seen.page.locator("#moves").is_visible()
    assert not seen.page.locator("#play").is_visible()
    assert not seen.page.locator("#chart").is_visible()


def test_focus_is_visible(visit: Open) -> None:
    seen = visit(sample("expendibots/annotated.xbn"))
    for _ in range(4):
        seen.press("Tab")
        style = seen.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert style == "solid", seen.page.evaluate("document.activeElement.id")


def test_the_board_is_a_table_for_screen_readers(visit: Open) -> None:
    seen = visit(sample("stacks/combined-attacks.xbn"))
    table = seen.page.locator("#table table")
    assert table.locator("thead th").all_text_contents() == list("abcde")
    assert table.locator("tbody th").all_text_contents() == list("7654321")
    assert seen.page.locator("#board").get_attribute("aria-labelledby") == "caption"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_game
def test_nobody_is_kept_out(visit: Open, name: str, address: str, scheme: str) -> None:
    seen = visit([*sample(name), *sample("expendibots/annotated.xbn") * 8], address, color_scheme=scheme)
    for selector in ("#choice summary", "#about summary", "#keys summary"):
        seen.click(selector)
    assert seen.barriers() == []


def test_nobody_is_kept_out_on_a_phone(visit: Open) -> None:
    assert visit(sample("expendibots/annotated.xbn"), "#record=1&ply=5", **PHONE).barriers() == []
