"""The bytes of an action as numbers: every spelling that the grammar's ACTION has, and no other.

The grammar decides what an action is; here its pieces become numbers, without a text or an object for any of them. Compiled; the
same file runs as it is.
"""

from __future__ import annotations

from expendibots_notation.games.engine import FAILED, NOT_AN_ACTION, READ, TOO_LARGE
from expendibots_notation.games.expendibots.codes import COUNT, FIRST, IS_MOVE, NUMBERS, SECOND, TO_X, TO_Y, X, Y
from expendibots_notation.games.square_bytes import SquareReader

_ZERO, _NINE, _A, _CROSS = b"09ax"
_DASH, _OPEN, _CLOSE, _EQUALS, _COLON = b"-()=:"
_CASE = 0x20
_BOOM = b"boom"


class ActionBytes(SquareReader):
    """Takes one action after another apart. Its numbers are those that `codes` names."""

    def __init__(self) -> None:
        super().__init__(NUMBERS)

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        self.begin(data, end)
        if self.is_plain_move(start):
            return READ
        numbers = self.numbers
        numbers[COUNT] = 1
        numbers[FIRST] = 0
        numbers[SECOND] = 0
        p = self.boom(start)
        numbers[IS_MOVE] = p == FAILED
        if p == FAILED:
            p = self.move(start)
        if p != end:
            return NOT_AN_ACTION
        return TOO_LARGE if self.is_large else READ

    def is_plain_move(self, p: int) -> bool:
        """Whether it is a move like d2-d3, with one digit before it or none, and if so take it apart. Most actions are."""
        data = self.data
        length = self.end - p
        count = 1
        if length == 6:
            count = data[p] - _ZERO
            if count < 0 or count == 1 or count > 9:
                return False
            p += 1
        elif length != 5:
            return False
        x, y, to_x, to_y = data[p] - _A, data[p + 1] - _ZERO, data[p + 3] - _A, data[p + 4] - _ZERO
        if data[p + 2] != _DASH or x < 0 or x > 25 or to_x < 0 or to_x > 25 or y < 0 or y > 9 or to_y < 0 or to_y > 9:
            return False
        numbers = self.numbers
        numbers[IS_MOVE] = 1
        numbers[COUNT] = count
        numbers[X] = x
        numbers[Y] = y - 1
        numbers[TO_X] = to_x
        numbers[TO_Y] = to_y - 1
        return True

    def boom(self, p: int) -> int:
        """An x or the word boom, a square, and what it claims to have removed."""
        if self.byte(p) | _CASE == _CROSS:
            self.expect(self.byte(p) == _CROSS)
            p += 1
        else:
            self.is_canonical = False
            p = self.word(p, _BOOM)
            if p == FAILED:
                return FAILED
        p = self.blanks(p)
        has_bracket = self.byte(p) == _OPEN
        if has_bracket:
            self.is_canonical = False
            p = self.blanks(p + 1)
        p = self.source(p)
        if has_bracket and p != FAILED:
            p = self.blanks(p)
            p = p + 1 if self.byte(p) == _CLOSE else FAILED
        if p != FAILED and self.byte(p) == _EQUALS:
            p = self.claim(p + 1)
            p = self.claim(p + 1) if p != FAILED and self.byte(p) == _COLON else FAILED
        return p

    def move(self, p: int) -> int:
        """A count, two squares, and the height that is claimed."""
        self.is_canonical = True
        self.is_large = False
        self.claims = 0
        if _ZERO <= self.byte(p) <= _NINE:
            p = self.number(p)
            self.numbers[COUNT] = self.value
            self.expect(self.value != 1)
            p = self.blanks(p)
        p = self.source(p)
        if p != FAILED:
            p = self.target(self.dash(p))
        if p != FAILED and self.byte(p) == _EQUALS:
            p = self.claim(p + 1)
        return p

    def dash(self, p: int) -> int:
        """A dash or none; where the next square begins."""
        before = p
        p = self.blanks(p)
        after = self.any_dash(p)
        if after == p:
            # Without a dash, there are no blanks either.
            self.is_canonical = False
            return before
        self.expect(after == before + 1)
        return self.blanks(after)

    def source(self, p: int) -> int:
        """The square where the action begins."""
        p = self.square(p)
        self.numbers[X] = self.x
        self.numbers[Y] = self.y
        return p

    def target(self, p: int) -> int:
        """The square where it ends."""
        p = self.square(p)
        self.numbers[TO_X] = self.x
        self.numbers[TO_Y] = self.y
        return p

    def claim(self, p: int) -> int:
        """A number that is claimed."""
        p = self.number(p)
        self.numbers[FIRST + self.claims] = self.value
        self.claims += 1
        return p
