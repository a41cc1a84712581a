"""The geometry that every game shares: squares with a name, on boards of any size.

A square is a file letter and a rank number for people, and `(x, y)` from 0 for programs. Games with boards wider than the
alphabet, or with coordinates of their own, do not need this module.
"""

from __future__ import annotations

from typing import NamedTuple

from expendibots_notation.arguments import check_text

FILES = "abcdefghijklmnopqrstuvwxyz"


class Square(NamedTuple):
    """A square by its coordinates from 0. It may lie off any board: only a game knows how large its board is."""

    x: int
    y: int

    @property
    def name(self) -> str:
        """`d2`, or `(-1,1)` for a square that has no file letter or no rank. Rank 0, below any board, has a name."""
        if 0 <= self.x < len(FILES) and self.y >= -1:
            return f"{FILES[self.x]}{self.y + 1}"
        return f"({self.x},{self.y})"

    @property
    def both(self) -> str:
        """The name with the official coordinates behind it, as diagnostics print a square: `d2 (3,1)`."""
        return f"{self.name} ({self.x},{self.y})" if not self.name.startswith("(") else self.name

    def mirrored(self, width: int) -> Square:
        """The square in the same rank of a board that wide with left and right exchanged."""
        return Square(width - 1 - self.x, self.y)

    @classmethod
    def parse(cls, name: str) -> Square:
        """The square of a name such as `d2`; capitals are read too.

        Does not check that the square is on a board. Raises ValueError for what is not a letter and a number.
        """
        check_text(name, "a square")
        file = FILES.find(name[:1].lower()) if name else -1
        if file < 0 or not (name[1:].isascii() and name[1:].isdigit()):
            raise ValueError(f"{name!r} is not a square")
        return cls(file, int(name[1:]) - 1)


def counted(number: int, noun: str) -> str:
    """`1 token`, `3 tokens`: English plurals for the plain nouns of board games."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
