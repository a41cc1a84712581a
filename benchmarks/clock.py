"""Measuring: the best of several rounds, rivals in turn, so that a change of the machine's mood meets both.

What runs in this process is measured by the processor time it takes: other programs on the machine would otherwise be counted in,
and a short work that they interrupt loses more by it than a long one.
"""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter, process_time


def best_seconds(*works: Callable[[], object], rounds: int) -> list[float]:
    """The shortest processor time of each work, when they take turns for so many rounds."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            best[number] = min(best[number], _seconds(work, process_time))
    return best


def median_seconds(*commands: Sequence[str], rounds: int) -> list[float]:
    """The median time of each command, in processes of their own, when they take turns for so many rounds."""
    times: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for command, taken in zip(commands, times, strict=True):
            taken.append(_seconds(partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL), perf_counter))
    return [statistics.median(taken) for taken in times]


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return clock() - started
