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


class _Watched(asyncio.subprocess.SubprocessStreamProtocol):
    """Knows when the engine has ended, even where something that it has left behind keeps its output open."""

    def __init__(self) -> None:
        super().__init__(limit=LONGEST_ANSWER, loop=asyncio.get_running_loop())
        self.has_ended = asyncio.Event()
        self.is_closed = asyncio.Event()

    def process_exited(self) -> None:
        super().process_exited()
        self.has_ended.set()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.is_closed.set()


class ForeignEngine:
    """A running engine. Every method may raise EngineTrouble."""

    def __init__(self, process: asyncio.subprocess.Process, has_ended: asyncio.Event, seconds: float) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._has_ended = has_ended
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
        has_ended = await self._ends_within(self._seconds)
        if line := await self._rest():
            raise EngineTrouble(f"it said more than it was asked: {_shown(line)}")
        if not has_ended:
            raise EngineTrouble(f"it did not end within {self._seconds:g} seconds after its input was closed")
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

    async def _rest(self) -> bytes:
        """A line that nobody has asked for. The end of the output is not waited for: a child may keep it open."""
        try:
            async with asyncio.timeout(min(self._seconds, 1)):
                return await self._line()
        except TimeoutError:
            return b""

    async def _ends_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                return await self._has_ended.wait()
        except TimeoutError:
            return False

    async def _how_it_ended(self) -> str:
        """Its exit code and last words, for a message."""
        if not await self._ends_within(min(self._seconds, 1)):
            return "; it is still running"
        code = self._process.returncode
        assert code is not None
        ended = f"; it was ended by signal {-code}" if code < 0 else f"; its exit code was {code}"
        await asyncio.sleep(0)  # what it wrote last is in the pipe, and gets read now
        words = self._last_words.decode("utf-8", "surrogateescape").strip().splitlines()
        return f"{ended}, its last words: {words[-1]}" if words else ended


@asynccontextmanager
async def running(command: Sequence[str], seconds: float) -> AsyncIterator[ForeignEngine]:
    """An engine, started for as long as the context lasts, with all that it starts itself. Raises CannotRun."""
    try:
        loop = asyncio.get_running_loop()
        # As asyncio.create_subprocess_exec does it, which gives nothing that could be closed.
        transport, protocol = await loop.subprocess_exec(_Watched, *command, start_new_session=True)
    except (OSError, ValueError) as error:
        reason = (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
        raise CannotRun(f"cannot run {command[0]}: {reason}") from None
    process = asyncio.subprocess.Process(transport, protocol, loop)
    engine = ForeignEngine(process, protocol.has_ended, seconds)
    listening = asyncio.create_task(engine.keep_last_words())
    try:
        yield engine
    finally:
        _end(process)
        await protocol.has_ended.wait()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await listening
        # Its ends of the pipes may be in other hands, which are not waited for.
        assert process.stdin is not None
        if process.stdin.transport.get_write_buffer_size():
            process.stdin.transport.abort()
        transport.close()
        await protocol.is_closed.wait()


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
