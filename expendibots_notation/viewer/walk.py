"""Where somebody stands who looks at a record, and where one can go from there. It draws nothing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from expendibots_notation.diagram import Diagram
from expendibots_notation.judging.timeline import Moment, Thread
from expendibots_notation.verdict import Judged


@dataclass(frozen=True, slots=True)
class Step:
    """What is seen at once: a moment, or one wave of it on the way there."""

    moment: Moment
    wave: int | None = None
    """The wave that is going off, from 0; None where all is done."""

    @property
    def diagram(self) -> Diagram | None:
        """The board to draw. While waves go off, it is the one before the action."""
        before = self.moment.before if self.wave is not None else None
        return self.moment.diagram if before is None else before.diagram()


def steps_of(moment: Moment) -> Iterator[Step]:
    """A moment step by step: its waves, if it was played and has any, and then what it led to."""
    if moment.is_played:
        for wave in range(len(moment.trace.waves)):
            yield Step(moment, wave)
    yield Step(moment)


class Path:
    """The way from the start of a record to the end of one of its lines."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.steps: tuple[Step, ...] = tuple(step for moment in thread.way for step in steps_of(moment))
        self.ends = tuple(index for index, step in enumerate(self.steps) if step.wave is None)
        """The steps that end a moment, in order."""
        self.booms = tuple(index for index, step in enumerate(self.steps) if step.wave == 0)
        """The steps at which something begins to go off."""

    @property
    def depth(self) -> int:
        """How many variations deep it goes."""
        behind, depth = self.thread.behind, 0
        while behind is not None:
            behind, depth = behind.thread.behind, depth + 1
        return depth

    def end(self, moment: Moment) -> int:
        """The last step of a moment: that in which all is done."""
        return next(index for index in self.ends if self.steps[index].moment is moment)

    def moment_at(self, index: int) -> int:
        """How many moments lie before a step; while a wave goes off, that moment has not yet come."""
        return bisect_right(self.ends, index) - 1

    @property
    def last_ply(self) -> int:
        return self.steps[-1].moment.ply


class Walk:
    """Somebody who looks at a record, at one step after the other. What leads nowhere changes nothing and is answered by False."""

    def __init__(self, story: Judged) -> None:
        self.story = story
        self.path = Path(story.timeline.main)
        self.index = 0

    @property
    def step(self) -> Step:
        return self.path.steps[self.index]

    @property
    def moment(self) -> Moment:
        return self.step.moment

    @property
    def is_at_end(self) -> bool:
        return self.index == len(self.path.steps) - 1

    @property
    def diagram(self) -> Diagram | None:
        """The board to draw: that of the step or, where it has none, the last one before it."""
        diagrams = (step.diagram for step in reversed(self.path.steps[: self.index + 1]))
        return next((diagram for diagram in diagrams if diagram is not None), None)

    def stand(self, index: int) -> bool:
        """Go to a step of the path, or as far as the path goes."""
        before, self.index = self.index, min(max(index, 0), len(self.path.steps) - 1)
        return self.index != before

    def forward(self) -> bool:
        return self.stand(self.index + 1)

    def back(self) -> bool:
        return self.stand(self.index - 1)

    def next_moment(self) -> bool:
        """Go forward without stopping at waves."""
        return self._nearest(self.path.ends, ahead=True)

    def previous_moment(self) -> bool:
        """Go back without stopping at waves."""
        return self._nearest(self.path.ends, ahead=False)

    def next_boom(self) -> bool:
        """Go to where the next explosion begins."""
        return self._nearest(self.path.booms, ahead=True)

    def previous_boom(self) -> bool:
        return self._nearest(self.path.booms, ahead=False)

    def first(self) -> bool:
        return self.stand(0)

    def last(self) -> bool:
        return self.stand(len(self.path.steps) - 1)

    def to_ply(self, ply: int) -> bool:
        """Go to what a ply of the path led to."""
        for index in self.path.ends:
            if self.path.steps[index].moment.ply == ply:
                self.stand(index)
                return True
        return False

    def _nearest(self, places: tuple[int, ...], ahead: bool) -> bool:
        found = bisect_right(places, self.index) if ahead else bisect_left(places, self.index) - 1
        return 0 <= found < len(places) and self.stand(places[found])

    def go(self, moment: Moment) -> bool:
        """Go to a moment anywhere in the record, along the line in which it stands."""
        if moment.thread is not self.path.thread:
            self.path = Path(moment.thread)
        self.index = self.path.end(moment)
        return True

    def enter(self, branch: int = 0) -> bool:
        """Go to the first moment of a variation of the moment where one stands."""
        variations = self.moment.variations
        moments = variations[branch].moments if 0 <= branch < len(variations) else ()
        return bool(moments) and self.go(moments[0])

    def leave(self) -> bool:
        """Go back to the moment which the variation replaces."""
        behind = self.path.thread.behind
        return behind is not None and self.go(behind)
