"""Robots above the engine: the immutable position and the cursor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

from expendibots_notation.arguments import kind_of
from expendibots_notation.diagram import NO_TRACE, Arrow, Diagram, Piece, Trace
from expendibots_notation.game import Cursor, Game, NotationError, Outcome, Position, Rules, Violation
from expendibots_notation.games.engine import ALLOWED, GOING_ON, Machine
from expendibots_notation.games.robots import codes
from expendibots_notation.games.robots.action_bytes import ActionBytes
from expendibots_notation.games.robots.actions import (
    STEPS,
    Action,
    Cascade,
    Cell,
    Claim,
    Cleared,
    Dead,
    Left,
    Spawn,
    Step,
    Teleport,
)
from expendibots_notation.games.robots.codes import LARGEST
from expendibots_notation.games.robots.engine import Conditions, Engine
from expendibots_notation.games.robots.layout import cell_of, read_layout
from expendibots_notation.games.robots.positions import LEVELS_TAG, SCORE_TAG, SMALLEST, START_TAG, start_engine
from expendibots_notation.games.robots.reasons import explain_refusal

PLAYERS = ("human",)

OUTCOMES = {
    GOING_ON: Outcome(),
    codes.DEAD: Outcome("0-1", "death"),
    codes.WON: Outcome("1-0", "last-level"),
}


class RobotsPosition(Position):
    """A position of Robots. It holds an engine that nobody plays on: playing forks it."""

    __slots__ = ("_engine", "rules")
    game: ClassVar[Game]

    def __init__(self, engine: Engine, rules: Rules) -> None:
        self._engine = engine
        self.rules = rules

    @property
    def text(self) -> str:
        """The position string. It does not say whether the human is dead: that board is only a picture."""
        return self._engine.text()

    @property
    def player(self) -> str:
        return PLAYERS[0]

    @property
    def turn(self) -> int:
        return self._engine.turn

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the board."""
        return self._engine.conditions.width, self._engine.conditions.height

    @property
    def human(self) -> Cell:
        return cell_of(self._engine.human)

    @property
    def robots(self) -> tuple[Cell, ...]:
        """Where the robots are, row by row from the bottom; not those that share the cell of the dead human."""
        return self._cells(self._engine.robot_cells())

    @property
    def explosions(self) -> tuple[Cell, ...]:
        """Where the explosions are, row by row from the bottom; not one in which the human has died."""
        return self._cells(self._engine.explosion_cells())

    @property
    def level(self) -> int:
        """The level that is played, or that has just been cleared; 0 before the first."""
        return self._engine.level

    @property
    def safe_teleports(self) -> int:
        return self._engine.safe

    @property
    def score(self) -> int:
        """How many robots have been destroyed."""
        return self._engine.score

    @property
    def awaits_chance(self) -> bool:
        return self._engine.awaits_spawn

    def drawn(self, source: Random) -> Spawn:
        if not isinstance(source, Random):
            raise TypeError(f"chance needs a random.Random, not {kind_of(source)}")
        fixed = self._engine.conditions
        free = [cell for cell in self._engine.all_cells() if cell != fixed.start]
        robots = sorted(source.sample(free, self._engine.spawn_size()))
        return Spawn(Engine(fixed, fixed.start, robots, (), 0, 0, 0).text().split(" ")[0])

    def legal_actions(self) -> list[Action]:
        """The steps, then the teleport without its destination, then the cascade."""
        engine = self._engine
        if engine.refuse_cascade() != ALLOWED:
            return []
        steps = [step for step in STEPS.values() if engine.refuse_step(step.dx, step.dy) == ALLOWED]
        teleports = [Teleport(engine.safe > 0)] if engine.destinations() else []
        return [*steps, *teleports, Cascade()]

    def completions(self, choice: Action) -> list[Action]:
        """A teleport to each cell where chance may take it; any other choice is complete."""
        self.game.check_action(choice)
        if not isinstance(choice, Teleport) or choice.cell is not None:
            return [choice]
        if self.violation(choice) is not None:
            return []
        return [Teleport(choice.is_safe, cell_of(number)) for number in self._engine.destinations()]

    def count_continuations(self) -> int:
        choices = self.legal_actions()
        if not any(isinstance(choice, Teleport) for choice in choices):
            return len(choices)
        return len(choices) - 1 + len(self._engine.destinations())

    def violation(self, action: Action) -> Violation | None:
        """Why an action or a spawn is not allowed. A teleport without its destination is judged as a choice."""
        self.game.check_action(action)
        return explain_refusal(self._engine, action, _refusal(self._engine, action))

    def outcome(self) -> Outcome:
        return OUTCOMES[self._engine.ending]

    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        self.game.check_action(action)
        wanted = _destination(self.human, action)
        return sorted(self.continuations(), key=lambda other: _difference(self.human, action, wanted, other))[:limit]

    def diagram(self) -> Diagram:
        width, height = self.size
        pieces = [Piece(*cell, 1, "r", "", f"Robot on {cell.name}", "robot") for cell in self.robots]
        pieces += [Piece(*cell, 2, "e", "", f"Explosion on {cell.name}", "explosion") for cell in self.explosions]
        pieces.append(Piece(*self.human, 0, "h", "", f"Human on {self.human.name}", "human"))
        columns, rows = (tuple(str(number) for number in range(size)) for size in (width, height))
        return Diagram(columns, rows, tuple(sorted(pieces, key=lambda piece: (piece.y, piece.x))), self.counters, self.caption)

    @property
    def counters(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Level", str(self.level)),
            ("Robots", str(len(self.robots))),
            ("Safe teleports", str(self.safe_teleports)),
            ("Score", str(self.score)),
        )

    def trace(self, action: Action) -> Trace:
        """The human's step, or where it stays, leaves and arrives; then, if the action is legal, what the robots run into."""
        self.game.check_action(action)
        if isinstance(action, Spawn):
            return NO_TRACE
        is_legal = self.violation(action) is None and action != Teleport(self.safe_teleports > 0)
        after = self._after(action) if is_legal else self
        there = after.human if is_legal else _destination(self.human, action)
        waves = self._collisions(action, after) if is_legal else ()
        width, height = self.size
        is_on_board = 0 <= there.x < width and 0 <= there.y < height
        if isinstance(action, Step) and there != self.human and is_on_board:
            return Trace((Arrow(self.human, there),), waves=waves)
        return Trace(cells=(self.human,) if there == self.human or not is_on_board else (self.human, there), waves=waves)

    def _collisions(self, action: Action, after: RobotsPosition) -> tuple[tuple[Cell, ...], ...]:
        """The cells in which robots are destroyed, or the human dies, one step of the robots after the other."""
        line = [self, *self._waiting()] if isinstance(action, Cascade) else [self, after]
        waves = [tuple(before._destroyed(following)) for before, following in pairwise(line)]
        return tuple(wave for wave in waves if wave)

    def _waiting(self) -> Iterator[RobotsPosition]:
        """The positions that a cascade goes through."""
        at = self
        while at.legal_actions():
            at = at._after(Step(0, 0))
            yield at

    def _destroyed(self, after: RobotsPosition) -> list[Cell]:
        """The cells in which robots are destroyed, or the human dies, on the way to a position that is one step away."""
        is_dead = after._engine.ending == codes.DEAD
        found = {after.human} if is_dead else set()
        # Who walks into a robot or an explosion is dead before the robots move.
        if not (is_dead and after.human in (*self.robots, *self.explosions)):
            arrived = {_towards(after.human, robot) for robot in self.robots}
            found |= {cell for cell in after.explosions if cell in arrived or cell not in self.explosions}
        return sorted(found, key=lambda cell: (cell.y, cell.x))

    def facts(self, action: Action) -> dict[str, Any]:
        self.game.check_action(action)
        position = self._after(action)
        after = position._engine
        if isinstance(action, Spawn):
            return {"level": after.level, "robots": after.left}
        if after.ending == codes.DEAD:
            return {}
        facts = {"robots": after.left, "destroyed": after.score - self.score}
        if isinstance(action, Cascade):
            facts |= {"steps": len(list(self._waiting())), "safe_teleports": after.safe}
        return facts

    def derived_tags(self) -> Mapping[str, str]:
        return {SCORE_TAG: str(self.score)}

    def conditions(self) -> Mapping[str, str]:
        """The cell on which levels begin, and the last level: no position string tells them."""
        fixed = self._engine.conditions
        start = cell_of(fixed.start)
        return {START_TAG: f"{start.x},{start.y}", LEVELS_TAG: str(fixed.levels)}

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and copying: what the constructor of an engine takes."""
        engine = self._engine
        state = (engine.human, engine.robot_cells(), engine.explosion_cells(), engine.level, engine.safe, engine.score)
        return _restored, (self.rules, engine.conditions, *state, engine.turn, engine.ending, engine.readings_part())

    def _after(self, action: Action) -> RobotsPosition:
        engine = self._engine.fork()
        _play(engine, action)
        return RobotsPosition(engine.fork(), self.rules)

    def _cells(self, numbers: list[int]) -> tuple[Cell, ...]:
        """Cells, but for the human's."""
        return tuple(cell_of(number) for number in numbers if number != self._engine.human)

    @property
    def caption(self) -> str:
        outcome = self.outcome()
        if outcome.is_over:
            return f"{outcome.result}, {outcome.termination}"
        if self.awaits_chance:
            return f"Level {self.level + 1} is about to begin"
        return f"Human to move, action {self.turn}"

    def __eq__(self, other: object) -> bool:
        """Same board, counters, turn and standing; what came before does not count."""
        if not isinstance(other, RobotsPosition):
            return NotImplemented
        mine, others = ((position.text, position.turn, position.outcome(), position.size) for position in (self, other))
        return mine == others

    __hash__ = Position.__hash__


def _restored(rules: Rules, *state: Any) -> RobotsPosition:
    """The position of a pickle."""
    return RobotsPosition(Engine(*state), rules)


class RobotsCursor(Cursor):
    """A line of play on one engine."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, RobotsPosition)
        self._engine = start._engine.fork()
        self._rules = start.rules

    def refuse(self, action: Action) -> Violation | None:
        refused = _play(self._engine, action)
        return explain_refusal(self._engine, action, refused)

    def undo(self) -> None:
        self._engine.undo()

    def is_over(self) -> bool:
        return self._engine.ending != GOING_ON

    def position(self) -> RobotsPosition:
        return RobotsPosition(self._engine.fork(), self._rules)

    def contradiction(self, claim: Claim) -> tuple[str, str] | None:
        actual: Claim
        if self._engine.ending == codes.DEAD:
            actual = Dead()
        elif self._engine.left == 0 and claim != Left(0):
            actual = Cleared()
        else:
            actual = Left(self._engine.left)
        return None if actual == claim else (claim.words, actual.words)

    def readings_part(self) -> bool:
        return self._engine.readings_part()


MACHINE = Machine(
    new_engine=lambda: Engine(Conditions(SMALLEST, SMALLEST, 0, 1), 0, (), (), 0, 0, 0),
    new_reader=ActionBytes,
    engine_of=lambda position: position._engine,
    position=RobotsPosition,
    outcomes=tuple(OUTCOMES[ending] for ending in range(len(OUTCOMES))),
)


def start(rules: Rules, setup: str | None, tags: Mapping[str, str]) -> RobotsPosition:
    """A new game before its first spawn, or the position that a position string describes. Raises NotationError."""
    return RobotsPosition(start_engine(rules, setup, tags), rules)


# Actions on an engine


def _refusal(engine: Engine, action: Action) -> int:
    if type(action) is Step:
        return engine.refuse_step(_near(action.dx), _near(action.dy))
    if type(action) is Teleport:
        if action.cell is not None:
            return engine.refuse_teleport(action.is_safe, _near(action.cell.x), _near(action.cell.y))
        return engine.refuse_teleport_choice(action.is_safe)
    if type(action) is Spawn:
        return engine.refuse_spawn(read_layout(action.board).spawn)
    return engine.refuse_cascade()


def _play(engine: Engine, action: Action) -> int:
    """Play an action if it is allowed; why not, otherwise. Raises NotationError for a teleport without its destination."""
    if type(action) is Step:
        return engine.step(_near(action.dx), _near(action.dy))
    if type(action) is Teleport:
        if action.cell is not None:
            return engine.teleport(action.is_safe, _near(action.cell.x), _near(action.cell.y))
        refused = engine.refuse_teleport_choice(action.is_safe)
        if refused == ALLOWED:
            raise NotationError(f"{action} is a choice, not an action: chance has to say where the teleport ends")
        engine.is_in_doubt = False
        return refused
    if type(action) is Spawn:
        return engine.spawn(read_layout(action.board).spawn)
    return engine.cascade()


def _near(number: int) -> int:
    """A number from outside, or one that is as wrong: the compiled engine's numbers end beyond all boards."""
    return max(-2, min(number, LARGEST))


# What is like what


def _towards(human: Cell, robot: Cell) -> Cell:
    """The cell to which a robot steps."""
    return Cell(*(here + (there > here) - (there < here) for here, there in zip(robot, human, strict=True)))


def _destination(human: Cell, action: Action) -> Cell:
    """Where an action leads the human, on the board or not."""
    if isinstance(action, Step):
        return Cell(human.x + action.dx, human.y + action.dy)
    if isinstance(action, Teleport) and action.cell is not None:
        return action.cell
    return human


def _difference(human: Cell, action: Action, wanted: Cell, other: Action) -> tuple[int, int, int]:
    """How far two actions are apart: in kind, then in where they lead, along both axes and along the longer one."""
    there = _destination(human, other)
    across, up = abs(wanted.x - there.x), abs(wanted.y - there.y)
    return (int(type(action) is not type(other)), across + up, max(across, up))
