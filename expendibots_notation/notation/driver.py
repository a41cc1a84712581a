"""The reader's engine: runs the tables of a grammar over bytes, and notes each token of a record as an event.

Of the notation it knows only that a record's tags come first and choose the game's tokens, that a result outside parentheses ends
it, and that comments after the result still belong to it. Compiled; the same file runs as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from expendibots_notation.notation.events import Events
from expendibots_notation.notation.tables import DEAD, FIRST_RULE, START, Lexer, Parser
from expendibots_notation.notation.terminals import (
    COMMENT,
    CUT_OFF,
    END,
    LINE_COMMENT,
    LPAR,
    MORE,
    NO_TOKEN,
    RECORD,
    RESULT,
    RPAR,
    RSQB,
    STRING,
    TAG_NAME,
    TROUBLE,
    WHITE_SPACE,
)

_GAME = b"Game"
_SPACE = b" \t\n\f\v\r"
_DEEPEST = 1 << 8
_TAB, _BLANK, _BRACE, _SEMICOLON = b"\t {;"


class Automaton:
    """A lexer, laid out for the driver."""

    def __init__(self, lexer: Lexer) -> None:
        # Kept alive here, for compiled code only points at them.
        self.kept = lexer.step_table(), lexer.accepts, lexer.guards, b"".join(lexer.forbidden)
        self.steps, self.accepts, self.guards, self.forbidden = self.kept


class Driver:
    """Reads records, one at a time.

    `find_game` gives the automaton for the Game tag's string, or for None where there is no such tag; None for a malformed string.
    """

    def __init__(self, parser: Parser, frame: Automaton, find_game: Callable[[bytes | None], Automaton | None]) -> None:
        self.frame = frame
        self.find_game = find_game
        self.width = len(parser.terminals)
        self.makes = len(parser.gotos[0])
        # Kept alive here, for compiled code only points at them.
        self.kept = b"".join(parser.actions), b"".join(parser.gotos), parser.makes, parser.sizes
        self.actions, self.gotos, self.made, self.sizes = self.kept
        self.last_state = parser.end
        self.held = b""
        self.stack = bytearray(_DEEPEST)
        self.states = self.stack
        self.room = _DEEPEST
        self.top = 0
        self.events = Events()
        """The tokens of the record."""
        self.kind = NO_TOKEN
        """What was found last, and where it begins and ends: the trouble, where there is any."""
        self.start = 0
        self.end = 0
        self.line_end = 0
        self.state = 0
        """In which state of the parser the record came to its end, or into trouble."""

    def read(self, data: bytes, at: int, limit: int, is_final: bool) -> int:
        """Read the record that begins at `at`, up to `end`; why that came to an end.

        `is_final` says that nothing follows the data, which is looked at up to `limit`.
        """
        self.begin(data, limit, is_final)
        events = self.events
        events.size = 0
        self.top = 0
        self.states[0] = 0
        automaton = self.frame
        game: Automaton | None = None
        is_head = True
        names_game = False
        depth = 0
        while True:
            kind = self.token(automaton, at)
            if is_head and kind != TAG_NAME and kind != STRING and kind != RSQB and kind != COMMENT and kind != LINE_COMMENT:
                if kind == CUT_OFF:
                    return MORE
                is_head = False
                automaton = self.find_game(None) or self.frame if game is None else game
                kind = self.token(automaton, at)
            if kind < 0:
                if kind == CUT_OFF:
                    return MORE
                self.state = self.states[self.top]
                return RECORD if self.start == limit and self.shift(END) else TROUBLE
            if not self.shift(kind):
                return TROUBLE
            start = self.start
            at = self.end
            events.add(kind, start, at)
            if is_head:
                if kind == TAG_NAME:
                    names_game = game is None and data[start + 1 : at].lstrip(_SPACE) == _GAME
                elif kind == RSQB and names_game:
                    value = events.size - 2
                    game = self.find_game(data[events.starts[value] : events.ends[value]])
            elif kind == LPAR:
                depth += 1
            elif kind == RPAR:
                depth -= 1
            elif kind == RESULT and depth == 0:
                return self.closed(at)

    def closed(self, at: int) -> int:
        """Read the comments that follow a result; why the record ends."""
        events = self.events
        first = events.size
        why = self.close(at)
        if why == MORE:
            return MORE
        for index in range(first, events.size):
            if not self.shift(events.kinds[index]):
                self.kind, self.start, self.end = events.kinds[index], events.starts[index], events.ends[index]
                events.size = index
                return TROUBLE
        self.state = self.states[self.top]
        return why

    def begin(self, data: bytes, limit: int, is_final: bool) -> None:
        """Look at this data from here on."""
        self.held = data
        self.data = data
        self.limit = limit
        self.is_final = is_final

    def close(self, at: int) -> int:
        """Note the comments that follow a result on its line, up to `line_end`; at the end of the file all comments.

        RECORD, with `end`; TROUBLE at a comment on that line which is never closed; or MORE.
        """
        data = self.data
        events = self.events
        size = events.size
        is_on_line = True
        self.line_end = at
        while at < self.limit:
            byte = data[at]
            if byte == _BRACE or byte == _SEMICOLON:
                kind = self.token(self.frame, at)
                if kind == CUT_OFF:
                    return MORE
                if kind < 0:
                    if is_on_line:
                        return TROUBLE
                    break
                events.add(kind, at, self.end)
                at = self.end
                if is_on_line:
                    self.line_end = at
                    size = events.size
            elif byte in _SPACE:
                if byte != _BLANK and byte != _TAB:
                    is_on_line = False
                at += 1
            else:
                break
        if at >= self.limit:
            if not self.is_final:
                return MORE
            self.end = self.limit
        else:
            self.end = self.line_end
            events.size = size
        return RECORD

    def token(self, automaton: Automaton, at: int) -> int:
        """The token that begins at `at` or after the white space there, from `start` to `end`; NO_TOKEN or CUT_OFF."""
        data, limit = self.data, self.limit
        steps, accepts, guards, forbidden = automaton.steps, automaton.accepts, automaton.guards, automaton.forbidden
        while True:
            kind = NO_TOKEN
            state = START
            p = end = at
            while p < limit:
                state = steps[state << 8 | data[p]]
                if state == DEAD:
                    break
                p += 1
                accepted = accepts[state]
                if accepted != 0 and (p == limit or forbidden[guards[state] << 8 | data[p]] == 0):
                    kind = accepted - 1
                    end = p
            if state != DEAD and not self.is_final:
                kind = CUT_OFF
            if kind != WHITE_SPACE:
                break
            at = end
        self.kind = kind
        self.start = at
        self.end = end
        return kind

    def shift(self, kind: int) -> bool:
        """Let the parser take a token; whether it can stand here. Otherwise `state` is the one that has no place for it."""
        # Local names: after each change of the stack, compiled code would load all others anew.
        states, actions, gotos, made, sizes = self.states, self.actions, self.gotos, self.made, self.sizes
        width, makes = self.width, self.makes
        top = self.top
        while True:
            action = actions[states[top] * width + kind]
            if action < FIRST_RULE:
                break
            rule = action - FIRST_RULE
            top -= sizes[rule]
            following = gotos[states[top] * makes + made[rule]]
            top += 1
            states[top] = following
        if action == 0:
            self.top = top
            self.state = states[top]
            return kind == END and self.state == self.last_state
        top += 1
        states[top] = action - 1
        self.top = top
        if top + 2 >= self.room:
            # Room for what this token opens, and for what the next one makes of it.
            self.stack.extend(bytes(self.room))
            self.room *= 2
            self.states = self.stack
        return True
