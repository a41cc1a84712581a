"""Bytes that come in blocks, of which only what is still needed is held."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.files import Unreadable


class ByteBuffer:
    """The part of a stream that has arrived and is not yet dealt with: `data` from `at` on."""

    def __init__(self, blocks: Iterator[bytes], line: int = 1, column: int = 1) -> None:
        self.blocks = blocks
        self.data = b""
        self.at = 0
        self.line = line
        """The line of the file on which `at` is, and the column in characters."""
        self.column = column
        self.before = 0
        """The number of bytes before `data`, which are given up."""
        self.is_final = False
        """Whether nothing comes after `data`."""
        self._trouble: Unreadable | None = None

    @property
    def size(self) -> int:
        """The number of bytes from `at` on."""
        return len(self.data) - self.at

    def read_more(self) -> None:
        """Read as much again as there is already, so that looking at a long piece anew costs no more than reading it twice.

        Raises Unreadable, once what could still be read has been looked at.
        """
        wanted = max(self.size, 1)
        pieces: list[bytes] = []
        while wanted > 0:
            try:
                block = self._next_block()
            except Unreadable:
                if not pieces:
                    raise
                break
            if block is None:
                break
            pieces.append(block)
            wanted -= len(block)
        self._keep(pieces)

    def read_block(self) -> None:
        """Read one more block. Raises Unreadable."""
        block = self._next_block()
        self._keep([] if block is None else [block])

    def _keep(self, pieces: list[bytes]) -> None:
        self.data = b"".join([self.data[self.at :], *pieces])
        self.before += self.at
        self.at = 0

    def _next_block(self) -> bytes | None:
        """The next block, None at the end. After blocks that cannot be read, every later call raises the same error."""
        if self._trouble is not None:
            raise self._trouble
        try:
            block = next(self.blocks, None)
        except Unreadable as error:
            self._trouble = error
            raise
        self.is_final = block is None
        return block

    def move_to(self, end: int) -> None:
        """Be done with everything before `end`."""
        self.skip_to(end, self.line + self.data.count(b"\n", self.at, end))

    def skip_to(self, end: int, line: int) -> None:
        """The same as `move_to`, where the line is known."""
        feed = self.data.rfind(b"\n", self.at, end)
        if feed >= 0:
            self.at = feed + 1
            self.column = 1
        self.column += self.characters(end)
        self.at = end
        self.line = line

    def characters(self, end: int) -> int:
        """The number of characters from `at` to `end`; each byte that is not UTF-8 counts."""
        return len(self.data[self.at : end].decode("utf-8", "surrogateescape"))

    def after(self, characters: int) -> int | None:
        """The place after so many characters from `at` on; None where there are fewer."""
        text = self.data[self.at : self.at + 4 * characters].decode("utf-8", "surrogateescape")
        if len(text) < characters:
            return None
        return self.at + len(text[:characters].encode("utf-8", "surrogateescape"))
