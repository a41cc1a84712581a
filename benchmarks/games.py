"""Games to measure with: random play from fixed seeds, so that every run reads the same texts."""

from __future__ import annotations

import random
from typing import Any

import chess
import chess.pgn

from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import Boom, official

GAMES = 300
PLIES = 100
SEED = 2020

_TAGS = {"Event": "random play", "Date": "2020.05.27", "Round": "1", "White": "random", "Black": "random"}


def expendibots_records() -> str:
    """Records of 100 plies each, in canonical XBN: random moves, and a boom where it does not end the game, now and then."""
    source = random.Random(SEED)
    return "\n".join(_record(_expendibots_game(source)) for _ in range(GAMES))


def _expendibots_game(source: random.Random) -> list[str]:
    while True:
        position: Any = expendibots.start()
        texts: list[str] = []
        while len(texts) < PLIES and not position.outcome().is_over:
            action = _choose(position, source)
            texts.append(str(action))
            position = position.play(action)
        if len(texts) == PLIES and not position.outcome().is_over:
            return texts


def _choose(position: Any, source: random.Random) -> Any:
    """A random move; once in a hundred plies any action, since a boom soon ends a game of random play."""
    actions = position.legal_actions()
    if source.random() < 0.01:
        return source.choice(actions)
    return source.choice([action for action in actions if not isinstance(action, Boom)] or actions)


def _record(texts: list[str]) -> str:
    tags = {"Format": "xbn 1", "Game": "Expendibots", "Rules": "text", "Result": "*"} | _TAGS
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    turns = [f"{turn}. {' '.join(texts[2 * turn - 2 : 2 * turn])}" for turn in range(1, (len(texts) + 1) // 2 + 1)]
    return f"{head}\n{chr(10).join(turns)} *\n"


def referee_logs() -> str:
    """The same games as the official referee would log them, all in one file; none of them is finished."""
    source = random.Random(SEED)
    return "".join(_log(_expendibots_game(source)) for _ in range(GAMES))


def _log(texts: list[str]) -> str:
    actions = [expendibots.GAME.read_action(text).action for text in texts]
    lines = [f"[{('white', 'black')[at % 2]}] - {official.write_sentence(action)}.\n" for at, action in enumerate(actions)]
    return "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n" + "".join(lines)


def chess_games() -> str:
    """Games of 100 plies each, in PGN, with as many tags as the records have."""
    source = random.Random(SEED)
    return "\n\n".join(str(_chess_game(source)) for _ in range(GAMES)) + "\n"


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
