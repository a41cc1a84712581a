"""The rules of Stack Wars on a flat board: the hot part, compiled where there is a C compiler.

Plain numbers and `array.array` only, as in the engine of Expendibots. Territories are `y * size + x`, so the first rank is Black's
baseline and the last one White's. The armies on a territory are a signed number: Black's are positive, White's negative. What each
side has beside the board stands in arrays of two, by player.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from expendibots_notation.games.engine import ActionReader
from expendibots_notation.games.engine import Engine as AnyEngine
from expendibots_notation.games.stack_wars.codes import (
    AFTER_END,
    ALLOWED,
    ATTACK,
    ATTACK_ON_OWN,
    BLACK,
    BROKEN_IN,
    DOUBLE_PASS,
    ELIMINATION,
    EMPTY_TERRITORY,
    FORTIFIED,
    FORTIFY,
    GOING_ON,
    HIT,
    KIND,
    MOVE,
    MOVED,
    MOVED_IN,
    NEEDLESS_PASS,
    NO_DISTANCE,
    NO_PASSING,
    NO_RESERVE,
    NOT_ADJACENT,
    NOT_CONTROLLED,
    NOT_YOURS,
    NOTHING_TO_ATTACK,
    OFF_BOARD,
    ONTO_ENEMY,
    ONTO_OWN,
    PASSED,
    STACK_ATTACKS,
    TAKEN,
    TO_X,
    TO_Y,
    WHITE,
    X,
    Y,
)

_ROOM = 1 << 8
_B, _W, _CELL, _COMMA, _SLASH, _SPACE, _ZERO = b"bwx,/ 0"
_MOST_DIGITS = 16


def _apart(a: int, b: int) -> int:
    return a - b if a > b else b - a


def _write_run(out: array[int], at: int, letter: int, number: int) -> int:
    """Write a letter, the number behind it where it is not 1, and a comma; returns the end."""
    out[at] = letter
    at = at + 1 if number == 1 else _write_number(out, at + 1, number)
    out[at] = _COMMA
    return at + 1


def _write_number(out: array[int], at: int, number: int) -> int:
    """Write a number in decimal digits; returns the end."""
    end = at + 1
    rest = number
    while rest >= 10:
        rest //= 10
        end += 1
    rest = number
    for place in range(end - 1, at - 1, -1):
        out[place] = _ZERO + rest % 10
        rest //= 10
    return end


class Engine(AnyEngine):
    """A game in progress: a position, and what undoing needs of its past.

    `fortify`, `move`, `attack` and `give_up_turn` check and play an action in one call and return why it is refused, or `ALLOWED`;
    `undo` takes the last one back.
    """

    def __init__(
        self,
        size: int,
        cells: Iterable[int],
        reserves: Iterable[int],
        points: Iterable[int],
        side: int = BLACK,
        turn: int = 1,
        joins: bool = False,
        passing: bool = True,
        passes: int = 0,
    ) -> None:
        """Start from `size * size` territories, and from what Black and White have beside them."""
        super().__init__()
        self.size = size
        self.cells = array("q", cells)
        self.reserves = array("q", reserves)
        self.points = array("q", points)
        self.side = side
        self.player = 0 if side == BLACK else 1
        self.turn = turn
        self.joins = joins
        """Whether a move may end on a territory that the player already holds."""
        self.passing = passing
        """Whether a player who cannot do anything else passes."""
        self.armies = array("q", self.reserves)
        """How many armies each side has left, on the board and in reserve."""
        for armies in self.cells:
            if armies > 0:
                self.armies[0] += armies
            else:
                self.armies[1] -= armies
        self.passes = passes
        """How many passes in a row have just been played."""
        self.parting = -1
        """The ply, from 0, of the first action that is legal only under one of the two values of `joins`; -1 for none."""
        self.capacity = 0
        self.effects = array("b")
        self.sources = array("h")
        self.targets = array("h")
        self.past_passes = array("b")
        self.refused = ALLOWED
        """The answer to the last action, which was played or tried."""
        self._be_of_size(size)
        self._make_room()
        self._judge()

    def _be_of_size(self, size: int) -> None:
        self.size = size
        self.longest_text = size * size * (_MOST_DIGITS + 2) + 8 * _MOST_DIGITS
        if len(self.cells) != size * size:
            self.cells = array("q", bytes(8 * size * size))

    def _make_room(self) -> None:
        """Have room for more plies: for each what it has done, its two territories, and the passes in a row before it."""
        self.capacity += _ROOM
        self.effects = array("b", bytes(self.effects) + bytes(_ROOM))
        self.sources = array("h", bytes(self.sources) + bytes(2 * _ROOM))
        self.targets = array("h", bytes(self.targets) + bytes(2 * _ROOM))
        self.past_passes = array("b", bytes(self.past_passes) + bytes(_ROOM))

    # Asking

    def refuse_fortify(self, x: int, y: int) -> int:
        """Why an army may not be brought there, or `ALLOWED`."""
        size = self.size
        if self.ending != GOING_ON:
            return AFTER_END
        if not (0 <= x < size and 0 <= y < size):
            return OFF_BOARD
        if self.reserves[self.player] == 0:
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
        distance = _apart(x, to_x) + _apart(y, to_y)
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
        found = []
        if self.cells[territory] * self.side > 0:
            for way in range(4):
                target = self._neighbour(territory, way)
                if target >= 0 and self._is_open(territory, target, joins):
                    found.append((target, self.cells[target] * self.side < 0))
        return found

    def has_choice(self, joins: bool) -> bool:
        """Whether the player could do anything but pass; assumes that the game goes on."""
        # With a reserve there always is something: no enemy stands on one's own baseline, so any territory there takes an army.
        if self.reserves[self.player] > 0:
            return True
        for territory in range(self.size * self.size):
            if self.cells[territory] * self.side > 0:
                for way in range(4):
                    target = self._neighbour(territory, way)
                    if target >= 0 and self._is_open(territory, target, joins):
                        return True
        return False

    def _neighbour(self, territory: int, way: int) -> int:
        """The territory that shares a side with this one, in the order of the territories; negative where there is none."""
        size = self.size
        if way == 0:
            return territory - size
        if way == 1:
            return territory - 1 if territory % size > 0 else -1
        if way == 2:
            return territory + 1 if territory % size < size - 1 else -1
        return territory + size if territory + size < size * size else -1

    def _is_open(self, territory: int, target: int, joins: bool) -> bool:
        """Whether the player's army may step or strike there."""
        there = self.cells[target] * self.side
        return there == 0 or (joins if there > 0 else self.cells[territory] == self.side)

    def readings_part(self) -> bool:
        """Whether a move onto one's own territory was played or refused, or a pass that only its being forbidden makes legal."""
        if self.parting >= 0 or self.refused == ONTO_OWN:
            return True
        return self.refused == NEEDLESS_PASS and not self.has_choice(False)

    def refuse(self, action: ActionReader) -> int:
        """Why an action as numbers is not allowed, or `ALLOWED`."""
        kind = action.numbers[KIND]
        if kind == MOVE:
            self.refused = self.refuse_move(action.numbers[X], action.numbers[Y], action.numbers[TO_X], action.numbers[TO_Y])
        elif kind == FORTIFY:
            self.refused = self.refuse_fortify(action.numbers[X], action.numbers[Y])
        elif kind == ATTACK:
            self.refused = self.refuse_attack(action.numbers[X], action.numbers[Y], action.numbers[TO_X], action.numbers[TO_Y])
        else:
            self.refused = self.refuse_pass()
        return self.refused

    # Playing

    def play(self, action: ActionReader) -> int:
        """Play an action as numbers if it is allowed; why not, otherwise."""
        kind = action.numbers[KIND]
        if kind == MOVE:
            self.refused = self.move(action.numbers[X], action.numbers[Y], action.numbers[TO_X], action.numbers[TO_Y])
        elif kind == FORTIFY:
            self.refused = self.fortify(action.numbers[X], action.numbers[Y])
        elif kind == ATTACK:
            self.refused = self.attack(action.numbers[X], action.numbers[Y], action.numbers[TO_X], action.numbers[TO_Y])
        else:
            self.refused = self.give_up_turn()
        return self.refused

    def fortify(self, x: int, y: int) -> int:
        """Bring an army from the reserve there if that is allowed; why not, otherwise."""
        refused = self.refuse_fortify(x, y)
        if refused != ALLOWED:
            return refused
        territory = y * self.size + x
        self.reserves[self.player] -= 1
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
            self.parting = self.ply
        self.cells[source] -= side
        if to_y == (0 if side == WHITE else self.size - 1):
            self._score(1)
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
        self.armies[1 - self.player] -= 1
        effect = HIT
        if self.cells[target] == 0:
            self.cells[source] = 0
            if to_y == (0 if side == WHITE else self.size - 1):
                self._score(1)
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
            self.parting = self.ply
        self._end_turn(PASSED, 0, 0)
        return ALLOWED

    def undo(self) -> None:
        """Take the last action back; everything is as before it."""
        self._check_ply()
        self.ply -= 1
        ply = self.ply
        effect = self.effects[ply]
        source = self.sources[ply]
        target = self.targets[ply]
        self.passes = self.past_passes[ply]
        self.refused = ALLOWED
        if self.ending == GOING_ON:
            self.side = -self.side
            self.player = 1 - self.player
            if self.side == WHITE:
                self.turn -= 1
        self.ending = GOING_ON
        side = self.side
        if effect == FORTIFIED:
            self.reserves[self.player] += 1
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
            self.armies[1 - self.player] += 1
            if effect == BROKEN_IN:
                self._score(-1)
        if self.parting == self.ply:
            self.parting = -1

    def fork(self) -> Engine:
        """An engine of its own at the same position, with no way back beyond this point."""
        return Engine(
            self.size, self.cells, self.reserves, self.points, self.side, self.turn, self.joins, self.passing, self.passes
        )

    def restart(self, start: AnyEngine) -> None:
        """Be where `start` is, which has no past, as if nothing had been played here."""
        assert isinstance(start, Engine)
        other = start
        self._be_of_size(other.size)
        for territory in range(other.size * other.size):
            self.cells[territory] = other.cells[territory]
        for player in range(2):
            self.reserves[player] = other.reserves[player]
            self.points[player] = other.points[player]
            self.armies[player] = other.armies[player]
        self.side = other.side
        self.player = other.player
        self.turn = other.turn
        self.joins = other.joins
        self.passing = other.passing
        self.passes = other.passes
        self.parting = -1
        self.refused = ALLOWED
        self.ending = other.ending
        self.ply = 0

    # What the last action has done

    def effect(self) -> int:
        """What it has done: FORTIFIED and so on."""
        self._check_ply()
        return self.effects[self.ply - 1]

    def has_effect(self, action: ActionReader) -> bool:
        """Whether the action, which was played last, is the invasion that it claims to be."""
        effect = self.effect()
        return action.claims == 0 or effect in (MOVED_IN, BROKEN_IN)

    # Writing

    def write_text(self, out: array[int], at: int) -> int:
        """Write the position string into `out` from `at` on, where there must be room for the longest; returns its end."""
        if at < 0 or at + self.longest_text > len(out):
            raise IndexError("there is no room for a position")
        for y in range(self.size - 1, -1, -1):
            empty = 0
            for territory in range(y * self.size, (y + 1) * self.size):
                armies = self.cells[territory]
                if armies == 0:
                    empty += 1
                    continue
                if empty > 0:
                    at = _write_run(out, at, _CELL, empty)
                    empty = 0
                at = _write_run(out, at, _B, armies) if armies > 0 else _write_run(out, at, _W, -armies)
            if empty > 0:
                at = _write_run(out, at, _CELL, empty)
            # The comma behind the last run gives way.
            out[at - 1] = _SLASH if y > 0 else _SPACE
        out[at] = _B if self.side == BLACK else _W
        out[at + 1] = _SPACE
        at = self._write_pair(out, at + 2, self.reserves[0], self.reserves[1])
        at = self._write_pair(out, at, self.points[0], self.points[1])
        return _write_number(out, at, self.turn)

    def _write_pair(self, out: array[int], at: int, black: int, white: int) -> int:
        """Write two numbers and a blank; returns the end."""
        at = _write_number(out, at, black)
        out[at] = _COMMA
        at = _write_number(out, at + 1, white)
        out[at] = _SPACE
        return at + 1

    # The parts of a turn

    def _score(self, points: int) -> None:
        """An army of the player leaves play for a point; -1 takes that back."""
        self.armies[self.player] -= points
        self.points[self.player] += points

    def _end_turn(self, effect: int, source: int, target: int) -> int:
        """Remember what was done, judge the position, and pass the turn; the action that ends the game is the last turn."""
        ply = self.ply
        if ply == self.capacity:
            self._make_room()
        self.effects[ply] = effect
        self.sources[ply] = source
        self.targets[ply] = target
        self.past_passes[ply] = self.passes
        self.ply = ply + 1
        self.passes = self.passes + 1 if effect == PASSED else 0
        self._judge()
        if self.ending == GOING_ON:
            if self.side == WHITE:
                self.turn += 1
            self.side = -self.side
            self.player = 1 - self.player
        return 0

    def _check_ply(self) -> int:
        if self.ply <= 0:
            raise IndexError("nothing has been played")
        return 0

    def _judge(self) -> None:
        """Whether the position ends a game that goes on."""
        if self.armies[0] == 0 or self.armies[1] == 0:
            self.ending = ELIMINATION
        elif self.passes >= 2:
            self.ending = DOUBLE_PASS
        else:
            return
        if self.points[0] != self.points[1]:
            self.ending += 1 if self.points[0] > self.points[1] else 2
