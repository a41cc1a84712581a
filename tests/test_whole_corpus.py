"""The whole corpus in one command: real logs and transcripts, and the count of each ending as its manifest has it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from referee_logs import ENTRIES, REAL, end_of
from typer.testing import CliRunner

from expendibots_notation.cli.app import app

DATA = Path(__file__).parent / "data"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


LOGS = [ENTRIES[name] for name in REAL]
TRANSCRIPTS = lines(DATA / "transcripts" / "expected.jsonl.gz")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What one run says about all of them, by file."""
    folder = tmp_path_factory.mktemp("corpus")
    for entry in LOGS:
        (folder / f"{entry['name']}.log").write_text(entry["log"], encoding="utf-8", newline="")
    for entry in TRANSCRIPTS:
        packed = (DATA / "transcripts" / f"{entry['name']}.txt.gz").read_bytes()
        (folder / f"{entry['name']}.txt.gz").write_bytes(packed)
    command = ["validate", "--isolated", "--report", "json", "--explain-end", "--both-rules", "--duplicates", str(folder)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output[:2000]
    report = json.loads(result.stdout)
    assert report["summary"]["records"] == report["summary"]["valid"] == len(LOGS) + len(TRANSCRIPTS)
    return {Path(each["file"]).name: each for each in report["records"]}


def claimed(record: dict[str, Any]) -> tuple[str, str]:
    return record["claimed"]["result"], record["claimed"]["termination"]


def test_the_count_of_each_ending_is_that_of_the_manifest(records: dict[str, dict[str, Any]]) -> None:
    found = Counter(claimed(record) for name, record in records.items() if name.endswith(".log"))
    assert found == Counter(map(end_of, REAL))
    assert found == {
        ("1-0", "elimination"): 67,
        ("0-1", "elimination"): 62,
        ("1/2-1/2", "repetition"): 22,
        ("1/2-1/2", "mutual-destruction"): 13,
        ("1/2-1/2", "turn-limit"): 8,
        ("*", "truncated"): 13,
        ("0-1", "illegal-action"): 10,
        ("1-0", "illegal-action"): 8,
    }


def test_each_game_has_the_plies_of_the_manifest(records: dict[str, dict[str, Any]]) -> None:
    assert {name: records[f"{name}.log"]["plies"] for name in (entry["name"] for entry in LOGS)} == {
        entry["name"]: entry["plies"] for entry in LOGS
    }


def test_transcripts_end_as_the_referee_printed(records: dict[str, dict[str, Any]]) -> None:
    for entry in TRANSCRIPTS:
        assert claimed(records[f"{entry['name']}.txt.gz"]) == (entry["result"], entry["termination"])


def test_every_end_is_proved_by_the_board_but_those_away_from_it(records: dict[str, dict[str, Any]]) -> None:
    proofs = Counter(record["evidence"]["proof"] for name, record in records.items() if name.endswith(".log"))
    assert proofs == {"board": 172, "rejected-action": 18, "claim": 13}


def test_the_readings_part_where_the_corpus_says_so(records: dict[str, dict[str, Any]]) -> None:
    differing = {name for name, record in records.items() if name.endswith(".log") and record["adjudication"]["differs"]}
    warned = {name for name, record in records.items() if any(each["code"] == "XBN311" for each in record["diagnostics"])}
    assert differing == {name for name in warned if name.endswith(".log")}
    assert {name for name in records if name.startswith("e3_rulebook_differs")} <= differing
    assert len(differing) == 8


def test_transcripts_are_found_to_be_the_games_of_their_logs(records: dict[str, dict[str, Any]]) -> None:
    ids = {name: record["id"] for name, record in records.items()}
    for entry in TRANSCRIPTS:
        log = records.get(f"{entry['name']}.log")
        if log is not None and log["plies"] == records[f"{entry['name']}.txt.gz"]["plies"] > 0:
            assert ids[f"{entry['name']}.log"] == ids[f"{entry['name']}.txt.gz"]
