"""The actions of Robots as values, and their canonical text.

The player chooses a step, a teleport or a cascade. Chance adds where a teleport ends, and lays out the robots of each level.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from expendibots_notation.board import counted


class Cell(NamedTuple):
    """A cell of the board: `x` from the left, `y` from the bottom, both from 0. It may lie off any board."""

    x: int
    y: int

    @property
    def name(self) -> str:
        """As messages print it: `(3,4)`."""
        return f"({self.x},{self.y})"


@dataclass(frozen=True, slots=True)
class Step:
    """Go to one of the eight cells around the human, or stay (0, 0). Other distances have no text, and no rule allows them."""

    dx: int
    dy: int

    def __str__(self) -> str:
        return _NAMES.get((self.dx, self.dy)) or f"step({self.dx},{self.dy})"

    def to_json(self) -> dict[str, Any]:
        return {"type": "move", "dx": self.dx, "dy": self.dy}


@dataclass(frozen=True, slots=True)
class Teleport:
    """Leave for another cell. The player only chooses to go: `cell` is None until chance has said where."""

    is_safe: bool
    cell: Cell | None = None

    def __str__(self) -> str:
        letter = "T" if self.is_safe else "t"
        return f"{letter}@?" if self.cell is None else f"{letter}@{self.cell.x},{self.cell.y}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "teleport", "safe": self.is_safe, "to": None if self.cell is None else list(self.cell)}


@dataclass(frozen=True, slots=True)
class Cascade:
    """Stay, and let the robots come until none is left or the human is dead."""

    def __str__(self) -> str:
        return "X"

    def to_json(self) -> dict[str, Any]:
        return {"type": "cascade"}


@dataclass(frozen=True, slots=True)
class Spawn:
    """The event of chance with which a level begins."""

    board: str
    """Its canonical rows, as in a position string. They need not fit any board."""

    def __str__(self) -> str:
        return f"<{self.board}>"

    def to_json(self) -> dict[str, Any]:
        return {"type": "spawn", "board": self.board}


Action = Step | Teleport | Cascade | Spawn

STEPS = {
    "UL": Step(-1, 1),
    "U": Step(0, 1),
    "UR": Step(1, 1),
    "L": Step(-1, 0),
    "C": Step(0, 0),
    "R": Step(1, 0),
    "DL": Step(-1, -1),
    "D": Step(0, -1),
    "DR": Step(1, -1),
}
"""By name, as they lie around the human; up is +y."""

_NAMES = {(step.dx, step.dy): name for name, step in STEPS.items()}


@dataclass(frozen=True, slots=True)
class Left:
    """The claim `=robots`: how many robots an action leaves."""

    robots: int

    def __str__(self) -> str:
        return f"={self.robots}"

    @property
    def words(self) -> str:
        return f"{counted(self.robots, 'robot')} left ({self})"


@dataclass(frozen=True, slots=True)
class Cleared:
    """The claim `+`: an action has cleared the level."""

    def __str__(self) -> str:
        return "+"

    @property
    def words(self) -> str:
        return f"the level cleared ({self})"


@dataclass(frozen=True, slots=True)
class Dead:
    """The claim `#`: an action has killed the human."""

    def __str__(self) -> str:
        return "#"

    @property
    def words(self) -> str:
        return f"the human dead ({self})"


Claim = Left | Cleared | Dead
