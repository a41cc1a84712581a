"""What a report gets for each record: the verdict and whatever else it asks for, made where the record and its replay are at hand.

An account is small and can be sent to another process. What makes its parts is loaded when they are asked for: most runs only
judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from expendibots_notation.checks import LINE_ENDINGS
from expendibots_notation.importers.text import TextStream
from expendibots_notation.pipeline import Overrides, judged_text, played_text, settled_verdict
from expendibots_notation.verdict import CleanRun, FileFinding, Judged, Verdict

if TYPE_CHECKING:
    from expendibots_notation.adjudication import Adjudication
    from expendibots_notation.copies import Compared
    from expendibots_notation.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Account:
    """The verdict on a record and what reports show beside it. A part that no report asks for is None."""

    verdict: Verdict
    ignored: int = 0
    """How many findings the settings have set aside."""
    evidence: Evidence | None = None
    adjudication: Adjudication | None = None
    compared: Compared | None = None
    """None also where a record has no content id."""
    judged: Judged | None = None
    without_line_endings: Account | None = None
    """What it is where the line endings of the file have been reported before; None where it doesn't report them."""


@dataclass(frozen=True, slots=True)
class Accounting:
    """What is to be told, and of which findings."""

    select: Callable[[Verdict], Verdict]
    """The verdict without findings that are set aside."""
    evidence: bool = False
    adjudication: bool = False
    compared: bool = False
    judged: bool = False

    @property
    def is_needed(self) -> bool:
        """Whether verdicts alone are not enough."""
        return self.evidence or self.adjudication or self.compared or self.judged

    def __call__(self, text: TextStream, file: str, overrides: Overrides) -> Iterator[Account | CleanRun | FileFinding]:
        """The accounts of the records of a text; clean records come in runs where reports need only what duplicates compare."""
        needs_trees = self.evidence or self.adjudication or self.judged
        for each in (judged_text if needs_trees else played_text)(text, file, overrides):
            if isinstance(each, CleanRun):
                from expendibots_notation.copies import compared_in

                yield compared_in(each)
            else:
                yield each if isinstance(each, FileFinding) else self.account(each)

    def account(self, judged: Judged) -> Account:
        """The account of a record."""
        told = self._account(judged)
        rest = tuple(finding for finding in judged.verdict.diagnostics if finding.name != LINE_ENDINGS)
        if len(rest) == len(judged.verdict.diagnostics):
            return told
        other = self._account(replace(judged, verdict=replace(judged.verdict, diagnostics=rest)))
        return replace(told, without_line_endings=other)

    def _account(self, judged: Judged) -> Account:
        settled = settled_verdict(judged.verdict)
        verdict = self.select(settled)
        judged = replace(judged, verdict=verdict)
        parts: dict[str, Any] = {}
        if self.evidence:
            from expendibots_notation.evidence import evidence_of

            parts["evidence"] = evidence_of(judged)
        if self.adjudication:
            from expendibots_notation.adjudication import adjudicate

            parts["adjudication"] = adjudicate(judged)
        if self.compared and judged.record is not None:
            from expendibots_notation.copies import compared

            parts["compared"] = compared(judged.record)
        if self.judged:
            parts["judged"] = judged
        return Account(verdict, len(settled.diagnostics) - len(verdict.diagnostics), **parts)
