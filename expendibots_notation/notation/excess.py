"""The limits of the notation, for records from other formats: what reads without an error in one must do so in XBN."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.game import Game
from expendibots_notation.limits import in_force
from expendibots_notation.notation.strings import write_attributes, write_comment, write_string
from expendibots_notation.notation.tree import Comment, Item, Line, Ply, Record, Rejected
from expendibots_notation.notation.writer import rejected_text, tag_values, write

_LONGEST_ESCAPE = 6
"""The characters that one may become in XBN."""
_FRAME = 1000
"""More characters than the tags take that a document has no names for."""


def may_pass_limits(length: int) -> bool:
    """Whether a text of so many characters in another format may become a record with words that are too long."""
    limits = in_force()
    return _LONGEST_ESCAPE * length + _FRAME > min(limits.record_length, limits.comment_length, limits.token_length)


def limit_passed(record: Record, game: Game | None) -> tuple[str, int] | None:
    """The first limit that a record would pass in XBN, by the name of its diagnostic; None where it passes none."""
    limits = in_force()
    tags = tag_values(record, game)
    may_be_long = may_pass_limits(len(record.source.text))
    lines = list(_lines(record.line))
    comments = [*record.preface, *record.closing, *(comment for line, _ in lines for comment in _comments(line))]
    for name, number, limit in (
        ("too-many-tags", len(tags), limits.tags),
        ("too-deep", max(depth for _, depth in lines), limits.variation_depth),
        ("too-many-variations", len(lines) - 1, limits.variations),
        ("long-comment", _longest(write_comment(each.text) for each in comments) if may_be_long else 0, limits.comment_length),
        ("long-token", _longest(_tokens(record, tags, lines)) if may_be_long else 0, limits.token_length),
        ("too-long", len(write(record, game)) - 1 if may_be_long else 0, limits.record_length),
    ):
        if number > limit:
            return name, limit
    return None


def _longest(tokens: Iterator[str]) -> int:
    return max(map(len, tokens), default=0)


def _lines(line: Line) -> Iterator[tuple[Line, int]]:
    """A line and all that branch off from it, each with the number of variations around it."""
    waiting = [(line, 0)]
    while waiting:
        line, depth = waiting.pop()
        yield line, depth
        waiting += [(each.line, depth + 1) for act in _acts(line) for each in act.notes.variations]


def _acts(line: Line) -> Iterator[Ply | Item | Rejected]:
    yield from line.items
    for ply in line.plies:
        yield ply
        yield from ply.items
    if line.rejected is not None:
        yield line.rejected


def _comments(line: Line) -> Iterator[Comment]:
    yield from line.lead
    for act in _acts(line):
        yield from act.notes.before
        yield from act.notes.comments
        for variation in act.notes.variations:
            yield from variation.after


def _tokens(record: Record, tags: list[tuple[str, str]], lines: list[tuple[Line, int]]) -> Iterator[str]:
    """All words but comments."""
    for name, value in tags:
        yield f"[{name}"
        yield write_string(value)
    for line, _ in lines:
        for act in _acts(line):
            yield rejected_text(act) if isinstance(act, Rejected) else act.text
            yield write_attributes(act.notes.attributes)
            yield from act.notes.glyphs
