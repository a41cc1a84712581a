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

    Line endings that are no line feeds are said once, at the first record behind which they are seen. Raises BinaryData.
    """
    text = TextStream(stream)
    is_said = False
    for record in split(text.blocks(), file):
        if not is_said and text.line_ending is not None and isinstance(record, RecordText):
            finding = diagnose("line-endings", record.source.place(Span(0, 0)), found=text.line_ending)
            yield replace(record, findings=(*record.findings, finding))
            is_said = True
        else:
            yield record
