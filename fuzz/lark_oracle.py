"""Lark's own lexer and parser, which the generated reader must equal: the same grammars, read by somebody else's code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import cast

from lark import Lark
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from expendibots_notation.game import Game
from expendibots_notation.notation.driver import Driver
from expendibots_notation.notation.reader import new_driver
from expendibots_notation.notation.tables import END, FRAME, frame_parser
from expendibots_notation.notation.terminals import NO_TOKEN, RECORD, TERMINALS
from expendibots_notation.resources import grammar_file


@dataclass(frozen=True, slots=True)
class Tokens:
    """How far a text was read. Places are counted in characters."""

    tokens: list[tuple[str, int, int]]
    """Those that the parser took: the terminal, where it begins and where it ends."""
    trouble: tuple[str | None, int] | None
    """The token that the parser did not take, and where it begins; no terminal where the lexer found none."""
    expected: frozenset[str]
    """The terminals that could have come instead."""


@cache
def lark_of(file: str) -> Lark:
    paths = [str(grammar_file(FRAME).parent)]
    return Lark.open(str(grammar_file(file)), parser="lalr", lexer="basic", import_paths=paths)


@cache
def driver_of(file: str) -> Driver:
    """A driver that reads every record by one grammar, whatever its tags say."""
    return new_driver(lambda _name: cast(Game, SimpleNamespace(grammar=file)))


def by_lark(file: str, text: str) -> Tokens:
    """What Lark makes of a text."""
    parser = lark_of(file).parse_interactive(text)
    taken: list[tuple[str, int, int]] = []
    try:
        for token in parser.iter_parse():
            taken.append((str(token.type), token.start_pos or 0, token.end_pos or 0))
        parser.feed_eof()
    except UnexpectedCharacters as error:
        return Tokens(taken, (None, error.pos_in_stream), _terminals(parser.choices()))
    except UnexpectedToken as error:
        if error.token.type == END:
            return Tokens(taken, (END, len(text)), _terminals(error.expected))
        # It was handed out before it was found to be in the wrong place.
        kind, start, _ = taken.pop()
        return Tokens(taken, (kind, start), _terminals(error.expected))
    return Tokens(taken, None, frozenset())


def by_driver(file: str, text: str) -> tuple[Tokens, int]:
    """What the generated reader makes of the record at the start of a text, and where that ends."""
    driver, data = driver_of(file), text.encode("utf-8", "surrogateescape")
    why = driver.read(data, 0, len(data), True)
    events = driver.events.in_characters(data)
    columns = zip(events.kinds, events.starts, events.ends, range(events.size), strict=False)
    taken = [(TERMINALS[kind], start, end) for kind, start, end, _ in columns]
    if why == RECORD:
        return Tokens(taken, None, frozenset()), _characters(data[: driver.end])
    kind = TERMINALS[driver.kind] if driver.kind != NO_TOKEN else END if driver.start == len(data) else None
    trouble = kind, _characters(data[: driver.start])
    return Tokens(taken, trouble, frame_parser().expected(driver.state)), len(text)


def difference(file: str, text: str) -> str | None:
    """In what the two differ about the record at the start of a text; None where they are the same."""
    driver, end = by_driver(file, text)
    lark = by_lark(file, text[:end])
    return None if driver == lark else f"{file}: {text[:end]!r}\n driver: {driver}\n   lark: {lark}"


def _terminals(names: object) -> frozenset[str]:
    assert isinstance(names, dict | set)
    return frozenset(str(name) for name in names if name.isupper())


def _characters(data: bytes) -> int:
    return len(data.decode("utf-8", "surrogateescape"))
