"""What the author's program said: single actions, and the author's recorded game of 190 actions with every position."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from judge.stack_wars import record_text

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.games import stack_wars
from expendibots_notation.games.stack_wars import Attack, Fortify, Move, Pass, StackWarsPosition
from expendibots_notation.games.stack_wars.actions import Action
from expendibots_notation.games.stack_wars.rules import StackWarsCursor

DATA = Path(__file__).parents[2] / "data"
CASES: list[dict[str, Any]] = [json.loads(line) for line in (DATA / "cases_stack_wars.jsonl").read_text().splitlines()]
RECORDED: dict[str, Any] = json.loads(gzip.decompress((DATA / "stack_wars_game1.json.gz").read_bytes()))
ACTIONS: list[dict[str, Any]] = RECORDED["actions"]
RESULTS = {"black": "1-0", "white": "0-1", "draw": "1/2-1/2", None: "*"}

REASONS = {
    "not controlled": {"not-controlled"},
    "enemy territory": {"not-your-stack"},
    "not adjacent": {"not-adjacent", "no-distance"},
    "no own army there": {"not-your-stack", "empty-square"},
    "enemy there: must attack": {"onto-enemy"},
    "a stack may not attack": {"stack-attacks"},
    "nothing to attack": {"nothing-to-attack", "attack-on-own"},
    "pass not allowed": {"needless-pass"},
    "no reserves": {"empty-reserve"},
}
"""The program's words for a refusal, and the names that they may have here, which tell more apart."""

of_actions = pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["text"] is not None])


def described(position: StackWarsPosition) -> dict[str, Any]:
    """A position as the data has it."""
    size = position.size
    found = []
    for row in range(size):
        for column in range(size):
            armies = position.armies(Square(column, size - 1 - row).name)
            if armies:
                found.append([column, row, "black" if armies > 0 else "white", abs(armies)])
    return {
        "size": size,
        "territories": sorted(found),
        "reserves": dict(zip(("black", "white"), position.reserves, strict=True)),
        "points": dict(zip(("black", "white"), position.points, strict=True)),
    }


def in_order(state: dict[str, Any]) -> dict[str, Any]:
    return state | {"territories": sorted(state["territories"])}


def value(action: dict[str, Any], size: int) -> Action:
    def square(at: list[int]) -> Square:
        return Square(at[0], size - 1 - at[1])

    match action["type"]:
        case "fortify":
            return Fortify(square(action["at"]))
        case "move":
            return Move(square(action["from"]), square(action["to"]))
        case "attack":
            return Attack(square(action["from"]), square(action["to"]))
    return Pass()


# Single actions


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_position_is_read_as_it_is_meant(case: dict[str, Any]) -> None:
    position = stack_wars.start(case["setup"], case["rules"])
    assert described(position) == in_order(case["position"])
    assert position.player == case["to_move"]
    assert position.text == f"{case['setup']} 1"


@of_actions
def test_an_action_is_judged_as_by_the_program(case: dict[str, Any]) -> None:
    position = stack_wars.start(case["setup"], case["rules"])
    read = stack_wars.GAME.read_action(case["text"])
    assert read.is_canonical
    assert read.action == value(case["action"], position.size)
    violation = position.violation(read.action)
    assert (violation is None) == case["legal"]
    assert (read.action in position.legal_actions()) == case["legal"]
    cursor = StackWarsCursor(position)
    if violation is not None:
        assert violation.name in REASONS[case["illegal_because"]]
        assert cursor.refuse(read.action) == violation
        assert cursor.position() == position
        return
    after = position.play(case["text"])
    assert isinstance(after, StackWarsPosition)
    assert described(after) == in_order(case["after"])
    assert after.outcome().result == RESULTS[case["result"]]
    assert after.outcome().is_over == (case["result"] is not None)
    if case["after_to_move"] is not None:
        assert after.player == case["after_to_move"]
    assert cursor.refuse(read.action) is None
    assert cursor.position() == after
    if read.claim is not None:
        assert cursor.contradiction(read.claim) is None


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in CASES if case["action"] and case["action"]["type"] == "resign"]
)
def test_a_resignation_is_a_result(case: dict[str, Any]) -> None:
    """It may come out of turn, so it is no action but the end of the record."""
    result = RESULTS[case["result"]]
    tags = {"Rules": case["rules"], "Setup": f"{case['setup']} 1", "Result": result, "Termination": "resignation"}
    (record,) = xn.read_text(record_text([], tags))
    verdict = xn.validate(record)
    assert (verdict.valid, verdict.diagnostics) == (True, ())


def test_the_cases_are_not_all_of_one_kind() -> None:
    assert {case["legal"] for case in CASES} == {True, False}
    assert {case["action"]["type"] for case in CASES} == {"fortify", "move", "attack", "pass", "resign"}


# The recorded game


def test_the_recorded_game_position_by_position() -> None:
    position: Any = stack_wars.start(rules="reference")
    cursor = StackWarsCursor(position)
    for entry in ACTIONS:
        assert (position.player, position.turn) == (entry["player"], entry["turn"])
        assert not position.outcome().is_over
        read = stack_wars.GAME.read_action(entry["notation"])
        assert read.is_canonical
        assert read.action == value(entry["action"], 9)
        assert read.action in position.legal_actions()
        assert ("invasion" in position.facts(read.action)) == entry["invasion"]
        position = position.play(read.action)
        assert cursor.refuse(read.action) is None
        assert cursor.position() == position
        assert position.text == f"{entry['position_after']} {position.turn}"
        assert dict(zip(("black", "white"), position.reserves, strict=True)) == entry["reserves"]
        assert dict(zip(("black", "white"), position.points, strict=True)) == entry["points"]
    final = RECORDED["final"]
    assert len(ACTIONS) == final["actions"] == 190
    assert position.outcome() == xn.Outcome("0-1", "elimination")
    assert described(position)["territories"] == sorted(final["territories"])
    assert position.points == (4, 6)
    for entry in reversed(ACTIONS):
        assert cursor.position().text.startswith(f"{entry['position_after']} ")
        cursor.undo()
    assert cursor.position() == stack_wars.start(rules="reference")


def recorded(rules: str) -> str:
    texts = [entry["notation"] for entry in ACTIONS]
    tags = {"Rules": rules, "Result": "0-1", "Termination": "elimination", "Size": "9", "Score": "4-6"}
    return record_text(texts, tags)


def test_the_recorded_game_through_the_text() -> None:
    """It is valid under the reading of the author's program, with a word about the other one."""
    (record,) = xn.read_text(recorded("reference"))
    verdict = xn.validate(record)
    assert (verdict.valid, verdict.plies, verdict.end_ply) == (True, 190, 190)
    assert verdict.outcome == xn.Outcome("0-1", "elimination")
    (finding,) = verdict.diagnostics
    assert finding.name == "readings-differ"


def test_the_recorded_game_under_the_rules_text() -> None:
    """Its first move onto an own territory is the end of it."""
    (record,) = xn.read_text(recorded("text"))
    verdict = xn.validate(record)
    assert (verdict.valid, verdict.plies) == (False, 68)
    assert sorted(finding.name for finding in verdict.diagnostics) == ["onto-own", "readings-differ"]


@pytest.mark.parametrize("ply", [69, 86, 144])
def test_own_territories_are_joined_three_times(ply: int) -> None:
    text = f"{ACTIONS[ply - 2]['position_after']} {ACTIONS[ply - 1]['turn']}"
    action = ACTIONS[ply - 1]["notation"]
    assert stack_wars.start(text, "reference").play(action)
    with pytest.raises(xn.IllegalAction) as caught:
        stack_wars.start(text, "text").play(action)
    assert caught.value.violation.name == "onto-own"


def test_nothing_else_in_the_recorded_game_needs_the_other_reading() -> None:
    refused = []
    start: str | None = None
    for entry in ACTIONS:
        position = stack_wars.start(start)
        if position.violation(stack_wars.GAME.action(entry["notation"])) is not None:
            refused.append(entry["ply"])
        start = entry["position_after"]
    assert refused == [69, 86, 144]


def test_the_first_ten_turns_as_the_rulebook_gives_them() -> None:
    turns = """1. +d1 +g9 2. +g1 g9-g8 3. g1-g2 g8-g7 4. g2-g3 g7-g6 5. g3-g4 +g6 6. +g4 g6-g5 7. g4-f4 g5-h5
    8. g4-g3 h5-h4 9. +f4 +h4 10. f4-f3 h4-h3"""
    position: Any = stack_wars.start()
    for word in turns.split():
        position = position if word.endswith(".") else position.play(word)
    assert position.text == "x9/x9/x9/x6,w,x2/x9/x5,b,x,w,x/x5,b,b,w,x/x9/x3,b,x5 b 23,24 0,0 11"
