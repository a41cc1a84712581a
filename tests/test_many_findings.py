"""One record with many findings: whoever shows it works as much for each. Counted, not timed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from marking import HEAD
from sheets import overview_in, sheet

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.pipeline import judged, read_text
from expendibots_notation.reports.html_overview import MOST_GROUPS, _Sights
from expendibots_notation.viewer.page import page
from expendibots_notation.viewer.plain import print_story

RECORDS: dict[str, Callable[[int], str]] = {
    "variations of one action": lambda number: f"{HEAD}\n1. d2-d3 {'(1. d2-d9) ' * number}*\n",
    "variations of many": lambda number: (
        HEAD
        + "\n"
        + " ".join(f"{each}. {move} ({each}. a1-a9)" for each, move in enumerate(["d2-d3", "e7-e6"] * (number // 2), 1))
        + " *\n"
    ),
    "behind an illegal action": lambda number: f"{HEAD}\n1. d2-d9 {' '.join(f'{number}. D2d3' for _ in range(number))} *\n",
}
SHOWN: dict[str, Callable[[str], object]] = {
    "replay": lambda text: "".join(print_story(judged(read_text(text)[0]))),
    "page": lambda text: page([judged(read_text(text)[0])]),
    "report": lambda text: sheet({"a.xbn": text}),
}


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("record", RECORDS)
def test_work_grows_with_the_findings(record: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in looks at the place of a finding."""
    looks = 0
    place = Diagnostic.place

    def look(finding: Diagnostic) -> object:
        nonlocal looks
        looks += 1
        return place.__get__(finding)  # type: ignore[attr-defined]

    monkeypatch.setattr(Diagnostic, "place", property(look, place.__set__))  # type: ignore[attr-defined]
    work = []
    for number in (40, 160):
        looks = 0
        SHOWN[shown](RECORDS[record](number))
        work.append(looks)
    assert work[0] >= 40
    assert work[1] < 6 * work[0]  # 4 where it is linear, 16 where it is not


def test_a_report_looks_only_for_the_boards_that_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = 0
    path = _Sights.path

    def counted(self: _Sights, line: int, index: int) -> object:
        nonlocal ways
        ways += 1
        return path(self, line, index)

    monkeypatch.setattr(_Sights, "path", counted)
    (row,) = overview_in(sheet({"a.xbn": RECORDS["variations of one action"](500)}))["rows"]
    assert len(row["troubles"]) == MOST_GROUPS
    assert sum(len(each["findings"]) for each in row["troubles"]) == 500
    assert row["troubles"][-1]["place"] == f"{500 - MOST_GROUPS + 1} more places"
    assert ways < 4 * MOST_GROUPS


def test_every_finding_is_told_once_and_in_order() -> None:
    """At a turn number and at its action, at the same place, and at none."""
    text = HEAD + '[Date "x"]\n[Date "y"]\n\n1. d2-d3 7. D7d6 (9. d7-d9 (8. d7-d9)) 3... E2e3 *\n'
    story = judged(read_text(text)[0])

    def told(moments: tuple) -> list[Diagnostic]:  # type: ignore[type-arg]
        return [
            each
            for moment in moments
            for each in (*moment.findings, *(one for line in moment.variations for one in told(line.moments)))
        ]

    findings = [*told(story.timeline.moments), *story.timeline.findings]
    assert len(findings) == len(story.verdict.diagnostics) >= 6
    assert {*findings} == {*story.verdict.diagnostics}
    order = story.verdict.diagnostics.index
    for moment in story.timeline.moments:
        assert [*moment.findings] == sorted(moment.findings, key=order)
    assert [*story.timeline.findings] == sorted(story.timeline.findings, key=order)
