"""What every report is: it is given the results one at a time, and writes what it can as soon as it can."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from expendibots_notation.account import Account
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import CleanRun, FileFinding, Verdict

Result = Account | CleanRun | FileFinding
Write = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Manner:
    """How the reports of one run are to be written. Each report heeds what concerns it."""

    strict: bool = False
    """Whether a record with warnings counts as invalid."""
    quiet: bool = False
    """Whether records without findings need no line of their own."""
    colour: bool = False
    """Whether the reader is a terminal that shows colours."""

    explain_end: bool = False
    """Whether each record says what proves its end."""
    both_rules: bool = False
    """Whether each record is replayed under every reading of its rules."""
    duplicates: bool = False
    """Whether records that hold the same game are to be named."""

    def accepts(self, verdict: Verdict) -> bool:
        """Whether a record passes."""
        return verdict.passes(self.strict)


class Report(ABC):
    """One report while it is being written: `add` for each result, in order, then `finish` once."""

    needs_replay: ClassVar[bool] = False
    """Whether it shows more than verdicts. Records and replays are kept only where a report of the run asks for them."""
    needs_finals: ClassVar[bool] = True
    """Whether it shows the final positions of clean records."""

    def __init__(self, write: Write, manner: Manner) -> None:
        self.write = write
        self.manner = manner

    def add(self, result: Result) -> None:
        """Take one result."""
        if isinstance(result, FileFinding):
            self.add_file(result)
        elif isinstance(result, CleanRun):
            self.add_run(result)
        else:
            self.add_record(result)

    def add_run(self, run: CleanRun) -> None:
        """Take the verdicts on clean records that follow each other."""
        parts = run.parts or [None] * len(run)
        for verdict, compared in zip(run, parts, strict=True):
            self.add_record(Account(verdict, compared=compared))

    @abstractmethod
    def add_record(self, account: Account) -> None:
        """Take the account of one record; `account.judged` is there only if `needs_replay` asks for it."""

    @abstractmethod
    def add_file(self, found: FileFinding) -> None:
        """Take a finding about a file as a whole."""

    def finish(self, tally: Tally) -> None:  # noqa: B027 - most reports have something left
        """Write what is still to be written; `tally` has counted all results."""
