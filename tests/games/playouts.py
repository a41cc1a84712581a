"""Random games of any game, for tests: choices and chance by a seed."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from expendibots_notation.game import Action, Game, Position, Rules


class Step(NamedTuple):
    """One action or event of chance, with the positions around it."""

    before: Position
    action: Action
    after: Position
    is_chance: bool


@cache
def playout(game: Game, seed: int, rules: str | None = None, most: int = 60, tags: tuple[tuple[str, str], ...] = ()) -> list[Step]:
    """A random game from the start, to its end or for so many steps."""
    return play_on(game.start(game.rules(rules), None, dict(tags)), Random(seed), most)


def play_on(position: Position, source: Random, most: int) -> list[Step]:
    """A random game from any position."""
    steps: list[Step] = []
    while len(steps) < most and not position.outcome().is_over:
        if position.awaits_chance:
            action = position.drawn(source)
        else:
            action = source.choice(position.completions(source.choice(position.legal_actions())))
        after = position.play(action)
        steps.append(Step(position, action, after, position.awaits_chance))
        position = after
    return steps


def every_reading(game: Game) -> list[str]:
    """The Rules values of a game: each reading, and each option in each of its values."""
    names = [reading.name for reading in game.readings]
    return names + [f"{key}={value}" for key, values in game.options.items() for value in values]


def again(position: Position, rules: Rules, tags: tuple[tuple[str, str], ...] = ()) -> Position:
    """The position as its text is read."""
    return position.game.start(rules, position.text, dict(tags))
