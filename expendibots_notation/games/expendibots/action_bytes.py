"""The bytes of an action as numbers: every spelling that the grammar's ACTION has, and no other.

The grammar decides what an action is; here its pieces become numbers, without a text or an object for any of them. Compiled; the
same file runs as it is.
"""

from __future__ import annotations

from expendibots_notation.games.engine import NOT_AN_ACTION, READ, TOO_LARGE, ActionReader
from expendibots_notation.games.expendibots.codes import COUNT, FIRST, IS_MOVE, NUMBERS, SECOND, TO_X, TO_Y, X, Y

_MOST_DIGITS = 15
_FARTHEST = 100
"""A rank that no board has: all beyond it are this one."""
_FAILED = -1

_TAB, _BLANK, _ZERO, _NINE, _A, _CROSS = b"\t 09ax"
_B, _O, _M = b"bom"
_DASH, _ANGLE, _OPEN, _CLOSE, _EQUALS, _COLON = b"->()=:"
_CASE = 0x20
"""The bit by which small letters differ from capitals."""
# The dashes and the arrow above ASCII.
_E2, _80, _EN, _EM, _86, _ARROW = 0xE2, 0x80, 0x93, 0x94, 0x86, 0x92


class ActionBytes(ActionReader):
    """Takes one action after another apart. Its numbers are those that `codes` names."""

    def __init__(self) -> None:
        super().__init__(NUMBERS)

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        self.data = data
        self.end = end
        if self.is_plain_move(start):
            return READ
        self.is_canonical = True
        self.is_large = False
        numbers = self.numbers
        numbers[COUNT] = 1
        numbers[FIRST] = 0
        numbers[SECOND] = 0
        self.claims = 0
        p = self.boom(start)
        numbers[IS_MOVE] = p == _FAILED
        if p == _FAILED:
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
        self.is_canonical = True
        self.claims = 0
        numbers = self.numbers
        numbers[IS_MOVE] = 1
        numbers[COUNT] = count
        numbers[X] = x
        numbers[Y] = y - 1
        numbers[TO_X] = to_x
        numbers[TO_Y] = to_y - 1
        return True

    # Each of these takes a place and returns the end of what it found there, or _FAILED. It passes _FAILED on.

    def boom(self, p: int) -> int:
        """An x or the word boom, a square, and what it claims to have removed."""
        letter = self.byte(p) | _CASE
        if letter == _CROSS:
            self.expect(self.byte(p) == _CROSS)
            p += 1
        elif self.is_word(p):
            self.is_canonical = False
            p += 4
        else:
            return _FAILED
        p = self.blanks(p)
        has_bracket = self.byte(p) == _OPEN
        if has_bracket:
            self.is_canonical = False
            p = self.blanks(p + 1)
        p = self.square(p)
        self.keep_source()
        if has_bracket and p != _FAILED:
            p = self.blanks(p)
            p = p + 1 if self.byte(p) == _CLOSE else _FAILED
        if p != _FAILED and self.byte(p) == _EQUALS:
            p = self.claim(p + 1)
            p = self.claim(p + 1) if p != _FAILED and self.byte(p) == _COLON else _FAILED
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
        p = self.square(p)
        self.keep_source()
        if p != _FAILED:
            p = self.square(self.dash(p))
        if p != _FAILED and self.byte(p) == _EQUALS:
            p = self.claim(p + 1)
        return p

    def dash(self, p: int) -> int:
        """A dash or none; where the next square begins."""
        before = p
        p = self.blanks(p)
        after = p
        if self.byte(p) == _DASH:
            after = p + 2 if self.byte(p + 1) == _ANGLE else p + 1
        elif self.byte(p) == _E2:
            is_dash = self.byte(p + 1) == _80 and (self.byte(p + 2) == _EN or self.byte(p + 2) == _EM)
            if is_dash or (self.byte(p + 1) == _86 and self.byte(p + 2) == _ARROW):
                after = p + 3
        if after == p:
            # Without a dash, there are no blanks either.
            self.is_canonical = False
            return before
        self.expect(after == before + 1)
        return self.blanks(after)

    def square(self, p: int) -> int:
        """A letter and a number."""
        letter = self.byte(p) | _CASE
        if not _A <= letter < _A + 26:
            return _FAILED
        self.expect(self.byte(p) == letter)
        p = self.number(p + 1)
        self.numbers[TO_X] = letter - _A
        self.numbers[TO_Y] = min(self.value - 1, _FARTHEST)
        return p

    def keep_source(self) -> None:
        """Take the square that was read last for the one where the action begins."""
        self.numbers[X] = self.numbers[TO_X]
        self.numbers[Y] = self.numbers[TO_Y]

    def claim(self, p: int) -> int:
        """A number that is claimed."""
        p = self.number(p)
        self.numbers[FIRST + self.claims] = self.value
        self.claims += 1
        return p

    def number(self, p: int) -> int:
        """Some digits."""
        start = p
        value = 0
        while _ZERO <= self.byte(p) <= _NINE:
            if p - start < _MOST_DIGITS:
                value = value * 10 + self.byte(p) - _ZERO
            else:
                self.is_large = True
            p += 1
        self.value = value
        if p == start:
            return _FAILED
        self.expect(p == start + 1 or self.byte(start) != _ZERO)
        return p

    def blanks(self, p: int) -> int:
        """Any blanks; canonical are none."""
        start = p
        while self.byte(p) == _BLANK or self.byte(p) == _TAB:
            p += 1
        self.expect(p == start)
        return p

    def is_word(self, p: int) -> bool:
        """Whether the word boom comes, in any capitals."""
        return (
            self.byte(p) | _CASE == _B
            and self.byte(p + 1) | _CASE == _O
            and self.byte(p + 2) | _CASE == _O
            and self.byte(p + 3) | _CASE == _M
        )

    def byte(self, p: int) -> int:
        """The byte at a place, 0 beyond the end."""
        return self.data[p] if 0 <= p < self.end else 0

    def expect(self, canonical: bool) -> None:
        """Note whether a piece is spelled as the writer would."""
        if not canonical:
            self.is_canonical = False
