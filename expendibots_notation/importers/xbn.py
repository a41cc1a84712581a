"""XBN files, read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.games import find_game
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.borders import BEGINNING, BYTE_ORDER_MARK, RecordText, Splitter, Start
from expendibots_notation.notation.byte_buffer import ByteBuffer
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
    # Loaded here: that takes longer than judging many clean records, for which no tree is needed.
    from expendibots_notation.notation.tree_builder import parse

    for record in read_texts(text, file, start):
        yield record if isinstance(record, Diagnostic) else parse(record, find_game, game)


def read_texts(text: TextStream, file: str, start: Start = BEGINNING) -> Iterator[RecordText | Diagnostic]:
    """The texts of the records.

    Line endings that are not line feeds are reported once, at the first record that has one or comes after one. Raises BinaryData.
    """
    splitter = Splitter(ByteBuffer(text.data(), start.line, start.column), file, start)
    is_reported = False
    for record in splitter.records():
        if not is_reported and isinstance(record, RecordText) and splitter.has_passed(text.first_return):
            finding = diagnose("line-endings", record.source.place(Span(0, 0)), found=text.line_ending)
            yield replace(record, findings=(*record.findings, finding))
            is_reported = True
        else:
            yield record
