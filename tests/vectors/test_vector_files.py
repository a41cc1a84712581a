"""The committed vectors: they are what is generated, and they leave nothing out that a game can say."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from expendibots_notation import resources
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.game import Game
from expendibots_notation.games import GAMES
from expendibots_notation.games.expendibots.reasons import VIOLATIONS as EXPENDIBOTS
from expendibots_notation.games.robots.reasons import VIOLATIONS as ROBOTS
from expendibots_notation.games.stack_wars.rules import VIOLATIONS as STACK_WARS
from expendibots_notation.games.stacks import reasons as stacks_reasons
from expendibots_notation.vectors import making
from expendibots_notation.vectors.lines import ActionQuestion, BadVectors, Illegal, Legal, PerftQuestion, VectorFile, read_vectors
from expendibots_notation.vectors.making import Disagreement, make_vectors
from expendibots_notation.vectors.scene import Scene

FOLDER = Path(__file__).parents[2] / "samples" / "vectors"
REASONS = {
    "expendibots": set(EXPENDIBOTS.values()),
    "robots": set(ROBOTS.values()) - {"too-far"},  # no text writes a step of two cells; only JSON can
    "stack_wars": set(STACK_WARS.values()),
    "stacks": {name for name in BY_NAME if f'"{name}"' in inspect.getsource(stacks_reasons)},
}


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture
def file(game: Game) -> VectorFile:
    return read_vectors(FOLDER / f"{game.id}.jsonl")


def test_the_files_are_those_that_the_program_has() -> None:
    assert [path.stem for path in resources.vector_files()] == sorted(game.id for game in GAMES)
    assert all(path.parent == FOLDER for path in resources.vector_files())
    assert sum(path.stat().st_size for path in resources.vector_files()) < 700_000


def test_what_is_committed_is_what_is_made(game: Game) -> None:
    """Made by the engine itself: so it also agrees with every line."""
    made = "".join(make_vectors(game).text())
    assert (FOLDER / f"{game.id}.jsonl").read_text(encoding="utf-8") == made, "run `make vectors`, and look at the difference"


def test_ids_are_in_order_and_questions_are_not_repeated(game: Game, file: VectorFile) -> None:
    assert [vector.id for vector in file.vectors] == [f"{game.id}-{number:04}" for number in range(1, len(file.vectors) + 1)]
    assert len({vector.question.model_dump_json() for vector in file.vectors}) == len(file.vectors)
    assert all(vector.question.game == game.id for vector in file.vectors)


def test_positions_are_canonical(game: Game, file: VectorFile) -> None:
    """An engine needs to read one spelling only. Where a surrounded stack of four is gone at once, only later positions show it."""
    for question in {vector.question.position: vector.question for vector in file.vectors if vector.question.position}.values():
        position = game.start(game.rules(question.rules), question.position, question.tags).text
        if position != question.position:
            assert game.id == "stacks"
            assert position.lower().count("d") < str(question.position).lower().count("d")


def test_every_reason_is_there(game: Game, file: VectorFile) -> None:
    found = {vector.answer.reason for vector in file.vectors if isinstance(vector.answer, Illegal)}
    assert found == REASONS[game.id]


def test_every_end_is_there(game: Game, file: VectorFile) -> None:
    found = {vector.answer.outcome.termination for vector in file.vectors if isinstance(vector.answer, Legal)}
    assert found == {None, *game.terminations}


def test_every_kind_of_action_is_there(game: Game, file: VectorFile) -> None:
    wanted = {game.action_json(game.action(example))["type"] for _, example in (*game.forms, *([game.item] if game.item else []))}
    for kind in (Legal, Illegal):
        asked = [vector.question for vector in file.vectors if isinstance(vector.answer, kind)]
        found = {game.action_json(game.action(each.action))["type"] for each in asked if isinstance(each, ActionQuestion)}
        assert found == wanted


def test_counts_begin_at_one_and_go_deeper_where_that_is_sensible(game: Game, file: VectorFile) -> None:
    depths = {vector.question.depth for vector in file.vectors if isinstance(vector.question, PerftQuestion)}
    assert 1 in depths
    assert game.id == "stacks" or 2 in depths, "two turns of STACKS are millions"


def test_every_reading_and_every_option_changes_an_answer(game: Game, file: VectorFile) -> None:
    """There are two vectors that differ in nothing but that option, or in the reading, and in their answers."""
    parted = set(_parted(game, file))
    assert set(game.options) <= {key for keys, _ in parted for key in keys if len(keys) == 1}
    names = [reading.name for reading in game.readings]
    assert {vector.question.rules.split(",")[0] for vector in file.vectors} == set(names)
    assert all((names[0], name) in {rules for _, rules in parted} for name in names[1:])


def _parted(game: Game, file: VectorFile) -> Iterator[tuple[frozenset[str], tuple[str, str]]]:
    """Two vectors whose questions differ in the rules only, and whose answers differ: by which options, and under which rules."""
    by_question: dict[str, list[tuple[str, str]]] = {}
    for vector in file.vectors:
        same = vector.question.model_copy(update={"rules": ""}).model_dump_json()
        by_question.setdefault(same, []).append((vector.question.rules, vector.answer.model_dump_json()))
    for asked in by_question.values():
        for rules, answer in asked:
            for others, other in asked:
                if answer != other:
                    mine, theirs = game.rules(rules).options, game.rules(others).options
                    yield frozenset(key for key in mine if mine[key] != theirs[key]), (rules, others)


def test_the_readings_of_expendibots_end_games_by_repetition_in_their_own_ways() -> None:
    ends = {"text": 0, "referee": 0}
    for vector in read_vectors(FOLDER / "expendibots.jsonl").vectors:
        if isinstance(vector.answer, Legal) and vector.answer.outcome.termination == "repetition":
            assert vector.question.moves
            ends[vector.question.rules] += 1
    assert min(ends.values()) >= 2


def test_another_seed_gives_other_vectors_and_the_same_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PLAYOUTS", {"robots": making.PLAYOUTS["robots"][2:3]})
    robots = next(game for game in GAMES if game.id == "robots")
    usual, other, more = make_vectors(robots), make_vectors(robots, seed=7), make_vectors(robots, playouts=2)
    assert "".join(other.text()) == "".join(make_vectors(robots, seed=7).text())
    assert usual.header.seed == 2020
    assert other.header.seed == 7
    assert more.vectors[: len(usual.vectors) // 2] == usual.vectors[: len(usual.vectors) // 2]
    assert len(more.vectors) > len(usual.vectors)
    assert other.vectors[0] == usual.vectors[0]
    assert other.vectors[-1] != usual.vectors[-1]


@pytest.mark.parametrize(
    "scene",
    [
        Scene("wrongly legal", legal="d2-d4"),
        Scene("wrongly illegal", illegal={"too-far": "d2-d3"}),
        Scene("another reason", illegal={"onto-enemy": "d2-d4"}),
        Scene("no such end", legal="d2-d3", ends="1-0 elimination"),
    ],
    ids=lambda scene: scene.why,
)
def test_a_scene_that_the_engine_does_not_agree_with_makes_nothing(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "SCENES", {"expendibots": (scene,)})
    with pytest.raises(Disagreement, match=scene.why):
        make_vectors(GAMES[0])


HEADER = '{"format":"xbn-vectors","version":1,"game":"g","readings":{},"options":{},"seed":1,"vectors":1}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: Invalid JSON"),
        ("[]", ":1: Input should be an object"),
        (HEADER.replace(":1,", ":2,", 1), ":1: version: Input should be 1"),
        (HEADER.replace("xbn-vectors", "xbn-record"), ":1: format: Input should be 'xbn-vectors'"),
        (HEADER, "has 0 vectors, but its header promises 1"),
        (
            HEADER + '\n{"id":"a","why":"b","question":{"ask":"nothing"},"answer":{"count":1}}\n',
            ":2: question: Input tag 'nothing'",
        ),
        (HEADER + "\n\xff\n", ":2: Invalid JSON"),
        (HEADER + "\n" + "[" * 100_000, ":2: Invalid JSON"),
    ],
)
def test_a_file_that_is_none_is_refused_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "vectors.jsonl"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadVectors) as raised:
        read_vectors(file)
    assert message in str(raised.value)


def test_the_page_names_every_reason_that_has_an_order() -> None:
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    for name, reasons in (("Expendibots", EXPENDIBOTS), ("Robots", ROBOTS), ("Stack Wars", STACK_WARS)):
        listed = page.partition(f"- {name}: ")[2].partition("\n- ")[0]
        assert listed.replace("`", "").split() == [reason for reason in reasons.values() if (name, reason) != ("Robots", "too-far")]
    assert f"- STACKS has {len(REASONS['stacks'])}, " in page
