"""What was played in clean records, and by whom, copied from their events: for ids and tables, which need no tree then. Compiled.

Each action stands there as its record spells it, which of a clean one is the canonical way.
"""

from __future__ import annotations

from array import array

from expendibots_notation.notation.events import Events
from expendibots_notation.notation.terminals import ACTION, ATTRIBUTES, ITEM, LPAR, REJECTED, RESULT, RPAR, TAG_NAME, TURN
from expendibots_notation.verdict import Transcripts

ROWS = 4096
_TEXTS = 1 << 19
_MOST_PLAYERS = 8
_NOBODY = -1

_TAB, _FEED, _RETURN, _BLANK, _DOT, _DASH, _PLUS, _ZERO, _NINE = b"\t\n\r .-+09"
_TIME_USED = b"emt="


class Transcriber:
    """Columns of texts and numbers, one row a record."""

    def __init__(self) -> None:
        self.size = 0
        self.players: tuple[bytes, ...] = ()
        """The tags that name the players of the game."""
        self.varies = False
        """Whether its turns do not simply follow each other."""
        self.texts = array("B", bytes(_TEXTS))
        """The actions of each record, a line each, and then the names of its players, likewise."""
        self.texts_end = 0
        self.action_ends = array("q", bytes(8 * ROWS))
        self.name_ends = array("q", bytes(8 * ROWS))
        self.seconds = array("d", bytes(8 * ROWS * _MOST_PLAYERS))
        self.timed = array("i", bytes(4 * ROWS * _MOST_PLAYERS))

    def is_full(self) -> bool:
        """Whether there is no room for another row."""
        return self.size >= ROWS or self.texts_end >= _TEXTS

    def add(self, data: bytes, events: Events, first: int) -> bool:
        """Take down a record; False where it is for the tree to say what was played. `first` is the player who begins."""
        if self.is_full():
            raise IndexError("there is no room for another row")
        players = len(self.players)
        if players > _MOST_PLAYERS or events.size == 0:
            return False
        # Each text that is copied gets a line feed, be there a blank behind it or not, and so does each player without a name.
        self.make_room(events.ends[events.size - 1] - events.starts[0] + events.size + _MOST_PLAYERS)
        self.data = data
        base = self.size * players
        for seat in range(players):
            self.seconds[base + seat] = 0
            self.timed[base + seat] = 0
        before = self.texts_end
        depth = 0
        actor = first - 1
        is_acting = False
        index = -1
        while index < events.size - 1:
            index += 1
            kind = events.kinds[index]
            if kind == LPAR:
                depth += 1
            elif kind == RPAR:
                depth -= 1
            elif depth > 0:
                pass
            elif kind == ACTION:
                self.copy(events.starts[index], events.ends[index])
                actor = (actor + 1) % players
                is_acting = True
            elif kind == ITEM:
                self.copy(events.starts[index], events.ends[index])
                is_acting = False
            elif kind == ATTRIBUTES:
                seat = actor if is_acting and not self.varies else _NOBODY
                if not self.take_time(events.starts[index] + 2, events.ends[index] - 1, base, seat):
                    self.texts_end = before
                    return False
            elif kind == REJECTED:
                # What was refused is the next event, and was not played.
                index += 1
                is_acting = False
            elif kind == TURN or kind == RESULT:
                is_acting = False
        self.action_ends[self.size] = self.texts_end
        for seat in range(players):
            self.copy_name(events, self.players[seat])
        self.name_ends[self.size] = self.texts_end
        self.size += 1
        return True

    def make_room(self, size: int) -> None:
        if self.texts_end + size > len(self.texts):
            larger = array("B", bytes(self.texts_end + size))
            memoryview(larger)[: self.texts_end] = memoryview(self.texts)[: self.texts_end]
            self.texts = larger

    def copy(self, start: int, end: int) -> None:
        """Copy a text, and end the line."""
        data = self.data
        at = self.texts_end
        while start < end:
            self.texts[at] = data[start]
            start += 1
            at += 1
        self.texts[at] = _FEED
        self.texts_end = at + 1

    def copy_name(self, events: Events, name: bytes) -> None:
        """Copy the value of a tag, as it stands between its quotes; nothing where there is no such tag."""
        data = self.data
        index = 0
        while index < events.size and events.kinds[index] != RESULT and events.kinds[index] != ACTION:
            if events.kinds[index] == TAG_NAME:
                start = events.starts[index] + 1
                while data[start] == _BLANK or data[start] == _TAB:
                    start += 1
                index += 1
                if events.ends[index - 1] - start == len(name) and self.is_there(start, name):
                    self.copy(events.starts[index] + 1, events.ends[index] - 1)
                    return
            index += 1
        self.copy(0, 0)

    def is_there(self, start: int, text: bytes) -> bool:
        data = self.data
        for offset in range(len(text)):
            if data[start + offset] != text[offset]:
                return False
        return True

    def take_time(self, p: int, end: int, base: int, seat: int) -> bool:
        """Add the time that attributes tell of; False where it belongs to nobody in particular."""
        data = self.data
        while p < end:
            if end - p > len(_TIME_USED) and self.is_there(p, _TIME_USED):
                if seat == _NOBODY:
                    return False
                self.take_number(p + len(_TIME_USED), end, base + seat)
                return True
            while p < end and data[p] != _BLANK and not _TAB <= data[p] <= _RETURN:
                p += 1
            while p < end and (data[p] == _BLANK or _TAB <= data[p] <= _RETURN):
                p += 1
        return True

    def take_number(self, p: int, end: int, place: int) -> None:
        """Add a number that is not negative. It has so few digits that this division is exact."""
        data = self.data
        is_negative = data[p] == _DASH
        if is_negative or data[p] == _PLUS:
            p += 1
        digits = 0
        scale = 1
        has_point = False
        while p < end and (data[p] == _DOT or _ZERO <= data[p] <= _NINE):
            if data[p] == _DOT:
                has_point = True
            else:
                digits = digits * 10 + data[p] - _ZERO
                if has_point:
                    scale *= 10
            p += 1
        if digits == 0 or not is_negative:
            self.seconds[place] += digits / scale
            self.timed[place] += 1

    def take(self, starts: tuple[tuple[str | None, tuple[tuple[str, str], ...]], ...]) -> Transcripts:
        """The rows, and none are left. `starts` are the Setup tags and the game's own, by the number of a start."""
        size, players = self.size, len(self.players)
        taken = Transcripts(
            starts=starts,
            players=players,
            texts=bytes(memoryview(self.texts)[: self.texts_end]),
            action_ends=array("q", bytes(memoryview(self.action_ends)[:size])),
            name_ends=array("q", bytes(memoryview(self.name_ends)[:size])),
            seconds=array("d", bytes(memoryview(self.seconds)[: size * players])),
            timed=array("i", bytes(memoryview(self.timed)[: size * players])),
        )
        self.clear()
        return taken

    def clear(self) -> None:
        """Forget the rows."""
        self.size = 0
        self.texts_end = 0
