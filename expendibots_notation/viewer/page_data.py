"""The data of a replay page and of an HTML report, made from stories: JSON in one documented shape.

A page knows a list of its records when it opens. Each record is packed by itself and unpacked when a reader asks for it, so that
pages may hold thousands. The browser draws what it finds and knows neither rules nor games. A board is what has changed since the
one before it in its table. Fields that have their usual value are left out. Every text of a record has gone through `shown`, so
nothing in it can hide or reorder other text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, NotRequired, TypedDict, TypeVar

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Cell, Diagram, Piece, Trace
from expendibots_notation.game import Game, Position
from expendibots_notation.limits import in_force
from expendibots_notation.story import Kind, Moment, Story, Thread
from expendibots_notation.viewer.glyphs import Glyph, glyph

T = TypeVar("T")


class PieceRow(NamedTuple):
    """A piece on a square, as a diagram has it."""

    x: int
    y: int
    side: int
    kind: str
    label: str
    spoken: str


class ArrowRow(NamedTuple):
    """From a square to another."""

    x: int
    y: int
    to_x: int
    to_y: int
    kind: str


class CounterName(NamedTuple):
    """What is counted beside the board."""

    what: str
    """Such as `points`; empty where the name is the player's alone."""
    side: int | None
    """Whose it is: the index of the player in turn order."""


class FrameData(TypedDict):
    """What boards of a game have in common."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    homes: NotRequired[tuple[tuple[int, int, int], ...]]
    """x, y and side of squares that belong to somebody."""
    sides: NotRequired[tuple[str, ...]]
    """The colours of the sides, in turn order."""
    counters: NotRequired[list[CounterName]]


class BoardRow(NamedTuple):
    """A position as it is shown: what differs from the board before it in the table, whose first one has nothing before it."""

    text: str
    """The position string."""
    caption: str
    mover: int | None
    """The player who is to act, by index; none when the game is over."""
    counts: list[str]
    """One for each counter of the frame."""
    gone: list[int]
    """Indices in `pieces`."""
    come: list[int]
    frame: int
    """Index in `frames`."""


class FindingData(TypedDict):
    """What the validator has to say."""

    code: str
    severity: str
    message: str
    line: int
    """The line of the file."""
    hint: NotRequired[str]


class MomentData(TypedDict):
    """A place in a line where one can stop and look."""

    ply: int
    kind: NotRequired[str]
    """`action` where it is left out."""
    mark: NotRequired[str]
    player: NotRequired[int]
    """Who acted, by index."""
    text: NotRequired[str]
    board: NotRequired[int]
    """What is to be seen, an index in `boards`; left out where nothing is known."""
    before: NotRequired[int]
    """The board on which the waves run."""
    arrows: NotRequired[list[ArrowRow]]
    cells: NotRequired[list[Cell]]
    waves: NotRequired[list[list[Cell]]]
    glyphs: NotRequired[list[Glyph]]
    attributes: NotRequired[list[tuple[str, str]]]
    remarks: NotRequired[list[str]]
    """Comments before it."""
    comments: NotRequired[list[str]]
    """Comments after it."""
    findings: NotRequired[list[FindingData]]
    reason: NotRequired[str]
    """Why it was not played."""
    variations: NotRequired[list[int]]
    """Indices in `lines`."""


class LineData(TypedDict):
    """The main line or a variation. A variation follows its parent for a while and then goes its own way."""

    moments: list[MomentData]
    parent: NotRequired[int]
    """Index in `lines`; the main line has none."""
    leaves: NotRequired[int]
    """How many of the parent's own moments come before it."""
    result: NotRequired[str]
    lead: NotRequired[list[str]]
    """Comments before it."""
    after: NotRequired[list[str]]
    """Comments after it."""


class PlayerData(TypedDict):
    role: str
    name: str


class EntryData(TypedDict):
    """A record in the list of a page."""

    title: str
    game: str
    result: str
    plies: int
    termination: NotRequired[str]
    valid: NotRequired[bool]
    """True where it is left out."""
    tags: NotRequired[list[tuple[str, str]]]


class RecordData(EntryData):
    """A record with all that the player shows of it."""

    players: list[PlayerData]
    frames: list[FrameData]
    pieces: list[PieceRow]
    boards: list[BoardRow]
    lines: list[LineData]
    """The main line first, then the variations as they come in the text."""
    findings: NotRequired[list[FindingData]]
    """Those that belong to no moment."""


class PageData(TypedDict):
    """What a page knows when it opens."""

    format: str
    """`xbn-page`."""
    version: int
    """2."""
    title: str
    records: list[EntryData]


def shown(text: str) -> str:
    """A text from a record, with everything invisible in it made visible; line breaks remain, tabs become blanks."""
    if text.isascii() and text.isprintable():
        return text
    return "\n".join(visible(line) for line in text.replace("\t", " ").split("\n"))


def entry_of(record: RecordData) -> EntryData:
    """What the list of a page says of a record."""
    return {name: record[name] for name in EntryData.__annotations__ if name in record}  # type: ignore[literal-required, return-value]


class Tables:
    """Boards and what they share, each kept once: a dictionary from a value to its index keeps the order of coming."""

    def __init__(self) -> None:
        self.frames: list[FrameData] = []
        self.pieces: dict[Piece, int] = {}
        self._known: dict[tuple[object, ...], int] = {}

    @property
    def piece_rows(self) -> list[PieceRow]:
        return [PieceRow(each.x, each.y, each.side, each.kind, each.label, each.spoken) for each in self.pieces]

    def numbers(self, pieces: Iterable[Piece]) -> list[int]:
        """The indices of pieces."""
        return [index_in(self.pieces, piece) for piece in pieces]

    def frame(self, game: Game, diagram: Diagram) -> int:
        """The index of what the board has in common with others."""
        names = tuple([name for name, _ in diagram.counters])
        known = (game.id, diagram.columns, diagram.rows, diagram.homes, diagram.sides, names)
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = len(self.frames)
            frame: FrameData = {"columns": diagram.columns, "rows": diagram.rows}
            if diagram.homes:
                frame["homes"] = diagram.homes
            if diagram.sides:
                frame["sides"] = diagram.sides
            if names:
                frame["counters"] = [_counter(name, game) for name in names]
            self.frames.append(frame)
        return found


def index_in(table: dict[T, int], value: T) -> int:
    """The index of a value in a table, which then has it."""
    return table.setdefault(value, len(table))


def _counter(name: str, game: Game) -> CounterName:
    """A counter is a player's where it begins with the player's name: `White`, `Black points`."""
    owner, _, what = name.partition(" ")
    side = next((side for side, player in enumerate(game.players) if player.casefold() == owner.casefold()), None)
    return CounterName(shown(name), None) if side is None else CounterName(shown(what), side)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A moment about which the validator has something to say, and its place in the data."""

    line: int
    index: int
    """Its index in the line."""
    moment: Moment


class RecordTeller:
    """Puts one story into the shape of the page: its tree of lines becomes a list."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.game = story.game
        self.tables = Tables()
        self.boards: list[BoardRow] = []
        self.lines: list[LineData] = []
        self.troubles: list[Trouble] = []
        """Filled while the record is told."""
        self.findings = list(story.findings)
        """What is said about the record as a whole."""
        self._known: dict[int, int] = {}
        self._standing: frozenset[Piece] = frozenset()
        self._room = in_force().html_plies

    def record(self) -> RecordData:
        """The record; of a very long one, what fits the limit, which a finding then says."""
        story, game = self.story, self.game
        verdict = story.verdict
        outcome = verdict.outcome if verdict.outcome.is_over else verdict.claimed
        self.tell()
        record: RecordData = {
            "title": shown(story.title),
            "game": shown(game.name if game else story.record.game),
            "result": shown(outcome.result),
            "plies": verdict.plies,
            "tags": _tags(story),
            "players": _players(story),
            "frames": self.tables.frames,
            "pieces": self.tables.piece_rows,
            "boards": self.boards,
            "lines": self.lines,
        }
        if outcome.termination:
            record["termination"] = shown(outcome.termination)
        if not verdict.valid:
            record["valid"] = False
        if self.findings:
            record["findings"] = _findings(self.findings)
        return record
