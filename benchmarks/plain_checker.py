"""Referee logs judged the plain way: list every legal action, and see whether the one that was played is among them.

This is how the official referee does it. Boards are dictionaries from squares to colours and heights.
"""

from __future__ import annotations

import re

Square = tuple[int, int]
Board = dict[Square, tuple[str, int]]
PlainAction = tuple[str, int, Square, Square]

_MOVE = re.compile(r"\[(white|black)\] - MOVE (\d+) from \((\d), (\d)\) to \((\d), (\d)\)\.")
_BOOM = re.compile(r"\[(white|black)\] - BOOM at \((\d), (\d)\)\.")
_OTHER = {"white": "black", "black": "white"}


def judge(log: str) -> int:
    """Play the games of a log; how many plies they have. Raises AssertionError at an action that is not legal."""
    plies = 0
    board, colour = _start(), "white"
    seen: dict[object, int] = {}
    is_drawn = False
    for line in log.splitlines():
        action = _read(line)
        if action is None:
            if line.startswith("[game ]"):
                board, colour, is_drawn = _start(), "white", False
                seen = {}
            continue
        if is_drawn or action not in _legal_actions(board, colour):
            raise AssertionError(f"not legal: {line}")
        _play(board, action)
        colour = _OTHER[colour]
        snapshot = (colour, tuple(sorted(board.items())))
        seen[snapshot] = seen.get(snapshot, 0) + 1
        is_drawn = seen[snapshot] >= 4
        plies += 1
    return plies


def _start() -> Board:
    ranks = {0: "white", 1: "white", 6: "black", 7: "black"}
    return {(x, y): (colour, 1) for x in (0, 1, 3, 4, 6, 7) for y, colour in ranks.items()}


def _read(line: str) -> PlainAction | None:
    if found := _MOVE.fullmatch(line):
        count, x, y, to_x, to_y = map(int, found.groups()[1:])
        return "MOVE", count, (x, y), (to_x, to_y)
    if found := _BOOM.fullmatch(line):
        square = int(found[2]), int(found[3])
        return "BOOM", 0, square, square
    return None


def _legal_actions(board: Board, colour: str) -> list[PlainAction]:
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


def _play(board: Board, action: PlainAction) -> None:
    kind, count, source, target = action
    if kind == "BOOM":
        _explode(board, source)
        return
    colour, height = board.pop(source)
    if height > count:
        board[source] = (colour, height - count)
    board[target] = (colour, board.get(target, (colour, 0))[1] + count)


def _explode(board: Board, square: Square) -> None:
    del board[square]
    x, y = square
    for near in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
        if near in board:
            _explode(board, near)
