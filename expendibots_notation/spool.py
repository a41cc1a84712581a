"""Text that has to wait until what comes before it is known: kept on disk once it is long, so that no memory grows with it."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from weakref import finalize

_IN_MEMORY = 1 << 22
"""How much is kept in memory; with more, all goes to a temporary file without a name, which vanishes with this process."""
_BLOCK = 1 << 16


class Spool:
    """Takes pieces of text, and gives them back in their order. Whatever the disk refuses raises OSError."""

    def __init__(self) -> None:
        self.pieces = 0
        """How many there are."""
        # Text as it is: no line end is changed, and half characters survive.
        self._file = SpooledTemporaryFile(  # noqa: SIM115 - closed with this object, also where a run fails
            _IN_MEMORY, "w+", encoding="utf-8", errors="surrogatepass", newline=""
        )
        finalize(self, self._file.close)

    def add(self, piece: str) -> None:
        """Keep a piece."""
        self._file.write(piece)
        self.pieces += 1

    def poured(self) -> Iterator[str]:
        """All that was added, in blocks; it is empty when they have been taken."""
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            yield block
        self._file.seek(0)
        self._file.truncate()
        self.pieces = 0
