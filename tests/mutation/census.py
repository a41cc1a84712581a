"""Conformance vectors against wrong engines: each mutant of the plain umpires in `tests/judge` must give a wrong answer.

A mutant is a module of its own, made from the faulty source; it answers the vectors as somebody else's engine would, up to the
first difference. `make mutate MUTANTS=--vectors` tries all of them; `equivalent.toml` explains those that no vector can catch.

What is mutated: all code of the four umpires but what is listed in NOT_RULES, and what refuses a set-up by an exception. Vectors
ask about positions that exist.
"""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from judge.answers import answered, is_answered

from expendibots_notation import resources
from expendibots_notation.vectors.checking import difference
from expendibots_notation.vectors.lines import Vector, read_vectors
from mutation.forks import done_apart
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
PATIENCE = 1.0
"""CPU seconds for an answer, those of the system included; the slowest takes a fiftieth of one."""
WAIT = 600
"""Seconds by the clock for all answers: what waits for something takes no time of the processor. On a busy machine all is slow."""
MEMORY = 1 << 28
"""Bytes that an engine may take; the sound ones need a few millions."""


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
        """The first vector that an engine of this code answers wrongly, or not at all; None where it answers all of them.

        The engine is put into a process of its own, which ends with it. Raising an exception in an engine that goes on for ever is
        not enough: where Python happens to collect garbage, the exception is lost.
        """
        asked, status = done_apart(lambda asking: self._examine(tree, asking))
        if status == 0:
            return None
        # What has caught one is likely to catch the next one.
        self.vectors.insert(0, self.vectors.pop(max(len(asked) - 1, 0)))
        return self.vectors[0]

    def _examine(self, tree: ast.Module, asking: int) -> int:
        """Put the vectors to an engine up to the first wrong answer, and write a byte before each."""
        limit_memory(MEMORY)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(WAIT)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        umpire_of = engine_of(tree).umpire
        for vector in self.vectors:
            os.write(asking, b".")
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            if difference(vector, answered(vector, umpire_of)):
                return 1
        return 0


def engine_of(tree: ast.Module) -> ModuleType:
    """A module of this code; dataclasses look it up by its name."""
    module = ModuleType("judge_with_a_fault")
    sys.modules[module.__name__] = module
    exec(compile(tree, module.__name__, "exec", dont_inherit=True), vars(module))
    return module


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more than it has."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
