"""All legal actions of a turn as values. What each group can do is the engine's to say (`Engine.survey`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from expendibots_notation.games.stacks.actions import Action, Attack, Helper, Move, Movement, Pair, encoded
from expendibots_notation.games.stacks.codes import FIRST, HELPER_BITS, HIGHEST, LARGEST_GROUP, MOST_PIECES, PAIR_STEPS, SQUARE_BITS
from expendibots_notation.games.stacks.engine import Engine
from expendibots_notation.games.stacks.squares import SQUARES, numbers_in


def actions(engine: Engine) -> Iterator[Action]:
    """Every legal action but a pass: movements of groups, then two-piece turns by their first movement.

    Movements come by their source in the order a1, b1 … e7, then by the size of the group; moves before attacks, each by target.
    """
    yield from group_movements(engine)
    for first in single_movements(engine):
        following = after(engine, first)
        for source in completing(following):
            for second in single_movements_from(following, source):
                yield Pair(first, second)


def group_movements(engine: Engine) -> Iterator[Movement]:
    """The legal actions that are one movement of one group."""
    for source in sources(engine):
        yield from group_movements_from(engine, source)


def group_movements_from(engine: Engine, source: int) -> Iterator[Movement]:
    """Those of the groups on one square."""
    if engine.fulfils_duty(1 << source):
        for count in range(1, min(engine.pieces(1 << source), LARGEST_GROUP) + 1):
            yield from _movements(engine, source, count, HIGHEST - count)


def single_movements(engine: Engine) -> Iterator[Movement]:
    """What single pieces can do in a two-piece turn at this stage of it, whatever the duty to unstack says."""
    for source in sources(engine):
        yield from single_movements_from(engine, source)


def single_movements_from(engine: Engine, source: int) -> list[Movement]:
    """What a single piece on one square can do."""
    return _movements(engine, source, 1, PAIR_STEPS)


def after(engine: Engine, first: Movement) -> Engine:
    """The turn after the first movement of a pair, which must be possible."""
    following = engine.fork()
    following.move(encoded(first), FIRST, PAIR_STEPS)
    return following


def sources(engine: Engine) -> Iterable[int]:
    """The squares with pieces that may still move."""
    return numbers_in(engine.sources())


def completing(following: Engine) -> Iterator[int]:
    """The squares from which a second movement completes the pair."""
    return (source for source in sources(following) if following.fulfils_duty(following.left | 1 << source))


def _movements(engine: Engine, source: int, count: int, steps: int) -> list[Movement]:
    """What one group can do."""
    attacks = engine.survey(source, count, steps)
    moves = _moves(count, source, engine.targets)
    return [*moves, *(_attack(*numbers) for numbers in engine.noted(attacks))] if attacks else moves


# Actions share their parts: the same attacks and moves come up again and again in two-piece turns.


@lru_cache(maxsize=1 << 15)
def _attack(count: int, source: int, target: int, retreat: int, helpers: int) -> Attack:
    company = []
    while helpers:
        number, pieces = (helpers & (1 << SQUARE_BITS) - 1) - 1, helpers >> SQUARE_BITS & MOST_PIECES
        company.append(Helper(SQUARES[number], pieces))
        helpers >>= HELPER_BITS
    return Attack(count, SQUARES[source], SQUARES[target], tuple(company), SQUARES[retreat] if retreat >= 0 else None)


@lru_cache(maxsize=1 << 13)
def _moves(count: int, source: int, targets: int) -> list[Movement]:
    return [_move(count, source, target) for target in numbers_in(targets)]


@cache
def _move(count: int, source: int, target: int) -> Move:
    return Move(count, SQUARES[source], SQUARES[target])
