"""The report for programs: the document that `xbn schema report` describes."""

from __future__ import annotations

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.reports.judgement import copies_document, judgement_fields
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.schema import Claimed, FileReport, Finding, Reached, RecordReport, ReportDocument, Summary, to_json
from expendibots_notation.verdict import FileFinding, Judged


class JsonReport(Report):
    """One document with all verdicts."""

    def __init__(self, write: Write, manner: Manner) -> None:
        super().__init__(write, manner)
        self._records: list[RecordReport] = []
        self._about_files: list[Finding] = []

    def add_record(self, judged: Judged) -> None:
        self._records.append(record_document(judged, self.manner))

    def add_file(self, found: FileFinding) -> None:
        self._about_files.append(finding_document(found.diagnostic))

    def finish(self, tally: Tally) -> None:
        document = ReportDocument(
            stopped=tally.stopped,
            summary=summary_document(tally),
            records=self._records,
            diagnostics=self._about_files,
            duplicates=None if tally.copies is None else copies_document(tally.copies),
        )
        self.write(to_json(document, indent=2) + "\n")


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


def record_document(judged: Judged, manner: Manner) -> RecordReport:
    """One record's part of the report."""
    verdict = judged.verdict
    outcome = verdict.outcome
    return RecordReport(
        file=verdict.file,
        index=verdict.index,
        line=verdict.line,
        game=verdict.game,
        rules=verdict.rules,
        valid=manner.accepts(verdict),
        plies=verdict.plies,
        claimed=Claimed(result=verdict.claimed.result, termination=verdict.claimed.termination),
        outcome=Reached(result=outcome.result, termination=outcome.termination, ply=verdict.end_ply),
        final=verdict.final,
        diagnostics=[finding_document(finding) for finding in verdict.diagnostics],
        **judgement_fields(judged, manner),
    )


def file_document(found: FileFinding) -> FileReport:
    """A finding about a file as a line of its own."""
    return FileReport(file=found.diagnostic.place.file, diagnostics=[finding_document(found.diagnostic)])


def finding_document(finding: Diagnostic) -> Finding:
    """A diagnostic as the report has it."""
    place = finding.place
    return Finding(
        code=finding.code,
        name=finding.name,
        severity=finding.severity.value,
        message=finding.message,
        file=place.file,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
        ply=finding.ply,
        hint=finding.hint,
        alternatives=list(finding.alternatives),
    )
