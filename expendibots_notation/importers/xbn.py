"""XBN files to the texts of their records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.records import RecordText, split


def read_texts(stream: BinaryIO, file: str) -> Iterator[RecordText | Diagnostic]:
    """The records of an XBN stream; a diagnostic in the place of one that cannot even be split off.

    How the file is written (line endings, a byte order mark) is said at its first record. Raises BinaryData.
    """
    text = TextStream(stream)
    is_first = True
    for record in split(text.blocks(), file):
        if is_first and isinstance(record, RecordText):
            record = replace(record, findings=tuple(_file_style(text, record)))
            is_first = False
        yield record


def _file_style(text: TextStream, record: RecordText) -> Iterator[Diagnostic]:
    place = record.source.place(Span(0, 0))
    if text.byte_order_mark:
        yield diagnose("byte-order-mark", place)
    if text.line_ending is not None:
        yield diagnose("line-endings", place, found=text.line_ending)
