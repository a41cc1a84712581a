"""Turn numbers: counted from the Setup, compared with those that are written."""

from __future__ import annotations

from collections.abc import Iterator

from judge.reader.positions import LARGEST, Start
from judge.reader.tree import Item, Line, Turn


def count_turns(line: Line, players: int, start: Start | None) -> list[tuple[int, int]]:
    """Number the plies of a line and of its variations. Returns XBN310 and XBN156 with their offsets.

    Without a start, since the Rules or the Setup cannot be read, the number before the first action is believed. Players always
    alternate here: under `stuck_turn=forfeit` in STACKS only a replay can tell who is next.
    """
    counter = _Counter(players)
    if start is None:
        first = line.plies[0].turn if line.plies else line.dangling
        start = Start("")
        if first is not None and first.number <= LARGEST:
            start = Start("", 0 if first.dots == 1 else players - 1, first.number)
    counter.count(line, start.turn, start.player)
    return counter.findings


class _Counter:
    def __init__(self, players: int) -> None:
        self.players = players
        self.findings: list[tuple[int, int]] = []

    def count(self, line: Line, number: int, player: int) -> None:
        for variation_line in _variations(line.items):
            self.count(variation_line, number, player)
        for ply in line.plies:
            if ply.turn is not None and self.check(ply.turn, number, player):
                ply.wrong_number = ply.turn.number
                # The count goes on from it, unless it is so large that later numbers could not be read again.
                number = ply.turn.number if ply.turn.number <= LARGEST else number
            ply.number, ply.player = number, player
            for variation_line in _variations([ply, *ply.items]):
                self.count(variation_line, number, player)
            player = (player + 1) % self.players
            number += player == 0
        if line.dangling is not None and self.check(line.dangling, number, player):
            line.wrong_dangling = turn_word(line.dangling.number, player)

    def check(self, turn: Turn, number: int, player: int) -> bool:
        """Report a turn number, and say whether it contradicts the count."""
        if turn.dots != (1 if player == 0 else 3):
            self.findings.append((turn.at, 156))
        if turn.number != number:
            self.findings.append((turn.at, 310))
        return turn.number != number


def turn_word(number: int, player: int) -> str:
    return f"{number}{'.' if player == 0 else '...'}"


def _variations(items: list[Item]) -> Iterator[Line]:
    for item in items:
        for variation in item.variations:
            yield variation.line
