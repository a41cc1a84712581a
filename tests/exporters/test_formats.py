"""Every format that is written: what is lossless comes back, what is not says what it loses, and a new one is one line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation.record_trees import records
from typer.testing import CliRunner

import expendibots_notation.exporters as exporters
import expendibots_notation.importers as importers
from expendibots_notation.cli.app import app
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.exporters import Exporter, find_exporter
from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.games import expendibots, find_game
from expendibots_notation.importers import Importer, by_blocks
from expendibots_notation.importers.foreign import ForeignGame, lines_of
from expendibots_notation.notation.tree import FRAME_TAGS, Record
from expendibots_notation.pipeline import read_text
from expendibots_notation.schema import RecordDocument

SCHEMA = RecordDocument.model_json_schema(mode="serialization")
VALIDATOR = jsonschema.validators.validator_for(SCHEMA)(SCHEMA)
Pieces = Callable[[Iterable[Record]], Iterator[str]]
LOSSLESS: dict[str, Pieces] = {"xbn": xbn_pieces, "json": json_pieces, "jsonl": jsonl_pieces}
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
PLAIN = HEAD + "\n1. a2-a3 xa7 *\n"
RESIGNED = PLAIN.replace("*", "1-0").replace("\n\n", '\n[Termination "resignation"]\n\n')


def is_repeated(record: Record) -> bool:
    """Whether a tag stands twice, or stands for one of the frame: an error that only text can hold."""
    names = [tag.name for tag in record.tags]
    return len(set(names)) < len(names) or not set(FRAME_TAGS).isdisjoint(names)


finished = records(is_finished=True).filter(lambda record: not is_repeated(record))


def text_of(record: Record) -> str:
    return "".join(xbn_pieces([record]))


# Lossless formats


@pytest.mark.parametrize(("first", "second"), [("xbn", "json"), ("json", "jsonl"), ("jsonl", "xbn")])
@settings(max_examples=25)
@given(tree=records().filter(lambda record: not is_repeated(record)))
def test_every_lossless_pair_gives_the_record_back(tree: Record, first: str, second: str) -> None:
    expected = text_of(tree)
    (once,) = read_text("".join(LOSSLESS[first]([tree])), from_format=first)
    assert text_of(once) == expected
    (twice,) = read_text("".join(LOSSLESS[second]([once])), from_format=second)
    assert text_of(twice) == expected
    assert [(tag.name, tag.value) for tag in twice.tags] == [(tag.name, tag.value) for tag in tree.tags]


@pytest.mark.parametrize("name", LOSSLESS)
@settings(max_examples=15)
@given(trees=st.lists(finished, max_size=3))
def test_several_records_come_back_in_order(trees: list[Record], name: str) -> None:
    again = read_text("".join(LOSSLESS[name](trees)), from_format=name)
    assert [text_of(record) for record in again] == [text_of(tree) for tree in trees]


@settings(max_examples=20)
@given(tree=records())
def test_every_document_fits_the_schema(tree: Record) -> None:
    for line in jsonl_pieces([tree]):
        assert line.count("\n") == 1
        VALIDATOR.validate(json.loads(line))


@settings(max_examples=25)
@given(tree=finished)
def test_a_document_that_was_written_contradicts_nothing(tree: Record) -> None:
    (again,) = read_text("".join(json_pieces([tree])), from_format="json")
    assert [finding.name for finding in again.findings] == ([] if find_game(tree.game) else ["unknown-game"])


@given(tree=records())
def test_a_lossy_format_writes_or_refuses(tree: Record) -> None:
    for name in ("referee-log", "tuples"):
        exporter = find_exporter(name)
        assert exporter is not None
        assert all(isinstance(loss, str) for loss in exporter.losses(tree))
        if tree.game == "expendibots" and tree.setup is None:
            assert "".join(exporter.pieces([tree])).endswith("\n")


# What is lost


@pytest.mark.parametrize(
    ("text", "log", "tuples"),
    [
        (PLAIN, [], []),
        (HEAD + "\n1. a2-a3 {hello} xa7 *\n", ["comments"], ["comments"]),
        (HEAD + "\n1. a2-a3! xa7 *\n", ["glyphs"], ["glyphs"]),
        (HEAD + "\n1. a2-a3 {%emt=1} xa7 *\n", ["attributes"], ["attributes"]),
        (HEAD + "\n1. a2-a3 (1. xa2) 1... xa7 *\n", ["variations"], ["variations"]),
        (HEAD + "\n1. a2-a3 xa7=0:4 *\n", ["effects of actions"], ["effects of actions"]),
        (HEAD + '[White "one"]\n\n1. a2-a3 xa7 *\n', ["the tag White"], ["the tag White"]),
        (HEAD + '[Date "2020.06.01"]\n[Time "05:34:00"]\n\n1. a2-a3 *\n', [], ["the tags Date, Time"]),
        (PLAIN.replace("text", "referee"), [], ["the rules referee"]),
        (RESIGNED, ["the termination resignation"], ["the termination resignation"]),
        (HEAD.replace("*", "0-1") + "\n1. ~a2-a5 0-1\n", [], ["the rejected action"]),
    ],
)  # fmt: skip
def test_losses_are_named(text: str, log: list[str], tuples: list[str]) -> None:
    (record,) = read_text(text)
    assert record.is_whole
    for name, expected in (("referee-log", log), ("tuples", tuples)):
        exporter = find_exporter(name)
        assert exporter is not None
        named = exporter.losses(record)
        assert [loss for loss in expected if loss not in named] == []
        if not expected:
            assert named == [] or name == "referee-log"


def test_a_result_without_a_place_is_named() -> None:
    """A claimed result that the log has no line for must not be dropped in silence."""
    (record,) = read_text(PLAIN.replace("*", "1-0"))
    for name in ("referee-log", "tuples"):
        exporter = find_exporter(name)
        assert exporter is not None
        assert any("result" in loss for loss in exporter.losses(record))


def test_lossy_formats_refuse_what_they_cannot_say_at_all() -> None:
    (record,) = read_text(HEAD + '[Setup "b.7/.8/.8/.8/.8/.8/.8/w.7 w 1 0"]\n\n1. xa1 *\n')
    for name in ("referee-log", "tuples"):
        exporter = find_exporter(name)
        assert exporter is not None
        with pytest.raises(ValueError, match="initial position"):
            list(exporter.pieces([record]))


# The recipe: one file and one line


def read_toy(blocks: Iterable[str], file: str) -> Iterator[Record | Diagnostic]:
    """One game a line: `toy a2-a3/xa7`."""
    for number, line in enumerate(lines_of(blocks), 1):
        game = ForeignGame(expendibots.GAME, file, number, number)
        start = game.add_line(line) + len("toy ")
        for word in line.removeprefix("toy ").split("/"):
            from_ = start
            start += len(word) + 1
            read = expendibots.GAME.read_action(word)
            game.play(read.action, Span(from_, from_ + len(word)))
        yield game.record()


def write_toy(written: Iterable[Record]) -> Iterator[str]:
    for record in written:
        yield f"toy {'/'.join(ply.text for ply in record.line.plies)}\n"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format of one's own in both tables."""
    importer = Importer("toy", (".toy",), lambda head: float(head.startswith("toy ")), by_blocks(read_toy))
    monkeypatch.setattr(importers, "IMPORTERS", [*importers.IMPORTERS, importer])
    exporter = Exporter("toy", ".toy", write_toy, lambda record: ["everything else"] if record.tags else [])
    monkeypatch.setattr(exporters, "EXPORTERS", [*exporters.EXPORTERS, exporter])


@pytest.mark.usefixtures("toy")
def test_a_new_format_is_one_line_in_each_table(tmp_path: Path) -> None:
    runner = CliRunner()
    toy, xbn, back = (tmp_path / name for name in ("game.toy", "game.xbn", "back.toy"))
    toy.write_text("toy a2-a3/xa7\ntoy d2-d3\n")
    assert runner.invoke(app, ["validate", str(toy)]).exit_code == 0
    assert runner.invoke(app, ["validate", str(tmp_path)]).exit_code == 0
    assert runner.invoke(app, ["convert", str(toy), "-o", str(xbn)]).exit_code == 0
    assert runner.invoke(app, ["convert", str(xbn), "-o", str(back)]).exit_code == 0
    assert back.read_text() == toy.read_text()
    result = runner.invoke(app, ["convert", "-", "--from", "toy", "--to", "jsonl"], input=b"toy a2-a3")
    assert json.loads(result.stdout)["plies"][0]["text"] == "a2-a3"
    toy.write_text("toy a2-a3/d2-d3\n")
    result = runner.invoke(app, ["validate", str(toy)])
    assert (result.exit_code, f"{toy}:1:11" in result.stdout) == (1, True)


@pytest.mark.usefixtures("toy")
def test_losses_of_a_new_format_are_named(tmp_path: Path) -> None:
    source = tmp_path / "game.xbn"
    source.write_text(PLAIN.replace("\n\n", '\n[White "one"]\n\n'))
    result = CliRunner().invoke(app, ["convert", str(source), "--to", "toy"])
    assert (result.exit_code, result.stdout) == (0, "toy a2-a3/xa7\n")
    assert result.stderr == "xbn: warning: toy cannot hold everything else (1 record)\n"
