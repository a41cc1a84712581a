"""The counts at the end of a report."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.verdict import CleanRun, FileFinding, Result

if TYPE_CHECKING:
    from expendibots_notation.copies import CopyGroup


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
    notices: int = 0
    plies: int = 0
    unreadable: int = 0
    skipped: int = 0
    """Files of the given folders that were not read."""
    ignored: int = 0
    """Findings that the settings set aside."""
    files: set[str] = field(default_factory=set)
    copies: list[CopyGroup] | None = None
    """Records that hold the same game; None where nobody has asked."""

    def add(self, result: Result) -> None:
        if isinstance(result, CleanRun):
            self.files.add(result.file)
            self.records += len(result)
            self.valid += len(result)
            self.plies += sum(result.plies)
            return
        if isinstance(result, FileFinding):
            if result.was_skipped:
                self.skipped += 1
            else:
                self.files.add(result.diagnostic.place.file)
            self.unreadable += result.is_unreadable
            self._count((result.diagnostic,))
            return
        self.files.add(result.file)
        self.records += 1
        self.valid += result.passes(self.strict)
        self.plies += result.plies
        self._count(result.diagnostics)

    def stop(self) -> None:
        """Note that nothing more will come."""
        self.stopped = True

    def ignore(self, file: str | None, findings: int) -> None:
        """Count findings that are not told, and the file that they were found in, if it was read."""
        if findings and file is not None:
            self.files.add(file)
        self.ignored += findings

    def _count(self, findings: tuple[Diagnostic, ...]) -> None:
        for finding in findings:
            self.errors += finding.is_error
            self.warnings += finding.is_warning
            self.notices += finding.is_notice

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
        plies = f"{self.plies} {'ply' if self.plies == 1 else 'plies'}"
        skipped = f"; {counted(self.skipped, 'other file')} not read" if self.skipped else ""
        ignored = f"; {counted(self.ignored, 'finding')} ignored" if self.ignored else ""
        beginning = "stopped: " if self.stopped else ""
        return f"{beginning}{where}: {verdicts} ({findings}); {plies}{skipped}{ignored}"
