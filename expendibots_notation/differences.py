"""Unified diffs of long texts, which are compared piece by piece: the time grows with the number of pieces, not with its square."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq
from typing import Literal

Opcode = tuple[Literal["replace", "delete", "insert", "equal"], int, int, int, int]
"""As `difflib` has them: what becomes of some old lines, and which new ones take their place."""

MOST_LINES = 300
"""Longer pieces are not searched for what both have in common: that takes the square of their length, or worse."""

NO_LINE_FEED = "\\ No newline at end of file"


def lines_of(text: str) -> list[str]:
    """The lines of a text as programs for diffs divide them, at line feeds only; each with its own."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def unified_diff(name: str, pieces: Iterable[tuple[list[str], list[str]]]) -> Iterator[str]:
    """The lines of a unified diff, without line feeds, for pieces of a file: what each was, and what it becomes."""
    old: list[str] = []
    new: list[str] = []
    opcodes: list[Opcode] = []
    for before, after in pieces:
        for tag, i1, i2, j1, j2 in _compared(before, after):
            _append(opcodes, (tag, i1 + len(old), i2 + len(old), j1 + len(new), j2 + len(new)))
        old += before
        new += after
    hunks = [*_Compared(opcodes).get_grouped_opcodes()]
    if hunks:
        yield f"--- {name}"
        yield f"+++ {name}"
    for hunk in hunks:
        yield f"@@ -{_range(hunk[0][1], hunk[-1][2])} +{_range(hunk[0][3], hunk[-1][4])} @@"
        for kind, i1, i2, j1, j2 in hunk:
            if kind == "equal":
                yield from _marked(" ", old[i1:i2])
            else:
                yield from _marked("-", old[i1:i2])
                yield from _marked("+", new[j1:j2])


class _Compared(SequenceMatcher[str]):
    """Texts that have been compared already, for `get_grouped_opcodes`."""

    def __init__(self, opcodes: list[Opcode]) -> None:
        super().__init__()
        self._opcodes = opcodes

    def get_opcodes(self) -> list[Opcode]:
        return self._opcodes


def _compared(before: list[str], after: list[str]) -> list[Opcode]:
    """How one piece becomes another; of a long one, all between the first and the last line that differ is replaced."""
    if before == after:
        return [("equal", 0, len(before), 0, len(after))]
    if max(len(before), len(after)) <= MOST_LINES:
        return SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    first = _in_common(before, after)
    last = _in_common(before[first:][::-1], after[first:][::-1])
    i, j = len(before) - last, len(after) - last
    return [("equal", 0, first, 0, first), ("replace", first, i, first, j), ("equal", i, len(before), j, len(after))]


def _in_common(before: list[str], after: list[str]) -> int:
    """How many lines are the same from the start."""
    return sum(takewhile(bool, map(eq, before, after)))


def _append(opcodes: list[Opcode], found: Opcode) -> None:
    """Add an opcode; what is equal on both sides of a border between pieces is one stretch."""
    tag, i1, i2, j1, j2 = found
    if (i1, j1) == (i2, j2):
        return
    if opcodes and tag == opcodes[-1][0] == "equal":
        found = (tag, opcodes[-1][1], i2, opcodes[-1][3], j2)
        opcodes.pop()
    opcodes.append(found)


def _range(start: int, stop: int) -> str:
    """Lines from 1, as the head of a hunk has them; of no lines, the one before."""
    length = stop - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        yield mark + line.removesuffix("\n")
        if not line.endswith("\n"):
            yield NO_LINE_FEED
