"""The rulebook of Robots, point by point: its example, its doubts, every reason to refuse, positions and tags."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from judge.robots import record_text

import expendibots_notation as xn
from expendibots_notation.diagnostics.codes import TABLE
from expendibots_notation.game import NotationError
from expendibots_notation.games import robots
from expendibots_notation.games.robots import GAME, Cascade, Cell, RobotsPosition, Spawn, Step, Teleport
from expendibots_notation.games.robots.reasons import VIOLATIONS
from expendibots_notation.games.robots.rules import RobotsCursor
from expendibots_notation.verdict import Verdict

SPEC = (Path(__file__).parents[3] / "grammar" / "SPEC.md").read_text(encoding="utf-8")


def position(text: str, rules: str = "text", **tags: Any) -> RobotsPosition:
    return robots.start(text, rules, **tags)


def played(at: RobotsPosition, text: str) -> RobotsPosition:
    """The position after actions and spawns that are separated by spaces, each with its claim checked."""
    cursor = RobotsCursor(at)
    for each in text.split():
        read = GAME.read_action(each)
        assert cursor.refuse(read.action) is None, each
        assert read.claim is None or cursor.contradiction(read.claim) is None, each
    return cursor.position()


def standing(at: RobotsPosition) -> tuple[str, str | None, bool]:
    return at.outcome().result, at.outcome().termination, at.awaits_chance


GOING_ON = ("*", None, False)
AWAITING = ("*", None, True)
LOST = ("0-1", "death", False)
WON = ("1-0", "last-level", False)


def judged(text: str) -> Verdict:
    (record,) = xn.read_text(text)
    return xn.validate(record)


# The worked example and the figure

EXAMPLE = (
    "45/45/21r23/45/r9r34/45/45/20r24/45/36r8/45/22r22/12r23r8/45/23h21/45/26r18/45/45/45/45/45/45/r44/45/45/45/45/45/45 1 0 0"
)
EXAMPLE_SPAWN = (
    "<45/43r1/14r30/45/41r3/45/25r19/6r38/45/40r4/26r18/45/45/45/23h21/32r12/9r4r30/31r13/10r14r19/45/45/31r13/45/22r22/45/45/"
    "r4r10r28/29r15/45/32r12>"
)


def test_the_worked_example() -> None:
    at = played(position(EXAMPLE, "reference"), "DL=10 t@43,25=10 DR=10 X+")
    assert (at.human, at.robots, at.safe_teleports, at.score) == (Cell(44, 24), (), 10, 10)
    assert at.explosions == (Cell(18, 24), Cell(29, 24), Cell(43, 24))
    assert standing(at) == AWAITING
    at = played(at, f"{EXAMPLE_SPAWN} DL=20 DL=20 DL=20 T@6,1=20 DL=20 UL=20")
    assert {Cell(4, 3), Cell(5, 3)} <= set(at.robots)
    at = played(at, "C=18")
    assert at.explosions == (Cell(4, 2),)
    at = played(at, "T@38,22=18")
    assert (at.human, len(at.robots), at.explosions) == (Cell(38, 22), 18, (Cell(4, 2),))
    assert (at.level, at.safe_teleports, at.score, at.turn) == (2, 8, 12, 13)
    assert standing(at) == GOING_ON
    assert f"```text\n{at.text}\n```" in SPEC


FIGURE = "45/45/45/45/45/45/45/45/45/45/45/45/24e20/45/45/45/45/45/45/45/45/45/10h1r2r29/11e33/45/45/45/45/45/45 1 0 8"


@pytest.mark.parametrize("circled", ["D=1", "DL=1"])
@pytest.mark.parametrize("rules", ["text", "reference"])
def test_figure_1(rules: str, circled: str) -> None:
    at = played(position(FIGURE, rules), f"{circled} X+")
    assert (at.safe_teleports, at.score, at.level) == (1, 10, 1)
    assert standing(at) == AWAITING


@pytest.mark.parametrize("other", ["UL", "U", "UR", "L", "C", "R", "DR"])
def test_figure_1_circles_the_only_two_cells(other: str) -> None:
    step = position(FIGURE).play(other)
    assert step.outcome().termination == "death" or step.play("X").outcome().termination == "death"


# A new game


def test_a_new_game_awaits_its_first_spawn() -> None:
    at = robots.start()
    assert at.text == "45/" * 14 + "22h22" + "/45" * 15 + " 0 0 0"
    assert robots.start(at.text) == at
    assert (at.level, at.safe_teleports, at.score, at.turn, at.human, at.size) == (0, 0, 0, 1, Cell(22, 15), (45, 30))
    assert standing(at) == AWAITING
    assert at.legal_actions() == at.continuations() == at.nearest(Step(0, 0)) == []
    assert at.count_continuations() == 0
    begun = at.play(at.drawn(random.Random(5)))
    assert isinstance(begun, RobotsPosition)
    assert (begun.level, len(begun.robots), begun.turn) == (1, 10, 1)
    assert standing(begun) == GOING_ON
    assert len(begun.legal_actions()) == 11
    assert begun.count_continuations() == 9 + 45 * 30 + 1


@pytest.mark.parametrize(
    ("size", "start", "levels"),
    [("45x30", (22, 15), 66), ("3x4", (1, 2), 1), ("10x10", (5, 5), 9), ("99x99", (49, 49), 66), ("7x3", (3, 1), 2)],
)
def test_r1_r2_r15_defaults_of_other_sizes(size: str, start: tuple[int, int], levels: int) -> None:
    """The last level is the 66th, or the last one whose robots have room."""
    at = robots.start(size=size)
    assert at.human == robots.start(size=size, rules="reference,start=centre").human == start
    right_of_it = (start[0] + 1, start[1])
    assert robots.start(size=size, rules="reference").human == robots.start(size=size, rules="start=reference").human == right_of_it
    assert robots.start(size=size, rules="reference", start="0,1").human == (0, 1)
    board = at.text.split()[0]
    assert standing(position(f"{board} {levels} 0 0")) == WON
    with pytest.raises(NotationError, match=f"the level is a whole number from 0 to {levels}"):
        position(f"{board} {levels + 1} 0 0")
    assert standing(position(f"{board} {levels - 1} 0 0")) == AWAITING


def test_levels_and_start_by_tag() -> None:
    at = robots.start(size="9x7", start="0,6", levels=1)
    assert at.human == (0, 6)
    at = played(at, "<h7r/7rr/9/9/9/9/rrrrrrr2>")
    assert (at.level, len(at.robots)) == (1, 10)
    assert standing(played(position("9/9/9/1h1er4/9/9/9 1 0 9", levels=1), "L+")) == WON
    assert standing(played(position("9/9/9/1h1er4/9/9/9 1 0 9", levels=2), "L+")) == AWAITING


# Every reason to refuse

NEAR = "9/9/9/1h1er4/9/9/9 1 0 9"
"""The robot on (4,3) is about to run into the explosion on (3,3)."""
SAFE = "9/9/3e5/h6r1/9/9/9 1 1 7"
"""The human on (0,3) has a safe teleport; a robot is on (7,3), an explosion on (3,4)."""
ALL_CLEARED = "9/9/9/h8/9/9/9 6 0 0"
CLEARED = "9/9/9/h2e5/9/9/9 1 0 10"
GOOD = "<r1r1r1r1r/1r1r1r1r1/r7r/4h4/r7r/1r1r1r1r1/r3r3r>"
DEAD = "9/9/9/hr7/9/9/9 1 0 9"

REFUSED = [
    (ALL_CLEARED, "C", "action-after-end", "C comes after the end: the game is over, the last level is cleared"),
    (ALL_CLEARED, GOOD, "action-after-end", "the spawn comes after the end: the game is over, the last level is cleared"),
    (CLEARED, "C", "missing-spawn", "C stands where the spawn of level 2 is due"),
    (CLEARED, "X", "missing-spawn", "X stands where the spawn of level 2 is due"),
    (CLEARED, "T@99,99", "missing-spawn", "T@99,99 stands where the spawn of level 2 is due"),
    (NEAR, GOOD, "unexpected-spawn", "a spawn stands here, but level 1 goes on: 1 robot left"),
    (CLEARED, "<9/9/9/9/9/9>", "spawn-size", "the spawn has 6 rows of 9 cells; the board has 7 of 9"),
    (CLEARED, "<9/9/9/9/9/9/8>", "spawn-size",
     "the spawn has 7 rows, of which row y=0 has 8 cells and the top one 9; the board has 7 of 9"),
    (CLEARED, GOOD.replace("4h4", "e3h4"), "spawn-explosion",
     "the spawn has an explosion on (0,3), but a level begins without any"),
    (CLEARED, GOOD.replace("4h4", "5h3"), "spawn-human", "the spawn has the human on (5,3); the human begins every level on (4,3)"),
    (CLEARED, GOOD.replace("4h4", "9"), "spawn-human", "the spawn has no human; the human begins every level on (4,3)"),
    (CLEARED, GOOD.replace("4h4", "4r4"), "spawn-human",
     "the spawn has a robot on (4,3) and no human; the human begins every level on (4,3)"),
    (CLEARED, GOOD.replace("4h4", "4hh3"), "spawn-human",
     "the spawn has 2 humans, the first two on (4,3) and (5,3); the human begins every level on (4,3)"),
    (CLEARED, GOOD.replace("r7r", "r8", 1), "spawn-count", "the spawn has 19 robots, but level 2 begins with 20"),
    (CLEARED, GOOD.replace("r7r", "rr6r", 1), "spawn-count", "the spawn has 21 robots, but level 2 begins with 20"),
    (SAFE, "L", "off-board", "(-1,3) is not on the board, which goes from (0,0) to (8,6)"),
    (SAFE, "UL", "off-board", "(-1,4) is not on the board, which goes from (0,0) to (8,6)"),
    (SAFE, "T@9,0", "off-board", "(9,0) is not on the board, which goes from (0,0) to (8,6)"),
    (SAFE, "t@0,7", "off-board", "(0,7) is not on the board, which goes from (0,0) to (8,6)"),
    (SAFE, "t@0,0", "wrong-teleport",
     "t@0,0 is an unsafe teleport, but 1 safe teleport is left, and while there are any every teleport is safe; write T"),
    (SAFE.replace(" 1 1 ", " 1 2 "), "t@0,0", "wrong-teleport",
     "t@0,0 is an unsafe teleport, but 2 safe teleports are left, and while there are any every teleport is safe; write T"),
    (NEAR, "T@0,0", "wrong-teleport", "T@0,0 is a safe teleport, but no safe teleports are left; write t"),
    (SAFE, "T@3,4", "forbidden-cell", "T@3,4 leads to (3,4), but an explosion burns there"),
    (SAFE, "T@7,3", "forbidden-cell", "T@7,3 leads to (7,3), but a robot stands there"),
    (SAFE, "T@8,4", "forbidden-cell",
     "T@8,4 leads to (8,4), but the robot on (7,3) would reach the human in the step that follows"),
    (SAFE, "T@6,2", "forbidden-cell",
     "T@6,2 leads to (6,2), but the robot on (7,3) would reach the human in the step that follows"),
]  # fmt: skip


@pytest.mark.parametrize(("start", "action", "name", "message"), REFUSED)
def test_every_violation(start: str, action: str, name: str, message: str) -> None:
    at = position(start)
    value = at.game.action(action)
    violation = at.violation(value)
    assert violation is not None
    assert (violation.name, violation.message) == (name, message)
    assert value not in at.continuations()
    cursor = RobotsCursor(at)
    assert cursor.refuse(value) == violation
    assert cursor.position() == at
    with pytest.raises(xn.IllegalAction, match=re.escape(message)):
        at.play(action)


def test_a_step_of_two_cells_has_no_text() -> None:
    violation = position(NEAR).violation(Step(2, 0))
    assert violation is not None
    assert violation.name == "too-far"
    assert violation.message == "step(2,0) moves 2 cells, but a step goes to one of the eight cells around the human, or stays"


@pytest.mark.parametrize("step", [Step(-2, 0), Step(2, 1), Step(0, 2), Step(0, -2), Step(-1, 2)])
def test_a_step_is_no_longer_in_any_direction(step: Step) -> None:
    """Also where it would end on the board."""
    violation = position("5/5/2h2/5/4r 1 0 0").violation(step)
    assert violation is not None
    assert violation.name == "too-far"


def test_every_reason_is_reached() -> None:
    assert {name for _, _, name, _ in REFUSED} | {"too-far"} == set(VIOLATIONS.values())
    assert {row.name for row in TABLE if "XBN270" <= row.code <= "XBN286"} == set(VIOLATIONS.values()) - {
        "action-after-end",
        "too-far",
        "off-board",
    }


def test_the_specification_asks_in_the_same_order() -> None:
    table = SPEC[SPEC.index("| | about an action or a spawn of Robots | code |") :].split("\n\n")[0]
    by_code = {row.code: row.name for row in TABLE}
    names = [name for _, name in sorted(VIOLATIONS.items())]
    assert [by_code[code] for code in re.findall(r"XBN\d{3}", table)] == names


def test_the_dead_cannot_act() -> None:
    at = position(DEAD).play("R")
    assert isinstance(at, RobotsPosition)
    assert at.legal_actions() == []
    for action in (Step(0, 0), Teleport(False, Cell(0, 0)), Teleport(False), Cascade(), GAME.action(GOOD)):
        violation = at.violation(action)
        assert violation is not None
        assert violation.message.endswith("comes after the end: the game is over, the human is dead")


def test_a_crowd_needs_room_in_the_reference() -> None:
    """From 100 robots on a safe teleport keeps away from robots and explosions, as long as there is a cell that does."""
    spacious = position(CROWDED, "reference")
    violation = spacious.violation(GAME.action("T@10,5"))
    assert violation is not None
    assert violation.message == (
        "T@10,5 leads to (10,5), but the robot on (9,4) is next to it; with 100 robots or more a safe teleport keeps away from "
        "robots and explosions, as long as any cell does"
    )
    violation = spacious.violation(GAME.action("T@19,1"))
    assert violation is not None
    assert "the explosion on (18,0) is next to it" in violation.message
    assert spacious.violation(GAME.action("T@15,1")) is None, "the human's own cell counts as free"
    fewer = position(spacious.text.replace("rrrrrrrrrr10", "1rrrrrrrrr10", 1), "reference")
    assert fewer.violation(GAME.action("T@10,5")) is None
    assert fewer.violation(GAME.action("T@19,1")) is None
    dense = position("r1" * 8 + "r/" + ("17/" + "r1" * 8 + "r/") * 11 + "h16 11 1 0", "reference")
    assert len(dense.robots) == 108
    assert {action.cell for action in dense.completions(Teleport(True))} == {
        Cell(x, y) for x in range(17) for y in range(24) if Cell(x, y) not in dense.robots
    }
    strict = position(dense.text)
    assert strict.completions(Teleport(True)) == []
    assert Teleport(True) not in strict.legal_actions()
    violation = strict.violation(Teleport(True))
    assert violation is not None
    assert violation.message == "T@? leads to no cell at all, but robots would reach the human on every one that is free"


# Doubts R3 to R17


def test_r3_a_step_over_the_edge() -> None:
    at = position("h6/7/7/6r 1 0 9", "text,offboard=clamp")
    assert [str(step) for step in at.legal_actions()[:9]] == ["UL", "U", "UR", "L", "C", "R", "DL", "D", "DR"]
    for sliding, step in (("UL", "C"), ("U", "C"), ("UR", "R"), ("L", "C"), ("DL", "D")):
        assert at.play(sliding).text == at.play(step).text
    at = position("h6/7/7/6r 1 0 9")
    assert [str(step) for step in at.legal_actions()] == ["C", "R", "D", "DR", "t@?", "X"]


def test_r4_a_step_that_kills_is_legal() -> None:
    at = position("7/7/2hr3/7 1 0 9")
    for step in ("R", "C"):
        assert standing(played(at, f"{step}#")) == LOST


def test_r6_an_unsafe_teleport_into_an_explosion() -> None:
    start = "e6/7/2h3r/7 1 0 7"
    dead = played(position(start), "t@0,3#")
    assert (standing(dead), dead.human, dead.text) == (LOST, Cell(0, 3), "h6/7/6r/7 1 0 7")
    assert (position(start).turn, dead.turn) == (1, 2)
    alive = played(position(start, "reference"), "t@0,3=1")
    assert alive.text == "h6/5r1/7/7 1 0 7"
    assert played(position(start, "text,teleport_onto_explosion=extinguish"), "t@0,3=1") == alive
    assert standing(played(position(start, "reference,teleport_onto_explosion=death"), "t@0,3#")) == LOST


@pytest.mark.parametrize(
    ("start", "action", "after"),
    [
        ("7/7/h2r3/7 1 1 9", "T@4,1=1", "7/7/3rh2/7 1 0 9"),
        ("7/7/4r1h/7 1 1 9", "T@5,2=1", "7/4rh1/7/7 1 0 9"),
        ("7/7/1r4h/7 1 1 9", "T@0,2=1", "7/hr5/7/7 1 0 9"),
        ("7/7/3rr1h/7 1 1 8", "T@4,2+", "7/3eh2/7/7 1 0 10"),
        ("7/7/4r1h/2e4 1 1 7", "T@3,0+", "7/7/7/2eh3 1 0 8"),
        ("7/7/1r2r1h/7 1 1 8", "T@3,2+", "7/2eh3/7/7 1 0 10"),
    ],
)
def test_r7_robots_step_aside(start: str, action: str, after: str) -> None:
    """To the left of the human, at the left edge to the right; and there they may meet others or burn."""
    at = played(position(start, "reference"), action)
    assert at.text == after
    text = position(start)
    violation = text.violation(GAME.action(action))
    assert violation is not None
    assert violation.name == "forbidden-cell"


def test_r8_the_picture_after_a_death() -> None:
    """Robots that are walked into have not moved; otherwise all have taken their step. The score does not change."""
    assert played(position("7/1r5/2hr2r/r6 1 0 5"), "R#").text == "7/1r5/3h2r/r6 1 0 5"
    assert played(position("7/7/2hr1rr/r6 1 0 5"), "C#").text == "7/7/1rh1rr1/7 1 0 5"
    assert played(position("6r/6r/hr5/7 1 0 5"), "U#").text == "7/h4e1/7/7 1 0 5"
    assert played(position("7/7/2hr2r/7 1 0 5"), "t@3,1#").text == "7/7/3h1r1/7 1 0 5"


def test_r9_collisions_elsewhere_do_not_save() -> None:
    at = played(position("6r/6r/7/hr5 1 0 5"), "C#")
    assert (standing(at), at.score) == (LOST, 5)
    assert standing(played(position("7/2r4/h1r4/7 1 0 5"), "R#")) == LOST, "two that reach the human together"


def test_r10_r11_only_cascades_give_safe_teleports() -> None:
    at = played(position("7/7/h1er1r1/7 1 3 4"), "C=1")
    assert (at.safe_teleports, at.score) == (3, 5)
    assert played(at, "X+").safe_teleports == 4
    assert played(at, "C=1 C+").safe_teleports == 3
    assert played(position("8rrrrrrrrr/17/he15/17 1 9 0"), "X+").safe_teleports == 10


def test_r13_a_fatal_cascade_gains_nothing() -> None:
    at = played(position("7/7/h1err2/2r4 1 3 4"), "X#")
    assert (at.safe_teleports, at.score, standing(at)) == (3, 4, LOST)


def test_r21_an_unsafe_teleport_ends_on_any_cell() -> None:
    """That of the human and those of robots too; only a robot that is near kills."""
    at = position("7/r5r/2h4/7 1 0 5")
    assert all(at.violation(GAME.action(f"t@{x},{y}")) is None for x in range(7) for y in range(4))
    assert played(at, "t@2,1=2").text == "7/7/1rh2r1/7 1 0 5"
    assert standing(played(at, "t@6,2#")) == LOST


def test_r14_explosions_go_with_their_level() -> None:
    at = played(position(CLEARED), GOOD)
    assert at.explosions == ()
    assert (at.level, at.score, at.human) == (2, 10, Cell(4, 3))


# Choices


def test_a_choice_leaves_the_rest_to_chance() -> None:
    at = position(SAFE)
    assert [str(choice) for choice in at.legal_actions()] == ["U", "UR", "C", "R", "D", "DR", "T@?", "X"]
    assert at.completions(Step(0, 1)) == [Step(0, 1)]
    assert at.completions(Teleport(True, Cell(1, 1))) == [Teleport(True, Cell(1, 1))]
    assert len(at.completions(Teleport(True))) == 63 - 9 - 1
    assert at.completions(Teleport(False)) == []
    with pytest.raises(NotationError, match="T@\\? is a choice, not an action: chance has to say where the teleport ends"):
        at.play(Teleport(True))


@pytest.mark.parametrize(
    ("start", "action", "nearest"),
    [
        (SAFE, "L", ["C", "U", "D"]),
        (SAFE, "UL", ["U", "C", "UR"]),
        (SAFE, "t@0,0", ["T@0,0", "T@1,0", "T@0,1"]),
        (SAFE, "T@3,4", ["T@3,3", "T@2,4", "T@4,4"]),
        (SAFE, "T@20,0", ["T@8,0", "T@8,1", "T@7,0"]),
        (NEAR, "T@4,4", ["t@4,4", "t@4,3", "t@3,4"]),
    ],
)
def test_nearest_actions(start: str, action: str, nearest: list[str]) -> None:
    at = position(start)
    assert [str(each) for each in at.nearest(at.game.action(action))] == nearest


# Claims


@pytest.mark.parametrize(
    ("text", "claimed", "actual"),
    [
        ("R=2", "2 robots left (=2)", "1 robot left (=1)"),
        ("R+", "the level cleared (+)", "1 robot left (=1)"),
        ("R#", "the human dead (#)", "1 robot left (=1)"),
        ("X=1", "1 robot left (=1)", "the human dead (#)"),
        ("X+", "the level cleared (+)", "the human dead (#)"),
        ("U=1", None, None),
        ("X#", None, None),
    ],
)
def test_claims(text: str, claimed: str | None, actual: str | None) -> None:
    cursor = RobotsCursor(position(SAFE))
    read = GAME.read_action(text)
    assert cursor.refuse(read.action) is None
    assert cursor.contradiction(read.claim) == (None if claimed is None else (claimed, actual))


@pytest.mark.parametrize(
    ("text", "actual"), [("L+", None), ("L=0", None), ("L=1", "the level cleared (+)"), ("L#", "the level cleared (+)")]
)
def test_claims_of_a_cleared_level(text: str, actual: str | None) -> None:
    cursor = RobotsCursor(position(NEAR))
    read = GAME.read_action(text)
    assert cursor.refuse(read.action) is None
    contradiction = cursor.contradiction(read.claim)
    assert (contradiction and contradiction[1]) == actual


# What a position says about itself


def test_facts() -> None:
    at = position(NEAR)
    assert at.facts(Step(0, 1)) == {"robots": 1, "destroyed": 0}
    assert at.facts(Cascade()) == {"robots": 0, "destroyed": 1, "steps": 1, "safe_teleports": 1}
    assert position(DEAD).facts(Step(0, 0)) == {}, "the human dies"
    assert position(CLEARED).facts(GAME.action(GOOD)) == {"level": 2, "robots": 20}
    assert at.derived_tags() == {"Score": "9"}


def test_diagram() -> None:
    diagram = position(SAFE).diagram()
    assert (len(diagram.columns), len(diagram.rows)) == (9, 7)
    assert [(piece.x, piece.y, piece.mark, piece.kind, piece.side) for piece in diagram.pieces] == [
        (0, 3, "h", "human", 0),
        (7, 3, "r", "robot", 1),
        (3, 4, "e", "explosion", 2),
    ]
    assert diagram.pieces[0].spoken == "Human on (0,3)"
    assert {piece.label for piece in diagram.pieces} == {""}, "nothing is written on them"
    assert diagram.caption == "Human to move, action 1"
    assert dict(diagram.counters) == {"Level": "1", "Robots": "1", "Safe teleports": "1", "Score": "7"}
    assert position(CLEARED).diagram().caption == "Level 2 is about to begin"
    dead = position(DEAD).play("R").diagram()
    assert dead.caption == "0-1, death"
    assert [(piece.x, piece.y, piece.mark) for piece in dead.pieces] == [(1, 3, "h")]
    assert str(position(SAFE)).splitlines()[3].split() == ["3", "h", *["."] * 6, "r", "."]


def test_positions_compare_by_what_they_are() -> None:
    at = position(DEAD)
    assert at == position(DEAD)
    assert at != position(NEAR)
    assert at != DEAD
    assert at == ANY, "what else it may be equal to is for the other to say"
    assert repr(at) == f"RobotsPosition({DEAD!r})"
    dead = at.play("C")
    assert dead != position(dead.text), "the picture of a death does not say so"


# Positions as text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it has a board, the level, the safe teleports, and at most the score after them"),
        ("9/9/1h7/9 1", "it has a board, the level, the safe teleports"),
        ("9/9/1h7/9 1 0 0 0", "it has a board, the level, the safe teleports"),
        ("9/9/1h6/9 1 0 0", "the board has 4 rows, of which row y=1 has 8 cells and the top one 9, not all of one length"),
        ("9/9//9 1 0 0", "row y=1 is missing: it has no cells"),
        ("9/9/1h5x1/9 1 0 0", "'x' in row y=1 is neither"),
        ("9/9/1H7/9 1 0 0", "'H' in row y=1 is neither"),
        ("9/9/1h7/R8 1 0 0", "'R' in row y=0 is neither"),
        ("9/9/1h7/E8 1 0 0", "'E' in row y=0 is neither"),
        ("9/9/9/9 1 0 0", "the board has no humans, not 1"),
        ("9/9/1h1h5/9 1 0 0", "the board has 2 humans, not 1: on (1,1) and (3,1)"),
        ("2/1h/2 1 0 0", "the board is 2x3; a board has from 3 to 99 cells each way"),
        ("1h1/3/3 1 0 0", "the board is 3x3; that has no room for the human and the 10 robots of level 1"),
        ("9/9/1h7/9 one 0 0", "the level is a whole number from 0 to 3, not 'one'"),
        ("9/9/1h7/9 4 0 0", "the level is a whole number from 0 to 3, not '4'"),
        ("9/9/1h7/9 -1 0 0", "the level is a whole number from 0 to 3, not '-1'"),
        ("9/9/1h7/9 1 11 0", "the number of safe teleports is a whole number from 0 to 10, not '11'"),
        ("9/9/1h7/9 1 0 x", "the score is a whole number from 0 to 1,000,000,000,000,000, not 'x'"),
        ("9/9/1h7/9 1 0 11", "the score is 11, but up to here at most 10 robots can have been destroyed"),
        ("9/9/1h7/r8 1 0 10", "the score is 10, but up to here at most 9 robots can have been destroyed"),
        ("rrrrrrrrr/rr7/1h7/9 1 0 0", "the board has 11 robots, but level 1 has only 10"),
        ("r8/9/1h7/9 0 0 0", "the board has 1 robot, but level 0 has only 0"),
        ("e8/9/1h7/9 0 0 0", "there is an explosion on (0,3), but level 0 is the time before the first spawn"),
        ("9/9/1h7/9 1 0 99999999999999999", "the score is a whole number"),
    ],
)
def test_bad_positions(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)) as caught:
        position(text)
    assert caught.value.tag is None


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("9/9/1h7/r8 1 0", "9/9/1h7/r8 1 0 0"),
        ("9/09/1h7/r8_1_00_007", "9/9/1h7/r8 1 0 7"),
        ("  9/9/1h7/r8   1 0  9 ", "9/9/1h7/r8 1 0 9"),
    ],
)
def test_liberal_positions(text: str, canonical: str) -> None:
    assert position(text).text == canonical


@pytest.mark.parametrize(
    ("tags", "tag", "problem"),
    [
        ({"size": "45"}, "Size", "the size is a width and a height such as 45x30, not '45'"),
        ({"size": "045x30"}, "Size", "the size is a width and a height"),
        ({"size": "45x30x2"}, "Size", "the size is a width and a height"),
        ({"size": "100x30"}, "Size", "the board is 100x30; a board has from 3 to 99 cells each way"),
        ({"size": "2x30"}, "Size", "the board is 2x30; a board has from 3 to 99 cells each way"),
        ({"size": "3x3"}, "Size", "that has no room for the human and the 10 robots of level 1"),
        ({"start": "d2"}, "Start", "the start is a cell such as 22,15, not 'd2'"),
        ({"start": "45,0"}, "Start", "the start (45,0) is not on the board of 45x30 cells"),
        ({"levels": 0}, "Levels", "the number of levels is a whole number from 1, not '0'"),
        (
            {"levels": 135},
            "Levels",
            "there are 135 levels, but a board of 45x30 cells has room for the robots of level 134 at most",
        ),
    ],
)
def test_bad_tags(tags: dict[str, Any], tag: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)) as caught:
        robots.start(**tags)
    assert caught.value.tag == tag


def test_setup_and_size_must_agree() -> None:
    assert position(NEAR).size == position(NEAR, size="9x7").size == (9, 7)
    with pytest.raises(NotationError, match="the board has 7 rows of 9 cells, not 30 of 45, as the Size tag says") as caught:
        position(NEAR, size="45x30")
    assert caught.value.tag is None, "the Setup is at fault"


# Where the readings part

SIDESTEP = "9/4r4/9/9/h7r/9/9 1 1 8"
EXPLOSION = "9/4e4/9/9/h7r/9/9 1 0 7"


@pytest.mark.parametrize(
    ("start", "rules", "line", "parts"),
    [
        (SIDESTEP, "reference", "T@4,4", True),
        (SIDESTEP, "reference", "T@4,3", False),
        (SIDESTEP, "reference", "T@4,4 C", True),
        (SIDESTEP, "reference", "T@4,4 R t@0,0", True),
        (SIDESTEP, "text", "T@4,3", False),
        (SIDESTEP, "text", "R", False),
        (EXPLOSION, "text", "t@4,5", True),
        (EXPLOSION, "reference", "t@4,5", True),
        (EXPLOSION, "text", "t@4,4", False),
    ],
)
def test_readings_part(start: str, rules: str, line: str, parts: bool) -> None:
    cursor = RobotsCursor(position(start, rules))
    assert not cursor.readings_part()
    for text in line.split():
        assert cursor.refuse(GAME.action(text)) is None
    assert cursor.readings_part() == parts
    for _ in line.split():
        cursor.undo()
    assert not cursor.readings_part()


@pytest.mark.parametrize(("action", "parts"), [("T@4,4", True), ("T@4,5", False), ("T@9,9", False), ("t@0,0", False)])
def test_readings_part_over_a_refusal(action: str, parts: bool) -> None:
    cursor = RobotsCursor(position(SIDESTEP))
    assert cursor.refuse(GAME.action(action)) is not None
    assert cursor.readings_part() == parts
    assert cursor.refuse(GAME.action("C")) is None
    assert not cursor.readings_part()


CROWDED = "/".join(["20", "20", *["rrrrrrrrrr10"] * 10, "15h4", "18e1"]) + " 10 1 0"
"""A hundred robots, and an explosion on (18,0): the text allows a safe teleport beside it, the reference does not."""


@pytest.mark.parametrize("rules", ["text", "reference"])
def test_readings_part_in_a_crowd(rules: str) -> None:
    cursor = RobotsCursor(position(CROWDED, rules))
    assert (cursor.refuse(GAME.action("T@19,1")) is None) == (rules == "text")
    assert cursor.readings_part()
    cursor = RobotsCursor(position(CROWDED, rules))
    assert cursor.refuse(GAME.action("T@15,1")) is None
    assert not cursor.readings_part()
    fewer = RobotsCursor(position(CROWDED.replace("rrrrrrrrrr10", "1rrrrrrrrr10", 1), rules))
    assert fewer.refuse(GAME.action("T@19,1")) is None
    assert not fewer.readings_part()


def test_a_refusal_for_another_reason_does_not_part_the_readings() -> None:
    """Nobody has a safe teleport here, whatever the reading says about the explosion in which it would end."""
    cursor = RobotsCursor(position(EXPLOSION))
    assert cursor.refuse(GAME.action("T@4,5")) is not None
    assert not cursor.readings_part()


def test_the_validator_says_that_the_readings_differ() -> None:
    verdict = judged(record_text(["T@4,4=2", "R=2"], {"Rules": "reference", "Setup": SIDESTEP}, "*"))
    assert verdict.valid
    assert [finding.message for finding in verdict.diagnostics] == [
        "under the reading reference the game is not over; under text ply 1 is illegal"
    ]
    verdict = judged(record_text(["t@4,5#"], {"Setup": EXPLOSION, "Termination": "death"}, "0-1"))
    assert verdict.valid
    assert [finding.message for finding in verdict.diagnostics] == [
        "under the reading text the game ends 0-1 at ply 1 (death); under reference the game is not over"
    ]


# Records


@pytest.mark.parametrize(("start", "action", "name", "message"), REFUSED)
def test_every_violation_in_a_record(start: str, action: str, name: str, message: str) -> None:
    verdict = judged(record_text([action], {"Setup": start}, "*"))
    assert not verdict.valid
    errors = [finding for finding in verdict.diagnostics if finding.is_error and finding.name != "wrong-result"]
    assert [(finding.name, finding.message) for finding in errors] == [(name, message)]
    assert verdict.plies == 0


def test_a_record_may_begin_with_a_spawn() -> None:
    tags = {"Size": "9x7", "Levels": "1"}
    verdict = judged(record_text(["<r1r1r1r1r/1r1r1r1r1/9/4h4/9/r8/9>", "DR=8", "t@8,0=8"], tags, "*"))
    assert verdict.diagnostics == ()
    assert verdict.plies == 2
    verdict = judged(record_text(["DR"], tags, "*"))
    assert [finding.message for finding in verdict.diagnostics] == ["DR stands where the spawn of level 1 is due"]


def test_a_spawn_of_another_line_is_judged_there() -> None:
    other = GOOD.replace("r3r3r", "rr2r2rr")
    text = record_text(["L+", GOOD, "L=14"], {"Setup": NEAR}, "*")
    with_variation = text.replace(GOOD, f"{GOOD} (1. L+ {other} 2. C)")
    verdict = judged(with_variation)
    assert [(finding.name, finding.ply) for finding in verdict.diagnostics] == [("spawn-count", 1)]
    verdict = judged(with_variation.replace(other, GOOD.replace("r1r1r1r1r", "1rrrrr3")))
    assert verdict.diagnostics == ()


def test_bad_tags_are_found_where_they_stand() -> None:
    verdict = judged(record_text([], {"Size": "9 x 7"}, "*"))
    (finding,) = verdict.diagnostics
    assert (finding.name, finding.place.line) == ("bad-tag", 5)
    verdict = judged(record_text(["L+"], {"Setup": NEAR, "Score": "9"}, "*"))
    (finding,) = verdict.diagnostics
    assert finding.message == "the Score tag says '9', but the replay gives 10"


def test_an_unreadable_spawn_is_no_text() -> None:
    verdict = judged(record_text(["L+", "<9/9/z>", "C"], {"Setup": NEAR}, "*"))
    assert [finding.name for finding in verdict.diagnostics] == ["unexpected-text"]
    assert verdict.plies == 1


def test_a_rejected_action_forfeits() -> None:
    verdict = judged(record_text(["~T@0,0"], {"Setup": NEAR, "Termination": "illegal-action"}, "0-1"))
    assert verdict.diagnostics == ()
    verdict = judged(record_text(['~"jump"'], {"Setup": NEAR}, "0-1"))
    assert verdict.diagnostics == ()
    verdict = judged(record_text(["~C"], {"Setup": NEAR}, "0-1"))
    assert [finding.name for finding in verdict.diagnostics] == ["rejected-legal"]


def test_a_whole_game_by_chance_is_a_valid_record() -> None:
    """A new game on the usual board, played at random to its end, with every spawn in it."""
    source = random.Random(11)
    at = robots.start()
    actions = []
    while not at.outcome().is_over:
        action = at.drawn(source) if at.awaits_chance else source.choice([*at.legal_actions()[:9], Cascade()])
        after = at.play(action)
        assert isinstance(after, RobotsPosition)
        at = after
        actions.append(str(action))
    outcome = at.outcome()
    tags = {"Termination": str(outcome.termination), "Score": str(at.score)}
    verdict = judged(record_text(actions, tags, outcome.result))
    assert verdict.diagnostics == ()
    assert isinstance(at.game.action(actions[0]), Spawn)


def test_every_piece_has_its_words() -> None:
    spoken = {piece.spoken for piece in robots.start("5/5/r1e1h/5/5 1 0 0").diagram().pieces}
    assert spoken == {"Robot on (0,2)", "Explosion on (2,2)", "Human on (4,2)"}


def test_the_trace_of_who_stays() -> None:
    """No arrow: the cell on which the human waits, and what the robots run into."""
    trace = robots.start("5/5/r1e1h/5/5 1 0 0").trace(Cascade())
    assert trace.arrows == ()
    assert trace.cells == (Cell(4, 2),)
    assert trace.waves == ((Cell(2, 2),),)


def test_the_explosion_that_is_named_is_the_one_nearby() -> None:
    """With a hundred robots a safe teleport keeps away from explosions; the one far away has no part in it."""
    rows = ["24h", *["25"] * 7, "12e12", *["25"] * 4, "e24", *["25"] * 6, *["r" * 25] * 4]
    position = robots.start(f"{'/'.join(rows)} 10 1 0", "reference")
    violation = position.violation(Teleport(True, Cell(13, 15)))
    assert violation is not None
    assert "the explosion on (12,15) is next to it" in violation.message


def test_a_teleport_that_can_lead_nowhere_is_refused_as_a_choice_too() -> None:
    position = robots.start("1r1/3/1r1/h2 1 1 0")
    cursor = GAME.cursor(position)
    violation = cursor.refuse(Teleport(True))
    assert violation is not None
    assert violation == position.violation(Teleport(True))
    assert not cursor.readings_part()


def test_what_stays_the_same_all_through_a_game() -> None:
    assert robots.start().conditions() == {"Start": "22,15", "Levels": "66"}
    assert robots.start(rules="reference").conditions() == {"Start": "23,15", "Levels": "66"}
    assert robots.start(size="9x7", start="0,6", levels=1).conditions() == {"Start": "0,6", "Levels": "1"}


@pytest.mark.parametrize(("start", "action", "is_over"), [(DEAD, "R", True), (DEAD, "U", True), (NEAR, "L", False)])
def test_a_cursor_knows_whether_the_game_is_over(start: str, action: str, is_over: bool) -> None:
    """A cleared level is not the end while there are more."""
    cursor = RobotsCursor(position(start))
    assert not cursor.is_over()
    assert cursor.refuse(GAME.action(action)) is None
    assert cursor.is_over() == is_over
    cursor.undo()
    assert not cursor.is_over()
    assert RobotsCursor(position(ALL_CLEARED)).is_over()
