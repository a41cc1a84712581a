"""What a slow peer would take for more than it was given: its cost grows with the plies, and its start-up does not."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.commands import Run


@dataclass(frozen=True)
class Pace:
    """The processor time of a peer, measured on less than what the others read."""

    start: float
    a_ply: float

    @classmethod
    def of(cls, doing_nothing: Run, reading: Run, plies: int) -> Pace:
        return cls(doing_nothing.processor, (reading.processor - doing_nothing.processor) / plies)

    def seconds(self, plies: int) -> float:
        """What a whole command would take that reads so many plies."""
        return self.start + plies * self.a_ply
