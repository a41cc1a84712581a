"""STACKS above the engine: the immutable position and the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from expendibots_notation.board import FILES, Square
from expendibots_notation.diagram import Arrow, Diagram, Piece, Trace
from expendibots_notation.game import Cursor, Game, Outcome, Position, Rules, Violation
from expendibots_notation.games.engine import Machine
from expendibots_notation.games.stacks import enumeration, likeness
from expendibots_notation.games.stacks.action_bytes import ActionBytes
from expendibots_notation.games.stacks.actions import Action, Attack, Movement, Pass, encoded, mirrored, movements, squares_named
from expendibots_notation.games.stacks.codes import ALLOWED, GOING_ON, PIECES
from expendibots_notation.games.stacks.engine import Engine
from expendibots_notation.games.stacks.options import options_of
from expendibots_notation.games.stacks.positions import START, read_position
from expendibots_notation.games.stacks.reasons import explain
from expendibots_notation.games.stacks.squares import BLACK, HEIGHT, HOME, NUMBER, PLAYERS, RED, SQUARES, WIDTH, numbers_in

OUTCOMES = (
    Outcome(),
    Outcome("0-1", "elimination"),
    Outcome("1-0", "elimination"),
    Outcome("1-0", "breakthrough"),
    Outcome("0-1", "breakthrough"),
    Outcome("0-1", "no-action"),
    Outcome("1-0", "no-action"),
)
"""By the ending of an engine."""


class StacksPosition(Position):
    """A position of STACKS at the start of a turn. It holds an engine that nobody plays on: playing forks it."""

    __slots__ = ("_engine", "rules")
    game: ClassVar[Game]

    def __init__(self, engine: Engine, rules: Rules) -> None:
        self._engine = engine
        self.rules = rules

    @property
    def text(self) -> str:
        return self._engine.text()

    @property
    def player(self) -> str:
        return PLAYERS[self._engine.player]

    @property
    def turn(self) -> int:
        return self._engine.turn

    @property
    def lost(self) -> tuple[int, int]:
        """How many pieces Black and Red have lost."""
        engine = self._engine
        return PIECES - engine.pieces(engine.squares_of(BLACK)), PIECES - engine.pieces(engine.squares_of(RED))

    def stack(self, square: str) -> tuple[str, int] | None:
        """Who stands on a square such as `c3`, and with how many pieces; None where nobody does."""
        number = NUMBER.get(Square.parse(square), -1)
        for player in (BLACK, RED):
            if number >= 0 and self._engine.squares_of(player) >> number & 1:
                return PLAYERS[player], self._engine.pieces(1 << number)
        return None

    def legal_actions(self) -> list[Action]:
        """Every legal action: group movements by square, then two-piece turns, both orders of each; a pass where there is none.

        A pair appears in both orders where both are legal: they are different actions, also where they lead to the same position.
        """
        if self._engine.ending != GOING_ON:
            return []
        return list(enumeration.actions(self._engine.fork())) or [Pass()]

    def count_continuations(self) -> int:
        return self._engine.fork().count_actions() or 1 if self._engine.ending == GOING_ON else 0

    def violation(self, action: Action) -> Violation | None:
        self.game.check_action(action)
        engine = self._engine.fork()
        why = engine.attempt(encoded(action))
        return explain(engine, action, why) if why != ALLOWED else None

    def outcome(self) -> Outcome:
        return OUTCOMES[self._engine.ending]

    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        self.game.check_action(action)
        if self._engine.ending != GOING_ON:
            return []
        return likeness.nearest(self._engine.fork(), action, limit) or [Pass()]

    def diagram(self) -> Diagram:
        pieces = []
        for player in (BLACK, RED):
            for number in numbers_in(self._engine.squares_of(player)):
                square, height = SQUARES[number], str(self._engine.pieces(1 << number))
                name = PLAYERS[player]
                pieces.append(
                    Piece(square.x, square.y, player, name[0], height, f"{name.capitalize()} stack of {height} on {square.name}")
                )
        ranks = tuple(str(rank) for rank in range(1, HEIGHT + 1))
        homes = tuple((*SQUARES[number], player) for player in (BLACK, RED) for number in numbers_in(HOME[player]))
        return Diagram(tuple(FILES[:WIDTH]), ranks, tuple(pieces), self.counters, self.caption, homes, PLAYERS)

    @property
    def caption(self) -> str:
        outcome = self.outcome()
        if outcome.is_over:
            return f"{outcome.result}, {outcome.termination}"
        return f"{self.player.capitalize()} to move, turn {self.turn}"

    @property
    def counters(self) -> tuple[tuple[str, str], ...]:
        return tuple((f"{name.capitalize()} lost", str(lost)) for name, lost in zip(PLAYERS, self.lost, strict=True))

    def trace(self, action: Action) -> Trace:
        self.game.check_action(action)
        arrows = tuple(arrow for movement in movements(action) for arrow in _arrows(movement))
        named = dict.fromkeys(square for movement in movements(action) for square in squares_named(movement) if square in NUMBER)
        return Trace(arrows, () if arrows else tuple(named), self._losses(action))

    def _losses(self, action: Action) -> tuple[tuple[Square, ...], ...]:
        """Where a legal action removes pieces: where it attacks, and then stacks of four that cannot move any more."""
        if self.violation(action) is not None:
            return ()
        losses: list[tuple[Square, ...]] = [(each.target,) for each in movements(action) if isinstance(each, Attack)]
        stuck = self._after(action)._engine.stuck
        return (*losses, *([tuple(SQUARES[number] for number in numbers_in(stuck))] if stuck else []))

    def facts(self, action: Action) -> dict[str, Any]:
        """How many pieces each side loses by the action, where any are lost, and the stacks of four that cannot move after it."""
        self.game.check_action(action)
        after = self._after(action)
        facts: dict[str, Any] = {}
        if after.lost != self.lost:
            facts["removed"] = {name: after.lost[at] - self.lost[at] for at, name in enumerate(PLAYERS)}
        if after._engine.stuck:
            facts["stuck"] = [SQUARES[number].name for number in numbers_in(after._engine.stuck)]
        return facts

    def mirrored_text(self) -> str:
        board, rest = self.text.split(" ", 1)
        return f"{'/'.join(rank[::-1] for rank in board.split('/'))} {rest}"

    def mirrored_action(self, action: Action) -> Action:
        self.game.check_action(action)
        return mirrored(action, WIDTH)

    def _after(self, action: Action) -> StacksPosition:
        engine = self._engine.fork()
        engine.play(encoded(action))
        return StacksPosition(engine, self.rules)


class StacksCursor(Cursor):
    """A line of play on one engine."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, StacksPosition)
        self._rules = start.rules
        self._engine = start._engine.fork()

    def refuse(self, action: Action) -> Violation | None:
        numbers = encoded(action)
        if self._engine.play(numbers) == ALLOWED:
            return None
        violation = explain(self._engine, action, self._engine.attempt(numbers))
        self._engine.give_up()
        return violation

    def undo(self) -> None:
        self._engine.undo()

    def is_over(self) -> bool:
        return self._engine.ending != GOING_ON

    def position(self) -> StacksPosition:
        return StacksPosition(self._engine.fork(), self._rules)

    def glimpse(self) -> StacksPosition:
        return StacksPosition(self._engine, self._rules)

    def contradiction(self, claim: object) -> tuple[str, str] | None:
        """Actions of STACKS claim nothing."""
        return None


@cache
def _initial(options: int) -> Engine:
    """The initial position, without reading its text for each record anew; it is never played on."""
    return read_position(START, options)


MACHINE = Machine(
    new_engine=lambda: _initial(0).fork(),
    new_reader=ActionBytes,
    engine_of=lambda position: position._engine,
    position=StacksPosition,
    outcomes=OUTCOMES,
)


def start(rules: Rules, setup: str | None, _tags: Mapping[str, str]) -> StacksPosition:
    """The initial position, or the one that a position string describes. Raises NotationError."""
    options = options_of(rules)
    return StacksPosition(_initial(options) if setup is None else read_position(setup, options), rules)


def _arrows(movement: Movement) -> list[Arrow]:
    """Who goes where, as far as that is on the board."""
    if isinstance(movement, Attack):
        found = [Arrow(movement.source, movement.target, "attack")]
        found += [Arrow(helper.square, movement.target, "help") for helper in movement.helpers]
        found += [] if movement.retreat is None else [Arrow(movement.target, movement.retreat, "retreat")]
    else:
        found = [Arrow(movement.source, movement.target)]
    return [each for each in found if each.source in NUMBER and each.target in NUMBER and each.source != each.target]
