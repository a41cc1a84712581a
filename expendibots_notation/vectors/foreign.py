"""Somebody else's engine: a program that answers each line on its standard input with one on its standard output.

It may do anything: die, hang, close its ends, answer too much or nonsense. Each of these is an `EngineTrouble` with a sentence.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from pydantic_core import from_json

LONGEST_ANSWER = 1 << 20
"""Bytes of one line."""
_LAST_WORDS = 2000
"""Bytes of standard error that are kept."""


class CannotRun(Exception):
    """Raised where the command cannot be started at all."""


class EngineTrouble(Exception):
    """Raised where there is no answer to compare; the message is what the engine did."""


class ForeignEngine:
    """A running engine. Every method may raise EngineTrouble."""

    def __init__(self, process: asyncio.subprocess.Process, seconds: float) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._seconds = seconds
        self._last_words = b""

    async def ask(self, question: str) -> dict[str, Any]:
        """The answer to one line, a JSON object."""
        try:
            async with asyncio.timeout(self._seconds):
                try:
                    self._stdin.write(question.encode() + b"\n")
                    await self._stdin.drain()
                except (BrokenPipeError, ConnectionResetError):
                    # It may have answered, or ended, before it closed its input: that says more.
                    pass
                line = await self._line()
        except TimeoutError:
            raise EngineTrouble(f"it gave no answer within {self._seconds:g} seconds") from None
        if not line:
            raise EngineTrouble(f"it closed its output without an answer{await self._how_it_ended()}")
        try:
            answer = from_json(line)
        except ValueError as error:
            raise EngineTrouble(f"its answer is no JSON ({error}): {_shown(line)}") from None
        if not isinstance(answer, dict):
            raise EngineTrouble(f"its answer is no JSON object: {_shown(line)}")
        return answer

    async def finish(self) -> None:
        """Nothing more will be asked: it must end, and say nothing more."""
        self._stdin.close()
        try:
            async with asyncio.timeout(self._seconds):
                if line := await self._line():
                    raise EngineTrouble(f"it said more than it was asked: {_shown(line)}")
                await self._process.wait()
        except TimeoutError:
            raise EngineTrouble(f"it did not end within {self._seconds:g} seconds after its input was closed") from None
        if self._process.returncode:
            raise EngineTrouble(f"it did not end well{await self._how_it_ended()}")

    async def keep_last_words(self) -> None:
        """Read standard error for as long as it lasts, and keep its end."""
        assert self._process.stderr is not None
        while piece := await self._process.stderr.read(4096):
            self._last_words = (self._last_words + piece)[-_LAST_WORDS:]

    async def _line(self) -> bytes:
        try:
            return await self._stdout.readline()
        except ValueError:
            raise EngineTrouble(f"its answer is longer than {LONGEST_ANSWER} bytes") from None

    async def _how_it_ended(self) -> str:
        """Its exit code and last words, for a message."""
        try:
            async with asyncio.timeout(min(self._seconds, 1)):
                code = await self._process.wait()
        except TimeoutError:
            return "; it is still running"
        ended = f"; it was ended by signal {-code}" if code < 0 else f"; its exit code was {code}"
        await asyncio.sleep(0)  # what it wrote last is in the pipe, and gets read now
        words = self._last_words.decode("utf-8", "surrogateescape").strip().splitlines()
        return f"{ended}, its last words: {words[-1]}" if words else ended


@asynccontextmanager
async def running(command: Sequence[str], seconds: float) -> AsyncIterator[ForeignEngine]:
    """An engine, started for as long as the context lasts, with all that it starts itself. Raises CannotRun."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_ANSWER,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
        raise CannotRun(f"cannot run {command[0]}: {reason}") from None
    engine = ForeignEngine(process, seconds)
    listening = asyncio.create_task(engine.keep_last_words())
    try:
        yield engine
    finally:
        _end(process)
        await process.wait()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening


def _end(process: asyncio.subprocess.Process) -> None:
    """End the engine, and what it has started: a shell script may have left its engine behind."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _shown(line: bytes) -> str:
    """An answer in a message; not all of it, where it is long."""
    text = line.decode("utf-8", "surrogateescape").rstrip("\r\n")
    return text if len(text) <= 200 else text[:200] + "…"
