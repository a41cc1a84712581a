"""What every registered game must do. The games are found by the registry; one that lacks anything of this fails.

The toy game of `toy/` is registered for these tests too: it proves that a game needs nothing that is not public.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar
from xml.etree import ElementTree

import pytest
from effort import few_of
from playouts import again, every_reading, play_on, playout
from toy import heap

import expendibots_notation as xn
from expendibots_notation import games
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.document import document_of
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.svg import draw_svg
from expendibots_notation.drawing.text import draw_text
from expendibots_notation.game import AWAY_TERMINATIONS, Game, IllegalAction, NotationError
from expendibots_notation.importers.xbn import read_texts  # noqa: F401 - the reader must know every grammar
from expendibots_notation.notation.tables import lexer_of
from expendibots_notation.notation.tree import Item, Line, Ply, Record
from expendibots_notation.notation.writer import write
from expendibots_notation.perft import count
from expendibots_notation.pictures.png import png
from expendibots_notation.pipeline import validate
from expendibots_notation.schema import to_json

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
SEEDS = range(2)
ALL = (*games.GAMES, heap.GAME)


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", ALL)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", ALL, ids=lambda game: game.id)
    if "seed" in metafunc.fixturenames:
        metafunc.parametrize("seed", few_of(SEEDS, 1))


def record_of(game: Game, seed: int, rules: str | None = None, most: int = 60) -> Record:
    """A random game as a record, with its outcome claimed."""
    steps = playout(game, seed, rules, most)
    lead: list[Item] = []
    plies: list[Ply] = []
    for step in steps:
        text = game.write_action(step.action)
        if not step.is_chance:
            plies.append(Ply(text, step.action))
        elif plies:
            plies[-1].items = (*plies[-1].items, Item(text, step.action))
        else:
            lead.append(Item(text, step.action))
    outcome = steps[-1].after.outcome()
    return Record(
        game=game.id,
        rules=game.rules(rules).text,
        result=outcome.result,
        termination=outcome.termination,
        line=Line(tuple(plies), result=outcome.result, items=tuple(lead)),
    )


Part = TypeVar("Part")


def some(everything: Sequence[Part], seed: int, most: int = 12) -> list[Part]:
    """A sample of a series, in its order: where there are thousands of actions, not everything can be tried everywhere."""
    chosen = Random(seed).sample(range(len(everything)), min(most, len(everything)))
    return [everything[index] for index in sorted(chosen)]


# The facts


def test_facts(game: Game) -> None:
    assert game.id == game.id.lower()
    assert game.id.isidentifier()
    assert games.find_game(game.id) is games.find_game(game.name.upper()) is game
    assert game.players
    assert len(set(game.players)) == len(game.players)
    assert game.summary.endswith(".")
    assert game.forms
    assert not set(game.terminations) & set(AWAY_TERMINATIONS)
    for reading in game.readings:
        assert set(reading.options) == set(game.options), "each reading gives a value to every option"
        assert all(value in game.options[key] for key, value in reading.options.items())
    assert lexer_of(game.grammar)


def test_forms_are_read(game: Game) -> None:
    for _, example in (*game.forms, *([game.item] if game.item else [])):
        assert game.read_action(example).is_canonical, example


def test_rules(game: Game) -> None:
    for text in every_reading(game):
        rules = game.rules(text)
        assert game.rules(rules.text) == rules
    twice = [f"{key}={values[0]},{key}={values[-1]}" for key, values in game.options.items()]
    for wrong in ("nobody's", "text,nothing=1", *twice, *(f"{key}=nothing" for key in game.options)):
        with pytest.raises(NotationError):
            game.rules(wrong)


def test_turns_are_numbered_by_players(game: Game) -> None:
    turn = (1, 0)
    for _ in range(7):
        following = game.next_turn(*turn)
        assert following > turn
        assert following[1] in range(len(game.players))
        turn = following


# Positions and actions


def test_random_games_go_on_until_they_are_over(game: Game, seed: int) -> None:
    steps = playout(game, seed)
    assert steps
    for step in steps:
        outcome = step.before.outcome()
        assert not outcome.is_over
        assert outcome.result == "*"
        assert step.before.player in game.players
        assert bool(step.before.legal_actions()) is not step.before.awaits_chance
    last = steps[-1].after
    if last.outcome().is_over:
        assert last.outcome().termination in game.terminations
        assert last.legal_actions() == last.continuations() == []
        assert not last.awaits_chance
        violation = last.violation(steps[-1].action)
        assert violation is not None
        assert violation.name == "action-after-end"


def test_some_random_game_comes_to_its_end(game: Game) -> None:
    assert any(playout(game, seed, None, 3000)[-1].after.outcome().is_over for seed in range(3))


def test_continuations_are_the_actions_without_violation(game: Game, seed: int) -> None:
    """All actions that are possible somewhere in the game are tried everywhere in it."""
    steps = playout(game, seed)
    source = Random(seed)
    pool = {step.action for step in steps}
    for step in source.sample(steps, min(8, len(steps))):
        options = step.before.continuations()
        pool.update(source.sample(options, min(60, len(options))))
    tried = sorted(pool, key=game.write_action)
    for step in source.sample(steps, min(12, len(steps))):
        here = step.before
        listed = here.continuations()
        legal = set(listed)
        assert len(listed) == len(legal) == here.count_continuations()
        for action in tried:
            assert _is_event(game, action) or (here.violation(action) is None) == (action in legal), action
        for action in some(listed, seed, 60):
            assert here.violation(action) is None, action


def _is_event(game: Game, action: object) -> bool:
    return game.write_action(action).startswith("<")


def test_an_illegal_action_is_explained(game: Game, seed: int) -> None:
    steps = playout(game, seed)
    source = Random(seed)
    actions = [step.action for step in steps]
    for step in some(steps, seed, 8):
        here = step.before
        for action in source.sample(actions, min(8, len(actions))):
            violation = here.violation(action)
            if violation is None:
                continue
            assert violation.name in BY_NAME
            assert violation.message
            assert "{" not in violation.message
            nearest = here.nearest(action)
            assert len(nearest) <= 3
            assert all(here.violation(each) is None for each in nearest)
            assert bool(nearest) == bool(here.legal_actions()) or _is_event(game, action)
            with pytest.raises(IllegalAction) as raised:
                here.play(action)
            assert raised.value.violation == violation


def test_actions_are_written_and_read_back(game: Game, seed: int) -> None:
    for step in some(playout(game, seed), seed):
        actions = [step.action, *some(step.before.continuations(), seed, 200)]
        for action in actions:
            text = game.write_action(action)
            read = game.read_action(text)
            assert (read.action, read.text, read.is_canonical) == (action, text, True)
            assert hash(read.action) == hash(action)
            json.dumps(game.action_json(action))


def test_positions_are_written_and_read_back(game: Game, seed: int) -> None:
    for rules in [reading.name for reading in game.readings]:
        for step in some(playout(game, seed, rules), seed):
            text = step.before.text
            read = again(step.before, game.rules(rules))
            assert read.text == text
            assert read.player == step.before.player
            assert read.turn in (step.before.turn, 1), "a position string without a turn number begins a count of its own"
            assert [game.write_action(each) for each in read.continuations()] == [
                game.write_action(each) for each in step.before.continuations()
            ]


def test_replay_goes_on_from_any_position(game: Game, seed: int) -> None:
    steps = playout(game, seed)
    rules = game.rules()
    for step in steps:
        assert again(step.before, rules).play(step.action).text == step.after.text
    source = Random(seed)
    for step in source.sample(steps, min(4, len(steps))):
        play_on(again(step.before, rules), source, 20)


def test_playing_changes_no_position(game: Game, seed: int) -> None:
    steps = playout(game, seed)
    texts = [step.before.text for step in steps]
    for step in some(steps, seed):
        step.before.legal_actions()
        step.before.diagram()
        step.before.facts(step.action)
        str(step.before)
        step.before.play(step.action)
    assert [step.before.text for step in steps] == texts


def test_positions_can_be_pickled_and_copied(game: Game, seed: int) -> None:
    for step in some(playout(game, seed), seed):
        for other in (pickle.loads(pickle.dumps(step.before)), copy.copy(step.before), copy.deepcopy(step.before)):
            assert other == step.before
            assert other.outcome() == step.before.outcome()
            after = other.play(step.action)
            assert (after, after.outcome()) == (step.after, step.after.outcome())


def test_what_is_not_an_action_is_refused(game: Game) -> None:
    position = game.start(game.rules(), None, {})
    for wrong in (None, 5, b"x", [], object()):
        for method in ("play", "violation", "nearest", "trace", "facts", "completions", "mirrored_action"):
            with pytest.raises(TypeError, match=f"is not an action of {game.name}"):
                getattr(position, method)(wrong)


def test_the_cursor_goes_the_same_way_and_back(game: Game, seed: int) -> None:
    steps = playout(game, seed)
    cursor = game.cursor(steps[0].before)
    for step in steps:
        assert cursor.position().text == step.before.text
        assert cursor.is_over() == step.before.outcome().is_over
        assert cursor.refuse(step.action) is None
        assert cursor.position().text == step.after.text
        assert cursor.position().outcome() == step.after.outcome()
    for step in reversed(steps):
        cursor.undo()
        assert cursor.position().text == step.before.text
        assert cursor.position().outcome() == step.before.outcome()


def test_the_cursor_refuses_as_the_position_does(game: Game, seed: int) -> None:
    steps = playout(game, seed)
    source = Random(seed)
    cursor = game.cursor(steps[0].before)
    for step in steps:
        for other in source.sample(steps, min(10, len(steps))):
            violation = step.before.violation(other.action)
            if violation is not None:
                assert cursor.refuse(other.action) == violation
                assert cursor.position().text == step.before.text
        cursor.refuse(step.action)


# Records


def test_records_are_valid_in_every_format(game: Game, seed: int) -> None:
    for rules in every_reading(game) if seed == 0 else [None]:
        record = record_of(game, seed, rules, 24)
        text = write(record, game)
        (read,) = xn.read_text(text)
        assert read == record
        verdict = validate(read)
        assert [each.message for each in verdict.diagnostics if each.is_error] == []
        assert verdict.outcome.result == record.result
        assert write(read, game) == text
        (loaded,) = xn.read_text(to_json(document_of(record)))
        assert loaded == record
        assert [each.message for each in validate(loaded).diagnostics if each.is_error] == []


def test_a_replay_has_the_positions_of_the_game(game: Game, seed: int) -> None:
    steps = playout(game, seed, None, 60)
    replay = xn.replay(record_of(game, seed))
    assert [position.text for position in replay][1:] == [step.after.text for step in steps if not step.is_chance]
    assert replay.final.text == steps[-1].after.text


def test_derived_tags_are_checked(game: Game) -> None:
    record = record_of(game, 1)
    for tag, value in xn.replay(record).final.derived_tags().items():
        assert tag in game.tags
        text = write(record, game)
        right = text.replace("[Result", f'[{tag} "{value}"]\n[Result', 1)
        wrong = text.replace("[Result", f'[{tag} "{value}9"]\n[Result', 1)
        assert "wrong-tag" not in _names(right)
        assert "wrong-tag" in _names(wrong)


def _names(text: str) -> list[str]:
    (record,) = xn.read_text(text)
    return [each.name for each in validate(record).diagnostics]


# What is drawn


def test_every_position_is_drawn(game: Game, seed: int) -> None:
    for step in playout(game, seed):
        diagram = step.before.diagram()
        assert all(0 <= piece.x < len(diagram.columns) and 0 <= piece.y < len(diagram.rows) for piece in diagram.pieces)
        assert len({(piece.x, piece.y) for piece in diagram.pieces}) == len(diagram.pieces)
        assert all(piece.spoken and piece.mark for piece in diagram.pieces)
        lines = str(step.before).splitlines()
        assert len({len(line) for line in lines[: len(diagram.rows)]}) == 1
        ElementTree.fromstring(step.before._repr_svg_())


def test_every_position_is_a_picture(game: Game) -> None:
    """As text, SVG and, for some positions, PNG: with what has just been done, and with every wave of it."""
    played = [step for seed in range(3) for step in playout(game, seed, None, 60)]
    steps = Random(1).sample(played, min(60, len(played)))
    pictured = steps[:3]
    for step in steps:
        scene = Scene(step.after.diagram(), step.before.trace(step.action), action=game.write_action(step.action))
        for each in (scene, *scene.half_steps(step.before.diagram())):
            text = draw_text(each)
            assert len({len(line) for line in text.splitlines() if line.endswith("│")}) == 1
            assert draw_text(each, ascii_only=True).isascii()
            svg = draw_svg(each)
            ElementTree.fromstring(svg)
            if step in pictured:
                assert png(svg).startswith(b"\x89PNG")


def test_a_trace_stays_on_the_board(game: Game, seed: int) -> None:
    """Whatever is tried, be it legal or not; only what is legal destroys anything."""
    steps = playout(game, seed)
    source = Random(seed)
    tried = {step.action for step in steps} | {game.read_action(example).action for _, example in game.forms}
    for step in source.sample(steps, min(20, len(steps))):
        here = step.before
        diagram = here.diagram()
        board = {(x, y) for x in range(len(diagram.columns)) for y in range(len(diagram.rows))}
        options = here.continuations()
        for action in (*source.sample(options, min(20, len(options))), *here.legal_actions()[:20], *tried):
            trace = here.trace(action)
            ends = {end for arrow in trace.arrows for end in (arrow.source, arrow.target)}
            assert {*ends, *trace.cells, *(cell for wave in trace.waves for cell in wave)} <= board
            assert all(arrow.source != arrow.target for arrow in trace.arrows)
            assert all(arrow.kind in ("move", "attack", "help", "retreat") for arrow in trace.arrows)
            assert all(trace.waves)
            hash(trace)


# What must lie beside a game


def perft_table(game: Game) -> Iterator[tuple[str | None, str | None, int, int]]:
    for row in json.loads((TESTS / "data" / "perft" / f"{game.id}.json").read_text()):
        for depth, number in row["counts"].items():
            yield row["position"], row.get("rules"), int(depth), number


def test_perft(game: Game) -> None:
    rows = [row for row in perft_table(game) if row[3] <= 150_000]
    assert len(rows) >= 3
    for position, rules, depth, number in rows:
        assert count(game.start(game.rules(rules), position, {}), depth) == number, (position, depth)


def test_playthrough(game: Game) -> None:
    """A whole game, written out, as a golden file: what a person would look at to see whether a change is one of the rules."""
    file = TESTS / "golden" / "playthroughs" / f"{game.id}.txt"
    text = "\n".join(_playthrough(game)) + "\n"
    if os.environ.get("XBN_REFRESH"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert file.read_text() == text


def _playthrough(game: Game) -> Iterator[str]:
    steps = min(
        (playout(game, seed, None, 3000) for seed in range(3)), key=lambda each: (not each[-1].after.outcome().is_over, len(each))
    )
    for number, step in enumerate(steps):
        here = step.before
        yield f"# {number}"
        yield f"position  {here.text}"
        yield f"player    {'chance' if step.is_chance else here.player}, turn {here.turn}"
        options = [game.write_action(each) for each in here.legal_actions()]
        yield f"choices   {len(options)}: {' '.join(options[:12])}{' …' if len(options) > 12 else ''}".rstrip()
        yield f"action    {game.write_action(step.action)}"
        if facts := here.facts(step.action):
            yield f"facts     {json.dumps(facts, sort_keys=True)}"
        yield ""
    end = steps[-1].after
    yield f"end       {end.outcome().result} {end.outcome().termination}"
    yield f"position  {end.text}"


@pytest.mark.parametrize("registered", games.GAMES, ids=lambda game: game.id)
def test_what_lies_beside_a_game(registered: Game) -> None:
    samples = list((PROJECT / "samples" / registered.id).glob("*.xbn"))
    assert len(samples) >= 3
    assert all(sample.with_suffix(".json").exists() for sample in samples)
    spec = (PROJECT / "grammar" / "SPEC.md").read_text()
    assert f"\n## {registered.name}\n" in spec
    assert registered.name in (PROJECT / "README.md").read_text()
    for file in ("__init__.py", "actions.py", "syntax.py", "rules.py"):
        assert (PROJECT / "expendibots_notation" / "games" / registered.id / file).exists()
    assert getattr(xn, registered.id).GAME is registered
    assert getattr(xn, registered.id).start().text
