"""Compressed files, opened as what is inside: gzip, bzip2, xz and Zstandard, told by their first bytes."""

from __future__ import annotations

import io
from typing import BinaryIO, cast

from expendibots_notation.files import unreadable

_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
EXTENSIONS = (".gz", ".bz2", ".xz", ".zst")

_CHUNK = 1 << 17


def compression_of(stream: io.BufferedReader) -> str | None:
    """The compression that a stream's first bytes show; None where they show none. Raises Unreadable."""
    try:
        head = stream.peek(6)[:6]
    except OSError as error:
        raise unreadable(error) from error
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


def buffered(stream: BinaryIO) -> io.BufferedReader:
    """The stream as one whose first bytes can be looked at."""
    return stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))


def inside(stream: BinaryIO) -> BinaryIO:
    """The stream itself, or what it holds where it is compressed. Raises Unreadable."""
    outer = buffered(stream)
    kind = compression_of(outer)
    # Each is loaded where it is needed: few files are compressed.
    if kind == "gzip":
        import gzip

        return cast(BinaryIO, gzip.GzipFile(fileobj=outer))
    if kind == "bzip2":
        import bz2

        return cast(BinaryIO, bz2.BZ2File(outer))
    if kind == "xz":
        import lzma

        return cast(BinaryIO, lzma.LZMAFile(outer))
    if kind == "zstd":
        return cast(BinaryIO, io.BufferedReader(_ZstandardStream(outer)))
    return outer


def damage() -> tuple[type[Exception], ...]:
    """What reading from a damaged or cut compressed stream raises, beside OSError. Loads what it needs, so ask only on failure."""
    import gzip
    import lzma
    import zlib

    return (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile)


class _ZstandardStream(io.RawIOBase):
    """What a Zstandard stream holds, frame by frame. A stream that ends inside a frame raises EOFError, as gzip's does."""

    def __init__(self, stream: BinaryIO) -> None:
        import zstandard

        self._stream = stream
        self._new_frame = zstandard.ZstdDecompressor().decompressobj
        self._error = zstandard.ZstdError
        self._frame = self._new_frame()
        self._has_begun = False
        self._ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            packed = self._stream.read(_CHUNK)
            if not packed:
                if self._has_begun:
                    raise EOFError("the compressed data ends inside a frame")
                return 0
            self._unpack(packed)
        size = min(len(target), len(self._ready))
        target[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _unpack(self, packed: bytes) -> None:
        pieces = []
        while packed:
            try:
                pieces.append(self._frame.decompress(packed))
            except self._error as error:
                raise EOFError(str(error)) from None
            self._has_begun = not self._frame.eof
            packed = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame = self._new_frame()
        self._ready = b"".join(pieces)


def without_extension(path: str) -> str:
    """The path without the extension of a compression: `game.log.gz` is a log."""
    for extension in EXTENSIONS:
        if path.lower().endswith(extension):
            return path[: -len(extension)]
    return path
