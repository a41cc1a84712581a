"""Pickles and copies: what comes back is equal and behaves alike, compiled or not."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from marking import GOOD, ILLEGAL

import expendibots_notation as xn
from expendibots_notation import Position
from expendibots_notation.compiled import SWITCH
from expendibots_notation.limits import BadLimit, read_limits
from expendibots_notation.writing import Unwritable

SAMPLES = Path(__file__).parent.parent / "samples"
T = TypeVar("T")


def pickled(value: T) -> T:
    found: T = pickle.loads(pickle.dumps(value))
    return found


WAYS: tuple[Callable[[object], object], ...] = (pickled, copy.copy, copy.deepcopy)
each_way = pytest.mark.parametrize("way", WAYS, ids=["pickled", "copied", "deeply copied"])
each_sample = pytest.mark.parametrize(
    "sample",
    ["expendibots/chain-reaction.xbn", "robots/worked-example.xbn", "stack_wars/invasions.xbn", "stacks/combined-attacks.xbn"],
)


@each_way
def test_games_are_the_same_objects(way: Callable[[object], object]) -> None:
    for game in xn.GAMES:
        assert way(game) is game


@each_way
@each_sample
def test_records_replays_and_verdicts(way: Callable[[object], object], sample: str) -> None:
    for record in xn.read(SAMPLES / sample):
        again = way(record)
        assert again == record
        assert isinstance(again, xn.Record)
        assert xn.validate(again) == way(xn.validate(record))
        replay = xn.replay(record)
        other = way(replay)
        assert isinstance(other, xn.Replay)
        assert list(other) == list(replay)
        assert (other.final, other.outcome, other.rules, other.game) == (replay.final, replay.outcome, replay.rules, replay.game)


@each_way
def test_a_replay_that_stops_at_an_illegal_action(way: Callable[[object], object]) -> None:
    replay = xn.replay(xn.read_text(ILLEGAL)[0])
    other = way(replay)
    assert isinstance(other, xn.Replay)
    assert replay.main.refusal is not None
    assert other.main.refusal == replay.main.refusal


def shuffled(position: Position, ply: int = 0) -> list[Position]:
    """A position and those after it, where both sides go to and fro until a repetition ends the game."""
    positions = [position]
    while not positions[-1].outcome().is_over:
        positions.append(positions[-1].play(("d2-d3", "d7-d6", "d3-d2", "d6-d7")[ply % 4]))
        ply += 1
    return positions


@pytest.mark.parametrize("rules", ["text", "referee"])
@each_way
def test_repetitions_are_remembered(way: Callable[[object], object], rules: str) -> None:
    positions = shuffled(xn.expendibots.start(".8/.3b.4/.8/.8/.8/.8/w.2w.4/.8 w 3 5", rules))
    assert len(positions) > 10
    assert positions[-1].outcome().termination == "repetition"
    for ply, position in enumerate(positions):
        other = way(position)
        assert isinstance(other, Position)
        assert (other, hash(other), other.outcome()) == (position, hash(position), position.outcome())
        assert other.legal_actions() == position.legal_actions()
        assert shuffled(other, ply) == positions[ply:]


@each_way
def test_positions_with_booms_behind_them(way: Callable[[object], object]) -> None:
    for position in xn.replay(next(xn.read(SAMPLES / "expendibots/chain-reaction.xbn"))):
        other = way(position)
        assert isinstance(other, xn.expendibots.ExpendibotsPosition)
        assert isinstance(position, xn.expendibots.ExpendibotsPosition)
        assert (other, other.outcome(), other.tokens, other.hash) == (position, position.outcome(), position.tokens, position.hash)
        assert other.legal_actions() == position.legal_actions()


def test_exceptions() -> None:
    with pytest.raises(xn.IllegalAction) as illegal:
        xn.expendibots.start().play("d2-d9")
    again = pickled(illegal.value)
    assert (str(again), again.violation) == (str(illegal.value), illegal.value.violation)
    error = pickled(xn.NotationError("no", "Size"))
    assert (str(error), error.tag) == ("no", "Size")
    unwritable = pickled(Unwritable("file", "no room"))
    assert (str(unwritable), unwritable.path, unwritable.reason) == ("cannot write file: no room", "file", "no room")
    with pytest.raises(BadLimit) as bad:
        read_limits(["x=1"])
    assert str(pickled(bad.value)) == str(bad.value)


def test_compiled_and_uncompiled_read_the_pickles_of_each_other() -> None:
    """A cluster may have both kinds of machines."""
    code = (
        "import pickle, sys; values = pickle.load(sys.stdin.buffer); "
        "print([value.text for value in values[0]], values[1].outcome, file=sys.stderr); pickle.dump(values, sys.stdout.buffer)"
    )
    record = next(xn.read(SAMPLES / "expendibots/chain-reaction.xbn"))
    replay = xn.replay(record)
    values = (list(replay), replay, xn.read_text(GOOD)[0])
    other = {} if os.environ.get(SWITCH) else {SWITCH: "1"}
    environment = {name: value for name, value in os.environ.items() if name != SWITCH} | other
    answer = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(values), capture_output=True, env=environment, check=True
    )
    assert answer.stderr.decode().strip() == f"{[each.text for each in replay]} {replay.outcome}"
    positions, again, good = pickle.loads(answer.stdout)
    assert positions == list(replay) == list(again)
    assert good == values[2]
    assert answer.stdout == pickle.dumps(pickle.loads(answer.stdout))
