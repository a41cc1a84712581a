"""The board of STACKS: squares as numbers, sets of squares as bits, and what touches what, worked out once.

Square number `5 * y + x` runs from a1 = 0 to e7 = 34. A set of squares is an int in which bit n stands for square n.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

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
    found = 0
    for square in squares:
        if square in NUMBER:
            found |= 1 << NUMBER[square]
    return found


def distance(a: int, b: int) -> int:
    """How many steps lie between two squares on an empty board."""
    return max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH))


def _around(square: Square) -> list[Square]:
    return [Square(square.x + dx, square.y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def _home(y: int) -> int:
    return set_of([Square(x, y) for x in range(WIDTH)])


HOME = (_home(0), _home(HEIGHT - 1))
"""By player: the player's own home row."""
ENEMY_HOME = (HOME[RED], HOME[BLACK])
"""By player: the row in which the player's pieces are locked."""
FIELD = (ALL & ~HOME[RED], ALL & ~HOME[BLACK])
"""By player: the squares over which the player's pieces may walk on."""

NEAR = tuple(set_of(_around(square)) for square in SQUARES)
"""By square: the up to eight that touch it at a side or a corner."""
BESIDE = tuple(set_of([other for other in _around(square) if square.x == other.x or square.y == other.y]) for square in SQUARES)
"""By square: the up to four that touch it at a side."""


def _steps(number: int) -> dict[int, int]:
    """By the squares at the sides that the opponent holds: where a step from the square may lead.

    A diagonal step passes between two of the squares at the sides; it is barred where the opponent holds both.
    """
    found = {}
    beside = list(numbers_in(BESIDE[number]))
    for choice in range(1 << len(beside)):
        held = sum(1 << side for at, side in enumerate(beside) if choice >> at & 1)
        steps = NEAR[number]
        for diagonal in numbers_in(NEAR[number] & ~BESIDE[number]):
            flanks = BESIDE[number] & BESIDE[diagonal]
            if flanks & held == flanks:
                steps ^= 1 << diagonal
        found[held] = steps
    return found


STEPS = tuple(_steps(number) for number in range(len(SQUARES)))
"""`STEPS[s][opponent & BESIDE[s]]`: where one step from square s may lead, and from where one may lead to it."""


def _retreats(player: int, any_home: bool) -> tuple[int, ...]:
    """By square: where a player's survivors of an attack there may go, if nothing stands in the way."""
    edge = 0 if player == BLACK else HEIGHT - 1
    found = []
    for number, (x, y) in enumerate(SQUARES):
        if y != edge:
            next_rank = y - 1 if player == BLACK else y + 1
            found.append(set_of([Square(x + dx, next_rank) for dx in (-1, 0, 1)]))
        elif any_home:
            found.append(HOME[player] & ~(1 << number))
        else:
            found.append(NEAR[number] & HOME[player])
    return tuple(found)


RETREATS = {any_home: tuple(_retreats(player, any_home) for player in (BLACK, RED)) for any_home in (False, True)}
"""By the rule `home_retreat` (any or adjacent), the defender and the square: the squares of retreat."""


@cache
def meeting_places(helpers: int, mutual: bool) -> int:
    """The squares from which a mover attacks together with helpers on these squares.

    Together they must be one connected set; where `mutual`, every two of them must touch.
    """
    groups = [1 << number for number in numbers_in(helpers)] if mutual else _connected_groups(helpers)
    places = ALL
    for group in groups:
        touched = 0
        for number in numbers_in(group):
            touched |= NEAR[number]
            if mutual and helpers & ~group & ~NEAR[number]:
                return 0
        places &= touched
    return places


def _connected_groups(squares: int) -> list[int]:
    """The parts of a set that do not touch each other."""
    groups = []
    while squares:
        group = 0
        fresh = squares & -squares
        while fresh:
            group |= fresh
            touched = 0
            for number in numbers_in(fresh):
                touched |= NEAR[number]
            fresh = touched & squares & ~group
        groups.append(group)
        squares &= ~group
    return groups
