"""Reports that follow a schema follow it whatever a record says. The known attacks are in attacks.py; these are made up."""

from __future__ import annotations

import json
import re

import xmlschema
from attacks import record
from hypothesis import given
from hypothesis import strategies as st
from marking import DATA, xbn
from outputs import assert_seen

JUNIT_SCHEMA = xmlschema.XMLSchema(DATA / "schemas" / "junit-10.xsd")


def report(name: str, text: str) -> str:
    return xbn("validate", "--isolated", "--report", name, "-", text=record(text).encode("utf-8", "surrogatepass")).out


@given(st.text(max_size=30))
def test_junit_is_valid_whatever_a_record_says(text: str) -> None:
    JUNIT_SCHEMA.validate(report("junit", text))


@given(st.text(max_size=30))
def test_sarif_is_json_whatever_a_record_says(text: str) -> None:
    written = report("sarif", text)
    assert written.isascii()
    for result in json.loads(written)["runs"][0]["results"]:
        assert re.search(r"(?<!\\)\]\(", result["message"]["text"]) is None


@given(st.text(max_size=30))
def test_json_is_seen_whatever_a_record_says(text: str) -> None:
    written = report("json", text)
    assert_seen(written)
    assert json.loads(written)["records"][0]["claimed"]["termination"] == text
