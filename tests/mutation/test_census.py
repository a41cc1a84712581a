"""The conformance vectors against wrong engines: faults that people make, and every small fault in the plain umpires."""

from __future__ import annotations

import ast
from dataclasses import dataclass

import pytest

from expendibots_notation.vectors.lines import ActionQuestion
from mutation import census
from mutation.__main__ import EQUIVALENT, Table, sample
from mutation.census import GAMES, NOT_RULES, Examination, mutants_of_judge, source_of
from mutation.operators import Mutant

# Newer Pythons warn of forks where there are threads. pytest-xdist has one, and an engine that is judged needs none of its locks.
pytestmark = pytest.mark.filterwarnings("ignore:.* is multi-threaded:DeprecationWarning")

FEW = 20
"""Mutants of each game that `make test` tries: a sample, the same each time."""
SHARES = 8
"""Parts of the complete census, which run in parallel."""


@pytest.fixture(scope="module", params=GAMES)
def examination(request: pytest.FixtureRequest) -> Examination:
    return Examination(request.param)


def assert_caught(mutants: list[Mutant], examination: Examination) -> None:
    """The vectors catch all of them but those that change no answer, and none of these."""
    table = Table(EQUIVALENT)
    missed = [table.key(mutant) for mutant in mutants if examination.catches(mutant.tree()) is None]
    assert missed == [table.key(mutant) for mutant in mutants if table.key(mutant) in table.explained]


@pytest.mark.slow
def test_the_vectors_catch_a_sample_of_mutants(examination: Examination) -> None:
    assert_caught(sample(mutants_of_judge(examination.game), FEW), examination)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_the_vectors_catch_every_mutant(examination: Examination, share: int) -> None:
    assert_caught(mutants_of_judge(examination.game)[share::SHARES], examination)


def test_every_explanation_is_of_a_mutant() -> None:
    """One that is not was overtaken by a change of the code."""
    table = Table(EQUIVALENT)
    keys = [table.key(mutant) for game in GAMES for mutant in mutants_of_judge(game)]
    assert len(keys) == len(set(keys)), "an explanation is of one mutant only"
    assert set(table.explained) - set(keys) == set()
    assert all(reason.endswith(".") and len(reason) > 20 for reason in table.explained.values())


def test_what_is_left_out_is_there() -> None:
    for game, names in NOT_RULES.items():
        tree = ast.parse(source_of(game))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        for each in classes:
            for node in each.body:
                if isinstance(node, ast.FunctionDef):
                    found.add(f"{each.name}.{node.name}")
                elif isinstance(node, ast.AnnAssign):
                    found.add(f"{each.name}.{ast.unparse(node.target)}")
        assert set(names) <= found


# Wrong engines


@dataclass(frozen=True)
class WrongEngine:
    """A fault that a person might make, as a change of the plain umpire, and the vector that was added to catch it."""

    game: str
    fault: str
    before: str
    after: str
    rules: str
    position: str
    action: str
    answer: str
    """The reason, or the position after the action."""


MAKES_AN_ATTACK = 'elif may_attack and movable[0] == "fresh":'
CROWD = "/".join(["45"] * 14 + ["23h21", "30e14"] + ["45"] * 4 + ["rrrrrrrrrr35"] * 10) + " 10 2 450"
WRONG = [
    WrongEngine(
        "stacks",
        "diagonals are barred for moves only",
        "if target == source or is_barred(board, way[-1], target, side):",
        "if target == source or is_barred(board, way[-1], target, side) and not holds(board, target, OTHER[side]):",
        "text",
        "bbb2/5/5/1aa2/1Ca2/5/BB1B1 b 1",
        "3b3xc4",
        "barred-diagonal",
    ),
    WrongEngine(
        "stacks",
        "the square from which the attackers attack is free to retreat to",
        "in retreats(standing, side,",
        "in retreats({at: stack for at, stack in standing.items() if at != place}, side,",
        "text",
        "5/3B1/2d2/2bA1/5/5/BB3 b 1",
        "2d6+d4xc4>d5",
        "retreat-blocked",
    ),
    WrongEngine(
        "stacks",
        "attackers beside the target attack from where they stand",
        MAKES_AN_ATTACK,
        MAKES_AN_ATTACK.replace(":", " and (len(way) == 1 or not touch(source, target)):"),
        "text",
        "bb3/5/3B1/2b2/3A1/5/BB3 b 1",
        "2d5+d3xc4>d5",
        "bb3/5/3a1/2C2/5/5/BB3 r 1",
    ),
    WrongEngine(
        "stacks",
        "a piece of a stack of four helps after a step",
        ' and not is_locked(target, side) and piece == "fresh"',
        " and not is_locked(target, side)",
        "text",
        "bb3/2a2/1A3/2D2/5/5/BBA2 b 1",
        "c4-c5&b5+c5xc6",
        "helper-unable",
    ),
    WrongEngine(
        "robots",
        "robots step aside to the left only",
        "(1 if self.human[0] == 0 else -1)",
        "-1",
        "reference",
        "9/9/1r7/9/7h1/9/r8 1 1 0",
        "T@0,4",
        "9/9/hr7/9/9/r8/9 1 0 0",
    ),
    WrongEngine(
        "robots",
        "a crowd keeps no distance to explosions",
        " and cell not in near_explosions]",
        "]",
        "reference",
        CROWD,
        "T@31,14",
        "forbidden-cell",
    ),
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.fault)
def test_wrong_engines_are_caught(wrong: WrongEngine) -> None:
    source = source_of(wrong.game)
    assert source.count(wrong.before) == 1
    examination = Examination(wrong.game)
    (vector,) = (
        vector
        for vector in examination.vectors
        if isinstance(vector.question, ActionQuestion)
        and (vector.question.rules, vector.question.position, vector.question.action) == (wrong.rules, wrong.position, wrong.action)
    )
    assert wrong.answer in vector.answer.model_dump().values()
    examination.vectors = [vector]
    assert examination.catches(ast.parse(source.replace(wrong.before, wrong.after))) is vector
    assert examination.catches(ast.parse(source)) is None


ANSWER = "    reading, _ = case"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def umpire(case", "raise SystemError\n\n\ndef umpire(case"),
        ("def umpire(case", "def no_umpire(case"),
        (ANSWER, f"    raise ValueError\n{ANSWER}"),
        (ANSWER, f"    while True:\n        pass\n{ANSWER}"),
        (ANSWER, f"    sum(iter(int, 1))\n{ANSWER}"),
        (ANSWER, f"    heap = [case]\n    while True:\n        heap += heap\n{ANSWER}"),
        (ANSWER, f"    import os\n    os.kill(os.getpid(), 9)\n{ANSWER}"),
    ],
    ids=["cannot be loaded", "has no umpire", "raises", "never answers", "cannot be interrupted", "takes all memory", "dies"],
)
def test_an_engine_that_does_not_answer_is_caught(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "PATIENCE", 0.1)
    source = source_of("expendibots")
    assert source.count(before) == 1
    assert Examination("expendibots").catches(ast.parse(source.replace(before, after))) is not None
