"""One piece, judged: what a worker does, and what is done without one where that is quicker."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, cast

from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.importers.compression import inside
from expendibots_notation.importers.text import TextStream
from expendibots_notation.jobs.pieces import Piece
from expendibots_notation.pipeline import Overrides, judge_text, unreadable_file
from expendibots_notation.verdict import FileFinding, Result

OnRead = Callable[[int], None]
"""Told how many bytes were read just now."""


def nobody(_size: int) -> None:
    """An OnRead for when nobody wants to know."""


@dataclass(frozen=True, slots=True)
class PieceEnd:
    """What must be known of a piece to judge, and to number, what stands behind it."""

    lines: int = 0
    line_ending: str | None = None
    """The first line ending in it that is no line feed, in words."""


Answer = Result | PieceEnd
"""A result, numbered as if the piece were the whole file, or the end of the piece."""


def judge(piece: Piece, overrides: Overrides, on_read: OnRead = nobody, line_ending: str | None = None) -> Iterator[Answer]:
    """The results on a piece, then its end. A `line_ending` is one of an earlier piece that must still be spoken of."""
    file = display_name(piece.path)
    try:
        with open_binary(piece.path) as stream:
            text = _text(piece, stream, on_read, line_ending)
            yield from judge_text(text, file, replace(overrides, format=piece.format or overrides.format))
            lines = 0 if piece.is_last else _lines(text, piece, stream)
            yield PieceEnd(lines, text.line_ending)
    except Unreadable as error:
        yield FileFinding(unreadable_file(file, error), is_unreadable=True)
        yield PieceEnd()


def _text(piece: Piece, stream: BinaryIO, on_read: OnRead, line_ending: str | None) -> TextStream:
    stretch = cast(BinaryIO, _Stretch(stream, piece, on_read))
    if piece.format is None:
        return TextStream(inside(stretch))
    return TextStream(cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, stretch))), is_beginning=False, line_ending=line_ending)


def _lines(text: TextStream, piece: Piece, stream: BinaryIO) -> int:
    """How many lines a piece has. Where nobody has counted them, another look costs little."""
    if text.lines is not None:
        return text.lines
    assert piece.end is not None
    lines = 0
    is_return_last = False
    stream.seek(piece.start)
    while stream.tell() < piece.end and (data := stream.read(min(1 << 20, piece.end - stream.tell()))):
        lines += data.count(b"\n") - (is_return_last and data[0] == 10)
        if b"\r" in data:
            lines += data.count(b"\r") - data.count(b"\r\n")
        is_return_last = data.endswith(b"\r")
    return lines


class _Stretch(io.RawIOBase):
    """The bytes of a piece."""

    def __init__(self, stream: BinaryIO, piece: Piece, on_read: OnRead) -> None:
        self._stream = cast(io.BufferedReader, stream)
        self._left = None if piece.end is None else piece.end - piece.start
        self._on_read = on_read
        if piece.start:
            stream.seek(piece.start)

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        # One read of the system at most: who types at a terminal is not kept waiting.
        size = self._stream.readinto1(target if self._left is None else target[: self._left])
        if self._left is not None:
            self._left -= size
        self._on_read(size)
        return size
