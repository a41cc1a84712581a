"""Several processes say exactly what one says, in the same order, wherever the input is cut."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from effort import few_of
from hypothesis import example, given
from hypothesis import strategies as st
from typer.testing import CliRunner

from expendibots_notation import parallel
from expendibots_notation.cli.app import app
from expendibots_notation.limits import Limits, applied
from expendibots_notation.parallel import judge_files, pieces, usual_jobs, workers
from expendibots_notation.parallel.joint import joined
from expendibots_notation.parallel.pieces import Piece, batches, find_border
from expendibots_notation.parallel.reading import Reading
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides, judge_text
from expendibots_notation.pipeline import judge_files as by_one
from expendibots_notation.verdict import Result, shifted, single

ROOT = Path(__file__).parents[2]
SAMPLES = sorted(
    path for path in (ROOT / "samples").rglob("*") if path.suffix in {".xbn", ".log", ".out", ".json", ".jsonl", ".tuples"}
)
GOOD = (ROOT / "samples" / "expendibots" / "chain-reaction.xbn").read_text()
SHORT = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 e7-e6\n*\n'
ILLEGAL = SHORT.replace("e7-e6", "e7-e3")
LOOSE = SHORT.replace("1. d2-d3", "1. D2d3")
LOG = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\n"
BROKEN_LOG = LOG + "nonsense\n"


def told(results: Any) -> list[str]:
    """The results one by one, with what equality leaves out."""
    return [repr(result) for result in single(results)]


def cut(paths: Sequence[str], overrides: Overrides = NO_OVERRIDES) -> list[Result]:
    """The results by way of pieces, all judged in this process."""
    reading = Reading(judge_text, overrides)
    answers = (answer for batch in batches(paths, overrides) for piece in batch for answer in reading(piece))
    return list(joined(answers, reading, shifted))


def check_cut(path: Path, **overrides: Any) -> int:
    """Judge a file whole and in pieces, without its layout and with it, which needs trees; the number of pieces."""
    for layout in (False, True):
        said = Overrides(layout=layout, **overrides)
        assert told(cut([str(path)], said)) == told(by_one([str(path)], said))
    return len(list(batches([str(path)], said)))


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is large now."""
    small_pieces(monkeypatch, 300)


def small_pieces(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(pieces, "PIECE", size)
    monkeypatch.setattr(pieces, "LONGEST_PIECE", size)
    monkeypatch.setattr(pieces, "BATCH_BYTES", size)
    monkeypatch.setattr(pieces, "BATCH_FILES", 3)
    monkeypatch.setattr(pieces, "STEP", 1024)


# Pieces


@pytest.mark.usefixtures("tiny")
def test_a_large_file_is_cut_and_joined(tmp_path: Path) -> None:
    path = tmp_path / "games.xbn"
    path.write_text("\n".join([SHORT, ILLEGAL, GOOD, LOOSE, SHORT] * 12))
    assert check_cut(path) > 10


@pytest.mark.usefixtures("tiny")
def test_a_large_log_is_cut_and_joined(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    path.write_text("".join([LOG, LOG, BROKEN_LOG, LOG] * 20))
    assert check_cut(path) > 10


@pytest.mark.usefixtures("tiny")
def test_all_samples_in_one_file(tmp_path: Path) -> None:
    """Whatever a record breaks: comments and variations that are never closed, strings, brackets, bytes that are no text."""
    path = tmp_path / "all.xbn"
    chosen = [sample for sample in SAMPLES if sample.suffix == ".xbn" and "not-text" not in sample.name]
    path.write_bytes((SHORT * 2).encode() + b"\n".join(sample.read_bytes() + SHORT.encode() for sample in chosen))
    assert check_cut(path) > 30


HOSTILE = [
    "{ never closed\n1-0\n",
    "{ closed\n1-0\n\n}",
    "; 1-0\n",
    '[White "x"]\n1-0\n',
    '[White\n"x"\n]\n',
    "(1. d2-d3\n1-0\n",
    '~"1-0\n',
    "<1-0\n",
    "<a\n1-0\n>",
    "1-0\n",
    "*\n",
    "1. d2-d3 1/2-1/2\n \t\n",
    "\ufeff",
    "1-0 {comment}\n",
    "1-0\n{comment\n}\n",
    "1-0\n; comment\n",
    "1-0\f\n\v\n",
    "\r\n",
    "1-0\r\n",
    "1-0\r\n\r\n",
    "1-0\n\r\n",
    "*\r",
    "1-0 \r \n",
    "\x85\n",
    '[Event "a"] ',
    "[Event\n",
    "\udcff",
    "\0",
    SHORT,
    SHORT,
    SHORT.replace("\n", "\r\n"),
    ILLEGAL,
    '[Format "xbn 1"]\n',
    '  [Format "xbn 1"]\n',
]
hostile_files = st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=30).map("".join)


@example(text="{ never closed\n1-0\n" + SHORT, size=20)
@example(text="{ never \\} closed\n1-0\n" + SHORT, size=20)
@given(text=hostile_files, size=st.integers(20, 400))
def test_hostile_files_are_cut_and_joined(tmp_path_factory: pytest.TempPathFactory, text: str, size: int) -> None:
    path = tmp_path_factory.mktemp("hostile") / "games.xbn"
    path.write_bytes((SHORT + text).encode("utf-8", "surrogateescape"))
    with pytest.MonkeyPatch.context() as patch:
        small_pieces(patch, size)
        check_cut(path)


@example(lines=[LOG.replace("\n", "\r\n"), BROKEN_LOG])
@given(
    lines=st.lists(
        st.sampled_from([LOG, BROKEN_LOG, LOG.replace("\n", "\r\n"), "[over ] - winner: white\n", "\n", "x"]), max_size=30
    )
)
def test_hostile_logs_are_cut_and_joined(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    path = tmp_path_factory.mktemp("hostile") / "games.log"
    path.write_bytes((LOG + "".join(lines)).encode())
    with pytest.MonkeyPatch.context() as patch:
        small_pieces(patch, 100)
        check_cut(path)


@pytest.mark.usefixtures("tiny")
def test_logs_may_have_any_line_endings(tmp_path: Path) -> None:
    """Nobody reports them, so no piece is read again to do so."""
    path = tmp_path / "games.log"
    path.write_bytes((LOG.replace("\n", "\r\n") + BROKEN_LOG * 40).encode())
    assert check_cut(path) > 4


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_endings_are_said_once(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "games.xbn"
    path.write_bytes((SHORT * 5 + (SHORT * 30).replace("\n", ending) + SHORT * 5).encode())
    found = [finding for verdict in single(cut([str(path)])) for finding in verdict.diagnostics]  # type: ignore[union-attr]
    assert [finding.name for finding in found].count("line-endings") == 1
    check_cut(path)


@pytest.mark.usefixtures("tiny")
def test_line_endings_hide_one_layout_wherever_the_file_is_cut(tmp_path: Path) -> None:
    """Each piece reports them at first. Where it must not, the layout of that record is a finding again."""
    path = tmp_path / "games.xbn"
    path.write_bytes((SHORT * 20).replace("\n", "\r\n").encode())
    assert check_cut(path) > 4
    found = [[each.code for each in verdict.diagnostics] for verdict in single(cut([str(path)], Overrides(layout=True)))]
    assert found == [["XBN153"], *[["XBN150"]] * 19]


@pytest.mark.usefixtures("tiny")
def test_a_line_ending_in_a_record_that_is_too_long_is_said_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_pieces(monkeypatch, 150)
    path = tmp_path / "games.xbn"
    long_record = SHORT.replace("1. d2-d3 e7-e6\n", "1. d2-d3 e7-e6\n2. d3-d4 e6-e5\r\n" + "3. d4-d3 e5-e6\n" * 20)
    path.write_bytes((SHORT * 3 + long_record + SHORT * 12).encode())
    with applied(Limits(record_length=200)):
        assert check_cut(path) > 4


@pytest.mark.usefixtures("tiny")
def test_what_cannot_be_cut_stays_whole(tmp_path: Path) -> None:
    text = SHORT * 40
    (tmp_path / "packed.xbn.gz").write_bytes(gzip.compress(text.encode(), 0))
    (tmp_path / "noise.xbn").write_bytes(bytes(5000))
    (tmp_path / "lines.tuples").write_text('[("BOOM", (0, 1))]\n' * 300)
    for path in tmp_path.iterdir():
        assert check_cut(path) == 1
    (tmp_path / "games.xbn").write_text(text)
    assert check_cut(tmp_path / "games.xbn", record=7) == 1
    assert check_cut(tmp_path / "games.xbn") > 1


@pytest.mark.usefixtures("tiny")
def test_noise_far_inside_a_file_is_no_reason_to_refuse_it(tmp_path: Path) -> None:
    """Whether a file is text is decided at its beginning, so a later piece must not decide it anew."""
    path = tmp_path / "games.xbn"
    path.write_bytes(SHORT.encode() * 60 + SHORT.replace("*\n", "{%s} *\n" % ("\0" * 900)).encode() * 3 + SHORT.encode() * 9)
    assert check_cut(path) > 4


def test_a_border_is_only_where_a_record_surely_begins() -> None:
    def border(text: str) -> int:
        return find_border(BytesIO(text.encode()), "xbn", 0, len(text.encode()))

    tag = '[Format "xbn 1"]\n'
    head = "\n" + tag
    for body in ("\n*\n", "\n1. d2-d3 1-0\n\n", "\n0-1 \t\n \n\f\n", "\n1/2-1/2\r\n\r\n", "x\n1-0\n  ", "{ \\} }\n*\n"):
        before = head + body
        assert border(before + tag) == len(before.rstrip(" ")), before
        assert border(body + tag) == len((body + tag).encode()), body
    for open_comment in ("{\n*\n", "{ \\}\n*\n", "{} {\n1-0\n"):
        assert border(head + open_comment + tag) == len(head + open_comment + tag)
    for before in (
        "*\n",
        "\n; *\n",
        "\n{1-0\n",
        "\n1-0}\n",
        '\n"1-0\n',
        "\n<1-0\n",
        "\n~1-0\n",
        "\n1-0 x\n",
        "\n1-0\n\r\n",
        "\n1-0\n\ufeff",
    ):
        assert border(before + tag) == len((before + tag).encode()), before


# Processes


def mixed_folder(folder: Path) -> Path:
    """Files of all kinds, small and large, sound and broken."""
    folder.mkdir()
    for number, sample in enumerate(SAMPLES):
        (folder / f"{number:03}-{sample.name}").write_bytes(sample.read_bytes())
    (folder / "large.xbn").write_text("\n".join([SHORT, ILLEGAL, GOOD, LOOSE, SHORT] * 20))
    (folder / "large.log").write_text("".join([LOG, LOG, BROKEN_LOG, LOG] * 30))
    (folder / "packed.xbn.gz").write_bytes(gzip.compress((SHORT * 50).encode()))
    (folder / "cut.xbn.gz").write_bytes(gzip.compress((SHORT * 50).encode())[:-20])
    (folder / "zero.xbn").write_bytes(b"")
    (folder / "a.xbn").symlink_to(folder / "nowhere")
    return folder


@pytest.mark.usefixtures("tiny")
def test_any_number_of_jobs_gives_the_same_results(tmp_path: Path) -> None:
    paths = sorted(str(path) for path in mixed_folder(tmp_path / "all").iterdir())
    expected = told(by_one(paths))
    for jobs in (1, 2, 3):
        assert told(judge_files(paths, jobs=jobs)) == expected


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    "options", few_of([[], ["--report", "json"], ["-q", "--strict"], ["--layout"], ["--record", "1"], ["--rules", "referee"]], 2)
)
def test_any_number_of_jobs_gives_the_same_report(tmp_path: Path, options: list[str]) -> None:
    folder = mixed_folder(tmp_path / "all")
    answers = [CliRunner().invoke(app, ["validate", *options, "--jobs", str(jobs), str(folder)]) for jobs in (1, 2)]
    assert answers[0].stdout == answers[1].stdout != ""
    assert answers[0].exit_code == answers[1].exit_code == 2
    assert answers[1].stderr == ""


@pytest.mark.usefixtures("tiny")
def test_standard_input_has_its_place_among_files(tmp_path: Path) -> None:
    path = tmp_path / "games.xbn"
    path.write_text(SHORT * 20)
    answers = [
        CliRunner().invoke(app, ["validate", "--jobs", str(jobs), str(path), "-", str(path)], input=ILLEGAL * 20) for jobs in (1, 2)
    ]
    assert answers[0].stdout == answers[1].stdout
    lines = [line.split(":")[0] for line in answers[0].stdout.splitlines() if ": record " in line]
    assert lines == [str(path)] * 20 + ["<stdin>"] * 20 + [str(path)] * 20


def test_small_input_is_judged_by_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.xbn"
    path.write_text(SHORT)
    assert usual_jobs([str(path)] * 3) == 1
    monkeypatch.setattr(parallel, "SMALL", 200)
    assert usual_jobs([str(path)] * 3) >= 1

    def no_pool(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(workers, "map_pieces", no_pool)
    assert len(told(judge_files([str(path)], jobs=5))) == 1


def test_small_files_travel_together(tmp_path: Path) -> None:
    path = tmp_path / "games.xbn"
    path.write_text(SHORT)
    planned = list(batches([str(path)] * 150, NO_OVERRIDES))
    assert [len(batch) for batch in planned] == [64, 64, 22]
    assert all(piece == Piece(str(path), size=len(SHORT)) for batch in planned for piece in batch)
