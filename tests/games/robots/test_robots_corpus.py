"""Cases and games that the author's program has played: state by state on a cursor, and as whole records through the text."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from judge.robots import PlainOptions, PlainState, action_text, record_text, rows_text

import expendibots_notation as xn
from expendibots_notation.games import robots
from expendibots_notation.games.robots import GAME, Cascade, Cell, RobotsPosition, Spawn, Step, Teleport
from expendibots_notation.games.robots.rules import RobotsCursor

DATA = Path(__file__).parents[2] / "data"

STATUS = {
    ("*", None, False): "continue",
    ("*", None, True): "level_won",
    ("0-1", "death", False): "lost",
    ("1-0", "last-level", False): "game_won",
}
OUTCOMES = {"lost": ("0-1", "death"), "won": ("1-0", "last-level"), "*": ("*", None)}

VIOLATIONS = {
    "off board": "off-board",
    "too far": "too-far",
    "not a safe target": "forbidden-cell",
    "safe flag": "wrong-teleport",
    "no action now: level_won": "missing-spawn",
}
SPAWN_VIOLATIONS = {"robots-060": "spawn-count", "robots-061": "spawn-human"}
"""Two robots on a cell cannot be written, so one is missing; where a robot stands, the human does not."""


@cache
def cases() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / "cases_robots.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def games() -> list[dict[str, Any]]:
    with gzip.open(DATA / "robots_games.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def plain(position: dict[str, Any]) -> PlainState:
    return PlainState(
        tuple(position["human"]),
        frozenset(map(tuple, position["robots"])),
        frozenset(map(tuple, position["explosions"])),
        position["level"],
        position["safe_teleports"],
        position["score"],
        options=PlainOptions(position.get("width", 45), position.get("height", 30)),
    )


def value(action: dict[str, Any]) -> Step | Teleport | Cascade | Spawn:
    match action["type"]:
        case "move":
            # The program slides along the wall; what it then did is a step of its own.
            return Step(*action.get("effective", (action["dx"], action["dy"])))
        case "teleport":
            return Teleport(action["safe"], Cell(*action["to"]))
        case "cascade":
            return Cascade()
    cells = {tuple(cell): "r" for cell in action["robots"]}
    cells.setdefault((23, 15), "h")
    return Spawn(rows_text(tuple("".join(cells.get((x, y), ".") for x in range(45)) for y in range(29, -1, -1))))


def spawn_of(layout: dict[str, Any]) -> Spawn:
    return Spawn(rows_text(plain(layout).rows))


def status(position: RobotsPosition) -> str:
    outcome = position.outcome()
    return STATUS[outcome.result, outcome.termination, position.awaits_chance]


def agrees(position: RobotsPosition, expected: dict[str, Any], expected_status: str) -> None:
    """After a death the board is not part of the record: only the human, the counters and the status are compared."""
    assert position.human == tuple(expected["human"])
    counters = (expected["level"], expected["safe_teleports"], expected["score"])
    assert (position.level, position.safe_teleports, position.score) == counters
    assert status(position) == expected_status
    if expected_status != "lost":
        assert sorted(position.robots) == sorted(map(tuple, expected["robots"]))
        assert sorted(position.explosions) == sorted(map(tuple, expected["explosions"]))
        assert position.text == plain(expected).text


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    setup = case["setup"] or plain(case["position"]).text
    start = robots.start(setup, case["rules"])
    assert start.text == setup
    assert status(start) == ("continue" if case["position"]["robots"] else "level_won")
    action, claim = value(case["action"]), None
    if case["text"] is not None:
        read = GAME.read_action(case["text"])
        assert read.is_canonical
        assert read.action == action
        claim = read.claim
    cursor = RobotsCursor(start)
    violation = cursor.refuse(action)
    assert (violation is None) == case["legal"]
    assert start.violation(action) == violation
    if violation is not None:
        expected = SPAWN_VIOLATIONS.get(case["id"]) or VIOLATIONS[case["illegal_because"]]
        assert violation.name == expected
        assert violation.message
        assert cursor.position() == start
        return
    agrees(cursor.position(), case["after"], case.get("status", "continue"))
    assert claim is None or cursor.contradiction(claim) is None
    assert start.play(action) == cursor.position()


def test_the_cases_are_all_there() -> None:
    assert len(cases()) == 41
    assert {case["illegal_because"] for case in cases() if not case["legal"]} == {*VIOLATIONS, "spawn"}
    assert {case["action"]["type"] for case in cases()} == {"move", "teleport", "cascade", "spawn"}
    assert sum(len(game["actions"]) for game in games()) == 410


@pytest.mark.parametrize("game", games(), ids=lambda game: game["id"])
def test_game_state_by_state(game: dict[str, Any]) -> None:
    start = robots.start(plain(game["start"]).text, "reference")
    cursor = RobotsCursor(start)
    past = [start.text]
    for played in game["actions"]:
        assert cursor.refuse(value(played["action"])) is None
        position = cursor.position()
        agrees(position, played["after"], played["status"])
        past.append(position.text)
        if "next_level" in played:
            assert cursor.refuse(spawn_of(played["next_level"])) is None
            agrees(cursor.position(), played["next_level"], "continue")
            past.append(cursor.position().text)
    final = cursor.position()
    assert (final.level, final.safe_teleports, final.score) == tuple(game["final"][k] for k in ("level", "safe_teleports", "score"))
    assert (final.outcome().result, final.outcome().termination) == OUTCOMES[game["result"]]
    assert cursor.is_over() == (game["result"] != "*")
    for expected in reversed(past[:-1]):
        cursor.undo()
        assert cursor.position().text == expected


def claim_of(played: dict[str, Any]) -> str:
    match played["status"]:
        case "continue":
            return f"={len(played['after']['robots'])}"
        case "lost":
            return "#"
    return "+"


@pytest.mark.parametrize("game", games(), ids=lambda game: game["id"])
def test_game_as_a_record(game: dict[str, Any]) -> None:
    """Written with every claim and the score, the record is valid without a word but for the readings, and canonical."""
    actions = []
    for played in game["actions"]:
        actions.append(f"{value(played['action'])}{claim_of(played)}")
        if "next_level" in played:
            actions.append(str(spawn_of(played["next_level"])))
    result, termination = OUTCOMES[game["result"]]
    tags = {"Rules": "reference", "Setup": plain(game["start"]).text}
    tags |= {"Termination": termination} if termination else {}
    tags |= {"Size": "45x30", "Score": str(game["final"]["score"])}
    text = record_text(actions, tags, result)
    (record,) = xn.read_text(text)
    verdict = xn.validate(record)
    assert verdict.valid
    assert {finding.name for finding in verdict.diagnostics} <= {"readings-differ"}
    assert verdict.plies == len(game["actions"])
    assert (verdict.outcome.result, verdict.outcome.termination) == (result, termination)
    replay = xn.replay(record)
    for played, position in zip(game["actions"], replay[1:], strict=True):
        assert isinstance(position, RobotsPosition)
        agrees(position, played["after"], played["status"])


def test_a_changed_record_is_found_out() -> None:
    """A wrong claim, and a wrong score: the checks above can fail."""
    game = games()[3]
    actions = [str(value(played["action"])) for played in game["actions"]]
    tags = {"Rules": "reference", "Setup": plain(game["start"]).text, "Score": str(game["final"]["score"] + 1)}
    (record,) = xn.read_text(record_text([actions[0] + "=3", *actions[1:]], tags, OUTCOMES[game["result"]][0]))
    assert [finding.name for finding in xn.validate(record).diagnostics if finding.is_error] == ["wrong-tag", "wrong-effect"]


def test_plain_text_of_actions_is_that_of_the_package() -> None:
    for game in games():
        for played in game["actions"]:
            action = value(played["action"])
            match action:
                case Step():
                    assert action_text(("STEP", action.dx, action.dy)) == str(action)
                case Teleport():
                    assert action_text(("TELEPORT", action.is_safe, action.cell)) == str(action)
                case Cascade():
                    assert action_text(("CASCADE",)) == str(action)
