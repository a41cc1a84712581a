"""Going through a game on the page: keys, buttons, the slider, the chart, waves and playing."""

from __future__ import annotations

import pytest
from conftest import Open
from visits import Visit, sample

ANNOTATED = "expendibots/annotated.xbn"
CHAIN = "expendibots/chain-reaction.xbn"
CALM = {"reduced_motion": "reduce"}


def test_the_page_begins_at_the_start(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    assert (seen.count, seen.moment, seen.current) == ("0 / 15", "Start", ["Start"])
    assert len(seen.pieces) == 24
    assert seen.pieces[0] == "Black stack of 1 on a8"
    assert seen.page.title() == "Ada Brandt – Loose Cannon"


def test_arrow_keys_home_and_end(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    seen.press("ArrowRight")
    assert (seen.count, seen.moment) == ("1 / 15", "1.b1-b2")
    assert "White stack of 2 on b2" in seen.pieces
    seen.press("ArrowRight", "ArrowRight")
    assert seen.moment == "2.2b2-b4!"
    seen.press("ArrowLeft")
    assert seen.count == "2 / 15"
    seen.press("End")
    assert seen.count == "15 / 15"
    assert seen.current == ["xb6=2:12!!"]
    seen.press("Home", "ArrowLeft")
    assert seen.count == "0 / 15"


def test_buttons(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    assert seen.page.locator("#previous").get_attribute("aria-disabled") == "true"
    for selector, count in [("#next", "1 / 15"), ("#last", "15 / 15"), ("#first", "0 / 15")]:
        seen.click(selector)
        assert seen.count == count
    seen.click("#next")
    seen.click("#previous")
    assert seen.count == "0 / 15"


def test_the_slider_goes_by_whole_moves(visit: Open) -> None:
    seen = visit(sample(CHAIN))
    seen.page.locator("#slider").fill("12")
    assert (seen.count, seen.moment) == ("12 / 32", "6...2e7-g7")
    seen.page.locator("#slider").fill("32")
    assert seen.moment == "16...xf4"
    assert (
        seen.page.locator("#slider").get_attribute("aria-valuetext") == "Black xf4, 10 squares emptied in 8 waves. 0-1, elimination"
    )


def test_the_chart_is_a_slider(visit: Open) -> None:
    seen = visit(sample(CHAIN))
    box = seen.page.locator("#chart").bounding_box()
    assert box is not None
    seen.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 10)
    seen.page.mouse.down()
    assert seen.count == "16 / 32"
    seen.page.mouse.move(box["x"] + box["width"] + 50, box["y"] + 10)
    seen.page.mouse.up()
    assert seen.count == "32 / 32"
    seen.page.mouse.move(box["x"] + 5, box["y"] + 10)
    assert seen.count == "32 / 32"
    seen.page.locator("#chart").focus()
    seen.press("Home", "ArrowRight")
    assert seen.count == "1 / 32"
    assert seen.page.locator("#chart").get_attribute("aria-valuenow") == "1"
    for key, at in [("ArrowUp", 2), ("PageUp", 6), ("ArrowDown", 5), ("PageDown", 1), ("PageDown", 0), ("ArrowDown", 0)]:
        seen.press(key)
        assert seen.page.locator("#chart").get_attribute("aria-valuenow") == str(at), key


@pytest.mark.parametrize(
    ("name", "lanes"),
    [
        (CHAIN, [""]),
        ("stack_wars/recorded-game.xbn", ["points", "reserve"]),
        ("robots/last-level.xbn", ["Level", "Robots", "Safe teleports", "Score"]),
    ],
)
def test_the_chart_has_a_lane_for_each_thing_that_is_counted(visit: Open, name: str, lanes: list[str]) -> None:
    seen = visit(sample(name))
    assert [lane.inner_text() for lane in seen.page.locator("#chart .lane").all()] == lanes


def test_an_explosion_goes_wave_by_wave(visit: Open) -> None:
    """Without motion, each wave waits for the reader."""
    seen = visit(sample(CHAIN), "#record=1&ply=31", **CALM)
    before = seen.pieces
    standing = len(before)
    sizes = [1, 1, 1, 2, 1, 1, 2, 1]
    for number, size in enumerate(sizes, 1):
        seen.press("ArrowRight")
        assert seen.page.locator("#now .wave").inner_text() == f"wave {number} of 8"
        assert seen.number("#board .burst") == size
        assert seen.page.locator("#board .burst .number").first.text_content() == str(number)
        standing -= size
        assert len(seen.pieces) == standing
        assert seen.number("#board .piece") == standing
    seen.press("ArrowRight")
    assert seen.number("#now .wave") == 0
    assert seen.number("#board .scorch") == 10
    assert seen.pieces == [each for each in seen.pieces if each.startswith("Black")]
    seen.press("ArrowLeft")
    assert seen.page.locator("#now .wave").inner_text() == "wave 8 of 8"
    seen.press(*["ArrowLeft"] * 8)
    assert seen.pieces == before


def test_no_words_speak_of_another_board_than_the_wave(visit: Open) -> None:
    seen = visit(sample(CHAIN), "#record=1&ply=32&wave=4")
    assert seen.page.locator("#caption").inner_text() == "wave 4 of 8"
    assert seen.page.locator("#table caption").text_content() == "Board. wave 4 of 8"
    counts = seen.page.locator("#players .count")
    assert counts.all_text_contents() == ["12 before the waves"] * 2
    assert seen.colour("#players .count b", "color") == seen.colour(".under", "color")
    assert "to move" not in str(seen.page.locator("main").text_content())
    assert seen.page.locator("label[for=position]").inner_text() == "Position after wave 8"
    seen.press("End")
    assert seen.page.locator("#caption").inner_text() == "0-1, elimination"
    assert counts.all_text_contents() == ["0", "10"]
    assert seen.colour("#players .count b", "color") == seen.colour("body", "color")
    assert seen.page.locator("label[for=position]").inner_text() == "Position"


def test_whole_moves_pass_over_waves(visit: Open) -> None:
    seen = visit(sample(CHAIN), "#record=1&ply=31", **CALM)
    seen.press("Shift+ArrowRight")
    assert (seen.count, seen.number("#now .wave")) == ("32 / 32", 0)
    seen.press("Shift+ArrowLeft")
    assert seen.count == "31 / 32"
    seen.press("ArrowRight", "Shift+ArrowRight")
    assert (seen.count, seen.number("#now .wave")) == ("32 / 32", 0)


def test_an_explosion_runs_on_by_itself(visit: Open) -> None:
    seen = visit(sample(CHAIN), "#record=1&ply=31")
    seen.page.evaluate(
        "window.waves = [];"
        "const note = () => window.waves.push(document.querySelector('#now .wave')?.textContent);"
        "new MutationObserver(note).observe(document.getElementById('now'), {childList: true})"
    )
    seen.press("ArrowRight")
    seen.wait_for("window.waves.length", 9)
    assert seen.page.evaluate("window.waves") == [*(f"wave {number} of 8" for number in range(1, 9)), None]
    assert seen.count == "32 / 32"


def test_space_holds_an_explosion(visit: Open) -> None:
    seen = visit(sample(CHAIN), "#record=1&ply=31")
    seen.press("ArrowRight", "Space")
    held = seen.page.locator("#now .wave").inner_text()
    seen.page.wait_for_timeout(800)
    assert seen.page.locator("#now .wave").inner_text() == held


def test_the_next_explosion(visit: Open) -> None:
    seen = visit(sample("expendibots/elimination-white.xbn"), **CALM)
    seen.press("b")
    assert seen.moment.startswith("7.xh6")
    seen.press("b")
    assert seen.moment.startswith("11.xd6")
    seen.press("Shift+B")
    assert seen.moment.startswith("7.xh6")


def test_playing(visit: Open) -> None:
    seen = visit(sample("expendibots/setup.xbn"))
    seen.page.locator("#speed").select_option("4")
    assert seen.press_and_look(" ", "document.getElementById('play').ariaLabel") == "Pause"
    seen.page.locator("#play[aria-label=Play]").wait_for(timeout=15000)
    assert seen.count == "3 / 3"
    assert seen.number("#now .wave") == 0


def test_space_plays_and_pauses(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    seen.press("Space")
    assert seen.page.locator("#play").get_attribute("aria-label") == "Pause"
    seen.press("Space")
    assert seen.page.locator("#play").get_attribute("aria-label") == "Play"
    here = seen.count
    seen.page.wait_for_timeout(1500)
    assert seen.count == here


def test_a_step_by_hand_ends_playing(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    seen.press("Space", "End")
    assert seen.page.locator("#play").get_attribute("aria-label") == "Play"
    assert seen.count == "15 / 15"


def test_pieces_glide_unless_the_reader_wants_it_calm(visit: Open) -> None:
    def moving(seen: Visit) -> int:
        return int(seen.press_and_look("ArrowRight", "document.getAnimations().length"))

    assert moving(visit(sample(ANNOTATED))) == 1
    assert moving(visit(sample(ANNOTATED), **CALM)) == 0
    assert moving(visit(sample(CHAIN), "#record=1&ply=31")) == 1
    assert moving(visit(sample(CHAIN), "#record=1&ply=31", **CALM)) == 0


def test_what_has_glided_stands_where_it_went(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    seen.press("ArrowRight")
    seen.wait_for("document.getAnimations().length", 0)
    assert seen.number("#board .piece") == len(seen.pieces) == 23
    assert seen.number("#board .away") == 0


def test_flip(visit: Open) -> None:
    seen = visit(sample(ANNOTATED), "#record=1&ply=1")
    upright = seen.pieces
    edge = seen.page.locator("#board .edge").all_text_contents()
    lowest = "[...document.querySelectorAll('#board .piece')].at(-1).getBoundingClientRect().y"
    y = seen.page.evaluate(lowest)
    seen.press("f")
    assert seen.page.locator("#flip").get_attribute("aria-pressed") == "true"
    assert seen.pieces == upright[::-1]
    assert seen.page.evaluate(lowest) > y
    assert seen.page.locator("#board .edge").all_text_contents() == edge
    seen.click("#flip")
    assert seen.pieces == upright


@pytest.mark.parametrize("name", ["expendibots/annotated.xbn", "robots/last-level.xbn"])
def test_a_flipped_board_has_the_same_squares(visit: Open, name: str) -> None:
    """Also where columns and rows are an odd number together, as on a board of 15 by 10."""
    seen = visit(sample(name))
    columns, rows = ((seen.number(f"#table {part} th")) for part in ("thead", "tbody"))

    def is_dark(x: int, y: int) -> bool:
        look = "([x, y]) => document.querySelector('#board .squares.dark').isPointInFill(new DOMPoint(x * 100 + 50, y * 100 + 50))"
        return bool(seen.page.evaluate(look, [x, y]))

    upright = [[is_dark(x, y) for x in range(3)] for y in range(rows - 3, rows)]
    assert upright[-1] == [True, False, True]
    seen.press("f")
    assert [[is_dark(columns - 1 - x, rows - 1 - y) for x in range(3)] for y in range(rows - 3, rows)] == upright


def test_the_move_is_spoken(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    live = seen.page.locator("#live")
    assert live.get_attribute("aria-live") == "polite"
    seen.press("ArrowRight", "ArrowRight")
    assert live.text_content() == "Black b8-c8, from b8 to c8, dubious action. White to move, turn 2"


def test_keys_in_a_field_stay_in_the_field(visit: Open) -> None:
    seen = visit([each for _ in range(9) for each in sample(ANNOTATED)])
    seen.click("#choice summary")
    seen.page.locator("#search").focus()
    seen.press("f", "b", "End", "Space")
    assert (seen.count, seen.page.locator("#flip").get_attribute("aria-pressed")) == ("0 / 15", "false")
    assert seen.page.locator("#search").input_value() == "fb "


def test_the_position_can_be_copied(visit: Open) -> None:
    seen = visit(sample(ANNOTATED), "#record=1&ply=1")
    seen.watch("#copy")
    seen.click("#copy")
    seen.wait_for("noted.includes('Copied')")
    position = "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww2.ww.ww/w.2ww.ww b 1 1"
    assert seen.page.evaluate("navigator.clipboard.readText()") == position
    assert seen.page.locator("#position").input_value() == position
    seen.watch("#link")
    seen.click("#link")
    seen.wait_for("noted.includes('Copied')")
    assert seen.page.evaluate("navigator.clipboard.readText()").endswith("page.html#record=1&ply=1")


def test_the_position_can_be_copied_where_the_clipboard_is_closed(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    seen.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('closed')); }")
    seen.watch("#copy")
    seen.click("#copy")
    seen.wait_for("noted.includes('Copied')")
    assert seen.page.evaluate("navigator.clipboard.readText()").startswith("bb.bb.bb")
