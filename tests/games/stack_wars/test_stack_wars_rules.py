"""The rulebook of Stack Wars, point by point: its doubts, every reason to refuse an action, options, ends and positions as text."""

from __future__ import annotations

from typing import Any

import pytest
from judge.stack_wars import record_text

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.diagram import NO_TRACE, Arrow, Trace
from expendibots_notation.games import stack_wars
from expendibots_notation.games.stack_wars import Attack, Fortify, Move, Pass, StackWarsPosition
from expendibots_notation.games.stack_wars.actions import Action
from expendibots_notation.games.stack_wars.rules import VIOLATIONS, StackWarsCursor

START = "x9/x9/x9/x9/x9/x9/x9/x9/x9 b 27,27 0,0 1"
DRAW = "1/2-1/2"


def position(text: str | None = None, rules: str = "text", size: int | None = None) -> StackWarsPosition:
    return stack_wars.start(text, rules, size)


def played(text: str, start: str | None = None, rules: str = "text") -> StackWarsPosition:
    """The position after actions that are separated by spaces."""
    at: Any = position(start, rules)
    for action in text.split():
        at = at.play(action)
    assert isinstance(at, StackWarsPosition)
    return at


def standing(at: StackWarsPosition) -> tuple[str, str | None]:
    return at.outcome().result, at.outcome().termination


def actions(at: StackWarsPosition, *kinds: type[Any]) -> list[str]:
    return [str(action) for action in at.legal_actions() if isinstance(action, kinds or Action)]


def refusal(at: StackWarsPosition, text: str) -> str:
    """The name of the reason why an action is refused."""
    with pytest.raises(xn.IllegalAction) as caught:
        at.play(text)
    return caught.value.violation.name


def findings(text: str) -> list[str]:
    (record,) = xn.read_text(text)
    return [finding.name for finding in xn.validate(record).diagnostics]


# The start


@pytest.mark.parametrize("size", range(3, 20))
def test_the_start_of_every_size(size: int) -> None:
    at = position(size=size)
    assert (at.player, at.turn, at.size, at.points, at.outcome().is_over) == ("black", 1, size, (0, 0), False)
    assert at.reserves == (3 * size, 3 * size)
    assert actions(at) == [f"+{Square(x, 0).name}" for x in range(size)]
    after = at.play("+a1")
    assert isinstance(after, StackWarsPosition)
    assert actions(after) == [f"+{Square(x, size - 1).name}" for x in range(size)]


def test_nine_is_the_usual_size() -> None:
    assert position().text == START


@pytest.mark.parametrize("size", ["2", "20", "0", "-3", "nine", "", "09", " 9", "9.0", "\N{ARABIC-INDIC DIGIT NINE}", "9" * 400])
def test_a_size_that_is_none(size: str) -> None:
    with pytest.raises(xn.NotationError) as caught:
        stack_wars.GAME.start(stack_wars.GAME.rules(), None, {"Size": size})
    assert caught.value.tag == "Size"
    assert "the size is a whole number from 3 to 19, not" in str(caught.value)


def test_the_size_of_a_set_up_counts() -> None:
    assert position("x4/x4/x4/x4 b 12,12 0,0").size == 4
    assert position("x4/x4/x4/x4 b 12,12 0,0", size=4).size == 4
    with pytest.raises(xn.NotationError, match="the board has 4 ranks, but the size is 9"):
        position("x4/x4/x4/x4 b 12,12 0,0", size=9)


# Actions

FIELD = "w,x4/x,w2,x3/x,b,w,x2/x2,b2,b,x/b,x4 b 1,1 0,0"
"""Black b3 (one army), c2 (two), d2, a1; White c3, b4 (two armies), a5."""


@pytest.mark.parametrize(
    ("action", "after"),
    [
        ("+a1", "w,x4/x,w2,x3/x,b,w,x2/x2,b2,b,x/b2,x4 w 0,1 0,0 1"),
        ("+e1", "w,x4/x,w2,x3/x,b,w,x2/x2,b2,b,x/b,x3,b w 0,1 0,0 1"),
        ("+c2", "w,x4/x,w2,x3/x,b,w,x2/x2,b3,b,x/b,x4 w 0,1 0,0 1"),
        ("a1-b1", "w,x4/x,w2,x3/x,b,w,x2/x2,b2,b,x/x,b,x3 w 1,1 0,0 1"),
        ("a1-a2", "w,x4/x,w2,x3/x,b,w,x2/b,x,b2,b,x/x5 w 1,1 0,0 1"),
        ("c2-c1", "w,x4/x,w2,x3/x,b,w,x2/x2,b,b,x/b,x,b,x2 w 1,1 0,0 1"),
        ("d2-e2", "w,x4/x,w2,x3/x,b,w,x2/x2,b2,x,b/b,x4 w 1,1 0,0 1"),
        ("b3xb4", "w,x4/x,w,x3/x,b,w,x2/x2,b2,b,x/b,x4 w 1,1 0,0 1"),
        ("b3xc3", "w,x4/x,w2,x3/x2,b,x2/x2,b2,b,x/b,x4 w 1,1 0,0 1"),
    ],
)
def test_what_an_action_does(action: str, after: str) -> None:
    assert position(FIELD).play(action).text == after


def test_all_actions_of_a_position() -> None:
    at = position(FIELD)
    assert actions(at, Fortify) == ["+a1", "+b1", "+c1", "+d1", "+e1", "+c2", "+d2", "+b3"]
    assert actions(at, Attack) == ["b3xc3", "b3xb4"]
    assert actions(at, Move) == ["a1-b1", "a1-a2", "c2-c1", "c2-b2", "d2-d1", "d2-e2", "d2-d3", "b3-b2", "b3-a3"]
    assert at.count_continuations() == len(at.legal_actions()) == len(set(at.legal_actions())) == 19
    joined = set(actions(position(FIELD, "reference"))) - set(actions(at))
    assert joined == {"c2-d2", "d2-c2"}


@pytest.mark.parametrize(
    ("start", "action", "after"),
    [
        ("x5/x2,b3,x2/x5/x5/x5 b 0,1 0,0", "c4-c5", "x5/x2,b2,x2/x5/x5/x5 w 0,1 1,0 1"),
        ("w,x4/x2,b,x2/x5/x5/x5 b 1,1 3,2", "c4-c5", "w,x4/x5/x5/x5/x5 w 1,1 4,2 1"),
        ("x2,w,x2/x2,b,x2/x5/x5/x5 b 1,1 0,0", "c4xc5", "x5/x5/x5/x5/x5 w 1,1 1,0 1"),
        ("x2,w2,x2/x2,b,x2/x5/x5/x5 b 1,1 0,0", "c4xc5", "x2,w,x2/x2,b,x2/x5/x5/x5 w 1,1 0,0 1"),
        ("x5/x5/x5/x2,w,x2/x5 w 1,1 0,0", "c2-c1", "x5/x5/x5/x5/x5 b 1,1 0,1 2"),
        ("x5/x5/x5/x2,w,x2/x2,b,x2 w 1,1 0,0", "c2xc1", "x5/x5/x5/x5/x5 b 1,1 0,1 2"),
    ],
)
def test_invasions(start: str, action: str, after: str) -> None:
    at = position(start)
    assert at.play(action).text == after
    facts = at.facts(stack_wars.GAME.action(action))
    is_invasion = position(after).points != at.points
    assert facts.get("invasion", False) == is_invasion
    assert facts.get("points") == (dict(zip(("black", "white"), position(after).points, strict=True)) if is_invasion else None)
    assert ("removed" in facts) == ("x" in action)


def test_what_a_document_says_about_an_attack() -> None:
    assert position(FIELD).facts(Attack(Square(1, 2), Square(2, 2))) == {"removed": {"black": 0, "white": 1}}
    assert position(FIELD).facts(Move(Square(0, 0), Square(0, 1))) == {}
    assert position(FIELD).facts(Fortify(Square(0, 0))) == {}
    assert position(WEDGED).facts(Pass()) == {}


# Reasons to refuse

WEDGED = "w2,w,w/b2,w2,w2/b,b2,b2 b 0,0 1,1"
"""Neither side can do anything under the rules text: only stacks touch the enemy, and nothing is empty."""
CORNERED = "x5/w2,x4/b2,w2,x3/w2,x4/x5 b 0,1 0,0"
"""Black's only stack is shut in; White is free."""

REFUSED = [
    ("x5/x5/x5/x5/b,x4 w 3,0 0,0", "+a5", "action-after-end"),
    ("x5/x5/x5/x5/b,x4 w 3,0 0,0", "z9-z9", "action-after-end"),
    ("x5/x5/x5/x5/b,x4 w 3,0 0,0", "a1xa2", "action-after-end"),
    ("x5/x5/x5/x5/b,x4 w 3,0 0,0", "--", "action-after-end"),
    (FIELD, "+f1", "off-board"),
    (FIELD, "+a6", "off-board"),
    (FIELD, "+a0", "off-board"),
    (FIELD, "a1-a0", "off-board"),
    (FIELD, "a9xa1", "off-board"),
    (FIELD, "e1-f1", "off-board"),
    (FIELD, "z99-z99", "off-board"),
    (FIELD.replace("1,1", "0,1"), "+a1", "empty-reserve"),
    (FIELD.replace("1,1", "0,1"), "+e5", "empty-reserve"),
    (FIELD, "a1-a1", "no-distance"),
    (FIELD, "e3xe3", "no-distance"),
    (FIELD, "e3-e4", "empty-square"),
    (FIELD, "b1-b2", "empty-square"),
    (FIELD, "e3xb4", "empty-square"),
    (FIELD, "c3-d3", "not-your-stack"),
    (FIELD, "b4xb3", "not-your-stack"),
    (FIELD, "+c3", "not-your-stack"),
    (FIELD, "+a5", "not-your-stack"),
    (FIELD, "+e3", "not-controlled"),
    (FIELD, "+e5", "not-controlled"),
    (FIELD, "a1-b2", "not-adjacent"),
    (FIELD, "a1-a3", "not-adjacent"),
    (FIELD, "b3xb5", "not-adjacent"),
    (FIELD, "d2xc3", "not-adjacent"),
    (FIELD, "d2-b2", "not-adjacent"),
    (FIELD, "b3-b4", "onto-enemy"),
    (FIELD, "c2-c3", "onto-enemy"),
    (FIELD, "c2-d2", "onto-own"),
    (FIELD, "b3xa3", "nothing-to-attack"),
    (FIELD, "c2xc1", "nothing-to-attack"),
    (FIELD, "c2xd2", "attack-on-own"),
    (FIELD, "c2xc3", "stack-attacks"),
    (FIELD, "--", "needless-pass"),
    (START, "--", "needless-pass"),
]


@pytest.mark.parametrize(("start", "action", "name"), REFUSED)
def test_every_violation(start: str, action: str, name: str) -> None:
    at = position(start)
    value = at.game.action(action)
    violation = at.violation(value)
    assert violation is not None
    assert violation.name == name
    assert violation.message
    assert value not in at.legal_actions()
    assert refusal(at, action) == name
    assert StackWarsCursor(at).refuse(value) == violation


def test_every_reason_occurs() -> None:
    reached = {name for _, _, name in REFUSED} | {"no-passing"}
    assert reached == set(VIOLATIONS.values())
    assert set(VIOLATIONS.values()) <= set(BY_NAME)


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (Fortify(Square(-1, 0)), "off-board"),
        (Fortify(Square(0, -2)), "off-board"),
        (Fortify(Square(4, 1 << 80)), "off-board"),
        (Move(Square(0, 0), Square(-1, 0)), "off-board"),
        (Move(Square(0, 0), Square(0, -1)), "off-board"),
        (Attack(Square(-5, 1), Square(0, 0)), "off-board"),
    ],
)
def test_violations_that_have_no_text(action: Action, name: str) -> None:
    violation = position(FIELD).violation(action)
    assert violation is not None
    assert violation.name == name
    assert violation.message


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("+f1", "f1 (5,4) is not on the board, which goes from a1 (0,4) to e5 (4,0)"),
        ("a1-a0", "a0 (0,5) is not on the board, which goes from a1 (0,4) to e5 (4,0)"),
        ("a1-a1", "a1-a1 ends where it begins, on a1 (0,4)"),
        ("e3-e4", "e3-e4 starts on e3 (4,2), but that square is empty"),
        ("c3-d3", "c3-d3 uses the stack on c3 (2,2), but that is White's and it is Black's turn"),
        ("+c3", "+c3 uses the stack on c3 (2,2), but that is White's and it is Black's turn"),
        ("+e3", "+e3 fortifies e3 (4,2), but that territory is empty and not on Black's baseline, rank 1"),
        ("a1-b2", "a1-b2 leads from a1 (0,4) to b2 (1,3), but the two do not share a side"),
        ("b3-b4", "b3-b4 ends on b4 (1,1), which holds 2 armies of White"),
        ("c2-c3", "c2-c3 ends on c3 (2,2), which holds 1 army of White"),
        ("c2-d2", "c2-d2 ends on d2 (3,3), which Black already holds"),
        ("b3xa3", "b3xa3 attacks a3 (0,2), but that territory is empty"),
        ("c2xd2", "c2xd2 attacks d2 (3,3), which Black holds"),
        ("c2xc3", "c2xc3 attacks from c2 (2,3), which holds 2 armies; only a single army can attack"),
        ("--", "-- passes, but Black can still act"),
    ],
)
def test_messages(action: str, message: str) -> None:
    with pytest.raises(xn.IllegalAction) as caught:
        position(FIELD).play(action)
    assert str(caught.value) == message


def test_more_messages() -> None:
    violation = position(FIELD.replace("1,1", "0,1")).violation(Fortify(Square(0, 0)))
    assert violation is not None
    assert violation.message == "+a1 needs an army in reserve, but Black has none"
    violation = position("x5/x5/x5/x5/x5 w 1,1 0,0").violation(Fortify(Square(0, 0)))
    assert violation is not None
    assert violation.message == "+a1 fortifies a1 (0,4), but that territory is empty and not on White's baseline, rank 5"
    violation = position(WEDGED, "text,no_move=none").violation(Pass())
    assert violation is not None
    assert violation.message == "-- passes, but under these rules nobody may pass"


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("x5/x5/x5/x5/b,x4 w 3,0 0,0", "White has no armies left"),
        ("x5/x5/x5/x5/x5 b 0,3 4,0", "Black has no armies left"),
        ("x5/x5/x5/x5/x5 b 0,0 4,0", "neither side has armies left"),
    ],
)
def test_messages_after_the_end(start: str, end: str) -> None:
    with pytest.raises(xn.IllegalAction) as caught:
        position(start).play("a1-a2")
    assert str(caught.value) == f"a1-a2 comes after the end: the game is over, {end}"


@pytest.mark.parametrize(
    ("start", "action", "nearest"),
    [
        (FIELD, "b3-b4", "b3xb4"),
        (FIELD, "b3xa3", "b3-a3"),
        (FIELD, "c2xc1", "c2-c1"),
        (FIELD, "a1-b2", "a1-a2"),
        (FIELD, "+e3", "+d2"),
        (FIELD, "d2-d4", "d2-d3"),
        (FIELD, "--", "+a1"),
        (CORNERED, "a1-a3", "--"),
    ],
)
def test_the_nearest_alternative(start: str, action: str, nearest: str) -> None:
    at = position(start)
    found = at.nearest(at.game.action(action))
    assert str(found[0]) == nearest
    assert len(found) == min(3, at.count_continuations())
    assert all(each in at.legal_actions() for each in found)


def test_alternatives_are_limited() -> None:
    at = position(FIELD)
    for limit in (0, 1, 5, 100):
        assert len(at.nearest(at.game.action("z9-z9"), limit)) == min(limit, 19)
    assert position("x5/x5/x5/x5/b,x4 w 3,0 0,0").nearest(Pass()) == []


# The doubts of the rulebook


@pytest.mark.parametrize("target", ["i6", "d6", "f6", "d4", "f4", "e7", "g5"])
def test_w1_adjacent_is_next_door(target: str) -> None:
    at = position("x9/x9/x9/x9/x4,b,x4/x9/x9/x9/x9 b 5,5 0,0", "reference")
    assert refusal(at, f"e5-{target}") == "not-adjacent"


@pytest.mark.parametrize("rules", ["reference", "text,move_onto_own=allow", "move_onto_own=allow"])
def test_w2_joining_is_allowed_by_the_program(rules: str) -> None:
    assert position(FIELD, rules).play("d2-c2").text == "w,x4/x,w2,x3/x,b,w,x2/x2,b3,x2/b,x4 w 1,1 0,0 1"
    assert played("c2-d2", FIELD, rules).text == "w,x4/x,w2,x3/x,b,w,x2/x2,b,b2,x/b,x4 w 1,1 0,0 1"


@pytest.mark.parametrize("rules", ["text", "reference,move_onto_own=forbid", ""])
def test_w2_joining_is_forbidden_by_the_text(rules: str) -> None:
    assert refusal(position(FIELD, rules or "text"), "d2-c2") == "onto-own"


@pytest.mark.parametrize("rules", ["text", "reference"])
def test_w3_the_own_empty_baseline_is_unclaimed(rules: str) -> None:
    assert played("c2-c1", FIELD, rules).armies("c1") == 1


@pytest.mark.parametrize("action", ["b1-b2", "b1xa1"])
def test_w4_an_empty_baseline_territory_has_nobody_to_act(action: str) -> None:
    assert refusal(position(FIELD), action) == "empty-square"


def test_w5_only_a_single_army_attacks() -> None:
    assert refusal(position(FIELD), "c2xc3") == "stack-attacks"
    assert position(FIELD.replace("b2", "b")).play("c2xc3").text.startswith("w,x4/x,w2,x3/x,b,b,x2/x3,b,x/b,x4")


def test_w6_fortifying_before_the_enemy_base() -> None:
    assert played("+c4", "x5/x2,b,x2/x5/x5/x5 b 1,1 0,0").armies("c4") == 2


def test_w7_a_player_who_cannot_act_passes() -> None:
    at = position(CORNERED)
    assert at.legal_actions() == [Pass()]
    after = played("--", CORNERED)
    assert after.text == "x5/w2,x4/b2,w2,x3/w2,x4/x5 w 0,1 0,0 1"
    assert (standing(after), after.passes) == (("*", None), 1)


def test_w7_the_last_army_in_reserve_is_something_to_do() -> None:
    at = position(CORNERED.replace("0,1", "1,1"))
    assert refusal(at, "--") == "needless-pass"
    assert actions(at) == ["+a1", "+b1", "+c1", "+d1", "+e1", "+a3"]


def test_w7_two_passes_in_a_row_end_the_game() -> None:
    for points, result in (("1,1", DRAW), ("1,0", "1-0"), ("0,1", "0-1")):
        start = WEDGED.replace("1,1", points)
        once = played("--", start)
        assert (standing(once), once.passes, once.player) == (("*", None), 1, "white")
        twice = played("-- --", start)
        assert (standing(twice), twice.passes) == ((result, "double-pass"), 2)
        assert twice.legal_actions() == []
        assert refusal(twice, "a1-a2") == "action-after-end"
        violation = twice.violation(Pass())
        assert violation is not None
        assert violation.message == "-- comes after the end: the game is over, both sides have passed"


def test_w7_a_position_string_starts_with_no_passes() -> None:
    once = played("--", WEDGED)
    again = position(once.text)
    assert (again.text, again.passes) == (once.text, 0)
    assert again != once
    assert standing(played("--", once.text)) == ("*", None)


def test_w7_an_action_between_two_passes_breaks_the_series() -> None:
    at = played("-- a2-b2 --", CORNERED)
    assert (at.passes, standing(at)) == (1, ("*", None))


def test_w7_nobody_passes_where_the_rules_say_so() -> None:
    at = position(WEDGED, "text,no_move=none")
    assert at.legal_actions() == []
    assert at.nearest(Pass()) == []
    assert standing(at) == ("*", None)
    assert refusal(at, "--") == "no-passing"
    assert refusal(position(FIELD, "no_move=none"), "--") == "no-passing"


def test_w8_w12_positions_with_an_army_on_the_enemy_baseline_are_refused() -> None:
    with pytest.raises(xn.NotationError, match="White stands on a1, on the enemy's baseline"):
        position("x5/x5/x5/x5/w,x4 b 1,1 0,0")
    with pytest.raises(xn.NotationError, match="Black stands on e5, on the enemy's baseline"):
        position("x4,b/x5/x5/x5/x5 b 1,1 0,0")


@pytest.mark.parametrize(
    ("points", "result"), [("2,1", "1-0"), ("1,2", "0-1"), ("0,0", DRAW), ("3,3", DRAW)]
)  # fmt: skip
def test_w10_points_decide_whoever_is_wiped_out(points: str, result: str) -> None:
    at = played("c2xc3", f"x5/x5/x2,w,x2/x2,b,x2/x5 b 3,0 {points}")
    assert standing(at) == (result, "elimination")
    assert at.player == "black"


@pytest.mark.parametrize(("points", "result"), [("0,0", "1-0"), ("0,1", DRAW), ("0,2", "0-1")])
def test_w11_both_sides_run_out_at_once(points: str, result: str) -> None:
    at = played("c4xc5", f"x2,w,x2/x2,b,x2/x5/x5/x5 b 0,0 {points}")
    assert standing(at) == (result, "elimination")
    assert "neither side has armies left" in str(at.violation(Pass()))


def test_w11_the_last_point_counts_first() -> None:
    assert standing(played("c4-c5", "w,x4/x2,b,x2/x5/x5/x5 b 0,0 1,1")) == ("1-0", "elimination")


@pytest.mark.parametrize(("action", "name"), [("b3-b4", "onto-enemy"), ("b3xa3", "nothing-to-attack")])
def test_w14_a_wrong_sign_is_an_error(action: str, name: str) -> None:
    assert refusal(position(FIELD), action) == name


def test_the_game_goes_on_while_there_is_a_reserve() -> None:
    assert standing(played("c2xc3", "x5/x5/x2,w,x2/x2,b,x2/x5 b 0,1 0,0")) == ("*", None)


def test_the_turn_does_not_pass_from_the_action_that_ends_the_game() -> None:
    at = played("c2-c1", "x5/x5/x5/x2,w,x2/x5 w 3,0 0,0 7")
    assert (at.player, at.turn, standing(at)) == ("white", 7, ("0-1", "elimination"))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("x5/x5/x5/x5/b,x4 w 3,0 0,0", (DRAW, "elimination")),
        ("x5/x5/x5/x5/x5 b 0,3 0,1", ("0-1", "elimination")),
        ("x5/x5/x5/x5/x5 w 0,0 2,1", ("1-0", "elimination")),
    ],
)
def test_a_set_up_without_armies_of_a_side_is_finished(text: str, outcome: tuple[str, str | None]) -> None:
    at = position(text)
    assert standing(at) == outcome
    assert at.legal_actions() == []
    assert at.count_continuations() == 0


# The worked example

EXAMPLE = """[Game "Stack Wars"] [Size "5"] [Setup "x5/x5/x5/x5/x5 b 2,2 0,0 1"] [Result "0-1"] [Score "0-1"]
1. +c1 +c5 2. c1-c2 c5-c4 3. c2-c3 c4xc3 {one on one: White must enter c3} 4. +b1 c3-c2 5. b1-b2 c2-c1^ {0:1}
6. b2-b3 +a5 7. b3-b4 a5-a4 8. b4xa4 {White is wiped out - and wins 0:1} (8. b4-b5^ {Black's last army, 1:1} 1/2-1/2) 0-1
"""


def test_the_worked_example_word_for_word() -> None:
    (record,) = xn.read_text(EXAMPLE)
    verdict = xn.validate(record)
    assert [finding.name for finding in verdict.diagnostics] == ["missing-tag"]
    assert (verdict.plies, verdict.outcome) == (15, xn.Outcome("0-1", "elimination"))
    replay = xn.replay(record)
    texts = {ply: at.text.rpartition(" ")[0] for ply, at in enumerate(replay)}
    assert texts[6] == "x5/x5/x2,w,x2/x5/x5 b 1,1 0,0"
    assert texts[10] == "x5/x5/x5/x,b,x3/x5 b 0,1 0,1"
    assert texts[14] == "x5/w,b,x3/x5/x5/x5 b 0,0 0,1"
    assert texts[15] == "x5/b,x4/x5/x5/x5 b 0,0 0,1"


# Records


def test_a_wrong_invasion_is_found_and_a_missing_one_is_not() -> None:
    tags = {"Setup": "x5/x2,b,x2/x5/x5/x5 b 1,1 0,0 1"}
    assert findings(record_text(["c4-c5^"], tags)) == []
    assert findings(record_text(["c4-c5"], tags)) == []
    assert findings(record_text(["c4-c3^"], tags)) == ["wrong-effect"]
    stack = {"Setup": "x2,w2,x2/x2,b,x2/x5/x5/x5 b 1,1 0,0 1"}
    assert findings(record_text(["c4xc5^"], stack)) == ["wrong-effect"]
    (record,) = xn.read_text(record_text(["c4xc5^"], stack))
    (finding,) = xn.validate(record).diagnostics
    assert finding.message == "c4xc5^ claims an invasion (^), but the replay gives none"


@pytest.mark.parametrize(("score", "expected"), [("0-1", []), ("1-0", ["wrong-tag"]), ("0:1", ["wrong-tag"]), ("", ["wrong-tag"])])
def test_the_score_is_checked(score: str, expected: list[str]) -> None:
    setup = "x5/x5/x5/x2,w,x2/x5 w 1,1 0,0 1"
    text = record_text(["c2-c1"], {"Setup": setup, "Score": score}).replace("1. c2", "1... c2")
    assert findings(text) == expected


def test_a_bad_size_is_found_at_its_tag() -> None:
    assert findings(record_text(["+a1"], {"Size": "2"})) == ["bad-tag"]
    assert findings(record_text(["+a1"], {"Size": "5", "Setup": START})) == ["bad-setup"]
    assert findings(record_text(["+a1", "+m13"], {"Size": "13"})) == []


def test_an_end_by_two_passes_in_a_record() -> None:
    tags = {"Setup": f"{WEDGED} 1", "Result": DRAW, "Termination": "double-pass", "Score": "1-1"}
    assert findings(record_text(["--", "--"], tags)) == ["readings-differ"]
    assert findings(record_text(["--", "--"], tags | {"Termination": "elimination"})) == ["wrong-termination", "readings-differ"]


def parting(rules: str, setup: str, *texts: str) -> tuple[bool, list[str]]:
    """Whether the readings part on a line, by the cursor and by the validator; the refused actions are tried too."""
    cursor = StackWarsCursor(position(setup, rules))
    for text in texts:
        if cursor.refuse(stack_wars.GAME.action(text)) is not None:
            break
    return cursor.readings_part(), findings(record_text(list(texts), {"Rules": rules, "Setup": f"{setup} 1"}))


@pytest.mark.parametrize(
    ("rules", "setup", "texts", "parts"),
    [
        ("text", FIELD, ["+a1"], False),
        ("reference", FIELD, ["+a1"], False),
        ("text", FIELD, ["c2-d2"], True),
        ("reference", FIELD, ["c2-d2"], True),
        ("reference", FIELD, ["a1-b1", "a5-a4", "c2-d2", "a4-a3"], True),
        ("text", FIELD, ["a1-b2"], False),
        ("text", FIELD, ["--"], False),
        ("text", WEDGED, ["--"], True),
        ("reference", WEDGED, ["--"], True),
        ("text", CORNERED, ["--"], False),
        ("reference", CORNERED, ["--"], False),
    ],
)
def test_where_the_readings_part(rules: str, setup: str, texts: list[str], parts: bool) -> None:
    assert position(setup, rules)._engine.parting == -1, "nothing has been played"
    by_cursor, found = parting(rules, setup, *texts)
    assert (by_cursor, "readings-differ" in found) == (parts, parts)


def test_taking_back_what_parts_the_readings() -> None:
    cursor = StackWarsCursor(position(FIELD, "reference"))
    assert cursor.refuse(stack_wars.GAME.action("c2-d2")) is None
    assert cursor.refuse(stack_wars.GAME.action("a5-a4")) is None
    assert cursor.readings_part()
    cursor.undo()
    assert cursor.readings_part()
    cursor.undo()
    assert not cursor.readings_part()


def test_taking_back_the_second_pass_leaves_the_doubt_about_the_first() -> None:
    cursor = StackWarsCursor(position(WEDGED))
    for _ in range(2):
        assert cursor.refuse(Pass()) is None
    assert cursor.is_over()
    cursor.undo()
    assert cursor.readings_part()
    assert not cursor.is_over()
    cursor.undo()
    assert not cursor.readings_part()


def test_a_refusal_counts_only_where_it_happened() -> None:
    cursor = StackWarsCursor(position(FIELD))
    assert cursor.refuse(stack_wars.GAME.action("+a1")) is None
    assert cursor.refuse(stack_wars.GAME.action("a5-a4")) is None
    assert cursor.refuse(stack_wars.GAME.action("c2-d2")) is not None
    assert cursor.readings_part()
    cursor.undo()
    assert not cursor.readings_part()


def test_a_variation_does_not_part_the_readings_of_the_main_line() -> None:
    text = record_text(["+a1"], {"Setup": f"{FIELD} 1"}).replace("+a1", "+a1 (1. c2-d2)")
    assert findings(text) == ["onto-own"]


def test_the_options_and_readings() -> None:
    game = stack_wars.GAME
    assert [reading.name for reading in game.readings] == ["text", "reference"]
    assert all(set(reading.options) == set(game.options) for reading in game.readings)
    assert game.rules("reference,no_move=none").text == "reference,no_move=none"
    assert game.rules("reference,move_onto_own=allow").text == "reference"
    for bad in ("referee", "text,move_onto_own=yes", "adjacency=reference", "no_move=loss"):
        with pytest.raises(xn.NotationError):
            game.rules(bad)


# Drawing


def test_a_diagram_shows_what_lies_beside_the_board() -> None:
    at = position("x3/w2,x,b/b2,x2 b 3,4 1,0 5")
    assert str(at).splitlines() == [
        "3  .  .  .",
        "2 w2  . b1",
        "1 b2  .  .",
        "   a  b  c",
        "Black to move, turn 5 (Black points 1, White points 0, Black reserve 3, White reserve 4)",
    ]
    pieces = {piece.spoken: piece.side for piece in at.diagram().pieces}
    assert pieces == {"2 armies of Black on a1": 0, "2 armies of White on a2": 1, "1 army of Black on c2": 0}
    assert at.diagram().homes == ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 2, 1), (1, 2, 1), (2, 2, 1))
    assert "1/2-1/2, double-pass" in str(played("-- --", WEDGED))


@pytest.mark.parametrize(
    ("action", "trace"),
    [
        ("+a1", Trace(cells=((0, 0),))),
        ("a1-a2", Trace((Arrow((0, 0), (0, 1)),))),
        ("b3xc3", Trace((Arrow((1, 2), (2, 2), "attack"),))),
        ("a1-e5", Trace((Arrow((0, 0), (4, 4)),))),
        ("a1-a0", Trace(cells=((0, 0),))),
        ("z1xa2", Trace(cells=((0, 1),))),
        ("a1-a1", Trace(cells=((0, 0),))),
        ("+z9", NO_TRACE),
        ("--", NO_TRACE),
    ],
)
def test_what_is_drawn_of_an_action(action: str, trace: Trace) -> None:
    at = position(FIELD)
    assert at.trace(at.game.action(action)) == trace


# Positions as text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (START, START),
        (START[:-2], START),
        (START.replace(" ", "_"), START),
        (f"  {START.replace(' ', '   ')} ", START),
        ("x,x,x/x1,x2/x2,x b 09,9 00,0 007", "x3/x3/x3 b 9,9 0,0 7"),
        ("w1,x,w02/x3/b,x1,x w 1,2 3,4 1", "w,x,w2/x3/b,x2 w 1,2 3,4 1"),
        ("/".join(["x19"] * 18 + ["x18,b57"]) + " w 0,57 0,0 12345", "/".join(["x19"] * 18 + ["x18,b57"]) + " w 0,57 0,0 12345"),
    ],
)
def test_good_position_strings(text: str, canonical: str) -> None:
    at = position(text)
    assert at.text == canonical
    assert position(canonical) == at
    assert hash(position(canonical)) == hash(at)
    assert position(canonical.replace(" ", "_")) == at
    assert repr(at) == f"StackWarsPosition({canonical!r})"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it has a board, the side to move, the reserves, the points"),
        ("x3/x3/x3", "it has a board"),
        ("x3/x3/x3 b 9,9", "it has a board"),
        ("x3/x3/x3 b 9,9 0,0 1 1", "it has a board"),
        ("x2/x2 b 6,6 0,0", "the board has 2 ranks; it has from 3 to 19"),
        ("/".join(["x20"] * 20) + " b 60,60 0,0", "the board has 20 ranks; it has from 3 to 19"),
        ("x3/x3/x2 b 9,9 0,0", "rank 1 has 2 territories, not 3"),
        ("x/x3/x3 b 9,9 0,0", "rank 3 has 1 territory, not 3"),
        ("x3/x2,b,x/x3 b 8,9 0,0", "rank 2 has 4 territories, not 3"),
        ("x4/x3/x3 b 9,9 0,0", "rank 3 has more than 3 territories"),
        ("x3/x3/x99999 b 9,9 0,0", "rank 1 has more than 3 territories"),
        ("x3/x3/ b 9,9 0,0", "'' in rank 1 is not x, b or w"),
        ("x3/x2,,x/x3 b 9,9 0,0", "'' in rank 2 is not x, b or w"),
        ("x3/x,q,x/x3 b 9,9 0,0", "'q' in rank 2 is not x, b or w"),
        ("x3/x,B,x/x3 b 9,9 0,0", "'B' in rank 2 is not x, b or w"),
        ("x3/bx2/x3 b 9,9 0,0", "'bx2' in rank 2 is not x, b or w"),
        ("x3/3/x3 b 9,9 0,0", "'3' in rank 2 is not x, b or w"),
        ("x3/b-1,x2/x3 b 9,9 0,0", "'b-1' in rank 2 is not x, b or w"),
        ("x3/b0,x2/x3 b 9,9 0,0", "a number in rank 2 is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        ("x3/x0,x3/x3 b 9,9 0,0", "a number in rank 2 is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        (f"x3/b{'9' * 5000},x2/x3 b 9,9 0,0", "a number in rank 2 is a whole number from 1"),
        ("x3/x3/x3 B 9,9 0,0", "the side to move is b or w, not 'B'"),
        ("x3/x3/x3 black 9,9 0,0", "the side to move is b or w, not 'black'"),
        ("x3/x3/x3 b 9 0,0", "the reserves are two numbers with a comma between them, Black's and White's, not '9'"),
        ("x3/x3/x3 b 9,9,9 0,0", "the reserves are two numbers"),
        ("x3/x3/x3 b 9,x 0,0", "each of the reserves is a whole number from 0 to 1,000,000,000,000,000, not 'x'"),
        ("x3/x3/x3 b 9,-1 0,0", "each of the reserves is a whole number from 0 to 1,000,000,000,000,000, not '-1'"),
        ("x3/x3/x3 b 9, 0,0", "each of the reserves is a whole number from 0 to 1,000,000,000,000,000, not ''"),
        ("x3/x3/x3 b 0,0 3", "the points are two numbers"),
        ("x3/x3/x3 b 0,0 3,\N{ARABIC-INDIC DIGIT ONE}", "each of the points is a whole number from 0"),
        ("x3/x3/x3 b 9,9 0,0 0", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        ("x3/x3/x3 b 9,9 0,0 one", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not 'one'"),
        ("x3/x3/x3 b 10,9 0,0", "Black has 10 armies on the board, in reserve and gone for points, but begins with 9"),
        ("x3/w,x2/x3 b 9,9 0,0", "White has 10 armies on the board, in reserve and gone for points, but begins with 9"),
        ("x3/x3/b4,x2 b 4,9 2,0", "Black has 10 armies"),
        ("x3/x3/x,w,x b 5,5 0,0", "White stands on b1, on the enemy's baseline; an army that comes there leaves play"),
        ("x2,b/x3/x3 b 5,5 0,0", "Black stands on c3, on the enemy's baseline; an army that comes there leaves play"),
    ],
)
def test_bad_position_strings(text: str, problem: str) -> None:
    with pytest.raises(xn.NotationError) as caught:
        position(text)
    assert problem in str(caught.value)
    assert caught.value.tag is None


def test_a_position_does_not_change_when_it_is_played_on() -> None:
    at = position(FIELD)
    before = at.text
    at.play("b3xc3")
    at.play("+a1")
    assert at.text == before
    assert at.play("+a1") == at.play("+a1")
    assert at.play("+a1") != at.play("+b1")
    assert at != before


def test_armies_off_the_board_are_none() -> None:
    at = position(FIELD)
    assert (at.armies("c2"), at.armies("b4"), at.armies("e3"), at.armies("z9"), at.armies("a6")) == (2, -2, 0, 0, 0)
    assert at.armies("f4") == 0, "not the first territory of the next rank"


def test_where_the_readings_part_is_taken_back_with_the_action() -> None:
    """Two moves onto own territories: only with the first of them is the doubt gone."""
    start = stack_wars.start("x3/b,b,b/x3 b 0,3 0,0 1", "reference")
    cursor = stack_wars.GAME.cursor(start)
    assert not cursor.readings_part()
    for text in ("a2-b2", "+a3", "c2-b2"):
        assert cursor.refuse(stack_wars.GAME.action(text)) is None
    assert cursor.readings_part()
    cursor.undo()
    assert cursor.readings_part()
    cursor.undo()
    cursor.undo()
    assert not cursor.readings_part()
    assert cursor.refuse(stack_wars.GAME.action("a2-a1")) is None
    assert not cursor.readings_part()


def test_a_refusal_parts_the_readings_only_where_a_pass_was_meant() -> None:
    """Who is shut in but for joining may pass by the text; that doubt is of the pass, not of any other refusal."""
    start = stack_wars.start("w2,w2,w/b2,w2,w2/b2,b2,b2 b 0,0 0,0 7", "reference")
    cursor = stack_wars.GAME.cursor(start)
    assert cursor.refuse(stack_wars.GAME.action("a1xa2")) is not None
    assert not cursor.readings_part()
    assert cursor.refuse(stack_wars.GAME.action("--")) is not None
    assert cursor.readings_part()


@pytest.mark.parametrize(("setup", "text"), [("w,x2/b,x2/x3 b 1,1 0,0 4", "a2xa3"), ("x3/b,x2/x3 b 1,1 0,0 4", "a2-a3")])
def test_an_invasion_is_taken_back_with_its_point(setup: str, text: str) -> None:
    start = stack_wars.start(setup)
    cursor = stack_wars.GAME.cursor(start)
    assert cursor.refuse(stack_wars.GAME.action(text)) is None
    assert stack_wars.start(setup).play(text).text == cursor.position().text
    cursor.undo()
    assert cursor.position().text == start.text == setup
