"""What plays a game on plain numbers, without an object for an action or a position: the interface that all games share.

The judge plays every game through these two classes and knows none of them. A game derives its own from them, compiled with a
`.pxd` beside the source; the same files run as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from expendibots_notation.game import Outcome, Position, Rules

# What a reader says of some bytes.
NOT_AN_ACTION = 0
READ = 1
TOO_LARGE = 2
"""It is an action, but one of its numbers is too large for this, or there are too many of them."""

FAILED = -1
"""Where a reader finds nothing."""

ALLOWED = 0
"""What an engine says of an action that is legal; every other number is a reason, each game's own."""

GOING_ON = 0
"""The ending of a game that has not ended."""


class ActionReader:
    """Takes the bytes of one action after another apart: every spelling that the grammar's ACTION has, and no other.

    Where events of chance stand between actions, those of the grammar's ITEM too.
    """

    def __init__(self, room: int) -> None:
        self.numbers = array("q", bytes(8 * room))
        """What the bytes say, laid out as the game's engine wants it."""
        self.is_canonical = False
        """Whether the writer would spell it like that; not known where it is too large."""
        self.claims = 0
        """How many numbers the action claims about its effect."""

    def read(self, data: bytes, start: int, end: int) -> int:
        """Take an action apart: READ, TOO_LARGE or NOT_AN_ACTION."""
        raise NotImplementedError


class Engine:
    """A game in progress."""

    def __init__(self) -> None:
        self.ply = 0
        """The actions that have been played; events of chance do not count."""
        self.player = 0
        """The player to move, as an index of the game's players."""
        self.turn = 1
        """The number of the turn that is about to be played."""
        self.ending = GOING_ON
        """How the game stands: an index of the outcomes of the game's machine."""
        self.longest_text = 0
        """How many bytes a position string has at most."""

    def restart(self, start: Engine) -> None:
        """Be where another engine of the game is, which has no past, as if nothing had been played here."""
        raise NotImplementedError

    def play(self, action: ActionReader) -> int:
        """Play what was read last if it is allowed; why not, otherwise, and then nothing has changed."""
        raise NotImplementedError

    def refuse(self, action: ActionReader) -> int:
        """The same answer, and nothing is played."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take back what was played last, be it an action or an event of chance."""
        raise NotImplementedError

    def has_effect(self, action: ActionReader) -> bool:
        """Whether the action, which has just been played, did what it claims."""
        raise NotImplementedError

    def readings_part(self) -> bool:
        """Whether another named reading of the rules may have judged the line so far, or the last refusal, differently."""
        return False

    def write_text(self, out: array[int], at: int) -> int:
        """Write the position string into `out` from `at` on, where there must be room for the longest; returns its end."""
        raise NotImplementedError

    def text(self) -> str:
        """The canonical position string."""
        out = array("B", bytes(self.longest_text))
        return out[: self.write_text(out, 0)].tobytes().decode("ascii")


@dataclass(frozen=True, slots=True)
class Machine:
    """What a game brings so that it is judged on numbers. A game without one is judged by its positions, more slowly."""

    new_engine: Callable[[], Engine]
    """An engine to be restarted, with room for a whole game."""
    new_reader: Callable[[], ActionReader]
    engine_of: Callable[[Any], Engine]
    """The engine of a position of the game, on which nobody plays."""
    position: Callable[[Any, Rules], Position]
    """The position of an engine, as long as nobody plays on that."""
    outcomes: tuple[Outcome, ...]
    """What the endings of the engine mean; the first is that the game goes on."""
