"""STACKS above the engine: the immutable position and the cursor."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from expendibots_notation.board import FILES, Square
from expendibots_notation.diagram import Arrow, Diagram, Piece, Trace
from expendibots_notation.game import Cursor, Game, NotationError, Outcome, Position, Rules, Violation
from expendibots_notation.games.stacks import enumeration, likeness
from expendibots_notation.games.stacks.actions import Action, Attack, Movement, Pass, mirrored, movements, squares_named
from expendibots_notation.games.stacks.engine import Engine
from expendibots_notation.games.stacks.options import options_of
from expendibots_notation.games.stacks.positions import START, Placement, read_placement, write_placement
from expendibots_notation.games.stacks.squares import BLACK, HEIGHT, HOME, NUMBER, PLAYERS, RED, SQUARES, WIDTH, numbers_in
from expendibots_notation.games.stacks.turn import Turn


class StacksPosition(Position):
    """A position of STACKS at the start of a turn. It holds an engine that nobody plays on: playing forks it."""

    __slots__ = ("_engine", "rules")
    game: ClassVar[Game]

    def __init__(self, engine: Engine, rules: Rules) -> None:
        self._engine = engine
        self.rules = rules

    @property
    def text(self) -> str:
        return write_placement(self._placement())

    @property
    def player(self) -> str:
        return PLAYERS[self._engine.side]

    @property
    def turn(self) -> int:
        return self._engine.number

    @property
    def lost(self) -> tuple[int, int]:
        """How many pieces Black and Red have lost."""
        return self._engine.lost

    def stack(self, square: str) -> tuple[str, int] | None:
        """Who stands on a square such as `c3`, and with how many pieces; None where nobody does."""
        number = NUMBER.get(Square.parse(square), -1)
        placement = self._placement()
        for player in (BLACK, RED):
            if number >= 0 and placement.squares[player] >> number & 1:
                return PLAYERS[player], placement.heights[number]
        return None

    def legal_actions(self) -> list[Action]:
        """Every legal action: group movements by square, then two-piece turns, both orders of each; a pass where there is none.

        A pair appears in both orders where both are legal: they are different actions, also where they lead to the same position.
        """
        if self._engine.outcome.is_over:
            return []
        actions = list(enumeration.actions(Turn(self._engine)))
        return actions or [Pass()]

    def count_continuations(self) -> int:
        if self._engine.outcome.is_over:
            return 0
        return enumeration.count_actions(Turn(self._engine)) or 1

    def violation(self, action: Action) -> Violation | None:
        self.game.check_action(action)
        return self._engine.violation(action)

    def outcome(self) -> Outcome:
        return self._engine.outcome

    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        self.game.check_action(action)
        if self._engine.outcome.is_over:
            return []
        found = likeness.nearest(Turn(self._engine), action, limit)
        return found or [Pass()]

    def diagram(self) -> Diagram:
        pieces = []
        placement = self._placement()
        for player in (BLACK, RED):
            for number in numbers_in(placement.squares[player]):
                square, height = SQUARES[number], str(placement.heights[number])
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
        engine.play(action)
        return StacksPosition(engine, self.rules)

    def _placement(self) -> Placement:
        engine = self._engine
        squares = (engine.own, engine.foe) if engine.side == BLACK else (engine.foe, engine.own)
        return Placement(engine.heights, squares, engine.side, engine.number)


class StacksCursor(Cursor):
    """A line of play on one engine."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, StacksPosition)
        self._rules = start.rules
        self._engine = start._engine.fork()

    def refuse(self, action: Action) -> Violation | None:
        return self._engine.play(action)

    def undo(self) -> None:
        self._engine.undo()

    def is_over(self) -> bool:
        return self._engine.outcome.is_over

    def position(self) -> StacksPosition:
        return StacksPosition(self._engine.fork(), self._rules)

    def glimpse(self) -> StacksPosition:
        return StacksPosition(self._engine, self._rules)

    def contradiction(self, claim: object) -> tuple[str, str] | None:
        """Actions of STACKS claim nothing."""
        return None


def start(rules: Rules, setup: str | None, _tags: Mapping[str, str]) -> StacksPosition:
    """The initial position, or the one that a position string describes.

    A string is read as the position in which the side to move begins its turn: stacks of four that cannot move are removed, as
    after any action. Raises NotationError, also where this would end the game.
    """
    placement = _initial() if setup is None else read_placement(setup)
    engine = Engine(placement.heights, placement.squares, placement.side, placement.number, options_of(rules))
    if engine.outcome.termination == "elimination":
        player = PLAYERS[engine.side].capitalize()
        raise NotationError(f"{player}'s stacks of four cannot move and are removed, so that the game is already over")
    return StacksPosition(engine, rules)


def _arrows(movement: Movement) -> list[Arrow]:
    """Who goes where, as far as that is on the board."""
    if isinstance(movement, Attack):
        found = [Arrow(movement.source, movement.target, "attack")]
        found += [Arrow(helper.square, movement.target, "help") for helper in movement.helpers]
        found += [] if movement.retreat is None else [Arrow(movement.target, movement.retreat, "retreat")]
    else:
        found = [Arrow(movement.source, movement.target)]
    return [each for each in found if each.source in NUMBER and each.target in NUMBER and each.source != each.target]


@cache
def _initial() -> Placement:
    """The initial position, without reading its text for each record anew; engines never change the board they begin with."""
    return read_placement(START)
