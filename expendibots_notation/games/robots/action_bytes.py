"""The bytes of an action or a spawn as numbers: every spelling that is read, and no other.

The grammar decides what an action is, and `layout.py` explains what is wrong with the rows of a spawn; here their pieces become
numbers, without a text or an object for any of them. Compiled; the same file runs as it is.
"""

from __future__ import annotations

from array import array

from expendibots_notation.games.engine import NOT_AN_ACTION, READ, TOO_LARGE, ActionReader
from expendibots_notation.games.robots.codes import (
    CASCADE,
    CLAIM,
    CLEARS,
    KILLS,
    LARGEST,
    LONGEST_ACTION,
    LONGEST_SPAWN,
    NOWHERE,
    ROW,
    SPAWN,
    SPAWN_CELLS,
    SPAWN_EXPLOSIONS,
    SPAWN_HEIGHT,
    SPAWN_HUMAN_CELL,
    SPAWN_HUMANS,
    SPAWN_ROBOTS,
    SPAWN_WIDTH,
    STEP,
    TELEPORT,
)

_MOST_DIGITS = 15
_FAILED = -1
_CASE = 0x20
"""The bit by which small letters differ from capitals."""
_TAB, _RETURN, _BLANK, _ZERO, _NINE = b"\t\r 09"
_C, _D, _E, _H, _L, _R, _T, _U, _X, _CAPITAL_T = b"cdehlrtuxT"
_OPEN, _CLOSE, _COMMA, _AT, _EQUALS, _PLUS, _HASH, _SLASH, _LESS, _GREATER = b"(),@=+#/<>"


class ActionBytes(ActionReader):
    """Takes one action or spawn after another apart."""

    def __init__(self) -> None:
        super().__init__(CLAIM + 1)

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action or a spawn apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        self.data = data
        self.end = end
        self.is_canonical = True
        self.is_large = False
        self.claims = 0
        if self.byte(start) == _LESS:
            is_whole = end - start <= LONGEST_SPAWN and self.byte(end - 1) == _GREATER
            return READ if is_whole and self.spawn(start + 1) else NOT_AN_ACTION
        if end - start > LONGEST_ACTION:
            return NOT_AN_ACTION
        p = self.teleport(start) if self.byte(start) | _CASE == _T else self.step(start)
        if p == _FAILED or self.claim(p) != end:
            return NOT_AN_ACTION
        return TOO_LARGE if self.is_large else READ

    # Each of these takes a place and returns the end of what it found there, or _FAILED.

    def step(self, p: int) -> int:
        """A step or a cascade: one letter or two, of which capitals are canonical."""
        first = self.byte(p) | _CASE
        dx = 0
        dy = 0
        self.expect(self.byte(p) != first)
        self.numbers[0] = CASCADE if first == _X else STEP
        if first in (_U, _D):
            dy = 1 if first == _U else -1
            second = self.byte(p + 1) | _CASE
            if second in (_L, _R):
                p += 1
                dx = 1 if second == _R else -1
                self.expect(self.byte(p) != second)
        elif first in (_L, _R):
            dx = 1 if first == _R else -1
        elif first not in (_C, _X):
            return _FAILED
        self.numbers[1] = dx
        self.numbers[2] = dy
        return p + 1

    def teleport(self, p: int) -> int:
        """A letter and a cell. A capital means that the teleport is safe."""
        self.numbers[0] = TELEPORT
        self.numbers[1] = self.byte(p) == _CAPITAL_T
        p = self.blanks(p + 1)
        if self.byte(p) == _AT:
            p = self.blanks(p + 1)
        else:
            self.is_canonical = False
        has_bracket = self.byte(p) == _OPEN
        if has_bracket:
            self.is_canonical = False
            p = self.blanks(p + 1)
        p = self.number(p)
        self.numbers[2] = min(self.value, LARGEST)
        if p != _FAILED:
            p = self.blanks(p)
            p = self.number(self.blanks(p + 1)) if self.byte(p) == _COMMA else _FAILED
        self.numbers[3] = min(self.value, LARGEST)
        if has_bracket and p != _FAILED:
            p = self.blanks(p)
            p = p + 1 if self.byte(p) == _CLOSE else _FAILED
        return p

    def claim(self, p: int) -> int:
        """What an action claims to do, or nothing."""
        letter = self.byte(p)
        claimed = 0
        if letter == _EQUALS:
            p = self.number(p + 1)
            claimed = self.value
        elif letter == _PLUS:
            p += 1
            claimed = CLEARS
        elif letter == _HASH:
            p += 1
            claimed = KILLS
        else:
            return p
        self.numbers[CLAIM] = claimed
        self.claims = 1
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

    def spawn(self, start: int) -> bool:
        """The rows of a board, from the last one, which is that of y = 0; whether they are rows."""
        # There are no more robots than bytes.
        if SPAWN_CELLS + self.end - start > len(self.numbers):
            self.numbers = array("q", bytes(8 * (SPAWN_CELLS + self.end - start)))
        self.numbers[0] = SPAWN
        for index in range(SPAWN_WIDTH, SPAWN_CELLS):
            self.numbers[index] = 0
        self.numbers[SPAWN_HUMAN_CELL] = NOWHERE
        end = self.end - 1
        y = 0
        while True:
            p = end
            while p > start and self.byte(p - 1) != _SLASH:
                p -= 1
            width = self.row(p, end, y * ROW) if y < LARGEST else _FAILED
            if width <= 0:
                return False
            if y == 0:
                self.numbers[SPAWN_WIDTH] = width
            elif self.numbers[SPAWN_WIDTH] != width:
                self.numbers[SPAWN_WIDTH] = 0
            y += 1
            self.numbers[SPAWN_HEIGHT] = y
            if p == start:
                return True
            end = p - 1

    def row(self, p: int, end: int, first: int) -> int:
        """A row whose first cell is known; how many cells it has, or _FAILED."""
        numbers = self.numbers
        width = 0
        while p < end:
            byte = self.byte(p)
            if byte == _BLANK or _TAB <= byte <= _RETURN:
                self.is_canonical = False
                p += 1
                continue
            if _ZERO <= byte <= _NINE:
                p = self.run(p, end)
                width += self.value
                if p == _FAILED or width > LARGEST:
                    return _FAILED
            else:
                if width == LARGEST:
                    return _FAILED
                cell = first + width
                letter = byte | _CASE
                self.expect(byte == letter)
                if letter == _R:
                    numbers[SPAWN_CELLS + numbers[SPAWN_ROBOTS]] = cell
                    numbers[SPAWN_ROBOTS] += 1
                elif letter == _H:
                    numbers[SPAWN_HUMANS] += 1
                    numbers[SPAWN_HUMAN_CELL] = cell
                elif letter == _E:
                    numbers[SPAWN_EXPLOSIONS] += 1
                else:
                    return _FAILED
                width += 1
                p += 1
        return width

    def run(self, p: int, end: int) -> int:
        """The length of a run of empty cells, and no digit behind white space."""
        value = 0
        self.expect(self.byte(p) != _ZERO)
        while p < end and _ZERO <= self.byte(p) <= _NINE:
            value = min(value * 10 + self.byte(p) - _ZERO, LARGEST + 1)
            p += 1
        self.value = value
        following = p
        while following < end and (self.byte(following) == _BLANK or _TAB <= self.byte(following) <= _RETURN):
            following += 1
        is_broken = p < following < end and _ZERO <= self.byte(following) <= _NINE
        return _FAILED if is_broken or not 0 < value <= LARGEST else p

    def byte(self, p: int) -> int:
        """The byte at a place, 0 beyond the end."""
        return self.data[p] if 0 <= p < self.end else 0

    def expect(self, canonical: bool) -> None:
        """Note whether a piece is spelled as the writer would."""
        if not canonical:
            self.is_canonical = False
