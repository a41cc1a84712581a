"""A record moment by moment: what was done, on which board, and what people and the validator say about it.

A replay has put each action to the rules; the moments follow from what it noted, and nothing is judged again. A board is set up
when somebody looks at it, from the one before it, and lines that part share what lies before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, islice, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING

from expendibots_notation.diagram import NO_TRACE, Diagram, Trace
from expendibots_notation.notation.numbering import Turn, after_mark, first_turn, next_turn_of, write_mark
from expendibots_notation.notation.tree import NO_NOTES, Comment, Item, Line, Notes, Ply, Record, Rejected
from expendibots_notation.notation.writer import rejected_text

if TYPE_CHECKING:
    from expendibots_notation.diagnostics.model import Diagnostic, Span
    from expendibots_notation.game import Action, Cursor, Game, Position, Violation
    from expendibots_notation.judging.replaying import LineReplay


class Kind(StrEnum):
    """What a moment shows."""

    START = "start"
    ACTION = "action"
    ITEM = "item"
    """An event of chance."""
    REJECTED = "rejected"
    """An action that the referee refused: tried, and not played."""
    ILLEGAL = "illegal"
    """An action that the record takes for played, although the rules do not allow it."""
    UNREACHED = "unreached"
    """What a record goes on with behind an illegal action: there is no board to stand on."""


class Board:
    """A position that is made when somebody asks for it; until then, the board before it and the legal action that leads on."""

    __slots__ = ("_action", "_before", "_position")

    def __init__(self, position: Position | None, before: Board | None = None, action: Action = None) -> None:
        self._position = position
        self._before = before
        self._action = action

    @property
    def position(self) -> Position:
        found = self._position
        return self._made() if found is None else found

    def _made(self) -> Position:
        # No recursion: a line may have any length.
        waiting: list[Board] = []
        at: Board | None = self
        while at is not None and at._position is None:
            waiting.append(at)
            at = at._before
        assert at is not None
        position = at._position
        assert position is not None
        while waiting:
            board = waiting.pop()
            position = board._position = position.advanced(board._action)
            board._before = None  # what nobody else looks at may go
        return position

    def after(self, action: Action) -> Board:
        """The board behind a legal action."""
        return Board(None, self, action)

    def aside(self) -> AbstractContextManager[None]:
        """While a variation that begins here is gone through."""
        return nullcontext()


class Glimpse(Board):
    """A board on the way of one cursor, which goes back and forth along a line: good to look at, not to keep."""

    __slots__ = ("_depth", "_way")

    def __init__(self, way: Way, depth: int = 0) -> None:
        self._way = way
        self._depth = depth

    @property
    def position(self) -> Position:
        """The position, until somebody looks at another board of the same way."""
        return self._way.stand(self._depth)

    def after(self, action: Action) -> Glimpse:
        self._way.turn(self._depth, [action])
        return Glimpse(self._way, self._depth + 1)

    @contextmanager
    def aside(self) -> Iterator[None]:
        rest = self._way.turn(self._depth)
        yield
        self._way.turn(self._depth, rest)


class Way:
    """The way of a cursor from the start of a record to the board that somebody looks at."""

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.actions: list[Action] = []
        self.at = 0
        """How many of the actions the cursor has played."""

    def stand(self, depth: int) -> Position:
        if self.at > depth:
            self.back(depth)
        cursor = self.cursor
        while self.at < depth:
            cursor.refuse(self.actions[self.at])
            self.at += 1
        return cursor.glimpse()

    def back(self, depth: int) -> None:
        while self.at > depth:
            self.cursor.undo()
            self.at -= 1

    def turn(self, depth: int, actions: Sequence[Action] = ()) -> Sequence[Action]:
        """Go on from a board with other actions than before; what those were."""
        if depth == len(self.actions):
            self.actions += actions
            return ()
        self.back(depth)
        former = self.actions[depth:]
        self.actions[depth:] = actions
        return former


@dataclass(slots=True, eq=False)
class Moment:
    """A place in a record where one can stop and look."""

    thread: Thread
    index: int
    """Its place in the thread."""
    kind: Kind
    node: Ply | Item | Rejected | None
    """What stands in the record; None at the start."""
    ply: int
    """The ply that led here; 0 at the start, and an item has that of the action before it."""
    turn: Turn
    """The turn of an action, by the count."""
    written: Turn
    """The same as the numbers before it say, right or wrong."""
    leaves: int
    """From which moment of the thread on its variations replace the thread: behind an event, they replace its action too."""
    board_before: Board | None = None
    """That on which it was tried."""
    board: Board | None = None
    """What it led to. Where it was not played, that on which it was tried; None where there is none."""
    start: Board | None = None
    """That on which its variations begin."""
    replays: tuple[LineReplay, ...] = ()
    """What became of its variations, as far as somebody knows."""
    violation: Violation | None = None
    """Why it is not allowed; None where it is, and where nobody knows."""
    _trace: Trace | None = None
    _variations: tuple[Thread, ...] | None = None

    @property
    def position(self) -> Position | None:
        """The position of its board."""
        return None if self.board is None else self.board.position

    @property
    def before(self) -> Position | None:
        """The position in which it was tried."""
        return None if self.board_before is None else self.board_before.position

    @property
    def is_played(self) -> bool:
        """Whether the position is one that it has led to."""
        return self.kind in (Kind.START, Kind.ACTION, Kind.ITEM)

    @property
    def is_event(self) -> bool:
        """Whether it stands between the actions, as an item of the notation does, be it allowed or not."""
        return type(self.node) is Item

    @property
    def diagram(self) -> Diagram | None:
        """The picture of the position; None where there is none."""
        position = self.position
        return None if position is None else position.diagram()

    @property
    def action(self) -> Action:
        """The action, or the event; None where its text cannot be read."""
        node, game = self.node, self.thread.timeline.game
        if isinstance(node, Rejected) and node.raw is not None:
            return None if game is None else game.interpret(node.raw)
        return None if node is None else node.event if isinstance(node, Item) else node.action

    @property
    def trace(self) -> Trace:
        """What to draw of it."""
        if self._trace is None:
            action, before = self.action, self.before
            self._trace = NO_TRACE if before is None or action is None else before.trace(action)
        return self._trace

    @property
    def variations(self) -> tuple[Thread, ...]:
        """Lines that replace it."""
        if self._variations is None:
            self._variations = tuple(self.branches())
        return self._variations

    def branches(self) -> Iterator[Thread]:
        """The same, for who goes through each once: none is kept."""
        node, first = self.node, max(self.ply, 1) if self.is_event else self.ply
        written = after_mark(node.mark, self.written) if isinstance(node, Ply | Rejected) else self.written
        for variation, replay in zip_longest(self.notes.variations, self.replays):
            after = texts(variation.after)
            yield Thread(self.thread.timeline, variation.line, replay, self.start, first, self.turn, written, self, after)

    # In words

    @property
    def mark(self) -> str:
        """The turn number as it is written before the action: `12.` or `12...`."""
        return "" if self.node is None or self.is_event else write_mark(self.turn)

    @property
    def player(self) -> str:
        """Who acted; empty where nobody did."""
        game = self.thread.timeline.game
        return "" if game is None or self.node is None or self.is_event else game.players[self.turn[1]]

    @property
    def text(self) -> str:
        """The action, or the item; empty at the start."""
        node = self.node
        return "" if node is None else f"~{rejected_text(node)}" if isinstance(node, Rejected) else node.text

    @property
    def reason(self) -> str:
        """Why it could not be played, in the validator's words; empty where it was, and where there is no board to judge it on."""
        return "" if self.violation is None else self.violation.message

    @property
    def notes(self) -> Notes:
        return NO_NOTES if self.node is None else self.node.notes

    @property
    def remarks(self) -> tuple[str, ...]:
        """Comments before it."""
        return texts(self.notes.before)

    @property
    def comments(self) -> tuple[str, ...]:
        """Comments behind it."""
        return texts(self.notes.comments)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What the validator says about it."""
        return self.thread.timeline.told.get(id(self.node), ())


@dataclass(slots=True, eq=False)
class Thread:
    """A line, moment by moment: the main line or a variation.

    To go through it makes the moments one after the other, and keeps none; `moments` are kept.
    """

    timeline: Timeline
    line: Line
    replay: LineReplay | None
    """What became of it; None where nobody knows, since what lies before it could not be played."""
    start: Board | None
    first: int
    """The ply of its first action."""
    turn: Turn
    """The turn of its first action, by the count."""
    written: Turn
    """The same as the numbers before it say."""
    behind: Moment | None = None
    """The moment behind which it stands; None for the main line."""
    after: tuple[str, ...] = ()
    """Comments behind it."""
    _moments: tuple[Moment, ...] | None = None

    @property
    def lead(self) -> tuple[str, ...]:
        """Comments before it."""
        preface = self.timeline.record.preface if self.behind is None else ()
        return texts((*preface, *self.line.lead))

    @property
    def leaves(self) -> int:
        """How many moments of the line from which it parts come before it."""
        return 0 if self.behind is None else self.behind.leaves

    @property
    def moments(self) -> tuple[Moment, ...]:
        if self._moments is None:
            self._moments = tuple(self)
        return self._moments

    @property
    def way(self) -> tuple[Moment, ...]:
        """The moments from the start of the record to the end of the line."""
        if self.behind is None:
            return self.moments
        parent = self.behind.thread
        return (*parent.way[: len(parent.way) - len(parent.moments) + self.leaves], *self.moments)

    def __iter__(self) -> Iterator[Moment]:
        with nullcontext() if self.start is None else self.start.aside():
            yield from self._told()

    def _told(self) -> Iterator[Moment]:
        line, replay, next_turn = self.line, self.replay, self.timeline.next_turn
        ply, turn, written = self.first, self.turn, self.written
        replays = iter(() if replay is None else replay.variations)
        here = None if replay is None else self.start
        index = done = 0

        def tried(node: Ply | Item, kind: Kind, ply: int, start: Board | None, leaves: int) -> Moment:
            """The moment of an action or an event; its variations begin at `start`, before the action that they replace."""
            nonlocal here, index, done
            moment = Moment(self, index, kind, node, ply, turn, written, leaves, here, None, start)
            if here is None or replay is None:
                moment.kind = Kind.UNREACHED
            elif done < replay.steps:
                here = moment.board = here.after(node.event if isinstance(node, Item) else node.action)
            else:
                moment.kind, moment.board, here = Kind.ILLEGAL, here, None
                moment.violation = None if replay.refusal is None else replay.refusal.violation
            if node.notes.variations:
                moment.replays = tuple(islice(replays, len(node.notes.variations)))
            index, done = index + 1, done + 1
            return moment

        if self.behind is None:
            yield Moment(self, 0, Kind.START, None, 0, turn, written, 0, None, self.start)
            index = 1
        start, leaves = here, index
        for item in line.items:
            yield tried(item, Kind.ITEM, ply - 1, start, leaves)
        for node in line.plies:
            start, leaves = here, index
            yield tried(node, Kind.ACTION, ply, start, leaves)
            after = after_mark(node.mark, written)
            following = next_turn(node, turn)
            following_written = following if after == turn else next_turn(node, after)
            if node.items:
                written = after
                for item in node.items:
                    yield tried(item, Kind.ITEM, ply, start, leaves)
            ply, turn, written = ply + 1, following, following_written
        if line.rejected is not None:
            violation = None if replay is None else replay.rejection
            yield Moment(
                self, index, Kind.REJECTED, line.rejected, ply, turn, written, index, here, here, here, tuple(replays), violation
            )


class Timeline:
    """A record, moment by moment."""

    def __init__(self, record: Record, game: Game | None, replay: LineReplay | None = None, start: Position | None = None) -> None:
        """`replay` is what became of the main line from `start`; None where there is no start."""
        self.record = record
        self.game = game
        self.next_turn = next_turn_of(record, game)
        self.told: dict[int, tuple[Diagnostic, ...]] = {}
        """The validator's findings, by the node of the moment that shows them."""
        self.findings: tuple[Diagnostic, ...] = ()
        """What it says about the record as a whole."""
        self.main = self._thread(replay, None if start is None else Board(start))
        """The main line; its first moment is the start."""

    def passing(self) -> Thread:
        """The main line for who goes through it once and keeps no position, which makes none."""
        main = self.main
        if main.start is None or self.game is None:
            return main
        return self._thread(main.replay, Glimpse(Way(self.game.cursor(main.start.position))))

    def _thread(self, replay: LineReplay | None, start: Board | None) -> Thread:
        turn = first_turn(self.record, self.game)
        return Thread(self, self.record.line, replay, start, 1, turn, turn, None, texts(self.record.closing))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """Those of the main line."""
        return self.main.moments

    @property
    def title(self) -> str:
        """Who played: the tags named after the players, or the event, or the game."""
        names = [self.record.tag(player.capitalize()) for player in (self.game.players if self.game else ())]
        if any(names):
            return " – ".join(name or "?" for name in names)
        return self.record.tag("Event") or (self.game.name if self.game else self.record.game)

    def every_moment(self) -> Iterator[Moment]:
        """Those of all lines, in the order of the text."""
        waiting = [iter(self.moments)]
        while waiting:
            moment = next(waiting[-1], None)
            if moment is None:
                waiting.pop()
            else:
                yield moment
                waiting.extend(map(iter, reversed(tuple(moment.branches()))))

    def tell(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take what the validator says, and tell each finding at the first moment whose text it points at."""
        untold: dict[tuple[int, int], list[tuple[int, Diagnostic]]] = {}
        for number, finding in enumerate(diagnostics):
            untold.setdefault((finding.place.line, finding.place.column), []).append((number, finding))
        self.told.clear()
        moments = self.every_moment()
        while untold and (moment := next(moments, None)) is not None:
            found = _in_order(untold.pop(place, []) for place in self._places(moment.node))
            if found:
                self.told[id(moment.node)] = found
        self.findings = _in_order(untold.values())

    def _places(self, node: Ply | Item | Rejected | None) -> Iterator[tuple[int, int]]:
        """Where the text of a moment begins, and the turn number before it."""
        spans: list[Span] = [] if node is None else [node.span]
        if isinstance(node, Ply | Rejected) and node.mark is not None:
            spans.append(node.mark.span)
        for span in spans:
            place = self.record.source.place(span)
            yield place.line, place.column


def texts(comments: Iterable[Comment]) -> tuple[str, ...]:
    return tuple(comment.text for comment in comments)


def _in_order(found: Iterable[list[tuple[int, Diagnostic]]]) -> tuple[Diagnostic, ...]:
    """Findings in the order of the validator."""
    return tuple(finding for _, finding in sorted(chain.from_iterable(found), key=itemgetter(0)))
