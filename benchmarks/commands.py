"""Whole commands, each in a process of its own, and what they took."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryFile

PGN_EXTRACT_ADVICE = "pgn-extract is not installed, so there is nothing to compare with; Debian has it: apt-get install pgn-extract"

_LAUNCHER = Path(__file__).with_name("launcher.py")
_KEPT = 4000
"""How much is kept of what a command prints, in bytes: a report may have a hundred megabytes."""


@dataclass(frozen=True)
class Command:
    """What to run."""

    arguments: tuple[str, ...]
    exit_code: int = 0
    """What it is expected to end with."""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """What a command took."""

    processor: float
    """Seconds of all its processes together."""
    clock: float
    """Seconds until it ended."""
    memory: int
    """The peak of its largest process, in bytes; `least_memory` where it is less than that."""
    output: str
    """The end of what it printed."""

    @property
    def last_line(self) -> str:
        return self.output.rstrip("\n").rpartition("\n")[2]


def run(command: Command) -> Run:
    """Run a command. Raises AssertionError where it does not end as expected."""
    with TemporaryFile() as printed:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(_LAUNCHER), *command.arguments],
            env={**_usual_environment(), **command.environment},
            stdout=printed,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
        )
        printed.seek(max(0, printed.seek(0, os.SEEK_END) - _KEPT))
        output = printed.read().decode(errors="replace")
    said, _, measured = done.stderr.rstrip().rpartition("\n")
    clock, processor, memory, exit_code = measured.split()
    if int(exit_code) != command.exit_code:
        raise AssertionError(f"{' '.join(command.arguments)} ended with exit code {exit_code}:\n{output}{said[-_KEPT:]}")
    return Run(float(processor), float(clock), int(memory), output)


def in_turns(*commands: Command, rounds: int) -> list[Run]:
    """The best of each command, when they take turns for so many rounds: the shortest times, and the largest memory."""
    runs: list[list[Run]] = [[] for _ in commands]
    for _ in range(rounds):
        for command, of_command in zip(commands, runs, strict=True):
            of_command.append(run(command))
    return [_best(of_command) for of_command in runs]


@cache
def least_memory() -> int:
    """What a program is said to use that uses next to nothing: it cannot be less than what its launcher does."""
    nothing = which("true")
    return run(Command((nothing,))).memory if nothing else 0


def _best(runs: list[Run]) -> Run:
    return Run(
        processor=min(each.processor for each in runs),
        clock=min(each.clock for each in runs),
        memory=max(each.memory for each in runs),
        output=runs[0].output,
    )


def _usual_environment() -> dict[str, str]:
    """The caller's, without the switch that decides what is measured."""
    return {name: value for name, value in os.environ.items() if name != "XBN_NO_COMPILE"}


# What is run


def xbn(*arguments: str, exit_code: int = 0, compiled: bool = True) -> Command:
    """The installed command."""
    program = str(Path(sys.executable).with_name("xbn"))
    return Command((program, *arguments), exit_code, {} if compiled else {"XBN_NO_COMPILE": "1"})


def validate(path: Path, *, quiet: bool = True, exit_code: int = 0, compiled: bool = True, jobs: int = 1) -> Command:
    """`xbn validate`; if it is quiet, it reports what is wrong and not a line for each record, as pgn-extract does here."""
    options = ["--quiet"] if quiet else []
    return xbn("validate", *options, "--jobs", str(jobs), str(path), exit_code=exit_code, compiled=compiled)


def python_chess(path: Path) -> Command:
    return Command((sys.executable, "-m", "benchmarks.read_chess", str(path)))


def plain_checker(path: Path) -> Command:
    return Command((sys.executable, "-m", "benchmarks.plain_checker", str(path)))


def pgn_extract(path: Path) -> Command | None:
    """The check of games without writing them; None where it is not installed."""
    # Debian puts it among the games, which not everybody's PATH has.
    program = which("pgn-extract") or which("pgn-extract", path="/usr/games:/usr/local/games")
    return Command((program, "-r", "-s", "--quiet", str(path))) if program else None
