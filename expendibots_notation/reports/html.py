"""The report for people who have to decide: one HTML file with an overview, a board at each point of trouble, and every replay.

Like the replay page, whose player it has, it uses no network. Each replay is packed by itself, since most are never opened. What
only this report needs is imported when one is made: that takes longer than to judge most files.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import compress

from expendibots_notation.account import Account
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import FileFinding

if TYPE_CHECKING:
    from expendibots_notation.reports.html_data import Overview, ReplayData

_FOLDER = Path(__file__).parent / "page"

SCRIPTS = ("rows", "pictures", "entries", "facets", "overview", "replays", "report")
"""The parts of the script that the report has beside those of the player, in the order in which they are put together."""


class HtmlReport(Report):
    """One page. Nothing can be written before all results are there, but of each record only its packed replay is kept."""

    needs_replay = True

    def __init__(self, write: Write, manner: Manner) -> None:
        from expendibots_notation.reports.html_overview import OverviewTeller

        super().__init__(write, manner)
        self.teller = OverviewTeller(manner)
        self.replays: list[str] = []

    def add_record(self, account: Account) -> None:
        assert account.judged is not None
        replay = self.teller.record(account.judged)
        if replay is not None:
            self.replays.append(f'<script type="text/plain" id="replay-{len(self.teller.rows)}">{packed(replay)}</script>\n')

    def add_file(self, found: FileFinding) -> None:
        self.teller.file(found)

    def finish(self, tally: Tally) -> None:
        self.write(page(self.teller.overview(tally), str(tally), "".join(self.replays)))


def page(overview: Overview, summary: str, replays: str) -> str:
    """The whole page: what it knows when it opens, that in a line for who has no JavaScript, and the elements with the replays."""
    from expendibots_notation.viewer.page import PLAYER, assembled, embedded, player, player_style, scripts

    slots = {
        "title": escape(overview.title),
        "summary": escape(summary),
        "player": player(back=_part("back.html"), records=_part("records.html")),
        "data": embedded(overview.model_dump_json(exclude_defaults=True)),
        "replays": replays,
    }
    style = f"{player_style()}\n{_part('report.css')}"
    return assembled(_part("template.html"), style, scripts(PLAYER) + scripts(SCRIPTS, _FOLDER), slots)


def packed(replay: ReplayData) -> str:
    """A replay as the page holds it: JSON, compressed by zlib, in base64, which is harmless in HTML."""
    return b64encode(compress(replay.model_dump_json(exclude_defaults=True).encode(), 9)).decode()


@cache
def _part(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
