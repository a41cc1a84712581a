"""The bytes of an action or a spawn as numbers: every text that is one and no other, and the same action as from text."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from games.action_texts import mutated, spellings
from hypothesis import given, settings
from hypothesis import strategies as st

from expendibots_notation.game import NotationError, ReadAction
from expendibots_notation.games.engine import ALLOWED, NOT_AN_ACTION, READ, TOO_LARGE
from expendibots_notation.games.robots import GAME, Cascade, Cell, Spawn, Step, Teleport, start
from expendibots_notation.games.robots.action_bytes import ActionBytes
from expendibots_notation.games.robots.actions import Action, Claim, Cleared, Dead, Left
from expendibots_notation.games.robots.codes import (
    CASCADE,
    CLAIM,
    CLEARS,
    KILLS,
    LARGEST,
    SPAWN_CELLS,
    SPAWN_ROBOTS,
    STEP,
    TELEPORT,
)
from expendibots_notation.games.robots.layout import read_layout
from expendibots_notation.games.robots.syntax import LONGEST_ACTION, LONGEST_SPAWN, read_action
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION, ITEM

AROUND = b"1U"
"""What comes before an action and after it: to look there would make another action of it."""
READER = ActionBytes()


def read(data: bytes) -> int:
    return READER.read(AROUND + data + AROUND, len(AROUND), len(AROUND) + len(data))


def expected_of(text: str) -> ReadAction | None:
    try:
        return read_action(text)
    except NotationError:
        return None


def check(text: str) -> int:
    """Compare what is read with the grammar and with what is read from text; what it is."""
    found = read(text.encode())
    expected = expected_of(text)
    assert (found != NOT_AN_ACTION) == (expected is not None), text
    if text.startswith("<"):
        assert found == NOT_AN_ACTION or is_token(text, ITEM, GAME), text
        if found == READ:
            assert expected is not None
            check_spawn(expected)
        return found
    assert (found != NOT_AN_ACTION) == (is_token(text, ACTION, GAME) and len(text) <= LONGEST_ACTION), text
    if found != NOT_AN_ACTION:
        assert found == (TOO_LARGE if re.search("[0-9]{16}", text) else READ), text
    if found == READ:
        assert expected is not None
        assert (numbers(), claimed(), READER.is_canonical) == (shortened(expected.action), expected.claim, expected.is_canonical), (
            text
        )
    return found


def check_spawn(expected: ReadAction) -> None:
    layout = read_layout(expected.action.board)
    same = layout.spawn
    if len(layout.humans) > 1:
        # One of them is as good as another: the rules allow none.
        READER.numbers[5] = same[5]
    assert list(READER.numbers[: SPAWN_CELLS + READER.numbers[SPAWN_ROBOTS]]) == list(same)
    assert (READER.claims, READER.is_canonical) == (0, expected.is_canonical)


def shortened(action: Action) -> Action:
    """The action with its cell no farther away than numbers say."""
    if isinstance(action, Teleport) and action.cell is not None:
        return Teleport(action.is_safe, Cell(*(min(number, LARGEST) for number in action.cell)))
    return action


def numbers() -> Action:
    """The action that was read last."""
    kind, first, second, third = READER.numbers[:4]
    if kind == STEP:
        return Step(first, second)
    if kind == TELEPORT:
        return Teleport(bool(first), Cell(second, third))
    assert kind == CASCADE
    return Cascade()


def claimed() -> Claim | None:
    """What it claims about its effect."""
    if READER.claims == 0:
        return None
    assert READER.claims == 1
    claim = READER.numbers[CLAIM]
    return Cleared() if claim == CLEARS else Dead() if claim == KILLS else Left(claim)


@pytest.mark.parametrize(
    "text",
    [
        *("U", "UL", "UR", "L", "C", "R", "D", "DL", "DR", "X", "T@0,0", "t@44,29", "C=8", "UL#", "X+", "T@3,4=12", "t@3,4#"),
        *("u", "uL", "Ul", "x", "c+", "dR=08", "T3,4", "t(3,4)", "T @\t( 3 , 4 )=0", "T@03,4", "t@3,\t4#", "T@(3,4)+", "T\t3 ,4"),
        *("LU", "UU", "LL", "CC", "XX", "UX", "CL", "T", "t@", "T@3", "T@3,", "T@,4", "T@(3,4", "T@3,4)", "T@@3,4", "T((3,4))"),
        *("T@-1,4", "T@3;4", "T@3,4,5", "U=", "U= 8", "U =8", "U++", "U+#", "U=8+", "U#=8", "U8", "UL ", " UL", "U L", "", "=8"),
        *("T@3,4 =5", "T@3\n,4", "T\N{NO-BREAK SPACE}3,4", "T@\N{ARABIC-INDIC DIGIT ONE},2", "\N{LATIN SMALL LETTER LONG S}", "#"),
        *(f"T@{10**14},{10**15}", f"U={10**15 - 1}", f"U={10**15}", f"T@{'0' * 16},1"),
        *("U" * 65, f"T@{'1' * 58},22", f"T@{'1' * 57},22", "U\0"),
        *("T@98,99", "T@100,127", "T@128,0", f"T@{2**32},{2**31}", "\x15L", "\x18", "5", "U\x0cL"),
    ],
)  # fmt: skip
def test_one_action(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    "text",
    [
        *("<r4/2h1r/5/e4>", "<5>", "<h>", "<3/hh/r>", "<45/9r35>", "<99>", "<100>", "<98r>", "<99r>", "<98rr>", "<1>", "<r/r/r>"),
        *("<R4/2H1r/5/E4>", "<r 4 / 2h1r\n/5/\te4\v>", "< 5>", "<5 >", "<05>", "<005/5>", "<r04/5>", "<r4/2h1r/5/e4 >", "<0099>"),
        *("<>", "< >", "</>", "<5/>", "</5>", "<5//5>", "<5/ /5>", "<0>", "<r0>", "<5 5>", "<5\n5>", "<5r 5>", "<5 r5>", "<1 0/5>"),
        *("<5", "5>", "<", "<x4>", "<r4/2g2>", "<5.>", "<r4\0>", "<\x12>", "<\N{ARABIC-INDIC DIGIT ONE}>", "<5\N{NO-BREAK SPACE}>"),
        *("<5;5>", "<<5>>", "<5>>", "<5/5>U", f"<{'r' * 99}>", f"<{'r' * 100}>", f"<{'0' * 500}5>", f"<{'9' * 40}>"),
        *(f"<{'/'.join(['r' * 99] * 99)}>", f"<{'/'.join(['r' * 99] * 100)}>", f"<{'r' * 100}/{'/'.join(['r' * 99] * 98)}>"),
        *(f"<5{' ' * (LONGEST_SPAWN - 3)}>", f"<5{' ' * (LONGEST_SPAWN - 2)}>", f"<{'1/' * 98}1>", f"<{'1/' * 99}1>"),
    ],
)  # fmt: skip
def test_one_spawn(text: str) -> None:
    check(text)


@pytest.mark.parametrize(
    ("beginning", "letters", "longest"),
    [("", "uDlRcX=+#8", 4), ("", "Tt@( )3,", 6), ("T@3,4", ")=+#8 ,", 5), ("<", "r2Eh/ 0>", 6), ("<", "1 \n9r/>", 6)],
)
@pytest.mark.slow
def test_all_short_texts(beginning: str, letters: str, longest: int) -> None:
    found = {check(beginning + "".join(text)) for length in range(longest + 1) for text in product(letters, repeat=length)}
    assert found == {NOT_AN_ACTION, READ}


@settings(max_examples=300)
@given(text=spellings(GAME), chance=st.randoms(use_true_random=False))
def test_every_spelling_of_the_grammar(text: str, chance: Random) -> None:
    assert (check(text) != NOT_AN_ACTION) == (len(text) <= LONGEST_ACTION)
    check(mutated(text, chance))


rows = st.text("rreh123R \n", min_size=1, max_size=6)


@settings(max_examples=300)
@given(text=st.lists(rows, min_size=1, max_size=6).map("/".join), chance=st.randoms(use_true_random=False))
def test_spawns_of_all_kinds(text: str, chance: Random) -> None:
    check(f"<{text}>")
    check(f"<{mutated(text, chance)}>")


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


@given(chance=st.randoms(use_true_random=False), rules=st.sampled_from(["text", "reference"]))
def test_an_engine_plays_what_is_read(chance: Random, rules: str) -> None:
    """As it plays the actions themselves; what is claimed of each is true, or is found to be false."""
    position = start(rules=rules, size="7x6", levels=3)
    engine = position._engine.fork()
    for _ in range(12):
        if position.outcome().is_over:
            break
        action = position.drawn(chance) if position.awaits_chance else chance.choice(position.continuations())
        wrong = chance.choice(["T@9,9", "t@9,9", "U", "<7/7/7/7/7/7>", "<h6>"])
        for text in (str(action), wrong):
            assert read(text.encode()) == READ
            violation = position.violation(GAME.action(text))
            assert (engine.refuse(READER) == ALLOWED) == (violation is None)
            assert engine.position_hash() == position._engine.position_hash()
        assert read(str(action).encode()) == READ
        assert engine.play(READER) == ALLOWED
        following = position.play(action)
        assert (engine.text(), engine.turn, engine.ply) == (following.text, following.turn, following.turn - 1)
        if not isinstance(action, Spawn):
            cursor = GAME.cursor(position)
            cursor.refuse(action)
            for claim in (Cleared(), Dead(), Left(0), Left(len(following.robots)), Left(7)):
                assert read(f"{action}{claim}".encode()) == READ
                assert engine.has_effect(READER) == (cursor.contradiction(claim) is None)
        position = following
