"""The tables by which a grammar is read: patterns of words, and what to do in each state of the parser.

Lark makes them (lark_tables.py), which takes longer than reading thousands of records. So those of this project's grammars are kept
beside them, as `expendibots.tables.json`. What is kept counts only as long as it was made of the very grammar that is there, and of
the frame; otherwise the tables are made when they are asked for.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from expendibots_notation.resources import grammar_file

FRAME = "record.lark"
END = "$END"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the grammar, as it is applied."""

    name: str
    size: int
    """How many symbols it takes from the top of the stack."""
    kept: list[tuple[int, bool]]
    """Which of them leave a part, as places from the top, each with whether its own parts are put in its place."""
    is_series: bool
    """Whether it is `series: series item`."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What Lark has made of a grammar. The first state is 0."""

    skipped: str
    """The pattern of what stands between words."""
    terminals: dict[str, str]
    """The pattern of each word by its name, in the order in which they are tried."""
    rules: list[Rule]
    states: list[dict[str, int]]
    """By symbol: the state to go to, or where it is negative, the rule to apply: -1 stands for the first."""


def tables_of(file: str) -> Tables:
    """The tables of a grammar: those that are kept, or new ones."""
    return _kept(file) or made(file)


def made(file: str) -> Tables:
    """The tables of a grammar, made anew."""
    from expendibots_notation.notation.lark_tables import make  # loaded here: Lark is seldom needed

    return make(file)


def kept_file(file: str) -> Path:
    """Where the tables of a grammar are kept."""
    return grammar_file(file).with_suffix(".tables.json")


def kept_text(file: str, tables: Tables) -> str:
    """What is kept there: one terminal, one rule and one state a line."""
    values: dict[str, Any] = {"grammar": _fingerprint(file), **asdict(tables)}
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {_in_lines(value)}" for name, value in values.items()) + "\n}\n"


def _in_lines(value: Any) -> str:
    if isinstance(value, dict):
        return "{\n" + ",\n".join(f"{_in_lines(name)}: {_in_lines(each)}" for name, each in value.items()) + "\n}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)


def _kept(file: str) -> Tables | None:
    try:
        kept = json.loads(kept_file(file).read_text("utf-8"))
        if kept.pop("grammar") != _fingerprint(file):
            return None
        rules = [Rule(**rule | {"kept": [tuple(part) for part in rule["kept"]]}) for rule in kept.pop("rules")]
        return Tables(rules=rules, **kept)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        # There are none, or they are not what this program would keep.
        return None


def _fingerprint(file: str) -> str:
    """Tells whether a grammar is the one of which tables were made; the frame is part of each."""
    texts = (grammar_file(each).read_text("utf-8") for each in (FRAME, file))
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()
