"""The rulebook of STACKS point by point: its example, every reason to refuse an action, its doubts and options, and its ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.diagnostics.codes import TABLE
from expendibots_notation.games import stacks
from expendibots_notation.games.stacks import Attack, Helper, Move, Pair, Pass, StacksPosition, codes, reasons
from expendibots_notation.games.stacks.actions import Action
from expendibots_notation.games.stacks.options import VALUES
from expendibots_notation.games.stacks.rules import StacksCursor
from expendibots_notation.games.stacks.squares import NUMBER, SQUARES, numbers_in

SAMPLES = Path(__file__).parents[3] / "samples" / "stacks"


def position(text: str, rules: str = "text") -> StacksPosition:
    return stacks.start(text, rules)


def played(text: str, start: str | None = None, rules: str = "text") -> StacksPosition:
    """The position after actions that are separated by spaces."""
    at: Any = stacks.start(start, rules)
    for action in text.split():
        at = at.play(action)
    assert isinstance(at, StacksPosition)
    return at


def standing(at: StacksPosition) -> tuple[str, str | None]:
    return at.outcome().result, at.outcome().termination


def refusal(at: StacksPosition, text: str) -> str | None:
    """The name of the reason, checked against the list of legal actions; None where the action is legal."""
    action = at.game.action(text)
    violation = at.violation(action)
    assert (violation is None) == (action in at.legal_actions())
    return None if violation is None else violation.name


# The worked example

EXAMPLE = [
    *("b1-b3&a1-a2", "2c7-c5", "d1-e3&d1-b3", "e7-e5&d7-e5", "b3-d3&e1-c3", "2c5xb3", "2c1+a2+c3xb3", "2e5xd3"),
    *("b1-c3&b3-a5", "2a7xa5", "2b3+c3xd3>c4", "2a5+c4xb3", "d3-d5&a1-c1", "d7-c6&e7+c6xd5", "c1-d3&e3-d1", "2b3xd1"),
]


@pytest.mark.parametrize(
    ("plies", "text", "lost"),
    [
        (4, "bb1aa/5/2b1b/5/1B2A/A4/AAB1B b 3", (0, 0)),
        (7, "bb1aa/5/4b/5/1D1AA/5/AA2A r 4", (1, 2)),
        (8, "bb1aa/5/5/5/1D1bA/5/AA2A b 5", (2, 2)),
        (11, "1b1aa/5/b4/2a2/1A1CA/5/A3A r 6", (3, 3)),
        (14, "1b3/5/3b1/5/1c1BA/5/2A1A b 8", (5, 3)),
        (16, "1b3/5/3b1/5/1a1C1/5/3bA b 9", (6, 3)),
    ],
)
def test_the_worked_example(plies: int, text: str, lost: tuple[int, int]) -> None:
    at = played(" ".join(EXAMPLE[:plies]))
    assert (at.text, at.lost) == (text, lost)
    assert standing(at) == (("*", None) if plies < 16 else ("0-1", "elimination"))


def test_the_worked_example_as_a_record() -> None:
    (record,) = xn.read(SAMPLES / "worked-example.xbn")
    assert [ply.text for ply in record.line.plies] == EXAMPLE
    verdict = xn.validate(record)
    assert verdict.diagnostics == ()
    assert (verdict.outcome.result, verdict.plies) == ("0-1", 16)


SURROUNDED = "bb3/5/5/2a2/1aDa1/3a1/BBB2 r 1"


def test_the_example_of_step_0() -> None:
    before = position(SURROUNDED)
    after = before.play("d2-c2")
    assert isinstance(after, StacksPosition)
    assert (after.text, after.lost) == ("bb3/5/5/2a2/1a1a1/2a2/BBB2 b 2", (4, 2))
    assert before.facts(stacks.GAME.action("d2-c2")) == {"removed": {"black": 4, "red": 0}, "stuck": ["c3"]}
    assert not after.outcome().is_over


# Reasons to refuse

CROWD = "Abb2/5/3A1/1ac2/1CA2/5/aB1A1 b 9"
"""Locked pieces on a7 and a1, a Red stack of three on c4 between Black pieces, and a single Red piece on b4."""
FOUR = "bbbb1/5/5/1aa2/2D1A/5/BA3 b 9"
PAIRS = "bbbba/5/5/2a2/5/AA1A1/BB2B b 5"
"""Single Black pieces on a2, b2 and d2, close to c4."""
JOINED = "bbbba/5/5/2a2/1A3/1A1A1/BABB1 b 5"
LAST_RETREAT = "bbbb1/5/1B1A1/1Ab2/2A2/5/BB3 b 5"
"""A single piece on c3 can help b5 against c4 only from c5, which is the last square to retreat to."""

REFUSED = [
    ("needless-pass", CROWD, "--"),
    ("counted-pair", CROWD, "2b1-b2&d1-d2"),
    ("counted-pair", CROWD, "d1-d2&2b1-b2"),
    ("counted-pair", CROWD, "0z1-b2&b1-b2"),
    ("off-board", CROWD, "b1-b8"),
    ("off-board", CROWD, "f1-e1"),
    ("off-board", CROWD, "0f1-f1"),
    ("off-board", CROWD, "3b3+f3xc4"),
    ("off-board", CROWD, "3b3+c3xc4>c8"),
    ("off-board", CROWD, "d1-d2&b1-b0"),
    ("zero-tokens", CROWD, "0b1-b2"),
    ("zero-tokens", CROWD, "0e5-e5"),
    ("zero-tokens", CROWD, "0b3xb4"),
    ("zero-tokens", CROWD, "b3+0c3xb4"),
    ("no-distance", CROWD, "b1-b1"),
    ("no-distance", CROWD, "e3-e3"),
    ("not-your-stack", CROWD, "b7-b6"),
    ("not-your-stack", CROWD, "c4xc3"),
    ("empty-square", CROWD, "e3-e4"),
    ("empty-square", CROWD, "d1-d2&d1-d3"),
    ("locked-pieces", CROWD, "a7-a6"),
    ("locked-pieces", CROWD, "2a7xb7"),
    ("locked-pieces", CROWD, "d5+a7xb7"),
    ("too-many-tokens", CROWD, "3b1-b2"),
    ("too-many-tokens", CROWD, "9b3xb4"),
    ("already-moved", CROWD, "d1-d2&d2-d3"),
    ("already-moved", "bbbba/5/5/1a3/AA3/5/BB1BB b 5", "b3+a3xb4&b4-b5"),
    ("group-too-large", FOUR, "4c3-c2"),
    ("onto-enemy", CROWD, "b1-b4"),
    ("onto-enemy", CROWD, "b1-a1"),
    ("stack-too-high", CROWD, "2b1-b3"),
    ("too-far", CROWD, "2b1-e1"),
    ("too-far", CROWD, "3b3-d3"),
    ("too-far", CROWD, "d1-d4&b1-b2"),
    ("too-far", CROWD, "b1-b2&d1-a2"),
    ("too-far", CROWD, "2b1xb4"),
    ("barred-diagonal", "bbb2/5/5/1a3/1Ca2/5/BB1B1 b 7", "3b3-c4"),
    ("barred-diagonal", "bbb2/5/5/1aa2/1Ca2/5/BB1B1 b 7", "3b3xc4"),
    ("through-pieces", "bb3/5/5/5/1aaa1/2B2/ABAAA b 8", "2c2-c4"),
    ("through-pieces", "bbb2/5/2a2/1aaa1/2B2/5/BBBB1 b 8", "2c3xc5"),
    ("through-pieces", "bbbb1/5/5/5/5/1A3/1ABB1 b 8", "2c1-a1"),
    ("through-pieces", "1a1bb/Bb3/5/5/5/5/BBBB1 b 15", "2a6-c7"),
    ("through-pieces", "1A1bb/Bb3/5/5/5/5/BBBA1 b 15", "2a6-c7"),
    ("through-home", "3bb/Bb3/5/5/5/5/BBBB1 b 15", "2a6-c7"),
    ("through-home", "2abb/Bb3/5/5/5/5/BBBB1 b 15", "2a6xc7"),
    ("attack-on-empty", CROWD, "b1xb2"),
    ("attack-on-own", CROWD, "2b1xb3"),
    ("attack-on-own", CROWD, "2b1xb1"),
    ("attack-on-own", CROWD, "3b3xb3"),
    ("attack-on-locked", CROWD, "2b1xa1"),
    ("four-attacks", FOUR, "2c3xc4"),
    ("four-attacks", FOUR, "c3-c2&c3+e3xc4"),
    ("four-attacks", FOUR, "e3+c3xc4"),
    ("four-must-move", FOUR, "e3-e4"),
    ("four-must-move", FOUR, "e3-e4&b1-b2"),
    ("repeated-attacker", CROWD, "3b3+b3xc4"),
    ("repeated-attacker", CROWD, "b3+c3+c3xb4"),
    ("no-helper", CROWD, "3b3+d3xc4"),
    ("no-helper", CROWD, "3b3+b4xc4"),
    ("helper-not-adjacent", CROWD, "b3+b1xb4"),
    ("helper-unable", CROWD, "3b3+2c3xc4"),
    ("helper-unable", PAIRS, "a2-c3&b2+c3xc4"),
    ("helper-unable", JOINED, "b2-b3&d2+2b3xc4"),
    ("helper-unable", FOUR, "c3-b3&e3+b3xc4"),
    ("helper-unable", "bbbb1/5/5/1aa2/AA1A1/5/BB1B1 b 6", "b3+a3xb4&d3+b4xc4"),
    ("attack-too-strong", CROWD, "3b3+c3+d5xc4"),
    ("attack-too-weak", CROWD, "3b3xc4"),
    ("attack-too-weak", "bbb2/5/5/2d2/1CA2/5/BBB2 b 4", "3b3+c3xc4"),
    ("attackers-apart", CROWD, "3b3+d5xc4>c5"),
    ("needless-retreat", CROWD, "2b3xb4>b5"),
    ("retreat-missing", CROWD, "3b3+c3xc4"),
    ("retreat-missing", "bbbb1/5/1A1A1/2b2/2C2/5/BB1A1 b 4", "3c3xc4"),
    ("not-a-retreat", CROWD, "3b3+c3xc4>c3"),
    ("not-a-retreat", CROWD, "3b3+c3xc4>c6"),
    ("retreat-blocked", CROWD, "3b3+c3xc4>d5"),
    ("retreat-blocked", "bb3/5/2d2/2b2/2C2/5/BB1B1 b 4", "3c3xc4>c5"),
    ("retreat-blocked", LAST_RETREAT, "c3+2b5xc4>c5"),
]


@pytest.mark.parametrize(("name", "start", "action"), REFUSED)
def test_every_violation(name: str, start: str, action: str) -> None:
    at = position(start)
    assert refusal(at, action) == name
    with pytest.raises(xn.IllegalAction) as caught:
        at.play(action)
    assert caught.value.violation.name == name
    assert "{" not in caught.value.violation.message


@pytest.mark.parametrize(
    ("name", "rules", "start", "action"),
    [
        ("attackers-apart", "combine=mutual", "bbbb1/5/5/2b2/1AAA1/5/BBAB1 b", "b3+c3+d3xc4>c5"),
        ("helper-in-part", "helpers=whole", "bbbb1/5/5/2b2/2BC1/5/BB2A b", "2c3+2d3xc4"),
        ("helper-in-part", "helpers=whole", JOINED, "b2-b3&d2+b3xc4"),
        ("retreat-blocked", "no_retreat=illegal", "1dbd1/2C2/5/5/5/5/BBBA1 b", "3c6xc7"),
        ("retreat-missing", "no_retreat=illegal", LAST_RETREAT, "c3+2b5xc4"),
        ("four-must-move", "four=each", "bbbbb/5/5/5/1D1D1/5/B4 b", "b3-b5"),
        ("four-must-move", "four=each", "bbbbb/5/5/5/1D1D1/5/B4 b", "b3-b5&a1-a2"),
        ("second-attack", "attacks=one", "bbbb1/5/5/1a1a1/AA1AA/5/BB1B1 b", "b3+a3xb4&d3+e3xd4"),
    ],
)
def test_what_an_option_forbids_is_legal_without_it(name: str, rules: str, start: str, action: str) -> None:
    assert refusal(position(start, rules), action) == name
    assert refusal(position(start), action) is None


TWO_FOURS = "bbbbb/5/5/5/1D1D1/5/B4 b"
HELPERS = "bbbb1/5/5/2b2/2BB1/5/BB3 b"
RED = "bbbb1/5/2a2/5/5/5/BBBBB r"


@pytest.mark.parametrize(
    ("start", "rules", "action", "message"),
    [
        (CROWD, "text", "--", "-- passes, but Black can still act"),
        (RED, "text", "--", "-- passes, but Red can still act"),
        (CROWD, "text", "2b1-b2&d1-d2", "2b1-b2&d1-d2 moves 2 pieces from b1 (1,0), but a two-piece turn moves single pieces"),
        (CROWD, "text", "d1-d2&2b1-b2", "d1-d2&2b1-b2 moves 2 pieces from b1 (1,0), but a two-piece turn moves single pieces"),
        (CROWD, "text", "b1-b8", "b8 (1,7) is not on the board, which goes from a1 (0,0) to e7 (4,6)"),
        (CROWD, "text", "3b3+f3xc4", "f3 (5,2) is not on the board, which goes from a1 (0,0) to e7 (4,6)"),
        (CROWD, "text", "3b3+c3xc4>c8", "c8 (2,7) is not on the board, which goes from a1 (0,0) to e7 (4,6)"),
        (CROWD, "text", "0b1-b2", "0b1-b2 moves 0 pieces; a move takes at least one"),
        (CROWD, "text", "b3+0c3xb4", "b3+0c3xb4 moves 0 pieces; a move takes at least one"),
        (CROWD, "text", "b1-b1", "b1-b1 ends where it begins, on b1 (1,0)"),
        (CROWD, "text", "b7-b6", "b7-b6 uses the stack on b7 (1,6), but that is Red's and it is Black's turn"),
        (RED, "text", "c1-c2", "c1-c2 uses the stack on c1 (2,0), but that is Black's and it is Red's turn"),
        (CROWD, "text", "e3-e4", "e3-e4 starts on e3 (4,2), but that square is empty"),
        (CROWD, "text", "a7-a6", "a7-a6 uses pieces on a7 (0,6), but there, in Red's home row, they are locked"),
        (CROWD, "text", "d5+a7xb7", "d5+a7xb7 uses pieces on a7 (0,6), but there, in Red's home row, they are locked"),
        (CROWD, "text", "3b1-b2", "3b1-b2 moves 3 pieces, but the stack on b1 (1,0) has only 2 pieces"),
        (CROWD, "text", "d1-d2&d2-d3",
         "d1-d2&d2-d3 takes 1 piece from d2 (3,1), but no piece there may still move in this turn"),
        (FOUR, "text", "4c3-c2", "4c3-c2 moves 4 pieces together, but at most 3 move as a group"),
        (CROWD, "text", "b1-b4", "b1-b4 ends on b4 (1,3), which holds 1 piece of Red"),
        (RED, "text", "c5-c1", "c5-c1 ends on c1 (2,0), which holds 2 pieces of Black"),
        (CROWD, "text", "2b1-b3", "2b1-b3 would make a stack of 5 pieces on b3 (1,2), and a stack has at most 4"),
        (CROWD, "text", "b1-b5", "b1-b5 moves 4 steps, but a single piece goes at most 3 steps"),
        (CROWD, "text", "2b1-e1", "2b1-e1 moves 3 steps, but a group of 2 goes at most 2 steps"),
        (CROWD, "text", "3b3-d3", "3b3-d3 moves 2 steps, but a group of 3 goes at most 1 step"),
        (CROWD, "text", "d1-d4&b1-b2",
         "d1-d4&b1-b2 moves 3 steps, but each piece of a two-piece turn goes at most 2 steps"),
        (CROWD, "text", "2b1xb4",
         "2b1xb4 moves 3 steps, but a group of 2 goes at most 2 steps, the step into the attack included"),
        ("bbb2/5/5/1a3/1Ca2/5/BB1B1 b 7", "text", "3b3-c4",
         "3b3-c4 finds no way from b3 (1,2) to c4 (2,3) in 1 step: a diagonal between two squares that Red holds is barred"),
        ("bb3/5/5/5/1aaa1/2B2/ABAAA b 8", "text", "2c2-c4",
         "2c2-c4 finds no way from c2 (2,1) to c4 (2,3) in 2 steps over empty squares"),
        ("3bb/Bb3/5/5/5/5/BBBB1 b 15", "text", "2a6-c7",
         "2a6-c7 finds no way from a6 (0,5) to c7 (2,6) in 2 steps but through Red's home row, where a movement ends"),
        (CROWD, "text", "b1xb2", "b1xb2 attacks b2 (1,1), but that square is empty"),
        (CROWD, "text", "2b1xb3", "2b1xb3 attacks b3 (1,2), which Black holds"),
        (CROWD, "text", "2b1xa1", "2b1xa1 attacks a1 (0,0), but pieces that have reached Black's home row cannot be attacked"),
        (FOUR, "text", "2c3xc4", "2c3xc4 attacks with pieces of c3 (2,2), which began this turn in a stack of four"),
        (FOUR, "text", "e3+c3xc4", "e3+c3xc4 attacks with pieces of c3 (2,2), which began this turn in a stack of four"),
        (TWO_FOURS, "text", "a1-a2", "a1-a2 takes no piece off the stack of four on b3 (1,2) or d3 (3,2)"),
        (TWO_FOURS, "four=each", "a1-a2", "a1-a2 takes no piece off the stack of four on b3 (1,2) and d3 (3,2)"),
        (TWO_FOURS, "four=each", "b3-b5", "b3-b5 takes no piece off the stack of four on d3 (3,2)"),
        ("bbbb1/5/5/1a1a1/AA1AA/5/BB1B1 b", "attacks=one", "b3+a3xb4&d3+e3xd4",
         "b3+a3xb4&d3+e3xd4 attacks twice, but the rules of this record allow one attack a turn"),
        (CROWD, "text", "3b3+b3xc4", "3b3+b3xc4 names b3 (1,2) twice among the attackers"),
        (CROWD, "text", "3b3+d3xc4", "3b3+d3xc4 names d3 (3,2) as a helper, but that square is empty"),
        (CROWD, "text", "3b3+b4xc4", "3b3+b4xc4 names b4 (1,3) as a helper, but the pieces there are Red's"),
        (CROWD, "text", "b3+b1xb4", "b3+b1xb4 names b1 (1,0) as a helper, but it does not touch b4 (1,3)"),
        (CROWD, "text", "3b3+2c3xc4", "3b3+2c3xc4 takes 2 pieces from the helper c3 (2,2), but there is only 1 piece"),
        (HELPERS, "text", "2c3+3d3xc4", "2c3+3d3xc4 takes 3 pieces from the helper d3 (3,2), but there are only 2 pieces"),
        (PAIRS, "text", "a2-c3&b2+c3xc4",
         "a2-c3&b2+c3xc4 takes 1 piece from the helper c3 (2,2), but no piece there can still attack in this turn"),
        (JOINED, "text", "b2-b3&d2+2b3xc4",
         "b2-b3&d2+2b3xc4 takes 2 pieces from the helper b3 (1,2), but only 1 piece there can still attack in this turn"),
        (JOINED, "helpers=whole", "b2-b3&d2+b3xc4",
         "b2-b3&d2+b3xc4 takes 1 piece from the helper b3 (1,2), but a helper takes part with its whole stack, 2 pieces"),
        (CROWD, "text", "3b3+c3+d5xc4", "3b3+c3+d5xc4 attacks with 5 pieces, and at most 4 may attack together"),
        (CROWD, "text", "3b3xc4", "3b3xc4 attacks 3 pieces on c4 (2,3) with 3 pieces; at least 4 are needed"),
        ("bbb2/5/5/2d2/1CA2/5/BBB2 b 4", "text", "3b3+c3xc4",
         "3b3+c3xc4 attacks 4 pieces on c4 (2,3) with 4 pieces; a stack of four cannot be attacked"),
        (CROWD, "text", "3b3+d5xc4>c5",
         ("3b3+d5xc4>c5 finds no square near c4 (2,3) from where b3 (1,2) attacks together with d5 (3,4): "
          "they must touch one another")),
        ("bbbb1/5/5/2b2/1AAA1/5/BBAB1 b", "combine=mutual", "b3+c3+d3xc4>c5",
         ("b3+c3+d3xc4>c5 finds no square near c4 (2,3) from where b3 (1,2) attacks together with c3 (2,2) and d3 (3,2): "
          "every two of them must touch (combine=mutual)")),
        (CROWD, "text", "2b3xb4>b5", "2b3xb4>b5 gives b5 (1,4) as a retreat, but nobody on b4 (1,3) survives"),
        (CROWD, "text", "3b3+c3xc4",
         "3b3+c3xc4 leaves 2 pieces on c4 (2,3) alive, and does not say where to: b5 (1,4) or c5 (2,4)"),
        (CROWD, "text", "3b3+c3xc4>c6",
         "3b3+c3xc4>c6 sends the survivors to c6 (2,5), but from c4 (2,3) they can only retreat to b5 (1,4), c5 (2,4) or d5 (3,4)"),
        (CROWD, "text", "3b3+c3xc4>d5",
         ("3b3+c3xc4>d5 leaves 2 pieces on c4 (2,3) alive, "
          "but d5 (3,4) is held by Black's attackers or other pieces at that moment")),
        ("bb3/5/2d2/2b2/2C2/5/BB1B1 b 4", "text", "3c3xc4>c5",
         "3c3xc4>c5 leaves 1 piece on c4 (2,3) alive, but on c5 (2,4) there would be 5 pieces, and a stack has at most 4"),
        ("1dbd1/2C2/5/5/5/5/BBBA1 b", "no_retreat=illegal", "3c6xc7",
         ("3c6xc7 leaves 1 piece on c7 (2,6) alive, but no square is free to retreat to, "
          "which makes the attack illegal (no_retreat=illegal)")),
    ],
)  # fmt: skip
def test_messages(start: str, rules: str, action: str, message: str) -> None:
    """Every sentence, with each of its turns: it is what a student reads."""
    with pytest.raises(xn.IllegalAction) as caught:
        position(start, rules).play(action)
    assert str(caught.value) == message


def test_every_reason_is_reached() -> None:
    own = {row.name for row in TABLE if "XBN240" <= row.code <= "XBN264"}
    assert len(own) == 25
    assert own - {name for name, _, _ in REFUSED} == {"second-attack", "helper-in-part"}, "which only options have"


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (Move(-1, Square(1, 0), Square(1, 1)), "zero-tokens"),
        (Move(1 << 80, Square(1, 0), Square(1, 1)), "too-many-tokens"),
        (Move(1, Square(-1, 0), Square(1, 1)), "off-board"),
        (Move(1, Square(1, 0), Square(1, -1)), "off-board"),
        (Move(1, Square(1, 0), Square(5, 0)), "off-board"),
        (Attack(3, Square(1, 2), Square(2, 3), (Helper(Square(2, 2), -1),)), "zero-tokens"),
        (Attack(3, Square(1, 2), Square(2, 3), (Helper(Square(2, 2), 1 << 80),)), "helper-unable"),
        (Attack(3, Square(1, 2), Square(2, 3), (), Square(-2, 9)), "off-board"),
    ],
)
def test_violations_that_have_no_text(action: Action, name: str) -> None:
    violation = position(CROWD).violation(action)
    assert violation is not None
    assert violation.name == name


@pytest.mark.parametrize(
    ("start", "rules", "actions", "words"),
    [
        ("B2bb/B4/4b/5/5/5/BBB2 b", "text", "2a6-a7", "Black has four pieces or more in Red's home row"),
        ("bb3/5/5/2b2/2BB1/5/BB2B b", "text", "2c3+2d3xc4", "Red has lost six pieces or more"),
        ("bbb2/5/5/5/a4/5/DaB1B r", "text", "a3-a2", "Black has lost six pieces or more"),
        ("bbb2/4B/B3B/5/5/b4/1bA2 r", "text", "2a2-a1", "Red has four pieces or more in Black's home row"),
        ("C1bb1/5/5/5/a4/1a1aa/Aa1aA r", "no_move=loss", "a3-a2", "Black has no legal action, which loses (no_move=loss)"),
    ],
)
def test_after_the_end_nothing_is_legal(start: str, rules: str, actions: str, words: str) -> None:
    at = played(actions, start, rules)
    assert at.legal_actions() == []
    assert at.count_continuations() == 0
    assert at.nearest(Pass()) == []
    cursor = StacksCursor(at)
    assert cursor.is_over()
    for text in ("--", "a1-a2", "z9-z9", "2b1-b2&c1-c2"):
        violation = at.violation(stacks.GAME.action(text))
        assert violation is not None
        assert (violation.name, violation.message) == (
            "action-after-end",
            f"{text} comes after the end: the game is over, {words}",
        )
        assert cursor.refuse(stacks.GAME.action(text)) == violation
    assert cursor.position() == at


# Moves


def targets(at: StacksPosition, group: str) -> set[str]:
    """Where a group may move."""
    moves = [str(action) for action in at.legal_actions() if isinstance(action, Move)]
    return {move.partition("-")[2] for move in moves if move.partition("-")[0] == group}


def test_a_group_goes_as_far_as_it_is_small() -> None:
    at = position("bbbb1/5/5/5/5/2C2/BB1B1 b")
    assert "c5" in targets(at, "c2")
    assert "c4" in targets(at, "2c2") - targets(at, "3c2")
    assert targets(at, "3c2") == {"b2", "d2", "b3", "c3", "d3", "c1"}, "b1 and d1 have no room for three more"


def test_the_order_of_two_pieces_matters() -> None:
    """Both orders are actions of their own; where one piece makes way for the other, only one of them is legal."""
    start = stacks.start()
    one, other = stacks.GAME.action("a1-a2&b1-b2"), stacks.GAME.action("b1-b2&a1-a2")
    assert one != other
    assert {one, other} <= set(start.legal_actions())
    assert start.play(one) == start.play(other)
    lane = position("bbb2/5/5/5/5/CC3/AaBA1 b")
    assert refusal(lane, "a2-a3&a1-a3") == "through-pieces", "two pieces are still on a2"
    lane = position("bbb2/5/5/5/5/AC3/AaBB1 b")
    assert refusal(lane, "a2-a3&a1-a3") is None
    assert refusal(lane, "a1-a3&a2-a3") == "through-pieces"


def test_a_goal_is_judged_after_the_whole_action() -> None:
    at = played("a6-b7&a1-a2", "B1Abb/A4/4b/5/5/5/BBB2 b")
    assert at.text == "BAAbb/5/4b/5/5/A4/ABB2 r 1"
    assert standing(at) == ("1-0", "breakthrough")
    assert standing(played("a6-b7&c6-b7", "B2bb/A1A2/4b/5/5/5/BBB2 b")) == ("1-0", "breakthrough")


@pytest.mark.parametrize("corner", ["a1", "e1"])
def test_no_piece_moves_twice_wherever_it_has_gone(corner: str) -> None:
    at = position("bbbbb/5/5/5/5/5/1C1C1 b")
    beside = "b1" if corner == "a1" else "d1"
    listed = {str(action) for action in at.legal_actions()}
    assert f"{beside}-{corner}&{beside}-{corner}" in listed
    assert not {text for text in listed if text.partition("&")[2].startswith(corner)}


# Attacks

BOTH = "bbbb1/5/1B1A1/2b2/2A2/5/BBB2 b"
"""Against c4, c3 can help b5 from b4, so that the survivor goes to c5, or from c5, so that it has nowhere to go."""


def test_the_attacker_may_stand_on_the_last_square_of_retreat() -> None:
    with_retreat, without = played("c3+2b5xc4>c5", BOTH), played("c3+2b5xc4", BOTH)
    assert (with_retreat.text, with_retreat.lost) == ("bbbb1/5/2aA1/2C2/5/5/BBB2 r 1", (0, 1))
    assert (without.text, without.lost) == ("bbbb1/5/3A1/2C2/5/5/BBB2 r 1", (0, 2))
    assert refusal(position(BOTH), "c3+2b5xc4>d5") == "retreat-blocked"
    assert refusal(position(BOTH, "no_retreat=illegal"), "c3+2b5xc4>c5") is None
    assert refusal(position(LAST_RETREAT), "c3+2b5xc4") is None


def test_the_attacker_leaves_survivors_the_other_square_of_two() -> None:
    """As in BOTH, but d5 is free as well, wherever the attacker stands."""
    at = position("bbbb1/5/1B3/2b2/2A2/5/BBB1A b")
    assert refusal(at, "c3+2b5xc4") == "retreat-missing"
    assert refusal(at, "c3+2b5xc4>c5") is None
    assert refusal(at, "c3+2b5xc4>d5") is None


def test_survivors_may_go_where_a_whole_stack_has_come_from() -> None:
    """Two pieces walk from c5 to b4 before they attack with b3; if all have left, c5 is free."""
    at = played("2c5+b3xc4>c5", "bbbb1/5/2B2/2b2/1A3/5/BBB1A b")
    assert at.text == "bbbb1/5/2a2/2C2/5/5/BBB1A r 1"
    assert refusal(position("bbbb1/5/2C2/2b2/1A3/5/BBB2 b"), "2c5+b3xc4>c5") == "retreat-blocked"


def test_a_single_piece_helps_if_it_can_have_walked_one_step() -> None:
    assert played("a2-b3&b2+b3xc4", PAIRS).text == "bbbba/5/5/2B2/5/3A1/BB2B r 5"
    assert refusal(position(PAIRS), "a2-c3&b2+c3xc4") == "helper-unable"


def test_a_piece_that_joins_a_stack_does_not_keep_it_from_helping() -> None:
    """The two on b3 have not moved; only the piece that has come to them has."""
    at = position("bbbba/5/5/2a2/1B3/1A1A1/BABA1 b 5")
    assert refusal(at, "b2-b3&d2+2b3xc4") is None
    assert refusal(at, "b2-b3&d2+3b3xc4") == "helper-unable"


@pytest.mark.parametrize("rules", ["text", "helpers=whole"])
def test_a_single_piece_is_a_whole_helper(rules: str) -> None:
    at = position("bbbb1/5/5/2a2/1AAA1/5/BBA2 b", rules)
    assert {"c3+b3xc4", "c3+d3xc4", "c3+b3+d3xc4"} <= {str(action) for action in at.legal_actions()}


def test_survivors_in_their_home_row() -> None:
    start = "1bbb1/2C2/5/5/5/5/BBBA1 b"
    legal = {str(action) for action in position(start).legal_actions()}
    anywhere = {str(action) for action in position(start, "home_retreat=any").legal_actions()}
    assert {text for text in legal if text.startswith("3c6xc7")} == {"3c6xc7>b7", "3c6xc7>d7"}
    assert {text for text in anywhere if text.startswith("3c6xc7")} == {f"3c6xc7>{file}7" for file in "abde"}


def test_what_an_attack_removes() -> None:
    at = position(CROWD)
    assert at.facts(stacks.GAME.action("3b3+c3xc4>c5")) == {"removed": {"black": 0, "red": 1}}
    assert at.facts(stacks.GAME.action("b1-b2")) == {}


# Stacks of four


def test_pieces_of_a_four_make_way_for_an_attack() -> None:
    """One piece leaves the four, which is the duty, and another piece attacks with a helper outside it."""
    assert played("c3-d2&b2+a3xb4", "bbbba/5/5/1a3/A1D2/1A3/BA3 b").lost == (1, 1)


def test_a_surrounded_four_in_a_set_up_position() -> None:
    """A position string is read as the start of a turn, so step 0 comes first."""
    setup = "bb3/5/5/2a2/1aDa1/2a2/BBB2 b 13"
    at = position(setup)
    assert (at.text, at.lost) == ("bb3/5/5/2a2/1a1a1/2a2/BBB2 b 13", (4, 2))
    assert [SQUARES[number].name for number in numbers_in(at._engine.stuck)] == ["c3"]
    assert at == position(at.text)
    assert position(setup, "stuck_turn=forfeit").text == "bb3/5/5/2a2/1a1a1/2a2/BBB2 r 13"
    assert position(setup.replace(" b ", " r ")).text == setup.replace(" b ", " r "), "it is not Black's turn"


def test_five_pieces_are_enough_to_go_on() -> None:
    at = position("bb3/5/5/2a2/1aDa1/2a2/BBA2 b 13")
    assert (at.text, at.lost) == ("bb3/5/5/2a2/1a1a1/2a2/BBA2 b 13", (5, 2))
    assert standing(at) == ("*", None)


def test_a_lost_turn_is_the_opponents() -> None:
    at = played("d2-c2", SURROUNDED, "stuck_turn=forfeit")
    assert (at.text, at.player, at.lost) == ("bb3/5/5/2a2/1a1a1/2a2/BBB2 r 2", "red", (4, 2))
    again = at.play("2a7-a5")
    assert (again.player, again.turn) == ("black", 3)


def test_stacks_of_four_are_judged_at_the_same_moment() -> None:
    """a1 and b1 shut each other in: both are removed, though either would be free without the other."""
    at = played("d3-c2", "bb3/5/5/5/3a1/aa3/DDa1B r")
    assert (at.text, at.lost) == ("bb3/5/5/5/5/aaa2/2a1B b 2", (8, 2))
    assert standing(at) == ("0-1", "elimination")


# Passing


SHUT_IN = "C1bb1/5/5/5/5/aa1aa/Aa1aA b 30"


def test_a_player_without_an_action_passes() -> None:
    at = position(SHUT_IN)
    assert at.legal_actions() == [Pass()]
    assert at.count_continuations() == 1
    assert at.nearest(stacks.GAME.action("a1-a2")) == [Pass()]
    assert refusal(at, "a1-a2") == "onto-enemy"
    after = at.play("--")
    assert after.text == SHUT_IN.replace(" b ", " r ")
    assert len(after.legal_actions()) > 1
    assert at.facts(Pass()) == {}


def test_a_pass_can_cost_the_opponent_a_stack() -> None:
    """Black cannot act, and neither can the four on a7: b6 has room, but a6 and b7 bar the way there."""
    at = position("dC3/Bb3/b4/4b/5/5/5 b 40")
    after = at.play("--")
    assert after.text == "1C3/Bb3/b4/4b/5/5/5 r 40"
    assert at.facts(Pass()) == {"removed": {"black": 0, "red": 4}, "stuck": ["a7"]}
    cursor = StacksCursor(at)
    assert cursor.refuse(Pass()) is None
    cursor.undo()
    assert cursor.position().text == at.text == "dC3/Bb3/b4/4b/5/5/5 b 40"


def test_a_player_without_an_action_loses_where_that_is_agreed_on() -> None:
    at = position(SHUT_IN, "no_move=loss")
    assert standing(at) == ("0-1", "no-action")
    assert at.legal_actions() == []
    assert standing(played("a3-a2", "C1bb1/5/5/5/a4/1a1aa/Aa1aA r", "no_move=loss")) == ("0-1", "no-action")
    assert standing(played("a3-a2", "C1bb1/5/5/5/a4/1a1aa/Aa1aA r")) == ("*", None)


def test_breaking_through_counts_before_elimination() -> None:
    at = played("a2+b2xa1", SHUT_IN.replace(" b ", " r "))
    assert at.lost == (6, 0)
    assert standing(at) == ("0-1", "breakthrough")


def test_repetition_ends_nothing() -> None:
    at = played("2a1-a2 2a7-a6 2a2-a1 2a6-a7 " * 5)
    assert at.text == "bbbbb/5/5/5/5/5/BBBBB b 11"
    assert standing(at) == ("*", None)


# The game as a whole


def test_options() -> None:
    assert stacks.GAME.options == VALUES
    assert stacks.GAME.rules("helpers=whole,combine=mutual").text == "text,combine=mutual,helpers=whole"
    assert stacks.GAME.rules().options == {key: values[0] for key, values in VALUES.items()}
    for key, values in VALUES.items():
        for value in values:
            assert stacks.start(None, f"{key}={value}").rules.options[key] == value


@pytest.mark.parametrize(
    ("start", "action", "expected"),
    [
        ("bbbbb/5/5/5/5/2D2/1B1BB b", "4c2-c3", ["3c2-c3", "2c2-c3"]),
        ("bbbbb/5/5/5/5/5/BBBBB b", "2c1xc2", ["2c1-c2"]),
        ("bbbbb/5/5/5/5/5/BBBBB b", "2b1-b2&d1-d2", ["b1-b2&d1-d2"]),
        ("bbbb1/5/5/2b2/2C2/5/BB1BA b", "3c3xc4", ["3c3xc4>b5", "3c3xc4>c5", "3c3xc4>d5"]),
        ("bbbbb/5/5/5/5/5/BBBBB b", "--", ["a1-b1", "a1-c1", "a1-d1"]),
        ("bbbbb/5/5/5/1D1D1/5/B4 b", "b3-b4&d3-d6", ["b3-b4&d3-d5"]),
    ],
)
def test_the_nearest_actions(start: str, action: str, expected: list[str]) -> None:
    found = [str(near) for near in position(start).nearest(stacks.GAME.action(action))]
    assert found[: len(expected)] == expected
    assert len(found) == 3


def test_a_pair_is_near_a_pair_of_its_kind_also_where_groups_cannot_move() -> None:
    at = position("bbbbb/5/5/5/1D1D1/5/B4 b", "four=each")
    assert all(isinstance(action, Pair) for action in at.legal_actions())
    assert len(at.nearest(stacks.GAME.action("b3-b5"))) == 3


def test_actions_claim_nothing() -> None:
    cursor = StacksCursor(stacks.start())
    assert cursor.refuse(stacks.GAME.action("2c1-c3")) is None
    assert cursor.contradiction(None) is None
    assert not cursor.readings_part()


def test_what_is_said_of_helpers_and_retreats() -> None:
    """Also what no action of today's syntax leads to."""
    action = stacks.GAME.action("2c1+2b1xc2")
    engine = stacks.start()._engine.fork()
    engine.moved, engine.moved_count = NUMBER[Square.parse("c1")], 1
    assert reasons.explain(engine, action, codes.ALREADY_MOVED).facts["left"] == "only 1 piece there"
    assert reasons.explain(engine, action, codes.NO_RETREAT).facts["problem"] == (
        "no square is free to retreat to, which makes the attack illegal (no_retreat=illegal)"
    )
    said = []
    for board, moved in (("BABBB", 0), ("BBBBB", 1), ("BBBBB", 2)):
        engine = stacks.start(f"bbbbb/5/5/5/5/5/{board} b 1")._engine.fork()
        engine.moved, engine.moved_count, engine.helper = NUMBER[Square.parse("b1")], moved, 0
        said.append(reasons.explain(engine, action, codes.HELPER_UNABLE).facts["problem"])
    assert said == [
        "there is only 1 piece",
        "only 1 piece there can still attack in this turn",
        "no piece there can still attack in this turn",
    ]


@pytest.mark.parametrize("rules", ["text", "four=each"])
@pytest.mark.parametrize("setup", ["c3b/5/5/5/5/5/A1A1C b 1", "b3c/5/5/5/1D3/5/A4 b 1", "b3c/5/1A3/5/1D1D1/5/5 b 1"])
def test_actions_are_counted_as_they_are_listed(setup: str, rules: str) -> None:
    """Also where a stack of four has to be left, by one of two pieces or by both."""
    position = stacks.start(setup, rules)
    assert position.count_continuations() == len(position.legal_actions()) > 1


def test_every_stack_is_drawn_with_its_words() -> None:
    pieces = stacks.start("b3c/5/5/5/1D3/5/A4 b 1").diagram().pieces
    assert {(piece.x, piece.y, piece.spoken) for piece in pieces} == {
        (0, 6, "Red stack of 2 on a7"),
        (4, 6, "Red stack of 3 on e7"),
        (1, 2, "Black stack of 4 on b3"),
        (0, 0, "Black stack of 1 on a1"),
    }


def test_what_a_diagram_says() -> None:
    assert str(position("bbb1c/5/5/5/1D3/5/A2AA b 4")).splitlines() == [
        "7 r2 r2 r2  . r3",
        "6  .  .  .  .  .",
        "5  .  .  .  .  .",
        "4  .  .  .  .  .",
        "3  . b4  .  .  .",
        "2  .  .  .  .  .",
        "1 b1  .  . b1 b1",
        "   a  b  c  d  e",
        "Black to move, turn 4 (Black lost 3, Red lost 1)",
    ]
    assert str(position(RED)).splitlines()[-1] == "Red to move, turn 1 (Black lost 0, Red lost 1)"
    over = played("2a6-a7", "B2bb/B4/4b/5/5/5/BBB2 b")
    assert str(over).splitlines()[-1] == "1-0, breakthrough (Black lost 0, Red lost 4)"


@pytest.mark.parametrize("action", ["f1xa1", "a1xf1", "a1xa1", "a1-a1", "f1-a1"])
def test_no_arrow_leaves_the_board_or_goes_nowhere(action: str) -> None:
    trace = stacks.start().trace(stacks.GAME.action(action))
    assert (trace.arrows, trace.cells) == ((), (Square(0, 0),))


def test_a_set_up_that_is_over_before_it_begins_is_none() -> None:
    with pytest.raises(xn.NotationError) as caught:
        position("bbb2/5/5/5/5/a4/DaB1B b 1")
    assert str(caught.value) == "Black's stacks of four cannot move and are removed, so that the game is already over"
    assert standing(position(SHUT_IN, "no_move=loss")) == ("0-1", "no-action"), "which no stack of four is to blame for"
