"""The input, cut into what is handed to one process at a time: pieces of large files, and batches of small ones."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary
from expendibots_notation.importers.compression import buffered, compression_of
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.jobs.borders import find_border, has_borders
from expendibots_notation.pipeline import Overrides, importer_of

PIECE = 1 << 20
"""The length of a piece of a small file, in bytes: so little that at the end no worker is long at its last one while others have
none."""
LONGEST_PIECE = 16 << 20
"""The length of a piece of a large file, where each piece has its price and the last one weighs little."""
_PIECES = 64
BATCH_FILES = 64
BATCH_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Piece:
    """A file, or a stretch of one that begins and ends at borders of records."""

    path: str
    start: int = 0
    end: int | None = None
    """None: all that there is."""
    format: str | None = None
    """What the file holds, where it has been looked at; such a file is text and not compressed."""
    is_last: bool = True
    """Whether the file ends here."""
    is_ours: bool = False
    """Whether only the process that was asked can read it, such as standard input."""


Batch = tuple[Piece, ...]


def batches(paths: Iterable[str], overrides: Overrides) -> Iterator[Batch]:
    """All files in order: small ones several at a time, large ones in pieces."""
    small: list[Piece] = []
    filled = 0
    for path in paths:
        size = size_of(path)
        if size is not None and size < BATCH_BYTES:
            small.append(Piece(path))
            filled += size
            if len(small) < BATCH_FILES and filled < BATCH_BYTES:
                continue
        if small:
            yield tuple(small)
            small, filled = [], 0
        if size is None:
            yield (Piece(path, is_ours=True),)
        elif size >= BATCH_BYTES:
            for piece in _pieces(path, size, overrides):
                yield (piece,)
    if small:
        yield tuple(small)


def size_of(path: str) -> int | None:
    """The size of an ordinary file; None for all else: pipes, devices, what is not there."""
    if path == STANDARD_STREAM:
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _pieces(path: str, size: int, overrides: Overrides) -> Iterator[Piece]:
    """The pieces of a file; a single one where it cannot be cut, or is not worth it."""
    found = _format_with_borders(path, overrides) if size >= 2 * PIECE and overrides.record is None else None
    if found is None:
        yield Piece(path)
        return
    length = min(max(size // _PIECES, PIECE), LONGEST_PIECE)
    start = 0
    while start < size:
        # What little would be left over goes with the last piece.
        is_near_end = size - start < length + length // 2
        end = size if is_near_end else _border_behind(path, found, start + length, size)
        # The last piece goes to the end, wherever that is by then.
        yield Piece(path, start, end if end < size else None, found, is_last=end == size)
        start = end


def _format_with_borders(path: str, overrides: Overrides) -> str | None:
    """The format of a file that can be cut; None for any other. What is wrong with a file is said by who judges it."""
    try:
        with open_binary(path) as stream:
            if compression_of(buffered(stream)) is not None:
                return None
            importer = importer_of(_checked(TextStream(stream)), display_name(path), overrides)
    except (BinaryData, Unreadable):
        return None
    return importer.name if importer is not None and has_borders(importer.name) else None


def _checked(text: TextStream) -> TextStream:
    """The text, if it is one. Raises BinaryData and Unreadable."""
    text.head()
    return text


def _border_behind(path: str, format_name: str, start: int, size: int) -> int:
    """The first border from there on; the end of the file where there is none, or where it can no longer be read."""
    try:
        with open_binary(path) as stream:
            return find_border(stream, format_name, start, size)
    except (OSError, Unreadable):
        return size
