"""The project as a reader of XBN: what it says about the same bytes, in the terms of the independent reader."""

from __future__ import annotations

from io import BytesIO

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.games import find_game
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, judged_stream, validate_stream
from expendibots_notation.verdict import FileFinding, Verdict
from judge.reader import Finding, Reading

ONLY_REPLAY = {"XBN307", "XBN308", "XBN309", "XBN311", "XBN312", "XBN314", "XBN316"}
"""With XBN2xx, the findings that need a replay."""


def is_comparable(code: str) -> bool:
    return not code.startswith("XBN2") and code not in ONLY_REPLAY


def read_file(data: bytes) -> list[Reading]:
    """The program's findings that need no replay, and what its formatter makes of each record."""
    found = []
    for judged in judged_stream(BytesIO(data), "", Overrides(format="xbn", layout=True)):
        if isinstance(judged, FileFinding):
            found.append(Reading(_findings([judged.diagnostic]), ""))
        else:
            found.append(Reading(_findings(judged.verdict.diagnostics), _formatted(judged.record)))
    return found


def read_fast(data: bytes) -> list[tuple[Finding, ...]]:
    """The findings of each record by the fast path, if there is one for it."""
    found = []
    for verdict in validate_stream(BytesIO(data), "", Overrides(format="xbn", layout=True)):
        found.append(_findings(verdict.diagnostics if isinstance(verdict, Verdict) else [verdict.diagnostic]))
    return found


def _findings(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> tuple[Finding, ...]:
    return tuple((each.place.line, each.place.column, each.code) for each in diagnostics if is_comparable(each.code))


def _formatted(record: Record | None) -> str:
    if record is None:
        return ""
    if any(finding.is_error for finding in record.findings):
        return record.source.text
    return write(record, find_game(record.game)).removesuffix("\n")
