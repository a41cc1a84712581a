"""The judge where nothing is compiled: Python is slow at single bytes, and fast at looking texts up."""

from __future__ import annotations

from typing import Any

from expendibots_notation.bulk.judge import Judge
from expendibots_notation.games.expendibots.codes import ALLOWED, WHITE

_MOST_ACTIONS = 1 << 12


class PlainJudge(Judge):
    """Remembers actions, of which few different ones occur."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.actions: dict[bytes, tuple[int, ...]] = {}
        """The numbers of moves and booms that are spelled canonically and claim nothing."""
        self.looked_up: tuple[int, int] | None = None
        """Where the last action is, if it has not been taken apart."""

    def begin_record(self) -> None:
        super().begin_record()
        self.looked_up = None

    def turn(self, start: int, end: int) -> None:
        engine = self.engine
        text = self.held[start:end]
        if not self.is_started or self.refused or text != (b"%d." if engine.side == WHITE else b"%d...") % engine.turn:
            super().turn(start, end)
        else:
            self.has_mark = True

    def action(self, start: int, end: int) -> None:
        text = self.held[start:end]
        numbers = self.actions.get(text)
        if numbers is None or self.is_doubtful or self.refused or not self.is_started:
            self.looked_up = None
            super().action(start, end)
            self.remember(text)
            return
        self.looked_up = start, end
        self.has_mark = False
        self.names = self.first_names[self.depth]
        engine = self.engine
        if (engine.move(*numbers) if len(numbers) == 5 else engine.boom(*numbers)) != ALLOWED:
            self.refuse(start, end)

    def remember(self, text: bytes) -> None:
        """Remember the action that has just been taken apart."""
        read = self.action_bytes
        if not self.is_doubtful and read.is_canonical and not read.claims and len(self.actions) < _MOST_ACTIONS:
            move = read.count, read.x, read.y, read.to_x, read.to_y
            self.actions[text] = move if read.is_move else (read.x, read.y)

    def begin_variation(self, start: int, end: int) -> None:
        if self.looked_up is not None:
            self.action_bytes.read(self.held, *self.looked_up)
        super().begin_variation(start, end)

    def end_variation(self, start: int, end: int) -> None:
        super().end_variation(start, end)
        # It has recalled the action that the variation replaces.
        self.looked_up = None
