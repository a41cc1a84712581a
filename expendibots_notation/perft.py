"""Counting action sequences: the usual check of a rules engine against another."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.game import Position


def count(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` actions there are; a finished game is not extended."""
    if depth == 0:
        return 1
    if depth == 1:
        return position.count_legal_actions()
    return sum(count(position.play(action), depth - 1) for action in position.legal_actions())


def count_by_action(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """The same, split by the first action, in the order of `legal_actions`."""
    for action in position.legal_actions():
        yield position.game.write_action(action), count(position.play(action), depth - 1)
