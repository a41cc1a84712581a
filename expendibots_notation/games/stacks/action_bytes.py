"""The bytes of an action as numbers: every spelling that the grammar's ACTION has, and no other.

The grammar decides what an action is; here its pieces become numbers, without a text or an object for any of them. Compiled; the
same file runs as it is.
"""

from __future__ import annotations

from expendibots_notation.games.engine import NOT_AN_ACTION, READ, TOO_LARGE, ActionReader
from expendibots_notation.games.stacks.codes import (
    ATTACK,
    COUNT,
    FIRST,
    HELPER_BITS,
    HELPERS,
    KIND,
    MOST_HELPERS,
    MOST_PIECES,
    MOVE,
    MOVEMENTS,
    NOWHERE,
    NUMBERS,
    OUTSIDE,
    RETREAT,
    SECOND,
    SOURCE,
    SQUARE_BITS,
    TARGET,
)
from expendibots_notation.games.stacks.squares import HEIGHT, WIDTH

_MOST_DIGITS = 15
_FAILED = -1

_TAB, _BLANK, _ZERO, _NINE, _A, _P, _S, _CROSS = b"\t 09apsx"
_DASH, _ANGLE, _PLUS, _AND = b"->+&"
_CASE = 0x20
"""The bit by which small letters differ from capitals."""
# The dashes, the arrow and the cross above ASCII.
_E2, _80, _EN, _EM, _86, _ARROW, _C3, _97 = 0xE2, 0x80, 0x93, 0x94, 0x86, 0x92, 0xC3, 0x97


class ActionBytes(ActionReader):
    """Takes one action after another apart. Its numbers are those that `codes` names."""

    def __init__(self) -> None:
        super().__init__(NUMBERS)

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        self.data = data
        self.end = end
        self.is_canonical = True
        self.is_large = False
        self.numbers[MOVEMENTS] = 0
        p = self.no_action(start)
        if p == _FAILED:
            p = self.movement(start, FIRST)
            if self.byte(self.gap(p)) == _AND:
                p = self.movement(self.blanks(self.blanks(p) + 1), SECOND)
        if p != end:
            return NOT_AN_ACTION
        return TOO_LARGE if self.is_large else READ

    # Each of these takes a place and returns the end of what it found there, or _FAILED. It passes _FAILED on.

    def no_action(self, p: int) -> int:
        """A pass: two dashes, a long one, or the word."""
        if self.byte(p) == _DASH and self.byte(p + 1) == _DASH:
            return p + 2
        is_word = self.is_letter(p, _P) and self.is_letter(p + 1, _A) and self.is_letter(p + 2, _S) and self.is_letter(p + 3, _S)
        if not is_word and not self.is_long_dash(p):
            return _FAILED
        self.is_canonical = False
        return p + 4 if is_word else p + 3

    def movement(self, p: int, row: int) -> int:
        """A group, and either where it goes or its helpers and what they attack; its numbers are written from `row` on."""
        after = self.plain_move(p, row)
        if after != _FAILED:
            return after
        self.numbers[MOVEMENTS] += 1
        self.numbers[row + KIND] = MOVE
        self.numbers[row + RETREAT] = NOWHERE
        self.numbers[row + HELPERS] = 0
        self.is_outside = False
        p = self.group(p)
        self.numbers[row + COUNT] = min(self.count, MOST_PIECES)
        self.numbers[row + SOURCE] = self.place
        p = self.company(p, row)
        after = self.cross(p)
        if after != _FAILED:
            self.numbers[row + KIND] = ATTACK
            p = self.square(after)
        else:
            p = self.square(self.dash(p)) if self.numbers[row + HELPERS] == 0 else _FAILED
        self.numbers[row + TARGET] = self.place
        if after != _FAILED:
            after = self.arrow(p)
            if after != _FAILED:
                p = self.square(after)
                self.numbers[row + RETREAT] = self.place
        if self.is_outside:
            self.numbers[row + KIND] = OUTSIDE
        return p

    def plain_move(self, p: int, row: int) -> int:
        """A move on the board like c1-c3, with one digit before it or none, as most movements are."""
        data = self.data
        count = self.byte(p) - _ZERO
        if 1 < count <= 9:
            p += 1
        else:
            count = 1
        if self.end - p < 5:
            return _FAILED
        x, y, to_x, to_y = data[p] - _A, data[p + 1] - _ZERO - 1, data[p + 3] - _A, data[p + 4] - _ZERO - 1
        is_outside = not (0 <= x < WIDTH and 0 <= y < HEIGHT and 0 <= to_x < WIDTH and 0 <= to_y < HEIGHT)
        if is_outside or data[p + 2] != _DASH or self.byte(p + 5) not in (0, _AND):
            return _FAILED
        self.numbers[MOVEMENTS] += 1
        self.numbers[row + KIND] = MOVE
        self.numbers[row + COUNT] = min(count, MOST_PIECES)
        self.numbers[row + SOURCE] = y * WIDTH + x
        self.numbers[row + TARGET] = to_y * WIDTH + to_x
        self.numbers[row + RETREAT] = NOWHERE
        self.numbers[row + HELPERS] = 0
        return p + 5

    def company(self, p: int, row: int) -> int:
        """The helpers, each behind a plus; canonical is the order of their squares by file, then rank."""
        helpers = 0
        x = y = count = -1
        while self.byte(self.gap(p)) == _PLUS:
            p = self.group(self.blanks(self.blanks(p) + 1))
            self.expect(self.x > x or (self.x == x and (self.y > y or (self.y == y and self.count >= count))))
            x, y, count = self.x, self.y, self.count
            if helpers < MOST_HELPERS:
                helper = (self.place + 1) | min(count, MOST_PIECES) << SQUARE_BITS
                self.numbers[row + HELPERS] |= helper << HELPER_BITS * helpers
            helpers += 1
        return p

    def group(self, p: int) -> int:
        """A count, which is 1 where none is written, and a square."""
        self.count = 1
        if _ZERO <= self.byte(p) <= _NINE:
            p = self.number(p)
            self.count = self.value
            self.expect(self.count != 1)
            p = self.blanks(p)
        return self.square(p)

    def square(self, p: int) -> int:
        """A letter and a number."""
        letter = self.byte(p) | _CASE
        if not _A <= letter < _A + 26:
            return _FAILED
        self.expect(self.byte(p) == letter)
        p = self.number(p + 1)
        self.x = letter - _A
        self.y = self.value - 1
        if self.x < WIDTH and 0 <= self.y < HEIGHT:
            self.place = self.y * WIDTH + self.x
        else:
            self.place = 0
            self.is_outside = True
        return p

    # Each of these takes a place and returns where the next square begins.

    def dash(self, p: int) -> int:
        """A dash or none."""
        after = self.gap(p)
        if self.byte(after) == _DASH and self.byte(after + 1) != _ANGLE:
            self.expect(after == p)
            return self.blanks(after + 1)
        # Without a dash, there are no blanks either.
        self.is_canonical = False
        if self.byte(after) == _DASH:
            return self.gap(after + 2)
        return self.gap(after + 3) if self.is_long_dash(after) or self.is_arrow(after) else p

    def cross(self, p: int) -> int:
        """The sign of an attack, or _FAILED. A letter x with a number directly after it is a square of a move without a dash."""
        after = self.gap(p)
        is_letter = self.is_letter(after, _CROSS) and not (after == p and _ZERO <= self.byte(p + 1) <= _NINE)
        if not is_letter and not (self.byte(after) == _C3 and self.byte(after + 1) == _97):
            return _FAILED
        self.expect(after == p and self.byte(p) == _CROSS)
        return self.blanks(after + 1 if is_letter else after + 2)

    def arrow(self, p: int) -> int:
        """The sign of a retreat, or _FAILED."""
        after = self.gap(p)
        if self.byte(after) == _ANGLE:
            self.expect(after == p)
            return self.blanks(after + 1)
        if self.byte(after) == _DASH and self.byte(after + 1) == _ANGLE:
            self.is_canonical = False
            return self.gap(after + 2)
        if self.is_arrow(after):
            self.is_canonical = False
            return self.gap(after + 3)
        return _FAILED

    # The smallest pieces

    def number(self, p: int) -> int:
        """Some digits; where they end, or _FAILED."""
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
        """Any blanks, and where they end; canonical are none."""
        self.expect(self.gap(p) == p)
        return self.gap(p)

    def gap(self, p: int) -> int:
        """Where any blanks end."""
        while self.byte(p) == _BLANK or self.byte(p) == _TAB:
            p += 1
        return p

    def is_letter(self, p: int, letter: int) -> bool:
        """Whether this letter comes, be it a capital or not."""
        return self.byte(p) | _CASE == letter

    def is_long_dash(self, p: int) -> bool:
        return self.byte(p) == _E2 and self.byte(p + 1) == _80 and (self.byte(p + 2) == _EN or self.byte(p + 2) == _EM)

    def is_arrow(self, p: int) -> bool:
        return self.byte(p) == _E2 and self.byte(p + 1) == _86 and self.byte(p + 2) == _ARROW

    def byte(self, p: int) -> int:
        """The byte at a place, 0 beyond the end."""
        return self.data[p] if 0 <= p < self.end else 0

    def expect(self, canonical: bool) -> None:
        """Note whether a piece is spelled as the writer would."""
        if not canonical:
            self.is_canonical = False
