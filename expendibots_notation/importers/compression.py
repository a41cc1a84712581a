"""Compressed files, opened as what is inside: gzip, bzip2, xz and Zstandard, told by their first bytes."""

from __future__ import annotations

import io
from importlib import import_module
from typing import BinaryIO, cast

from expendibots_notation.files import Unreadable, unreadable
from expendibots_notation.limits import Limits, in_force

_MAGIC = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", b"\x28\xb5\x2f\xfd": "zstd"}
_MODULES = {"gzip": "gzip", "bzip2": "bz2", "xz": "lzma"}
EXTENSIONS = (".gz", ".bz2", ".xz", ".zst")

_CHUNK = 1 << 16
_PACKED_CHUNK = 1 << 10
"""How much is given to Zstandard at a time: what comes of it is at most 32 MB."""
_FREE = 10_000_000
"""So many bytes may come out of the smallest file: short repetitive texts are packed a thousandfold."""


class UnpacksTooMuch(Unreadable):
    """Raised where more comes out of a compressed stream than the limits allow, which the message says."""


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
    """The stream itself, or what it holds where it is compressed. Reading it raises UnpacksTooMuch. Raises Unreadable."""
    outer = buffered(stream)
    kind = compression_of(outer)
    if kind is None:
        return outer
    packed = _Packed(outer)
    return cast(BinaryIO, _Unpacked(_opened(kind, cast(BinaryIO, packed)), packed, in_force()))


def _opened(kind: str, packed: BinaryIO) -> io.BufferedIOBase:
    """What a stream holds that is compressed in that way. Each is loaded where it is needed: few files are compressed."""
    if kind not in _MODULES:
        return io.BufferedReader(_ZstandardStream(packed))
    stream: io.BufferedIOBase = import_module(_MODULES[kind]).open(packed)
    return stream


class _Packed:
    """A compressed stream that counts what is read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.size = 0

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self.size += len(data)
        return data


class _Unpacked:
    """What a compressed stream holds, as far as the limits allow. It is never unpacked by more than a chunk beyond them."""

    def __init__(self, stream: io.BufferedIOBase, packed: _Packed, limits: Limits) -> None:
        self._stream = stream
        self._packed = packed
        self._limits = limits
        self._size = 0

    def read1(self, size: int) -> bytes:
        data = self._stream.read1(min(size, _CHUNK))
        self._size += len(data)
        if self._size > self._limits.unpacked_bytes:
            raise UnpacksTooMuch(f"{self._limits.unpacked_bytes} bytes")
        if self._size > max(_FREE, self._limits.expansion * self._packed.size):
            raise UnpacksTooMuch(f"{self._limits.expansion} times its own size")
        return data

    def read(self, size: int = -1) -> bytes:
        pieces = []
        while size != 0 and (piece := self.read1(size if size > 0 else _CHUNK)):
            pieces.append(piece)
            size -= len(piece) if size > 0 else 0
        return b"".join(pieces)


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
            packed = self._stream.read(_PACKED_CHUNK)
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
    return next((path[: -len(each)] for each in EXTENSIONS if path.lower().endswith(each)), path)
