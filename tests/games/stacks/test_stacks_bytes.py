"""The bytes of an action as numbers: every text that the grammar's ACTION has and no other, and the same action as from text."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from games.action_texts import mutated, spellings
from hypothesis import given, settings
from hypothesis import strategies as st

from expendibots_notation.games.engine import NOT_AN_ACTION, READ, TOO_LARGE, ActionReader
from expendibots_notation.games.stacks import GAME
from expendibots_notation.games.stacks.action_bytes import ActionBytes
from expendibots_notation.games.stacks.actions import encoded
from expendibots_notation.games.stacks.codes import (
    COUNT,
    FIRST,
    HELPER_BITS,
    HELPERS,
    KIND,
    MOST_HELPERS,
    MOVEMENTS,
    OUTSIDE,
    RETREAT,
    SECOND,
    SIZE,
)
from expendibots_notation.games.stacks.syntax import read_action
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION

AROUND = b"1a"
"""What comes before an action and after it: to look there would make another action of it."""
READER = ActionBytes()


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
        assert numbers(READER) == numbers(encoded(expected.action)), text
        assert (READER.is_canonical, READER.claims) == (expected.is_canonical, 0), text
    return found


def numbers(action: ActionReader) -> list[tuple[list[int], list[int] | None]]:
    """Each movement without its helpers, and these, which may be in any order, and are not all there where they are too many."""
    found: list[tuple[list[int], list[int] | None]] = []
    for row in (FIRST, SECOND)[: action.numbers[MOVEMENTS]]:
        movement = list(action.numbers[row : row + SIZE])
        if movement[KIND] == OUTSIDE:
            found.append((movement[: COUNT + 1], None))
            continue
        helpers = [movement[HELPERS] >> HELPER_BITS * at & (1 << HELPER_BITS) - 1 for at in range(MOST_HELPERS)]
        found.append((movement[: RETREAT + 1], None if all(helpers) else sorted(helpers)))
    return found


@pytest.mark.parametrize(
    "text",
    [
        *("c1-c3", "2c1-c3", "3a7-e1", "7a1-a2", "8a1-a2", "0a1-a2", "c1-f1", "c1-c8", "c0-c1", "z99-a1", "x1-x2", "x1x2"),
        *("X1X2", "--"),
        *("C1-c3", "c1c3", "c1-C3", "1c1-c3", "02c1-c3", "2 c1-c3", "2\t c1-c3", "c01-c3", "c1->c3", "c1 – c3", "c1\t—c3", "c1→c3"),
        *("b3xc4", "b3xc4>c5", "2b3+c3xd3>c4", "2b3+c3+d3xd4", "2b3+d3+c3xd4", "b3+2c3+c3xd4", "b3+c3+2c3xd4", "b3+c3+c3xd4"),
        *("b3+c5+c3xd4", "b3+0c3xd4", "b3+9c3xd4", "b3+f1xd4", "b3xf1", "b3xc4>f1", "b3+1c3xd4", "b3+03c3xd4", "b3+c03xd4"),
        *("b3Xc4", "b3\N{MULTIPLICATION SIGN}c4", "b3 x c4", "b3 \N{MULTIPLICATION SIGN} c4", "b3xC4", "b3 xc4", "b3x c4"),
        *("b3 +c3xd4", "b3+ c3xd4", "b3+3 c3xd4", "bx3", "b3x3"),
        *("b3xx3", "b3x3xc4", "b3 x3", "b3x 3", "b3xc4->c5", "b3xc4→c5", "b3xc4 > c5", "b3xc4 >c5", "b3xc4> c5", "b3xc4-c5"),
        *("b3xc4>",),
        *("b3+c3", "b3+c3-c4", "b3+c3c4", "b3-c4>c5", "b3+xc4", "+b3xc4", "b3++c3xc4", "b3xc4>c5>c6", "b3xc4+c3", "b3xc4=2"),
        *("b2-b3&d2+b3xc4", "b2-b3 & d2-d3", "b2-b3& d2-d3", "b2-b3\t&d2-d3", "b2b3&d2d3", "2b2-b3&d2-d3", "b2-b3&2d2-d3"),
        *("b2-f3&d2-d3",),
        *("b2-b3&", "&b2-b3", "b2-b3&&d2-d3", "b2-b3&d2-d3&e2-e3", "--&b2-b3", "b2-b3&--", "b2-b3&pass", "b3xc4&b3xc4"),
        *("b3xc4>c5 &c4-c3",),
        *("–", "—", "pass", "PASS", "pAsS", "pas", "passs", "pas5", "-", "---", "->", "→", "-- ", " --", "p1-a2", "pa1", "– "),
        *(f"a{10**14}-a{10**15 - 1}", f"{10**15}a1-a2", f"a{10**400}-a1", f"a1+{10**15}b1xb2", f"a1xb{10**15}", "a1-a" + "0" * 16),
        *("a1" + "+a1" * 8 + "xb2", "a1" + "+b1" * 7 + "+a1xb2", "a1+f1" + "+b1" * 9 + "xb2", "a1" + "+a1" * 200 + "xb2"),
        *("", "d", "d2", "d2-", "d2-d", "d2--d3", "d2->", "d2- >d3", "-d2-d3", "d2-d3 ", " d2-d3", "3", "3 ", "d2-d3-d4", "d2-d3a"),
        *("d2\n-d3", "d2\N{NO-BREAK SPACE}-d3", "d2\N{MINUS SIGN}d3", "\N{LATIN SMALL LETTER D WITH CARON}2-d3", "d2-d3\0", "\0"),
        *("@1-a1", "`1-a1", "{1-a1", "[1-a1", "a1-[1", "a1x\N{CYRILLIC SMALL LETTER HA}b1"),
        *("a1\N{LATIN CAPITAL LETTER A WITH TILDE}b1",),
    ],
)  # fmt: skip
def test_one_text(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    ("beginning", "letters", "longest"),
    [
        ("", "a1 -x+", 6),
        ("", "zA09>x-", 5),
        ("b3", "xc4>- +", 5),
        ("b3xc4", "d5>-→ &", 5),
        ("b3+c2", "+a1x2", 6),
        ("b3\N{MULTIPLICATION SIGN}", "c4&d5-", 5),
        ("a1", "–—→\N{MULTIPLICATION SIGN} ->a2", 4),
        ("a1-a2", "&a1-x ", 6),
        ("", "pPaAsS-1", 5),
    ],
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
