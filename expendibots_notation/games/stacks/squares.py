"""The board of STACKS: squares as numbers, sets of squares as bits, and what touches what, worked out once.

Square number `5 * y + x` runs from a1 = 0 to e7 = 34. A set of squares is an int in which bit n stands for square n.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from expendibots_notation.board import Square

WIDTH = 5
HEIGHT = 7
BLACK = 0
RED = 1
PLAYERS = ("black", "red")

SQUARES = tuple(Square(x, y) for y in range(HEIGHT) for x in range(WIDTH))
NUMBER = {square: number for number, square in enumerate(SQUARES)}
ALL = (1 << len(SQUARES)) - 1


def numbers_in(squares: int) -> Iterator[int]:
    """The numbers of the squares in a set, in rising order."""
    while squares:
        lowest = squares & -squares
        yield lowest.bit_length() - 1
        squares ^= lowest


def set_of(squares: list[Square]) -> int:
    """The set of those squares that are on the board."""
    return sum(1 << NUMBER[square] for square in squares if square in NUMBER)


def _line(dx: int, dy: int) -> int:
    """The squares from a1 on in one direction."""
    return set_of([Square(dx * at, dy * at) for at in range(HEIGHT)])


WEST = _line(0, 1)
"""File a."""
EAST = WEST << WIDTH - 1
HOME = array("q", (_line(1, 0), _line(1, 0) << WIDTH * (HEIGHT - 1)))
"""By player: the player's own home row."""
FIELD = array("q", (ALL & ~HOME[RED], ALL & ~HOME[BLACK]))
"""By player: the squares over which the player's pieces may walk on; in the enemy's home row they are locked."""


def _around(square: Square) -> list[Square]:
    """The squares that touch it at a side or a corner: by file, then rank, as helpers are written."""
    around = [Square(square.x + dx, square.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return [each for each in around if each in NUMBER]


NEIGHBOURS = 8
AROUND = array("b", (n for s in SQUARES for n in ([NUMBER[each] for each in _around(s)] + NEIGHBOURS * [-1])[:NEIGHBOURS]))
"""Eight entries for each square: those that touch it, then -1."""


def _retreats(player: int, square: Square, any_home: bool) -> int:
    """Where a player's survivors of an attack there may go, if nothing is in the way."""
    edge, forward = (0, 1) if player == BLACK else (HEIGHT - 1, -1)
    if square.y != edge:
        return set_of([Square(square.x + dx, square.y - forward) for dx in (-1, 0, 1)])
    return HOME[player] & (~set_of([square]) if any_home else set_of(_around(square)))


RETREATS = array("q", (_retreats(player, each, rule) for rule in (False, True) for player in (BLACK, RED) for each in SQUARES))
"""By the rule `home_retreat` (adjacent, any), the defender and the square, one behind the other: the squares of retreat."""

NUMBER_OF = array("b", bytes(37))
"""`NUMBER_OF[set % 37]` is the number of the one square in a set: the powers of two leave different remainders there."""
for _number in range(len(SQUARES)):
    NUMBER_OF[(1 << _number) % len(NUMBER_OF)] = _number
