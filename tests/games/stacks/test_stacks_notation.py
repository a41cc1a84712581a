"""Actions and positions of STACKS as text: what is canonical, what else is read, and what is not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.document import document_of
from expendibots_notation.game import NotationError
from expendibots_notation.games import stacks
from expendibots_notation.games.stacks import Attack, Helper, Move, Pair, Pass
from expendibots_notation.games.stacks.actions import Action, Movement
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION


def square(name: str) -> Square:
    return Square.parse(name)


C1_C3 = Move(2, square("c1"), square("c3"))
JOINT = Pair(
    Move(1, square("b2"), square("b3")), Attack(1, square("d2"), square("c4"), (Helper(square("b3")), Helper(square("c3"), 2)))
)
RETREAT = Attack(3, square("c3"), square("c4"), (), square("b5"))


# Actions


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2c1-c3", C1_C3),
        ("c1-c4", Move(1, square("c1"), square("c4"))),
        ("3c3xc4>b5", RETREAT),
        ("b2-b3&d2+b3+2c3xc4", JOINT),
        ("--", Pass()),
        ("4c2-c3", Move(4, square("c2"), square("c3"))),
        ("0c2-c3", Move(0, square("c2"), square("c3"))),
        ("c2-z99", Move(1, square("c2"), square("z99"))),
    ],
)
def test_canonical_texts(text: str, action: Action) -> None:
    read = stacks.GAME.read_action(text)
    assert (read.action, read.claim, read.text, read.is_canonical) == (action, None, text, True)
    assert str(action) == text
    assert stacks.GAME.interpret(f" {text}\n") == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2C1-C3", C1_C3),
        ("2c1c3", C1_C3),
        ("2 c1-c3", C1_C3),
        ("02c1-c03", C1_C3),
        ("2c1 - c3", C1_C3),
        ("2c1–c3", C1_C3),
        ("2c1 — c3", C1_C3),
        ("2c1->c3", C1_C3),
        ("2c1→c3", C1_C3),
        ("1b2-b3&1d2+1b3+2c3xc4", JOINT),
        ("b2-b3&d2+2c3+b3xc4", JOINT),
        ("B2 - B3 & D2 + B3 + 2 C3 X C4", JOINT),
        ("b2b3&d2+b3+2c3×c4", JOINT),  # noqa: RUF001
        ("3c3xc4->b5", RETREAT),
        ("3c3 x c4 → b5", RETREAT),
        ("3C3XC4 > B5", RETREAT),
        ("–", Pass()),
        ("—", Pass()),
        ("pass", Pass()),
        ("PASS", Pass()),
    ],
)
def test_other_spellings(text: str, action: Action) -> None:
    read = stacks.GAME.read_action(text)
    assert (read.action, read.text, read.is_canonical) == (action, str(action), False)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "c1",
            "c1-",
            "-c1",
            "c1 c3",
            "c1--c3",
            "c1\n-c2",
            "c1-c2 ",
            " c1-c2",
            "c1-c2+c3",
            "c1-c2>c3",
            "1-0",
            "--c1",
            "passed",
        ),
        *("xc4", "c1xc2>", "c1+xc2", "+c1xc2", "c1xc2xc3", "c1-c2&", "&c1-c2", "c1-c2&--", "c1-c2&d1-d2&e1-e2"),
        *("c1-" + "c" * 62, "c1-c" + "1" * 62),
    ],
)
def test_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        stacks.GAME.read_action(text)
    assert stacks.GAME.interpret("" if not text.strip() else f"?{text}") is None


squares = st.builds(Square, st.integers(0, 25), st.integers(-1, 99))
counts = st.integers(0, 12)
moves = st.builds(Move, counts, squares, squares)
attacks = st.builds(
    Attack, counts, squares, squares, st.lists(st.builds(Helper, squares, counts), max_size=3).map(tuple), st.none() | squares
)
movements: st.SearchStrategy[Movement] = moves | attacks
actions: st.SearchStrategy[Action] = st.one_of(movements, st.builds(Pair, movements, movements), st.just(Pass()))


@given(actions)
def test_actions_survive_their_text(action: Action) -> None:
    """`read(write(x)) == x`, and the grammar takes the whole text as one action."""
    text = str(action)
    read = stacks.GAME.read_action(text)
    assert (read.action, read.text, read.is_canonical) == (action, text, True)
    assert is_token(text, ACTION, stacks.GAME)


@given(st.tuples(squares, squares, squares).map(set).filter(lambda found: len(found) == 3), st.permutations(range(3)))
def test_the_order_of_helpers_means_nothing(places: set[Square], order: list[int]) -> None:
    helpers = [Helper(place) for place in sorted(places)]
    attack = Attack(1, square("c3"), square("c4"), tuple(helpers[at] for at in order))
    assert attack == Attack(1, square("c3"), square("c4"), tuple(helpers))
    assert list(attack.helpers) == helpers


@given(st.text(alphabet="abcXx×-–—→>+& 0123pPaAsS", max_size=14))  # noqa: RUF001
def test_the_grammar_and_the_reader_agree(text: str) -> None:
    """What the grammar takes for one action is read, and what it does not take is refused."""
    try:
        stacks.GAME.read_action(text)
        is_read = True
    except NotationError:
        is_read = False
    assert is_token(text, ACTION, stacks.GAME) == is_read


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (C1_C3, {"type": "move", "count": 2, "from": "c1", "to": "c3"}),
        (RETREAT, {"type": "attack", "count": 3, "from": "c3", "target": "c4", "helpers": [], "retreat": "b5"}),
        (Pass(), {"type": "pass"}),
    ],
)
def test_actions_as_json(action: Action, expected: dict[str, object]) -> None:
    assert stacks.GAME.action_json(action) == expected


def test_a_pair_as_json() -> None:
    first, second = stacks.GAME.action_json(JOINT)["movements"]
    assert first == {"type": "move", "count": 1, "from": "b2", "to": "b3"}
    assert second["helpers"] == [{"count": 1, "square": "b3"}, {"count": 2, "square": "c3"}]
    assert second["retreat"] is None


# Positions


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("bbbbb/5/5/5/5/5/BBBBB b 1", "bbbbb/5/5/5/5/5/BBBBB b 1"),
        ("bbbbb/5/5/5/5/5/BBBBB r", "bbbbb/5/5/5/5/5/BBBBB r 1"),
        ("bbbbb/5/23/1121/5/5/BBBBB_b_007", "bbbbb/5/5/5/5/5/BBBBB b 7"),
        ("  Cbb2/5/a1C2/5/3d1/A4/aBA2   r  9999 ", "Cbb2/5/a1C2/5/3d1/A4/aBA2 r 9999"),
        ("aaab1/5/5/5/5/5/D3A b 1", "aaab1/5/5/5/5/5/D3A b 1"),
    ],
)
def test_position_strings(text: str, canonical: str) -> None:
    assert stacks.start(text).text == canonical
    assert stacks.start(canonical).text == canonical


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a board, the side to move, and at most a turn number"),
        ("bbbbb/5/5/5/5/5/BBBBB", "a board, the side to move, and at most a turn number"),
        ("bbbbb/5/5/5/5/5/BBBBB b 1 0", "a board, the side to move, and at most a turn number"),
        ("bbbbb/5/5/5/5/5/BBBBB w 1", "the side to move is b or r, not 'w'"),
        ("bbbbb/5/5/5/5/5/BBBBB br 1", "the side to move is b or r, not 'br'"),
        ("bbbbb/5/5/5/5/5/BBBBB b 0", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        ("bbbbb/5/5/5/5/5/BBBBB b ²", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not '²'"),
        ("bbbbb/5/5/5/5/5/BBBBB b 12345678901234567", "the turn number is a whole number"),
        ("bbbbb/5/5/5/5/BBBBB b 1", "the board has 6 ranks, not 7"),
        ("bbbbb/5/5/5/5/5/5/BBBBB b 1", "the board has 8 ranks, not 7"),
        ("bbbbb/5/5/5/4/5/BBBBB b 1", "rank 3 has 4 squares, not 5"),
        ("bbbbb/5/5/5/5A/5/BBBBB b 1", "rank 3 has 6 squares, not 5"),
        ("bbbbb/5/5/5/5/5/BBBBBBBBBBBB b 1", "rank 1 has 12 squares, not 5"),
        ("bbbbb/5/9/5/5/5/BBBBB b 1", "rank 5 has 9 squares, not 5"),
        ("bbbbb/5/50/5/5/5/BBBBB b 1", "'0' in rank 5 is neither a letter from a to d nor a number"),
        ("bbbbb/5/5/2e2/5/5/BBBBB b 1", "'e' in rank 4 is neither a letter from a to d nor a number"),
        ("bbbbb/5/5/5/5/5/BBB.B b 1", "'.' in rank 1 is neither a letter from a to d nor a number"),
        ("bbbbb/5/5/5/5/A4/BBBBB b 1", "Black has 11 pieces, but begins with 10"),
        ("ccbbb/5/5/5/5/5/BBBBB b 1", "Red has 12 pieces, but begins with 10"),
        ("bb3/5/5/5/5/5/BBBBB b 1", "Red has 4 pieces: with fewer than 5 the game is already lost"),
        ("bbbbb/5/5/5/5/5/A4 b 1", "Black has 1 piece: with fewer than 5 the game is already lost"),
        ("Dbbbb/5/5/5/5/5/BB3 b 1", "Black has 4 pieces in Red's home row: with 4 the game is already won"),
        ("bbb2/5/5/5/5/5/BBBac b 1", "Red has 4 pieces in Black's home row: with 4 the game is already won"),
        ("bbb2/5/5/5/5/a4/DaB1B b 1", "Black's stacks of four cannot move and are removed, so that the game is already over"),
    ],
)
def test_no_positions(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)):
        stacks.start(text)


def test_the_initial_position() -> None:
    position = stacks.start()
    assert position.text == "bbbbb/5/5/5/5/5/BBBBB b 1"
    assert (position.player, position.turn, position.lost) == ("black", 1, (0, 0))
    assert position == stacks.start(position.text)
    assert hash(position) == hash(stacks.start(position.text))
    assert position != stacks.start("bbbbb/5/5/5/5/5/BBBBB r 1")
    assert repr(position) == "StacksPosition('bbbbb/5/5/5/5/5/BBBBB b 1')"
    assert [position.stack(name) for name in ("a1", "c4", "e7", "a8", "f1")] == [("black", 2), None, ("red", 2), None, None]


def test_the_diagram() -> None:
    position = stacks.start("bb3/5/5/2a2/1aDa1/3a1/BBB2 r 4")
    assert str(position).splitlines() == [
        "7 r2 r2  .  .  .",
        "6  .  .  .  .  .",
        "5  .  .  .  .  .",
        "4  .  . r1  .  .",
        "3  . r1 b4 r1  .",
        "2  .  .  . r1  .",
        "1 b2 b2 b2  .  .",
        "   a  b  c  d  e",
        "Red to move, turn 4 (Black lost 0, Red lost 2)",
    ]
    assert {piece.spoken for piece in position.diagram().pieces} >= {"Black stack of 4 on c3", "Red stack of 1 on d2"}


def test_the_diagram_of_a_finished_game() -> None:
    won = stacks.start("B2bb/B4/4b/5/5/5/BBB2 b").play("2a6-a7")
    assert str(won).splitlines()[-1] == "1-0, breakthrough (Black lost 0, Red lost 4)"


def test_a_forfeited_turn_is_numbered_as_the_position_says() -> None:
    """Red acts twice in a row: the four on c3 is lost, and with it Black's turn."""
    record = (
        '[Format "xbn 1"]\n[Game "STACKS"]\n[Rules "text,stuck_turn=forfeit"]\n'
        '[Setup "bb3/5/5/2a2/1aDa1/3a1/BBB2 r 1"]\n[Result "*"]\n\n1... d2-c2\n2... c2-d1\n3. a1-a2 *\n'
    )
    (read,) = xn.read_text(record)
    assert xn.validate(read).diagnostics == ()
    assert [(ply.turn, ply.player) for ply in document_of(read).plies] == [(1, "red"), (2, "red"), (3, "black")]
    (wrong,) = xn.read_text(record.replace("2... c2-d1", "2. c2-d1"))
    assert [each.name for each in xn.validate(wrong).diagnostics] == ["turn-dots"]
