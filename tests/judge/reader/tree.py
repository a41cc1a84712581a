"""What a record says, as far as it could be read."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Turn:
    number: int
    dots: int
    at: int


@dataclass
class Variation:
    line: Line
    after: list[str] = field(default_factory=list)
    """The comments after it."""


@dataclass
class Item:
    """An event of chance, or an action: whatever comments and variations can follow."""

    text: str = ""
    """In its canonical form."""
    after: list[str] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def add_comment(self, text: str) -> None:
        (self.variations[-1].after if self.variations else self.after).append(text)


@dataclass
class Ply(Item):
    turn: Turn | None = None
    before: list[str] = field(default_factory=list)
    glyph: str = ""
    nags: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    number: int = 0
    """The turn number by count."""
    wrong_number: int | None = None
    """The written one, if that contradicts the count."""
    player: int = 0


@dataclass
class Line:
    """The main line or a variation. A rejected action is its last ply."""

    lead: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    plies: list[Ply] = field(default_factory=list)
    dangling: Turn | None = None
    """A turn number with no action after it."""
    wrong_dangling: str = ""
    """The same as a word, if it contradicts the count."""
    result: str | None = None


@dataclass
class Tag:
    name: str
    value: str | None
    at: int


@dataclass
class Record:
    start: int
    end: int
    preface: list[str] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    line: Line = field(default_factory=Line)
    result_at: int = 0
    closing: list[str] = field(default_factory=list)

    values: dict[str, Tag] = field(default_factory=dict)
    """For each name, the first tag that has a value."""
