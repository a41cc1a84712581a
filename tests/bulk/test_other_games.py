"""Records of every game without trees and with them: the same verdicts, to the letter."""

from __future__ import annotations

from random import Random

import pytest
from both_ways import block_size, check, with_trees
from effort import few_of
from games.playouts import every_reading, playout
from judge.mutations import mutate

from expendibots_notation.game import Game
from expendibots_notation.games import GAMES
from expendibots_notation.notation.tree import NO_NOTES, Item, Line, Notes, Ply, Record, Tag, Variation
from expendibots_notation.notation.writer import write

PARTS = 16


def record(game: Game, seed: int) -> bytes:
    """A random game under any of its rules, with what the end decides in its tags, and perhaps with a variation."""
    chance = Random(seed)
    rules = chance.choice(every_reading(game))
    steps = playout(game, seed % 7, rules, chance.choice([5, 60]))
    lead: list[Item] = []
    line: list[Ply] = []
    for step in steps:
        text = game.write_action(step.action)
        if step.is_chance:
            item = Item(text, step.action)
            if line:
                line[-1].items = (*line[-1].items, item)
            else:
                lead.append(item)
        else:
            again = Line((Ply(text, step.action),))
            notes = Notes(variations=(Variation(again),)) if chance.random() < 0.05 else NO_NOTES
            line.append(Ply(text, step.action, None, notes))
    final = steps[-1].after
    derived = tuple(Tag(name, value) for name, value in final.derived_tags().items() if chance.random() < 0.7)
    outcome = final.outcome()
    played = Line(tuple(line), result=outcome.result, items=tuple(lead))
    made = Record(game.id, game.rules(rules).text, tags=derived, result=outcome.result, line=played)
    return write(made, game).encode()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("part", few_of(range(PARTS), 2))
def test_a_game_and_what_becomes_of_it(game: Game, part: int) -> None:
    sound = [record(game, seed) for seed in range(part * 6, part * 6 + 6)]
    chance = Random(part)
    check(b"\n".join(sound))
    for _ in range(25):
        with block_size(chance.choice([7, 100, 1 << 20])):
            check(mutate(chance, sound), rules=chance.choice([None, None, game.readings[-1].name]))


@pytest.mark.parametrize("game", [game for game in GAMES if game.machine is not None], ids=lambda game: game.id)
def test_most_records_need_no_tree(game: Game) -> None:
    sound = [record(game, seed) for seed in range(40)]
    found = check(b"\n".join(sound))
    assert not any(finding.is_error for each in found for finding in each.diagnostics)  # type: ignore[union-attr]
    assert len(with_trees(b"\n".join(sound))) < 20


@pytest.mark.parametrize("seed", range(4))
def test_games_that_take_turns_in_a_file(seed: int) -> None:
    chance = Random(seed)
    records = [record(chance.choice(GAMES), seed * 100 + number) for number in range(12)]
    for size in (50, 1 << 20):
        with block_size(size):
            assert len(check(b"\n".join(records))) == 12
