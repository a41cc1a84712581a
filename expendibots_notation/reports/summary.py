"""The counts at the end of a report."""

from __future__ import annotations

from dataclasses import dataclass, field

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.verdict import CleanRun, FileFinding, Result, Verdict


@dataclass(slots=True)
class Tally:
    """What has been seen so far."""

    strict: bool = False
    """Whether a record with warnings counts as invalid."""
    stopped: bool = False
    """Whether this is not all: somebody has stopped the command."""
    records: int = 0
    valid: int = 0
    errors: int = 0
    warnings: int = 0
    plies: int = 0
    unreadable: int = 0
    files: set[str] = field(default_factory=set)

    def add(self, result: Result) -> None:
        if isinstance(result, CleanRun):
            self.files.add(result.file)
            self.records += len(result)
            self.valid += len(result)
            self.plies += sum(result.plies)
            return
        if isinstance(result, FileFinding):
            self.files.add(result.diagnostic.place.file)
            self.unreadable += result.is_unreadable
            self._count([result.diagnostic])
            return
        self.files.add(result.file)
        self.records += 1
        self.valid += self.accepts(result)
        self.plies += result.plies
        self._count(result.diagnostics)

    def stop(self) -> None:
        """Note that nothing more will come."""
        self.stopped = True

    def accepts(self, verdict: Verdict) -> bool:
        """Whether a record passes."""
        return verdict.valid and not (self.strict and verdict.diagnostics)

    def _count(self, findings: list[Diagnostic] | tuple[Diagnostic, ...]) -> None:
        errors = sum(finding.is_error for finding in findings)
        self.errors += errors
        self.warnings += len(findings) - errors

    @property
    def exit_code(self) -> int:
        """0 where all is well, 1 where there are findings, 2 where a file could not be read; 130 where somebody has stopped it."""
        if self.stopped:
            return 130
        if self.unreadable:
            return 2
        return 1 if self.errors or (self.strict and self.warnings) else 0

    def __str__(self) -> str:
        where = f"{counted(self.records, 'record')} in {counted(len(self.files), 'file')}"
        verdicts = f"{self.valid} valid, {self.records - self.valid} invalid"
        findings = f"{counted(self.errors, 'error')}, {counted(self.warnings, 'warning')}"
        beginning = "stopped: " if self.stopped else ""
        return f"{beginning}{where}: {verdicts} ({findings}); {self.plies} {'ply' if self.plies == 1 else 'plies'}"
