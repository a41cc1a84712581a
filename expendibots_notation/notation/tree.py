"""The syntax tree of a record: what its text says, before any rule is asked.

Two records are equal when they say the same: places (`span`) are not compared. Trees never change, but not all nodes are frozen:
those of every action are made faster without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from expendibots_notation.diagnostics.model import Diagnostic, Source, Span
from expendibots_notation.game import Action, Claim

NOWHERE = Span(0, 0)

FORMAT_TAG, GAME_TAG, RULES_TAG, SETUP_TAG = "Format", "Game", "Rules", "Setup"
RESULT_TAG, TERMINATION_TAG = "Result", "Termination"
FRAME_TAGS = (FORMAT_TAG, GAME_TAG, RULES_TAG, SETUP_TAG, RESULT_TAG, TERMINATION_TAG)
"""The tags that the notation itself understands, in canonical order. They become fields of a record."""

FORMAT = "xbn 1"

NO_DOTS = 0

AttributeValue = int | float | str

RAW = "raw"
"""The attribute that keeps how a foreign format spelled an action, where that is not how it would be written again."""


@dataclass(frozen=True, slots=True)
class Tag:
    name: str
    value: str
    span: Span = field(default=NOWHERE, compare=False)


def values_by_name(tags: Iterable[Tag]) -> dict[str, str]:
    """The value of each tag by its name; the first of a repeated one, which is an error."""
    values: dict[str, str] = {}
    for tag in tags:
        values.setdefault(tag.name, tag.value)
    return values


@dataclass(frozen=True, slots=True)
class Comment:
    text: str
    """Without braces and escapes; line breaks are line feeds."""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(slots=True, unsafe_hash=True)
class TurnMark:
    """A turn number as it stands before an action."""

    number: int
    dots: int
    """How many dots follow the number; NO_DOTS where the format has none."""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Notes:
    """What is said about an action: everything around it that is not the action itself."""

    before: tuple[Comment, ...] = ()
    """Comments between the turn number and the action."""
    glyphs: tuple[str, ...] = ()
    """At most one of `!` to `?!`, then NAGs as `$n`."""
    attributes: tuple[tuple[str, AttributeValue], ...] = ()
    comments: tuple[Comment, ...] = ()
    variations: tuple[Variation, ...] = ()


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Item:
    """What a game has between its actions, in angle brackets: an event of chance. It belongs to the action before it."""

    text: str
    """The canonical text, with the brackets."""
    event: Action
    """None where the game is not known, or where it cannot read the text."""
    notes: Notes = NO_NOTES
    """Only comments, and variations that replace the action to which the item belongs."""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Ply:
    """One action of a line."""

    text: str
    """The canonical text of the action, with the effect that it claims."""
    action: Action
    """None where the game is not known."""
    claim: Claim = None
    notes: Notes = NO_NOTES
    mark: TurnMark | None = field(default=None, compare=False)
    """The turn number that was written, right or wrong; None where there was none."""
    span: Span = field(default=NOWHERE, compare=False)
    items: tuple[Item, ...] = ()
    """What follows before the next action."""

    def variations(self) -> tuple[Variation, ...]:
        """The lines that replace this action, wherever they stand behind it."""
        own = self.notes.variations
        return own if not self.items else own + tuple(other for item in self.items for other in item.notes.variations)


@dataclass(frozen=True, slots=True)
class Rejected:
    """An action that the referee refused: written as an action, or as the raw text that was sent."""

    text: str | None
    """The canonical text; None where only a raw text is known."""
    raw: str | None
    action: Action
    """None for a raw text, which only the game can interpret."""
    notes: Notes = NO_NOTES
    mark: TurnMark | None = field(default=None, compare=False)
    span: Span = field(default=NOWHERE, compare=False)

    def variations(self) -> tuple[Variation, ...]:
        """The lines that replace this action."""
        return self.notes.variations


@dataclass(frozen=True, slots=True)
class Line:
    """A series of actions: the main line of a record, or a variation."""

    plies: tuple[Ply, ...] = ()
    lead: tuple[Comment, ...] = ()
    """Comments before the first action."""
    rejected: Rejected | None = None
    result: str | None = None
    """The result token, canonically spelled; None where there is none."""
    result_span: Span = field(default=NOWHERE, compare=False)
    dangling: TurnMark | None = field(default=None, compare=False)
    """A turn number that no action follows."""
    items: tuple[Item, ...] = ()
    """What comes before the first action, behind the comments there."""

    def first_variations(self) -> Iterator[Variation]:
        """The lines that replace this one from its beginning: those that stand behind items before the first action."""
        for item in self.items:
            yield from item.notes.variations


@dataclass(frozen=True, slots=True)
class Variation:
    """A line that replaces the action behind which it stands."""

    line: Line
    after: tuple[Comment, ...] = ()
    """Comments that follow the closing parenthesis."""
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game record."""

    game: str
    """The id of the game; the value of the Game tag where no such game is known."""
    rules: str = "text"
    setup: str | None = None
    tags: tuple[Tag, ...] = ()
    """All tags but those which have a field of their own, in the order of the record."""
    result: str | None = None
    """The value of the Result tag; the result token's where there is no such tag."""
    termination: str | None = None
    line: Line = field(default_factory=Line)
    preface: tuple[Comment, ...] = ()
    """Comments before or among the tags."""
    closing: tuple[Comment, ...] = ()
    """Comments behind the result token."""

    index: int = field(default=1, compare=False)
    """The record's number in its file, from 1."""
    source: Source = field(default_factory=lambda: Source(""), compare=False, repr=False)
    tag_spans: dict[str, Span] = field(default_factory=dict, compare=False, repr=False)
    findings: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)
    """What the reader has to say about the text."""
    is_native: bool = field(default=True, compare=False)
    """Whether the source is XBN, of which style can be asked."""
    is_whole: bool = field(default=True, compare=False)
    """False where the text could not be read to its end: the tree then holds what stands before the trouble."""
    sides: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """What the game calls its players, in turn order; nothing where the game is not known."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The actions of the main line, each as canonical text with the effect that it claims."""
        return tuple(ply.text for ply in self.line.plies)

    @property
    def players(self) -> dict[str, str | None]:
        """The name of each player by side, such as `white`; None where the record does not name it."""
        return {side: self.tag(side.capitalize()) for side in self.sides}

    def tag(self, name: str) -> str | None:
        """The value of a tag, of those without a field of their own; None where the record has none."""
        for tag in self.tags:
            if tag.name == name:
                return tag.value
        return None

    def span_of(self, tag: str) -> Span:
        """Where a tag stands; the beginning of the record where it has none."""
        return self.tag_spans.get(tag, NOWHERE)
