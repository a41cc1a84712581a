"""What the scans of foreign formats share: one pass through a file, in which clean games become rows, and rows become runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from expendibots_notation.bulk.player import Player
from expendibots_notation.bulk.rows import Rows
from expendibots_notation.bulk.window import Window
from expendibots_notation.files import Unreadable
from expendibots_notation.game import Outcome, Rules
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import initial_position
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun


class ForeignScan(ABC):
    """One pass through a file."""

    claims: ClassVar[tuple[Outcome, ...]]
    """What the numbers of claims in the rows mean."""

    def __init__(self, window: Window, file: str, rules: Rules, finals: bool) -> None:
        self.window = window
        self.file = file
        self.rules = rules
        self.start = Engine(*initial_position(), referee=rules.reading == "referee", capacity=0)
        self.player = Player()
        self.rows = Rows(finals)
        self.index = 0
        """How many games have been dealt with."""

    def results(self) -> Iterator[CleanRun | Record]:
        """What the file holds, in its order. Raises Unreadable."""
        try:
            yield from self.games()
        except Unreadable:
            # What was read before that is known.
            yield from self.run()
            raise

    @abstractmethod
    def games(self) -> Iterator[CleanRun | Record]:
        """The same, without the games that are clean and not yet handed on where the rest cannot be read."""

    def run(self) -> Iterator[CleanRun]:
        """The clean games so far, if there are any."""
        if self.rows.size:
            run = self.rows.take(self.file, self.index + 1, (self.rules.text,), self.claims)
            self.index += len(run)
            yield run
