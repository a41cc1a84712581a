"""The report for people: each record in a line, its findings below, and a summary."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from expendibots_notation.account import Account
from expendibots_notation.board import counted
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.reports.words import ending, findings, plies
from expendibots_notation.verdict import CleanRun, FileFinding, Verdict

if TYPE_CHECKING:
    from expendibots_notation.adjudication import Adjudication

# What explains records is loaded where it is asked for: most runs only judge.

MOST_SKIPPED = 20
"""How many files that were not read are named one by one: a folder may hold a whole project beside its records."""


class TextReport(Report):
    """Findings as they are made; `quiet` leaves out the line on each record."""

    needs_finals = False

    def __init__(self, write: Write, manner: Manner) -> None:
        super().__init__(write, manner)
        self._skipped = 0
        self._records = 0
        self._differing: list[tuple[Verdict, Adjudication]] = []

    def add_run(self, run: CleanRun) -> None:
        # Only the line on each record would be said of them: records that are to be explained do not come in runs.
        if self.manner.quiet:
            return
        file = visible(f"{run.file}:")
        judgements: dict[tuple[int, int, int], str] = {}
        lines = []
        # There are millions of them, and few different things to say: each is put into words once.
        for row, facts in enumerate(zip(run.claim_of, run.outcome_of, run.plies, strict=True)):
            judgement = judgements.get(facts)
            if judgement is None:
                judgement = judgements[facts] = self._judgement(run.verdict(row))
            lines.append(f"{_place(file, run.line + run.lines[row], run.index + row)} {judgement}\n")
        self.write("".join(lines))

    def add_record(self, account: Account) -> None:
        verdict = account.verdict
        if not self.manner.quiet or self.manner.explain_end:
            self.write(f"{_place_of(verdict)} {self._judgement(verdict)}\n")
        if account.evidence is not None:
            self._indented(account.evidence.words)
        if account.adjudication is not None:
            self._records += 1
            if account.adjudication.differs:
                self._differing.append((verdict, account.adjudication))
        for finding in verdict.diagnostics:
            self.write(render(finding, self.manner.colour) + "\n\n")

    def add_file(self, found: FileFinding) -> None:
        if found.was_skipped and found.diagnostic.is_notice:
            self._skipped += 1
            if self._skipped <= MOST_SKIPPED and not self.manner.quiet:
                self.write(visible(f"{found.diagnostic.place.file}: {found.diagnostic.message}") + "\n")
        else:
            self.write(render(found.diagnostic, self.manner.colour) + "\n\n")

    def finish(self, tally: Tally) -> None:
        if self.manner.both_rules:
            self._readings()
        if tally.copies is not None:
            from expendibots_notation.copies import copies_in_words

            self.write("\n".join(visible(line) for line in copies_in_words(tally.copies)) + "\n\n")
        if self._skipped > MOST_SKIPPED and not self.manner.quiet:
            self.write(f"{counted(self._skipped - MOST_SKIPPED, 'more file')} not read; the other reports name them all\n")
        self.write(f"{tally}\n")

    def _readings(self) -> None:
        """The records that one reading of the rules judges otherwise than another."""
        self.write(f"both rules: {len(self._differing)} of {counted(self._records, 'record')} would end differently\n")
        for verdict, adjudication in self._differing:
            self.write(f"{_place_of(verdict)}\n")
            self._indented(adjudication.words)
        self.write("\n")

    def _indented(self, sentences: Iterable[str]) -> None:
        """Sentences below the line on a record. They hold text from it."""
        for sentence in sentences:
            self.write(f"  {visible(sentence)}\n")

    def _judgement(self, verdict: Verdict) -> str:
        """What is said of a record behind its place."""
        if self.manner.accepts(verdict):
            return f"is valid: {ending(verdict)}, {plies(verdict)}"
        return f"is invalid: {findings(verdict)}; {plies(verdict)} replayed"


def _place_of(verdict: Verdict) -> str:
    return _place(visible(f"{verdict.file}:"), verdict.line, verdict.index)


def _place(file: str, line: int, index: int) -> str:
    """Where a record is; `file` is what the line begins with, the colon included: a file may be called `:`."""
    return f"{file}{line}: record {index}"
