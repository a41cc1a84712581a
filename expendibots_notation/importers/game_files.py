"""What files of foreign formats share: one pass, in which clean games become rows, rows become runs, and other games records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from codecs import iterdecode
from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from expendibots_notation.bulk.register import Register
from expendibots_notation.bulk.rows import Rows
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.files import Unreadable
from expendibots_notation.game import NotationError, Outcome, Rules
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.rules import MACHINE
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import in_force
from expendibots_notation.notation.byte_buffer import ByteBuffer
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun

_BYTES = 4
"""The most that one character takes."""
_BLANKS = 1 << 12
"""More blanks than a line begins with."""


class GameBuffer(ByteBuffer):
    """The bytes of a file of games, of which the borders between them are looked for."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        super().__init__(blocks)
        self._free: dict[bytes, int] = {}
        """By border: up to where, counted from the beginning of all data, it is known not to begin."""
        self._found: dict[bytes, int] = {}
        """By border: where the next one is. A game that ends before it must not have the next one look for it again."""

    def find(self, border: bytes) -> int | None:
        """Where `border` is, or the end of the data where it is not; None where more must be read to tell."""
        here = self.before + self.at
        if self._found.get(border, -1) >= here:
            return self._found[border] - self.before
        found = self.data.find(border, max(self._free.get(border, 0), here) - self.before)
        if found < 0 and not self.is_final:
            self._free[border] = self.before + max(len(self.data) - len(border) + 1, self.at)
            return None
        found = found if found >= 0 else len(self.data)
        self._found[border] = self.before + found
        return found

    def find_reading(self, border: bytes) -> int:
        """The same, reading on as far as needed."""
        while (found := self.find(border)) is None:
            self.read_more()
        return found

    def text(self, end: int) -> str:
        """What stands before `end`."""
        return self.data[self.at : end].decode("utf-8", "surrogateescape")

    def rest(self) -> Iterator[str]:
        """All that is not dealt with yet, in blocks. Raises Unreadable."""
        return iterdecode(chain((self.data[self.at :],), iter(self._next_block, None)), "utf-8", "surrogateescape")

    def skip_behind(self, border: bytes) -> None:
        """Go to the line behind the first line feed of the next border, without keeping what is skipped."""
        while (found := self.find(border)) is None:
            self.move_to(max(len(self.data) - len(border), self.at))
            self.read_block()
        self.move_to(min(found + 1, len(self.data)))

    def skip_blank_lines(self) -> bool:
        """Go to a line with anything in it; False where there is none."""
        while True:
            while not self.size and not self.is_final:
                self.read_more()
            # Most lines show at once that they are not blank; the end of a very long one is not waited for.
            if b" " < self.data[self.at : self.at + _BLANKS].lstrip(b" \t")[:1] < b"\x80":
                return True
            feed = self.find_reading(b"\n")
            if self.text(feed).strip():
                return True
            if feed == len(self.data):
                self.move_to(feed)
                return False
            self.move_to(feed + 1)


class GameFile(ABC):
    """One pass through a file."""

    claims: ClassVar[tuple[Outcome, ...]]
    """What the numbers of claims in the rows mean."""

    def __init__(self, text: TextStream, file: str, rules: Rules | None = None, finals: bool = True) -> None:
        """The clean games are judged by these rules; without rules, every game becomes a record."""
        self.window = GameBuffer(text.unmarked_data())
        self.file = file
        self.rules = rules
        self.register = Register(GAME, MACHINE, rules)
        self.number = self.register.find_start(None, None, ())
        self.engine = self.register.engine
        self.rows = Rows(finals)
        self.longest = in_force().record_length
        self.index = 0
        """How many games have been dealt with."""

    def results(self) -> Iterator[CleanRun | Record | Diagnostic]:
        """What the file holds, in its order. Raises Unreadable."""
        try:
            yield from self.games()
        except Unreadable:
            # What was read before that is known.
            yield from self.run()
            raise

    @abstractmethod
    def games(self) -> Iterator[CleanRun | Record | Diagnostic]:
        """The same, without the games that are clean and not yet handed on where the rest cannot be read."""

    @abstractmethod
    def take(self, end: int) -> bool:
        """Judge the game that goes on up to `end`: whether it is clean. It then has a row."""

    def is_clean(self, end: int) -> bool:
        """Whether the game that goes on up to `end` is judged, and clean. It then has a row."""
        return self.rules is not None and end - self.window.at <= self.longest and self.take(end)

    def is_far_too_long(self) -> bool:
        """Whether the game at hand has more than a record may have, whatever its characters are."""
        return self.window.size > _BYTES * self.longest

    def restart(self) -> None:
        """Begin a game."""
        self.engine.restart(self.register.starts[self.number])

    def add(self, ending: int, claim: int) -> None:
        """Note the game that has been played."""
        self.rows.add(self.engine, ending, self.window.line, 0, claim)

    def run(self) -> Iterator[CleanRun]:
        """The clean games so far, if there are any."""
        if self.rows.size:
            assert self.rules is not None, "a game was judged"
            rules = (self.rules.text,)
            run = self.rows.take(self.file, GAME.id, self.index + 1, rules, self.claims, self.register.endings)
            self.index += len(run)
            yield run


def known_rules(written: str | None) -> Rules | None:
    """The rules to judge by; None where they are not this game's, so that each record says so."""
    try:
        return GAME.rules(written)
    except NotationError:
        return None
