"""Reports whose head is known last: what waits for it is kept on disk, in its order and byte for byte."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from marking import ILLEGAL

from expendibots_notation import spool as spool_module
from expendibots_notation.account import Account
from expendibots_notation.pipeline import read_text, validate
from expendibots_notation.reports import REPORTS, find_report
from expendibots_notation.reports.report import Manner
from expendibots_notation.reports.summary import Tally
from expendibots_notation.spool import Spool

PIECES = ["", "a\r\n", "\n", "é\u2028", "\ud800", "\x00", "long " * 100]


@pytest.mark.parametrize("memory", [1, 1 << 22])
def test_all_pieces_come_back(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spool_module, "_IN_MEMORY", memory)
    monkeypatch.setattr(spool_module, "_BLOCK", 3)
    spool = Spool()
    for _ in range(2):  # it can be used again
        for piece in PIECES:
            spool.add(piece)
        assert spool.pieces == len(PIECES)
        assert "".join(spool.poured()) == "".join(PIECES)
        assert spool.pieces == 0


@pytest.mark.parametrize("name", [name for name in REPORTS if name != "html"])
def test_memory_does_not_grow_with_the_records(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report that has taken a thousand records holds no more than a few of them."""
    monkeypatch.setattr(spool_module, "_IN_MEMORY", 1 << 10)
    (record,) = read_text(ILLEGAL)
    judgement = Account(validate(record))
    with (tmp_path / "report").open("w", encoding="utf-8") as stream:
        report = find_report(name)(stream.write, Manner())
        report.add(judgement)  # what is loaded and remembered once
        tracemalloc.start()
        for _ in range(1000):
            report.add(judgement)
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        report.finish(Tally())
    assert held < 50_000
    assert (tmp_path / "report").stat().st_size > 200_000
