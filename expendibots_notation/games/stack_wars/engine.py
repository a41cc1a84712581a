"""The rules of Stack Wars on a flat board: the hot part.

Plain numbers in lists. Territories are `y * size + x`, so the first rank is Black's baseline and the last one White's. The armies
on a territory are a signed number: Black's are positive, White's negative. What each side has beside the board stands in lists of
three that are indexed by the side, 1 or -1; their first entry has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

SMALLEST = 3
LARGEST = 19
ARMIES_A_FILE = 3
"""Each side begins with this many armies for each file of the board."""
BLACK = 1
WHITE = -1

# Why an action is refused, in the order in which the questions are asked: those that several kinds of action have in common, then
# those about a fortification, a move, an attack and a pass.
ALLOWED = 0
AFTER_END = 1
OFF_BOARD = 2
NO_RESERVE = 3
NO_DISTANCE = 4
EMPTY_TERRITORY = 5
NOT_YOURS = 6
NOT_CONTROLLED = 7
NOT_ADJACENT = 8
ONTO_ENEMY = 9
ONTO_OWN = 10
NOTHING_TO_ATTACK = 11
ATTACK_ON_OWN = 12
STACK_ATTACKS = 13
NO_PASSING = 14
NEEDLESS_PASS = 15

# How a game stands. Whoever has more points wins, by whatever it ended.
GOING_ON = 0
ELIMINATION = 1
DOUBLE_PASS = 2

# What an action has done.
FORTIFIED = 0
MOVED = 1
MOVED_IN = 2
"""A move that was an invasion."""
HIT = 3
"""An attack that the attacked territory has withstood."""
TAKEN = 4
BROKEN_IN = 5
"""An attack that was an invasion."""
PASSED = 6

INVASIONS = (MOVED_IN, BROKEN_IN)


@cache
def neighbourhoods(size: int) -> tuple[tuple[int, ...], ...]:
    """For each territory of a board those that share a side with it, in their order."""
    return tuple(tuple(_neighbours(size, territory)) for territory in range(size * size))


def _neighbours(size: int, territory: int) -> Iterator[int]:
    y, x = divmod(territory, size)
    if y > 0:
        yield territory - size
    if x > 0:
        yield territory - 1
    if x < size - 1:
        yield territory + 1
    if y < size - 1:
        yield territory + size


class Engine:
    """A game in progress: a position, and what undoing needs of its past.

    `fortify`, `move`, `attack` and `give_up_turn` check and play an action in one call and return why it is refused, or `ALLOWED`;
    `undo` takes the last one back.
    """

    __slots__ = (
        "armies",
        "cells",
        "ending",
        "joins",
        "neighbours",
        "parting",
        "passes",
        "passing",
        "past",
        "points",
        "reserves",
        "side",
        "size",
        "turn",
    )

    def __init__(
        self,
        size: int,
        cells: list[int],
        reserves: list[int],
        points: list[int],
        side: int = BLACK,
        turn: int = 1,
        joins: bool = False,
        passing: bool = True,
    ) -> None:
        """Start from lists that become the engine's own: `size * size` territories, and three entries for each of the others."""
        self.size = size
        self.cells = cells
        self.reserves = reserves
        self.points = points
        self.side = side
        self.turn = turn
        self.joins = joins
        """Whether a move may end on a territory that the player already holds."""
        self.passing = passing
        """Whether a player who cannot do anything else passes."""
        self.neighbours = neighbourhoods(size)
        self.armies = [
            0,
            reserves[BLACK] + sum(army for army in cells if army > 0),
            reserves[WHITE] - sum(army for army in cells if army < 0),
        ]
        """How many armies each side has left, on the board and in reserve."""
        self.passes = 0
        """How many passes in a row have just been played."""
        self.past: list[tuple[int, int, int, int]] = []
        """For each action what it has done, its two territories, and the passes in a row before it."""
        self.parting = -1
        """The ply, from 0, of the first action that is legal only under one of the two values of `joins`; -1 for none."""
        self.ending = GOING_ON
        self._judge()

    # Asking

    def refuse_fortify(self, x: int, y: int) -> int:
        """Why an army may not be brought there, or `ALLOWED`."""
        size = self.size
        if self.ending != GOING_ON:
            return AFTER_END
        if not (0 <= x < size and 0 <= y < size):
            return OFF_BOARD
        if self.reserves[self.side] == 0:
            return NO_RESERVE
        armies = self.cells[y * size + x] * self.side
        if armies < 0:
            return NOT_YOURS
        if armies == 0 and y != (0 if self.side == BLACK else size - 1):
            return NOT_CONTROLLED
        return ALLOWED

    def refuse_move(self, x: int, y: int, to_x: int, to_y: int) -> int:
        """Why an army may not move so, or `ALLOWED`."""
        refused = self._refuse_step(x, y, to_x, to_y)
        if refused != ALLOWED:
            return refused
        there = self.cells[to_y * self.size + to_x] * self.side
        if there < 0:
            return ONTO_ENEMY
        if there > 0 and not self.joins:
            return ONTO_OWN
        return ALLOWED

    def refuse_attack(self, x: int, y: int, to_x: int, to_y: int) -> int:
        """Why an army may not attack so, or `ALLOWED`."""
        refused = self._refuse_step(x, y, to_x, to_y)
        if refused != ALLOWED:
            return refused
        there = self.cells[to_y * self.size + to_x] * self.side
        if there == 0:
            return NOTHING_TO_ATTACK
        if there > 0:
            return ATTACK_ON_OWN
        if self.cells[y * self.size + x] != self.side:
            return STACK_ATTACKS
        return ALLOWED

    def refuse_pass(self) -> int:
        """Why the player may not pass, or `ALLOWED`."""
        if self.ending != GOING_ON:
            return AFTER_END
        if not self.passing:
            return NO_PASSING
        return NEEDLESS_PASS if self.has_choice(self.joins) else ALLOWED

    def _refuse_step(self, x: int, y: int, to_x: int, to_y: int) -> int:
        """What a move and an attack are asked alike: whether the player has an army there, and the target is next to it."""
        size = self.size
        if self.ending != GOING_ON:
            return AFTER_END
        if not (0 <= x < size and 0 <= y < size and 0 <= to_x < size and 0 <= to_y < size):
            return OFF_BOARD
        distance = abs(to_x - x) + abs(to_y - y)
        if distance == 0:
            return NO_DISTANCE
        armies = self.cells[y * size + x] * self.side
        if armies == 0:
            return EMPTY_TERRITORY
        if armies < 0:
            return NOT_YOURS
        return ALLOWED if distance == 1 else NOT_ADJACENT

    def is_fortifiable(self, territory: int) -> bool:
        """Whether an army may be brought to a territory of the board."""
        y, x = divmod(territory, self.size)
        return self.refuse_fortify(x, y) == ALLOWED

    def steps_from(self, territory: int, joins: bool) -> list[tuple[int, bool]]:
        """Where the player's army on a territory may go, in order, each with whether that is an attack.

        Nowhere from a territory that is not the player's; assumes that the game goes on.
        """
        side = self.side
        armies = self.cells[territory] * side
        found = []
        if armies > 0:
            for target in self.neighbours[territory]:
                there = self.cells[target] * side
                if there == 0 or (there > 0 and joins):
                    found.append((target, False))
                elif there < 0 and armies == 1:
                    found.append((target, True))
        return found

    def has_choice(self, joins: bool) -> bool:
        """Whether the player could do anything but pass; assumes that the game goes on."""
        # With a reserve there always is something: no enemy stands on one's own baseline, so any territory there takes an army.
        return self.reserves[self.side] > 0 or any(self.steps_from(territory, joins) for territory in range(len(self.cells)))

    # Playing

    def fortify(self, x: int, y: int) -> int:
        """Bring an army from the reserve there if that is allowed; why not, otherwise."""
        refused = self.refuse_fortify(x, y)
        if refused != ALLOWED:
            return refused
        territory = y * self.size + x
        self.reserves[self.side] -= 1
        self.cells[territory] += self.side
        self._end_turn(FORTIFIED, territory, territory)
        return ALLOWED

    def move(self, x: int, y: int, to_x: int, to_y: int) -> int:
        """Move an army if that is allowed; why not, otherwise."""
        refused = self.refuse_move(x, y, to_x, to_y)
        if refused != ALLOWED:
            return refused
        side = self.side
        source = y * self.size + x
        target = to_y * self.size + to_x
        if self.cells[target] != 0 and self.parting < 0:
            self.parting = len(self.past)
        self.cells[source] -= side
        if to_y == (0 if side == WHITE else self.size - 1):
            self._score()
            self._end_turn(MOVED_IN, source, target)
        else:
            self.cells[target] += side
            self._end_turn(MOVED, source, target)
        return ALLOWED

    def attack(self, x: int, y: int, to_x: int, to_y: int) -> int:
        """Attack if that is allowed, and enter the territory if that empties it; why not, otherwise."""
        refused = self.refuse_attack(x, y, to_x, to_y)
        if refused != ALLOWED:
            return refused
        side = self.side
        source = y * self.size + x
        target = to_y * self.size + to_x
        self.cells[target] += side
        self.armies[-side] -= 1
        effect = HIT
        if self.cells[target] == 0:
            self.cells[source] = 0
            if to_y == (0 if side == WHITE else self.size - 1):
                self._score()
                effect = BROKEN_IN
            else:
                self.cells[target] = side
                effect = TAKEN
        self._end_turn(effect, source, target)
        return ALLOWED

    def give_up_turn(self) -> int:
        """Pass if that is allowed; why not, otherwise."""
        refused = self.refuse_pass()
        if refused != ALLOWED:
            return refused
        if self.parting < 0 and self.has_choice(not self.joins):
            self.parting = len(self.past)
        self._end_turn(PASSED, 0, 0)
        return ALLOWED

    def undo(self) -> None:
        """Take the last action back; everything is as before it."""
        effect, source, target, self.passes = self.past.pop()
        if self.ending == GOING_ON:
            self.side = -self.side
            if self.side == WHITE:
                self.turn -= 1
        self.ending = GOING_ON
        side = self.side
        if effect == FORTIFIED:
            self.reserves[side] += 1
            self.cells[source] -= side
        elif effect == MOVED:
            self.cells[source] += side
            self.cells[target] -= side
        elif effect == MOVED_IN:
            self.cells[source] += side
            self._score(-1)
        elif effect != PASSED:
            # The attacker, if it had gone in, goes back; the army that it removed returns.
            self.cells[source] = side
            self.cells[target] = -side if effect != HIT else self.cells[target] - side
            self.armies[-side] += 1
            if effect == BROKEN_IN:
                self._score(-1)
        if self.parting == len(self.past):
            self.parting = -1

    def fork(self) -> Engine:
        """An engine of its own at the same position, with no way back beyond this point."""
        other = Engine.__new__(Engine)
        other.size = self.size
        other.cells = self.cells[:]
        other.reserves = self.reserves[:]
        other.points = self.points[:]
        other.armies = self.armies[:]
        other.side = self.side
        other.turn = self.turn
        other.joins = self.joins
        other.passing = self.passing
        other.neighbours = self.neighbours
        other.passes = self.passes
        other.past = []
        other.parting = -1
        other.ending = self.ending
        return other

    # The parts of a turn

    def _score(self, points: int = 1) -> None:
        """An army of the player leaves play for a point; -1 takes that back."""
        self.armies[self.side] -= points
        self.points[self.side] += points

    def _end_turn(self, effect: int, source: int, target: int) -> None:
        """Remember what was done, judge the position, and pass the turn; the action that ends the game is the last turn."""
        self.past.append((effect, source, target, self.passes))
        self.passes = self.passes + 1 if effect == PASSED else 0
        self._judge()
        if self.ending == GOING_ON:
            if self.side == WHITE:
                self.turn += 1
            self.side = -self.side

    def _judge(self) -> None:
        """Whether the position ends a game that goes on."""
        if self.armies[BLACK] == 0 or self.armies[WHITE] == 0:
            self.ending = ELIMINATION
        elif self.passes >= 2:
            self.ending = DOUBLE_PASS
