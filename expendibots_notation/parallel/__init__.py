"""Files read by several processes: the results, and their order, are those of one process.

    pieces → workers → joint

`pieces` cuts the input at borders of records, `workers` has each piece read by a process (`reading`), and `joint` turns the
results on pieces into results on files. No rule is known here, and of a format only where its records surely begin (`borders`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice

from expendibots_notation.parallel.joint import Shift, joined
from expendibots_notation.parallel.pieces import Piece, batches, size_of
from expendibots_notation.parallel.reading import OnRead, Reading, T, Way, nobody
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides, judge_text
from expendibots_notation.verdict import FileFinding, Result, shifted

SMALL = 4 << 20
"""Input of fewer bytes is read by one process: others would hardly have begun when it is done."""


def judge_files(
    paths: Sequence[str], overrides: Overrides = NO_OVERRIDES, jobs: int | None = None, on_read: OnRead = nobody
) -> Iterator[Result]:
    """The same as the pipeline's function of that name, by that number of processes (see `map_files`)."""
    return map_files(judge_text, shifted, paths, overrides, jobs, on_read)


def map_files(
    way: Way[T],
    shift: Shift[T],
    paths: Sequence[str],
    overrides: Overrides = NO_OVERRIDES,
    jobs: int | None = None,
    on_read: OnRead = nobody,
    is_short: bool = True,
) -> Iterator[T | FileFinding]:
    """What `way` makes of the text of each file, in order, by that number of processes; None lets the size of the input decide.

    `way` may be given a part of a file, so it numbers records and lines from the beginning of that; `shift` corrects both. It goes
    to other processes and its results come back, so all of them are such as can be pickled. A result is about one record, unless it
    has a length and a method `beginning`, as CleanRun has. `on_read` is told how many more bytes were read, and 0 now and then.
    Results that are much longer than what they are made of are not `is_short`: pieces are small then.
    """
    reading = Reading(way, overrides)
    jobs = usual_jobs(paths) if jobs is None else jobs
    if jobs > 1:
        planned = batches(paths, overrides, is_short)
        first = tuple(islice(planned, jobs))
        # What cannot be divided is not worth a process.
        if len(first) > 1:
            # Loaded here: one process is often done before this is loaded.
            from expendibots_notation.parallel.workers import map_pieces

            answers = map_pieces(reading, chain(first, planned), len(first), partial(on_read, 0))
            return joined(answers, reading, shift, on_read)
    return joined(chain.from_iterable(reading(Piece(path), on_read) for path in paths), reading, shift)


def usual_jobs(paths: Sequence[str]) -> int:
    """One for each core that this process may use, where there is enough to do."""
    if sum(size_of(path) or 0 for path in paths) < SMALL:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
