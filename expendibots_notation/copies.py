"""Records that hold the same game: the same actions, the same in a mirror, or one the beginning of the other.

Canonical texts are compared (see `identity`), of a text and its mirror image the smaller one. Sorted, a text comes directly before
those that begin with it, so the work is that of sorting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from expendibots_notation.board import counted
from expendibots_notation.identity import content_id, content_of, scribes_of
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun

Relation = Literal["first", "same", "mirrored", "prefix", "mirrored-prefix"]
"""What the first record of a group is to a record."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A record of a group."""

    file: str
    index: int
    line: int
    plies: int
    is_mirrored: bool
    """Whether left and right are exchanged in comparison with the first record of the group."""
    relation: Relation = "first"

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}: record {self.index}"


@dataclass(frozen=True, slots=True)
class CopyGroup:
    """Records with the same actions, mirrored or not, and those that go on where these stop."""

    id: str
    """The content id of the first record."""
    records: tuple[Copy, ...]
    """In the order in which they were read."""
    prefix_of: tuple[Copy, ...]
    """Of each longer game that begins with these actions, the first record; not those that continue one of the others here."""

    @property
    def plies(self) -> int:
        return self.records[0].plies


@dataclass(frozen=True, slots=True)
class Compared:
    """What is compared of a record."""

    id: str
    """Its content id."""
    text: bytes
    """The smaller one of the canonical text and its mirror image."""
    is_mirrored: bool
    """Whether that is the mirror image."""
    is_symmetric: bool
    """Whether the game is its own mirror image."""
    plies: int


def compared(record: Record) -> Compared | None:
    """What is compared of a record; None where it has no content id."""
    content = content_of(record)
    if content is None:
        return None
    text, mirror = content.text, content.mirrored_text
    is_mirrored = mirror is not None and mirror < text
    smaller = mirror if mirror is not None and is_mirrored else text
    return Compared(content.id, smaller.encode(), is_mirrored, mirror == text, content.plies)


def compared_in(run: CleanRun) -> CleanRun:
    """The run, with what is compared of each record as its parts instead of its transcripts."""
    parts: list[Compared | None] = []
    scribes = scribes_of(run)
    assert run.transcripts is not None
    for row, plies in enumerate(run.plies):
        scribe = scribes[run.rules_of[row]]
        if scribe is None:
            parts.append(None)
            continue
        lines = run.transcripts.actions(row)
        text, order = scribe.text(lines), scribe.compares(lines)
        mirror = scribe.mirrored_text(lines) if order < 0 else None
        parts.append(Compared(content_id(text), mirror or text, order < 0, order == 0, plies))
    return replace(run, transcripts=None, parts=parts)


@dataclass(slots=True)
class _Entry:
    """The records of one game."""

    text: bytes
    """The smaller one of the canonical text and its mirror image."""
    id: str
    """The content id of the first record."""
    records: list[Copy] = field(default_factory=list)
    """Here `is_mirrored` compares with `text`."""
    orders: list[int] = field(default_factory=list)
    """When each record was read."""
    is_symmetric: bool = False
    """Whether the game is its own mirror image."""


class CopySearch:
    """Takes records one at a time and then tells which of them hold the same game."""

    def __init__(self) -> None:
        self._entries: dict[bytes, _Entry] = {}
        self._count = 0

    def add(self, file: str, index: int, line: int, found: Compared) -> None:
        """Remember a record. One without any action is like every other, which means nothing: it is left out."""
        if found.plies == 0:
            return
        entry = self._entries.get(found.text)
        if entry is None:
            entry = self._entries[found.text] = _Entry(found.text, found.id, is_symmetric=found.is_symmetric)
        entry.records.append(Copy(file, index, line, found.plies, found.is_mirrored))
        entry.orders.append(self._count)
        self._count += 1

    def groups(self) -> list[CopyGroup]:
        """The groups, by when the first record of each was read."""
        longer = self._continuations()
        found = []
        for entry in self._entries.values():
            if len(entry.records) > 1 or entry.text in longer:
                found.append((entry.orders[0], self._group(entry, longer.get(entry.text, []))))
        return [group for _, group in sorted(found, key=lambda each: each[0])]

    def _continuations(self) -> dict[bytes, list[_Entry]]:
        """By the text of a game: the games that begin with it, but for those that begin with a longer such beginning."""
        found: dict[bytes, list[_Entry]] = {}
        beginnings: list[bytes] = []
        for text in sorted(self._entries):
            while beginnings and not text.startswith(beginnings[-1]):
                beginnings.pop()
            if beginnings:
                found.setdefault(beginnings[-1], []).append(self._entries[text])
            beginnings.append(text)
        return found

    def _group(self, entry: _Entry, longer: list[_Entry]) -> CopyGroup:
        first = entry.records[0]
        records = (replace(first, is_mirrored=False), *(_beside(first, each, "same", "mirrored") for each in entry.records[1:]))
        longer.sort(key=lambda each: each.orders[0])
        # A beginning that is its own mirror image is a beginning of the longer game as it stands.
        mirrored: Relation = "prefix" if entry.is_symmetric else "mirrored-prefix"
        continued = tuple(_beside(first, each.records[0], "prefix", mirrored) for each in longer)
        return CopyGroup(entry.id, records, continued)


def _beside(first: Copy, other: Copy, plain: Relation, mirrored: Relation) -> Copy:
    """A record as it compares with the first of its group."""
    relation = plain if first.is_mirrored == other.is_mirrored else mirrored
    return replace(other, is_mirrored=relation.startswith("mirrored"), relation=relation)


# In words


def copies_in_words(groups: list[CopyGroup]) -> Iterator[str]:
    """All groups in lines, below a line that counts them. They hold names of files, which the caller makes harmless."""
    if not groups:
        yield "duplicates: none"
        return
    yield f"duplicates: {counted(len(groups), 'group')}"
    for group in groups:
        first, *others = group.records
        plies = "1 ply" if group.plies == 1 else f"{group.plies} plies"
        yield f"{first.place} ({plies}, {group.id})"
        for each in others:
            yield f"  {'the same mirrored' if each.is_mirrored else 'the same'}: {each.place}"
        for each in group.prefix_of:
            mirrored = ", mirrored" if each.is_mirrored else ""
            yield f"  a prefix of: {each.place} ({each.plies} plies{mirrored})"
