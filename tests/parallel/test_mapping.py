"""Every command that reads records, by several processes: the same bytes as by one, from files, pipes and compressed files."""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path

import pytest
from marking import xbn

from expendibots_notation.cli.convert import converted
from expendibots_notation.cli.id import Ids, identified
from expendibots_notation.exporters import EXPORTERS, find_exporter
from expendibots_notation.parallel import map_files, pieces
from expendibots_notation.verdict import FileFinding, shifted

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n'
SHORT = HEAD.format(white="Ann", black="Bob", result="*") + "1. d2-d3 e7-e6\n*\n"
CUT_OFF = SHORT.replace("e7-e6\n*", "e7-e6 (")
"""It can be read in part."""
OPEN = SHORT.replace("e7-e6\n*\n", "e7-e6\n\n")
"""It has no result, so its text depends on what comes after it."""
RECORDS = [
    SHORT,
    SHORT.replace("d2-d3 e7-e6", "2d2-d3 {%emt=1.25} 2e7-e6 {%emt=0.1}\n2. d3-d4 {%emt=0.7} ({a comment} d3-c3 $1)"),
    SHORT.replace("d2-d3", "E2-E3").replace("e7-e6", "d7-d6"),
    HEAD.format(white="Bob", black="Cid", result="1-0") + "1. a2-a4 1-0\n",
    HEAD.format(white="Cid", black="Ann", result="1-0") + '1. d2-d3 ~"None"\n1-0\n',
    "{a comment before the tags} " + SHORT.replace("Expendibots", "STACKS").replace("d2-d3 e7-e6", "c1-c2 c7-c6"),
    SHORT.replace("e7-e6\n*", "e7-e6 2. d3-d4 e6-e5\n*"),
    SHORT.replace("Expendibots", "Chess"),
    OPEN,
    "{of the next one}\n" + SHORT,
    CUT_OFF,
]

COMMANDS = {
    "id": ["id", "--mirror"],
    "id of documents": ["id", "--format", "json"],
    "table": ["table"],
    "table as JSON": ["table", "--format", "json"],
    **{f"convert to {each.name}": ["convert", "--to", each.name] for each in EXPORTERS},
    "validate": ["validate"],
    "end": ["validate", "--explain-end"],
    "rules": ["validate", "--both-rules"],
    "duplicates": ["validate", "--duplicates"],
    "everything": ["validate", "--explain-end", "--both-rules", "--duplicates", "--report", "json"],
    "rows": ["validate", "--explain-end", "--both-rules", "--duplicates", "--report", "csv"],
    "page": ["validate", "--both-rules", "--duplicates", "--report", "html"],
    "selected page": ["validate", "--ignore", "XBN154", "--strict", "--report", "html"],
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Large files, which are cut, and small ones."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pieces, "PIECE", 2000)
    monkeypatch.setattr(pieces, "LONGEST_PIECE", 2000)
    monkeypatch.setattr(pieces, "BATCH_BYTES", 1000)
    large = "".join(RECORDS) * 8
    texts = {"empty": "", "large": large, "returns": (SHORT * 30).replace("\n", "\r\n"), "small": CUT_OFF}
    for name, text in texts.items():
        Path(f"{name}.xbn").write_text(text, newline="")
    Path("packed.xbn.gz").write_bytes(gzip.compress(large.encode()))
    return [*(f"{name}.xbn" for name in texts), "packed.xbn.gz", "missing.xbn"]


def output(arguments: list[str], files: list[str], jobs: int, text: str = "") -> tuple[object, ...]:
    """All that a command does."""
    target = [] if "parquet" not in arguments else ["-o", "out.parquet", "--force"]
    result = xbn(*arguments, *target, "--jobs", str(jobs), *files, text=text)
    written = [each.read_bytes() for each in sorted(Path("out.parquet").glob("*"))]
    assert not target or result.code == 2 or len(written) == 2
    return result.code, result.out, result.err, *written


@pytest.mark.parametrize("name", COMMANDS)
def test_two_processes_say_the_same(files: list[str], name: str) -> None:
    for chosen in (files, files[:-1]):
        assert output(COMMANDS[name], chosen, 1) == output(COMMANDS[name], chosen, 2)
    assert output(COMMANDS[name], [files[1], "-", files[3]], 1, SHORT) == output(
        COMMANDS[name], [files[1], "-", files[3]], 2, SHORT
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_the_limit_of_records_is_that_of_the_file(files: list[str], name: str) -> None:
    arguments = [*COMMANDS[name], "--limit", "records=30"]
    assert output(arguments, files[1:3], 1) == output(arguments, files[1:3], 2)


def test_ids_have_the_places_of_their_files(files: list[str]) -> None:
    found = list(map_files(partial(identified, False), shifted, files, jobs=3))
    runs = (each for each in found if isinstance(each, Ids))
    places = [f"{run.file}:{run.line + row.line}: record {index}" for run in runs for index, row in enumerate(run.rows, run.index)]
    assert places == [line.split("  ")[1] for line in xbn("id", *files).out.splitlines()]
    assert [each.diagnostic.code for each in found if isinstance(each, FileFinding)] == ["XBN112", "XBN903"]


def test_many_processes_take_part(files: list[str]) -> None:
    """What is compared here was not made by one process after all."""
    assert sum(map(len, pieces.batches(["large.xbn"], pieces.Overrides()))) > 3
    exporter = find_exporter("jsonl")
    assert exporter is not None
    found = list(map_files(partial(converted, exporter, None), shifted, ["large.xbn"], jobs=2, is_short=False))
    assert len(found) == 88


def test_all_bytes_are_counted(files: list[str]) -> None:
    sizes: list[int] = []
    list(map_files(partial(identified, False), shifted, files, jobs=2, on_read=sizes.append))
    assert sum(sizes) == sum(Path(file).stat().st_size for file in files if Path(file).exists())
