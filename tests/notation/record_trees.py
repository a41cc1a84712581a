"""Random syntax trees: everything that a record can say, the odd things first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from expendibots_notation.board import Square
from expendibots_notation.games import find_game
from expendibots_notation.games.expendibots import Boom, Move
from expendibots_notation.games.expendibots.actions import Height, Removed
from expendibots_notation.notation.strings import NUMERIC_KEYS
from expendibots_notation.notation.tree import (
    FRAME_TAGS,
    NO_NOTES,
    Comment,
    Item,
    Line,
    Notes,
    Ply,
    Record,
    Rejected,
    Tag,
    TurnMark,
    Variation,
)

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

# Small texts

any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_pieces = [
    "{", "}", "\\", '"', "%", ";", "(", ")", "[", "]", "~", "*", "1-0", " 1-0 ", "1/2", "½-½", "\n", "\n\n", "\t", " ", "  ",
    '\n[Event "x"]', '\n [Event "x"]\n', '[Event "x"]', "\n[Event", "\n\\[A \"", "%emt=1", "\\}", "\\\\", "1. d2-d3", "$1", "!?",
    "é", "\N{NO-BREAK SPACE}", "\N{LINE SEPARATOR}", "\x85", "\x1f", "\x7f", "\N{BYTE ORDER MARK}", "🤖", "e\u0301", "'", "{%a=b}",
]  # fmt: skip
odd_text = st.lists(st.sampled_from(_pieces), max_size=6).map("".join)
texts = st.one_of(odd_text, any_text)

comment_texts = texts.map(lambda text: text.replace("\r", "").replace("\0", ""))
comments = st.builds(Comment, comment_texts)
some_comments = st.lists(comments, max_size=2).map(tuple)

# Tags

_letters = "ABCXYZabcxyz"
tag_names = st.builds(
    str.__add__, st.sampled_from(_letters), st.text(st.sampled_from(_letters + "0189_"), max_size=6)
).filter(lambda name: name not in FRAME_TAGS)  # fmt: skip
tags = st.lists(st.builds(Tag, tag_names, texts), max_size=4, unique_by=lambda tag: tag.name).map(tuple)

# Actions

squares = st.builds(Square, st.one_of(st.integers(0, 7), st.integers(0, 25)), st.one_of(st.integers(0, 7), st.integers(0, 98)))
counts = st.one_of(st.just(1), st.integers(0, 12), st.integers(0, 10**9))
moves = st.builds(Move, counts, squares, squares)
booms = st.builds(Boom, squares)
heights = st.none() | st.builds(Height, st.integers(0, 10**9))
removals = st.none() | st.builds(Removed, st.integers(0, 99), st.integers(0, 99))
actions_and_claims = st.one_of(st.tuples(moves, heights), st.tuples(booms, removals))

# The frame's form of an action, for games that nobody knows.
foreign_actions = st.from_regex(r"\A(?:[A-Za-z+][a-z0-9/=#@,.:'\-]{0,8}|[0-9]{1,3}[A-Za-z][a-z0-9=\-]{0,5}|--)\Z").map(str.strip)

# What a game may have between its actions; nobody looks into it where the game is not known.
foreign_items = st.from_regex(r"\A<[^<>{}()\[\];\"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{0,8}>\Z").map(str.strip)

# Notes

_plain_keys = ["n", "pv", "_x", "a.b-c", "Elo", "emt2"]
fractions = st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not number.is_integer() or abs(number) >= 1e16)
numbers = st.integers(-(10**6), 10**6) | st.integers() | fractions
attribute_values = st.one_of(
    st.tuples(st.sampled_from(sorted(NUMERIC_KEYS)), numbers),
    st.tuples(st.sampled_from(_plain_keys), texts | st.sampled_from(["", "12", "1.5", "a=b", "x y", "{", "\\n", 'say "x"'])),
)
attributes = st.lists(attribute_values, max_size=3, unique_by=lambda pair: pair[0]).map(tuple)
glyphs = st.builds(
    lambda glyph, nags: (*glyph, *nags),
    st.sampled_from([(), ("!",), ("?",), ("!!",), ("??",), ("!?",), ("?!",)]),
    st.lists(st.integers(0, 999).map(lambda number: f"${number}"), max_size=2),
)
marks = st.none() | st.builds(TurnMark, st.integers(0, 260) | st.integers(0, 10**18 - 1), st.integers(1, 4))


def notes(lines: st.SearchStrategy[Line] | None) -> st.SearchStrategy[Notes]:
    """What may stand around an action, with variations that hold `lines`."""
    variations: st.SearchStrategy[tuple[Variation, ...]] = st.just(())
    if lines is not None:
        variations = st.lists(st.builds(Variation, lines, some_comments), max_size=2).map(tuple)
    full = st.builds(Notes, some_comments, glyphs, attributes, some_comments, variations)
    return st.one_of(st.just(NO_NOTES), st.just(NO_NOTES), full)


def lines(is_known: bool, around: st.SearchStrategy[Notes], longest: int) -> st.SearchStrategy[Line]:
    """Lines of the game, or of a game that nobody knows."""

    def ply(read: tuple[Any, Any], around: Notes, mark: TurnMark | None, items: tuple[Item, ...]) -> Ply:
        action, claim = read
        return Ply(f"{action}{claim or ''}", action if is_known else None, claim, around, mark, items=items)

    def item(text: str, around: Notes) -> Item:
        notes = Notes(comments=around.comments, variations=around.variations)
        return Item(text, None, NO_NOTES if notes == NO_NOTES else notes)

    def rejected(read: tuple[Any, Any], raw: str | None, around: Notes, mark: TurnMark | None) -> Rejected:
        action, claim = read
        if raw is not None:
            return Rejected(None, raw, None, around, mark)
        return Rejected(f"{action}{claim or ''}", None, action if is_known else None, around, mark)

    read = actions_and_claims if is_known else st.tuples(foreign_actions, st.none())
    few = st.lists(st.builds(item, foreign_items, around), max_size=1).map(tuple)
    items = st.just(()) if is_known else st.one_of(st.just(()), st.just(()), few)
    plies = st.lists(st.builds(ply, read, around, marks, items), max_size=longest).map(tuple)
    refused = st.builds(rejected, read, st.none() | texts, around, marks)
    return st.builds(Line, plies, some_comments, st.none() | st.none() | refused, st.none() | st.sampled_from(RESULTS), items=items)


def nested(is_known: bool) -> st.SearchStrategy[Line]:
    """Lines with variations in variations."""
    inner = lines(is_known, notes(None), 1)
    middle = lines(is_known, notes(inner), 2)
    return lines(is_known, notes(middle), 5)


# Records

setups = st.sampled_from([
    "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww b 1 0",
    "b.7/.8/.8/.8/.8/.8/.8/w12.7 b 17 3",
    ".8/.8/.8/.8/.8/.8/.8/.8 w 300 0",
    "no position \\ at all",
    "",
])  # fmt: skip
game_names = st.one_of(st.sampled_from(["Chess", "1-0", '"', "]", "expendibots 2"]), any_text).filter(
    lambda name: name != "" and find_game(name) is None
)


@st.composite
def records(draw: st.DrawFn, is_finished: bool | None = None) -> Record:
    """Any record that a text can say. `is_finished`: with a result token or without, for certain."""
    is_known = draw(st.sampled_from([True, True, True, False]))
    line = draw(_KNOWN_LINES if is_known else _FOREIGN_LINES)
    if is_finished is True and line.result is None:
        line = replace(line, result=draw(st.sampled_from(RESULTS)))
    elif is_finished is False:
        line = replace(line, result=None)
    result = draw(st.sampled_from(RESULTS) | texts | st.just(line.result))
    termination = draw(st.none() | st.sampled_from(["elimination", "time", "illegal-action"]) | texts)
    others = list(draw(tags))
    if draw(st.integers(0, 9)) == 0:  # a repeated tag is an error, but it is kept
        others.append(Tag(draw(st.sampled_from(["Format", "Game", "Rules", *(tag.name for tag in others)])), draw(texts)))
    return Record(
        game="expendibots" if is_known else draw(game_names),
        rules=draw(st.sampled_from(["text", "text", "referee", "nobody's", ""]).filter(lambda rules: rules != "" or not is_known)),
        setup=draw(st.none() | setups),
        tags=tuple(others),
        result=line.result if result is None else result,
        termination=termination,
        line=line,
        preface=draw(some_comments),
        closing=draw(some_comments) if line.result is not None else (),
    )


_KNOWN_LINES = nested(True)
_FOREIGN_LINES = nested(False)


def separable(trees: list[Record]) -> list[Record]:
    """Trees that can stand one behind the other: after one without an end, comments would belong to it, and so would the
    next one's tags where it has nothing but tags and comments itself."""
    kept: list[Record] = []
    for tree in trees:
        before = kept[-1].line if kept else Line(result="*")
        if before.result is None and (tree.preface or not (before.plies or before.rejected)):
            continue
        kept.append(tree)
    return kept
