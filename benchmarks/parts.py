"""Measured inside this process, or by starting a command that does nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.clock import best_seconds, median_seconds
from benchmarks.table import Row, Target, comparison, speed
from expendibots_notation.games import expendibots
from expendibots_notation.perft import count

STARTING_TARGET = Target(6, is_ceiling=True)
"""How many times as long as Python itself the command may take to start."""

_PERFT_DEPTH = 3


def starting() -> Iterator[Row]:
    """`xbn --version`, beside an interpreter that does nothing."""
    command = [str(Path(sys.executable).with_name("xbn")), "--version"]
    ours, bare = median_seconds(command, [sys.executable, "-c", "pass"], rounds=15)
    yield Row("xbn --version", seconds=f"{ours:.3f}")
    yield Row("python3 -c pass", seconds=f"{bare:.3f}")
    yield comparison("xbn : python3", ours / bare, STARTING_TARGET)


def counting() -> Iterator[Row]:
    """Action sequences from the start."""
    start = expendibots.start()
    nodes = count(start, _PERFT_DEPTH)
    (seconds,) = best_seconds(lambda: count(start, _PERFT_DEPTH), rounds=3)
    yield Row(f"perft, depth {_PERFT_DEPTH}", speed=speed(nodes, seconds, "nodes"))
