"""The rules of STACKS on plain numbers: a game in progress, and the turn that is being made. Compiled; the same file runs as it is.

A set of squares is a number (`squares.py`), and so the whole board is: who is where, and the heights of the stacks, digit by binary
digit. What one step away from many squares lies is found for all of them at once.
"""

from __future__ import annotations

from array import array
from typing import Any

from expendibots_notation.games.engine import ActionReader
from expendibots_notation.games.engine import Engine as AnyEngine
from expendibots_notation.games.stacks.codes import (
    AFTER_END,
    ALLOWED,
    ALREADY_MOVED,
    ANY_HOME,
    ATTACK,
    ATTACK_ON_EMPTY,
    ATTACK_ON_LOCKED,
    ATTACK_ON_OWN,
    ATTACK_TOO_STRONG,
    ATTACK_TOO_WEAK,
    ATTACKERS_APART,
    BARRED_DIAGONAL,
    BREAKTHROUGH,
    BROKEN_THROUGH,
    COUNT,
    COUNTED_PAIR,
    EACH_FOUR,
    ELIMINATED,
    EMPTY_SQUARE,
    FEWEST,
    FIRST,
    FORFEIT,
    FOUR_ATTACKS,
    FOUR_MUST_MOVE,
    GOING_ON,
    GROUP_TOO_LARGE,
    HELPER_BITS,
    HELPER_IN_PART,
    HELPER_NOT_ADJACENT,
    HELPER_UNABLE,
    HELPERS,
    HIGHEST,
    KIND,
    LARGEST_GROUP,
    LOCKED,
    MOST_PIECES,
    MOVEMENTS,
    MUST_RETREAT,
    MUTUAL,
    NEEDLESS_PASS,
    NEEDLESS_RETREAT,
    NO_ACTION,
    NO_DISTANCE,
    NO_HELPER,
    NO_MOVE_LOSES,
    NO_RETREAT,
    NOT_A_RETREAT,
    NOT_YOUR_STACK,
    NOWHERE,
    OFF_BOARD,
    ONE_ATTACK,
    ONTO_ENEMY,
    OUTSIDE,
    PAIR_STEPS,
    REPEATED_ATTACKER,
    RETREAT,
    RETREAT_BLOCKED,
    RETREAT_MISSING,
    SECOND,
    SECOND_ATTACK,
    SIZE,
    SOURCE,
    SQUARE_BITS,
    STACK_TOO_HIGH,
    TARGET,
    THROUGH_HOME,
    THROUGH_PIECES,
    TOO_FAR,
    TOO_MANY_PIECES,
    WHOLE,
    ZERO_PIECES,
)
from expendibots_notation.games.stacks.squares import (
    ALL,
    AROUND,
    EAST,
    FIELD,
    HEIGHT,
    HOME,
    NEIGHBOURS,
    NUMBER_OF,
    RED,
    RETREATS,
    WEST,
    WIDTH,
)

_SQUARES = WIDTH * HEIGHT
_ONE = 1
"""For sets of squares: in C, 1 alone has too few bits to be shifted so far."""
_SQUARE = (1 << SQUARE_BITS) - 1
_STATE = 9
"""The numbers that a position is."""
_ROOM = 8
_COMPANIES = 165
"""More choices of at most three helpers there are not."""
_MANY = 1 << 30
LONGEST_TEXT = 80
_LETTERS = b"ABCDabcd"
_SLASH, _SPACE, _ZERO, _B, _R = b"/ 0br"
_MASK = (1 << 64) - 1
_MULTIPLIER = 0x9E3779B97F4A7C15


# Sets of squares


def number_of(squares: int) -> int:
    """The number of the only square in a set."""
    return NUMBER_OF[squares % 37]


def size_of(squares: int) -> int:
    """How many squares are in a set."""
    size = 0
    while squares:
        squares &= squares - 1
        size += 1
    return size


def steps_from(squares: int, foe: int) -> int:
    """The squares that are one step away from any of these, which are also those from which one step leads to any of these.

    A diagonal step passes between two squares; it is barred where the opponent holds both.
    """
    west, east = squares & ~WEST, squares & ~EAST
    return ALL & (
        squares << 5
        | squares >> 5
        | east << 1
        | west >> 1
        | (east & ~(foe >> 5 & foe >> 1)) << 6
        | (west & ~(foe >> 5 & foe << 1)) << 4
        | (east & ~(foe << 5 & foe >> 1)) >> 4
        | (west & ~(foe << 5 & foe << 1)) >> 6
    )


def stands_from(start: int, steps: int, way: int, foe: int) -> int:
    """Where a group that sets out from `start` can be with a step left, if it walks over the squares of `way` only."""
    stands = start
    for _ in range(steps - 1):
        stands |= steps_from(stands, foe) & way
    return stands


def meeting_places(helpers: int, mutual: bool) -> int:
    """The squares from which a group attacks together with helpers on these squares.

    Together they must be one connected set; where `mutual`, every two of them must touch.
    """
    places = ALL
    rest = helpers
    while rest:
        grown = rest & -rest
        group = 0
        while group != grown and not mutual:
            group = grown
            grown |= steps_from(grown, 0) & helpers
        near = steps_from(grown, 0)
        if mutual and helpers & ~(grown | near):
            return 0
        places &= near
        rest &= ~grown
    return places


def _mixed(key: int, part: int) -> int:
    """A step of a hash of 64 bits."""
    key = (key ^ part) * _MULTIPLIER & _MASK
    return key ^ key >> 31


class Engine(AnyEngine):
    """A game in progress. `own` and `foe` are the squares of the side to move and of its opponent.

    An action is judged while it is made, movement by movement, each on the board that the one before has left; `give_up` returns
    to the start of the turn. Two players never pass in a row, so no such end is looked for: if neither had an action, every stack
    that is not locked would have pieces on all squares at its sides, so these squares too, and so on over the whole board, which
    has more squares than there are pieces.
    """

    def __init__(self, heights: bytes, squares: tuple[int, int], player: int, turn: int, options: int) -> None:
        """Start from stacks by square and the squares of Black and Red, at the start of that player's turn."""
        super().__init__()
        self._make_room()
        self.options = options
        self.player = player
        self.turn = turn
        self.own = squares[player]
        self.foe = squares[1 - player]
        self.ones = self.twos = self.fours = 0
        """The squares whose height has this binary digit; stacks of four alone have the last."""
        for square in range(_SQUARES):
            self._put(square, heights[square])
        self.stuck = 0
        """The squares on which stacks of four were removed at the start of this turn, because nothing on them could move."""
        self._begin_turn()

    def _make_room(self) -> None:
        """An empty history, and the work space."""
        self.longest_text = LONGEST_TEXT
        self.past = array("q", bytes(8 * _STATE * _ROOM))
        """The state at the start of each turn, this one included."""
        self.targets = 0
        self.attacks = array("q", bytes(8 * SIZE * _ROOM))
        """What `survey` has found: squares to move to, and attacks."""
        self.companies = array("q", bytes(8 * 3 * _COMPANIES))
        """Choices of helpers: their squares, how many pieces they are, and they themselves as one number."""

    # The game

    def play(self, action: ActionReader) -> int:
        """Play an action if it is allowed; why not, otherwise."""
        why = self.attempt(action)
        if why != ALLOWED:
            self.give_up()
            return why
        if self.pieces(self.own & HOME[1 - self.player]) >= BREAKTHROUGH:
            self.ending = BROKEN_THROUGH + self.player
        elif self.attacked and self.pieces(self.foe) < FEWEST:
            self.ending = ELIMINATED + 1 - self.player
        self._change_sides()
        self.stuck = 0
        self.ply += 1
        self._begin_turn()
        return ALLOWED

    def refuse(self, action: ActionReader) -> int:
        """Why an action is not allowed, or ALLOWED."""
        why = self.attempt(action)
        self.give_up()
        return why

    def undo(self) -> None:
        """Take the last action back; everything is as before it."""
        if self.ply == 0:
            raise IndexError("no action to take back")
        self.ply -= 1
        self.give_up()

    def restart(self, start: AnyEngine) -> None:
        """Be where another engine is, with no way back beyond this point."""
        assert isinstance(start, Engine)
        self._become(start.options, start.state())

    def fork(self) -> Engine:
        """An engine of its own at the same position, with no way back beyond this point."""
        return restored(self.options, self.state())

    def has_effect(self, action: ActionReader) -> bool:
        """Actions of STACKS claim nothing."""
        return True

    def state(self) -> tuple[int, ...]:
        """Everything that an action can change, as at the start of the turn."""
        return tuple([self.past[self.ply * _STATE + at] for at in range(_STATE)])

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and copying: the position, without its past."""
        return restored, (self.options, self.state())

    def _become(self, options: int, state: tuple[int, ...]) -> None:
        """Be at that state, with no past."""
        self.options = options
        self.ply = 0
        for at in range(_STATE):
            self.past[at] = state[at]
        self.give_up()

    def _keep(self) -> None:
        """Write the state down."""
        at = self.ply * _STATE
        if at >= len(self.past):
            self.past = array("q", bytes(self.past) + bytes(self.past))
        self.past[at] = self.own
        self.past[at + 1] = self.foe
        self.past[at + 2] = self.ones
        self.past[at + 3] = self.twos
        self.past[at + 4] = self.fours
        self.past[at + 5] = self.stuck
        self.past[at + 6] = self.turn
        self.past[at + 7] = self.player
        self.past[at + 8] = self.ending

    def give_up(self) -> None:
        """Return to the start of the turn."""
        at = self.ply * _STATE
        self.own = self.past[at]
        self.foe = self.past[at + 1]
        self.ones = self.past[at + 2]
        self.twos = self.past[at + 3]
        self.fours = self.past[at + 4]
        self.stuck = self.past[at + 5]
        self.turn = self.past[at + 6]
        self.player = self.past[at + 7]
        self.ending = self.past[at + 8]
        self._open_turn()

    def _open_turn(self) -> None:
        """Nothing has been made in this turn yet."""
        self.duty = self.fours & self.own & FIELD[self.player]
        """The stacks of four with which the player began the turn, at least one of which must be unstacked."""
        self.is_second = False
        """Whether the second movement of a pair is being made."""
        self.left = 0
        """The squares that pieces have left."""
        self.moved = NOWHERE
        """The square that holds the pieces which have moved, and how many of those on it have."""
        self.moved_count = 0
        self.ready = NOWHERE
        """The square of the first single piece, where that still has a step left and stands alone."""
        self.attacked = False
        self.helper = NOWHERE
        """Which helper of an attack is being judged, counted from 0."""

    def _change_sides(self) -> None:
        if self.player == RED:
            self.turn += 1
        self.player = 1 - self.player
        self.own, self.foe = self.foe, self.own

    def _begin_turn(self) -> None:
        """The turn of the side to move begins, unless the game is over. It may end without any action."""
        if self.ending == GOING_ON and self.fours:
            self._remove_stuck_fours()
        self._open_turn()
        self._keep()
        if self.options & NO_MOVE_LOSES and self.ending == GOING_ON and self.count_actions(1) == 0:
            self.ending = NO_ACTION + self.player
            self._keep()

    def _remove_stuck_fours(self) -> None:
        """Step 0: stacks of four that cannot move are removed, all at once. The side to move may lose by it, or lose the turn."""
        while stuck := self._stuck_fours():
            self.stuck |= stuck
            self.own &= ~stuck
            self.fours &= ~stuck
            if self.pieces(self.own) < FEWEST:
                self.ending = ELIMINATED + self.player
            if self.ending != GOING_ON or not self.options & FORFEIT:
                break
            self._change_sides()

    def _stuck_fours(self) -> int:
        """The player's stacks of four from which not even one piece can step away.

        A square that is full is no way out, and neither is an attack, which is forbidden to the pieces of a four.
        """
        stuck = 0
        rest = self.fours & self.own & FIELD[self.player]
        while rest:
            four = rest & -rest
            rest ^= four
            if not steps_from(four, self.foe) & ~(self.foe | self.fours):
                stuck |= four
        return stuck

    # The board

    def _height(self, square: int) -> int:
        """How many pieces are on a square."""
        return (self.ones >> square & 1) | (self.twos >> square & 1) << 1 | (self.fours >> square & 1) << 2

    def squares_of(self, player: int) -> int:
        """The squares that a player holds."""
        return self.own if player == self.player else self.foe

    def pieces(self, squares: int) -> int:
        """How many pieces are on these squares."""
        return size_of(self.ones & squares) + 2 * size_of(self.twos & squares) + 4 * size_of(self.fours & squares)

    def _put(self, square: int, height: int) -> None:
        """Let a square have this many pieces."""
        bit = _ONE << square
        self.ones = self.ones | bit if height & 1 else self.ones & ~bit
        self.twos = self.twos | bit if height & 2 else self.twos & ~bit
        self.fours = self.fours | bit if height & 4 else self.fours & ~bit

    def write_text(self, out: array[int], at: int) -> int:
        """Write the position string; returns the end. There must be room for LONGEST_TEXT."""
        black = self.squares_of(1 - RED)
        for y in range(HEIGHT - 1, -1, -1):
            empty = 0
            for square in range(y * WIDTH, (y + 1) * WIDTH):
                height = self._height(square)
                if height == 0:
                    empty += 1
                if empty and (height or square % WIDTH == WIDTH - 1):
                    out[at] = _ZERO + empty
                    at += 1
                    empty = 0
                if height:
                    out[at] = _LETTERS[height - 1 if black >> square & 1 else height + 3]
                    at += 1
            out[at] = _SLASH if y else _SPACE
            at += 1
        out[at] = _R if self.player == RED else _B
        out[at + 1] = _SPACE
        at += 2
        end = at + 1
        rest = self.turn
        while rest >= 10:
            rest //= 10
            end += 1
        rest = self.turn
        for place in range(end - 1, at - 1, -1):
            out[place] = _ZERO + rest % 10
            rest //= 10
        return end

    def position_hash(self) -> int:
        """64 bits of the board and the side to move."""
        key = _mixed(self.squares_of(RED) << 1 | self.player, self.ones)
        return _mixed(_mixed(key, self.twos), self.fours)

    # An action

    def attempt(self, action: ActionReader) -> int:
        """Make the movements of an action as far as they are allowed; why one is not, or ALLOWED.

        The turn is made or half made then: go on with `give_up`. The duty to unstack a four is judged last.
        """
        if self.ending != GOING_ON:
            return AFTER_END
        if action.numbers[MOVEMENTS] == 0:
            return NEEDLESS_PASS if self.count_actions(1) else ALLOWED
        if action.numbers[MOVEMENTS] == 1:
            why = self.move(action, FIRST, HIGHEST - action.numbers[FIRST + COUNT])
        elif action.numbers[FIRST + COUNT] != 1 or action.numbers[SECOND + COUNT] != 1:
            return COUNTED_PAIR
        else:
            why = self.move(action, FIRST, PAIR_STEPS)
            if why == ALLOWED:
                self.is_second = True
                why = self.move(action, SECOND, PAIR_STEPS)
        return FOUR_MUST_MOVE if why == ALLOWED and not self.fulfils_duty(self.left) else why

    def fulfils_duty(self, left: int) -> bool:
        """Whether movements that start from these squares unstack the stacks of four as far as they must be."""
        if self.options & EACH_FOUR:
            return not self.duty & ~left
        return not self.duty or (self.duty & left) != 0

    def movable(self, square: int) -> int:
        """How many pieces of the player on a square may still move in this turn."""
        if not (self.own & FIELD[self.player]) >> square & 1:
            return 0
        return self._height(square) - (self.moved_count if square == self.moved else 0)

    def sources(self) -> int:
        """The squares with pieces that may still move."""
        squares = self.own & FIELD[self.player]
        if self.moved >= 0 and self.moved_count == self._height(self.moved):
            squares &= ~(_ONE << self.moved)
        return squares

    def move(self, action: ActionReader, at: int, steps: int) -> int:
        """Make the movement whose numbers begin at `at`, of at most so many steps; why it is not allowed, otherwise."""
        kind = action.numbers[at + KIND]
        if kind == OUTSIDE:
            return OFF_BOARD
        count, source, target = action.numbers[at + COUNT], action.numbers[at + SOURCE], action.numbers[at + TARGET]
        if not 0 < count <= LARGEST_GROUP or count > self.movable(source) or source == target:
            why = self._cannot_leave(count, source, kind == ATTACK or source != target)
            if why != ALLOWED:
                return why
        if kind == ATTACK:
            return self._strike(count, source, target, action.numbers[at + RETREAT], action.numbers[at + HELPERS], steps)
        return self._walk(count, source, target, steps)

    def _cannot_leave(self, count: int, source: int, goes: bool) -> int:
        """Why a group of that size cannot set out from there; the most basic reason first."""
        if count < 1:
            return ZERO_PIECES
        if not goes:
            return NO_DISTANCE
        if self.foe >> source & 1:
            return NOT_YOUR_STACK
        if not self.own >> source & 1:
            return EMPTY_SQUARE
        if not FIELD[self.player] >> source & 1:
            return LOCKED
        if count > self._height(source):
            return TOO_MANY_PIECES
        if count > self.movable(source):
            return ALREADY_MOVED
        return GROUP_TOO_LARGE if count > LARGEST_GROUP else ALLOWED

    # Moves

    def _walk(self, count: int, source: int, target: int, steps: int) -> int:
        start, goal = _ONE << source, _ONE << target
        if self.foe & goal:
            return ONTO_ENEMY
        height = self._height(target) + count
        if height > HIGHEST:
            return STACK_TOO_HIGH
        if steps_from(start, self.foe) & goal:
            if not (self.own | HOME[1 - self.player]) & goal and not self.duty & start:
                self.ready = target
        elif not steps_from(self.stands(start, steps), self.foe) & goal:
            return self._no_way(source, target, steps)
        self._lift(source, count)
        self._put(target, height)
        self.own |= goal
        self._arrive(target, count)
        return ALLOWED

    def stands(self, start: int, steps: int) -> int:
        """The squares where a group can be with at least one of its steps left."""
        return stands_from(start, steps, FIELD[self.player] & ~(self.own | self.foe), self.foe)

    def _no_way(self, source: int, target: int, steps: int) -> int:
        """What is in the way: the distance, or the one rule without which there would be a way, or pieces."""
        start, goal = _ONE << source, _ONE << target
        if not stands_from(start, steps + 1, ALL, 0) & goal:
            return TOO_FAR
        empty = ALL & ~(self.own | self.foe)
        if steps_from(stands_from(start, steps, empty & FIELD[self.player], 0), 0) & goal:
            return BARRED_DIAGONAL
        if steps_from(stands_from(start, steps, empty, self.foe), self.foe) & goal:
            return THROUGH_HOME
        return THROUGH_PIECES

    # Attacks

    def _strike(self, count: int, source: int, target: int, retreat: int, helpers: int, steps: int) -> int:
        why = self._cannot_attack(source, target)
        if why != ALLOWED:
            return why
        strength, squares = count, 0
        rest = helpers
        while rest:
            self.helper += 1
            square, pieces = (rest & _SQUARE) - 1, rest >> SQUARE_BITS & MOST_PIECES
            rest >>= HELPER_BITS
            why = self._cannot_help(square, pieces, target, squares | _ONE << source)
            if why != ALLOWED:
                return why
            squares |= _ONE << square
            strength += pieces
        self.helper = NOWHERE
        defenders = self._height(target)
        if strength > HIGHEST:
            return ATTACK_TOO_STRONG
        if strength <= defenders:
            return ATTACK_TOO_WEAK
        places = self.stands(_ONE << source, steps) & steps_from(_ONE << target, self.foe)
        if not places:
            return self._no_way(source, target, steps)
        places &= meeting_places(squares, (self.options & MUTUAL) != 0)
        if not places:
            return ATTACKERS_APART
        survivors = 2 * defenders - strength
        if survivors > 0 or retreat != NOWHERE:
            why = self._cannot_retreat(count, source, target, retreat, survivors, places)
            if why != ALLOWED:
                return why
        self._take(count, source, target, retreat, helpers)
        return ALLOWED

    def _cannot_attack(self, source: int, target: int) -> int:
        """What is wrong with the target, or with attacking at all."""
        if not self.foe >> target & 1:
            return ATTACK_ON_OWN if self.own >> target & 1 else ATTACK_ON_EMPTY
        if HOME[self.player] >> target & 1:
            return ATTACK_ON_LOCKED
        if self.attacked and self.options & ONE_ATTACK:
            return SECOND_ATTACK
        return FOUR_ATTACKS if self.duty >> source & 1 else ALLOWED

    def _cannot_help(self, square: int, pieces: int, target: int, others: int) -> int:
        """What is wrong with a helper; `others` are the squares of the mover and of the helpers before it."""
        if pieces < 1:
            return ZERO_PIECES
        if others >> square & 1:
            return REPEATED_ATTACKER
        if not self.own >> square & 1:
            return NO_HELPER
        if not FIELD[self.player] >> square & 1:
            return LOCKED
        if not steps_from(_ONE << target, 0) >> square & 1:
            return HELPER_NOT_ADJACENT
        if self.duty >> square & 1:
            return FOUR_ATTACKS
        if pieces > self.able_to_help(square):
            return HELPER_UNABLE
        return HELPER_IN_PART if self.options & WHOLE and pieces < self._height(square) else ALLOWED

    def able_to_help(self, square: int) -> int:
        """How many pieces on a square may help in an attack.

        Those of the player that have not moved, or the first single piece of the turn, where that stands alone and has a step left.
        """
        if self.duty >> square & 1:
            return 0
        return 1 if square == self.ready else self.movable(square)

    def exits(self, target: int) -> int:
        """The squares to which survivors of the target may go, if nothing is in the way."""
        rule = 2 if self.options & ANY_HOME else 0
        return RETREATS[(rule + 1 - self.player) * _SQUARES + target]

    def free_retreats(self, source: int, count: int, target: int, survivors: int) -> int:
        """Where survivors of the target can go, as far as the square on which the attackers stand leaves it free.

        If the whole of its stack walks away from the source, that square is empty by then.
        """
        exits = self.exits(target)
        free = exits & ~(self.own | self.foe)
        held = exits & self.foe
        while held:
            lowest = held & -held
            held ^= lowest
            if self._height(number_of(lowest)) + survivors <= HIGHEST:
                free |= lowest
        if exits >> source & 1 and self._height(source) == count:
            free |= _ONE << source
        return free

    def _cannot_retreat(self, count: int, source: int, target: int, retreat: int, survivors: int, places: int) -> int:
        """What is wrong with the retreat, or with none; `places` are where the group may attack from."""
        if survivors <= 0:
            return NEEDLESS_RETREAT
        free = self.free_retreats(source, count, target, survivors)
        if retreat == NOWHERE:
            if self.may_vanish(free, places):
                return ALLOWED
            return RETREAT_MISSING if free else NO_RETREAT
        if not self.exits(target) >> retreat & 1:
            return NOT_A_RETREAT
        return ALLOWED if free >> retreat & 1 and places & ~(_ONE << retreat) else RETREAT_BLOCKED

    def may_vanish(self, free: int, places: int) -> bool:
        """Whether survivors may be eliminated, since no square is free, or only one on which the group can stand."""
        return not self.options & MUST_RETREAT and (not free or (not free & (free - 1) and (places & free) != 0))

    def _take(self, count: int, source: int, target: int, retreat: int, helpers: int) -> None:
        """Make an attack that is allowed: the survivors leave, and all attackers come to be on the target."""
        strength, defenders = count, self._height(target)
        self._lift(source, count)
        rest = helpers
        while rest:
            pieces = rest >> SQUARE_BITS & MOST_PIECES
            self._lift((rest & _SQUARE) - 1, pieces)
            rest >>= HELPER_BITS
            strength += pieces
        self.foe ^= _ONE << target
        self.own |= _ONE << target
        self._put(target, strength)
        if retreat != NOWHERE:
            self._put(retreat, self._height(retreat) + 2 * defenders - strength)
            self.foe |= _ONE << retreat
        self._arrive(target, strength)
        self.attacked = True

    # The parts of a movement

    def _lift(self, square: int, count: int) -> None:
        left = self._height(square) - count
        self._put(square, left)
        if left == 0:
            self.own ^= _ONE << square
        self.left |= _ONE << square

    def _arrive(self, target: int, count: int) -> None:
        self.moved = target
        self.moved_count = count

    # All actions

    def count_actions(self, most: int = _MANY) -> int:
        """How many legal actions there are but a pass; it need not count on from `most`."""
        total = 0
        sources = self.own & FIELD[self.player]
        rest = sources
        while rest and total < most:
            start = rest & -rest
            rest ^= start
            if self.fulfils_duty(start):
                source = number_of(start)
                for count in range(1, min(self._height(source), LARGEST_GROUP) + 1):
                    total += self.survey(source, count, HIGHEST - count) + size_of(self.targets)
        while sources and total < most:
            start = sources & -sources
            sources ^= start
            source = number_of(start)
            attacks = self.survey(source, 1, PAIR_STEPS)
            targets = self.targets
            while targets:
                target = targets & -targets
                targets ^= target
                self._walk(1, source, number_of(target), PAIR_STEPS)
                total += self._count_seconds(attacks)
            for at in range(0, attacks * SIZE, SIZE):
                retreat, helpers = self.attacks[at + RETREAT], self.attacks[at + HELPERS]
                self._strike(1, source, self.attacks[at + TARGET], retreat, helpers, PAIR_STEPS)
                total += self._count_seconds(attacks)
        return total

    def _count_seconds(self, row: int) -> int:
        """How many movements complete the pair that has been begun, which is given up then; row `row` is free for them."""
        total = 0
        sources = self.sources()
        while sources:
            start = sources & -sources
            sources ^= start
            if self.fulfils_duty(self.left | start):
                total += self.survey(number_of(start), 1, PAIR_STEPS, row) + size_of(self.targets)
        self.give_up()
        return total

    def survey(self, source: int, count: int, steps: int, row: int = 0) -> int:
        """Find what a group can do: the squares to which it may move, and from row `row` on its attacks. Returns their number."""
        start = _ONE << source
        stands = self.stands(start, steps)
        reach = steps_from(stands, self.foe)
        self.targets = reach & ~(self.foe | start)
        held = self.targets & self.own
        while held:
            lowest = held & -held
            held ^= lowest
            if self._height(number_of(lowest)) + count > HIGHEST:
                self.targets ^= lowest
        first = row
        struck = reach & self.foe & ~HOME[self.player]
        if self.duty & start or (self.attacked and self.options & ONE_ATTACK):
            struck = 0
        while struck:
            lowest = struck & -struck
            struck ^= lowest
            row = self._survey_attacks(source, count, number_of(lowest), stands & steps_from(lowest, self.foe), row)
        return row - first

    def _survey_attacks(self, source: int, count: int, target: int, places: int, row: int) -> int:
        """Write down the attacks on a target with every choice of helpers and retreats; returns the row after them."""
        defenders = self._height(target)
        for company in range(self._gather(source, target)):
            strength = count + self.companies[3 * company + 1]
            if not defenders < strength <= HIGHEST:
                continue
            meeting = places & meeting_places(self.companies[3 * company], (self.options & MUTUAL) != 0)
            helpers = self.companies[3 * company + 2]
            survivors = 2 * defenders - strength
            free = self.free_retreats(source, count, target, survivors) if survivors > 0 else 0
            rest = free
            while rest:
                lowest = rest & -rest
                rest ^= lowest
                if meeting & ~lowest:
                    row = self._note(row, count, source, target, number_of(lowest), helpers)
            if meeting and (survivors <= 0 or self.may_vanish(free, meeting)):
                row = self._note(row, count, source, target, NOWHERE, helpers)
        return row

    def _gather(self, source: int, target: int) -> int:
        """Find every choice of helpers around a target, none included; returns how many there are."""
        self.companies[0] = self.companies[1] = self.companies[2] = 0
        found = 1
        for near in range(target * NEIGHBOURS, (target + 1) * NEIGHBOURS):
            square = AROUND[near]
            if square == NOWHERE:
                break
            able = self.able_to_help(square) if square != source else 0
            least = self._height(square) if self.options & WHOLE else 1
            if able == 0 or able < least:
                continue
            for other in range(found):
                helping = self.companies[3 * other + 1]
                for pieces in range(least, min(able, LARGEST_GROUP - helping) + 1):
                    helper = (square + 1) | pieces << SQUARE_BITS
                    self.companies[3 * found] = self.companies[3 * other] | _ONE << square
                    self.companies[3 * found + 1] = helping + pieces
                    self.companies[3 * found + 2] = self.companies[3 * other + 2] << HELPER_BITS | helper
                    found += 1
        return found

    def _note(self, row: int, count: int, source: int, target: int, retreat: int, helpers: int) -> int:
        """Write an attack down; returns the next row."""
        at = row * SIZE
        if at >= len(self.attacks):
            self.attacks = array("q", bytes(self.attacks) + bytes(self.attacks))
        self.attacks[at + KIND] = ATTACK
        self.attacks[at + COUNT] = count
        self.attacks[at + SOURCE] = source
        self.attacks[at + TARGET] = target
        self.attacks[at + RETREAT] = retreat
        self.attacks[at + HELPERS] = helpers
        return row + 1

    def noted(self, attacks: int) -> list[tuple[int, ...]]:
        """The attacks that `survey` has found: the numbers of each but its kind."""
        return [tuple([self.attacks[at + place] for place in range(COUNT, SIZE)]) for at in range(0, attacks * SIZE, SIZE)]


def restored(options: int, state: tuple[int, ...]) -> Engine:
    """An engine at a state, with no past."""
    engine = Engine.__new__(Engine)
    engine._make_room()
    engine._become(options, state)
    return engine
