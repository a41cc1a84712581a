"""What is wrong with a record is shown where it belongs; what is hostile in it stays text."""

from __future__ import annotations

import pytest
from conftest import Open
from visits import sample, told

HOSTILE = """
{<script>window.hit = 1</script> ]]> "quotes" 'single' &lt; <!-- --> }
[Format "xbn 1"]
[Game "Expendibots"]
[Rules "text"]
[Result "*"]
[Termination "truncated"]
[White "<script>window.hit = 2</script>"]
[Black "</script><img src=x onerror='window.hit = 3'>"]
[Event "\\u001b[31mred\\u001b[0m \\u202egnol ]]> \\u2028 {{script}} ${window.hit = 4}"]
[Site "javascript:window.hit = 5"]

1. d2-d3 {</script><script>window.hit = 6</script><b>bold</b>} e7-e6 {%note="<svg onload=window.hit=7>"}
{\u202eevil\u202c \u200fmark \x1b[2J}
2. d3-d4 ~"<img src=//elsewhere.invalid/x onerror='window.hit = 8'>\\u001b]0;x\\u0007" *
"""


def test_an_illegal_move_is_shown_as_what_was_tried(visit: Open) -> None:
    seen = visit(sample("broken/XBN203-too-far.xbn"), "#record=1&ply=2")
    before = seen.pieces
    seen.press("ArrowRight")
    assert seen.pieces == before
    assert seen.number("#board .arrow.tried") == 1
    assert seen.colour("#board .arrow.tried .shaft", "strokeDasharray") != "none"
    assert seen.number("#board .cross") == 1
    card = seen.page.locator("#now .card.error").inner_text()
    assert card.startswith("Not allowed")
    assert "XBN203" in card
    assert "2d2-d5 moves 3 squares, but the stack on d2 (3,1) has 2 tokens" in card
    assert "the nearest legal actions are" in card
    assert seen.page.locator("#moves .badge.error").get_attribute("aria-label") == "Not allowed"


@pytest.mark.parametrize(
    ("name", "ply", "reason"),
    [
        ("rejected", 4, "the stack on d7 (3,6) has only 2 tokens"),
        ("rejected-raw", 3, "neither in the same file nor in the same rank"),
    ],
)
def test_a_rejected_action_is_shown_with_its_reason(visit: Open, name: str, ply: int, reason: str) -> None:
    seen = visit(sample(f"expendibots/{name}.xbn"), f"#record=1&ply={ply}")
    card = seen.page.locator("#now .card.error").inner_text()
    assert card.startswith("Refused by the referee")
    assert reason in card
    assert seen.number("#board .arrow.tried") == 1


def test_what_comes_behind_an_illegal_event_has_no_board(visit: Open) -> None:
    seen = visit(sample("broken/XBN275-spawn-count.xbn"))
    seen.press("End")
    assert "Not reached" in seen.page.locator("#now .card.error").inner_text()
    assert seen.number("#board.faded") == 1
    assert seen.page.locator("#position").input_value() == ""
    assert seen.page.locator("#copy").is_disabled()


def test_a_warning_stands_at_its_move(visit: Open) -> None:
    seen = visit(sample("broken/XBN151-loose-action.xbn"), "#record=1&ply=1")
    assert seen.number("#moves .badge.warning") == 1
    assert "XBN151" in seen.page.locator("#now .card.warning").inner_text()


def test_a_wrong_turn_number_is_told_at_its_move(visit: Open) -> None:
    seen = visit(sample("broken/XBN310-wrong-turn-number.xbn"), "#record=1&ply=3")
    assert "turn 3 should be turn 2" in seen.page.locator("#now .card.error").inner_text()


def test_findings_of_a_record_are_open_where_they_are_errors(visit: Open) -> None:
    wrong = visit(sample("broken/XBN307-wrong-result.xbn"))
    assert "the result is given as 0-1" in wrong.page.locator("#verdict .card.error").inner_text()
    odd = visit(sample("broken/XBN155-missing-tag.xbn"))
    assert odd.page.locator("#verdict summary").inner_text() == "1 warning in this record"
    assert not odd.page.locator("#verdict .card").is_visible()


def test_a_record_of_an_unknown_game_has_moves_but_no_board(visit: Open) -> None:
    seen = visit(sample("broken/XBN301-unknown-game.xbn"), "#record=1&ply=1")
    assert seen.page.locator("#boardless").is_visible()
    assert not seen.page.locator("#board").is_visible()
    assert seen.number("#moves .unreached") == 2
    assert "there is no game 'Chequers'" in seen.page.locator("#verdict").inner_text()


def test_hostile_texts_stay_texts(visit: Open) -> None:
    seen = visit([*told(HOSTILE), *told(HOSTILE)])
    for _ in range(5):
        seen.press("ArrowRight")
    seen.click("#about summary")
    seen.click("#choice summary")
    assert seen.page.evaluate("window.hit") is None
    assert seen.number("script") == 4  # the data, a record each, and the script
    assert seen.number("img, main b:not(#players b):not(.attributes b), iframe, object, embed") == 0
    text = seen.page.locator("body").inner_text()
    for words in (
        "<script>window.hit = 2</script> – </script><img src=x onerror='window.hit = 3'>",
        "</script><script>window.hit = 6</script><b>bold</b>",
        "\N{SYMBOL FOR ESCAPE}[31mred",
        "<U+202E>gnol ]]> <U+2028> {{script}} ${window.hit = 4}",
        "javascript:window.hit = 5",
        "<U+202E>evil<U+202C> <U+200F>mark \N{SYMBOL FOR ESCAPE}[2J",
        """~"<img src=//elsewhere.invalid/x onerror='window.hit = 8'>""",
    ):
        assert words in text, words
    assert not set(text) & {"\x1b", "\u202e", "\u200f", "\u2028"}


def test_the_policy_holds_even_where_the_page_is_attacked_from_inside(visit: Open) -> None:
    """What a text could try, were it ever taken for markup: every way is closed."""
    seen = visit(sample("expendibots/annotated.xbn"))
    with pytest.raises(Exception, match="TrustedHTML"):
        seen.page.evaluate("document.body.innerHTML = '<p>'")
    with pytest.raises(Exception, match=r"TrustedScript|Content Security Policy"):
        seen.page.evaluate("() => { setTimeout('window.hit = 1', 0) }")
    assert seen.page.evaluate("fetch('https://elsewhere.invalid/').catch(() => 'refused')") == "refused"
    assert {"connect-src", "require-trusted-types-for"} <= set(seen.page.evaluate("window.violations"))
    # The attacks were the test's own, and each was complained about.
    seen.page.evaluate("window.violations = []")
    seen.troubles.clear()
