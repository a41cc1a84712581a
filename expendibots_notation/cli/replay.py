"""`xbn replay`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import AsciiOption, FlipOption, FromOption, GameOption, LimitOption, RulesOption
from expendibots_notation.cli.process import FINDINGS, FINE, TROUBLE, Mistake, text_output
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.plain import moment_of, print_story, told_findings
from expendibots_notation.viewer.shelf import Shelf
from expendibots_notation.viewer.signals import SignalsWait

NO_RECORD = "there is no record to show"
MISSING = (
    "the player needs Textual, which is not installed: pip install 'expendibots-notation[player]' installs it,"
    " and --plain prints every step without it"
)

EXAMPLES = ("xbn replay game.xbn", "xbn replay --record 2 --ply 31 games.xbn", "xbn replay --plain game.log")


def replay(
    source: Annotated[str, typer.Argument(metavar="SRC", help="A file, a folder, or - for standard input.")],
    record: Annotated[
        int | None, typer.Option("--record", min=1, metavar="K", help="Begin with the K-th record; with --plain, only that one.")
    ] = None,
    ply: Annotated[
        str | None,
        typer.Option("--ply", metavar="N|last", help="Begin after N plies; with --plain, only that position."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print every step, as is done where the output is no terminal.")] = False,
    flip: FlipOption = False,
    ascii_only: AsciiOption = False,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    limit: LimitOption = None,
) -> int:
    """Step through games on the terminal: the board, the moves with comments and variations, explosions wave by wave.

    The key ? shows all keys. A record that the validator finds fault with is shown as far as it goes, with the reason.
    """
    overrides = overridden(game, rules, from_)
    shelf = Shelf(record_files([source]), overrides)
    if not plain and can_play():
        return play(shelf, record or 1, ply, flip, ascii_only)
    if record is not None or ply is not None:
        return _print(_wanted(shelf, record or 1, ply), ply, flip, ascii_only)
    exit_codes = [_print(found, ply, flip, ascii_only) for found in shelf.stories()]
    if not exit_codes:
        raise Mistake(NO_RECORD)
    return max(exit_codes)


def can_play() -> bool:
    """Whether there is a terminal on which the player can draw."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")


def _print(found: Judged | Diagnostic, ply: str | None, flip: bool, ascii_only: bool) -> int:
    """Print a record, or one ply of it; the exit code."""
    if isinstance(found, Diagnostic):
        Notices().finding(found)
        return TROUBLE
    text_output().writelines(print_story(found, ply, flip=flip, ascii_only=ascii_only))
    if ply is not None:
        told_findings([found], sys.stderr)  # one ply may well look flawless
    return FINE if found.verdict.valid else FINDINGS


def play(shelf: Shelf, record: int, ply: str | None, flip: bool = False, ascii_only: bool = False) -> int:
    """Run the player; the exit code. Raises Mistake."""
    found = _wanted(shelf, record, ply)
    if isinstance(found, Diagnostic) and not shelf.has(2):
        raise Mistake(found.message)
    with SignalsWait() as signals:
        try:
            from expendibots_notation.viewer.player import Player
            from expendibots_notation.viewer.terminal_board import Look
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in ("rich", "textual"):
                raise
            raise Mistake(MISSING) from error
        if not os.environ.get("NO_COLOR"):
            os.environ.pop("NO_COLOR", None)  # an empty one means nothing, but Textual would obey it
        _connect(shelf)
        player = Player(shelf, record, ply, Look(flip, ascii_only))
        signals.leave = player.leave
        if signals.heard is None:
            player.run()
            if player.return_code != 0 and signals.heard is None:
                return TROUBLE  # a defect, which Textual has shown
    return FINE


def _connect(shelf: Shelf) -> None:
    """Connect standard input and standard error with the terminal: there Textual reads keys, and draws.

    Either may have gone elsewhere; a record may even come from standard input, and is then read before.
    """
    for stream, flags in ((sys.stdin, os.O_RDONLY), (sys.stderr, os.O_WRONLY)):
        if not stream.isatty():
            shelf.read_all()
            try:
                terminal = os.open("/dev/tty", flags)
            except OSError:
                raise Mistake("there is no terminal for keys; --plain prints every step without") from None
            os.dup2(terminal, stream.fileno())
            os.close(terminal)


def _wanted(shelf: Shelf, record: int, ply: str | None) -> Judged | Diagnostic:
    """The record of that number; it has the ply that is wanted."""
    found = shelf.story(record)
    if found is None:
        raise Mistake(f"there is no record {record}, only {len(shelf)}" if len(shelf) else NO_RECORD)
    if isinstance(found, Judged) and ply is not None:
        try:
            moment_of(found.timeline, ply)
        except LookupError as error:
            raise Mistake(error.args[0]) from None
    return found
