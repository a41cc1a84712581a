"""Every report format on one small mixed folder: byte for byte, and by the schemas of those who read it.

`XBN_REFRESH=1` rewrites the golden files; look at the difference before keeping it.
"""

from __future__ import annotations

import csv
import json
import os
import re
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema
from marking import DATA, DESK, GOOD, ILLEGAL, LOOSE, xbn

from expendibots_notation.diagnostics.codes import BY_CODE
from expendibots_notation.reports import REPORTS
from expendibots_notation.reports.csv import COLUMNS, ON_DEMAND

GOLDEN = Path(__file__).parent.parent / "golden" / "reports"
REFRESH = os.environ.get("XBN_REFRESH") == "1"
EXTENSIONS = {"text": "txt", "github": "txt", "junit": "xml"}
GOLDEN_REPORTS = [name for name in REPORTS if name != "html"]
"""The page has tests of its own, in a browser; its bytes would tell nobody anything."""

SARIF_SCHEMA = json.loads((DATA / "schemas" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
JUNIT_SCHEMA = xmlschema.XMLSchema(DATA / "schemas" / "junit-10.xsd")


@pytest.fixture(autouse=True)
def _data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in reports are relative to the folder that holds the desk."""
    monkeypatch.chdir(DATA)


def report(name: str, *arguments: str, text: str | bytes = "") -> str:
    return xbn("validate", "--isolated", "--report", name, *arguments, text=text).out


def sarif_of(*arguments: str, text: str | bytes = "") -> dict[str, Any]:
    """The SARIF log of a run, which follows its schema."""
    log: dict[str, Any] = json.loads(report("sarif", *arguments, text=text))
    jsonschema.Draft7Validator(SARIF_SCHEMA, format_checker=jsonschema.FormatChecker()).validate(log)
    return log


def rows_of(*arguments: str, text: str | bytes = "") -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(report("csv", *arguments, text=text))))


@pytest.mark.parametrize("name", GOLDEN_REPORTS)
def test_the_desk_in_every_format(name: str) -> None:
    golden = GOLDEN / f"{name}.{EXTENSIONS.get(name, name)}"
    text = report(name, "desk")
    if REFRESH:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8", newline="\n")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", REPORTS)
def test_the_exit_code_does_not_depend_on_the_report(name: str) -> None:
    assert xbn("validate", "--isolated", "--report", name, "desk").code == 1
    assert xbn("validate", "--isolated", "--report", name, "desk/good.xbn").code == 0


@pytest.mark.parametrize("name", REPORTS)
def test_every_file_of_the_desk_is_named_in_every_report_that_names_clean_ones(name: str) -> None:
    """GitHub and SARIF hear of findings only; all others hear of every file."""
    text = report(name, "desk")
    files = [path.relative_to(DATA).as_posix() for path in sorted(DESK.rglob("*")) if path.is_file()]
    clean = {"desk/good.xbn", "desk/second-group/referee.log"} if name in ("github", "sarif") else set()
    assert [file for file in files if file not in text] == sorted(clean)


# What a person reads


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("good.xbn", "record 1 is valid: 1-0 (elimination)"),
        ("truncated.log", "perhaps the file was cut off here"),
        ("illegal-move.xbn", "2d1-d4 moves 3 squares, but the stack on d1 (3,0) has 2 tokens"),
        ("wrong-result.xbn", "the result is given as 0-1, but the game ended 1-0 at ply 21"),
        ("picture.xbn", "this is binary data, not text (a PNG image)"),
        ("screenshot.png", "this is a PNG image, so it was not read"),
        ("empty.xbn", "there is no record in this file: it is empty"),
        ("submission.zip", "this is a ZIP archive, so what is in it was not read"),
        ("second-group/referee.log", "record 1 is valid: 0-1 (elimination)"),
    ],
)
def test_a_new_user_is_told_what_each_file_is(file: str, words: str) -> None:
    paragraphs = report("text", "desk").replace(":\n", ":").split("\ndesk/")
    about = "".join(each for each in paragraphs if each.removeprefix("desk/").startswith(file))
    assert words in about


def test_quiet_leaves_out_what_is_well() -> None:
    text = report("text", "--quiet", "desk")
    assert "is valid" not in text
    assert "screenshot" not in text
    assert "error[XBN203]" in text


# JSON


def test_the_json_report_counts_what_it_does_not_count_as_findings() -> None:
    document = json.loads(report("json", "desk"))
    assert document["summary"] == {
        "files": 7,
        "records": 5,
        "valid": 2,
        "invalid": 3,
        "errors": 5,
        "warnings": 1,
        "plies": 65,
        "notices": 1,
        "skipped": 2,
    }


def test_the_lines_of_jsonl_are_the_records_of_json() -> None:
    document = json.loads(report("json", "desk"))
    lines = [json.loads(line) for line in report("jsonl", "desk").splitlines()]
    assert [line for line in lines if "index" in line] == document["records"]
    about_files = [line for line in lines if "index" not in line]
    assert [finding for line in about_files for finding in line["diagnostics"]] == document["diagnostics"]


def test_documents_follow_their_schemas() -> None:
    jsonschema.validate(json.loads(report("json", "desk")), json.loads(xbn("schema", "report").out))
    schema = json.loads(xbn("schema", "report-line").out)
    for line in report("jsonl", "desk").splitlines():
        jsonschema.validate(json.loads(line), schema)


# GitHub


def test_a_workflow_command_for_each_finding() -> None:
    lines = report("github", "desk").splitlines()
    assert all(re.fullmatch(r"::(?:error|warning|notice) [^:]+::.+", line) for line in lines[:-1])
    assert [line.partition(" ")[0] for line in lines[:-1]] == ["::error"] * 5 + ["::notice", "::warning"]


def test_columns_are_given_within_one_line_only() -> None:
    unclosed = report("github", "-", text=GOOD.replace("1. d2-d3", "{ never closed\n\n1. d2-d3"))
    (command,) = [line for line in unclosed.splitlines() if "XBN102" in line]
    assert ("col=" in command) == (re.search(r"line=(\d+),endLine=\1,", command) is not None)


def test_standard_input_is_no_file() -> None:
    assert report("github", "-", text=ILLEGAL).startswith("::error line=7,endLine=7,col=4,")


# SARIF


def test_sarif_follows_its_schema() -> None:
    assert len(sarif_of("desk")["runs"][0]["results"]) == 7
    assert sarif_of("desk/good.xbn")["runs"][0]["results"] == []


def test_sarif_rules_carry_their_pages() -> None:
    (run,) = sarif_of("desk")["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == [result["ruleId"] for result in run["results"]]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for rule in rules:
        row = BY_CODE[rule["id"]]
        assert rule["name"] == row.name
        assert row.why in rule["help"]["text"]
        assert row.remedy in rule["help"]["text"]
        assert "**What to do:**" in rule["help"]["markdown"]


def test_sarif_of_every_diagnostic_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = DATA.parent.parent / "samples"
    monkeypatch.chdir(samples)
    (run,) = sarif_of("broken", "--layout")["runs"]
    # By its name, the sample of XBN401 is no file with records: a folder passes it over.
    expected = {path.name[:6] for path in (samples / "broken").iterdir()} - {"XBN401"}
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} >= expected


def test_sarif_places() -> None:
    (run,) = sarif_of("desk/illegal-move.xbn")["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "desk/illegal-move.xbn"}
    assert place["region"] == {"startLine": 11, "startColumn": 4, "endLine": 11, "endColumn": 10}
    assert result["properties"] == {"record": 1, "ply": 5, "alternatives": ["2d1-d3", "2d1-d2", "d1-d3"]}


def test_sarif_addresses_are_relative_wherever_they_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "two words: ü%.xbn").write_text(ILLEGAL)
    monkeypatch.chdir(tmp_path)
    for path in ("two words: ü%.xbn", "./two words: ü%.xbn", str(tmp_path / "two words: ü%.xbn")):
        (result,) = sarif_of(path)["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "two%20words%3A%20%C3%BC%25.xbn"


def test_sarif_of_standard_input_names_no_file() -> None:
    (result,) = sarif_of("-", text=ILLEGAL)["runs"][0]["results"]
    assert "uri" not in result["locations"][0]["physicalLocation"]["artifactLocation"]


def test_sarif_says_whether_the_work_was_done() -> None:
    assert sarif_of("desk")["runs"][0]["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]
    assert sarif_of("missing.xbn")["runs"][0]["invocations"] == [{"executionSuccessful": False, "exitCode": 2}]


# JUnit


def junit_of(*arguments: str, text: str | bytes = "") -> Any:
    """The root of a JUnit report, which follows its schema."""
    written = report("junit", *arguments, text=text)
    JUNIT_SCHEMA.validate(written)
    return xmlschema.XMLResource(written).root


def test_junit_follows_its_schema_and_counts() -> None:
    root = junit_of("desk", "missing.xbn")
    for suite in root:
        assert int(suite.get("tests")) == len(suite)
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("errors")) == len(suite.findall("testcase/error"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    assert len(root.findall("testsuite/testcase/failure")) == 5
    assert len(root.findall("testsuite/testcase/skipped")) == 2
    (unreadable,) = root.findall("testsuite/testcase/error")
    assert unreadable.get("type") == "XBN903"


def test_junit_has_a_case_for_each_record() -> None:
    (suite,) = junit_of("-", text="\n".join([GOOD, ILLEGAL, LOOSE]))
    assert [case.get("name") for case in suite] == ["record 1", "record 2", "record 3"]
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["system-out"]]
    (strict,) = junit_of("--strict", "-", text=LOOSE)
    assert [child.tag for child in strict[0]] == ["failure"]


def test_junit_without_any_record(tmp_path: Path) -> None:
    assert len(junit_of("--ignore", "ALL", "desk/empty.xbn")) == 0


# CSV


def test_the_header_is_the_documented_one() -> None:
    documented = (DATA.parent.parent / "docs" / "reports.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", documented.partition("### csv")[2], re.MULTILINE) == [*COLUMNS, *ON_DEMAND]


def test_a_row_for_each_record_and_each_other_file() -> None:
    rows = rows_of("desk")
    assert [row["verdict"] for row in rows].count("valid") == 2
    by_file = {row["file"]: row for row in rows}
    assert by_file["desk/illegal-move.xbn"]["codes"] == "XBN203"
    assert by_file["desk/wrong-result.xbn"]["claimed_result"] == "0-1"
    assert by_file["desk/wrong-result.xbn"]["result"] == "1-0"
    assert by_file["desk/submission.zip"]["verdict"] == "not read"
    assert by_file["desk/empty.xbn"]["verdict"] == "no record"
    assert all(None not in row and None not in row.values() for row in rows)


def test_the_message_of_a_row_is_the_gravest() -> None:
    (row,) = rows_of("-", text=ILLEGAL.replace("d2-d3", "D2d3"))
    assert row["codes"] == "XBN151 XBN203"
    assert row["message"].startswith("e2-e5 moves 3 squares")


def test_what_is_asked_for_beyond_the_verdict_is_a_column() -> None:
    differ = str(DATA.parent.parent / "samples" / "broken" / "XBN311-readings-differ.xbn")
    plain, *_ = rows_of(differ)
    assert tuple(plain) == COLUMNS
    asked = rows_of("--duplicates", "--explain-end", "--both-rules", differ, "desk/good.xbn", "desk/empty.xbn")
    assert all(tuple(row) == (*COLUMNS, *ON_DEMAND) for row in asked)
    parted, good, empty = asked
    assert parted["readings"].startswith("The readings of the rules part at ply 13. text: 1/2-1/2 at ply 13 (repetition).")
    assert parted["evidence"].startswith("1/2-1/2, repetition: at ply 13 White played 2h2-h1")
    assert good["id"].startswith("xbn1-")
    assert good["readings"] == ""
    assert [empty[name] for name in ON_DEMAND] == ["", "", ""]
    (ids,) = rows_of("--duplicates", "desk/good.xbn")
    assert (ids["id"], list(ids)[-1]) == (good["id"], "id")
