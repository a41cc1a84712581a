"""The terminal player gives the terminal back, whenever it is told to end and whatever comes from the keyboard."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest

GAME = Path(__file__).parents[2] / "samples" / "expendibots" / "chain-reaction.xbn"
XBN = str(Path(sys.executable).with_name("xbn"))
SECONDS = 120
SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
FULL_SCREEN = b"\x1b[?1049h"

_MODE = re.compile(rb"\x1b\[\?(\d+)([hl])")
_ORDER = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^X].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]", re.DOTALL)
ON_AT_FIRST = {b"7", b"25"}
"""The modes of a terminal that are on before anything is run: lines wrap, and there is a cursor."""

MOMENTS: dict[str, tuple[tuple[bytes, bytes], ...]] = {
    "starting": (),
    "taking the screen": ((FULL_SCREEN, b""),),
    "drawn": ((b"quit", b""),),
    "animating": ((b"quit", b"++ "), ("►".encode(), b"")),
    "asking": ((b"quit", b"g"), (b"ply", b"")),
    "helping": ((b"quit", b"?"), (b"another record", b"")),
    "leaving": ((b"quit", b"q"),),
}
"""When a signal comes: after each of these is shown and its keys are pressed."""


class Terminal:
    """A terminal, and the player on it."""

    def __init__(self, ignored: signal.Signals | None) -> None:
        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, (30, 100))
        self.before = termios.tcgetattr(self.theirs)
        self.shown = b""
        self.process = subprocess.Popen(
            [XBN, "replay", str(GAME)],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env={"PATH": os.defpath, "HOME": "/nonexistent", "TERM": "xterm-256color", "LANG": "C.UTF-8"},
            start_new_session=True,
            preexec_fn=partial(_hear_all_but, ignored),
        )

    def read(self, seconds: float) -> bool:
        """Read what there is, waiting a while for it; whether there was something."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        self.shown += os.read(self.ours, 1 << 16)
        return True

    def read_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def read_until(self, text: bytes, start: int = 0) -> None:
        """Read until a text is shown; fails where it never is, or where the player has ended."""
        end = time.monotonic() + SECONDS
        while text not in self.shown[start:]:
            assert self.process.poll() is None, self.shown[-3000:]
            assert time.monotonic() < end, f"{text!r} is not shown: {self.shown[-3000:]!r}"
            self.read(0.2)

    def press(self, keys: bytes) -> None:
        os.write(self.ours, keys)

    def code(self) -> int:
        """The exit code, as a shell says it. All that is shown has been read then."""
        end = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it does not end: {self.shown[-3000:]!r}"
            self.read(0.05)
        while self.read(0):
            pass
        code = self.process.wait()
        return code if code >= 0 else 128 - code

    def check_given_back(self) -> None:
        """Whether all is as it was before the player, with nothing written on it."""
        assert termios.tcgetattr(self.theirs) == self.before
        modes = {mode: state == b"h" for mode, state in _MODE.findall(self.shown)}
        assert modes == {mode: mode in ON_AT_FIRST for mode in modes}
        assert len(re.findall(rb"\x1b\[>\d*u", self.shown)) == self.shown.count(b"\x1b[<u"), "how keys are reported"
        outside = re.sub(rb"\x1b\[\?1049h.*\x1b\[\?1049l", b"", self.shown, flags=re.DOTALL)
        assert not _ORDER.sub(b"", outside).strip()
        for noise in (b"Traceback", b"Exception", b"Error", b"exception"):
            assert noise not in self.shown


def _hear_all_but(ignored: signal.Signals | None) -> None:
    """The tests themselves may run where some are ignored, as with `nohup` and in the background of a script."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)


@contextmanager
def player(ignored: signal.Signals | None = None) -> Iterator[Terminal]:
    terminal = Terminal(ignored)
    try:
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.ours)
        os.close(terminal.theirs)


def end_at(moment: str, later: float, *signals: signal.Signals) -> None:
    """Send signals some time after a moment, and look at what they leave."""
    with player() as terminal:
        start = 0
        for awaited, keys in MOMENTS[moment]:
            terminal.read_until(awaited, start)
            start = len(terminal.shown)
            terminal.press(keys)
        terminal.read_for(later)
        for number in signals:
            terminal.process.send_signal(number)
        code = terminal.code()
        terminal.check_given_back()
    if moment == "leaving":
        assert code in (0, *(128 + number for number in signals))
    else:
        assert code in [128 + number for number in signals]


def end_with_no_reader(*signals: signal.Signals) -> int:
    """Send signals, some seconds apart, while the terminal takes nothing: the exit code."""
    with player() as terminal:
        terminal.read_until(b"quit")
        for _ in range(200):
            terminal.press(b"ff")  # drawn anew each time, until nothing more fits
        time.sleep(1)
        for number in signals:
            terminal.process.send_signal(number)
            try:
                return terminal.process.wait(3)
            except subprocess.TimeoutExpired:
                pass
    return 0


@pytest.mark.parametrize("moment", MOMENTS)
def test_signals(moment: str) -> None:
    """Two at once are what `timeout` sends."""
    number = SIGNALS[[*MOMENTS].index(moment) % len(SIGNALS)]
    if moment == "starting":
        end_at(moment, 0.3, number)
    else:
        end_at(moment, 0.0, number, number)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("moment", MOMENTS)
def test_signals_at_random_moments(moment: str, seed: int) -> None:
    chance = Random(f"{moment} {seed}")
    longest = 2.0 if moment in ("starting", "animating") else 0.15
    # Ctrl-C while the interpreter itself starts is answered by the interpreter, with a traceback.
    choices = [each for each in SIGNALS if moment != "starting" or each != signal.SIGINT]
    end_at(moment, chance.uniform(0, longest), *chance.choices(choices, k=chance.choice((1, 1, 2))))


@pytest.mark.slow
def test_a_terminal_that_takes_nothing_is_not_waited_for_when_a_signal_is_repeated() -> None:
    assert end_with_no_reader(signal.SIGTERM, signal.SIGTERM, signal.SIGTERM) in (-signal.SIGTERM, 128 + signal.SIGTERM)


def check_at_work(terminal: Terminal) -> None:
    """Whether it still obeys keys; one is repeated until it does."""
    start = len(terminal.shown)
    while b"another record" not in terminal.shown[start:]:
        assert terminal.process.poll() is None, terminal.shown[-3000:]
        terminal.press(b"h")
        terminal.read_for(0.5)
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.code() == 128 + signal.SIGTERM
    terminal.check_given_back()


def test_a_signal_that_is_ignored_stays_so() -> None:
    """As `nohup` has it."""
    with player(ignored=signal.SIGHUP) as terminal:
        terminal.read_until(b"quit")
        terminal.process.send_signal(signal.SIGHUP)
        check_at_work(terminal)


def test_keys_that_are_not_utf8_mean_nothing() -> None:
    with player() as terminal:
        for odd in (b"\xf6", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\x1b\xf6", b"\x1b[200~\xf6\x1b[201~", b"\xf0\x9f"):
            terminal.read_until(b"quit")
            terminal.press(odd)
            terminal.read_for(0.1)
        check_at_work(terminal)
