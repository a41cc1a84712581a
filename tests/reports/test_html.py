"""The HTML report without a browser: what is in it, what cannot get into it, and that it is the same every time.

`XBN_REFRESH=1` rewrites the golden file; look at the difference before keeping it.
"""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from marking import DESK, GOOD, ILLEGAL, LOOSE, xbn
from pydantic import TypeAdapter
from sheets import overview_in, replays_in, sheet

from expendibots_notation.reports import html as html_module
from expendibots_notation.reports.html import SCRIPTS
from expendibots_notation.reports.html_data import Overview
from expendibots_notation.reports.html_overview import MOST_GROUPS
from expendibots_notation.reports.report import Manner
from expendibots_notation.viewer.page_data import RecordData

ROOT = Path(__file__).parent.parent.parent
SAMPLES = sorted(str(path) for path in (ROOT / "samples").glob("*/*.*") if path.suffix in (".xbn", ".log", ".out", ".json"))
PARTS = Path(html_module.__file__).parent / "page"
GOLDEN = Path(__file__).parent.parent / "golden" / "reports" / "html.json"
HOSTILE = "</script><script>alert(1)</script><!-- ]]> \\\" ' & \\u2028 \\u202e \\u001b[31m {{script}}"


def test_every_sample_is_in_it() -> None:
    html = sheet(SAMPLES)
    overview = Overview.model_validate(overview_in(html))
    records = TypeAdapter(RecordData)
    replays = {number: records.validate_python(replay) for number, replay in replays_in(html).items()}
    assert {row.file for row in overview.rows} == set(SAMPLES)
    assert overview.summary.records == sum(row.index > 0 for row in overview.rows)
    for number, row in enumerate(overview.rows, 1):
        assert row.has_replay == (number in replays)
        if row.has_replay:
            assert replays[number]["plies"] == row.plies


def test_every_finding_has_a_board_where_there_is_one() -> None:
    """What is wrong with a record whose game is known is shown on a board, and its address leads there."""
    overview = Overview.model_validate(overview_in(sheet(SAMPLES)))
    troubles = [(row, trouble) for row in overview.rows for trouble in row.troubles]
    assert len(troubles) > 90
    for row, trouble in troubles:
        assert (trouble.sight is not None) == (row.end is not None), row.file
        assert bool(trouble.address) == row.has_replay, row.file


@pytest.mark.parametrize(
    ("sample", "place", "address", "kind"),
    [
        ("XBN203-too-far.xbn", "2. 2d2-d5", "ply=3", "illegal"),
        ("XBN275-spawn-count.xbn", "<r1r1r1r1r/", "ply=1&item=1", "illegal"),
        ("XBN307-wrong-result.xbn", "after", "ply=", "action"),
    ],
)
def test_trouble_is_shown_where_it_is(sample: str, place: str, address: str, kind: str) -> None:
    (row,) = overview_in(sheet([str(ROOT / "samples" / "broken" / sample)]))["rows"]
    trouble = row["troubles"][-1]
    assert trouble["place"].startswith(place)
    assert trouble["address"].startswith(address)
    assert trouble["sight"].get("kind", "action") == kind


def test_trouble_in_a_variation_is_shown_there() -> None:
    text = ILLEGAL.replace("2. e2-e5 e6-e5 *", "2. e2-d2 (2. e2-e3 e6-e5 3. e3-e9) e6-e5 *")
    (row,) = overview_in(sheet({"a.xbn": text}))["rows"]
    assert [trouble["address"] for trouble in row["troubles"]] == ["variation=1&ply=5"]


def test_each_group_of_findings_is_told_once() -> None:
    """Whatever a record's findings are, all of them are in its row, also where there are too many for boards."""
    loose = GOOD.replace("1. d2-d3 e7-e6\n2. e2-d2 *", " ".join(["D2d3 E7e6 D3d2 E6e7"] * 5) + " *")
    (row,) = overview_in(sheet({"a.xbn": loose}))["rows"]
    assert len(row["troubles"]) == MOST_GROUPS
    assert sum(len(trouble["findings"]) for trouble in row["troubles"]) >= 20
    assert row["troubles"][-1]["place"].endswith("more places")


def test_verdicts() -> None:
    files: dict[str, str | bytes] = {"good.xbn": GOOD, "loose.xbn": LOOSE, "bad.xbn": ILLEGAL, "none.xbn": ""}
    rows = overview_in(sheet(files))["rows"]
    assert [row["verdict"] for row in rows] == ["valid", "warnings", "invalid", "file"]
    rows = overview_in(sheet(files, Manner(strict=True)))["rows"]
    assert [row["verdict"] for row in rows] == ["valid", "invalid", "invalid", "file"]


def test_a_result_behind_an_error_is_only_a_claim() -> None:
    claimed = ILLEGAL.replace('[Result "*"]', '[Result "1-0"]\n[Termination "elimination"]').replace(" *", " 1-0")
    (row,) = overview_in(sheet({"a.xbn": claimed}))["rows"]
    assert (row["result"], row["ending"], row["claimed"]) == ("*", "not established", "1-0 elimination")


def test_evidence_other_readings_and_copies() -> None:
    path = str(ROOT / "samples" / "broken" / "XBN311-readings-differ.xbn")
    plain, asked = (overview_in(sheet([path, path], manner)) for manner in (Manner(), Manner(both_rules=True, duplicates=True)))
    assert plain["rows"][0]["evidence"]["plies"] == [0, 5, 9, 13]
    assert "readings" not in plain["rows"][0]
    assert "copies" not in plain
    assert asked["rows"][0]["readings"]["ply"] == 13


def test_copies_are_named_by_their_rows() -> None:
    mirrored = GOOD.replace("d2-d3 e7-e6", "e2-e3 d7-d6").replace("2. e2-d2", "2. d2-e2")
    longer = GOOD.replace("2. e2-d2 *", "2. e2-d2 e6-e5 *")
    files: dict[str, str | bytes] = {"a.xbn": GOOD, "none.xbn": "", "b.xbn": GOOD, "c.xbn": mirrored, "d.xbn": longer}
    (group,) = overview_in(sheet(files, Manner(duplicates=True)))["copies"]
    assert group["records"] == [[0, "first"], [2, "same"], [3, "mirrored"], [4, "prefix"]]


def test_the_codes_that_occur_are_explained() -> None:
    data = overview_in(sheet({"a.xbn": ILLEGAL, "b.xbn": LOOSE}))
    assert list(data["codes"]) == ["XBN151", "XBN203"]
    assert data["codes"]["XBN203"]["name"] == "too-far"
    assert data["codes"]["XBN203"]["remedy"]


# What cannot get into it


def test_hostile_texts_are_data() -> None:
    text = GOOD.replace("1. d2-d3", f'[White "{HOSTILE}"]\n\n1. d2-d3 {{</script><b>}}')
    html = sheet({"</script><img src=x>.xbn": text})
    body = html[html.index("<body") :]
    assert body.count("<script") == body.count("</script") == 3
    assert "<b>" not in html
    assert "<img" not in html
    (row,) = overview_in(html)["rows"]
    assert row["file"] == "</script><img src=x>.xbn"
    assert row["players"][0].endswith("<U+2028> <U+202E> \N{SYMBOL FOR ESCAPE}[31m {{script}}")


def test_only_the_script_and_the_style_of_the_page_may_run() -> None:
    html = sheet({"a.xbn": GOOD})
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    rules = dict(rule.split(" ", 1) for rule in unescape(policy).split("; "))
    for directive, pattern in (("script-src", r'<script type="module">(.*?)</script>'), ("style-src", r"<style>(.*?)</style>")):
        (block,) = re.findall(pattern, html, re.DOTALL)
        assert rules[directive] == f"'sha256-{b64encode(sha256(block.encode()).digest()).decode()}'"
    assert rules["default-src"] == "'none'"
    assert rules["require-trusted-types-for"] == "'script'"


def test_the_script_makes_no_markup_and_asks_no_network() -> None:
    script = "".join((PARTS / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "import(", "://"):
        assert way not in script, way


def test_every_part_of_the_script_is_used() -> None:
    assert {path.stem for path in PARTS.glob("*.js")} == set(SCRIPTS)


def test_every_element_that_the_script_asks_for_is_there() -> None:
    html = sheet({})
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    script = "".join((PARTS / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    assert set(re.findall(r'part\("([\w-]+)"\)', script)) <= set(ids)


def test_every_colour_that_the_style_asks_for_is_there() -> None:
    (style,) = re.findall(r"<style>(.*?)</style>", sheet({}), re.DOTALL)
    assert set(re.findall(r"var\((--[\w-]+)\)", style)) <= set(re.findall(r"(--[\w-]+):", style))


# The same every time


def test_the_same_records_give_the_same_bytes() -> None:
    assert sheet(SAMPLES[:20]) == sheet(SAMPLES[:20])


def test_the_mixed_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that the report says about the small mixed folder, but for the drawings: they are those of the replay page."""
    monkeypatch.chdir(DESK.parent)
    target = tmp_path / "report.html"
    answer = xbn("validate", "desk", "--report", f"html={target}", "--isolated")
    assert (answer.code, answer.out, answer.err) == (1, "", "")
    data = overview_in(target.read_text(encoding="utf-8"))
    told = {key: value for key, value in data.items() if key not in ("frames", "pieces", "boards")}
    text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("XBN_REFRESH") == "1":
        GOLDEN.write_text(text, encoding="utf-8", newline="\n")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_a_run_without_records_makes_a_page() -> None:
    assert overview_in(sheet({}))["title"] == "No records"
