"""The spellings of Stack Wars actions: what is canonical, what is read with a warning, and what is not read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.stack_wars import record_text

import expendibots_notation as xn
from expendibots_notation.games import stack_wars
from expendibots_notation.games.stack_wars import Attack, Fortify, Move, Pass
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION

CANONICAL = re.compile(r"\+[a-s](?:1[0-9]|[1-9])|[a-s](?:1[0-9]|[1-9])[-x][a-s](?:1[0-9]|[1-9])\^?|--")
"""The rulebook's own expression."""

SPELLINGS = {
    "+e1": ["+E1", "+ e1", "+\te1", "fortify e1", "Fortify E1", "FORTIFYe1", "+e01"],
    "e1-e2": [
        "E1-E2",
        "e1 - e2",
        "e1->e2",
        "e1 -> e2",
        "e1\N{EN DASH}e2",
        "e1\N{EM DASH}e2",
        "e1\N{RIGHTWARDS ARROW}e2",
        "e01-e02",
    ],
    "e2xe3": ["E2xE3", "e2Xe3", "e2 x e3", "e2\N{MULTIPLICATION SIGN}e3", "e2 X e3"],
    "e8-e9^": ["E8-E9^", "e8-e9 ^", "e8->e9^"],
    "e8xe9^": ["e8xe9 ^", "E8XE9^"],
    "--": ["pass", "Pass", "PASS", "\N{EN DASH}", "\N{EM DASH}"],
    "z99-z100": ["Z99-Z100"],
    "+x0": ["+X0", "+x00"],
    "x2xx3": ["X2XX3", "x2 x x3"],
}
NOT_READ = ["e1e2", "e1", "+", "x", "-", "e1-", "-e1", "e1^", "+e1^", "e1-e2-e3", "e1xxe2", "e1--e2", "pass e1", "passe", "resign"]
"""Without its sign nobody can tell a move from an attack, so it is never guessed."""


def is_action(text: str) -> bool:
    """Whether a text is one action by the grammar."""
    return is_token(text, ACTION, stack_wars.GAME)


@pytest.mark.parametrize("text", SPELLINGS)
def test_canonical_text_is_read_as_it_is(text: str) -> None:
    read = stack_wars.GAME.read_action(text)
    assert (read.text, read.is_canonical) == (text, True)
    assert str(read.action) == text.rstrip("^")
    assert (read.claim is not None) == text.endswith("^")
    assert is_action(text)


@pytest.mark.parametrize(("canonical", "text"), [(one, other) for one, others in SPELLINGS.items() for other in others])
def test_other_spellings_are_read_with_a_word(canonical: str, text: str) -> None:
    read, meant = stack_wars.GAME.read_action(text), stack_wars.GAME.read_action(canonical)
    assert (read.action, read.claim, read.text) == (meant.action, meant.claim, canonical)
    assert not read.is_canonical
    assert is_action(text)


@pytest.mark.parametrize("text", NOT_READ)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(xn.NotationError):
        stack_wars.GAME.read_action(text)
    assert not is_action(text)


def test_an_action_is_not_endless() -> None:
    assert stack_wars.GAME.read_action(f"e1-e{'9' * 60}").action == Move((4, 0), (4, int("9" * 60) - 1))  # type: ignore[arg-type]
    with pytest.raises(xn.NotationError):
        stack_wars.GAME.read_action(f"e1-e{'9' * 61}")


def test_the_kinds_of_actions() -> None:
    kinds = {"+e1": Fortify, "e1-e2": Move, "e2xe3": Attack, "--": Pass}
    for text, kind in kinds.items():
        action = stack_wars.GAME.action(text)
        assert type(action) is kind
    assert stack_wars.GAME.action_json(stack_wars.GAME.action("+e1")) == {"type": "fortify", "square": "e1"}
    assert stack_wars.GAME.action_json(stack_wars.GAME.action("e1-e2")) == {"type": "move", "from": "e1", "to": "e2"}
    assert stack_wars.GAME.action_json(stack_wars.GAME.action("e2xe3")) == {"type": "attack", "from": "e2", "to": "e3"}
    assert stack_wars.GAME.action_json(stack_wars.GAME.action("--")) == {"type": "pass"}
    assert [stack_wars.GAME.read_action(example).is_canonical for _, example in stack_wars.GAME.forms] == [True] * 4


@given(st.from_regex(CANONICAL, fullmatch=True))
def test_everything_that_the_rulebook_writes_is_canonical(text: str) -> None:
    read = stack_wars.GAME.read_action(text)
    assert (read.text, read.is_canonical) == (text, True)
    (record,) = xn.read_text(f'[Game "Stack Wars"] {text} {text}! *')
    assert [ply.text for ply in record.line.plies] == [text, text]
    assert record.line.plies[1].notes.glyphs == ("!",)


@given(st.text(st.sampled_from("+-xX^ e19EfortifyPASs\t\N{EN DASH}>"), max_size=12))
def test_the_grammar_and_the_reader_agree(text: str) -> None:
    """A text is an action for the one exactly when it is for the other."""
    try:
        stack_wars.GAME.read_action(text)
    except xn.NotationError:
        assert not is_action(text)
    else:
        assert is_action(text)


def test_raw_texts_of_rejected_actions() -> None:
    assert stack_wars.GAME.interpret(" e1-e2 ") == stack_wars.GAME.action("e1-e2")
    assert stack_wars.GAME.interpret("4 8 4 7") is None
    text = record_text(["+e1", '~"e9-e8"'], {"Result": "1-0", "Termination": "illegal-action"})
    (record,) = xn.read_text(text)
    assert xn.validate(record).diagnostics == ()


def test_a_record_in_other_spellings_becomes_canonical() -> None:
    loose = "1. Fortify E1 + e9 2. E1->E2 e9 - e8 3. e2\N{EN DASH}e3 E8-e7"
    (record,) = xn.read_text(f'[Game "stack wars"]\n{loose} *\n')
    verdict = xn.validate(record)
    assert verdict.valid
    assert {finding.name for finding in verdict.diagnostics} == {"loose-action", "missing-tag"}
    assert [ply.text for ply in record.line.plies] == ["+e1", "+e9", "e1-e2", "e9-e8", "e2-e3", "e8-e7"]


def test_glyphs_stand_behind_the_invasion() -> None:
    tags = {"Setup": "x5/x2,b,x2/x5/x5/x5 b 1,1 0,0 1"}
    (record,) = xn.read_text(record_text(["c4-c5^!"], tags))
    assert xn.validate(record).diagnostics == ()
    assert record.line.plies[0].notes.glyphs == ("!",)
