"""PGN read by python-chess, which parses and replays every game: `python -m benchmarks.read_chess FILE`."""

from __future__ import annotations

import sys
from typing import TextIO

import chess.pgn


def read_chess(stream: TextIO) -> int:
    """How many plies the games have. Raises AssertionError where one is not clean."""
    plies = 0
    while game := chess.pgn.read_game(stream):
        if game.errors:
            raise AssertionError(f"not a clean game: {game.errors}")
        plies += game.end().ply()
    return plies


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(read_chess(file), "plies")
