"""Mutate the rules, the replay and the checks: `python -m mutation [MUTANTS]`, as `make mutate` does it.

MUTANTS is how many are tried, the same each time; all of them where it is missing. Prints each survivor that `survivors.toml` does
not explain, and a table. Exit code 1 where fewer than 90 % of the mutants are killed.

With `--vectors` the plain umpires are mutated instead, and the conformance vectors put to them: `make mutate MUTANTS=--vectors`.
Exit code 1 where one survives that `equivalent.toml` does not explain, or one is caught that it does.
"""

from __future__ import annotations

import argparse
import fnmatch
import sys
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from mutation.census import GAMES, Examination, mutants_of_judge
from mutation.operators import Mutant, mutants_of
from mutation.theatre import IMPOSSIBLE, KILLED, SURVIVED, TIMEOUT, UNREACHED, Theatre

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent / "expendibots_notation"
SEED = 2020
ENOUGH = 90
"""Per cent."""
TARGETS = [
    "checks",
    "judging.replaying",
    "games.expendibots.engine",
    "games.expendibots.reasons",
    "games.expendibots.rules",
    "games.robots.engine",
    "games.robots.reasons",
    "games.robots.rules",
    "games.stack_wars.engine",
    "games.stack_wars.rules",
    "games.stacks.engine",
    "games.stacks.enumeration",
    "games.stacks.reasons",
    "games.stacks.rules",
]
"""What is mutated."""
AT_IMPORT = ["games.expendibots.engine:_square_keys", "games.expendibots.engine:_neighbourhoods"]
"""Functions that make tables when their module is imported, before any fault can get into them: not mutated."""
PUT_TO_THEM: dict[str, list[str]] = {
    "": ["judge/test_judge.py", "test_broken_samples.py", "test_identity.py", "drawing/test_traces.py"],
    "checks": ["test_checks.py", "test_spec.py", "test_adjudication.py", "games/test_game_spec.py"],
    "judging.replaying": ["judging/test_timeline.py", "test_checks.py", "test_spec.py", "test_adjudication.py"],
    "games.expendibots": ["games/expendibots/test_rules.py", "games/expendibots/test_engine_properties.py"],
    "games.robots": ["games/robots/test_robots_rules.py", "games/robots/test_robots_properties.py", "games/test_game_spec.py"],
    "games.stack_wars": ["games/stack_wars/test_stack_wars_rules.py", "games/stack_wars/test_stack_wars_properties.py"],
    "games.stacks": [
        "games/stacks/test_stacks_rules.py",
        "games/stacks/test_stacks_cases.py",
        "games/stacks/test_stacks_properties.py",
        "games/stacks/test_stacks_notation.py",
    ],
}
"""The tests that judge mutants, by how the names of modules begin: those that call rules, replay and checks directly."""


SURVIVORS, EQUIVALENT = "survivors.toml", "equivalent.toml"
"""Explanations of mutants that no test, and no vector, can kill."""


def sample(mutants: list[Mutant], number: int | None, seed: int = SEED) -> list[Mutant]:
    """So many mutants, each module by its share, others for another seed; all of them for None."""
    if number is None or number >= len(mutants):
        return mutants
    chosen = sorted(Random(seed).sample(range(len(mutants)), number))
    return [mutants[index] for index in chosen]


def mutants_by_target(patterns: list[str]) -> list[Mutant]:
    """Those whose module, or whose own name, matches a pattern; all for no pattern."""
    found: list[Mutant] = []
    for target in TARGETS:
        for mutant in mutants_of(target, (PROJECT / f"{target.replace('.', '/')}.py").read_text("utf-8")):
            names = (target, mutant.name)
            is_wanted = not patterns or any(fnmatch.fnmatch(name, pattern) for name in names for pattern in patterns)
            if is_wanted and f"{target}:{mutant.function}" not in AT_IMPORT:
                found.append(mutant)
    return found


def tests_for(mutants: list[Mutant]) -> list[str]:
    """The tests that are put to them."""
    modules = {mutant.module for mutant in mutants}
    chosen = [tests for prefix, tests in PUT_TO_THEM.items() if any(module.startswith(prefix) for module in modules)]
    return [str(TESTS / test) for test in dict.fromkeys(test for tests in chosen for test in tests)]


class Table:
    """What became of the mutants."""

    def __init__(self, explanations: str = SURVIVORS) -> None:
        read = tomllib.loads(Path(__file__).with_name(explanations).read_text("utf-8"))
        self.explained: dict[str, str] = read["equivalent"]
        self.counts: dict[str, Counter[str]] = {}

    def add(self, mutant: Mutant, status: str, test: str) -> None:
        counts = self.counts.setdefault(mutant.module, Counter())
        if status == IMPOSSIBLE:
            return
        if status in (SURVIVED, UNREACHED) and self.key(mutant) in self.explained:
            status = "equivalent"
        counts[status] += 1
        if status in (SURVIVED, UNREACHED):
            print(f"{status}: {mutant.name}, line {mutant.line}\n    - {mutant.before}\n    + {mutant.after}", flush=True)

    def key(self, mutant: Mutant) -> str:
        """A mutant by its function, its line and what was done to it: a name that outlives changes elsewhere."""
        line = mutant.source.splitlines()[mutant.line - 1].strip()
        again = f" (again, {mutant.twins})" if mutant.twins else ""
        return f"{mutant.module}:{mutant.function}: {line}: {mutant.before} -> {mutant.after}{again}"

    def rate(self, counts: Counter[str]) -> float:
        """The share of killed mutants in per cent, those left out that behave as the sound program does."""
        tried = counts.total() - counts["equivalent"]
        return 100 * (counts[KILLED] + counts[TIMEOUT]) / tried if tried else 100.0

    def show(self) -> float:
        total = Counter[str]()
        for module, counts in [*self.counts.items(), ("all", total)]:
            total += counts if counts is not total else Counter()
            killed, survived = counts[KILLED] + counts[TIMEOUT], counts[SURVIVED] + counts[UNREACHED]
            print(f"{module:28} {counts.total():5} mutants  {killed:5} killed", end="  ")
            print(f"{counts['equivalent']:3} equivalent  {survived:4} survived  {self.rate(counts):5.1f} %")
        return self.rate(total)


def take_census(games: list[str], number: int | None, seed: int) -> int:
    """Put the vectors to the mutants of the plain umpires; the exit code."""
    table = Table(EQUIVALENT)
    contradicted = 0
    for game in games:
        examination = Examination(game)
        for mutant in sample(mutants_of_judge(game), number, seed):
            caught = examination.catches(mutant.tree())
            table.add(mutant, SURVIVED if caught is None else KILLED, "")
            if caught is not None and table.key(mutant) in table.explained:
                contradicted += 1
                print(f"explained, but caught by {caught.id}: {table.key(mutant)}", flush=True)
    return 0 if table.show() == 100 and not contradicted else 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("mutants", type=int, nargs="?", help="how many to try, by a fixed seed; all of them where it is missing")
    parser.add_argument(
        "--only", action="append", default=[], metavar="PATTERN", help="modules such as games.stacks.*, or single mutants"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="another one gives another sample")
    parser.add_argument("--seconds", type=float, default=20, help="of tests for a mutant at most, as long as sound code takes")
    parser.add_argument("--tests", action="append", default=[], metavar="PATH", help="put these to them, instead of the usual ones")
    parser.add_argument("--notes", type=Path, help="a file that keeps which tests call what, from one run to the next")
    parser.add_argument(
        "--vectors", nargs="*", metavar="GAME", choices=GAMES, help="put the vectors to mutants of the plain umpires"
    )
    arguments = parser.parse_args()
    if arguments.vectors is not None:
        return take_census(arguments.vectors or GAMES, arguments.mutants, arguments.seed)
    chosen = sample(mutants_by_target(arguments.only), arguments.mutants, arguments.seed)
    table = Table()
    modules = {target: import_module(f"expendibots_notation.{target}") for target in TARGETS}
    theatre = Theatre(modules, chosen, arguments.seconds, table.add, arguments.notes)
    tests = arguments.tests or tests_for(chosen)
    quiet = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--no-header", "--no-summary"]
    # Nobody reads tracebacks, and pytest's own break off where a timer has interrupted a test between two lines.
    code = pytest.main([*quiet, "--tb=native", *tests], [theatre])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return 2
    return 0 if table.show() >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
