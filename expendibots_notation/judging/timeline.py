"""A record moment by moment: what was done, on which board, and what people and the validator say about it.

A replay has put each action to the rules; the moments follow from what it noted, and nothing is judged again. A board is set up
when somebody looks at it, from the one before it, and lines that part share what lies before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import StrEnum
from functools import cached_property
from itertools import chain, islice, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagram import NO_TRACE, Diagram, Trace
from expendibots_notation.notation.numbering import Turn, after_mark, first_turn, next_turn_of, write_mark
from expendibots_notation.notation.tree import NO_NOTES, AttributeValue, Comment, Item, Line, Notes, Ply, Record, Rejected
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
        self.back(depth)
        while self.at < depth:
            self.cursor.refuse(self.actions[self.at])
            self.at += 1
        return self.cursor.glimpse()

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


class Branching(NamedTuple):
    """Where the variations of a moment begin."""

    start: Board | None
    """The board before what they replace."""
    leaves: int
    """How many moments of the line come before that."""
    replays: tuple[LineReplay, ...]
    """What became of them, as far as somebody knows."""


class Moment:
    """A place in a record where one can stop and look."""

    __slots__ = (
        "_trace",
        "_variations",
        "board",
        "board_before",
        "branching",
        "index",
        "kind",
        "node",
        "ply",
        "thread",
        "turn",
        "violation",
        "written",
    )

    def __init__(
        self, thread: Thread, index: int, kind: Kind, node: Ply | Item | Rejected | None, ply: int, turn: Turn, written: Turn
    ) -> None:
        self.thread = thread
        self.index = index
        """Its place in the thread."""
        self.kind = kind
        self.node = node
        """What stands in the record; None at the start."""
        self.ply = ply
        """The ply that led here; 0 at the start, and an item has that of the action before it."""
        self.turn = turn
        """The turn of an action, by the count."""
        self.written = written
        """The same as the numbers before it say, right or wrong."""
        self.violation: Violation | None = None
        """Why it is not allowed; None where it is, and where nobody knows."""
        self.branching: Branching | None = None
        """None where no line replaces it."""
        self.board: Board | None = None
        self.board_before: Board | None = None
        self._trace: Trace | None = None
        self._variations: tuple[Thread, ...] | None = None

    @property
    def position(self) -> Position | None:
        """What it led to. Where it was not played, the position in which it was tried; None where there is none."""
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
        return isinstance(self.node, Item)

    @property
    def diagram(self) -> Diagram | None:
        """The picture of the position; None where there is none."""
        position = self.position
        return None if position is None else position.diagram()

    @property
    def trace(self) -> Trace:
        """What to draw of it."""
        if self._trace is None:
            action = self.action
            self._trace = NO_TRACE if self.board_before is None or action is None else self.board_before.position.trace(action)
        return self._trace

    @property
    def action(self) -> Action:
        """The action, or the event; None where its text cannot be read."""
        match self.node:
            case Ply(action=action):
                return action
            case Item(event=event):
                return event
            case Rejected(raw=None, action=action):
                return action
            case Rejected(raw=str(raw)) if self.thread.timeline.game is not None:
                return self.thread.timeline.game.interpret(raw)
        return None

    @property
    def variations(self) -> tuple[Thread, ...]:
        """Lines that replace it."""
        if self._variations is None:
            self._variations = tuple(self.branches())
        return self._variations

    def branches(self) -> Iterator[Thread]:
        """The same, for who goes through each once: none is kept."""
        at, node = self.branching, self.node
        if at is None:
            return
        first = max(self.ply, 1) if isinstance(node, Item) else self.ply
        written = after_mark(node.mark, self.written) if isinstance(node, Ply | Rejected) else self.written
        for variation, replay in zip_longest(self.notes.variations, at.replays):
            thread = Thread(self.thread.timeline, variation.line, replay, at.start, first, self.turn)
            thread.written = written
            thread.parent, thread.leaves, thread.behind = self.thread, at.leaves, self.index
            thread.after = texts(variation.after)
            yield thread

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
        if isinstance(self.node, Rejected):
            return f"~{rejected_text(self.node)}"
        return "" if self.node is None else self.node.text

    @property
    def reason(self) -> str:
        """Why it could not be played, in the validator's words; empty where it was, and where there is no board to judge it on."""
        return "" if self.violation is None else self.violation.message

    @property
    def notes(self) -> Notes:
        return NO_NOTES if self.node is None else self.node.notes

    @property
    def glyphs(self) -> tuple[str, ...]:
        return self.notes.glyphs

    @property
    def attributes(self) -> tuple[tuple[str, AttributeValue], ...]:
        return self.notes.attributes

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


class Thread:
    """A line, moment by moment: the main line or a variation.

    To go through it makes the moments one after the other, and keeps none; `moments` are kept.
    """

    __slots__ = (
        "_moments",
        "after",
        "behind",
        "first",
        "leaves",
        "line",
        "parent",
        "replay",
        "start",
        "timeline",
        "turn",
        "written",
    )

    def __init__(
        self, timeline: Timeline, line: Line, replay: LineReplay | None, start: Board | None, first: int, turn: Turn
    ) -> None:
        self.timeline = timeline
        self.line = line
        self.replay = replay
        """What became of it; None where nobody knows, since what lies before it could not be played."""
        self.start = start
        self.first = first
        """The ply of its first action."""
        self.turn = self.written = turn
        """The turn of its first action, by the count and as the numbers before it say."""
        self.parent: Thread | None = None
        """The line that it leaves; None for the main line."""
        self.leaves = self.behind = 0
        """How many of the parent's moments come before it, and the index of the one behind which it stands."""
        self.after: tuple[str, ...] = ()
        """Comments behind it."""
        self._moments: tuple[Moment, ...] | None = None

    @property
    def result(self) -> str | None:
        return self.line.result

    @property
    def lead(self) -> tuple[str, ...]:
        """Comments before it."""
        preface = self.timeline.record.preface if self.parent is None else ()
        return texts((*preface, *self.line.lead))

    @property
    def moments(self) -> tuple[Moment, ...]:
        if self._moments is None:
            self._moments = tuple(self)
        return self._moments

    @property
    def way(self) -> tuple[Moment, ...]:
        """The moments from the start of the record to the end of the line."""
        if self.parent is None:
            return self.moments
        before = self.parent.way
        return (*before[: len(before) - len(self.parent.moments) + self.leaves], *self.moments)

    def __iter__(self) -> Iterator[Moment]:
        with nullcontext() if self.start is None else self.start.aside():
            yield from _Steps(self).moments()


class _Steps:
    """Makes the moments of a thread."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        replay = thread.replay
        self.played = replay.steps if replay is not None else -1
        """How many actions and items are legal; less than none where nobody knows."""
        self.lines = iter(replay.variations if replay is not None else ())
        """What became of the variations, in the order of the text, as far as somebody knows."""
        self.here = thread.start if replay is not None else None
        """None from an illegal action on."""
        self.done = 0
        self.index = 0

    def moments(self) -> Iterator[Moment]:
        thread = self.thread
        line, ply, turn, written = thread.line, thread.first, thread.turn, thread.written
        next_turn = thread.timeline.next_turn
        if thread.parent is None:
            opening = Moment(thread, 0, Kind.START, None, 0, turn, written)
            opening.board = thread.start
            yield opening
            self.index = 1
        start, leaves = self.here, self.index
        for item in line.items:
            yield self.tried(item, item.event, Kind.ITEM, ply - 1, turn, written, start, leaves)
        for node in line.plies:
            start, leaves = self.here, self.index
            yield self.tried(node, node.action, Kind.ACTION, ply, turn, written, start, leaves)
            written = after_mark(node.mark, written)
            for item in node.items:
                yield self.tried(item, item.event, Kind.ITEM, ply, turn, written, start, leaves)
            following = next_turn(node, turn)
            ply, turn, written = ply + 1, following, following if written == turn else next_turn(node, written)
        if line.rejected is not None:
            yield self.rejected(line.rejected, ply, turn, written)

    def tried(
        self,
        node: Ply | Item,
        action: Action,
        played: Kind,
        ply: int,
        turn: Turn,
        written: Turn,
        start: Board | None,
        leaves: int,
    ) -> Moment:
        """The moment of an action or an event. Its variations begin at `start`, where the action is tried that they replace."""
        kind = played if self.done < self.played else Kind.ILLEGAL if self.done == self.played else Kind.UNREACHED
        moment = Moment(self.thread, self.index, kind, node, ply, turn, written)
        before = moment.board_before = self.here
        if kind is played:
            assert before is not None
            self.here = moment.board = before.after(action)
        elif kind is Kind.ILLEGAL:
            replay = self.thread.replay
            moment.board, self.here = before, None
            moment.violation = replay.refusal.violation if replay is not None and replay.refusal is not None else None
        self.branch(moment, start, leaves)
        self.done += 1
        self.index += 1
        return moment

    def rejected(self, node: Rejected, ply: int, turn: Turn, written: Turn) -> Moment:
        moment = Moment(self.thread, self.index, Kind.REJECTED, node, ply, turn, written)
        replay = self.thread.replay
        moment.board_before = moment.board = self.here
        moment.violation = replay.rejection if replay is not None else None
        self.branch(moment, self.here, self.index)
        return moment

    def branch(self, moment: Moment, start: Board | None, leaves: int) -> None:
        """Note where the variations of a moment begin, and what became of them."""
        number = len(moment.notes.variations)
        if number:
            moment.branching = Branching(start, leaves, tuple(islice(self.lines, number)))


class Timeline:
    """A record, moment by moment."""

    def __init__(self, record: Record, game: Game | None, replay: LineReplay | None = None, start: Position | None = None) -> None:
        """`replay` is what became of the main line from `start`; None where there is no start."""
        self.record = record
        self.game = game
        self.next_turn = next_turn_of(record, game)
        self.diagnostics: Sequence[Diagnostic] = ()
        """What the validator says about the record."""
        self.main = self._thread(replay, None if start is None else Board(start))
        """The main line; its first moment is the start."""

    def passing(self) -> Thread:
        """The main line for who goes through it once and keeps no position, which makes none."""
        main = self.main
        if main.start is None or self.game is None:
            return main
        return self._thread(main.replay, Glimpse(Way(self.game.cursor(main.start.position))))

    def _thread(self, replay: LineReplay | None, start: Board | None) -> Thread:
        thread = Thread(self, self.record.line, replay, start, 1, first_turn(self.record, self.game))
        thread.after = texts(self.record.closing)
        return thread

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

    @cached_property
    def _telling(self) -> tuple[dict[int, tuple[Diagnostic, ...]], tuple[Diagnostic, ...]]:
        untold: dict[tuple[int, int], list[tuple[int, Diagnostic]]] = {}
        for number, finding in enumerate(self.diagnostics):
            untold.setdefault((finding.place.line, finding.place.column), []).append((number, finding))
        told: dict[int, tuple[Diagnostic, ...]] = {}
        for moment in self.every_moment() if untold else ():
            if not untold:
                break
            found = _in_order(untold.pop(place, []) for place in self._places(moment.node))
            if found:
                told[id(moment.node)] = found
        return told, _in_order(untold.values())

    @property
    def told(self) -> dict[int, tuple[Diagnostic, ...]]:
        """By the node of a moment, what the validator says there: each finding at the first moment whose text it points at."""
        return self._telling[0]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What the validator says about the record as a whole."""
        return self._telling[1]

    def _places(self, node: Ply | Item | Rejected | None) -> Iterator[tuple[int, int]]:
        """Where the text of a moment begins, and the turn number before it."""
        spans: list[Span] = [] if node is None else [node.span]
        if isinstance(node, Ply | Rejected) and node.mark is not None:
            spans.append(node.mark.span)
        for span in spans:
            place = self.record.source.place(span)
            yield place.line, place.column


def left_out(record: Record, most: int, form: str) -> Diagnostic | None:
    """What is said where `form` shows so many plies of the main line, and the record has more."""
    plies = record.line.plies
    if len(plies) <= most:
        return None
    place = record.source.place(plies[most].span)
    return diagnose("too-many-plies", place, number=len(plies), form=form, limit=most)


def texts(comments: Iterable[Comment]) -> tuple[str, ...]:
    return tuple(comment.text for comment in comments)


def _in_order(found: Iterable[list[tuple[int, Diagnostic]]]) -> tuple[Diagnostic, ...]:
    """Findings in the order of the validator."""
    return tuple(finding for _, finding in sorted(chain.from_iterable(found), key=itemgetter(0)))
