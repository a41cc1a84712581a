"""What else is done with records, by whole commands: data, tables, ids, copies, pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from benchmarks.commands import Command, run, validate, xbn
from benchmarks.corpus import AllGames, write
from benchmarks.reading import Chess
from benchmarks.scale import Scale
from benchmarks.table import Row, Target, comparison, memory_limit, whole_command, with_ratio

PAGE_GAMES = 1500
"""The number of games in a report or on a page."""

_CONVERT = {"jsonl": Target(3.7), "parquet": Target(3.7)}
"""Plies by second, as multiples of python-chess: half as much again as when every step of a ply was looked up anew."""
_TWO = Target(1.7)
_SHARE = Target(0.333)
_REPORT, _PAGE = Target(0.5), Target(0.45)
"""The same: five times what it was when each game was embedded whole."""
_MEMORY = Target(300, is_ceiling=True, unit=" MB")


def conversions(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """Records as data: JSON lines and Parquet tables."""
    chess = Chess.written(folder, scale)
    sample = write(folder / "games.xbn", games.usual, plies=scale.converted)
    for name, target in _CONVERT.items():
        one, *two = _by_processes("convert", "--force", str(sample.path), "-o", str(folder / f"games.{name}"))
        pace, runs = chess.beside(one, *two)
        ours = runs[0]
        yield with_ratio(whole_command(f"xbn convert to {name}", sample, ours), pace.seconds(sample.plies) / ours.processor, target)
        for both in runs[1:]:
            yield whole_command("  two processes, by the clock", sample, both, by_clock=True)
            yield comparison("two processes : one", ours.clock / both.clock, _TWO)


def shares(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """Commands that look at every game, beside `validate`."""
    chess = Chess.written(folder, scale)
    sample = write(folder / "games.xbn", games.usual, plies=scale.converted)
    path = str(sample.path)
    commands = {
        "xbn table": _by_processes("table", path, "-o", str(folder / "table.txt"))[0],
        "xbn id": _by_processes("id", path)[0],
        "xbn validate --duplicates": xbn("validate", "--quiet", "--jobs", "1", "--duplicates", path),
    }
    _, (judged, *runs) = chess.beside(validate(sample.path), *commands.values())
    yield whole_command("xbn validate", sample, judged)
    for what, ours in zip(commands, runs, strict=True):
        yield with_ratio(whole_command(what, sample, ours), judged.processor / ours.processor, _SHARE)


def pages(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """A report and a page of many games."""
    chess = Chess.written(folder, scale)
    plies = sum(len(game.actions) for game in islice(games.usual, PAGE_GAMES))
    sample = write(folder / "games.xbn", games.usual, plies=plies)
    path = str(sample.path)
    report = xbn("validate", "--jobs", "1", "--report", f"html={folder / 'report.html'}", path)
    page = xbn("render", "--force", path, "-o", str(folder / "page.html"))
    pace, runs = chess.beside(report, page)
    for what, ours, target in zip(("report in HTML", "replay page"), runs, (_REPORT, _PAGE), strict=True):
        yield with_ratio(whole_command(what, sample, ours), pace.seconds(sample.plies) / ours.processor, target)
        yield memory_limit("peak memory", ours.memory, _MEMORY)


def _by_processes(command: str, *arguments: str) -> list[Command]:
    """A command by one process and by two; once, as it is, where it takes no --jobs."""
    if "--jobs" not in run(xbn(command, "--help")).output:
        return [xbn(command, *arguments)]
    return [xbn(command, "--jobs", jobs, *arguments) for jobs in ("1", "2")]
