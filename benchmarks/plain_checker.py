"""Referee logs judged the plain way: list every legal action, and see whether the one that was played is among them.

This is how the official referee does it. Boards are dictionaries from squares to colours and heights. Nothing here comes from the
project. `python -m benchmarks.plain_checker FILE` judges a log.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

Square = tuple[int, int]
Board = dict[Square, tuple[str, int]]
PlainAction = tuple[str, int, Square, Square]

_MOVE = re.compile(r"\[(white|black)\] - MOVE (\d+) from \((\d), (\d)\) to \((\d), (\d)\)\.")
_BOOM = re.compile(r"\[(white|black)\] - BOOM at \((\d), (\d)\)\.")
_OTHER = {"white": "black", "black": "white"}


class PlainGame:
    """A game that is being played."""

    def __init__(self) -> None:
        ranks = {0: "white", 1: "white", 6: "black", 7: "black"}
        self.board: Board = {(x, y): (colour, 1) for x in (0, 1, 3, 4, 6, 7) for y, colour in ranks.items()}
        self.colour = "white"
        self.is_drawn = False
        self._seen: dict[object, int] = {}

    def legal_actions(self) -> list[PlainAction]:
        """Every action of the player whose turn it is."""
        board, colour = self.board, self.colour
        actions: list[PlainAction] = []
        for (x, y), (owner, height) in board.items():
            if owner != colour:
                continue
            actions.append(("BOOM", 0, (x, y), (x, y)))
            for distance in range(1, height + 1):
                for target in ((x + distance, y), (x - distance, y), (x, y + distance), (x, y - distance)):
                    if 0 <= target[0] < 8 and 0 <= target[1] < 8 and board.get(target, (colour, 0))[0] == colour:
                        actions += [("MOVE", count, (x, y), target) for count in range(1, height + 1)]
        return actions

    def play(self, action: PlainAction) -> None:
        """Play an action, which must be legal."""
        board = self.board
        kind, count, source, target = action
        if kind == "BOOM":
            _explode(board, source)
        else:
            colour, height = board.pop(source)
            if height > count:
                board[source] = (colour, height - count)
            board[target] = (colour, board.get(target, (colour, 0))[1] + count)
        self.colour = _OTHER[self.colour]
        snapshot = (self.colour, tuple(sorted(board.items())))
        self._seen[snapshot] = self._seen.get(snapshot, 0) + 1
        self.is_drawn = self._seen[snapshot] >= 4


def judge(log: str) -> int:
    """Play the games of a log; how many plies they have. Raises AssertionError at an action that is not legal."""
    plies = 0
    game = PlainGame()
    for line in log.splitlines():
        action = _read(line)
        if action is None:
            if line.startswith("[game ]"):
                game = PlainGame()
            continue
        if game.is_drawn or action not in game.legal_actions():
            raise AssertionError(f"not legal: {line}")
        game.play(action)
        plies += 1
    return plies


def _read(line: str) -> PlainAction | None:
    if found := _MOVE.fullmatch(line):
        count, x, y, to_x, to_y = map(int, found.groups()[1:])
        return "MOVE", count, (x, y), (to_x, to_y)
    if found := _BOOM.fullmatch(line):
        square = int(found[2]), int(found[3])
        return "BOOM", 0, square, square
    return None


def _explode(board: Board, square: Square) -> None:
    del board[square]
    x, y = square
    for near in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
        if near in board:
            _explode(board, near)


if __name__ == "__main__":
    print(judge(Path(sys.argv[1]).read_text("utf-8")), "plies")
