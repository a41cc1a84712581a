"""The report for people: each record in a line, its findings below, and a summary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import CleanRun, FileFinding, Result, Verdict


def text_report(results: Iterable[Result], stream: TextIO, tally: Tally, quiet: bool, colour: bool) -> None:
    """Findings as they are made; `quiet` leaves out the line on each record."""
    for result in results:
        tally.add(result)
        if isinstance(result, CleanRun):
            if not quiet:
                stream.writelines(_line(verdict, tally) + "\n" for verdict in result)
            continue
        if isinstance(result, FileFinding):
            stream.write(render(result.diagnostic, colour) + "\n\n")
            continue
        if not quiet:
            stream.write(_line(result, tally) + "\n")
        stream.writelines(render(finding, colour) + "\n\n" for finding in result.diagnostics)
    stream.write(f"{tally}\n")


def _line(verdict: Verdict, tally: Tally) -> str:
    place = f"{visible(verdict.file)}:{verdict.line}: record {verdict.index}"
    plies = "1 ply" if verdict.plies == 1 else f"{verdict.plies} plies"
    if not tally.accepts(verdict):
        return f"{place} is invalid: {_findings(verdict)}; {plies} replayed"
    outcome = verdict.outcome if verdict.outcome.is_over else verdict.claimed
    ending = outcome.result if outcome.result != "*" else "not finished"
    if outcome.termination:
        ending += f" ({outcome.termination})"
    return f"{place} is valid: {ending}, {plies}"


def _findings(verdict: Verdict) -> str:
    errors = sum(finding.is_error for finding in verdict.diagnostics)
    warnings = len(verdict.diagnostics) - errors
    parts = [counted(errors, "error")] if errors else []
    parts += [counted(warnings, "warning")] if warnings else []
    return " and ".join(parts)
