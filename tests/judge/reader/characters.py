"""Characters, lines and places: SPEC's sections Terms and Files."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

WHITE_SPACE = " \t\n\f\v\r"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_RECORD = 2_000_000
BEGINNING = 4_096

INVALID = re.compile("[\udc80-\udcff]")
"""A byte that is not part of well-formed UTF-8 is one character, and this is what Python makes of it."""

_STRANGE = re.compile("[\udc80-\udcff\0-\x08\x0e-\x1a\x1c-\x1f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_TAG_LINE = re.compile(r'(?:\A|(?<=[\r\n]))[ \t]*\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*"')


def with_line_feeds(text: str) -> str:
    return _LINE_END.sub("\n", text)


class Text:
    """A whole file: its characters, its lines, and its tag lines, which no comment contains."""

    def __init__(self, data: bytes) -> None:
        self.has_mark = data.startswith(BYTE_ORDER_MARK)
        self.text = data[3 if self.has_mark else 0 :].decode("utf-8", "surrogateescape")
        self._lines = [0, *(found.end() for found in _LINE_END.finditer(self.text))]
        self._tag_lines = [found.start() for found in _TAG_LINE.finditer(self.text)]

    def is_text(self) -> bool:
        beginning = ("\ufeff" * self.has_mark + with_line_feeds(self.text))[:BEGINNING]
        return 10 * len(_STRANGE.findall(beginning)) <= len(beginning)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def tag_line_from(self, offset: int) -> int:
        """The next tag line that begins here or later; the end of the file if there is none."""
        index = bisect_left(self._tag_lines, offset)
        return self._tag_lines[index] if index < len(self._tag_lines) else len(self.text)

    def skip_white_space(self, offset: int) -> int:
        while offset < len(self.text) and self.text[offset] in WHITE_SPACE:
            offset += 1
        return offset
