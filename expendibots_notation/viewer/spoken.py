"""Moments in words, for people who listen to a game."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.board import counted
from expendibots_notation.diagram import Arrow, Diagram
from expendibots_notation.drawing.scene import cell_name
from expendibots_notation.judging.timeline import Kind, Moment
from expendibots_notation.viewer.glyphs import glyph

_ARROWS = {
    "move": "from {source} to {target}",
    "attack": "attacks {target} from {source}",
    "help": "helped from {source}",
    "retreat": "{source} is driven to {target}",
}

_FAILED = {Kind.ILLEGAL: "not allowed", Kind.REJECTED: "refused", Kind.UNREACHED: "not reached"}


def spoken(moment: Moment, diagram: Diagram | None) -> str:
    """What has happened, in a sentence without an end: who acted, how, and what came of it.

    `diagram` is a board of the game, for the names of squares; without one the places are left out.
    """
    if moment.kind is Kind.START:
        return "Start"
    words = [f"{moment.player.capitalize()} {moment.text}".strip()]
    if diagram is not None and moment.kind is not Kind.UNREACHED:
        words += _effects(moment, diagram)
    words += [meaning for meaning in (glyph(each).meaning for each in moment.notes.glyphs) if meaning]
    if moment.kind in _FAILED:
        words.append(_FAILED[moment.kind])
    return ", ".join(words)


def _effects(moment: Moment, diagram: Diagram) -> Iterator[str]:
    for arrow in moment.trace.arrows:
        yield _arrow(arrow, diagram)
    waves = moment.trace.waves
    if waves and moment.is_played:
        emptied = counted(sum(len(wave) for wave in waves), "square")
        yield f"{emptied} emptied in {counted(len(waves), 'wave')}"


def _arrow(arrow: Arrow, diagram: Diagram) -> str:
    source, target = cell_name(diagram, arrow.source), cell_name(diagram, arrow.target)
    return _ARROWS.get(arrow.kind, _ARROWS["move"]).format(source=source, target=target)
