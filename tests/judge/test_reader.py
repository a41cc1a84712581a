"""The program and the independent reader on the same texts: SPEC's records, and mutants. `make test-deep` compares a million."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from judge.disagreements import disagreement, search, shrunk
from judge.mutations import HARD, mutate, seeds
from judge.program import is_comparable
from judge.reader import borders, characters, numbers, parser, positions, read_file, values, writing

HERE = Path(__file__).parent
SPEC = (HERE.parents[1] / "grammar" / "SPEC.md").read_text("utf-8")
BLOCKS = [
    pytest.param(found[1].split(), found[2], found.end(), id=f"line {SPEC.count(chr(10), 0, found.start()) + 1}")
    for found in re.finditer(r"^```xbn([^\n`]*)\n(.*?)^```$", SPEC, re.MULTILINE | re.DOTALL)
]
TEXTS = seeds()
MUTANTS = 10_000
PARTS = 20


@pytest.mark.parametrize("file", sorted((HERE / "reader").glob("*.py")), ids=lambda file: file.stem)
def test_the_reader_shares_nothing_with_the_project(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not [name for name in names if name.startswith(("expendibots_notation", "lark", "judge.engine", "judge.program"))]


def test_what_the_reader_imports_shares_nothing_either() -> None:
    code = "import sys, judge.reader; print(*{name.partition('.')[0] for name in sys.modules} & {'expendibots_notation', 'lark'})"
    found = subprocess.run([sys.executable, "-c", code], cwd=HERE.parent, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


# SPEC


@pytest.mark.parametrize(("words", "text", "end"), BLOCKS)
def test_the_reader_on_the_records_of_the_specification(words: list[str], text: str, end: int) -> None:
    readings = read_file(text.encode())
    codes = [finding[2] for reading in readings for finding in reading.findings]
    formatted = "\n\n".join(reading.formatted for reading in readings) + "\n"
    if words in ([], ["canonical"]):
        assert (codes, formatted) == ([], text)
    elif words != ["valid"]:
        assert codes == [word for word in words if word != "=>" and is_comparable(word)]
    if "=>" in words:
        canonical = next(block.values[1] for block in BLOCKS if block.values[2] > end)
        assert formatted == canonical


# Mutants


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int) -> None:
    share = MUTANTS // PARTS
    for seed in range(part * share, (part + 1) * share):
        found = search(TEXTS, seed)
        assert found is None, f"seed {seed}: {found.report()}"


def test_at_least_a_third_of_the_mutations_hit_what_readers_get_wrong() -> None:
    kinds: list[str] = []
    for seed in range(0, MUTANTS, 10):
        mutate(Random(seed), TEXTS, kinds)
    counts = Counter(kinds)
    assert all(counts[kind] > len(kinds) / 50 for kind in HARD)
    assert sum(counts[kind] for kind in HARD) > len(kinds) / 3


DIFFERENCES = [
    '[Game "Robots"] [Start "x"] <4> 8. *',
    '[Game "Robots"] [Start "x"] 8. ~C *',
    '[Game "Robots"] [Start "x"] [Setup "9/9/9/1h5r1/9/9/9 1 0 9"] 8. *',
    '[Game "Stack Wars"] [Size "x"] 7... +e1 *',
    '[Game "Robots"] [Rules "x"] <4> {c} 8. {d} *',
    '[Game "Robots"] <4> {c} <4> (8. {d}) 8. {e} *',
    '[Game "Robots"] C <4> {c} (<4> 8. {d}) 8. {e} *',
]
"""What only millions of mutants found, and its relatives."""


@pytest.mark.parametrize("text", DIFFERENCES)
def test_differences_that_were_found(text: str) -> None:
    found = disagreement(text.encode(), is_fast_too=True)
    assert found is None, found.report()


# Limits, which no mutant reaches by chance

RANKS = ".8/.8/.8/.8/.8/.8"
LIMITS = {
    "action of 64 characters": "1. " + "d2" + " " * 59 + "-d3 *",
    "action of 65 characters": "1. " + "d2" + " " * 60 + "-d3 *",
    "unknown action of 64 characters": '[Game "x"] ' + "e" * 64 + " *",
    "unknown action of 65 characters": '[Game "x"] ' + "e" * 65 + " *",
    "turn number of 18 digits": "9" * 18 + ". d2-d3 d7-d6 e2-e3 *",
    "turn number of 19 digits": "9" * 19 + ". d2-d3 *",
    "number of 300 characters": "1. d2-d3 {%nodes=" + "9" * 300 + "} *",
    "number of 301 characters": "1. d2-d3 {%nodes=" + "9" * 301 + "} *",
    "50 variations": "d2-d3 (" * 50 + ")" * 50 + " *",
    "51 variations": "d2-d3 (" * 51 + ")" * 51 + " *",
    "turn 10**15": f'[Setup "b.7/w.7/{RANKS} w {10**15}"] xa7 *',
    "turn 10**15 + 1": f'[Setup "b.7/w.7/{RANKS} w {10**15 + 1}"] xa7 *',
    "zeros before a turn": f'[Setup "b.7/w.7/{RANKS} w {"0" * 99}7"] xa7 *',
    "10**15 tokens": f'[Setup "b.7/w{10**15 - 1}.7/{RANKS} w 1"] xa7 *',
    "10**15 + 1 tokens": f'[Setup "b.7/w{10**15}.7/{RANKS} w 1"] xa7 *',
    "20,000 tags": "".join(f'[T{index} ""]' for index in range(20_000)) + "*",
    "20,001 tags": "".join(f'[T{index} ""]' for index in range(20_001)) + "*",
    "spawn of 20,000 characters": '[Game "Robots"] <' + " " * 19_995 + "9/h> *",
    "spawn of 20,001 characters": '[Game "Robots"] <' + " " * 19_996 + "9/h> *",
    "item of an unknown game": '[Game "x"] <' + " " * 30_000 + "> *",
    "spawn of 99 rows of 99": '[Game "Robots"] <' + "/".join(["0" * 90 + "99"] * 99) + "> *",
    "spawn of 100 rows": '[Game "Robots"] <' + "/".join(["9"] * 100) + "> *",
    "spawn of 100 cells": '[Game "Robots"] <99h> *',
    "the smallest board of Stack Wars": '[Game "Stack Wars"] [Size "3"] *',
    "a smaller one": '[Game "Stack Wars"] [Size "2"] *',
    "the largest board of Stack Wars": '[Game "Stack Wars"] [Size "19"] *',
    "a larger one": '[Game "Stack Wars"] [Size "20"] *',
    "the largest board of Robots": '[Game "Robots"] [Size "99x99"] [Start "98,98"] [Levels "980"] *',
    "one level more": '[Game "Robots"] [Size "99x99"] [Levels "981"] *',
    "a board that is too wide": '[Game "Robots"] [Size "100x99"] *',
    "a board that is too high": '[Game "Robots"] [Size "99x100"] *',
    "the smallest board of Robots": '[Game "Robots"] [Size "3x4"] [Start "2,3"] [Levels "1"] *',
    "a board with no room for robots": '[Game "Robots"] [Size "3x3"] *',
    "a start beside the usual board": '[Game "Robots"] [Start "45,0"] *',
    "a start above the usual board": '[Game "Robots"] [Start "0,30"] *',
    "no level": '[Game "Robots"] [Levels "0"] *',
    "a tenth of a text is strange": "*" + " " * 8 + "\0",
    "more than a tenth of a text is strange": "*" + " " * 7 + "\0",
    "strange characters after a mark": "\ufeff*" + " " * 7 + "\x1f",
    "strange characters and line ends": "*" + "\r\n" * 8 + "\x0e",
    "4,096 characters, a tenth of them strange": "*" + " " * 3_686 + "\x01" * 409 + "*" + "\x01" * 99,
    "4,096 characters, more of them strange": "*" + " " * 3_685 + "\x01" * 410 + "*" + " " * 99,
    "escapes are text": "*" + "\x1b" * 9,
    "2,000,000 characters": "{" + "x" * 1_999_997 + "}*\n* *",
    "2,000,001 characters": "{" + "x" * 1_999_998 + '}*\n* *\n[White "x"] *',
}


@pytest.mark.parametrize("text", LIMITS.values(), ids=LIMITS.keys())
def test_limits(text: str) -> None:
    found = disagreement(text.encode(), is_fast_too=True)
    assert found is None, found.report()[:2_000]


# Whether a difference would be found: by readers that are broken on purpose

Broken = tuple[object, str, Callable[[Any], Any]]
BROKEN: list[Broken] = [
    (borders, "_NO_TOKEN", lambda _: re.compile(r"[^ \n]*")),
    (borders, "_BLANKS", lambda _: re.compile(r"\s*")),
    (characters, "_LINE_END", lambda _: re.compile(r"\n")),
    (characters, "_TAG_LINE", lambda _: re.compile(r'^[ \t]*\[[A-Za-z][A-Za-z0-9_]*[ \t]*"', re.MULTILINE)),
    (parser, "read_string", lambda right: lambda token: right(token) or token),
    (parser, "read_comment", lambda right: lambda token: right(token).strip()),
    (parser, "DEEPEST", lambda right: right - 1),
    (numbers._Counter, "check", lambda right: lambda self, turn, number, player: right(self, turn, number, player) and False),
    (positions, "_is_board", lambda _: lambda width, height: True),
    (values, "_number", lambda _: lambda text: text),
    (writing, "write_comment", lambda _: lambda text: "{" + text + "}"),
]


@pytest.mark.parametrize(("module", "name", "broken"), BROKEN, ids=[each[1] for each in BROKEN])
def test_a_broken_reader_is_found_and_its_fault_shrunk(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, broken: Callable[[Any], Any]
) -> None:
    monkeypatch.setattr(module, name, broken(getattr(module, name)))
    mutants = (mutate(Random(seed), TEXTS) for seed in range(MUTANTS))
    found = next(filter(None, map(disagreement, mutants)))
    small = shrunk(found)
    assert small.kind == found.kind
    assert len(small.data) < 200
    monkeypatch.undo()
    assert disagreement(small.data) is None, "the reader that is not broken agrees"
