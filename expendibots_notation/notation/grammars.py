# cython: boundscheck=True, wraparound=True
# Unlike in the engine: the stacks below are lists that are read from their ends.
"""The parsers: Lark makes the tables of each grammar file in `grammar/` (tables.py), this module runs them.

Lark's own lexer and parser are general: a heavy token with line and column for each word, a Python-level comparison for each
look-up. Run on plain strings and integers, the same terminals and the same LALR tables read three times as fast.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from expendibots_notation.notation.tables import END, Rule, tables_of

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


_Row = dict[str, Any]
"""By symbol: the state to go to, or the reduction to make."""


class _Reduction:
    """A rule while it is applied."""

    __slots__ = ("is_inlined", "is_plain", "is_series", "kept", "name", "size")

    def __init__(self, rule: Rule) -> None:
        self.name = rule.name
        self.size = rule.size
        self.kept = rule.kept
        self.is_series = rule.is_series
        """The common case, for which the list at hand is simply made longer."""
        self.is_inlined = rule.name.startswith("_")
        """Whether the rule's parts go into the node above."""
        self.is_plain = len(rule.kept) == rule.size and not any(is_spliced for _, is_spliced in rule.kept)
        """Whether every symbol leaves a part and none is spliced in."""


class Grammar:
    """A grammar file, ready to read."""

    def __init__(self, file: str) -> None:
        tables = tables_of(file)
        self._skip = re.compile(tables.skipped).match
        # The groups that name the words are empty and come after them: an alternative that begins with the pattern itself is
        # passed over at a glance where its first character does not fit.
        words = "|".join(f"(?:{pattern})(?P<{name}>)" for name, pattern in tables.terminals.items())
        self._match = re.compile(rf"{tables.skipped}()(?:{words}|\Z)").match
        reductions = [_Reduction(rule) for rule in tables.rules]
        self._rows: list[_Row] = [
            {symbol: entry if entry >= 0 else reductions[-1 - entry] for symbol, entry in row.items()} for row in tables.states
        ]

    def read(self, text: str) -> Node:
        """The structure of a text. Raises NoWord and Misplaced."""
        stack = _Stack(self._rows)
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
        stack = _Stack(self._rows)
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

    def __init__(self, rows: list[_Row]) -> None:
        self.rows = rows
        self.states = [0]
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
                values.append(parts if reduction.is_inlined else Node(reduction.name, parts))
            states.append(rows[states[-1]][reduction.name])
        if entry is None:
            raise Misplaced(word, frozenset(rows[states[-1]]))
        states.append(entry)
        values.append(word)

    def end(self) -> Node:
        """The structure of all words. Raises Misplaced where more is needed."""
        self.take(_THE_END)
        node: Node = self.values[0]
        return node


@cache
def grammar(file: str) -> Grammar:
    """The parser of a grammar file, made once."""
    return Grammar(file)
