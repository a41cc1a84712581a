"""The tables that an install keeps: found where they are sound and of these grammars, and made in memory otherwise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from expendibots_notation.notation import build, tables
from expendibots_notation.notation.tables import FRAME, Lexer, Parser, frame_parser, keep, lexer_of
from expendibots_notation.resources import grammar_file

ROOT = Path(__file__).parents[2]
TOY = str(ROOT / "tests" / "games" / "toy" / "heap.lark")
GAME = "robots.lark"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What an install keeps."""
    path = tmp_path_factory.mktemp("tables") / "tables.json"
    keep(path)
    return path.read_bytes()


@pytest.fixture
def kept(sound: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same in a file for one test, with copies of the grammars."""
    for path in grammar_file(FRAME).parent.glob("*.lark"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    path = tmp_path / "tables.json"
    path.write_bytes(sound)
    monkeypatch.setattr(tables, "KEPT", path)
    monkeypatch.setattr(tables, "grammar_file", tmp_path.joinpath)
    monkeypatch.setattr(build, "grammar_file", tmp_path.joinpath)
    return path


def read(file: str = GAME) -> tuple[Parser, Lexer]:
    """The tables of a game, as a new process would read them."""
    tables._kept.cache_clear()
    return frame_parser.__wrapped__(), lexer_of.__wrapped__(file)


def made(file: str = GAME) -> tuple[Parser, Lexer]:
    return build.make_parser(), build.make_lexer(file)


def test_kept_tables_are_those_that_are_made(kept: Path) -> None:
    for file in json.loads(kept.read_text("utf-8"))[1]["lexers"]:
        assert read(file) == made(file)


def test_with_kept_tables_none_are_made(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(build, "make_parser")
    monkeypatch.delattr(build, "make_lexer")
    read()
    kept.unlink()
    with pytest.raises(ImportError):
        read()


def test_a_grammar_from_elsewhere_is_made(kept: Path) -> None:
    assert read(TOY) == made(TOY)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda data: data[: len(data) // 2], id="half"),
        pytest.param(lambda data: data[:-1], id="all-but-one-byte"),
        pytest.param(lambda data: data.replace(b"0", b"1", 9), id="other-numbers"),
        pytest.param(lambda data: data.replace(b'"lexers"', b'"others"'), id="other-names"),
        pytest.param(lambda data: data + b"\xff", id="no-text"),
        pytest.param(lambda _: b"[1,\n[]]\n", id="something-else"),
    ],
)
def test_damaged_tables_do_not_count(damage: Callable[[bytes], bytes], kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = read()
    kept.write_bytes(damage(kept.read_bytes()))
    assert read() == sound
    assert not tables._kept()


def test_missing_tables_are_made(kept: Path) -> None:
    sound = read()
    kept.unlink()
    assert read() == sound


@pytest.mark.parametrize("file", [FRAME, "stacks.lark"])
def test_tables_of_another_grammar_do_not_count(file: str, kept: Path) -> None:
    """Whichever of them has changed: a game imports the frame."""
    old = read()
    changed = kept.with_name(file)
    changed.write_text(changed.read_text("utf-8").replace(r"NAG: /\$", "NAG: /%") + "\n", "utf-8")
    assert not tables._kept.__wrapped__()
    assert read() == made()
    assert (read() == old) == (file != FRAME)


@pytest.mark.parametrize("has_lark", [True, False], ids=["with Lark", "without Lark"])
def test_a_build_keeps_the_tables_and_does_not_need_them(has_lark: bool, sound: bytes, tmp_path: Path) -> None:
    if not has_lark:
        (tmp_path / "lark.py").write_text("raise ImportError('there is no Lark')\n")
    command = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", str(tmp_path / "built")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "XBN_NO_COMPILE": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    found = tmp_path / "built" / "expendibots_notation" / "notation" / "tables.json"
    assert ("the tables of the grammars are not kept: ImportError('there is no Lark')" in answer.stderr) != has_lark
    assert (found.read_bytes() if found.exists() else None) == (sound if has_lark else None)
