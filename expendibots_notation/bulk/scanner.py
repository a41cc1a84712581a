"""Canonical records of Expendibots, judged straight from their bytes: the hot loop, compiled where there is a C compiler.

Understood is exactly the text that the writer makes (`notation/writer.py`): a record in any other spelling deserves at least a
warning, and warnings are for the full way. Comments, glyphs, NAGs, attributes, claimed effects and variations are understood;
rejected actions, escapes other than the common ones and what comes before the tags are not. Every action goes to the engine.

The same file runs uncompiled; `scanner.pxd` beside it says which names are C numbers. Functions that read something return where
it ends, or STOPPED with the place in `at`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from expendibots_notation.bulk.rows import Rows
from expendibots_notation.games.expendibots.codes import ALLOWED, PLY_LIMIT, SQUARES, WHITE
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.limits import in_force
from expendibots_notation.notation.numbering import MOST_TURNS
from expendibots_notation.notation.strings import NUMERIC_KEYS
from expendibots_notation.notation.tree import (
    FORMAT,
    FORMAT_TAG,
    FRAME_TAGS,
    GAME_TAG,
    RESULT_TAG,
    RULES_TAG,
    SETUP_TAG,
    TERMINATION_TAG,
)

# Why `scan` comes back.
DOUBT = 0
"""The record at `at` is not understood, or not beyond doubt."""
MORE = 1
"""The data ends before the record at `at` does."""
FULL = 2
"""There is no room for another row."""
END = 3
"""Nothing is left."""

# The results, by number, and the texts that are looked for as a whole.
RESULTS = ("*", "1-0", "0-1", "1/2-1/2")
_HEAD = f'[{FORMAT_TAG} "{FORMAT}"]\n[{GAME_TAG} "Expendibots"]\n[{RULES_TAG} "'.encode()
_SETUP = f'[{SETUP_TAG} "'.encode()
_RESULT = f'[{RESULT_TAG} "'.encode()
_TERMINATION = f'[{TERMINATION_TAG} "'.encode()
_FRAME_NAMES = tuple(name.encode() for name in FRAME_TAGS)
_NUMBER_KEYS = tuple(sorted(key.encode() for key in NUMERIC_KEYS))
_DRAW = b"1/2-1/2"

EVERY = -1
_MOST_NAMES = 64
_DEEPEST = 20
_MOST_DIGITS = 15
_TURN_DIGITS = len(str(MOST_TURNS))
STOPPED = -1
PADDING = bytes(8)
"""NULs behind the data: nothing that is understood holds one, so an action can be read without asking where the data ends."""

# Bytes, by name.
(_NUL, _TAB, _FEED, _BLANK, _QUOTE, _BACKSLASH, _DELETE, _HIGH) = b'\0\t\n "\\\x7f\x80'
(_A, _H, _X, _ZERO, _ONE, _NINE, _RANK_1, _RANK_8) = b"ahx01918"
(_DOT, _DASH, _SLASH, _STAR, _EQUALS, _COLON, _GOOD, _BAD, _NAG, _PERCENT) = b".-/*=:!?$%"
(_OPEN, _CLOSE, _BRACE, _UNBRACE, _SQUARE, _UNSQUARE) = b"(){}[]"


def _kinds() -> bytes:
    """What each byte may be part of: names and keys (1: their beginning, 2: the rest), bare values (4), plain strings (8)."""
    kinds = bytearray(256)
    for byte in range(256):
        character = chr(byte)
        if byte < 128 and character.isalpha():
            kinds[byte] |= 1 | 2
        if byte < 128 and (character.isdigit() or character == "_"):
            kinds[byte] |= 2
        if 0x21 <= byte <= 0x7E and character not in '"{}':
            kinds[byte] |= 4
        if byte >= 0x20 and character not in '"\\\x7f':
            kinds[byte] |= 8
    return bytes(kinds)


_KINDS_OF_BYTES = _kinds()
_KINDS = _KINDS_OF_BYTES
_NAME_START, _NAME, _BARE, _PLAIN = 1, 2, 4, 8


class Scanner:
    """Takes record after record from a piece of data, as long as each is clean, and keeps a row on each.

    `find_start(rules, setup)` gives the number of a start in `starts`; `find_claim(ending, result, termination)` that of a claim
    which agrees with such an ending. A negative number says that there is none, which is a reason for doubt.
    """

    def __init__(
        self,
        starts: list[Engine],
        find_start: Callable[[bytes, bytes | None], int],
        find_claim: Callable[[int, int, bytes | None], int],
        keeps_finals: bool = True,
    ) -> None:
        self.starts = starts
        self.find_start = find_start
        self.find_claim = find_claim
        self.engine = Engine(array("q", bytes(8 * SQUARES)), WHITE, capacity=PLY_LIMIT)
        self.at = 0
        """Where the record begins that is next; where reading stopped, while one is read."""
        self.line = 0
        """How many lines end before that."""
        self.rows = Rows(keeps_finals)
        self.is_bare = True
        """Whether the record read last has nothing but tags, actions and a result."""
        self.begin = 0
        """Where it begins, and `head_end` where its tags end."""
        self.head_end = 0
        self.name_starts = array("q", bytes(8 * _MOST_NAMES))
        self.name_ends = array("q", bytes(8 * _MOST_NAMES))
        self.names = 0
        self.has_high = False
        # What might pass a limit is for the full way: a record so short passes none of those on lengths, whatever is in it.
        limits = in_force()
        self.longest = min(limits.record_length, limits.token_length, limits.comment_length)
        self.most_names = max(min(_MOST_NAMES, limits.tags - len(FRAME_TAGS)), 0)
        self.deepest = min(_DEEPEST, limits.variation_depth)

    def scan(self, text: bytes, at: int, is_final: bool, most: int = EVERY) -> int:
        """Take the records of `text` from `at` on, up to one that is in doubt, and `most` of them at most; why it comes back.

        `text` has no carriage returns, and PADDING behind it. `is_final` says whether the data ends there.
        """
        self.text = text
        self.data = text
        self.limit = len(text) - len(PADDING)
        self.last_feed = text.rfind(b"\n")
        self.is_final = is_final
        self.at = at
        while True:
            begin = self._skip_blanks(self.at)
            self.at = begin
            if begin >= self.limit:
                return END if is_final else MORE
            if most == 0 or self.rows.is_full():
                return FULL
            most -= 1
            line = self.line
            end = self._record(begin)
            if end == STOPPED:
                needs_more = self.at >= self.limit and not is_final
                self.at = begin
                self.line = line
                return MORE if needs_more else DOUBT
            self.at = end

    # A record

    def _record(self, begin: int) -> int:
        """The record that begins at `begin`; the row on it is filled."""
        self.has_high = False
        self.is_bare = True
        self.begin = begin
        line = self.line + 1
        p = self._head(begin)
        if p == STOPPED:
            return STOPPED
        self.head_end = p
        start = self.find_start(self.text[self.rules_start : self.rules_end], self._slice(self.setup_start, self.setup_end))
        if start < 0:
            return self._stop(begin)
        engine = self.engine
        engine.restart(self.starts[start])
        while self.data[p] == _BRACE:
            p = self._comment(p)
            if p == STOPPED or self.data[p] != _FEED:
                return STOPPED if p == STOPPED else self._stop(p)
            self.line += 1
            p += 1
        p = self._play(p, 0)
        if p == STOPPED:
            return STOPPED
        claim = self.find_claim(engine.ending, self.result, self._slice(self.termination_start, self.termination_end))
        if claim < 0 or engine.readings_part():
            return self._stop(begin)
        p = self._closing(p)
        if p == STOPPED:
            return STOPPED
        if p - begin > self.longest or (self.has_high and not _is_utf8(self.text[begin:p])):
            return self._stop(begin)
        self.rows.add(engine, line, start, claim)
        return p

    def _slice(self, start: int, end: int) -> bytes | None:
        """A value, of which a negative start says that there is none."""
        return None if start < 0 else self.text[start:end]

    def _closing(self, p: int) -> int:
        """What follows the result: comments on its line, and then nothing, or the tags of another record."""
        while self.data[p] == _BLANK:
            if self.data[p + 1] != _BRACE:
                return self._stop(p + 1)
            p = self._comment(p + 1)
            if p == STOPPED:
                return STOPPED
        if self.data[p] != _FEED and not (p >= self.limit and self.is_final):
            return self._stop(p)
        line = self.line
        following = self._skip_blanks(p)
        self.line = line
        if self.data[following] != _SQUARE and not (following >= self.limit and self.is_final):
            return self._stop(following)
        if following > self.last_feed and not self.is_final:
            # The full way looks at whole lines only, which shows where the data cannot be read any further.
            return self._stop(self.limit)
        return p

    def _skip_blanks(self, p: int) -> int:
        """Behind blanks and ends of lines, which are counted."""
        data = self.data
        while data[p] <= _BLANK:
            if data[p] == _FEED:
                self.line += 1
            elif data[p] != _BLANK and data[p] != _TAB:
                break
            p += 1
        return p

    def _stop(self, p: int) -> int:
        self.at = p
        return STOPPED

    # Tags

    def _head(self, p: int) -> int:
        """The tags, in canonical order, and the empty line behind them."""
        self.names = 0
        if not self._matches(p, _HEAD):
            return STOPPED
        self.line += 2
        self.rules_start = p + len(_HEAD)
        p = self._value(self.rules_start)
        if p == STOPPED:
            return STOPPED
        self.rules_end = p - 3
        self.setup_start = -1
        self.setup_end = 0
        if self._matches(p, _SETUP):
            self.setup_start = p + len(_SETUP)
            p = self._value(self.setup_start)
            if p == STOPPED:
                return STOPPED
            self.setup_end = p - 3
        if not self._matches(p, _RESULT):
            return STOPPED
        self.result_start = p + len(_RESULT)
        p = self._value(self.result_start)
        if p == STOPPED:
            return STOPPED
        self.result_end = p - 3
        self.termination_start = -1
        self.termination_end = 0
        if self._matches(p, _TERMINATION):
            self.termination_start = p + len(_TERMINATION)
            p = self._value(self.termination_start)
            if p == STOPPED:
                return STOPPED
            self.termination_end = p - 3
        while self.data[p] == _SQUARE:
            p = self._other_tag(p + 1)
            if p == STOPPED:
                return STOPPED
        if self.data[p] != _FEED:
            return self._stop(p)
        self.line += 1
        return p + 1

    def _other_tag(self, start: int) -> int:
        """A tag that the notation does not understand itself: its name must be no other tag's."""
        data = self.data
        if not _KINDS[data[start]] & _NAME_START:
            return self._stop(start)
        end = start + 1
        while _KINDS[data[end]] & _NAME:
            end += 1
        if data[end] != _BLANK or data[end + 1] != _QUOTE:
            return self._stop(end if data[end] != _BLANK else end + 1)
        for name in _FRAME_NAMES:
            if self._equals(start, end, name):
                return self._stop(start)
        if not self._is_new(0, start, end):
            return self._stop(start)
        return self._value(end + 2)

    def _is_new(self, first: int, start: int, end: int) -> bool:
        """Whether the name is none of those noted from `first` on; it is noted."""
        if self.names >= self.most_names:
            return False
        data = self.data
        for index in range(first, self.names):
            other = self.name_starts[index]
            if self.name_ends[index] - other == end - start:
                offset = 0
                while offset < end - start and data[other + offset] == data[start + offset]:
                    offset += 1
                if offset == end - start:
                    return False
        self.name_starts[self.names] = start
        self.name_ends[self.names] = end
        self.names += 1
        return True

    def _value(self, p: int) -> int:
        """The rest of a string, the bracket behind it and the end of the line."""
        data = self.data
        while True:
            while _KINDS[data[p]] & _PLAIN:
                if data[p] >= _HIGH:
                    self.has_high = True
                p += 1
            if data[p] == _QUOTE:
                break
            if data[p] != _BACKSLASH or (data[p + 1] != _QUOTE and data[p + 1] != _BACKSLASH):
                return self._stop(p if data[p] != _BACKSLASH else p + 1)
            p += 2
        if data[p + 1] != _UNSQUARE:
            return self._stop(p + 1)
        if data[p + 2] != _FEED:
            return self._stop(p + 2)
        self.line += 1
        return p + 3

    def _matches(self, p: int, literal: bytes) -> bool:
        """Whether the literal stands at `p`; `at` is where it does not."""
        data = self.data
        for index in range(len(literal)):
            if data[p + index] != literal[index]:
                self.at = p + index
                return False
        return True

    def _equals(self, start: int, end: int, literal: bytes) -> bool:
        return end - start == len(literal) and self._matches(start, literal)

    # Actions

    def _play(self, p: int, depth: int) -> int:
        """A line of play up to its result, or up to the end of a variation; `result` is then its number, or negative."""
        data = self.data
        engine = self.engine
        is_first = True
        is_new_line = depth == 0
        while True:
            c = data[p]
            if c == _STAR or ((c == _ONE or c == _ZERO) and (data[p + 1] == _DASH or data[p + 1] == _SLASH)):
                if is_first if depth > 0 else is_new_line and not is_first:
                    return self._stop(p)
                return self._finish(p, depth)
            # The number of the turn: before the first player's action, before the first action, and before comments.
            white = engine.side == WHITE
            if white or is_first:
                if is_new_line != (depth == 0):
                    return self._stop(p)
                p = self._mark(p)
                if p == STOPPED:
                    return STOPPED
                c = data[p]
                while c == _BRACE:
                    p = self._comment_and_blank(p)
                    if p == STOPPED:
                        return STOPPED
                    c = data[p]
            elif is_new_line:
                return self._stop(p)
            elif _ZERO <= c <= _NINE and self._is_mark(p):
                p = self._mark(p)
                if p == STOPPED:
                    return STOPPED
                if data[p] != _BRACE:
                    return self._stop(p)
                while data[p] == _BRACE:
                    p = self._comment_and_blank(p)
                    if p == STOPPED:
                        return STOPPED
                c = data[p]

            # The action.
            count = 0
            if c == _X:
                x = data[p + 1] - _A
                y = data[p + 2] - _RANK_1
                p += 3
                to_x = x
                to_y = y
                refused = engine.boom(x, y)
            else:
                count = 1
                if c < _A:
                    count = 0
                    start = p
                    while _ZERO <= data[p] <= _NINE:
                        count = count * 10 + data[p] - _ZERO
                        p += 1
                        if p - start > _MOST_DIGITS:
                            return self._stop(p)
                    if count < 2 or data[start] == _ZERO:
                        return self._stop(p)
                x = data[p] - _A
                y = data[p + 1] - _RANK_1
                if data[p + 2] != _DASH:
                    return self._stop(self._first_nul(p + 3))
                to_x = data[p + 3] - _A
                to_y = data[p + 4] - _RANK_1
                p += 5
                refused = engine.move(count, x, y, to_x, to_y)
            if refused != ALLOWED:
                return self._stop(self._first_nul(p))
            is_first = False
            c = data[p]
            if c == _EQUALS:
                self.is_bare = False
                p = self._effect(p + 1, count)
                if p == STOPPED:
                    return STOPPED
                c = data[p]
            if c == _GOOD or c == _BAD:
                self.is_bare = False
                p += 1
                if data[p] == _GOOD or data[p] == _BAD:
                    p += 1
                c = data[p]

            # What is said about it.
            if c == _BLANK and (data[p + 1] == _BRACE or data[p + 1] == _NAG or data[p + 1] == _OPEN):
                p = self._notes(p, depth, count, x, y, to_x, to_y)
                if p == STOPPED:
                    return STOPPED
                c = data[p]

            if c == _BLANK:
                is_new_line = False
            elif c == _FEED and depth == 0:
                is_new_line = True
                self.line += 1
            elif c == _CLOSE and depth > 0:
                self.result = -1
                return p + 1
            else:
                return self._stop(p)
            p += 1

    def _first_nul(self, p: int) -> int:
        """Where the data ends, if it does within the action before `p`: then the action may only be cut off."""
        for place in range(max(p - 24, 0), p):
            if self.data[place] == _NUL:
                return place
        return p

    def _mark(self, p: int) -> int:
        """The number of the turn, its dots, and a blank."""
        data = self.data
        number = 0
        start = p
        while _ZERO <= data[p] <= _NINE:
            if p - start == _TURN_DIGITS:
                return self._stop(start)
            number = number * 10 + data[p] - _ZERO
            p += 1
        if data[p] != _DOT or number != self.engine.turn or data[start] == _ZERO:
            return self._stop(p)
        p += 1
        if self.engine.side != WHITE:
            if data[p] != _DOT or data[p + 1] != _DOT:
                return self._stop(p if data[p] != _DOT else p + 1)
            p += 2
        if data[p] != _BLANK:
            return self._stop(p)
        return p + 1

    def _is_mark(self, p: int) -> bool:
        """Whether the number at `p` is a turn's; a number of tokens otherwise."""
        while _ZERO <= self.data[p] <= _NINE:
            p += 1
        return self.data[p] == _DOT

    def _effect(self, p: int, count: int) -> int:
        """What is claimed about the effect of the last action, which must be true."""
        engine = self.engine
        if count > 0:
            return self._number(p, engine.reached_height())
        p = self._number(p, engine.removed_tokens(1))
        if p == STOPPED or self.data[p] != _COLON:
            return STOPPED if p == STOPPED else self._stop(p)
        return self._number(p + 1, engine.removed_tokens(-1))

    def _number(self, p: int, expected: int) -> int:
        """A number that must be the expected one, and canonical."""
        data = self.data
        start = p
        number = 0
        while _ZERO <= data[p] <= _NINE:
            number = number * 10 + data[p] - _ZERO
            p += 1
            if p - start > _MOST_DIGITS + 1:
                return self._stop(start)
        if p == start or number != expected or (data[start] == _ZERO and p > start + 1):
            return self._stop(p)
        return p

    def _finish(self, p: int, depth: int) -> int:
        """The result token; in a variation, what closes it too."""
        data = self.data
        if data[p] == _STAR:
            self.result = 0
            end = p + 1
        elif data[p + 1] == _SLASH:
            if not self._matches(p, _DRAW):
                return STOPPED
            self.result = 3
            end = p + len(_DRAW)
        else:
            self.result = 1 if data[p] == _ONE else 2
            end = p + 3
            if data[p + 2] != (_ZERO if data[p] == _ONE else _ONE):
                return self._stop(p + 2)
        if depth == 0:
            if not self._is_tagged_result(p, end):
                return self._stop(p)
            return end
        if data[end] != _CLOSE:
            return self._stop(end)
        if self.find_claim(self.engine.ending, self.result, None) < 0:
            return self._stop(p)
        return end + 1

    def _is_tagged_result(self, p: int, end: int) -> bool:
        """Whether the Result tag says the same as the token."""
        if end - p != self.result_end - self.result_start:
            return False
        for offset in range(end - p):
            if self.data[p + offset] != self.data[self.result_start + offset]:
                return False
        return True

    # Notes

    def _notes(self, p: int, depth: int, count: int, x: int, y: int, to_x: int, to_y: int) -> int:
        """NAGs, attributes, comments and variations behind an action, in canonical order; `p` is at the blank before them."""
        data = self.data
        engine = self.engine
        self.is_bare = False
        stage = 0
        while data[p] == _BLANK:
            c = data[p + 1]
            if c == _NAG:
                if stage > 0:
                    return self._stop(p)
                end = p + 2
                while _ZERO <= data[end] <= _NINE:
                    end += 1
                if end == p + 2:
                    return self._stop(end)
                p = end
            elif c == _BRACE and data[p + 2] == _PERCENT:
                if stage > 0:
                    return self._stop(p)
                stage = 1
                p = self._attributes(p + 3)
            elif c == _BRACE:
                if stage < 2:
                    stage = 2
                p = self._comment(p + 1)
            elif c == _OPEN:
                stage = 3
                if depth >= self.deepest:
                    return self._stop(p)
                # It replaces the action that has just been played.
                engine.undo()
                ply = engine.ply
                p = self._variation(p + 2, depth + 1)
                if p == STOPPED:
                    return STOPPED
                while engine.ply > ply:
                    engine.undo()
                if count > 0:
                    engine.move(count, x, y, to_x, to_y)
                else:
                    engine.boom(x, y)
            else:
                break
            if p == STOPPED:
                return STOPPED
        return p

    def _variation(self, p: int, depth: int) -> int:
        """The rest of a variation, behind its parenthesis."""
        while self.data[p] == _BRACE:
            p = self._comment_and_blank(p)
            if p == STOPPED:
                return STOPPED
        return self._play(p, depth)

    def _comment_and_blank(self, p: int) -> int:
        p = self._comment(p)
        if p == STOPPED or self.data[p] != _BLANK:
            return STOPPED if p == STOPPED else self._stop(p)
        return p + 1

    def _comment(self, p: int) -> int:
        """A comment in braces, as it is written: only what must be escaped is."""
        data = self.data
        self.is_bare = False
        p += 1
        if data[p] == _PERCENT:
            return self._stop(p)
        while data[p] != _UNBRACE:
            c = data[p]
            if c == _BACKSLASH:
                if data[p + 1] != _BACKSLASH and data[p + 1] != _UNBRACE:
                    return self._stop(p + 1)
                p += 1
            elif c == _FEED:
                self.line += 1
                ahead = p + 1
                while data[ahead] == _BLANK or data[ahead] == _TAB:
                    ahead += 1
                # It may be a tag, which would end the record, or one that is escaped.
                if data[ahead] == _SQUARE or data[ahead] == _BACKSLASH or ahead >= self.limit:
                    return self._stop(ahead)
            elif c >= _HIGH:
                self.has_high = True
            elif c < _BLANK and c != _TAB:
                return self._stop(p)
            p += 1
        return p + 1

    def _attributes(self, p: int) -> int:
        """The rest of attributes, behind the percent sign."""
        data = self.data
        first = self.names
        while True:
            start = p
            if not (_KINDS[data[p]] & _NAME_START or data[p] == 0x5F):
                return self._stop(p)
            while _KINDS[data[p]] & _NAME or data[p] == _DOT or data[p] == _DASH:
                p += 1
            if data[p] != _EQUALS:
                return self._stop(p)
            if not self._is_new(first, start, p):
                return self._stop(start)
            p = self._attribute_value(start, p)
            if p == STOPPED:
                return STOPPED
            if data[p] == _UNBRACE:
                self.names = first
                return p + 1
            if data[p] != _BLANK:
                return self._stop(p)
            p += 1

    def _attribute_value(self, start: int, end: int) -> int:
        """The value behind the key from `start` to `end`: a bare word, or a number as it would be written."""
        data = self.data
        for key in _NUMBER_KEYS:
            if self._equals(start, end, key):
                return self._plain_number(end + 1)
        p = end + 1
        while _KINDS[data[p]] & _BARE:
            p += 1
        if p == end + 1:
            return self._stop(p)
        return p

    def _plain_number(self, p: int) -> int:
        """A number of at most 15 digits, without an exponent and without anything that could be left out."""
        data = self.data
        if data[p] == _DASH:
            p += 1
            if data[p] == _ZERO and data[p + 1] != _DOT:
                return self._stop(p)
        start = p
        while _ZERO <= data[p] <= _NINE:
            p += 1
        if p == start or (data[start] == _ZERO and p > start + 1):
            return self._stop(p)
        digits = p - start
        if data[p] == _DOT:
            p += 1
            fraction = p
            while _ZERO <= data[p] <= _NINE:
                p += 1
            digits += p - fraction
            if p == fraction or data[p - 1] == _ZERO:
                return self._stop(p)
            # Very small numbers have an exponent.
            if data[start] == _ZERO and data[fraction] == _ZERO and p - fraction > 3:
                return self._stop(p)
        if digits > _MOST_DIGITS:
            return self._stop(p)
        return p


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
