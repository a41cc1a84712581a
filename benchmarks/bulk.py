"""Records, logs and tuples judged by whole commands in one process, beside other programs; and records moved to other formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks import corpus
from benchmarks.commands import Command, Run, in_turns, pgn_extract, plain_checker, python_chess, validate, xbn
from benchmarks.corpus import Sample
from benchmarks.peers import Pace
from benchmarks.scale import Scale
from benchmarks.table import Row, Target, comparison, not_installed, whole_command

PGN_EXTRACT_TARGET = Target(10)
PYTHON_CHESS_TARGET = Target(300)
FULL_TARGET = Target(2)
UNCOMPILED_TARGET = Target(3)
BROKEN_TARGET = Target(2, is_ceiling=True)
LOGS_TARGET = Target(200)

_SUMMARY = re.compile(r"(\d+) records? in 1 file: (\d+) valid, (\d+) invalid .*")


def records(folder: Path, scale: Scale) -> Iterator[Row]:
    """XBN: the quick way and the full way, compiled and not, beside python-chess and pgn-extract on chess games."""
    large = corpus.records(folder, scale.large)
    broken = corpus.records_with_a_broken_one(folder, scale.large)
    middle = corpus.records(folder, scale.middle)
    small = corpus.records(folder, scale.small)
    chess, large_chess = corpus.chess(folder, 1), corpus.chess(folder, scale.pgn_extract)
    extract = pgn_extract(large_chess.path)
    bulk, with_broken, full, bulk_uncompiled, full_uncompiled, chess_start, chess_run, *extract_runs = in_turns(
        validate(large.path),
        validate(broken.path, exit_code=1),
        validate(small.path, "--no-bulk"),
        validate(middle.path, compiled=False),
        validate(small.path, "--no-bulk", compiled=False),
        python_chess(corpus.nothing(folder)),
        python_chess(chess.path),
        *([extract] if extract else []),
        rounds=scale.rounds,
    )
    for sample, run in ((large, bulk), (small, full), (middle, bulk_uncompiled), (small, full_uncompiled)):
        _check_summary(sample, run)
    _check_summary(broken, with_broken, broken=broken.games // corpus.GAMES)
    _check_plies(chess, chess_run)
    pace = Pace.of(chess_start, chess_run, chess.plies)

    yield whole_command("xbn validate", large, bulk)
    yield whole_command("pgn-extract -r", large_chess, extract_runs[0]) if extract_runs else not_installed("pgn-extract -r")
    yield whole_command("python-chess", chess, chess_run)
    if extract_runs:
        ratio = (large.plies / bulk.processor) / (large_chess.plies / extract_runs[0].processor)
        yield comparison("xbn : pgn-extract", ratio, PGN_EXTRACT_TARGET)
    yield comparison("xbn : python-chess", pace.seconds(large.plies) / bulk.processor, PYTHON_CHESS_TARGET)
    yield whole_command("the same, one record in a thousand broken", broken, with_broken)
    yield comparison("its time : a clean file's", with_broken.processor / bulk.processor, BROKEN_TARGET)
    yield whole_command("the full way (--no-bulk)", small, full)
    yield comparison("full : python-chess", pace.seconds(small.plies) / full.processor, FULL_TARGET)
    yield whole_command("xbn validate, uncompiled", middle, bulk_uncompiled)
    yield comparison("uncompiled : python-chess", pace.seconds(middle.plies) / bulk_uncompiled.processor, UNCOMPILED_TARGET)
    yield whole_command("the full way, uncompiled", small, full_uncompiled)
    yield comparison("full, uncompiled : python-chess", pace.seconds(small.plies) / full_uncompiled.processor)


def foreign_logs(folder: Path, scale: Scale) -> Iterator[Row]:
    """What the official referee writes, beside a plain checker that judges as the referee does."""
    logs, tuples = corpus.logs(folder, scale.large), corpus.tuple_lists(folder, scale.large)
    few = corpus.logs(folder, 1)
    ours, ours_tuples, plain_start, plain = in_turns(
        validate(logs.path),
        validate(tuples.path),
        plain_checker(corpus.nothing(folder)),
        plain_checker(few.path),
        rounds=scale.rounds,
    )
    _check_summary(logs, ours)
    _check_summary(tuples, ours_tuples)
    _check_plies(few, plain)
    pace = Pace.of(plain_start, plain, few.plies)
    yield whole_command("xbn validate, referee logs", logs, ours)
    yield whole_command("plain checker, referee logs", few, plain)
    yield comparison("xbn : plain checker", pace.seconds(logs.plies) / ours.processor, LOGS_TARGET)
    yield whole_command("xbn validate, tuples", tuples, ours_tuples)


def conversions(folder: Path, scale: Scale) -> Iterator[Row]:
    """Records as data: JSON lines and Parquet tables."""
    sample = corpus.records(folder, scale.converted)
    names = ("jsonl", "parquet")
    runs = in_turns(*(_conversion(sample, folder / f"games.{name}") for name in names), rounds=scale.rounds)
    for name, run in zip(names, runs, strict=True):
        yield whole_command(f"xbn convert to {name}", sample, run)


def _conversion(sample: Sample, target: Path) -> Command:
    return xbn("convert", "--force", str(sample.path), "-o", str(target))


def _check_summary(sample: Sample, run: Run, broken: int = 0) -> None:
    """What is measured must be the work that is meant."""
    found = _SUMMARY.match(run.last_line)
    if found is None or tuple(map(int, found.groups())) != (sample.games, sample.games - broken, broken):
        raise AssertionError(f"not what {sample.path.name} holds: {run.last_line}")


def _check_plies(sample: Sample, run: Run) -> None:
    if run.last_line != f"{sample.plies} plies":
        raise AssertionError(f"not what {sample.path.name} holds: {run.last_line}")
