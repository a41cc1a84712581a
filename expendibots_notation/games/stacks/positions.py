"""Position strings of STACKS: `bbbbb/5/5/5/5/5/BBBBB b 1`, ranks 7 to 1, the side to move and the number of the turn.

Digits are runs of empty squares, the letters a to d stacks of one to four: capitals are Black's, small letters Red's.
"""

from __future__ import annotations

from expendibots_notation.board import counted
from expendibots_notation.game import NotationError, position_fields, whole_number
from expendibots_notation.games.stacks.codes import BREAKTHROUGH, ELIMINATED, FEWEST, PIECES
from expendibots_notation.games.stacks.engine import Engine
from expendibots_notation.games.stacks.squares import BLACK, HEIGHT, HOME, PLAYERS, RED, SQUARES, WIDTH, numbers_in

START = "bbbbb/5/5/5/5/5/BBBBB b 1"

_LETTERS = "ABCDabcd"
_SIDES = "br"


def read_position(text: str, options: int) -> Engine:
    """The position of a string, whose turn number is 1 where it is missing. Raises NotationError.

    It is the position in which the side to move begins its turn: stacks of four that cannot move are removed, as after any action.
    """
    board, side, turn = position_fields(text, 2, ("1",), "a board, the side to move, and at most a turn number after them")
    if side not in _SIDES or len(side) != 1:
        raise NotationError(f"the side to move is b or r, not {side[:20]!r}")
    number = whole_number(turn, "the turn number", 1)
    heights, squares = _read_board(board)
    for player in (BLACK, RED):
        _check_pieces(heights, squares[player], player)
    engine = Engine(heights, squares, _SIDES.index(side), number, options)
    if ELIMINATED <= engine.ending <= ELIMINATED + RED:
        name = PLAYERS[engine.ending - ELIMINATED].capitalize()
        raise NotationError(f"{name}'s stacks of four cannot move and are removed, so that the game is already over")
    return engine


def _read_board(board: str) -> tuple[bytes, tuple[int, int]]:
    ranks = board.split("/")
    if len(ranks) != HEIGHT:
        raise NotationError(f"the board has {counted(len(ranks), 'rank')}, not {HEIGHT}")
    heights = bytearray(len(SQUARES))
    squares = [0, 0]
    for y, row in enumerate(reversed(ranks)):
        x = 0
        for letter in row:
            if letter in _LETTERS:
                if x < WIDTH:
                    player, height = divmod(_LETTERS.index(letter), 4)
                    heights[y * WIDTH + x] = height + 1
                    squares[player] |= 1 << y * WIDTH + x
                x += 1
            elif letter in "123456789":
                x += int(letter)
            else:
                raise NotationError(f"{letter!r} in rank {y + 1} is neither a letter from a to d nor a number of empty squares")
        if x != WIDTH:
            raise NotationError(f"rank {y + 1} has {counted(x, 'square')}, not {WIDTH}")
    return bytes(heights), (squares[BLACK], squares[RED])


def _check_pieces(heights: bytes, squares: int, player: int) -> None:
    """Refuse what no game that goes on can have."""
    name, opponent = PLAYERS[player].capitalize(), PLAYERS[1 - player].capitalize()
    pieces = sum(heights[square] for square in numbers_in(squares))
    if pieces > PIECES:
        raise NotationError(f"{name} has {pieces} pieces, but begins with {PIECES}")
    if pieces < FEWEST:
        raise NotationError(f"{name} has {counted(pieces, 'piece')}: with fewer than {FEWEST} the game is already lost")
    locked = sum(heights[square] for square in numbers_in(squares & HOME[1 - player]))
    if locked >= BREAKTHROUGH:
        raise NotationError(f"{name} has {locked} pieces in {opponent}'s home row: with {BREAKTHROUGH} the game is already won")
