"""Cells of CSV files, whatever a spreadsheet takes for the separator."""

from __future__ import annotations

import csv
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from expendibots_notation.spreadsheet import cell, row

_TEXTS = st.text(alphabet=";|\t\r\n\",=+-@ 'a\uff1d", max_size=12)


@given(st.lists(st.lists(_TEXTS, min_size=1, max_size=4), min_size=1, max_size=3))
def test_no_cell_begins_a_formula(rows: list[list[str]]) -> None:
    written = "".join(map(row, rows))
    assert [*csv.reader(StringIO(written, newline=""))] == [[cell(text) for text in texts] for texts in rows]
    for separator in ",;\t|":
        for found in (found for line in csv.reader(StringIO(written, newline=""), delimiter=separator) for found in line):
            assert re.match('[ "]*[=+\\-@\t\r\uff1d]', found) is None, (separator, found)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("y;=2+2", "y;'=2+2"),
        ("a;b; c", "a;b; c"),
        ("=1;=2", "'=1;'=2"),
        ("d2-d3", "d2-d3"),
        ('"=1"', '\'"=1"'),
        ("", ""),
        ("a, -1", "a, -1"),
    ],
)
def test_only_what_would_begin_a_formula_changes(text: str, kept: str) -> None:
    assert cell(text) == kept


def test_numbers_stay_numbers() -> None:
    assert row([-1, 0.5, None, "-1"]) == "-1,0.5,,'-1\n"
