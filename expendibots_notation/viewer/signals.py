"""Signals while the player has the terminal: it is given back first, and only then does the signal do what it usually does."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

_ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)]
_PATIENCE = 2.0
"""Seconds within which a second signal changes nothing: `timeout` sends two at once, and leaving takes a moment."""


class SignalsWait:
    """Have signals wait for the end of a `with` block, instead of raising an exception wherever they arrive.

    In a callback of the event loop, such an exception is lost, or the terminal is. A signal that is ignored stays so.
    """

    def __init__(self) -> None:
        self.heard: int | None = None
        """The first signal that came."""
        self.leave: Callable[[], None] | None = None
        """Called by the handler of a signal; has the block end soon."""
        self._heard_at = 0.0
        self._usual: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for number in _ENDING:
            if (usual := signal.getsignal(number)) is not signal.SIG_IGN:
                self._usual[number] = usual
                signal.signal(number, self._hear)
        return self

    def __exit__(self, *_error: object) -> None:
        for number, usual in self._usual.items():
            signal.signal(number, usual)
        if self.heard is not None:
            signal.raise_signal(self.heard)

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if self.heard is None:
            self.heard, self._heard_at = number, time.monotonic()
            if self.leave is not None:
                self.leave()
        elif time.monotonic() - self._heard_at > _PATIENCE:
            self.__exit__()  # the block does not end: the terminal takes nothing, or there is too much to do
