"""The table for a spreadsheet: one line a player, then how the player did against each other one."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.spreadsheet import row as csv_row
from expendibots_notation.standings.columns import columns_of
from expendibots_notation.standings.table import Player, Score, Standings


def csv_pieces(standings: Standings) -> Iterator[str]:
    """One table for all games: a column that a game does not have is empty in its rows."""
    tables = [(table, table.ranked(), {column.key: column for column in columns_of(table)}) for table in standings.tables()]
    keys = list(dict.fromkeys(key for _, _, columns in tables for key in columns))
    draws = [key for key in keys if key.startswith("draws_")]
    plain = [key for key in keys if key not in draws]
    if draws:
        # Kinds of draws of a later game stand beside those of the first.
        at = plain.index("draws") + 1
        keys = [*plain[:at], *draws, *plain[at:]]
    opponents: list[Player] = list(dict.fromkeys(row.player for _, rows, _ in tables for row in rows if row.against))
    yield csv_row(["game", "rank", "player", *keys, *(f"against {visible(str(player))}" for player in opponents)])
    for table, rows, columns in tables:
        for rank, row in enumerate(rows, 1):
            numbers = [columns[key].number(row) if key in columns else None for key in keys]
            met = [_encounter(row.against.get(player)) for player in opponents]
            yield csv_row([table.game.id, rank, visible(str(row.player)), *numbers, *met])


def _encounter(score: Score | None) -> str | None:
    """In letters: a spreadsheet would take `2-1-0` for a date and `+2` for a sum."""
    if score is None:
        return None
    return f"W{score.wins} D{score.draws} L{score.losses}" + (f" U{score.undecided}" if score.undecided else "")
