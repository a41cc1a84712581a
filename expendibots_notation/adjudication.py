"""A record under every reading of its rules: what each would make of it, and where they part.

The check `readings` warns where it knows that a reading may differ. Here every record is replayed under all of them, so that
whoever runs a tournament can show that the choice of a reading decided nothing, or name the games in which it did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from expendibots_notation.evidence import REPETITION, Repetition, repetition_of, repetition_words
from expendibots_notation.game import Outcome
from expendibots_notation.judging.replaying import Replay, under_other_readings
from expendibots_notation.verdict import Judged


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one reading makes of a record."""

    rules: str
    """The canonical value of the Rules tag."""
    outcome: Outcome
    ply: int | None
    """The ply that ended the game; None while it goes on."""
    plies: int
    """How many actions are legal."""
    illegal_ply: int | None
    """The action at which the replay stopped because it is illegal, or comes after the end; None where it did not stop."""
    repetition: Repetition | None
    """Where the game ended by repetition: the occurrences of the position."""
    allows_rejected: bool
    """Whether the record has an action as rejected that is legal."""

    @property
    def standing(self) -> tuple[Outcome, int | None, int | None]:
        """What two rulings share that agree. An action after the end is a consequence of the end, not another ruling."""
        return self.outcome, self.ply, None if self.outcome.is_over else self.illegal_ply

    @property
    def words(self) -> str:
        """The ruling in a sentence."""
        if self.outcome.is_over:
            text = f"{self.outcome.result} at ply {self.ply} ({self.outcome.termination})"
        elif self.illegal_ply is not None:
            text = f"ply {self.illegal_ply} is illegal"
        else:
            text = f"not over after ply {self.plies}" + (", and the rejected action is legal" if self.allows_rejected else "")
        return f"{self.rules}: {text}."


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The rulings of all readings; the first is the one that is in force for the record."""

    rulings: tuple[Ruling, ...]

    @property
    def differs(self) -> bool:
        """Whether the readings disagree about the end or the result."""
        return len({ruling.standing for ruling in self.rulings}) > 1

    @property
    def parting_ply(self) -> int | None:
        """The first ply that the readings judge differently; None where they agree."""
        if not self.differs:
            return None
        ends = (each.illegal_ply if each.ply is None else each.ply for each in self.rulings)
        return min(ply for ply in ends if ply is not None)

    @property
    def words(self) -> tuple[str, ...]:
        """The disagreement in sentences; nothing where there is none."""
        return tuple(self._sentences()) if self.differs else ()

    def _sentences(self) -> Iterator[str]:
        yield f"The readings of the rules part at ply {self.parting_ply}."
        for ruling in self.rulings:
            yield ruling.words
            if ruling.repetition is not None:
                yield repetition_words(ruling.repetition)


def adjudicate(judged: Judged) -> Adjudication | None:
    """Replay a record under every reading of its game's rules, with the options that its own rules have.

    None where there is nothing to replay. A game with one reading has one ruling.
    """
    mine = judged.replay
    if mine is None:
        return None
    return Adjudication((_ruling(mine), *map(_ruling, under_other_readings(mine))))


def _ruling(replayed: Replay) -> Ruling:
    main = replayed.main
    is_repetition = main.outcome.termination == REPETITION
    return Ruling(
        replayed.rules.text,
        main.outcome,
        main.end_ply,
        main.played,
        main.refusal.number if main.refusal is not None else None,
        repetition_of(replayed) if is_repetition else None,
        main.ends_with_rejected and main.rejection is None,
    )
