"""The reports for programs: the document that `xbn schema report` describes, and the same in lines (`xbn schema report-line`)."""

from __future__ import annotations

from typing import Any

from expendibots_notation.account import Account
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.schema import FileReport, RecordReport, ReportDocument, Summary, to_json
from expendibots_notation.spool import Spool
from expendibots_notation.verdict import FileFinding

_NO_RECORDS = '"records": []'
_LINE_END, _DEEPER = "\n", "\n    "
"""A record's text is set deeper by what stands behind its line ends; within its strings, JSON has them as escapes."""


class JsonReport(Report):
    """One document with all verdicts. The summary stands before the records, so their texts wait in a spool until it is known."""

    def __init__(self, write: Write, manner: Manner) -> None:
        super().__init__(write, manner)
        self._records = Spool()
        self._about_files: list[Diagnostic] = []

    def add_record(self, account: Account) -> None:
        text = to_json(record_document(account, self.manner), indent=2)
        self._records.add(f"{',' if self._records.pieces else ''}\n    {text.replace(_LINE_END, _DEEPER)}")

    def add_file(self, found: FileFinding) -> None:
        self._about_files.append(found.diagnostic)

    def finish(self, tally: Tally) -> None:
        document = ReportDocument.model_validate(
            {
                "stopped": tally.stopped,
                "summary": summary_document(tally),
                "records": [],
                "diagnostics": self._about_files,
                "duplicates": tally.copies,
            }
        )
        if self._records.pieces:
            self._records.add("\n  ")
        # Nothing that stands before the records comes from a file, so these words are found where they are meant.
        before, _, behind = to_json(document, indent=2).partition(_NO_RECORDS)
        self.write(f"{before}{_NO_RECORDS[:-1]}")
        for block in self._records.poured():
            self.write(block)
        self.write(f"]{behind}\n")


class JsonLinesReport(Report):
    """One JSON object for each record, as soon as it is judged, and for each finding about a file. There is no summary."""

    def add_record(self, account: Account) -> None:
        self.write(to_json(record_document(account, self.manner)) + "\n")

    def add_file(self, found: FileFinding) -> None:
        document = FileReport.model_validate({"file": found.diagnostic.place.file, "diagnostics": [found.diagnostic]})
        self.write(to_json(document) + "\n")


def summary_document(tally: Tally) -> Summary:
    """The counts of a run."""
    return Summary(
        files=len(tally.files),
        records=tally.records,
        valid=tally.valid,
        invalid=tally.records - tally.valid,
        errors=tally.errors,
        warnings=tally.warnings,
        plies=tally.plies,
        notices=tally.notices,
        skipped=tally.skipped,
        ignored=tally.ignored,
    )


def record_document(account: Account, manner: Manner) -> RecordReport:
    """One record's part of the report."""
    verdict = account.verdict
    outcome = verdict.outcome
    fields: dict[str, Any] = {
        "file": verdict.file,
        "index": verdict.index,
        "line": verdict.line,
        "game": verdict.game,
        "rules": verdict.rules,
        "valid": manner.accepts(verdict),
        "plies": verdict.plies,
        "claimed": verdict.claimed,
        "outcome": {"result": outcome.result, "termination": outcome.termination, "ply": verdict.end_ply},
        "final": verdict.final,
        "diagnostics": verdict.diagnostics,
    }
    if account.compared is not None:
        fields["id"] = account.compared.id
    if manner.explain_end:
        fields["evidence"] = account.evidence
    if manner.both_rules:
        fields["adjudication"] = account.adjudication
    return RecordReport.model_validate(fields)
