"""Legal actions that look like an illegal one: what may have been meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import islice

from expendibots_notation.board import Square
from expendibots_notation.game import likest
from expendibots_notation.games.stacks import enumeration
from expendibots_notation.games.stacks.actions import Action, Attack, Movement, Pair, Pass
from expendibots_notation.games.stacks.engine import Engine
from expendibots_notation.games.stacks.squares import SQUARES

_FIRSTS_TRIED = 6
"""How many first movements of a pair are gone on with: all pairs are too many to look at."""
_SOURCE = 4
"""How much a wrong source weighs, for each step."""


def nearest(engine: Engine, action: Action, limit: int) -> list[Action]:
    """At most `limit` legal actions, the likeliest first; none where only a pass is legal."""
    found: list[Action] = []
    if isinstance(action, Pair):
        found += _nearest_pairs(engine, action, limit)
    elif not isinstance(action, Pass):
        found += _nearest_movements(action, enumeration.sources(engine), partial(enumeration.group_movements_from, engine), limit)
    if not found:
        found += islice(enumeration.actions(engine), limit)
    return found


def _nearest_pairs(engine: Engine, action: Pair, limit: int) -> list[Pair]:
    found: list[Pair] = []
    of_turn = enumeration.sources(engine), partial(enumeration.single_movements_from, engine)
    for first in _nearest_movements(action.first, *of_turn, _FIRSTS_TRIED):
        following = enumeration.after(engine, first)
        of_rest = enumeration.completing(following), partial(enumeration.single_movements_from, following)
        seconds = _nearest_movements(action.second, *of_rest, limit)
        found += (Pair(first, second) for second in seconds)
    return likest(found, lambda pair: _difference(action.first, pair.first) + _difference(action.second, pair.second), limit)


def _nearest_movements(
    movement: Movement, sources: Iterable[int], movements_from: Callable[[int], Iterable[Movement]], limit: int
) -> list[Movement]:
    """The likeliest movements from some squares. Those near the movement's own come first, so that most others need no look."""
    found: list[Movement] = []
    for apart, source in sorted((_SOURCE * _distance(movement.source, SQUARES[each]), each) for each in sources):
        if found and len(found) == limit and apart > _difference(movement, found[-1]):
            break
        found = likest([*found, *movements_from(source)], partial(_difference, movement), limit)
    return found


def _difference(movement: Movement, other: Movement) -> int:
    """How far two movements are apart. A wrong source weighs most: people mistake the destination and the count more often."""
    apart = _SOURCE * _distance(movement.source, other.source) + 2 * _distance(movement.target, other.target)
    apart += 2 * abs(min(movement.count, 9) - other.count)
    if isinstance(movement, Attack) and isinstance(other, Attack):
        apart += len({*movement.helpers} ^ {*other.helpers}) + (movement.retreat != other.retreat)
    elif isinstance(movement, Attack) or isinstance(other, Attack):
        apart += 3
    return apart


@lru_cache(maxsize=1 << 12)  # more than any two squares of the board; those off it are anybody's
def _distance(a: Square, b: Square) -> int:
    return min(abs(a.x - b.x) + abs(a.y - b.y), 9)
