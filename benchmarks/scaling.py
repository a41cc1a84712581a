"""How the cost grows with the input, and how it falls with a second process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from benchmarks.commands import in_turns, validate
from benchmarks.corpus import AllGames, Sample, write, write_size
from benchmarks.scale import FULL, Scale
from benchmarks.table import Row, Target, comparison, memory_limit, whole_command

GROWTH_TARGET = Target(1.2, is_ceiling=True)
"""How many times as long the largest file may take as the smaller ones let expect."""
MEMORY_TARGET = Target(300, is_ceiling=True, unit=" MB")
PROCESSES_TARGET = Target(1.7)


def scaling(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """One process from a megabyte to a gigabyte; two on the largest."""
    is_whole = scale.sizes == FULL.sizes
    samples = [write(folder / "one.xbn", games.usual, plies=1)]
    samples += [write_size(folder / f"{size}.xbn", games.usual, size) for size in scale.sizes]
    *runs, two = in_turns(*(validate(sample.path) for sample in samples), validate(samples[-1].path, jobs=2), rounds=scale.rounds)
    for sample, run in zip(samples, runs, strict=True):
        yield whole_command("one record" if sample.games == 1 else _size(sample), sample, run)
    largest, smaller, smallest = samples[-1], samples[-2], samples[1]
    # The straight line through the smallest file and the second largest, as far as the largest.
    per_byte = (runs[-2].processor - runs[1].processor) / (smaller.size - smallest.size)
    expected = runs[1].processor + per_byte * (largest.size - smallest.size)
    yield comparison(
        f"{_size(largest)} : a straight line through {_size(smallest)} and {_size(smaller)}",
        runs[-1].processor / expected,
        GROWTH_TARGET if is_whole else None,
    )
    yield memory_limit(f"peak memory with {_size(largest)}", runs[-1].memory, MEMORY_TARGET)
    yield whole_command(f"{_size(largest)}, one process, by the clock", largest, runs[-1], by_clock=True)
    yield whole_command(f"{_size(largest)}, two processes, by the clock", largest, two, by_clock=True)
    has_cores = (os.cpu_count() or 1) > 1
    yield comparison("two processes : one", runs[-1].clock / two.clock, PROCESSES_TARGET if is_whole and has_cores else None)
    yield memory_limit("peak memory of a process", two.memory, MEMORY_TARGET)


def _size(sample: Sample) -> str:
    return f"{sample.size / 1e9:.0f} GB" if sample.size > 9e8 else f"{sample.size / 1e6:.0f} MB"
