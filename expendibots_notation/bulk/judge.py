"""Records judged from their events, without a tree: the hot loop, compiled where there is a C compiler.

A visitor that plays each action on the engine of the record's game. It settles what nearly all records are: valid, perhaps with a
warning, or invalid by an illegal action. What else may be wrong with a record is left to the tree, for that record alone: then
`is_doubtful`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from expendibots_notation.bulk.rows import Rows
from expendibots_notation.bulk.transcripts import Transcriber
from expendibots_notation.games.engine import ALLOWED, GOING_ON, READ, ActionReader, Engine
from expendibots_notation.limits import in_force
from expendibots_notation.notation.driver import Driver
from expendibots_notation.notation.events import Visitor, walk
from expendibots_notation.notation.strings import NUMERIC_KEYS, read_string, write_string
from expendibots_notation.notation.terminals import ACTION, ATTRIBUTES, ITEM, LPAR, MORE, RECORD, RPAR
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

RESULTS = ("*", "1-0", "0-1", "1/2-1/2")
"""By number."""

_RESULT_BYTES = tuple(result.encode() for result in RESULTS)
_FRAME_NAMES = tuple(name.encode() for name in FRAME_TAGS)
_FORMAT, _GAME, _RULES, _SETUP, _RESULT, _TERMINATION = (
    FRAME_TAGS.index(name) for name in (FORMAT_TAG, GAME_TAG, RULES_TAG, SETUP_TAG, RESULT_TAG, TERMINATION_TAG)
)
_OTHER = len(FRAME_TAGS)
_FORMAT_VALUE = FORMAT.encode()
_NUMBER_KEYS = tuple(sorted(key.encode() for key in NUMERIC_KEYS))

_MOST_TAGS = 16
"""Of those that the judge looks at: the frame's, and the game's own."""
_MOST_NAMES = 64
_MOST_FINDINGS = 16
_DEEPEST = 20
_MOST_DIGITS = 15
_LONGEST_ACTION = 64
_FAILED = -1

_TAB, _FEED, _RETURN, _BLANK, _DOT, _DASH, _PLUS, _ZERO, _NINE, _EQUALS = b"\t\n\r .-+09="
_HIGH = 0x80


def _kinds() -> bytes:
    """What each byte may be part of: keys (1: their beginning, 2: the rest), bare values (4), plain strings (8)."""
    kinds = bytearray(256)
    for byte in range(256):
        character = chr(byte)
        if byte < _HIGH and (character.isalpha() or character == "_"):
            kinds[byte] |= 1 | 2
        if byte < _HIGH and (character.isdigit() or character in ".-"):
            kinds[byte] |= 2
        if byte > _BLANK and character not in '"{}':
            kinds[byte] |= 4
        if byte >= _BLANK and character not in '"\\':
            kinds[byte] |= 8
    return bytes(kinds)


_KINDS_OF_BYTES = _kinds()
_KINDS = _KINDS_OF_BYTES
_KEY_START, _KEY, _BARE, _PLAIN = 1, 2, 4, 8

# Why `judge_all` comes back.
DOUBT = 0
"""The record at `at` is for the tree to judge."""
FINDINGS = 1
"""There is something to say about the record at `at`, which ends at `end`."""
NEEDS_MORE = 2
"""The data ends before the record at `at` does."""
FULL = 3
"""There is no room for another row."""
NOTHING = 4
"""Nothing is left."""


class Judge(Visitor):
    """Judges record after record.

    `find_register` gives what is to be known of the game that a Game tag names, or that records without one are of: what plays it,
    and the numbers of starts and claims (`Register`). Where it gives None, and where one of those numbers is negative, the record
    is doubtful.
    """

    def __init__(
        self,
        driver: Driver,
        find_register: Callable[[bytes | None], Any],
        keeps_finals: bool = True,
        transcriber: Transcriber | None = None,
    ) -> None:
        self.driver = driver
        self.find_register = find_register
        self.register: Any = None
        """Of the game of the last record."""
        self.game_name = b"\0"
        self.is_default = False
        """Whether that is the game of records without a Game tag."""
        self.is_leaving = False
        """Whether a record of another game has come, and the rows of this one are to be taken first."""
        self.engine = Engine()
        self.other = Engine()
        self.reader = ActionReader(0)
        self.starts: list[Engine] = []
        self.players = 0
        self.forfeits = 0
        self.tag_names = _FRAME_NAMES
        self.first_derived = _OTHER
        """The tags that are looked at: the frame's, those that fix a start, and those that the end decides."""
        self.rows = Rows(keeps_finals)
        self.transcriber = transcriber
        """What takes down what is played; it has a row for each of the others."""
        self.at = 0
        """Where the next record begins."""
        self.line = 1
        """The line on which that is."""
        # The record that was judged last.
        self.is_doubtful = False
        self.is_bare = True
        """Whether it has only tags, actions and a result."""
        self.begin = 0
        self.begin_line = 1
        self.end = 0
        self.start = _FAILED
        self.claim = 0
        self.result_number = _FAILED
        self.loose = 0
        """The number of loose spellings, which are at `loose_starts` to `loose_ends`."""
        self.loose_starts = array("q", bytes(8 * _MOST_FINDINGS))
        self.loose_ends = array("q", bytes(8 * _MOST_FINDINGS))
        self.refused = 0
        """The ply of an illegal action, which is at `refused_start` to `refused_end`; 0 where there is none."""
        self.refused_start = 0
        self.refused_end = 0
        self.value_starts = array("q", bytes(8 * _MOST_TAGS))
        self.value_ends = array("q", bytes(8 * _MOST_TAGS))
        """Where the value of each of those tags is; negative where there is no such tag."""

        self.parts = False
        """Whether the other reading of the rules ends the game otherwise, which `other` has then played."""

        self.ending = GOING_ON
        """How it ends: one of the endings of its register."""

        # What was asked last about starts and claims: most records of a file have the same.
        self.last_rules: bytes | None = None
        self.last_setup: bytes | None = None
        self.last_own: tuple[bytes | None, ...] = ()
        self.last_ending = _FAILED
        self.last_result = _FAILED
        self.last_termination: bytes | None = None
        self.is_ascii = False
        """Whether the data that is at hand is ASCII without NULs."""
        self.held = b""

        self.is_started = False
        self.has_rejected = False
        self.depth = 0
        self.variations = 0
        self.has_mark = False
        """Whether a turn number was read that no action has followed yet."""
        self.player = 0
        self.turn_number = 0
        """What comes next after an illegal action."""
        self.played = 0
        """The actions and events of chance on the engine."""
        self.bases = array("i", bytes(4 * (_DEEPEST + 1)))
        """By depth: how many those were where the variation begins."""
        self.action_start = 0
        self.action_end = 0
        """Where the action is that was read last."""
        self.replaced_starts = array("q", bytes(8 * (_DEEPEST + 1)))
        self.replaced_ends = array("q", bytes(8 * (_DEEPEST + 1)))
        """By depth: where the action is that the variation replaces."""
        self.name_starts = array("q", bytes(8 * _MOST_NAMES))
        self.name_ends = array("q", bytes(8 * _MOST_NAMES))
        self.names = 0
        """The names of tags, and then the keys of attributes that belong to the actions being read."""
        self.first_names = array("i", bytes(4 * (_DEEPEST + 1)))
        """By depth: the first key of the action being read."""
        # What might pass a limit is for the tree: a record so short passes none of those on lengths, whatever is in it.
        limits = in_force()
        self.longest = min(limits.record_length, limits.token_length, limits.comment_length)
        self.most_names = max(min(_MOST_NAMES, limits.tags), 0)
        self.deepest = min(_DEEPEST, limits.variation_depth)
        self.most_variations = limits.variations

    def judge_all(self, data: bytes, at: int, is_final: bool, most: int = -1) -> int:
        """Judge records from `at` on, `most` of them at most; why it comes back. The row on each settled one is filled."""
        limit = len(data)
        if data is not self.held:
            self.held = data
            self.data = data
            self.is_ascii = data.isascii() and b"\0" not in data
        driver = self.driver
        while True:
            self.at = at = self.skip_space(at, limit)
            if at >= limit:
                return NOTHING if is_final else NEEDS_MORE
            if most == 0 or self.rows.is_full() or (self.transcriber is not None and self.transcriber.is_full()):
                return FULL
            most -= 1
            self.begin = at
            self.begin_line = self.line
            why = driver.read(data, at, limit, is_final)
            if why == MORE:
                return NEEDS_MORE
            if why != RECORD or not self.judge(at, driver.end):
                return FULL if self.is_leaving else DOUBT
            self.end = driver.end
            if self.loose or self.refused or self.parts or self.missing():
                return FINDINGS
            if self.transcriber is not None and not self.transcriber.add(data, driver.events, self.starts[self.start].player):
                return DOUBT
            self.rows.add(self.engine, self.ending, self.line, self.start, self.claim)
            self.count_lines(at, driver.end)
            at = driver.end

    def skip_space(self, at: int, limit: int) -> int:
        """Where the next text begins. Lines that end before it are counted."""
        data = self.data
        while at < limit:
            byte = data[at]
            if byte == _FEED:
                self.line += 1
            elif byte != _BLANK and not _TAB <= byte <= _RETURN:
                break
            at += 1
        return at

    def judge(self, begin: int, end: int) -> bool:
        """Judge the record that the driver has just read; whether that is settled."""
        self.is_doubtful = end - begin > self.longest
        self.is_leaving = False
        walk(self.driver.events, self)
        if self.is_doubtful or self.result_number == _FAILED:
            return False
        self.is_doubtful = not (self.is_ascii or _is_sound(self.held[begin:end])) or not self.is_claimed_rightly()
        return not self.is_doubtful

    def is_claimed_rightly(self) -> bool:
        """Whether the result and the termination agree with each other and with the game."""
        result = self.result_number
        start = self.value_starts[_RESULT]
        if start >= 0 and not self.equals(start, self.value_ends[_RESULT], _RESULT_BYTES[result]):
            return False
        if self.refused:
            # What follows an illegal action has no board to stand on.
            termination = self.value(_TERMINATION)
            is_known = termination is None or self.register.is_termination(termination)
            return is_known and self.engine.ending == GOING_ON
        if len(self.tag_names) > self.first_derived and not self.are_derived():
            return False
        if not (
            self.ending == self.last_ending and result == self.last_result and self.is_value(_TERMINATION, self.last_termination)
        ):
            self.last_ending = self.ending
            self.last_result = result
            self.last_termination = self.value(_TERMINATION)
            self.claim = self.register.find_claim(self.ending, result, self.last_termination)
        return self.claim >= 0

    def are_derived(self) -> bool:
        """Whether the tags that the end of the record decides are right."""
        values = tuple([self.value(tag) for tag in range(self.first_derived, len(self.tag_names))])
        return values.count(None) == len(values) or self.register.are_derived(values, self.start)

    def missing(self) -> bool:
        """Whether a tag is missing that every record should have."""
        return min(self.value_starts[_FORMAT], self.value_starts[_GAME], self.value_starts[_RULES], self.value_starts[_RESULT]) < 0

    def value(self, tag: int) -> bytes | None:
        """The value of one of the tags that are looked at."""
        start = self.value_starts[tag]
        return None if start < 0 else self.held[start : self.value_ends[tag]]

    def is_value(self, tag: int, value: bytes | None) -> bool:
        """Whether one of them has this value."""
        start = self.value_starts[tag]
        if start < 0 or value is None:
            return start < 0 and value is None
        return self.equals(start, self.value_ends[tag], value)

    def count_lines(self, start: int, end: int) -> None:
        """Go on by the lines that end here."""
        data = self.data
        lines = 0
        for p in range(start, end):
            lines += data[p] == _FEED
        self.line += lines

    # The visitor

    def begin_record(self) -> None:
        self.is_bare = True
        self.result_number = _FAILED
        self.loose = 0
        self.refused = 0
        self.depth = 0
        self.variations = 0
        self.has_mark = False
        self.names = 0
        self.parts = False
        self.is_started = False
        self.has_rejected = False
        for tag in range(_MOST_TAGS):
            self.value_starts[tag] = _FAILED

    def tag(self, start: int, name_end: int, value_start: int, value_end: int, end: int) -> None:
        data = self.data
        start += 1
        while data[start] == _BLANK or data[start] == _TAB:
            start += 1
        value_start += 1
        value_end -= 1
        is_canonical = self.is_plain(value_start, value_end) or _is_canonical(self.held[value_start - 1 : value_end + 1])
        if not is_canonical or not self.is_new(0, start, name_end):
            self.is_doubtful = True
            return
        for tag in range(len(self.tag_names)):
            if self.equals(start, name_end, self.tag_names[tag]):
                self.value_starts[tag] = value_start
                self.value_ends[tag] = value_end
                if tag == _FORMAT:
                    self.require(self.equals(value_start, value_end, _FORMAT_VALUE))
                elif tag == _GAME and not self.equals(value_start, value_end, self.game_name):
                    self.change_game(self.held[value_start:value_end])
                return

    def turn(self, start: int, end: int) -> None:
        if not self.is_started:
            self.begin_game()
        data = self.data
        number = 0
        p = start
        while _ZERO <= data[p] <= _NINE:
            number = number * 10 + data[p] - _ZERO
            p += 1
        while data[p] == _BLANK or data[p] == _TAB:
            p += 1
        if self.refused:
            player = self.player
            expected = self.turn_number
        else:
            player = self.engine.player
            expected = self.engine.turn
            self.require(self.engine.ending == GOING_ON)
        if number != expected or data[p] != _DOT or end - p != (1 if player == 0 else 3):
            self.is_doubtful = True
        self.has_mark = True

    def action(self, start: int, end: int) -> None:
        if not self.is_started:
            self.begin_game()
        if self.is_doubtful:
            return
        read = self.reader
        if end - start > _LONGEST_ACTION or read.read(self.held, start, end) != READ:
            self.is_doubtful = True
            return
        self.has_mark = False
        self.action_start = start
        self.action_end = end
        if not read.is_canonical:
            self.note_loose(start, end)
        if self.refused:
            self.pass_turn()
            return
        self.names = self.first_names[self.depth]
        if self.engine.play(read) != ALLOWED:
            self.refuse(start, end)
            return
        self.played += 1
        if read.claims:
            self.is_bare = False
            self.require(self.engine.has_effect(read))

    def note(self, kind: int, start: int, end: int) -> None:
        self.is_bare = False
        if kind == ATTRIBUTES and not self.is_doubtful:
            self.require(self.are_attributes(start + 2, end - 1))

    def item(self, start: int, end: int) -> None:
        self.is_bare = False
        if not self.is_started:
            self.begin_game()
        if self.is_doubtful or self.refused:
            self.is_doubtful = True
            return
        read = self.reader
        self.action_start = start
        self.action_end = end
        self.names = self.first_names[self.depth]
        self.require(read.read(self.held, start, end) == READ and read.is_canonical and self.engine.play(read) == ALLOWED)
        self.played += 1

    def rejected(self, start: int, action_start: int, end: int, is_raw: bool) -> None:
        self.is_bare = False
        if not self.is_started:
            self.begin_game()
        self.has_mark = False
        self.has_rejected = True
        if self.depth > 0 or self.refused or self.engine.readings_part():
            # Another reading may have ended the game before.
            self.is_doubtful = True
        elif not self.is_doubtful:
            self.require(not self.is_legal(action_start, end, is_raw) and not self.engine.readings_part())
        self.ending = self.engine.ending
        if self.ending == GOING_ON:
            self.ending = self.forfeits + self.engine.player

    def begin_variation(self, start: int, end: int) -> None:
        self.is_bare = False
        depth = self.depth
        self.variations += 1
        is_settled = self.is_started and not (self.is_doubtful or self.refused or self.has_rejected)
        if not is_settled or depth >= self.deepest or self.variations > self.most_variations:
            self.is_doubtful = True
            return
        # It replaces the action that has just been played.
        self.engine.undo()
        self.played -= 1
        depth += 1
        self.depth = depth
        self.bases[depth] = self.played
        self.replaced_starts[depth] = self.action_start
        self.replaced_ends[depth] = self.action_end
        self.first_names[depth] = self.names

    def end_variation(self, start: int, end: int) -> None:
        if self.is_doubtful:
            return
        self.require(not self.has_mark)
        depth = self.depth
        while self.played > self.bases[depth]:
            self.engine.undo()
            self.played -= 1
        self.action_start = self.replaced_starts[depth]
        self.action_end = self.replaced_ends[depth]
        self.reader.read(self.held, self.action_start, self.action_end)
        self.engine.play(self.reader)
        self.played += 1
        self.names = self.first_names[depth]
        self.depth = depth - 1

    def result(self, start: int, end: int) -> None:
        if not self.is_started:
            self.begin_game()
        if self.is_doubtful:
            return
        number = _FAILED
        for index in range(len(_RESULT_BYTES)):
            if self.equals(start, end, _RESULT_BYTES[index]):
                number = index
        if number == _FAILED or self.has_mark:
            self.is_doubtful = True
        elif self.depth == 0:
            self.result_number = number
            if not self.has_rejected:
                self.ending = self.engine.ending
            if self.engine.readings_part():
                self.compare_readings()
        else:
            self.require(self.register.find_claim(self.engine.ending, number, None) >= 0)

    # The parts of a record

    def require(self, holds: bool) -> None:
        """Leave the record to the tree unless this holds."""
        if not holds:
            self.is_doubtful = True

    def change_game(self, value: bytes | None) -> None:
        """Be the judge of another game: the one of this Game tag, or of records without one."""
        register = self.find_register(value)
        if register is None:
            self.is_doubtful = True
        elif register is not self.register and self.rows.size:
            self.is_doubtful = True
            self.is_leaving = True
        else:
            if register is not self.register:
                self.take_up(register)
            # A tag before this one may be one of the game's own, for which nobody has looked.
            for name in self.tag_names[_OTHER:]:
                for index in range(self.names):
                    self.require(not self.equals(self.name_starts[index], self.name_ends[index], name))

    def take_up(self, register: Any) -> None:
        """Play what this register is of."""
        self.register = register
        self.game_name = register.game.name.encode()
        self.is_default = self.find_register(None) is register
        self.engine = register.engine
        self.other = register.other
        self.reader = register.reader
        self.starts = register.starts
        self.players = len(register.game.players)
        self.forfeits = register.forfeits
        self.tag_names = (*_FRAME_NAMES, *register.own, *register.derived)
        self.first_derived = _OTHER + len(register.own)
        self.start = _FAILED
        self.last_ending = _FAILED
        if self.transcriber is not None:
            self.transcriber.players = register.players
            self.transcriber.varies = register.varies

    def begin_game(self) -> None:
        """Set up the position, now that all tags are read."""
        self.is_started = True
        self.played = 0
        self.first_names[0] = self.names
        if self.value_starts[_GAME] < 0 and not self.is_default:
            self.change_game(None)
        if self.is_doubtful:
            return
        is_known = 0 <= self.start < len(self.starts)
        if not (is_known and self.is_value(_RULES, self.last_rules) and self.is_value(_SETUP, self.last_setup) and self.are_own()):
            self.last_rules = self.value(_RULES)
            self.last_setup = self.value(_SETUP)
            self.last_own = tuple([self.value(tag) for tag in range(_OTHER, self.first_derived)])
            self.start = self.register.find_start(self.last_rules, self.last_setup, self.last_own)
        if self.start < 0:
            self.is_doubtful = True
        else:
            self.engine.restart(self.starts[self.start])

    def are_own(self) -> bool:
        """Whether the game's own tags that fix a start are as in the last record."""
        for tag in range(_OTHER, self.first_derived):
            if not self.is_value(tag, self.last_own[tag - _OTHER]):
                return False
        return True

    def is_legal(self, start: int, end: int, is_raw: bool) -> bool:
        """Whether what was rejected is a legal action; also if that is not known."""
        engine, read = self.engine, self.reader
        if is_raw:
            text = self.held[start + 1 : end - 1]
            return not self.is_plain(start + 1, end - 1) or self.register.is_legal_text(text, self.start)
        if end - start > _LONGEST_ACTION or read.read(self.held, start, end) != READ:
            return True
        if not read.is_canonical:
            self.note_loose(start, end)
        return engine.refuse(read) == ALLOWED

    def refuse(self, start: int, end: int) -> None:
        """Note the action that is not allowed; what follows is only read."""
        if self.depth > 0 or self.engine.ending != GOING_ON or self.engine.readings_part():
            self.is_doubtful = True
            return
        self.refused = self.engine.ply + 1
        self.refused_start = start
        self.refused_end = end
        self.player = self.engine.player
        self.turn_number = self.engine.turn
        self.pass_turn()

    def pass_turn(self) -> None:
        """Count the turns after an illegal action."""
        self.player += 1
        if self.player == self.players:
            self.player = 0
            self.turn_number += 1

    def note_loose(self, start: int, end: int) -> None:
        if self.loose == _MOST_FINDINGS:
            self.is_doubtful = True
            return
        self.loose_starts[self.loose] = start
        self.loose_ends[self.loose] = end
        self.loose += 1

    def compare_readings(self) -> None:
        """Play the main line under the other reading of the rules, and note whether it then ends otherwise."""
        events = self.driver.events
        engine, other, read = self.engine, self.other, self.reader
        number = self.register.others[self.start]
        if number < 0:
            self.is_doubtful = True
            return
        other.restart(self.starts[number])
        depth = 0
        for index in range(events.size):
            kind = events.kinds[index]
            if kind == LPAR:
                depth += 1
            elif kind == RPAR:
                depth -= 1
            elif depth == 0 and (kind == ACTION or kind == ITEM):
                read.read(self.held, events.starts[index], events.ends[index])
                if other.play(read) != ALLOWED:
                    # What the reading forbids is a finding of its own; behind its end of the game, there is nothing to ask.
                    self.require(other.ending != GOING_ON)
                    break
        self.parts = other.ending != engine.ending or other.ply != engine.ply

    # Small texts

    def is_plain(self, start: int, end: int) -> bool:
        """Whether a string has no escapes and nothing that needs one."""
        data = self.data
        for p in range(start, end):
            if not _KINDS[data[p]] & _PLAIN:
                return False
        return True

    def equals(self, start: int, end: int, literal: bytes) -> bool:
        data = self.data
        if end - start != len(literal):
            return False
        for index in range(end - start):
            if data[start + index] != literal[index]:
                return False
        return True

    def is_new(self, first: int, start: int, end: int) -> bool:
        """Whether a name is not among those noted from `first` on; it is noted."""
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

    def are_attributes(self, p: int, end: int) -> bool:
        """Whether these are attributes as nearly all are: bare values, short numbers, and no key twice for an action."""
        data = self.data
        while True:
            while p < end and (data[p] == _BLANK or _TAB <= data[p] <= _RETURN):
                p += 1
            if p == end:
                return True
            start = p
            if not _KINDS[data[p]] & _KEY_START:
                return False
            while p < end and _KINDS[data[p]] & _KEY:
                p += 1
            if data[p] != _EQUALS or not self.is_new(self.first_names[self.depth], start, p):
                return False
            value = p + 1
            p = self.number(value, end) if self.is_number_key(start, p) else self.bare(value, end)
            if p == value or (p < end and data[p] != _BLANK and not _TAB <= data[p] <= _RETURN):
                return False

    def is_number_key(self, start: int, end: int) -> bool:
        for index in range(len(_NUMBER_KEYS)):
            if self.equals(start, end, _NUMBER_KEYS[index]):
                return True
        return False

    def bare(self, p: int, end: int) -> int:
        while p < end and _KINDS[self.data[p]] & _BARE:
            p += 1
        return p

    def number(self, start: int, end: int) -> int:
        """Where a number ends that has few digits, a sign perhaps, and no exponent; `start` where there is none."""
        data = self.data
        p = start
        if data[p] == _DASH or data[p] == _PLUS:
            p += 1
        digits = 0
        points = 0
        while p < end and (data[p] == _DOT or _ZERO <= data[p] <= _NINE):
            if data[p] == _DOT:
                points += 1
            else:
                digits += 1
            p += 1
        return p if 0 < digits <= _MOST_DIGITS and points <= 1 else start


def _is_canonical(literal: bytes) -> bool:
    """Whether a string with escapes is spelled as the writer would."""
    try:
        text = literal.decode()
        return write_string(read_string(text)) == text
    except ValueError:
        return False


def _is_sound(text: bytes) -> bool:
    """Whether a text is UTF-8 without NULs."""
    try:
        return "\0" not in text.decode("utf-8")
    except UnicodeDecodeError:
        return False
