"""`xbn replay`: which records, in which way."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TextIO

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render
from expendibots_notation.story import Story
from expendibots_notation.viewer.plain import moment_of, print_story, told_findings
from expendibots_notation.viewer.shelf import Shelf
from expendibots_notation.viewer.signals import SignalsWait

FINE, FINDINGS, TROUBLE = 0, 1, 2

NO_RECORD = "there is no record to show"
MISSING = (
    "the player needs Textual, which is not installed: pip install 'expendibots-notation[player]' installs it,"
    " and --plain prints every step without it"
)


class CannotShow(Exception):
    """Raised where there is nothing to show; the message says why."""


@dataclass(frozen=True, slots=True)
class ReplayCommand:
    """One run of the command."""

    shelf: Shelf
    record: int | None
    """The number of the record that is wanted; None for all, or for the first."""
    ply: int | str | None
    """The ply that is wanted, by its number or by the word last; None for all, or for the start."""
    flip: bool
    ascii_only: bool

    def print(self, out: TextIO, err: TextIO) -> int:
        """Print every step of every record that is wanted; the exit code. Raises CannotShow, and OSError."""
        if self.record is not None or self.ply is not None:
            return self._print(self._wanted(), out, err)
        exit_codes = [self._print(found, out, err) for found in self.shelf.stories()]
        if not exit_codes:
            raise CannotShow(NO_RECORD)
        return max(exit_codes)

    def _print(self, found: Story | Diagnostic, out: TextIO, err: TextIO) -> int:
        if isinstance(found, Diagnostic):
            err.write(render(found) + "\n\n")
            return TROUBLE
        out.writelines(print_story(found, self.ply, flip=self.flip, ascii_only=self.ascii_only))
        if self.ply is not None:
            told_findings([found], err)  # one ply may well look flawless
        return FINE if found.verdict.valid else FINDINGS

    def play(self) -> None:
        """Run the player. Raises CannotShow."""
        found = self._wanted()
        if isinstance(found, Diagnostic) and not self.shelf.has(2):
            raise CannotShow(found.message)
        with SignalsWait() as signals:
            self._run_player(signals)

    def _run_player(self, signals: SignalsWait) -> None:
        try:
            from expendibots_notation.viewer.player import Player
            from expendibots_notation.viewer.terminal_board import Look
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("rich", "textual"):
                raise
            raise CannotShow(MISSING) from error
        if not os.environ.get("NO_COLOR"):
            os.environ.pop("NO_COLOR", None)  # an empty one means nothing, but Textual would obey it
        self._connect()
        player = Player(self.shelf, self.record or 1, self.ply, Look(self.flip, self.ascii_only))
        signals.leave = player.leave
        if signals.heard is None:
            player.run()
            if player.return_code != 0 and signals.heard is None:
                sys.exit(TROUBLE)  # a defect, which Textual has shown

    def _connect(self) -> None:
        """Connect standard input and standard error with the terminal: there Textual reads keys, and draws.

        Either may have gone elsewhere; a record may even come from standard input, and is then read before.
        """
        for stream, flags in ((sys.stdin, os.O_RDONLY), (sys.stderr, os.O_WRONLY)):
            if not stream.isatty():
                self.shelf.read_all()
                try:
                    terminal = os.open("/dev/tty", flags)
                except OSError:
                    raise CannotShow("there is no terminal for keys; --plain prints every step without") from None
                os.dup2(terminal, stream.fileno())
                os.close(terminal)

    def _wanted(self) -> Story | Diagnostic:
        """The record that is wanted, or the first; it has the ply that is wanted."""
        number = self.record or 1
        found = self.shelf.story(number)
        if found is None:
            raise CannotShow(f"there is no record {number}, only {len(self.shelf)}" if len(self.shelf) else NO_RECORD)
        if isinstance(found, Story) and self.ply is not None:
            try:
                moment_of(found, self.ply)
            except LookupError as error:
                raise CannotShow(error.args[0]) from None
        return found


def can_play() -> bool:
    """Whether there is a terminal on which the player can draw."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")
