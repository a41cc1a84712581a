"""Pieces read by processes of this machine, with `ProcessPoolExecutor`.

- A batch of pieces is a task. Few more are submitted than there are workers, so memory doesn't depend on the size of the input.
- A worker writes its results to a temporary file and returns the name. So memory doesn't depend on the size of the results either,
  and a message is sent in one go: of one that is cut off by a kill, the executor would await the rest for ever.
- A worker that dies breaks the executor. The unfinished pieces are then run one at a time, so it is known which one a process dies
  of, and with what exit code. After them a new executor begins.
- What no process can do is done here: standard input, a piece with huge results, everything where the system gives no process.

The executor of a cluster would take the same tasks; only starting it, and how the results come back, are about this machine.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from copy import copy
from itertools import chain, islice
from multiprocessing.process import BaseProcess
from shutil import rmtree
from tempfile import TemporaryDirectory, mkstemp
from typing import Any, Generic, Protocol, TypeVar

from expendibots_notation.limits import Limits, apply, in_force
from expendibots_notation.parallel.pieces import Batch, Piece

BATCHES_AHEAD = 4
"""How many batches are submitted for each worker."""
TRIES = 3
"""How many processes may die of a piece that they had to themselves."""
PATIENCE = 0.1
"""Seconds to wait for results before telling that there are none."""
RESULTS_AT_ONCE = 256
"""How many results are pickled together."""
MOST_STORED = 64 << 20
"""Bytes of results on a batch that are kept in a file."""
OUT_OF_MEMORY = 12
"""The exit code of a worker with too little memory: alone it may have more."""
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Those that the process which was started answers in its own way: it ends the others."""

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


class Task(Protocol[R_co]):
    """What is done with a piece. It can be pickled, and so can pieces and results."""

    def __call__(self, piece: Piece) -> Iterable[R_co]:
        """The results on a piece."""

    def lost(self, piece: Piece, problem: str) -> Iterable[R_co]:
        """The results on a piece that every process died of."""


def map_pieces(task: Task[R], batches: Iterable[Batch], jobs: int, on_wait: Callable[[], None]) -> Iterator[R]:
    """The results of a task on all pieces, in order, by that number of processes. `on_wait` is called while nothing comes.

    Close the iterator to stop before its end: the processes are ended, whatever they are doing.
    """
    batches = iter(batches)
    submitted: deque[tuple[Batch, Future[str] | None]] = deque()
    with closing(_Workers(task, on_wait)) as workers:
        while True:
            # What was under way when a worker died is done before anything new is begun.
            is_mending = submitted and workers.number != jobs
            for batch in islice(batches, 0 if is_mending else jobs * BATCHES_AHEAD - len(submitted)):
                submitted.append((batch, None if batch[0].size is None else workers.submit(batch, jobs)))
            if not submitted:
                return
            yield from workers.results(*submitted.popleft())


class _Workers(Generic[R]):
    """Processes with a task."""

    def __init__(self, task: Task[R], on_wait: Callable[[], None]) -> None:
        self.number = 0
        self._task = task
        self._on_wait = on_wait
        self._executor: ProcessPoolExecutor | None = None
        self._processes: list[BaseProcess] = []
        self._folder: TemporaryDirectory[str] | None = None

    def close(self) -> None:
        """End all processes, and remove their files."""
        self._end()
        if self._folder is not None:
            self._folder.cleanup()

    def submit(self, batch: Batch, number: int) -> Future[str]:
        """Give a batch to one of that number of processes; what comes is the name of a file."""
        try:
            folder = self._folder = self._folder or TemporaryDirectory(prefix="xbn-", ignore_cleanup_errors=True)
            if self._executor is None or self.number != number:
                self._end()
                self._executor = self._started(number, folder.name)
            with _signals_held():
                return self._executor.submit(_store, self._task, batch, folder.name)
        except (BrokenExecutor, OSError) as error:
            self._end()
            failed: Future[str] = Future()
            failed.set_exception(error)
            return failed

    def results(self, batch: Batch, stored: Future[str] | None, deaths: int = 0) -> Iterator[R]:
        """The results on a batch, of which so many processes have died that had nothing else to do."""
        try:
            results = chain.from_iterable(map(self._task, batch)) if stored is None else self._loaded(stored)
        except BrokenExecutor:
            problem = self._end()
            for piece in batch:
                if deaths == TRIES:
                    yield from self._task.lost(piece, problem)
                else:
                    yield from self.results((piece,), self.submit((piece,), 1), deaths + 1)
        except OSError:
            # No process, or no room for a file.
            yield from self.results(batch, None)
        else:
            yield from results

    def _loaded(self, stored: Future[str]) -> Iterator[R]:
        while not wait([stored], PATIENCE).done:
            self._on_wait()
        return _load(stored.result())

    def _started(self, number: int, folder: str) -> ProcessPoolExecutor:
        # A fork has everything loaded. It is safe where no other thread may hold a lock.
        can_fork = sys.platform == "linux" and threading.active_count() == 1
        context: Any = copy(multiprocessing.get_context("fork" if can_fork else "spawn"))
        new_process = context.Process

        def process(**options: Any) -> BaseProcess:
            """A process that is remembered: an executor keeps its own to itself."""
            self._processes.append(new_process(**options))
            return self._processes[-1]

        context.Process = process
        self.number = number
        return ProcessPoolExecutor(number, context, initializer=_prepare, initargs=(in_force(), folder))

    def _end(self) -> str:
        """End the processes, whatever they are doing; how the first of them ended, in words."""
        for process in self._processes:
            if process.is_alive():
                process.kill()
        if self._executor is not None:
            self._executor.shutdown()
        code = self._processes[0].exitcode or 0 if self._processes else 0
        self._executor, self._processes, self.number = None, [], 0
        if code == OUT_OF_MEMORY:
            return "out of memory"
        return f"ended by {signal.strsignal(-code) or 'a'} (signal {-code})" if code < 0 else f"exit code {code}"


# In a worker


def _store(task: Task[R], batch: Batch, folder: str) -> str:
    """Write the results on a batch to a file; its name. Raises OSError where that cannot be done."""
    handle, path = mkstemp(dir=folder)
    try:
        with open(handle, "wb") as file:
            results = chain.from_iterable(map(task, batch))
            while chunk := list(islice(results, RESULTS_AT_ONCE)):
                pickle.dump(chunk, file, pickle.HIGHEST_PROTOCOL)
                if file.tell() > MOST_STORED:
                    raise OSError("there are too many results for a file")
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except OSError:
        os.unlink(path)
        raise
    return path


def _load(path: str) -> Iterator[Any]:
    """The results in a file, once: it is removed after them."""
    try:
        with open(path, "rb") as file:
            while True:
                yield from pickle.load(file)
    except EOFError:
        os.unlink(path)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Keep signals from a process that has just begun, until it is prepared."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare(limits: Limits, folder: str) -> None:
    """Prepare a process for its tasks."""
    apply(limits)
    for number in SIGNALS:
        # The executor ends its processes by SIGTERM.
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    # Ctrl-C reaches every process of a terminal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_end_with_parent, args=(folder,), daemon=True).start()


def _end_with_parent(folder: str) -> None:
    """End this process if the one that started it is killed: an executor's would wait for tasks for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    rmtree(folder, ignore_errors=True)
    os._exit(1)
