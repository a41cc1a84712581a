"""A stream of text to the texts of single records.

Where a record ends is a matter of its text alone, never of blank lines:

- a result token outside comments and variations ends it, together with the comments that follow on the same line;
- a tag at the start of a line, where the record has already had anything but tags and comments, begins the next one. This
  holds whatever is still open, so a comment or parenthesis that is never closed cannot swallow the next record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place, Source, Span
from expendibots_notation.limits import in_force
from expendibots_notation.notation.buffer import TextBuffer
from expendibots_notation.notation.strings import TAG_START, BadText, read_string

BYTE_ORDER_MARK = "\ufeff"

_STRING = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_TAG_LINE = rf"(?m:^)[ \t]*(?={TAG_START})"
_BLANKS = " \t\n\r\f\v"
_BLANK = f"[{_BLANKS}]"
# Attributes know no escapes; comments do. Neither goes on beyond a line that begins with a tag.
# Up to Python 3.11.4, where a group that is repeated possessively (`*+`) fails, the match goes on from where that has looked to,
# not from where it began (CPython issue 100061). What is asked inside another look-ahead leaves the place as it was.
_LINE_FEED = rf"\n(?!(?=[ \t]*{TAG_START}))"
_ATTRIBUTES = rf"\{{%[^{{}}\n]*+(?:{_LINE_FEED}[^{{}}\n]*+)*+\}}"
_CLOSED_COMMENT = rf"(?:{_ATTRIBUTES}|\{{[^}}\\\n]*+(?:(?:\\[^\n]|\\(?=\n)|{_LINE_FEED})[^}}\\\n]*+)*+\}})"
_DASH = "[-\N{EN DASH}\N{EM DASH}]"
_BORDER = r"\s;{}()\[\]!?$~*"
_RESULT = rf"\*|(?<![^{_BORDER}])(?:1/2{_DASH}1/2|1{_DASH}0|0{_DASH}1|½-½|1/2)(?![^{_BORDER}])"

# What may stand before the actions of a record. A line that begins like a tag but is none belongs here too: the parser will
# say what is wrong with it, and the tags behind it stay with their record.
_TAG = rf"\[[ \t]*(?P<name>[A-Za-z][A-Za-z0-9_]*){_BLANK}*(?P<value>{_STRING}){_BLANK}*\]"
_HEAD_ITEM = re.compile(rf"{_BLANK}*+(?:;[^\n]*|{_CLOSED_COMMENT}|{_TAG}|\[[^\n]*)")
_ITEM = r'<[^<>{}()\[\];"]*'
# What matters for the end of a record, among its actions: what stands in a group is told apart, the rest is passed over.
_LANDMARK = (
    rf"(?P<tag>{_TAG_LINE})|;[^\n]*|{_CLOSED_COMMENT}|(?P<unclosed>\{{)|~[ \t]*{_STRING}|(?P<open>\()|(?P<close>\))"
    rf"|{_ITEM}>|(?P<cut>{_ITEM}\Z)|(?P<result>{_RESULT})"
)
_UNNAMED = re.sub(r"\(\?P<\w+>", "(?:", _LANDMARK)
# Most characters can begin none, except at the start of a line, and are passed in runs: a search would try each place.
_MAY_BEGIN_LANDMARK = r";{~()<*01½\n"
_TO_LANDMARK = re.compile(
    rf"(?:(?!(?={_UNNAMED}))(?=[\s\S])(?:[^{_MAY_BEGIN_LANDMARK}]++|[{_MAY_BEGIN_LANDMARK}]))*+(?:{_LANDMARK})",
)
_NEXT_TAG_LINE = re.compile(_TAG_LINE)
_CLOSING_COMMENT = re.compile(rf"[ \t]*(?:;[^\n]*|{_CLOSED_COMMENT})")
_OPENED_COMMENT = re.compile(r"[ \t]*\{")
_BLANK_OR_COMMENT = re.compile(rf"{_BLANK}++|;[^\n]*|{_CLOSED_COMMENT}")
_WHITE_SPACE = re.compile(rf"(?:{_BLANK}|{BYTE_ORDER_MARK})*+")


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of one record, and where it stands."""

    source: Source
    index: int
    game_name: str | None
    """The value of its Game tag."""
    findings: tuple[Diagnostic, ...] = ()
    """What is already known about the text: how its file is written."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where in a file a text begins."""

    line: int = 1
    column: int = 1
    index: int = 0
    """How many records of the file stand before it."""


BEGINNING = Start()


def split(blocks: Iterable[str], file: str = "<text>", start: Start = BEGINNING) -> Iterator[RecordText | Diagnostic]:
    """The records of a text that comes in blocks, which may break anywhere.

    Holds one record, and the block it ends in, at a time. A record of more characters than the limit is answered by a
    diagnostic in its place, and skipped up to the next tag at the start of a line.
    """
    return Splitter(iter(blocks), file, start).records()


class Splitter:
    """Takes the records off a text, one by one; `buffer` is what follows the last one."""

    def __init__(self, blocks: Iterator[str], file: str, start: Start = BEGINNING) -> None:
        self.buffer = TextBuffer(blocks, start.line, start.column)
        self.index = start.index
        self.file = file
        self.longest = in_force().record_length
        self.has_mark = False
        """Whether a byte order mark stands before the record: at the beginning of the file, or of one that was appended."""

    def records(self) -> Iterator[RecordText | Diagnostic]:
        buffer = self.buffer
        while self.skip_white_space():
            self.index += 1
            end, game_name = self.find_end()
            if end - buffer.start > self.longest:
                place = self.first_line()
                self.skip_record()
                yield diagnose("too-long", place, limit=self.longest)
            else:
                source = Source(buffer.text[buffer.start : end].rstrip(_BLANKS), self.file, buffer.line, buffer.column)
                findings = (diagnose("byte-order-mark", source.place(Span(0, 0))),) if self.has_mark else ()
                buffer.move_on(end)
                yield RecordText(source, self.index, game_name, findings)

    def skip_white_space(self) -> bool:
        """Go to the next text; False where there is none."""
        buffer = self.buffer
        self.has_mark = False
        while True:
            blank = _WHITE_SPACE.match(buffer.text, buffer.start)
            assert blank is not None
            buffer.move_on(blank.end())
            if BYTE_ORDER_MARK in blank[0]:
                # It is invisible, so no person counts it as a column.
                self.has_mark = True
                buffer.column -= blank[0].rpartition("\n")[2].count(BYTE_ORDER_MARK)
            if buffer.size:
                return True
            if buffer.is_final:
                return False
            buffer.read_more()

    def find_end(self) -> tuple[int, str | None]:
        """Where the record at the start of the buffer ends, reading on as far as needed; and the game it names."""
        buffer = self.buffer
        while True:
            found = find_end(buffer.text, buffer.start, buffer.is_final, self.longest)
            if found is None and buffer.size > self.longest:
                # However much is at hand: what a record may have, and one character to see that it ends there, decides.
                found = find_end(buffer.text[: buffer.start + self.longest + 1], buffer.start, True, self.longest)
            if found is not None:
                return found
            buffer.read_more()

    def first_line(self) -> Place:
        line = self.buffer.text[self.buffer.start : self.buffer.start + 200].partition("\n")[0]
        return Place(self.file, self.buffer.line, 1, self.buffer.line, len(line) + 1, line)

    def skip_record(self) -> None:
        """Go to a tag at the start of a line behind the tags of the present record, without keeping what is skipped."""
        buffer = self.buffer
        # However much is at hand, its tags are looked for in as much as a record may have.
        limit = min(buffer.start + self.longest, len(buffer.text))
        buffer.move_on(_end_of_head(buffer.text, buffer.start, limit)[0])
        while True:
            found = _NEXT_TAG_LINE.search(buffer.text, buffer.start + 1)
            if found or buffer.is_final:
                buffer.move_on(found.start() if found else len(buffer.text))
                return
            # The last line may be the beginning of a tag; of a line that is far too long for one, a character will do.
            last_line = buffer.text.rfind("\n", buffer.start)
            is_short = last_line >= 0 and len(buffer.text) - last_line < self.longest
            buffer.move_on(last_line if is_short else max(len(buffer.text) - 1, buffer.start))
            buffer.read_block()


def find_end(text: str, start: int, is_final: bool, longest: int) -> tuple[int, str | None] | None:
    """Where the record that begins at `start` ends, and the value of its Game tag; `longest` is how long it may be.

    None where `text`, not being the final one, is too short to tell. Only whole lines are looked at then: nothing but a
    comment goes over the end of a line.
    """
    limit = len(text) if is_final else text.rfind("\n") + 1
    position, game_name = _end_of_head(text, start, limit)
    end = _end_of_body(text, position, limit, is_final, len(text) - start > longest)
    return None if end is None else (end, game_name)


def _end_of_head(text: str, position: int, limit: int) -> tuple[int, str | None]:
    """Behind the tags and comments before the first action; and the value of the Game tag."""
    game_name: str | None = None
    while item := _HEAD_ITEM.match(text, position, limit):
        position = item.end()
        if item["name"] == "Game" and game_name is None:
            game_name = _string_value(item["value"])
    return position, game_name


def _end_of_body(text: str, position: int, limit: int, is_final: bool, is_long: bool) -> int | None:
    depth = 0
    while item := _TO_LANDMARK.match(text, position, limit):
        position = item.end()
        kind = item.lastgroup
        if kind == "tag":
            return item.start("tag")
        if kind == "unclosed":
            return _end_of_unclosed(text, position, limit, is_final)
        if kind == "cut":
            if not is_final:
                return None
            # An item that is never closed is none, whether a record follows or the file ends: what is behind `<` counts.
            position = item.start("cut") + 1
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(depth - 1, 0)
        elif kind == "result" and depth == 0:
            return _end_of_closing(text, position, limit, is_final, is_long)
    return limit if is_final else None


def _end_of_unclosed(text: str, position: int, limit: int, is_final: bool) -> int | None:
    """What is never closed ends where the next record begins."""
    border = _NEXT_TAG_LINE.search(text, position, limit)
    if border is not None:
        return border.start()
    return limit if is_final else None


def _end_of_closing(text: str, position: int, limit: int, is_final: bool, is_long: bool) -> int | None:
    """Behind the comments that follow a result on its line; at the end of the file, behind all comments.

    `is_long` says that there is more text than a record may have: what follows is then a matter of its own.
    """
    while comment := _CLOSING_COMMENT.match(text, position, limit):
        position = comment.end()
    if unclosed := _OPENED_COMMENT.match(text, position, limit):
        return _end_of_unclosed(text, unclosed.end(), limit, is_final)
    rest = position
    while comment := _BLANK_OR_COMMENT.match(text, rest, limit):
        rest = comment.end()
    if rest < limit and (is_final or text[rest] != "{"):
        return position
    # Nothing but comments follows so far, the last of them perhaps not yet closed.
    if is_long or _NEXT_TAG_LINE.search(text, rest, limit):
        return position
    return limit if is_final else None


def _string_value(literal: str) -> str | None:
    try:
        return read_string(literal)
    except BadText:
        return None
