"""Stack Wars once more, as plainly as the rulebook reads: dictionaries and loops, nothing shared with the package.

Territories are `(column, row)` as in the author's program: row 0 is White's baseline, the last row Black's. Actions are tuples:
`("fortify", at)`, `("move", source, target)`, `("attack", source, target)` and `("pass",)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Territory = tuple[int, int]
Board = dict[Territory, tuple[str, int]]
PlainAction = tuple[Any, ...]

OTHER = {"black": "white", "white": "black"}
GOING_ON = ("*", None)


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
        self.killed = {"black": 0, "white": 0}

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

    def outcome(self) -> tuple[str, str | None]:
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
            self.killed[enemy] += 1
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
