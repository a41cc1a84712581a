"""Where a file may be cut: places at which a record surely begins, told from the few lines before them.

Who looks at the middle of a file does not know whether it is inside a comment, a variation or a set of tags. A border must
therefore hold whatever stands before it.

In XBN, a line that begins with a tag begins a new record exactly where the present record has had anything but tags and comments
(`notation/borders.py`). So it is a border if the last line before it that is not blank is such a thing: a *plain* line, one with a
result at its end and without any of `;{}[]"~<>`.

- It is no tag, and no line that merely begins like one: those have a bracket, and what may stand on the other lines of a tag is
  nothing but blanks, a string or a bracket.
- It is in no comment. One to the end of the line has a semicolon. One in braces would have to be closed behind the plain line, but
  between it and the tag there are only blanks, and no comment goes on beyond a line that begins with a tag. One that is never
  closed would end there too, but a reader that sees the end of the text there cannot tell whose comment it is. So no comment may
  have been opened since the last line with a tag and not been closed. The items in angle brackets that some games have end there
  likewise; one that is never closed is none.
- So it is read as actions, in whatever record; and the tag behind it begins the next one, whatever is still open. A record that is
  too long is skipped up to a tag behind its own tags: that one, at the latest.

Between the two there must be no carriage return that is the first of the file: it would be spoken of at the record behind it. One
at the end of the plain line itself is spoken of at the record before.

In a referee log every line that begins a game does so, by definition.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import BinaryIO

from expendibots_notation.notation.strings import TAG_START

STEP = 1 << 16
"""How many bytes are looked at in one go."""
OVERLAP = 1 << 12
"""How many of them are looked at again with the next: a border whose lines are longer than that is not found."""

_RESULT_AND_TAG = re.compile(
    rb"(?:\*|1-0|0-1|1/2-1/2)[ \t]*+(?:\r\n(?:[ \t\f\v\r]*+\n)*+|\n(?:[ \t\f\v]*+\n)*+)(?=[ \t]*+" + TAG_START.encode() + rb")"
)
_CLOSED_COMMENT = re.compile(rb"\{(?:[^}\\]|\\.)*+\}", re.DOTALL)
_NOT_PLAIN = re.compile(rb'[;{}\[\]"~<>]')


def find_border(stream: BinaryIO, format_name: str, start: int, end: int) -> int:
    """The first border that can be told from what stands between `start` and `end`; `end` where there is none."""
    look = _LOOKS[format_name]
    while start < end:
        stream.seek(start)
        data = stream.read(min(STEP + OVERLAP, end - start))
        found = look(data)
        if found >= 0:
            return start + found
        start += STEP
    return end


def has_borders(format_name: str) -> bool:
    """Whether files of a format can be cut."""
    return format_name in _LOOKS


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


_LOOKS: dict[str, Callable[[bytes], int]] = {"xbn": _xbn_border, "referee-log": _referee_log_border}
"""By the name of the format."""
