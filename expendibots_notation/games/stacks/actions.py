"""The actions of STACKS as values, and their canonical text.

A turn is one group movement (`Move` or `Attack`), a `Pair` of two single pieces that move one after the other, or a `Pass`.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any, NamedTuple

from expendibots_notation.board import Square
from expendibots_notation.games.engine import ActionReader
from expendibots_notation.games.stacks.codes import (
    ATTACK,
    HELPER_BITS,
    MOST_HELPERS,
    MOST_PIECES,
    MOVE,
    NOWHERE,
    OUTSIDE,
    SQUARE_BITS,
)
from expendibots_notation.games.stacks.squares import NUMBER


class Helper(NamedTuple):
    """Pieces on `square` that take part in an attack without walking."""

    square: Square
    pieces: int = 1

    def __str__(self) -> str:
        return _group(self.pieces, self.square)

    def to_json(self) -> dict[str, Any]:
        return {"count": self.pieces, "square": self.square.name}


@dataclass(frozen=True, slots=True)
class Move:
    """`count` pieces walk together from `source` to `target`."""

    count: int
    source: Square
    target: Square

    def __str__(self) -> str:
        return f"{_group(self.count, self.source)}-{self.target.name}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "move", "count": self.count, "from": self.source.name, "to": self.target.name}


@dataclass(frozen=True, slots=True)
class Attack:
    """`count` pieces of `source` attack `target` together with helpers; survivors go to `retreat`, if there are any to go.

    Which way the pieces walk before the attack changes nothing, so it is not part of the action. Neither is the order of the
    helpers: they are kept by file, then rank, as canonical text has them.
    """

    count: int
    source: Square
    target: Square
    helpers: tuple[Helper, ...] = ()
    retreat: Square | None = None

    def __post_init__(self) -> None:
        if len(self.helpers) > 1:
            object.__setattr__(self, "helpers", tuple(sorted(self.helpers)))

    def __str__(self) -> str:
        attackers = "+".join([_group(self.count, self.source), *map(str, self.helpers)])
        retreat = "" if self.retreat is None else f">{self.retreat.name}"
        return f"{attackers}x{self.target.name}{retreat}"

    def to_json(self) -> dict[str, Any]:
        return {
            "type": "attack",
            "count": self.count,
            "from": self.source.name,
            "target": self.target.name,
            "helpers": [helper.to_json() for helper in self.helpers],
            "retreat": None if self.retreat is None else self.retreat.name,
        }


Movement = Move | Attack


@dataclass(frozen=True, slots=True)
class Pair:
    """Two single pieces move, `first` and then `second`. The order matters: the other order is another action."""

    first: Movement
    second: Movement

    def __str__(self) -> str:
        return f"{self.first}&{self.second}"

    def to_json(self) -> dict[str, Any]:
        return {"type": "pair", "movements": [self.first.to_json(), self.second.to_json()]}


@dataclass(frozen=True, slots=True)
class Pass:
    """A player who has no other legal action passes."""

    def __str__(self) -> str:
        return "--"

    def to_json(self) -> dict[str, Any]:
        return {"type": "pass"}


Action = Move | Attack | Pair | Pass


def movements(action: Action) -> tuple[Movement, ...]:
    """The movements of an action, in their order."""
    if isinstance(action, Pair):
        return (action.first, action.second)
    return () if isinstance(action, Pass) else (action,)


def mirrored(action: Action, width: int) -> Action:
    """The action on a board that wide with left and right exchanged."""
    match action:
        case Pair():
            return Pair(_mirrored_movement(action.first, width), _mirrored_movement(action.second, width))
        case Pass():
            return action
        case _:
            return _mirrored_movement(action, width)


def _mirrored_movement(movement: Movement, width: int) -> Movement:
    source, target = movement.source.mirrored(width), movement.target.mirrored(width)
    if isinstance(movement, Move):
        return Move(movement.count, source, target)
    helpers = tuple(Helper(helper.square.mirrored(width), helper.pieces) for helper in movement.helpers)
    retreat = None if movement.retreat is None else movement.retreat.mirrored(width)
    return Attack(movement.count, source, target, helpers, retreat)


def squares_named(movement: Movement) -> list[Square]:
    """Every square that a movement names, in the order of its text."""
    if isinstance(movement, Move):
        return [movement.source, movement.target]
    named = [movement.source, *(helper.square for helper in movement.helpers), movement.target]
    return named if movement.retreat is None else [*named, movement.retreat]


def encoded(action: Action) -> ActionReader:
    """The action as the numbers that an engine plays."""
    reader = ActionReader(0)
    if isinstance(action, Pair):
        numbers = (2, *_numbers(action.first), *_numbers(action.second))
    else:
        numbers = (0,) if isinstance(action, Pass) else (1, *_numbers(action))
    reader.numbers = array("q", numbers)
    return reader


def _numbers(movement: Movement) -> tuple[int, ...]:
    count = movement.count
    if not 0 <= count <= MOST_PIECES:
        count = 0 if count < 0 else MOST_PIECES
    if isinstance(movement, Move):
        source, target = NUMBER.get(movement.source, NOWHERE), NUMBER.get(movement.target, NOWHERE)
        return (MOVE if source >= 0 and target >= 0 else OUTSIDE), count, source, target, NOWHERE, 0
    if any(square not in NUMBER for square in squares_named(movement)):
        return OUTSIDE, count, 0, 0, NOWHERE, 0
    helpers = 0
    for at, helper in enumerate(movement.helpers[:MOST_HELPERS]):
        pieces = max(0, min(helper.pieces, MOST_PIECES))
        helpers |= (NUMBER[helper.square] + 1 | pieces << SQUARE_BITS) << HELPER_BITS * at
    retreat = NOWHERE if movement.retreat is None else NUMBER[movement.retreat]
    return ATTACK, count, NUMBER[movement.source], NUMBER[movement.target], retreat, helpers


def _group(count: int, square: Square) -> str:
    return square.name if count == 1 else f"{count}{square.name}"
