"""The grammar files by themselves, and this project's runner of their tables against Lark's own parser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from record_trees import records

from expendibots_notation.games import GAMES, find_game
from expendibots_notation.notation import lark_tables, tables
from expendibots_notation.notation.grammars import Misplaced, Node, NoWord, grammar
from expendibots_notation.notation.strings import TAG_START, WHITE_SPACE
from expendibots_notation.notation.tables import FRAME, kept_file, kept_text, made, tables_of
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.resources import grammar_file

FILES = (FRAME, *(game.grammar for game in GAMES))


@cache
def lark_of(file: str) -> Lark:
    return Lark.open(str(grammar_file(file)), parser="lalr", lexer="basic", maybe_placeholders=False)


@pytest.mark.parametrize("file", sorted(path.name for path in grammar_file(FRAME).parent.glob("*.lark")))
def test_grammars_have_no_conflicts_and_no_colliding_terminals(file: str) -> None:
    assert Lark.open(str(grammar_file(file)), parser="lalr", strict=True).terminals


def test_every_game_has_its_grammar() -> None:
    for file in FILES:
        assert grammar_file(file).is_file()


# The tables that are kept


@pytest.mark.parametrize("file", FILES)
def test_the_tables_that_are_kept_are_those_that_lark_makes(file: str) -> None:
    """Where this fails, a grammar or the making of tables has changed: `make tables` keeps the new ones."""
    assert kept_file(file).read_text("utf-8") == kept_text(file, made(file))
    assert tables_of(file) == made(file)


def test_tables_of_another_grammar_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor do half ones. The grammar is then read by Lark, and reads the same."""
    for path in grammar_file(FRAME).parent.iterdir():
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(tables, "grammar_file", tmp_path.joinpath)
    monkeypatch.setattr(lark_tables, "grammar_file", tmp_path.joinpath)
    kept = kept_file("expendibots.lark")
    text = kept.read_text("utf-8")
    expected = tables_of("expendibots.lark")
    made_anew = []
    make = lark_tables.make
    monkeypatch.setattr(lark_tables, "make", lambda file: made_anew.append(file) or make(file))
    assert tables_of("expendibots.lark") == expected
    assert made_anew == []
    changed = (tmp_path / FRAME).read_text("utf-8").replace("NAG: /", "NAG: /%|")
    for prepare in (
        lambda: kept.write_text(text[: len(text) // 2], "utf-8"),
        lambda: kept.write_text("[]", "utf-8"),
        lambda: kept.write_text(text.replace('"states"', '"other"'), "utf-8"),
        lambda: kept.write_text(text.replace('"rules"', '"other"'), "utf-8"),
        lambda: kept.write_text(text, "utf-8") and (tmp_path / FRAME).write_text(changed, "utf-8"),
        kept.unlink,
    ):
        made_anew.clear()
        prepare()
        found = tables_of("expendibots.lark")
        assert made_anew == ["expendibots.lark"]
        assert ("%|" in found.terminals["NAG"]) == ("%|" in (tmp_path / FRAME).read_text("utf-8"))


def test_making_tables_does_not_depend_on_chance() -> None:
    """Lark's sets have another order in each process."""
    program = (
        "import sys; from expendibots_notation.notation.tables import *\n"
        "sys.stdout.buffer.write(kept_text('robots.lark', made('robots.lark')).encode())"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert texts == {kept_file("robots.lark").read_bytes()}


# The runner against Lark

Shape = Any
"""A tree in plain tuples: (rule, parts), (terminal, text, start, end), or how the text failed."""


def by_lark(file: str, text: str) -> Shape:
    try:
        return _tree_shape(lark_of(file).parse(text))
    except UnexpectedCharacters as error:
        return ("no word", error.pos_in_stream)
    except UnexpectedToken as error:
        return ("misplaced", error.token.type, None if error.token.type == "$END" else error.token.start_pos)
    except (UnexpectedEOF, UnexpectedInput):
        return ("misplaced", "$END", None)


def by_runner(file: str, text: str) -> Shape:
    reader = grammar(file)
    try:
        return _node_shape(reader.parse(reader.words(text)))
    except NoWord as error:
        return ("no word", error.position)
    except Misplaced as error:
        return ("misplaced", error.word.kind, None if error.word.kind == "$END" else error.word.start)


def _tree_shape(tree: Tree[Token] | Token) -> Shape:
    if isinstance(tree, Token):
        return (str(tree.type), str(tree), tree.start_pos, tree.end_pos)
    return (str(tree.data), [_tree_shape(child) for child in tree.children])


def _node_shape(node: Any) -> Shape:
    if isinstance(node, Node):
        return (node.kind, [_node_shape(part) for part in node.parts])
    return (node.kind, node.text, node.start, node.end)


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
]  # fmt: skip


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_structured_as_lark_does(text: str, file: str) -> None:
    assert by_runner(file, text) == by_lark(file, text)


@given(records())
def test_records_are_structured_as_lark_does(record: Record) -> None:
    text = write(record, find_game(record.game))
    for file in FILES:
        assert by_runner(file, text) == by_lark(file, text)


@given(records(), st.data())
def test_damaged_records_fail_as_with_lark(record: Record, data: st.DataObject) -> None:
    """A piece left out, doubled or replaced: the same structure, or the same trouble at the same place."""
    text = write(record, find_game(record.game))
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 6)))
    middle = data.draw(
        st.sampled_from(["", text[start:end] * 2, "{", "}", "(", ")", '"', "[", "]", "~", "*", "1-0", "d2-d3", "1.", "\\"])
    )
    damaged = text[:start] + middle + text[end:]
    file = data.draw(st.sampled_from(FILES))
    assert by_runner(file, damaged) == by_lark(file, damaged)


_PIECES = [
    "1.", "1…", "12", "0", "/", "2", "-", "\N{EN DASH}", "½", "*", "d2-d3", "d2", "d3", "=", ":", "x", "boom", "(", ")", "{", "}",
    "{a}", "{%",
    "%", ";", "\n", " ", "\t", "!", "?", "$", "$1", "~", '"', '"a"', "\\", "[", "[A", "]", "1-0", "1/2", "+", "<", "--",
    "\N{NO-BREAK SPACE}", "é", "\0", "\x1f",
]  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join), st.sampled_from(FILES))
def test_random_texts_are_read_as_lark_does(text: str, file: str) -> None:
    assert by_runner(file, text) == by_lark(file, text)


# Tokens

_SPELLINGS = [example for game in GAMES for _, example in game.forms] + ["--", "–", "pass", "boom d4", "X", "ul", "+e1", "3 d2"]


@given(st.lists(st.sampled_from([*_SPELLINGS, *_PIECES, *"abx019"]), max_size=6).map("".join), st.sampled_from(FILES))
def test_no_letter_and_no_digit_follows_an_action(text: str, file: str) -> None:
    with suppress(NoWord):
        for word in grammar(file).words(text):
            if word.kind == "ACTION":
                following = text[word.end : word.end + 1]
                assert not (following.isascii() and following.isalnum())


def test_a_tag_line_begins_with_the_grammars_tag_name() -> None:
    assert tables_of(FRAME).terminals["TAG_NAME"].replace("\t", r"\t") + r'[ \t]*"' == TAG_START


def test_white_space_is_the_grammars() -> None:
    skipped = re.compile(tables_of(FRAME).skipped)
    assert {chr(code) for code in range(sys.maxunicode) if skipped.fullmatch(chr(code))} == set(WHITE_SPACE)
