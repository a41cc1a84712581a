"""Cells of CSV files: text from records must stay text, also where a spreadsheet opens the file."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

_FORMULA_SIGNS = tuple("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - East Asian spreadsheets obey the wide forms too


def cell(text: str) -> str:
    """A text that no spreadsheet runs as a formula: an apostrophe stands before what would begin one."""
    return f"'{text}" if text.lstrip(" \N{NO-BREAK SPACE}").startswith(_FORMULA_SIGNS) else text


def row(cells: Iterable[object]) -> str:
    """A line of a CSV file, as RFC 4180 has it but for the line feed at its end. Numbers stay numbers; nothing is an empty cell."""
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerow([cell(each) if isinstance(each, str) else each for each in cells])
    return stream.getvalue()
