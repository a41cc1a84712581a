"""Many records, fast: formats whose records can be judged without a syntax tree, and the table of them.

Actions go straight to the game's own engine; there is no second set of rules here. A record about which a scan cannot say
everything is handed on as a tree. So a scan changes how long judging takes, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun

Scan = Callable[[TextStream, str, str | None, str | None, bool], Iterator[CleanRun | Record | Diagnostic]]
"""The verdicts on a text, by the file's name, by the game and the rules that override the records' own, and by whether final
positions are wanted; a record in the place of each verdict that is left to the tree."""

SCANS = {
    "xbn": ("scan", "scan"),
    "json": ("documents", "scan_list"),
    "jsonl": ("documents", "scan_lines"),
    "referee-log": ("referee_log", "scan"),
    "tuples": ("tuples", "scan"),
}
"""By the name of the format, the module here and the function in it: loaded when it is needed, so that starting is quick."""


def find_scan(format_name: str) -> Scan | None:
    """The scan of a format; None where it has none."""
    if format_name not in SCANS:
        return None
    module, name = SCANS[format_name]
    scan: Scan = getattr(import_module(f"{__name__}.{module}"), name)
    return scan
