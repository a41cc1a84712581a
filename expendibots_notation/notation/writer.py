"""A syntax tree to its canonical text: there is exactly one for each record.

Turn numbers are counted here, by the game's own way of numbering, not taken from the tree; only a number that contradicts the
count is written as it stood, since correcting it would hide a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable

from expendibots_notation.game import Game, NotationError, Rules
from expendibots_notation.notation.strings import write_attributes, write_comment, write_string
from expendibots_notation.notation.tree import (
    FORMAT,
    FORMAT_TAG,
    GAME_TAG,
    NO_NOTES,
    RESULT_TAG,
    RULES_TAG,
    SETUP_TAG,
    TERMINATION_TAG,
    Comment,
    Line,
    Notes,
    Ply,
    Record,
    Rejected,
    TurnMark,
)

Turn = tuple[int, int]
"""A turn's number and the index of its player."""


def _comments(comments: Iterable[Comment]) -> list[str]:
    return [write_comment(comment.text) for comment in comments]


def write(record: Record, game: Game | None) -> str:
    """The canonical text of `record`, one turn a line; `game` is None where the record's game is not known."""
    lines = _comments(record.preface)
    lines += [f"[{name} {write_string(value)}]" for name, value in tag_values(record, game)]
    lines.append("")
    lines += _comments(record.line.lead)
    numbered = _Numbering(game)
    words: list[str] = []
    turns: list[str] = []
    for word, starts_line in numbered.words(record.line, first_turn(record, game)):
        if starts_line and words:
            turns.append(" ".join(words))
            words = []
        words.append(word)
    words += _comments(record.closing)
    if words:
        turns.append(" ".join(words))
    return "\n".join(lines + turns) + "\n"


def tag_values(record: Record, game: Game | None) -> list[tuple[str, str]]:
    """All tags in canonical order: those that the notation understands, then the others as they stand."""
    frame = (
        (FORMAT_TAG, FORMAT),
        (GAME_TAG, game.name if game else record.game),
        (RULES_TAG, record.rules),
        (SETUP_TAG, record.setup),
        (RESULT_TAG, record.result),
        (TERMINATION_TAG, record.termination),
    )
    return [(name, value) for name, value in frame if value is not None] + [(tag.name, tag.value) for tag in record.tags]


def first_turn(record: Record, game: Game | None) -> Turn:
    """The turn with which the record begins: the first one, unless a Setup position says otherwise.

    Where that position cannot be read, the number that stands before the first action is believed.
    """
    if game is None or record.setup is None:
        return (1, 0)
    try:
        start = game.start(_rules(record, game), record.setup, {tag.name: tag.value for tag in record.tags})
    except NotationError:
        first = next((ply.mark for ply in record.line.plies[:1]), None)
        return (first.number, 0 if first.dots == 1 else 1) if first else (1, 0)
    return (start.turn, game.players.index(start.player))


def _rules(record: Record, game: Game) -> Rules:
    """The record's rules; the game's usual ones where it names none that exist."""
    try:
        return game.rules(record.rules)
    except NotationError:
        return game.rules()


def write_mark(turn: Turn) -> str:
    """`12.` before the first player's action, `12...` before a later player's."""
    return f"{turn[0]}." if turn[1] == 0 else f"{turn[0]}..."


class _Numbering:
    """Writes lines; the game says how turns follow each other (two players in turn, where it is not known)."""

    def __init__(self, game: Game | None) -> None:
        self.next_turn = game.next_turn if game else _alternate

    def words(self, line: Line, turn: Turn) -> Iterable[tuple[str, bool]]:
        """The words of a line's actions and result, each with whether it begins a turn."""
        is_first = True
        for ply in line.plies:
            mark = self.mark(ply.mark, ply.notes, turn, is_first)
            if mark is not None:
                yield mark, turn[1] == 0
            if ply.notes is NO_NOTES:
                yield ply.text, False
            else:
                yield self.annotated(ply.text, ply.notes, turn), False
            turn = self.next_turn(*turn)
            is_first = False
        if line.rejected is not None:
            rejected = line.rejected
            mark = self.mark(rejected.mark, rejected.notes, turn, is_first)
            if mark is not None:
                yield mark, turn[1] == 0
            yield self.annotated(f"~{rejected_text(rejected)}", rejected.notes, turn), False
        if line.result is not None:
            yield line.result, False

    def mark(self, written: TurnMark | None, notes: Notes, turn: Turn, is_first: bool) -> str | None:
        """The turn number to write before an action, where one is needed or where a wrong one stood."""
        if written is not None and written.number != turn[0]:
            return write_mark((written.number, turn[1]))
        return write_mark(turn) if turn[1] == 0 or is_first or notes.before else None

    def annotated(self, text: str, notes: Notes, turn: Turn) -> str:
        parts = _comments(notes.before)
        glyphs = list(notes.glyphs)
        if glyphs and glyphs[0][0] != "$":
            text += glyphs.pop(0)
        parts += [text, *glyphs]
        if notes.attributes:
            parts.append(write_attributes(notes.attributes))
        parts += _comments(notes.comments)
        for variation in notes.variations:
            inner = _comments(variation.line.lead)
            inner += [word for word, _ in self.words(variation.line, turn)]
            parts.append(f"({' '.join(inner)})")
            parts += _comments(variation.after)
        return " ".join(parts)


def rejected_text(rejected: Rejected) -> str:
    """What stands behind the ~."""
    return rejected.text if rejected.text is not None else write_string(rejected.raw or "")


def _alternate(turn: int, player: int) -> Turn:
    return (turn, 1) if player == 0 else (turn + 1, 0)


def numbered_plies(line: Line, turn: Turn, game: Game) -> Iterable[tuple[Ply | Rejected, Turn]]:
    """The actions of a line, a rejected one last, each with the turn that it is."""
    for ply in line.plies:
        yield ply, turn
        turn = game.next_turn(*turn)
    if line.rejected is not None:
        yield line.rejected, turn
