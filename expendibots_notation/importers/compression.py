"""Compressed files, opened as what is inside: gzip, bzip2, xz and Zstandard, told by their first bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from typing import BinaryIO, cast

from expendibots_notation.files import unreadable

_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
EXTENSIONS = (".gz", ".bz2", ".xz", ".zst")

DAMAGE = (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile)
"""What reading from a damaged compressed stream raises, beside OSError."""


def inside(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or what it holds where it is compressed. Raises Unreadable."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    try:
        head = buffered.peek(6)[:6]
    except OSError as error:
        raise unreadable(error) from error
    kind = next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)
    if kind == "gzip":
        return cast(BinaryIO, gzip.GzipFile(fileobj=buffered))
    if kind == "bzip2":
        return cast(BinaryIO, bz2.BZ2File(buffered))
    if kind == "xz":
        return cast(BinaryIO, lzma.LZMAFile(buffered))
    if kind == "zstd":
        return _zstandard(buffered)
    return buffered


def _zstandard(stream: BinaryIO) -> BinaryIO:
    import zstandard

    return cast(BinaryIO, zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True))


def without_extension(path: str) -> str:
    """The path without the extension of a compression: `game.log.gz` is a log."""
    for extension in EXTENSIONS:
        if path.lower().endswith(extension):
            return path[: -len(extension)]
    return path
