"""The table as one page that needs nothing else: for a notice board, a browser or a printer."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.standings.columns import columns_of, encounter
from expendibots_notation.standings.table import Standings, Table

_STYLE = """
:root { color-scheme: light dark; --line: #c9ced6; --head: #eef1f5; --text: #1b1f24; --faint: #57606a; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3d444d; --head: #21262d; --text: #e6edf3; --faint: #9198a1; --page: #0d1117; }
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 80rem; font: 16px/1.5 system-ui, sans-serif;
  color: var(--text); background: var(--page); }
h1 { font-size: 1.6rem; }
h2 { margin-top: 2.5rem; font-size: 1.25rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: .5rem 0; text-align: left; color: var(--faint); }
th, td { padding: .3rem .6rem; border: 1px solid var(--line); text-align: right; white-space: nowrap; }
thead th { background: var(--head); vertical-align: bottom; white-space: normal; }
th[scope=row] { position: sticky; left: 0; max-width: 20rem; overflow: hidden; text-align: left; text-overflow: ellipsis;
  background: var(--page); }
thead th:nth-child(2) { text-align: left; }
td.self { background: var(--head); }
td.none { color: var(--faint); }
li { overflow-wrap: anywhere; }
@media print {
  :root { --line: #999; --head: #eee; --text: #000; --faint: #333; --page: #fff; }
  body { margin: 0; max-width: none; font-size: 11px; }
  .scroll { overflow: visible; }
  tr { break-inside: avoid; }
}
"""


def html_pieces(standings: Standings) -> Iterator[str]:
    """A whole page. It has no script, and its policy allows none."""
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>Standings</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Standings</h1>\n"
    tables = standings.tables()
    for table in tables:
        yield from _section(table)
    if not tables:
        yield "<p>There are no games.</p>\n"
    if standings.left_out:
        yield f"<h2>Left out</h2>\n<p>{counted(len(standings.left_out), 'record')}, because they are invalid:</p>\n<ul>\n"
        yield from (f"<li>{_text(place)}</li>\n" for place in standings.left_out)
        yield "</ul>\n"
    yield "</main>\n</body>\n</html>\n"


def _section(table: Table) -> Iterator[str]:
    rows = table.ranked()
    columns = [column for column in columns_of(table) if any(column.value(row) for row in rows)]
    yield f"<section>\n<h2>{_text(table.game.name)}</h2>\n"
    yield '<div class="scroll" tabindex="0" role="region" aria-label="Players">\n<table>\n'
    yield f"<caption>{counted(table.games, 'game')}, {counted(len(rows), 'player')}</caption>\n"
    yield _head(["", "Player", *(column.title for column in columns)])
    for rank, row in enumerate(rows, 1):
        yield _row(rank, str(row.player), [column.text(row) for column in columns])
    yield "</tbody>\n</table>\n</div>\n"
    if any(row.against for row in rows):
        yield '<div class="scroll" tabindex="0" role="region" aria-label="Each against each">\n<table>\n'
        yield "<caption>Each against each: + won, = drawn, - lost, ? undecided</caption>\n"
        yield _head(["", "Player", *(str(rank) for rank in range(1, len(rows) + 1))])
        for rank, row in enumerate(rows, 1):
            yield _row(rank, str(row.player), [encounter(row.against.get(other.player)) for other in rows], rank - 1)
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
