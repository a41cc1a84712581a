"""How far the work is, for who sits and waits: a line on standard error, and only where that is a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from expendibots_notation.account import Account
from expendibots_notation.verdict import CleanRun, FileFinding, Result

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

FIRST_LOOK = 0.5
"""Seconds before anything is shown: most commands are done by then."""
PAUSE = 0.1
"""Seconds between two looks."""


class Progress:
    """Counts what is read and found, and shows it. Draws only when told something, so that no thread is needed."""

    def __init__(self, total_bytes: int) -> None:
        self._total = total_bytes
        self._bytes = self._records = self._plies = 0
        self._start = time.monotonic()
        self._next_look = self._start + FIRST_LOOK
        self._bar: Bar | None = None

    def on_read(self, size: int) -> None:
        """Note that so many more bytes were read."""
        self._bytes += size
        self._look()

    def watched(self, results: Iterator[Result | Account]) -> Iterator[Result | Account]:
        """The results, counted on their way. The line is away at the end, and while findings are written to the same terminal."""
        try:
            for result in results:
                self._count(result)
                if not isinstance(result, CleanRun):
                    self._hide()
                yield result
        finally:
            self._hide()

    def _count(self, result: Result | Account) -> None:
        if isinstance(result, CleanRun):
            self._records += len(result)
            self._plies += sum(result.plies)
        elif not isinstance(result, FileFinding):
            self._records += 1
            self._plies += (result.verdict if isinstance(result, Account) else result).plies

    def _look(self) -> None:
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + PAUSE
            self._show(now - self._start)

    def _show(self, seconds: float) -> None:
        if self._bar is None:
            self._bar = _new_bar(self._total)
        self._bar.start()
        pace = f"{self._records:,} records, {self._plies / seconds:,.0f} plies/s"
        # A file may grow, and what a crashed worker had read is read again.
        self._bar.update(self._bar.task_ids[0], completed=min(self._bytes, self._total), pace=pace)
        self._bar.refresh()

    def _hide(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def _new_bar(total: int) -> Bar:
    # Loaded only here: most runs show none.
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[pace]}"), TimeRemainingColumn(compact=True))
    bar = Bar(
        *columns, console=Console(stderr=True), auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    bar.add_task("", total=total or None, pace="")
    return bar
