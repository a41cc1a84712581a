"""Runs commands again and again, each time ended one step later, and says what they left: a program of its own, since it forks.

    python ended.py SIGNAL|full FOLDER COMMANDS

COMMANDS is a JSON file: a list of [name, arguments]. Each is run in a copy of FOLDER. A step is anything that the command asks of
the operating system below its folder (Python's audit events tell), or a piece that it writes; at the K-th step the process sends
itself the signal, for K = 1, 2, … until a run comes to its end. A line of JSON for each run: the name, K, how it ended, and every
file that is there then.

With "full" no signal is sent, but the system takes only so many bytes of a file: 1, 2, 4, 8, …
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import sys
from pathlib import Path
from typing import Any

from expendibots_notation import writing
from expendibots_notation.cli.app import app
from expendibots_notation.cli.process import hear_signals

MOST_STEPS = 200


def main(fate: str, folder: str, commands: str) -> None:
    orders = json.loads(Path(commands).read_text())
    place = Path(folder + ".copy")
    for _, arguments in orders:
        # Once in this process, which then has loaded all that the others need.
        shutil.copytree(folder, place)
        os.chdir(place)
        app(arguments, prog_name="xbn", standalone_mode=False)
        os.chdir(folder)
        shutil.rmtree(place)
    for name, arguments in orders:
        for step in range(1, MOST_STEPS):
            shutil.copytree(folder, place)
            code = _run(arguments, place, fate, step)
            sys.stdout.write(json.dumps([name, step, code, _content(place)]) + "\n")
            shutil.rmtree(place)
            sys.stdout.flush()
            if code == 0:
                break


def _run(arguments: list[str], place: Path, fate: str, step: int) -> int:
    """The exit code of a run that meets its fate at that step; minus the number of the signal that has ended it outright."""
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    code = 99
    try:
        os.chdir(place)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        hear_signals()
        if fate == "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << (step - 1), resource.RLIM_INFINITY))
        else:
            _send_at(step, int(fate), str(place))
        app(arguments, prog_name="xbn")
    except SystemExit as end:
        code = int(end.code or 0)
    finally:
        os._exit(code)


def _send_at(step: int, signal_number: int, place: str) -> None:
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1
        if steps == step:
            os.kill(os.getpid(), signal_number)

    def hear(_event: str, arguments: tuple[Any, ...]) -> None:
        if any(isinstance(each, str) and each.startswith(place) for each in arguments):
            count()

    usual = writing.WholeFile.write

    def write(self: writing.WholeFile, piece: str | bytes) -> None:
        count()
        usual(self, piece)

    sys.addaudithook(hear)
    writing.WholeFile.write = write  # type: ignore[method-assign]


def _content(place: Path) -> dict[str, str]:
    files = sorted(each for each in place.rglob("*") if each.is_file())
    return {str(each.relative_to(place)): hashlib.sha256(each.read_bytes()).hexdigest() for each in files}


if __name__ == "__main__":
    main(*sys.argv[1:])
