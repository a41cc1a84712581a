"""The table for a spreadsheet: one line a player, and how the player did against the others."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.spreadsheet import row as csv_row
from expendibots_notation.standings.columns import columns_of
from expendibots_notation.standings.table import Player, Row, Score, Standings


def csv_pieces(standings: Standings, cross_players: int) -> Iterator[str]:
    """One table for all games: a column that a game does not have is empty in its rows.

    Each opponent has a column; where that would be too many, there is one for all, which names them by their ranks.
    """
    tables = [(table, table.ranked(), {column.key: column for column in columns_of(table)}) for table in standings.tables()]
    keys = list(dict.fromkeys(key for _, _, columns in tables for key in columns))
    draws = [key for key in keys if key.startswith("draws_")]
    plain = [key for key in keys if key not in draws]
    if draws:
        # Kinds of draws of a later game stand beside those of the first.
        at = plain.index("draws") + 1
        keys = [*plain[:at], *draws, *plain[at:]]
    opponents: list[Player] = list(dict.fromkeys(row.player for _, rows, _ in tables for row in rows if row.against))
    has_cross = len(opponents) <= cross_players
    against = [f"against {visible(str(player))}" for player in opponents] if has_cross else ["encounters"]
    yield csv_row(["game", "rank", "player", *keys, *against])
    for table, rows, columns in tables:
        ranks = {row.player: rank for rank, row in enumerate(rows, 1)}
        for rank, row in enumerate(rows, 1):
            numbers = [columns[key].number(row) if key in columns else None for key in keys]
            met = [_encounter(row.against.get(player)) for player in opponents] if has_cross else [_encounters(row, ranks)]
            yield csv_row([table.game.id, rank, visible(str(row.player)), *numbers, *met])


def _encounters(row: Row, ranks: dict[Player, int]) -> str:
    """All opponents of a player, by their ranks: `2 W1 D0 L0, 7 W0 D1 L0`."""
    return ", ".join(
        f"{rank} {_encounter(row.against[player])}" for rank, player in sorted((ranks[each], each) for each in row.against)
    )


def _encounter(score: Score | None) -> str | None:
    """In letters: a spreadsheet would take `2-1-0` for a date and `+2` for a sum."""
    if score is None:
        return None
    return f"W{score.wins} D{score.draws} L{score.losses}" + (f" U{score.undecided}" if score.undecided else "")
