"""Limits on what one input may have, so that no file, damaged or hostile, uses up the machine.

They are asked for at the bottom of every reader, so they are a context variable: `in_force` gives the limits that hold, and
`applied` has others hold for a while.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields, replace
from typing import Any

from expendibots_notation.arguments import suggestion

_LONGEST_VALUE = 40
_MEANING, _FINDING, _MOST = "meaning", "finding", "most"


def _limit(default: int, finding: str, meaning: str, most: int = 10**18) -> Any:
    """A limit; `most` is the highest that it can be set to."""
    return field(default=default, metadata={_FINDING: finding, _MEANING: meaning, _MOST: most})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that can be set."""

    variation_depth: int = _limit(50, "too-deep", "variations inside one another; 100 at most", 100)
    variations: int = _limit(50_000, "too-many-variations", "variations of a record")
    record_length: int = _limit(2_000_000, "too-long", "characters of a record of XBN, a JSON document or a game in a log")
    comment_length: int = _limit(2_000_000, "long-comment", "characters of a comment, as XBN writes it")
    token_length: int = _limit(
        2_000_000, "long-token", "characters of any other word, as XBN writes it: a string, an action, attributes"
    )
    tags: int = _limit(20_000, "too-many-tags", "tags of a record, as XBN writes it")
    records: int = _limit(10_000_000, "too-many-records", "records of a file")
    unpacked_bytes: int = _limit(20_000_000_000, "unpacks-too-much", "bytes that a compressed file may hold")
    expansion: int = _limit(1_000, "unpacks-too-much", "how many times its own size a compressed file may hold, beyond 10 MB")
    json_depth: int = _limit(500, "document-too-deep", "lists and objects of a JSON document inside one another")
    gif_plies: int = _limit(600, "too-many-plies", "steps that a GIF shows: plies, and events of chance")
    html_plies: int = _limit(10_000, "too-many-plies", "plies of a record that a page shows, those of variations included")

    def changed(self, values: Mapping[str, object]) -> Limits:
        """These limits with other values for some. Raises BadLimit."""
        known: dict[str, int] = {}
        for name, value in values.items():
            if name not in NAMES:
                raise BadLimit(f"there is no limit {name!r}{suggestion(name, NAMES)}; the limits are {', '.join(NAMES)}")
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _HIGHEST[name]:
                raise BadLimit(f"the limit {name} is a whole number from 1 to {_HIGHEST[name]}, not {brief(value)}")
            known[name] = value
        return replace(self, **known)


def brief(value: object) -> str:
    """A wrong value, short enough for a message."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        return "a value too large to show"  # Python refuses to write out such a number or nesting
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}..."


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit, in words."""

    name: str
    value: int
    finding: str
    """The name of the diagnostic that is made where it is passed."""
    meaning: str
    """What is counted."""


class BadLimit(ValueError):
    """Raised for a limit that does not exist, or a value that none can have; the message says which there are."""


NAMES = tuple(each.name for each in fields(Limits))
USUAL = Limits()
_HIGHEST: dict[str, int] = {each.name: each.metadata[_MOST] for each in fields(Limits)}

_IN_FORCE = ContextVar("limits", default=USUAL)


def in_force() -> Limits:
    """The limits that hold here."""
    return _IN_FORCE.get()


def apply(limits: Limits) -> None:
    """Have these limits hold from here on, in this process: for a command, which lives as long as it is at work."""
    _IN_FORCE.set(limits)


@contextmanager
def applied(limits: Limits) -> Iterator[None]:
    """Have these limits hold for a while. What is read lazily must be read within."""
    token = _IN_FORCE.set(limits)
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


def read_limits(texts: Iterable[str], limits: Limits = USUAL) -> Limits:
    """Limits with values as the command line has them, `name=value`, on top. Raises BadLimit."""
    values: dict[str, object] = {}
    for text in texts:
        name, _, value = text.partition("=")
        number = value.strip()
        values[name.strip()] = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else value
    return limits.changed(values)


def listed(limits: Limits) -> list[Limit]:
    """Every limit with its value, in a fixed order."""
    return [
        Limit(each.name, getattr(limits, each.name), each.metadata[_FINDING], each.metadata[_MEANING]) for each in fields(Limits)
    ]
