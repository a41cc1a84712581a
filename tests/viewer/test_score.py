"""The written game beside the board: layout, wrapping, places, and texts that mean harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

import expendibots_notation as xn
from expendibots_notation.pipeline import judged
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.score import Role, Score

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'


def story_of(text: str) -> Judged:
    (record,) = xn.read_text(text)
    return judged(record)


def sample(name: str) -> Judged:
    return judged(next(xn.read(SAMPLES / name)))


def text_of(score: Score) -> list[str]:
    return ["".join(span.text for span in row).rstrip() for row in score.rows]


def test_a_game_as_it_is_written() -> None:
    assert text_of(Score(sample("expendibots/setup.xbn"), 44)) == [
        "Event Puzzle corner",
        "Date  2025.02.01",
        "Round -",
        "",
        "    Black to move and win.",
        "    start",
        "20… b5-b2!",
        "    One token travels three squares, because",
        "    the stack has three.",
        "21. b1-c1",
        "    Every square that White can reach",
        "    touches b2.",
        "    (21. a1-a2 xb2=2:1 0-1)",
        "    (21. xa1=2:1 Impatient: two tokens of",
        "    Black are still on b5. 0-1)",
        "21… xb2=2:1",
        "    0-1 elimination",
    ]


def test_actions_of_a_turn_stand_side_by_side() -> None:
    rows = text_of(Score(story_of(HEAD + "1. d2-d3 e7-e6\n2. d3-d4?? $4 $14 e6-e5 *\n"), 40))
    assert rows[:3] == ["   start", "1. d2-d3       e7-e6", "2. d3-d4?? +/= e6-e5"]


def test_nested_variations_are_indented() -> None:
    rows = text_of(Score(sample("expendibots/annotated.xbn"), 70))
    at = next(number for number, row in enumerate(rows) if "2b4-d4" in row)
    assert rows[at : at + 3] == [
        "   (3. 2b4-d4 keeps a distance d7-d6 and now",
        "     (3… d8-c8 is safer 4. 2d4-d6 with the same idea)",
        "   4. xd4=2:0?? would only hurt White)",
    ]


def test_what_was_refused_and_what_is_illegal_have_their_reasons() -> None:
    refused = text_of(Score(sample("expendibots/rejected.xbn"), 60))
    assert "   ✗ 3d7-d5 moves 3 tokens, but the stack on d7 (3,6) has" in refused
    illegal = text_of(Score(sample("broken/XBN203-too-far.xbn"), 60))
    assert [row for row in illegal if "✗" in row] == ["   ✗ XBN203 2d2-d5 moves 3 squares, but the stack on d2"]
    assert "   the nearest legal actions are 2d2-d4, 2d2-d3, d2-d4" in illegal


def test_findings_about_the_record_stand_at_its_beginning() -> None:
    assert any("XBN307" in row for row in text_of(Score(sample("broken/XBN307-wrong-result.xbn"), 60))[:4])


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*/*.xbn")), ids=lambda path: path.stem)
def test_no_row_is_wider_than_it_may_be(path: Path) -> None:
    for record in xn.read(path) if "XBN111" not in path.stem else ():
        story = judged(record)
        for width in (12, 31, 90):
            for row in Score(story, width).rows:
                assert cell_len("".join(span.text for span in row).rstrip()) <= width


def test_every_moment_has_its_place() -> None:
    story = sample("expendibots/annotated.xbn")
    score = Score(story, 50)
    moments = story.timeline.moments
    for moment in moments[1:]:
        spans = [span for span in score.rows[score.place(moment)] if span.moment is moment]
        assert spans[0].text == moment.text
    nested = moments[5].variations[0].moments[1].variations[0].moments[0]
    assert "d8-c8" in text_of(score)[score.place(nested)]
    row = score.place(moments[3])
    assert score.at(3, row) is moments[3]
    assert score.at(0, row) is None
    assert score.at(0, 10_000) is None
    assert row < score.end(moments[3]) <= score.place(moments[4])


def test_hostile_text_is_shown_and_obeyed_by_nobody() -> None:
    comment = "[red]x[/red] \x1b[31m \u202edlrow \u200b <script> \x07 tab\there \\[/]"
    raw = '"\\u001b[2J [bold]' + "no " * 300 + '"'
    text = HEAD.replace('"*"', '"0-1"]\n[Termination "illegal-action"]\n[White "\\u001b]0;x\\u0007[link=x]"')
    score = Score(story_of(text + f"1. d2-d3 {{{comment}}} ~{raw} {{a\nb}} 0-1"), 40)
    rows = text_of(score)
    assert all(row.isprintable() for row in rows)
    whole = " ".join(row.strip() for row in rows)
    assert "[red]x[/red] ␛[31m <U+202E>dlrow <U+200B> <script> ␇ tab␉here \\[/]" in whole
    assert max(cell_len(row) for row in rows) <= 40
    assert len([row for row in rows if "no no" in row]) < 20, "a very long text that was refused is cut"


def test_wide_and_combining_characters_are_measured() -> None:
    score = Score(story_of(HEAD + "1. d2-d3 {" + "漢字" * 60 + " " + "e\u0301" * 90 + "} *"), 33)
    assert max(cell_len(row) for row in text_of(score)) <= 33
    assert sum(row.count("漢字") + row.endswith("漢") for row in text_of(score)) >= 55


def test_an_unknown_game_is_only_read() -> None:
    score = Score(sample("broken/XBN301-unknown-game.xbn"), 40)
    assert any(span.role is Role.UNREACHED for row in score.rows for span in row)
