"""`xbn format` reads and writes record by record: a compressed file may hold far more than the memory does."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest
from typer.testing import CliRunner

from expendibots_notation.cli.app import app

RECORD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 d7-d6\n2. d3-d2 *\n'
LOOSE = RECORD.replace("1. d2-d3", "1.d2-d3")


def packed(folder: Path, *texts: str) -> str:
    path = folder / "games.xbn.gz"
    path.write_bytes(gzip.compress("\n".join(texts).encode()))
    return str(path)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["format", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def test_a_packed_file_is_printed_and_checked(tmp_path: Path) -> None:
    assert run(packed(tmp_path, RECORD, LOOSE)) == (0, f"{RECORD}\n{RECORD}")
    assert run("--check", packed(tmp_path, RECORD, RECORD)) == (0, "")


@pytest.mark.parametrize(
    "texts",
    [(LOOSE, RECORD), (RECORD, LOOSE), (RECORD, RECORD + "\n\n"), (RECORD + "\n", RECORD), (RECORD.rstrip(),), ("\n" + RECORD,)],
)
def test_every_difference_is_seen(texts: tuple[str, ...], tmp_path: Path) -> None:
    code, out = run("--check", packed(tmp_path, *texts))
    assert code == 1
    assert out.endswith(f"would reformat {tmp_path / 'games.xbn.gz'}\n")


def test_what_can_be_read_of_a_damaged_file_is_printed(tmp_path: Path) -> None:
    path = packed(tmp_path, *[RECORD] * 3000)
    Path(path).write_bytes(Path(path).read_bytes()[:-8])
    code, out = run(path)
    assert code == 2
    assert out.startswith(f"{RECORD}\n{RECORD}\n")
    assert run("--check", path) == (2, "")


@pytest.mark.parametrize("option", [[], ["--check"]])
@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(option: list[str], tmp_path: Path) -> None:
    peaks = []
    for number in (500, 500, 15_000):
        path, out = packed(tmp_path, *[RECORD] * number), tmp_path / "out"
        tracemalloc.start()
        with out.open("w") as file, pytest.MonkeyPatch.context() as patch:
            patch.setattr("expendibots_notation.cli.format.record_output", lambda file=file: file)
            assert run(*option, path)[0] == 0
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        if not option:
            assert out.read_text() == "\n".join([RECORD] * number)
    assert peaks[2] < peaks[1] + 1_000_000
