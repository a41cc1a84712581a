"""The task of a worker: one piece, read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Generic, TypeVar, cast

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.importers.compression import inside
from expendibots_notation.importers.text import TextStream
from expendibots_notation.parallel.pieces import Piece
from expendibots_notation.pipeline import Overrides, beginning_of, unreadable_file
from expendibots_notation.verdict import FileFinding

T = TypeVar("T")
Way = Callable[[TextStream, str, Overrides], Iterable[T]]
"""What is made of a text, which may be a part of a file of that name. Raises Unreadable."""
OnRead = Callable[[int], None]
"""Told how many bytes were read just now."""


def nobody(_size: int) -> None:
    """An OnRead for when nobody wants to know."""


@dataclass(frozen=True, slots=True)
class PieceEnd:
    """What must be known of a piece to number, and to judge, what comes after it."""

    piece: Piece
    lines: int = 0
    line_ending: str | None = None
    """The first line ending in it that is not a line feed, in words; None in a format that may have any."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """From a piece to results, numbered as if it were the whole file, and its end."""

    way: Way[T]
    overrides: Overrides

    def __call__(
        self, piece: Piece, on_read: OnRead = nobody, line_ending: str | None = None
    ) -> Iterator[T | FileFinding | PieceEnd]:
        """Read a piece; `line_ending` is one of an earlier piece that must still be reported."""
        file = display_name(piece.path)
        try:
            with open_binary(piece.path) as stream:
                text = _text(piece, stream, on_read, line_ending)
                yield from self.way(text, file, replace(self.overrides, format=piece.format or self.overrides.format))
                # Only records of XBN report line endings.
                line_ending = text.line_ending if piece.format == "xbn" else None
                yield PieceEnd(piece, 0 if piece.end is None else _lines(text, piece, stream), line_ending)
        except Unreadable as error:
            yield FileFinding(unreadable_file(file, error), is_unreadable=True)
            yield PieceEnd(piece)

    def lost(self, piece: Piece, problem: str) -> Iterator[FileFinding | PieceEnd]:
        """What is said of a piece over which processes died."""
        place = beginning_of(display_name(piece.path))
        yield FileFinding(diagnose("worker-crashed", place, problem=problem), is_unreadable=True)
        yield PieceEnd(piece)


def _text(piece: Piece, stream: BinaryIO, on_read: OnRead, line_ending: str | None) -> TextStream:
    data = io.BufferedReader(_Stretch(stream, piece, on_read))
    return TextStream(inside(data)) if piece.format is None else TextStream(data, is_beginning=False, line_ending=line_ending)


def _lines(text: TextStream, piece: Piece, stream: BinaryIO) -> int:
    """How many lines a piece has. Where they have not been counted, another look costs little."""
    if text.lines is not None:
        return text.lines
    data = io.BufferedReader(_Stretch(stream, piece, nobody))
    decoder = io.IncrementalNewlineDecoder(None, translate=True)
    return sum(decoder.decode(block.decode("latin-1")).count("\n") for block in iter(lambda: data.read(1 << 20), b""))


class _Stretch(io.RawIOBase):
    """The bytes of a piece."""

    def __init__(self, stream: BinaryIO, piece: Piece, on_read: OnRead) -> None:
        self._stream = cast(io.BufferedReader, stream)
        self._left = None if piece.end is None else piece.end - piece.start
        self._on_read = on_read
        if piece.format is not None:
            stream.seek(piece.start)

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        # One read of the system at most: whoever types at a terminal is not kept waiting.
        size = self._stream.readinto1(target if self._left is None else target[: self._left])
        if self._left is not None:
            self._left -= size
        self._on_read(size)
        return size
