"""Cells of CSV files: text from records must stay text, also where a spreadsheet opens the file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from io import StringIO

# East Asian spreadsheets obey the wide forms too. A cell may end at another locale's separator, despite the quotes around it here.
_FORMULA = re.compile(r"""(^|[;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠]|[\t\r\n])""")  # noqa: RUF001


def cell(text: str) -> str:
    """A text that no spreadsheet runs as a formula: an apostrophe precedes whatever would begin one, also after a separator."""
    return _FORMULA.sub(r"\1'", text)


def row(cells: Iterable[object]) -> str:
    """A line of a CSV file, as RFC 4180 has it but for the line feed at its end. Numbers stay numbers; nothing is an empty cell."""
    stream = StringIO()
    csv.writer(stream).writerow([cell(each) if isinstance(each, str) else each for each in cells])
    return stream.getvalue().removesuffix("\r\n") + "\n"
