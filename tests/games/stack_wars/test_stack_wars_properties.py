"""Stack Wars against itself and against a plain reading of the rulebook, on random games of several sizes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from effort import few_of
from hypothesis import given
from hypothesis import strategies as st
from judge.stack_wars import GOING_ON, OTHER, Board, PlainAction, PlainGame, action_text

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.games import stack_wars
from expendibots_notation.games.stack_wars import Attack, Fortify, Move, Pass, StackWarsPosition
from expendibots_notation.games.stack_wars.actions import Action
from expendibots_notation.games.stack_wars.codes import ALLOWED
from expendibots_notation.games.stack_wars.engine import Engine
from expendibots_notation.games.stack_wars.rules import StackWarsCursor, _play

RULES = ("text", "reference", "text,no_move=none", "reference,no_move=none")


def plain_game(rules: str, **start: Any) -> PlainGame:
    return PlainGame(joins=rules.startswith("reference"), passing="none" not in rules, **start)


def value(action: PlainAction, size: int) -> Action:
    def square(at: tuple[int, int]) -> Square:
        return Square(at[0], size - 1 - at[1])

    if action[0] == "pass":
        return Pass()
    if action[0] == "fortify":
        return Fortify(square(action[1]))
    return (Attack if action[0] == "attack" else Move)(square(action[1]), square(action[2]))


def plain(action: Action, size: int) -> PlainAction:
    def at(square: Square) -> tuple[int, int]:
        return (square.x, size - 1 - square.y)

    match action:
        case Pass():
            return ("pass",)
        case Fortify():
            return ("fortify", at(action.square))
        case Attack():
            return ("attack", at(action.source), at(action.target))
        case Move():
            return ("move", at(action.source), at(action.target))


def board_of(position: StackWarsPosition) -> Board:
    found: Board = {}
    for x in range(position.size):
        for y in range(position.size):
            armies = position.armies(Square(x, y).name)
            if armies:
                found[x, position.size - 1 - y] = ("black" if armies > 0 else "white", abs(armies))
    return found


def check_agreement(position: StackWarsPosition, game: PlainGame) -> None:
    assert board_of(position) == game.board
    assert (position.player, position.turn, position.size) == (game.side, game.turn, game.size)
    assert position.reserves == (game.reserves["black"], game.reserves["white"])
    assert position.points == (game.points["black"], game.points["white"])
    assert position.passes == game.passes
    assert (position.outcome().result, position.outcome().termination) == game.outcome()


def check_actions(position: StackWarsPosition, game: PlainGame, reach: int) -> None:
    """Every action on the board and beyond its edge, up to `reach` territories far, is judged alike."""
    listed = position.legal_actions()
    assert len(listed) == len(set(listed)) == position.count_continuations()
    assert {plain(action, game.size) for action in listed} == set(game.legal_actions())
    legal = set(listed)
    for action in game.some_actions(edge=1, reach=reach):
        mine = value(action, game.size)
        violation = position.violation(mine)
        assert (violation is None) == game.is_legal(action) == (mine in legal), action
        if violation is not None:
            assert str(mine) in violation.message or violation.name == "off-board"


def choose(game: PlainGame, actions: list[PlainAction], chance: random.Random) -> PlainAction:
    """Something lively: attacks and steps forward are preferred, so that games end."""
    forward = -1 if game.side == "black" else 1
    weights = []
    for action in actions:
        weight = 3 if action[0] == "fortify" else 12 if action[0] == "attack" else 2
        if action[0] == "move" and action[2][1] - action[1][1] == forward:
            weight = 10
        weights.append(weight)
    return chance.choices(actions, weights)[0]


# Against the plain reading


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", few_of([3, 7, 4, 5, 9, 13], 2))
def test_random_games_agree_with_the_plain_rules(size: int, rules: str) -> None:
    """The position and the cursor at every ply; every action, now and then all those that can be written for a small board."""
    chance = random.Random(f"{size} {rules}")
    ends = set()
    for _ in range(4 if size < 6 else 1):
        position: Any = stack_wars.start(rules=rules, size=size)
        cursor = StackWarsCursor(position)
        game = plain_game(rules, size=size)
        for ply in range(300 if size < 6 else 100):
            check_agreement(position, game)
            assert cursor.is_over() == (game.outcome() != GOING_ON)
            if ply % (size * size) == 0:
                check_actions(position, game, reach=size if size < 5 else 2)
            actions = sorted(game.legal_actions())
            if not actions:
                break
            action = choose(game, actions, chance)
            position = position.play(action_text(action, size))
            assert cursor.refuse(value(action, size)) is None
            assert cursor.position() == position
            game.play(action)
        check_agreement(position, game)
        ends.add(game.outcome()[1])
    if size < 6:
        assert "elimination" in ends


# Positions from nowhere


@st.composite
def games(draw: st.DrawFn, rules: str | None = None) -> tuple[str, PlainGame]:
    """A position with few empty territories and small reserves, so that players are often shut in; and its rules."""
    chosen = draw(st.sampled_from(RULES)) if rules is None else rules
    size = draw(st.integers(3, 6))
    density = draw(st.integers(1, 9))
    chance = random.Random(draw(st.integers(0, 1 << 30)))
    board: Board = {}
    left = {"black": 3 * size, "white": 3 * size}
    most = draw(st.integers(1, 3))
    for column in range(size):
        for row in range(size):
            allowed = [colour for colour in OTHER if row != (0 if colour == "black" else size - 1)]
            colour = chance.choice(allowed)
            if chance.randrange(10) < density:
                strength = min(chance.randint(1, most), left[colour])
                if strength:
                    board[column, row] = (colour, strength)
                    left[colour] -= strength
    kept = {colour: chance.choice([0, 0, 0, chance.randint(0, number)]) for colour, number in left.items()}
    points = [chance.randint(0, left[colour] - kept[colour]) for colour in OTHER]
    side = draw(st.sampled_from(["black", "white"]))
    reserves = (kept["black"], kept["white"])
    turn = draw(st.integers(1, 300))
    return chosen, plain_game(
        chosen, size=size, board=board, side=side, reserves=reserves, points=(points[0], points[1]), turn=turn
    )


@given(games())
def test_positions_from_nowhere_agree_with_the_plain_rules(start: tuple[str, PlainGame]) -> None:
    rules, game = start
    position = stack_wars.start(game.text(), rules)
    check_agreement(position, game)
    check_actions(position, game, reach=game.size if game.size < 5 else 2)


@given(games(), st.integers(0, 1 << 30))
def test_games_from_nowhere_agree_with_the_plain_rules(start: tuple[str, PlainGame], seed: int) -> None:
    rules, game = start
    chance = random.Random(seed)
    position: Any = stack_wars.start(game.text(), rules)
    for _ in range(12):
        check_agreement(position, game)
        actions = sorted(game.legal_actions())
        assert {plain(action, game.size) for action in position.legal_actions()} == set(actions)
        if not actions:
            break
        action = choose(game, actions, chance)
        position = position.play(value(action, game.size))
        game.play(action)
    check_agreement(position, game)


def test_all_kinds_of_ends_and_passes_occur() -> None:
    """The wedged positions are rare; a search of small boards that are nearly full finds them."""
    chance = random.Random(7)
    seen: set[tuple[str, str | None]] = set()
    for _ in range(4000):
        board: Board = {}
        for column in range(3):
            board[column, 0] = ("white", chance.randint(1, 2))
            board[column, 1] = (chance.choice(["black", "white"]), 2)
            board[column, 2] = ("black", chance.randint(1, 2))
        strengths = {colour: sum(number for owner, number in board.values() if owner == colour) for colour in OTHER}
        if max(strengths.values()) > 8:
            continue
        game = plain_game("text", size=3, board=board, reserves=(0, 0), points=(chance.randint(0, 1), chance.randint(0, 1)))
        position: Any = stack_wars.start(game.text())
        while game.is_legal(("pass",)):
            position = position.play("--")
            game.play(("pass",))
            check_agreement(position, game)
        seen.add(game.outcome())
    assert seen >= {GOING_ON, ("1-0", "double-pass"), ("0-1", "double-pass"), ("1/2-1/2", "double-pass")}


@given(games("reference"))
def test_both_sides_are_never_stuck_where_territories_may_be_joined(start: tuple[str, PlainGame]) -> None:
    """The army nearest to Black's base can always step on: below it is nothing, or beside it nothing or a friend."""
    _, game = start
    if game.outcome() != GOING_ON:
        return
    choices = []
    for side in OTHER:
        game.side = side
        choices.append(game.legal_actions() != [("pass",)])
    assert any(choices)


# Playing and taking back


def state(engine: Engine) -> dict[str, Any]:
    """Everything that an engine is."""
    numbers = ("size", "side", "player", "turn", "joins", "passing", "passes", "parting", "ending", "ply")
    columns = ("cells", "reserves", "points", "armies")
    return {name: getattr(engine, name) for name in numbers} | {name: list(getattr(engine, name)) for name in columns}


@given(games(), st.integers(0, 1 << 30), st.lists(st.integers(0, 4), max_size=60))
def test_undo_restores_everything(start: tuple[str, PlainGame], seed: int, steps: list[int]) -> None:
    """Walking about, forward, back and into refusals, is the same as the straight way, and leads back to the start."""
    rules, game = start
    chance = random.Random(seed)
    engine = stack_wars.start(game.text(), rules)._engine.fork()
    states = [state(engine)]
    line: list[Action] = []
    for step in steps:
        actions = StackWarsPosition(engine, stack_wars.GAME.rules(rules)).legal_actions()
        if step > 1 and actions:
            line.append(chance.choice(actions))
            assert _play(engine, line[-1]) == ALLOWED
            states.append(state(engine))
        elif step == 1 and line:
            line.pop()
            states.pop()
            engine.undo()
        else:
            tried = value(chance.choice(list(game.some_actions(edge=1))), game.size)
            if tried not in actions:
                assert _play(engine, tried) != ALLOWED
        assert state(engine) == states[-1]
    for expected in reversed(states[:-1]):
        engine.undo()
        assert state(engine) == expected
    for action, expected in zip(line, states[1:], strict=True):
        assert _play(engine, action) == ALLOWED
        assert state(engine) == expected


@given(games(), st.integers(0, 1 << 30))
def test_a_fork_is_independent(start: tuple[str, PlainGame], seed: int) -> None:
    rules, game = start
    chance = random.Random(seed)
    engine = stack_wars.start(game.text(), rules)._engine
    before = state(engine)
    fork = engine.fork()
    assert state(fork) == before
    for _ in range(10):
        actions = StackWarsPosition(fork, stack_wars.GAME.rules(rules)).legal_actions()
        if not actions:
            break
        assert _play(fork, chance.choice(actions)) == ALLOWED
    assert state(engine) == before


# Invariants


@given(games(), st.integers(0, 1 << 30))
def test_no_army_is_lost_or_made(start: tuple[str, PlainGame], seed: int) -> None:
    """On the board, in reserve, gone for points and killed: always as many. Reserves never grow, points never fall."""
    rules, game = start
    chance = random.Random(seed)
    position: Any = stack_wars.start(game.text(), rules)
    killed = {"black": 0, "white": 0}

    def total(at: StackWarsPosition) -> list[int]:
        board = board_of(at).values()
        on_board = [sum(number for owner, number in board if owner == colour) for colour in ("black", "white")]
        lost = (killed["black"], killed["white"])
        return [sum(parts) for parts in zip(on_board, at.reserves, at.points, lost, strict=True)]

    first = total(position)
    for _ in range(30):
        actions = position.legal_actions()
        if not actions:
            break
        action = chance.choice(actions)
        facts = position.facts(action)
        for colour, number in facts.get("removed", {}).items():
            killed[colour] += number
        after = position.play(action)
        assert total(after) == first
        assert all(new <= old for new, old in zip(after.reserves, position.reserves, strict=True))
        assert all(new >= old for new, old in zip(after.points, position.points, strict=True))
        assert ("invasion" in facts) == (after.points != position.points)
        assert after.derived_tags() == {"Score": f"{after.points[0]}-{after.points[1]}"}
        # What came out is a position that may come in.
        assert stack_wars.start(after.text, rules).text == after.text
        position = after


@given(games())
def test_position_strings_round_trip(start: tuple[str, PlainGame]) -> None:
    rules, game = start
    position = stack_wars.start(game.text(), rules)
    again = stack_wars.start(position.text, rules)
    assert again == position
    assert again.text == position.text
    assert stack_wars.start(position.text, rules, game.size) == position


# The two readings


def line_under(rules: str, game: PlainGame, actions: list[Action]) -> tuple[int, bool, xn.Outcome]:
    """How many of the actions are legal, whether the cursor says that the readings part, and how the game stands."""
    cursor = StackWarsCursor(stack_wars.start(game.text(), rules))
    played = 0
    for action in actions:
        if cursor.refuse(action) is not None:
            break
        played += 1
    return played, cursor.readings_part(), cursor.position().outcome()


@given(games("text"), st.integers(0, 1 << 30), st.integers(1, 12))
def test_the_readings_part_exactly_where_the_cursor_says_so(start: tuple[str, PlainGame], seed: int, length: int) -> None:
    """Lines that are legal under one of the two, with one action at the end that need not be."""
    _, game = start
    chance = random.Random(seed)
    reading = chance.choice(["text", "reference"])
    position: Any = stack_wars.start(game.text(), reading)
    actions: list[Action] = []
    for _ in range(length):
        legal = position.legal_actions()
        if not legal:
            break
        actions.append(chance.choice(legal))
        position = position.play(actions[-1])
    tries = [Pass(), *(value(action, game.size) for action in game.some_actions() if action[0] == "move")]
    actions.append(chance.choice(tries))
    one, other = line_under("text", game, actions), line_under("reference", game, actions)
    assert one[1] == other[1] == ((one[0], one[2]) != (other[0], other[2]))
