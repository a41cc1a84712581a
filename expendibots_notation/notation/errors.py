"""What is wrong with a record's text: the one diagnostic for the place where it goes wrong, and what comes before it.

Only a record that the driver or its game could not read is looked at here, token by token.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span
from expendibots_notation.limits import Limits, in_force
from expendibots_notation.notation.driver import Driver
from expendibots_notation.notation.events import Events
from expendibots_notation.notation.strings import WHITE_SPACE
from expendibots_notation.notation.tables import frame_parser
from expendibots_notation.notation.terminals import (
    ACTION,
    COMMENT,
    ITEM,
    LINE_COMMENT,
    LPAR,
    NO_TOKEN,
    REJECTED,
    RPAR,
    STRING,
    TAG_NAME,
    TURN,
)

_SHOWN = 60
_UNDECODED = re.compile("[\udc80-\udcff]")
_RUN_OF_TEXT = re.compile(rf"[\s\S][^{WHITE_SPACE}]{{0,{_SHOWN - 1}}}")

_WORDS_FOR_PEOPLE = (
    ("ACTION", "an action"),
    ("STRING", "a text in double quotes"),
    ("RSQB", "]"),
    ("RPAR", "the ) of the variation"),
    ("RESULT", "a result"),
    ("TAG_NAME", "a tag"),
    ("$END", "the end of the record"),
    ("COMMENT", "a comment"),
)

Accept = Callable[[int, str], object]
"""Whether the game can read an action or an item, by its terminal and its text: raises Refused where it cannot."""


class Refused(Exception):
    """Raised at an action or an item that the game cannot read; `expected` is what could stand there."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected


def is_within_limits(text: str) -> bool:
    """Whether a text cannot pass any limit, whatever its tokens are: nearly all are so short."""
    limits = in_force()
    return (
        len(text) <= min(limits.token_length, limits.comment_length)
        and text.count("(") <= min(limits.variation_depth, limits.variations)
        and text.count("[") <= limits.tags
    )


def find_trouble(source: Source, events: Events, driver: Driver, is_whole: bool, accept: Accept) -> Diagnostic | None:
    """The first thing that is wrong with the tokens of a record; what comes after it, or belongs to it, is cut off.

    The driver has just read the record, to its end if `is_whole`.
    """
    reading = _Reading(source, events, in_force(), accept)
    trouble = reading.first()
    if trouble is None and not is_whole:
        trouble = reading.explain(driver)
    if trouble is not None:
        events.size = reading.kept(trouble)
    return trouble


def foreign_characters(source: Source) -> list[Diagnostic]:
    """Bytes that are not UTF-8, and NULs: at most one finding of each kind."""
    text = source.text
    found = []
    if not text.isascii() and (bad := _UNDECODED.search(text)):
        found.append(_foreign_character(source, bad.start()))
    null = text.find("\0")
    if null >= 0:
        found.append(_foreign_character(source, null))
    return found


def _foreign_character(source: Source, at: int) -> Diagnostic:
    place = source.place(Span(at, at + 1))
    character = source.text[at]
    if character == "\0":
        return diagnose("null-character", place)
    return diagnose("invalid-utf8", place, byte=f"0x{ord(character) - 0xDC00:02X}")


def missing_tags(source: Source, implied: dict[str, str]) -> Diagnostic:
    """The warning about tags that a record leaves out, with the values that it is read with."""
    verb = "tag is" if len(implied) == 1 else "tags are"
    values = ", ".join(f'[{name} "{value}"]' for name, value in implied.items())
    return diagnose("missing-tag", source.place(Span(0, 0)), tags=f"the {', '.join(implied)} {verb}", values=values)


class _Reading:
    """The tokens of a record, gone through once more; `good` is the number of those with which nothing is wrong."""

    def __init__(self, source: Source, events: Events, limits: Limits, accept: Accept) -> None:
        self.source = source
        self.events = events
        self.limits = limits
        self.accept = accept
        self.good = 0
        self.tags = 0
        self.variations = 0
        self.opened: list[int] = []
        """The parentheses that are open."""
        self.rejected: list[int | None] = [None]
        """The rejected action of the main line, and of each variation that is open."""

    def first(self) -> Diagnostic | None:
        """What passes a limit, or is not readable for the game."""
        for index in range(self.events.size):
            self.good = index
            kind, span = self.events.kinds[index], self.span(index)
            over = self.over_limit(kind, span)
            if over is not None:
                return over
            if kind == LPAR:
                self.opened.append(index)
                self.rejected.append(None)
            elif kind == RPAR:
                self.opened.pop()
                self.rejected.pop()
            elif kind in (ACTION, ITEM):
                try:
                    self.accept(kind, self.text(index))
                except Refused as refused:
                    found = quoted(self.text(index))
                    return diagnose("unexpected-text", self.source.place(_beginning(span)), found=found, expected=refused.expected)
            if self.kind(index - 1) == REJECTED:
                self.rejected[-1] = index
        self.good = self.events.size
        return None

    def over_limit(self, kind: int, span: Span) -> Diagnostic | None:
        """Which limit a token passes."""
        limits = self.limits
        is_comment = kind in (COMMENT, LINE_COMMENT)
        self.tags += kind == TAG_NAME
        self.variations += kind == LPAR
        for name, number, limit in (
            ("long-comment", span.end - span.start if is_comment else 0, limits.comment_length),
            ("long-token", 0 if is_comment else span.end - span.start, limits.token_length),
            ("too-deep", len(self.opened) + 1 if kind == LPAR else 0, limits.variation_depth),
            ("too-many-variations", self.variations, limits.variations),
            ("too-many-tags", self.tags, limits.tags),
        ):
            if number > limit:
                return diagnose(name, self.source.place(_beginning(span)), limit=limit)
        return None

    def kept(self, trouble: Diagnostic) -> int:
        """The number of tokens that are kept: not half a tag or a lone ~.

        What is in a variation that is never closed may belong to the main line. Nobody can tell, so it is left out.
        """
        size = self.opened[0] if trouble.name == "unclosed-variation" else self.good
        if self.kind(size - 1) == STRING and self.kind(size - 2) == TAG_NAME:
            return size - 2
        return size - 1 if self.kind(size - 1) in (TAG_NAME, REJECTED) else size

    def kind(self, index: int) -> int:
        return self.events.kinds[index] if index >= 0 else NO_TOKEN

    def span(self, index: int) -> Span:
        return Span(self.events.starts[index], self.events.ends[index])

    def text(self, index: int) -> str:
        span = self.span(index)
        return self.source.text[span.start : span.end]

    # Where the driver stopped

    def explain(self, driver: Driver) -> Diagnostic:
        """Why the driver could not go on."""
        data = driver.held
        before = len(data[: driver.start].decode("utf-8", "surrogateescape"))
        text = data[driver.start : driver.end].decode("utf-8", "surrogateescape")
        expected = self.in_words(frame_parser().expected(driver.state))
        if driver.kind == NO_TOKEN:
            return self.explain_end(expected) if before == len(self.source.text) else self.explain_no_token(before, expected)
        span = Span(before, before + len(text))
        return self.over_limit(driver.kind, span) or self.explain_misplaced(driver.kind, span, expected)

    def in_words(self, terminals: frozenset[str]) -> str:
        """What could have followed. The tables also name what ends a variation where none is open, and the reverse."""
        impossible = "$END" if self.opened else "RPAR"
        named = [words for terminal, words in _WORDS_FOR_PEOPLE if terminal in terminals and terminal != impossible]
        return " or ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)

    def explain_no_token(self, start: int, expected: str) -> Diagnostic:
        """Where no token begins, the first character tells what was meant."""
        source, text = self.source, self.source.text
        character = text[start]
        if character == "\0" or _UNDECODED.match(character):
            return _foreign_character(source, start)
        if character == "{":
            return diagnose("unclosed-comment", source.place(Span(start, start + 1)))
        if character == '"':
            line_end = text.find("\n", start)
            return diagnose("unclosed-string", source.place(Span(start, len(text) if line_end < 0 else line_end)))
        found = _RUN_OF_TEXT.match(text, start)
        assert found is not None
        place = source.place(Span(*found.span()))
        if character == "[":
            return diagnose("malformed-tag", place, problem="a name of letters, digits and _ must follow the bracket")
        if problem := self.problem_in_tag():
            return diagnose("malformed-tag", place, problem=problem)
        return diagnose("unexpected-text", place, found=quoted(found[0]), expected=expected)

    def explain_end(self, expected: str) -> Diagnostic:
        """Where the record ends although it cannot end there."""
        place = self.source.place(self.span(self.good - 1))
        if self.problem_in_tag():
            return diagnose("malformed-tag", place, problem="the record ends inside it")
        if self.opened:
            return diagnose("unclosed-variation", self.source.place(self.span(self.opened[0])))
        return diagnose("unexpected-text", place, found="this ~", expected="an action after it")

    def explain_misplaced(self, kind: int, span: Span, expected: str) -> Diagnostic:
        """Where a token stands that cannot stand there."""
        place = self.source.place(span)
        if problem := self.problem_in_tag():
            return diagnose("malformed-tag", place, problem=problem)
        if kind == RPAR and not self.opened:
            return diagnose("unmatched-parenthesis", place)
        rejected = self.rejected[-1]
        if kind in (ACTION, TURN, REJECTED) and rejected is not None:
            return diagnose("misplaced-rejection", place, action=quoted(self.text(rejected)))
        found = self.source.text[span.start : span.end]
        return diagnose("unexpected-text", place, found=quoted(found), expected=expected)

    def problem_in_tag(self) -> str | None:
        """What is wrong with a tag in which the tokens end; None where they end elsewhere."""
        if self.kind(self.good - 1) == TAG_NAME:
            return "the value must stand in double quotes"
        is_open = self.kind(self.good - 1) == STRING and self.kind(self.good - 2) == TAG_NAME
        return "the closing bracket ] is missing" if is_open else None


def _beginning(span: Span) -> Span:
    """A token, or as much of it as a person would look at."""
    return Span(span.start, min(span.end, span.start + _SHOWN))


def quoted(text: str) -> str:
    return f"'{shortened(text)}'"


def shortened(text: str) -> str:
    """As much of a text as a message has room for."""
    return text if len(text) <= 40 else text[:37] + "..."
