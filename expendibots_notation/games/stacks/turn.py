"""A turn in the making: the board as one action changes it, movement by movement, each judged before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from expendibots_notation.game import Violation
from expendibots_notation.games.stacks import reasons
from expendibots_notation.games.stacks.actions import Action, Attack, Helper, Move, Movement, Pair
from expendibots_notation.games.stacks.squares import (
    BESIDE,
    ENEMY_HOME,
    FIELD,
    HOME,
    NEAR,
    NUMBER,
    RETREATS,
    STEPS,
    distance,
    meeting_places,
    numbers_in,
)

if TYPE_CHECKING:
    from expendibots_notation.games.stacks.engine import Engine

HIGHEST = 4
"""How many pieces a stack has at most, and how many may attack together."""
LARGEST_GROUP = 3
PAIR_STEPS = 2
NOWHERE = -1


class Turn:
    """The board of the player who acts, from the start of a turn on. It is the turn's own: nothing else sees the changes.

    `play` judges and makes an action. Where it returns a violation, the turn is half made and good for nothing more.
    """

    # Of most turns these stay as they are; set on the class, they cost the making of a turn nothing.
    action: Action | None = None
    left = 0
    """The squares from which a movement has started."""
    moved = NOWHERE
    """The square that holds the pieces which have moved, and how many of those on it have."""
    moved_count = 0
    ready = NOWHERE
    """The square of the first single piece, where that still has a step left and stands alone."""
    attacked = False
    taken = 0
    """Opponent pieces eliminated."""
    entered = 0
    """Own pieces that have come to the enemy's home row."""

    def __init__(self, engine: Engine) -> None:
        self.heights = engine.heights[:]
        """Pieces by square."""
        self.own = engine.own
        self.foe = engine.foe
        self.side = engine.side
        self.fours = engine.fours
        """The stacks of four with which the player began the turn."""
        self.options = engine.options

    def copy(self) -> Turn:
        """The same turn once more, to go on with in another way."""
        other = Turn.__new__(Turn)
        other.__dict__.update(self.__dict__)
        other.heights = self.heights[:]
        return other

    # Playing

    def play(self, action: Move | Attack | Pair) -> Violation | None:
        """Make all movements of an action; why that is not allowed, otherwise.

        The movements are judged in their order, each on the board that the one before has left; the duty to unstack a four
        is judged last.
        """
        self.action = action
        if isinstance(action, Pair):
            first, second = action.first, action.second
            if first.count != 1 or second.count != 1:
                return reasons.counted_pair(self, first if first.count != 1 else second)
            violation = self.move(first, PAIR_STEPS) or self.move(second, PAIR_STEPS)
        else:
            violation = self.move(action, HIGHEST - action.count)
        if violation is None and self.fours and not self.fulfils_duty(self.left):
            return reasons.four_must_move(self)
        return violation

    def fulfils_duty(self, left: int) -> bool:
        """Whether movements that start from these squares unstack the stacks of four as far as they must be."""
        if self.options.each_four:
            return not self.fours & ~left
        return not self.fours or bool(self.fours & left)

    def move(self, movement: Movement, steps: int) -> Violation | None:
        """Make one movement of at most so many steps; why that is not allowed, otherwise."""
        source = NUMBER.get(movement.source, NOWHERE)
        target = NUMBER.get(movement.target, NOWHERE)
        if source < 0 or target < 0 or (isinstance(movement, Attack) and not _is_on_board(movement)):
            return reasons.off_board(self, movement)
        if not 1 <= movement.count <= LARGEST_GROUP or movement.count > self.movable(source) or source == target:
            violation = self._cannot_leave(movement, source, target)
            if violation is not None:
                return violation
        self.left |= 1 << source
        if isinstance(movement, Move):
            return self._walk(movement, source, target, steps)
        return self._strike(movement, source, target, steps)

    def movable(self, square: int) -> int:
        """How many pieces of the player on a square may still move in this turn."""
        if not self.own & FIELD[self.side] & 1 << square:
            return 0
        return self.heights[square] - (self.moved_count if square == self.moved else 0)

    def _cannot_leave(self, movement: Movement, source: int, target: int) -> Violation | None:
        """Why a group of that size cannot set out from there; the most basic reason first."""
        count, bit = movement.count, 1 << source
        if count < 1:
            return reasons.zero_pieces(self, count)
        if source == target and isinstance(movement, Move):
            return reasons.no_distance(self, movement)
        if self.foe & bit:
            return reasons.not_your_stack(self, movement)
        if not self.own & bit:
            return reasons.empty_square(self, movement)
        if not FIELD[self.side] & bit:
            return reasons.locked_pieces(self, movement.source)
        if count > self.heights[source]:
            return reasons.too_many_pieces(self, movement, self.heights[source])
        if count > self.movable(source):
            return reasons.already_moved(self, movement, self.movable(source))
        if count > LARGEST_GROUP:
            return reasons.group_too_large(self, count)
        return None

    # Moves

    def _walk(self, move: Move, source: int, target: int, steps: int) -> Violation | None:
        bit = 1 << target
        if self.foe & bit:
            return reasons.onto_enemy(self, move, self.heights[target])
        if self.heights[target] + move.count > HIGHEST:
            return reasons.stack_too_high(self, move, self.heights[target] + move.count)
        is_one_step = STEPS[source][self.foe & BESIDE[source]] & bit
        if not is_one_step and not self._has_way(source, target, steps):
            return self._no_way(move, source, target, steps)
        if is_one_step and not self.own & bit and not ENEMY_HOME[self.side] & bit and not self.fours & 1 << source:
            self.ready = target
        self._lift(source, move.count)
        self.heights[target] += move.count
        self.own |= bit
        self._arrive(target, move.count)
        return None

    def _has_way(self, source: int, target: int, steps: int) -> bool:
        """Whether two or three steps lead over empty squares to the target, if there are so many."""
        if steps == 1:
            return False
        foe = self.foe
        way = FIELD[self.side] & ~(self.own | foe)
        firsts = STEPS[source][foe & BESIDE[source]] & way
        lasts = STEPS[target][foe & BESIDE[target]] & way
        if firsts & lasts:
            return True
        if steps == PAIR_STEPS:
            return False
        while lasts:
            lowest = lasts & -lasts
            square = lowest.bit_length() - 1
            if STEPS[square][foe & BESIDE[square]] & firsts:
                return True
            lasts ^= lowest
        return False

    def _no_way(self, movement: Movement, source: int, target: int, steps: int) -> Violation:
        """What is in the way: the distance, or the one rule without which there would be a way, or pieces."""
        if distance(source, target) > steps:
            return reasons.too_far(self, movement, distance(source, target), steps)
        way = FIELD[self.side] & ~(self.own | self.foe)
        if _leads(source, target, steps, way, 0):
            return reasons.barred_diagonal(self, movement, steps)
        if _leads(source, target, steps, way | ENEMY_HOME[self.side] & ~(self.own | self.foe), self.foe):
            return reasons.through_home(self, movement, steps)
        return reasons.through_pieces(self, movement, steps)

    # Attacks

    def _strike(self, attack: Attack, source: int, target: int, steps: int) -> Violation | None:
        violation = self._cannot_attack(attack, source, target)
        if violation is not None:
            return violation
        helpers, strength = 0, attack.count
        for helper in attack.helpers:
            violation = self._cannot_help(helper, source, target, helpers)
            if violation is not None:
                return violation
            helpers |= 1 << NUMBER[helper.square]
            strength += helper.pieces
        defenders = self.heights[target]
        if strength > HIGHEST:
            return reasons.attack_too_strong(self, strength)
        if strength <= defenders:
            return reasons.attack_too_weak(self, attack, strength, defenders)
        places = self.stands(source, steps) & STEPS[target][self.foe & BESIDE[target]]
        if not places:
            return self._no_way(attack, source, target, steps)
        if helpers:
            places &= meeting_places(helpers, self.options.mutual)
            if not places:
                return reasons.attackers_apart(self, attack)
        survivors = max(2 * defenders - strength, 0)
        if survivors or attack.retreat is not None:
            violation = self._cannot_retreat(attack, source, target, survivors, places)
            if violation is not None:
                return violation
        self._take(attack, source, target, strength, survivors)
        return None

    def _cannot_attack(self, attack: Attack, source: int, target: int) -> Violation | None:
        """What is wrong with the target, or with attacking at all."""
        bit = 1 << target
        if not self.foe & bit:
            return reasons.attack_on_own(self, attack) if self.own & bit else reasons.attack_on_empty(self, attack)
        if HOME[self.side] & bit:
            return reasons.attack_on_locked(self, attack)
        if self.attacked and self.options.one_attack:
            return reasons.second_attack(self)
        if self.fours & 1 << source:
            return reasons.four_attacks(self, attack.source)
        return None

    def _cannot_help(self, helper: Helper, source: int, target: int, others: int) -> Violation | None:
        """What is wrong with a helper; `others` are the squares of those before it."""
        square = NUMBER[helper.square]
        bit = 1 << square
        if helper.pieces < 1:
            return reasons.zero_pieces(self, helper.pieces)
        if square == source or others & bit:
            return reasons.repeated_attacker(self, helper.square)
        if not self.own & bit:
            return reasons.no_helper(self, helper.square, is_enemy=bool(self.foe & bit))
        if not FIELD[self.side] & bit:
            return reasons.locked_pieces(self, helper.square)
        if not NEAR[target] & bit:
            return reasons.helper_not_adjacent(self, helper.square, target)
        if self.fours & bit:
            return reasons.four_attacks(self, helper.square)
        if helper.pieces > self.able_to_help(square):
            return reasons.helper_unable(self, helper, self.heights[square], self.able_to_help(square))
        if self.options.whole and helper.pieces < self.heights[square]:
            return reasons.helper_in_part(self, helper, self.heights[square])
        return None

    def able_to_help(self, square: int) -> int:
        """How many pieces of the player on an unlocked square may help in an attack.

        Those that have not moved, or the first single piece of the turn, where that stands alone and has a step left.
        """
        return 0 if self.fours & 1 << square else 1 if square == self.ready else self.movable(square)

    def stands(self, source: int, steps: int) -> int:
        """The squares where a group can be with at least one of its steps left."""
        found = 1 << source
        if steps == 1:
            return found
        foe = self.foe
        way = FIELD[self.side] & ~(self.own | foe)
        firsts = STEPS[source][foe & BESIDE[source]] & way
        found |= firsts
        if steps == PAIR_STEPS:
            return found
        while firsts:
            lowest = firsts & -firsts
            square = lowest.bit_length() - 1
            found |= STEPS[square][foe & BESIDE[square]] & way
            firsts ^= lowest
        return found

    def free_retreats(self, source: int, count: int, target: int, survivors: int) -> int:
        """Where survivors of the target can go, as far as the square on which the attackers stand leaves it free.

        If the whole of its stack walks away from the source, that square is empty by then.
        """
        exits = RETREATS[self.options.any_home][1 - self.side][target]
        free = exits & ~(self.own | self.foe)
        for square in numbers_in(exits & self.foe):
            if self.heights[square] + survivors <= HIGHEST:
                free |= 1 << square
        if exits >> source & 1 and self.heights[source] == count:
            free |= 1 << source
        return free

    def _cannot_retreat(self, attack: Attack, source: int, target: int, survivors: int, places: int) -> Violation | None:
        """What is wrong with the retreat that is written, or with writing none; `places` are where the mover may attack from."""
        if not survivors:
            return reasons.needless_retreat(self, attack)
        free = self.free_retreats(source, attack.count, target, survivors)
        if attack.retreat is None:
            # The mover itself may stand on the last square that is free.
            if self.options.must_retreat or (free and not (free & free - 1 == 0 and places & free)):
                return (
                    reasons.retreat_missing(self, attack, survivors, free) if free else reasons.no_retreat(self, attack, survivors)
                )
            return None
        square = NUMBER[attack.retreat]
        exits = RETREATS[self.options.any_home][1 - self.side][target]
        if not exits >> square & 1:
            return reasons.not_a_retreat(self, attack, exits)
        if not free >> square & 1 or not places & ~(1 << square):
            return reasons.retreat_blocked(self, attack, survivors, square)
        return None

    def _take(self, attack: Attack, source: int, target: int, strength: int, survivors: int) -> None:
        """Make an attack that is allowed: the survivors leave, and all attackers come to stand on the target."""
        self.taken += self.heights[target]
        self._lift(source, attack.count)
        for helper in attack.helpers:
            self._lift(NUMBER[helper.square], helper.pieces)
        self.foe ^= 1 << target
        self.own |= 1 << target
        self.heights[target] = strength
        if attack.retreat is not None:
            square = NUMBER[attack.retreat]
            self.heights[square] += survivors
            self.foe |= 1 << square
            self.taken -= survivors
        self._arrive(target, strength)
        self.attacked = True

    # The parts of a movement

    def _lift(self, square: int, count: int) -> None:
        self.heights[square] -= count
        if not self.heights[square]:
            self.own ^= 1 << square

    def _arrive(self, target: int, count: int) -> None:
        self.moved = target
        self.moved_count = count
        if ENEMY_HOME[self.side] >> target & 1:
            self.entered += count


def _is_on_board(attack: Attack) -> bool:
    """Whether helpers and retreat are; the mover and the target are asked for themselves."""
    return (attack.retreat is None or attack.retreat in NUMBER) and all(helper.square in NUMBER for helper in attack.helpers)


def _leads(source: int, target: int, steps: int, way: int, foe: int) -> bool:
    """Whether so many steps lead to the target over the squares of `way`, where only pieces of `foe` bar diagonals."""
    reached = 1 << source
    for _ in range(steps):
        touched = 0
        for square in numbers_in(reached):
            touched |= STEPS[square][foe & BESIDE[square]]
        if touched >> target & 1:
            return True
        reached |= touched & way
    return False
