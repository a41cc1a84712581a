"""Games to measure with: random play from fixed seeds, so that every run reads the same texts."""

from __future__ import annotations

import random
from functools import cache

import chess
import chess.pgn

from benchmarks.plain_checker import PlainAction, PlainGame, Square

PLIES = 100
SEED = 2020

_TAGS = {"Event": "random play", "Date": "2020.05.27", "Round": "1", "White": "random", "Black": "random"}

Game = tuple[PlainAction, ...]


@cache
def expendibots_games(number: int) -> tuple[Game, ...]:
    """Games of 100 plies each that are not over: random moves, and a boom where it does not end the game, now and then."""
    source = random.Random(SEED)
    return tuple(_expendibots_game(source) for _ in range(number))


def _expendibots_game(source: random.Random) -> Game:
    while True:
        game = PlainGame()
        actions: list[PlainAction] = []
        while len(actions) < PLIES and not game.is_over:
            actions.append(_choose(game, source))
            game.play(actions[-1])
        if len(actions) == PLIES and not game.is_over:
            return tuple(actions)


def _choose(game: PlainGame, source: random.Random) -> PlainAction:
    """A random move; once in a hundred plies any action, since a boom soon ends a game of random play."""
    actions = game.legal_actions()
    if source.random() < 0.01:
        return source.choice(actions)
    return source.choice([action for action in actions if action[0] == "MOVE"] or actions)


def record(game: Game) -> str:
    """The game in canonical XBN."""
    tags = {"Format": "xbn 1", "Game": "Expendibots", "Rules": "text", "Result": "*"} | _TAGS
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    texts = [_xbn(action) for action in game]
    turns = [f"{turn}. {' '.join(texts[2 * turn - 2 : 2 * turn])}" for turn in range(1, (len(texts) + 1) // 2 + 1)]
    return f"{head}\n{chr(10).join(turns)} *\n"


def broken_record(game: Game) -> str:
    """The same, with an action in its middle that is not legal."""
    illegal = ("MOVE", 1, (0, 0), (7, 7))
    middle = len(game) // 2
    return record((*game[:middle], illegal, *game[middle + 1 :]))


def _xbn(action: PlainAction) -> str:
    kind, count, source, target = action
    if kind == "BOOM":
        return f"x{_name(source)}"
    return f"{count if count > 1 else ''}{_name(source)}-{_name(target)}"


def _name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def referee_log(game: Game) -> str:
    """The game as the official referee would log it."""
    lines = [f"[{('white', 'black')[at % 2]}] - {_sentence(action)}.\n" for at, action in enumerate(game)]
    return "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n" + "".join(lines)


def _sentence(action: PlainAction) -> str:
    kind, count, source, target = action
    return f"BOOM at {source}" if kind == "BOOM" else f"MOVE {count} from {source} to {target}"


def tuples(game: Game) -> str:
    """The game as a list of Python tuples, on one line."""
    return (
        repr([(kind, source) if kind == "BOOM" else (kind, count, source, target) for kind, count, source, target in game]) + "\n"
    )


@cache
def chess_games(number: int) -> tuple[str, ...]:
    """Games of 100 plies each, in PGN, with as many tags as the records have."""
    source = random.Random(SEED)
    return tuple(f"{_chess_game(source)}\n\n" for _ in range(number))


def _chess_game(source: random.Random) -> chess.pgn.Game:
    while True:
        board = chess.Board()
        while len(board.move_stack) < PLIES and (moves := list(board.legal_moves)):
            board.push(source.choice(moves))
        if len(board.move_stack) == PLIES:
            game = chess.pgn.Game.from_board(board)
            game.headers.update(_TAGS)
            game.headers["Result"] = "*"
            return game
