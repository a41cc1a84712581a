"""Expendibots once more, as plainly as the rulebook reads: dictionaries and loops, nothing shared with the project.

Actions are tuples in the official coordinates: `("MOVE", n, (x, y), (x, y))` and `("BOOM", (x, y))`.
"""

from __future__ import annotations

import ast
import random
import re
from typing import Any

from judge.cases import GOING_ON, Case, NoStart, Standing, Umpire

Square = tuple[int, int]
Stack = tuple[str, int]
Board = dict[Square, Stack]
PlainAction = tuple[Any, ...]

OTHER = {"white": "black", "black": "white"}


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

    def outcome(self) -> Standing:
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


# The umpire


class ExpendibotsUmpire(Umpire):
    def __init__(self, game: PlainGame, quiet: int) -> None:
        self.game = game
        self.quiet = quiet
        """Plies since the last boom."""
        self.before = game.board
        self.last: PlainAction = ()

    def allows(self, action: str) -> bool:
        return read_action(action) in self.game.legal_actions()

    def play(self, action: str) -> None:
        self.before, self.last = self.game.board, read_action(action)
        self.game.play(self.last)
        self.quiet = 0 if self.last[0] == "BOOM" else self.quiet + 1

    def text(self) -> str:
        ranks = []
        for y in range(7, -1, -1):
            rank = "".join(letter_and_number(self.game.board.get((x, y))) for x in range(8))
            for run in range(8, 1, -1):
                rank = rank.replace("." * run, f".{run}")
            ranks.append(rank)
        return f"{'/'.join(ranks)} {self.game.side[0]} {self.game.turn} {self.quiet}"

    def outcome(self) -> Standing:
        return self.game.outcome()

    def is_true(self, claim: str) -> bool:
        if self.last[0] == "MOVE":
            return claim == f"={self.game.board[self.last[3]][1]}"
        removed = {"white": 0, "black": 0}
        for square, (colour, height) in self.before.items():
            if square not in self.game.board:
                removed[colour] += height
        return claim == f"={removed['white']}:{removed['black']}"

    def actions(self) -> set[str]:
        return {action_text(action) for action in self.game.legal_actions()}


def letter_and_number(stack: Stack | None) -> str:
    if stack is None:
        return "."
    colour, height = stack
    return colour[0] if height == 1 else f"{colour[0]}{height}"


def read_action(text: str) -> PlainAction:
    if boom := re.fullmatch(r"x([a-z])([0-9]+)", text):
        return ("BOOM", read_square(boom[1], boom[2]))
    move = re.fullmatch(r"([0-9]*)([a-z])([0-9]+)-([a-z])([0-9]+)", text)
    assert move is not None, text
    return ("MOVE", int(move[1] or 1), read_square(move[2], move[3]), read_square(move[4], move[5]))


def read_square(letter: str, digits: str) -> Square:
    return ("abcdefghijklmnopqrstuvwxyz".index(letter), int(digits) - 1)


def read_raw(raw: str) -> str | None:
    """The action that a player has sent to the official program, in XBN; None where it is none."""
    try:
        match ast.literal_eval(raw):
            case ("MOVE", int(count), (int(x), int(y)), (int(to_x), int(to_y))) if min(count, x, y, to_x, to_y) >= 0:
                return action_text(("MOVE", count, (x, y), (to_x, to_y)))
            case ("BOOM", (int(x), int(y))) if min(x, y) >= 0:
                return action_text(("BOOM", (x, y)))
    except (ValueError, SyntaxError):
        pass
    return None


def umpire(case: Case) -> ExpendibotsUmpire:
    reading, _ = case.reading_and_options()
    if case.setup is None:
        return ExpendibotsUmpire(PlainGame(reading), 0)
    fields = case.setup.replace("_", " ").split()
    ranks = fields[0].split("/")
    if len(fields) not in (3, 4) or len(ranks) != 8 or fields[1] not in ("w", "b"):
        raise NoStart(case.setup)
    board: Board = {}
    for y, rank in enumerate(reversed(ranks)):
        pieces = re.findall(r"([wb.])([0-9]*)", rank)
        x = 0
        for letter, number in pieces:
            if letter != ".":
                board[x, y] = ("white" if letter == "w" else "black", int(number or 1))
            x += int(number or 1) if letter == "." else 1
        if x != 8:
            raise NoStart(case.setup)
    turn, quiet = int(fields[2]), int(fields[3]) if len(fields) == 4 else 0
    return ExpendibotsUmpire(PlainGame(reading, board, {"w": "white", "b": "black"}[fields[1]], turn), quiet)


def random_start(source: random.Random) -> tuple[str | None, dict[str, str]]:
    """The initial position, or few stacks, so that games end and positions come again; some of them near the last turn."""
    if source.random() < 0.3:
        return None, {}
    board: Board = {}
    wide = source.choice([3, 8, 8])
    squares = [(x, y) for x in range(wide) for y in range(wide)]
    tall = source.choice([1, 1, 3, 12])
    for colour in ("white", "black"):
        for square in source.sample(squares, source.choice([1, 1, 2, 3, 8])):
            board[square] = (colour, source.randint(1, tall))
    turn = source.choice([1, 1, source.randint(2, 240), source.randint(241, 252)])
    start = ExpendibotsUmpire(PlainGame("text", board, source.choice(["white", "black"]), turn), source.randint(0, 40))
    return start.text(), {}
