"""What a record claims against what its replay shows, check by check: every answer of the tables, and what each message says."""

from __future__ import annotations

import pytest

import expendibots_notation as xn
from expendibots_notation.checks import false_claim
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import Outcome
from expendibots_notation.games import expendibots

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
    return list(xn.validate(record).diagnostics)


def names(body: str, result: str = "*", **tags: str) -> list[str]:
    return [each.name for each in findings(body, result, **tags)]
