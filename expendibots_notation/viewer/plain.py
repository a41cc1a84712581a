"""A game printed step by step, one board after the other, for pipes, files and terminals that can do no more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Diagram
from expendibots_notation.drawing.scene import Scene, cell_name
from expendibots_notation.drawing.text import draw_text, words
from expendibots_notation.judging.timeline import Kind, Moment, Thread, Timeline
from expendibots_notation.verdict import Judged

_NOT_PLAYED = {Kind.REJECTED: "refused", Kind.ILLEGAL: "not allowed", Kind.UNREACHED: "not reached"}
LAST = "last"
"""What is said instead of the number of the last ply that has a board."""


def print_story(story: Judged, ply: int | str | None = None, *, flip: bool = False, ascii_only: bool = False) -> Iterator[str]:
    """A story in pieces of text: what is said about the record, and a block for each moment of its main line, or for one ply.

    Raises LookupError where there is no such ply.
    """
    if ply is not None:
        yield _block(moment_of(story.timeline, ply), flip, ascii_only)
        return
    timeline = story.timeline
    yield _spelled(_opening(story), ascii_only) + "\n"
    for moment in timeline.moments:
        yield "\n" + _block(moment, flip, ascii_only)
    if timeline.main.after:
        yield "\n" + _spelled([_comments(timeline.main.after)], ascii_only) + "\n"


def moment_of(timeline: Timeline, ply: int | str) -> Moment:
    """What a ply of the main line, or the last one (`last`), led to. Raises LookupError where there is none."""
    moments = timeline.moments
    if ply == LAST:
        return next((moment for moment in reversed(moments) if moment.board is not None), moments[0])
    if not re.fullmatch("[0-9]{1,9}", str(ply)):
        raise LookupError(f"--ply cannot be {str(ply)!r}: a ply is a number from 0, or the word last")
    for moment in moments:
        if moment.ply == int(ply):
            return moment
    raise LookupError(f"there is no ply {int(ply)}: the record has plies 0 to {moments[-1].ply}")


def told_findings(stories: list[Judged], err: TextIO) -> bool:
    """Whether a record has errors, which is said: it is shown as far as it goes."""
    for story in stories:
        verdict = story.verdict
        if not verdict.valid:
            problem = next(finding for finding in verdict.diagnostics if finding.is_error)
            place = f"{verdict.file}:{problem.place.line}"
            err.write(f"xbn: {visible(f'{place}: record {verdict.index} is invalid: {problem.message}')}\n")
    return not all(story.verdict.valid for story in stories)


def _spelled(lines: Iterable[str], ascii_only: bool) -> str:
    """Lines of words, in ASCII if that is wanted."""
    return "\n".join(words(line, ascii_only) for line in lines)


def _opening(story: Judged) -> Iterator[str]:
    """Who played, how it ended, what else the tags say, and what the validator says about the record as a whole."""
    timeline, claimed = story.timeline, story.verdict.claimed
    record, game = timeline.record, timeline.game
    result = " ".join(visible(each) for each in (claimed.result, claimed.termination) if each)
    yield f"record {record.index}: {visible(timeline.title)}, {result}"
    players = [player.capitalize() for player in game.players] if game else []
    for tag in record.tags:
        if tag.name not in players:
            yield f"{visible(tag.name)}: {visible(tag.value)}"
    yield from map(_finding, timeline.findings)
    if timeline.main.lead:
        yield _comments(timeline.main.lead)


def _block(moment: Moment, flip: bool, ascii_only: bool) -> str:
    """A moment: a line that says what has been done, lines about it, and the board."""
    lines = [_heading(moment)]
    if moment.reason and moment.reason not in {finding.message for finding in moment.findings}:
        lines.append(f"{_NOT_PLAYED[moment.kind]}: {visible(moment.reason)}")
    lines += map(_finding, moment.findings)
    lines += [f"variation: {_line(thread)}" for thread in moment.variations]
    diagram = moment.diagram
    if diagram is None:
        return _spelled([*lines, "there is no board to show"], ascii_only) + "\n"
    if moment.trace.waves and moment.is_played:
        lines.append(_waves(moment, diagram))
    scene = Scene(diagram, moment.trace, is_tried=not moment.is_played)
    return f"{_spelled(lines, ascii_only)}\n{draw_text(scene, flip=flip, ascii_only=ascii_only)}\n"


def _heading(moment: Moment) -> str:
    """All about a moment in one line: its ply, the action as the notation writes it, who acted, and the comments."""
    if moment.kind is Kind.START:
        return " ".join(filter(None, ["ply 0: start", _comments(moment.comments)]))
    said = [f"ply {moment.ply}:", _written(moment)]
    if moment.player:
        said.append(f"({visible(moment.player)})")
    if moment.kind in _NOT_PLAYED:
        said.append(f"[{_NOT_PLAYED[moment.kind]}]")
    said += [f"{visible(key)}={visible(str(value))}" for key, value in moment.notes.attributes]
    return " ".join(filter(None, [*said, _comments((*moment.remarks, *moment.comments))]))


def _written(moment: Moment) -> str:
    """An action as the notation writes it, with its turn number and glyphs."""
    glyphs = "".join(f" {each}" if each.startswith("$") else each for each in moment.notes.glyphs)
    return visible(f"{moment.mark} {moment.text}".strip() + glyphs)


def _line(thread: Thread) -> str:
    """A variation in one line."""
    said = [_comments(thread.lead)]
    for moment in thread.moments:
        said += [_written(moment), _comments((*moment.remarks, *moment.comments))]
        said += [f"({_line(nested)})" for nested in moment.variations]
    return " ".join(filter(None, [*said, visible(thread.line.result or ""), _comments(thread.after)]))


def _comments(comments: tuple[str, ...]) -> str:
    """Comments on one line: what was broken into several is joined."""
    return " ".join("{" + visible(" ".join(comment.split("\n"))) + "}" for comment in comments)


def _finding(finding: Diagnostic) -> str:
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{finding.severity.value}[{finding.code}]: {visible(finding.message + hint)}"


def _waves(moment: Moment, diagram: Diagram) -> str:
    """A chain reaction in one line, wave after wave."""
    return "waves: " + " | ".join(" ".join(cell_name(diagram, cell) for cell in wave) for wave in moment.trace.waves)
