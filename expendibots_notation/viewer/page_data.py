"""What a replay page knows: the one JSON object inside it, in one documented shape, made from judged records.

The page draws what stands here and knows neither rules nor games. So that a page with many records stays small, what occurs again
and again is kept once in a table, and others refer to it by index: boards, the pieces on them, and their frames. Fields that have
their usual value are left out. Every text of a record has gone through `shown`, so nothing in it can hide or reorder other text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.diagram import Cell, Diagram
from expendibots_notation.game import Game, Position
from expendibots_notation.judging.timeline import Board, Kind, Moment, Thread, Timeline, left_out
from expendibots_notation.limits import in_force
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.glyphs import Glyph, glyph
from expendibots_notation.viewer.spoken import spoken

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


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FrameData(_Part):
    """What boards of a game have in common."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    homes: tuple[tuple[int, int, int], ...] = Field(default=(), description="x, y and side of squares that belong to somebody.")
    sides: tuple[str, ...] = Field(default=(), description="The colours of the sides, in turn order.")
    counters: tuple[CounterName, ...] = ()


class BoardData(_Part):
    """A position as it is shown."""

    frame: int = Field(default=0, description="Index in `frames`.")
    pieces: tuple[int, ...] = Field(default=(), description="Indices in `pieces`.")
    counts: tuple[str, ...] = Field(default=(), description="One for each counter of the frame.")
    caption: str
    text: str = Field(description="The position string.")
    mover: int | None = Field(default=None, description="The player who is to act, by index; none when the game is over.")


class FindingData(_Part):
    """What the validator has to say."""

    code: str
    severity: str
    message: str
    hint: str = ""
    line: int = Field(description="The line of the file.")


class MomentData(_Part):
    """A place in a line where one can stop and look."""

    kind: str = Kind.ACTION.value
    ply: int
    mark: str = ""
    player: int | None = Field(default=None, description="Who acted, by index.")
    text: str = ""
    spoken: str
    board: int | None = Field(default=None, description="What is to be seen, an index in `boards`; none where nothing is known.")
    before: int | None = Field(default=None, description="The board on which the waves run; none where there are none.")
    arrows: tuple[ArrowRow, ...] = ()
    cells: tuple[Cell, ...] = ()
    waves: tuple[tuple[Cell, ...], ...] = ()
    glyphs: tuple[Glyph, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = Field(default=(), description="Comments before it.")
    comments: tuple[str, ...] = Field(default=(), description="Comments behind it.")
    findings: tuple[FindingData, ...] = ()
    reason: str = Field(default="", description="Why it was not played.")
    variations: tuple[int, ...] = Field(default=(), description="Indices in `lines` of its record.")


class LineData(_Part):
    """The main line or a variation. A variation follows its parent for a while and then goes its own way."""

    parent: int | None = Field(default=None, description="Index in `lines`; none for the main line.")
    leaves: int = Field(default=0, description="How many of the parent's own moments come before it.")
    moments: tuple[MomentData, ...] = ()
    result: str = ""
    lead: tuple[str, ...] = Field(default=(), description="Comments before it.")
    after: tuple[str, ...] = Field(default=(), description="Comments behind it.")


class PlayerData(_Part):
    role: str
    name: str = ""


class RecordData(_Part):
    title: str
    game: str
    result: str
    termination: str = ""
    plies: int
    valid: bool = True
    players: tuple[PlayerData, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    findings: tuple[FindingData, ...] = Field(default=(), description="Those that belong to no moment.")
    lines: tuple[LineData, ...] = Field(description="The main line first, then the variations as they come in the text.")


class PageData(_Part):
    # Never left out, although each has only one value: whoever reads the data from a page looks here first.
    format: Literal["xbn-page"]
    version: Literal[1]
    title: str
    frames: tuple[FrameData, ...]
    pieces: tuple[PieceRow, ...]
    boards: tuple[BoardData, ...]
    records: tuple[RecordData, ...]


def page_data(stories: Sequence[Judged], title: str | None = None) -> PageData:
    """Everything that a page about these records needs to know."""
    tables = Tables()
    records = tuple(RecordTeller(story, tables).record() for story in stories)
    return PageData(
        format="xbn-page",
        version=1,
        title=shown(title if title is not None else _title(stories)),
        frames=tuple(tables.frames),
        pieces=tuple(tables.pieces),
        boards=tuple(tables.boards),
        records=records,
    )


def shown(text: str) -> str:
    """A text from a record, with everything invisible in it made visible; line breaks remain, tabs become blanks."""
    return "\n".join(visible(line) for line in text.replace("\t", " ").split("\n"))


def _title(stories: Sequence[Judged]) -> str:
    if len(stories) == 1:
        return stories[0].timeline.title
    events = {story.timeline.record.tag("Event") for story in stories}
    event = events.pop() if len(events) == 1 else None
    return event or f"{len(stories)} games"


class Tables:
    """What records share. Each table is a dictionary from a value to its index, which keeps the order of coming."""

    def __init__(self, shared: Tables | None = None) -> None:
        """Boards have a table of their own; frames and pieces are those of `shared`, where that is given."""
        self.frames: dict[FrameData, int] = shared.frames if shared else {}
        self.pieces: dict[PieceRow, int] = shared.pieces if shared else {}
        self.boards: dict[BoardData, int] = {}
        self._known: dict[tuple[object, ...], int] = shared._known if shared else {}

    def board(self, position: Position, diagram: Diagram) -> int:
        """The index of the board that shows a position."""
        game = position.game
        rows = (PieceRow(each.x, each.y, each.side, each.kind, each.label, each.spoken) for each in diagram.pieces)
        is_open = not position.outcome().is_over and not position.awaits_chance
        board = BoardData(
            frame=self.frame(game, diagram),
            pieces=tuple(_index(self.pieces, row) for row in rows),
            counts=tuple(value for _, value in diagram.counters),
            caption=diagram.caption,
            text=position.text,
            mover=game.players.index(position.player) if is_open else None,
        )
        return _index(self.boards, board)

    def frame(self, game: Game, diagram: Diagram) -> int:
        """The index of what the board has in common with others. Hardly ever a new one, so it is not made to be compared."""
        names = tuple(name for name, _ in diagram.counters)
        known = (game.id, diagram.columns, diagram.rows, diagram.homes, diagram.sides, names)
        found = self._known.get(known)
        if found is None:
            frame = FrameData(
                columns=diagram.columns,
                rows=diagram.rows,
                homes=diagram.homes,
                sides=diagram.sides,
                counters=tuple(_counter(name, game) for name in names),
            )
            found = self._known[known] = _index(self.frames, frame)
        return found


def _index(table: dict[T, int], value: T) -> int:
    return table.setdefault(value, len(table))


def _counter(name: str, game: Game) -> CounterName:
    """A counter is a player's where it begins with the player's name: `White`, `Black points`."""
    owner, _, what = name.partition(" ")
    side = next((side for side, player in enumerate(game.players) if player.casefold() == owner.casefold()), None)
    return CounterName(shown(name), None) if side is None else CounterName(shown(what), side)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A moment about which the validator has something to say, and where in the data it is."""

    line: int
    index: int
    """Which of the line's own moments it is."""
    findings: tuple[Diagnostic, ...]


class RecordTeller:
    """Puts one record into the shape of the page: its tree of lines becomes a list."""

    def __init__(self, story: Judged, tables: Tables) -> None:
        self.timeline = story.timeline
        self.verdict = story.verdict
        self.most = in_force().html_plies
        more = left_out(self.timeline.record, self.most, "a page")
        self.findings = self.timeline.findings if more is None else (*self.timeline.findings, more)
        """What the validator says about the record as a whole."""
        self.tables = tables
        self.lines: list[LineData | None] = []
        self.troubles: list[Trouble] = []
        """Filled while the record is told."""
        # A position is the end of one moment and the beginning of others, but drawn only once.
        self.known: dict[Board, tuple[int, Diagram]] = {}

    def record(self) -> RecordData:
        timeline, game, verdict = self.timeline, self.timeline.game, self.verdict
        outcome = verdict.outcome if verdict.outcome.is_over else verdict.claimed
        self.line(timeline.main)
        return RecordData(
            title=shown(timeline.title),
            game=shown(game.name if game else timeline.record.game),
            result=shown(outcome.result),
            termination=shown(outcome.termination or ""),
            plies=verdict.plies,
            valid=verdict.valid,
            players=tuple(_players(timeline)),
            tags=_tags(timeline, verdict.rules),
            findings=_findings(self.findings),
            lines=tuple(line for line in self.lines if line is not None),
        )

    def line(self, thread: Thread, parent: int | None = None) -> int:
        """The index of a line, which it has before those of its variations are given."""
        index = len(self.lines)
        self.lines.append(None)
        if parent is None:
            moments = [self.moment(moment, index) for moment in thread.moments if moment.ply <= self.most]
        else:
            known = len(self.known)
            moments = [self.moment(moment, index) for moment in thread]
            while len(self.known) > known:  # nobody comes back to a variation
                self.known.popitem()
        self.lines[index] = LineData(
            parent=parent,
            leaves=thread.leaves,
            moments=tuple(moments),
            result=shown(thread.line.result or ""),
            lead=_shown_all(thread.lead),
            after=_shown_all(thread.after),
        )
        return index

    def moment(self, moment: Moment, line: int) -> MomentData:
        board, diagram = self.board(moment.board)
        trace = moment.trace
        # Waves run only where the action was played. Of an action that was merely tried, the arrow or the square is enough.
        has_waves = moment.is_played and bool(trace.waves)
        if moment.findings:
            self.troubles.append(Trouble(line, moment.index, moment.findings))
        return MomentData(
            kind=moment.kind.value,
            ply=moment.ply,
            mark=moment.mark,
            player=self.side(moment.player),
            text=shown(moment.text),
            spoken=shown(spoken(moment, diagram)),
            board=board,
            before=self.board(moment.board_before)[0] if has_waves else None,
            arrows=tuple(ArrowRow(*arrow.source, *arrow.target, arrow.kind) for arrow in trace.arrows),
            cells=tuple(_cell(cell) for cell in trace.cells),
            waves=tuple(tuple(_cell(cell) for cell in wave) for wave in trace.waves) if has_waves else (),
            glyphs=tuple(glyph(each) for each in moment.notes.glyphs),
            attributes=tuple((shown(key), shown(str(value))) for key, value in moment.notes.attributes),
            remarks=_shown_all(moment.remarks),
            comments=_shown_all(moment.comments),
            findings=_findings(moment.findings),
            reason=shown(moment.reason),
            variations=tuple(self.line(each, line) for each in moment.branches()),
        )

    def board(self, board: Board | None) -> tuple[int | None, Diagram | None]:
        """The index of a board, and the picture of it."""
        if board is None:
            return None, None
        found = self.known.get(board)
        if found is None:
            diagram = board.position.diagram()
            found = self.known[board] = self.tables.board(board.position, diagram), diagram
        return found

    def side(self, player: str) -> int | None:
        game = self.timeline.game
        return game.players.index(player) if game and player in game.players else None


def _players(timeline: Timeline) -> Iterable[PlayerData]:
    for role in timeline.game.players if timeline.game else ():
        title = role.capitalize()
        yield PlayerData(role=title, name=shown(timeline.record.tag(title) or ""))


def _tags(timeline: Timeline, rules: str) -> tuple[tuple[str, str], ...]:
    record, game = timeline.record, timeline.game
    tags = [("Game", game.name if game else record.game), ("Rules", rules), *((tag.name, tag.value) for tag in record.tags)]
    return tuple((shown(name), shown(value)) for name, value in tags)


def _findings(findings: Iterable[Diagnostic]) -> tuple[FindingData, ...]:
    return tuple(
        FindingData(
            code=each.code,
            severity=each.severity.value,
            message=shown(each.message),
            hint=shown(each.hint or ""),
            line=each.place.line,
        )
        for each in findings
    )


def _cell(cell: Cell) -> Cell:
    """The bare pair: games hand out squares of their own kind."""
    x, y = cell
    return x, y


def _shown_all(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(shown(text) for text in texts)
