"""The rules of Robots: which action is allowed, and what follows from it. Compiled where there is a C compiler.

Plain numbers and `array.array` only: Cython compiles this very file (`engine.pxd` beside it says which names are C numbers), and
the same file runs as it is.
A cell is `y * 128 + x`, so that cells in order are rows from the bottom, each from the left. Robots that step towards the human
stay in order, but for the three rows that meet in its own; so robots that collide lie side by side.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from expendibots_notation.games.engine import ALLOWED, GOING_ON, ActionReader
from expendibots_notation.games.engine import Engine as AnyEngine
from expendibots_notation.games.robots.codes import (
    AFTER_END,
    CASCADE,
    CLAIM,
    CLEARS,
    CROWD,
    DEAD,
    FORBIDDEN_CELL,
    KILLS,
    MISSING_SPAWN,
    MOST_SAFE_TELEPORTS,
    NOWHERE,
    OFF_BOARD,
    ROBOTS_PER_LEVEL,
    ROW,
    SPAWN_CELLS,
    SPAWN_COUNT,
    SPAWN_EXPLOSION,
    SPAWN_EXPLOSIONS,
    SPAWN_HEIGHT,
    SPAWN_HUMAN,
    SPAWN_HUMAN_CELL,
    SPAWN_HUMANS,
    SPAWN_ROBOTS,
    SPAWN_SIZE,
    SPAWN_WIDTH,
    STEP,
    TELEPORT,
    TOO_FAR,
    UNEXPECTED_SPAWN,
    WON,
    WRONG_TELEPORT,
)

_X = ROW - 1
_UP = 7

# The numbers of a state. `_FIRST_ROBOT` and `_FIRST_FIRE` say where its robots and its explosions begin.
_HUMAN, _FIRST_ROBOT, _LEFT, _FIRST_FIRE, _FIRES, _LEVEL, _SAFE, _SCORE, _ENDING, _TURN, _IS_PARTED, _STATE = range(12)

_MASK = (1 << 64) - 1
_GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_EXPLOSION = 1 << 16
_H, _R, _E, _SLASH, _SPACE, _ZERO = b"hre/ 0"
_COUNTERS = 40
"""How many bytes the numbers behind the rows of a position string have at most."""


class Conditions:
    """What stays the same all through a game."""

    def __init__(
        self,
        width: int,
        height: int,
        start: int,
        levels: int,
        clamps: bool = False,
        extinguishes: bool = False,
        sidesteps: bool = False,
        other_start: int = NOWHERE,
        compares: bool = False,
    ) -> None:
        self.width = width
        self.height = height
        self.start = start
        """Where the human begins every level."""
        self.levels = levels
        self.clamps = clamps
        """Whether a step over the edge slides along it; otherwise it is not allowed."""
        self.extinguishes = extinguishes
        """Whether an unsafe teleport puts out an explosion where it ends; otherwise the explosion kills the human."""
        self.sidesteps = sidesteps
        """Whether robots step aside after a safe teleport; otherwise it must end where none of them reaches the human."""
        self.other_start = other_start
        """Where another reading would begin every level; NOWHERE where something else than the reading fixes `start`."""
        self.compares = compares
        """Whether a spawn may also have the human on `other_start`."""

    def has(self, x: int, y: int) -> bool:
        """Whether that cell is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height


class Engine(AnyEngine):
    """A game in progress under given conditions: its states one behind the other, of which the last one is that at hand.

    `step`, `teleport`, `cascade` and `spawn` check and play in one call and return why it is refused, or `ALLOWED`; `undo` takes
    the last one back. `robots` and `fires` hold the cells of all states; a state that changes nothing shares those before it.
    """

    def __init__(
        self,
        conditions: Conditions,
        human: int,
        robots: Sequence[int],
        explosions: Sequence[int],
        level: int,
        safe: int,
        score: int,
        turn: int = 1,
        ending: int = GOING_ON,
        is_parted: bool = False,
    ) -> None:
        """Begin with a state; the cells must be in order."""
        super().__init__()
        self.conditions = conditions
        self.longest_text = (conditions.width + 1) * conditions.height + _COUNTERS
        self.at = 0
        """Where the state at hand is."""
        self.states = array("i", bytes(4 * _STATE))
        self.robots = array("i", robots)
        self.fires = array("i", explosions)
        self.states[_HUMAN] = human
        self.states[_LEFT] = len(robots)
        self.states[_FIRES] = len(explosions)
        self.states[_LEVEL] = level
        self.states[_SAFE] = safe
        self.states[_SCORE] = score
        self.states[_TURN] = turn
        self.states[_ENDING] = WON if len(robots) == 0 and level == conditions.levels else ending
        self.states[_IS_PARTED] = is_parted
        self.is_in_doubt = False
        """Whether the named readings may disagree about the refusal of the last action that was tried here."""
        self._be_at(0)

    def fork(self) -> Engine:
        """An engine of its own at the same state, with no past."""
        other = Engine.__new__(Engine)
        AnyEngine.__init__(other)
        other.states, other.robots, other.fires = array("i"), array("i"), array("i")
        other.restart(self)
        return other

    def restart(self, start: AnyEngine) -> None:
        """Be at the state of another engine, under its conditions, with no past."""
        assert isinstance(start, Engine)
        other = start
        self.conditions = other.conditions
        self.longest_text = other.longest_text
        self._reserve(_STATE, other.states[other.at + _LEFT], other.states[other.at + _FIRES])
        for index in range(_STATE):
            self.states[index] = other.states[other.at + index]
        first = other.states[other.at + _FIRST_ROBOT]
        for index in range(other.states[other.at + _LEFT]):
            self.robots[index] = other.robots[first + index]
        first = other.states[other.at + _FIRST_FIRE]
        for index in range(other.states[other.at + _FIRES]):
            self.fires[index] = other.fires[first + index]
        self.states[_FIRST_ROBOT] = 0
        self.states[_FIRST_FIRE] = 0
        self._be_at(0)

    def _be_at(self, at: int) -> None:
        self.at = at
        self.turn = self.states[at + _TURN]
        self.ply = self.turn - 1
        self.ending = self.states[at + _ENDING]
        self.is_in_doubt = False

    # Asking

    @property
    def human(self) -> int:
        return self.states[self.at + _HUMAN]

    @property
    def left(self) -> int:
        """How many robots there are."""
        return self.states[self.at + _LEFT]

    @property
    def level(self) -> int:
        """0 before the first spawn."""
        return self.states[self.at + _LEVEL]

    @property
    def safe(self) -> int:
        """How many safe teleports there are."""
        return self.states[self.at + _SAFE]

    @property
    def score(self) -> int:
        """How many robots have been destroyed."""
        return self.states[self.at + _SCORE]

    @property
    def awaits_spawn(self) -> bool:
        return self.ending == GOING_ON and self.left == 0

    def robot_cells(self) -> list[int]:
        """Where the robots are; some may share the cell of the dead human."""
        first = self.states[self.at + _FIRST_ROBOT]
        return list(self.robots[first : first + self.left])

    def explosion_cells(self) -> list[int]:
        """Where the explosions are; one may share the cell of the dead human."""
        first = self.states[self.at + _FIRST_FIRE]
        return list(self.fires[first : first + self.states[self.at + _FIRES]])

    def readings_part(self) -> bool:
        """Whether the named readings of the rules may have judged the way to this state differently."""
        return self.is_in_doubt or self.states[self.at + _IS_PARTED] != 0

    def _has_robot(self, cell: int) -> bool:
        first = self.states[self.at + _FIRST_ROBOT]
        return _holds(self.robots, first, first + self.states[self.at + _LEFT], cell)

    def _has_fire(self, cell: int) -> bool:
        first = self.states[self.at + _FIRST_FIRE]
        return _holds(self.fires, first, first + self.states[self.at + _FIRES], cell)

    def _is_near_robot(self, cell: int) -> bool:
        """Whether a robot is there or next to it."""
        first = self.states[self.at + _FIRST_ROBOT]
        return _has_near(self.robots, first, first + self.states[self.at + _LEFT], cell)

    def _is_near_fire(self, cell: int) -> bool:
        first = self.states[self.at + _FIRST_FIRE]
        return _has_near(self.fires, first, first + self.states[self.at + _FIRES], cell)

    def _not_now(self) -> int:
        """Why no action is possible here, or `ALLOWED`."""
        if self.ending != GOING_ON:
            return AFTER_END
        return ALLOWED if self.states[self.at + _LEFT] else MISSING_SPAWN

    # Steps

    def refuse_step(self, dx: int, dy: int) -> int:
        refused = self._not_now()
        if refused != ALLOWED:
            return refused
        if not (-1 <= dx <= 1 and -1 <= dy <= 1):
            return TOO_FAR
        human = self.states[self.at + _HUMAN]
        if not (self.conditions.has((human & _X) + dx, (human >> _UP) + dy) or self.conditions.clamps):
            return OFF_BOARD
        return ALLOWED

    def step(self, dx: int, dy: int) -> int:
        """The human goes, then the robots do. Who walks into a robot or an explosion is dead before they move.

        The dead human is shown on the cell of its death, and nothing else there.
        """
        refused = self.refuse_step(dx, dy)
        self.is_in_doubt = False
        if refused != ALLOWED:
            return refused
        here = self.states[self.at + _HUMAN]
        if 0 <= (here & _X) + dx < self.conditions.width:
            here += dx
        if 0 <= (here >> _UP) + dy < self.conditions.height:
            here += dy * ROW
        following = self._following(here)
        if self._has_robot(here) or self._has_fire(here):
            self.states[following + _ENDING] = DEAD
        else:
            self._robots_step(following, False)
        self._be_at(following)
        return ALLOWED

    # Teleports

    def refuse_teleport(self, is_safe: bool, x: int, y: int) -> int:
        refused = self._not_now()
        if refused != ALLOWED:
            return refused
        if not self.conditions.has(x, y):
            return OFF_BOARD
        has_safe = self.states[self.at + _SAFE] > 0
        if is_safe != has_safe:
            return WRONG_TELEPORT
        return FORBIDDEN_CELL if is_safe and not self._is_destination(y * ROW + x) else ALLOWED

    def refuse_teleport_choice(self, is_safe: bool) -> int:
        """Why the player may not choose to teleport, wherever that would lead. An unsafe teleport leads anywhere."""
        refused = self._not_now()
        if refused != ALLOWED:
            return refused
        if is_safe != (self.safe > 0):
            return WRONG_TELEPORT
        return ALLOWED if self.destinations() else FORBIDDEN_CELL

    def all_cells(self) -> list[int]:
        """The cells of the board, in order."""
        return self._cells_apart(NOWHERE, NOWHERE)

    def destinations(self) -> list[int]:
        """The cells to which chance may take a teleport that is chosen now, in order."""
        if self.safe == 0:
            return self.all_cells()
        if not self.conditions.sidesteps:
            return self._cells_apart(1, 0)
        return (self.left >= CROWD and self._cells_apart(1, 1)) or self._cells_apart(0, 0)

    def _is_destination(self, cell: int) -> bool:
        """Whether a safe teleport may end there."""
        if self._has_fire(cell):
            return False
        if not self.conditions.sidesteps:
            return not self._is_near_robot(cell)
        if self._has_robot(cell):
            return False
        if self.states[self.at + _LEFT] < CROWD or not (self._is_near_robot(cell) or self._is_near_fire(cell)):
            return True
        return not self._cells_apart(1, 1)

    def _cells_apart(self, from_robots: int, from_fires: int) -> list[int]:
        """The cells that are farther away than this from each robot and each explosion."""
        width, height = self.conditions.width, self.conditions.height
        # The places from one row and one cell before the board to as many behind it; no row is so long that it meets the next.
        border = ROW + 1
        taken = bytearray((height + 3) * ROW)
        for cells, reach in ((self.robot_cells(), from_robots), (self.explosion_cells(), from_fires)):
            for cell in cells:
                for row in range(-reach, reach + 1):
                    for column in range(-reach, reach + 1):
                        taken[border + cell + row * ROW + column] = 1
        return [y * ROW + x for y in range(height) for x in range(width) if not taken[border + y * ROW + x]]

    def readings_part_at(self, cell: int) -> bool:
        """Whether the named readings may judge a teleport to that cell differently: its legality, or its effect."""
        if self.states[self.at + _SAFE] == 0:
            return self._has_fire(cell)
        if self._has_robot(cell) or self._has_fire(cell):
            return False
        return self._is_near_robot(cell) or (self.states[self.at + _LEFT] >= CROWD and self._is_near_fire(cell))

    def teleport(self, is_safe: bool, x: int, y: int) -> int:
        here = y * ROW + x
        refused = self.refuse_teleport(is_safe, x, y)
        if refused != ALLOWED:
            self.is_in_doubt = refused == FORBIDDEN_CELL and self.readings_part_at(here)
            return refused
        following = self._following(here)
        if self.readings_part_at(here):
            self.states[following + _IS_PARTED] = 1
        if is_safe:
            self.states[following + _SAFE] -= 1
            self._robots_step(following, self.conditions.sidesteps)
        elif not self._has_fire(here):
            self._robots_step(following, False)
        elif self.conditions.extinguishes:
            self._own_fires(following, here)
            self._robots_step(following, False)
        else:
            self.states[following + _ENDING] = DEAD
        self._be_at(following)
        return ALLOWED

    # Cascades

    def refuse_cascade(self) -> int:
        return self._not_now()

    def cascade(self) -> int:
        """Every robot that was there is destroyed and earns a safe teleport, or the human dies and nothing is gained."""
        refused = self._not_now()
        self.is_in_doubt = False
        if refused != ALLOWED:
            return refused
        before = self.at
        following = self._following(self.states[before + _HUMAN])
        while self.states[following + _ENDING] == GOING_ON and self.states[following + _LEFT]:
            self._robots_step(following, False)
        if self.states[following + _ENDING] == DEAD:
            self.states[following + _SCORE] = self.states[before + _SCORE]
        else:
            earned = self.states[before + _SAFE] + self.states[before + _LEFT]
            self.states[following + _SAFE] = min(earned, MOST_SAFE_TELEPORTS)
        self._be_at(following)
        return ALLOWED

    # Spawns

    def spawn_size(self) -> int:
        """How many robots the next level begins with."""
        return ROBOTS_PER_LEVEL * (self.states[self.at + _LEVEL] + 1)

    def refuse_spawn(self, numbers: array[int]) -> int:
        if self.ending != GOING_ON:
            return AFTER_END
        if self.states[self.at + _LEFT]:
            return UNEXPECTED_SPAWN
        if numbers[SPAWN_WIDTH] != self.conditions.width or numbers[SPAWN_HEIGHT] != self.conditions.height:
            return SPAWN_SIZE
        if numbers[SPAWN_EXPLOSIONS]:
            return SPAWN_EXPLOSION
        is_at_start = numbers[SPAWN_HUMANS] == 1 and numbers[SPAWN_HUMAN_CELL] == self.conditions.start
        if not is_at_start and not (self.conditions.compares and self.starts_elsewhere(numbers)):
            return SPAWN_HUMAN
        if numbers[SPAWN_ROBOTS] != self.spawn_size():
            return SPAWN_COUNT
        return ALLOWED

    def starts_elsewhere(self, numbers: array[int]) -> bool:
        """Whether a spawn has the human where another reading begins levels."""
        return numbers[SPAWN_HUMANS] == 1 and numbers[SPAWN_HUMAN_CELL] == self.conditions.other_start

    def spawn(self, numbers: array[int]) -> int:
        """The next level begins."""
        refused = self.refuse_spawn(numbers)
        if refused != ALLOWED:
            self.is_in_doubt = refused == SPAWN_HUMAN and self.starts_elsewhere(numbers)
            return refused
        size = self.spawn_size()
        before = self.at
        following = self._following(numbers[SPAWN_HUMAN_CELL])
        first = self.states[before + _FIRST_ROBOT]
        self._reserve(0, first + size, 0)
        for index in range(size):
            self.robots[first + index] = numbers[SPAWN_CELLS + index]
        self.states[following + _LEFT] = size
        self.states[following + _FIRST_FIRE] += self.states[before + _FIRES]
        self.states[following + _FIRES] = 0
        self.states[following + _LEVEL] += 1
        self.states[following + _TURN] -= 1
        self._be_at(following)
        return ALLOWED

    # Taking back

    def undo(self) -> None:
        """Take the last action or spawn back."""
        if self.at == 0:
            raise IndexError("there is nothing to take back")
        self._be_at(self.at - _STATE)

    def _following(self, human: int) -> int:
        """A state behind that at hand, with the human there, one turn later, and otherwise the same; where it is."""
        following = self.at + _STATE
        self._reserve(following + _STATE, 0, 0)
        for index in range(_STATE):
            self.states[following + index] = self.states[self.at + index]
        self.states[following + _HUMAN] = human
        self.states[following + _TURN] += 1
        return following

    def _reserve(self, states: int, robots: int, fires: int) -> None:
        """Have room for so many numbers of each kind."""
        if states > len(self.states):
            self.states = _with_room(self.states, states)
        if robots > len(self.robots):
            self.robots = _with_room(self.robots, robots)
        if fires > len(self.fires):
            self.fires = _with_room(self.fires, fires)

    # The robots' part

    def _robots_step(self, at: int, sidesteps: bool) -> None:
        """Every robot of a state steps towards the human; where two or more meet, or an explosion burns, they are destroyed."""
        left = self.states[at + _LEFT]
        first = self._arrive(at, sidesteps)
        fire = 0
        kept = 0
        index = 0
        while index < left:
            cell = self.robots[first + index]
            index += 1
            is_met = False
            while index < left and self.robots[first + index] == cell:
                is_met = True
                index += 1
            while fire < self.states[at + _FIRES] and self.fires[self.states[at + _FIRST_FIRE] + fire] < cell:
                fire += 1
            if fire < self.states[at + _FIRES] and self.fires[self.states[at + _FIRST_FIRE] + fire] == cell:
                continue
            if is_met:
                self._light(at, fire, cell)
            else:
                self.robots[first + kept] = cell
                kept += 1
        self.states[at + _FIRST_ROBOT] = first
        self.states[at + _LEFT] = kept
        if self.states[at + _ENDING] == GOING_ON:
            self.states[at + _SCORE] += left - kept
            if kept == 0 and self.states[at + _LEVEL] == self.conditions.levels:
                self.states[at + _ENDING] = WON

    def _arrive(self, at: int, sidesteps: bool) -> int:
        """Write down where the robots of a state arrive, in order and behind all others; where the first of them is.

        Those that would reach the human kill it, or go to the cell left of it (at x = 0: right).
        """
        human = self.states[at + _HUMAN]
        x = human & _X
        y = human >> _UP
        left = self.states[at + _LEFT]
        first = self.states[at + _FIRST_ROBOT] + left
        self._reserve(0, first + left, 0)
        for index in range(first, first + left):
            cell = self.robots[index - left]
            robot_x = cell & _X
            robot_y = cell >> _UP
            if robot_x != x:
                cell += 1 if robot_x < x else -1
            if robot_y != y:
                cell += ROW if robot_y < y else -ROW
            if cell == human:
                if sidesteps:
                    cell += -1 if x > 0 else 1
                else:
                    self.states[at + _ENDING] = DEAD
            place = index
            while place > first and self.robots[place - 1] > cell:
                self.robots[place] = self.robots[place - 1]
                place -= 1
            self.robots[place] = cell
        return first

    def _light(self, at: int, fire: int, cell: int) -> None:
        """Let an explosion burn on a cell of the state that follows; it is so many from the first one."""
        self._own_fires(at, NOWHERE)
        first = self.states[at + _FIRST_FIRE]
        place = first + self.states[at + _FIRES]
        while place > first + fire:
            self.fires[place] = self.fires[place - 1]
            place -= 1
        self.fires[place] = cell
        self.states[at + _FIRES] += 1

    def _own_fires(self, at: int, without: int) -> None:
        """Have explosions that the state which follows shares with no other, with room for one more; one of them goes out."""
        number = self.states[at + _FIRES]
        shared = self.states[at + _FIRST_FIRE]
        first = self.states[self.at + _FIRST_FIRE] + self.states[self.at + _FIRES]
        self._reserve(0, 0, first + number + 1)
        if shared < first:
            kept = 0
            for index in range(number):
                if self.fires[shared + index] != without:
                    self.fires[first + kept] = self.fires[shared + index]
                    kept += 1
            self.states[at + _FIRST_FIRE] = first
            self.states[at + _FIRES] = kept

    # As the judge asks

    def play(self, action: ActionReader) -> int:
        numbers = action.numbers
        kind = numbers[0]
        if kind == STEP:
            return self.step(numbers[1], numbers[2])
        if kind == TELEPORT:
            return self.teleport(numbers[1] != 0, numbers[2], numbers[3])
        return self.cascade() if kind == CASCADE else self.spawn(numbers)

    def refuse(self, action: ActionReader) -> int:
        numbers = action.numbers
        kind = numbers[0]
        self.is_in_doubt = False
        if kind == STEP:
            return self.refuse_step(numbers[1], numbers[2])
        if kind == CASCADE:
            return self.refuse_cascade()
        if kind != TELEPORT:
            return self.refuse_spawn(numbers)
        refused = self.refuse_teleport(numbers[1] != 0, numbers[2], numbers[3])
        self.is_in_doubt = refused == FORBIDDEN_CELL and self.readings_part_at(numbers[3] * ROW + numbers[2])
        return refused

    def has_effect(self, action: ActionReader) -> bool:
        claim = action.numbers[CLAIM]
        if self.ending == DEAD:
            return claim == KILLS
        left = self.states[self.at + _LEFT]
        return claim == left or (left == 0 and claim == CLEARS)

    # What a position is

    def write_text(self, out: array[int], at: int) -> int:
        """Write the position string; returns its end. It does not say whether the human is dead: that board is only a picture."""
        states = self.at
        human = self.states[states + _HUMAN]
        first_robot = self.states[states + _FIRST_ROBOT]
        first_fire = self.states[states + _FIRST_FIRE]
        robot = first_robot + self.states[states + _LEFT]
        fire = first_fire + self.states[states + _FIRES]
        for y in range(self.conditions.height - 1, -1, -1):
            # Backwards to the beginning of the row, then forwards through it.
            row = y * ROW
            while robot > first_robot and self.robots[robot - 1] >= row:
                robot -= 1
            while fire > first_fire and self.fires[fire - 1] >= row:
                fire -= 1
            at = self._write_row(out, at, row, robot, fire, human)
            if y > 0:
                out[at] = _SLASH
                at += 1
        for number in range(_LEVEL, _SCORE + 1):
            out[at] = _SPACE
            at = _write_number(out, at + 1, self.states[states + number])
        return at

    def _write_row(self, out: array[int], at: int, row: int, robot: int, fire: int, human: int) -> int:
        """Write a row, of which these are the first robot and explosion; where the human is, nothing else is shown."""
        last_robot = self.states[self.at + _FIRST_ROBOT] + self.states[self.at + _LEFT]
        last_fire = self.states[self.at + _FIRST_FIRE] + self.states[self.at + _FIRES]
        place = row
        end = row + self.conditions.width
        while place < end:
            cell = end
            letter = 0
            if robot < last_robot and self.robots[robot] < cell:
                cell = self.robots[robot]
                letter = _R
            if fire < last_fire and self.fires[fire] < cell:
                cell = self.fires[fire]
                letter = _E
            if place <= human <= cell and human < end:
                cell = human
                letter = _H
            if cell > place:
                at = _write_number(out, at, cell - place)
            if letter:
                out[at] = letter
                at += 1
            while robot < last_robot and self.robots[robot] <= cell:
                robot += 1
            while fire < last_fire and self.fires[fire] <= cell:
                fire += 1
            place = cell + 1
        return at

    def position_hash(self) -> int:
        """64 bits of what the position string says."""
        human = self.states[self.at + _HUMAN]
        total = _mixed(human)
        for number in range(_LEVEL, _SCORE + 1):
            total = _mixed(total ^ self.states[self.at + number])
        first = self.states[self.at + _FIRST_ROBOT]
        for index in range(first, first + self.states[self.at + _LEFT]):
            if self.robots[index] != human:
                total = _mixed(total ^ self.robots[index])
        first = self.states[self.at + _FIRST_FIRE]
        for index in range(first, first + self.states[self.at + _FIRES]):
            if self.fires[index] != human:
                total = _mixed(total ^ (self.fires[index] + _EXPLOSION))
        return total


# Small things


def _holds(cells: array[int], first: int, end: int, cell: int) -> bool:
    """Whether a cell is among some that are in order."""
    after = end
    while first < after:
        middle = (first + after) // 2
        if cells[middle] < cell:
            first = middle + 1
        else:
            after = middle
    return first < end and cells[first] == cell


def _has_near(cells: array[int], first: int, end: int, cell: int) -> bool:
    """Whether one of some cells is that cell or next to it."""
    x = cell & _X
    y = cell >> _UP
    index = first
    while index < end and not (-1 <= (cells[index] & _X) - x <= 1 and -1 <= (cells[index] >> _UP) - y <= 1):
        index += 1
    return index < end


def _with_room(numbers: array[int], size: int) -> array[int]:
    """The numbers, with room for so many, and for twice as many as there was."""
    there = len(numbers)
    return array("i", bytes(numbers) + bytes(4 * max(size - there, there)))


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


def _mixed(number: int) -> int:
    """A number of 64 bits, well mixed (the last steps of splitmix64)."""
    mixed = (number + _GOLDEN) & _MASK
    mixed = ((mixed ^ (mixed >> 30)) * _FIRST_FACTOR) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * _SECOND_FACTOR) & _MASK
    return mixed ^ (mixed >> 31)
