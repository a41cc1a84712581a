"""Bytes to blocks of text, with what must be said about how the file is written."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO

from expendibots_notation.files import Unreadable, unreadable
from expendibots_notation.filetypes import file_type
from expendibots_notation.importers.compression import DAMAGE

BLOCK = 1 << 18

_TEXT_CONTROLS = frozenset("\t\n\r\f\v\x1b")
_BINARY_SHARE = 0.1
_LINE_ENDINGS = {"\r\n": "CR LF", "\r": "CR"}


class BinaryData(Exception):
    """Raised where a stream is not text at all; the message says how that shows."""


class TextStream:
    """The text of a binary stream, in blocks; what could not be decoded is kept as lone surrogates.

    Line endings become line feeds; `line_ending` says what was seen so far.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder("utf-8")("surrogateescape"), translate=True)
        self._head: str | None = None
        self._is_over = False
        self._damage: Exception | None = None

    @property
    def line_ending(self) -> str | None:
        """The first line ending seen that is not a line feed, in words; None where there is none."""
        seen = self._decoder.newlines
        endings = (seen,) if isinstance(seen, str) else seen or ()
        return next((_LINE_ENDINGS[ending] for ending in endings if ending in _LINE_ENDINGS), None)

    def head(self) -> str:
        """The first block, which `blocks` will give again. Raises BinaryData if that is no text, and Unreadable."""
        if self._head is None:
            self._head = self._next()
            _refuse_binary(self._head)
        return self._head

    def blocks(self) -> Iterator[str]:
        """The text, once. Raises BinaryData and Unreadable."""
        block = self.head()
        while block or not self._is_over:
            yield block
            block = self._next()

    def _next(self) -> str:
        data = self._read_block()
        self._is_over = not data
        return self._decoder.decode(data, final=self._is_over)

    def _read_block(self) -> bytes:
        """The next bytes, nothing at the end. What can be read before damaged data is handed out first. Raises Unreadable."""
        pieces: list[bytes] = []
        size = 0
        read = getattr(self._stream, "read1", self._stream.read)
        try:
            while self._damage is None and size < BLOCK and (piece := read(BLOCK - size)):
                pieces.append(piece)
                size += len(piece)
        except (OSError, *DAMAGE) as error:
            self._damage = error
        if self._damage is not None and not pieces:
            if isinstance(self._damage, DAMAGE):
                raise Unreadable("the compressed data is damaged or cut off") from self._damage
            assert isinstance(self._damage, OSError)
            raise unreadable(self._damage) from self._damage
        return b"".join(pieces)


def _refuse_binary(head: str) -> None:
    """Raise BinaryData where the beginning of a file holds too much that no text holds."""
    sample = head[:4096]
    strange = sum(1 for character in sample if _is_strange(character))
    if sample and strange / len(sample) > _BINARY_SHARE:
        known = file_type(sample.encode("utf-8", "surrogateescape"))
        if known is not None:
            raise BinaryData(known.words)
        kind = "NUL characters" if sample.count("\0") * 2 > strange else "bytes that are no UTF-8 text"
        raise BinaryData(f"{kind}, {strange} in the first {len(sample)} characters")


def _is_strange(character: str) -> bool:
    return (character < " " and character not in _TEXT_CONTROLS) or "\udc80" <= character <= "\udcff"
