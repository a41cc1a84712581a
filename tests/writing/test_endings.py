"""Streams that are closed or full, readers that go away, and signals: a line or none, a sensible exit code, nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from marking import LOOSE, xbn

from expendibots_notation.cli import process as endings

XBN = str(Path(sys.executable).with_name("xbn"))
CLEAN = {"PATH": os.defpath, "HOME": "/nonexistent", "LANG": "C.UTF-8", "TERM": "xterm"}

PRINTING = {
    "validate": "validate big.xbn",
    "validate by Typer": "validate --isolated big.xbn",
    "format": "format big.xbn",
    "convert": "convert --to json big.xbn",
    "explain": "explain",
    "help": "--help",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("endings")
    (folder / "big.xbn").write_text("\n".join([LOOSE] * 500))
    return folder


def shell(script: str, place: Path) -> list[str]:
    """Run a script with `xbn` in it; its lines, and those of standard error, which come first."""
    script = script.replace("xbn ", f"{XBN} ", 1)
    whole = ["bash", "-c", f"({script}) 2>&1"]
    answer = subprocess.run(whole, stdout=subprocess.PIPE, text=True, cwd=place, env=CLEAN, check=False)
    return answer.stdout.splitlines()


@pytest.mark.parametrize("command", PRINTING)
def test_streams_of_every_command(place: Path, command: str) -> None:
    """A reader that goes away, a disk that is full, and no standard output at all, in one shell."""
    arguments = PRINTING[command]
    gone = shell(f"set -o pipefail; xbn {arguments} | :; echo $?", place)
    # Whoever has nothing more to say than a pipe holds may be done before the reader is gone.
    assert gone in (["2"], ["0"], ["1"]), gone
    assert gone == ["2"] or "big" not in arguments
    assert shell(f"xbn {arguments} > /dev/full; echo $?", place) == ["xbn: cannot write: no space left on device", "2"]
    assert shell(f"xbn {arguments} >&-; echo $?", place) == ["xbn: standard output is closed", "2"]


def test_a_reader_that_goes_away_after_the_first_line(place: Path) -> None:
    lines = shell("set -o pipefail; xbn validate big.xbn | head -1; echo $?", place)
    assert len(lines) == 2
    assert lines[0].startswith("big.xbn:")
    assert lines[1] == "2"


def test_no_standard_input(place: Path) -> None:
    for command in ("validate", "format", "convert --to json", "render"):
        lines = shell(f"xbn {command} - <&-; echo $?", place)
        assert lines[-1] == "2", (command, lines)
        assert "standard input is closed" in "\n".join(lines), (command, lines)
        assert "Traceback" not in "\n".join(lines)


@pytest.mark.parametrize("target", ["&-", "/dev/full"])
def test_no_standard_error(place: Path, target: str) -> None:
    """What it has to say is lost; that something was wrong is not."""
    for command in ("convert --to json missing.xbn", "format --check missing.xbn", "frobnicate"):
        script = ["bash", "-c", f"{XBN} {command} 2>{target}"]
        answer = subprocess.run(script, capture_output=True, text=True, cwd=place, env=CLEAN, check=False)
        assert (answer.returncode, answer.stdout, answer.stderr) == (2, "", ""), command


def test_a_closed_reader_leaves_the_old_reports(place: Path) -> None:
    (place / "report.csv").write_text("old")
    lines = shell("set -o pipefail; xbn validate --report text --report csv=report.csv big.xbn | :; echo $?", place)
    assert lines == ["2"]
    assert (place / "report.csv").read_text() == "old"


# Signals


def started(command: list[str], place: Path, **options: object) -> subprocess.Popen[bytes]:
    """A command that reads from a pipe that stays open."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([XBN, *command], cwd=place, env=CLEAN, **pipes, **options)  # type: ignore[call-overload]
    assert process.stdin is not None
    process.stdin.write(LOOSE.encode() + b" " * (1 << 20))  # far more than a pipe holds: when this returns, the command is reading
    return process  # type: ignore[no-any-return]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("command", [["convert", "--to", "json", "-o", "out", "-"], ["validate", "-"]], ids=" ".join)
def test_a_signal_ends_a_command_quietly(place: Path, command: list[str], number: signal.Signals) -> None:
    # The tests themselves may run under nohup.
    with started(command, place, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as process:
        process.send_signal(number)
        _, complaints = process.communicate(timeout=600)
    assert (process.returncode, complaints) == (128 + number, b"")
    assert [each for each in os.listdir(place) if "unfinished" in each or each == "out"] == []


def test_a_hangup_that_is_ignored_stays_ignored(place: Path) -> None:
    """As under nohup."""
    with started(["format", "-"], place, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as process:
        process.send_signal(signal.SIGHUP)
        written, complaints = process.communicate(timeout=600)
    assert (process.returncode, complaints) == (0, b"")
    assert b"d2-d3 e7-e6" in written


def test_an_interrupt_that_is_ignored_stays_ignored(place: Path) -> None:
    """As in the background of a script."""
    with started(["validate", "-"], place, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as process:
        process.send_signal(signal.SIGINT)
        written, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    assert b"record 1 is valid" in written


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_is_left_behind(place: Path, number: signal.Signals) -> None:
    names = [f"{letter}.xbn" for letter in "abc"]
    for name in names:
        (place / name).write_text("\n".join([LOOSE] * 12_000))
    command = [XBN, "validate", "--jobs", "2", *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=place, env=CLEAN, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        assert len(processes_of(process.pid)) >= 2
        process.send_signal(number)
        process.wait(60)  # though nobody reads what it has written
    assert process.returncode == (143 if number == signal.SIGTERM else -number)
    deadline = time.monotonic() + 30
    while processes_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_of(process.pid) == []


def processes_of(session: int) -> list[str]:
    """The processes of a session that are alive."""
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(each.parent.name)
    return found


# Inside this process


def test_typer_shows_what_it_does_not_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in (["validate", "-\x1b[2J.xbn"], ["\x1b[2J"], ["explain", "a", "b\x9b\u202e"], ["render", "--size", "\x1b[2J"]):
        answer = xbn(*arguments)
        assert answer.code == 2
        assert all(each.isprintable() or each == "\n" for each in answer.err), answer.err
    assert xbn().out.startswith("Usage: ") or xbn().err.startswith("Usage: ")


def test_trouble_of_standard_error_does_not_hide_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[int] = []

    class Full:
        def write(self, _text: str) -> None:
            raise OSError(28, "No space left on device")

        def flush(self) -> None:
            self.write("")

    monkeypatch.setattr(endings, "_drop", dropped.append)
    monkeypatch.setattr(sys, "stderr", Full())
    with pytest.raises(SystemExit) as caught, endings.quiet_end():
        raise OSError(28, "No space left on device")
    assert (caught.value.code, set(dropped)) == (2, {1, 2})


def test_a_file_that_cannot_be_written_ends_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    from expendibots_notation.writing import Unwritable

    with pytest.raises(SystemExit) as caught, endings.quiet_end():
        raise Unwritable("\x1b.json", "no space left on device")
    assert (caught.value.code, capsys.readouterr().err) == (2, "xbn: cannot write ␛.json: no space left on device\n")


@pytest.mark.parametrize("name", ["gone\x1b.lark", b"gone\x1b.lark"])
def test_an_error_of_another_file_is_not_taken_for_one_of_the_output(name: str | bytes, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught, endings.quiet_end():
        os.stat(name)
    assert (caught.value.code, capsys.readouterr().err) == (2, "xbn: cannot use gone␛.lark: no such file or directory\n")
