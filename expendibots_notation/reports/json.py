"""The report for programs: the document that `xbn schema report` describes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.reports.summary import Tally
from expendibots_notation.schema import Claimed, Finding, Reached, RecordReport, ReportDocument, Summary, to_json
from expendibots_notation.verdict import FileFinding, Result, Verdict, single


def json_report(results: Iterable[Result], stream: TextIO, tally: Tally, quiet: bool, colour: bool) -> None:
    """One document with all verdicts."""
    records = []
    about_files = []
    for result in single(results):
        tally.add(result)
        if isinstance(result, FileFinding):
            about_files.append(finding_document(result.diagnostic))
        else:
            records.append(verdict_document(result, tally))
    summary = Summary(
        files=len(tally.files),
        records=tally.records,
        valid=tally.valid,
        invalid=tally.records - tally.valid,
        errors=tally.errors,
        warnings=tally.warnings,
        plies=tally.plies,
    )
    document = ReportDocument(stopped=tally.stopped, summary=summary, records=records, diagnostics=about_files)
    stream.write(to_json(document, indent=2) + "\n")


def verdict_document(verdict: Verdict, tally: Tally) -> RecordReport:
    """One record's part of the report."""
    outcome = verdict.outcome
    return RecordReport(
        file=verdict.file,
        index=verdict.index,
        line=verdict.line,
        game=verdict.game,
        rules=verdict.rules,
        valid=tally.accepts(verdict),
        plies=verdict.plies,
        claimed=Claimed(result=verdict.claimed.result, termination=verdict.claimed.termination),
        outcome=Reached(result=outcome.result, termination=outcome.termination, ply=verdict.end_ply),
        final=verdict.final,
        diagnostics=[finding_document(finding) for finding in verdict.diagnostics],
    )


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
