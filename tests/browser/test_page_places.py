"""Places in the address: links to a moment, variations, several records, and going back."""

from __future__ import annotations

import pytest
from conftest import Open
from visits import sample, told

ANNOTATED = "expendibots/annotated.xbn"
CHAIN = "expendibots/chain-reaction.xbn"
CALM = {"reduced_motion": "reduce"}


def test_a_link_leads_to_a_ply(visit: Open) -> None:
    seen = visit([*sample(CHAIN), *sample(ANNOTATED)], "#record=2&ply=11")
    assert (seen.count, seen.moment) == ("11 / 15", "6.h1-h3")
    assert seen.page.locator("#chosen").inner_text() == "Record 2 of 2"


def test_a_link_leads_into_a_variation(visit: Open) -> None:
    seen = visit(sample(ANNOTATED), "#record=1&variation=2&ply=7")
    assert (seen.count, seen.moment) == ("7 / 7", "4.xd4=2:0??")


def test_a_link_leads_to_a_wave(visit: Open) -> None:
    seen = visit(sample(CHAIN), "#record=1&ply=32&wave=4")
    assert seen.page.locator("#now .wave").inner_text() == "wave 4 of 8"
    seen.page.wait_for_timeout(700)
    assert seen.page.locator("#now .wave").inner_text() == "wave 4 of 8"


def test_a_link_leads_to_an_event_of_chance(visit: Open) -> None:
    seen = visit(sample("robots/last-level.xbn"), "#record=1&ply=6&item=1")
    assert seen.moment.startswith("<6r8/")
    seen.press("ArrowLeft")
    seen.wait_for_address("#record=1&ply=6")
    seen.press("ArrowLeft", "ArrowRight", "ArrowRight")
    seen.wait_for_address("#record=1&ply=6&item=1")
    seen.press("Home", "ArrowRight")
    seen.wait_for_address("#record=1&ply=0&item=1")


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("#", "0 / 15"),
        ("#nothing", "0 / 15"),
        ("#record=0&ply=3", "3 / 15"),
        ("#record=99&ply=3", "3 / 15"),
        ("#record=1&ply=999", "15 / 15"),
        ("#record=1&ply=-1", "0 / 15"),
        ("#ply=4", "4 / 15"),
        ("#record=1&variation=77&ply=1e3", "0 / 12"),
        ("#record=1&ply=15&wave=9", "15 / 15"),
        ("#record=%3Cscript%3E&ply=%00&__proto__=1", "0 / 15"),
    ],
)
def test_whatever_an_address_says_there_is_an_answer(visit: Open, address: str, count: str) -> None:
    assert visit(sample(ANNOTATED), address).count == count


def test_the_address_follows_the_reader(visit: Open) -> None:
    seen = visit(sample(CHAIN), **CALM)
    assert seen.address == ""
    seen.press("ArrowRight", "ArrowRight")
    seen.wait_for_address("#record=1&ply=2")
    seen.press("End", "ArrowLeft")
    seen.wait_for_address("#record=1&ply=32&wave=8")
    seen.page.reload()
    seen.arrive()
    assert seen.page.locator("#now .wave").inner_text() == "wave 8 of 8"


def test_going_back_leads_to_where_a_link_was_followed(visit: Open) -> None:
    """Steps make no entries in the history; links do."""
    seen = visit(sample(ANNOTATED))
    seen.press("ArrowRight", "ArrowRight", "ArrowRight")
    seen.follow("xb6=2:12")
    assert seen.count == "15 / 15"
    seen.follow("2b4-d4")
    assert seen.moment == "3.2b4-d4"
    seen.page.go_back()
    seen.wait_for_address("#record=1&ply=15")
    seen.wait_for_text("#count", "15 / 15")
    seen.page.go_back()
    seen.wait_for_address("#record=1&ply=3")
    seen.wait_for_text("#count", "3 / 15")
    seen.page.go_forward()
    seen.wait_for_address("#record=1&ply=15")
    seen.wait_for_text("#count", "15 / 15")


def test_variations_are_played(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    seen.follow("2b4-d4")
    assert seen.count == "5 / 7"
    assert "White stack of 2 on d4" in seen.pieces
    seen.press("ArrowRight", "ArrowRight")
    assert seen.moment.startswith("4.xd4=2:0??")
    seen.press("Home", *["ArrowRight"] * 5)
    assert seen.moment == "3.2b4-d4"
    seen.press("ArrowRight")
    seen.page.locator("#now a", has_text="Instead: d8-c8").click()
    seen.wait_for_text("#now h2", "3...d8-c8")
    assert seen.current == ["d8-c8"]
    seen.page.locator("#now a", has_text="Back to the outer line").click()
    seen.wait_for_text("#now h2", "3...d7-d6")
    seen.page.locator("#now a", has_text="Back to the main line").click()
    seen.wait_for("document.querySelector('#now h2').innerText.startsWith('3.2b4-b6')")


def test_keys_lead_into_a_variation_and_out_of_it(visit: Open) -> None:
    seen = visit(sample(ANNOTATED), "#record=1&ply=5")
    seen.press("v")
    seen.wait_for_address("#record=1&variation=2&ply=5")
    seen.wait_for_text("#now h2", "3.2b4-d4")
    seen.press("Escape")
    seen.wait_for_address("#record=1&ply=5")
    seen.wait_for_text("#count", "5 / 15")


def test_the_way_to_the_moves_keeps_the_moment(visit: Open) -> None:
    seen = visit(sample(ANNOTATED), "#record=1&ply=5")
    seen.press("Tab")
    assert seen.page.evaluate("document.activeElement.textContent") == "Skip to the moves"
    seen.press("Enter")
    assert seen.page.evaluate("document.activeElement.id") == "moves"
    assert (seen.address, seen.count) == ("#record=1&ply=5", "5 / 15")


def test_a_variation_behind_an_event_replaces_the_action_too(visit: Open) -> None:
    seen = visit(sample("robots/another-spawn.xbn"))
    seen.follow("<5r9/")
    before = seen.pieces
    seen.press("Shift+ArrowLeft", "Shift+ArrowLeft")
    assert seen.moment == "5.DR=4"
    seen.press("Shift+ArrowRight", "Shift+ArrowRight")
    assert seen.pieces == before


@pytest.mark.parametrize("name", ["expendibots/annotated.xbn", "robots/another-spawn.xbn", "robots/last-level.xbn"])
def test_each_move_in_the_list_leads_to_its_own_moment(visit: Open, name: str) -> None:
    seen = visit(sample(name))
    links = [link.get_attribute("href") for link in seen.page.locator("#moves a.move").all()]
    assert len(links) == len(set(links)) > 5
    for link in reversed(links):
        seen.page.evaluate("(hash) => { location.hash = hash; }", link)
        seen.wait_for("document.querySelector('#moves [aria-current]')?.getAttribute('href')", link)


def test_of_many_variations_a_few_are_named_beside_the_board(visit: Open) -> None:
    """All of them are among the moves, each with its own way back."""
    seen = visit(told(f"1. d2-d3 e7-e6 {'(1... d7-d6 2. e2-e3) ' * 40} 2. d3-d4 *"), "#record=1&ply=2")
    assert seen.number("#now a.elsewhere") == 12
    assert seen.page.locator("#now .others").inner_text().endswith("and 28 more among the moves")
    assert seen.number("#moves .variation") == 40
    seen.page.locator("#moves .variation").last.locator("a").last.click()
    seen.wait_for_address("#record=1&variation=40&ply=3")
    seen.wait_for_text("#count", "3 / 3")
    seen.press("ArrowLeft", "ArrowLeft")
    assert "White stack of 1 on d3" in seen.pieces
    seen.press("Escape")
    seen.wait_for_address("#record=1&ply=2")


def test_comments_glyphs_and_results_stand_in_the_list(visit: Open) -> None:
    seen = visit(sample(ANNOTATED))
    text = seen.page.locator("#moves").inner_text()
    for words in ("Annotated for the club's newsletter.", "is slower", "After that the game would still be open.", "1-0"):
        assert words in text
    glyphs = seen.page.locator("#moves .glyph")
    assert {"!", "?", "!!", "??", "!?", "?!", "+/="} == set(glyphs.all_inner_texts())
    assert glyphs.first.get_attribute("title") == "dubious action"


def test_several_records(visit: Open) -> None:
    seen = visit([*sample(CHAIN), *sample(ANNOTATED), *sample("robots/last-level.xbn")])
    assert seen.page.locator("#record-before").get_attribute("href") is None
    seen.click("#record-after")
    seen.wait_for_text("h1", "Ada Brandt – Loose Cannon")
    seen.press("]")
    seen.wait_for_address("#record=3&ply=0")
    seen.wait_for_text("h1", "Robots")
    seen.click("#choice summary")
    seen.page.locator("#list a", has_text="Quiet Fuse").click()
    seen.wait_for_text("h1", "Quiet Fuse – Night Owl")
    assert seen.page.locator("#choice").get_attribute("open") is None
    seen.page.go_back()
    seen.wait_for_address("#record=3&ply=0")
    seen.wait_for_text("h1", "Robots")


def test_one_record_needs_no_list(visit: Open) -> None:
    assert not visit(sample(CHAIN)).page.locator("#records").is_visible()


def test_a_page_without_records_says_so(visit: Open) -> None:
    assert "no record" in visit([]).page.locator("main").inner_text()


def test_five_hundred_records(visit: Open) -> None:
    text = '[White "Bot-{number}"]\n[Black "Bob"]\n[Event "Round {round}"]\n1. d2-d3 e7-e6 2. d3-d4 e6-e5 3. xd4 {{boom}} *\n\n'
    seen = visit(told("".join(text.format(number=number, round=number // 100) for number in range(500))))
    found = seen.page.locator("#list li:visible")
    seen.click("#choice summary")
    assert found.count() == 500
    seen.page.locator("#search").fill("bob  ROUND 3")
    assert found.count() == len([number for number in range(500) if "3" in f"{number + 1} {number} {number // 100}"])
    seen.page.locator("#search").fill("nobody at all")
    assert (found.count(), seen.page.locator("#nothing").is_visible()) == (0, True)
    seen.page.locator("#search").fill("bot-321")
    found.locator("a").click()
    seen.wait_for_text("h1", "Bot-321 – Bob")
    assert seen.address == "#record=322&ply=0"
    seen.press("ArrowRight", "]")
    seen.wait_for_address("#record=323&ply=0")
    seen.wait_for_text("#chosen", "Record 323 of 500")
    seen.press("End")
    assert seen.moment == "3.xd4"
