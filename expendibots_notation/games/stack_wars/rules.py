"""Stack Wars above the engine: the immutable position, the cursor, and the reasons in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from expendibots_notation.board import FILES, Square
from expendibots_notation.diagram import NO_TRACE, Arrow, Diagram, Piece, Trace
from expendibots_notation.game import DRAW, Cursor, Game, Outcome, Position, Rules, Violation, likest
from expendibots_notation.games.stack_wars import engine as rules_engine
from expendibots_notation.games.stack_wars.actions import Action, Attack, Claim, Fortify, Move, Pass
from expendibots_notation.games.stack_wars.engine import BLACK, WHITE, Engine
from expendibots_notation.games.stack_wars.positions import (
    COLOURS,
    STANDARD_SIZE,
    initial_engine,
    mirrored_position,
    read_position,
    read_size,
    square_at,
    write_position,
)

PLAYERS = ("black", "white")
SIZE_TAG = "Size"
SCORE_TAG = "Score"

# The points in which the readings of the rules may differ.
MOVE_ONTO_OWN = "move_onto_own"
NO_MOVE = "no_move"
OPTIONS = {MOVE_ONTO_OWN: ("forbid", "allow"), NO_MOVE: ("pass", "none")}

VIOLATIONS = {
    rules_engine.AFTER_END: "action-after-end",
    rules_engine.OFF_BOARD: "off-board",
    rules_engine.NO_RESERVE: "empty-reserve",
    rules_engine.NO_DISTANCE: "no-distance",
    rules_engine.EMPTY_TERRITORY: "empty-square",
    rules_engine.NOT_YOURS: "not-your-stack",
    rules_engine.NOT_CONTROLLED: "not-controlled",
    rules_engine.NOT_ADJACENT: "not-adjacent",
    rules_engine.ONTO_ENEMY: "onto-enemy",
    rules_engine.ONTO_OWN: "onto-own",
    rules_engine.NOTHING_TO_ATTACK: "nothing-to-attack",
    rules_engine.ATTACK_ON_OWN: "attack-on-own",
    rules_engine.STACK_ATTACKS: "stack-attacks",
    rules_engine.NO_PASSING: "no-passing",
    rules_engine.NEEDLESS_PASS: "needless-pass",
}
"""By the engine's answer, in the order in which it asks."""

_TERMINATIONS = {rules_engine.ELIMINATION: "elimination", rules_engine.DOUBLE_PASS: "double-pass"}


class StackWarsPosition(Position):
    """A position of Stack Wars. It holds an engine that nobody plays on: playing forks it."""

    __slots__ = ("_engine", "rules")
    game: ClassVar[Game]

    def __init__(self, engine: Engine, rules: Rules) -> None:
        self._engine = engine
        self.rules = rules

    @property
    def text(self) -> str:
        return write_position(self._engine)

    @property
    def player(self) -> str:
        return PLAYERS[0] if self._engine.side == BLACK else PLAYERS[1]

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
        return self._engine.reserves[BLACK], self._engine.reserves[WHITE]

    @property
    def points(self) -> tuple[int, int]:
        """How many points Black and White have."""
        return self._engine.points[BLACK], self._engine.points[WHITE]

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
        if engine.ending != rules_engine.GOING_ON:
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
        ending = self._engine.ending
        if ending == rules_engine.GOING_ON:
            return Outcome()
        black, white = self.points
        result = "1-0" if black > white else "0-1" if white > black else DRAW
        return Outcome(result, _TERMINATIONS[ending])

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
        effect = after.past[-1][0]
        found: dict[str, Any] = {}
        if isinstance(action, Attack):
            found["removed"] = {name: int(name != self.player) for name in PLAYERS}
        if effect in rules_engine.INVASIONS:
            found["invasion"] = True
            found["points"] = {"black": after.points[BLACK], "white": after.points[WHITE]}
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

    def _after(self, action: Action) -> StackWarsPosition:
        engine = self._engine.fork()
        _play(engine, action)
        return StackWarsPosition(engine, self.rules)

    def __eq__(self, other: object) -> bool:
        """Same armies, reserves and points, same player and turn, and as many passes just before."""
        return isinstance(other, StackWarsPosition) and (self.text, self.passes) == (other.text, other.passes)

    __hash__ = Position.__hash__


class StackWarsCursor(Cursor):
    """A line of play on one engine."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, StackWarsPosition)
        self._rules = start.rules
        self._engine = start._engine.fork()
        self._refused = rules_engine.ALLOWED
        """What became of the last action that was tried."""

    def refuse(self, action: Action) -> Violation | None:
        refused = self._refused = _play(self._engine, action)
        return None if refused == rules_engine.ALLOWED else explain_refusal(self._engine, action, refused)

    def undo(self) -> None:
        self._engine.undo()
        self._refused = rules_engine.ALLOWED

    def is_over(self) -> bool:
        return self._engine.ending != rules_engine.GOING_ON

    def position(self) -> StackWarsPosition:
        return StackWarsPosition(self._engine.fork(), self._rules)

    def glimpse(self) -> StackWarsPosition:
        return StackWarsPosition(self._engine, self._rules)

    def contradiction(self, claim: Claim) -> tuple[str, str] | None:
        is_invasion = self._engine.past[-1][0] in rules_engine.INVASIONS
        return None if is_invasion else (claim.words, "none")

    def readings_part(self) -> bool:
        """Whether a move onto one's own territory was played or refused, or a pass that only its being forbidden makes legal."""
        engine = self._engine
        if engine.parting >= 0 or self._refused == rules_engine.ONTO_OWN:
            return True
        return self._refused == rules_engine.NEEDLESS_PASS and not engine.has_choice(joins=False)


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
    if type(action) is Move:
        return engine.move(*action.source, *action.target)
    if type(action) is Fortify:
        return engine.fortify(*action.square)
    if type(action) is Attack:
        return engine.attack(*action.source, *action.target)
    return engine.give_up_turn()


def _refusal(engine: Engine, action: Action) -> int:
    match action:
        case Fortify():
            return engine.refuse_fortify(*action.square)
        case Move():
            return engine.refuse_move(*action.source, *action.target)
        case Attack():
            return engine.refuse_attack(*action.source, *action.target)
        case Pass():
            return engine.refuse_pass()


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
    if refused == rules_engine.ALLOWED:
        return None
    player = COLOURS[engine.side]
    facts: dict[str, object] = {"text": str(action), "player": player}
    if not isinstance(action, Pass):
        source, target = _ends(action)
        facts |= {"source": _both(engine, source), "target": _both(engine, target)}
        facts |= _more_facts(engine, source, target, refused)
    if refused == rules_engine.AFTER_END:
        facts["end"] = _ending_in_words(engine)
    return Violation(VIOLATIONS[refused], facts)


def _more_facts(engine: Engine, source: Square, target: Square, refused: int) -> dict[str, object]:
    """What only some of the messages say."""
    size = engine.size
    match refused:
        case rules_engine.OFF_BOARD:
            outside = source if not _is_on_board(engine, source) else target
            first, last = Square(0, 0), Square(size - 1, size - 1)
            return {"square": _both(engine, outside), "first": _both(engine, first), "last": _both(engine, last)}
        case rules_engine.NOT_YOURS:
            return {"owner": COLOURS[-engine.side]}
        case rules_engine.ONTO_ENEMY:
            return {"owner": COLOURS[-engine.side], "height": counted_armies(_strength(engine, target))}
        case rules_engine.NOT_CONTROLLED:
            return {"rank": 1 if engine.side == BLACK else size}
        case rules_engine.STACK_ATTACKS:
            return {"height": counted_armies(_strength(engine, source))}
    return {}


def _ending_in_words(engine: Engine) -> str:
    if engine.ending == rules_engine.DOUBLE_PASS:
        return "both sides have passed"
    left = [COLOURS[side] for side in (BLACK, WHITE) if engine.armies[side]]
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
