"""A command as a process: its streams, signals, and how it ends.

A command that is ended by a signal has the exit code 128 + the number of the signal, as a shell says it: 130 for Ctrl-C (SIGINT),
143 for SIGTERM, 129 for SIGHUP. Before it ends, workers are ended and unfinished files removed. Output that cannot be written is
said in a line, and the exit code is 2: the command could not do its work. It is 2 without a word where the reader of the output
has gone, as in `xbn validate games/ | head -1`.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import RawIOBase
from types import FrameType
from typing import Any, TypeVar

from expendibots_notation.writing import Unwritable, reason_of

T = TypeVar("T")

FINE, FINDINGS, TROUBLE = 0, 1, 2
SIGNALLED = 128
"""Added to the number of a signal."""
INTERRUPTED = SIGNALLED + signal.SIGINT

_OBJECTS = 30_000
"""So many new objects are allowed between two searches for garbage."""


def prepare_streams() -> None:
    """See to it that there are standard streams: a shell can start a command without them (`>&-`)."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open as long as the process
    if sys.stdout is None:
        _say("standard output is closed")
        sys.exit(TROUBLE)
    if isinstance(getattr(sys.stdout, "buffer", None), RawIOBase):
        # `python -u` and PYTHONUNBUFFERED: without a buffer, a signal during a long write would cost the rest of the text.
        encoding, errors = sys.stdout.encoding, sys.stdout.errors
        sys.stdout = open(sys.stdout.fileno(), "w", 1, encoding, errors, closefd=False)  # noqa: SIM115 - as above


def collect_rarely() -> None:
    """Have Python look for garbage in cycles less often: trees have many small objects, and nearly all of them go without it."""
    gc.set_threshold(_OBJECTS)


def hear_signals() -> None:
    """Have SIGTERM and SIGHUP unwind the command, as Ctrl-C does; a second one ends it at once. One that is ignored stays so."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _unwind)


class Mistake(Exception):
    """Raised where a command cannot do its work; the message is for the user, and the exit code is 2."""


@contextmanager
def mistaken(*kinds: type[Exception]) -> Iterator[None]:
    """Have exceptions of these kinds end the command with their message."""
    try:
        yield
    except kinds as error:
        raise Mistake(str(error)) from None


def text_output() -> Any:
    """Standard output as UTF-8, whatever the locale; what UTF-8 cannot hold is shown as an escape."""
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    return sys.stdout


def record_output() -> Any:
    """Standard output for the text of records: a pipe gets it to the byte, a terminal what can be looked at safely."""
    from expendibots_notation.diagnostics.render import VisibleLines

    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")  # type: ignore[union-attr]
    return VisibleLines(sys.stdout) if sys.stdout.isatty() else sys.stdout


class Ended(SystemExit):
    """Raised where a signal arrives."""


def _unwind(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise Ended(SIGNALLED + number)


@contextmanager
def quiet_end() -> Iterator[None]:
    """A closed pipe and Ctrl-C end the command quietly; a mistake, and output that cannot be written, is reported in a line."""
    try:
        try:
            yield
        except Ended:
            raise
        except SystemExit:
            sys.stdout.flush()
            raise
        except Mistake as error:
            _say(str(error))
            sys.stdout.flush()
            sys.exit(TROUBLE)
        sys.stdout.flush()
    except Ended:
        # Not even what is written already is waited for: its reader may have stopped reading.
        _drop_output()
        raise
    except BrokenPipeError:
        _drop_output()
        sys.exit(TROUBLE)
    except Unwritable as error:
        _say(str(error))
        sys.exit(TROUBLE)
    except OSError as error:
        _drop_output()
        # An error of a stream names no file.
        what = "cannot write" if error.filename is None else f"cannot use {os.fsdecode(error.filename)}"
        _say(f"{what}: {reason_of(error)}")
        sys.exit(TROUBLE)
    except KeyboardInterrupt:
        _drop_output()
        sys.exit(INTERRUPTED)


def until_interrupted(results: Iterator[T], on_stop: Callable[[], None]) -> Iterator[T]:
    """The results, up to the first Ctrl-C; `on_stop` is called if there is one. A second Ctrl-C raises KeyboardInterrupt.

    While the next result is waited for, Ctrl-C is heard at once, even where that waits for somebody to type. While a result is
    being written, it is heard as soon as that is done, so that no line is ever half written.
    """
    is_heard = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    if not is_heard:
        # Only the main thread hears signals, and a command in the background of a script is not meant.
        yield from results
        return
    is_asked = is_waiting = False

    def hear(_signal: int, _frame: FrameType | None) -> None:
        nonlocal is_asked
        is_second, is_asked = is_asked, True
        if is_waiting or is_second:
            raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, hear)
    try:
        while not is_asked:
            try:
                is_waiting = True
                result = next(results)
                is_waiting = False
            except StopIteration:
                return
            except KeyboardInterrupt:
                break
            yield result
        is_waiting = False
        on_stop()
    finally:
        signal.signal(signal.SIGINT, usual)


def _say(message: str) -> None:
    """The last line, which must not make things worse."""
    from expendibots_notation.diagnostics.render import visible

    try:
        sys.stderr.write(f"xbn: {visible(message)}\n")
        sys.stderr.flush()
    except OSError:
        # Standard error takes nothing either.
        _drop(2)


def _drop_output() -> None:
    """Forget what could not be written: Python would try, and complain, once more at exit."""
    _drop(1)
    try:
        sys.stderr.flush()
    except OSError:
        _drop(2)


def _drop(number: int) -> None:
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
