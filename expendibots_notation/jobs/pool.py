"""The workers, and who waits for them: batches go out to whoever is idle, answers come in in the order of the input.

- A worker has one pipe. Its end of the pipe closes however it ends, and behind everything it has sent, so a crash is never missed.
- A worker that is far ahead of the input is not read from, so it waits; a batch far ahead is not given out. So the memory does not
  depend on the size of the input.
- What a crashed worker was at goes to a fresh one, which begins again with the piece that was not finished. If that one crashes
  over the same piece, the piece is given up, and the next one is judged.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, cast

from expendibots_notation.jobs.joint import Crash, JudgedPiece
from expendibots_notation.jobs.judging import Answer, OnRead, PieceEnd, judge
from expendibots_notation.jobs.pieces import Batch, Piece
from expendibots_notation.jobs.worker import ENDED, FAILED, OUT_OF_MEMORY, content_of, head_of, held_signals, work
from expendibots_notation.limits import in_force
from expendibots_notation.pipeline import Overrides
from expendibots_notation.verdict import Result

TRIES = 2
"""How many workers may crash over a piece until it is given up."""
BATCHES_AHEAD = 3
"""How many batches a worker may be ahead, on average."""
MESSAGES_AHEAD = 8
"""How many messages on a batch are read before it is its turn."""
PATIENCE = 0.1
"""Seconds to wait for news before telling that there are none."""


class _Restart:
    """Among messages: from here on the piece is told from its beginning again."""


class _Job:
    """A batch that was given out, and what has come back."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.messages: deque[bytes | _Restart | Crash] = deque()
        self.has_worker = False
        self._piece = 0
        """Which piece the worker is at."""
        self._waiting = 0
        """How many of the messages are about that piece."""
        self._crashes = 0

    @property
    def rest(self) -> Batch:
        """What is still to be judged, from the piece on that was begun."""
        return self.batch[self._piece :]

    def take(self, message: bytes) -> None:
        """Keep a message until it is its turn."""
        self.messages.append(message)
        self._waiting += 1
        if head_of(message)[0] == ENDED:
            self._next_piece()

    def give(self) -> bytes | _Restart | Crash:
        """The next message."""
        self._waiting = min(self._waiting, len(self.messages) - 1)
        return self.messages.popleft()

    def crash(self, problem: str) -> None:
        """Note that the worker is no more."""
        self.has_worker = False
        self._crashes += 1
        if self._crashes == TRIES:
            self.messages.append(Crash(problem))
            self._next_piece()
            return
        for _ in range(self._waiting):
            self.messages.pop()
        self.messages.append(_Restart())
        self._waiting = 0

    def judged_here(self) -> None:
        """Note that a piece was judged without a worker."""
        self._next_piece()

    def _next_piece(self) -> None:
        self._piece += 1
        self._waiting = self._crashes = 0


class _Worker:
    """A process that judges."""

    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection
        self.job: _Job | None = None

    def end(self) -> None:
        """End the process, whatever it is at."""
        self.process.terminate()
        self.process.join()
        self.connection.close()

    def problem(self) -> str:
        """Why the process is no more, in words."""
        self.process.join()
        self.connection.close()
        code = self.process.exitcode or 0
        if code == OUT_OF_MEMORY:
            return "out of memory"
        if code < 0:
            return f"ended by {signal.strsignal(-code) or 'a'} (signal {-code})"
        return f"exit code {code}"


class Pool:
    """Up to that number of workers, each started when there is something for it to do."""

    def __init__(self, jobs: int, overrides: Overrides, on_read: OnRead) -> None:
        self._most_workers = jobs
        self._most_jobs = jobs * (1 + BATCHES_AHEAD)
        self._overrides = overrides
        self._on_read = on_read
        self._context = _context()
        self._workers: list[_Worker] = []
        self._jobs: deque[_Job] = deque()
        """In the order of the input; the first is the one whose answers are asked for."""

    def judged(self, batches: Iterator[Batch]) -> Iterator[JudgedPiece]:
        """Each piece of the batches, in order, with the answers to it."""
        self._give_out(batches)
        while self._jobs:
            job = self._jobs[0]
            for piece in job.batch:
                yield piece, self._answers(piece, job, batches)
            self._jobs.popleft()
            self._give_out(batches)

    def stop(self) -> None:
        """End all workers, whatever they are at."""
        while self._workers:
            self._workers.pop().end()

    # Work goes out.

    def _give_out(self, batches: Iterator[Batch]) -> None:
        """Give each idle worker something to do: first of all what a crashed one has left."""
        for job in self._jobs:
            if job.rest and not job.has_worker and not job.batch[0].is_ours and not self._begin(job):
                return
        while len(self._jobs) < self._most_jobs and (self._has_room() or not self._jobs) and (batch := next(batches, None)):
            job = _Job(batch)
            self._jobs.append(job)
            if not batch[0].is_ours:
                self._begin(job)

    def _has_room(self) -> bool:
        return len(self._workers) < self._most_workers or any(worker.job is None for worker in self._workers)

    def _begin(self, job: _Job) -> bool:
        """Hand a job to a worker; False where there is none."""
        worker = next((worker for worker in self._workers if worker.job is None), None) or self._new_worker()
        if worker is None:
            return False
        worker.job = job
        job.has_worker = True
        try:
            worker.connection.send(job.rest)
        except ConnectionError:
            # It has ended while it was idle. One of the tries is lost, so that this cannot go on for ever.
            self._bury(worker)
            return not job.rest or self._begin(job)
        return True

    def _new_worker(self) -> _Worker | None:
        """Start a process; None where there are enough of them, or the system gives no more."""
        if len(self._workers) >= self._most_workers:
            return None
        try:
            ours, theirs = self._context.Pipe()
        except OSError:
            self._most_workers = len(self._workers)
            return None
        inherited = [worker.connection for worker in self._workers] + [ours] if self._forks() else []
        process = self._context.Process(target=work, args=(theirs, inherited, self._overrides, in_force()), daemon=True)
        try:
            with _signals_held():
                process.start()
        except OSError:
            ours.close()
            self._most_workers = len(self._workers)
            return None
        finally:
            theirs.close()
        self._workers.append(_Worker(process, ours))
        return self._workers[-1]

    def _forks(self) -> bool:
        return bool(self._context.get_start_method() == "fork")

    # Answers come in.

    def _answers(self, piece: Piece, job: _Job, batches: Iterator[Batch]) -> Iterator[Answer | Crash]:
        """The answers to the next piece of the first job."""
        given = 0
        again = 0
        """How many answers were given before, by a worker that has crashed since."""
        while True:
            while not job.messages and job.has_worker:
                self._wait()
                self._give_out(batches)
            if not job.messages:
                # There is no worker for it, and there will be none.
                yield from islice(judge(piece, self._overrides, self._on_read), given, None)
                job.judged_here()
                return
            message = job.give()
            if isinstance(message, _Restart):
                again = given
                continue
            if isinstance(message, Crash):
                yield message
                return
            content = content_of(message)
            if isinstance(content, PieceEnd):
                yield content
                return
            if isinstance(content, Exception):
                raise content
            for result in cast(list[Result], content):
                if again:
                    again -= 1
                else:
                    given += 1
                    yield result

    def _wait(self) -> None:
        """Take what has come from those workers that are not too far ahead."""
        first = self._jobs[0]
        heard = {
            worker.connection: worker
            for worker in self._workers
            if worker.job is not None and (worker.job is first or len(worker.job.messages) < MESSAGES_AHEAD)
        }
        ready = wait(heard, PATIENCE)
        if not ready:
            self._on_read(0)
        for connection in ready:
            self._hear(heard[cast(Connection, connection)])

    def _hear(self, worker: _Worker) -> None:
        job = worker.job
        assert job is not None
        try:
            message = worker.connection.recv_bytes()
        except (EOFError, OSError):
            self._bury(worker)
            return
        job.take(message)
        self._on_read(head_of(message)[1])
        if not job.rest or head_of(message)[0] == FAILED:
            worker.job = None

    def _bury(self, worker: _Worker) -> None:
        """Note that a worker is no more, and what it was at."""
        self._workers.remove(worker)
        if worker.job is not None:
            worker.job.crash(worker.problem())


def _context() -> Any:
    """How processes are made: by a fork, which has everything loaded, where no thread may hold a lock and the system allows it."""
    can_fork = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if can_fork else "spawn")


@contextmanager
def _signals_held() -> Iterator[None]:
    """Keep signals from a process that has just begun, until it says what it does about them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
