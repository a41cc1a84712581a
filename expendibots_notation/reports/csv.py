"""The report for spreadsheets: one row a record, and one for each file in which there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from expendibots_notation.account import Account
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.spreadsheet import row
from expendibots_notation.verdict import FileFinding

COLUMNS = (
    *("file", "record", "line", "verdict", "game", "rules", "result", "termination", "end_ply", "plies"),
    *("claimed_result", "claimed_termination", "errors", "warnings", "codes", "message", "final"),
)
"""The header; docs/reports.md says what each column means."""


ON_DEMAND: dict[str, tuple[Callable[[Manner], bool], Callable[[Account], str]]] = {
    "id": (lambda manner: manner.duplicates, lambda told: told.compared.id if told.compared else ""),
    "evidence": (lambda manner: manner.explain_end, lambda told: " ".join(told.evidence.words) if told.evidence else ""),
    "readings": (lambda manner: manner.both_rules, lambda told: " ".join(told.adjudication.words) if told.adjudication else ""),
}
"""Columns behind the others: when each is wanted, and what it says of a record."""


class CsvReport(Report):
    """Rows as the records come, below a header."""

    def __init__(self, write: Write, manner: Manner) -> None:
        super().__init__(write, manner)
        wanted = {name: tell for name, (is_wanted, tell) in ON_DEMAND.items() if is_wanted(manner)}
        self._tellers = tuple(wanted.values())
        self._row((*COLUMNS, *wanted))

    def add_record(self, account: Account) -> None:
        verdict = account.verdict
        self._row(
            (
                verdict.file,
                verdict.index,
                verdict.line,
                "valid" if self.manner.accepts(verdict) else "invalid",
                verdict.game,
                verdict.rules,
                verdict.outcome.result,
                verdict.outcome.termination,
                verdict.end_ply,
                verdict.plies,
                verdict.claimed.result,
                verdict.claimed.termination,
                *_findings(verdict.diagnostics),
                verdict.final,
                *(tell(account) for tell in self._tellers),
            )
        )

    def add_file(self, found: FileFinding) -> None:
        verdict = "not read" if found.was_skipped else "no record"
        nothing = ("",) * 8
        behind = ("",) * (1 + len(self._tellers))
        self._row((found.diagnostic.place.file, "", "", verdict, *nothing, *_findings((found.diagnostic,)), *behind))

    def _row(self, cells: Sequence[object]) -> None:
        """A row in which text is shown as terminals show it; `row` keeps it from being run as a formula."""
        self.write(row(visible(each) if isinstance(each, str) else each for each in cells))


def _findings(findings: tuple[Diagnostic, ...]) -> tuple[int, int, str, str]:
    """The counts, the codes, and the gravest message: the first error, or else whatever comes first."""
    gravest = next((finding for finding in findings if finding.is_error), findings[0] if findings else None)
    return (
        sum(finding.is_error for finding in findings),
        sum(finding.is_warning for finding in findings),
        " ".join(finding.code for finding in findings),
        gravest.message if gravest else "",
    )
