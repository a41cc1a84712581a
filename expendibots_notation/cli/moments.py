"""What `xbn render` draws of a record: the scene of a ply, those of its waves, the steps of a film, and squares to point at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from expendibots_notation.cli.process import Mistake
from expendibots_notation.diagram import Cell, Diagram
from expendibots_notation.drawing.film import Step
from expendibots_notation.drawing.scene import Scene, cell_name
from expendibots_notation.judging.timeline import Kind, Moment
from expendibots_notation.verdict import Judged

_LONGEST_ACTION = 60
_PLY = re.compile(r"(?P<ply>[0-9]{1,9}|last)(?P<events>\+)?(?:\.(?P<wave>[0-9]{1,9}|waves))?")


class MainLine:
    """The main line of a story, to be looked at."""

    def __init__(self, story: Judged) -> None:
        self.story = story
        self.moments = [moment for moment in story.timeline.moments if moment.board is not None]
        if not self.moments:
            problems = [finding.message for finding in story.verdict.diagnostics if finding.is_error]
            raise Mistake(f"the record has no board to draw: {'; '.join(problems[:1]) or 'it has no start'}")

    def find(self, option: str, text: str) -> int:
        """The index of the moment of a ply; the events of chance behind it are left out, unless a plus asks for them."""
        found = _PLY.fullmatch(text)
        if found is None or found["wave"] is not None:
            raise Mistake(f"{option} cannot be {text!r}: a ply is a number from 0, or the word last")
        return self._index(found)

    def scenes(self, option: str, text: str) -> list[Scene]:
        """What is seen of a ply: the position after it; `.2` asks for its second wave instead, `.waves` for all of them before."""
        found = _PLY.fullmatch(text)
        if found is None:
            raise Mistake(
                f"{option} cannot be {text!r}: a ply is a number from 0, or the word last; .2 behind it means the second wave, "
                ".waves all of them, and + the events of chance that follow"
            )
        moment = self.moments[self._index(found)]
        scene = scene_of(self.story, moment)
        if found["wave"] is None:
            return [scene]
        waves = list(scene.half_steps(moment.before.diagram())) if moment.before is not None else []
        if not waves:
            raise Mistake(f"{option} cannot be {text!r}: nothing explodes there")
        if found["wave"] == "waves":
            return [*waves, scene]
        wave = int(found["wave"])
        if not 1 <= wave <= len(waves):
            raise Mistake(f"{option} cannot be {text!r}: there are {len(waves)} waves")
        return [waves[wave - 1]]

    def steps(self, first: int, last: int) -> Iterator[Step]:
        """The moments from one to another, each with the board from which it came."""
        for index in range(first, last + 1):
            moment = self.moments[index]
            before = moment.before if index > first else None
            yield Step(scene_of(self.story, moment), before.diagram() if before is not None else None)

    def _index(self, found: re.Match[str]) -> int:
        if found["ply"] == "last":
            return len(self.moments) - 1
        ply = int(found["ply"])
        indices = [index for index, moment in enumerate(self.moments) if moment.ply == ply]
        if indices:
            return indices[-1 if found["events"] else 0]
        last = self.story.timeline.moments[-1].ply
        if ply > last:
            raise Mistake(f"there is no ply {ply}: the record has plies 0 to {last}")
        raise Mistake(f"ply {ply} stands behind an illegal action, at ply {self.moments[-1].ply}: there is no board to draw")


def scene_of(story: Judged, moment: Moment) -> Scene:
    """What is seen of a moment that has a position."""
    assert moment.position is not None
    action = f"{moment.mark} {moment.text}".strip() + "".join(each for each in moment.notes.glyphs if not each.startswith("$"))
    if len(action) > _LONGEST_ACTION:
        action = action[:_LONGEST_ACTION] + "…"
    return Scene(
        moment.position.diagram(),
        moment.trace,
        is_tried=not moment.is_played,
        title=story.timeline.title,
        action=action if moment.kind is not Kind.START else "",
        remark=_result(story, moment),
    )


def _result(story: Judged, moment: Moment) -> str:
    """How the record ends, at its last moment, where the position does not say it itself."""
    if moment is not story.timeline.moments[-1] or moment.position is None or moment.position.outcome().is_over:
        return ""
    outcome = story.verdict.outcome if story.verdict.outcome.is_over else story.verdict.claimed
    if outcome.result == "*":
        return ""
    return ", ".join(part for part in (outcome.result, outcome.termination) if part)


_SQUARE = re.compile(r"\s*(\(\s*[0-9]+\s*,\s*[0-9]+\s*\)|[^,;\s()]+)\s*(?:[,;]|$)")


def cells_of(text: str, diagram: Diagram) -> Iterator[Cell]:
    """The squares of a list such as `a1,b2` or `(3,4),(5,6)`. Raises Mistake."""
    by_name = {cell_name(diagram, (x, y)): (x, y) for x in range(len(diagram.columns)) for y in range(len(diagram.rows))}
    at = 0
    while at < len(text):
        found = _SQUARE.match(text, at)
        name = re.sub(r"\s", "", found[1]).lower() if found else text[at:]
        if name not in by_name:
            first, last = cell_name(diagram, (0, 0)), cell_name(diagram, (len(diagram.columns) - 1, len(diagram.rows) - 1))
            raise Mistake(f"--highlight: {name!r} is no square; the squares are {first} to {last}, with commas between them")
        assert found is not None
        yield by_name[name]
        at = found.end()
