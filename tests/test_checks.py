"""What a record claims against what its replay shows, check by check: every answer of the tables, and what each message says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import expendibots_notation as xn
from expendibots_notation.checks import false_claim, judge
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import Outcome
from expendibots_notation.games import expendibots, find_game
from expendibots_notation.notation.tree import Item, Line, Ply, Record
from expendibots_notation.pipeline import Overrides, validate

WITH_LAYOUT = Overrides(layout=True)

SAMPLES = Path(__file__).parents[1] / "samples"

GOING_ON = Outcome()
WON = Outcome("1-0", "elimination")

CLAIMS = [
    # The game goes on: a result needs an end that no replay sees, and an end must fit its result.
    ("*", None, GOING_ON, None),
    ("1-0", None, GOING_ON, "no-end"),
    ("1/2-1/2", None, GOING_ON, "no-end"),
    ("1-0", "elimination", GOING_ON, "no-end"),
    ("*", "elimination", GOING_ON, "wrong-termination"),
    ("1-0", "illegal-action", GOING_ON, "wrong-termination"),
    ("*", "illegal-action", GOING_ON, "wrong-termination"),
    ("*", "truncated", GOING_ON, None),
    ("*", "unknown", GOING_ON, None),
    ("*", "time", GOING_ON, None),
    ("*", "memory", GOING_ON, None),
    ("*", "crash", GOING_ON, None),
    ("*", "adjudication", GOING_ON, None),
    ("*", "resignation", GOING_ON, "wrong-termination"),
    ("*", "agreement", GOING_ON, "wrong-termination"),
    ("0-1", "truncated", GOING_ON, "wrong-termination"),
    ("0-1", "unknown", GOING_ON, None),
    ("0-1", "time", GOING_ON, None),
    ("1/2-1/2", "time", GOING_ON, None),
    ("1/2-1/2", "agreement", GOING_ON, None),
    ("1-0", "agreement", GOING_ON, "wrong-termination"),
    ("1-0", "resignation", GOING_ON, None),
    ("1/2-1/2", "resignation", GOING_ON, "wrong-termination"),
    # The game is over.
    ("1-0", None, WON, None),
    ("1-0", "elimination", WON, None),
    ("0-1", None, WON, "wrong-result"),
    ("*", None, WON, "wrong-result"),
    ("*", "truncated", WON, "unclaimed-end"),
    ("1/2-1/2", "truncated", WON, "wrong-result"),
    ("*", "time", WON, "wrong-result"),
    ("1-0", "resignation", WON, "wrong-termination"),
    ("1-0", "repetition", WON, "wrong-termination"),
]


@pytest.mark.parametrize(("result", "termination", "outcome", "expected"), CLAIMS)
def test_claims(result: str, termination: str | None, outcome: Outcome, expected: str | None) -> None:
    problem = false_claim(Outcome(result, termination), outcome, 7, expendibots.GAME)
    assert (problem and problem[0]) == expected


def test_what_is_said_of_a_false_claim() -> None:
    said = {
        (result, termination): false_claim(Outcome(result, termination), outcome, 7, expendibots.GAME)
        for result, termination, outcome, expected in CLAIMS
        if expected
    }
    assert said["0-1", None] == ("wrong-result", {"claimed": "0-1", "end_ply": 7, "actual": "1-0", "end": "elimination"})
    assert said["1-0", "elimination"] == ("no-end", {"claimed": "1-0"})
    actual = {key: facts[1]["actual"] for key, facts in said.items() if facts is not None and facts[0] == "wrong-termination"}
    assert actual == {
        ("*", "elimination"): "the result is * and the game is not over",
        ("1-0", "illegal-action"): "no rejected action (~) closes the record",
        ("*", "illegal-action"): "no rejected action (~) closes the record",
        ("*", "resignation"): "the result is * and the game is not over",
        ("*", "agreement"): "the result is * and the game is not over",
        ("0-1", "truncated"): "the result is 0-1; a game that was cut off has the result *",
        ("1-0", "agreement"): "the result is 1-0, which is not a draw",
        ("1/2-1/2", "resignation"): "the result is a draw",
        ("1-0", "resignation"): "the game ended by elimination",
        ("1-0", "repetition"): "the game ended by elimination",
    }


# Whole records


def findings(body: str, result: str = "*", **tags: str) -> list[Diagnostic]:
    head = {"Format": "xbn 1", "Game": "Expendibots", "Rules": "text", "Result": result} | tags
    frame = ("Format", "Game", "Rules", "Setup", "Result", "Termination")
    ordered = sorted(head, key=lambda name: frame.index(name) if name in frame else len(frame))
    (record,) = xn.read_text("\n".join([*(f'[{name} "{head[name]}"]' for name in ordered), "", body]) + "\n")
    return list(validate(record, WITH_LAYOUT).diagnostics)


def names(body: str, result: str = "*", **tags: str) -> list[str]:
    return [each.name for each in findings(body, result, **tags)]


def test_the_place_of_a_layout_finding_is_one_character() -> None:
    (found,) = findings("1. d2-d3  e7-e6 *")
    assert (found.name, found.place.line, found.place.column) == ("layout", 6, 10)
    assert found.place.end_column == 11


def test_other_findings_hide_no_layout() -> None:
    assert names("1. d2-d3  e7-e6 1-0", "1-0") == ["layout", "no-end"]


def test_layout_is_asked_only_of_a_text_that_was_read_to_its_end() -> None:
    (record,) = xn.read_text('[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3  e7-e6 *\n')
    assert [each.name for each in judge(record, expendibots.GAME, with_layout=True)[1]] == ["layout"]
    assert judge(record, expendibots.GAME)[1] == []
    assert judge(replace(record, is_whole=False), expendibots.GAME, with_layout=True)[1] == []
    assert judge(replace(record, is_native=False), expendibots.GAME, with_layout=True)[1] == []


def test_a_record_that_has_no_text_is_not_laid_out() -> None:
    """It was made by a program; its text ends before it differs from the canonical one."""
    (found,) = validate(Record("expendibots", line=Line((), result="*")), WITH_LAYOUT).diagnostics
    assert (found.name, found.place.line, found.place.column) == ("layout", 1, 1)


def test_line_endings_hide_the_layout() -> None:
    text = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3  e7-e6 *\n'
    (record,) = xn.read_text(text.replace("\n", "\r\n"))
    assert [each.name for each in validate(record, WITH_LAYOUT).diagnostics] == ["line-endings"]


def test_the_ply_of_a_finding() -> None:
    (rejected,) = findings("1. d2-d3 ~e7-e6 *")
    assert (rejected.name, rejected.ply) == ("rejected-legal", 2)
    (number,) = findings("2. d2-d3 e7-e6 *")
    assert (number.name, number.ply) == ("wrong-turn-number", 1)
    first, second = findings("1. d2-d3 (2. e2-e3 *) e7-e6\n3. d3-d4 *")
    assert (first.name, first.ply, second.name, second.ply) == ("wrong-turn-number", 1, "wrong-turn-number", 3)


def test_a_number_is_wrong_also_where_it_is_that_of_the_player() -> None:
    assert names("1. d2-d3 e7-e6\n2. d3-d4 {what now?} 1... e6-e5 *") == ["wrong-turn-number"]


def test_a_rejected_action_behind_an_illegal_one_is_not_judged() -> None:
    assert names("1. d2-d9 ~e7-e6 *") == ["off-board"]


def test_a_rejected_action_behind_the_end_changes_no_outcome() -> None:
    setup = ".8/.8/.8/.8/.8/.8/.3b.4/.3w.3w w 9 0"
    assert names("9. xd1 ~h8-h9 1-0", "1-0", Setup=setup, Termination="elimination") == []


def test_a_score_is_not_held_against_a_record_with_an_illegal_action() -> None:
    head = '[Format "xbn 1"]\n[Game "Stack Wars"]\n[Rules "text"]\n[Result "*"]\n[Size "5"]\n[Score "3-1"]\n'
    (record,) = xn.read_text(f"{head}\n1. +a1 +a1 *\n")
    assert [each.name for each in xn.validate(record).diagnostics] == ["not-your-stack"]


def test_the_ply_of_what_chance_did_is_that_of_the_action_before_it() -> None:
    head = '[Format "xbn 1"]\n[Game "Robots"]\n[Rules "text"]\n[Setup "9/9/9/1h1er4/9/9/9 1 0 9"]\n[Result "*"]\n'
    (record,) = xn.read_text(f"{head}\n1. L+ <9/9/9/4h4/9/9/9> *\n")
    found = xn.validate(record).diagnostics
    assert ("spawn-count", 1) in [(each.name, each.ply) for each in found]


def test_an_unknown_termination_is_not_held_against_the_result_too() -> None:
    assert names("1. d2-d3 *", Termination="boredom") == ["unknown-termination"]
    setup = ".8/.8/.8/.8/.8/.8/.3b.4/.3w.3w w 9 0"
    assert names("9. xd1 1-0", "1-0", Setup=setup, Termination="boredom") == ["unknown-termination"]


def test_an_action_behind_the_end_does_not_excuse_a_wrong_result() -> None:
    setup = ".8/.8/.8/.8/.8/.8/.3b.4/.3w.3w w 9 0"
    found = findings("9. xd1 h1-h2 0-1", "0-1", Setup=setup)
    assert [each.name for each in found] == ["action-after-end", "wrong-result"]
    assert found[0].hint == (
        "the game ended 1-0 at ply 1 (elimination); remove what follows, or check whether the record names the right Rules"
    )


def test_a_record_that_was_not_read_to_its_end_claims_nothing() -> None:
    """Neither its result nor its score can be held against it."""
    game = find_game("stack_wars")
    assert game is not None
    setup = "x3/w,b,x/x3 b 0,0 0,0 1"
    (record,) = xn.read_text(
        f'[Format "xbn 1"]\n[Game "Stack Wars"]\n[Rules "text"]\n[Setup "{setup}"]\n[Result "1-0"]\n[Score "5-5"]\n\n1. b2xa2 1-0\n'
    )
    assert [each.name for each in judge(record, game)[1]] == ["wrong-tag", "wrong-result"]
    assert judge(replace(record, is_whole=False), game)[1] == []


def test_what_is_right_is_not_reported() -> None:
    """A score that the replay confirms, and the three dots of the second player."""
    head = '[Format "xbn 1"]\n[Game "Stack Wars"]\n[Rules "text"]\n[Setup "x3/w,b,x/x3 w 0,0 0,0 1"]\n'
    (record,) = xn.read_text(f'{head}[Result "0-1"]\n[Score "0-1"]\n\n1... a2xb2 0-1\n')
    game = find_game("stack_wars")
    assert game is not None
    assert [each.name for each in judge(record, game)[1]] == ["wrong-tag", "wrong-result"]
    right = replace(record, result="1/2-1/2", tags=tuple(replace(tag, value="0-0") for tag in record.tags))
    assert "wrong-tag" not in [each.name for each in judge(right, game)[1]]
    assert findings("1... e7-e6 *", Setup="b.7/.4b.3/.8/.8/.8/.8/.8/w.7 b 1 0") == []


def test_an_illegal_action_under_the_other_reading_is_named_by_its_ply() -> None:
    game = find_game("stack_wars")
    assert game is not None
    head = '[Format "xbn 1"]\n[Game "Stack Wars"]\n[Rules "reference"]\n[Size "5"]\n[Result "*"]\n\n'
    (record,) = xn.read_text(f"{head}1. +a1 +a5\n2. +b1 +b5\n3. a1-b1 *\n")
    found = [each for each in judge(record, game)[1] if each.name == "readings-differ"]
    assert [each.ply for each in found] == [5]
    assert "ply 5 is illegal" in found[0].message


ROUNDS = ("2a1-a3", "h8-h7", "2a3-a2", "h7-h8", "2a2-a1", "h8-h7", "2a1-a3", "h7-h8", "2a3-a2", "h8-h7", "2a2-a1", "h7-h8")
"""After 17 of these plies the board has been there four times, with one side to move or the other: the text ends the game."""


@pytest.mark.parametrize("rules", ["text", "referee"])
@pytest.mark.parametrize("behind", ["", " h8-h6", " ~h8-h6", " ~h8-h7", ' ~"jump"'])
def test_readings_part_where_one_of_them_ends_the_game(rules: str, behind: str) -> None:
    """Not at what stands behind that ply, be it legal, illegal or rejected."""
    body = " ".join((ROUNDS * 2)[:17])
    tags = f'[Setup ".7b/.8/.8/.8/.8/.8/.8/w2.7 w 1 0"]\n[Rules "{rules}"]\n'
    (record,) = xn.read_text(f"{tags}\n{body}{behind} *\n")
    (found,) = [each for each in xn.validate(record).diagnostics if each.name == "readings-differ"]
    assert found.ply == 17
    assert found.place.excerpt[found.place.column - 1 : found.place.end_column - 1] == ROUNDS[4]


# Replays


def test_slices_of_a_replay() -> None:
    (record,) = xn.read_text("*")
    replay = xn.replay(record)
    assert len(replay) == 1
    assert replay[1:] == replay[3:3] == []
    (longer,) = xn.read_text("1. d2-d3 e7-e6 *")
    texts = [position.text for position in xn.replay(longer)]
    assert [position.text for position in xn.replay(longer)[1:]] == texts[1:]
    assert xn.replay(longer)[-1].text == texts[2]


def test_positions_are_those_behind_what_chance_did() -> None:
    (record,) = xn.read(SAMPLES / "robots" / "another-spawn.xbn")
    replay = xn.replay(record)
    position = replay[0].play(record.line.items[0].event)
    for ply, after in zip(record.line.plies, replay[1:], strict=True):
        position = position.play(ply.action)
        assert after.text == position.text
        for item in ply.items:
            position = position.play(item.event)
    assert replay.final.text == position.text


def test_what_cannot_be_understood_ends_the_replay() -> None:
    """An action or an item that the game does not know: what stands before it counts, what follows does not."""
    first, second = (Ply(text, expendibots.GAME.action(text)) for text in ("d2-d3", "e7-e6"))
    unknown = xn.replay(Record("expendibots", line=Line((first, Ply("?", None), second), result="*")))
    assert (unknown.main.played, unknown.main.is_whole) == (1, False)
    first.items = (Item("<?>", None),)
    chance = xn.replay(Record("expendibots", line=Line((first, second), result="*")))
    assert (chance.main.played, chance.main.is_whole) == (1, False)
    lead = xn.replay(Record("expendibots", line=Line((second,), result="*", items=(Item("<?>", None),))))
    assert (lead.main.played, lead.main.is_whole) == (0, False)


def test_variations_before_the_first_action_are_replayed() -> None:
    """Chance might have begun otherwise, but not with a level without robots."""
    head = '[Format "xbn 1"]\n[Game "Robots"]\n[Rules "text"]\n[Result "*"]\n[Size "5x5"]\n\n'
    (record,) = xn.read_text(f"{head}<rrrrr/rrrrr/2h2/5/5> (<5/5/2h2/5/5> 1. C *)\n*\n")
    assert "spawn-count" in [each.name for each in xn.validate(record).diagnostics]
    assert [line.refusal is None for line in xn.replay(record).main.variations] == [False]
