"""expendibots-notation: XBN, a notation for stacking games, with a reader, rules engines and a validator.

    import expendibots_notation as xn

    for record in xn.read("games.xbn"):
        report = xn.validate(record)
        replay = xn.replay(record)

The rooms, each importing only from those below it:

    cli             the command line: a module for each command, and what they share
    reports, standings, vectors   the outputs of `xbn validate` · of `xbn table` · conformance vectors
    viewer          the replay page and the terminal player
    pictures        PNG and GIF
    parallel        files read by several processes
    account         a verdict and what else a report asks for, small enough to be sent to another process
    pipeline        the table of contents: file → record → replay → checks → verdict
    exporters       formats that are written, one file each
    importers, perft   formats that are read, one file each · sequences of actions, counted
    bulk            records judged without a syntax tree
    document        records as JSON documents and back
    schema          what the JSON documents look like
    draft           a record under construction
    adjudication, copies   a record under every reading of its rules · records that are the same game
    evidence, identity     how a game ended, and what proves it · the content id of a record
    verdict         what the validator says about a record
    games           one folder a game
    checks          what a record claims, against its replay
    judging         syntax tree + game → what became of each line, and the timeline of those who show it
    notation        text ↔ syntax tree, no rules
    game            what a game is
    drawing         scenes as text and SVG
    diagram, board  what can be drawn · squares
    diagnostics     the one table of findings
    files, writing, filetypes   opening files · writing them as a whole · what a file that holds no records is
    limits, spool   how much of anything one input may have · a text that waits in a temporary file
    resources, spreadsheet   the files that the program carries along · cells of CSV files
    differences     unified diffs
    arguments, compiled   checks of what callers of the API pass · which modules run as C

The names below are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from expendibots_notation import compiled as _compiled

_compiled.choose()  # before any module that is compiled is imported

__version__ = "0.1.0"

if TYPE_CHECKING:
    from expendibots_notation.draft import Draft, new
    from expendibots_notation.exporters import write
    from expendibots_notation.game import Game, IllegalAction, NotationError, Outcome, Position, Violation
    from expendibots_notation.games import GAMES, expendibots, robots, stack_wars, stacks
    from expendibots_notation.judging.replaying import Replay
    from expendibots_notation.notation.tree import Record
    from expendibots_notation.pipeline import read, read_text, replay, validate
    from expendibots_notation.verdict import Verdict

_GAMES = ("expendibots", "robots", "stack_wars", "stacks")
_HOMES = {
    "new": "draft",
    "read": "pipeline",
    "read_text": "pipeline",
    "replay": "pipeline",
    "validate": "pipeline",
    "write": "exporters",
    "Game": "game",
    "IllegalAction": "game",
    "NotationError": "game",
    "Outcome": "game",
    "Position": "game",
    "Violation": "game",
    "GAMES": "games",
    "Record": "notation.tree",
    "Replay": "judging.replaying",
    "Verdict": "verdict",
    "Draft": "draft",
}

__all__ = [
    "GAMES",
    "Draft",
    "Game",
    "IllegalAction",
    "NotationError",
    "Outcome",
    "Position",
    "Record",
    "Replay",
    "Verdict",
    "Violation",
    "__version__",
    "expendibots",
    "new",
    "read",
    "read_text",
    "replay",
    "robots",
    "stack_wars",
    "stacks",
    "validate",
    "write",
]


def __getattr__(name: str) -> Any:
    if name in _GAMES:
        value: Any = import_module(f"{__name__}.games.{name}")
    elif name in _HOMES:
        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
