"""Expendibots once more, as plainly as the rulebook reads: dictionaries and loops, nothing shared with the package.

Actions are tuples in the official coordinates: `("MOVE", n, (x, y), (x, y))` and `("BOOM", (x, y))`.
"""

from __future__ import annotations

from typing import Any

Square = tuple[int, int]
Stack = tuple[str, int]
Board = dict[Square, Stack]
PlainAction = tuple[Any, ...]

OTHER = {"white": "black", "black": "white"}
GOING_ON = ("*", None)


def start_board() -> Board:
    """Twelve single tokens a side: files a, b, d, e, g, h of two ranks each."""
    board: Board = {}
    for x in (0, 1, 3, 4, 6, 7):
        for y in (0, 1):
            board[x, y] = ("white", 1)
        for y in (6, 7):
            board[x, y] = ("black", 1)
    return board


def moves_of(board: Board, source: Square) -> list[PlainAction]:
    """Every move of the stack on `source`."""
    colour, height = board[source]
    found: list[PlainAction] = []
    for distance in range(1, height + 1):
        for dx, dy in ((distance, 0), (-distance, 0), (0, distance), (0, -distance)):
            target = (source[0] + dx, source[1] + dy)
            if target[0] not in range(8) or target[1] not in range(8):
                continue
            if target in board and board[target][0] != colour:
                continue
            found += [("MOVE", count, source, target) for count in range(1, height + 1)]
    return found


def waves(board: Board, square: Square) -> list[set[Square]]:
    """The chain reaction in generations: the stack itself, then what each generation sets off."""
    generations = [{square}]
    gone = {square}
    while generations[-1]:
        reached = set()
        for x, y in generations[-1]:
            for other in board:
                if other not in gone and abs(other[0] - x) <= 1 and abs(other[1] - y) <= 1:
                    reached.add(other)
        gone |= reached
        generations.append(reached)
    return generations[:-1]


def after(board: Board, action: PlainAction) -> Board:
    """The board after a legal action."""
    result = dict(board)
    if action[0] == "BOOM":
        for generation in waves(board, action[1]):
            for square in generation:
                del result[square]
        return result
    _, count, source, target = action
    colour, height = result.pop(source)
    if height > count:
        result[source] = (colour, height - count)
    result[target] = (colour, count + (result[target][1] if target in result else 0))
    return result


class PlainGame:
    """A game with its whole past; `reading` is `text` or `referee`."""

    def __init__(self, reading: str = "text", board: Board | None = None, side: str = "white", turn: int = 1) -> None:
        self.reading = reading
        self.board = start_board() if board is None else board
        self.side = side
        self.turn = turn
        self.past: list[tuple[Board, str]] = [(self.board, side)]

    def occurrences(self) -> int:
        """How often what is on the board has been there, the present time included."""
        if self.reading == "text":
            return sum(board == self.board for board, _ in self.past)
        return sum((board, side) == (self.board, self.side) for board, side in self.past)

    def outcome(self) -> tuple[str, str | None]:
        """Result and termination, in the rulebook's order."""
        colours = {colour for colour, _ in self.board.values()}
        if not colours:
            return ("1/2-1/2", "mutual-destruction")
        if colours == {"white"}:
            return ("1-0", "elimination")
        if colours == {"black"}:
            return ("0-1", "elimination")
        if self.occurrences() >= 4:
            return ("1/2-1/2", "repetition")
        if self.turn > 250:
            return ("1/2-1/2", "turn-limit")
        return GOING_ON

    def legal_actions(self) -> list[PlainAction]:
        if self.outcome() != GOING_ON:
            return []
        found: list[PlainAction] = []
        for square, (colour, _) in self.board.items():
            if colour == self.side:
                found.append(("BOOM", square))
                found += moves_of(self.board, square)
        return found

    def play(self, action: PlainAction) -> None:
        """Play a legal action."""
        self.board = after(self.board, action)
        if self.side == "black":
            self.turn += 1
        self.side = OTHER[self.side]
        self.past.append((self.board, self.side))


def position_text(board: Board, side: str = "white", turn: int = 1) -> str:
    """A position string without its last field, one piece after the other, and no runs of empty squares."""
    ranks = []
    for y in range(7, -1, -1):
        pieces = [board.get((x, y)) for x in range(8)]
        ranks.append("".join("." if piece is None else f"{piece[0][0]}{piece[1]}" for piece in pieces))
    return f"{'/'.join(ranks)} {side[0]} {turn}"


def action_text(action: PlainAction) -> str:
    """The action in XBN; what has no file letter or no rank from 1 cannot be written."""
    if action[0] == "BOOM":
        return f"x{square_text(action[1])}"
    _, count, source, target = action
    return f"{'' if count == 1 else count}{square_text(source)}-{square_text(target)}"


def square_text(square: Square) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[square[0]] + str(square[1] + 1)


def record_text(actions: list[PlainAction], rules: str, result: str, termination: str | None = None) -> str:
    """A canonical record of a game from the initial position."""
    tags = {"Format": "xbn 1", "Game": "Expendibots", "Rules": rules, "Result": result, "Termination": termination}
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value is not None]
    lines.append("")
    texts = [action_text(action) for action in actions]
    turns = [f"{at // 2 + 1}. {' '.join(texts[at : at + 2])}" for at in range(0, len(texts), 2)]
    closing = f"{turns.pop()} {result}" if turns else result
    return "\n".join([*lines, *turns, closing]) + "\n"
