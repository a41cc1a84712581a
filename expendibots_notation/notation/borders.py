"""A stream of bytes to single records.

The driver finds the end of a record while it reads it. After trouble, it is searched for by rules (SPEC.md has them in full):

- the head is comments, tags, and lines that begin like a tag;
- the body is read token by token, with the tokens of the frame, up to a result outside variations;
- a tag at the start of a line in the body begins the next record, so that nothing unclosed can swallow a neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place, Source, Span
from expendibots_notation.limits import in_force
from expendibots_notation.notation.byte_buffer import ByteBuffer
from expendibots_notation.notation.driver import Driver
from expendibots_notation.notation.reader import frame_driver
from expendibots_notation.notation.strings import TAG_START, WHITE_SPACE
from expendibots_notation.notation.terminals import (
    ATTRIBUTES,
    COMMENT,
    CUT_OFF,
    LINE_COMMENT,
    LPAR,
    NO_TOKEN,
    RECORD,
    RESULT,
    RPAR,
    RSQB,
    STRING,
    TAG_NAME,
    TROUBLE,
)

BYTE_ORDER_MARK = "\ufeff"

_MARK = BYTE_ORDER_MARK.encode()
_FEED, _BLANKS = ord("\n"), b" \t"
_SPACE = WHITE_SPACE.encode()
_WHITE_SPACE = re.compile(rb"[" + _SPACE + rb"]*+")
_TAG_LINE = re.compile(rb"(?m:^)[ \t]*(?=" + TAG_START.encode() + rb")")
_JUNK = re.compile(rb'(?:[^;{}()\[\]!?$~*"<\xc2' + _SPACE + rb"]|\xc2(?!\xbd))*+")
"""What follows a character that is no token, up to white space, punctuation or ½."""
_COMMENTS = (COMMENT, LINE_COMMENT, ATTRIBUTES)


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of one record, and its place in the file."""

    source: Source
    index: int
    findings: tuple[Diagnostic, ...] = ()
    """What is already known about the text: how its file is written."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where in a file a text begins."""

    line: int = 1
    column: int = 1
    index: int = 0
    """The number of records before it in the file."""


BEGINNING = Start()


def split(blocks: Iterable[bytes], file: str = "<text>", start: Start = BEGINNING) -> Iterator[RecordText | Diagnostic]:
    """The records of a text that comes in blocks, which may break anywhere. Its line endings are line feeds.

    Holds one record, and the block it ends in, at a time. A record of more characters than the limit is answered by a
    diagnostic in its place, and skipped up to the next tag at the start of a line.
    """
    return Splitter(ByteBuffer(iter(blocks), start.line, start.column), file, start).records()


class Splitter:
    """Takes the records off a buffer, one by one."""

    def __init__(self, buffer: ByteBuffer, file: str, start: Start = BEGINNING) -> None:
        self.buffer = buffer
        self.index = start.index
        self.file = file
        self.longest = in_force().record_length
        self.driver = frame_driver()
        self.is_at_beginning = start == BEGINNING
        """Whether nothing of the file has been read yet."""
        self.text_end = 0
        """Where, in the buffer, the record that was taken last ends, without the white space after it."""
        self.has_mark = False
        """Whether the first record comes after a byte order mark."""

    def records(self) -> Iterator[RecordText | Diagnostic]:
        while self.skip_white_space():
            yield self.take()

    def take(self) -> RecordText | Diagnostic:
        """The record at the start of the buffer."""
        buffer = self.buffer
        self.index += 1
        end = self.find_end()
        has_mark, self.has_mark = self.has_mark, False
        text = buffer.data[buffer.at : end].rstrip(_SPACE)
        self.text_end = buffer.at + len(text)
        if self.is_too_long(end):
            place = self.first_line()
            self.skip_record()
            return diagnose("too-long", place, limit=self.longest)
        source = Source(text.decode("utf-8", "surrogateescape"), self.file, buffer.line, buffer.column)
        buffer.move_to(end)
        return RecordText(source, self.index, (diagnose("byte-order-mark", source.place(Span(0, 0))),) if has_mark else ())

    def has_passed(self, place: int | None) -> bool:
        """Whether a place, counted from the beginning of the stream, is on the last line of this record or before it."""
        buffer = self.buffer
        return place is not None and buffer.data.find(b"\n", self.text_end, max(place - buffer.before, 0)) < 0

    def skip_white_space(self) -> bool:
        """Go to the next text; False where there is none."""
        buffer = self.buffer
        while True:
            if self.is_at_beginning and buffer.size:
                self.is_at_beginning = False
                while buffer.size < len(_MARK) and not buffer.is_final:
                    buffer.read_more()
                if buffer.data.startswith(_MARK):
                    self.has_mark = True
                    # It is invisible, so nobody counts it as a column.
                    buffer.at = len(_MARK)
            blank = _WHITE_SPACE.match(buffer.data, buffer.at)
            assert blank is not None
            buffer.move_to(blank.end())
            if buffer.size:
                return True
            if buffer.is_final:
                return False
            buffer.read_more()

    def find_end(self) -> int:
        """Where the record at the start of the buffer ends, reading on as far as needed."""
        buffer, driver = self.buffer, self.driver
        while True:
            data, limit = buffer.data, len(buffer.data)
            why = driver.read(data, buffer.at, limit, buffer.is_final)
            end: int | None = driver.end
            if why != RECORD:
                end = search_end(driver, data, buffer.at, limit, buffer.is_final) if why == TROUBLE else None
            if (end is None or self.is_too_long(end)) and buffer.size > self.longest and (cut := buffer.after(self.longest + 1)):
                # What a record may have, and one character to see that it ends there, decides, however much is at hand.
                end = search_end(driver, data, buffer.at, cut, True, is_cut=True)
            if end is not None:
                return end
            buffer.read_more()

    def is_too_long(self, end: int) -> bool:
        """Whether a record that ends there has more characters than the limit."""
        return end - self.buffer.at > self.longest and self.buffer.characters(end) > self.longest

    def first_line(self) -> Place:
        buffer = self.buffer
        line = buffer.data[buffer.at : buffer.at + 800].partition(b"\n")[0].decode("utf-8", "surrogateescape")[:200]
        return Place(self.file, buffer.line, 1, buffer.line, len(line) + 1, line)

    def skip_record(self) -> None:
        """Go to a tag at the start of a line after the tags of the present record, without keeping what is skipped."""
        buffer = self.buffer
        # However much is at hand, its tags are looked for in as much as a record may have.
        limit = buffer.after(self.longest) or len(buffer.data)
        self.driver.begin(buffer.data, limit, True)
        head = _end_of_head(self.driver, buffer.data, buffer.at, limit)
        assert head is not None, "nothing follows the data that is looked at"
        buffer.move_to(head)
        while True:
            found = _TAG_LINE.search(buffer.data, buffer.at + 1)
            if found or buffer.is_final:
                buffer.move_to(found.start() if found else len(buffer.data))
                return
            # The last line may be the beginning of a tag; of a line that is far too long for one, a character will do.
            last_line = buffer.data.rfind(b"\n", buffer.at)
            is_short = last_line >= 0 and len(buffer.data) - last_line < self.longest
            buffer.move_to(last_line if is_short else max(len(buffer.data) - 1, buffer.at))
            buffer.read_block()


def search_end(driver: Driver, data: bytes, at: int, limit: int, is_final: bool, is_cut: bool = False) -> int | None:
    """Where the record that begins at `at` ends, whatever is wrong with it; None where more must be read to tell.

    `is_cut` says that the data goes on although nothing more of it is looked at.
    """
    driver.begin(data, limit, is_final)
    head = _end_of_head(driver, data, at, limit)
    return None if head is None else _end_of_body(driver, data, head, limit, is_cut)


def _end_of_head(driver: Driver, data: bytes, at: int, limit: int) -> int | None:
    """The end of the tags and comments before the first action."""
    while True:
        kind = driver.token(driver.frame, at)
        start = driver.start
        if kind in _COMMENTS or (kind == TAG_NAME and _is_tag(driver)):
            at = driver.end
        elif driver.kind == CUT_OFF:
            return None
        elif start < limit and data[start] == ord("["):
            feed = data.find(b"\n", start, limit)
            if feed < 0 and not driver.is_final:
                return None
            at = feed if feed >= 0 else limit
        else:
            return at


def _is_tag(driver: Driver) -> bool:
    """Whether a value and a bracket follow the name that was just read; the driver is then behind the bracket."""
    return driver.token(driver.frame, driver.end) == STRING and driver.token(driver.frame, driver.end) == RSQB


def _end_of_body(driver: Driver, data: bytes, at: int, limit: int, is_cut: bool) -> int | None:
    depth = 0
    while True:
        kind = driver.token(driver.frame, at)
        start, at = driver.start, driver.end
        if kind == CUT_OFF or (kind == TAG_NAME and _may_go_on(driver, data, at, limit)):
            return None
        if kind == TAG_NAME and _is_tag_line(data, start):
            return start
        if kind == LPAR:
            depth += 1
        elif kind == RPAR:
            depth = max(depth - 1, 0)
        elif kind == RESULT and depth == 0:
            return _end_of_closing(driver, data, at, limit, is_cut)
        elif kind == NO_TOKEN:
            if start == limit:
                return limit
            if data[start] == ord("{"):
                return _end_of_unclosed(data, start + 1, limit, driver.is_final)
            junk = _JUNK.match(data, start + 1, limit)
            assert junk is not None
            at = junk.end()
            if at == limit and not driver.is_final:
                return None


def _may_go_on(driver: Driver, data: bytes, at: int, limit: int) -> bool:
    """Whether only blanks follow in the data, which goes on."""
    while at < limit and data[at] in _BLANKS:
        at += 1
    return at == limit and not driver.is_final


def _is_tag_line(data: bytes, start: int) -> bool:
    """Whether a bracket that is followed by a name begins a tag line."""
    # Only the blanks are gone through again: a line may have a megabyte.
    while start > 0 and data[start - 1] in _BLANKS:
        start -= 1
    return start > 0 and data[start - 1] == _FEED and _TAG_LINE.match(data, start) is not None


def _end_of_unclosed(data: bytes, at: int, limit: int, is_final: bool) -> int | None:
    """What is never closed ends where the next record begins."""
    border = _TAG_LINE.search(data, at, limit)
    if border is not None:
        return border.start()
    return limit if is_final else None


def _end_of_closing(driver: Driver, data: bytes, at: int, limit: int, is_cut: bool) -> int | None:
    """The end of the comments that follow a result."""
    why = driver.close(at)
    if why == TROUBLE:
        return _end_of_unclosed(data, driver.start + 1, limit, driver.is_final)
    if why != RECORD:
        return None
    return driver.line_end if is_cut else driver.end
