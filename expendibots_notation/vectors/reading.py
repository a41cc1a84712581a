"""The project's own reader, as the vectors for readers see it: what can be known of a record without its rules."""

from __future__ import annotations

from io import BytesIO

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.games import find_game
from expendibots_notation.notation.tree import Line, Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, judged_stream
from expendibots_notation.vectors.lines import RecordAnswer
from expendibots_notation.verdict import FileFinding

NEED_RULES = frozenset({"XBN307", "XBN308", "XBN309", "XBN311", "XBN312", "XBN314", "XBN316"})
"""With all of XBN2xx: findings that only a replay can make."""


def read_records(data: bytes) -> list[RecordAnswer]:
    """The records of an XBN file; a finding about the file as a whole is given as a record with nothing else."""
    found = []
    for each in judged_stream(BytesIO(data), "", Overrides(format="xbn")):
        if isinstance(each, FileFinding):
            found.append(_answer(None, [each.diagnostic]))
        else:
            found.append(_answer(each.record, each.verdict.diagnostics))
    return found


def needs_rules(code: str) -> bool:
    """Whether a finding is none of a reader's, who knows no rules."""
    return code.startswith("XBN2") or code in NEED_RULES


def _answer(record: Record | None, diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> RecordAnswer:
    return RecordAnswer(
        canonical=_canonical(record) if record else None,
        tags=[(tag.name, tag.value) for tag in record.tags] if record else [],
        actions=_actions(record.line) if record else [],
        result=record.line.result if record else None,
        findings=[(each.code, each.place.line, each.place.column) for each in diagnostics if not needs_rules(each.code)],
    )


def _canonical(record: Record) -> str | None:
    """The canonical text; None for a record that a formatter leaves alone."""
    if any(each.is_error for each in record.findings):
        return None
    return write(record, find_game(record.game))


def _actions(line: Line) -> list[str]:
    items = [item.text for item in line.items]
    for ply in line.plies:
        items += [ply.text, *(item.text for item in ply.items)]
    return items
