"""The actions of Expendibots as values, and their canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from expendibots_notation.board import Square


@dataclass(frozen=True, slots=True)
class Move:
    """Move `count` tokens of the stack on `source` to `target`."""

    count: int
    source: Square
    target: Square

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        return f"{count}{self.source.name}-{self.target.name}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "move", "count": self.count, "from": self.source.name, "to": self.target.name}


@dataclass(frozen=True, slots=True)
class Boom:
    """Set off the stack on `square`."""

    square: Square

    def __str__(self) -> str:
        return f"x{self.square.name}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "boom", "square": self.square.name}


Action = Move | Boom


@dataclass(frozen=True, slots=True)
class Height:
    """The claim `=height`: how high the stack is on which a move has ended."""

    height: int

    def __str__(self) -> str:
        return f"={self.height}"

    @property
    def words(self) -> str:
        return f"a stack of {self.height} ({self})"


@dataclass(frozen=True, slots=True)
class Removed:
    """The claim `=white:black`: how many tokens of each side a boom has removed."""

    white: int
    black: int

    def __str__(self) -> str:
        return f"={self.white}:{self.black}"

    @property
    def words(self) -> str:
        return f"{self.white} White and {self.black} Black tokens removed ({self})"


Claim = Height | Removed
