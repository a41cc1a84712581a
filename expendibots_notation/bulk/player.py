"""Actions that are looked up as they are written, and played: for formats in which few different spellings occur.

Each spelling is read once, by the same functions as in the full way, and remembered as one number. Compiled, like the engine it
plays on; the same file runs as it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from expendibots_notation.games.expendibots.actions import Action, Boom
from expendibots_notation.games.expendibots.codes import ALLOWED, PLY_LIMIT, SQUARES, WHITE, WIDTH
from expendibots_notation.games.expendibots.engine import Engine

UNKNOWN = -1
REMEMBERED = 1 << 15
_MOST_TOKENS = 1 << 30
_ANY_SIDE = 2


def number_of(action: Action, side: int | None) -> int:
    """An action and its side as one number, which `Player` takes apart again; any side may play it where none is given.

    UNKNOWN where an action is off the board, or moves nothing or very much: whatever the reason, that is in doubt.
    """
    if isinstance(action, Boom):
        count, places = 0, (*action.square, *action.square)
    elif 0 < action.count < _MOST_TOKENS:
        count, places = action.count, (*action.source, *action.target)
    else:
        return UNKNOWN
    if min(places) < 0 or max(places) >= WIDTH:
        return UNKNOWN
    x, y, to_x, to_y = places
    colour = _ANY_SIDE if side is None else 0 if side == WHITE else 1
    return ((((count * 8 + x) * 8 + y) * 8 + to_x) * 8 + to_y) * 4 + colour


class Player:
    """Plays actions on an engine of its own. `read(spelling)` gives the number of an action, or UNKNOWN."""

    def __init__(self, read: Callable[[bytes], int]) -> None:
        self.read = read
        self.numbers: dict[bytes, int] = {}
        self.engine = Engine(array("q", bytes(8 * SQUARES)), WHITE, capacity=PLY_LIMIT)

    def play(self, spellings: list[bytes]) -> bool:
        """Play the actions; False at the first one that is not understood, not the side's own, or not legal."""
        for spelling in spellings:
            if self._play(spelling) != ALLOWED:
                return False
        return True

    def _play(self, spelling: bytes) -> int:
        found = self.numbers.get(spelling)
        if found is None:
            found = self.read(spelling)
            if found == UNKNOWN:
                return UNKNOWN
            if len(self.numbers) >= REMEMBERED:
                self.numbers.clear()
            self.numbers[spelling] = found
        number = found
        colour = number & 3
        if colour != _ANY_SIDE and (colour == 0) != (self.engine.side == WHITE):
            return UNKNOWN
        to_y = (number >> 2) & 7
        to_x = (number >> 5) & 7
        y = (number >> 8) & 7
        x = (number >> 11) & 7
        count = number >> 14
        if count == 0:
            return self.engine.boom(x, y)
        return self.engine.move(count, x, y, to_x, to_y)
