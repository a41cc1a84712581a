"""The rulebook, point by point: its figures, its doubts, every reason to refuse an action, and positions as text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from judge.expendibots import Board, position_text, start_board

import expendibots_notation as xn
from expendibots_notation import perft
from expendibots_notation.board import Square
from expendibots_notation.diagram import NO_TRACE, Arrow, Trace
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import Boom, ExpendibotsPosition, Move, rules
from expendibots_notation.games.expendibots.codes import SQUARES
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import MOST_TOKENS, START, read_position
from expendibots_notation.games.expendibots.rules import ExpendibotsCursor

PERFT: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "data" / "perft" / "expendibots.json").read_text())
DRAW = "1/2-1/2"


def position(text: str, rules: str = "text") -> ExpendibotsPosition:
    return xn.expendibots.start(text, rules)


def played(text: str, start: str | None = None, rules: str = "text") -> ExpendibotsPosition:
    """The position after actions that are separated by spaces."""
    at: Any = xn.expendibots.start(start, rules)
    for action in text.split():
        at = at.play(action)
    assert isinstance(at, ExpendibotsPosition)
    return at


def standing(at: ExpendibotsPosition) -> tuple[str, str | None]:
    return at.outcome().result, at.outcome().termination


def moves_from(at: ExpendibotsPosition, square: str) -> list[str]:
    return [str(action) for action in at.legal_actions() if isinstance(action, Move) and action.source.name == square]


# The figures


def figure(white: Board, black: Board, side: str = "white") -> ExpendibotsPosition:
    return position(position_text(white | black, side))


def stacks(colour: str, *places: tuple[int, int, int]) -> Board:
    return {(x, y): (colour, height) for x, y, height in places}


def test_figure_2a_the_stack_of_two_has_12_moves() -> None:
    at = figure(stacks("white", (3, 3, 2), (3, 5, 1)), stacks("black", (3, 1, 1), (4, 3, 1)))
    assert sorted(moves_from(at, "d4")) == sorted(
        ["d4-b4", "2d4-b4", "d4-c4", "2d4-c4", "d4-f4", "2d4-f4", "d4-d3", "2d4-d3", "d4-d5", "2d4-d5", "d4-d6", "2d4-d6"]
    )


FIGURE_2B = (
    stacks("white", (0, 3, 1), (0, 4, 2), (5, 5, 1), (4, 5, 1)),
    stacks("black", (1, 4, 1), (1, 3, 3), (2, 2, 1), (6, 5, 3), (6, 7, 1)),
)


def test_figure_2b_a_single_token_at_the_edge_has_2_moves() -> None:
    assert moves_from(figure(*FIGURE_2B), "a4") == ["a4-a3", "a4-a5"]


def test_figure_2b_the_stack_of_three_has_21_moves() -> None:
    moves = moves_from(figure(*FIGURE_2B, side="black"), "g6")
    assert len(moves) == 21
    assert {move.lstrip("23") for move in moves} == {"g6-g3", "g6-g4", "g6-g5", "g6-g7", "g6-g8", "g6-d6", "g6-h6"}


def test_figure_3a_the_boom_empties_the_board() -> None:
    at = figure(stacks("white", (3, 3, 2), (4, 3, 2)), stacks("black", (5, 4, 1), (5, 2, 1)))
    assert at.waves("e4") == [["e4"], ["f3", "d4", "f5"]]
    assert at.facts(Boom(Square(4, 3))) == {"waves": [["e4"], ["f3", "d4", "f5"]], "removed": {"white": 4, "black": 2}}
    after = at.play("xe4")
    assert after.text == ".8/.8/.8/.8/.8/.8/.8/.8 b 1 0"
    assert after.outcome() == xn.Outcome(DRAW, "mutual-destruction")


def test_figure_3b_the_boom_leaves_two_stacks_alone() -> None:
    white = stacks("white", (1, 3, 1), (5, 5, 5), (5, 3, 2))
    black = stacks("black", (2, 4, 3), (3, 5, 2), (4, 5, 1), (4, 6, 1), (3, 2, 1))
    at = figure(white, black)
    assert at.waves("b4") == [["b4"], ["c5"], ["d6"], ["e6", "e7"], ["f6"]]
    assert at.facts(Boom(Square(1, 3)))["removed"] == {"white": 6, "black": 7}
    assert at.play("xb4").text == ".8/.8/.8/.8/.5w2.2/.3b.4/.8/.8 b 1 0"


# Counts


@pytest.mark.parametrize(
    ("text", "depth", "expected"),
    [
        pytest.param(case["position"], int(depth), expected, id=f"{number}-depth-{depth}")
        for number, case in enumerate(PERFT)
        for depth, expected in case["counts"].items()
        if int(depth) <= 3
    ],
)
def test_perft(text: str, depth: int, expected: int) -> None:
    assert perft.count(position(text), depth) == expected


def test_perft_by_playing_and_taking_back() -> None:
    """The start four plies deep, on one engine; its two halves are mirror images, so one of them will do."""
    cells, side, turn, quiet = read_position(START)
    engine = Engine(cells, side, turn, quiet)

    def count(depth: int) -> int:
        if depth == 1:
            return engine.count_actions()
        total = 0
        for square in range(SQUARES):
            if engine.cells[square] * engine.side <= 0 or (depth == 4 and square % 8 > 3):
                continue
            y, x = divmod(square, 8)
            assert engine.boom(x, y) == 0
            total += count(depth - 1)
            engine.undo()
            for target in engine.targets_from(square):
                for tokens in range(1, abs(engine.cells[square]) + 1):
                    assert engine.move(tokens, x, y, target % 8, target // 8) == 0
                    total += count(depth - 1)
                    engine.undo()
        return total

    assert 2 * count(4) == PERFT[0]["counts"]["4"]


# Reasons to refuse

CROWD = ".8/.8/.3b.4/.8/.3b2.4/.8/.3w2w3.3/.8 w 3 0"
"""White d2 (two tokens) and e2 (three), Black d4 (two) and d6 (one)."""


@pytest.mark.parametrize(
    ("start", "action", "name"),
    [
        (CROWD, "d6-d5", "not-your-stack"),
        (CROWD, "xd4", "not-your-stack"),
        (CROWD, "a1-a2", "empty-square"),
        (CROWD, "xa1", "empty-square"),
        (CROWD, "3d2-d3", "too-many-tokens"),
        (CROWD, "4e2-e3", "too-many-tokens"),
        (CROWD, "d2-d5", "too-far"),
        (CROWD, "2d2-a2", "too-far"),
        (CROWD, "d2-c3", "not-in-line"),
        (CROWD, "d2-e4", "not-in-line"),
        (CROWD, "2d2-d4", "onto-enemy"),
        (CROWD, "d2-d9", "off-board"),
        (CROWD, "d2-i2", "off-board"),
        (CROWD, "z9-d2", "off-board"),
        (CROWD, "xi1", "off-board"),
        (CROWD, "xa9", "off-board"),
        (CROWD, "d2-d2", "no-distance"),
        (CROWD, "0d2-d3", "zero-tokens"),
        (".8/.8/.8/.8/.8/.8/.8/w.7 w 1 0", "xa1", "action-after-end"),
        (".8/.8/.8/.8/.8/.8/.8/w.7 w 1 0", "a1-a2", "action-after-end"),
        (".8/.8/.8/.8/.8/.8/.8/b.7 w 1 0", "z9-z9", "action-after-end"),
        (".8/.8/.8/.8/.8/.8/.8/.8 b 1 0", "xa1", "action-after-end"),
        ("b.7/.8/.8/.8/.8/.8/.8/w.7 w 251 0", "xa1", "action-after-end"),
    ],
)
def test_every_violation(start: str, action: str, name: str) -> None:
    at = position(start)
    value = at.game.action(action)
    violation = at.violation(value)
    assert violation is not None
    assert violation.name == name
    assert value not in at.legal_actions()
    with pytest.raises(xn.IllegalAction) as caught:
        at.play(action)
    assert caught.value.violation.name == name


@pytest.mark.parametrize(
    ("action", "name"),
    [
        (Move(1, Square(3, 1), Square(3, -1)), "off-board"),
        (Move(1, Square(-1, 1), Square(3, 1)), "off-board"),
        (Move(-1, Square(3, 1), Square(3, 2)), "zero-tokens"),
        (Boom(Square(-8, 0)), "off-board"),
        (Boom(Square(3, -1)), "off-board"),
        (Boom(Square(11, 1)), "off-board"),
        (Boom(Square(3, 1 << 80)), "off-board"),
        (Move(1 << 80, Square(3, 1), Square(3, 2)), "too-many-tokens"),
    ],
)
def test_violations_that_have_no_text(action: Move | Boom, name: str) -> None:
    """Also where the compiled engine cannot even be asked, as its numbers end."""
    at = position(CROWD)
    violation = at.violation(action)
    assert violation is not None
    assert violation.name == name
    assert ExpendibotsCursor(at).refuse(action) == violation


def test_the_highest_stack_has_no_token_more() -> None:
    at = position(f".8/.8/.8/.8/.8/.8/.8/w{MOST_TOKENS - 1}b.6 w 1 0")
    violation = at.violation(Move(MOST_TOKENS, Square(0, 0), Square(0, 1)))
    assert violation is not None
    assert violation.name == "too-many-tokens"
    assert at.violation(Move(MOST_TOKENS - 1, Square(0, 0), Square(0, 1))) is None


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("2d2-d5", "2d2-d5 moves 3 squares, but the stack on d2 (3,1) has 2 tokens, so it moves at most 2"),
        ("4e2-e3", "4e2-e3 moves 4 tokens, but the stack on e2 (4,1) has only 3 tokens"),
        ("d6-d5", "d6-d5 uses the stack on d6 (3,5), but that is Black's and it is White's turn"),
        ("2d2-d4", "2d2-d4 ends on d4 (3,3), which holds 2 tokens of Black"),
        ("d2-c3", "d2-c3 leads from d2 (3,1) to c3 (2,2), which is neither in the same file nor in the same rank"),
        ("d2-d9", "d9 (3,8) is not on the board, which goes from a1 (0,0) to h8 (7,7)"),
        ("d2-d2", "d2-d2 ends where it begins, on d2 (3,1)"),
        ("0d2-d3", "0d2-d3 moves 0 tokens; a move takes at least one"),
        ("xa1", "xa1 starts on a1 (0,0), but that square is empty"),
        ("e3-d9", "d9 (3,8) is not on the board, which goes from a1 (0,0) to h8 (7,7)"),
        ("i3-d9", "i3 (8,2) is not on the board, which goes from a1 (0,0) to h8 (7,7)"),
    ],
)
def test_messages(action: str, message: str) -> None:
    with pytest.raises(xn.IllegalAction) as caught:
        position(CROWD).play(action)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (".8/.8/.8/.8/.8/.8/.8/w.7 b 1 0", "Black has no tokens left"),
        (".8/.8/.8/.8/.8/.8/.8/b.7 w 1 0", "White has no tokens left"),
        (".8/.8/.8/.8/.8/.8/.8/.8 w 1 0", "no side has tokens left"),
        ("b.7/.8/.8/.8/.8/.8/.8/w.7 w 251 0", "each side has had its 250 turns"),
    ],
)
def test_messages_after_the_end(start: str, end: str) -> None:
    with pytest.raises(xn.IllegalAction) as caught:
        position(start).play("a1-a2")
    assert str(caught.value) == f"a1-a2 comes after the end: the game is over, {end}"


def test_messages_of_the_other_side_and_after_a_repetition() -> None:
    with pytest.raises(xn.IllegalAction) as caught:
        position(CROWD.replace(" w ", " b ")).play("d2-d3")
    assert str(caught.value) == "d2-d3 uses the stack on d2 (3,1), but that is White's and it is Black's turn"
    with pytest.raises(xn.IllegalAction) as caught:
        position(CROWD.replace(" w ", " b ")).play("2d4-d2")
    assert str(caught.value) == "2d4-d2 ends on d2 (3,1), which holds 2 tokens of White"
    with pytest.raises(xn.IllegalAction) as caught:
        played(f"{SHUFFLE} {SHUFFLE} {SHUFFLE} d2-d3")
    assert str(caught.value) == "d2-d3 comes after the end: the game is over, the board had occurred for the fourth time"


def test_nearest_alternatives_keep_the_stack_and_go_to_the_nearest_square() -> None:
    at = position(".8/.8/.3b.4/.8/.8/.8/.3w2.4/.8 w 3 0")
    nearest = [str(action) for action in at.nearest(at.game.action("2d2-d5"))]
    assert nearest[:2] == ["2d2-d4", "2d2-d3"]
    assert len(nearest) == 3


def test_nearest_alternatives_are_legal_and_limited() -> None:
    at = position(CROWD)
    for text in ("2d2-d5", "xa1", "d2-c3", "z99-z99", "0d2-d3", "99d2-d3"):
        action = at.game.action(text)
        legal = at.legal_actions()
        for limit in (0, 1, 5):
            nearest = at.nearest(action, limit)
            assert len(nearest) == limit
            assert all(each in legal for each in nearest)
    assert str(at.nearest(at.game.action("xa1"))[0]) == "xd2"
    assert str(at.nearest(at.game.action("99d2-d3"))[0]) == "2d2-d3"
    assert str(at.nearest(at.game.action("0d2-d3"))[0]) == "d2-d3"


@pytest.mark.parametrize("text", ["xa1", "e2-e1", "3e2-e1", "0e2-e1"])
def test_alternatives_take_one_token_or_all_or_as_many_as_were_meant(text: str) -> None:
    at = position("b.7/.8/.8/.8/.8/.8/.4w3.3/.8 w 3 0")
    nearest = at.nearest(at.game.action(text), 1000)
    assert {action.count for action in nearest if isinstance(action, Move)} == {1, 3}


def test_a_token_too_many_or_too_few_weighs_as_much_as_two_squares() -> None:
    """Three tokens are as bad as six squares: all targets with the right number come first."""
    at = position(".7b/.8/.8/.8/.8/.8/.8/w7.7 w 1 0")
    nearest = [str(action) for action in at.nearest(at.game.action("4a1-a9"), 9)]
    assert nearest == ["4a1-a8", "4a1-a7", "4a1-a6", "4a1-a5", "4a1-a4", "4a1-a3", "4a1-a2", "7a1-a8", "a1-a8"]


def test_there_are_no_alternatives_after_the_end() -> None:
    at = position(".8/.8/.8/.8/.8/.8/.8/w.7 w 1 0")
    assert at.nearest(at.game.action("xa1")) == []


# Doubts E1 to E7

TRIANGLE = ".7b/.8/.8/.8/.8/.8/.8/w2.7 w 1 0"
"""White goes round in three moves, Black in two: the board comes back after 5 plies with the other side to move."""
ROUNDS = ["2a1-a3", "2a3-a2", "2a2-a1"]
TO_AND_FRO = ["h8-h7", "h7-h8"]


@pytest.mark.parametrize(("rules", "end"), [("text", 17), ("referee", 36)])
def test_e1_the_readings_end_the_same_game_at_different_plies(rules: str, end: int) -> None:
    at = xn.expendibots.start(TRIANGLE, rules)
    for ply in range(end):
        assert not at.outcome().is_over, ply
        turn, is_black = divmod(ply, 2)
        at = at.play(TO_AND_FRO[turn % 2] if is_black else ROUNDS[turn % 3])
    assert standing(at) == (DRAW, "repetition")
    assert at.legal_actions() == []


@pytest.mark.parametrize(("rules", "end"), [("text", 17), ("referee", 36)])
def test_e1_the_validator_says_that_the_readings_differ(rules: str, end: int) -> None:
    actions = [TO_AND_FRO[ply // 2 % 2] if ply % 2 else ROUNDS[ply // 2 % 3] for ply in range(end)]
    tags = f'[Setup "{TRIANGLE}"]\n[Rules "{rules}"]\n[Result "1/2-1/2"]\n[Termination "repetition"]\n'
    (record,) = xn.read_text(f"{tags}\n{' '.join(actions)} 1/2-1/2\n")
    verdict = xn.validate(record)
    assert verdict.valid
    assert (verdict.plies, verdict.end_ply) == (end, end)
    (finding,) = [each for each in verdict.diagnostics if each.name == "readings-differ"]
    assert finding.ply == 17
    if rules == "text":
        assert finding.message == (
            "under the reading text the game ends 1/2-1/2 at ply 17 (repetition); under referee the game is not over"
        )
    else:
        assert finding.message == (
            "under the reading referee the game ends 1/2-1/2 at ply 36 (repetition); "
            "under text the game ends 1/2-1/2 at ply 17 (repetition)"
        )


@pytest.mark.parametrize("rules", ["text", "referee"])
def test_e1_a_cursor_knows_where_the_readings_part(rules: str) -> None:
    """At the 17th ply, and behind it as long as that is not taken back."""
    assert not position(TRIANGLE, rules)._engine.fork().readings_part()
    cursor = ExpendibotsCursor(position(TRIANGLE, rules))
    for ply in range(17):
        assert not cursor.readings_part()
        turn, is_black = divmod(ply, 2)
        assert cursor.refuse(expendibots.GAME.action(TO_AND_FRO[turn % 2] if is_black else ROUNDS[turn % 3])) is None
    assert cursor.readings_part()
    if rules == "referee":
        assert cursor.refuse(expendibots.GAME.action("h8-h7")) is None
        assert cursor.readings_part()
        cursor.undo()
        assert cursor.readings_part()
    cursor.undo()
    assert not cursor.readings_part()


@pytest.mark.parametrize("rules", ["text", "referee"])
def test_e1_readings_do_not_part_where_both_end_the_game(rules: str) -> None:
    cursor = ExpendibotsCursor(position(START, rules))
    for text in SHUFFLE.split() * 3:
        assert cursor.refuse(expendibots.GAME.action(text)) is None
    assert cursor.is_over()
    assert not cursor.readings_part()


SHUFFLE = "d2-d3 d7-d6 d3-d2 d6-d7"


@pytest.mark.parametrize("rules", ["text", "referee"])
def test_e2_the_initial_position_counts_as_an_occurrence(rules: str) -> None:
    actions = (SHUFFLE.split() * 3)[:12]
    assert standing(played(" ".join(actions[:11]), rules=rules)) == ("*", None)
    assert standing(played(" ".join(actions), rules=rules)) == (DRAW, "repetition")


@pytest.mark.parametrize("rules", ["text", "referee"])
@pytest.mark.parametrize(
    ("first_turn", "plies", "termination"), [(244, 12, "repetition"), (245, 12, "repetition"), (246, 10, "turn-limit")]
)
def test_e3_repetition_at_the_last_ply_is_repetition(rules: str, first_turn: int, plies: int, termination: str) -> None:
    """From turn 245 on, the fourth occurrence and ply 500 are the same."""
    start = START.replace(" 1 0", f" {first_turn} 0")
    actions = SHUFFLE.split() * 3
    assert standing(played(" ".join(actions[: plies - 1]), start, rules)) == ("*", None)
    assert standing(played(" ".join(actions[:plies]), start, rules)) == (DRAW, termination)


@pytest.mark.parametrize(
    ("start", "action", "outcome"),
    [
        ("b.7/.8/.8/.8/.8/.8/.7b/.7w b 250 0", "xh2", ("0-1", "elimination")),
        ("b.7/.8/.8/.8/.8/.8/.8/.7w b 250 0", "xa8", ("1-0", "elimination")),
        (".8/.8/.8/.8/.8/.8/.7b/.7w b 250 0", "xh2", (DRAW, "mutual-destruction")),
        ("b.7/.8/.8/.8/.8/.8/.8/.7w b 250 0", "a8-a7", (DRAW, "turn-limit")),
    ],
)
def test_e4_tokens_are_counted_first_at_the_last_ply(start: str, action: str, outcome: tuple[str, str | None]) -> None:
    assert standing(played(action, start)) == outcome


def test_e5_the_height_of_the_whole_stack_is_the_reach_of_every_token() -> None:
    at = position("b.7/.8/.8/.8/.8/.8/.8/.3w3.4 w 1 0")
    assert at.play("d1-d4").text == "b.7/.8/.8/.8/.3w.4/.8/.8/.3w2.4 b 1 1"
    assert at.violation(at.game.action("3d1-d5")) is not None


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize(
    ("board", "outcome"),
    [
        ("w99.7/.8/.8/.8/.8/.8/.8/.7w", ("1-0", "elimination")),
        (".8/.8/.8/b13.7/.8/.8/.8/.8", ("0-1", "elimination")),
        (".8/.8/.8/.8/.8/.8/.8/.8", (DRAW, "mutual-destruction")),
    ],
)
def test_e6_a_set_up_without_tokens_of_a_side_is_finished(board: str, outcome: tuple[str, str | None], side: str) -> None:
    at = position(f"{board} {side} 1 0")
    assert at.legal_actions() == []
    assert at.count_continuations() == 0
    assert standing(at) == outcome


def test_e6_a_set_up_may_have_more_than_twelve_tokens() -> None:
    at = position("b20.7/.8/.8/.8/.8/.8/.8/.7w1000 w 1 0")
    assert at.tokens == (1000, 20)
    assert at.play("999h1-a1").text == "b20.7/.8/.8/.8/.8/.8/.8/w999.6w b 1 1"
    assert at.count_continuations() == len(at.legal_actions()) == 1 + 14 * 1000


@pytest.mark.parametrize(
    ("boom", "elsewhere"),
    [("h4", "a4"), ("h4", "a5"), ("a4", "h4"), ("a4", "h3"), ("a1", "a8"), ("h8", "h1"), ("d8", "d1"), ("h8", "a1"), ("a1", "h8")],
)
def test_e7_an_explosion_stays_on_its_side_of_the_board(boom: str, elsewhere: str) -> None:
    squares = {boom: "white", elsewhere: "black"}
    board: Board = {tuple(Square.parse(square)): (colour, 1) for square, colour in squares.items()}  # type: ignore[misc]
    at = position(position_text(board))
    assert at.waves(boom) == [[boom]]
    assert standing(at.play(f"x{boom}")) == ("0-1", "elimination")


def test_moves_jump_over_everything() -> None:
    at = position(".8/.8/.8/.8/.3w.4/.3b9.4/.3b.4/.3w3.4 w 1 0")
    assert at.play("2d1-d4").text == ".8/.8/.8/.8/.3w3.4/.3b9.4/.3b.4/.3w.4 b 1 1"


def test_a_cursor_knows_whether_the_game_is_over() -> None:
    cursor = ExpendibotsCursor(position("b.7/.8/.8/.8/.8/.8/.8/.7w b 250 0"))
    assert not cursor.is_over()
    assert cursor.refuse(expendibots.GAME.action("a8-a7")) is None
    assert cursor.is_over()
    assert cursor.readings_part() is False
    cursor.undo()
    assert not cursor.is_over()


# Turns and the limit


def test_players_and_turns_alternate() -> None:
    at: Any = xn.expendibots.start()
    seen = []
    for action in SHUFFLE.split():
        seen.append((at.player, at.turn))
        at = at.play(action)
    assert seen == [("white", 1), ("black", 1), ("white", 2), ("black", 2)]
    assert (at.player, at.turn) == ("white", 3)


def test_a_set_up_far_into_the_game_has_only_the_turns_that_are_left() -> None:
    at = played("a8-a7", "b.7/.8/.8/.8/.8/.8/.8/w.7 b 249 7")
    assert standing(at) == ("*", None)
    at = at.play("a1-a2")
    assert standing(at) == ("*", None)
    assert at.text == ".8/b.7/.8/.8/.8/.8/w.7/.8 b 250 9"
    assert standing(at.play("a7-a6")) == (DRAW, "turn-limit")


@pytest.mark.parametrize("turn", ["251", "252", "1000000000000000"])
def test_a_set_up_behind_the_limit_is_finished(turn: str) -> None:
    at = position(f"b.7/.8/.8/.8/.8/.8/.8/w.7 w {turn} 0")
    assert standing(at) == (DRAW, "turn-limit")
    assert at.legal_actions() == []


def test_a_boom_starts_the_count_of_quiet_plies_anew() -> None:
    at = played("d2-d3 d7-d6 xh1 d6-d5")
    assert at.text.endswith(" w 3 1")
    assert at.play("xd3").text.endswith(" b 3 0")


def test_a_position_does_not_change_when_it_is_played_on() -> None:
    at = xn.expendibots.start()
    before = at.text
    at.play("xd2")
    at.play("d2-d3")
    assert at.text == before == START
    assert at.play("d2-d3") == at.play("d2-d3")
    assert hash(at.play("d2-d3")) == hash(at.play("d2-d3"))
    assert at.play("d2-d3") != at.play("e2-e3")


# Positions as text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (START, START),
        (START[:-2], START),
        (START.replace(" ", "_"), START),
        (f"  {START.replace(' ', '   ')}  ", START),
        (position_text(start_board()), START),
        ("......../......../......../......../......../......../......../w1b1...... b 7 3", ".8/.8/.8/.8/.8/.8/.8/wb.6 b 7 3"),
        (".1.7/.2.6/.8/.8/.8/.8/.8/w10b01.6 w 007 00", ".8/.8/.8/.8/.8/.8/.8/w10b.6 w 7 0"),
        (
            ".8/.8/.8/.8/.8/.8/.8/w499999999999999b499999999999999.6 w 1 12",
            ".8/.8/.8/.8/.8/.8/.8/w499999999999999b499999999999999.6 w 1 12",
        ),
    ],
)
def test_good_position_strings(text: str, canonical: str) -> None:
    at = position(text)
    assert at.text == canonical
    assert position(at.text).text == canonical
    assert position(at.text.replace(" ", "_")) == at


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it has a board"),
        (".8/.8/.8/.8/.8/.8/.8/.8", "it has a board"),
        (".8/.8/.8/.8/.8/.8/.8/.8 w", "it has a board"),
        (".8/.8/.8/.8/.8/.8/.8/.8 w 1 0 0", "it has a board"),
        (".8/.8/.8/.8/.8/.8/.8 w 1 0", "the board has 7 ranks, not 8"),
        (".8/.8/.8/.8/.8/.8/.8/.8/.8 w 1 0", "the board has 9 ranks, not 8"),
        (".8/.8/.8/.8/.8/.8/.8/.7 w 1 0", "rank 1 has 7 squares, not 8"),
        (".8/.8/.8/.8/.8/.8/.8/ w 1 0", "rank 1 has 0 squares, not 8"),
        (".8w/.8/.8/.8/.8/.8/.8/.8 w 1 0", "rank 8 has 9 squares, not 8"),
        (".9/.8/.8/.8/.8/.8/.8/.8 w 1 0", "rank 8 has more than 8 squares"),
        (".8/.8/.8/.8/.8/.8/.8/.999999 w 1 0", "rank 1 has more than 8 squares"),
        (".8/.8/.8/.8/.8/.8/.3x.4/.8 w 1 0", "'x' in rank 2 is neither w, b nor ."),
        (".8/.8/.8/.8/.8/.8/.3W.4/.8 w 1 0", "'W' in rank 2 is neither w, b nor ."),
        (".8/.8/.8/.8/.8/.8/8/.8 w 1 0", "'8' in rank 2 is neither w, b nor ."),
        (".8/.8/.8/.8/.8/.8/w0.7/.8 w 1 0", "a number in rank 2 is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        (".8/.8/.8/.8/.8/.8/.0w.7/.8 w 1 0", "a number in rank 2 is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        (".8/.8/.8/.8/.8/.8/.8/.8 W 1 0", "the side to move is w or b, not 'W'"),
        (".8/.8/.8/.8/.8/.8/.8/.8 white 1 0", "the side to move is w or b, not 'white'"),
        (".8/.8/.8/.8/.8/.8/.8/.8 w 0 0", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not '0'"),
        (".8/.8/.8/.8/.8/.8/.8/.8 w x 0", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not 'x'"),
        (".8/.8/.8/.8/.8/.8/.8/.8 w -1 0", "the turn number is a whole number from 1 to 1,000,000,000,000,000, not '-1'"),
        (
            ".8/.8/.8/.8/.8/.8/.8/.8 w \N{ARABIC-INDIC DIGIT ONE} 0",
            "the turn number is a whole number from 1 to 1,000,000,000,000,000, not",
        ),
        (
            ".8/.8/.8/.8/.8/.8/.8/.8 w 1 -1",
            "the plies since the last boom is a whole number from 0 to 1,000,000,000,000,000, not '-1'",
        ),
        (f".8/.8/.8/.8/.8/.8/.8/w{10**15}b.6 w 1 0", f"it has more than {10**15} tokens"),
        (f".8/.8/.8/.8/.8/.8/.8/w{'9' * 5000}.7 w 1 0", "a number in rank 1 is a whole number from 1"),
    ],
)
def test_bad_position_strings(text: str, problem: str) -> None:
    with pytest.raises(xn.NotationError) as caught:
        position(text)
    assert problem in str(caught.value)


@pytest.mark.parametrize("rules", ["Text", "text,x=1", "x=1", "referee,text"])
def test_unknown_rules(rules: str) -> None:
    with pytest.raises(xn.NotationError):
        xn.expendibots.start(None, rules)


@pytest.mark.parametrize("text", ["", "d2", "d2-", "-d2", "xx", "d2-d3-d4", "x", "boom", "d2 to d3", "0", "1-0", "*", "a1a2a3"])
def test_texts_that_are_no_action(text: str) -> None:
    with pytest.raises(xn.NotationError):
        xn.expendibots.start().play(text)


def test_height_of_a_stack_by_the_name_of_its_square() -> None:
    position = expendibots.start(".7b3/.8/.8/.8/.8/.8/.8/w2.7 w 1 0")
    assert [position.height(square) for square in ("a1", "h8", "b1", "a9", "i1")] == [2, -3, 0, 0, 0]
    assert expendibots.start(".8/.8/.8/.8/.8/.8/w.7/.8 w 1 0").height("i1") == 0, "not the first square of the next rank"


def test_a_stack_with_too_many_actions_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A high stack in a corner has 13 targets, the other corner's enemy left out."""
    with pytest.raises(xn.NotationError) as caught:
        position("b.7/.8/.8/.8/.8/.8/.8/w76924.7 w 1 0").legal_actions()
    assert str(caught.value) == "there are 1000013 legal actions, too many to list"
    monkeypatch.setattr(rules, "MOST_ACTIONS", 1 + 13 * 9)
    assert len(position("b.7/.8/.8/.8/.8/.8/.8/w9.7 w 1 0").legal_actions()) == 1 + 13 * 9, "as many as there may be"


# Drawing


def test_what_a_diagram_says() -> None:
    assert str(position(CROWD)).splitlines() == [
        "8  .  .  .  .  .  .  .  .",
        "7  .  .  .  .  .  .  .  .",
        "6  .  .  . b1  .  .  .  .",
        "5  .  .  .  .  .  .  .  .",
        "4  .  .  . b2  .  .  .  .",
        "3  .  .  .  .  .  .  .  .",
        "2  .  .  . w2 w3  .  .  .",
        "1  .  .  .  .  .  .  .  .",
        "   a  b  c  d  e  f  g  h",
        "White to move, turn 3 (White 5, Black 3)",
    ]
    assert [(piece.side, piece.spoken) for piece in position(CROWD).diagram().pieces] == [
        (0, "White stack of 2 on d2"),
        (0, "White stack of 3 on e2"),
        (1, "Black stack of 2 on d4"),
        (1, "Black stack of 1 on d6"),
    ]
    singles = position(".7b/.8/.8/.8/.8/.8/.8/w.7 w 1 0").diagram().pieces
    assert [(piece.side, piece.mark, piece.spoken) for piece in singles] == [
        (0, "w", "White stack of 1 on a1"),
        (1, "b", "Black stack of 1 on h8"),
    ]
    assert str(played("xd2", CROWD)).splitlines()[-1] == "0-1, elimination (White 0, Black 3)"
    assert str(played("d2-d3", CROWD)).splitlines()[-1] == "Black to move, turn 3 (White 5, Black 3)"


@pytest.mark.parametrize(
    ("action", "trace"),
    [
        ("d2-d3", Trace((Arrow((3, 1), (3, 2)),))),
        ("d2-d9", Trace(cells=((3, 1),))),
        ("i2-d2", Trace(cells=((3, 1),))),
        ("i2-d9", NO_TRACE),
        ("xi2", NO_TRACE),
        ("xa1", Trace(cells=((0, 0),))),
        ("xd2", Trace(cells=((3, 1),), waves=(((3, 1),), ((4, 1),)))),
    ],
)
def test_what_is_drawn_of_an_action(action: str, trace: Trace) -> None:
    at = position(CROWD)
    assert at.trace(at.game.action(action)) == trace


def test_the_hash_of_a_position_tells_the_board_and_the_side() -> None:
    start = xn.expendibots.start()
    assert played(SHUFFLE).hash == start.hash
    assert position(START.replace(" w ", " b ")).hash != start.hash
    assert start.play("d2-d3").hash != start.play("e2-e3").hash


def test_hashes_stay_what_they_are() -> None:
    """Exports hold them, and those of different versions are compared."""
    assert position(START).hash == 0x40C32A2CADDF0FCA
    assert position(START.replace(" w ", " b ")).hash == 0x1278745F7F71FCCD


def test_repetition_looks_at_the_side_to_move_only_by_the_referees_reading() -> None:
    other = START.replace(" w ", " b ")
    assert position(START).repetition_key() == position(other).repetition_key() == START.split()[0]
    assert position(START, "referee").repetition_key() != position(other, "referee").repetition_key()
    assert played(SHUFFLE, rules="referee").repetition_key() == position(START, "referee").repetition_key()
