"""XBN files, read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.games import find_game
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.records import BEGINNING, BYTE_ORDER_MARK, RecordText, Start, split
from expendibots_notation.notation.strings import TAG_START, WHITE_SPACE
from expendibots_notation.notation.tree import Record

_SPACE = f"[{WHITE_SPACE}]*+"
_BEGINNING = f"{BYTE_ORDER_MARK}?{_SPACE}"
_COMMENTS = rf"(?:\{{[^}}\\]*+(?:\\.[^}}\\]*+)*+\}}{_SPACE})*+"
# What comments before the tags say, however much it looks like another format, is no sign of that.
_TAG = re.compile(rf"{_BEGINNING}{_COMMENTS}{TAG_START}", re.DOTALL)
_OTHER_BEGINNING = re.compile(rf"{_BEGINNING}(?:[0-9]+[ \t]*\.|[0-9]*[A-Za-z][0-9]+[ \t]*-|[xX][A-Za-z][0-9]|[;*])")
_COMMENT = re.compile(rf"{_BEGINNING}\{{")


def recognises(head: str) -> float:
    """How surely a text that begins so is XBN."""
    if _TAG.match(head):
        return 1.0
    if _OTHER_BEGINNING.match(head):
        return 0.4
    return 0.2 if _COMMENT.match(head) else 0.0


def read(text: TextStream, file: str, game: str | None, start: Start = BEGINNING) -> Iterator[Record | Diagnostic]:
    """The records of an XBN text; a diagnostic in the place of one that cannot even be split off."""
    # Loaded here: that takes longer than judging many clean records, for which no parser is needed.
    from expendibots_notation.notation.parser import parse

    for record in read_texts(text, file, start):
        yield record if isinstance(record, Diagnostic) else parse(record, find_game, game)


def read_texts(text: TextStream, file: str, start: Start = BEGINNING) -> Iterator[RecordText | Diagnostic]:
    """The texts of the records.

    Line endings that are no line feeds are said once, at the first record that has one, or stands behind one. Raises BinaryData.
    """
    is_said = False
    for record in split(text.blocks(start.line), file, start):
        if not is_said and isinstance(record, RecordText) and text.has_return_before(_line_behind(record)):
            finding = diagnose("line-endings", record.source.place(Span(0, 0)), found=text.line_ending)
            yield replace(record, findings=(*record.findings, finding))
            is_said = True
        else:
            yield record


def _line_behind(record: RecordText) -> int:
    """The line behind the last one of a record."""
    return record.source.first_line + record.source.text.count("\n") + 1
