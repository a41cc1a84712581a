"""The driver where nothing is compiled: Python is slow at single bytes, and fast at regular expressions and dictionaries.

Most records are ASCII, and nothing is wrong with them. Their tokens are found by the patterns of the grammar's terminals, and the
effect of a token on a stack of the parser is worked out once. Everything else is left to `Driver`.
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
_MOST_STACKS = 1 << 12
"""The number of stacks that are remembered: real records have a few dozen."""


class PlainAutomaton(Automaton):
    """A lexer with its pattern."""

    def __init__(self, lexer: Lexer) -> None:
        super().__init__(lexer)
        self.pattern = re.compile(lexer.pattern)
        self.kinds = (0, *lexer.groups)
        """By group: its terminal."""


class _Stack(dict[int, "_Stack | None"]):
    """The states of the parser, the last one on top; by terminal the stack after that token, None where it cannot come."""

    def __init__(self, driver: PlainDriver, states: bytes) -> None:
        self.driver = driver
        self.states = states

    def __missing__(self, kind: int) -> _Stack | None:
        driver = self.driver
        driver.set_states(self.states)
        following = driver.stack_of(bytes(driver.states[: driver.top + 1])) if driver.shift(kind) else None
        self[kind] = following
        return following


class PlainDriver(Driver):
    """Reads most records by patterns."""

    def __init__(self, parser: Parser, frame: PlainAutomaton, find_game: Callable[[bytes | None], PlainAutomaton | None]) -> None:
        super().__init__(parser, frame, find_game)
        self.plain_frame = frame
        self.find_plain_game = find_game
        self.stacks: dict[bytes, _Stack] = {}
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
        stack = self.stack_of(b"\0")
        depth = 0
        # Matched, not searched for: a search begins anew at each blank of a long run before no token.
        match = automaton.pattern.match
        while (found := match(data, at, limit)) is not None:
            group = found.lastindex or 0
            kind = groups[group]
            following = stack[kind]
            if following is None:
                break
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
                self.set_states(stack.states)
                return at
        return None

    def automaton_at(self, data: bytes, at: int, limit: int) -> PlainAutomaton:
        """The automaton of the record that begins at a place: of the game that its first Game tag names."""
        names_game = False
        value = b""
        kind = TAG_NAME
        match = self.plain_frame.pattern.match
        while kind in _HEAD and (found := match(data, at, limit)) is not None:
            kind = self.plain_frame.kinds[found.lastindex or 0]
            start, at = found.span(found.lastindex or 0)
            if kind == TAG_NAME:
                names_game = data[start + 1 : at].lstrip(_BLANKS) == _GAME
            elif kind == STRING:
                value = data[start:at]
            elif kind == RSQB and names_game and (game := self.find_plain_game(value)) is not None:
                return game
        return self.find_plain_game(None) or self.plain_frame

    def stack_of(self, states: bytes) -> _Stack:
        """The stack of these states, always the same one."""
        if len(self.stacks) > _MOST_STACKS:
            self.stacks.clear()
        return self.stacks.setdefault(states, _Stack(self, states))

    def set_states(self, states: bytes) -> None:
        """Have the parser be in these states."""
        self.states[: len(states)] = states
        self.top = len(states) - 1
