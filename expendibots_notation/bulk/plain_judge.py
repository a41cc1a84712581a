"""The judge where nothing is compiled: Python is slow at single bytes, and fast at looking texts up."""

from __future__ import annotations

from typing import Any

from expendibots_notation.bulk.judge import Judge
from expendibots_notation.games.engine import ALLOWED, GOING_ON, ActionReader

_MOST_ACTIONS = 1 << 12


class PlainJudge(Judge):
    """Remembers actions, of which few different ones occur."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.actions: dict[bytes, ActionReader] = {}
        """Those that are spelled canonically and claim nothing."""

    def take_up(self, register: Any) -> None:
        super().take_up(register)
        self.actions = {}

    def turn(self, start: int, end: int) -> None:
        engine = self.engine
        text = self.held[start:end]
        is_other = text != (b"%d." if engine.player == 0 else b"%d...") % engine.turn
        if is_other or not self.is_started or self.refused or engine.ending != GOING_ON:
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
        if self.engine.play(known) == ALLOWED:
            self.played += 1
        else:
            self.refuse(start, end)

    def remember(self, text: bytes) -> None:
        """Remember the action that has just been taken apart, and take the next one apart elsewhere."""
        read = self.reader
        if not self.is_doubtful and read.is_canonical and not read.claims and len(self.actions) < _MOST_ACTIONS:
            self.actions[text] = read
            self.reader = self.register.machine.new_reader()
