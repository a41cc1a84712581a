"""Commands on a terminal of their own: what arrives there, byte by byte."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

SECONDS = 120

# What a terminal obeys: sequences with parameters, strings that end with a bell or a backslash, and short ones.
_ORDER = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^X].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]", re.DOTALL)
_NUMBERS = re.compile(r"[0-9:;]+")


def shown_by(code: str, *arguments: str, folder: Path, keys: tuple[tuple[str, str], ...] = ()) -> str:
    """What a terminal gets from Python code with arguments, run in a folder.

    `keys` are pressed one after the other, each when a text has been shown since the one before.
    """
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, 120))
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment | {"TERM": "xterm-256color"},
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    try:
        for awaited, key in keys:
            seen += _read(ours, awaited)
            os.write(ours, key.encode())
        seen += _read(ours, None)
        process.wait(SECONDS)
    finally:
        process.kill()
        os.close(ours)
    return seen.decode()


def _read(terminal: int, awaited: str | None) -> bytes:
    """What is shown until a text is, or until the command ends."""
    seen = b""
    deadline = time.monotonic() + SECONDS
    while awaited is None or awaited.encode() not in seen:
        assert time.monotonic() < deadline, f"{awaited} is not shown"
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 1 << 16)
            except OSError:  # how a terminal ends
                assert awaited is None, f"it ends before {awaited} is shown: {seen[-2000:]!r}"
                break
    return seen


def orders(shown: str) -> set[str]:
    """The kinds of orders that a terminal is given: their numbers, such as those of colours and places, do not matter."""
    return {_NUMBERS.sub("0", found) for found in _ORDER.findall(shown)}


def words(shown: str) -> str:
    """What is left for people to read."""
    return _ORDER.sub("", shown).replace("\r\n", "\n").replace("\r", "\n")
