"""Files to read: games that are all different, in one of the layouts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj

from benchmarks.games import CHESS_PLIES, ONE_IN_FIVE_REPEATS, SHARES, Game, chess_games, play_games
from benchmarks.layouts import Layout, canonical
from expendibots_notation.board import counted

LARGEST_WITHOUT_COPIES = 10**8
"""The bytes of the largest file whose games are all different; a larger one holds that file several times."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A file, and what is in it."""

    path: Path
    games: int
    plies: int
    """Those of all games, as they are written."""
    legal_plies: int
    """Those up to the first error of each game."""
    invalid: int
    warnings: int
    size: int

    @property
    def summary(self) -> str:
        """The last line that `xbn validate` must print: each invalid record has one error."""
        return (
            f"{counted(self.games, 'record')} in 1 file: {self.games - self.invalid} valid, {self.invalid} invalid "
            f"({counted(self.invalid, 'error')}, {counted(self.warnings, 'warning')}); {self.legal_plies} plies"
        )


class Games:
    """Games without end, kept in a file: each is played once, however many files it is written to."""

    def __init__(self, path: Path, playing: Iterator[Game]) -> None:
        self._path = path
        self._playing = playing

    def __iter__(self) -> Iterator[Game]:
        with self._path.open("a+", encoding="ascii") as kept:
            kept.seek(0)
            for line in kept:
                yield Game.from_line(line.rstrip("\n"))
            for game in self._playing:
                kept.write(f"{game.to_line()}\n")
                yield game


class AllGames:
    """The games of a run: as in real logs, and with more repetitions."""

    def __init__(self, folder: Path) -> None:
        self.usual = Games(folder / "usual", play_games(SHARES))
        self.repetitive = Games(folder / "repetitive", play_games(ONE_IN_FIVE_REPEATS))


def write(path: Path, games: Games, layout: Layout = canonical, *, plies: int = 0, size: int = 0) -> Sample:
    """Write games until the file has at least so many plies and so many bytes."""
    number = written_plies = legal_plies = invalid = warnings = written = 0
    with path.open("w", encoding="ascii", newline="") as file:
        for number, game in enumerate(games, 1):
            text = layout(game, number)
            file.write(text.text)
            written += len(text.text)
            written_plies += len(game.actions)
            legal_plies += text.plies
            invalid += not text.is_valid
            warnings += text.warnings
            if written_plies >= plies and written >= size:
                break
    return Sample(path, number, written_plies, legal_plies, invalid, warnings, written)


def write_size(path: Path, games: Games, size: int) -> Sample:
    """Write canonical records until the file has so many bytes: beyond 100 MB, that many again and again."""
    sample = write(path, games, size=min(size, LARGEST_WITHOUT_COPIES))
    times = max(1, round(size / sample.size))
    if times > 1:
        once = path.rename(path.with_suffix(".once"))
        with path.open("wb") as file:
            for _ in range(times):
                with once.open("rb") as source:
                    copyfileobj(source, file)
        once.unlink()
    return Sample(path, times * sample.games, times * sample.plies, times * sample.legal_plies, 0, 0, times * sample.size)


def write_chess(path: Path, plies: int) -> Sample:
    """Write PGN of so many plies."""
    games = plies // CHESS_PLIES
    with path.open("w", encoding="ascii") as file:
        file.writelines(chess_games(games))
    return Sample(path, games, plies, plies, 0, 0, path.stat().st_size)


def write_nothing(path: Path) -> Path:
    """Write an empty file, with which a peer does nothing but start."""
    path.touch()
    return path
