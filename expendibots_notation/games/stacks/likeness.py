"""Legal actions that look like an illegal one: what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest
from itertools import islice

from expendibots_notation.board import Square
from expendibots_notation.games.stacks import enumeration
from expendibots_notation.games.stacks.actions import Action, Attack, Movement, Pair, Pass
from expendibots_notation.games.stacks.squares import NUMBER
from expendibots_notation.games.stacks.turn import Turn

_FIRSTS_TRIED = 6
"""How many first movements of a pair are gone on with: all pairs are too many to look at."""


def nearest(turn: Turn, action: Action, limit: int) -> list[Action]:
    """At most `limit` legal actions, the likeliest first; none where only a pass is legal."""
    found: list[Action] = []
    if isinstance(action, Pair):
        found += _nearest_pairs(turn, action, limit)
    elif not isinstance(action, Pass):
        found += _likest(action, enumeration.group_movements(turn), limit)
    if not found:
        found += islice(enumeration.actions(turn), limit)
    return found


def _nearest_pairs(turn: Turn, action: Pair, limit: int) -> list[Pair]:
    found: list[tuple[int, str, Pair]] = []
    for first in _likest(action.first, enumeration.single_movements(turn), _FIRSTS_TRIED):
        following = enumeration.after(turn, first)
        for second in enumeration.single_movements(following):
            if turn.fulfils_duty(following.left | 1 << NUMBER[second.source]):
                pair = Pair(first, second)
                found.append((_difference(action.first, first) + _difference(action.second, second), str(pair), pair))
    return [pair for _, _, pair in nsmallest(limit, found)]


def _likest(movement: Movement, others: Iterable[Movement], limit: int) -> list[Movement]:
    return nsmallest(limit, others, key=lambda other: (_difference(movement, other), str(other)))


def _difference(movement: Movement, other: Movement) -> int:
    """How far two movements are apart. A wrong source weighs most: people mistake the destination and the count more often."""
    apart = 4 * _distance(movement.source, other.source) + 2 * _distance(movement.target, other.target)
    apart += 2 * abs(min(movement.count, 9) - other.count)
    if isinstance(movement, Attack) and isinstance(other, Attack):
        apart += len({*movement.helpers} ^ {*other.helpers}) + (movement.retreat != other.retreat)
    elif isinstance(movement, Attack) or isinstance(other, Attack):
        apart += 3
    return apart


def _distance(a: Square, b: Square) -> int:
    return min(abs(a.x - b.x) + abs(a.y - b.y), 9)
