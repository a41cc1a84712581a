"""The machine on which a run was made, and the programs that were measured, in words."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from benchmarks.commands import pgn_extract, run, xbn
from expendibots_notation.board import counted


def describe_machine() -> str:
    """A line on the machine, and one on the programs."""
    cores = os.cpu_count() or 1
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    machine = f"{_processor()}, {counted(cores, 'core')}, {memory:.0f} GB of memory, {platform.system()}"
    load = os.getloadavg()[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    rivals = f"python-chess {version('chess')}, {_pgn_extract_version()}"
    return f"{machine}; load when the run began: {load:.1f}\n{python}, {_xbn_version()}; {rivals}"


def _xbn_version() -> str:
    """The version, and how many of its modules are compiled."""
    first, *others = run(xbn("--version", "-v")).output.splitlines()
    return f"{first} with {counted(sum(line.startswith('compiled:') for line in others), 'compiled module')}"


def _pgn_extract_version() -> str:
    command = pgn_extract(Path())
    if command is None:
        return "no pgn-extract"
    told = subprocess.run([command.arguments[0], "--version"], capture_output=True, text=True, check=False)
    return (told.stdout + told.stderr).strip().replace(" v", " ")


def _processor() -> str:
    """The model of the processor, as far as the system tells it."""
    try:
        if platform.system() == "Darwin":
            command = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration, subprocess.CalledProcessError):
        return platform.machine()
