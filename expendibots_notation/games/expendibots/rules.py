"""Expendibots above the engine: the immutable position, and the cursor that replays a game."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, ClassVar

from expendibots_notation.board import FILES, Square
from expendibots_notation.diagram import NO_TRACE, Arrow, Diagram, Piece, Trace
from expendibots_notation.game import (
    DRAW,
    Cursor,
    Game,
    NotationError,
    Outcome,
    Position,
    Rules,
    Violation,
    likest,
)
from expendibots_notation.games.engine import Machine
from expendibots_notation.games.expendibots import codes
from expendibots_notation.games.expendibots.action_bytes import ActionBytes
from expendibots_notation.games.expendibots.actions import Action, Boom, Claim, Height, Move, Removed
from expendibots_notation.games.expendibots.codes import BLACK, SQUARES, WHITE, WIDTH
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import (
    MOST_TOKENS,
    initial_position,
    mirrored_position,
    read_position,
    write_position,
)
from expendibots_notation.games.expendibots.reasons import distance, explain_refusal, is_on_board

PLAYERS = ("white", "black")
MOST_ACTIONS = 10**6
_NAMES = {player: player.capitalize() for player in PLAYERS}
_WHITE, _BLACK = _NAMES.values()
_COLUMNS, _ROWS = tuple(FILES[:WIDTH]), tuple(map(str, range(1, WIDTH + 1)))

OUTCOMES = {
    codes.GOING_ON: Outcome(),
    codes.MUTUAL_DESTRUCTION: Outcome(DRAW, "mutual-destruction"),
    codes.WHITE_WINS: Outcome("1-0", "elimination"),
    codes.BLACK_WINS: Outcome("0-1", "elimination"),
    codes.REPETITION: Outcome(DRAW, "repetition"),
    codes.TURNS_USED_UP: Outcome(DRAW, "turn-limit"),
}


class ExpendibotsPosition(Position):
    """A position of Expendibots. It holds an engine that nobody plays on: playing forks it."""

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
        return PLAYERS[0] if self._engine.side == WHITE else PLAYERS[1]

    @property
    def turn(self) -> int:
        return self._engine.turn

    @property
    def tokens(self) -> tuple[int, int]:
        """How many tokens White and Black have."""
        return self._engine.white, self._engine.black

    @property
    def hash(self) -> int:
        """A 64-bit number for the board and the side to move; equal positions have equal ones."""
        return self._engine.position_hash()

    def height(self, square: str) -> int:
        """The stack on a square such as `d2`: positive for White, negative for Black, 0 for none."""
        x, y = Square.parse(square)
        return self._engine.cells[y * WIDTH + x] if x < WIDTH and 0 <= y < WIDTH else 0

    def legal_actions(self) -> list[Action]:
        """Every legal action, by stack and destination. Raises NotationError where a giant stack has too many to list."""
        number = self.count_continuations()
        if number > MOST_ACTIONS:
            raise NotationError(f"there are {number} legal actions, too many to list")
        every = partial(_actions_from, self._engine, counts=lambda height: range(1, height + 1))
        return [action for index in _own_stacks(self._engine) for action in every(index)]

    def count_continuations(self) -> int:
        return self._engine.count_actions()

    def violation(self, action: Action) -> Violation | None:
        self.game.check_action(action)
        return explain_refusal(self._engine, action, refusal(self._engine, action))

    def outcome(self) -> Outcome:
        return OUTCOMES[self._engine.ending]

    def nearest(self, action: Action, limit: int = 3) -> list[Action]:
        self.game.check_action(action)
        # Not all legal actions, of which a very high stack has very many: only with the count asked for, with 1 and with all.
        asked, near = (action.count, action.source) if isinstance(action, Move) else (1, action.square)
        found: list[Action] = []
        far = [abs(index % WIDTH - near.x) + abs(index // WIDTH - near.y) for index in range(SQUARES)]
        for index in sorted(_own_stacks(self._engine), key=far.__getitem__):
            if found and len(found) == limit and _difference(action, found[-1]) < (0, far[index]):
                break
            candidates = _actions_from(self._engine, index, lambda height: {1, height, min(max(asked, 1), height)})
            found = likest([*found, *candidates], partial(_difference, action), limit)
        return found

    def waves(self, square: str) -> list[list[str]]:
        """The explosion that a boom on a square would set off, in generations; each in the order a1, b1, … h8.

        Raises ValueError where the square is not on the board.
        """
        centre = Square.parse(square)
        if not is_on_board(centre):
            raise ValueError(f"{square} is not on the board")
        return _waves(self._engine, centre)

    def diagram(self) -> Diagram:
        pieces = [_piece(index, stack) for index, stack in enumerate(memoryview(self._engine.cells).tolist()) if stack]
        return Diagram(_COLUMNS, _ROWS, tuple(pieces), self.counters, self.caption, sides=PLAYERS)

    @property
    def caption(self) -> str:
        engine = self._engine
        if engine.ending != codes.GOING_ON:
            outcome = OUTCOMES[engine.ending]
            return f"{outcome.result}, {outcome.termination}"
        return f"{_WHITE if engine.side == WHITE else _BLACK} to move, turn {engine.turn}"

    @property
    def counters(self) -> tuple[tuple[str, str], ...]:
        engine = self._engine
        return (_WHITE, str(engine.white)), (_BLACK, str(engine.black))

    def trace(self, action: Action) -> Trace:
        self.game.check_action(action)
        if isinstance(action, Move):
            if not (is_on_board(action.source) and is_on_board(action.target)):
                return Trace(cells=tuple(square for square in (action.source, action.target) if is_on_board(square)))
            return _moved(action.source, action.target)
        if not is_on_board(action.square):
            return NO_TRACE
        is_stack = self._engine.cells[action.square.y * WIDTH + action.square.x] != 0
        waves = [tuple(Square.parse(name) for name in wave) for wave in _waves(self._engine, action.square)]
        return Trace(cells=(action.square,), waves=tuple(waves) if is_stack else ())

    def facts(self, action: Action) -> dict[str, Any]:
        self.game.check_action(action)
        if isinstance(action, Move):
            return {}
        waves = _waves(self._engine, action.square)
        white = black = 0
        for wave in waves:
            for name in wave:
                height = self.height(name)
                white += max(height, 0)
                black -= min(height, 0)
        return {"waves": waves, "removed": {"white": white, "black": black}}

    def repetition_key(self) -> str:
        """The board, and by the reading of the referee whose turn it is."""
        board, side, _ = self.text.split(" ", 2)
        return f"{board} {side}" if self._engine.referee else board

    def mirrored_text(self) -> str:
        return mirrored_position(self.text)

    def mirrored_action(self, action: Action) -> Action:
        self.game.check_action(action)
        if isinstance(action, Boom):
            return Boom(action.square.mirrored(WIDTH))
        return Move(action.count, action.source.mirrored(WIDTH), action.target.mirrored(WIDTH))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickling and copying: the board after the last boom and the moves since, on which repetition depends."""
        engine = self._engine.fork()
        moves = []
        while engine.ply > 0:
            engine.undo()
            moves.append((abs(engine.counts[engine.ply]), engine.sources[engine.ply], engine.targets[engine.ply]))
        return _restored, (self.rules, tuple(engine.cells), engine.side, engine.turn, engine.quiet, tuple(reversed(moves)))

    def _after(self, action: Action) -> ExpendibotsPosition:
        engine = self._engine.fork()
        play(engine, action)
        return ExpendibotsPosition(engine, self.rules)


def _restored(
    rules: Rules, cells: tuple[int, ...], side: int, turn: int, quiet: int, moves: tuple[tuple[int, int, int], ...]
) -> ExpendibotsPosition:
    """The position of a pickle."""
    engine = Engine(array("q", cells), side, turn, quiet, rules.reading == "referee", len(moves))
    for count, source, target in moves:
        engine.move(count, *_square(source), *_square(target))
    return ExpendibotsPosition(engine, rules)


class ExpendibotsCursor(Cursor):
    """A line of play on one engine."""

    def __init__(self, start: Position) -> None:
        assert isinstance(start, ExpendibotsPosition)
        at = start._engine
        self._rules = start.rules
        self._engine = Engine(array("q", bytes(at.cells)), at.side, at.turn, at.quiet, at.referee)
        self._here = ExpendibotsPosition(self._engine, self._rules)

    def refuse(self, action: Action) -> Violation | None:
        refused = play(self._engine, action)
        return None if refused == codes.ALLOWED else explain_refusal(self._engine, action, refused)

    def undo(self) -> None:
        self._engine.undo()

    def is_over(self) -> bool:
        return self._engine.ending != codes.GOING_ON

    def position(self) -> ExpendibotsPosition:
        return ExpendibotsPosition(self._engine.fork(), self._rules)

    def glimpse(self) -> ExpendibotsPosition:
        return self._here

    def contradiction(self, claim: Claim) -> tuple[str, str] | None:
        engine = self._engine
        actual: Claim
        if isinstance(claim, Height):
            actual = Height(engine.reached_height())
        else:
            actual = Removed(engine.removed_tokens(WHITE), engine.removed_tokens(BLACK))
        return None if actual == claim else (claim.words, actual.words)

    def readings_part(self) -> bool:
        return self._engine.readings_part()


MACHINE = Machine(
    new_engine=lambda: Engine(array("q", bytes(8 * SQUARES))),
    new_reader=ActionBytes,
    engine_of=lambda position: position._engine,
    position=ExpendibotsPosition,
    outcomes=tuple(OUTCOMES[ending] for ending in range(len(OUTCOMES))),
)


def start(rules: Rules, setup: str | None, _tags: Mapping[str, str]) -> ExpendibotsPosition:
    """The initial position, or the one that a position string describes. Raises NotationError."""
    cells, side, turn, quiet = initial_position() if setup is None else read_position(setup)
    return ExpendibotsPosition(Engine(cells, side, turn, quiet, rules.reading == "referee", 0), rules)


# Actions on an engine


@lru_cache(1 << 12)
def _moved(source: Square, target: Square) -> Trace:
    """What there is to draw of a move. There are few, and they come again and again."""
    return Trace((Arrow(source, target),))


def _square(index: int) -> Square:
    return Square(index % WIDTH, index // WIDTH)


@lru_cache(1 << 14)
def _piece(index: int, stack: int) -> Piece:
    """A stack as it is drawn. The same few come again and again."""
    square, side, height = _square(index), 0 if stack > 0 else 1, str(abs(stack))
    spoken = f"{PLAYERS[side].capitalize()} stack of {height} on {square.name}"
    return Piece(square.x, square.y, side, PLAYERS[side][0], height, spoken)


def play(engine: Engine, action: Action) -> int:
    """Play the action if it is allowed; why not, otherwise."""
    try:
        if type(action) is Move:
            x, y = action.source
            to_x, to_y = action.target
            return engine.move(action.count, x, y, to_x, to_y)
        assert type(action) is Boom
        return engine.boom(*action.square)
    except OverflowError:
        return refusal(engine, action)


def refusal(engine: Engine, action: Action) -> int:
    """Why the action is not allowed, whatever its numbers: those of the compiled engine end somewhere beyond all that it allows."""
    squares = (action.source, action.target) if isinstance(action, Move) else (action.square,)
    places = [max(-1, min(place, SQUARES)) for square in squares for place in square]
    if isinstance(action, Move):
        return engine.refuse_move(max(-1, min(action.count, MOST_TOKENS + 1)), *places)
    return engine.refuse_boom(*places)


def _own_stacks(engine: Engine) -> list[int]:
    """The stacks that may act, in the order of the squares."""
    going_on = engine.ending == codes.GOING_ON
    return [index for index in range(SQUARES) if engine.cells[index] * engine.side > 0] if going_on else []


def _actions_from(engine: Engine, index: int, counts: Callable[[int], Iterable[int]]) -> Iterator[Action]:
    """The boom of a stack, then its moves by destination, with those counts for its height."""
    source = _square(index)
    yield Boom(source)
    asked = counts(engine.cells[index] * engine.side)
    for target in engine.targets_from(index):
        for count in asked:
            yield Move(count, source, _square(target))


def _difference(action: Action, other: Action) -> tuple[int, int, int]:
    """How far two actions are apart: in kind, in the stack used, and in what is done with it.

    A wrong count weighs twice as much as a square of distance: people mistake the destination more often.
    """
    if isinstance(action, Move) and isinstance(other, Move):
        apart = distance(action.target, other.target) + 2 * abs(action.count - other.count)
        return (0, distance(action.source, other.source), apart)
    mine = action.source if isinstance(action, Move) else action.square
    others = other.source if isinstance(other, Move) else other.square
    return (int(type(action) is not type(other)), distance(mine, others), 0)


def _waves(engine: Engine, square: Square) -> list[list[str]]:
    size = engine.explode(square.y * WIDTH + square.x)
    waves: list[list[int]] = []
    for index in range(size):
        if engine.wave_of[index] == len(waves):
            waves.append([])
        waves[-1].append(engine.blast[index])
    return [[_square(each).name for each in sorted(wave)] for wave in waves]
