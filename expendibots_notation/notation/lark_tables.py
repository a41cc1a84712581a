"""The tables of a grammar, as Lark makes them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from lark import Lark, Token
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, TerminalDef
from lark.parsers.lalr_analysis import Shift

from expendibots_notation.notation.tables import END, FRAME, Rule, Tables
from expendibots_notation.resources import grammar_file

_FREQUENT = {"TURN": 0, "ACTION": 1}
"""The terminals that are tried first."""


def make(file: str) -> Tables:
    """The tables of a grammar file. The same grammar has the same tables, to the letter."""
    # A game's grammar may also stand elsewhere; it then finds the frame by its bare name.
    paths = [str(grammar_file(FRAME).parent)]
    lark = Lark.open(str(grammar_file(file)), parser="lalr", lexer=_NoLexer, maybe_placeholders=False, import_paths=paths)
    skipped, terminals = _patterns(lark)
    made = lark.parse_interactive().parser_state.parse_conf
    rules: list[Rule] = []
    states: list[dict[str, int]] = []
    # Lark's numbers differ from one run to the next. Here a state's number is the order in which it is met.
    numbers = {made.start_state: 0}
    waiting = deque(numbers)
    while waiting:
        state = waiting.popleft()
        row: dict[str, int] = {}
        for symbol, (action, argument) in sorted(made.states[state].items()):
            if action is Shift:
                if argument not in numbers:
                    numbers[argument] = len(numbers)
                    waiting.append(argument)
                row[str(symbol)] = numbers[argument]
            else:
                rule = _rule(argument)
                if rule not in rules:
                    rules.append(rule)
                row[str(symbol)] = -1 - rules.index(rule)
        # The end is taken like any other word, in the one state where the record is complete.
        states.append({END: numbers[state]} if state == made.end_state else row)
    return Tables(skipped, terminals, rules, states)


class _NoLexer(Lexer):
    """In the place of Lark's own lexer, which takes long to set up and is never asked."""

    def __init__(self, _configuration: LexerConf) -> None:
        pass

    def lex(self, _lexer_state: LexerState, _parser_state: Any) -> Iterator[Token]:
        raise NotImplementedError("this project's own scanner reads the text")


def _rule(rule: Any) -> Rule:
    """Lark's rule as it is applied here: unnamed punctuation is left out, the parts of rules named _x are put in their place."""
    name = str(rule.origin.name)
    size = len(rule.expansion)
    spliced = [not symbol.is_term and str(symbol.name).startswith("_") for symbol in rule.expansion]
    kept = [
        (place - size, spliced[place]) for place, symbol in enumerate(rule.expansion) if not (symbol.is_term and symbol.filter_out)
    ]
    is_series = name.startswith("_") and size == 2 == len(kept) and str(rule.expansion[0].name) == name
    return Rule(name, size, kept, is_series)


def _patterns(lark: Lark) -> tuple[str, dict[str, str]]:
    """The pattern of ignored text, and those of all other terminals.

    `strict` mode, in the tests, proves that no text is matched by two terminals, so their order only matters where one
    can be the beginning of another: the wider one comes first.
    """
    patterns = {str(each.name): each.pattern.to_regexp() for each in sorted(lark.terminals, key=_place_in_scanner)}
    skipped = "|".join(patterns.pop(name) for name in lark.ignore_tokens)
    return rf"(?:{skipped})*+", patterns


def _place_in_scanner(terminal: TerminalDef) -> tuple[int, int, str]:
    """The wider before the narrower; of those equally wide, first those of which a game has the most."""
    return -terminal.pattern.max_width, _FREQUENT.get(str(terminal.name), len(_FREQUENT)), str(terminal.name)
