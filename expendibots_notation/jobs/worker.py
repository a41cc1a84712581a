"""What a worker does: it judges the batches that come through a pipe, and sends back what it found, bit by bit.

A message is a short head, which whoever waits can read without unpacking the rest, and a pickle.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import time
import traceback
from collections.abc import Iterator
from multiprocessing.connection import Connection

from expendibots_notation.jobs.judging import Answer, PieceEnd, judge
from expendibots_notation.jobs.pieces import Batch
from expendibots_notation.limits import Limits, apply
from expendibots_notation.pipeline import Overrides
from expendibots_notation.verdict import CleanRun, Result

FOUND, ENDED, FAILED = b"f", b"e", b"x"
"""Kinds of messages: a list of results, the end of a piece, an exception that no input should cause."""

_HEAD = struct.Struct("=cQ")
"""The kind, and how many bytes were read since the message before."""

_MOST_RESULTS = 256
_LONGEST_WAIT = 0.1
"""Seconds that a result is kept back to be sent together with others."""

OUT_OF_MEMORY = 12
"""How a worker ends that had too little memory: another one may have more."""


def work(connection: Connection, inherited: list[Connection], overrides: Overrides, limits: Limits) -> None:
    """Judge batches, within limits, until the pipe is closed."""
    apply(limits)
    _answer_signals()
    for other in inherited:
        # As long as one process holds the other end of a pipe, nobody sees that the pipe is closed.
        other.close()
    try:
        while True:
            batch = connection.recv()
            for message in _messages(batch, overrides):
                connection.send_bytes(message)
    except (EOFError, ConnectionError):
        # Nobody is there any more who wants to know.
        return
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def _answer_signals() -> None:
    """Leave Ctrl-C, which every process of a terminal gets, to the one that was started; be ended by it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in held_signals() - {signal.SIGINT}:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, held_signals())


def held_signals() -> set[signal.Signals]:
    """The signals that the process which was started answers in its own way, and a worker in another."""
    return {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}


def _messages(batch: Batch, overrides: Overrides) -> Iterator[bytes]:
    letter = _Letter()
    try:
        for piece in batch:
            for answer in judge(piece, overrides, letter.count_bytes):
                if letter.is_due(answer):
                    yield letter.take()
                if isinstance(answer, PieceEnd):
                    yield letter.packed(ENDED, answer)
                else:
                    letter.results.append(answer)
    except MemoryError:
        raise
    except Exception as error:
        yield letter.packed(FAILED, _portable(error))


class _Letter:
    """What has been found and not yet sent."""

    def __init__(self) -> None:
        self.results: list[Result] = []
        self._bytes = 0
        self._time = time.monotonic()

    def count_bytes(self, size: int) -> None:
        self._bytes += size

    def is_due(self, answer: Answer) -> bool:
        """Whether to send what there is before the next answer is added: it is much, or old, or the last of its piece."""
        if not self.results:
            return False
        is_much = len(self.results) >= _MOST_RESULTS or isinstance(self.results[-1], CleanRun)
        return is_much or isinstance(answer, PieceEnd) or time.monotonic() - self._time > _LONGEST_WAIT

    def take(self) -> bytes:
        """The results as a message; none are left."""
        message = self.packed(FOUND, self.results)
        self.results = []
        return message

    def packed(self, kind: bytes, content: object) -> bytes:
        head = _HEAD.pack(kind, self._bytes)
        self._bytes = 0
        self._time = time.monotonic()
        return head + pickle.dumps(content, pickle.HIGHEST_PROTOCOL)


def _portable(error: Exception) -> Exception:
    """The exception with the way it took; in words, where it cannot be sent."""
    error.add_note("In a worker:\n" + "".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError("".join(traceback.format_exception(error)))
    return error


def head_of(message: bytes) -> tuple[bytes, int]:
    """The kind of a message, and how many more bytes were read."""
    kind, size = _HEAD.unpack_from(message)
    return kind, size


def content_of(message: bytes) -> object:
    """A list of results, a PieceEnd, or an exception, by the kind of message."""
    return pickle.loads(memoryview(message)[_HEAD.size :])
