"""A difference as a minimal record: what is not needed for it is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from judge import engine
from judge.cases import Case
from judge.differences import Difference, UmpireOf, difference, judge_of, opinion

Look = Callable[[Case], Difference | None]


def shrunk(found: Difference, judge: UmpireOf = judge_of, judged: UmpireOf = engine.umpire) -> Difference:
    """The same kind of difference in a record from which nothing more can be taken away."""

    def look(case: Case) -> Difference | None:
        other = difference(case, judge, judged)
        if other is None or other.kind != found.kind:
            return None
        # What follows the difference has no part in it.
        return replace(other, case=replace(case, actions=case.actions[: other.index + 1]))

    smallest = look(found.case)
    assert smallest is not None, "the difference does not show again"
    while (smaller := _smaller(smallest, look, judged)) is not None:
        smallest = smaller
    return smallest


def _smaller(found: Difference, look: Look, judged: UmpireOf) -> Difference | None:
    """The first simpler case that still shows the difference; None where there is none."""
    for case in _simpler(found.case, judged):
        other = look(case)
        if other is not None and _size(other.case) < _size(found.case):
            return other
    return None


def _size(case: Case) -> tuple[int, int, int, int]:
    """Fewer actions are better than a usual start, and that than the usual rules."""
    return len(case.actions), int(case.setup is not None), case.rules.count(",") + case.rules.count("="), len(case.tags)


def _simpler(case: Case, judged: UmpireOf) -> Iterator[Case]:
    """Simpler cases, those first that leave out most."""
    # A later start: the position before the last action, or as few actions before it as possible.
    stands = opinion(case, judged).stands
    for kept in range(1, len(case.actions)):
        start = len(case.actions) - kept
        if start < len(stands):
            yield replace(case, setup=stands[start].position, actions=case.actions[start:])
    # Fewer actions: long pieces first, then single ones, wherever they stand.
    length = len(case.actions) // 2
    while length:
        for start in range(len(case.actions) - length, -1, -1):
            yield replace(case, actions=case.actions[:start] + case.actions[start + length :])
        length //= 2
    # Plainer rules and tags.
    yield replace(case, setup=None)
    parts = case.rules.split(",")
    for index, part in enumerate(parts):
        if "=" in part:
            yield replace(case, rules=",".join(parts[:index] + parts[index + 1 :]) or "text")
    for index in range(len(case.tags)):
        yield replace(case, tags=case.tags[:index] + case.tags[index + 1 :])
