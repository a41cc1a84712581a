"""Stack Wars above the engine: the immutable position, the cursor, and the reasons in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from expendibots_notation.board import FILES, Square
from expendibots_notation.diagram import NO_TRACE, Arrow, Diagram, Piece, Trace
from expendibots_notation.game import DRAW, Cursor, Game, Outcome, Position, Rules, Violation, likest
from expendibots_notation.games.engine import Machine
from expendibots_notation.games.stack_wars import codes
from expendibots_notation.games.stack_wars.action_bytes import ActionBytes
from expendibots_notation.games.stack_wars.actions import Action, Attack, Claim, Fortify, Move, Pass
from expendibots_notation.games.stack_wars.codes import BLACK, LARGEST, SIDES
from expendibots_notation.games.stack_wars.engine import Engine
from expendibots_notation.games.stack_wars.positions import (
    COLOURS,
    STANDARD_SIZE,
    initial_engine,
    mirrored_position,
    read_position,
    read_size,
    square_at,
)

PLAYERS = ("black", "white")
SIZE_TAG = "Size"
SCORE_TAG = "Score"

# The points in which the readings of the rules may differ.
MOVE_ONTO_OWN = "move_onto_own"
NO_MOVE = "no_move"
OPTIONS = {MOVE_ONTO_OWN: ("forbid", "allow"), NO_MOVE: ("pass", "none")}

VIOLATIONS = {
    codes.AFTER_END: "action-after-end",
    codes.OFF_BOARD: "off-board",
    codes.NO_RESERVE: "empty-reserve",
    codes.NO_DISTANCE: "no-distance",
    codes.EMPTY_TERRITORY: "empty-square",
    codes.NOT_YOURS: "not-your-stack",
    codes.NOT_CONTROLLED: "not-controlled",
    codes.NOT_ADJACENT: "not-adjacent",
    codes.ONTO_ENEMY: "onto-enemy",
    codes.ONTO_OWN: "onto-own",
    codes.NOTHING_TO_ATTACK: "nothing-to-attack",
    codes.ATTACK_ON_OWN: "attack-on-own",
    codes.STACK_ATTACKS: "stack-attacks",
    codes.NO_PASSING: "no-passing",
    codes.NEEDLESS_PASS: "needless-pass",
}
"""By the engine's answer, in the order in which it asks."""

OUTCOMES = (
    Outcome(),
    *(Outcome(result, termination) for termination in ("elimination", "double-pass") for result in (DRAW, "1-0", "0-1")),
)
"""By the endings of the engine."""


class StackWarsPosition(Position):
    """A position of Stack Wars. It holds an engine that nobody plays on: playing forks it."""

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
    def size(self) -> int:
        """The number of files, which is also that of ranks."""
        return self._engine.size

    @property
    def reserves(self) -> tuple[int, int]:
        """How many armies Black and White have in reserve."""
        return self._engine.reserves[0], self._engine.reserves[1]

    @property
    def points(self) -> tuple[int, int]:
        """How many points Black and White have."""
        return self._engine.points[0], self._engine.points[1]

    @property
    def passes(self) -> int:
        """How many passes in a row have just been played; no position string tells."""
        return self._engine.passes

    def armies(self, square: str) -> int:
        """The armies on a territory such as `e4`: positive for Black, negative for White, 0 for none."""
        x, y = Square.parse(square)
        size = self._engine.size
        return self._engine.cells[y * size + x] if x < size and 0 <= y < size else 0

    def legal_actions(self) -> list[Action]:
        """Every legal action: by territory the fortification, then the moves and attacks from it by target. A pass stands alone."""
        engine = self._engine
        if engine.ending != codes.GOING_ON:
            return []
        found: list[Action] = []
        for territory in range(len(engine.cells)):
            square = square_at(engine, territory)
            if engine.is_fortifiable(territory):
                found.append(Fortify(square))
            for target, is_attack in engine.steps_from(territory, engine.joins):
                found.append((Attack if is_attack else Move)(square, square_at(engine, target)))
        return found if found or not engine.passing else [Pass()]

    def violation(self, action: Action) -> Violation | None:
        self.game.check_action(action)
        return explain_refusal(self._engine, action, _refusal(self._engine, action))

    def outcome(self) -> Outcome:
        return OUTCOMES[self._engine.ending]

    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        self.game.check_action(action)
        return likest(self.legal_actions(), partial(_difference, action), limit)

    def diagram(self) -> Diagram:
        engine = self._engine
        pieces = []
        for territory, armies in enumerate(engine.cells):
            if armies:
                square, side = square_at(engine, territory), 0 if armies > 0 else 1
                strength = abs(armies)
                spoken = f"{counted_armies(strength)} of {PLAYERS[side].capitalize()} on {square.name}"
                pieces.append(Piece(square.x, square.y, side, PLAYERS[side][0], str(strength), spoken))
        ranks = tuple(str(rank) for rank in range(1, engine.size + 1))
        baselines = tuple((x, y, side) for side, y in enumerate((0, engine.size - 1)) for x in range(engine.size))
        return Diagram(tuple(FILES[: engine.size]), ranks, tuple(pieces), self.counters, self.caption, baselines, PLAYERS)

    @property
    def caption(self) -> str:
        outcome = self.outcome()
        if outcome.is_over:
            return f"{outcome.result}, {outcome.termination}"
        return f"{self.player.capitalize()} to move, turn {self.turn}"

    @property
    def counters(self) -> tuple[tuple[str, str], ...]:
        return tuple(
            (f"{name.capitalize()} {what}", str(number))
            for what, numbers in (("points", self.points), ("reserve", self.reserves))
            for name, number in zip(PLAYERS, numbers, strict=True)
        )

    def trace(self, action: Action) -> Trace:
        self.game.check_action(action)
        if isinstance(action, Pass):
            return NO_TRACE
        on_board = [square for square in dict.fromkeys(_ends(action)) if _is_on_board(self._engine, square)]
        if isinstance(action, Fortify) or len(on_board) < 2:
            return Trace(cells=tuple(on_board))
        return Trace((Arrow(action.source, action.target, "attack" if isinstance(action, Attack) else "move"),))

    def facts(self, action: Action) -> dict[str, Any]:
        """The army that an attack removes; an invasion, with the points that it leads to."""
        self.game.check_action(action)
        after = self._engine.fork()
        _play(after, action)
        effect = after.effect()
        found: dict[str, Any] = {}
        if isinstance(action, Attack):
            found["removed"] = {name: int(name != self.player) for name in PLAYERS}
        if effect in codes.INVASIONS:
            found["invasion"] = True
            found["points"] = {"black": after.points[0], "white": after.points[1]}
        return found

    def derived_tags(self) -> Mapping[str, str]:
        black, white = self.points
        return {SCORE_TAG: f"{black}-{white}"}

    def mirrored_text(self) -> str:
        return mirrored_position(self.text)

    def mirrored_action(self, action: Action) -> Action:
        self.game.check_action(action)
        if isinstance(action, Pass):
            return action
        if isinstance(action, Fortify):
            return Fortify(action.square.mirrored(self.size))
        return type(action)(action.source.mirrored(self.size), action.target.mirrored(self.size))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and copying."""
        engine = self._engine
        own = tuple(engine.cells), tuple(engine.reserves), tuple(engine.points)
        return _restored, (self.rules, engine.size, *own, engine.side, engine.turn, engine.joins, engine.passing, engine.passes)

    def _after(self, action: Action) -> StackWarsPosition:
        engine = self._engine.fork()
        _play(engine, action)
        return StackWarsPosition(engine, self.rules)

    def __eq__(self, other: object) -> bool:
        """Same armies, reserves and points, same player and turn, and as many passes just before."""
        return isinstance(other, StackWarsPosition) and (self.text, self.passes) == (other.text, other.passes)

    __hash__ = Position.__hash__


def _restored(rules: Rules, *of_engine: Any) -> StackWarsPosition:
    """The position of a pickle."""
    return StackWarsPosition(Engine(*of_engine), rules)


class StackWarsCursor(Cursor):
    """A line of play on one engine."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, StackWarsPosition)
        self._rules = start.rules
        self._engine = start._engine.fork()

    def refuse(self, action: Action) -> Violation | None:
        refused = self._engine.refused = _play(self._engine, action)
        return None if refused == codes.ALLOWED else explain_refusal(self._engine, action, refused)

    def undo(self) -> None:
        self._engine.undo()

    def is_over(self) -> bool:
        return self._engine.ending != codes.GOING_ON

    def position(self) -> StackWarsPosition:
        return StackWarsPosition(self._engine.fork(), self._rules)

    def glimpse(self) -> StackWarsPosition:
        return StackWarsPosition(self._engine, self._rules)

    def contradiction(self, claim: Claim) -> tuple[str, str] | None:
        is_invasion = self._engine.effect() in codes.INVASIONS
        return None if is_invasion else (claim.words, "none")

    def readings_part(self) -> bool:
        return self._engine.readings_part()


MACHINE = Machine(
    new_engine=lambda: initial_engine(LARGEST, False, True),
    new_reader=ActionBytes,
    engine_of=lambda position: position._engine,
    position=StackWarsPosition,
    outcomes=OUTCOMES,
)


def start(rules: Rules, setup: str | None, tags: Mapping[str, str]) -> StackWarsPosition:
    """The initial position on a board of the Size tag, or the one that a position string describes. Raises NotationError."""
    joins, passing = rules.options[MOVE_ONTO_OWN] == "allow", rules.options[NO_MOVE] == "pass"
    size = read_size(tags[SIZE_TAG]) if SIZE_TAG in tags else None
    if setup is None:
        engine = initial_engine(STANDARD_SIZE if size is None else size, joins, passing)
    else:
        engine = read_position(setup, size, joins, passing)
    return StackWarsPosition(engine, rules)


# Actions on an engine


def _play(engine: Engine, action: Action) -> int:
    """Play the action if it is allowed; why not, otherwise."""
    try:
        if type(action) is Move:
            return engine.move(*action.source, *action.target)
        if type(action) is Fortify:
            return engine.fortify(*action.square)
        if type(action) is Attack:
            return engine.attack(*action.source, *action.target)
    except OverflowError:
        return _refusal(engine, action)
    return engine.give_up_turn()


def _refusal(engine: Engine, action: Action) -> int:
    """Why the action is not allowed, however far away its territories are."""
    if isinstance(action, Pass):
        return engine.refuse_pass()
    ends = (action.square,) if isinstance(action, Fortify) else (action.source, action.target)
    places = [max(-1, min(place, LARGEST)) for square in ends for place in square]
    if isinstance(action, Fortify):
        return engine.refuse_fortify(*places)
    return engine.refuse_move(*places) if isinstance(action, Move) else engine.refuse_attack(*places)


def _difference(action: Action, other: Action) -> int:
    """How far two actions are apart: by territories and by kind.

    A wrong sign is the likeliest slip, so a move and an attack between the same territories are nearer to each other than
    anything else.
    """
    if isinstance(action, Pass) or isinstance(other, Pass):
        return 0
    source, target = _ends(action)
    other_source, other_target = _ends(other)
    apart = _distance(source, other_source) + _distance(target, other_target)
    if type(action) is type(other):
        return 2 * apart
    return 2 * apart + (4 if isinstance(action, Fortify) or isinstance(other, Fortify) else 1)


def _ends(action: Fortify | Move | Attack) -> tuple[Square, Square]:
    return (action.square, action.square) if isinstance(action, Fortify) else (action.source, action.target)


def _distance(a: Square, b: Square) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)


# Reasons in words


def explain_refusal(engine: Engine, action: Action, refused: int) -> Violation | None:
    """What the engine's answer means, with everything that the message needs."""
    if refused == codes.ALLOWED:
        return None
    player = COLOURS[engine.side]
    facts: dict[str, object] = {"text": str(action), "player": player}
    if not isinstance(action, Pass):
        source, target = _ends(action)
        facts |= {"source": _both(engine, source), "target": _both(engine, target)}
        facts |= _more_facts(engine, source, target, refused)
    if refused == codes.AFTER_END:
        facts["end"] = _ending_in_words(engine)
    return Violation(VIOLATIONS[refused], facts)


def _more_facts(engine: Engine, source: Square, target: Square, refused: int) -> dict[str, object]:
    """What only some of the messages say."""
    size = engine.size
    match refused:
        case codes.OFF_BOARD:
            outside = source if not _is_on_board(engine, source) else target
            first, last = Square(0, 0), Square(size - 1, size - 1)
            return {"square": _both(engine, outside), "first": _both(engine, first), "last": _both(engine, last)}
        case codes.NOT_YOURS:
            return {"owner": COLOURS[-engine.side]}
        case codes.ONTO_ENEMY:
            return {"owner": COLOURS[-engine.side], "height": counted_armies(_strength(engine, target))}
        case codes.NOT_CONTROLLED:
            return {"rank": 1 if engine.side == BLACK else size}
        case codes.STACK_ATTACKS:
            return {"height": counted_armies(_strength(engine, source))}
    return {}


def _ending_in_words(engine: Engine) -> str:
    if engine.ending >= codes.DOUBLE_PASS:
        return "both sides have passed"
    left = [COLOURS[side] for player, side in enumerate(SIDES) if engine.armies[player]]
    return "neither side has armies left" if not left else f"{'White' if left == ['Black'] else 'Black'} has no armies left"


def counted_armies(number: int) -> str:
    """`1 army`, `3 armies`."""
    return "1 army" if number == 1 else f"{number} armies"


def _both(engine: Engine, square: Square) -> str:
    """A territory with the coordinates of the original program behind it, column and row, in which row 0 is White's baseline."""
    return f"{square.name} ({square.x},{engine.size - 1 - square.y})"


def _strength(engine: Engine, square: Square) -> int:
    return abs(engine.cells[square.y * engine.size + square.x])


def _is_on_board(engine: Engine, square: Square) -> bool:
    return 0 <= square.x < engine.size and 0 <= square.y < engine.size
