"""The tables by which a grammar is read: an automaton that finds tokens in bytes, and what to do with each token.

build.py makes them, which takes longer than most commands. So an install keeps those of this project's grammars beside this module;
where they are missing, damaged or out of date, they are made in memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from expendibots_notation.resources import grammar_file

FRAME = "record.lark"
END = "$END"
KEPT = Path(__file__).with_name("tables.json")

# States of an automaton.
DEAD = 0
"""No token can be completed any more."""
START = 1
"""Each token begins here."""

FIRST_RULE = 128
"""In a table of actions: from here on, the numbers of rules to apply; below, 0 for neither and the next state, counted from 1."""


@dataclass(frozen=True, slots=True)
class Lexer:
    """An automaton over bytes."""

    classes: bytes
    """By byte: its class."""
    steps: list[bytes]
    """By state and class: the next state."""
    accepts: bytes
    """By state: the terminal that ends there, counted from 1; 0 where none does."""
    guards: bytes
    """By state: which of `forbidden` applies."""
    forbidden: list[bytes]
    """By guard and byte: 1 where the terminal does not end because that byte follows."""
    pattern: bytes
    """The same as a regular expression, for ASCII: white space, then a group for each terminal."""
    groups: bytes
    """By group of the pattern: its terminal."""

    def step_table(self) -> bytes:
        """By state * 256 + byte: the next state."""
        return b"".join(self.classes.translate(row.ljust(256, b"\0")) for row in self.steps)


@dataclass(frozen=True, slots=True)
class Parser:
    """An LALR table, the same for all games. Its first state is 0."""

    terminals: tuple[str, ...]
    """Their names, by number; the last one is END."""
    actions: list[bytes]
    """By state and terminal: what to do, as FIRST_RULE says."""
    gotos: list[bytes]
    """By state and nonterminal: the next state."""
    makes: bytes
    """By rule: the nonterminal that it makes."""
    sizes: bytes
    """By rule: of how many symbols."""
    end: int
    """The state in which a record is complete."""

    def expected(self, state: int) -> frozenset[str]:
        """The terminals that can come in a state."""
        return frozenset(name for name, action in zip(self.terminals, self.actions[state], strict=True) if action)


@cache
def frame_parser() -> Parser:
    """The table of the frame, by which every game is read."""
    kept = _kept()
    if not kept:
        from expendibots_notation.notation.build import make_parser  # loaded here: Lark is seldom needed

        return make_parser()
    values = dict(kept["parser"])
    return Parser(terminals=tuple(values.pop("terminals")), end=values.pop("end"), **_bytes(values))


@cache
def lexer_of(file: str) -> Lexer:
    """The automaton of a grammar file."""
    kept = _kept()
    if not kept or file not in kept["lexers"]:
        from expendibots_notation.notation.build import make_lexer

        return make_lexer(file)
    return Lexer(**_bytes(kept["lexers"][file]))


def keep(path: Path) -> None:
    """Write the tables of this project's grammars to a file, to be found beside this module. Called by setup.py."""
    from expendibots_notation.notation.build import make_lexer, make_parser

    files = sorted(grammar.name for grammar in _grammars())
    tables = json.dumps({"parser": make_parser(), "lexers": {file: make_lexer(file) for file in files}}, default=_plain)
    path.write_text(f"[{_checksum(tables)},\n{tables}]\n", "utf-8")


@cache
def _kept() -> dict[str, Any]:
    """The tables that an install has kept; none where they are missing, damaged, or made of something else."""
    try:
        checksum, _, tables = KEPT.read_text("utf-8").removesuffix("]\n").partition(",\n")
        return json.loads(tables) if checksum == f"[{_checksum(tables)}" else {}
    except (OSError, UnicodeDecodeError):
        return {}


def _checksum(tables: str) -> int:
    """A number that is another one as soon as the tables, the grammars, or what makes tables of them change."""
    makers = (Path(__file__).with_name(name) for name in ("build.py", "tables.py"))
    return crc32(b"".join(path.read_bytes() for path in (*makers, *sorted(_grammars()))) + tables.encode())


def _grammars() -> Iterator[Path]:
    return grammar_file(FRAME).parent.glob("*.lark")


def _plain(value: Any) -> Any:
    """What JSON has for bytes and for tables."""
    if isinstance(value, bytes):
        return value.hex()
    return {name: getattr(value, name) for name in type(value).__slots__}


def _bytes(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: bytes.fromhex(value) if isinstance(value, str) else [bytes.fromhex(each) for each in value]
        for name, value in values.items()
    }
