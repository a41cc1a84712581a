"""Work that may go wrong in every way, done in a fork of this process."""

from __future__ import annotations

import os
from collections.abc import Callable


def done_apart(work: Callable[[int], int]) -> tuple[bytes, int]:
    """What the work wrote to the descriptor that it is given, and how its process ended, as `waitpid` reports it.

    The work returns the exit code; an exception gives 1. Nothing that would end the session of the parent is run in the child.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            code = work(writing)
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as written:
        answer = written.read()
    return answer, os.waitpid(child, 0)[1]
