"""Games to measure with: random play from a fixed seed, every game another, with endings as in real logs."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import chess
import chess.pgn

from expendibots_notation.games.expendibots.codes import (
    ALLOWED,
    BLACK_WINS,
    GOING_ON,
    MUTUAL_DESTRUCTION,
    PLY_LIMIT,
    REPETITION,
    SQUARES,
    TURNS_USED_UP,
    WHITE,
    WHITE_WINS,
    WIDTH,
)
from expendibots_notation.games.expendibots.engine import Engine

SEED = 2020
CHESS_PLIES = 100
"""The length of each chess game."""
VARIATION_TURNS = 8
"""Every so many turns there is a variation that replaces Black's action."""
VARIATION_PLIES = 3

SQUARE_NAMES = [f"{'abcdefgh'[square % WIDTH]}{square // WIDTH + 1}" for square in range(SQUARES)]

_RESULTS = {
    MUTUAL_DESTRUCTION: "1/2-1/2",
    WHITE_WINS: "1-0",
    BLACK_WINS: "0-1",
    REPETITION: "1/2-1/2",
    TURNS_USED_UP: "1/2-1/2",
}
_TRIES = 100
"""After so many tries a game is given up: a side with few tokens may be unable to go on as planned."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a kind of game is played."""

    logs: int
    """How many of the real logs in tests/data/logs end so."""
    booms: int
    """How many of a thousand actions are booms."""
    plies: tuple[int, int] | None = None
    """The fewest and the most plies before the game is cut off or the shuffling begins; None if the board ends it."""
    wanted: tuple[int, ...] = (GOING_ON,)
    """How the engine may judge the last position. What would end the game otherwise is taken back."""


ENDINGS: Mapping[str, Ending] = {
    "elimination": Ending(129, booms=110, wanted=(WHITE_WINS, BLACK_WINS)),
    "mutual-destruction": Ending(13, booms=60, wanted=(MUTUAL_DESTRUCTION,)),
    "repetition": Ending(22, booms=40, plies=(0, 100), wanted=(REPETITION,)),
    "turn-limit": Ending(8, booms=10, wanted=(TURNS_USED_UP,)),
    "illegal-action": Ending(18, booms=50, plies=(2, 40)),
    "truncated": Ending(13, booms=50, plies=(2, 60)),
}
"""By termination."""
SHARES = {termination: float(ending.logs) for termination, ending in ENDINGS.items()}
ONE_IN_FIVE_REPEATS = SHARES | {"repetition": (sum(SHARES.values()) - SHARES["repetition"]) / 4}


@dataclass(frozen=True, slots=True)
class Game:
    """A game of Expendibots: its actions as canonical text."""

    termination: str
    result: str
    actions: list[str]
    rejected: str = ""
    """The illegal action that ended it."""
    variations: tuple[str, ...] = ()
    """Actions from Black's part of every eighth turn on, with spaces between them."""

    def to_line(self) -> str:
        return "\t".join((self.termination, self.result, " ".join(self.actions), self.rejected, *self.variations))

    @classmethod
    def from_line(cls, line: str) -> Game:
        termination, result, actions, rejected, *variations = line.split("\t")
        return cls(termination, result, actions.split(), rejected, tuple(variations))


def play_games(shares: Mapping[str, float] = SHARES) -> Iterator[Game]:
    """Games without end, no two with the same actions."""
    source = random.Random(SEED)
    player = _Player(source)
    terminations, weights = list(shares), list(shares.values())
    played: set[int] = set()
    while True:
        (termination,) = source.choices(terminations, weights)
        while True:
            game = player.play(termination)
            if game and (key := hash((*game.actions, game.rejected))) not in played:
                played.add(key)
                yield game
                break


class _Player:
    """Plays both sides.

    The engine checks each action that is tried. The stacks of each side are in a dictionary too, from which one is quickly chosen.
    """

    def __init__(self, source: random.Random) -> None:
        self._source = source
        self._white = {y * WIDTH + x: 1 for y in (0, 1) for x in (0, 1, 3, 4, 6, 7)}
        self._black = {y * WIDTH + x: 1 for y in (6, 7) for x in (0, 1, 3, 4, 6, 7)}
        cells = array("q", bytes(8 * SQUARES))
        for square in range(SQUARES):
            cells[square] = self._white.get(square, 0) - self._black.get(square, 0)
        self._start = Engine(cells)
        self._engine = Engine(array("q", cells), capacity=PLY_LIMIT + VARIATION_PLIES)

    def play(self, termination: str) -> Game | None:
        """A game with this ending; None if it can't go on, or if the readings of the rules judge it differently."""
        ending = ENDINGS[termination]
        engine = self._engine
        engine.restart(self._start)
        self._mine, self._other = self._white.copy(), self._black.copy()
        self._wanted = (GOING_ON,) if ending.plies else ending.wanted
        length = self._source.randint(*ending.plies) if ending.plies else PLY_LIMIT
        actions: list[str] = []
        variations: list[str] = []
        while len(actions) < length and engine.ending == GOING_ON:
            if len(actions) % (2 * VARIATION_TURNS) == 2 * VARIATION_TURNS - 1:
                variations.append(self._variation())
            actions.append(self._act(ending.booms))
            if not (actions[-1] and all(variations)):
                return None
        if termination == "repetition":
            self._wanted = ending.wanted
            actions += self._shuffle()
        if engine.ending not in ending.wanted or engine.readings_part():
            return None
        if termination == "illegal-action":
            result = "0-1" if engine.side == WHITE else "1-0"
            return Game(termination, result, actions, diagonal(next(iter(self._mine))), tuple(variations))
        return Game(termination, _RESULTS.get(engine.ending, "*"), actions, "", tuple(variations))

    def _act(self, booms: int) -> str:
        """Play an action; empty if no allowed one was found."""
        for _ in range(_TRIES):
            is_boom = self._source.random() * 1000 < booms
            if action := self._boom() if is_boom else self._move():
                self._mine, self._other = self._other, self._mine
                return action
        return ""

    def _move(self) -> str:
        bits = self._source.getrandbits(32)
        squares = list(self._mine)
        square = squares[(bits >> 20) % len(squares)]
        height = self._mine[square]
        count, distance = (1, 1) if height == 1 else (1 + (bits >> 2) % height, 1 + (bits >> 10) % height)
        y, x = divmod(square, WIDTH)
        if bits & 1:
            distance = -distance
        to_x, to_y = (x + distance, y) if bits & 2 else (x, y + distance)
        if self._engine.move(count, x, y, to_x, to_y) != ALLOWED or self._was_unwanted():
            return ""
        target = to_y * WIDTH + to_x
        _shift(self._mine, count, square, target)
        return move_text(count, square, target)

    def _boom(self) -> str:
        engine = self._engine
        square = self._source.choice(list(self._mine))
        removed = list(engine.blast[: engine.explode(square)])
        engine.boom(square % WIDTH, square // WIDTH)
        if self._was_unwanted():
            return ""
        for each in removed:
            self._mine.pop(each, None)
            self._other.pop(each, None)
        return f"x{SQUARE_NAMES[square]}"

    def _was_unwanted(self) -> bool:
        """Take the last action back if it has ended the game in a way that was not planned."""
        ending = self._engine.ending
        if ending == GOING_ON or ending in self._wanted:
            return False
        self._engine.undo()
        return True

    def _variation(self) -> str:
        """A few moves from here on, which are then taken back."""
        engine, mine, other, wanted = self._engine, self._mine, self._other, self._wanted
        self._mine, self._other, self._wanted = mine.copy(), other.copy(), (GOING_ON,)
        actions: list[str] = []
        while len(actions) < VARIATION_PLIES and (action := self._act(booms=0)):
            actions.append(action)
        for _ in actions:
            engine.undo()
        self._mine, self._other, self._wanted = mine, other, wanted
        return " ".join(actions)

    def _shuffle(self) -> list[str]:
        """Both sides move a token there and back until the game ends, or one of them can't."""
        engine = self._engine
        steps: list[tuple[int, int]] = []
        for stacks in (self._mine, self._other):
            square = self._source.choice(list(stacks))
            steps.append((square, square + (WIDTH if square < SQUARES // 2 else -WIDTH)))
        steps += [(target, square) for square, target in steps]
        actions: list[str] = []
        while engine.ending == GOING_ON:
            square, target = steps[len(actions) % len(steps)]
            (y, x), (to_y, to_x) = divmod(square, WIDTH), divmod(target, WIDTH)
            if engine.move(1, x, y, to_x, to_y) != ALLOWED:
                break
            actions.append(move_text(1, square, target))
        return actions


def _shift(stacks: dict[int, int], count: int, square: int, target: int) -> None:
    if stacks[square] == count:
        del stacks[square]
    else:
        stacks[square] -= count
    stacks[target] = stacks.get(target, 0) + count


def move_text(count: int, square: int, target: int) -> str:
    return f"{count if count > 1 else ''}{SQUARE_NAMES[square]}-{SQUARE_NAMES[target]}"


def diagonal(square: int) -> str:
    """A move to a square that touches this one at a corner, which is never legal."""
    return move_text(1, square, square ^ 1 ^ WIDTH)


def chess_games(number: int) -> Iterator[str]:
    """Games of 100 plies each, in PGN, with as many tags as the records have."""
    source = random.Random(SEED)
    return (f"{_chess_game(source, round_number)}\n\n" for round_number in range(1, number + 1))


def _chess_game(source: random.Random, round_number: int) -> chess.pgn.Game:
    while True:
        board = chess.Board()
        while len(board.move_stack) < CHESS_PLIES and (moves := list(board.legal_moves)):
            board.push(source.choice(moves))
        if len(board.move_stack) == CHESS_PLIES:
            game = chess.pgn.Game.from_board(board)
            game.headers.update(Event="random play", Date="2020.05.27", Round=str(round_number), White="random", Black="random")
            game.headers["Result"] = "*"
            return game
