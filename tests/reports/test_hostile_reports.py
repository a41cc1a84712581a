"""Text from records and file names is hostile: in no report may it become an order, a formula, a link or markup."""

from __future__ import annotations

import csv
import json
import os
import re
from io import StringIO
from pathlib import Path

import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st
from marking import DATA, HEAD, xbn

from expendibots_notation.reports import REPORTS

NASTY = [
    "::set-output name=x::y",
    "a%0A::error::b",
    "=HYPERLINK(0)",
    "<script>alert(1)</script>",
    "]]>",
    "\x1b[2J",
    "\u202egnp.exe",
    "[here](https://example.org)",
    "\ud800",
    "﹤ﾠ\ufffe\x00\x85\u2028",
]
LINE_REPORTS = [name for name in REPORTS if name != "html"]
JUNIT_SCHEMA = xmlschema.XMLSchema(DATA / "schemas" / "junit-10.xsd")
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe]")


def record(text: str) -> str:
    """A record whose termination and rejected action are that text, and so the messages about it."""
    value = json.dumps(text)
    return f"{HEAD}[Termination {value}]\n[White {value}]\n\n1. d2-d3 {{ {text.replace('}', '')} }} ~{value} *\n"


def written(name: str, text: str) -> str:
    data = record(text).encode("utf-8", "surrogatepass")
    answer = xbn("validate", "--isolated", "--report", name, "-", text=data)
    assert answer.code == 1
    assert answer.err == ""
    return answer.out


@pytest.mark.parametrize("name", LINE_REPORTS)
@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_nothing_unseen_gets_into_a_report(name: str, text: str) -> None:
    assert _UNSEEN.search(written(name, text)) is None


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_a_workflow_log_holds_our_commands_only(text: str) -> None:
    lines = written("github", text).splitlines()
    assert all(re.match(r"::(?:error|warning) line=\d+,endLine=\d+,", line) for line in lines[:-1])
    assert re.match(r"1 record in 1 file: ", lines[-1])
    assert all(line.count("::") == 2 or text.count("::") for line in lines[:-1])


@given(st.text(max_size=30))
def test_junit_is_valid_whatever_a_record_says(text: str) -> None:
    answer = xbn("validate", "--isolated", "--report", "junit", "-", text=record(text).encode("utf-8", "surrogatepass"))
    JUNIT_SCHEMA.validate(answer.out)


@given(st.text(max_size=30))
def test_sarif_is_json_whatever_a_record_says(text: str) -> None:
    answer = xbn("validate", "--isolated", "--report", "sarif", "-", text=record(text).encode("utf-8", "surrogatepass"))
    assert answer.out.isascii()
    for result in json.loads(answer.out)["runs"][0]["results"]:
        assert re.search(r"(?<!\\)\]\(", result["message"]["text"]) is None


@pytest.mark.parametrize("sign", list("=+-@"))
def test_no_cell_is_a_formula(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: str) -> None:
    monkeypatch.chdir(tmp_path)
    name = f"{sign}cmd|' '!A0.xbn"
    Path(name).write_text(record(f"{sign}1+1"))
    rows = list(csv.DictReader(StringIO(xbn("validate", "--report", "csv", "--", name).out)))
    assert [row["file"] for row in rows] == [f"'{name}"]
    assert all(not cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize("name", LINE_REPORTS)
@pytest.mark.parametrize("raw", [b"line\nfeed.xbn", b"\x1b[31mred.xbn", b"not-\xff-utf8.xbn", b"a,b:c%.xbn", b'quo"te<&>.xbn'])
def test_hostile_file_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, raw: bytes) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        Path(os.fsdecode(raw)).write_text(record("x"))
    except OSError:
        pytest.skip("this file system takes no such name")
    for path in (".", str(tmp_path)):
        answer = xbn("validate", "--isolated", "--report", name, path)
        assert answer.code == 1
        assert _UNSEEN.search(answer.out) is None
        to_file = xbn("validate", "--isolated", "--report", f"{name}=report.any", path)
        assert (to_file.code, to_file.err) == (1, "")
        Path("report.any").read_bytes().decode("utf-8", "surrogateescape")
    if name == "junit":
        JUNIT_SCHEMA.validate(answer.out)
