"""Records under every reading of their rules."""

from __future__ import annotations

import gzip
import json
from io import BytesIO
from pathlib import Path

import pytest
from games.toy import heap

from expendibots_notation import games
from expendibots_notation.adjudication import Adjudication, adjudicate
from expendibots_notation.pipeline import Overrides, judged, judged_stream, read_text
from expendibots_notation.verdict import Judged

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
DATA = ROOT / "tests" / "data"


def rulings(text: str, rules: str | None = None) -> Adjudication:
    (record,) = read_text(text)
    found = adjudicate(judged(record, Overrides(rules=rules)))
    assert found is not None
    return found


def test_where_the_readings_part_both_rulings_are_given() -> None:
    found = rulings((SAMPLES / "broken" / "XBN311-readings-differ.xbn").read_text())
    assert found.differs
    assert found.parting_ply == 13
    mine, other = found.rulings
    assert (mine.rules, mine.outcome.termination, mine.ply) == ("text", "repetition", 13)
    assert mine.repetition is not None
    assert mine.repetition.plies == (0, 5, 9, 13)
    assert (other.rules, other.outcome.termination, other.ply, other.plies) == ("referee", None, None, 13)
    parting, by_text, occurrences, by_referee = found.words
    assert parting == "The readings of the rules part at ply 13."
    assert by_text == "text: 1/2-1/2 at ply 13 (repetition)."
    assert "stood on the board 4 times: after the start (White to move), ply 5 (Black to move)" in occurrences
    assert by_referee == "referee: not over after ply 13."


def test_the_reading_in_force_comes_first() -> None:
    text = (SAMPLES / "broken" / "XBN311-readings-differ.xbn").read_text()
    assert [each.rules for each in rulings(text, "referee").rulings] == ["referee", "text"]


def test_where_they_agree_there_is_nothing_to_say() -> None:
    found = rulings((SAMPLES / "expendibots" / "chain-reaction.xbn").read_text())
    assert not found.differs
    assert found.parting_ply is None
    assert found.words == ()
    assert len({each.standing for each in found.rulings}) == 1


def test_an_action_that_only_one_reading_allows() -> None:
    found = rulings((SAMPLES / "stack_wars" / "recorded-game.xbn").read_text())
    assert [each.words for each in found.rulings] == ["reference: 0-1 at ply 190 (elimination).", "text: ply 69 is illegal."]
    assert found.parting_ply == 69


JOINING = """\
[Format "xbn 1"]
[Game "Stack Wars"]
[Rules "{rules}"]
[Result "{result}"]

1. +e1 +e9
2. +f1 e9-e8
3. ~e1-f1 {result}
"""
"""White is refused a move onto own armies, which the rules text forbids and the author's program allows."""


def test_a_rejected_action_that_only_one_reading_allows() -> None:
    found = rulings(JOINING.format(rules="text", result="0-1"))
    assert found.words == (
        "The readings of the rules part at ply 5.",
        "text: 0-1 at ply 5 (illegal-action).",
        "reference: not over after ply 4, and the rejected action is legal.",
    )
    assert rulings(JOINING.format(rules="reference", result="*")).parting_ply == 5


@pytest.mark.parametrize(
    ("rules", "result", "said"),
    [
        (
            "text",
            "0-1",
            ["under the reading text the game ends 0-1 at ply 5 (illegal-action); under reference the game is not over"],
        ),
        (
            "reference",
            "*",
            ["under the reading reference the game is not over; under text the game ends 0-1 at ply 5 (illegal-action)"],
        ),
    ],
)
def test_the_validator_says_it_of_a_rejected_action_too(rules: str, result: str, said: list[str]) -> None:
    (record,) = read_text(JOINING.format(rules=rules, result=result))
    findings = [each for each in judged(record).verdict.diagnostics if each.code == "XBN311"]
    assert [each.message for each in findings] == said
    assert [(each.ply, each.place.line, each.place.column) for each in findings] == [(5, 8, 4)]


def test_a_rejected_action_that_no_reading_allows_parts_nothing() -> None:
    found = rulings((SAMPLES / "expendibots" / "rejected.xbn").read_text())
    assert not found.differs


def test_options_stay_as_they_are_under_another_reading() -> None:
    text = (SAMPLES / "robots" / "death.xbn").read_text()
    found = rulings(text, "text,offboard=clamp")
    assert [each.rules for each in found.rulings] == ["text,offboard=clamp", "reference,offboard=clamp"]


def test_a_game_with_one_reading_has_one_ruling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, heap.GAME))
    found = rulings('[Format "xbn 1"]\n[Game "Heap"]\n[Rules "text"]\n[Result "*"]\n\n<2>\n1. take2 *\n')
    assert len(found.rulings) == 1
    assert not found.differs


def test_nothing_is_said_where_there_is_nothing_to_replay() -> None:
    (record,) = read_text((SAMPLES / "broken" / "XBN302-unknown-rules.xbn").read_text())
    assert adjudicate(judged(record)) is None


@pytest.mark.slow
def test_it_finds_what_the_rulebook_ends_earlier() -> None:
    """Random games of the referee name the ply at which the rules text would have ended them."""
    entries = [json.loads(line) for line in gzip.decompress((DATA / "random.jsonl.gz").read_bytes()).splitlines()][940:970]
    parted = 0
    for entry in entries:
        lines = [f"[{('white', 'black')[at % 2]}] - {_sentence(action)}" for at, action in enumerate(entry["actions"])]
        log = "\n".join(["[game ] - Start game log at Mon Jun  1 05:34:00 2020", *lines, ""])
        (one,) = judged_stream(BytesIO(log.encode()), "game.log")
        assert isinstance(one, Judged)
        found = adjudicate(one)
        assert found is not None
        assert found.differs == (entry["rulebook_end"] is not None), entry["id"]
        if entry["rulebook_end"] is not None:
            parted += 1
            text = next(each for each in found.rulings if each.rules == "text")
            assert text.ply == found.parting_ply == entry["rulebook_end"]["ply"]
            assert text.repetition is not None
            assert len(text.repetition.plies) == 4
    assert parted == 18


def _sentence(action: list[object]) -> str:
    match action:
        case ["MOVE", count, [x, y], [to_x, to_y]]:
            return f"MOVE {count} from ({x}, {y}) to ({to_x}, {to_y})."
        case ["BOOM", [x, y]]:
            return f"BOOM at ({x}, {y})."
    raise AssertionError(action)
