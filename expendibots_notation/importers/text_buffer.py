"""A text that comes in blocks, of which only what is still needed is held."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.files import Unreadable


class TextBuffer:
    """The part of a text that has arrived and is not yet dealt with: `text` from `start` on."""

    def __init__(self, blocks: Iterator[str], line: int = 1, column: int = 1) -> None:
        self.blocks = blocks
        self.text = ""
        self.start = 0
        self.line = line
        """The line of the file on which `start` is."""
        self.column = column
        self.is_final = False
        """Whether there is nothing more to come."""
        self._trouble: Unreadable | None = None

    @property
    def size(self) -> int:
        """How many characters there are from `start` on."""
        return len(self.text) - self.start

    def read_more(self) -> None:
        """As much again as there is already, so that looking at a long piece anew costs no more than reading it twice.

        Raises Unreadable, once what could still be read has been looked at.
        """
        pieces = [self.text[self.start :]]
        wanted = max(len(pieces[0]), 1)
        while wanted > 0:
            try:
                block = self._next_block()
            except Unreadable:
                if len(pieces) == 1:
                    raise
                break
            if block is None:
                self.is_final = True
                break
            pieces.append(block)
            wanted -= len(block)
        self.text = "".join(pieces)
        self.start = 0

    def read_block(self) -> None:
        """One more block. Raises Unreadable."""
        block = self._next_block()
        self.is_final = block is None
        self.text = self.text[self.start :] + (block or "")
        self.start = 0

    def _next_block(self) -> str | None:
        """The next block, None at the end. Blocks that cannot be read raise Unreadable, now and again."""
        if self._trouble is not None:
            raise self._trouble
        try:
            return next(self.blocks, None)
        except Unreadable as error:
            self._trouble = error
            raise

    def move_on(self, end: int) -> None:
        """Be done with everything before `end`."""
        lines = self.text.count("\n", self.start, end)
        self.line += lines
        self.column = end - self.text.rfind("\n", self.start, end) if lines else self.column + end - self.start
        self.start = end
