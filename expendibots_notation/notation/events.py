"""What reading a record gives: its tokens as events, and the visitor that is led through them.

Events are numbers: a terminal, and where the token begins and ends. The grammar has already said that they make a record, so what
each of them belongs to follows from the few before it; `walk` says it to a visitor. Compiled; the same file runs as it is.
"""

from __future__ import annotations

from array import array

from expendibots_notation.notation.terminals import ACTION, ITEM, LPAR, REJECTED, RESULT, RPAR, STRING, TAG_NAME, TURN

_ROOM = 1 << 10


class Events:
    """The tokens of a record, in columns."""

    def __init__(self) -> None:
        self.size = 0
        self.kinds = array("b", bytes(_ROOM))
        self.starts = array("i", bytes(4 * _ROOM))
        self.ends = array("i", bytes(4 * _ROOM))

    def add(self, kind: int, start: int, end: int) -> int:
        size = self.size
        if size == len(self.kinds):
            self.make_room()
        self.kinds[size] = kind
        self.starts[size] = start
        self.ends[size] = end
        self.size = size + 1
        return 0

    def hold(self, kinds: array[int], starts: array[int], ends: array[int]) -> None:
        """Be these."""
        self.kinds, self.starts, self.ends = kinds, starts, ends
        self.size = len(kinds)

    def make_room(self) -> None:
        """Have room for twice as many."""
        more = max(len(self.kinds), _ROOM)
        self.kinds = array("b", bytes(self.kinds) + bytes(more))
        self.starts = array("i", bytes(self.starts) + bytes(4 * more))
        self.ends = array("i", bytes(self.ends) + bytes(4 * more))

    def in_characters(self, data: bytes) -> Events:
        """The same events of a text that does not begin before them, with places counted in characters instead of bytes."""
        events = Events()
        place = 0
        characters = 0
        for index in range(self.size):
            start, end = self.starts[index], self.ends[index]
            first = characters + _length(data[place:start])
            characters = first + _length(data[start:end])
            place = end
            events.add(self.kinds[index], first, characters)
        return events


def _length(data: bytes) -> int:
    """How many characters some bytes are; each that is not UTF-8 counts."""
    return len(data) if data.isascii() else len(data.decode("utf-8", "surrogateescape"))


class Visitor:
    """Is led through a record. Places are those of the events.

    The calls come in the order of the text:

        record    begin_record (tag | note)* line (result note*)? end_record
        line      item* action* (rejected | turn)?
        action    turn? action (note | variation)* item*
        item      item (note | variation)*
        rejected  turn? rejected (note | variation)*
        turn      turn note*
        variation begin_variation note* line result? end_variation

    A turn without an action ends its line. Where the text goes wrong, `error` comes instead of all that would follow.
    """

    def begin_record(self) -> None:
        """A record begins."""

    def tag(self, start: int, name_end: int, value_start: int, value_end: int, end: int) -> None:
        """A tag from its bracket to the other, with the bracket and its name, and its value in quotes."""

    def turn(self, start: int, end: int) -> None:
        """The number of a turn, with its dots."""

    def action(self, start: int, end: int) -> None:
        """An action."""

    def item(self, start: int, end: int) -> None:
        """An event of chance."""

    def rejected(self, start: int, action_start: int, end: int, is_raw: bool) -> None:
        """What the referee refused, from its `~` on: an action, or a raw text in quotes."""

    def note(self, kind: int, start: int, end: int) -> None:
        """A glyph, a NAG, attributes or a comment; `kind` is the terminal."""

    def begin_variation(self, start: int, end: int) -> None:
        """The parenthesis of a line that replaces the action before it."""

    def end_variation(self, start: int, end: int) -> None:
        """The other parenthesis."""

    def result(self, start: int, end: int) -> None:
        """The result of a line."""

    def error(self, start: int) -> None:
        """The text goes wrong here."""

    def end_record(self) -> None:
        """The record is complete."""


def walk(events: Events, visitor: Visitor) -> None:
    """Lead a visitor through a record, or through as much of one as there is."""
    visitor.begin_record()
    kinds, starts, ends = events.kinds, events.starts, events.ends
    size = events.size
    index = 0
    while index < size:
        kind = kinds[index]
        start = starts[index]
        end = ends[index]
        if kind == TURN:
            visitor.turn(start, end)
        elif kind == ACTION:
            visitor.action(start, end)
        elif kind == LPAR:
            visitor.begin_variation(start, end)
        elif kind == RPAR:
            visitor.end_variation(start, end)
        elif kind == RESULT:
            visitor.result(start, end)
        elif kind == ITEM:
            visitor.item(start, end)
        elif kind == TAG_NAME:
            index += 2
            visitor.tag(start, end, starts[index - 1], ends[index - 1], ends[index])
        elif kind == REJECTED:
            index += 1
            visitor.rejected(start, starts[index], ends[index], kinds[index] == STRING)
        else:
            visitor.note(kind, start, end)
        index += 1
