"""What is answered before Typer is loaded: the same as Typer would answer, with little loaded."""

from __future__ import annotations

import functools
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from expendibots_notation.__main__ import main, plain_order
from expendibots_notation.cli import validate
from expendibots_notation.cli.app import app

SAMPLE = str(Path(__file__).parent.parent / "samples" / "expendibots" / "chain-reaction.xbn")
SLOW = ("lark", "multiprocessing", "pathlib", "pydantic", "rich", "tempfile", "typer")
UNUSED = (
    "drawing",
    "games.robots",
    "games.stack_wars",
    "games.stacks",
    "importers.json",
    "notation.tree_builder",
    "schema",
    "viewer",
)


@pytest.mark.parametrize(
    "arguments",
    [
        [SAMPLE],
        ["-"],
        ["-q", SAMPLE],
        [SAMPLE, "--quiet", "--strict"],
        ["--jobs", "3", SAMPLE, "--strict", SAMPLE],
        ["--jobs", "1", SAMPLE, "--jobs", "2"],
    ],
)
def test_a_plain_order_is_understood_as_typer_does(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    signature = inspect.signature(validate.validate)

    @functools.wraps(validate.validate)
    def note(**given: Any) -> int:
        bound = signature.bind(**given)
        bound.apply_defaults()
        asked.append(bound.arguments)
        return 0

    monkeypatch.setattr(validate, "validate", note)
    monkeypatch.setattr(sys, "argv", ["xbn", "validate", *arguments])
    assert plain_order(sys.argv[1:]) is not None
    with pytest.raises(SystemExit, match="0"):
        main()
    assert CliRunner().invoke(app, ["validate", *arguments]).exit_code == 0
    by_main, by_typer = asked
    assert by_main == by_typer


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--help"],
        ["format", SAMPLE],
        ["validate", "--help"],
        ["validate", SAMPLE, "--report", "json"],
        ["validate", "-qx", SAMPLE],
        ["validate", "--", SAMPLE],
        ["validate", "--jobs", "0", SAMPLE],
        ["validate", "--jobs", "9" * 5000, SAMPLE],
        ["validate", "--jobs", "\N{SUPERSCRIPT TWO}", SAMPLE],
        ["validate", SAMPLE, "--jobs"],
        ["-v", "validate", SAMPLE],
    ],
)
def test_anything_else_is_left_to_typer(arguments: list[str]) -> None:
    assert plain_order(arguments) is None


def test_an_order_without_files_is_answered_by_typer(tmp_path: Path) -> None:
    for arguments in ([], [str(tmp_path)]):
        quick = subprocess.run(
            [sys.executable, "-m", "expendibots_notation", "validate", *arguments], capture_output=True, text=True, check=False
        )
        full = CliRunner().invoke(app, ["validate", *arguments], prog_name="xbn")
        assert (quick.returncode, quick.stdout, quick.stderr) == (full.exit_code, full.stdout, full.stderr)
        assert quick.returncode == 2


def test_a_clean_file_is_judged_with_little_loaded() -> None:
    program = (
        "import sys\nbefore = set(sys.modules)\nfrom expendibots_notation.__main__ import main\n"
        "try:\n    main()\nfinally:\n    print(*sorted(set(sys.modules) - before), sep='\\n', file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, "validate", SAMPLE]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert answer.stdout.endswith("1 valid, 0 invalid (0 errors, 0 warnings); 32 plies\n")
    loaded = answer.stderr.split()
    assert "expendibots_notation.cli.validate" in loaded
    assert not [name for name in SLOW if name in loaded]
    assert not [name for name in UNUSED if f"expendibots_notation.{name}" in loaded]
