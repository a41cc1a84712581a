"""Every command that writes, ended at every step of its work: there is the old file or the new one, and no litter but of SIGKILL.

`make test-examples` tries all formats and all signals, `make test-slow` one format of each way of writing, `make test` only
SIGTERM.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from effort import few_of

from expendibots_notation.cli.render import FORMS
from expendibots_notation.exporters import EXPORTERS
from expendibots_notation.reports import REPORTS
from expendibots_notation.standings import FORMATS

IS_DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
PROGRAM = Path(__file__).with_name("ended.py")
LOOSE = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. D2d3 e7-e6\n2. e2-d2 *\n'
UNFINISHED = re.compile(r"\.(?:game\.xbn|out|other)\.\w+\.unfinished(?:/.+)?")

COMMANDS = {
    "format": ["format", "--write", "game.xbn"],
    "validate to two": ["validate", "game.xbn", "--report", "csv=out", "--report", "json", "--output", "other"],
    **{f"convert to {each.name}": ["convert", "game.xbn", "--force", "--to", each.name, "-o", "out"] for each in EXPORTERS},
    **{f"render {each}": ["render", "game.xbn", "--force", "--to", each, "-o", "out"] for each in FORMS},
    **{f"table as {each}": ["table", "game.xbn", "--format", each, "-o", "out"] for each in FORMATS},
    **{f"validate to {each}": ["validate", "game.xbn", "--report", f"{each}=out"] for each in REPORTS},
}
ONE_OF_A_KIND = ["format", "validate to two", "convert to json", "convert to parquet", "render svg", "table as csv"]
FULL = "full"
"""Not ended, but the disk takes no more."""
SIGNALS = [signal.SIGKILL, signal.SIGTERM, *([signal.SIGHUP, signal.SIGINT] if IS_DEEP else [])]
CODES = {signal.SIGKILL: -signal.SIGKILL, FULL: 2} | {each: 128 + each for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}


class Run(NamedTuple):
    """A command that was ended at a step."""

    name: str
    step: int
    code: int
    files: dict[str, str]
    """What it left, by name: the hash of what is in it."""


def runs(fate: signal.Signals | str, folder: Path, names: list[str]) -> Iterator[Run]:
    order = folder.parent / "commands.json"
    order.write_text(json.dumps([(name, COMMANDS[name]) for name in names]))
    program = [sys.executable, str(PROGRAM), fate if isinstance(fate, str) else str(int(fate)), str(folder), str(order)]
    answer = subprocess.run(program, stdout=subprocess.PIPE, text=True, timeout=600, check=True)
    return (Run(*json.loads(line)) for line in answer.stdout.splitlines() if line.startswith("["))


@pytest.mark.parametrize("fate", few_of([signal.SIGTERM, FULL, *(each for each in SIGNALS if each != signal.SIGTERM)], 1))
@pytest.mark.parametrize("is_there", [True, False], ids=["old", "new"])
def test_the_old_file_or_the_new_one(tmp_path: Path, fate: signal.Signals | str, is_there: bool) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    (folder / "game.xbn").write_text(LOOSE)
    if is_there:
        (folder / "out").write_text("old")
        (folder / "other").write_text("old")
    names = [*COMMANDS] if IS_DEEP else ONE_OF_A_KIND if is_there else ONE_OF_A_KIND[:1]
    by_name: dict[str, list[Run]] = {}
    for run in runs(fate, folder, names):
        by_name.setdefault(run.name, []).append(run)
    assert [*by_name] == names
    for name, (first, *others) in by_name.items():
        *ended, whole = [first, *others]
        assert whole.code == 0
        assert len(ended) >= 4, name
        for run in ended:
            assert run.code == CODES[fate], run
            left = {each for each in run.files if UNFINISHED.fullmatch(each)}
            assert fate == signal.SIGKILL or not left, run
            seen = {each: run.files[each] for each in run.files if each not in left}
            assert all_old_or_new(seen, first.files, whole.files), run


def all_old_or_new(seen: dict[str, str], old: dict[str, str], new: dict[str, str]) -> bool:
    """Whether each thing in the folder is as it was or as it was to be; a folder is one thing."""

    def of(top: str, files: dict[str, str]) -> dict[str, str]:
        return {name: content for name, content in files.items() if name.split("/")[0] == top}

    return all(of(top, seen) in (of(top, old), of(top, new)) for top in {each.split("/")[0] for each in (*seen, *old, *new)})
