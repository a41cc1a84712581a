"""The README is executed: every command and every line of Python in it, with the output that it shows."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def blocks(kind: str) -> list[str]:
    return [text for found, text in _BLOCK.findall(README.read_text(encoding="utf-8")) if found == kind]


def commands() -> list[tuple[str, str]]:
    """The commands of all console blocks, with the output below each."""
    return [(command, output) for block in blocks("console") for command, output in _COMMAND.findall(block)]


def run(command: str) -> str:
    """What a command prints."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=600, check=False
    )
    assert "Traceback" not in done.stderr
    return done.stdout


def refresh() -> None:
    """Rewrite the README with what its commands and its Python really print."""

    def console(block: re.Match[str]) -> str:
        lines = _COMMAND.sub(lambda found: f"$ {found[1]}\n" + ("" if _is_make(found[1]) else run(found[1])), block[2])
        return f"```console\n{lines}```"

    text = README.read_text(encoding="utf-8")
    text = _BLOCK.sub(lambda block: console(block) if block[1] == "console" else block[0], text)
    README.write_text(text, encoding="utf-8")


def _is_make(command: str) -> bool:
    """`make` commands are run by continuous integration itself."""
    return command.startswith("make ")


if os.environ.get("XBN_REFRESH"):
    refresh()


@pytest.mark.parametrize(("command", "output"), commands(), ids=[command for command, _ in commands()])
def test_command(command: str, output: str) -> None:
    """A command prints exactly what the README shows."""
    if _is_make(command):
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert all(f"\n{target}:" in makefile for target in shlex.split(command)[1:])
    else:
        assert run(command) == output


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of the README runs as shown."""
    monkeypatch.chdir(ROOT)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("pycon")), {}, "README.md", str(README), 0)
    assert len(examples.examples) >= 5
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_everything_in_the_readme_is_executed() -> None:
    """There are enough commands to be a tour, and no block of a kind that nobody runs."""
    kinds = {kind for kind, _ in _BLOCK.findall(README.read_text(encoding="utf-8"))}
    assert kinds <= {"console", "pycon"}
    assert len(commands()) >= 8
