"""The rules of Robots: which action is allowed in a state, and which state follows.

States are values and nothing is ever changed, so that taking an action back is forgetting a state. Sets of cells are whole
numbers (see `grid.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from expendibots_notation.games.robots.actions import Cell
from expendibots_notation.games.robots.grid import Grid
from expendibots_notation.games.robots.layout import Layout

ROBOTS_PER_LEVEL = 10
MOST_SAFE_TELEPORTS = 10
CROWD = 100
"""So many robots make the reference look for more room before a safe teleport."""

# Why an action is refused, in the order in which the questions are asked.
ALLOWED = 0
AFTER_END = 1
MISSING_SPAWN = 2
UNEXPECTED_SPAWN = 3
SPAWN_SIZE = 4
SPAWN_EXPLOSION = 5
SPAWN_HUMAN = 6
SPAWN_COUNT = 7
TOO_FAR = 8
OFF_BOARD = 9
WRONG_TELEPORT = 10
FORBIDDEN_CELL = 11

# How a game stands.
PLAYING = 0
AWAITING_SPAWN = 1
DEAD = 2
WON = 3


class State(NamedTuple):
    """A position with everything that its future depends on."""

    x: int
    y: int
    """Where the human is."""
    robots: int
    """Their cells; after the human's death, as far as they can be shown (see `Engine.after_step`)."""
    explosions: int
    left: int
    """How many robots there are."""
    level: int
    """0 before the first spawn."""
    safe: int
    """How many safe teleports there are."""
    score: int
    """How many robots have been destroyed."""
    status: int
    turn: int
    """The number of the action that comes next."""
    is_parted: bool
    """Whether the named readings of the rules may have judged the way to this state differently."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What stays the same all through a game."""

    grid: Grid
    start: Cell
    """Where the human begins every level."""
    levels: int
    clamps: bool = False
    """Whether a step over the edge slides along it; otherwise it is not allowed."""
    extinguishes: bool = False
    """Whether an unsafe teleport puts out an explosion where it ends; otherwise the explosion kills the human."""
    sidesteps: bool = False
    """Whether robots step aside after a safe teleport; otherwise it must end where none of them reaches the human."""
    other_start: Cell | None = None
    """Where another reading would begin every level; None where something else than the reading fixes `start`."""
    compares: bool = False
    """Whether a spawn may also have the human on `other_start`."""


class Engine:
    """The rules under given conditions. `refuse_x` says why x is not allowed; `after_x` assumes that it is."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self._grid = conditions.grid
        self._width = conditions.grid.width
        self._height = conditions.grid.height

    def first(self, human: Cell, robots: int, explosions: int, level: int, safe: int, score: int) -> State:
        """The state with which a record begins."""
        left = robots.bit_count()
        status = PLAYING if left else self._cleared(level)
        return State(human.x, human.y, robots, explosions, left, level, safe, score, status, 1, False)

    # Steps

    def refuse_step(self, at: State, dx: int, dy: int) -> int:
        if at.status != PLAYING:
            return _not_now(at)
        if not (-1 <= dx <= 1 and -1 <= dy <= 1):
            return TOO_FAR
        if not ((0 <= at.x + dx < self._width and 0 <= at.y + dy < self._height) or self.conditions.clamps):
            return OFF_BOARD
        return ALLOWED

    def after_step(self, at: State, dx: int, dy: int) -> State:
        """The human goes, then the robots do. Who walks into a robot or an explosion is dead before they move.

        The dead human is shown on the cell of its death, and nothing else there.
        """
        x, y = at.x + dx, at.y + dy
        if not 0 <= x < self._width:
            x -= dx
        if not 0 <= y < self._height:
            y -= dy
        if (at.robots | at.explosions) >> y * self._width + x & 1:
            return at._replace(x=x, y=y, status=DEAD, turn=at.turn + 1)
        return self._after_robots(at, x, y, at.explosions, at.safe, at.is_parted)

    # Teleports

    def refuse_teleport(self, at: State, is_safe: bool, cell: Cell) -> int:
        if at.status != PLAYING:
            return _not_now(at)
        if not self._grid.has(cell):
            return OFF_BOARD
        if is_safe != (at.safe > 0):
            return WRONG_TELEPORT
        if is_safe and not self.destinations(at) >> cell.y * self._width + cell.x & 1:
            return FORBIDDEN_CELL
        return ALLOWED

    def refuse_teleport_choice(self, at: State, is_safe: bool) -> int:
        """Why the player may not choose to teleport, wherever that would lead. An unsafe teleport leads anywhere."""
        if at.status != PLAYING:
            return _not_now(at)
        if is_safe != (at.safe > 0):
            return WRONG_TELEPORT
        return ALLOWED if self.destinations(at) else FORBIDDEN_CELL

    def destinations(self, at: State) -> int:
        """The cells to which chance may take a teleport that is chosen now."""
        grid = self._grid
        if at.safe == 0:
            return grid.all
        taken = at.robots | at.explosions
        if not self.conditions.sidesteps:
            return grid.all ^ (grid.widened(at.robots) | at.explosions)
        if at.left >= CROWD and (spacious := grid.all ^ grid.widened(taken)):
            return spacious
        return grid.all ^ taken

    def readings_part_at(self, at: State, cell: Cell) -> bool:
        """Whether the named readings may judge a teleport to that cell differently: its legality, or its effect."""
        here = 1 << cell.y * self._width + cell.x
        if at.safe == 0:
            return bool(at.explosions & here)
        if (at.robots | at.explosions) & here:
            return False
        looked_at = at.robots if at.left < CROWD else at.robots | at.explosions
        return bool(looked_at & self._grid.widened(here))

    def after_teleport(self, at: State, cell: Cell) -> State:
        x, y = cell
        is_parted = at.is_parted or self.readings_part_at(at, cell)
        if at.safe:
            return self._after_robots(at, x, y, at.explosions, at.safe - 1, is_parted, self.conditions.sidesteps)
        here = 1 << y * self._width + x
        explosions = at.explosions
        if explosions & here:
            if not self.conditions.extinguishes:
                return at._replace(x=x, y=y, status=DEAD, turn=at.turn + 1, is_parted=is_parted)
            explosions ^= here
        return self._after_robots(at, x, y, explosions, 0, is_parted)

    # Cascades

    def refuse_cascade(self, at: State) -> int:
        return ALLOWED if at.status == PLAYING else _not_now(at)

    def after_cascade(self, at: State) -> State:
        """Every robot that was there is destroyed and earns a safe teleport, or the human dies and nothing is gained."""
        now = at
        while now.status == PLAYING:
            now = self._after_robots(now, at.x, at.y, now.explosions, at.safe, at.is_parted)
        if now.status == DEAD:
            return now._replace(score=at.score, turn=at.turn + 1)
        return now._replace(safe=min(at.safe + at.left, MOST_SAFE_TELEPORTS), turn=at.turn + 1)

    def cascade_steps(self, at: State) -> int:
        """How often the robots move in a cascade."""
        steps = 0
        while at.status == PLAYING:
            at = self._after_robots(at, at.x, at.y, at.explosions, at.safe, at.is_parted)
            steps += 1
        return steps

    # Spawns

    def spawn_size(self, at: State) -> int:
        """How many robots the next level begins with."""
        return ROBOTS_PER_LEVEL * (at.level + 1)

    def refuse_spawn(self, at: State, layout: Layout) -> int:
        if at.status in (DEAD, WON):
            return AFTER_END
        if at.status != AWAITING_SPAWN:
            return UNEXPECTED_SPAWN
        if not layout.is_sized(self._width, self._height):
            return SPAWN_SIZE
        if layout.explosions:
            return SPAWN_EXPLOSION
        if layout.humans != (self.conditions.start,) and not (self.conditions.compares and self.starts_elsewhere(layout)):
            return SPAWN_HUMAN
        if len(layout.robots) != self.spawn_size(at):
            return SPAWN_COUNT
        return ALLOWED

    def starts_elsewhere(self, layout: Layout) -> bool:
        """Whether a spawn has the human where another reading begins levels."""
        return layout.humans == (self.conditions.other_start,)

    def after_spawn(self, at: State, layout: Layout) -> State:
        ((x, y),) = layout.humans
        robots = self._grid.of(layout.robots)
        return State(x, y, robots, 0, len(layout.robots), at.level + 1, at.safe, at.score, PLAYING, at.turn, at.is_parted)

    # The robots' part

    def _after_robots(
        self, at: State, x: int, y: int, explosions: int, safe: int, is_parted: bool, sidesteps: bool = False
    ) -> State:
        """The human is on (x, y), and every robot steps towards it."""
        arrived, met = self._grid.drawn_to(at.robots, x, y)
        here = 1 << y * self._width + x
        status = PLAYING
        if arrived & here:
            if sidesteps:
                arrived, met = self._beside(at.robots, x, here, arrived, met)
            else:
                status = DEAD
        explosions |= met
        burnt = arrived & explosions
        if not burnt:
            return State(x, y, arrived, explosions, at.left, at.level, safe, at.score, status, at.turn + 1, is_parted)
        robots = arrived ^ burnt
        left = robots.bit_count()
        score = at.score
        if status != DEAD:
            score += at.left - left
            if not left:
                status = self._cleared(at.level)
        return State(x, y, robots, explosions, left, at.level, safe, score, status, at.turn + 1, is_parted)

    def _beside(self, robots: int, x: int, here: int, arrived: int, met: int) -> tuple[int, int]:
        """Where robots arrive when those that would reach the human, on `here`, go to the cell left of it (at x = 0: right)."""
        side = here >> 1 if x > 0 else here << 1
        reaching = (robots & self._grid.widened(here)).bit_count()
        arrived ^= here
        met &= ~here
        if reaching > 1 or arrived & side:
            met |= side
        return arrived | side, met

    def _cleared(self, level: int) -> int:
        return WON if level == self.conditions.levels else AWAITING_SPAWN


def _not_now(at: State) -> int:
    """Why no action is possible where none is."""
    return MISSING_SPAWN if at.status == AWAITING_SPAWN else AFTER_END
