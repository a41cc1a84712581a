"""The pieces of which actions on a board of squares are spelled, as numbers. Compiled; the same file runs as it is."""

from __future__ import annotations

from expendibots_notation.games.engine import FAILED, ActionReader

_MOST_DIGITS = 15
_FARTHEST = 100
"""A rank that no board has: all beyond it are this one."""

_TAB, _BLANK, _ZERO, _NINE, _A, _DASH, _ANGLE = b"\t 09a->"
_CASE = 0x20
"""The bit by which small letters differ from capitals."""
# The dashes and the arrow above ASCII.
_E2, _80, _EN, _EM, _86, _ARROW = 0xE2, 0x80, 0x93, 0x94, 0x86, 0x92


class SquareReader(ActionReader):
    """Takes texts apart from left to right.

    Each method that looks for a piece takes a place and returns the end of what it found there, or FAILED. It passes FAILED on.
    """

    def __init__(self, room: int) -> None:
        super().__init__(room)
        self.x = 0
        self.y = 0
        """The square that was read last."""
        self.value = 0
        """The number that was read last."""
        self.is_large = False
        """Whether a number was too large."""

    def begin(self, data: bytes, end: int) -> None:
        """Look at these bytes, up to there."""
        self.data = data
        self.end = end
        self.is_canonical = True
        self.is_large = False
        self.claims = 0

    def any_dash(self, p: int) -> int:
        """A dash or an arrow, of any kind, and nothing else; where there is none, the place itself."""
        if self.byte(p) == _DASH:
            return p + 2 if self.byte(p + 1) == _ANGLE else p + 1
        if self.byte(p) == _E2:
            is_dash = self.byte(p + 1) == _80 and (self.byte(p + 2) == _EN or self.byte(p + 2) == _EM)
            if is_dash or (self.byte(p + 1) == _86 and self.byte(p + 2) == _ARROW):
                return p + 3
        return p

    def square(self, p: int) -> int:
        """A letter and a number: `x` and `y`."""
        letter = self.byte(p) | _CASE
        if not _A <= letter < _A + 26:
            return FAILED
        self.expect(self.byte(p) == letter)
        p = self.number(p + 1)
        self.x = letter - _A
        self.y = min(self.value - 1, _FARTHEST)
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
            return FAILED
        self.expect(p == start + 1 or self.byte(start) != _ZERO)
        return p

    def blanks(self, p: int) -> int:
        """Any blanks; canonical are none."""
        start = p
        while self.byte(p) == _BLANK or self.byte(p) == _TAB:
            p += 1
        self.expect(p == start)
        return p

    def word(self, p: int, word: bytes) -> int:
        """A word in any capitals; it is given in small letters."""
        for index in range(len(word)):
            if self.byte(p + index) | _CASE != word[index]:
                return FAILED
        return p + len(word)

    def byte(self, p: int) -> int:
        """The byte at a place, 0 beyond the end."""
        return self.data[p] if 0 <= p < self.end else 0

    def expect(self, canonical: bool) -> None:
        """Note whether a piece is spelled as the writer would."""
        if not canonical:
            self.is_canonical = False
