"""The driver where nothing is compiled: Python is slow at single bytes, and fast at regular expressions.

Most records are ASCII, and nothing is wrong with them. Their tokens are found by the patterns of the grammar's terminals.
Everything else is left to `Driver`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

from expendibots_notation.notation.driver import Automaton, Driver
from expendibots_notation.notation.tables import Lexer, Parser
from expendibots_notation.notation.terminals import (
    COMMENT,
    LINE_COMMENT,
    LPAR,
    RECORD,
    RESULT,
    RPAR,
    RSQB,
    STRING,
    TAG_NAME,
)

_HEAD = frozenset({TAG_NAME, STRING, RSQB, COMMENT, LINE_COMMENT})
_GAME = b"Game"
_BLANKS = b" \t"


class PlainAutomaton(Automaton):
    """A lexer with its pattern."""

    def __init__(self, lexer: Lexer) -> None:
        super().__init__(lexer)
        self.pattern = re.compile(lexer.pattern)
        self.kinds = (0, *lexer.groups)
        """By group: its terminal."""


class PlainDriver(Driver):
    """Reads most records by patterns."""

    def __init__(self, parser: Parser, frame: PlainAutomaton, find_game: Callable[[bytes | None], PlainAutomaton | None]) -> None:
        super().__init__(parser, frame, find_game)
        self.plain_frame = frame
        self.find_plain_game = find_game
        self.ascii: bytes | None = None
        """The data that was looked at last, if it is ASCII."""

    def read(self, data: bytes, at: int, limit: int, is_final: bool) -> int:
        """As `Driver` does."""
        if data is not self.held:
            self.ascii = data if data.isascii() else None
        self.begin(data, limit, is_final)
        end = self.end_of_result(data, at, limit) if data is self.ascii else None
        if end is not None and self.closed(end) == RECORD:
            return RECORD
        return super().read(data, at, limit, is_final)

    def end_of_result(self, data: bytes, at: int, limit: int) -> int | None:
        """Read up to the result of the record; None where that is not so simple."""
        kinds, starts, ends = array("b"), array("i"), array("i")
        automaton = self.automaton_at(data, at, limit)
        groups = automaton.kinds
        after, stack, width = self.after, 0, self.width
        depth = 0
        for found in automaton.pattern.finditer(data, at, limit):
            group = found.lastindex or 0
            kind = groups[group]
            if found.start() != at:
                break
            following = after[stack * width + kind]
            if following == 0:
                self.stack = stack
                if not self.shift(kind):
                    break
                following, after = self.stack, self.after
            stack = following
            start, at = found.span(group)
            kinds.append(kind)
            starts.append(start)
            ends.append(at)
            if kind == LPAR:
                depth += 1
            elif kind == RPAR:
                depth -= 1
            elif kind == RESULT and depth == 0:
                self.events.hold(kinds, starts, ends)
                self.stack = stack
                return at
        return None

    def automaton_at(self, data: bytes, at: int, limit: int) -> PlainAutomaton:
        """The automaton of the record that begins at a place: of the game that its first Game tag names."""
        names_game = False
        kind = TAG_NAME
        tokens = self.plain_frame.pattern.finditer(data, at, limit)
        while kind in _HEAD and (found := next(tokens, None)) is not None and found.start() == at:
            kind = self.plain_frame.kinds[found.lastindex or 0]
            start, at = found.span(found.lastindex or 0)
            if kind == TAG_NAME:
                names_game = data[start + 1 : at].lstrip(_BLANKS) == _GAME
            elif kind == STRING and names_game and (game := self.find_plain_game(data[start:at])) is not None:
                return game
        return self.find_plain_game(None) or self.plain_frame
