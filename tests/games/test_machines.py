"""Engines and readers, which play on numbers, against the values that everything else uses; every game that brings them."""

from __future__ import annotations

import re
from random import Random

import pytest
from effort import few_of
from games.action_texts import mutated, spellings
from hypothesis import given, settings
from hypothesis import strategies as st

from expendibots_notation.game import Game, Position
from expendibots_notation.games import GAMES
from expendibots_notation.games.engine import ALLOWED, NOT_AN_ACTION, READ, TOO_LARGE, ActionReader, Machine
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION
from expendibots_notation.notation.tree_builder import LONGEST_ACTION

MACHINES = [(game, game.machine) for game in GAMES if game.machine is not None]
NAMES = [game.id for game, _ in MACHINES]
AROUND = b"1a"
"""What comes before an action and after it: to look there would make another action of it."""


@pytest.mark.parametrize(("game", "machine"), MACHINES, ids=NAMES)
def test_a_reader_reads_every_spelling_of_the_grammar_and_no_other(game: Game, machine: Machine) -> None:
    reader = machine.new_reader()

    def check(text: str) -> None:
        data = text.encode()
        found = reader.read(AROUND + data + AROUND, len(AROUND), len(AROUND) + len(data))
        is_action = is_token(text, ACTION, game)
        assert is_action or found == NOT_AN_ACTION, text
        assert found != TOO_LARGE or re.search("[0-9]{10}", text)
        if len(text) > LONGEST_ACTION:
            # No game reads it as an action, so a reader may stop looking.
            return
        assert is_action == (found != NOT_AN_ACTION), text
        if found == READ:
            read = game.read_action(text)
            assert reader.is_canonical == read.is_canonical, text
            assert (reader.claims > 0) == (read.claim is not None), text

    @settings(max_examples=200)
    @given(text=spellings(game), chance=st.randoms(use_true_random=False))
    def compare(text: str, chance: Random) -> None:
        check(text)
        for _ in range(5):
            check(mutated(text, chance))

    compare()


def read(reader: ActionReader, game: Game, action: object) -> ActionReader:
    text = game.write_action(action).encode()
    assert reader.read(text, 0, len(text)) == READ
    return reader


@pytest.mark.parametrize("seed", few_of(range(24), 3))
@pytest.mark.parametrize(("game", "machine"), MACHINES, ids=NAMES)
def test_an_engine_plays_like_positions(game: Game, machine: Machine, seed: int) -> None:
    """Forward by legal actions, with others tried in between, and all the way back."""
    chance = Random(seed)
    engine, reader = machine.new_engine(), machine.new_reader()
    for reading in (chance.choice(game.readings), chance.choice(game.readings)):
        position = game.start(game.rules(reading.name), None, {})
        engine.restart(machine.engine_of(position))
        passed = [position]
        tried: list[object] = []
        while len(passed) < 150 and (actions := drawn_or_legal(position, chance)):
            action = chance.choice(actions)
            tried = [*tried[-20:], *chance.sample(actions, min(3, len(actions)))]
            for other in (chance.choice(tried), action):
                assert (engine.refuse(read(reader, game, other)) == ALLOWED) == (position.violation(other) is None)
                assert_is_at(game, machine, engine, position)
            assert engine.play(reader) == ALLOWED
            position = position.play(action)
            passed.append(position)
            assert_is_at(game, machine, engine, position)
        for earlier in reversed(passed[:-1]):
            engine.undo()
            assert_is_at(game, machine, engine, earlier)


def drawn_or_legal(position: Position, chance: Random) -> list[object]:
    if position.awaits_chance:
        return [position.drawn(chance)]
    actions = position.legal_actions()
    return position.completions(chance.choice(actions)) if actions else []


def assert_is_at(game: Game, machine: Machine, engine: object, position: Position) -> None:
    found = engine.text(), game.players[engine.player], engine.turn, machine.outcomes[engine.ending]  # type: ignore[attr-defined]
    assert found == (position.text, position.player, position.turn, position.outcome())
