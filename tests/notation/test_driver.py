"""The reader that is made of the grammars, against Lark itself: tokens, where a text goes wrong, and what could have come there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.mutations import mutate, seeds
from record_trees import records

from expendibots_notation.games import GAMES, find_game
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.notation.tables import FRAME
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from fuzz.lark_oracle import by_driver, by_lark, difference

TOY = str(Path(__file__).parents[1] / "games" / "toy" / "heap.lark")
FILES = (FRAME, *(game.grammar for game in GAMES), TOY)
SEEDS = seeds()
MUTANTS = 6_000
PARTS = 5


def record_texts(data: bytes) -> list[str]:
    """The texts of the records of a file, each alone."""
    return [each.source.text for each in split([data]) if isinstance(each, RecordText)]


def own_grammar(text: str) -> str:
    """The grammar of the game that a text names."""
    return next((game.grammar for game in GAMES if f'"{game.name}"' in text), GAMES[0].grammar)


# All samples, and mutants. `make fuzz FUZZ=lark` goes on.


@pytest.mark.parametrize("file", FILES)
def test_samples(file: str) -> None:
    for data in SEEDS:
        for text in record_texts(data):
            assert difference(file, text) is None


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int) -> None:
    for seed in range(part, MUTANTS, PARTS):
        for text in record_texts(mutate(Random(seed), SEEDS)):
            for file in (own_grammar(text), FILES[seed % len(FILES)]):
                assert difference(file, text) is None, f"seed {seed}"


def test_a_reader_that_is_not_the_same_is_found() -> None:
    """Its tokens, the place of its first error, or only what it expects there."""
    right = by_lark(FRAME, "1. d2-d3 %")
    for wrong in (
        replace(right, tokens=right.tokens[:1]),
        replace(right, trouble=(None, 8)),
        replace(right, expected=right.expected - {"GLYPH"}),
    ):
        assert wrong != by_driver(FRAME, "1. d2-d3 %")[0] == right
    assert difference("robots.lark", "1. d2-d3 %") is None
    assert by_driver("robots.lark", "1. d2-d3 %")[0] != right


# Texts in which much goes wrong, and records in which nothing does

TEXTS = [
    "",
    "*",
    " \n\t ",
    "1. d2-d3 *",
    "d2d3 d7 d6 *",
    "3 d2-d4 boom d4 x(d4) X d4 BOOM ( d4 )=1:2 *",
    "1. d2-d3 d7-d6 2. 1-0",
    "1.{a}d2-d3!$1$2{%a=1}{b}(1.xd2 1-0){c};d\n1...d7-d6*{e};f",
    '[A "1"][ B"2" ]{c}[C\n"\\"\\\\"]1.d2-d3 1/2-1/2',
    '~"raw" *',
    "~d2-d9 0-1 {x}",
    "1. ~d2-d9 $1 (d2-d3) *",
    "1. d2-d3 ((",
    "1. d2-d3 ()",
    "1. d2-d3 )",
    "1. d2-d3 ! ? *",
    "1. d2-d3 !?!! *",
    "1/2 1/2-1/2",
    "1/2-1/2*",
    "½-½",
    "1\N{EN DASH}0",
    "1-0 1-0",
    "10d2-d3 1-0",
    "1 d2-d3 1.5 *",
    "1…d2-d3 *",
    "e4 e5 2. Nf3 O-O +x <y -- *",
    "12a4 *",
    "{} {%} {%x} { %x} {\\%} {\\}} *",
    "{unclosed",
    '[A "unclosed]',
    "[A b]",
    "[1 \"x\"]",
    "d2-d3\N{NO-BREAK SPACE}d7-d6",
    "\N{NO-BREAK SPACE}",
    "d2-d3 \N{NO-BREAK SPACE}",
    "\x1c*",
    "d2-d3d4",
    "d2-d3=5=6",
    "xd4=3",
    "xd4=3:5:7",
    "x1 x1-x2 xx1",
    "; only a comment",
    "~",
    "~ ~ *",
    "$1 *",
    "! *",
    "( *",
    "\0",
    "* {%a} {b",
    "* {a} {b",
    "*\n{a}\n{b",
    "{a\rb} 1. ;a\rd2-d3 \"a\rb\" *",
]  # fmt: skip


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("text", TEXTS)
def test_texts(text: str, file: str) -> None:
    assert difference(file, text) is None


@given(records())
def test_written_records(record: Record) -> None:
    text = write(record, find_game(record.game))
    for file in FILES:
        assert difference(file, text) is None


@given(records(), st.data())
def test_damaged_records(record: Record, data: st.DataObject) -> None:
    """A piece left out, doubled or replaced."""
    text = write(record, find_game(record.game))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 6)))
    middle = data.draw(
        st.sampled_from(["", text[start:end] * 2, "{", "}", "(", ")", '"', "[", "]", "~", "*", "1-0", "d2-d3", "1.", "\\"])
    )
    file = data.draw(st.sampled_from(FILES))
    assert difference(file, text[:start] + middle + text[end:]) is None


_PIECES = [
    "1.", "1…", "12", "0", "/", "2", "-", "\N{EN DASH}", "½", "*", "d2-d3", "d2", "d3", "=", ":", "x", "boom", "(", ")", "{", "}",
    "{a}", "{%",
    "%", ";", "\n", " ", "\t", "!", "?", "$", "$1", "~", '"', '"a"', "\\", "[", "[A", "]", "1-0", "1/2", "+", "<", "--",
    "\N{NO-BREAK SPACE}", "é", "\0", "\x1f", "\r", "\udcff",
]  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join), st.sampled_from(FILES))
def test_random_texts(text: str, file: str) -> None:
    assert difference(file, text) is None


# Tokens

_SPELLINGS = [example for game in GAMES for _, example in game.forms] + ["--", "–", "pass", "boom d4", "X", "ul", "+e1", "3 d2"]


@given(st.lists(st.sampled_from([*_SPELLINGS, *_PIECES, *"abx019"]), max_size=6).map("".join), st.sampled_from(FILES[:-1]))
def test_no_letter_and_no_digit_follows_an_action(text: str, file: str) -> None:
    for kind, _, end in by_driver(file, text)[0].tokens:
        if kind == "ACTION":
            following = text[end : end + 1]
            assert not (following.isascii() and following.isalnum())


def test_a_stack_of_the_parser_grows() -> None:
    for depth in (10, 100, 1_000, 10_000):
        assert difference(FRAME, "d2-d3 " + "(d2-d3 " * depth + ")" * depth + " *") is None
        assert difference(FRAME, "d2-d3 " + "(d2-d3 " * depth + ")" * (depth - 1) + " *") is None
