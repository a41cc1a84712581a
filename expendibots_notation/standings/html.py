"""The table as one page that needs nothing else: for a notice board, a browser or a printer."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.standings.columns import columns_of, cross_title, encounter
from expendibots_notation.standings.table import Standings, Table

_STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#f6f3ec, #15171b); --panel: light-dark(#fffdf9, #1d2025);
  --ink: light-dark(#211c15, #ece7dd); --soft: light-dark(#665c4d, #aaa394); --rule: light-dark(#ddd5c6, #363a41); }
body { margin: 0 auto; padding: 1.2rem 1rem 3rem; max-width: 90rem; font: 16px/1.45 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 1.8rem 0 0; font-size: 1.2rem; }
.scroll { width: fit-content; max-width: 100%; margin: .4rem 0 1.4rem; overflow-x: auto; border: 1px solid var(--rule);
  border-radius: .6rem; background: var(--panel); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: .5rem .7rem; border-bottom: 1px solid var(--rule); text-align: left; white-space: pre-line; color: var(--soft); }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; }
tr + tr > * { border-top: 1px solid var(--rule); }
thead th { max-width: 7rem; color: var(--soft); font-size: .84rem; vertical-align: bottom; white-space: normal; }
thead tr > * { border-bottom: 1px solid var(--rule); }
td:first-child { color: var(--soft); }
th[scope=row] { position: sticky; left: 0; max-width: min(20rem, 42vw); overflow: hidden; text-align: left; text-overflow: ellipsis;
  background: var(--panel); }
thead th:nth-child(2) { text-align: left; }
tbody tr:hover > * { background: var(--paper); }
td.self { background: var(--rule); }
td.none { color: var(--soft); }
li { overflow-wrap: anywhere; }
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --soft: #444; --rule: #999; }
  body { padding: 0; max-width: none; font-size: 11px; }
  .scroll { overflow: visible; border: 0; }
  th[scope=row] { max-width: 12rem; }
  tr { break-inside: avoid; }
}
"""
"""The colours are those of the replay page and of the report."""


def html_pieces(standings: Standings, cross_players: int) -> Iterator[str]:
    """A whole page, with a cross table of so many players. It has no script, and its policy allows none."""
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>Standings</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Standings</h1>\n"
    tables = standings.tables()
    for table in tables:
        yield from _section(table, cross_players)
    if not tables:
        yield "<p>There are no games.</p>\n"
    if standings.left_out:
        yield f"<h2>Left out</h2>\n<p>{counted(len(standings.left_out), 'record')}, because they are invalid:</p>\n<ul>\n"
        yield from (f"<li>{_text(place)}</li>\n" for place in standings.left_out)
        yield "</ul>\n"
    yield "</main>\n</body>\n</html>\n"


def _section(table: Table, cross_players: int) -> Iterator[str]:
    rows = table.ranked()
    columns = [column for column in columns_of(table) if any(column.value(row) for row in rows)]
    yield f"<section>\n<h2>{_text(table.game.name)}</h2>\n"
    yield '<div class="scroll" tabindex="0" role="region" aria-label="Players">\n<table>\n'
    yield f"<caption>{counted(table.games, 'game')}, {counted(len(rows), 'player')}</caption>\n"
    yield _head(["", "Player", *(column.title for column in columns)])
    for rank, row in enumerate(rows, 1):
        yield _row(rank, str(row.player), [column.text(row) for column in columns])
    yield "</tbody>\n</table>\n</div>\n"
    if cross_players and table.met():
        shown = rows[:cross_players]
        yield '<div class="scroll" tabindex="0" role="region" aria-label="Each against each">\n<table>\n'
        yield f"<caption>{cross_title(len(rows), cross_players)}</caption>\n"
        yield _head(["", "Player", *(str(rank) for rank in range(1, len(shown) + 1))])
        for rank, row in enumerate(shown, 1):
            yield _row(rank, str(row.player), [encounter(row.against.get(other.player)) for other in shown], rank - 1)
        yield "</tbody>\n</table>\n</div>\n"
    yield "</section>\n"


def _head(titles: list[str]) -> str:
    cells = "".join(f'<th scope="col">{_text(title)}</th>' if title else "<td></td>" for title in titles)
    return f"<thead><tr>{cells}</tr></thead>\n<tbody>\n"


def _row(rank: int, name: str, cells: list[str], itself: int | None = None) -> str:
    """A line of a table; `itself` is the cell in which a player would meet the same player."""
    marked = (_cell(text, at == itself) for at, text in enumerate(cells))
    return f'<tr><td>{rank}</td><th scope="row" title="{_text(name)}"><bdi>{_text(name)}</bdi></th>{"".join(marked)}</tr>\n'


def _cell(text: str, is_itself: bool) -> str:
    kind = ' class="self"' if is_itself else ' class="none"' if text == "0" else ""
    return f"<td{kind}>{_text(text)}</td>"


def _text(text: str) -> str:
    """Text that stays text, and shows what it holds: names come from records."""
    return escape(visible(text))
