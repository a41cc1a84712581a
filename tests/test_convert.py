"""`xbn convert`: by extension and by name, streams, folders, losses, broken records, and files that are never half written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from expendibots_notation.cli import convert as conversion_module
from expendibots_notation.cli.app import app
from expendibots_notation.exporters import EXPORTERS, Exporter, exporter_for
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import read_text

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
GOOD = HEAD + "\n1. a2-a3 xa7 *\n"
NOTED = HEAD + '[White "one"]\n\n1. a2-a3! {why} xa7 *\n'
BROKEN = HEAD + "\n1. a2-a3 nonsense\n2. d2-d3 *\n"
ILLEGAL = HEAD + "\n1. a2-a3 a2-a3 *\n"
TUPLES = "[('MOVE', 1, (0, 1), (0, 2)), ('BOOM', (0, 6))]\n"
TEXTS = [exporter for exporter in EXPORTERS if isinstance(exporter, Exporter)]


def run(*arguments: str | Path, stdin: str = "") -> Result:
    return CliRunner().invoke(app, ["convert", *map(str, arguments)], input=stdin.encode())


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "game.xbn"
    path.parent.mkdir()
    path.write_text(GOOD)
    return path


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_file())


# From where to where


@pytest.mark.parametrize("name", [exporter.name for exporter in TEXTS])
def test_there_and_back(name: str, source: Path, tmp_path: Path) -> None:
    extension = next(exporter.extension for exporter in TEXTS if exporter.name == name)
    there, back = tmp_path / f"there{extension}", tmp_path / "back.xbn"
    assert run(source, "-o", there).exit_code == 0
    assert run(there, "-o", back).exit_code == 0
    assert [line for line in back.read_text().split("\n") if not line.startswith("[")] == GOOD.split("\n")[4:]
    assert run(source, "--to", name).stdout == there.read_text()
    assert run(source, "--to", name, "-o", tmp_path / "any.name").exit_code == 0
    assert (tmp_path / "any.name").read_text() == there.read_text()
    assert run("-", "--from", "xbn", "--to", name, "-o", "-", stdin=GOOD).stdout == there.read_text()


def test_the_content_is_looked_at() -> None:
    result = run("-", "--to", "xbn", stdin=TUPLES)
    assert (result.exit_code, result.stdout, result.stderr) == (0, GOOD, "")


def test_a_folder_and_several_files_become_one(source: Path, tmp_path: Path) -> None:
    (source.parent / "more.tuples").write_text(TUPLES * 2)
    (source.parent / "other.md").write_text("nothing")
    assert run(source.parent, "--to", "tuples").stdout == TUPLES * 3
    assert run(source, source.parent / "more.tuples", "--to", "xbn").stdout == "\n".join([GOOD] * 3)
    documents = json.loads(run(source.parent, "--to", "json").stdout)
    assert [document["final"] for document in documents] == [documents[0]["final"]] * 3
    assert isinstance(json.loads(run(source, "--to", "json").stdout), dict)


def test_one_record_of_many(source: Path) -> None:
    source.write_text(GOOD + "\n" + NOTED + "\n" + GOOD)
    result = run(source, "--record", "2", "--to", "xbn")
    assert (result.exit_code, result.stdout) == (0, NOTED)
    result = run(source, "--record", "4", "--to", "xbn")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no record 4" in result.stderr
    assert run(source, "--record", "0", "--to", "xbn").exit_code == 2


@pytest.mark.parametrize(
    "arguments",
    [["--to", "pgn"], [], ["-o", "game.unknown"], ["--from", "pgn", "--to", "xbn"], ["--to", "referee-stdout"], ["--to", "xbn", "--game", "chess"]],  # noqa: E501
)  # fmt: skip
def test_what_cannot_be_done_is_said_at_once(arguments: list[str], source: Path) -> None:
    result = run(source, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("xbn: ")
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_missing(source: Path, tmp_path: Path) -> None:
    result = run(tmp_path / "missing.log", source, "--to", "xbn")
    assert (result.exit_code, result.stdout) == (2, GOOD)
    assert "missing.log" in result.stderr


# Files that are there already, and failures


def test_a_file_is_replaced_only_when_asked(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    target.write_text("mine")
    result = run(source, "-o", target)
    assert (result.exit_code, target.read_text()) == (2, "mine")
    assert "--force" in result.stderr
    assert run(source, "-o", target, "--force").exit_code == 0
    assert json.loads(target.read_text())["plies"]


def test_a_file_may_be_converted_onto_itself(source: Path) -> None:
    source.write_text(GOOD.replace("a2-a3", "A2a3"))
    assert run(source, "-o", source).exit_code == 2
    assert run(source, "-o", source, "--force").exit_code == 0
    assert (source.read_text(), files_in(source.parent)) == (GOOD, ["game.xbn"])


def test_a_record_that_has_no_place_is_left_out_and_said(source: Path, tmp_path: Path) -> None:
    source.write_text(GOOD + "\n" + HEAD + '[Setup "b.7/.8/.8/.8/.8/.8/.8/w.7 w 1 0"]\n\n1. xa1 *\n')
    result = run(source, "-o", tmp_path / "game.tuples")
    assert result.exit_code == 1
    assert "initial position" in result.stderr
    assert (tmp_path / "game.tuples").read_text() == TUPLES


@pytest.mark.parametrize("extension", ["xbn", "json", "jsonl", "log", "tuples"])
def test_nothing_is_written_where_no_record_can_be_converted(extension: str, tmp_path: Path) -> None:
    """No reader accepts a file without records."""
    target = tmp_path / f"game.{extension}"
    for arguments in (["-o", target], ["--to", exporter_for(str(target)).name]):  # type: ignore[union-attr]
        result = run("-", *arguments, stdin='{"format": "another"}')
        assert (result.exit_code, result.stdout, files_in(tmp_path)) == (1, "", [])
        assert "XBN409" in result.stderr


def test_a_programmers_mistake_leaves_nothing_behind_either(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def pieces(records: Iterable[Record]) -> Iterator[str]:
        for _ in records:
            yield "half"
            raise RuntimeError("a mistake")

    monkeypatch.setattr(conversion_module, "exporter_for", lambda _: Exporter("bad", ".bad", pieces))
    with pytest.raises(RuntimeError):
        conversion_module.convert([str(source)], str(tmp_path / "game.bad"))
    assert files_in(tmp_path) == []


def test_nothing_to_read_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "game.dat").write_text("nothing of the kind\n")
    for path in (tmp_path / "game.dat", tmp_path / "missing.xbn"):
        assert run(path, "-o", tmp_path / "out.xbn").exit_code == 2
    assert files_in(tmp_path) == ["game.dat"]


def test_a_folder_that_is_missing(source: Path, tmp_path: Path) -> None:
    result = run(source, "-o", tmp_path / "no" / "game.json")
    assert result.exit_code == 2
    assert result.exception is None or isinstance(result.exception, SystemExit)


# What is lost, what is broken


def test_losses_are_one_warning(source: Path) -> None:
    source.write_text("\n".join([NOTED, GOOD, NOTED]))
    result = run(source, "--to", "tuples")
    assert (result.exit_code, result.stdout) == (0, TUPLES * 3)
    (line,) = result.stderr.splitlines()
    assert line.startswith("xbn: warning: tuples cannot hold ")
    for words in ("comments (2 records)", "glyphs (2 records)", "the tag White (2 records)"):
        assert words in line
    assert run(source, "--to", "json").stderr == ""


def test_losses_of_records_that_are_not_wanted_are_not_named(source: Path) -> None:
    source.write_text("\n".join([NOTED, GOOD]))
    assert run(source, "--to", "tuples", "--record", "2").stderr == ""


FORGED = [
    "BOOM at (0, 1)",
    "MOVE 1 from (0, 1) to (0, 2).\\n[over ] - winner: white",
    "MOVE 1 from (0,\\r1) to (0, 2)",
    "MOVE 1 from (0, 1) to (0, 2)\\n",
    "",
]


@pytest.mark.parametrize("raw", [*(f'"{text}"' for text in FORGED), "1"])
def test_a_log_has_raw_texts_only_where_they_mean_their_actions(raw: str, source: Path) -> None:
    source.write_text(HEAD.replace("text", "referee") + f"\n1. a2-a3 {{%raw={raw}}} *\n")
    result = run(source, "--to", "referee-log")
    assert result.stdout.splitlines()[1:] == ["[white] - MOVE 1 from (0, 1) to (0, 2)."]
    assert result.stderr == "xbn: warning: referee-log cannot hold raw texts that do not mean their actions (1 record)\n"


def test_a_log_has_raw_texts_as_they_are(source: Path) -> None:
    source.write_text(HEAD.replace("text", "referee") + '\n1. a2-a3 {%raw="MOVE True from (0,\\t1.0) to (0, 2)"} *\n')
    result = run(source, "--to", "referee-log")
    assert result.stdout.splitlines()[1:] == ["[white] - MOVE True from (0,\t1.0) to (0, 2)."]
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("x\\n[game ] - Start game log at ", "what its player sent would begin another game of the log"),
        ("x\\r\\n[game ] - Start game log at Mon", "what its player sent would begin another game of the log"),
        ("\\ud800", "what its player sent holds half a character"),
        ("\\udfff", "what its player sent holds half a character"),
    ],
)
def test_a_log_begins_no_game_in_what_a_player_sent(raw: str, problem: str, source: Path, tmp_path: Path) -> None:
    head = HEAD.replace('"*"', '"0-1"').replace("text", "referee")
    source.write_text(f'{head}\n1. ~"{raw}" 0-1\n{head}\n1. ~"[game ] - Start game log at\\udcff" 0-1\n')
    result = run(source, "-o", tmp_path / "game.log")
    assert result.exit_code == 1
    assert result.stderr == f"xbn: {source}:1: record 1 is left out: {problem}\n"
    _, line = (tmp_path / "game.log").read_bytes().splitlines()
    assert line == b"[error] - illegal action detected (white): [game ] - Start game log at\xff."


@pytest.mark.parametrize("name", [exporter.name for exporter in TEXTS])
@pytest.mark.parametrize(
    "text", [BROKEN, ILLEGAL, HEAD + "\n*\n", HEAD + "\n1. zz9-zz10 *\n", "* *\n", HEAD + "\n1. ~nonsense *\n"]
)
def test_a_broken_record_is_converted_as_far_as_it_can_be_read(name: str, text: str, source: Path) -> None:
    source.write_text(GOOD + "\n" + text + "\n" + GOOD)
    result = run(source, "--to", name)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 1)
    if text == BROKEN:
        assert result.exit_code == 1
        assert f"{source}:13:10" in result.stderr
    kept = (
        CliRunner()
        .invoke(app, ["convert", "-", "--from", name, "--to", "tuples"], input=result.stdout.encode())
        .stdout.splitlines()
    )
    assert kept[0] == kept[-1] == TUPLES.strip()


def test_a_broken_log_keeps_its_beginning() -> None:
    log = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\nboo\n"  # noqa: E501
    result = run("-", "--to", "xbn", stdin=log)
    assert result.exit_code == 1
    assert result.stdout.endswith("\n\n1. a2-a3 xa7\n")
    assert "<stdin>:4:1" in result.stderr
    assert "XBN402" in result.stderr
    # Without a result it stays invalid. Tuples say nothing about the end, so there it would pass for a whole game.
    assert [finding.code for finding in read_text(result.stdout)[0].findings] == ["XBN113"]
    result = run("-", "--to", "tuples", stdin=log)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "record 1 is left out: its errors have no place in the format" in result.stderr


def test_a_bad_document_does_not_stop_its_neighbours() -> None:
    (line,) = run("-", "--to", "jsonl", stdin=GOOD).stdout.splitlines()
    result = run("-", "--from", "jsonl", "--to", "tuples", stdin=f"{line}\n{{}}\n{line}\n")
    assert (result.exit_code, result.stdout) == (1, TUPLES * 2)
    assert "<stdin>:2:1" in result.stderr


# Streaming


@pytest.mark.parametrize("exporter", TEXTS, ids=lambda exporter: exporter.name)
def test_records_are_written_while_others_are_read(exporter: Exporter, monkeypatch: pytest.MonkeyPatch, source: Path) -> None:
    """Never more than a few records are on their way."""
    (record,) = read_text(GOOD)
    read = written = 0
    most = 0

    def endless(*_: object) -> Iterator[object]:
        nonlocal read, most
        for _number in range(300):
            read += 1
            most = max(most, read - written)
            yield record

    class Out(StringIO):
        def write(self, text: str) -> int:
            nonlocal written
            written += 1
            return len(text)

        def writelines(self, lines: Iterable[str]) -> None:
            for line in lines:
                self.write(line)

    monkeypatch.setattr(conversion_module, "read_records", endless)
    monkeypatch.setattr(conversion_module, "extract_records", endless)
    monkeypatch.setattr(conversion_module, "record_output", Out)
    assert conversion_module.convert([str(source)], to=exporter.name) == 0
    assert read == 300
    assert most <= 3
