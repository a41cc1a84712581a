"""The other formats and games judged by whole commands in one process."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks import layouts, other_games
from benchmarks.commands import in_turns, plain_checker, run, validate, xbn
from benchmarks.corpus import AllGames, Sample, write, write_nothing
from benchmarks.peers import Pace
from benchmarks.reading import Chess, check_plies, check_summary
from benchmarks.scale import Scale
from benchmarks.table import Row, Target, comparison, whole_command, with_ratio
from expendibots_notation.games import robots, stack_wars, stacks

_LOGS = Target(50, aim=150)
_JSON = Target(5, aim=20)
_OTHER_GAMES = ((stack_wars.GAME, Target(60, aim=200)), (stacks.GAME, Target(15, aim=80)), (robots.GAME, Target(3, aim=15)))
_CHECKER = Target(200)
"""How many times as fast as the plain checker referee logs must be judged."""


def formats(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """One format or game after the other, each beside python-chess."""
    chess = Chess.written(folder, scale)
    for what, sample, target in _inputs(folder, games, scale):
        pace, (ours,) = chess.beside(validate(sample.path))
        check_summary(sample, ours)
        yield with_ratio(whole_command(what, sample, ours), pace.seconds(sample.plies) / ours.processor, target)
        sample.path.unlink()


def _inputs(folder: Path, games: AllGames, scale: Scale) -> Iterator[tuple[str, Sample, Target]]:
    yield "referee log", write(folder / "games.log", games.usual, layouts.referee_log, plies=scale.fast), _LOGS
    yield "tuples", write(folder / "games.tuples", games.usual, layouts.tuples, plies=scale.fast), _LOGS
    for game, target in _OTHER_GAMES:
        yield f"{game.name}, XBN", other_games.write_records(folder / f"{game.id}.xbn", game, scale.converted), target
    records = write(folder / "games.xbn", games.usual, plies=scale.converted)
    yield "JSON lines", _converted(records, folder / "games.jsonl"), _JSON
    yield "JSON", _converted(records, folder / "games.json"), _JSON


def _converted(sample: Sample, path: Path) -> Sample:
    """The same records in the format that the name of the file says."""
    run(xbn("convert", str(sample.path), "-o", str(path)))
    return replace(sample, path=path, size=path.stat().st_size)


def checker(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """Referee logs, beside a plain checker that judges as the referee does."""
    logs = write(folder / "games.log", games.usual, layouts.referee_log, plies=scale.slow)
    few = write(folder / "few.log", games.usual, layouts.referee_log, plies=scale.peer)
    ours, start, plain = in_turns(
        validate(logs.path), plain_checker(write_nothing(folder / "nothing")), plain_checker(few.path), rounds=scale.rounds
    )
    check_summary(logs, ours)
    check_plies(few, plain)
    yield whole_command("plain checker, referee logs", few, plain)
    yield whole_command("xbn validate, referee logs", logs, ours)
    ratio = Pace.of(start, plain, few.plies).seconds(logs.plies) / ours.processor
    yield comparison("xbn : plain checker", ratio, _CHECKER)
