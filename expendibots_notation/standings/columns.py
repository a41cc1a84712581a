"""The columns of a table: what every format shows of a player, in one order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from expendibots_notation.standings.table import Row, Score, Table


@dataclass(frozen=True, slots=True)
class Column:
    """A number of each player."""

    key: str
    """The name in CSV."""
    title: str
    """For people."""
    value: Callable[[Row], int | float | None]
    digits: int = 0
    """Behind the point."""

    def text(self, row: Row) -> str:
        """The number as people see it; nothing where it is not known."""
        value = self.value(row)
        return "" if value is None else f"{value:.{self.digits}f}"

    def number(self, row: Row) -> int | float | None:
        """The number as programs see it, rounded as people see it."""
        value = self.value(row)
        return None if value is None else round(value, self.digits) if self.digits else int(value)


def columns_of(table: Table) -> list[Column]:
    """The columns of a table; draws by kind have one for each kind that occurred."""
    return [
        Column("games", "Games", lambda row: row.score.games),
        Column("points", "Points", lambda row: row.score.points, 1),
        Column("wins", "Won", lambda row: row.score.wins),
        Column("losses", "Lost", lambda row: row.score.losses),
        Column("forfeits", "Forfeits", lambda row: row.forfeits),
        Column("draws", "Drawn", lambda row: row.score.draws),
        *(_draws(kind) for kind in table.draw_kinds()),
        Column("undecided", "Undecided", lambda row: row.score.undecided),
        Column("average_plies", "Plies", lambda row: row.average_plies, 1),
        Column("seconds_per_action", "s/action", lambda row: row.seconds_per_action, 3),
    ]


def _draws(kind: str) -> Column:
    return Column(f"draws_{kind.replace('-', '_')}", f"by {kind}", lambda row: row.drawn_by.get(kind, 0))


def cross_title(players: int, shown: int) -> str:
    """What stands above a cross table; what is not in it is said."""
    title = "Each against each: + won, = drawn, - lost, ? undecided"
    if players <= shown:
        return title
    return (
        f"{title}\nThe first {shown} of {players} players only: --cross-players {players} shows all, --format json lists every pair"
    )


def encounter(score: Score | None) -> str:
    """How two players did against each other, for people: `+2=1-0`, and `?1` for games without a decision."""
    if score is None:
        return ""
    open_games = f"?{score.undecided}" if score.undecided else ""
    return f"+{score.wins}={score.draws}-{score.losses}{open_games}"
