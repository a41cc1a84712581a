"""The table for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.render import columns, visible
from expendibots_notation.standings.columns import columns_of, cross_title, encounter
from expendibots_notation.standings.table import Row, Standings, Table

LONGEST_NAME = 40


def text_pieces(standings: Standings, cross_players: int) -> Iterator[str]:
    """Each game's table, and a cross table of so many players. Columns in which there is nothing are left out."""
    tables = standings.tables()
    for number, table in enumerate(tables):
        yield "\n" if number else ""
        yield f"{table.game.name}: {counted(table.games, 'game')}, {counted(len(table.rows), 'player')}\n\n"
        yield from _lines(_main(table))
        if cross_players and table.met():
            yield f"\n{cross_title(len(table.rows), cross_players)}\n\n"
            yield from _lines(_cross(table.ranked()[:cross_players]))
    if not tables:
        yield "no games\n"
    if standings.left_out:
        yield f"\nLeft out, because they are invalid: {counted(len(standings.left_out), 'record')}\n"
        yield from (f"  {visible(place)}\n" for place in standings.left_out)


def _main(table: Table) -> list[list[str]]:
    rows = table.ranked()
    shown = [column for column in columns_of(table) if any(column.value(row) for row in rows)]
    head = ["", "Player", *(column.title for column in shown)]
    return [head, *([str(rank), _name(row), *(column.text(row) for column in shown)] for rank, row in enumerate(rows, 1))]


def _cross(rows: list[Row]) -> list[list[str]]:
    head = ["", "Player", *(str(rank) for rank in range(1, len(rows) + 1))]
    found = [head]
    for rank, row in enumerate(rows, 1):
        met = [encounter(row.against.get(other.player)) or "." for other in rows]
        found.append([str(rank), _name(row), *met])
    return found


def _name(row: Row) -> str:
    name = visible(str(row.player))
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _lines(rows: list[list[str]]) -> Iterator[str]:
    """Rows with their columns below each other: the second, which has the names, to the left, the others to the right."""
    widths = [max(columns(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = []
        for at, text in enumerate(row):
            gap = " " * (widths[at] - columns(text))
            cells.append(text + gap if at == 1 else gap + text)
        yield f"{'  '.join(cells).rstrip()}\n"
