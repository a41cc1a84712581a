"""Games that the official referee has judged: every one of them under both readings, by the engine and through the text."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from effort import few_of
from judge.expendibots import PlainAction, PlainGame, action_text, record_text

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.games.expendibots import GAME, Boom, ExpendibotsPosition, Move
from expendibots_notation.games.expendibots.rules import ExpendibotsCursor
from expendibots_notation.verdict import Verdict

DATA = Path(__file__).parents[2] / "data"
SHARES = 10
"""The games are dealt out to so many tests, so that they can run side by side."""

OUTCOMES: dict[str | None, tuple[str, str | None]] = {
    "winner: white": ("1-0", "elimination"),
    "winner: black": ("0-1", "elimination"),
    "draw detected: no tokens remaining": ("1/2-1/2", "mutual-destruction"),
    "draw detected: game state occurred 4 times.": ("1/2-1/2", "repetition"),
    "draw detected: maximum number of turns reached.": ("1/2-1/2", "turn-limit"),
    None: ("*", None),
}

VIOLATIONS = {
    "wrong colour's stack": "not-your-stack",
    "boom on enemy": "not-your-stack",
    "empty square": "empty-square",
    "boom on empty": "empty-square",
    "too many tokens": "too-many-tokens",
    "too far": "too-far",
    "diagonal": "not-in-line",
    "onto enemy": "onto-enemy",
    "off board": "off-board",
    "off board (boom)": "off-board",
    "zero distance": "no-distance",
    "zero tokens": "zero-tokens",
    "negative tokens": "zero-tokens",
    "action after game over": "action-after-end",
}


@cache
def load(name: str) -> list[dict[str, Any]]:
    with gzip.open(DATA / name, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def value(action: list[Any]) -> Move | Boom:
    if action[0] == "BOOM":
        return Boom(Square(*action[1]))
    return Move(action[1], Square(*action[2]), Square(*action[3]))


def plain(actions: list[list[Any]]) -> list[PlainAction]:
    return [tuple(tuple(part) if isinstance(part, list) else part for part in action) for action in actions]


def is_writable(action: list[Any]) -> bool:
    """Whether XBN has a text for the action: no number or coordinate in it is negative."""
    numbers = [number for part in action[1:] for number in (part if isinstance(part, list) else [part])]
    return min(numbers) >= 0


def expectation(game: dict[str, Any], reading: str) -> tuple[tuple[str, str | None], int]:
    """The outcome of a random game, and how many of its plies are legal."""
    if reading == "text" and game["rulebook_end"] is not None:
        return ("1/2-1/2", "repetition"), game["rulebook_end"]["ply"]
    return OUTCOMES[game["result"]], game["plies"]


def judged(text: str) -> Verdict:
    (record,) = xn.read_text(text)
    return xn.validate(record)


def stacks(position: ExpendibotsPosition) -> dict[str, list[list[int]]]:
    """The board as the data has it."""
    found: dict[str, list[list[int]]] = {"white": [], "black": []}
    for x in range(8):
        for y in range(8):
            height = position.height(Square(x, y).name)
            if height:
                found["white" if height > 0 else "black"].append([abs(height), x, y])
    return found


def in_order(board: dict[str, list[list[int]]]) -> dict[str, list[list[int]]]:
    return {side: sorted(found) for side, found in board.items()}


@pytest.mark.parametrize("reading", ["text", "referee"])
@pytest.mark.parametrize("share", few_of(range(SHARES), 2))
def test_random_games_by_the_engine(share: int, reading: str) -> None:
    """Each game ends where and how it should, not earlier, and no further action is taken."""
    for game in load("random.jsonl.gz")[share::SHARES]:
        outcome, plies = expectation(game, reading)
        start = xn.expendibots.start(rules=reading)
        assert isinstance(start, ExpendibotsPosition)
        cursor = ExpendibotsCursor(start)
        for ply, action in enumerate(game["actions"], 1):
            violation = cursor.refuse(value(action))
            if ply > plies:
                assert violation is not None, game["id"]
                assert violation.name == "action-after-end", game["id"]
                break
            assert violation is None, (game["id"], ply, violation)
            assert cursor.is_over() == (ply == plies and outcome[1] is not None), (game["id"], ply)
        position = cursor.position()
        assert (position.outcome().result, position.outcome().termination) == outcome, game["id"]
        if plies == game["plies"]:
            assert in_order(stacks(position)) == in_order(game["final"]), game["id"]


@pytest.mark.parametrize("reading", ["text", "referee"])
@pytest.mark.parametrize("share", few_of(range(SHARES), 2))
def test_random_games_through_the_text(share: int, reading: str) -> None:
    """Written as XBN, each game is judged the same; a whole one without a word."""
    for game in load("random.jsonl.gz")[share::SHARES]:
        (result, termination), plies = expectation(game, reading)
        verdict = judged(record_text(plain(game["actions"]), reading, result, termination))
        assert (verdict.outcome.result, verdict.outcome.termination) == (result, termination), game["id"]
        assert verdict.plies == plies, game["id"]
        assert verdict.end_ply == (plies if termination else None), game["id"]
        names = [(finding.name, finding.ply) for finding in verdict.diagnostics]
        expected: list[tuple[str, int]] = []
        if game["rulebook_end"] is not None:
            end = game["rulebook_end"]["ply"]
            expected = [("readings-differ", end)]
            if reading == "text":
                expected.append(("action-after-end", end + 1))
        assert names == expected, game["id"]
        assert verdict.valid == (plies == len(game["actions"])), game["id"]


@cache
def refusals(name: str, reading: str) -> list[tuple[str, list[list[Any]], int, str, tuple[str, str | None]]]:
    """The refused actions of a file: id, all actions, ply of the bad one, the violation, and how the game stands there.

    The referee has refused them. Where the reading `text` ends the prefix earlier, it refuses the action behind that end.
    """
    found = []
    for case in load(name):
        actions = [*case["prefix_actions"], case["bad_action"]]
        assert len(actions) == case["ply"], case["id"]
        expected = (
            case["ply"],
            VIOLATIONS[case["why"]],
            OUTCOMES[case["result_before"]] if "result_before" in case else ("*", None),
        )
        if reading == "text":
            end = text_repetition(case["prefix_actions"])
            if end is not None:
                expected = (end + 1, "action-after-end", ("1/2-1/2", "repetition"))
        found.append((case["id"], actions, *expected))
    return found


def text_repetition(actions: list[list[Any]]) -> int | None:
    """The ply at which the reading `text` sees a board for the fourth time, if it does."""
    game = PlainGame("text")
    for ply, action in enumerate(plain(actions), 1):
        game.play(action)
        if game.occurrences() == 4:
            return ply
    return None


OTHER_READING = {"text": "referee", "referee": "text"}
FILES = ["illegal.jsonl.gz", "after_over_accepted.jsonl.gz"]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("reading", ["text", "referee"])
def test_refused_actions_by_the_rules(reading: str, file: str) -> None:
    """Each bad action is refused at its ply for its own reason, and nothing before it is."""
    for name, actions, ply, expected, outcome in refusals(file, reading):
        position = xn.expendibots.start(rules=reading)
        for action in actions[: ply - 1]:
            position = position.play(value(action))
        bad = value(actions[ply - 1])
        violation = position.violation(bad)
        assert violation is not None, name
        assert violation.name == expected, name
        assert bad not in position.legal_actions(), name
        assert (position.outcome().result, position.outcome().termination) == outcome, name
        assert (position.legal_actions() == []) == (outcome[1] is not None), name
        with pytest.raises(xn.IllegalAction) as caught:
            position.play(bad)
        assert caught.value.violation == violation
        assert str(caught.value) == violation.message


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("reading", ["text", "referee"])
def test_refused_actions_through_the_text(reading: str, file: str) -> None:
    """A record is judged up to its bad action, which is found at its very characters."""
    count = 0
    for case, other in zip(refusals(file, reading), refusals(file, OTHER_READING[reading]), strict=True):
        name, actions, ply, expected, outcome = case
        if not is_writable(actions[-1]):
            continue
        count += 1
        text = record_text(plain(actions), reading, "*")
        verdict = judged(text)
        assert verdict.plies == ply - 1, name
        assert not verdict.valid
        (finding,) = [each for each in verdict.diagnostics if each.code.startswith("XBN2")]
        assert (finding.name, finding.code) == (expected, BY_NAME[expected].code), name
        assert finding.ply == ply, name
        turn, is_second = divmod(ply - 1, 2)
        assert finding.place.line == finding.place.end_line == FIRST_LINE + turn, name
        before = f"{turn + 1}. "
        if is_second:
            before += f"{action_text(plain(actions)[ply - 2])} "
        written = action_text(plain(actions)[ply - 1])
        assert finding.place.column == len(before) + 1, name
        assert finding.place.end_column == finding.place.column + len(written), name
        assert finding.message == finding_message(finding.ply, actions, reading), name
        assert (verdict.outcome.result, verdict.outcome.termination) == outcome, name
        assert verdict.end_ply == (ply - 1 if outcome[1] else None), name
        others = [each.name for each in verdict.diagnostics if each is not finding and each.name != "readings-differ"]
        assert others == (["wrong-result"] if outcome[1] else []), name
        assert [each.name for each in verdict.diagnostics].count("readings-differ") == (case != other), name
    assert count > 0.9 * len(load(file))


FIRST_LINE = 6
"""Where the first turn stands in the records that are written here."""


def finding_message(ply: int, actions: list[list[Any]], reading: str) -> str:
    """What `Position.play` says about the same action."""
    position = xn.expendibots.start(rules=reading)
    for action in actions[: ply - 1]:
        position = position.play(value(action))
    with pytest.raises(xn.IllegalAction) as caught:
        position.play(value(actions[ply - 1]))
    return str(caught.value)


def test_the_reasons_are_all_there() -> None:
    """Every reason of the rulebook occurs in the data, so the tests above look at all of them."""
    whys = {case["why"] for case in load("illegal.jsonl.gz")}
    assert whys == set(VIOLATIONS)
    assert GAME.terminations == tuple(dict.fromkeys(end for _, end in OUTCOMES.values() if end))
