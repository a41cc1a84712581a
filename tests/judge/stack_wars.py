"""Stack Wars once more, as plainly as the rulebook reads: dictionaries and loops, nothing shared with the project.

Territories are `(column, row)` as in the author's program: row 0 is White's baseline, the last row Black's. Actions are tuples:
`("fortify", at)`, `("move", source, target)`, `("attack", source, target)` and `("pass",)`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from judge.cases import GOING_ON, Case, NoStart, Standing, Umpire

Territory = tuple[int, int]
Board = dict[Territory, tuple[str, int]]
PlainAction = tuple[Any, ...]

OTHER = {"black": "white", "white": "black"}


class PlainGame:
    """A game that goes on by `play`. `joins` and `passing` are the two points in which the rules may differ."""

    def __init__(
        self,
        size: int = 9,
        joins: bool = False,
        passing: bool = True,
        board: Board | None = None,
        side: str = "black",
        reserves: tuple[int, int] | None = None,
        points: tuple[int, int] = (0, 0),
        turn: int = 1,
    ) -> None:
        black, white = (3 * size, 3 * size) if reserves is None else reserves
        self.size = size
        self.joins = joins
        self.passing = passing
        self.board: Board = dict(board or {})
        self.side = side
        self.turn = turn
        self.reserves = {"black": black, "white": white}
        self.points = dict(zip(("black", "white"), points, strict=True))
        self.passes = 0

    # What there is

    def is_on_board(self, at: Territory) -> bool:
        return at[0] in range(self.size) and at[1] in range(self.size)

    def baseline(self, colour: str) -> int:
        """The row before a player's base."""
        return 0 if colour == "white" else self.size - 1

    def owner(self, at: Territory) -> str | None:
        return self.board[at][0] if at in self.board else None

    def deployed(self, colour: str) -> int:
        return sum(strength for owner, strength in self.board.values() if owner == colour)

    def outcome(self) -> Standing:
        """Result and termination."""
        exhausted = [colour for colour in OTHER if self.deployed(colour) + self.reserves[colour] == 0]
        if not exhausted and self.passes < 2:
            return GOING_ON
        black, white = self.points["black"], self.points["white"]
        result = "1/2-1/2" if black == white else "1-0" if black > white else "0-1"
        return (result, "elimination" if exhausted else "double-pass")

    # What is allowed

    def is_legal(self, action: PlainAction) -> bool:
        return self.is_possible(action) and self.outcome() == GOING_ON

    def is_possible(self, action: PlainAction) -> bool:
        """Whether the rules allow an action in a game that goes on."""
        if action[0] == "pass":
            return self.passing and not any(self.is_possible(other) for other in self.some_actions() if other[0] != "pass")
        if not all(self.is_on_board(at) for at in action[1:]):
            return False
        if action[0] == "fortify":
            at = action[1]
            mine = self.owner(at) == self.side or (self.owner(at) is None and at[1] == self.baseline(self.side))
            return mine and self.reserves[self.side] > 0
        kind, source, target = action
        sideways, forward = abs(source[0] - target[0]), abs(source[1] - target[1])
        if self.owner(source) != self.side or (sideways, forward) not in ((0, 1), (1, 0)):
            return False
        if kind == "move":
            return self.owner(target) is None or (self.joins and self.owner(target) == self.side)
        return self.owner(target) == OTHER[self.side] and self.board[source][1] == 1

    def some_actions(self, edge: int = 0, reach: int = 1) -> Iterator[PlainAction]:
        """Actions, legal or not: on all territories, and on `edge` rows around the board, with targets up to `reach` away."""
        yield ("pass",)
        span = range(-edge, self.size + edge)
        steps = range(-reach, reach + 1)
        for column in span:
            for row in span:
                at = (column, row)
                yield ("fortify", at)
                for dx in steps:
                    for dy in steps:
                        target = (column + dx, row + dy)
                        yield ("move", at, target)
                        yield ("attack", at, target)

    def legal_actions(self) -> list[PlainAction]:
        return [action for action in self.some_actions() if self.is_legal(action)]

    # What happens

    def play(self, action: PlainAction) -> None:
        """Play a legal action."""
        side, enemy = self.side, OTHER[self.side]
        self.passes = self.passes + 1 if action[0] == "pass" else 0
        if action[0] == "fortify":
            self.reserves[side] -= 1
            self.add(action[1], side)
        elif action[0] == "move":
            self.remove(action[1])
            self.enter(action[2], side)
        elif action[0] == "attack":
            _, source, target = action
            self.remove(target)
            if target not in self.board:
                self.remove(source)
                self.enter(target, side)
        if self.outcome() == GOING_ON:
            if side == "white":
                self.turn += 1
            self.side = enemy

    def enter(self, at: Territory, colour: str) -> None:
        """An army comes to a territory: an invasion on the enemy's baseline."""
        if at[1] == self.baseline(OTHER[colour]):
            self.points[colour] += 1
        else:
            self.add(at, colour)

    def add(self, at: Territory, colour: str) -> None:
        self.board[at] = (colour, self.board.get(at, (colour, 0))[1] + 1)

    def remove(self, at: Territory) -> None:
        colour, strength = self.board.pop(at)
        if strength > 1:
            self.board[at] = (colour, strength - 1)

    # As text

    def text(self) -> str:
        """A position string, one territory after the other, without runs."""
        rows = []
        for row in range(self.size):
            cells = [self.board.get((column, row)) for column in range(self.size)]
            rows.append(",".join("x" if cell is None else f"{cell[0][0]}{cell[1]}" for cell in cells))
        reserves = f"{self.reserves['black']},{self.reserves['white']}"
        return f"{'/'.join(rows)} {self.side[0]} {reserves} {self.points['black']},{self.points['white']} {self.turn}"


def square_text(at: Territory, size: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[at[0]] + str(size - at[1])


def action_text(action: PlainAction, size: int) -> str:
    """The action in XBN; what has no file letter or no rank from 0 cannot be written."""
    if action[0] == "pass":
        return "--"
    if action[0] == "fortify":
        return f"+{square_text(action[1], size)}"
    sign = "x" if action[0] == "attack" else "-"
    return square_text(action[1], size) + sign + square_text(action[2], size)


def record_text(texts: list[str], tags: dict[str, str]) -> str:
    """A canonical record of a game from the first turn on."""
    head = {"Format": "xbn 1", "Game": "Stack Wars", "Rules": "text", "Result": "*"} | tags
    frame = ("Format", "Game", "Rules", "Setup", "Result", "Termination")
    ordered = [*(name for name in frame if name in head), *(name for name in head if name not in frame)]
    lines = [f'[{name} "{head[name]}"]' for name in ordered]
    turns = [f"{at // 2 + 1}. {' '.join(texts[at : at + 2])}" for at in range(0, len(texts), 2)]
    closing = f"{turns.pop()} {head['Result']}" if turns else head["Result"]
    return "\n".join([*lines, "", *turns, closing]) + "\n"


# The umpire


class StackWarsUmpire(Umpire):
    def __init__(self, game: PlainGame) -> None:
        self.game = game
        self.invaded = False

    def allows(self, action: str) -> bool:
        return self.game.is_legal(read_action(action, self.game.size))

    def play(self, action: str) -> None:
        points = sum(self.game.points.values())
        self.game.play(read_action(action, self.game.size))
        self.invaded = sum(self.game.points.values()) > points

    def text(self) -> str:
        game = self.game
        rows = []
        for row in range(game.size):
            cells = " ".join(cell_text(game.board.get((column, row))) for column in range(game.size))
            for run in range(game.size, 1, -1):
                cells = re.sub(rf"(?<!\S)x( x){{{run - 1}}}(?!\S)", f"x{run}", cells)
            rows.append(cells.replace(" ", ","))
        reserves, points = game.reserves, game.points
        numbers = f"{reserves['black']},{reserves['white']} {points['black']},{points['white']}"
        return f"{'/'.join(rows)} {game.side[0]} {numbers} {game.turn}"

    def outcome(self) -> Standing:
        return self.game.outcome()

    def is_true(self, claim: str) -> bool:
        return claim == "^" and self.invaded

    def actions(self) -> set[str]:
        return {action_text(action, self.game.size) for action in self.game.legal_actions()}


def cell_text(cell: tuple[str, int] | None) -> str:
    if cell is None:
        return "x"
    return cell[0][0] if cell[1] == 1 else f"{cell[0][0]}{cell[1]}"


def read_action(text: str, size: int) -> PlainAction:
    if text == "--":
        return ("pass",)
    if text.startswith("+"):
        return ("fortify", read_territory(text[1:], size))
    sign = "x" if "x" in text[1:] else "-"
    source, target = text.rsplit(sign, 1)
    return ("attack" if sign == "x" else "move", read_territory(source, size), read_territory(target, size))


def read_territory(text: str, size: int) -> Territory:
    return ("abcdefghijklmnopqrstuvwxyz".index(text[0]), size - int(text[1:]))


def umpire(case: Case) -> StackWarsUmpire:
    reading, options = case.reading_and_options()
    joins = options.get("move_onto_own", "allow" if reading == "reference" else "forbid") == "allow"
    passing = options.get("no_move", "pass") == "pass"
    size = None if case.tag("Size") is None else int(case.tag("Size") or "")
    if case.setup is None:
        return StackWarsUmpire(PlainGame(size or 9, joins, passing))
    fields = case.setup.replace("_", " ").split()
    if len(fields) not in (4, 5) or fields[1] not in ("b", "w"):
        raise NoStart(case.setup)
    rows = fields[0].split("/")
    if len(rows) != (size or len(rows)) or len(rows) not in range(3, 20):
        raise NoStart(case.setup)
    size = len(rows)
    board = read_board(rows)
    reserves, points = (tuple(int(number) for number in field.split(",")) for field in fields[2:4])
    turn = int(fields[4]) if len(fields) == 5 else 1
    side = {"b": "black", "w": "white"}[fields[1]]
    game = PlainGame(size, joins, passing, board, side, (reserves[0], reserves[1]), (points[0], points[1]), turn)
    for colour in OTHER:
        armies = game.deployed(colour) + game.reserves[colour] + game.points[colour]
        if armies > 3 * size or any(owner == colour and at[1] == game.baseline(OTHER[colour]) for at, (owner, _) in board.items()):
            raise NoStart(case.setup)
    return StackWarsUmpire(game)


def read_board(rows: list[str]) -> Board:
    board: Board = {}
    for row, text in enumerate(rows):
        column = 0
        for cell in text.split(","):
            number = int(cell[1:] or 1)
            if cell[0] != "x":
                board[column, row] = ({"b": "black", "w": "white"}[cell[0]], number)
            column += number if cell[0] == "x" else 1
        if column != len(rows):
            raise NoStart(text)
    return board


def random_start(source: random.Random) -> tuple[str | None, dict[str, str]]:
    """A new game on boards of all sizes, or a crowded small board with little in reserve, so that players are shut in."""
    if source.random() < 0.4:
        size = source.choice([3, 4, 5, 6, 9, 9, 13, 19])
        return None, {} if size == 9 else {"Size": str(size)}
    size = source.randint(3, 6)
    board: Board = {}
    left = {"black": 3 * size, "white": 3 * size}
    crowd, most = source.random(), source.randint(1, 3)
    for column in range(size):
        for row in range(size):
            colour = source.choice([each for each in OTHER if row != (0 if each == "black" else size - 1)])
            strength = min(source.randint(1, most), left[colour])
            if strength and source.random() < crowd:
                board[column, row] = (colour, strength)
                left[colour] -= strength
    reserves = [source.choice([0, 0, 0, source.randint(0, left[colour])]) for colour in OTHER]
    points = [source.randint(0, left[colour] - kept) for colour, kept in zip(OTHER, reserves, strict=True)]
    side = source.choice(["black", "white"])
    turn = source.randint(1, 300)
    game = PlainGame(size, False, True, board, side, (reserves[0], reserves[1]), (points[0], points[1]), turn)
    return StackWarsUmpire(game).text(), {}
