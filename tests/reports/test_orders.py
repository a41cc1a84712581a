"""Which reports a run writes, and where: --report NAME[=FILE] and --output."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from marking import GOOD, ILLEGAL, xbn

from expendibots_notation.importers import IMPORTERS
from expendibots_notation.reports import REPORTS, find_report
from expendibots_notation.reports.orders import BadOrder, read_orders
from expendibots_notation.standings import FORMATS

LOG = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (3, 1) to (3, 2).\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_several_reports_in_one_run() -> None:
    answer = xbn("validate", "--report", "json=a.json", "--report", "text", "--report", "csv=b.csv", "-", text=ILLEGAL)
    assert answer.code == 1
    assert answer.out == xbn("validate", "-", text=ILLEGAL).out
    assert Path("a.json").read_text() == xbn("validate", "--report", "json", "-", text=ILLEGAL).out
    assert Path("b.csv").read_text() == xbn("validate", "--report", "csv", "-", text=ILLEGAL).out
    assert sorted(os.listdir()) == ["a.json", "b.csv"]


@pytest.mark.parametrize("name", REPORTS)
def test_a_file_holds_what_standard_output_would(name: str) -> None:
    shown = xbn("validate", "--report", name, "-", text=GOOD + "\n" + ILLEGAL)
    stored = xbn("validate", "--report", f"{name}=file", "-", text=GOOD + "\n" + ILLEGAL)
    assert (stored.code, stored.out) == (shown.code, "")
    assert Path("file").read_text(encoding="utf-8") == shown.out


def test_nothing_on_standard_output_where_all_reports_have_files() -> None:
    answer = xbn("validate", "--report", "json=a.json", "-", text=GOOD)
    assert (answer.code, answer.out, answer.err) == (0, "", "")


def test_output_is_for_the_report_that_names_no_file() -> None:
    answer = xbn("validate", "--report", "csv=a.csv", "--report", "json", "--output", "b.json", "-", text=GOOD)
    assert (answer.code, answer.out) == (0, "")
    assert json.loads(Path("b.json").read_text())["summary"]["records"] == 1


def test_output_to_standard_output() -> None:
    shown = xbn("validate", "-", text=GOOD).out
    assert xbn("validate", "--output", "-", "-", text=GOOD).out == shown
    assert xbn("validate", "--report", "text=-", "-", text=GOOD).out == shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--report", "text", "--report", "json"], "only one report can go to standard output"),
        (["--report", "text", "--report", "json", "--output", "a"], "--output is for the one report that names no file, but 2 do"),
        (["--report", "text=a", "--output", "b"], "--output is for the one report that names no file, but none does"),
        (["--report", "text=a", "--report", "json=a"], "two reports cannot be written to the same file, a"),
        (["--report", "text=a", "--report", "json=./a"], "two reports cannot be written to the same file, ./a"),
        (["--report", "text="], "--report text= needs the name of a file"),
        (["--report", "xml"], "there is no report 'xml'; the reports are text, json, jsonl, github, sarif, junit, csv"),
        (["--report", "json=missing/a.json"], "cannot write missing/a.json: no such file or directory"),
    ],
)
def test_orders_that_cannot_be_carried_out(arguments: list[str], words: str) -> None:
    answer = xbn("validate", *arguments, "-", text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert os.listdir() == []


def test_a_run_that_fails_leaves_old_reports_as_they_were() -> None:
    Path("a.json").write_text("old")
    answer = xbn("validate", "--report", "json=a.json", "--report", "csv=missing/b.csv", "-", text=GOOD)
    assert answer.code == 2
    assert Path("a.json").read_text() == "old"
    assert os.listdir() == ["a.json"]


def test_a_report_written_into_the_folder_that_is_validated_is_not_read_next_time() -> None:
    Path("game.xbn").write_text(GOOD)
    first = xbn("validate", "--report", "text", "--report", "json=report.json", ".")
    second = xbn("validate", "--report", "text", "--report", "json=report.json", ".")
    assert (first.code, first.out) == (second.code, second.out)
    assert "report.json" not in second.out


def test_a_report_never_replaces_a_record_that_is_named() -> None:
    Path("game.xbn").write_text(GOOD)
    answer = xbn("validate", "--report", "csv=./game.xbn", "game.xbn")
    assert (answer.code, answer.out) == (2, "")
    assert "./game.xbn would be replaced, but it is to be read; give the output another name" in answer.err
    assert Path("game.xbn").read_text() == GOOD


@pytest.mark.parametrize("command", [["validate", "--output"], ["validate", "--report", "text", "--output"], ["table", "-o"]])
def test_a_report_never_replaces_a_file_with_records(command: list[str]) -> None:
    Path("deep").mkdir()
    Path("other.xbn").write_text(GOOD)
    for name, text in {"game.xbn": GOOD, "bare.xbn": "1. d2-d3 *\n", "game.log.bak": LOG, "deep/game.log": LOG}.items():
        Path(name).write_text(text)
        for path in (".", "other.xbn"):
            answer = xbn(*command, name, path)
            assert (answer.code, answer.out) == (2, "")
            assert f"{name} would be replaced, but it holds records; give the output another name" in answer.err
            assert Path(name).read_text() == text


@pytest.mark.parametrize("extension", [each for importer in IMPORTERS for each in importer.extensions])
def test_any_report_can_be_written_again_under_any_name(extension: str) -> None:
    """Whatever a report is called: the one of the last time is no record, is not read, and is replaced."""
    Path("game.xbn").write_text(ILLEGAL)
    for name in REPORTS:
        file = f"report{extension}"
        for _ in range(2):
            answer = xbn("validate", "--isolated", "--report", f"{name}={file}", ".")
            assert (answer.code, answer.err) == (1, ""), name
        assert Path(file).read_text(encoding="utf-8") == xbn("validate", "--isolated", "--report", name, "game.xbn").out
        Path(file).unlink()
    for name in FORMATS:
        for _ in range(2):
            answer = xbn("table", "--format", name, "-o", f"table{extension}", ".")
            assert (answer.code, answer.err) == (1, ""), name


def test_orders_are_read_in_order() -> None:
    orders = read_orders(["csv=a", "text", "json=b"], None)
    assert [(order.report, order.file) for order in orders] == [
        (find_report("csv"), "a"),
        (find_report("text"), None),
        (find_report("json"), "b"),
    ]
    with pytest.raises(BadOrder):
        read_orders(["nothing"], None)
