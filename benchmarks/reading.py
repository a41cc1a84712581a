"""Records, logs and tuples judged by whole commands in one process, beside other programs; and records moved to other formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import layouts
from benchmarks.commands import Command, Run, in_turns, pgn_extract, plain_checker, python_chess, validate, xbn
from benchmarks.corpus import AllGames, Sample, write, write_chess, write_nothing
from benchmarks.layouts import Layout
from benchmarks.peers import Pace
from benchmarks.scale import Scale
from benchmarks.table import Row, Target, comparison, not_installed, whole_command, with_ratio

LOGS_TARGET = Target(200)

_TEXT = Target(100, aim=300)
_DATA = Target(70, aim=200)
_WARNINGS = Target(10, aim=50)
_ERRORS = Target(8, aim=20)
_UNCOMPILED = Target(4, aim=8)


@dataclass(frozen=True)
class Kind:
    """A kind of file that `xbn validate` reads, and how many times as fast as python-chess reads chess that must be."""

    what: str
    layout: Layout
    target: Target | None
    is_slow: bool = False
    repeats: bool = False
    """Whether one game in five ends in a repetition."""
    quiet: bool = True
    compiled: bool = True


KINDS = (
    Kind("canonical", layouts.canonical, _TEXT),
    Kind("one game in five ends in a repetition", layouts.canonical, _TEXT, repeats=True),
    Kind("result on its own line", layouts.result_on_its_own_line, _TEXT),
    Kind("CRLF", layouts.crlf, _TEXT),
    Kind("wrapped at 79 columns", layouts.wrapped, _TEXT),
    Kind("a comment every tenth ply", layouts.comments, _TEXT),
    Kind("a glyph at every ply", layouts.glyphs, _TEXT),
    Kind("a clock at every ply", layouts.clock, _DATA),
    Kind("a variation every eighth turn", layouts.variations, _DATA),
    Kind("no Rules tag", layouts.no_rules, _WARNINGS, is_slow=True),
    Kind("no Rules tag, without --quiet", layouts.no_rules, _WARNINGS, is_slow=True, quiet=False),
    Kind("a loose spelling in every record", layouts.loose, _WARNINGS, is_slow=True),
    Kind("a loose spelling, without --quiet", layouts.loose, _WARNINGS, is_slow=True, quiet=False),
    Kind("an illegal action in every record", layouts.illegal, _ERRORS, is_slow=True),
    Kind("one record in a hundred broken", layouts.mixed, None),
    Kind("canonical, without compiled modules", layouts.canonical, _UNCOMPILED, compiled=False),
)


def records(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """XBN in many layouts. Each takes turns with python-chess, so that both meet the same moods of the machine."""
    chess, nothing = write_chess(folder / "chess.pgn", scale.peer), write_nothing(folder / "nothing")
    peer = (python_chess(nothing), python_chess(chess.path))
    yield from _peers(chess, nothing, scale)
    ratios: dict[str, float] = {}
    for kind in KINDS:
        sample = _write(folder / "records.xbn", games, kind, scale)
        command = validate(sample.path, quiet=kind.quiet, compiled=kind.compiled, exit_code=1 if sample.invalid else 0)
        ours, start, reading = in_turns(command, *peer, rounds=scale.rounds)
        _check_summary(sample, ours)
        ratio = Pace.of(start, reading, chess.plies).seconds(sample.plies) / ours.processor
        yield with_ratio(whole_command(kind.what, sample, ours), ratio, kind.target)
        if kind.compiled:
            ratios[kind.what] = ratio
    for name, what in (("best", max(ratios, key=ratios.__getitem__)), ("worst", min(ratios, key=ratios.__getitem__))):
        yield comparison(f"{name} of the compiled: {what}", ratios[what])


def _peers(chess: Sample, nothing: Path, scale: Scale) -> Iterator[Row]:
    """Programs that read chess; python-chess is what the rows below are compared with."""
    extracting = [command for path in (nothing, chess.path) if (command := pgn_extract(path))]
    start, reading, *extracts = in_turns(python_chess(nothing), python_chess(chess.path), *extracting, rounds=scale.rounds)
    _check_plies(chess, reading)
    yield whole_command("python-chess, reading chess", chess, reading)
    if not extracts:
        yield not_installed("pgn-extract -r, reading chess")
        return
    python, extract = Pace.of(start, reading, chess.plies), Pace.of(extracts[0], extracts[1], chess.plies)
    row = whole_command("pgn-extract -r, reading chess", chess, extracts[1])
    yield with_ratio(row, python.seconds(scale.fast) / extract.seconds(scale.fast))


def _write(path: Path, games: AllGames, kind: Kind, scale: Scale) -> Sample:
    plies = scale.uncompiled if not kind.compiled else scale.slow if kind.is_slow else scale.fast
    return write(path, games.repetitive if kind.repeats else games.usual, kind.layout, plies=plies)


def foreign_logs(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """What the official referee writes, beside a plain checker that judges as the referee does."""
    logs = write(folder / "games.log", games.usual, layouts.referee_log, plies=scale.fast)
    tuples = write(folder / "games.tuples", games.usual, layouts.tuples, plies=scale.fast)
    few = write(folder / "few.log", games.usual, layouts.referee_log, plies=scale.peer)
    ours, ours_tuples, plain_start, plain = in_turns(
        validate(logs.path),
        validate(tuples.path),
        plain_checker(write_nothing(folder / "nothing")),
        plain_checker(few.path),
        rounds=scale.rounds,
    )
    _check_summary(logs, ours)
    _check_summary(tuples, ours_tuples)
    _check_plies(few, plain)
    pace = Pace.of(plain_start, plain, few.plies)
    yield whole_command("plain checker, referee logs", few, plain)
    yield with_ratio(
        whole_command("xbn validate, referee logs", logs, ours), pace.seconds(logs.plies) / ours.processor, LOGS_TARGET
    )
    yield whole_command("xbn validate, tuples", tuples, ours_tuples)


def conversions(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """Records as data: JSON lines and Parquet tables."""
    sample = write(folder / "games.xbn", games.usual, plies=scale.converted)
    names = ("jsonl", "parquet")
    runs = in_turns(*(_conversion(sample, folder / f"games.{name}") for name in names), rounds=scale.rounds)
    for name, run in zip(names, runs, strict=True):
        yield whole_command(f"xbn convert to {name}", sample, run)


def _conversion(sample: Sample, target: Path) -> Command:
    return xbn("convert", "--force", str(sample.path), "-o", str(target))


def _check_summary(sample: Sample, run: Run) -> None:
    """What is measured must be the work that is meant."""
    if run.last_line != sample.summary:
        raise AssertionError(f"{sample.path.name} should give:\n{sample.summary}\nbut gave:\n{run.last_line}")


def _check_plies(sample: Sample, run: Run) -> None:
    if run.last_line != f"{sample.plies} plies":
        raise AssertionError(f"{sample.path.name} has {sample.plies} plies, not {run.last_line}")
