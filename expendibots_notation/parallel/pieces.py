"""The input, cut into what one process gets at a time: pieces of large files, and batches of small ones.

A file is cut only where a record surely begins, whatever comes before: at a *border*. In a referee log each line that begins a game
is one, by definition. In XBN, a line that begins with a tag begins a new record if the present one has had anything but tags and
comments (`notation/borders.py`). So it is a border if the last line before it that is not blank is a *plain* line, one with a
result at its end and without any of `;{}[]"~<>`:

- A plain line is not a tag, nor a line that only begins like one: those have a bracket, and the other lines of a tag hold only
  blanks, a string or a bracket.
- It is not in a comment. One to the end of the line has a semicolon. One in braces would have to be closed after the plain line,
  but only blanks follow up to the tag, and no comment goes on beyond a line that begins with a tag. One that is never closed would
  end there too, but a reader that sees the end of the text there cannot tell whose comment it is. So no comment may have been
  opened since the last line with a tag and not been closed. The items in angle brackets that some games have end there likewise;
  one that is never closed is not an item.
- So it is read as actions, in whatever record, and the tag after it begins the next one, whatever is still open. A record that is
  too long is skipped up to a tag after its own tags: that one, at the latest.

A carriage return between the two must not be the first of the file, which is reported at the record after it. One at the end of the
plain line itself is reported at the record before.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO

from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary
from expendibots_notation.importers.compression import inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.notation.strings import TAG_START
from expendibots_notation.pipeline import Overrides, importer_of

PIECE = 1 << 18
"""The length of a piece of a small file, in bytes: so short that no worker has a last one for long while others have none.

Of any file, where results take much more room than what they are made of."""
LONGEST_PIECE = 4 << 20
"""The length of a piece of a large file, where each has its price."""
_PIECES = 64
BATCH_FILES = 64
BATCH_BYTES = 1 << 18

STEP = 1 << 17
"""How many bytes are looked at in one go for a border."""

_RESULT_AND_TAG = re.compile(
    rb"(?:\*|1-0|0-1|1/2-1/2)[ \t]*+(?:\r\n(?:[ \t\f\v\r]*+\n)*+|\n(?:[ \t\f\v]*+\n)*+)(?=[ \t]*+" + TAG_START.encode() + rb")"
)
_CLOSED_COMMENT = re.compile(rb"\{(?:[^}\\]|\\.)*+\}", re.DOTALL)
_NOT_PLAIN = re.compile(rb'[;{}\[\]"~<>]')


@dataclass(frozen=True, slots=True)
class Piece:
    """A file, or a stretch of one that begins and ends at borders of records."""

    path: str
    start: int = 0
    end: int | None = None
    """None: the end of the file, wherever that is by then."""
    format: str | None = None
    """What the file holds, where it has been looked at; such a file is text and not compressed."""
    size: int | None = None
    """The number of its bytes. None where only the process that was asked can read them, such as standard input."""


Batch = tuple[Piece, ...]


def batches(paths: Iterable[str], overrides: Overrides, is_short: bool = True) -> Iterator[Batch]:
    """All files in order: small ones several at a time, large ones in pieces."""
    batch: list[Piece] = []
    filled = 0
    for piece in chain.from_iterable(_pieces(path, overrides, is_short) for path in paths):
        if piece.size is None and batch:
            yield tuple(batch)
            batch, filled = [], 0
        batch.append(piece)
        filled += piece.size or 0
        if piece.size is None or filled >= BATCH_BYTES or len(batch) == BATCH_FILES:
            yield tuple(batch)
            batch, filled = [], 0
    if batch:
        yield tuple(batch)


def size_of(path: str) -> int | None:
    """The size of an ordinary file; None for all else: pipes, devices, what is not there."""
    if path == STANDARD_STREAM:
        return None
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size if stat.S_ISREG(found.st_mode) else None


def _pieces(path: str, overrides: Overrides, is_short: bool) -> Iterator[Piece]:
    """The pieces of a file; a single one where it cannot be cut, or is not worth it."""
    size = size_of(path)
    found = None if size is None or size < 2 * PIECE or overrides.record else _format_with_borders(path, overrides)
    if size is None or found is None:
        yield Piece(path, size=size)
        return
    length = min(max(size // _PIECES, PIECE), LONGEST_PIECE) if is_short else PIECE
    start = 0
    while start < size:
        # A short rest goes with the last piece.
        is_near_end = size - start < length + length // 2
        end = size if is_near_end else _border_after(path, found, start + length, size)
        yield Piece(path, start, end if end < size else None, found, end - start)
        start = end


def _format_with_borders(path: str, overrides: Overrides) -> str | None:
    """The format of a file that can be cut; None for any other. What is wrong with a file is reported by whoever reads it."""
    try:
        with open_binary(path) as stream:
            if inside(stream) is not stream:
                return None  # compressed
            text = TextStream(stream)
            text.head()  # raises BinaryData, whatever the format is said to be
            importer = importer_of(text, display_name(path), overrides)
    except (BinaryData, Unreadable):
        return None
    return importer.name if importer is not None and importer.name in ("xbn", "referee-log") else None


def _border_after(path: str, format_name: str, start: int, size: int) -> int:
    """The first border from there on; the end of the file where there is none, or where it can no longer be read."""
    try:
        with open_binary(path) as stream:
            return find_border(stream, format_name, start, size)
    except (OSError, Unreadable):
        return size


def find_border(stream: BinaryIO, format_name: str, start: int, end: int) -> int:
    """The first border that can be told from one look between `start` and `end`; `end` where there is none."""
    look = _xbn_border if format_name == "xbn" else _referee_log_border
    for at in range(start, end, STEP):
        stream.seek(at)
        found = look(stream.read(min(STEP, end - at)))
        if found >= 0:
            return at + found
    return end


def _xbn_border(data: bytes) -> int:
    """Where the first line begins that is a border; -1 where there is none."""
    for found in _RESULT_AND_TAG.finditer(data):
        line = data.rfind(b"\n", 0, found.start())
        if line >= 0 and not _NOT_PLAIN.search(data, line, found.start()) and not _may_be_open(data, line):
            return found.end()
    return -1


def _may_be_open(data: bytes, end: int) -> bool:
    """Whether a comment may be open at the end of a line, as far as can be told from the last line with a tag before it."""
    tag = data.rfind(b"\n[", 0, end)
    return tag < 0 or b"{" in _CLOSED_COMMENT.sub(b"", data[tag:end])


def _referee_log_border(data: bytes) -> int:
    from expendibots_notation.importers.referee_log import START  # loaded here: few commands read logs

    return data.find(b"\n" + START.encode()) + 1 or -1
