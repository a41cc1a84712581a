"""Which format a file has: by its content, by its name where the content leaves it open; compressed files, folders, `-`."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import process_time

import pytest
import zstandard
from typer.testing import CliRunner, Result

from expendibots_notation.cli.app import app
from expendibots_notation.importers import IMPORTERS, detect, find_importer
from expendibots_notation.pipeline import Overrides, validate_files, validate_stream
from expendibots_notation.verdict import FileFinding, Verdict

A, B = "('MOVE', 1, (0, 1), (0, 2))", "('BOOM', (0, 6))"
XBN = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. a2-a3 xa7 *\n'
PLY = '{{"ply": {}, "turn": 1, "player": "{}", "text": "{}", "action": null, "position": null}}'
JSONL = (
    '{"format": "xbn-record", "version": 1, "game": "expendibots", "rules": "text", "tags": {}, "setup": null, "plies": ['
    + ", ".join([PLY.format(1, "white", "a2-a3"), PLY.format(2, "black", "xa7")])
    + '], "rejected": null, "claimed": {"result": "*", "termination": null}, '
    '"outcome": {"result": "*", "termination": null, "ply": null}, "final": null}\n'
)
LOG = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\n"
CALL = "*   time:  + 0.000s  (just elapsed)    0.000s  (game total)\n"
STDOUT = (
    "* all messages printed by the referee after this begin with a *\n* (any other lines of output must be from your Player classes).\n"  # noqa: E501
    "* importing player 1's player class 'Player' from package 'one'\n* importing player 2's player class 'Player' from package 'two'\n"  # noqa: E501
    "** initialising players\n* initialising white player as a 'one.Player'\n* initialising black player as a 'two.Player'\n** game start!\n"  # noqa: E501
) + "".join(
    f"** player {number} ({colour})'s turn\n* asking player {number} ({colour}) for next action...\n"
    f"*   player {number} ({colour}) returned action: {action}\n{CALL}"
    f"* updating player 1 (white) with {colour}'s action {action}...\n{CALL}"
    f"* updating player 2 (black) with {colour}'s action {action}...\n{CALL}"
    for number, colour, action in ((1, "white", A), (2, "black", B))
)
TUPLES = f"[{A}, {B}]\n"
TEXTS = {
    "xbn": XBN,
    "json": f"[\n{JSONL}]\n",
    "jsonl": JSONL * 2,
    "referee-log": LOG,
    "referee-stdout": STDOUT,
    "tuples": TUPLES,
    "stack-wars-moves": "3 8\n6 0\n",
}
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor().compress,
}
EXTENSIONS = {importer.name: importer.extensions[0] for importer in IMPORTERS}


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin)


def name_of(text: str, path: str) -> str | None:
    found = detect(text, path)
    return found.name if found else None


def plies(data: bytes, file: str) -> list[int]:
    found = list(validate_stream(BytesIO(data), file))
    assert all(isinstance(each, Verdict) and each.valid for each in found), found
    return [each.plies for each in found if isinstance(each, Verdict)]


# Content and name


@pytest.mark.parametrize("path", ["game", "<stdin>", *(f"game{extension}" for extension in EXTENSIONS.values())])
@pytest.mark.parametrize("name", TEXTS)
def test_the_content_decides(name: str, path: str) -> None:
    assert name_of(TEXTS[name], path) == name
    assert set(plies(TEXTS[name].encode(), path)) == {2}


@pytest.mark.parametrize("before", ["\n\n", "\ufeff", "  \n"])
@pytest.mark.parametrize("name", TEXTS)
def test_what_stands_before_the_content_does_not_matter(name: str, before: str) -> None:
    assert plies((before + TEXTS[name]).encode(), "game")[:1] == [2]


@pytest.mark.parametrize("comment", ['"Quoted"', LOG * 9, STDOUT, TUPLES, JSONL.replace("}", "\\}"), "\\} [" * 9, ""])
@pytest.mark.parametrize("path", ["game", "game.log", "game.json"])
def test_what_comments_say_does_not_matter(comment: str, path: str) -> None:
    said = f"{{{comment}}}\n"
    assert name_of(said + XBN, path) == "xbn"
    assert plies((said * 2 + XBN).encode(), path) == [2]


def test_a_quote_in_braces_may_be_a_comment() -> None:
    assert name_of('{"Well played," said Ada} 1. a2-a3 *', "game") == "xbn"
    assert name_of('{"played": 1}', "game") == "json"


@pytest.mark.parametrize("name", TEXTS)
def test_line_endings_do_not_matter(name: str) -> None:
    assert plies(TEXTS[name].replace("\n", "\r\n").encode(), "game")[:1] == [2]


def test_the_name_decides_where_the_content_does_not() -> None:
    assert name_of(JSONL, "game.json") in ("json", "jsonl")
    assert plies(JSONL.encode(), "game.json") == plies(JSONL.encode(), "game.jsonl") == [2]
    for extension, name in (
        (".xbn", "xbn"),
        (".log", "referee-log"),
        (".tuples", "tuples"),
        (".JSON", "json"),
        (".log.gz", "referee-log"),
    ):
        assert name_of("nothing of the kind", "game" + extension) == name
    assert name_of("nothing of the kind", "game.unknown") is None


@pytest.mark.parametrize("name", TEXTS)
def test_the_caller_decides_above_all(name: str) -> None:
    for verdict in validate_stream(BytesIO(TEXTS[name].encode()), "game.unknown", Overrides(format=name)):
        assert isinstance(verdict, Verdict)
        assert verdict.plies == 2


def test_every_format_has_a_name() -> None:
    assert list(TEXTS) == [importer.name for importer in IMPORTERS]
    assert find_importer("nothing") is None


def test_an_unknown_format_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.dat"
    path.write_text("nothing of the kind\n")
    result = run("validate", str(path))
    assert (result.exit_code, "XBN401" in result.output) == (2, True)
    assert run("convert", str(path), "--to", "xbn").exit_code == 2
    for command in (["validate"], ["convert", "--to", "xbn"]):
        result = run(*command, str(path), "--from", "pgn")
        assert result.exit_code == 2
        assert "referee-log" in result.stderr


# Where a file comes from


@pytest.mark.parametrize("packing", PACKERS)
@pytest.mark.parametrize("name", TEXTS)
def test_a_compressed_file(name: str, packing: str, tmp_path: Path) -> None:
    data = PACKERS[packing](TEXTS[name].encode())
    path = tmp_path / f"game{EXTENSIONS[name]}.{packing}"
    path.write_bytes(data)
    assert [found.plies for found in validate_files([str(path)]) if isinstance(found, Verdict)][:1] == [2]
    assert plies(data, "game")[:1] == [2]
    assert run("validate", "-", stdin=data).exit_code == 0
    assert run("validate", str(tmp_path)).exit_code == 0


@pytest.mark.parametrize("packing", PACKERS)
def test_a_damaged_compressed_file(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.xbn.{packing}"
    whole = PACKERS[packing]((XBN * 200).encode())
    for cut in range(1, len(whole), 5):
        path.write_bytes(whole[:cut])
        assert list(validate_files([str(path)]))
    for at in range(0, len(whole), 3):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        assert list(validate_files([str(path)]))
    path.write_bytes(whole[: len(whole) // 2])
    result = run("validate", str(path))
    assert (result.exit_code, result.exception is None or isinstance(result.exception, SystemExit)) == (2, True)


@pytest.mark.parametrize("packing", ["gz", "xz", "zst"])
def test_what_can_be_read_of_a_cut_file_is_judged(packing: str, tmp_path: Path) -> None:
    """bzip2 packs so much at a time that nothing of a small file can be read before its end."""
    path = tmp_path / f"games.log.{packing}"
    source = random.Random(5)
    games = "".join(f"{LOG.split(chr(10))[0][:-4]}{source.randrange(1000, 9999)}\n" for _ in range(40_000))
    whole = PACKERS[packing](games.encode())
    path.write_bytes(whole[: len(whole) * 3 // 4])
    *judged, last = validate_files([str(path)])
    assert len(judged) > 100
    assert isinstance(last, FileFinding)
    assert last.diagnostic.name == "unreadable-file"


@pytest.mark.parametrize("packing", PACKERS)
def test_a_file_that_is_cut_off_at_its_end_is_said(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.xbn.{packing}"
    path.write_bytes(PACKERS[packing](XBN.encode())[:-3])
    assert any(isinstance(found, FileFinding) and found.is_unreadable for found in validate_files([str(path)]))


def test_a_folder_and_several_files(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    for name, text in TEXTS.items():
        (inner / f"{name}{EXTENSIONS[name].upper()}").write_text(text)
    (inner / "notes.md").write_text("not a record")
    result = run("validate", str(tmp_path), "--report", "json")
    assert result.exit_code == 0
    assert result.output.count('"valid": true') == 8
    paths = [str(path) for path in inner.iterdir() if path.suffix != ".md"]
    assert run("validate", *paths).exit_code == 0
    assert run("validate", *paths, str(inner / "missing.log")).exit_code == 2


@pytest.mark.parametrize("name", TEXTS)
def test_standard_input(name: str) -> None:
    assert run("validate", "-", stdin=TEXTS[name].encode()).exit_code == 0


# Speed

BIG = 1 << 18


@pytest.mark.parametrize(
    "piece",
    [" ", "\n", "\t\n", "[", "(", "{", '"', "'", "*", "* ", "white ", "'white' ", "white:", "[[ ", "['", "('", "#", "# \n", "1", "a", "x", "\r", "\\", '[A "', '{"', ",", "[white] - ", "[white] - MOVE ", "('MOVE',", "[error] - illegal action detected (white): ", "**\n", "* +---+\n", "\x1b["],  # noqa: E501
)  # fmt: skip
def test_looking_at_a_file_stays_fast(piece: str) -> None:
    text = (piece * (BIG // len(piece) + 1))[:BIG]
    began = process_time()
    detect(text, "game")
    assert process_time() - began < 1


@pytest.mark.parametrize("name", ["json", "referee-log", "referee-stdout", "tuples"])
@pytest.mark.parametrize("piece", ['"', "1,", "[", "(", "white ", "('MOVE',", "[white] - MOVE ", "* ", "\n"])
def test_reading_what_it_is_not_stays_fast(name: str, piece: str) -> None:
    text = (piece * (BIG // len(piece) + 1))[:BIG]
    began = process_time()
    for _ in validate_stream(BytesIO(text.encode()), "game", Overrides(format=name)):
        pass
    assert process_time() - began < 10
