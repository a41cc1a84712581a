"""The bytes of actions in formats that wrap their numbers in fixed words: referee logs and lists of tuples. Compiled."""

from __future__ import annotations

import re
from collections.abc import Callable

from expendibots_notation.board import Square
from expendibots_notation.games.engine import ALLOWED, FAILED, ActionReader, Engine
from expendibots_notation.games.expendibots.actions import Action, Boom, Move
from expendibots_notation.games.expendibots.codes import COUNT, IS_MOVE, NUMBERS, X

_ZERO, _NINE = b"09"
_LARGEST = 99
"""No game that goes on has a larger number; what is said about one is for the full reader."""


class WordedBytes(ActionReader):
    """Takes actions apart as a format spells them: `write` says what it writes, so that its words stand nowhere twice."""

    def __init__(self, write: Callable[[Action], str]) -> None:
        super().__init__(NUMBERS)
        self.data = b""
        self.end = 0
        """The bytes that are looked at, and up to where."""
        square = Square(0, 0)
        self.move_words = _words(write(Move(1, square, square)))
        self.boom_words = _words(write(Boom(square)))

    def action(self, at: int) -> int:
        """Take the action apart that begins here; its end, or FAILED."""
        self.numbers[IS_MOVE] = 1
        p = self.numbers_among(self.move_words, at, COUNT)
        if p == FAILED:
            self.numbers[IS_MOVE] = 0
            p = self.numbers_among(self.boom_words, at, X)
        return p

    def numbers_among(self, words: tuple[bytes, ...], p: int, first: int) -> int:
        """Numbers as they are usually written, with these words around them."""
        data = self.data
        numbers = self.numbers
        p = self.literal(p, words[0])
        for index in range(1, len(words)):
            start = p
            number = 0
            while 0 <= p < self.end and _ZERO <= data[p] <= _NINE and number <= _LARGEST:
                number = number * 10 + data[p] - _ZERO
                p += 1
            if p == start or number > _LARGEST or (p - start > 1 and data[start] == _ZERO):
                return FAILED
            numbers[first + index - 1] = number
            p = self.literal(p, words[index])
        return p

    def literal(self, p: int, words: bytes) -> int:
        """The words, to the letter."""
        length = len(words)
        if p == FAILED or p + length > self.end:
            return FAILED
        data, wanted = self.data, words
        for index in range(length):
            if data[p + index] != wanted[index]:
                return FAILED
        return p + length


def _words(action: str) -> tuple[bytes, ...]:
    """What stands before, between and after the numbers of an action."""
    return tuple(re.split(rb"\d+", action.encode()))


def play(engine: Engine, readers: tuple[WordedBytes, ...], between: bytes, data: bytes, at: int, end: int) -> int:
    """Play the actions from `at` on, each read as its player's are spelled, with `between` between them.

    Returns where the first one begins that is not so spelled or not legal, or `end`.
    """
    for read in readers:
        read.data = data
        read.end = end
    while at < end:
        read = readers[engine.player]
        after = read.action(at)
        if after == FAILED or engine.play(read) != ALLOWED:
            return at
        if after == end:
            return end
        after = read.literal(after, between)
        if after == FAILED:
            return at
        at = after
    return at
