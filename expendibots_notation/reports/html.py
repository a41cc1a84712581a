"""The report for people who have to decide: one HTML file with an overview, a board at each point of trouble, and every replay.

Like the replay page, whose player it has, it uses no network. Each replay is packed by itself, since most are never opened. What
only this report needs is imported when one is made: that takes longer than to judge most files.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

from expendibots_notation.account import Account
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.spool import Spool
from expendibots_notation.verdict import FileFinding

_FOLDER = Path(__file__).parent / "page"

SCRIPTS = ("rows", "pictures", "entries", "facets", "overview", "guide", "report")
"""The parts of the script that the report has beside those of the player, in the order in which they are put together."""


class HtmlReport(Report):
    """One page, written when all results are there. Of each record only its row is kept, and its packed replay in a spool."""

    needs_replay = True

    def __init__(self, write: Write, manner: Manner) -> None:
        from expendibots_notation.reports.html_overview import OverviewTeller

        super().__init__(write, manner)
        self.teller = OverviewTeller(manner)
        self.replays = Spool()

    def add_record(self, account: Account) -> None:
        from expendibots_notation.viewer.page import replay

        assert account.judged is not None
        record = self.teller.record(account.judged)
        if record is not None:
            self.replays.add(replay(len(self.teller.rows), record))

    def add_file(self, found: FileFinding) -> None:
        self.teller.file(found)

    def finish(self, tally: Tally) -> None:
        from expendibots_notation.viewer.page import PLAYER, assembled, embedded, player, player_style, scripts

        overview = self.teller.overview(tally)
        slots = {
            "title": escape(overview.title),
            "summary": escape(str(tally)),
            "player": player(back=_part("back.html"), records=_part("records.html")),
            "data": embedded(overview.model_dump_json(exclude_defaults=True)),
        }
        style = f"{player_style()}\n{_part('report.css')}"
        script = scripts(PLAYER) + scripts(SCRIPTS, _FOLDER)
        for piece in assembled(_part("template.html"), style, script, slots, self.replays):
            self.write(piece)


@cache
def _part(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
