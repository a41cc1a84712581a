"""The data of a replay page and of an HTML report, made from judgements: JSON in one documented shape.

A page knows a list of its records when it opens. Each record is packed by itself and unpacked when a reader asks for it, so that
pages may hold thousands. The browser draws what it finds and knows neither rules nor games. A board is what has changed since the
one before it in its table. Fields that have their usual value are left out. Every text of a record has gone through `shown`, so
nothing in it can hide or reorder other text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import (
    NamedTuple,
    NotRequired,  # pydantic, which brings them, can check these on any Python
    TypeVar,
)

from typing_extensions import TypedDict

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Arrow, Cell, Diagram, Piece, Trace
from expendibots_notation.game import Game, Position
from expendibots_notation.judging.timeline import Kind, Moment, Thread, texts
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import NO_NOTES, Line, Notes, Record
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.glyphs import Glyph, glyph

T = TypeVar("T")

_MOST_ROWS = 1 << 16
"""So many rows of boards are remembered from record to record."""


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


class FrameRow(NamedTuple):
    """What the boards of a record have in common."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    homes: tuple[tuple[int, int, int], ...]
    """x, y and side of squares that belong to somebody."""
    sides: tuple[str, ...]
    """The colours of the sides, in turn order."""
    counters: tuple[CounterName, ...]


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
    frame: NotRequired[FrameRow]
    """Left out where there is no board."""
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
    if "\n" not in text:
        return visible(text.replace("\t", " "))
    return "\n".join(visible(line) for line in text.replace("\t", " ").split("\n"))


def entry_of(record: RecordData) -> EntryData:
    """What the list of a page says of a record."""
    return {name: record[name] for name in EntryData.__annotations__ if name in record}  # type: ignore[literal-required, return-value]


def index_in(table: dict[T, int], value: T) -> int:
    """The index of a value in a table, which then has it."""
    return table.setdefault(value, len(table))


def _counter(name: str, players: tuple[str, ...]) -> CounterName:
    """A counter is a player's where it begins with the player's name: `White`, `Black points`."""
    owner, _, what = name.partition(" ")
    side = next((side for side, player in enumerate(players) if player.casefold() == owner.casefold()), None)
    return CounterName(shown(name), None) if side is None else CounterName(shown(what), side)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A moment about which the validator has something to say, and its place in the data."""

    line: int
    index: int
    """Its index in the line."""
    findings: tuple[Diagnostic, ...]


class RecordTeller:
    """Puts one judged record into the shape of the page: its tree of lines becomes a list."""

    def __init__(self, judged: Judged) -> None:
        self.verdict = judged.verdict
        self.timeline = judged.timeline
        self.game = self.timeline.game
        self.players = self.game.players if self.game else ()
        self.frame: FrameRow | None = None
        self.pieces: dict[Piece, int] = {}
        self.boards: list[BoardRow] = []
        self.lines: list[LineData] = []
        self.troubles: list[Trouble] = []
        """Filled while the record is told."""
        self.findings = list(self.timeline.findings)
        """What the validator says about the record as a whole."""
        self.cut: Diagnostic | None = None
        """That the record is longer than a page shows."""
        self._rows: list[str] = []
        """Those of the board before, from the bottom; all of it is one row where a game writes positions otherwise."""
        self._height = 0
        """How many rows a board has."""
        self._drawn: dict[tuple[int, str], tuple[Piece, ...]] = {}
        line = self.timeline.record.line
        self._most = in_force().html_plies
        self._room = self._most - len(line.plies)
        """How many plies of variations there is room for."""

    def record(self) -> RecordData:
        """The record. Of a very long one a part is left out, and a finding says so."""
        record, game, verdict = self.timeline.record, self.game, self.verdict
        outcome = verdict.outcome if verdict.outcome.is_over else verdict.claimed
        self.line(self.timeline.passing(), None, None)
        if self._room < 0:
            plies = record.line.plies
            place = record.source.place(plies[self._most].span if len(plies) > self._most else Span(0, 0))
            self.cut = diagnose("too-many-plies", place, number=self._most - self._room, form="a page", limit=self._most)
            self.findings.append(self.cut)
        told: RecordData = {
            "title": shown(self.timeline.title),
            "game": shown(game.name if game else record.game),
            "result": shown(outcome.result),
            "plies": verdict.plies,
            "tags": _tags(record, game, verdict.rules),
            "players": [{"role": role.capitalize(), "name": shown(record.tag(role.capitalize()) or "")} for role in self.players],
            "pieces": [PieceRow(each.x, each.y, each.side, each.kind, each.label, each.spoken) for each in self.pieces],
            "boards": self.boards,
            "lines": self.lines,
        }
        if self.frame is not None:
            told["frame"] = self.frame
        if outcome.termination:
            told["termination"] = shown(outcome.termination)
        if not verdict.valid:
            told["valid"] = False
        if self.findings:
            told["findings"] = _findings(self.findings)
        return told

    def line(self, thread: Thread, parent: int | None, start: int | None) -> int:
        """The index of a line that begins on a board. It has its index before its variations have theirs."""
        index = len(self.lines)
        moments: list[MomentData] = []
        line: LineData = {"moments": moments}
        self.lines.append(line)
        if parent is not None:
            line["parent"] = parent
            line["leaves"] = thread.leaves
        board, boards = start, [start]
        for moment in thread:
            if parent is None and moment.ply > self._most:
                break
            told, board = self.moment(moment, board)
            moments.append(told)
            boards.append(board)
            if moment.findings:
                told["findings"] = _findings(moment.findings)
                self.troubles.append(Trouble(index, moment.index, moment.findings))
            if moment.notes.variations:
                told["variations"] = [
                    self.line(each, index, boards[each.leaves]) for each in moment.branches() if self._has_room(each.line)
                ]
        if thread.line.result:
            line["result"] = shown(thread.line.result)
        if thread.lead:
            line["lead"] = _shown_all(thread.lead)
        if thread.after:
            line["after"] = _shown_all(thread.after)
        return index

    def _has_room(self, line: Line) -> bool:
        """Whether a variation is to be shown, for which there is less room then; one that has no ply takes room too."""
        self._room -= max(1, len(line.plies))
        return self._room >= 0

    def moment(self, moment: Moment, before: int | None) -> tuple[MomentData, int | None]:
        """A moment that begins on a board, and the board on which the next one does; None where nobody knows."""
        kind = moment.kind
        told: MomentData = {"ply": moment.ply}
        if kind is not Kind.ACTION:
            told["kind"] = kind.value
        if mark := moment.mark:
            told["mark"] = mark
            if self.players:
                told["player"] = moment.turn[1]
        if text := moment.text:
            told["text"] = shown(text)
        # The way to the board after the action goes over the board before it.
        trace = moment.trace
        board = before
        if moment.is_played:
            position = moment.position
            board = None if position is None else self.board(position)
        if board is not None:
            told["board"] = board
            _add_trace(told, trace, before if moment.is_played else None)
        if moment.violation is not None:
            told["reason"] = shown(moment.reason)
        notes = moment.notes
        if notes is not NO_NOTES:
            _add_notes(told, notes)
        return told, board if kind is not Kind.ILLEGAL else None

    def board(self, position: Position) -> int:
        """The index of the board that shows a position."""
        if self.frame is None:
            self.frame = _frame(position.diagram(), self.players)
            self._height = len(self.frame.rows)
            self._drawn = _drawn_rows(position.game.id, self.frame)
            if len(self._drawn) > _MOST_ROWS:
                self._drawn.clear()
        text = position.text
        rows = text.partition(" ")[0].split("/")
        if len(rows) == self._height > 1:
            rows.reverse()
        else:
            rows = [text]
        gone: list[int] = []
        come: list[int] = []
        pieces = self.pieces
        for y, (row, before) in enumerate(zip_longest(rows, self._rows)):
            if row != before:
                old = () if before is None else self._drawn[y, before]
                new = () if row is None else self.row(position, y, row, len(rows))
                gone += [pieces[piece] for piece in old if piece not in new]
                come += [pieces.setdefault(piece, len(pieces)) for piece in new if piece not in old]
        self._rows = rows
        is_open = not position.outcome().is_over and not position.awaits_chance
        board = BoardRow(
            text,
            position.caption,
            self.players.index(position.player) if is_open else None,
            [value for _, value in position.counters],
            gone,
            come,
        )
        self.boards.append(board)
        return len(self.boards) - 1

    def row(self, position: Position, y: int, row: str, height: int) -> tuple[Piece, ...]:
        """What stands in a row of a board. The same rows come again in many games, and drawing takes longest."""
        found = self._drawn.get((y, row))
        if found is None:
            pieces = position.diagram().pieces
            found = self._drawn[y, row] = tuple([each for each in pieces if each.y == y]) if height > 1 else pieces
        return found


@lru_cache(64)
def _drawn_rows(_game: str, _frame: FrameRow) -> dict[tuple[int, str], tuple[Piece, ...]]:
    """By the number of a row and its part of the position string: what stands there on boards of that kind."""
    return {}


def _frame(diagram: Diagram, players: tuple[str, ...]) -> FrameRow:
    counters = tuple([_counter(name, players) for name, _ in diagram.counters])
    return FrameRow(diagram.columns, diagram.rows, diagram.homes, diagram.sides, counters)


def _add_trace(told: MomentData, trace: Trace, before: int | None) -> None:
    """What there is to draw of an action. Waves run only on the board before one that was played; of others the arrow is enough."""
    if trace.arrows:
        told["arrows"] = [_arrow(arrow) for arrow in trace.arrows]
    if trace.cells:
        told["cells"] = _cells(trace.cells)
    if trace.waves and before is not None:
        told["before"] = before
        told["waves"] = [_cells(wave) for wave in trace.waves]


@lru_cache(1 << 14)
def _arrow(arrow: Arrow) -> ArrowRow:
    return ArrowRow(*arrow.source, *arrow.target, arrow.kind)


def _add_notes(told: MomentData, notes: Notes) -> None:
    """What people say about a moment."""
    if notes.glyphs:
        told["glyphs"] = [glyph(each) for each in notes.glyphs]
    if notes.attributes:
        told["attributes"] = [(shown(key), shown(str(value))) for key, value in notes.attributes]
    if notes.before:
        told["remarks"] = _shown_all(texts(notes.before))
    if notes.comments:
        told["comments"] = _shown_all(texts(notes.comments))


def _tags(record: Record, game: Game | None, rules: str) -> list[tuple[str, str]]:
    tags = [("Game", game.name if game else record.game), ("Rules", rules), *((tag.name, tag.value) for tag in record.tags)]
    return [(shown(name), shown(value)) for name, value in tags]


def _findings(findings: Iterable[Diagnostic]) -> list[FindingData]:
    found: list[FindingData] = []
    for each in findings:
        told: FindingData = {
            "code": each.code,
            "severity": each.severity.value,
            "message": shown(each.message),
            "line": each.place.line,
        }
        if each.hint:
            told["hint"] = shown(each.hint)
        found.append(told)
    return found


def _cells(cells: Iterable[Cell]) -> list[Cell]:
    """Bare pairs: games hand out squares of their own kind."""
    return [(x, y) for x, y in cells]


def _shown_all(texts: Iterable[str]) -> list[str]:
    return [shown(text) for text in texts]
