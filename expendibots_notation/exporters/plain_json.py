"""Plain games as JSON documents, put together from their columns. Compiled, like what fills those.

The documents are those that `document_of` would make, to the letter, which the tests prove. Making objects for each action, only to
write them down, takes more than thirty times as long.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator

from expendibots_notation.board import Square
from expendibots_notation.exporters.plain import PlainGame, PlainGames
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots.codes import SQUARES, WIDTH
from expendibots_notation.games.expendibots.columns import PlyColumns
from expendibots_notation.games.expendibots.engine import LONGEST_TEXT
from expendibots_notation.schema import escaped_unseen

_A, _ONE, _ZERO = b"a10"

# The document of a ply is made of these, and of what stands between them.
_PLY = b'{"ply":'
_TURN = b',"turn":'
_WHITE, _BLACK = (f',"player":"{player}","text":"'.encode() for player in expendibots.GAME.players)
_MOVE = b'","action":{"type":"move","count":'
_FROM = b',"from":"'
_TO = b'","to":"'
_BOOM = b'","action":{"type":"boom","square":"'
_NOTES = b'"},"glyphs":[],"attributes":{},"comments":[],"variations":[],'
_POSITION = b'"position":"'
_END = b'"},'
_LONGEST_PLY = 400 + LONGEST_TEXT
"""More bytes than a ply has without what is said of a boom."""


def plain_documents(batch: PlainGames) -> Iterator[str]:
    """The document of each game, on a line of its own."""
    writer = PlyWriter()
    first = 0
    for game in batch.games:
        yield _document(game, writer.write(batch.columns, first, game.plies, _start(game)), _final(game, batch, first)) + "\n"
        first += game.plies


def _document(game: PlainGame, plies: str, final: str) -> str:
    tags = escaped_unseen(",".join(f'"{name}":{value}' for name, value in game.tags))
    claimed, outcome = game.claimed, game.outcome
    return (
        f'{{"format":"xbn-record","version":1,"game":"{expendibots.GAME.id}","rules":"{game.rules}","tags":{{{tags}}},'
        f'"setup":{_json(game.setup)},"plies":[{plies}],"rejected":null,'
        f'"claimed":{{"result":"{claimed.result}","termination":{_json(claimed.termination)}}},'
        f'"outcome":{{"result":"{outcome.result}","termination":{_json(outcome.termination)},'
        f'"ply":{game.plies if outcome.is_over else "null"}}},"final":"{final}"}}'
    )


def _start(game: PlainGame) -> str:
    return game.setup if game.setup is not None else _USUAL_START


_USUAL_START = expendibots.start().text


def _final(game: PlainGame, batch: PlainGames, first: int) -> str:
    return _position(batch.columns, first + game.plies - 1) if game.plies else _start(game)


def _position(columns: PlyColumns, row: int) -> str:
    """The position after a ply."""
    return bytes(memoryview(columns.positions)[columns.position_ends[row] : columns.position_ends[row + 1]]).decode("ascii")


class PlyWriter:
    """Writes the documents of plies into a buffer, which is used again for the next ones."""

    def __init__(self) -> None:
        self.out = array("B", bytes(_LONGEST_PLY))
        self.end = 0

    def write(self, columns: PlyColumns, first: int, number: int, start: str) -> str:
        """The documents of so many plies, from a row of the columns on, with commas between; `start` is where they begin."""
        self.end = 0
        for row in range(first, first + number):
            source = columns.sources[row]
            count = columns.counts[row]
            effect = b"" if count != 0 else _effect(columns, row, start if row == first else _position(columns, row - 1))
            self._make_room(_LONGEST_PLY + len(effect))
            self._put(_PLY)
            self._put_number(row - first + 1)
            self._put(_TURN)
            self._put_number(columns.turns[row])
            self._put(_WHITE if columns.players[row] == 0 else _BLACK)
            self._copy(columns.actions, columns.action_ends[row], columns.action_ends[row + 1])
            if count != 0:
                self._put(_MOVE)
                self._put_number(count)
                self._put(_FROM)
                self._put_square(source)
                self._put(_TO)
                self._put_square(columns.targets[row])
            else:
                self._put(_BOOM)
                self._put_square(source)
            self._put(_NOTES)
            self._put(effect)
            self._put(_POSITION)
            self._copy(columns.positions, columns.position_ends[row], columns.position_ends[row + 1])
            self._put(_END)
        return bytes(memoryview(self.out)[: max(self.end - 1, 0)]).decode("ascii")

    def _make_room(self, size: int) -> None:
        if self.end + size > len(self.out):
            larger = array("B", bytes(2 * len(self.out) + size))
            memoryview(larger)[: self.end] = memoryview(self.out)[: self.end]
            self.out = larger

    def _put(self, piece: bytes) -> None:
        for index in range(len(piece)):
            self.out[self.end + index] = piece[index]
        self.end += len(piece)

    def _copy(self, data: array[int], start: int, end: int) -> None:
        for index in range(end - start):
            self.out[self.end + index] = data[start + index]
        self.end += end - start

    def _put_square(self, square: int) -> None:
        self.out[self.end] = _A + square % WIDTH
        self.out[self.end + 1] = _ONE + square // WIDTH
        self.end += 2

    def _put_number(self, number: int) -> None:
        """A number above 0."""
        size = 0
        rest = number
        while rest > 0:
            rest //= 10
            size += 1
        self.end += size
        rest = number
        for place in range(size):
            self.out[self.end - 1 - place] = _ZERO + rest % 10
            rest //= 10


_NAMES = [Square(square % WIDTH, square // WIDTH).name for square in range(SQUARES)]


def _effect(columns: PlyColumns, row: int, position: str) -> bytes:
    """What the boom of a row does on a position: seldom enough to ask the rules."""
    waves = json.dumps(expendibots.start(position).waves(_NAMES[columns.sources[row]]), separators=(",", ":"))
    removed = (columns.removed_own[row], columns.removed_enemy[row])
    white, black = removed if columns.players[row] == 0 else removed[::-1]
    return f'"waves":{waves},"removed":{{"white":{white},"black":{black}}},'.encode()


def _json(value: str | None) -> str:
    return "null" if value is None else f'"{value}"'
