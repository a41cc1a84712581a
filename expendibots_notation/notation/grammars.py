# cython: boundscheck=True, wraparound=True
# Unlike in the engine: the stacks below are lists that are read from their ends.
"""The parsers: Lark makes the tables of each grammar file in `grammar/`, this module runs them.

Lark's own lexer and parser are general: a heavy token with line and column for each word, a Python-level comparison for each
look-up. Run on plain strings and integers, the same terminals and the same LALR tables read three times as fast.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, TerminalDef
from lark.parsers.lalr_analysis import Shift

from expendibots_notation.resources import grammar_file

FRAME = "record.lark"
END = "$END"

_FREQUENT = {"TURN": 0, "ACTION": 1}
"""The terminals that are tried first."""
_WORD = 1
"""The group of the scanner's pattern that stands where a word begins."""


class Word:
    """A token: its terminal, its text and where it stands."""

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end


_THE_END = Word(END, "", 0, 0)


class Node:
    """What a rule of the grammar has matched; its parts are words and other nodes."""

    __slots__ = ("kind", "parts")

    def __init__(self, kind: str, parts: list[Any]) -> None:
        self.kind = kind
        self.parts = parts


class NoWord(Exception):
    """Raised where no token begins; `position` says where."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class Misplaced(Exception):
    """Raised where a token cannot stand; `expected` has the terminals that could."""

    def __init__(self, word: Word, expected: frozenset[str]) -> None:
        super().__init__(word.kind)
        self.word = word
        self.expected = expected


class _Reduction:
    """How a rule becomes a node: how many symbols it takes, which of them leave a part, and which are spliced in."""

    __slots__ = ("is_inlined", "is_plain", "is_series", "kept", "rule", "size")

    def __init__(self, rule: str, size: int, kept: tuple[tuple[int, bool], ...]) -> None:
        self.rule = rule
        self.size = size
        self.kept = kept
        """The places of the symbols that leave a part, each with whether its parts are spliced in."""
        self.is_inlined = rule.startswith("_")
        """Whether the rule's parts go into the node above."""
        self.is_plain = len(kept) == size and not any(is_spliced for _, is_spliced in kept)
        """Whether every symbol leaves a part and none is spliced in."""
        self.is_series = False
        """Whether it is `series: series item`: the common case, for which the list at hand is simply made longer."""


class _NoLexer(Lexer):
    """In the place of Lark's own lexer, which takes long to set up and is never asked."""

    def __init__(self, _configuration: LexerConf) -> None:
        pass

    def lex(self, _lexer_state: LexerState, _parser_state: Any) -> Iterator[Token]:
        raise NotImplementedError("this project's own scanner reads the text")


class Grammar:
    """A grammar file, ready to read."""

    def __init__(self, file: str) -> None:
        # A game's grammar may also stand elsewhere; it then finds the frame by its bare name.
        paths = [str(grammar_file(FRAME).parent)]
        lark = Lark.open(str(grammar_file(file)), parser="lalr", lexer=_NoLexer, maybe_placeholders=False, import_paths=paths)
        skipped, words = _scanner_patterns(lark)
        self._skip = re.compile(skipped).match
        self._match = re.compile(rf"{skipped}()(?:{words}|\Z)").match
        tables = lark.parse_interactive().parser_state.parse_conf
        self._start: int = tables.start_state
        self._rows = {state: _row(entries) for state, entries in tables.states.items()}
        # The end is taken like any other word, in the one state where the record is complete.
        self._rows[tables.end_state] = {END: tables.end_state}

    def read(self, text: str) -> Node:
        """The structure of a text. Raises NoWord and Misplaced."""
        stack = _Stack(self._rows, self._start)
        position = 0
        while (word := self._word(text, position)) is not None:
            stack.take(word)
            position = word.end
        return stack.end()

    def words(self, text: str) -> Iterator[Word]:
        """The tokens of a text. Raises NoWord where there is none although the text goes on."""
        position = 0
        while (word := self._word(text, position)) is not None:
            yield word
            position = word.end

    def parse(self, words: Iterable[Word]) -> Node:
        """The structure of a series of tokens. Raises Misplaced, and whatever `words` raises."""
        stack = _Stack(self._rows, self._start)
        for word in words:
            stack.take(word)
        return stack.end()

    def _word(self, text: str, position: int) -> Word | None:
        """The token that begins at a position, or behind the blanks there; None where the text ends. Raises NoWord."""
        found = self._match(text, position)
        if found is None:
            ignored = self._skip(text, position)
            raise NoWord(ignored.end() if ignored else position)
        kind = found.lastgroup
        if kind is None:
            return None
        start = found.start(_WORD)
        end = found.end()
        return Word(kind, text[start:end], start, end)


class _Stack:
    """What has been read: the states in which the table was, and what the rules have made of the words."""

    __slots__ = ("rows", "states", "values")

    def __init__(self, rows: dict[int, _Row], start: int) -> None:
        self.rows = rows
        self.states = [start]
        self.values: list[Any] = []

    def take(self, word: Word) -> None:
        """Go on by a word. Raises Misplaced."""
        rows, states, values = self.rows, self.states, self.values
        kind = word.kind
        # Replace the symbols of each rule that ends here, at the top of both stacks, by what the rule makes of them.
        while type(entry := rows[states[-1]].get(kind)) is _Reduction:
            reduction = entry
            if reduction.is_series:
                item = values.pop()
                if reduction.kept[1][1]:
                    values[-1].extend(item)
                else:
                    values[-1].append(item)
                del states[-2:]
            else:
                parts: list[Any] = []
                if size := reduction.size:
                    if reduction.is_plain:
                        parts = values[-size:]
                    else:
                        for place, is_spliced in reduction.kept:
                            if is_spliced:
                                parts.extend(values[place])
                            else:
                                parts.append(values[place])
                    del values[-size:], states[-size:]
                values.append(parts if reduction.is_inlined else Node(reduction.rule, parts))
            states.append(rows[states[-1]][reduction.rule])
        if entry is None:
            raise Misplaced(word, frozenset(rows[states[-1]]))
        states.append(entry)
        values.append(word)

    def end(self) -> Node:
        """The structure of all words. Raises Misplaced where more is needed."""
        self.take(_THE_END)
        node: Node = self.values[0]
        return node


_Row = dict[str, Any]
"""By symbol: the state to go to, or the reduction to make."""


def _row(entries: dict[str, tuple[Any, Any]]) -> _Row:
    """A row of Lark's table with plain keys: the state to go to, or the rule to reduce by."""
    return {str(name): argument if action is Shift else _reduction(argument) for name, (action, argument) in entries.items()}


@cache
def _reduction(rule: Any) -> _Reduction:
    """Lark's rule as this module applies it: unnamed punctuation is left out, rules named _x are spliced in."""
    name = str(rule.origin.name)
    size = len(rule.expansion)
    spliced = [not symbol.is_term and str(symbol.name).startswith("_") for symbol in rule.expansion]
    kept = tuple(
        (place - size, spliced[place]) for place, symbol in enumerate(rule.expansion) if not (symbol.is_term and symbol.filter_out)
    )
    reduction = _Reduction(name, size, kept)
    reduction.is_series = reduction.is_inlined and size == 2 == len(kept) and str(rule.expansion[0].name) == name
    return reduction


def _scanner_patterns(lark: Lark) -> tuple[str, str]:
    """The pattern of ignored text, and one of all other terminals, which tells by a named group which of them was matched.

    `strict` mode, in the tests, proves that no text is matched by two terminals, so their order only matters where one
    can be the beginning of another: the wider one stands first. The groups are empty and stand behind what they name: an
    alternative that begins with the pattern itself is passed over at a glance where its first character does not fit.
    """
    ignored = set(lark.ignore_tokens)
    terminals = sorted(lark.terminals, key=_place_in_scanner)
    skipped = "|".join(terminal.pattern.to_regexp() for terminal in terminals if terminal.name in ignored)
    words = "|".join(
        f"(?:{terminal.pattern.to_regexp()})(?P<{terminal.name}>)" for terminal in terminals if terminal.name not in ignored
    )
    return rf"(?:{skipped})*+", words


def _place_in_scanner(terminal: TerminalDef) -> tuple[int, int, str]:
    """The wider before the narrower; of those equally wide, first those of which a game has the most."""
    return -terminal.pattern.max_width, _FREQUENT.get(str(terminal.name), len(_FREQUENT)), str(terminal.name)


@cache
def grammar(file: str) -> Grammar:
    """The parser of a grammar file, made once."""
    return Grammar(file)
