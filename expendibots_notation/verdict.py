"""What the validator has to say about one record, or about a file in which there is none."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import ILLEGAL_ACTION, Outcome
from expendibots_notation.games import find_game
from expendibots_notation.judging.replaying import Replay
from expendibots_notation.judging.timeline import Timeline
from expendibots_notation.notation.tree import Record


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
    """The last position that was reached; None where there was no start, or where nobody has asked for it."""
    diagnostics: tuple[Diagnostic, ...]

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong; warnings do not count."""
        return not any(finding.is_error for finding in self.diagnostics)

    def passes(self, strict: bool) -> bool:
        """Whether it is valid, and where that is `strict`, without warnings too."""
        return self.valid and not (strict and any(finding.is_warning for finding in self.diagnostics))


@dataclass(frozen=True)
class Judged:
    """A verdict with what it was made from, for those who have to explain or show it."""

    verdict: Verdict
    record: Record | None = None
    """None where the text could not be made a record at all, and where only verdicts were asked for."""
    replay: Replay | None = None
    """None where there was no start to replay from, and where only verdicts were asked for."""

    @cached_property
    def timeline(self) -> Timeline:
        """The record moment by moment, with what the verdict says. Asked only where there is a record."""
        assert self.record is not None
        timeline = self.replay.timeline if self.replay is not None else Timeline(self.record, find_game(self.record.game))
        timeline.tell(self.verdict.diagnostics)
        return timeline


@dataclass(frozen=True, slots=True)
class FileFinding:
    """What is wrong with a file as a whole."""

    diagnostic: Diagnostic
    is_unreadable: bool = False
    """Whether the file could not be looked at, so that the command has not done its work."""
    was_skipped: bool = False
    """Whether it is only one that was found beside the records, in a folder, and not read."""


@dataclass(frozen=True, slots=True)
class Transcripts:
    """What was played in the records of a run."""

    starts: tuple[tuple[str | None, tuple[tuple[str, str], ...]], ...]
    """The Setup tag and the game's own, by the number that `rules_of` has for a record."""
    players: int
    texts: bytes
    """Of each record: its actions and what chance did, and then the names of its players as they stand in quotes, a line each."""
    action_ends: array[int]
    name_ends: array[int]
    seconds: array[float]
    """Of each record, by player: the time that is known to have been used, and for how many actions that is."""
    timed: array[int]

    def actions(self, row: int) -> bytes:
        """The actions of a record."""
        return self.texts[self.name_ends[row - 1] if row else 0 : self.action_ends[row]]

    def names(self, row: int) -> bytes:
        """The names of its players."""
        return self.texts[self.action_ends[row] : self.name_ends[row]]


@dataclass(frozen=True, slots=True)
class CleanRun:
    """Verdicts on consecutive records of which there is nothing to say but how they end, in columns.

    Millions of these are made where hundreds of the others are, so a run holds numbers, and makes a Verdict where one is asked for.
    """

    file: str
    game: str
    index: int
    """The number of the first record in its file."""
    line: int
    """What is added to each of `lines`."""
    lines: array[int]
    plies: array[int]
    rules: tuple[str, ...]
    rules_of: array[int]
    """Which of `rules` each record has; likewise for the claims and outcomes."""
    claims: tuple[Outcome, ...]
    claim_of: array[int]
    outcomes: tuple[Outcome, ...]
    outcome_of: array[int]
    has_finals: bool
    """Whether the final positions are known; they are left out where nobody asks for them."""
    finals: bytes
    """The texts of the final positions, one behind the other."""
    final_ends: array[int]
    transcripts: Transcripts | None = None
    """Where somebody has asked for them. Those of a beginning go on beyond it."""
    parts: Sequence[Any] | None = None
    """What was made of each record from its transcript."""

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Verdict]:
        return map(self.verdict, range(len(self)))

    def verdict(self, row: int) -> Verdict:
        """The verdict on one of the records, counted from 0."""
        outcome = self.outcomes[self.outcome_of[row]]
        final = None
        if self.has_finals:
            final = self.finals[self.final_ends[row - 1] if row else 0 : self.final_ends[row]].decode("ascii")
        return Verdict(
            file=self.file,
            index=self.index + row,
            line=self.line + self.lines[row],
            game=self.game,
            rules=self.rules[self.rules_of[row]],
            plies=self.plies[row],
            claimed=self.claims[self.claim_of[row]],
            outcome=outcome,
            end_ply=end_ply(outcome, self.plies[row]),
            final=final,
            diagnostics=(),
        )

    def beginning(self, number: int) -> CleanRun:
        """The first so many of the verdicts."""
        return replace(
            self,
            lines=self.lines[:number],
            plies=self.plies[:number],
            rules_of=self.rules_of[:number],
            claim_of=self.claim_of[:number],
            outcome_of=self.outcome_of[:number],
            finals=self.finals[: self.final_ends[number - 1]],
            final_ends=self.final_ends[:number],
            parts=self.parts and self.parts[:number],
        )


def end_ply(outcome: Outcome, plies: int) -> int | None:
    """The ply that ended a game of so many legal plies, all of which are clean: a rejected action is one more."""
    if not outcome.is_over:
        return None
    return plies + 1 if outcome.termination == ILLEGAL_ACTION else plies


Result = Verdict | FileFinding | CleanRun
_PLACED = frozenset({"index", "line", "diagnostic", "diagnostics", "verdict", "part", "without_line_endings"})
"""The fields of results that depend on where in its file a record is."""


def single(results: Iterable[Result]) -> Iterator[Verdict | FileFinding]:
    """The results with each run taken apart."""
    for result in results:
        if isinstance(result, CleanRun):
            yield from result
        else:
            yield result


def shifted(result: Any, records: int, lines: int) -> Any:
    """What was made of a record of a piece, as if of the file: so many records and lines come before the piece.

    In all results, fields of the same name mean the same; what names no place, such as a text, is the same everywhere.
    """
    if isinstance(result, Diagnostic):
        return lowered(result, lines)
    changes: dict[str, Any] = {}
    for name in _PLACED.intersection(getattr(result, "__dataclass_fields__", ())):
        value = getattr(result, name)
        match name:
            case "index":
                changes[name] = value + records
            case "line":
                changes[name] = value + lines
            case "diagnostics":
                changes[name] = tuple(lowered(finding, lines) for finding in value)
            case _:
                changes[name] = shifted(value, records, lines)
    return replace(result, **changes) if changes else result


def lowered(finding: Diagnostic, lines: int) -> Diagnostic:
    """A finding on a piece of a file as one on the file: so many lines come before the piece."""
    place = finding.place
    return replace(finding, place=replace(place, line=place.line + lines, end_line=place.end_line + lines))
