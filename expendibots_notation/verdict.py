"""What the validator has to say about one record, or about a file in which there is none."""

from __future__ import annotations

from dataclasses import dataclass

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import Outcome
from expendibots_notation.notation.tree import Record
from expendibots_notation.replaying import Replay


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one record."""

    file: str
    index: int
    """The record's number in its file, from 1."""
    line: int
    """The line of the file on which it begins."""
    game: str
    rules: str
    plies: int
    """The legal prefix of the main line."""
    claimed: Outcome
    """What the record says; the result is `*` where it says none."""
    outcome: Outcome
    """What the replay establishes."""
    end_ply: int | None
    """The ply that ended the game; None while it goes on."""
    final: str | None
    """The last position that was reached; None where there was no start."""
    diagnostics: tuple[Diagnostic, ...]

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong; warnings do not count."""
        return not any(finding.is_error for finding in self.diagnostics)

    def passes(self, strict: bool) -> bool:
        """Whether it is valid, and where that is `strict`, without warnings too."""
        return self.valid and not (strict and any(finding.is_warning for finding in self.diagnostics))


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict with what it was made from, for those who have to explain or show it."""

    verdict: Verdict
    record: Record | None = None
    """None where the text could not be made a record at all, and where only verdicts were asked for."""
    replay: Replay | None = None
    """None where there was no start to replay from, and where only verdicts were asked for."""


@dataclass(frozen=True, slots=True)
class FileFinding:
    """What is wrong with a file as a whole."""

    diagnostic: Diagnostic
    is_unreadable: bool = False
    """Whether the file could not be looked at, so that the command has not done its work."""
    was_skipped: bool = False
    """Whether it is only one that was found beside the records, in a folder, and not read."""
