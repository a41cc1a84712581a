"""The bytes of an action as numbers: every spelling that the grammar's ACTION has, and no other.

Compiled; the same file runs as it is.
"""

from __future__ import annotations

from expendibots_notation.games.engine import FAILED, NOT_AN_ACTION, READ, TOO_LARGE
from expendibots_notation.games.square_bytes import SquareReader
from expendibots_notation.games.stack_wars.codes import ATTACK, FORTIFY, KIND, MOVE, NUMBERS, PASS, TO_X, TO_Y, X, Y

_PLUS, _DASH, _CROSS, _CARET, _A, _ZERO = b"+-x^a0"
_CASE = 0x20
_C3, _97, _E2, _80, _EN, _EM = 0xC3, 0x97, 0xE2, 0x80, 0x93, 0x94
_FORTIFY = b"fortify"
_PASS = b"pass"


class ActionBytes(SquareReader):
    """Takes one action after another apart. Its numbers are those that `codes` names; a claim has none."""

    def __init__(self) -> None:
        super().__init__(NUMBERS)

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        self.begin(data, end)
        if self.is_plain_step(start):
            return READ
        p = self.fortification(start)
        if p == FAILED:
            p = self.step(start)
        if p == FAILED:
            p = self.passing(start)
        if p != end:
            return NOT_AN_ACTION
        return TOO_LARGE if self.is_large else READ

    def is_plain_step(self, p: int) -> bool:
        """Whether it is a move or an attack like e1-e2, and if so take it apart. Most actions are."""
        data = self.data
        if self.end - p != 5:
            return False
        x, y, sign, to_x, to_y = data[p] - _A, data[p + 1] - _ZERO, data[p + 2], data[p + 3] - _A, data[p + 4] - _ZERO
        if (sign != _DASH and sign != _CROSS) or x < 0 or x > 25 or to_x < 0 or to_x > 25 or y < 0 or y > 9 or to_y < 0 or to_y > 9:
            return False
        numbers = self.numbers
        numbers[KIND] = MOVE if sign == _DASH else ATTACK
        numbers[X] = x
        numbers[Y] = y - 1
        numbers[TO_X] = to_x
        numbers[TO_Y] = to_y - 1
        return True

    def fortification(self, p: int) -> int:
        """A plus or the word fortify, and a territory."""
        if self.byte(p) == _PLUS:
            p += 1
        else:
            p = self.word(p, _FORTIFY)
            if p == FAILED:
                return FAILED
            self.is_canonical = False
        p = self.square(self.blanks(p))
        self.numbers[KIND] = FORTIFY
        self.numbers[X] = self.x
        self.numbers[Y] = self.y
        return p

    def step(self, p: int) -> int:
        """A territory, a dash or a cross, a territory, and whether that is said to be an invasion."""
        self.is_canonical = True
        self.is_large = False
        p = self.square(p)
        if p == FAILED:
            return FAILED
        self.numbers[X] = self.x
        self.numbers[Y] = self.y
        p = self.blanks(p)
        sign = self.cross(p)
        self.numbers[KIND] = MOVE if sign == p else ATTACK
        if sign == p:
            sign = self.any_dash(p)
            if sign == p:
                return FAILED
            self.expect(sign == p + 1)
        p = self.square(self.blanks(sign))
        self.numbers[TO_X] = self.x
        self.numbers[TO_Y] = self.y
        if p != FAILED and self.byte(self.after_blanks(p)) == _CARET:
            p = self.blanks(p) + 1
            self.claims = 1
        return p

    def cross(self, p: int) -> int:
        """A cross of any kind; where there is none, the place itself."""
        if self.byte(p) | _CASE == _CROSS:
            self.expect(self.byte(p) == _CROSS)
            return p + 1
        if self.byte(p) == _C3 and self.byte(p + 1) == _97:
            self.is_canonical = False
            return p + 2
        return p

    def after_blanks(self, p: int) -> int:
        """Where blanks end, which may not belong to the action."""
        was_canonical = self.is_canonical
        p = self.blanks(p)
        self.is_canonical = was_canonical
        return p

    def passing(self, p: int) -> int:
        """Two dashes, what text programs make of them, or the word pass."""
        self.is_large = False
        self.numbers[KIND] = PASS
        self.is_canonical = self.byte(p) == _DASH and self.byte(p + 1) == _DASH
        if self.is_canonical:
            return p + 2
        if self.byte(p) == _E2 and self.byte(p + 1) == _80 and (self.byte(p + 2) == _EN or self.byte(p + 2) == _EM):
            return p + 3
        return self.word(p, _PASS)
