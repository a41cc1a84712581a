"""Expendibots positions as text: position strings, read and written."""

from __future__ import annotations

import re
from array import array
from functools import cache

from expendibots_notation.board import counted
from expendibots_notation.game import MOST, NotationError, position_fields, whole_number
from expendibots_notation.games.expendibots.codes import BLACK, WHITE, WIDTH
from expendibots_notation.games.expendibots.engine import Engine

START = "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1 0"
MOST_TOKENS = MOST

_PIECE = re.compile(r"([wb.])([0-9]*)")


@cache
def _initial_cells() -> array[int]:
    return _read_board(START.split()[0])


def initial_position() -> tuple[array[int], int, int, int]:
    """The initial position, without reading its text for each record anew."""
    return _initial_cells()[:], WHITE, 1, 0


def read_position(text: str) -> tuple[array[int], int, int, int]:
    """The board, the side to move, the turn number and the plies since the last boom. Raises NotationError."""
    what = "a board, the side to move, a turn number, and at most the plies since the last boom after them"
    board, side, turn, quiet = position_fields(text, 3, ("0",), what)
    if side not in ("w", "b"):
        raise NotationError(f"the side to move is w or b, not {side[:20]!r}")
    cells = _read_board(board)
    return (
        cells,
        WHITE if side == "w" else BLACK,
        whole_number(turn, "the turn number", 1),
        whole_number(quiet, "the plies since the last boom"),
    )


def _read_board(board: str) -> array[int]:
    ranks = board.split("/")
    if len(ranks) != WIDTH:
        raise NotationError(f"the board has {counted(len(ranks), 'rank')}, not {WIDTH}")
    cells = array("q")
    for rank, row in zip(range(1, WIDTH + 1), reversed(ranks), strict=True):
        line: list[int] = []
        position = 0
        while position < len(row):
            piece = _PIECE.match(row, position)
            if piece is None:
                raise NotationError(f"{row[position]!r} in rank {rank} is neither w, b nor .")
            position = piece.end()
            number = whole_number(piece[2] or "1", f"a number in rank {rank}", 1)
            if piece[1] != ".":
                line.append(number if piece[1] == "w" else -number)
            elif number <= WIDTH:
                line.extend([0] * number)
            else:
                raise NotationError(f"rank {rank} has more than {WIDTH} squares")
        if len(line) != WIDTH:
            raise NotationError(f"rank {rank} has {counted(len(line), 'square')}, not {WIDTH}")
        cells.extend(line)
    if sum(map(abs, cells)) > MOST_TOKENS:
        raise NotationError(f"it has more than {MOST_TOKENS} tokens")
    return cells


def write_position(engine: Engine) -> str:
    """The canonical position string."""
    return engine.text()


def mirrored_position(text: str) -> str:
    """A canonical position string with left and right exchanged."""
    board, rest = text.split(" ", 1)
    return f"{'/'.join(''.join(piece[0] for piece in [*_PIECE.finditer(row)][::-1]) for row in board.split('/'))} {rest}"
