"""The engine against a plain reading of the rulebook and against itself, on random games on boards of many sizes."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.robots import STEP_NAMES, PlainAction, PlainOptions, PlainState, action_text, random_spawn, read_state

import expendibots_notation as xn
from expendibots_notation.games import robots
from expendibots_notation.games.robots import GAME, Cascade, Cell, RobotsPosition, Spawn, Step, Teleport
from expendibots_notation.games.robots.engine import Conditions, Engine
from expendibots_notation.games.robots.layout import cell_of, number_of
from expendibots_notation.games.robots.rules import RobotsCursor

SMALL_SIZES = [(3, 4), (4, 3), (5, 5), (7, 5), (4, 11), (12, 3), (13, 11)]
LARGE_SIZES = [(45, 30), (20, 30), (99, 3), (25, 24)]
STATUS = {(None, False): "continue", (None, True): "level_won", ("death", False): "lost", ("last-level", False): "game_won"}

option_values = st.tuples(
    st.sampled_from(["illegal", "clamp"]), st.sampled_from(["death", "extinguish"]), st.sampled_from(["strict", "sidestep"])
)
sources = st.builds(random.Random, st.integers(0, 2**32 - 1))
"""Seeds, so that a board is as mixed as chance makes it; hypothesis would rather lay out the simplest ones."""


def options_for(size: tuple[int, int], values: tuple[str, str, str], source: random.Random) -> PlainOptions:
    width, height = size
    room = (width * height - 1) // 10
    levels = source.choice([room, min(room, 66), source.randint(1, room)])
    start = source.choice([(width // 2, height // 2), (source.randrange(width), source.randrange(height))])
    return PlainOptions(width, height, levels, start, *values)


def random_state(options: PlainOptions, source: random.Random) -> PlainState:
    """A position that a Setup may describe: mostly with robots, sometimes with many."""
    cells = options.cells()
    source.shuffle(cells)
    level = source.randint(1, options.levels)
    most = min(10 * level, len(cells) - 1)
    count = source.choice([0, 1, min(2, most), min(5, most), source.randint(0, most), most])
    blazes = source.randint(0, min(6, len(cells) - 1 - count))
    status = "continue" if count else "game_won" if level == options.levels else "level_won"
    score = source.randint(0, 5 * level * (level + 1) - count)
    safe = source.choice([0, 0, 1, 3, 10])
    piles = frozenset(cells[1 + count : 1 + count + blazes])
    return PlainState(cells[0], frozenset(cells[1 : 1 + count]), piles, level, safe, score, status, options)


def new_game(options: PlainOptions) -> PlainState:
    return PlainState(options.start, status="level_won", options=options)


def started(state: PlainState) -> RobotsPosition:
    options = state.options
    rules = (
        f"text,offboard={options.offboard},teleport_onto_explosion={options.teleport_onto_explosion},"
        f"safe_teleport={options.safe_teleport}"
    )
    size, start = f"{options.width}x{options.height}", f"{options.start[0]},{options.start[1]}"
    return robots.start(state.text, rules, size=size, start=start, levels=options.levels)


def value(action: PlainAction) -> Step | Teleport | Cascade | Spawn:
    match action:
        case ("STEP", dx, dy):
            return Step(dx, dy)
        case ("TELEPORT", is_safe, cell):
            return Teleport(is_safe, Cell(*cell))
        case ("CASCADE",):
            return Cascade()
    return Spawn(action_text(action)[1:-1])


def agree(position: RobotsPosition, state: PlainState) -> None:
    assert position.text == state.text
    assert position.human == state.human
    assert (position.level, position.safe_teleports, position.score) == (state.level, state.safe, state.score)
    assert STATUS[position.outcome().termination, position.awaits_chance] == state.status


def choose(state: PlainState, source: random.Random) -> PlainAction:
    """Mostly steps that do not kill, so that games last."""
    if state.status == "level_won":
        return random_spawn(state, source)
    kind = source.random()
    if kind < 0.15:
        return ("TELEPORT", state.safe > 0, source.choice(state.destinations())) if state.destinations() else ("CASCADE",)
    if kind < 0.2:
        return ("CASCADE",)
    steps = state.steps()
    source.shuffle(steps)
    return next((step for step in steps if state.after(step).status != "lost"), steps[0]) if kind < 0.9 else steps[0]


@pytest.mark.parametrize("size", SMALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@given(values=option_values, source=sources, is_new=st.booleans())
def test_games_go_as_the_plain_rules_say(size: tuple[int, int], values: Any, source: random.Random, is_new: bool) -> None:
    """State by state, and in each state exactly the same actions are allowed."""
    options = options_for(size, values, source)
    state = new_game(options) if is_new else random_state(options, source)
    position = started(state)
    for _ in range(25):
        agree(position, state)
        expected = [action_text(action) for action in state.actions()]
        continuations = position.continuations()
        assert sorted(map(str, continuations)) == sorted(expected)
        assert position.count_continuations() == len(expected)
        assert all(position.violation(action) is None for action in continuations)
        if state.status in ("lost", "game_won"):
            break
        action = choose(state, source)
        after = position.play(value(action))
        assert isinstance(after, RobotsPosition)
        position, state = after, state.after(action)


@pytest.mark.parametrize("size", LARGE_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@given(values=option_values, source=sources)
def test_large_boards_go_as_the_plain_rules_say(size: tuple[int, int], values: Any, source: random.Random) -> None:
    options = options_for(size, values, source)
    state = random_state(options, source)
    position = started(state)
    for _ in range(3):
        agree(position, state)
        assert position.count_continuations() == len(state.actions())
        if state.status in ("lost", "game_won"):
            break
        action = choose(state, source)
        after = position.play(value(action))
        assert isinstance(after, RobotsPosition)
        position, state = after, state.after(action)


@given(values=option_values, source=sources, size=st.sampled_from(SMALL_SIZES))
def test_nothing_else_is_allowed(values: Any, source: random.Random, size: tuple[int, int]) -> None:
    """Every step, every teleport to cells on and around the board, cascades and all kinds of spawns, allowed or not."""
    options = options_for(size, values, source)
    state = source.choice([new_game(options), random_state(options, source), random_state(options, source)])
    position = started(state)
    cursor = RobotsCursor(position)
    allowed = {action_text(action) for action in state.actions()}
    cells = [(x, y) for x in range(-1, size[0] + 2) for y in range(-1, size[1] + 2)]
    tried: list[PlainAction] = [("STEP", dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    tried += [("TELEPORT", is_safe, cell) for is_safe in (True, False) for cell in cells]
    tried += [("CASCADE",)]
    for action in tried:
        is_allowed = action_text(action) in allowed
        violation = position.violation(value(action))
        assert (violation is None) == is_allowed, action
        assert cursor.refuse(value(action)) == violation
        if is_allowed:
            cursor.undo()
        else:
            assert violation is not None
            assert violation.message
            with pytest.raises(xn.IllegalAction) as caught:
                position.play(value(action))
            assert caught.value.violation == violation
        assert cursor.position() == position
    for rows in some_rows(state, source):
        spawn = Spawn(action_text(("SPAWN", rows))[1:-1])
        violation = position.violation(spawn)
        assert (violation is None) == state.is_spawn(rows), rows
        assert violation is None or violation.message


def some_rows(state: PlainState, source: random.Random) -> list[tuple[str, ...]]:
    """Layouts, right and wrong in every way that can be written."""
    cells = state.options.width * state.options.height - 1
    right = random_spawn(state, source)[1] if 10 * (state.level + 1) <= cells else random_spawn(state, source, cells)[1]
    letters = "".join(right)
    other = random_spawn(state, source, source.randint(0, cells))[1]
    return [
        right,
        other,
        right[1:],
        (right[0] + ".", *right[1:]),
        tuple(row.replace("r", "e", 1) for row in right),
        tuple(row.replace("h", "r") for row in right),
        tuple(row.replace("h", ".") for row in right),
        tuple(row.replace("r", "h", 1) for row in right),
        tuple(row[::-1] for row in right),
        tuple("".join(source.sample(letters, len(letters)))[at : at + len(right[0])] for at in range(len(right))),
    ]


@given(values=option_values, source=sources, size=st.sampled_from(SMALL_SIZES))
def test_choices_and_their_completions(values: Any, source: random.Random, size: tuple[int, int]) -> None:
    """A player has at most eleven choices; only a teleport leaves something to chance, and it cannot be played as it is."""
    state = random_state(options_for(size, values, source), source)
    position = started(state)
    choices = position.legal_actions()
    assert len(choices) <= 11
    assert len(set(choices)) == len(choices)
    for choice in choices:
        assert position.violation(choice) is None
        completions = position.completions(choice)
        if not isinstance(choice, Teleport):
            assert completions == [choice]
            continue
        assert {completion.cell for completion in completions} == set(state.destinations())
        assert {completion.is_safe for completion in completions} == {state.safe > 0}
        for playing in (position.play, RobotsCursor(position).refuse):
            with pytest.raises(xn.NotationError, match="chance has to say"):
                playing(choice)
        with pytest.raises(xn.NotationError):
            GAME.action(str(choice))
    for is_safe in (True, False):
        choice = Teleport(is_safe)
        assert (position.violation(choice) is None) == (choice in choices)
        assert bool(position.completions(choice)) == (choice in choices)


def everything(cursor: RobotsCursor) -> tuple[Any, ...]:
    """All that an engine holds about where it stands, the cells under a dead human included."""
    engine = cursor._engine
    counters = engine.level, engine.safe, engine.score, engine.turn, engine.ply, engine.ending, engine.readings_part()
    return engine.human, engine.robot_cells(), engine.explosion_cells(), counters, engine.position_hash(), engine.text()


@given(values=option_values, source=sources, size=st.sampled_from([*SMALL_SIZES, (45, 30)]))
def test_undo_restores_everything(values: Any, source: random.Random, size: tuple[int, int]) -> None:
    """All the way back, and all the way forward again; what is refused on the way leaves no trace."""
    state = new_game(options_for(size, values, source))
    start = started(state)
    cursor = RobotsCursor(start)
    states, line = [everything(cursor)], []
    for _ in range(12):
        if state.status in ("lost", "game_won"):
            break
        action = choose(state, source)
        line.append(value(action))
        state = state.after(action)
        assert cursor.refuse(line[-1]) is None
        states.append(everything(cursor))
        assert cursor.refuse(Step(2, 2)) is not None
    for expected in reversed(states[:-1]):
        cursor.undo()
        assert everything(cursor) == expected
    for action_value, expected in zip(line, states[1:], strict=True):
        assert cursor.refuse(action_value) is None
        assert everything(cursor) == expected
    for _ in line:
        cursor.undo()
    with pytest.raises(IndexError):
        cursor.undo()
    assert start.text == started(new_game(state.options)).text


@given(values=option_values, source=sources, size=st.sampled_from(SMALL_SIZES))
def test_invariants(values: Any, source: random.Random, size: tuple[int, int]) -> None:
    """As long as the human lives: nothing shares a cell, and no robot goes without having been counted."""
    state = new_game(options_for(size, values, source))
    position = started(state)
    actions = 0
    for _ in range(30):
        if state.status in ("lost", "game_won"):
            break
        action = choose(state, source)
        before = position
        after = position.play(value(action))
        assert isinstance(after, RobotsPosition)
        position, state = after, state.after(action)
        actions += action[0] != "SPAWN"
        assert position.turn == actions + 1
        if state.status == "lost":
            assert position.score == before.score
            continue
        taken = [*position.robots, *position.explosions, position.human]
        assert len(set(taken)) == len(taken)
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in taken)
        assert position.score + len(position.robots) == 5 * position.level * (position.level + 1)
        assert 0 <= position.safe_teleports <= 10
        if action == ("STEP", 0, 0):
            assert {distance(robot, position.human) for robot in position.robots} <= {
                distance(robot, position.human) - 1 for robot in before.robots
            }


@given(source=sources, size=st.sampled_from([*SMALL_SIZES, *LARGE_SIZES]), density=st.floats(0, 1))
def test_one_step_of_the_robots(source: random.Random, size: tuple[int, int], density: float) -> None:
    """Where each robot arrives, counted one by one; on boards fuller than any level."""
    width, height = size
    cells = [Cell(x, y) for y in range(height) for x in range(width)]
    human = source.choice(cells)
    robots = [cell for cell in cells if cell != human and source.random() < density] or [next(c for c in cells if c != human)]
    burning = [cell for cell in cells if cell not in (human, *robots) and source.random() < 0.1]
    engine = engine_at(size, human, robots, burning, 1 + len(robots) // 10)
    assert [cell_of(number) for number in engine.all_cells()] == cells
    assert engine.step(0, 0) == 0
    arrivals = Counter(Cell(x + (human.x > x) - (human.x < x), y + (human.y > y) - (human.y < y)) for x, y in robots)
    met = {cell for cell, number in arrivals.items() if number > 1}
    explosions = {*burning, *met}
    assert engine.robot_cells() == sorted(map(number_of, set(arrivals) - explosions))
    assert engine.explosion_cells() == sorted(map(number_of, explosions))
    assert (engine.ending == 1) == (human in arrivals)


@given(source=sources, size=st.sampled_from(SMALL_SIZES))
def test_hashes_tell_positions_apart(source: random.Random, size: tuple[int, int]) -> None:
    """Equal for equal text, however it came about, and different where one robot or one counter differs."""
    width, height = size
    cells = [Cell(x, y) for y in range(height) for x in range(width)]
    human, robot, explosion, free, *_ = source.sample(cells, 4)
    engine = engine_at(size, human, [robot], [explosion], 1)
    others = [
        engine_at(size, human, [free], [explosion], 1),
        engine_at(size, human, [explosion], [robot], 1),
        engine_at(size, human, [robot], [explosion, free], 1),
        engine_at(size, free, [robot], [explosion], 1),
        engine_at(size, human, [robot], [explosion], 2),
    ]
    assert len({each.position_hash() for each in (engine, *others)}) == len({each.text() for each in (engine, *others)}) == 6
    assert engine.position_hash() == engine.fork().position_hash() == robots.start(engine.text())._engine.position_hash()
    assert 0 <= engine.position_hash() < 1 << 64


def engine_at(size: tuple[int, int], human: Cell, robots: list[Cell], explosions: list[Cell], level: int) -> Engine:
    numbers = (sorted(map(number_of, cells)) for cells in (robots, explosions))
    return Engine(Conditions(*size, number_of(human), 99), number_of(human), *numbers, level, 0, 0)


@given(values=option_values, source=sources, size=st.sampled_from(SMALL_SIZES))
def test_an_engine_restarts_where_another_stands(values: Any, source: random.Random, size: tuple[int, int]) -> None:
    """Whatever it has played before, on another board too; and then they go on independently."""
    worn = RobotsCursor(started(random_state(options_for((45, 30), values, source), source)))._engine
    worn.step(0, 0)
    state = random_state(options_for(size, values, source), source)
    cursor = RobotsCursor(started(state))
    if state.status == "continue":
        cursor.refuse(value(choose(state, source)))
    expected = everything(cursor)
    worn.restart(cursor._engine)
    worn.cascade()
    assert everything(cursor) == expected
    worn.restart(cursor._engine)
    other = RobotsCursor(cursor.position())
    other._engine = worn
    assert everything(other) == expected
    with pytest.raises(IndexError):
        worn.undo()


def distance(a: Cell, b: Cell) -> int:
    return max(abs(a.x - b.x), abs(a.y - b.y))


@given(values=option_values, source=sources, size=st.sampled_from([*SMALL_SIZES, *LARGE_SIZES]))
def test_position_strings_round_trip(values: Any, source: random.Random, size: tuple[int, int]) -> None:
    state = source.choice([new_game, lambda options: random_state(options, source)])(options_for(size, values, source))
    position = started(state)
    assert position.text == state.text
    assert started(state) == position
    assert hash(started(state)) == hash(position)
    assert (
        robots.start(position.text.replace(" ", "_"), size=f"{size[0]}x{size[1]}", levels=state.options.levels).text == state.text
    )


@given(values=option_values, source=sources, size=st.sampled_from(SMALL_SIZES), limit=st.integers(0, 5))
def test_the_nearest_actions_are_allowed(values: Any, source: random.Random, size: tuple[int, int], limit: int) -> None:
    state = random_state(options_for(size, values, source), source)
    position = started(state)
    tried: list[Any] = (
        [Step(*source.choice(list(STEP_NAMES))), Step(3, 0), Cascade(), position.drawn(source)]
        if (10 * (state.level + 1) < size[0] * size[1])
        else [Step(-4, 4), Cascade()]
    )
    tried += [Teleport(is_safe, Cell(source.randint(0, 50), source.randint(0, 50))) for is_safe in (True, False)]
    continuations = position.continuations()
    for action in tried:
        nearest = position.nearest(action, limit)
        assert len(nearest) == min(limit, len(continuations))
        assert all(each in continuations for each in nearest)
        if action in continuations and limit:
            assert nearest[0] == action


@given(source=sources, size=st.sampled_from([*SMALL_SIZES, *LARGE_SIZES]))
def test_chance_draws_what_is_awaited(source: random.Random, size: tuple[int, int]) -> None:
    options = options_for(size, ("illegal", "death", "strict"), source)
    state = replace(new_game(options), level=source.randrange(options.levels))
    position = started(state)
    assert position.awaits_chance
    assert position.legal_actions() == position.continuations() == []
    spawn = position.drawn(source)
    assert position.violation(spawn) is None
    begun = position.play(spawn)
    assert isinstance(begun, RobotsPosition)
    assert len(begun.robots) == 10 * begun.level == 10 * (state.level + 1)
    assert not begun.awaits_chance
    assert begun.human == options.start


def test_counts_of_the_plain_rules() -> None:
    """The table by which every game is counted, made with the plain rules: so far as they are quick enough."""
    readings = {"text": ("illegal", "death", "strict"), "reference": ("illegal", "extinguish", "sidestep")}

    def count(state: PlainState, depth: int) -> int:
        actions = state.actions()
        return len(actions) if depth == 1 else sum(count(state.after(action), depth - 1) for action in actions)

    table = json.loads((Path(__file__).parents[2] / "data" / "perft" / "robots.json").read_text())
    for row in table:
        reading, *changed = row["rules"].split(",")
        names = ("offboard", "teleport_onto_explosion", "safe_teleport")
        options = dict(zip(names, readings[reading], strict=True)) | dict(each.split("=") for each in changed)
        for depth, number in row["counts"].items():
            if number < 5000:
                assert count(read_state(row["position"], **options), int(depth)) == number, row["position"]
