"""Actions and spawns as text: the canonical spelling, what else is read, and what is not."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import expendibots_notation as xn
from expendibots_notation.game import NotationError
from expendibots_notation.games.robots import GAME, Cascade, Cell, Spawn, Step, Teleport
from expendibots_notation.games.robots.actions import STEPS, Cleared, Dead, Left
from expendibots_notation.games.robots.engine import Conditions, Engine
from expendibots_notation.games.robots.layout import number_of, read_layout
from expendibots_notation.games.robots.syntax import LONGEST_SPAWN
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION, ITEM

# Actions


def test_the_steps_lie_around_the_human() -> None:
    """Up is +y: the names from the top left, as one reads them."""
    assert [(STEPS[name].dx, STEPS[name].dy) for name in ["UL", "U", "UR", "L", "C", "R", "DL", "D", "DR"]] == [
        *((-1, 1), (0, 1), (1, 1)),
        *((-1, 0), (0, 0), (1, 0)),
        *((-1, -1), (0, -1), (1, -1)),
    ]


@pytest.mark.parametrize(
    ("text", "action", "claim"),
    [
        ("C", Step(0, 0), None),
        ("UR=8", Step(1, 1), Left(8)),
        ("D#", Step(0, -1), Dead()),
        ("DL+", Step(-1, -1), Cleared()),
        ("T@3,4", Teleport(True, Cell(3, 4)), None),
        ("t@43,0=10", Teleport(False, Cell(43, 0)), Left(10)),
        ("t@3,4#", Teleport(False, Cell(3, 4)), Dead()),
        ("T@999999,0", Teleport(True, Cell(999999, 0)), None),
        ("X", Cascade(), None),
        ("X+", Cascade(), Cleared()),
        ("X=0", Cascade(), Left(0)),
    ],
)
def test_canonical_actions(text: str, action: Step | Teleport | Cascade, claim: object) -> None:
    read = GAME.read_action(text)
    assert (read.action, read.claim, read.text, read.is_canonical) == (action, claim, text, True)
    assert text.startswith(GAME.write_action(action))
    assert GAME.interpret(f" {text}\n") == action


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("ul", "UL"),
        ("Ul=08", "UL=8"),
        ("uR", "UR"),
        ("c", "C"),
        ("d#", "D#"),
        ("x+", "X+"),
        ("T3,4", "T@3,4"),
        ("t 3,4", "t@3,4"),
        ("T @ 3 , 4=5", "T@3,4=5"),
        ("t@3,\t4#", "t@3,4#"),
        ("T(3,4)", "T@3,4"),
        ("t@( 3, 4 )+", "t@3,4+"),
        ("T@03,004", "T@3,4"),
    ],
)
def test_liberal_actions(written: str, canonical: str) -> None:
    """Read with the same meaning, by the grammar too, and written canonically. The letter of a teleport keeps its case."""
    read, expected = GAME.read_action(written), GAME.read_action(canonical)
    assert not read.is_canonical
    assert expected.is_canonical
    assert (read.action, read.claim, read.text) == (expected.action, expected.claim, canonical)
    assert is_token(written, ACTION, GAME)
    (record,) = xn.read_text(f'[Game "Robots"]\n1. {written} *\n')
    assert [finding.name for finding in record.findings] == ["missing-tag", "loose-action"]


@pytest.mark.parametrize(
    "text",
    ["", "UU", "LU", "RL", "CC", "XX", "T", "t@", "T@3", "T@3,", "T@-1,4", "T@?", "t@?", "U=", "U==3", "U+#", "UL-", "3,4", "U 3",
     "UP", "TL", "stay", "T@3,4,5", "T@3,4 =5", "T@(3,4", "T@3,4)", "X@3,4", "U" * 65, "T@" + "1" * 60 + ",22", "d2-d3",
     "\N{ARABIC-INDIC DIGIT ONE}", "T@\N{ARABIC-INDIC DIGIT ONE},2"],
)  # fmt: skip
def test_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read_action(text)
    assert GAME.interpret(text) is None


actions = st.one_of(
    st.sampled_from(list(STEPS.values())),
    st.builds(Teleport, st.booleans(), st.builds(Cell, st.integers(0, 120), st.integers(0, 120))),
    st.just(Cascade()),
)
claims = st.one_of(st.none(), st.builds(Left, st.integers(0, 700)), st.just(Cleared()), st.just(Dead()))


@given(actions, claims)
def test_what_is_written_is_read(action: Step | Teleport | Cascade, claim: Left | Cleared | Dead | None) -> None:
    text = str(action) if claim is None else f"{action}{claim}"
    read = GAME.read_action(text)
    assert (read.action, read.claim, read.text, read.is_canonical) == (action, claim, text, True)
    assert re.fullmatch(r"(?:UL|UR|DL|DR|[UDLRCX]|[Tt]@[0-9]+,[0-9]+)(?:=[0-9]+|\+|#)?", text)
    assert is_token(text, ACTION, GAME)
    assert GAME.action_json(action)["type"] in ("move", "teleport", "cascade")


_PIECES = ["U", "d", "L", "r", "C", "X", "T", "t", "@", "3", "12", ",", "(", ")", "=", "+", "#", " ", "3,4", "T@", "(3,4)", "=5"]


@given(st.lists(st.sampled_from(_PIECES), max_size=7).map("".join))
def test_the_grammar_and_the_reader_agree(text: str) -> None:
    """What the grammar takes as one action is read, and what is read is one action for the grammar."""
    try:
        GAME.read_action(text)
        is_read = True
    except NotationError:
        is_read = False
    assert is_read == is_token(text, ACTION, GAME)


def test_json() -> None:
    assert GAME.action_json(Step(-1, 1)) == {"type": "move", "dx": -1, "dy": 1}
    assert GAME.action_json(Teleport(True, Cell(3, 4))) == {"type": "teleport", "safe": True, "to": [3, 4]}
    assert GAME.action_json(Cascade()) == {"type": "cascade"}
    assert GAME.action_json(Spawn("3h1/5")) == {"type": "spawn", "board": "3h1/5"}


def test_a_choice_is_only_for_show() -> None:
    assert (str(Teleport(True)), str(Teleport(False))) == ("T@?", "t@?")
    assert GAME.action_json(Teleport(True))["to"] is None


# Spawns

SPAWN = "<r4/2h1r/5/e4>"


def test_a_spawn() -> None:
    read = GAME.read_action(SPAWN)
    assert (read.action, read.claim, read.text, read.is_canonical) == (Spawn(SPAWN[1:-1]), None, SPAWN, True)
    assert GAME.interpret(SPAWN) is None, "no player makes a spawn"
    layout = read_layout(SPAWN[1:-1])
    assert layout.widths == (5, 5, 5, 5)
    assert layout.humans == (Cell(2, 2),)
    assert layout.robots == (Cell(4, 2), Cell(0, 3))
    assert layout.explosions == (Cell(0, 0),)


@pytest.mark.parametrize(
    "written",
    [
        "< r4/2h1r/5/e4>",
        "<r4/2h1r/5/e4 >",
        "<r4 /\n 2h1r /\t5/ e4>",
        "<r 4/2 h 1 r/5/e4>",
        "<R4/2H1r/5/E4>",
        "<r04/2h01r/005/e4>",
    ],
)
def test_liberal_spawns(written: str) -> None:
    read = GAME.read_action(written)
    assert (read.text, read.is_canonical) == (SPAWN, False)
    assert read.action == GAME.action(SPAWN)
    assert is_token(written, ITEM, GAME)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<>", "row y=0 is missing: it has no cells"),
        ("<5//5>", "row y=1 is missing: it has no cells"),
        ("<5/5/>", "row y=0 is missing: it has no cells"),
        ("<2q2/5>", "'q' in row y=1 is neither a human (h), a robot (r), an explosion (e) nor a number of empty cells"),
        ("<5/.....>", "'.' in row y=0 is neither"),
        ("<5/h\N{ARABIC-INDIC DIGIT FOUR}>", "in row y=0 is neither"),
        ("<5/h0r>", "a run of empty cells in row y=0 is a whole number from 1 to 99, not '0'"),
        ("<5/100>", "a run of empty cells in row y=0 is a whole number from 1 to 99, not '100'"),
        ("<5/98hr>", "row y=0 has more than 99 cells"),
        (f"<{'9' * 5000}>", "a run of empty cells in row y=0 is a whole number from 1 to 99"),
        (f"<{'/'.join(['5'] * 100)}>", "there are 100 rows; a board has at most 99"),
        ("<4 5>", "white space stands between two digits of a spawn"),
        ("<5/h4", "a spawn stands in angle brackets: <rows>"),
        (f"<{' ' * LONGEST_SPAWN}5>", "a spawn is not that long"),
    ],
)
def test_no_spawns(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)):
        GAME.read_action(text)


def test_rows_of_any_length_are_read() -> None:
    """Whether they fit is a question for the rules, which know the board."""
    assert read_layout("3/hh/r").widths == (1, 2, 3)
    assert GAME.read_action("<3/hh/r>").is_canonical


boards = st.integers(1, 99).flatmap(
    lambda width: st.lists(st.text(alphabet="....hre", min_size=width, max_size=width), min_size=1, max_size=99)
)


@given(boards)
def test_rows_round_trip(rows: list[str]) -> None:
    text = "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
    layout = read_layout(text)
    assert layout.text == text
    assert layout.is_sized(len(rows[0]), len(rows))
    found = {**dict.fromkeys(layout.humans, "h"), **dict.fromkeys(layout.robots, "r"), **dict.fromkeys(layout.explosions, "e")}
    shown = ["".join(found.get(Cell(x, y), ".") for x in range(len(rows[0]))) for y in range(len(rows) - 1, -1, -1)]
    assert shown == rows
    if len(layout.humans) == 1:
        human, *cells = (list(map(number_of, found)) for found in (layout.humans, layout.robots, layout.explosions))
        engine = Engine(Conditions(len(rows[0]), len(rows), *human, 1), *human, *cells, 1, 2, 30)
        assert engine.text() == f"{text} 1 2 30"
