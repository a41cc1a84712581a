"""Limits: each holds exactly where it is set, on the quick way, on the full way and in other processes alike,
and what stands around a record or a file that passes one is judged as usual."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import re
import tracemalloc
from collections.abc import Callable
from dataclasses import fields
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zstandard
from typer.testing import CliRunner

from expendibots_notation.cli.app import app
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.exporters.json import json_pieces
from expendibots_notation.games.expendibots import positions
from expendibots_notation.games.robots import layout
from expendibots_notation.games.robots import positions as robots_positions
from expendibots_notation.games.stack_wars import codes as stack_wars
from expendibots_notation.importers import compression
from expendibots_notation.limits import NAMES, USUAL, BadLimit, Limits, applied, in_force, listed, read_limits
from expendibots_notation.parallel import judge_files, pieces
from expendibots_notation.pipeline import Overrides, judged_stream, read_text, validate_stream
from expendibots_notation.verdict import FileFinding, Verdict, single

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
GOOD = HEAD + "\n1. d2-d3 e7-e6\n2. e2-d2 *\n\n"
DOCS = Path(__file__).parent.parent / "docs" / "trust.md"
PACKS: list[Callable[[bytes], bytes]] = [gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress]


def judged(data: str | bytes, limits: Limits, **overrides: Any) -> list[Verdict | FileFinding]:
    """The results on a file, which are the same with and without trees."""
    overrides.setdefault("format", "xbn")
    raw = data.encode() if isinstance(data, str) else data
    with applied(limits):
        found = list(validate_stream(BytesIO(raw), "games", Overrides(**overrides)))
        full = list(judged_stream(BytesIO(raw), "games", Overrides(**overrides)))
    assert [*map(repr, found)] == [repr(each if isinstance(each, FileFinding) else each.verdict) for each in full]
    return found


def codes(data: str | bytes, limits: Limits, **overrides: Any) -> list[list[str]]:
    """The codes of each result."""
    return [
        [result.diagnostic.code] if isinstance(result, FileFinding) else [finding.code for finding in result.diagnostics]
        for result in judged(data, limits, **overrides)
    ]


# Records of XBN, between good ones


def nested(depth: int) -> str:
    return HEAD + "\n1. d2-d3" + " (1. e2-e3" * depth + ")" * depth + " *\n\n"


def with_comment(length: int) -> str:
    return HEAD + "\n1. d2-d3 {" + "x" * (length - 2) + "} e7-e6 *\n\n"


def with_line_comment(length: int) -> str:
    return HEAD + "\n1. d2-d3 ;" + "x" * (length - 1) + "\ne7-e6 *\n\n"


def with_string(length: int) -> str:
    return HEAD + '[White "' + "x" * (length - 2) + '"]\n\n1. d2-d3 *\n\n'


def with_attributes(length: int) -> str:
    return HEAD + "\n1. d2-d3 {%a=" + "x" * (length - 5) + "} e7-e6 *\n\n"


def with_tags(number: int) -> str:
    return HEAD + "".join(f'[Tag{each} "x"]\n' for each in range(number - 4)) + "\n1. d2-d3 *\n\n"


def branching(number: int) -> str:
    return HEAD + "\n1. d2-d3" + " (1. e2-e3)" * number + " *\n\n"


CASES = {
    "variations": (branching, "XBN912"),
    "variation_depth": (nested, "XBN901"),
    "comment_length": (with_comment, "XBN906"),
    "token_length": (with_string, "XBN905"),
    "tags": (with_tags, "XBN907"),
}


@pytest.mark.parametrize("value", [5, 21, 70, 100])
@pytest.mark.parametrize("name", CASES)
def test_a_limit_holds_exactly(name: str, value: int) -> None:
    make, code = CASES[name]
    value += 20 if name == "token_length" else 0
    limits = USUAL.changed({name: value})
    within, beyond = (codes(GOOD + make(size) + GOOD, limits) for size in (value, value + 1))
    assert within == [[], [], []]
    assert beyond == [[], [code], []]


@pytest.mark.parametrize(
    ("make", "code", "name"), [(with_line_comment, "XBN906", "comment_length"), (with_attributes, "XBN905", "token_length")]
)
def test_other_words(make: Callable[[int], str], code: str, name: str) -> None:
    limits = USUAL.changed({name: 50})
    assert code not in codes(make(50), limits)[0]
    assert codes(GOOD + make(51) + GOOD, limits) == [[], [code], []]


def test_the_length_of_a_record() -> None:
    text = with_comment(100).rstrip()
    for more, expected in ((0, [[], [], []]), (-1, [[], ["XBN902"], []])):
        assert codes(GOOD + text + "\n\n" + GOOD, Limits(record_length=len(text) + more)) == expected


def test_what_stands_before_a_long_word_is_judged() -> None:
    (result,) = judged(with_comment(100), Limits(comment_length=50))
    assert isinstance(result, Verdict)
    assert result.plies == 1
    (finding,) = result.diagnostics
    assert (finding.place.line, finding.place.column) == (6, 10)
    assert finding.message == "this comment has more than 50 characters"


# Records of a file


def log(games: int) -> str:
    return "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2).\n" * games


TEXTS = {
    "xbn": lambda number: GOOD * number,
    "referee-log": log,
    "tuples": lambda number: "[('MOVE', 1, (0, 1), (0, 2))]\n" * number,
    "jsonl": lambda number: "{}\n" * number,
    "json": lambda number: "[" + ",".join(["{}"] * number) + "]",
    "stack-wars-moves": lambda number: "3 8\n6 0\n---\n" * number,
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_records_of_a_file(name: str) -> None:
    text = TEXTS[name]
    usual = judged(text(5), USUAL, format=name)
    assert list(map(repr, judged(text(5), Limits(records=5), format=name))) == list(map(repr, usual))
    found = judged(text(5), Limits(records=3), format=name)
    assert list(map(repr, found[:3])) == list(map(repr, usual[:3]))
    (last,) = found[3:]
    assert isinstance(last, FileFinding)
    assert (last.diagnostic.code, last.is_unreadable) == ("XBN908", True)


@pytest.mark.parametrize("most", [1, 39, 40, 41, 79, 80, 119, 120])
@pytest.mark.slow
def test_the_records_of_a_file_in_pieces(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker counts only what is in its piece; what is said of the file is the same, and the next file is judged."""
    monkeypatch.setattr(pieces, "PIECE", 40 * len(GOOD))
    monkeypatch.setattr(pieces, "BATCH_BYTES", 1)
    for name in ("one.xbn", "two.xbn"):
        (tmp_path / name).write_text(GOOD * 120, encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("one.xbn", "two.xbn")]
    with applied(Limits(records=most)):
        alone, together = ([*map(repr, single(judge_files(paths, jobs=jobs)))] for jobs in (1, 2))
    assert alone == together
    assert len(alone) == 2 * (most + (most < 120))


def test_workers_know_the_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 40 * len(GOOD))
    monkeypatch.setattr(pieces, "BATCH_BYTES", 1)
    path = tmp_path / "games.xbn"
    path.write_text(GOOD * 90 + with_comment(60) + GOOD * 90, encoding="utf-8")
    with applied(Limits(comment_length=50)):
        alone, together = ([*map(repr, single(judge_files([str(path)], jobs=jobs)))] for jobs in (1, 2))
    assert alone == together
    assert "XBN906" in alone[90]


def test_converting_keeps_to_the_records(tmp_path: Path) -> None:
    """On the quick way to columns too, where games come many at a time."""
    (tmp_path / "games.xbn").write_text(GOOD * 5, encoding="utf-8")
    result = CliRunner().invoke(app, ["convert", str(tmp_path / "games.xbn"), "--to", "jsonl", "--limit", "records=3"])
    assert result.stdout == CliRunner().invoke(app, ["convert", "-", "--to", "jsonl"], input=GOOD * 3).stdout.replace(
        "<stdin>", str(tmp_path / "games.xbn")
    )
    assert "XBN908" in result.stderr


# Compressed files


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.slow
def test_the_size_of_what_is_unpacked(pack: Callable[[bytes], bytes]) -> None:
    data = (GOOD * 3500).encode()
    assert len(data) > 300_000
    (*_, last) = judged(pack(data), Limits(unpacked_bytes=len(data)))
    assert isinstance(last, Verdict)
    with pytest.raises(compression.UnpacksTooMuch, match=f"{len(data) - 1} bytes"):
        judged(pack(data), Limits(unpacked_bytes=len(data) - 1))


@pytest.mark.parametrize("pack", PACKS)
def test_bombs(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Many times its own size: the next file is judged, and so are the records before."""
    (tmp_path / "a.xbn.packed").write_bytes(pack(GOOD.encode() + b"\n" * 14_000_000))
    (tmp_path / "b.xbn").write_text(GOOD, encoding="utf-8")
    paths = [str(tmp_path / "a.xbn.packed"), str(tmp_path / "b.xbn")]
    result = CliRunner().invoke(app, ["validate", *paths, "--limit", "expansion=500"])
    assert result.exit_code == 2
    assert "error[XBN909] the compressed file holds more than 500 times its own size" in result.stdout
    assert f"{tmp_path / 'b.xbn'}:1: record 1 is valid" in result.stdout


@pytest.mark.parametrize("pack", PACKS)
def test_little_may_be_packed_any_number_of_times(pack: Callable[[bytes], bytes]) -> None:
    assert codes(pack(GOOD.encode() + b"\n" * 9_000_000), Limits(expansion=1)) == [[]]


def test_a_bomb_of_zstandard_is_not_unpacked_at_once() -> None:
    """Four bytes of it may stand for 128 KB, so a block of a file must not be given to it as a whole."""
    bomb = zstandard.ZstdCompressor(level=1).compress(bytes(200_000_000))
    stream = compression.inside(BytesIO(bomb))
    tracemalloc.start()
    with pytest.raises(compression.UnpacksTooMuch):
        stream.read()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100_000_000


@pytest.mark.parametrize("outer", PACKS)
@pytest.mark.parametrize("inner", PACKS)
def test_what_is_packed_twice_is_opened_once(outer: Callable[[bytes], bytes], inner: Callable[[bytes], bytes]) -> None:
    assert codes(outer(inner((GOOD * 20).encode())), USUAL, format=None) == [["XBN111"]]


def test_formatting_a_bomb(tmp_path: Path) -> None:
    path = tmp_path / "bomb.xbn.gz"
    path.write_bytes(gzip.compress(GOOD.encode() + b"\n" * 14_000_000))
    result = CliRunner().invoke(app, ["format", str(path), "--limit", "expansion=500"])
    assert result.exit_code == 2
    assert "XBN909" in result.stderr


# Documents


def document(depth: int) -> str:
    """A document whose deepest list stands so many levels deep."""
    return '{"format": "xbn-record", "extra": ' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


@pytest.mark.parametrize("name", ["json", "jsonl"])
@pytest.mark.parametrize("deepest", [3, 50, 400])
def test_the_depth_of_a_document(name: str, deepest: int) -> None:
    limits = Limits(json_depth=deepest)
    assert codes(document(deepest), limits, format=name) == [["XBN409"]], "it says nothing of a game"
    assert codes(document(deepest + 1), limits, format=name) == [["XBN910"]]


def test_brackets_in_strings_are_not_counted() -> None:
    (sound,) = (text for text in json_pieces(read_text('1. a2-a3 {[[[[ {{{{ \\\\ " ]} *')))
    assert codes(sound, USUAL, format="json") == [[]]
    assert codes(sound, Limits(json_depth=6), format="json") == [[]]


@pytest.mark.parametrize("depth", [501, 5_000, 100_000])
def test_documents_around_one_that_is_too_deep(depth: int) -> None:
    sound = "".join(json_pieces(read_text("1. a2-a3 *")))
    assert codes(f"[{sound},{document(depth)},{sound}]", USUAL, format="json") == [[], ["XBN910"], []]
    line = json.dumps(json.loads(sound))
    assert codes(f"{line}\n{document(depth)}\n{line}\n", USUAL, format="jsonl") == [[], ["XBN910"], []]


@pytest.mark.parametrize("opening", ["[", "{", '{"a":', '[{"a":[', "[1,"])
@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_brackets_that_are_never_closed(opening: str, name: str) -> None:
    """A million of them; fewer of those that take long to count."""
    size = 1_000_000 if opening == "[" else 100_000
    first, *rest = codes(opening * (size // len(opening)), USUAL, format=name)
    assert first in (["XBN910"], ["XBN409"])
    assert all(each in (["XBN910"], ["XBN409"]) for each in rest)
    assert len(rest) < 5


# Which limits hold


def test_limits_hold_for_a_while() -> None:
    assert in_force() == USUAL
    with applied(Limits(tags=3)):
        assert in_force().tags == 3
    assert in_force() == USUAL


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["tag=3"], "there is no limit 'tag'; perhaps 'tags' is meant; the limits are variation_depth, "),
        (["tags"], "the limit tags is a whole number from 1 to 1000000000000000000, not ''"),
        (["tags=0"], "the limit tags is a whole number from 1 to 1000000000000000000, not 0"),
        (["tags=-3"], "the limit tags is a whole number from 1 to 1000000000000000000, not '-3'"),
        (["tags=" + "9" * 5000], "the limit tags is a whole number from 1 to 1000000000000000000, not '9999"),
        (["variation_depth=101"], "the limit variation_depth is a whole number from 1 to 100, not 101"),
    ],
)
def test_limits_that_do_not_exist(texts: list[str], words: str) -> None:
    with pytest.raises(BadLimit, match=re.escape(words)):
        read_limits(texts)


READERS = ["validate", "format", "convert", "render", "replay", "id", "table", "limits"]


@pytest.mark.parametrize("command", READERS)
def test_every_command_that_reads_takes_limits(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.xbn").write_text(with_tags(9), encoding="utf-8")
    arguments = [command] if command == "limits" else [command, "game.xbn"]
    more = {"convert": ["--to", "xbn"], "replay": ["--plain"]}.get(command, [])
    runs = [CliRunner().invoke(app, [*arguments, *more, *limit]) for limit in ([], ["--limit", "tags=8"], ["--limit", "x=1"])]
    assert runs[0].output != runs[1].output
    assert (runs[2].exit_code, runs[2].stderr[:25]) == (2, "xbn: there is no limit 'x")
    Path("xbn.toml").write_text("[limits]\ntags = 8\n", encoding="utf-8")
    assert CliRunner().invoke(app, [*arguments, *more]).output == runs[1].output
    Path("xbn.toml").write_text("limits = 8\n", encoding="utf-8")
    assert CliRunner().invoke(app, [*arguments, *more]).exit_code == 2


def test_the_command_line_overrules_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text("[tool.xbn.limits]\ntags = 8\nrecords = 7\n", encoding="utf-8")
    shown = CliRunner().invoke(app, ["limits", "--limit", "tags=30"]).stdout
    values = {line.split()[0]: int(line.split()[1]) for line in shown.splitlines()}
    assert (values["tags"], values["records"], values["gif_plies"]) == (30, 7, 600)


def test_the_quick_start_of_the_command_knows_the_settings(tmp_path: Path) -> None:
    import subprocess
    import sys

    (tmp_path / "xbn.toml").write_text("[limits]\ntags = 8\n", encoding="utf-8")
    (tmp_path / "game.xbn").write_text(with_tags(9), encoding="utf-8")
    command = [sys.executable, "-m", "expendibots_notation", "validate", "game.xbn"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "XBN907" in found.stdout


# What is written about them


def rows(heading: str) -> list[list[str]]:
    """The rows of a table of the page on trust."""
    lines = DOCS.read_text(encoding="utf-8").split("\n")
    (start,) = [number for number, line in enumerate(lines) if line.startswith(heading)]
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip().strip("`") for cell in line.split("|")[1:-1]])
    return found


def test_the_page_has_every_limit() -> None:
    stated = [(name, int(value.replace(",", "")), code, meaning) for name, value, code, meaning in rows("| limit |")]
    assert stated == [(each.name, each.value, BY_NAME[each.finding].code, each.meaning) for each in listed(USUAL)]
    assert tuple(each.name for each in fields(Limits)) == NAMES


def test_the_page_has_the_fixed_limits() -> None:
    stated = {what: value for what, value, _ in rows("| fixed |")}
    assert stated["cells of a Robots board, each way"] == f"{robots_positions.SMALLEST} to {layout.LARGEST}"
    assert stated["squares of a Stack Wars board, each way"] == f"{stack_wars.SMALLEST} to {stack_wars.LARGEST}"
    assert stated["tokens of an Expendibots position"] == f"{positions.MOST_TOKENS:,}"
