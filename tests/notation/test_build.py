"""The grammars, and what is made of them: the same each time, and `BadGrammar` where it could not be the same as Lark."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from lark import Lark

from expendibots_notation.games import GAMES
from expendibots_notation.notation import build
from expendibots_notation.notation.build import BadGrammar, make_lexer, make_parser
from expendibots_notation.notation.strings import TAG_START, WHITE_SPACE
from expendibots_notation.notation.tables import FRAME
from expendibots_notation.notation.terminals import TERMINALS
from expendibots_notation.resources import grammar_file
from fuzz.lark_oracle import difference

FILES = (FRAME, *(game.grammar for game in GAMES))
TOY = str(Path(__file__).parents[1] / "games" / "toy" / "heap.lark")


@pytest.mark.parametrize("file", sorted(path.name for path in grammar_file(FRAME).parent.glob("*.lark")))
def test_grammars_have_no_conflicts_and_no_colliding_terminals(file: str) -> None:
    assert Lark.open(str(grammar_file(file)), parser="lalr", strict=True).terminals


def test_every_game_has_its_grammar() -> None:
    for file in FILES:
        assert grammar_file(file).is_file()


def test_all_games_are_read_by_one_parser() -> None:
    frame = make_parser()
    assert frame.terminals == TERMINALS
    for file in (*FILES, TOY):
        assert make_parser(file) == frame


@pytest.mark.slow
def test_what_is_made_does_not_depend_on_chance() -> None:
    """Lark's sets have another order in each process."""
    program = "from expendibots_notation.notation.build import *; print(make_parser(), make_lexer('robots.lark'))"
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        made = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
        assert made.stdout == f"{make_parser()} {make_lexer('robots.lark')}\n"


def test_a_tag_line_begins_with_the_grammars_tag_name() -> None:
    assert pattern_of("TAG_NAME").replace("\t", r"\t") + r'[ \t]*"' == TAG_START


def test_white_space_is_the_grammars() -> None:
    skipped = re.compile(pattern_of("WHITE_SPACE"))
    assert {chr(code) for code in range(sys.maxunicode) if skipped.fullmatch(chr(code))} == set(WHITE_SPACE)


def pattern_of(name: str) -> str:
    terminals = Lark.open(str(grammar_file(FRAME)), parser="lalr").terminals
    return next(terminal.pattern.to_regexp() for terminal in terminals if terminal.name == name)


# Grammars that cannot be made into tables


def grammar_with(folder: Path, action: str, more: str = "") -> str:
    """The toy game's grammar with other actions."""
    text = Path(TOY).read_text("utf-8")
    assert "/[tT]ake[0-9]+/" in text
    file = folder / "bad.lark"
    file.write_text(text.replace("/[tT]ake[0-9]+/", action) + more, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        pytest.param("/[(]/", "a text can be both ACTION and LPAR", id="colliding-terminals"),
        pytest.param("/a|[0-9]+[.]/", "a text can be both ACTION and TURN", id="colliding-in-some-texts"),
        pytest.param("/a(?=b)/", "no assert ", id="positive-look-ahead"),
        pytest.param("/a(?!bc)/", "no assert_not ", id="long-look-ahead"),
        pytest.param("/(?<!b)a/", "no assert_not ", id="look-behind"),
        pytest.param("/a(?!é)/", "a look-ahead has some characters above ASCII", id="look-ahead-above-ascii"),
        pytest.param("/a(?![^é])/", "a look-ahead has some characters above ASCII", id="look-ahead-without-one-above-ascii"),
        pytest.param("/a\\b/", "no at ", id="border-of-a-word"),
        pytest.param("/\\w/", "no category ", id="kind-of-character"),
        pytest.param("/ab*?/", "no min_repeat ", id="shortest-repeat"),
        pytest.param("/(?P<x>a|b)(?P=x)/", "no groupref ", id="back-reference"),
        pytest.param('"take"i', "no subpattern ", id="any-case"),
        pytest.param("/a.b/s", "no subpattern ", id="flags"),
        pytest.param("/a[^→]/", "leaves out '→': its UTF-8 has more than two bytes", id="class-without-a-long-character"),
    ],
)
@pytest.mark.slow
def test_actions_that_no_automaton_can_tell(action: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(BadGrammar, match=re.escape(problem)):
        make_lexer(grammar_with(tmp_path, action))


@pytest.mark.parametrize(
    "action",
    ["/a[^é]*b/", "/a[é→]b?/", "/[^ a!-?~{}()\\[\\];]+b/", "/a(?![^0b ])0?/", "/a(?![0-9b])|ab(?![a-z])/", "/a{2,4}(b|é){0,3}/"],
)
@pytest.mark.slow
def test_actions_that_an_automaton_can_tell(action: str, tmp_path: Path) -> None:
    """What looks like the above, and can be made: the tokens are those of Lark."""
    file = grammar_with(tmp_path, action)
    for characters in product("ab0é→ ", repeat=4):
        text = "".join(characters)
        assert difference(file, text) is None


@pytest.mark.parametrize("more", ["\n%override item: ITEM\n", '\n%extend ply: "#"\n'])
def test_a_game_that_changes_the_frame(more: str, tmp_path: Path) -> None:
    with pytest.raises(BadGrammar, match="overrides ACTION, and nothing else"):
        make_lexer(grammar_with(tmp_path, "/take/", more))


@pytest.mark.parametrize(("limit", "problem"), [("FIRST_RULE", "the parser has 112 "), ("_MOST_STATES", "the automaton has ")])
def test_more_states_than_a_byte_can_count(limit: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, limit, 50)
    with pytest.raises(BadGrammar, match=problem):
        make_lexer(FRAME)
