"""Many files, and large ones, judged on several cores: `judge_files` is the pipeline's function of that name with more hands.

    pieces → workers → joint

`pieces` cuts the input at borders of records, `pool` and `worker` have the pieces judged by other processes, `joint` puts what they
say together as if one process had read everything from the first line to the last. No rule and no format is known here but where
a record of a format surely begins (`borders`). The results are the same whatever the number of jobs, and so is their order.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from expendibots_notation.jobs.joint import joined
from expendibots_notation.jobs.judging import OnRead, judge, nobody
from expendibots_notation.jobs.pieces import Batch, Piece, batches, size_of
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides
from expendibots_notation.verdict import Result

SMALL = 4 << 20
"""Input of fewer bytes is judged by one process: others would hardly have begun when it is done."""


def judge_files(
    paths: Sequence[str], overrides: Overrides = NO_OVERRIDES, jobs: int | None = None, on_read: OnRead = nobody
) -> Iterator[Result]:
    """The results on every file, in order, by that number of processes; None lets the size of the input decide.

    `on_read` is told now and then how many more bytes were read, and 0 while nothing comes.
    """
    jobs = usual_jobs(paths) if jobs is None else jobs
    if jobs > 1:
        planned = batches(paths, overrides)
        first = tuple(islice(planned, 2))
        # What cannot be divided is not worth a process.
        if len(first) > 1:
            return _by_many(chain(first, planned), overrides, jobs, on_read)
    return joined(((piece, judge(piece, overrides, on_read)) for piece in map(Piece, paths)), overrides)


def _by_many(planned: Iterator[Batch], overrides: Overrides, jobs: int, on_read: OnRead) -> Iterator[Result]:
    # Loaded here: what one process judges is often done sooner than this is loaded.
    from expendibots_notation.jobs.pool import Pool

    pool = Pool(jobs, overrides, on_read)
    try:
        yield from joined(pool.judged(planned), overrides)
    finally:
        pool.stop()


def usual_jobs(paths: Sequence[str]) -> int:
    """One for each core that this process may use, where there is enough to do."""
    if sum(size_of(path) or 0 for path in paths) < SMALL:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
