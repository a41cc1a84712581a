"""Reading whole files of XBN: what only many records, long lines and small limits show."""

from __future__ import annotations

from io import BytesIO
from itertools import islice, product
from time import process_time

import pytest

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.importers import xbn_scan as scan
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import Limits, applied
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.verdict import CleanRun, Verdict

_HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n'


def _with_setups(count: int) -> bytes:
    """Records that all begin with different positions; the last one has an illegal action."""
    places = islice(product(range(1, 100), range(5), range(2, 6), range(2, 6)), count)
    records = []
    for index, (turn, rank, black, white) in enumerate(places, start=1):
        board = "/".join([".8"] * rank + [f".{black}b.{7 - black}"] + [".8"] * (6 - rank) + [f".{white}w.{7 - white}"])
        start = "abcdefgh"[white]
        action = "h8-h1" if index == count else f"{start}1-{start}2"
        records.append(f'{_HEAD}[Setup "{board} w {turn} 0"]\n[Result "*"]\n\n{turn}. {action} *\n\n')
    return "".join(records).encode()


# As many as the judge remembers, one fewer and one more.
@pytest.mark.parametrize("count", [4095, 4096, 4097])
def test_a_finding_after_thousands_of_setups(count: int) -> None:
    *runs, last = scan.scan(TextStream(BytesIO(_with_setups(count))), "many.xbn", None, None, True)
    assert sum(len(run) for run in runs if isinstance(run, CleanRun)) == count - 1
    assert isinstance(last, Verdict)
    assert (last.index, last.rules) == (count, "text")
    assert [finding.code for finding in last.diagnostics] == ["XBN209"]


@pytest.mark.parametrize("piece", ["[a ", '[a "b"] '])
def test_brackets_on_a_long_line_take_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        data = f"{_HEAD}\n1. d1-d2 {piece * (size // len(piece))}".encode()
        started = process_time()
        assert len(list(split([data]))) == 1
        return process_time() - started

    assert seconds(800_000) < 6 * seconds(200_000)


@pytest.mark.parametrize("blanks", [" ", "\n"])
def test_a_limit_counts_the_white_space_inside_a_record(blanks: str) -> None:
    """Also where the limit falls into it."""
    text = f"{_HEAD}\n1. d1-d2"
    with applied(Limits(record_length=len(text) + 10)):
        (found,) = split([f"{text}{blanks * 20}d7-d6 d2-d3 *\n".encode()])
    assert isinstance(found, Diagnostic)
    assert found.code == "XBN902"


def test_white_space_at_the_end_of_a_file_passes_no_limit() -> None:
    text = f"{_HEAD}\n1. d1-d2 *"
    with applied(Limits(record_length=len(text))):
        (found,) = split([f"{text}{' ' * 20}".encode()])
    assert isinstance(found, RecordText)
    assert found.source.text == text


@pytest.mark.parametrize("cut", [10, 60, 75, 90])
def test_comments_after_a_long_enough_record_are_not_part_of_it(cut: int) -> None:
    """However the text comes in blocks."""
    text = f"{_HEAD}\n1. d1-d2 *"
    data = f"{text}\n\n{{{'a comment ' * 8}}}\n".encode()
    with applied(Limits(record_length=len(text) + 5)):
        first, *_rest = split([data[:cut], data[cut:]])
    assert isinstance(first, RecordText)
    assert first.source.text == text
