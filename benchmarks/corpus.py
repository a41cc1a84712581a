"""Files to read: a thousand different games, one behind the other, and again from the first until there is enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.games import PLIES, Game, broken_record, chess_games, expendibots_games, record, referee_log, tuples

GAMES = 1000
"""How many different games there are; one of them is broken where that is measured."""
GAMES_PLIES = GAMES * PLIES


@dataclass(frozen=True)
class Sample:
    """A file, and how much is in it."""

    path: Path
    games: int
    plies: int
    size: int


def records(folder: Path, times: int) -> Sample:
    """Canonical XBN."""
    return _sample(folder / f"records-{times}.xbn", (record(game) + "\n" for game in _games()), times)


def records_of_size(folder: Path, size: int) -> Sample:
    """The same, by bytes: as near as whole repetitions come to it."""
    return records(folder, max(1, round(size / records(folder, 1).size)))


def records_with_a_broken_one(folder: Path, times: int) -> Sample:
    """Canonical XBN, with one record in a thousand that has an illegal action."""
    *others, last = _games()
    texts = [*(record(game) + "\n" for game in others), broken_record(last) + "\n"]
    return _sample(folder / f"broken-{times}.xbn", texts, times)


def one_record(folder: Path) -> Sample:
    """A file so small that reading it is hardly more than starting."""
    path = folder / "one.xbn"
    path.write_text(record(_games()[0]), "utf-8")
    return Sample(path, 1, PLIES, path.stat().st_size)


def logs(folder: Path, times: int) -> Sample:
    """Logs of the official referee, all in one file."""
    return _sample(folder / f"games-{times}.log", map(referee_log, _games()), times)


def tuple_lists(folder: Path, times: int) -> Sample:
    """Lists of Python tuples, one game a line."""
    return _sample(folder / f"games-{times}.tuples", map(tuples, _games()), times)


def chess(folder: Path, times: int) -> Sample:
    """PGN of as many chess games."""
    return _sample(folder / f"chess-{times}.pgn", chess_games(GAMES), times)


def nothing(folder: Path) -> Path:
    """An empty file, with which a peer does nothing but start."""
    path = folder / "empty"
    path.touch()
    return path


def _games() -> tuple[Game, ...]:
    return expendibots_games(GAMES)


def _sample(path: Path, texts: Iterable[str], times: int) -> Sample:
    block = "".join(texts).encode()
    with path.open("wb") as file:
        for _ in range(times):
            file.write(block)
    return Sample(path, times * GAMES, times * GAMES_PLIES, times * len(block))
