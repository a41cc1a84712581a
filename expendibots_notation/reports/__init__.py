"""How `xbn validate` tells what it found: one file a report format, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TextIO

from expendibots_notation.reports.summary import Tally
from expendibots_notation.reports.text import text_report
from expendibots_notation.verdict import Result

Results = Iterable[Result]


def json_report(results: Results, stream: TextIO, tally: Tally, quiet: bool, colour: bool) -> None:
    from expendibots_notation.reports.json import json_report as report  # loaded here: pydantic takes long

    report(results, stream, tally, quiet, colour)


REPORTS: dict[str, Callable[[Results, TextIO, Tally, bool, bool], None]] = {"text": text_report, "json": json_report}
"""By name: writes the results to a stream while it fills the tally; the last two say whether to be quiet and use colour."""
