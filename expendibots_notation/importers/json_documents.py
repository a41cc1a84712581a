"""The documents of a JSON file, told apart: one, a list of them, or one a line. Bytes in, so that nothing is decoded twice.

A document ends where its brackets close, and at the latest where the next one surely begins: no JSON string can hold the `BORDER`,
since a quote in a string has a backslash before it. So a document that is damaged, or too long, costs no other one.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import EXCERPT_LIMIT, Diagnostic, Place, Source, Span
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import in_force
from expendibots_notation.notation.byte_buffer import ByteBuffer

_MARKER = b'"xbn-record"'
_BORDER = re.compile(rb'\{\s{0,99}"format"\s{0,99}:\s{0,99}' + _MARKER)
"""The beginning of a document as all writers of these documents begin one."""
_LONGEST_BORDER = 400

_BLANK = re.compile(rb"\s*+")
_SPACE = b" \t\n\f\v\r"
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_OUTSIDE = re.compile(rb'(?:[^"{}\[\]]++|' + _STRING + rb")*+", re.DOTALL)
_INSIDE = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_WORD = re.compile(rb"(?:" + _STRING + rb"|[^\s,\]\[{}])*+", re.DOTALL)
_QUOTE, _COMMA, _END_OF_LIST = b'",]'
_BYTES = 4
"""The most that one character takes."""


class Documents(ABC):
    """Takes the documents off a file, one by one."""

    def __init__(self, text: TextStream, file: str) -> None:
        self.buffer = ByteBuffer(text.unmarked_data())
        self.file = file
        self.longest = in_force().record_length

    @abstractmethod
    def starts(self) -> Iterator[Diagnostic | None]:
        """Go to each document in turn, for the caller to `take` or to `pass_to` its end; a diagnostic for what is wrong between
        two. Raises Unreadable."""

    @abstractmethod
    def likely_end(self) -> int | None:
        """Where this document ends if all is well, which is sure if that much can be decoded; None where more must be read."""

    @abstractmethod
    def find_end(self) -> int | None:
        """Where this document ends, reading on as far as needed; None where it is far too long. Raises Unreadable."""

    @abstractmethod
    def skip(self) -> None:
        """Go to the end of this document without keeping it. Raises Unreadable."""

    def take(self) -> Source | Diagnostic:
        """This document; a diagnostic where it is too long. Raises Unreadable."""
        buffer = self.buffer
        end = self.find_end()
        if end is None or (end - buffer.at > self.longest and buffer.characters(end) > self.longest):
            found = diagnose("too-long", self.first_line(), limit=self.longest)
            self.skip()
            return found
        source = Source(buffer.data[buffer.at : end].decode("utf-8", "surrogateescape"), self.file, buffer.line, buffer.column)
        buffer.move_to(end)
        return source

    def is_far_too_long(self) -> bool:
        """Whether there is more at hand than a document may have, whatever its characters are."""
        return self.buffer.size > _BYTES * self.longest

    def first_line(self) -> Place:
        """As much of the first line of this document as a person would look at."""
        rest = self.rest()
        return rest.place(Span(0, len(rest.text.partition("\n")[0][:80])))

    def rest(self) -> Source:
        """The text from here on, as much of it as an excerpt may show."""
        buffer = self.buffer
        data = buffer.data[buffer.at : buffer.at + _BYTES * (EXCERPT_LIMIT + 1)]
        return Source(data.decode("utf-8", "surrogateescape"), self.file, buffer.line, buffer.column)


class DocumentLines(Documents):
    """One document a line."""

    def starts(self) -> Iterator[None]:
        buffer = self.buffer
        while True:
            end = self.find_end()
            line = buffer.data[buffer.at : len(buffer.data) if end is None else end]
            if line.decode("utf-8", "surrogateescape").strip():
                yield None
            elif end is not None:
                buffer.move_to(end)
            else:
                self.skip()
            if buffer.size == 0 and buffer.is_final:
                return
            buffer.move_to(min(buffer.at + 1, len(buffer.data)))

    def likely_end(self) -> int | None:
        feed = self.buffer.data.find(b"\n", self.buffer.at)
        return len(self.buffer.data) if feed < 0 and self.buffer.is_final else feed if feed >= 0 else None

    def find_end(self) -> int | None:
        while (end := self.likely_end()) is None and not self.is_far_too_long():
            self.buffer.read_more()
        return end

    def skip(self) -> None:
        buffer = self.buffer
        while (end := self.likely_end()) is None:
            buffer.move_to(len(buffer.data))
            buffer.read_block()
        buffer.move_to(end)


class DocumentList(Documents):
    """A document, or a list of them, which must be closed, with a comma between them and nothing after them."""

    def starts(self) -> Iterator[Diagnostic | None]:
        """The same; after a fault between documents, which is reported once, all that can be found."""
        buffer = self.buffer
        is_list = self.next_sign() == "["
        if is_list:
            buffer.move_to(buffer.at + 1)
        is_open = not is_list or self.next_sign() != "]"
        problem = None
        while is_open and self.next_sign():
            if self.next_sign() in ",]" and is_list:
                problem = "Expecting value"
                break
            yield None
            is_open = is_list and self.next_sign() == ","
            if is_open:
                buffer.move_to(buffer.at + 1)
        problem = problem or self.problem_at_end(is_list)
        if problem is not None:
            yield diagnose("bad-document", self.rest().place(Span(0, 1)), problem=problem)
            while self.find_border():
                yield None

    def problem_at_end(self, is_list: bool) -> str | None:
        """What is wrong with what follows the last document."""
        if is_list:
            if self.next_sign() != "]":
                return "a comma or ] must follow a document" if self.next_sign() else "the list of documents is not closed"
            self.buffer.move_to(self.buffer.at + 1)
        return f"{self.next_sign()!r} follows the documents" if self.next_sign() else None

    def next_sign(self) -> str:
        """Go to the next character that is not white space, and return it; nothing at the end."""
        buffer = self.buffer
        while True:
            blank = _BLANK.match(buffer.data, buffer.at)
            assert blank is not None
            buffer.move_to(blank.end())
            if buffer.size >= _BYTES or (buffer.size and (buffer.is_final or buffer.data[buffer.at] < 0x80)):
                return buffer.data[buffer.at : buffer.at + _BYTES].decode("utf-8", "surrogateescape")[0]
            if buffer.is_final:
                return ""
            buffer.read_more()

    def find_border(self) -> bool:
        """Go to the next document that surely is one; False where there is none."""
        buffer = self.buffer
        while (border := _BORDER.search(buffer.data, buffer.at)) is None:
            buffer.move_to(len(buffer.data) if buffer.is_final else max(len(buffer.data) - _LONGEST_BORDER, buffer.at))
            if buffer.is_final:
                return False
            buffer.read_block()
        buffer.move_to(border.start())
        return True

    def likely_end(self) -> int | None:
        buffer = self.buffer
        own = buffer.data.find(_MARKER, buffer.at, buffer.at + _LONGEST_BORDER)
        if own < 0:
            return buffer.at if buffer.size >= _LONGEST_BORDER or buffer.is_final else None
        marker = buffer.data.find(_MARKER, own + 1)
        if marker < 0:
            return buffer.at + len(buffer.data[buffer.at :].rstrip(_SPACE + b"]")) if buffer.is_final else None
        return self.before_comma(buffer.data.rfind(b"{", buffer.at, marker))

    def before_comma(self, end: int) -> int:
        """Where the text before the next document ends, without the comma that divides them."""
        begin = max(end - _LONGEST_BORDER, self.buffer.at)
        return begin + len(self.buffer.data[begin:end].rstrip(_SPACE).removesuffix(b",").rstrip(_SPACE))

    def find_end(self) -> int | None:
        if self.next_sign() in "{[":
            return self.go_through(is_kept=True)
        buffer = self.buffer
        while True:
            end = max(_end(_WORD, buffer.data, buffer.at, len(buffer.data)), buffer.at + 1)
            if end < len(buffer.data) or buffer.is_final:
                return end
            if self.is_far_too_long():
                return None
            buffer.read_more()

    def skip(self) -> None:
        self.go_through(is_kept=False)

    def go_through(self, is_kept: bool) -> int | None:
        """Go on to the end of this document, and return that; None where the document is to be kept and far too long for it."""
        buffer = self.buffer
        brackets = _Brackets()
        done = 0
        while True:
            seen = max(done - _LONGEST_BORDER, 1)
            border = _BORDER.search(buffer.data, buffer.at + seen)
            stop = brackets.count(buffer.data, buffer.at + done, border.start() if border else len(buffer.data))
            if brackets.is_closed or border or buffer.is_final:
                end = stop if brackets.is_closed else self.before_comma(border.start()) if border else len(buffer.data)
                if not is_kept:
                    buffer.move_to(end)
                return end
            if is_kept and self.is_far_too_long():
                return None
            done = stop - buffer.at
            if not is_kept:
                kept = min(done, _LONGEST_BORDER)
                buffer.move_to(stop - kept)
                done = kept
            buffer.read_more()


class _Brackets:
    """Those of a document, counted in as much of it as there is."""

    def __init__(self) -> None:
        self.depth = 0
        self.is_in_string = False
        self.is_closed = False

    def count(self, data: bytes, at: int, limit: int) -> int:
        """Go on from `at`; where the last bracket is closed, or the next call should begin."""
        while at < limit:
            if self.is_in_string:
                at = _end(_INSIDE, data, at, limit)
                if at == limit or data[at] != _QUOTE:
                    # At a backslash, the character after it is still to come.
                    return at
                self.is_in_string = False
                at += 1
            at = _end(_OUTSIDE, data, at, limit)
            if at == limit:
                return at
            if data[at] == _QUOTE:
                self.is_in_string = True
            else:
                self.depth += 1 if data[at] in b"[{" else -1
                self.is_closed = self.depth <= 0
            at += 1
            if self.is_closed:
                return at
        return at


def _end(pattern: re.Pattern[bytes], data: bytes, at: int, limit: int) -> int:
    """Where a pattern ends that matches everywhere."""
    found = pattern.match(data, at, limit)
    assert found is not None
    return found.end()
