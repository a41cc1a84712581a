"""Ctrl-C, as the end of the results instead of the end of the program: a report can then say what was found until then."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


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
    stop = _Stop()
    usual = signal.signal(signal.SIGINT, stop.hear)
    try:
        while not stop.is_asked:
            try:
                stop.may_raise = True
                result = next(results)
                stop.may_raise = False
            except StopIteration:
                return
            except KeyboardInterrupt:
                break
            yield result
        stop.may_raise = False
        on_stop()
    finally:
        signal.signal(signal.SIGINT, usual)


class _Stop:
    """Whether somebody has asked to stop."""

    def __init__(self) -> None:
        self.is_asked = False
        self.may_raise = False

    def hear(self, _signal: int, _frame: FrameType | None) -> None:
        is_second = self.is_asked
        self.is_asked = True
        if self.may_raise or is_second:
            raise KeyboardInterrupt
