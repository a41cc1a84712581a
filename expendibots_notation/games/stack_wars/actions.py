"""The actions of Stack Wars as values, and their canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from expendibots_notation.board import Square


@dataclass(frozen=True, slots=True)
class Fortify:
    """Bring an army from the reserve to the territory `square`."""

    square: Square

    def __str__(self) -> str:
        return f"+{self.square.name}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "fortify", "square": self.square.name}


@dataclass(frozen=True, slots=True)
class Move:
    """Move one army from `source` to `target`."""

    source: Square
    target: Square

    def __str__(self) -> str:
        return f"{self.source.name}-{self.target.name}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "move", "from": self.source.name, "to": self.target.name}


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack the enemy on `target` with the single army on `source`."""

    source: Square
    target: Square

    def __str__(self) -> str:
        return f"{self.source.name}x{self.target.name}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "attack", "from": self.source.name, "to": self.target.name}


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done."""

    def __str__(self) -> str:
        return "--"

    def to_json(self) -> dict[str, Any]:
        return {"type": "pass"}


Action = Fortify | Move | Attack | Pass


@dataclass(frozen=True, slots=True)
class Invasion:
    """The claim `^`: the army has reached the enemy's baseline, and the player has a point."""

    def __str__(self) -> str:
        return "^"

    @property
    def words(self) -> str:
        return f"an invasion ({self})"


Claim = Invasion
