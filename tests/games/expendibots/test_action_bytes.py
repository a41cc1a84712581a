"""The bytes of an action as numbers: every text that the grammar's ACTION has and no other, and the same action as from text."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from games.action_texts import mutated, spellings
from hypothesis import given, settings
from hypothesis import strategies as st

from expendibots_notation.board import Square
from expendibots_notation.games.engine import NOT_AN_ACTION, READ, TOO_LARGE
from expendibots_notation.games.expendibots import GAME, Boom, Move
from expendibots_notation.games.expendibots.action_bytes import ActionBytes
from expendibots_notation.games.expendibots.actions import Height, Removed
from expendibots_notation.games.expendibots.codes import COUNT, FIRST, IS_MOVE, SECOND, TO_X, TO_Y, X, Y
from expendibots_notation.games.expendibots.syntax import read_action
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION

AROUND = b"1a"
"""What comes before an action and after it: to look there would make another action of it."""
READER = ActionBytes()
FARTHEST = 100
"""Ranks beyond it are this one."""


def read(data: bytes) -> int:
    return READER.read(AROUND + data + AROUND, len(AROUND), len(AROUND) + len(data))


def check(text: str) -> int:
    """Compare what is read with the grammar and with what is read from text; what it is."""
    found = read(text.encode())
    assert (found != NOT_AN_ACTION) == is_token(text, ACTION, GAME), text
    if found != NOT_AN_ACTION:
        assert found == (TOO_LARGE if re.search("[0-9]{16}", text) else READ), text
    if found == READ and len(text) <= 64:
        expected = read_action(text)
        assert (numbers(), claimed(), READER.is_canonical) == (shortened(expected.action), expected.claim, expected.is_canonical), (
            text
        )
    return found


def shortened(action: Move | Boom) -> Move | Boom:
    """The action with its squares no farther away than numbers say."""
    if isinstance(action, Boom):
        return Boom(Square(action.square.x, min(action.square.y, FARTHEST)))
    source, target = (Square(square.x, min(square.y, FARTHEST)) for square in (action.source, action.target))
    return Move(action.count, source, target)


def numbers() -> Move | Boom:
    """The action that was read last."""
    square = Square(READER.numbers[X], READER.numbers[Y])
    if not READER.numbers[IS_MOVE]:
        assert READER.numbers[COUNT] == 1
        return Boom(square)
    return Move(READER.numbers[COUNT], square, Square(READER.numbers[TO_X], READER.numbers[TO_Y]))


def claimed() -> Height | Removed | None:
    """What it claims about its effect."""
    if READER.claims == 0:
        return None
    assert READER.claims == (1 if READER.numbers[IS_MOVE] else 2)
    return Height(READER.numbers[FIRST]) if READER.numbers[IS_MOVE] else Removed(READER.numbers[FIRST], READER.numbers[SECOND])


@pytest.mark.parametrize(
    "text",
    [
        *("d2-d3", "3d2-d4=5", "12d2-d4=12", "xd4", "xd4=3:5", "a1-z99", "a0-a10", "0a1-a2", "a100-a101", "a102-a99"),
        *("D2-d3", "d2d3", "d2-D3", "1d2-d3", "03d2-d3", "3 d2-d3", "3\t d2-d3", "d02-d3", "d2->d3", "d2 – d3", "d2\t—d3", "d2→d3"),
        *("Xd4", "x d4", "x(d4)", "x ( d4\t)", "boom d4", "BOOM(d4)=3:5", "bOoMd4", "xd4=03:5", "xD4", "xd04", "d2-d3=05"),
        *("b2-b3", "b2b3", "x1-x2", "x1x2", "xb2", "b9", "boo1-a1"),
        *(f"a{10**14}-a{10**15 - 1}={10**15 - 1}", f"{10**15}a1-a2", f"a{10**400}-a1", f"xa1=0:{10**15}", "a1-a2=" + "0" * 16),
        *("", "d", "d2", "d2-", "d2-d", "d2-d3=", "d2--d3", "d2->", "d2- >d3", "-d2-d3", "d2-d3 ", " d2-d3", "3", "3 ", "d2-d3-d4"),
        *("x", "x(", "x(d4", "xd4)", "x(d4=3:5", "x(d4))", "xd4=3", "xd4=3:", "xd4=:5", "xd4=3:5:7", "boomd", "boo d4", "xx4"),
        *("d2-d3=1:1", "xd4:3:5", "d2-d3=+1", "d2\n-d3", "d2\N{NO-BREAK SPACE}-d3", "d2\N{MINUS SIGN}d3", "d2\N{HYPHEN}d3", "3xd4"),
        *("\N{LATIN SMALL LETTER D WITH CARON}2-d3", "d2-d3\0", "\0", "@1-a1", "`1-a1", "{1-a1", "[1-a1", "a1-[1", "d2-d3a"),
    ],
)  # fmt: skip
def test_one_text(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    ("beginning", "letters", "longest"),
    [("", "a1 -=", 7), ("", "zA09>-", 6), ("x", "a1( )=:", 6), ("booM", "a1()=:", 5), ("B", "oOmM1a", 5), ("a1", "–—→ ->a2", 5)],
)
def test_all_short_texts(beginning: str, letters: str, longest: int) -> None:
    found = {check(beginning + "".join(text)) for length in range(longest + 1) for text in product(letters, repeat=length)}
    assert found == {NOT_AN_ACTION, READ}


@settings(max_examples=300)
@given(text=spellings(GAME), chance=st.randoms(use_true_random=False))
def test_every_spelling_of_the_grammar(text: str, chance: Random) -> None:
    assert check(text) != NOT_AN_ACTION
    check(mutated(text, chance))


@settings(max_examples=100)
@given(text=spellings(GAME), place=st.floats(0, 1), byte=st.binary(min_size=1, max_size=2))
def test_bytes_that_are_not_text(text: str, place: float, byte: bytes) -> None:
    data = text.encode()
    at = int(place * len(data))
    changed = data[:at] + byte + data[at:]
    try:
        check(changed.decode())
    except UnicodeDecodeError:
        assert read(changed) == NOT_AN_ACTION
