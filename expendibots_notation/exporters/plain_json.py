"""Plain games as JSON documents, put together from their columns.

The documents are those that `document_of` would make, to the letter, which the tests prove. Making objects for each action, only to
write them down, takes twenty times as long.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from functools import lru_cache

from expendibots_notation.board import Square
from expendibots_notation.exporters.plain import PlainGame, PlainGames
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots.codes import SQUARES, WIDTH
from expendibots_notation.schema import escaped_unseen

_NAMES = [Square(square % WIDTH, square // WIDTH).name for square in range(SQUARES)]
_NOTES = '"glyphs":[],"attributes":{},"comments":[],"variations":[]'


def plain_documents(batch: PlainGames) -> Iterator[str]:
    """The document of each game, on a line of its own."""
    first = 0
    for game in batch.games:
        yield _document(game, batch, first) + "\n"
        first += game.plies


def _document(game: PlainGame, batch: PlainGames, first: int) -> str:
    start = game.setup if game.setup is not None else expendibots.start().text
    plies = list(_plies(batch, first, first + game.plies, start))
    last = first + game.plies
    final = _texts(batch.columns.positions, batch.columns.position_ends, last - 1, last)[0] if plies else start
    tags = escaped_unseen(",".join(f'"{name}":{value}' for name, value in game.tags))
    claimed, outcome = game.claimed, game.outcome
    return (
        f'{{"format":"xbn-record","version":1,"game":"{expendibots.GAME.id}","rules":"{game.rules}","tags":{{{tags}}},'
        f'"setup":{_json(game.setup)},"plies":[{",".join(plies)}],"rejected":null,'
        f'"claimed":{{"result":"{claimed.result}","termination":{_json(claimed.termination)}}},'
        f'"outcome":{{"result":"{outcome.result}","termination":{_json(outcome.termination)},'
        f'"ply":{game.plies if outcome.is_over else "null"}}},"final":"{final}"}}'
    )


def _plies(batch: PlainGames, first: int, end: int, position: str) -> Iterator[str]:
    """The documents of plies, the first of which is played on `position`."""
    columns = batch.columns
    rows = zip(
        range(1, end - first + 1),
        _numbers(columns.turns, first, end),
        _numbers(columns.players, first, end),
        _numbers(columns.counts, first, end),
        _texts(columns.actions, columns.action_ends, first, end),
        _texts(columns.positions, columns.position_ends, first, end),
        strict=True,
    )
    players = expendibots.GAME.players
    for ply, turn, player, count, text, after in rows:
        effect = "" if count else _effect(batch, first + ply - 1, position)
        yield f'{{"ply":{ply},"turn":{turn},"player":"{players[player]}",{_action(text)},{_NOTES},{effect}"position":"{after}"}}'
        position = after


@lru_cache(maxsize=1 << 14)
def _action(text: str) -> str:
    """The part of a ply that is about its action, by the canonical text of that. Few different ones occur."""
    return f'"text":"{text}","action":{_compact(expendibots.GAME.read_action(text).action.to_json())}'


def _effect(batch: PlainGames, row: int, position: str) -> str:
    """What the boom of a row does, on the position before it: seldom enough to ask the rules."""
    columns = batch.columns
    waves = expendibots.start(position).waves(_NAMES[columns.sources[row]])
    removed = (columns.removed_own[row], columns.removed_enemy[row])
    white, black = removed if columns.players[row] == 0 else removed[::-1]
    return f'"waves":{_compact(waves)},"removed":{{"white":{white},"black":{black}}},'


def _numbers(column: array[int], first: int, end: int) -> list[int]:
    """The values of some rows."""
    return memoryview(column)[first:end].tolist()


def _texts(data: array[int], ends: array[int], first: int, end: int) -> list[str]:
    """The texts of some rows, of those that stand one behind the other in `data`."""
    borders = _numbers(ends, first, end + 1)
    base = borders[0]
    text = bytes(memoryview(data)[base : borders[-1]]).decode("ascii")
    return [text[borders[at] - base : borders[at + 1] - base] for at in range(len(borders) - 1)]


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _json(value: str | None) -> str:
    return "null" if value is None else f'"{value}"'
