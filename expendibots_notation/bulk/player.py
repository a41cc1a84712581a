"""Actions played straight from the bytes of formats that wrap numbers in fixed words: referee logs and lists of tuples.

Compiled, like the engine it plays on; the same file runs as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from expendibots_notation.board import Square
from expendibots_notation.games.expendibots.actions import Action, Boom, Move
from expendibots_notation.games.expendibots.codes import ALLOWED, WHITE
from expendibots_notation.games.expendibots.engine import Engine

STOPPED = -1
_MOST_DIGITS = 9
_ZERO, _NINE = b"09"


class Spelling:
    """How a format spells actions: the words around their numbers, for each side, and what stands between two actions.

    `white` and `black` are what the format writes for an action, so the words stand nowhere twice.
    """

    def __init__(self, white: Callable[[Action], str], black: Callable[[Action], str], between: str) -> None:
        self.white_move, self.white_boom = _words(white)
        self.black_move, self.black_boom = _words(black)
        self.between = between.encode()


def _words(write: Callable[[Action], str]) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The words around the five numbers of a move, and around the two of a boom."""
    square = Square(0, 0)
    move, boom = (tuple(re.split(rb"\d+", write(action).encode())) for action in (Move(1, square, square), Boom(square)))
    assert (len(move), len(boom)) == (6, 3)
    return move, boom


class Player:
    """Plays actions on an engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.number = 0
        """The one that was read last."""

    def play(self, spelling: Spelling, text: bytes, at: int, end: int) -> int:
        """Play the actions from `at` on; where the first one begins that is not so spelled or not legal, or `end`."""
        self.data = text
        self.end = end
        while at < end:
            after = self._play(spelling, at)
            if after == end:
                return end
            after = self._behind(after, spelling.between)
            if after == STOPPED:
                return at
            at = after
        return at

    def _play(self, spelling: Spelling, at: int) -> int:
        """Play one action; where it ends, or STOPPED."""
        engine = self.engine
        is_white = engine.side == WHITE
        words = spelling.white_move if is_white else spelling.black_move
        p = self._behind(at, words[0])
        if p != STOPPED:
            p = self._number(p, words[1])
            count = self.number
            p = self._number(p, words[2])
            x = self.number
            p = self._number(p, words[3])
            y = self.number
            p = self._number(p, words[4])
            to_x = self.number
            p = self._number(p, words[5])
            return p if p != STOPPED and engine.move(count, x, y, to_x, self.number) == ALLOWED else STOPPED
        words = spelling.white_boom if is_white else spelling.black_boom
        p = self._number(self._behind(at, words[0]), words[1])
        x = self.number
        p = self._number(p, words[2])
        return p if p != STOPPED and engine.boom(x, self.number) == ALLOWED else STOPPED

    # Each of these is told where to look, and says where what it found ends. STOPPED it hands on.

    def _number(self, start: int, words: bytes) -> int:
        """A number as it is usually written, and the words behind it."""
        if start == STOPPED:
            return STOPPED
        p = start
        number = 0
        while p < self.end and _ZERO <= self.data[p] <= _NINE:
            number = number * 10 + self.data[p] - _ZERO
            p += 1
        length = p - start
        if length == 0 or length > _MOST_DIGITS or (length > 1 and self.data[start] == _ZERO):
            return STOPPED
        self.number = number
        return self._behind(p, words)

    def _behind(self, p: int, words: bytes) -> int:
        """The words."""
        length = len(words)
        if p == STOPPED or p + length > self.end:
            return STOPPED
        data, wanted = self.data, words
        for index in range(length):
            if data[p + index] != wanted[index]:
                return STOPPED
        return p + length
