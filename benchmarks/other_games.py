"""Random records of the other games, to replay: played by the rules engines themselves, from fixed seeds."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.games import SEED
from expendibots_notation.game import Game, Position
from expendibots_notation.notation.tree import Item, Line, Ply, Record

GAMES = 30
PLIES = 100
LEVELS = 5
"""How many levels a game of Robots has here: the crowd grows by ten robots each."""


def records(game: Game) -> list[Record]:
    """Games of about 100 plies, or as many more short ones as make up for it."""
    source = random.Random(SEED)
    made: list[Record] = []
    plies = 0
    while plies < GAMES * PLIES:
        made.append(_record(game, source))
        plies += len(made[-1].line.plies)
    return made


def _record(game: Game, source: random.Random) -> Record:
    position = game.start(game.rules(), None, {})
    line: list[Ply] = []
    lead: list[Item] = []
    while len(line) < PLIES and not position.outcome().is_over:
        if position.awaits_chance:
            event = position.drawn(source)
            item = Item(game.write_action(event), event)
            if line:
                line[-1].items = (item,)
            else:
                lead.append(item)
            position = position.play(event)
            if line and position.text.split()[-3] == str(LEVELS + 1):
                break
        else:
            action = _choose(position, source)
            line.append(Ply(game.write_action(action), action))
            position = position.play(action)
    outcome = position.outcome()
    return Record(game.id, "text", result=outcome.result, line=Line(tuple(line), result=outcome.result, items=tuple(lead)))


def _choose(position: Position, source: random.Random) -> Any:
    """A random action; one that does not end the game, if a few tries find it, so that games are not all short."""
    choices = position.legal_actions()
    for _ in range(6):
        action = source.choice(position.completions(source.choice(choices)))
        if not position.play(action).outcome().is_over:
            break
    return action
