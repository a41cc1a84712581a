"""The bytes of a file that are at hand while it is gone through."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.files import Unreadable

BLOCK = 96 << 10
"""How many bytes are asked for at a time; importers/text.py says why not more."""
_MARK = b"\xef\xbb\xbf"


class Window:
    """A part of some data: `data` from `at` on; `line` is the line of the file on which that is."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self.blocks = blocks
        self.data = b""
        self.at = 0
        self.line = 1
        self.is_final = False
        """Whether nothing comes behind `data`."""
        self._trouble: Unreadable | None = None
        """Why nothing more can be read."""
        self._before = 0
        """How many bytes stood before `data`, which are given up."""
        self._free: dict[bytes, int] = {}
        """By border: up to where, counted from the beginning of all data, it is known not to begin."""
        self._found: dict[bytes, int] = {}
        """By border: where the next one is. A game that ends before it must not have the next one look for it again."""

    def extend(self) -> None:
        """As much again as there is already, so that looking at a long piece anew costs no more than reading it twice.

        Raises Unreadable.
        """
        if self._trouble is not None:
            raise self._trouble
        pieces = [self.data[self.at :]]
        wanted = max(len(pieces[0]), 1)
        while wanted > 0:
            try:
                block = next(self.blocks, None)
            except Unreadable as error:
                # What was read before it is looked at first.
                self._trouble = error
                break
            if block is None:
                self.is_final = True
                break
            pieces.append(block)
            wanted -= len(block)
        self._before += self.at
        self.data = b"".join(pieces)
        self.at = 0

    def find(self, border: bytes) -> int | None:
        """Where `border` stands, or the end of the data where it does not; None where more must be read to tell."""
        here = self._before + self.at
        if self._found.get(border, -1) >= here:
            return self._found[border] - self._before
        found = self.data.find(border, max(self._free.get(border, 0), here) - self._before)
        if found < 0 and not self.is_final:
            self._free[border] = self._before + max(len(self.data) - len(border) + 1, self.at)
            return None
        found = found if found >= 0 else len(self.data)
        self._found[border] = self._before + found
        return found

    def find_reading(self, border: bytes) -> int:
        """The same, reading on as far as needed."""
        while (found := self.find(border)) is None:
            self.extend()
        return found

    def move_to(self, place: int) -> None:
        """Be done with everything before `place`."""
        self.line += self.data.count(b"\n", self.at, place)
        self.at = place

    def skip_blank_lines(self) -> bool:
        """Go to a line with anything in it; False where there is none."""
        while True:
            feed = self.find_reading(b"\n")
            line = self.data[self.at : feed]
            if line and (line[:1] > b" " or line.decode("utf-8", "surrogateescape").strip()):
                return True
            if feed == len(self.data):
                self.move_to(feed)
                return False
            self.move_to(feed + 1)


def line_feeds(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Data without the byte order mark that it may begin with, and with a line feed for each line ending."""
    held = b""
    is_first = True
    for block in blocks:
        data = held + block
        held = b""
        if is_first:
            data = data.removeprefix(_MARK)
            is_first = False
        if b"\r" in data:
            if data.endswith(b"\r"):
                # A line feed may follow.
                data, held = data[:-1], b"\r"
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        yield data
    if held:
        yield b"\n"
