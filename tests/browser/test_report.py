"""The HTML report in a browser: filters, boards, replays, paper, keys, many records, and texts that want to be more than texts."""

from __future__ import annotations

import pytest
from conftest import Open
from marking import DESK, GOOD, ILLEGAL, LOOSE
from sheets import sheet
from visits import SAMPLES, Visit

from expendibots_notation.reports.report import Manner

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}

ENDED = (SAMPLES / "expendibots" / "chain-reaction.xbn").read_text(encoding="utf-8")
MIXED: dict[str, str | bytes] = {
    "ended.xbn": ENDED,
    "good.xbn": GOOD.replace('"*"]', '"*"]\n[White "Ada"]\n[Black "Bob"]'),
    "loose.xbn": LOOSE.replace('"*"]', '"*"]\n[White "Bob"]\n[Black "Cyd"]'),
    "bad.xbn": ILLEGAL,
    "picture.xbn": b"\x89PNG\r\n\x1a\n\x00\x00",
}

HOSTILE: dict[str, str | bytes] = {
    "</script><img src=x onerror='window.hit=1'>.xbn": GOOD.replace(
        "[Rules",
        '[White "<script>window.hit = 2</script>"]\n'
        "[Black \"</option></select><img src=x onerror='window.hit = 3'>\"]\n"
        '[Event "\\u001b[31m \\u202egnol ${window.hit = 4} {{script}}"]\n[Rules',
    ).replace("e7-e6", "{</script><script>window.hit = 5</script>} e7-e6"),
    "javascript:window.hit=6": GOOD.replace("2. e2-d2 *", '2. ~"<svg onload=window.hit=7>\\u202e" *'),
    "bad.xbn": ILLEGAL.replace("2. e2-e5", "2. {<b>bold</b>} e2-e5"),
}


def listed(seen: Visit) -> list[str]:
    """The titles in the list. Not as inner text: that is empty until the browser knows which entries are in sight."""
    return seen.page.locator("#entries h2").all_text_contents()


def choose(seen: Visit, facet: str, value: str) -> None:
    """Choose a value of a facet, whatever it looks like."""
    box = seen.page.locator(f"#by-{facet}")
    if box.locator("select").count():
        box.locator("select").select_option(value)
    else:
        box.locator(f"input[value='{value}']").check()


@pytest.fixture
def mixed(visit_html: Open) -> Visit:
    return visit_html(sheet(MIXED))


# The overview


def test_the_summary(mixed: Visit) -> None:
    assert mixed.page.title() == "3 of 4 records valid"
    assert mixed.page.locator("#overview h1").inner_text() == "3 of 4 records valid"
    assert mixed.page.locator("#summary span").all_inner_texts()[:3] == ["4 records in 5 files", "2 errors", "1 warning"]
    assert mixed.page.locator("#shown").inner_text() == "5 entries"
    assert listed(mixed) == ["Quiet Fuse – Night Owl", "Ada – Bob", "Bob – Cyd", "bad.xbn", "picture.xbn"]
    stamps = mixed.page.locator(".stamp")
    names = [stamps.nth(index).get_attribute("aria-label") for index in range(5)]
    assert names == ["Valid", "Valid", "Valid with warnings", "Invalid", "No record"]


@pytest.mark.parametrize(
    ("facet", "value", "titles"),
    [
        ("verdict", "valid", ["Quiet Fuse – Night Owl", "Ada – Bob"]),
        ("verdict", "warnings", ["Bob – Cyd"]),
        ("verdict", "invalid", ["bad.xbn"]),
        ("verdict", "file", ["picture.xbn"]),
        ("ending", "elimination", ["Quiet Fuse – Night Owl"]),
        ("player", "Bob", ["Ada – Bob", "Bob – Cyd"]),
        ("code", "XBN203", ["bad.xbn"]),
        ("code", "XBN111", ["picture.xbn"]),
    ],
)
def test_filters(mixed: Visit, facet: str, value: str, titles: list[str]) -> None:
    choose(mixed, facet, value)
    assert listed(mixed) == titles
    assert mixed.page.locator("#shown").inner_text().startswith(f"{len(titles)} of 5 entries: ")
    mixed.wait_for_address(f"#{facet}={value}")
    mixed.page.reload()
    assert listed(mixed) == titles
    mixed.click("#clear")
    assert len(listed(mixed)) == 5
    mixed.wait_for_address("")


def test_filters_work_together_and_count_what_is_left(mixed: Visit) -> None:
    choose(mixed, "player", "Bob")
    assert mixed.page.locator("#by-verdict .option").all_inner_texts() == [
        *("All\n2", "Valid\n1", "Valid with warnings\n1", "Invalid\n0", "No record\n0"),
    ]
    choose(mixed, "verdict", "valid")
    assert listed(mixed) == ["Ada – Bob"]
    mixed.page.locator("#words").fill("nobody")
    assert (listed(mixed), mixed.page.locator("#none").is_visible()) == ([], True)
    mixed.page.locator("#words").fill("")
    assert mixed.page.locator("#by-player select").input_value() == "Bob"
    assert listed(mixed) == ["Ada – Bob"]


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("ada", ["Ada – Bob"]),
        ("BAD.xbn", ["bad.xbn"]),
        ("xbn203", ["bad.xbn"]),
        ("stack on", ["bad.xbn"]),
        ("cyd loose", ["Bob – Cyd"]),
    ],
)
def test_search(mixed: Visit, words: str, titles: list[str]) -> None:
    mixed.press("/")
    mixed.page.keyboard.type(words)
    assert listed(mixed) == titles


@pytest.mark.parametrize(
    "address", ["#verdict=nothing", "#nothing", "#record=999&ply=1", "#record=5&ply=0", "#code=%3Cscript%3E", "#player=__proto__"]
)
def test_whatever_an_address_says_there_is_an_answer(visit_html: Open, address: str) -> None:
    seen = visit_html(sheet(MIXED), address)
    assert seen.page.locator("#overview").is_visible()
    seen.page.locator("#words").fill("ada")
    seen.page.locator("#words").fill("")


def test_the_desk(visit_html: Open) -> None:
    seen = visit_html(sheet([str(path) for path in sorted(DESK.rglob("*.*")) if path.suffix in (".xbn", ".log")]))
    text = str(seen.page.locator("#entries").text_content())
    for words in ("too-far", "wrong-result", "this is binary data", "there is no record", "cut off"):
        assert words in text, words


def test_an_empty_report(visit_html: Open) -> None:
    seen = visit_html(sheet({}))
    assert seen.page.locator("#overview h1").inner_text() == "No records"
    assert seen.page.locator("#none").is_visible()


# Boards and evidence


def test_a_board_shows_what_was_tried(mixed: Visit) -> None:
    choose(mixed, "verdict", "invalid")
    board = mixed.page.locator(".entry .trouble .board").first
    board.locator(".cross").wait_for()
    assert board.locator(".piece").count() == 24
    assert board.locator(".arrow.tried").count() == 1
    label = str(board.get_attribute("aria-label"))
    assert label.startswith("Board: 2. e2-e5. White stack of 1 on a1, ")
    card = str(mixed.page.locator(".entry .card.error").text_content())
    assert "e2-e5 moves 3 squares" in card
    assert mixed.page.locator(".entry mark").text_content() == "e2-e5"
    assert mixed.page.locator("#codes dt").all_inner_texts() == ["XBN203 too-far"]


def test_the_end_is_explained(mixed: Visit) -> None:
    end = mixed.page.locator("#entry-1 .end")
    assert "Proved by the board" in str(end.locator("summary").text_content())
    assert not end.locator(".board").is_visible()
    end.locator("summary").click()
    end.locator(".scorch").first.wait_for()
    assert "The explosion of f4 removed 12 of White" in str(end.text_content())
    mixed.page.locator("#unfold").check()
    assert mixed.page.locator(".end[open]").count() == mixed.page.locator(".end").count() == 4
    mixed.page.locator("#unfold").uncheck()
    assert mixed.page.locator(".end[open]").count() == 0


def test_copies_and_readings(visit_html: Open) -> None:
    differ = (SAMPLES / "broken" / "XBN311-readings-differ.xbn").read_text(encoding="utf-8")
    longer = GOOD.replace("2. e2-d2 *", "2. e2-d2 e6-e5 *")
    files: dict[str, str | bytes] = {"differ.xbn": differ, "one.xbn": GOOD, "two.xbn": GOOD, "longer.xbn": longer}
    seen = visit_html(sheet(files, Manner(both_rules=True, duplicates=True)))
    assert "The readings of the rules part at ply 13." in str(seen.page.locator("#entry-1 .notice").text_content())
    assert seen.page.locator("#entry-2 .notice").locator("p").all_text_contents() == [
        "The same game as two.xbn",
        "The beginning of longer.xbn",
    ]
    assert "Goes on where this stops: one.xbn" in str(seen.page.locator("#entry-4 .notice").text_content())
    choose(seen, "remark", "readings of the rules differ")
    assert seen.page.locator(".entry").count() == 1


# Replays


def test_of_many_copies_a_few_are_named_and_the_rest_are_counted(visit_html: Open) -> None:
    mirrored = GOOD.replace("d2-d3 e7-e6", "e2-e3 d7-d6").replace("2. e2-d2", "2. d2-e2")
    files: dict[str, str | bytes] = {f"{number:02}.xbn": mirrored if number == 3 else GOOD for number in range(30)}
    seen = visit_html(sheet(files, Manner(duplicates=True)))
    for number, others in ((1, [2, 3, 4, 5, 6, 7]), (3, [1, 2, 4, 5, 6, 7]), (30, [1, 2, 3, 4, 5, 6])):
        card = seen.page.locator(f"#entry-{number} .card.notice")
        links = [link.get_attribute("href") for link in card.locator("a").all()]
        assert links == [f"#record={other}&ply=0" for other in others]
        assert card.locator("p").last.text_content() == "and 23 more"
    words = seen.page.locator("#entry-1 .card.notice p").all_text_contents()
    assert [text.startswith("The same game, left and right exchanged, as") for text in words[:3]] == [False, False, True]


def test_trouble_leads_to_its_moment_and_back(mixed: Visit) -> None:
    choose(mixed, "verdict", "invalid")
    mixed.page.locator(".entry figcaption a").click()
    mixed.wait_for_text("#now h2", "2.e2-e5")
    assert mixed.address == "#record=4&ply=3"
    assert "Not allowed" in mixed.page.locator("#now .card.error").inner_text()
    assert not mixed.page.locator("#overview").is_visible()
    mixed.press("Escape")
    mixed.page.locator("#overview").wait_for()
    assert (mixed.address, listed(mixed)) == ("#verdict=invalid", ["bad.xbn"])
    assert mixed.page.evaluate("document.activeElement.textContent") == "bad.xbn"


def test_the_replay_plays(mixed: Visit) -> None:
    mixed.page.locator("#entry-1 h2 a").click()
    mixed.wait_for_text("#count", "0 / 32")
    assert mixed.page.evaluate("document.activeElement.id") == "back"
    mixed.press("ArrowRight")
    mixed.wait_for_text("#count", "1 / 32")
    mixed.wait_for_address("#record=1&ply=1")
    mixed.press("End")
    assert mixed.pieces == [each for each in mixed.pieces if each.startswith("Black")]
    assert mixed.page.locator("#chosen").inner_text() == "ended.xbn\n1 of 4 listed records"
    mixed.click("#back")
    mixed.page.locator("#overview").wait_for()
    mixed.page.wait_for_timeout(400)
    assert mixed.address == ""
    assert mixed.page.title() == "3 of 4 records valid"


def test_the_player_goes_through_what_is_listed(mixed: Visit) -> None:
    choose(mixed, "player", "Bob")
    mixed.page.locator("#entry-2 h2 a").click()
    mixed.wait_for_text("#title", "Ada – Bob")
    assert mixed.page.locator("#record-before").get_attribute("href") is None
    mixed.press("]")
    mixed.wait_for_text("#title", "Bob – Cyd")
    assert mixed.page.locator("#record-after").get_attribute("href") is None
    mixed.page.go_back()
    mixed.wait_for_text("#title", "Ada – Bob")


def test_a_link_leads_into_a_replay(visit_html: Open) -> None:
    seen = visit_html(sheet(MIXED), "#record=1&ply=32&wave=4")
    seen.wait_for_text("#now .wave", "wave 4 of 8")


def test_keys_of_the_player_do_nothing_in_the_overview(mixed: Visit) -> None:
    mixed.page.locator("#entry-1 h2 a").click()
    mixed.wait_for_text("#count", "0 / 32")
    mixed.press("Escape")
    mixed.page.locator("#overview").wait_for()
    mixed.press("ArrowRight", "End", "f", " ")
    mixed.page.wait_for_timeout(400)
    assert mixed.address == ""
    assert mixed.page.locator("#overview").is_visible()


def test_boards_of_different_games_do_not_mix(visit_html: Open) -> None:
    files: dict[str, str | bytes] = {
        "ended.xbn": ENDED,
        "robots.xbn": (SAMPLES / "robots" / "last-level.xbn").read_text(encoding="utf-8"),
    }
    seen = visit_html(sheet(files), "#record=1&ply=0")
    seen.wait_for("document.querySelectorAll('#board .edge').length", 16)
    seen.press("]")
    seen.wait_for("document.querySelectorAll('#table thead th').length", 15)
    seen.press("[")
    seen.wait_for("document.querySelectorAll('#board .edge').length", 16)


# Everybody, and everywhere


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(visit_html: Open, scheme: str) -> None:
    seen = visit_html(sheet(MIXED, Manner(both_rules=True, duplicates=True)), color_scheme=scheme)
    seen.page.locator("#unfold").check()
    seen.page.wait_for_timeout(200)
    assert seen.barriers() == []
    seen.page.locator("#entry-4 figcaption a").first.click()
    seen.wait_for_text("#now h2", "2.e2-e5")
    assert seen.barriers() == []


def test_nothing_is_wider_than_a_phone(visit_html: Open) -> None:
    seen = visit_html(sheet(MIXED), **PHONE)
    seen.page.locator("#unfold").check()
    assert seen.overflow() == 0
    assert seen.barriers() == []
    seen.page.locator("#entry-1 h2 a").click()
    seen.wait_for_text("#count", "0 / 32")
    assert seen.overflow() == 0


def test_everything_can_be_reached_by_keys(mixed: Visit) -> None:
    mixed.press("Tab")
    assert mixed.page.evaluate("document.activeElement.id") == "skip-filters"
    mixed.press("Enter")
    assert mixed.page.evaluate("document.activeElement.id") == "entries"
    mixed.press("Tab")
    assert mixed.page.evaluate("document.activeElement.textContent") == "Quiet Fuse – Night Owl"
    mixed.press("Enter")
    mixed.wait_for_text("#count", "0 / 32")


def test_light_and_dark(mixed: Visit) -> None:
    paper = mixed.colour("body")
    mixed.click("#overview-theme")
    assert mixed.colour("body") != paper


def test_hostile_texts_stay_texts(visit_html: Open) -> None:
    seen = visit_html(sheet(HOSTILE))
    seen.page.locator("#unfold").check()
    text = str(seen.page.locator("#overview").text_content())
    for words in ("</script><img src=x onerror='window.hit=1'>.xbn", "<script>window.hit = 2</script>", "<U+202E>gnol"):
        assert words in text, words
    assert not set(text) & {"\x1b", "\u202e"}
    for value in ("<script>window.hit = 2</script>", "</option></select><img src=x onerror='window.hit = 3'>"):
        seen.page.locator("#by-player select").select_option(value)
        assert seen.page.locator(".entry").count() == 1
    seen.click("#clear")
    for number in (1, 2, 3):
        seen.page.locator(f"#entry-{number} h2 a").click()
        seen.wait_for("document.getElementById('replay').hidden", False)
        seen.press("End")
        seen.press("Escape")
        seen.page.locator("#overview").wait_for()
    assert seen.page.evaluate("window.hit") is None
    assert seen.number("img, iframe, object, embed, #entries b, #entries script") == 0


# Paper


def test_paper_has_the_list_and_its_boards(visit_html: Open) -> None:
    seen = visit_html(sheet({f"{number}.xbn": ILLEGAL for number in range(80)}), color_scheme="dark")
    seen.page.emulate_media(media="print")
    seen.wait_for("document.querySelectorAll('.entry').length", 80)
    seen.wait_for(
        "[...document.querySelectorAll('.entry > .trouble .board')].filter((board) => !board.childElementCount).length", 0
    )
    assert seen.colour("body") == "rgb(255, 255, 255)"
    assert not seen.page.locator("#filters").is_visible()
    assert not seen.page.locator("#replay").is_visible()
    assert seen.page.locator("#shown").inner_text() == "80 entries"
    assert seen.page.locator("#meanings").is_visible()


# Many records


def test_a_thousand_records(visit_html: Open) -> None:
    """Below 10 MB, and ready within two seconds of the page's own time; every tenth record has something wrong with it."""
    game = (SAMPLES / "stack_wars" / "recorded-game.xbn").read_text(encoding="utf-8")
    texts = [ENDED, GOOD, LOOSE, ENDED, GOOD, ENDED, GOOD, ENDED, ENDED, ILLEGAL]
    files: dict[str, str | bytes] = {f"group-{number:04}/game.xbn": texts[number % 10] for number in range(990)}
    files |= {f"long-{number}.xbn": game for number in range(10)}
    html = sheet(files)
    assert len(html.encode()) < 10_000_000
    seen = visit_html(html)
    ready = seen.page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    assert ready < 2000
    assert seen.page.locator("#shown").inner_text() == "1,000 entries"
    seen.wait_for("document.querySelectorAll('.entry').length", 1000)
    took = seen.page.evaluate(
        "(() => { const begin = performance.now(); document.querySelector('input[value=invalid]').click();"
        "document.body.offsetHeight; return performance.now() - begin; })()"
    )
    assert took < 1000
    seen.wait_for("document.querySelectorAll('.entry').length", 99)
    seen.page.locator("#words").fill("group-0989")
    assert listed(seen) == ["group-0989/game.xbn"]
    seen.page.locator(".entry h2 a").click()
    seen.wait_for_text("#count", "0 / 4")
    assert seen.address == "#record=990&ply=0"
