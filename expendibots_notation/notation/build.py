"""A Lark grammar to the tables that read it: an automaton over bytes for the tokens, and Lark's own LALR table.

Nothing here runs when text is read: `setup.py` keeps what is made here in the package.

Bytes stand for characters as follows. A class that leaves out a few characters, such as `[^"]`, takes any byte above ASCII, valid
UTF-8 or not: what belongs together is then read one byte at a time, so such a class must be followed by more of its kind. A class
that lists characters above ASCII takes their UTF-8.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import Lexer as LarkLexer
from lark.lexer import LexerState
from lark.parsers.lalr_analysis import Shift

from expendibots_notation.notation.tables import DEAD, END, FIRST_RULE, FRAME, START, Lexer, Parser
from expendibots_notation.resources import grammar_file

# What Python's own regular expressions are parsed by: what it understands is what Lark would have matched.
_regex = import_module("re._parser")
_is = import_module("re._constants")

_ASCII = 0x80
_LAST_CHARACTER = 0x10FFFF
_MOST_STATES = 256

Ranges = list[tuple[int, int]]
"""Characters or bytes, each range with its last one."""


class BadGrammar(ValueError):
    """A grammar that cannot become tables; the message says why."""


def make_lexer(file: str) -> Lexer:
    """The automaton of a grammar's terminals."""
    lark = _open(file)
    parser = make_parser(file)
    if parser != make_parser():
        raise BadGrammar("a game's grammar overrides ACTION, and nothing else of the frame")
    terminals = parser.terminals
    machine = _Machine()
    for terminal in lark.terminals:
        machine.add(terminals.index(str(terminal.name)), str(terminal.name), terminal.pattern.to_regexp())
    # The order only matters where one token can be the beginning of another: the wider one comes first, as it does for Lark.
    ordered = sorted(lark.terminals, key=lambda each: (-each.pattern.max_width, each.name))
    tokens = "|".join(f"({each.pattern.to_regexp()})" for each in ordered if each.name not in lark.ignore_tokens)
    skipped = "|".join(each.pattern.to_regexp() for each in ordered if each.name in lark.ignore_tokens)
    groups = bytes(terminals.index(str(each.name)) for each in ordered if each.name not in lark.ignore_tokens)
    return machine.lexer(f"(?:{skipped})*+(?:{tokens})".encode(), groups)


def make_parser(file: str = FRAME) -> Parser:
    """The LALR table of a grammar, which is the frame's, with the terminals in alphabetical order and the end behind them."""
    lark = _open(file)
    terminals = (*sorted(str(terminal.name) for terminal in lark.terminals), END)
    made = lark.parse_interactive().parser_state.parse_conf
    # Lark's numbers differ from one run to the next. Here a state's number is the order in which it is met.
    numbers = {made.start_state: 0}
    waiting = deque(numbers)
    rules: dict[tuple[str, int], int] = {}
    rows: list[dict[str, int]] = []
    while waiting:
        row: dict[str, int] = {}
        for symbol, (action, argument) in sorted(made.states[waiting.popleft()].items()):
            if action is Shift:
                if argument not in numbers:
                    numbers[argument] = len(numbers)
                    waiting.append(argument)
                row[str(symbol)] = numbers[argument] + 1
            else:
                row[str(symbol)] = FIRST_RULE + rules.setdefault((str(argument.origin.name), len(argument.expansion)), len(rules))
        rows.append(row)
    if len(rows) >= FIRST_RULE:
        raise BadGrammar(f"the parser has {len(rows)} states, and a table counts up to {FIRST_RULE - 1}")
    nonterminals = sorted({name for name, _ in rules} | {name for row in rows for name in row if name not in terminals})
    return Parser(
        terminals=terminals,
        actions=[bytes(row.get(name, 0) for name in terminals) for row in rows],
        gotos=[bytes(max(row.get(name, 0) - 1, 0) for name in nonterminals) for row in rows],
        makes=bytes(nonterminals.index(name) for name, _ in rules),
        sizes=bytes(size for _, size in rules),
        end=numbers[made.end_state],
    )


def _open(file: str) -> Lark:
    # A game's grammar may also stand elsewhere; it then finds the frame by its bare name.
    paths = [str(grammar_file(FRAME).parent)]
    return Lark.open(str(grammar_file(file)), parser="lalr", lexer=_NoLexer, maybe_placeholders=False, import_paths=paths)


class _NoLexer(LarkLexer):
    """In the place of Lark's own lexer, which takes long to set up and is never asked."""

    def __init__(self, _configuration: LexerConf) -> None:
        pass

    def lex(self, _lexer_state: LexerState, _parser_state: Any) -> Iterator[Token]:
        raise TypeError("the tables are only made with Lark, not run by it")


_Reached = frozenset[tuple[int, int]]
"""States of the machine, each with the bytes that must not come next, as bits."""


class _Machine:
    """A nondeterministic automaton over bytes, which grows by one terminal after another.

    A negative look-ahead is an edge that reads nothing and forbids some bytes to come next.
    """

    def __init__(self) -> None:
        self.edges: list[list[tuple[int, int, int]]] = []
        """By state: the first and the last byte, and where they lead."""
        self.free: list[list[tuple[int, int]]] = []
        """By state: where it leads without a byte, and the bytes that must not come next."""
        self.start = self.new()
        self.terminals: dict[int, tuple[int, str]] = {}
        """By final state."""

    def new(self) -> int:
        self.edges.append([])
        self.free.append([])
        return len(self.edges) - 1

    def skip(self, start: int, end: int, forbidden: int = 0) -> int:
        self.free[start].append((end, forbidden))
        return end

    def add(self, terminal: int, name: str, pattern: str) -> None:
        end = self.series(_regex.parse(pattern), self.skip(self.start, self.new()))
        self.terminals[end] = terminal, name

    # A pattern is added behind a state; each of these returns the state in which it ends.

    def series(self, parts: Iterable[tuple[Any, Any]], at: int) -> int:
        for kind, value in parts:
            at = self.part(kind, value, at)
        return at

    def part(self, kind: Any, value: Any, at: int) -> int:
        if kind in (_is.LITERAL, _is.NOT_LITERAL, _is.ANY, _is.IN):
            return self.one_of(_characters(kind, value), at)
        if kind is _is.SUBPATTERN and not (value[1] or value[2]):  # it may set flags, such as that of any case
            return self.series(value[3], at)
        if kind is _is.BRANCH:
            end = self.new()
            for alternative in value[1]:
                self.skip(self.series(alternative, self.skip(at, self.new())), end)
            return end
        if kind is _is.MAX_REPEAT:
            least, most, repeated = value
            return self.repeat(least, most, repeated, at)
        if kind is _is.ASSERT_NOT and value[0] > 0 and len(value[1]) == 1:
            return self.skip(at, self.new(), _first_bytes(_characters(*value[1][0])))
        raise BadGrammar(f"the automaton has no {str(kind).lower()} as it is used here")

    def repeat(self, least: int, most: int, parts: Sequence[tuple[Any, Any]], at: int) -> int:
        for _ in range(least):
            at = self.series(parts, at)
        if most is _is.MAXREPEAT:
            loop = self.skip(at, self.new())
            self.skip(self.series(parts, loop), loop)
            return self.skip(loop, self.new())
        end = self.skip(at, self.new())
        for _ in range(most - least):
            at = self.series(parts, at)
            self.skip(at, end)
        return end

    def one_of(self, characters: Ranges, at: int) -> int:
        """Any of these characters."""
        end = self.new()
        self.edges[at] += [(first, min(last, _ASCII - 1), end) for first, last in characters if first < _ASCII]
        if characters[-1][1] == _LAST_CHARACTER:
            self.all_but(_others(characters), at, end)
        else:
            for first, last in characters:
                for character in range(max(first, _ASCII), last + 1):
                    self.bytes_of(character, at, end)
        return end

    def bytes_of(self, character: int, at: int, end: int) -> None:
        *before, last = chr(character).encode()
        for byte in before:
            following = self.new()
            self.edges[at].append((byte, byte, following))
            at = following
        self.edges[at].append((last, last, end))

    def all_but(self, left_out: Ranges, at: int, end: int) -> None:
        """Any byte above ASCII, but not the first byte of these characters where their second byte follows."""
        seconds: dict[int, int] = defaultdict(int)
        for first, last in left_out:
            for character in range(max(first, _ASCII), last + 1):
                if character > 0x7FF:
                    raise BadGrammar(f"a class that leaves out {chr(character)!r}: its UTF-8 has more than two bytes")
                lead, second = chr(character).encode()
                seconds[lead] |= 1 << second
        borders = [_ASCII - 1, *sorted(seconds), 0x100]
        self.edges[at] += [(below + 1, above - 1, end) for below, above in pairwise(borders) if below + 1 < above]
        for lead, forbidden in seconds.items():
            guarded = self.new()
            self.edges[at].append((lead, lead, guarded))
            self.skip(guarded, end, forbidden)

    # The deterministic automaton

    def lexer(self, pattern: bytes, groups: bytes) -> Lexer:
        classes = self.classes()
        count = max(classes) + 1
        samples = [classes.index(number) for number in range(count)]
        first = self.closed([(self.start, 0)])
        numbers = {first: START}
        rows = [[DEAD] * count, [DEAD] * count]
        accepts = [(0, 0), self.accepted(first)]
        waiting = deque([first])
        while waiting:
            reached = waiting.popleft()
            for number, byte in enumerate(samples):
                following = self.after(reached, byte)
                if following and following not in numbers:
                    numbers[following] = len(numbers) + 1
                    rows.append([DEAD] * count)
                    accepts.append(self.accepted(following))
                    waiting.append(following)
                rows[numbers[reached]][number] = numbers[following] if following else DEAD
        if len(rows) > _MOST_STATES:
            raise BadGrammar(f"the automaton has {len(rows)} states, and a byte counts up to {_MOST_STATES}")
        guards = sorted({forbidden for _, forbidden in accepts})
        return Lexer(
            classes=bytes(classes),
            steps=[bytes(row) for row in rows],
            accepts=bytes(terminal for terminal, _ in accepts),
            guards=bytes(guards.index(forbidden) for _, forbidden in accepts),
            forbidden=[bytes(forbidden >> byte & 1 for byte in range(256)) for forbidden in guards],
            pattern=pattern,
            groups=groups,
        )

    def classes(self) -> list[int]:
        """For each byte the number of its class: bytes of one class lead everywhere to the same states."""
        masks = {sum(1 << byte for byte in range(first, last + 1)) for edges in self.edges for first, last, _ in edges}
        masks |= {forbidden for free in self.free for _, forbidden in free if forbidden}
        ordered = sorted(masks)
        found: dict[tuple[bool, ...], int] = {}
        return [found.setdefault(tuple(bool(mask >> byte & 1) for mask in ordered), len(found)) for byte in range(256)]

    def closed(self, reached: Iterable[tuple[int, int]]) -> _Reached:
        """All that is reached without reading on."""
        waiting = list(reached)
        known = set(waiting)
        while waiting:
            state, forbidden = waiting.pop()
            for following, more in self.free[state]:
                each = following, forbidden | more
                if each not in known:
                    known.add(each)
                    waiting.append(each)
        return frozenset(each for each in known if self.edges[each[0]] or each[0] in self.terminals)

    def after(self, reached: _Reached, byte: int) -> _Reached:
        targets = (
            (target, 0)
            for state, forbidden in reached
            if not forbidden >> byte & 1
            for first, last, target in self.edges[state]
            if first <= byte <= last
        )
        return self.closed(targets)

    def accepted(self, reached: _Reached) -> tuple[int, int]:
        """The terminal that ends here, counted from 1, and the bytes that must not follow it; (0, 0) where none does."""
        found = [(self.terminals[state], forbidden) for state, forbidden in reached if state in self.terminals]
        if not found:
            return 0, 0
        names = sorted({name for (_, name), _ in found})
        if len(names) > 1:
            raise BadGrammar(f"a text can be both {names[0]} and {names[1]}")
        forbidden = found[0][1]
        for _, other in found:
            forbidden &= other
        return found[0][0][0] + 1, forbidden


def _characters(kind: Any, value: Any) -> Ranges:
    """The characters that one part of a pattern stands for."""
    if kind is _is.LITERAL:
        return [(value, value)]
    if kind is _is.NOT_LITERAL:
        return _others([(value, value)])
    if kind is _is.ANY:
        return _others([(10, 10)])
    if kind is not _is.IN:
        raise BadGrammar(f"the automaton has no {str(kind).lower()} as it is used here")
    listed = [each for each in value if each[0] is not _is.NEGATE]
    ranges = sorted(each if kind is _is.RANGE else _characters(kind, each)[0] for kind, each in listed)
    others = _others(ranges)
    return others if len(listed) < len(value) else _others(others)


def _others(ranges: Ranges) -> Ranges:
    """All characters but these, which are in their order, although they may overlap."""
    others = []
    at = 0
    for first, last in [*ranges, (_LAST_CHARACTER + 1, _LAST_CHARACTER + 1)]:
        if at < first:
            others.append((at, first - 1))
        at = max(at, last + 1)
    return others


def _first_bytes(characters: Ranges) -> int:
    """The bytes with which these characters begin, as bits."""
    bits = 0
    for first, last in characters:
        if last == _LAST_CHARACTER and first <= _ASCII:
            last = 0xFF
        elif last >= _ASCII:
            raise BadGrammar("a look-ahead has some characters above ASCII; it must have all of them or none")
        bits |= (2 << last) - (1 << first)
    return bits
