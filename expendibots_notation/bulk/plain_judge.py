"""The judge where nothing is compiled: Python is slow at single bytes, and fast at looking texts up."""

from __future__ import annotations

from typing import Any

from expendibots_notation.bulk.judge import Judge
from expendibots_notation.games.expendibots.action_bytes import ActionBytes
from expendibots_notation.games.expendibots.codes import ALLOWED, WHITE

_MOST_ACTIONS = 1 << 12


class PlainJudge(Judge):
    """Remembers actions, of which few different ones occur."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.actions: dict[bytes, ActionBytes] = {}
        """Those that are spelled canonically and claim nothing."""

    def turn(self, start: int, end: int) -> None:
        engine = self.engine
        text = self.held[start:end]
        if not self.is_started or self.refused or text != (b"%d." if engine.side == WHITE else b"%d...") % engine.turn:
            super().turn(start, end)
        else:
            self.has_mark = True

    def action(self, start: int, end: int) -> None:
        text = self.held[start:end]
        known = self.actions.get(text)
        if known is None or self.is_doubtful or self.refused or not self.is_started:
            super().action(start, end)
            self.remember(text)
            return
        self.action_start = start
        self.action_end = end
        self.has_mark = False
        self.names = self.first_names[self.depth]
        if self.engine.play(known) != ALLOWED:
            self.refuse(start, end)

    def remember(self, text: bytes) -> None:
        """Remember the action that has just been taken apart, and take the next one apart elsewhere."""
        read = self.action_bytes
        if not self.is_doubtful and read.is_canonical and not read.claims and len(self.actions) < _MOST_ACTIONS:
            self.actions[text] = read
            self.action_bytes = ActionBytes()
