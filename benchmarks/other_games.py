"""Records of the other games: played by chance with the rules of the package, from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.corpus import Sample
from benchmarks.games import SEED
from expendibots_notation.game import Game, Position
from expendibots_notation.notation.tree import Item, Line, Ply, Record
from expendibots_notation.notation.writer import write

PLIES = {"robots": 30}
"""A game is left after so many, one that is not named here after 100. One of Robots carries a board for every level."""
ENDINGS = 6
"""Records that are made at each ply of a game: each goes on with another action, and is cut off there.

To play takes much longer than to write, and records that begin alike are read no faster.
"""
LEVELS = 5
"""How many levels a game of Robots has here: the crowd grows by ten robots each."""


def write_records(path: Path, game: Game, plies: int) -> Sample:
    """Write canonical records without a warning, no two alike, until there are so many plies."""
    source = random.Random(SEED)
    records = written_plies = size = 0
    with path.open("w", encoding="ascii", newline="") as file:
        while written_plies < plies:
            for line in _lines(game, source):
                text = write(Record(game.id, "text", result=line.result, line=line), game) + "\n"
                file.write(text)
                records += 1
                written_plies += len(line.plies)
                size += len(text)
                if written_plies >= plies:
                    break
    return Sample(path, records, written_plies, written_plies, 0, 0, size)


def _lines(game: Game, source: random.Random) -> Iterator[Line]:
    """One game, with other endings from its middle on."""
    longest = PLIES.get(game.id, 100)
    position = game.start(game.rules(), None, {})
    plies: list[Ply] = []
    lead: list[Item] = []
    level = 0
    while len(plies) < longest and not position.outcome().is_over:
        if position.awaits_chance:
            level += 1
            if level > LEVELS:
                return
            event = position.drawn(source)
            item = Item(game.write_action(event), event)
            if plies:
                plies[-1].items = (item,)
            else:
                lead.append(item)
            position = position.play(event)
            continue
        choices = position.legal_actions()
        if len(plies) >= longest // 2:
            chosen = {game.write_action(each): each for each in (_complete(position, choices, source) for _ in range(ENDINGS))}
            for text, action in chosen.items():
                if (result := _result(position, action)) is not None:
                    yield Line((*plies, Ply(text, action)), result=result, items=tuple(lead))
        action = _safe(position, choices, source)
        plies.append(Ply(game.write_action(action), action))
        position = position.play(action)


def _complete(position: Position, choices: list[Any], source: random.Random) -> Any:
    return source.choice(position.completions(source.choice(choices)))


def _safe(position: Position, choices: list[Any], source: random.Random) -> Any:
    """A random action; one that does not end the game and that all readings judge alike, if a few tries find it."""
    for _ in range(6):
        action = _complete(position, choices, source)
        if _result(position, action) == "*":
            break
    return action


def _result(position: Position, action: Any) -> str | None:
    """The result after an action; None where another reading of the rules judges it differently."""
    cursor = position.game.cursor(position)
    cursor.refuse(action)
    return None if cursor.readings_part() else cursor.position().outcome().result
