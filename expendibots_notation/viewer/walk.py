"""A walk through a story: where one stands, and where one can go from there. It draws nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from expendibots_notation.diagram import Diagram
from expendibots_notation.story import Kind, Moment, Story, Thread

Route = tuple[int, ...]
"""A moment of a story: its index in the main line. In a variation: the route to the moment that it replaces, which one of its
variations it is, and the index there."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is seen at once: a moment, or one wave of it on the way there."""

    moment: Moment
    wave: int | None = None
    """The wave that is going off, from 0; None where all is done."""

    @property
    def diagram(self) -> Diagram | None:
        """The board to draw. While waves go off, it is the one before the action."""
        if self.wave is not None and self.moment.before is not None:
            return self.moment.before.diagram()
        return self.moment.diagram


def steps_of(moment: Moment) -> Iterator[Step]:
    """A moment step by step: its waves, if it was played and has any, and then what it led to."""
    if is_boom(moment):
        for wave in range(len(moment.trace.waves)):
            yield Step(moment, wave)
    yield Step(moment)


def is_boom(moment: Moment) -> bool:
    """Whether something goes off."""
    return moment.is_played and bool(moment.trace.waves)


def is_item(moment: Moment) -> bool:
    """Whether it stands between the actions, as an event of chance does, be it allowed or not."""
    return not moment.mark and moment.kind is not Kind.START


class Path:
    """A way from the start of a record to the end of one of its lines.

    A variation replaces a moment: the way to it is that of the line which it leaves, up to there.
    """

    def __init__(self, thread: Thread, parent: Path | None = None, replaced: int = 0, branch: int = 0) -> None:
        self.thread = thread
        self.parent = parent
        self.replaced = replaced
        """The index, in the parent's thread, of the moment behind which the variation stands."""
        self.branch = branch
        """Which of the variations there it is."""
        shared = parent.steps[: parent.begin(parent.first_replaced(replaced))] if parent else ()
        self.own = len(shared)
        """How many steps it shares with its parent; its own begin there."""
        self.steps: tuple[Step, ...] = (*shared, *(step for moment in thread.moments for step in steps_of(moment)))

    @cached_property
    def _begins(self) -> list[int]:
        """For each moment of the thread, and for its end, the index of its first step."""
        begins = [self.own]
        for moment in self.thread.moments:
            begins.append(begins[-1] + sum(1 for _ in steps_of(moment)))
        return begins

    def begin(self, index: int) -> int:
        """The first step of a moment of the thread."""
        return self._begins[index]

    def end(self, index: int) -> int:
        """The last step of a moment of the thread: that in which all is done."""
        return self._begins[index + 1] - 1

    def first_replaced(self, index: int) -> int:
        """From where on a variation behind the moment replaces the thread: what stands behind an event replaces its action."""
        moments = self.thread.moments
        while is_item(moments[index]) and index > 0 and moments[index - 1].kind is not Kind.START:
            index -= 1
        return index

    @property
    def route(self) -> Route:
        """The route to the thread, to which a moment's index is to be added."""
        return (*self.parent.route, self.replaced, self.branch) if self.parent else ()

    def index_of(self, wanted: Moment) -> int:
        """The index of a moment in the thread."""
        return next(index for index, moment in enumerate(self.thread.moments) if moment is wanted)

    @property
    def depth(self) -> int:
        """How many variations deep it goes."""
        return self.parent.depth + 1 if self.parent else 0

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The steps that end a moment, in order."""
        return tuple(index for index, step in enumerate(self.steps) if step.wave is None)

    def moment_at(self, index: int) -> int:
        """How many moments lie before a step; while a wave goes off, that moment has not yet come."""
        return bisect_right(self.ends, index) - 1

    @cached_property
    def booms(self) -> tuple[int, ...]:
        """The steps at which something begins to go off."""
        return tuple(index for index, step in enumerate(self.steps) if step.wave == 0)

    @property
    def last_ply(self) -> int:
        return self.steps[-1].moment.ply if self.steps else 0


class Walk:
    """Somebody who looks at a story, at one step after the other. What leads nowhere changes nothing and is answered by False."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.path = Path(story.main)
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
    def variations(self) -> tuple[Thread, ...]:
        """The lines that replace the moment where one stands."""
        return self.moment.variations

    @property
    def diagram(self) -> Diagram | None:
        """The board to draw: that of the step or, where it has none, the last one before it."""
        for step in reversed(self.path.steps[: self.index + 1]):
            diagram = step.diagram
            if diagram is not None:
                return diagram
        return None

    # Along the path

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
        found = [place for place in places if (place > self.index if ahead else place < self.index)]
        return bool(found) and self.stand(found[0] if ahead else found[-1])

    # From path to path

    def enter(self, branch: int = 0) -> bool:
        """Go to the first moment of a variation of the moment where one stands."""
        if not 0 <= branch < len(self.variations):
            return False
        path = Path(self.variations[branch], *self._place(), branch)
        if len(path.steps) == path.own:
            return False
        self.path = path
        self.index = path.end(0)
        return True

    def leave(self) -> bool:
        """Go back to the moment which the variation replaces."""
        if self.path.parent is None:
            return False
        replaced, self.path = self.path.replaced, self.path.parent
        self.index = self.path.end(replaced)
        return True

    def follow(self, route: Route) -> bool:
        """Go to a moment anywhere in the story."""
        self.path = Path(self.story.main)
        *turns, target = route
        for replaced, branch in zip(turns[::2], turns[1::2], strict=True):
            self.index = self.path.end(replaced)
            self.enter(branch)
        self.index = self.path.end(target)
        return True

    @property
    def route(self) -> Route:
        """The route to the moment where one stands."""
        path, index = self._place()
        return (*path.route, index)

    def _place(self) -> tuple[Path, int]:
        """The path of whose own the moment is, and its index there: where one has gone back far enough, that is an outer one."""
        path = self.path
        while path.parent is not None and self.index < path.own:
            path = path.parent
        return path, path.index_of(self.moment)
