"""Single actions that were judged by hand and by another program: their legality, the position after them, the result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from expendibots_notation.board import Square
from expendibots_notation.games import stacks
from expendibots_notation.games.stacks import Attack, Helper, Move, Pair, Pass, StacksPosition
from expendibots_notation.games.stacks.actions import Action
from expendibots_notation.games.stacks.rules import StacksCursor

DATA = Path(__file__).parents[2] / "data"
CASES: list[dict[str, Any]] = [json.loads(line) for line in (DATA / "cases_stacks.jsonl").read_text(encoding="utf-8").splitlines()]
RESULTS = {"black": "1-0", "red": "0-1", None: "*"}

REASONS = {
    "stacks-008": "group-too-large",
    "stacks-010": "not-your-stack",
    "stacks-011": "too-many-tokens",
    "stacks-014": "counted-pair",
    "stacks-016": "already-moved",
    "stacks-020": "stack-too-high",
    "stacks-022": "through-pieces",
    "stacks-029": "attack-too-weak",
    "stacks-034": "not-a-retreat",
    "stacks-035": "needless-retreat",
    "stacks-040": "attack-on-empty",
    "stacks-043": "attack-too-strong",
    "stacks-046": "attackers-apart",
    "stacks-047": "helper-not-adjacent",
    "stacks-049": "attackers-apart",
    "stacks-052": "attackers-apart",
    "stacks-059": "repeated-attacker",
    "stacks-064": "helper-not-adjacent",
    "stacks-067": "four-must-move",
    "stacks-070": "four-must-move",
    "stacks-081": "onto-enemy",
    "stacks-082": "attack-on-locked",
    "stacks-085": "locked-pieces",
    "stacks-087": "through-home",
    "stacks-094": "not-a-retreat",
    "stacks-096": "not-a-retreat",
    "stacks-102": "retreat-blocked",
    "stacks-105": "retreat-blocked",
    "stacks-114": "second-attack",
    "stacks-115": "already-moved",
}
"""Why the illegal ones are; all others are too far."""


def stacks_of(position: StacksPosition) -> list[list[Any]]:
    """The stacks of a position as the data has them: x, y, owner, pieces."""
    found = []
    for x in range(5):
        for y in range(7):
            stack = position.stack(Square(x, y).name)
            if stack is not None:
                found.append([x, y, *stack])
    return found


def value(action: dict[str, Any]) -> Action:
    """An action from its parts."""
    if action["type"] == "pass":
        return Pass()
    movements = [movement(part) for part in action["sub"]]
    return movements[0] if len(movements) == 1 else Pair(*movements)


def movement(part: dict[str, Any]) -> Move | Attack:
    source = Square(*part["from"])
    if "to" in part:
        return Move(part["count"], source, Square(*part["to"]))
    helpers = tuple(Helper(Square(*square), pieces) for square, pieces in part["with"])
    retreat = None if part["retreat"] is None else Square(*part["retreat"])
    return Attack(part["count"], source, Square(*part["attack"]), helpers, retreat)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_position_is_read_as_it_is_meant(case: dict[str, Any]) -> None:
    position = stacks.start(case["setup"], case["rules"])
    assert stacks_of(position) == case["position"]["stacks"]
    assert position.player == case["to_move"]
    assert position.text == f"{case['setup']} 1"


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["text"] is not None])
def test_an_action_is_judged_as_expected(case: dict[str, Any]) -> None:
    position = stacks.start(case["setup"], case["rules"])
    read = stacks.GAME.read_action(case["text"])
    assert read.is_canonical
    assert read.action == value(case["action"])
    violation = position.violation(read.action)
    assert (violation is None) == case["legal"]
    assert (read.action in position.legal_actions()) == case["legal"]
    cursor = StacksCursor(position)
    assert cursor.refuse(read.action) == violation
    if violation is not None:
        assert violation.name == REASONS.get(case["id"], "too-far")
        assert cursor.position() == position
        return
    after = position.play(case["text"])
    assert isinstance(after, StacksPosition)
    assert cursor.position() == after
    assert stacks_of(after) == case["after"]["stacks"]
    assert dict(zip(("black", "red"), after.lost, strict=True)) == case["after"]["eliminated"]
    assert after.outcome().result == RESULTS[case["result"]]
    assert after.outcome().is_over == (case["result"] is not None)
    if case["result"] is None:
        assert after.player == case["after_to_move"]


def test_nothing_is_overlooked() -> None:
    assert len(CASES) == 78
    assert {case["id"] for case in CASES if case["text"] is None} == {"stacks-112"}, "a resignation is a result, not an action"
    assert set(REASONS) < {case["id"] for case in CASES if not case["legal"]}
