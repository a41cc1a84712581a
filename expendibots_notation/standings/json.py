"""The table for programs: the document that `xbn schema table` describes."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.schema import EncounterDocument, GameTable, PlayerRow, StandingsDocument, to_json
from expendibots_notation.standings.table import Row, Standings, Table


def json_pieces(standings: Standings) -> Iterator[str]:
    """One document with the tables of all games."""
    document = StandingsDocument(tables=[_table(table) for table in standings.tables()], left_out=standings.left_out)
    yield to_json(document, indent=2) + "\n"


def _table(table: Table) -> GameTable:
    ranked = list(enumerate(table.ranked(), 1))
    return GameTable(
        game=table.game.id,
        games=table.games,
        players=[_row(rank, row, table) for rank, row in ranked],
        encounters=[_encounter(one, other) for one in ranked for other in ranked if other[1].player in one[1].against],
    )


def _row(rank: int, row: Row, table: Table) -> PlayerRow:
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
        draws={kind: row.drawn_by[kind] for kind in table.draw_kinds() if kind in row.drawn_by},
        undecided=score.undecided,
        average_plies=round(row.average_plies, 3),
        seconds_per_action=None if seconds is None else round(seconds, 6),
        timed_actions=row.timed_actions,
    )


def _encounter(one: tuple[int, Row], other: tuple[int, Row]) -> EncounterDocument:
    (rank, row), (opponent_rank, opponent) = one, other
    score = row.against[opponent.player]
    return EncounterDocument(
        player=row.player.name,
        rank=rank,
        opponent=opponent.player.name,
        opponent_rank=opponent_rank,
        wins=score.wins,
        losses=score.losses,
        draws=score.draws,
        undecided=score.undecided,
    )
