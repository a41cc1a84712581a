"""The engine against itself and against a plain reading of the rulebook, on random games."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.expendibots import GOING_ON, Board, PlainAction, PlainGame, action_text, position_text, start_board, waves

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.games.expendibots import Boom, ExpendibotsPosition, Move
from expendibots_notation.games.expendibots.codes import ALLOWED, BLACK, EMPTY_SQUARE, WHITE
from expendibots_notation.games.expendibots.codes import GOING_ON as STILL_OPEN
from expendibots_notation.games.expendibots.engine import KEYS, LONGEST_TEXT, Engine, board_hash
from expendibots_notation.games.expendibots.positions import read_position
from expendibots_notation.games.expendibots.rules import ExpendibotsCursor, play

READINGS = ("text", "referee")


# Games to play

coordinates = st.integers(0, 7)
squares = st.tuples(coordinates, coordinates)
heights = st.one_of(st.integers(1, 3), st.integers(1, 40))
some_stacks = st.dictionaries(squares, st.tuples(st.sampled_from(["white", "black"]), heights), min_size=0, max_size=14)


@dataclass(frozen=True)
class Beginning:
    """Where a random game starts."""

    board: tuple[tuple[tuple[int, int], tuple[str, int]], ...]
    side: str
    turn: int

    def plain(self, reading: str) -> PlainGame:
        return PlainGame(reading, dict(self.board), self.side, self.turn)

    def text(self) -> str:
        return position_text(dict(self.board), self.side, self.turn)


def beginning(board: Board, side: str, turn: int) -> Beginning:
    return Beginning(tuple(board.items()), side, turn)


sides = st.sampled_from(["white", "black"])
turns = st.one_of(st.just(1), st.integers(1, 252), st.sampled_from([248, 249, 250, 251, 252]))
few_stacks = st.dictionaries(squares, st.tuples(sides, st.integers(1, 2)), min_size=2, max_size=4)
beginnings = st.one_of(
    st.just(beginning(start_board(), "white", 1)),
    st.builds(beginning, some_stacks, sides, turns),
    st.builds(beginning, few_stacks, sides, st.just(1)),
    st.builds(beginning, few_stacks, sides, st.sampled_from([249, 250, 251])),
)


class Choice:
    """Chooses among legal actions; quiet play prefers taking the last own move back, so that positions repeat."""

    def __init__(self, data: st.DataObject) -> None:
        self.boldness = data.draw(st.integers(0, 3), label="boldness")
        self.random = data.draw(st.randoms(use_true_random=False), label="random")
        self.past: list[PlainAction] = []

    def of(self, actions: list[PlainAction]) -> PlainAction:
        action = self._of(sorted(actions))
        self.past.append(action)
        return action

    def _of(self, actions: list[PlainAction]) -> PlainAction:
        if self.boldness == 0 and len(self.past) >= 2 and self.past[-2][0] == "MOVE" and self.random.random() < 0.9:
            _, count, source, target = self.past[-2]
            if ("MOVE", count, target, source) in actions:
                return ("MOVE", count, target, source)
        moves = [action for action in actions if action[0] == "MOVE"]
        if moves and self.random.random() > self.boldness * 0.1:
            return moves[self.random.randrange(len(moves))]
        return actions[self.random.randrange(len(actions))]


def value(action: PlainAction) -> Move | Boom:
    if action[0] == "BOOM":
        return Boom(Square(*action[1]))
    return Move(action[1], Square(*action[2]), Square(*action[3]))


def plain(action: Move | Boom) -> PlainAction:
    if isinstance(action, Boom):
        return ("BOOM", tuple(action.square))
    return ("MOVE", action.count, tuple(action.source), tuple(action.target))


def push(engine: Engine, action: PlainAction) -> int:
    return play(engine, value(action))


def make_engine(start: Beginning, reading: str, keys: array[int] = KEYS) -> Engine:
    cells, side, turn, quiet = read_position(start.text())
    return Engine(cells, side, turn, quiet, reading == "referee", keys=keys)


def legal(engine: Engine) -> list[PlainAction]:
    position = ExpendibotsPosition(engine, xn.expendibots.GAME.rules())
    return [plain(action) for action in position.legal_actions()]


def state(engine: Engine) -> dict[str, Any]:
    """Everything that a position says about itself, and all that its future depends on."""
    filed = []
    for slot, at in enumerate(engine.newest):
        while at >= 0:
            filed.append((slot, at))
            at = engine.older[at]
    return {
        "cells": list(engine.cells),
        "side": engine.side,
        "turn": engine.turn,
        "quiet": engine.quiet,
        "white": engine.white,
        "black": engine.black,
        "hash": engine.hash,
        "position_hash": engine.position_hash(),
        "ply": engine.ply,
        "window": engine.window,
        "boards_seen": engine.boards_seen,
        "positions_seen": engine.positions_seen,
        "fourth_board": engine.fourth_board,
        "ending": engine.ending,
        "removed_total": engine.removed_total,
        "hashes": list(engine.hashes[: engine.ply + 1]),
        "filed": filed,
        "net": list(engine.net),
    }


def outlook(engine: Engine) -> dict[str, Any]:
    """What two engines at the same position must agree on, wherever their histories begin."""
    names = ("cells", "side", "turn", "quiet", "white", "black", "hash", "boards_seen", "positions_seen", "ending", "net")
    return {name: found for name, found in state(engine).items() if name in names}


# Playing and taking back


@given(beginnings, st.sampled_from(READINGS), st.data())
def test_undo_restores_everything(start: Beginning, reading: str, data: st.DataObject) -> None:
    """All the way back, and all the way forward again to the same states."""
    engine = make_engine(start, reading)
    choice = Choice(data)
    states = [state(engine)]
    for _ in range(data.draw(st.integers(0, 40), label="plies")):
        actions = legal(engine)
        if not actions:
            break
        assert push(engine, choice.of(actions)) == ALLOWED
        states.append(state(engine))
    for expected in reversed(states[:-1]):
        engine.undo()
        assert state(engine) == expected
    for action, expected in zip(choice.past, states[1:], strict=True):
        assert push(engine, action) == ALLOWED
        assert state(engine) == expected


@given(beginnings, st.sampled_from(READINGS), st.data())
def test_side_lines_leave_no_trace(start: Beginning, reading: str, data: st.DataObject) -> None:
    """Walking about, forward and back, ends in the state of the straight way."""
    engine = make_engine(start, reading)
    choice = Choice(data)
    line: list[PlainAction] = []
    for goes_on in data.draw(st.lists(st.booleans() | st.just(True), max_size=60), label="steps"):
        actions = legal(engine)
        if goes_on and actions:
            line.append(choice.of(actions))
            assert push(engine, line[-1]) == ALLOWED
        elif line:
            line.pop()
            engine.undo()
    straight = make_engine(start, reading)
    for action in line:
        assert push(straight, action) == ALLOWED
    assert state(engine) == state(straight)


@given(beginnings, st.data())
def test_refused_actions_change_nothing(start: Beginning, data: st.DataObject) -> None:
    engine = make_engine(start, "text")
    before = state(engine)
    for action in data.draw(st.lists(any_actions, max_size=20)):
        if push(engine, action) == ALLOWED:
            engine.undo()
        assert state(engine) == before


def test_each_token_adds_the_key_of_its_square_to_the_hash() -> None:
    cells = array("q", bytes(8 * 64))
    assert board_hash(cells) == 0
    for square, key in enumerate(KEYS):
        cells[square] = 3
        assert board_hash(cells) == 3 * key % (1 << 64)
        cells[square] = -1
        assert board_hash(cells) == -key % (1 << 64)
        cells[square] = 0


@given(beginnings, st.data())
def test_the_incremental_hash_is_the_hash_from_scratch(start: Beginning, data: st.DataObject) -> None:
    engine = make_engine(start, "text")
    choice = Choice(data)
    for _ in range(40):
        assert engine.hash == board_hash(engine.cells)
        assert 0 <= engine.hash < 1 << 64
        assert (engine.position_hash() == engine.hash) == (engine.side == WHITE)
        actions = legal(engine)
        if not actions:
            break
        assert push(engine, choice.of(actions)) == ALLOWED


@given(beginnings, st.sampled_from(READINGS), st.data())
def test_a_fork_goes_on_like_the_original(start: Beginning, reading: str, data: st.DataObject) -> None:
    """One engine plays the game; a chain of forks, and forks taken on the way, agree with it at every ply."""
    engine = make_engine(start, reading)
    choice = Choice(data)
    chain = engine.fork()
    assert outlook(chain) == outlook(engine)
    for _ in range(data.draw(st.integers(0, 50), label="plies")):
        actions = legal(engine)
        assert legal(chain) == actions
        if not actions:
            break
        action = choice.of(actions)
        late = engine.fork()
        assert push(engine, action) == push(late, action) == push(chain, action) == ALLOWED
        assert outlook(late) == outlook(engine)
        after_one = outlook(chain)
        assert after_one == outlook(engine)
        chain = chain.fork()
        assert outlook(chain) == after_one


def play_some(engine: Engine, choice: Choice, data: st.DataObject) -> None:
    """A few plies, as long as there are any."""
    for _ in range(data.draw(st.integers(0, 12), label="plies")):
        actions = legal(engine)
        if not actions:
            break
        assert push(engine, choice.of(actions)) == ALLOWED


@given(beginnings, st.sampled_from(READINGS), st.data())
def test_a_fork_is_independent(start: Beginning, reading: str, data: st.DataObject) -> None:
    engine = make_engine(start, reading)
    play_some(engine, Choice(data), data)
    before = state(engine)
    fork = engine.fork()
    at_fork = outlook(fork)
    for action in legal(engine)[:20]:
        assert push(fork, action) == ALLOWED
        fork.undo()
        assert outlook(fork) == at_fork
    assert state(engine) == before


@given(beginnings, beginnings, st.sampled_from(READINGS), st.data())
def test_a_restart_is_a_fresh_start(start: Beginning, other: Beginning, reading: str, data: st.DataObject) -> None:
    """Whatever was played before, nothing of it is left: not the board, not the counts, not a position to repeat."""
    engine = make_engine(other, "text")
    choice = Choice(data)
    play_some(engine, choice, data)
    fresh = make_engine(start, reading)
    engine.restart(make_engine(start, reading))
    assert (state(engine), engine.referee) == (state(fresh), fresh.referee)
    for _ in range(data.draw(st.integers(0, 20), label="plies after")):
        actions = legal(fresh)
        if not actions:
            break
        action = choice.of(actions)
        assert push(engine, action) == push(fresh, action) == ALLOWED
        assert state(engine) == state(fresh)
    for _ in range(fresh.ply):
        engine.undo()
    assert state(engine) == state(make_engine(start, reading))


# Where the lists of the engine end: compiled code would read and write beyond them

FULL = "/".join(["wb" * 4, "bw" * 4] * 4) + " w 1 0"
"""A stack on every square."""


def full_engine(capacity: int) -> Engine:
    cells, side, turn, quiet = read_position(FULL)
    return Engine(cells, side, turn, quiet, capacity=capacity)


def test_an_explosion_may_take_the_whole_board() -> None:
    engine = full_engine(1)
    before = state(engine)
    assert engine.explode(0) == 64
    assert sorted(engine.blast) == list(range(64))
    assert list(engine.wave_of) == sorted(engine.wave_of)
    assert set(engine.wave_of) == set(range(8)), "seven waves reach the opposite corner"
    assert engine.boom(0, 7) == ALLOWED
    assert (engine.removed_tokens(WHITE), engine.removed_tokens(BLACK)) == (32, 32)
    engine.undo()
    assert state(engine) == before


@pytest.mark.parametrize("capacity", [0, 1, 7])
def test_an_engine_takes_no_more_room_than_its_plies_need(capacity: int) -> None:
    engine = full_engine(capacity)
    positions = ("hashes", "sources", "targets", "counts", "quiets", "windows", "removed_starts", "older")
    assert {len(getattr(engine, name)) for name in positions} == {capacity + 1}
    assert {len(getattr(engine, name)) for name in ("removed_squares", "removed_stacks")} == {capacity + 64}
    assert {len(getattr(engine, name)) for name in ("cells", "blast", "wave_of", "net")} == {64}


@pytest.mark.parametrize("capacity", [0, 1, 2])
def test_no_more_plies_than_there_is_room_for(capacity: int) -> None:
    cells, side, turn, quiet = read_position("b3.7/.8/.8/.8/.8/.8/.8/w3.7 w 1 0")
    engine = Engine(cells, side, turn, quiet, capacity=capacity)
    for ply in range(capacity):
        assert engine.move(1, 0, 7 * ply, 1, 7 * ply) == ALLOWED
    before = state(engine)
    y = 7 * (capacity % 2)
    with pytest.raises(IndexError, match=r"^the engine has no room for another ply$"):
        engine.move(1, 0, y, 1, y)
    with pytest.raises(IndexError, match=r"^the engine has no room for another ply$"):
        engine.boom(0, y)
    assert engine.boom(7, 4) == EMPTY_SQUARE, "what is not allowed needs no room"
    assert state(engine) == before


def test_an_engine_without_room_for_another_ply_starts_anew() -> None:
    engine = full_engine(1)
    assert engine.boom(0, 7) == ALLOWED
    engine.restart(full_engine(0))
    assert state(engine) == state(full_engine(1))


def test_nothing_is_taken_back_or_asked_about_before_the_first_ply() -> None:
    engine = full_engine(3)
    before = state(engine)
    for ask in (engine.undo, engine.reached_height, lambda: engine.removed_tokens(WHITE)):
        with pytest.raises(IndexError, match=r"^nothing has been played$"):
            ask()
    assert state(engine) == before


@pytest.mark.parametrize("square", [-1, 64, 1000])
def test_squares_that_are_none(square: int) -> None:
    engine = full_engine(1)
    for ask in (engine.explode, engine.targets_from):
        with pytest.raises(IndexError, match=r"^there is no such square$"):
            ask(square)
    assert engine.explode(0) == engine.explode(63) == 64
    assert engine.targets_from(0) == engine.targets_from(63) == []


def test_a_position_is_written_where_there_is_room_for_the_longest() -> None:
    engine = full_engine(1)
    out = array("B", bytes(LONGEST_TEXT + 7))
    for at in (0, 3, 7):
        end = engine.write_text(out, at)
        assert out[at:end].tobytes().decode() == engine.text() == FULL
    for at in (-1, 8):
        with pytest.raises(IndexError, match=r"^there is no room for a position$"):
            engine.write_text(out, at)


# Against the plain reading


def board_of(position: ExpendibotsPosition) -> Board:
    found: Board = {}
    for x in range(8):
        for y in range(8):
            height = position.height(Square(x, y).name)
            if height:
                found[x, y] = ("white" if height > 0 else "black", abs(height))
    return found


def standing(position: ExpendibotsPosition) -> tuple[str, str | None]:
    return position.outcome().result, position.outcome().termination


def check_agreement(position: ExpendibotsPosition, game: PlainGame) -> list[PlainAction]:
    """Compare a position with the plain game's; the legal actions."""
    assert board_of(position) == game.board
    assert (position.player, position.turn) == (game.side, game.turn)
    assert standing(position) == game.outcome()
    expected = game.legal_actions()
    actions = [plain(action) for action in position.legal_actions()]
    assert len(actions) == len(set(actions)) == position.count_continuations()
    assert set(actions) == set(expected)
    return actions


@given(beginnings, st.sampled_from(READINGS), st.data())
def test_positions_agree_with_the_plain_rules(start: Beginning, reading: str, data: st.DataObject) -> None:
    """The immutable position and the cursor, at every ply."""
    position: Any = xn.expendibots.start(start.text(), reading)
    cursor = ExpendibotsCursor(position)
    game = start.plain(reading)
    choice = Choice(data)
    for _ in range(data.draw(st.integers(0, 40), label="plies")):
        actions = check_agreement(position, game)
        assert cursor.is_over() == (game.outcome() != GOING_ON)
        if not actions:
            break
        action = choice.of(actions)
        if action[0] == "BOOM":
            expected = [{tuple(Square.parse(name)) for name in wave} for wave in position.waves(Square(*action[1]).name)]
            assert expected == waves(game.board, action[1])
        position = position.play(action_text(action))
        assert cursor.refuse(value(action)) is None
        assert cursor.position() == position
        game.play(action)
    check_agreement(position, game)


@given(few_stacks, sides, st.data())
def test_shuffling_repeats_as_the_plain_rules_say(board: Board, side: str, data: st.DataObject) -> None:
    """Few stacks and only moves: nearly every game ends by repetition, under the two readings at their own plies."""
    for reading in READINGS:
        start = beginning(board, side, 1)
        engine = make_engine(start, reading)
        game = start.plain(reading)
        random = data.draw(st.randoms(use_true_random=False))
        while game.outcome() == GOING_ON and len(game.past) < 120:
            moves = sorted(action for action in legal(engine) if action[0] == "MOVE")
            back = [move for move in moves if game_would_repeat(game, move)] if random.random() < 0.8 else []
            choices = back or moves or [("BOOM", next(at for at, (owner, _) in game.board.items() if owner == game.side))]
            action = choices[random.randrange(len(choices))]
            assert push(engine, action) == ALLOWED
            game.play(action)
            assert (engine.ending == STILL_OPEN) == (game.outcome() == GOING_ON)
            seen = engine.positions_seen if reading == "referee" else engine.boards_seen
            assert seen == game.occurrences()
        position = ExpendibotsPosition(engine, xn.expendibots.GAME.rules(reading))
        assert standing(position) == game.outcome()


def game_would_repeat(game: PlainGame, action: PlainAction) -> bool:
    _, count, source, target = action
    board = dict(game.board)
    colour, height = board.pop(source)
    if height > count:
        board[source] = (colour, height - count)
    board[target] = (colour, count + board.get(target, (colour, 0))[1])
    return any(board == earlier for earlier, _ in game.past)


# Legality has one meaning

wide = st.one_of(st.integers(-2, 9), st.integers(-(1 << 70), 1 << 70))
wide_squares = st.tuples(wide, wide)
any_actions: st.SearchStrategy[PlainAction] = st.one_of(
    st.tuples(st.just("BOOM"), squares | wide_squares),
    st.tuples(st.just("MOVE"), st.one_of(st.integers(-1, 5), wide), squares | wide_squares, squares | wide_squares),
    st.builds(
        lambda count, at, by, is_file: ("MOVE", count, at, (at[0], at[1] + by) if is_file else (at[0] + by, at[1])),
        st.integers(0, 4),
        squares,
        st.integers(-4, 4),
        st.booleans(),
    ),
)


@given(beginnings, st.lists(any_actions, min_size=1, max_size=40))
def test_an_action_is_refused_exactly_when_it_is_not_listed(start: Beginning, actions: list[PlainAction]) -> None:
    position = xn.expendibots.start(start.text())
    listed = set(position.legal_actions())
    nearby: list[Move | Boom] = [
        Move(count, Square(*source), Square(source[0] + dx, source[1] + dy))
        for source, (_, height) in start.board
        for count in (0, 1, height, height + 1)
        for dx in (-height - 1, -height, -1, 0, 1, height)
        for dy in (-height, -1, 0, 1, height, height + 1)
    ]
    for action in [*map(value, actions), *nearby, *listed]:
        violation = position.violation(action)
        assert (violation is None) == (action in listed)
        if violation is not None:
            assert str(action) in violation.message or violation.name == "off-board"


# Exactness does not depend on the hash


@pytest.mark.parametrize("key", [0, 1, 1 << 63])
@pytest.mark.parametrize("reading", READINGS)
def test_colliding_hashes_make_no_false_repetition(key: int, reading: str) -> None:
    """With one key for all squares every quiet position has the same hash; the boards still tell them apart."""
    start = beginning({(0, 0): ("white", 1), (7, 7): ("black", 1)}, "white", 1)
    engine = make_engine(start, reading, array("Q", [key] * 64))
    hashes = {engine.hash}
    for column in range(1, 8):
        assert engine.move(1, column - 1, 0, column, 0) == ALLOWED
        assert engine.move(1, 8 - column, 7, 7 - column, 7) == ALLOWED
        hashes.add(engine.hash)
        assert (engine.boards_seen, engine.positions_seen, engine.ending) == (1, 1, STILL_OPEN)
    assert len(hashes) == 1


@given(beginnings, st.sampled_from(READINGS), st.sampled_from([0, 1, 1 << 56]), st.data())
def test_colliding_hashes_change_no_judgement(start: Beginning, reading: str, key: int, data: st.DataObject) -> None:
    """Every ply is judged as the plain rules judge it, back and forth, although all hashes are bad."""
    engine = make_engine(start, reading, array("Q", [key] * 64))
    game = start.plain(reading)
    choice = Choice(data)
    counts = [(engine.boards_seen, engine.positions_seen, engine.ending)]
    for _ in range(40):
        actions = legal(engine)
        assert (engine.ending == STILL_OPEN) == (game.outcome() == GOING_ON)
        if not actions:
            break
        action = choice.of(actions)
        fork = engine.fork()
        assert push(engine, action) == push(fork, action) == ALLOWED
        game.play(action)
        assert outlook(fork) == outlook(engine)
        seen = engine.positions_seen if reading == "referee" else engine.boards_seen
        assert seen == game.occurrences()
        counts.append((engine.boards_seen, engine.positions_seen, engine.ending))
    for expected in reversed(counts[:-1]):
        engine.undo()
        assert (engine.boards_seen, engine.positions_seen, engine.ending) == expected


@given(beginnings)
def test_position_strings_round_trip(start: Beginning) -> None:
    position = xn.expendibots.start(start.text())
    assert xn.expendibots.start(position.text).text == position.text
    assert board_of(position) == dict(start.board)
    assert position.player == start.side
    assert (BLACK if start.side == "black" else WHITE) == read_position(position.text)[1]
