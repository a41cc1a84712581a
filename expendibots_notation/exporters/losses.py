"""What the formats of the official programs cannot hold of a record, in words."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.games.expendibots import GAME
from expendibots_notation.judging.replaying import replay
from expendibots_notation.notation.tree import RAW, Notes, Record


def lost_annotations(record: Record) -> Iterator[str]:
    """Comments, glyphs, attributes and variations, each named once."""
    every = [ply.notes for ply in record.line.plies]
    if record.line.rejected is not None:
        every.append(record.line.rejected.notes)
    if record.preface or record.closing or record.line.lead or any(notes.comments or notes.before for notes in every):
        yield "comments"
    if any(notes.glyphs for notes in every):
        yield "glyphs"
    if any(_attributes(notes) for notes in every):
        yield "attributes"
    if any(notes.variations for notes in every):
        yield "variations"


def _attributes(notes: Notes) -> bool:
    return any(key != RAW for key, _ in notes.attributes)


def lost_tags(record: Record, kept: tuple[str, ...] = ()) -> Iterator[str]:
    """Tags other than those that the format has a place for."""
    names = [tag.name for tag in record.tags if tag.name not in kept]
    if names:
        yield f"the tags {', '.join(names)}" if len(names) > 1 else f"the tag {names[0]}"


def refusal(record: Record) -> str | None:
    """Why a record has no place in the formats of the official programs at all; None where it has."""
    if record.game != GAME.id:
        return f"the format holds games of {GAME.name} only"
    if record.setup is not None:
        return "the format holds games from the initial position only"
    return "one of its actions cannot be read" if any(ply.action is None for ply in record.line.plies) else None


def lost_meaning(record: Record) -> Iterator[str]:
    """Effects that actions claim, and that a game is not legal: such a game cannot have been played there."""
    if any(ply.claim is not None for ply in record.line.plies):
        yield "effects of actions"
    if refusal(record) is None and replay(record, GAME, GAME.rules("referee")).main.refusal is not None:
        yield "that an action is illegal"


def lost_result(record: Record) -> Iterator[str]:
    """A result that the actions do not lead to: the formats have no place for what ends a game away from the board."""
    if refusal(record) is None and record.line.result not in (None, "*") and record.line.rejected is None:
        outcome = replay(record, GAME, GAME.rules("referee")).outcome
        if outcome.result != record.line.result:
            yield f"the result {record.line.result}"
