"""Workers that die, mistakes of ours, and Ctrl-C: never a hang, never a lost file, never a half-told story."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from expendibots_notation.bulk import judge
from expendibots_notation.parallel import judge_files, pieces, reading, workers
from expendibots_notation.pipeline import judge_files as by_one
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import FileFinding, single

SHORT = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 e7-e6\n*\n'
LOOSE = SHORT.replace("1. d2-d3", "1. D2d3")
"""A record with a finding, so that it is an answer of its own."""
PARENT = os.getpid()

needs_fork = pytest.mark.skipif(sys.platform != "linux", reason="faults are put into forked workers")


def told(results: Any) -> list[str]:
    return [repr(result) for result in single(results)]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three small files, a large one, which is cut, and two more small ones."""
    monkeypatch.setattr(pieces, "PIECE", 1000)
    monkeypatch.setattr(pieces, "LONGEST_PIECE", 1000)
    monkeypatch.setattr(pieces, "BATCH_BYTES", 1000)
    monkeypatch.setattr(pieces, "STEP", 512)
    names = ["a", "b", "c", "large", "y", "z"]
    for name in names:
        (tmp_path / f"{name}.xbn").write_text(LOOSE * (120 if name == "large" else 2))
    return [str(tmp_path / f"{name}.xbn") for name in names]


def with_fault(monkeypatch: pytest.MonkeyPatch, is_hit: Callable[[pieces.Piece], bool], fault: Callable[[], object]) -> None:
    """Have workers, and only these, do something in the middle of a piece."""
    usual = reading.Reading.__call__

    def read(self: reading.Reading[Any], piece: pieces.Piece, *rest: Any, **named: Any) -> Iterator[Any]:
        for number, answer in enumerate(usual(self, piece, *rest, **named)):
            if number == 1 and os.getpid() != PARENT and is_hit(piece):
                fault()
            yield answer

    monkeypatch.setattr(reading.Reading, "__call__", read)


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def run_out_of_memory() -> None:
    raise MemoryError


FAULTS = {"SIGKILL": kill, "exit": lambda: os._exit(3), "memory": run_out_of_memory}
PROBLEMS = {"SIGKILL": "(signal 9)", "exit": "exit code 3", "memory": "out of memory"}


@needs_fork
@pytest.mark.parametrize("fault", FAULTS)
def test_a_worker_that_dies_once_changes_nothing(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    def only_once(piece: pieces.Piece) -> bool:
        marker = tmp_path / f"{Path(piece.path).name}-{piece.start}.hit"
        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    expected = told(by_one(files))
    with_fault(monkeypatch, only_once, FAULTS[fault])
    assert told(judge_files(files, jobs=2)) == expected
    assert len(list(tmp_path.glob("*.hit"))) > 10


@needs_fork
@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_over_which_workers_die_is_reported(files: list[str], monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    with_fault(monkeypatch, lambda piece: piece.path == files[1], FAULTS[fault])
    results = list(single(judge_files(files, jobs=2)))
    (found,) = [result for result in results if isinstance(result, FileFinding)]
    assert (found.diagnostic.code, found.diagnostic.place.file) == ("XBN904", files[1])
    assert PROBLEMS[fault] in found.diagnostic.message
    others = [result for result in results if not isinstance(result, FileFinding) and result.file != files[1]]
    assert told(others) == told(by_one([file for file in files if file != files[1]]))
    assert exit_code(results) == 2


@needs_fork
def test_what_stands_behind_a_crash_in_its_file_is_not_told(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with_fault(monkeypatch, lambda piece: 3000 < piece.start < 5000, kill)
    results = list(single(judge_files(files, jobs=2)))
    at = next(number for number, result in enumerate(results) if isinstance(result, FileFinding))
    before, after = results[:at], results[at + 1 :]
    whole = told(by_one(files))
    assert told(before) == whole[: len(before)]
    assert 6 + 30 < len(before) < 6 + 60
    assert told(after) == told(by_one(files[4:]))


@needs_fork
def test_only_the_piece_that_processes_die_of_is_lost(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files travel together, and none of the others is lost with the one."""
    monkeypatch.setattr(pieces, "BATCH_BYTES", 1 << 20)
    monkeypatch.setattr(pieces, "BATCH_FILES", 5)
    with_fault(monkeypatch, lambda piece: piece.path in files[1:3], kill)
    results = list(single(judge_files(files * 3, jobs=2)))
    lost = [result.diagnostic.place.file for result in results if isinstance(result, FileFinding)]
    assert lost == files[1:3] * 3
    others = [result for result in results if not isinstance(result, FileFinding)]
    assert told(others) == told(by_one([file for file in files * 3 if file not in files[1:3]]))


@needs_fork
def test_all_workers_dying_is_no_hang(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with_fault(monkeypatch, lambda piece: True, kill)
    results = list(single(judge_files(files, jobs=3)))
    assert [result.diagnostic.place.file for result in results if isinstance(result, FileFinding)] == files


@needs_fork
def test_a_mistake_of_ours_raises(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble() -> None:
        raise ZeroDivisionError("ours")

    with_fault(monkeypatch, lambda piece: piece.path == files[2], stumble)
    with pytest.raises(ZeroDivisionError, match="ours") as caught:
        list(judge_files(files, jobs=2))
    assert "stumble" in str(caught.value.__cause__)


def refuse(*_: object, **__: object) -> None:
    raise OSError("the system has no more")


@needs_fork
@pytest.mark.parametrize("left", [0, 1])
def test_no_more_processes_is_no_reason_to_give_up(files: list[str], monkeypatch: pytest.MonkeyPatch, left: int) -> None:
    usual = os.fork
    given: list[int] = []

    def fork() -> int:
        if len(given) == left:
            refuse()
        given.append(1)
        return usual()

    monkeypatch.setattr(os, "fork", fork)
    assert told(judge_files(files, jobs=2)) == told(by_one(files))
    assert not multiprocessing.active_children()


def test_no_temporary_files_are_no_reason_to_give_up(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "TemporaryDirectory", refuse)
    assert told(judge_files(files, jobs=2)) == told(by_one(files))


@needs_fork
def test_results_that_are_too_many_for_a_file(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = told(by_one(files))
    monkeypatch.setattr(workers, "RESULTS_AT_ONCE", 1)
    monkeypatch.setattr(workers, "MOST_STORED", 1000)
    assert told(judge_files(files, jobs=2)) == expected


def test_no_file_is_left(files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    results = judge_files(files, jobs=2)
    next(results)
    assert list(tmp_path.glob("xbn-*"))
    results.close()  # type: ignore[attr-defined]
    assert not list(tmp_path.glob("xbn-*"))


def test_workers_that_are_started_anew_say_the_same(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems where a process cannot be copied, and where other threads run."""
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert told(judge_files(files, jobs=2)) == told(by_one(files))


def test_no_worker_is_left(files: list[str]) -> None:
    results = judge_files(files, jobs=2)
    next(results)
    assert multiprocessing.active_children()
    results.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_a_worker_far_ahead_waits(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """While nobody asks for results, only a few batches are submitted."""
    submitted: list[pieces.Batch] = []
    usual = workers._Workers.submit

    def submit(self: workers._Workers[Any], batch: pieces.Batch, number: int) -> Any:
        submitted.append(batch)
        return usual(self, batch, number)

    monkeypatch.setattr(workers._Workers, "submit", submit)
    results = judge_files(files * 5, jobs=2)
    first = next(results)
    assert len(submitted) == 2 * workers.BATCHES_AHEAD
    assert told([first, *results]) == told(by_one(files * 5))


def exit_code(results: list[Any]) -> int:
    tally = Tally()
    for result in results:
        tally.add(result)
    return tally.exit_code


# The command


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "expendibots_notation", "validate", *arguments]


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """A file that takes long: clean records at first, then ones that need trees."""
    path = tmp_path / "endless.xbn"
    path.write_text(SHORT * 20_000 + SHORT.replace("e7-e6", 'e7-e6 {%note="a text"}') * 100_000)
    return str(path)


each_number = pytest.mark.parametrize("jobs", ["1", "2"])


@each_number
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_interrupt_leaves_a_partial_summary(endless: str, jobs: str, unbuffered: str) -> None:
    """A terminal sends Ctrl-C to all processes of a command. Python may have been told not to buffer what is written."""
    arguments = command("--jobs", jobs, endless)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": os.environ | {"PYTHONUNBUFFERED": unbuffered}}
    with subprocess.Popen(arguments, **pipes, text=True, start_new_session=True) as process:  # type: ignore[call-overload]
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert process.returncode == 130
    assert err == ""
    last = out.splitlines()[-1]
    assert last.startswith("stopped: ")
    assert " in 1 file: " in last


@each_number
def test_an_interrupt_leaves_a_whole_document(tmp_path: Path, jobs: str) -> None:
    """It is heard even while the command waits for input."""
    (tmp_path / "first.xbn").write_text(SHORT)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    arguments = command("--jobs", jobs, "--report", "json", str(tmp_path / "first.xbn"), "-")
    with subprocess.Popen(arguments, **pipes) as process:  # type: ignore[call-overload]
        process.stdin.write(b" " * (1 << 20))  # far more than a pipe holds: when this returns, the command is reading
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert process.returncode == 130
    assert err == b""
    document = json.loads(out)
    assert document["stopped"] is True
    assert document["summary"]["records"] == len(document["records"]) == 1


def test_a_terminal_shows_how_far_it_is_and_a_pipe_does_not(endless: str, tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    with (tmp_path / "out.txt").open("w") as out:
        process = subprocess.Popen(command("-q", "--jobs", "2", endless), stdout=out, stderr=theirs)
        os.close(theirs)
        seen = b""
        while b"plies/s" not in seen:
            seen += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        process.wait(60)
        os.close(ours)
    assert b"records" in seen
    assert (tmp_path / "out.txt").read_text().splitlines()[-1].startswith("stopped: ")


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of the number differs between systems")
@pytest.mark.skipif(str(judge.__file__).endswith(".py"), reason="takes long where nothing is compiled")
def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    """Results are handed on as they come; they take more room than the 35 MB of input, but never at one time."""
    path = tmp_path / "large.xbn"
    path.write_text('[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 e7-e6 *\n\n' * 400_000)
    # What getrusage tells of a process itself includes the one that started it, here the tests; of its workers it does not.
    program = (
        "import re, resource, sys; from expendibots_notation.parallel import judge_files\n"
        "for _ in judge_files([sys.argv[1]], jobs=2): pass\n"
        "own = re.search(r'VmHWM:\\s*(\\d+) kB', open('/proc/self/status').read())\n"
        "print(max(int(own[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))"
    )
    answer = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert int(answer.stdout) < 150_000


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for the workers in /proc")
def test_killed_workers_lose_nothing(tmp_path: Path) -> None:
    """A worker is killed at a random moment of the command, ten times."""
    games = tmp_path / "games"
    games.mkdir()
    for name, text in {"clean": SHORT * 30_000, "loose": LOOSE * 10_000, "few": SHORT * 1000 + LOOSE}.items():
        (games / f"{name}.xbn").write_text(text)
    for number in range(500):
        (games / f"{number}.xbn").write_text(LOOSE)
    expected = subprocess.run(command("--jobs", "1", str(games)), capture_output=True, check=False)
    chance = random.Random()
    kills = 0
    while kills < 10:
        with (tmp_path / "report").open("wb+") as report:
            process = subprocess.Popen(command("--jobs", "2", str(games)), stdout=report, stderr=subprocess.PIPE)
            time.sleep(chance.uniform(0.1, 2))
            kills += kill_worker(process.pid, chance)
            _, complaints = process.communicate(timeout=600)
            report.seek(0)
            assert report.read() == expected.stdout
        assert (process.returncode, complaints) == (expected.returncode, b"")


def kill_worker(parent: int, chance: random.Random) -> bool:
    """Kill one of the workers of a command; False where there is none."""
    try:
        workers = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        os.kill(int(chance.choice(workers)), signal.SIGKILL)
    except (OSError, IndexError):
        return False
    return True
