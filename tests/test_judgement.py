"""`xbn validate` with --explain-end, --both-rules and --duplicates: in text and in JSON, and only on demand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from expendibots_notation import account
from expendibots_notation.cli.app import app
from expendibots_notation.schema import DOCUMENTS

SAMPLES = Path(__file__).parents[1] / "samples"
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few games, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    for name in ("broken/XBN311-readings-differ.xbn", "expendibots/elimination-white.xbn", "expendibots/rejected.xbn"):
        (tmp_path / Path(name).name.lower()).write_text((SAMPLES / name).read_text())
    return tmp_path


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["validate", "--isolated", *arguments])
    return result.exit_code, result.stdout


def report(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("--report", "json", *arguments)[1])
    jsonschema.validate(found, DOCUMENTS["report"].model_json_schema(mode="serialization"))
    return found


# Ends explained


def test_the_evidence_stands_below_the_line_on_its_record(folder: Path) -> None:
    code, out = run("--explain-end", "elimination-white.xbn")
    assert code == 0
    assert out.splitlines()[:3] == [
        "elimination-white.xbn:1: record 1 is valid: 1-0 (elimination), 21 plies",
        "  1-0, elimination: at ply 21 White played xd6, and Black has no tokens left.",
        "  The explosion of d6 removed 1 of White and 8 of Black, in 4 waves: d6, c7+d7+e7, b7, a8.",
    ]


def test_the_evidence_in_json(folder: Path) -> None:
    found = {each["file"]: each["evidence"] for each in report("--explain-end", ".")["records"]}
    assert found["elimination-white.xbn"]["explosion"]["removed"] == {"white": 1, "black": 8}
    assert found["elimination-white.xbn"]["proof"] == "board"
    assert found["rejected.xbn"]["proof"] == "rejected-action"
    assert found["rejected.xbn"]["broken_rule"]["code"] == "XBN202"
    assert found["rejected.xbn"]["legal_actions"]["nearest"] == ["2d7-d5", "2d7-d6", "d7-d5"]
    assert [each["ply"] for each in found["xbn311-readings-differ.xbn"]["repetition"]["occurrences"]] == [0, 5, 9, 13]


def test_hostile_raw_actions_are_shown_and_not_obeyed(folder: Path) -> None:
    raw = json.dumps("\x1b[31m\u202eNone")
    (folder / "raw.xbn").write_text(
        f'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "0-1"]\n[Termination "illegal-action"]\n\n1. ~{raw} 0-1\n'
    )
    _, out = run("--explain-end", "raw.xbn")
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "illegal-action: White tried" in out


# Other readings


def test_the_records_that_would_end_differently_are_listed(folder: Path) -> None:
    code, out = run("--both-rules", "--quiet", ".")
    assert code == 0
    assert "both rules: 1 of 3 records would end differently\nxbn311-readings-differ.xbn:1: record 1\n" in out
    assert "  The readings of the rules part at ply 13.\n  text: 1/2-1/2 at ply 13 (repetition).\n" in out
    assert "  referee: not over after ply 13.\n" in out


def test_no_difference_is_said_too(folder: Path) -> None:
    assert "both rules: 0 of 1 record would end differently" in run("--both-rules", "rejected.xbn")[1]


def test_rulings_in_json(folder: Path) -> None:
    found = {each["file"]: each["adjudication"] for each in report("--both-rules", ".")["records"]}
    assert [each["differs"] for each in found.values()] == [False, False, True]
    parted = found["xbn311-readings-differ.xbn"]
    assert parted["ply"] == 13
    assert [(each["rules"], each["termination"]) for each in parted["rulings"]] == [("text", "repetition"), ("referee", None)]
    assert [each["ply"] for each in parted["rulings"][0]["repetition"]["occurrences"]] == [0, 5, 9, 13]


# Duplicates


@pytest.fixture
def copies(folder: Path) -> Path:
    (folder / "a.xbn").write_text(HEAD + "1. d2-d3 e7-e6\n2. a2-a3 *\n")
    (folder / "b.xbn").write_text(HEAD + "1. e2-e3 d7-d6\n2. h2-h3 *\n")
    (folder / "c.xbn").write_text(HEAD + "1. d2-d3 e7-e6 *\n")
    (folder / "d.tuples").write_text('("MOVE", 1, (3, 1), (3, 2))\n("MOVE", 1, (4, 6), (4, 5))\n')
    return folder


def test_duplicates_in_text(copies: Path) -> None:
    code, out = run("--duplicates", "--quiet", ".")
    assert code == 0
    lines = out[out.index("duplicates:") :].splitlines()
    assert lines[0] == "duplicates: 2 groups"
    assert lines[1].startswith("a.xbn:1: record 1 (3 plies, xbn1-")
    assert lines[2] == "  the same mirrored: b.xbn:1: record 1"
    assert lines[3].startswith("c.xbn:1: record 1 (2 plies, xbn1-")
    assert lines[4:6] == ["  the same: d.tuples:1: record 1", "  a prefix of: a.xbn:1: record 1 (3 plies)"]


def test_duplicates_in_json(copies: Path) -> None:
    found = report("--duplicates", ".")
    ids = {each["file"]: each["id"] for each in found["records"]}
    assert ids["c.xbn"] == ids["d.tuples"] != ids["a.xbn"]
    first, second = found["duplicates"]
    assert first["id"] == ids["a.xbn"]
    assert [(each["file"], each["relation"]) for each in first["records"]] == [("a.xbn", "first"), ("b.xbn", "mirrored")]
    assert [(each["file"], each["relation"]) for each in second["records"]] == [("c.xbn", "first"), ("d.tuples", "same")]
    assert [(each["file"], each["relation"]) for each in second["prefix_of"]] == [("a.xbn", "prefix")]


# On demand only


def test_a_plain_report_has_none_of_this(folder: Path) -> None:
    found = report(".")
    assert "duplicates" not in found
    for record in found["records"]:
        assert not {"id", "evidence", "adjudication"} & set(record)


def test_plain_reports_do_not_replay_in_full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody asked for replays")

    monkeypatch.setattr(account, "judged_text", refuse)
    assert run(".")[0] == 0
    with pytest.raises(AssertionError, match="nobody asked"):
        CliRunner().invoke(app, ["validate", "--explain-end", "."], catch_exceptions=False)


def test_several_reports_share_what_is_asked_for(folder: Path) -> None:
    code, out = run("--explain-end", "--both-rules", "--duplicates", "--report", "text", "--report", "json=report.json", ".")
    assert code == 0
    assert "duplicates: none" in out
    found = json.loads((folder / "report.json").read_text())
    assert found["duplicates"] == []
    assert all(each["evidence"]["words"] for each in found["records"])


def test_records_that_cannot_be_replayed_are_no_trouble(folder: Path) -> None:
    broken = SAMPLES / "broken"
    code, out = run("--explain-end", "--both-rules", "--duplicates", "--quiet", str(broken))
    assert code in (1, 2)
    assert "Traceback" not in out
    report("--explain-end", "--both-rules", "--duplicates", str(broken))
