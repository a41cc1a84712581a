"""A syntax tree to its canonical text: there is exactly one for each record.

Turn numbers are counted; only one that contradicts the count is written as it stood, since correcting it would hide a mistake.
"""

from __future__ import annotations

from collections.abc import Iterable

from expendibots_notation.game import Game
from expendibots_notation.notation.numbering import (
    MOST_TURNS,
    PlayersInTurn,
    Turn,
    after_mark,
    first_turn,
    is_regular,
    is_wrong,
    last_turn,
    next_turn_of,
    numbered,
    write_mark,
)
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
    Item,
    Line,
    Notes,
    Ply,
    Record,
    Rejected,
)


def write(record: Record, game: Game | None, tags_first: int = 0) -> str:
    """The canonical text of `record`, one turn a line; `game` is None where the record's game is not known.

    `tags_first` is how many tags come before the comments that belong before the tags: none, in a canonical text.
    """
    lines = [f"[{name} {write_string(value)}]" for name, value in tag_values(record, game)]
    lines[tags_first:tags_first] = _comments(record.preface)
    lines.append("")
    lines += _comments(record.line.lead)
    words = _LineWriter(record, game).words(record.line, first_turn(record, game), "\n")
    words += [f" {comment}" for comment in _comments(record.closing)]
    if words:
        lines.append("".join(words)[1:])
    # A record that breaks off after its tags has nothing to separate from them.
    return "\n".join(lines).rstrip("\n") + "\n"


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


def rejected_text(rejected: Rejected) -> str:
    """What stands behind the ~."""
    return rejected.text if rejected.text is not None else write_string(rejected.raw or "")


def _comments(comments: Iterable[Comment]) -> list[str]:
    return [write_comment(comment.text) for comment in comments]


class _LineWriter:
    """Writes lines of play, by a game's way of numbering."""

    def __init__(self, record: Record, game: Game | None) -> None:
        self.next_turn = next_turn_of(record, game)

    def words(self, line: Line, first: Turn, before_turns: str) -> list[str]:
        """The words of a line's actions and result, each behind a blank, or behind `before_turns` where it begins a turn."""
        if isinstance(self.next_turn, PlayersInTurn) and is_regular(line, first, self.next_turn):
            return _regular_words(line, first[0], self.next_turn.players, before_turns)
        is_first, number = True, first[0]
        words = [before_turns + self.item(item, first) for item in line.items]
        for node, turn in numbered(line, first, self.next_turn):
            counted, player = turn
            mark, notes = node.mark, node.notes
            written = counted if mark is None else mark.number
            # A turn begins with its first player, or with a later one where the first has lost it.
            starts_turn = player == 0 or (not is_first and counted != number)
            if (starts_turn or is_first or notes.before or written != counted) and written <= MOST_TURNS:
                words.append((before_turns if starts_turn else " ") + write_mark((written, player)))
            turn = after_mark(mark, turn)
            words.append(" " + (node.text if notes is NO_NOTES and type(node) is Ply else self.action(node, turn)))
            is_first, number = False, turn[0]
            if type(node) is Ply and node.items:
                words += [before_turns + self.item(item, turn) for item in node.items]
        if line.dangling is not None and is_wrong(line.dangling, turn := last_turn(line, first, self.next_turn)):
            words.append((before_turns if turn[1] == 0 else " ") + write_mark((line.dangling.number, turn[1])))
        if line.result is not None:
            words.append(" " + line.result)
        return words

    def action(self, node: Ply | Rejected, turn: Turn) -> str:
        text = node.text if isinstance(node, Ply) else f"~{rejected_text(node)}"
        return text if node.notes is NO_NOTES else self.annotated(text, node.notes, turn)

    def item(self, item: Item, turn: Turn) -> str:
        return item.text if item.notes is NO_NOTES else self.annotated(item.text, item.notes, turn)

    def annotated(self, text: str, notes: Notes, turn: Turn) -> str:
        """An action with what is said about it; variations begin with the action's own turn."""
        parts = _comments(notes.before)
        glyphs = list(notes.glyphs)
        if glyphs and glyphs[0][0] != "$":
            text += glyphs.pop(0)
        parts += [text, *glyphs]
        if notes.attributes:
            parts.append(write_attributes(notes.attributes))
        parts += _comments(notes.comments)
        for variation in notes.variations:
            inner = [f" {comment}" for comment in _comments(variation.line.lead)] + self.words(variation.line, turn, " ")
            parts.append(f"({''.join(inner)[1:]})")
            parts += _comments(variation.after)
        return " ".join(parts)


def _regular_words(line: Line, first: int, players: int, before_turns: str) -> list[str]:
    """The words of a line of which all turns look alike, from the turn of that number on."""
    words = [f" {ply.text}" for ply in line.plies]
    for number, at in enumerate(range(0, len(words), players), first):
        words[at] = before_turns + write_mark((number, 0)) + words[at]
    return words if line.result is None else [*words, f" {line.result}"]
