"""Whether the mutation tool does what it says: faults are made and get into the running program; explanations fit."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mutation.__main__ import TARGETS, Table, mutants_by_target, sample
from mutation.operators import Mutant, mutants_of
from mutation.surgery import caches_of, operate
from mutation.theatre import KILLED, SURVIVED

TOY = '''
from __future__ import annotations
from functools import cache


def is_small(number: int) -> bool:
    """A docstring is not mutated."""
    assert number >= 0, "nor is an assertion"
    return number < 10


class Box:
    size = 3

    @property
    def room(self) -> int:
        return self.size - 1

    @cache
    def twice(self) -> int:
        return 2 * self.size

    def fill(self, things: list[int]) -> list[int]:
        things.append(1)
        return [each for each in things if each]
'''


@pytest.fixture
def toy(tmp_path: Path) -> ModuleType:
    file = tmp_path / "toy_for_mutants.py"
    file.write_text(TOY)
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def toy_mutant(after: str) -> Mutant:
    return next(mutant for mutant in mutants_of("toy", TOY) if mutant.after == after)


def test_faults() -> None:
    faults = {(mutant.function, mutant.before, mutant.after) for mutant in mutants_of("toy", TOY)}
    assert faults == {
        ("is_small", "number < 10", "number <= 10"),
        ("is_small", "number < 10", "number >= 10"),
        ("is_small", "10", "11"),
        ("is_small", "return number < 10", "return None"),
        ("Box.room", "return self.size - 1", "return None"),
        ("Box.room", "self.size - 1", "self.size + 1"),
        ("Box.room", "1", "2"),
        ("Box.twice", "return 2 * self.size", "return None"),
        ("Box.twice", "2 * self.size", "2 + self.size"),
        ("Box.twice", "2", "3"),
        ("Box.fill", "1", "2"),
        ("Box.fill", "things.append(1)", "pass"),
        ("Box.fill", "return [each for each in things if each]", "return None"),
        ("Box.fill", "for each in things if each", "for each in things"),
    }


def test_a_fault_gets_into_functions_that_are_already_in_use(toy: ModuleType) -> None:
    is_small, box = toy.is_small, toy.Box()
    assert (is_small(10), box.room, toy.Box().twice()) == (False, 2, 6)
    for after in ("number <= 10", "self.size + 1", "2 + self.size"):
        assert operate(toy_mutant(after), toy)
    assert (is_small(10), box.room, toy.Box().twice()) == (True, 4, 5)


def test_what_functions_remember_can_be_forgotten(toy: ModuleType) -> None:
    box = toy.Box()
    assert box.twice() == 6
    assert operate(toy_mutant("2 + self.size"), toy)
    assert box.twice() == 6, "as it was remembered"
    (cache,) = caches_of(toy)
    cache.cache_clear()
    assert box.twice() == 5


def test_the_same_sample_each_time() -> None:
    mutants = list(mutants_of("toy", TOY))
    assert [each.name for each in sample(mutants, 5)] == [each.name for each in sample(mutants, 5)]
    assert len(sample(mutants, 5)) == 5
    assert sample(mutants, 5, seed=1) != sample(mutants, 5)
    assert sample(mutants, None) == mutants


def test_every_explanation_is_of_a_mutant() -> None:
    """One that is not was overtaken by a change of the code."""
    table = Table()
    mutants = mutants_by_target([])
    assert {mutant.module for mutant in mutants} == set(TARGETS)
    found = {table.key(mutant) for mutant in mutants}
    assert set(table.explained) <= found
    assert all(reason.endswith(".") for reason in table.explained.values())


def test_the_rate_leaves_equivalent_mutants_out(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table()
    first, second, third = list(mutants_of("toy", TOY))[:3]
    table.explained = {table.key(third): "It is."}
    table.add(first, KILLED, "a test")
    table.add(second, SURVIVED, "")
    table.add(third, SURVIVED, "")
    assert table.show() == 50
    shown = capsys.readouterr().out
    assert second.after in shown
    assert "3 mutants" in shown
    assert "1 equivalent" in shown
