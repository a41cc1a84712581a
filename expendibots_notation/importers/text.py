"""Bytes to blocks of text, with what must be said about how the file is written."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from expendibots_notation.files import Unreadable, unreadable
from expendibots_notation.filetypes import file_type
from expendibots_notation.importers.compression import UnpacksTooMuch, damage
from expendibots_notation.notation.borders import BYTE_ORDER_MARK

BLOCK = 96 << 10
"""How many bytes are read at a time: less than what C libraries get from the system, and give back to it, for each request anew."""

_STRANGE = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\udc80-\udcff]")
"""What no text holds: control characters that lay nothing out, and bytes that are not UTF-8."""
_BINARY_SHARE = 0.1
_LOOKED_AT = 4096


class BinaryData(Exception):
    """Raised where a stream is not text at all; the message says how that shows."""


class TextStream:
    """The text of a binary stream, in blocks; what could not be decoded is kept as lone surrogates.

    Line endings become line feeds; `line_ending` says what the first one was that was none. The same data can be had as bytes.
    """

    def __init__(self, stream: BinaryIO, is_beginning: bool = True, line_ending: str | None = None) -> None:
        """A later part of a file is not looked at for binary data; `line_ending` is one of an earlier part, not yet reported."""
        self._stream = stream
        self._is_beginning = is_beginning
        self._head: str | None = None
        self._ready: list[bytes] = []
        """Data that was read and is to be given again."""
        self._damage: Exception | None = None
        self._given = 0
        self.first_return: int | None = None if line_ending is None else -1
        """The place in `data` of the first line ending that was not a line feed; -1 if that is in an earlier part of the file."""
        self.lines: int | None = None
        """How many lines there are, where whoever has read all of them counted."""
        self.line_ending = line_ending
        """The first line ending seen that is not a line feed, in words; None where there is none."""

    def head(self) -> str:
        """The first block, which `blocks` will give again. Raises BinaryData if that is no text, and Unreadable."""
        if self._head is None:
            data = self._read_block()
            # A file that is over may end within a character.
            self._head = _new_decoder().decode(data, final=len(data) < BLOCK)
            if self._is_beginning:
                _refuse_binary(self._head)
            self._ready.insert(0, data)
        return self._head

    def blocks(self) -> Iterator[str]:
        """The text, once, with a line feed for each line ending. Raises BinaryData and Unreadable."""
        self.head()
        decoder = _new_decoder()
        while block := self._read_block():
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)

    def data(self) -> Iterator[bytes]:
        """The data, once, with a line feed for each line ending. Raises BinaryData and Unreadable."""
        self.head()
        while block := self._read_block():
            if block.endswith(b"\r"):
                # A line feed that follows belongs to it. Why nothing more can be read is said after what could be.
                with suppress(Unreadable):
                    following = self._read_block()
                    block += following[:1] if following.startswith(b"\n") else b""
                    self._ready.insert(0, following.removeprefix(b"\n"))
            if b"\r" in block:
                self._note_return(block)
                block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
            self._given += len(block)
            yield block

    def unmarked_data(self) -> Iterator[bytes]:
        """The same without the byte order mark that the text may begin with."""
        blocks = self.data()
        yield next(blocks, b"").removeprefix(BYTE_ORDER_MARK.encode())
        yield from blocks

    def _note_return(self, block: bytes) -> None:
        """Remember the first carriage return."""
        at = block.find(b"\r")
        if at >= 0 and self.first_return is None:
            self.first_return = self._given + at
            self.line_ending = "CR LF" if block[at + 1 : at + 2] == b"\n" else "CR"

    def _read_block(self) -> bytes:
        """The next bytes, nothing at the end. What can be read before damaged data is handed out first. Raises Unreadable."""
        while self._ready:
            if data := self._ready.pop(0):
                return data
        pieces: list[bytes] = []
        size = 0
        read = getattr(self._stream, "read1", self._stream.read)
        try:
            # Asked for the same number each time: how much comes before damaged data may depend on it.
            while self._damage is None and size < BLOCK and (piece := read(BLOCK)):
                pieces.append(piece)
                size += len(piece)
        except _failures() as error:
            self._damage = error
        if self._damage is not None and not pieces:
            if isinstance(self._damage, UnpacksTooMuch):
                raise self._damage
            if isinstance(self._damage, damage()):
                raise Unreadable("the compressed data is damaged or cut off") from self._damage
            assert isinstance(self._damage, OSError)
            raise unreadable(self._damage) from self._damage
        return b"".join(pieces)


def _failures() -> tuple[type[Exception], ...]:
    """What reading a stream may raise, compressed or not."""
    return (OSError, UnpacksTooMuch, *damage())


def _new_decoder() -> io.IncrementalNewlineDecoder:
    return io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("surrogateescape"), translate=True)


def looks_binary(head: str) -> bool:
    """Whether a file that begins so holds too much that no text holds."""
    sample = head[:_LOOKED_AT]
    return len(_STRANGE.findall(sample)) > _BINARY_SHARE * len(sample)


def _refuse_binary(head: str) -> None:
    """Raise BinaryData where the beginning of a file looks binary."""
    if looks_binary(head):
        sample = head[:_LOOKED_AT]
        strange = len(_STRANGE.findall(sample))
        known = file_type(sample.encode("utf-8", "surrogateescape"))
        if known is not None:
            raise BinaryData(known.words)
        kind = "NUL characters" if sample.count("\0") * 2 > strange else "bytes that are no UTF-8 text"
        raise BinaryData(f"{kind}, {strange} in the first {len(sample)} characters")
