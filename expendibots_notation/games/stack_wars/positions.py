"""Stack Wars positions as text: `x9/x9/x9/x9/x9/x9/x9/x9/x9 b 27,27 0,0 1`, read and written.

The board by ranks from the last one down, the side to move, the reserves and the points of Black and White, the turn number.
"""

from __future__ import annotations

import re

from expendibots_notation.board import Square, counted
from expendibots_notation.game import NotationError, position_fields, whole_number
from expendibots_notation.games.stack_wars.codes import ARMIES_A_FILE, BLACK, LARGEST, SIDES, SMALLEST, WHITE
from expendibots_notation.games.stack_wars.engine import Engine

STANDARD_SIZE = 9

COLOURS = {BLACK: "Black", WHITE: "White"}
_SIDES = {"b": BLACK, "w": WHITE}

_SIZE = re.compile(r"[1-9][0-9]?")
_CELL = re.compile(r"([xbw])([0-9]*)")


def read_size(text: str) -> int:
    """The board size that a Size tag gives. Raises NotationError."""
    if not _SIZE.fullmatch(text) or not SMALLEST <= int(text) <= LARGEST:
        raise NotationError(f"the size is a whole number from {SMALLEST} to {LARGEST}, not {text[:20]!r}", tag="Size")
    return int(text)


def initial_engine(size: int, joins: bool, passing: bool) -> Engine:
    """The position in which a game begins: nothing on the board, everything in reserve."""
    armies = ARMIES_A_FILE * size
    return Engine(size, [0] * (size * size), [armies, armies], [0, 0], joins=joins, passing=passing)


def read_position(text: str, size: int | None, joins: bool, passing: bool) -> Engine:
    """The position of a position string, on a board of the given size if any. Raises NotationError."""
    what = "a board, the side to move, the reserves, the points, and at most a turn number after them"
    board, letter, reserve, point, turn = position_fields(text, 4, ("1",), what)
    if letter not in _SIDES:
        raise NotationError(f"the side to move is b or w, not {letter[:20]!r}")
    ranks = board.split("/")
    if size is not None and len(ranks) != size:
        raise NotationError(f"the board has {counted(len(ranks), 'rank')}, but the size is {size}")
    if not SMALLEST <= len(ranks) <= LARGEST:
        raise NotationError(f"the board has {counted(len(ranks), 'rank')}; it has from {SMALLEST} to {LARGEST}")
    cells = _read_board(ranks)
    reserves, points = _pair(reserve, "the reserves"), _pair(point, "the points")
    engine = Engine(
        len(ranks), cells, reserves, points, _SIDES[letter], whole_number(turn, "the turn number", 1), joins=joins, passing=passing
    )
    _check(engine)
    return engine


def _read_board(ranks: list[str]) -> list[int]:
    size = len(ranks)
    cells: list[int] = []
    for rank, row in zip(range(1, size + 1), reversed(ranks), strict=True):
        line: list[int] = []
        for written in row.split(","):
            cell = _CELL.fullmatch(written)
            if cell is None:
                raise NotationError(f"{written[:20]!r} in rank {rank} is not x, b or w, with or without a number")
            number = whole_number(cell[2] or "1", f"a number in rank {rank}", 1)
            if cell[1] != "x":
                line.append(number * _SIDES[cell[1]])
            elif number <= size:
                line.extend([0] * number)
            else:
                raise NotationError(f"rank {rank} has more than {_territories(size)}")
        if len(line) != size:
            raise NotationError(f"rank {rank} has {_territories(len(line))}, not {size}")
        cells.extend(line)
    return cells


def _territories(number: int) -> str:
    return "1 territory" if number == 1 else f"{number} territories"


def _pair(text: str, what: str) -> list[int]:
    """Two numbers, Black's and White's, by side."""
    parts = text.split(",")
    if len(parts) != 2:
        raise NotationError(f"{what} are two numbers with a comma between them, Black's and White's, not {text[:20]!r}")
    return [whole_number(part, f"each of {what}") for part in parts]


def _check(engine: Engine) -> None:
    """Refuse what no game can come to. Raises NotationError."""
    size = engine.size
    last_rank = size * (size - 1)
    for side, baseline in ((WHITE, range(size)), (BLACK, range(last_rank, size * size))):
        for territory in baseline:
            if engine.cells[territory] * side > 0:
                raise NotationError(
                    f"{COLOURS[side]} stands on {square_at(engine, territory).name}, on the enemy's baseline; "
                    "an army that comes there leaves play"
                )
    for player, side in enumerate(SIDES):
        total = engine.armies[player] + engine.points[player]
        if total > ARMIES_A_FILE * size:
            raise NotationError(
                f"{COLOURS[side]} has {total} armies on the board, in reserve and gone for points, "
                f"but begins with {ARMIES_A_FILE * size}"
            )


def mirrored_position(text: str) -> str:
    """A canonical position string with left and right exchanged."""
    board, rest = text.split(" ", 1)
    return f"{'/'.join(','.join(rank.split(',')[::-1]) for rank in board.split('/'))} {rest}"


def square_at(engine: Engine, territory: int) -> Square:
    """The territory by its coordinates."""
    return Square(territory % engine.size, territory // engine.size)
