"""Conformance vectors against wrong engines: each mutant of the plain umpires in `tests/judge` must give a wrong answer.

A mutant is a module of its own, made from the faulty source; it answers the vectors as somebody else's engine would, up to the
first difference. `make mutate MUTANTS=--vectors` tries all of them; `equivalent.toml` explains those that no vector can catch.

What is mutated: all code of the four umpires but what is listed in NOT_RULES, and what refuses a set-up by an exception. Vectors
ask about positions that exist.
"""

from __future__ import annotations

import ast
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType
from typing import NoReturn

from judge.answers import answered, is_answered
from judge.differences import UmpireOf

from expendibots_notation import resources
from expendibots_notation.vectors.checking import difference
from expendibots_notation.vectors.lines import Vector, read_vectors
from mutation.operators import Mutant, mutants_of

JUDGE = Path(__file__).parents[1] / "judge"
GAMES = ["expendibots", "robots", "stack_wars", "stacks"]
NOT_RULES = {
    "expendibots": ["position_text", "action_text", "square_text", "record_text", "read_raw", "random_start"],
    "robots": [
        "PlainOptions.width",
        "PlainOptions.height",
        "PlainOptions.levels",
        "PlainOptions.start",
        "PlainState.status",
        "read_state",
        "random_spawn",
        "action_text",
        "record_text",
        "random_start",
    ],
    "stack_wars": ["PlainGame.text", "square_text", "action_text", "record_text", "random_start"],
    "stacks": ["random_start"],
}
"""Code that answers no vector: it writes actions and records, which nobody asks an engine for, makes cases for other tests, or is a
default that `umpire` always replaces. Nor does `is_true` of an umpire answer any, for vectors have no claims.
"""
PATIENCE = 2.0
"""CPU seconds for an answer; the slowest takes a fraction of one."""


class Endless(BaseException):
    """Raised where an engine does not answer in time."""


def source_of(game: str) -> str:
    return (JUDGE / f"{game}.py").read_text("utf-8")


def mutants_of_judge(game: str) -> list[Mutant]:
    """All mutants of the rules of a game."""
    out = NOT_RULES[game]
    found = mutants_of(f"judge.{game}", source_of(game), is_thorough=True)
    return [mutant for mutant in found if mutant.function not in out and not mutant.function.endswith(".is_true")]


class Examination:
    """The vectors of a game, put to one engine after the other."""

    def __init__(self, game: str) -> None:
        import_module(f"judge.{game}")  # what it imports need not be imported by each mutant
        (path,) = (path for path in resources.vector_files() if path.stem == game)
        self.game = game
        self.vectors = [vector for vector in read_vectors(path).vectors if is_answered(vector)]

    def catches(self, tree: ast.Module) -> Vector | None:
        """The first vector that an engine of this code answers wrongly, or not at all; None where it answers all of them."""
        try:
            with in_time(PATIENCE), loaded(tree) as engine:
                umpire_of = engine.umpire
        except (Exception, Endless):
            return self.vectors[0]
        for index, vector in enumerate(self.vectors):
            if self._is_wrong(vector, umpire_of):
                # What has caught one is likely to catch the next one.
                self.vectors.insert(0, self.vectors.pop(index))
                return vector
        return None

    def _is_wrong(self, vector: Vector, umpire_of: UmpireOf) -> bool:
        try:
            with in_time(PATIENCE):
                return bool(difference(vector, answered(vector, umpire_of)))
        except (Exception, Endless):
            return True


@contextmanager
def loaded(tree: ast.Module) -> Iterator[ModuleType]:
    """A module of this code. While it is made it has a name, which dataclasses look up."""
    module = ModuleType("judge_with_a_fault")
    sys.modules[module.__name__] = module
    try:
        exec(compile(tree, module.__name__, "exec", dont_inherit=True), vars(module))
        yield module
    finally:
        del sys.modules[module.__name__]


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Raise Endless after so much time of the processor."""
    before = signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _give_up(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise Endless
