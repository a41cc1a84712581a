"""The hooks for pre-commit and the documented workflows: they parse, and what they run exists."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from marking import GOOD, ILLEGAL, LOOSE, xbn

ROOT = Path(__file__).parent.parent
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
_SNIPPET = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SNIPPETS = [yaml.safe_load(body) for body in _SNIPPET.findall((ROOT / "docs" / "ci.md").read_text(encoding="utf-8"))]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("games/game.xbn").write_text(GOOD)


def hook(name: str) -> dict[str, Any]:
    (found,) = [each for each in HOOKS if each["id"] == name]
    return found


def run_hook(name: str, *files: str) -> int:
    """What pre-commit does: the entry with the names of the changed files behind it."""
    program, *arguments = shlex.split(hook(name)["entry"])
    assert program == "xbn"
    return xbn(*arguments, *files).code


def commands(value: object) -> list[str]:
    """The commands of this program in a workflow, wherever they stand."""
    if isinstance(value, str):
        return [value] if value.startswith("xbn ") else []
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [command for part in parts for command in commands(part)]


COMMANDS = [command for snippet in SNIPPETS for command in commands(snippet)]


def test_there_are_two_hooks_with_what_pre_commit_needs() -> None:
    assert [each["id"] for each in HOOKS] == ["xbn-validate", "xbn-format"]
    for each in HOOKS:
        assert {"id", "name", "entry", "language", "files"} <= set(each)
        assert each["language"] == "python"
        re.compile(each["files"])


def test_the_hook_that_validates() -> None:
    Path("bad.xbn").write_text(ILLEGAL)
    assert run_hook("xbn-validate", "games/game.xbn") == 0
    assert run_hook("xbn-validate", "games/game.xbn", "bad.xbn") == 1


def test_the_hook_that_formats() -> None:
    """pre-commit itself sees that a file has changed."""
    Path("loose.xbn").write_text(LOOSE)
    assert run_hook("xbn-format", "games/game.xbn", "loose.xbn") == 0
    assert "1. d2-d3" in Path("loose.xbn").read_text()
    assert Path("games/game.xbn").read_text() == GOOD


@pytest.mark.parametrize(
    ("file", "is_validated", "is_formatted"),
    [
        ("a/b.xbn", True, True),
        ("a.log", True, False),
        ("a.log.gz", True, False),
        ("a.xbn.txt", False, False),
        ("axbn", False, False),
    ],
)
def test_the_files_of_the_hooks(file: str, is_validated: bool, is_formatted: bool) -> None:
    assert bool(re.search(hook("xbn-validate")["files"], file)) == is_validated
    assert bool(re.search(hook("xbn-format")["files"], file)) == is_formatted


def test_the_documented_hooks_exist() -> None:
    (config,) = [snippet for snippet in SNIPPETS if "repos" in snippet]
    used = [each["id"] for repository in config["repos"] for each in repository["hooks"]]
    assert sorted(used) == sorted(each["id"] for each in HOOKS)


def test_there_are_commands_in_the_documentation() -> None:
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize("command", COMMANDS)
def test_a_documented_command_runs(command: str) -> None:
    assert xbn(*shlex.split(command)[1:]).code == 0


def test_the_files_that_a_workflow_uploads_are_written_by_it() -> None:
    (workflow,) = [snippet for snippet in SNIPPETS if "jobs" in snippet]
    steps = workflow["jobs"]["validate"]["steps"]
    for command in commands(workflow):
        xbn(*shlex.split(command)[1:])
    uploaded = [value for step in steps for key, value in step.get("with", {}).items() if key in ("sarif_file", "path")]
    assert len(uploaded) == 2
    assert all(Path(file).is_file() for file in uploaded)


def test_every_test_is_run_by_the_quick_target_or_by_the_slow_one() -> None:
    """And CI runs both."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (quick,) = re.findall(r'^test: .*\n.* -m "(.*)"$', makefile, re.MULTILINE)
    (slow,) = re.findall(r'^test-slow: .*\n.* -m "(.*)"$', makefile, re.MULTILINE)
    assert (quick, slow) == ("not slow", "slow or hypothesis")
    last = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()[-1]
    assert {"test", "test-slow"} <= set(last.removeprefix("make ").split())
