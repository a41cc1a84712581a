"""Robots above the engine: the immutable position and the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from expendibots_notation.arguments import kind_of
from expendibots_notation.diagram import NO_TRACE, Arrow, Diagram, Piece, Trace
from expendibots_notation.game import Cursor, Game, NotationError, Outcome, Position, Rules, Violation
from expendibots_notation.games.robots import engine as rules_engine
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
from expendibots_notation.games.robots.engine import Engine, State
from expendibots_notation.games.robots.layout import read_layout, write_rows
from expendibots_notation.games.robots.positions import LEVELS_TAG, SCORE_TAG, START_TAG, start_state, write_position
from expendibots_notation.games.robots.reasons import explain_refusal

PLAYERS = ("human",)

_OUTCOMES = {
    rules_engine.PLAYING: Outcome(),
    rules_engine.AWAITING_SPAWN: Outcome(),
    rules_engine.DEAD: Outcome("0-1", "death"),
    rules_engine.WON: Outcome("1-0", "last-level"),
}


class RobotsPosition(Position):
    """A position of Robots."""

    __slots__ = ("_engine", "_state", "rules")
    game: ClassVar[Game]

    def __init__(self, engine: Engine, state: State, rules: Rules) -> None:
        self._engine = engine
        self._state = state
        self.rules = rules

    @property
    def text(self) -> str:
        """The position string. It does not say whether the human is dead: that board is only a picture."""
        return write_position(self._engine.conditions.grid, self._state)

    @property
    def player(self) -> str:
        return PLAYERS[0]

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the board."""
        return self._engine.conditions.grid.width, self._engine.conditions.grid.height

    @property
    def human(self) -> Cell:
        return Cell(self._state.x, self._state.y)

    @property
    def robots(self) -> tuple[Cell, ...]:
        """Where the robots are, row by row from the bottom; not those that share the cell of the dead human."""
        return self._cells(self._state.robots)

    @property
    def explosions(self) -> tuple[Cell, ...]:
        """Where the explosions are, row by row from the bottom; not one in which the human has died."""
        return self._cells(self._state.explosions)

    @property
    def level(self) -> int:
        """The level that is played, or that has just been cleared; 0 before the first."""
        return self._state.level

    @property
    def safe_teleports(self) -> int:
        return self._state.safe

    @property
    def score(self) -> int:
        """How many robots have been destroyed."""
        return self._state.score

    @property
    def awaits_chance(self) -> bool:
        return self._state.status == rules_engine.AWAITING_SPAWN

    def drawn(self, source: Random) -> Spawn:
        if not isinstance(source, Random):
            raise TypeError(f"chance needs a random.Random, not {kind_of(source)}")
        cells = self._engine.conditions.grid
        start = self._engine.conditions.start
        free = [cell for cell in cells.cells(cells.all) if cell != start]
        robots = source.sample(free, self._engine.spawn_size(self._state))
        return Spawn(write_rows(cells.width, cells.height, start, robots, ()))

    def legal_actions(self) -> list[Action]:
        """The steps, then the teleport without its destination, then the cascade."""
        engine, at = self._engine, self._state
        if at.status != rules_engine.PLAYING:
            return []
        steps = [step for step in STEPS.values() if engine.refuse_step(at, step.dx, step.dy) == rules_engine.ALLOWED]
        teleports = [Teleport(at.safe > 0)] if engine.destinations(at) else []
        return [*steps, *teleports, Cascade()]

    def completions(self, choice: Action) -> list[Action]:
        """A teleport to each cell where chance may take it; any other choice is complete."""
        self.game.check_action(choice)
        if not isinstance(choice, Teleport) or choice.cell is not None:
            return [choice]
        if self.violation(choice) is not None:
            return []
        cells = self._engine.conditions.grid.cells(self._engine.destinations(self._state))
        return [Teleport(choice.is_safe, cell) for cell in cells]

    def count_continuations(self) -> int:
        choices = self.legal_actions()
        if not any(isinstance(choice, Teleport) for choice in choices):
            return len(choices)
        return len(choices) - 1 + self._engine.destinations(self._state).bit_count()

    def violation(self, action: Action) -> Violation | None:
        """Why an action or a spawn is not allowed. A teleport without its destination is judged as a choice."""
        self.game.check_action(action)
        return explain_refusal(self._engine, self._state, action, _refusal(self._engine, self._state, action))

    def outcome(self) -> Outcome:
        return _OUTCOMES[self._state.status]

    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        self.game.check_action(action)
        wanted = _destination(self._state, action)
        return sorted(self.continuations(), key=lambda other: _difference(self._state, action, wanted, other))[:limit]

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
        is_legal = self.violation(action) is None and action != Teleport(self._state.safe > 0)
        after = _successor(self._engine, self._state, action) if is_legal else self._state
        there = Cell(after.x, after.y) if is_legal else _destination(self._state, action)
        waves = self._collisions(action, after) if is_legal else ()
        if isinstance(action, Step) and there != self.human and self._engine.conditions.grid.has(there):
            return Trace((Arrow(self.human, there),), waves=waves)
        cells = dict.fromkeys(cell for cell in (self.human, there) if self._engine.conditions.grid.has(cell))
        return Trace(cells=tuple(cells), waves=waves)

    def _collisions(self, action: Action, after: State) -> tuple[tuple[Cell, ...], ...]:
        """The cells in which robots are destroyed, or the human dies, one step of the robots after the other."""
        waves = []
        at = self._state
        while isinstance(action, Cascade) and at.status == rules_engine.PLAYING:
            following = self._engine.after_step(at, 0, 0)
            waves.append(self._destroyed(at, following))
            at = following
        if not isinstance(action, Cascade):
            waves.append(self._destroyed(at, after))
        return tuple(tuple(wave) for wave in waves if wave)

    def _destroyed(self, before: State, after: State) -> list[Cell]:
        grid = self._engine.conditions.grid
        human = grid.of([Cell(after.x, after.y)])
        found = human if after.status == rules_engine.DEAD else 0
        # Who walks into a robot or an explosion is dead before the robots move.
        if not (found and (before.robots | before.explosions) & human):
            arrived, _ = grid.drawn_to(before.robots, after.x, after.y)
            found |= after.explosions & ~before.explosions | arrived & before.explosions & after.explosions
        return grid.cells(found)

    def facts(self, action: Action) -> dict[str, Any]:
        self.game.check_action(action)
        engine, before, after = self._engine, self._state, _successor(self._engine, self._state, action)
        if isinstance(action, Spawn):
            return {"level": after.level, "robots": after.left}
        if after.status == rules_engine.DEAD:
            return {}
        facts = {"robots": after.left, "destroyed": after.score - before.score}
        if isinstance(action, Cascade):
            facts |= {"steps": engine.cascade_steps(before), "safe_teleports": after.safe}
        return facts

    def derived_tags(self) -> Mapping[str, str]:
        return {SCORE_TAG: str(self.score)}

    def conditions(self) -> Mapping[str, str]:
        """The cell on which levels begin, and the last level: no position string tells them."""
        fixed = self._engine.conditions
        return {START_TAG: f"{fixed.start.x},{fixed.start.y}", LEVELS_TAG: str(fixed.levels)}

    def _after(self, action: Action) -> RobotsPosition:
        return RobotsPosition(self._engine, _successor(self._engine, self._state, action), self.rules)

    def _cells(self, found: int) -> tuple[Cell, ...]:
        """The cells of a set, but for the human's."""
        return tuple(cell for cell in self._engine.conditions.grid.cells(found) if cell != self.human)

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


class RobotsCursor(Cursor):
    """A line of play: the states that it has gone through."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, RobotsPosition)
        self._engine = start._engine
        self._rules = start.rules
        self._states = [start._state]
        self._is_refused_in_doubt = False
        """Whether the named readings may disagree about the refusal of the last action that was tried here."""

    def refuse(self, action: Action) -> Violation | None:
        engine, at = self._engine, self._states[-1]
        refused = _refusal(engine, at, action)
        if refused == rules_engine.ALLOWED:
            self._states.append(_successor(engine, at, action))
            self._is_refused_in_doubt = False
            return None
        if isinstance(action, Spawn):
            self._is_refused_in_doubt = refused == rules_engine.SPAWN_HUMAN and engine.starts_elsewhere(read_layout(action.board))
        else:
            self._is_refused_in_doubt = (
                refused == rules_engine.FORBIDDEN_CELL
                and isinstance(action, Teleport)
                and action.cell is not None
                and engine.readings_part_at(at, action.cell)
            )
        return explain_refusal(engine, at, action, refused)

    def undo(self) -> None:
        self._states.pop()
        self._is_refused_in_doubt = False

    def is_over(self) -> bool:
        return self._states[-1].status in (rules_engine.DEAD, rules_engine.WON)

    def position(self) -> RobotsPosition:
        return RobotsPosition(self._engine, self._states[-1], self._rules)

    def contradiction(self, claim: Claim) -> tuple[str, str] | None:
        at = self._states[-1]
        actual: Claim
        if at.status == rules_engine.DEAD:
            actual = Dead()
        elif at.left == 0 and claim != Left(0):
            actual = Cleared()
        else:
            actual = Left(at.left)
        return None if actual == claim else (claim.words, actual.words)

    def readings_part(self) -> bool:
        return self._is_refused_in_doubt or self._states[-1].is_parted


def start(rules: Rules, setup: str | None, tags: Mapping[str, str]) -> RobotsPosition:
    """A new game before its first spawn, or the position that a position string describes. Raises NotationError."""
    engine, state = start_state(rules, setup, tags)
    return RobotsPosition(engine, state, rules)


# Actions on an engine


def _refusal(engine: Engine, at: State, action: Action) -> int:
    if type(action) is Step:
        return engine.refuse_step(at, action.dx, action.dy)
    if type(action) is Teleport:
        if action.cell is not None:
            return engine.refuse_teleport(at, action.is_safe, action.cell)
        return engine.refuse_teleport_choice(at, action.is_safe)
    if type(action) is Spawn:
        return engine.refuse_spawn(at, read_layout(action.board))
    return engine.refuse_cascade(at)


def _successor(engine: Engine, at: State, action: Action) -> State:
    """The state after an allowed action. Raises NotationError for a teleport without its destination."""
    if type(action) is Step:
        return engine.after_step(at, action.dx, action.dy)
    if type(action) is Teleport:
        if action.cell is None:
            raise NotationError(f"{action} is a choice, not an action: chance has to say where the teleport ends")
        return engine.after_teleport(at, action.cell)
    if type(action) is Spawn:
        return engine.after_spawn(at, read_layout(action.board))
    return engine.after_cascade(at)


# What is like what


def _destination(at: State, action: Action) -> Cell:
    """Where an action leads the human, on the board or not."""
    if isinstance(action, Step):
        return Cell(at.x + action.dx, at.y + action.dy)
    if isinstance(action, Teleport) and action.cell is not None:
        return action.cell
    return Cell(at.x, at.y)


def _difference(at: State, action: Action, wanted: Cell, other: Action) -> tuple[int, int, int]:
    """How far two actions are apart: in kind, then in where they lead, along both axes and along the longer one."""
    there = _destination(at, other)
    across, up = abs(wanted.x - there.x), abs(wanted.y - there.y)
    return (int(type(action) is not type(other)), across + up, max(across, up))
