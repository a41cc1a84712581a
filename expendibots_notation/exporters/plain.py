"""Plain games: records with nothing but tags, actions and a result, of which nothing is to be said, in columns.

The exporters for data sets take them beside records, since they can write them many times as fast. What they write is the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from expendibots_notation.game import Outcome
from expendibots_notation.games.expendibots.columns import PlyColumns


@dataclass(frozen=True, slots=True)
class PlainGame:
    """What is known about one game, apart from its plies."""

    file: str
    index: int
    """Its number in the file, from 1."""
    rules: str
    setup: str | None
    tags: tuple[tuple[str, str], ...]
    """Names, and values as JSON strings: as they stand in the record."""
    claimed: Outcome
    outcome: Outcome
    plies: int


@dataclass(frozen=True, slots=True)
class PlainGames:
    """Some games, and the rows of their plies one game behind the other. The columns are used again for the next ones."""

    games: tuple[PlainGame, ...]
    columns: PlyColumns

    def __len__(self) -> int:
        return len(self.games)

    def beginning(self, number: int) -> PlainGames:
        """The first so many of the games; the rows of the others are given up."""
        kept = self.games[:number]
        self.columns.size = sum(game.plies for game in kept)
        return PlainGames(kept, self.columns)
