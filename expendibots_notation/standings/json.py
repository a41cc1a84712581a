"""The table for programs: the document that `xbn schema table` describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from expendibots_notation.schema import EncounterDocument, GameTable, PlayerRow, StandingsDocument, to_json
from expendibots_notation.standings.table import Player, Row, Standings, Table


def json_pieces(standings: Standings, _cross_players: int) -> Iterator[str]:
    """One document with the tables of all games. It lists the pairs that met, however many players there are."""
    document = StandingsDocument(tables=[_table(table) for table in standings.tables()], left_out=standings.left_out)
    yield to_json(document, indent=2) + "\n"


def _table(table: Table) -> GameTable:
    rows = table.ranked()
    kinds = table.draw_kinds()
    ranks = {row.player: rank for rank, row in enumerate(rows, 1)}
    return GameTable(
        game=table.game.id,
        games=table.games,
        players=[_row(rank, row, kinds) for rank, row in enumerate(rows, 1)],
        encounters=[_encounter(row, player, ranks) for row in rows for player in sorted(row.against, key=ranks.__getitem__)],
    )


def _row(rank: int, row: Row, draw_kinds: list[str]) -> PlayerRow:
    score, seconds = row.score, row.seconds_per_action
    return PlayerRow(
        rank=rank,
        player=row.player.name,
        named=row.player.is_named,
        games=score.games,
        points=score.points,
        wins=score.wins,
        losses=score.losses,
        forfeits=row.forfeits,
        draws={kind: row.drawn_by[kind] for kind in draw_kinds if kind in row.drawn_by},
        undecided=score.undecided,
        average_plies=round(row.average_plies, 3),
        seconds_per_action=None if seconds is None else round(seconds, 6),
        timed_actions=row.timed_actions,
    )


def _encounter(row: Row, opponent: Player, ranks: dict[Player, int]) -> EncounterDocument:
    return EncounterDocument(
        player=row.player.name,
        rank=ranks[row.player],
        opponent=opponent.name,
        opponent_rank=ranks[opponent],
        **asdict(row.against[opponent]),
    )
