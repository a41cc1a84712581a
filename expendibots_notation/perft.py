"""Counting action sequences: the usual check of a rules engine against another."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.game import Position

DEEPEST = 100
"""Actions in a row. Where there is any choice, nobody waits for the end of so many; each is a call within a call."""


def count(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` actions there are.

    Each way in which chance completes an action counts. A finished game is not extended, nor is one that awaits an event of chance.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return position.count_continuations()
    return sum(count(position.play(action), depth - 1) for action in position.continuations())


def count_by_action(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """The same, split by the first action, in the order of `continuations`."""
    for action in position.continuations():
        yield position.game.write_action(action), count(position.play(action), depth - 1)
