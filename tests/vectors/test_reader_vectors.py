"""The vectors for readers: made by the program, and what a reader written from SPEC.md alone finds too."""

from __future__ import annotations

import shlex
import sys
from base64 import b64decode

import pytest
from judge import reader
from typer.testing import CliRunner, Result

from expendibots_notation.cli.app import app
from expendibots_notation.diagnostics.codes import TABLE
from expendibots_notation.resources import reader_vectors
from expendibots_notation.vectors.lines import Reading, ReadQuestion, Vector, read_vectors
from expendibots_notation.vectors.making import make_reader_vectors
from expendibots_notation.vectors.reading import needs_rules

VECTORS = read_vectors(reader_vectors()).vectors
LAYOUT = "XBN150"
NOT_FOR_VECTORS = {
    "XBN111",
    LAYOUT,
    "XBN902",
    "XBN903",
    "XBN904",
    "XBN905",
    "XBN906",
    "XBN907",
    "XBN908",
    "XBN909",
    "XBN910",
    "XBN911",
    "XBN912",
}
"""What depends on limits, on the system, or on what a reader calls text."""


def file_of(vector: Vector) -> bytes:
    assert isinstance(vector.question, ReadQuestion)
    return vector.question.text.encode() if vector.question.text is not None else b64decode(vector.question.data or "")


def answer_of(vector: Vector) -> Reading:
    assert isinstance(vector.answer, Reading)
    return vector.answer


def check(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["vectors", "check", *arguments])


def test_what_is_committed_is_what_is_made() -> None:
    made = "".join(make_reader_vectors().text())
    assert reader_vectors().read_text(encoding="utf-8") == made, "run `make vectors`, and look at the difference"


def test_no_text_is_asked_twice() -> None:
    assert len({file_of(vector) for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.id)
def test_the_independent_reader_agrees(vector: Vector) -> None:
    found = reader.read_file(file_of(vector))
    records = answer_of(vector).records
    assert [[(code, line, column) for line, column, code in each.findings if code != LAYOUT] for each in found] == [
        each.findings for each in records
    ]
    for mine, other in zip(records, found, strict=True):
        if mine.canonical is not None:
            assert mine.canonical.removesuffix("\n") == other.formatted


def test_every_finding_of_a_reader_is_there() -> None:
    found = {code for vector in VECTORS for record in answer_of(vector).records for code, _, _ in record.findings}
    wanted = {row.code for row in TABLE if row.code[3] in "139" and not needs_rules(row.code)}
    assert found == wanted - NOT_FOR_VECTORS


def test_the_program_passes() -> None:
    result = check("--reader", f"{shlex.quote(sys.executable)} -m expendibots_notation vectors serve")
    assert (result.exit_code, result.output) == (0, f"records: all {len(VECTORS)} vectors agree\n")


def test_a_reader_that_overlooks_a_record_is_caught(tmp_path: object) -> None:
    program = (
        "import json, sys\n"
        "from expendibots_notation.vectors.serving import reply\n"
        "for line in sys.stdin.buffer:\n"
        "    said = reply(line)\n"
        "    said['records'] = said['records'][:1]\n"
        "    print(json.dumps(said), flush=True)\n"
    )
    result = check("--reader", "--all", f"{shlex.quote(sys.executable)} -c {shlex.quote(program)}")
    wrong = sum(len(answer_of(vector).records) > 1 for vector in VECTORS)
    assert result.exit_code == 1
    assert result.output.endswith(f"records: {wrong} of {len(VECTORS)} vectors differ\n")


def test_reader_and_game_exclude_each_other() -> None:
    result = check("--reader", "--game", "stacks", "true")
    assert result.exit_code == 2
    assert "leave --game out" in result.output
