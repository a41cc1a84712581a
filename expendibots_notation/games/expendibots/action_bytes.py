"""The bytes of an action as numbers: every spelling that the grammar's ACTION has, and no other.

The grammar decides what an action is; here its pieces become numbers, without a text or an object for any of them. Compiled; the
same file runs as it is.
"""

from __future__ import annotations

from array import array

NOT_AN_ACTION = 0
READ = 1
TOO_LARGE = 2
"""It is an action, but one of its numbers is too large for this."""

ACTION_SIZE = 6
"""The numbers of an action."""

_MOST_DIGITS = 15
_FARTHEST = 100
"""A rank that no board has: all beyond it are this one."""
_FAILED = -1

_TAB, _BLANK, _ZERO, _NINE, _A, _X = b"\t 09ax"
_B, _O, _M = b"bom"
_DASH, _ANGLE, _OPEN, _CLOSE, _EQUALS, _COLON = b"->()=:"
_CASE = 0x20
"""The bit by which small letters differ from capitals."""
# The dashes and the arrow above ASCII.
_E2, _80, _EN, _EM, _86, _ARROW = 0xE2, 0x80, 0x93, 0x94, 0x86, 0x92


class ActionBytes:
    """Takes one action after another apart."""

    def __init__(self) -> None:
        self.is_move = False
        self.is_canonical = False
        """Whether the writer would spell it like that; where it is too large, that is not known."""
        self.count = 0
        """1 where none is written, and for a boom."""
        self.x = 0
        self.y = 0
        self.to_x = 0
        self.to_y = 0
        self.claims = 0
        """The number of numbers after the equals sign, which are `first` and `second`."""
        self.first = 0
        self.second = 0

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        self.data = data
        self.end = end
        if self.is_plain_move(start):
            return READ
        self.is_canonical = True
        self.is_large = False
        self.count = 1
        self.claims = 0
        self.first = 0
        self.second = 0
        p = self.boom(start)
        self.is_move = p == _FAILED
        if self.is_move:
            p = self.move(start)
        if p != end:
            return NOT_AN_ACTION
        return TOO_LARGE if self.is_large else READ

    def keep(self, numbers: array[int], at: int) -> None:
        """Write the action down, without its claims."""
        numbers[at] = self.is_move
        numbers[at + 1] = self.count
        numbers[at + 2] = self.x
        numbers[at + 3] = self.y
        numbers[at + 4] = self.to_x
        numbers[at + 5] = self.to_y

    def recall(self, numbers: array[int], at: int) -> None:
        """Be at an action again that was written down."""
        self.is_move = numbers[at] == 1
        self.count = numbers[at + 1]
        self.x = numbers[at + 2]
        self.y = numbers[at + 3]
        self.to_x = numbers[at + 4]
        self.to_y = numbers[at + 5]

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
        self.is_move = True
        self.is_canonical = True
        self.claims = 0
        self.count = count
        self.x = x
        self.y = y - 1
        self.to_x = to_x
        self.to_y = to_y - 1
        return True

    # Each of these takes a place and returns the end of what it found there, or _FAILED. It passes _FAILED on.

    def boom(self, p: int) -> int:
        """An x or the word boom, a square, and what it claims to have removed."""
        letter = self.byte(p) | _CASE
        if letter == _X:
            self.expect(self.byte(p) == _X)
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
        self.x = self.to_x
        self.y = self.to_y
        if has_bracket and p != _FAILED:
            p = self.blanks(p)
            p = p + 1 if self.byte(p) == _CLOSE else _FAILED
        if p != _FAILED and self.byte(p) == _EQUALS:
            p = self.claim(p + 1)
            self.second = self.first
            p = self.claim(p + 1) if p != _FAILED and self.byte(p) == _COLON else _FAILED
            self.first, self.second = self.second, self.first
        return p

    def move(self, p: int) -> int:
        """A count, two squares, and the height that is claimed."""
        self.is_canonical = True
        self.is_large = False
        self.claims = 0
        if _ZERO <= self.byte(p) <= _NINE:
            p = self.number(p)
            self.count = self.value
            self.expect(self.count != 1)
            p = self.blanks(p)
        p = self.square(p)
        self.x = self.to_x
        self.y = self.to_y
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
        self.to_x = letter - _A
        self.to_y = min(self.value - 1, _FARTHEST)
        return p

    def claim(self, p: int) -> int:
        """A number that is claimed."""
        p = self.number(p)
        self.first = self.value
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
