"""All legal actions of a turn, by flooding the squares that a group can walk to.

Judging one action (`turn.py`) asks whether there is a way to its target; listing them all asks where ways lead. The two are
written apart, and the tests hold them against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from expendibots_notation.games.stacks.actions import Action, Attack, Helper, Move, Movement, Pair
from expendibots_notation.games.stacks.squares import BESIDE, FIELD, HOME, NEAR, SQUARES, STEPS, meeting_places, numbers_in
from expendibots_notation.games.stacks.turn import HIGHEST, LARGEST_GROUP, PAIR_STEPS, Turn


def actions(turn: Turn) -> Iterator[Action]:
    """Every legal action but a pass: movements of groups, then two-piece turns by their first movement.

    Movements come by their source in the order a1, b1 … e7, then by the size of the group; moves before attacks, each by target.
    """
    yield from group_movements(turn)
    for first in single_movements(turn):
        following = after(turn, first)
        for source in sources(following):
            if turn.fulfils_duty(following.left | 1 << source):
                targets, attacks = _survey(following, source, 1, PAIR_STEPS)
                for second in _moves(1, source, targets):
                    yield Pair(first, second)
                for attack in attacks:
                    yield Pair(first, attack)


def count_actions(turn: Turn) -> int:
    """How many there are."""
    total = sum(1 for _ in group_movements(turn))
    for first in single_movements(turn):
        following = after(turn, first)
        for source in sources(following):
            if turn.fulfils_duty(following.left | 1 << source):
                targets, attacks = _survey(following, source, 1, PAIR_STEPS)
                total += targets.bit_count() + len(attacks)
    return total


def group_movements(turn: Turn) -> Iterator[Movement]:
    """The legal actions that are one movement of one group."""
    for source in sources(turn):
        yield from group_movements_from(turn, source)


def group_movements_from(turn: Turn, source: int) -> Iterator[Movement]:
    """Those of the groups on one square."""
    if turn.fulfils_duty(1 << source):
        for count in range(1, min(turn.heights[source], LARGEST_GROUP) + 1):
            yield from _movements(turn, source, count, HIGHEST - count)


def single_movements(turn: Turn) -> Iterator[Movement]:
    """What single pieces can do in a two-piece turn at this stage of it, whatever the duty to unstack says."""
    for source in sources(turn):
        yield from single_movements_from(turn, source)


def single_movements_from(turn: Turn, source: int) -> Iterator[Movement]:
    """What a single piece on one square can do."""
    return _movements(turn, source, 1, PAIR_STEPS)


def after(turn: Turn, first: Movement) -> Turn:
    """The turn as it stands behind the first movement of a pair, which must be possible."""
    following = turn.copy()
    violation = following.move(first, PAIR_STEPS)
    assert violation is None
    return following


def sources(turn: Turn) -> Iterable[int]:
    """The squares with pieces that may still move."""
    squares = turn.own & FIELD[turn.side]
    if turn.moved >= 0 and turn.moved_count == turn.heights[turn.moved]:
        squares &= ~(1 << turn.moved)
    return numbers_in(squares)


def _movements(turn: Turn, source: int, count: int, steps: int) -> Iterator[Movement]:
    """What one group can do."""
    targets, attacks = _survey(turn, source, count, steps)
    yield from _moves(count, source, targets)
    yield from attacks


def _survey(turn: Turn, source: int, count: int, steps: int) -> tuple[int, list[Attack]]:
    """The squares to which a group may move, and the attacks that it may make."""
    foe = turn.foe
    way = FIELD[turn.side] & ~(turn.own | foe)
    stands = 1 << source
    reach = STEPS[source][foe & BESIDE[source]]
    fresh = reach & way
    for _ in range(steps - 1):
        stands |= fresh
        touched = 0
        while fresh:
            lowest = fresh & -fresh
            square = lowest.bit_length() - 1
            touched |= STEPS[square][foe & BESIDE[square]]
            fresh ^= lowest
        reach |= touched
        fresh = touched & way & ~stands
    targets = reach & ~foe & ~(1 << source)
    for square in numbers_in(targets & turn.own):
        if turn.heights[square] + count > HIGHEST:
            targets ^= 1 << square
    struck = reach & foe & ~HOME[turn.side]
    attacks: list[Attack] = []
    if struck and not turn.fours >> source & 1 and not (turn.attacked and turn.options.one_attack):
        for target in numbers_in(struck):
            attacks.extend(_attacks(turn, source, count, target, stands & STEPS[target][foe & BESIDE[target]]))
    return targets, attacks


def _attacks(turn: Turn, source: int, count: int, target: int, places: int) -> Iterator[Attack]:
    """The attacks of a group on a target, with every choice of helpers and retreats; `places` are where it can attack from."""
    defenders = turn.heights[target]
    strengths = range(defenders + 1 - count, HIGHEST + 1 - count)
    able = tuple(_able_to_help(turn, square) if square != source else 0 for square in _AROUND[target])
    for helpers, helping, squares in _companies(target, able, turn.options.whole):
        meeting = places & meeting_places(squares, turn.options.mutual)
        if helping not in strengths or not meeting:
            continue
        survivors = max(2 * defenders - count - helping, 0)
        if not survivors:
            yield _attack(count, source, target, helpers, None)
            continue
        free = turn.free_retreats(source, count, target, survivors)
        for retreat in numbers_in(free):
            if meeting & ~(1 << retreat):
                yield _attack(count, source, target, helpers, retreat)
        # Where the group can stand so that nothing is left free, the survivors are eliminated.
        if not turn.options.must_retreat and (not free or any(free == 1 << place for place in numbers_in(meeting))):
            yield _attack(count, source, target, helpers, None)


def _able_to_help(turn: Turn, square: int) -> int:
    """How many pieces of a square can help at most: none, where they would have to be all and some cannot."""
    able = turn.able_to_help(square)
    return 0 if turn.options.whole and able < turn.heights[square] else able


_AROUND = tuple(sorted(numbers_in(near), key=SQUARES.__getitem__) for near in NEAR)
"""By square: those that touch it, in the order in which helpers are written."""

# Actions share their parts: the same attacks and moves come up again and again in two-piece turns.


@lru_cache(maxsize=1 << 13)
def _companies(target: int, able: tuple[int, ...], whole: bool) -> list[tuple[tuple[Helper, ...], int, int]]:
    """Every choice of helpers around a target, none included: the helpers, how many pieces they are, their squares.

    `able` says how many pieces of each square around it can help; where `whole`, these help all or not at all.
    """
    found: list[tuple[tuple[Helper, ...], int, int]] = [((), 0, 0)]
    for at, square in enumerate(_AROUND[target]):
        found += [
            ((*helpers, Helper(SQUARES[square], count)), helping + count, squares | 1 << square)
            for helpers, helping, squares in found
            for count in range(max(able[at], 1) if whole else 1, min(able[at], LARGEST_GROUP - helping) + 1)
        ]
    return found


@lru_cache(maxsize=1 << 15)
def _attack(count: int, source: int, target: int, helpers: tuple[Helper, ...], retreat: int | None) -> Attack:
    return Attack(count, SQUARES[source], SQUARES[target], helpers, None if retreat is None else SQUARES[retreat])


@lru_cache(maxsize=1 << 13)
def _moves(count: int, source: int, targets: int) -> list[Move]:
    return [_move(count, source, target) for target in numbers_in(targets)]


@cache
def _move(count: int, source: int, target: int) -> Move:
    return Move(count, SQUARES[source], SQUARES[target])
