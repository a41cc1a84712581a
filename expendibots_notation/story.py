"""A record told moment by moment, for those who show it: pages, players, animations.

A story knows no rule and no game: it has a picture of each position, what was done to get there, and what people and the validator
say about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from operator import itemgetter

from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.diagram import NO_TRACE, Diagram, Trace
from expendibots_notation.game import Action, Game, Position
from expendibots_notation.games import find_game
from expendibots_notation.notation.numbering import Turn, first_turn, next_turn_of, write_mark
from expendibots_notation.notation.tree import (
    AttributeValue,
    Comment,
    Item,
    Line,
    Notes,
    Ply,
    Record,
    Rejected,
    TurnMark,
    Variation,
)
from expendibots_notation.notation.writer import rejected_text
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides, judged
from expendibots_notation.judging.replaying import rejection
from expendibots_notation.verdict import Judged, Verdict


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


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in a record where one can stop and look."""

    kind: Kind
    ply: int
    """The ply that led here; 0 at the start, and an item has that of the action before it."""
    mark: str
    """The turn number as it is written before the action: `12.` or `12...`."""
    player: str
    """Who acted; empty where nobody did."""
    text: str
    """The action, or the item; empty at the start."""
    position: Position | None
    """What the action led to. Where it was not played, the position in which it was tried; None where there is none."""
    before: Position | None
    """The position in which it was tried."""
    trace: Trace = NO_TRACE
    """What to draw of it."""
    glyphs: tuple[str, ...] = ()
    attributes: tuple[tuple[str, AttributeValue], ...] = ()
    remarks: tuple[str, ...] = ()
    """Comments before it."""
    comments: tuple[str, ...] = ()
    """Comments behind it."""
    findings: tuple[Diagnostic, ...] = ()
    """What the validator says about it."""
    variations: tuple[Thread, ...] = ()
    """Lines that replace it."""
    reason: str = ""
    """Why it could not be played, in the validator's words; empty where it was, and where there is no board to judge it on."""

    @property
    def is_played(self) -> bool:
        """Whether the position is one that it has led to."""
        return self.kind in (Kind.START, Kind.ACTION, Kind.ITEM)

    @property
    def is_event(self) -> bool:
        """Whether it stands between the actions, as an item of the notation does, be it allowed or not."""
        return not self.mark and self.kind is not Kind.START

    @property
    def diagram(self) -> Diagram | None:
        """The picture of the position; None where there is none."""
        return self.position.diagram() if self.position is not None else None


@dataclass(frozen=True, slots=True)
class Thread:
    """A line, moment by moment."""

    moments: tuple[Moment, ...]
    result: str | None = None
    lead: tuple[str, ...] = ()
    """Comments before it."""
    after: tuple[str, ...] = ()
    """Comments behind it."""

    def replaced_from(self, index: int) -> int:
        """From which moment on a variation behind another one replaces the line: behind an event, it replaces its action too."""
        while index > 0 and self.moments[index].is_event and self.moments[index - 1].kind is not Kind.START:
            index -= 1
        return index


@dataclass(frozen=True, slots=True)
class Story:
    """A record, told."""

    record: Record
    game: Game | None
    verdict: Verdict
    main: Thread
    """The main line; its first moment is the start."""
    findings: tuple[Diagnostic, ...] = field(default=())
    """What the validator says about the record as a whole."""

    @property
    def title(self) -> str:
        """Who played: the tags named after the players, or the event, or the game."""
        names = [self.record.tag(player.capitalize()) for player in (self.game.players if self.game else ())]
        if any(names):
            return " – ".join(name or "?" for name in names)
        return self.record.tag("Event") or (self.game.name if self.game else self.record.game)

    @property
    def moments(self) -> tuple[Moment, ...]:
        return self.main.moments


def tell(record: Record, overrides: Overrides = NO_OVERRIDES) -> Story:
    """The story of a record; how far it goes is said by the validator's findings, which it holds."""
    return story_of(record, judged(record, overrides))


def story_of(record: Record, judgement: Judged) -> Story:
    """The story of a record that has been judged already."""
    game, replay = find_game(record.game), judgement.replay
    start = replay[0] if replay is not None else None
    teller = _Teller(record, game, judgement.verdict)
    opening = Moment(Kind.START, 0, "", "", "", start, None)
    moments = (opening, *teller.moments(record.line, start, 1, first_turn(record, game)))
    main = Thread(moments, record.line.result, _texts((*record.preface, *record.line.lead)), _texts(record.closing))
    return Story(record, game, judgement.verdict, main, teller.rest())


def _texts(comments: tuple[Comment, ...]) -> tuple[str, ...]:
    return tuple(comment.text for comment in comments)


class _Teller:
    """Tells lines. Each finding is told at the first moment whose text it points at."""

    def __init__(self, record: Record, game: Game | None, verdict: Verdict) -> None:
        self.record = record
        self.game = game
        self.next_turn = next_turn_of(record, game)
        self.untold: dict[tuple[int, int], list[tuple[int, Diagnostic]]] = {}
        """By line and column: the findings, each with its number."""
        for number, finding in enumerate(verdict.diagnostics):
            self.untold.setdefault((finding.place.line, finding.place.column), []).append((number, finding))

    def rest(self) -> tuple[Diagnostic, ...]:
        """The findings that no moment has told."""
        return _in_order(self.untold.values())

    def findings_at(self, span: Span, mark: TurnMark | None = None) -> tuple[Diagnostic, ...]:
        """What is said about the text at a place, or about the turn number before it."""
        if not self.untold:
            return ()
        places = [self.record.source.place(each) for each in (span, *([mark.span] if mark else ()))]
        return _in_order(self.untold.pop((place.line, place.column), []) for place in places)

    def moments(self, line: Line, here: Position | None, ply: int, turn: Turn) -> Iterator[Moment]:
        """The moments of a line that begins in a position, of which None is known behind an illegal action."""
        start = here
        for item in line.items:
            moment = self.item(item, here, start, ply - 1, turn)
            yield moment
            here = moment.position if moment.is_played else None
        for node in line.plies:
            before = here
            moment = self.ply(node, here, ply, turn)
            yield moment
            here = moment.position if moment.is_played else None
            for item in node.items:
                moment = self.item(item, here, before, ply, turn)
                yield moment
                here = moment.position if moment.is_played else None
            ply, turn = ply + 1, self.next_turn(node, turn)
        if line.rejected is not None:
            yield self.rejected(line.rejected, here, ply, turn)

    def ply(self, node: Ply, before: Position | None, ply: int, turn: Turn) -> Moment:
        kind, after, trace, reason = _tried(before, node.action, Kind.ACTION)
        notes = node.notes
        return Moment(
            kind,
            ply,
            write_mark(turn),
            self.player(turn),
            node.text,
            after,
            before,
            trace,
            notes.glyphs,
            notes.attributes,
            _texts(notes.before),
            _texts(notes.comments),
            self.findings_at(node.span, node.mark),
            self.variations(notes, before, ply, turn),
            reason,
        )

    def item(self, node: Item, before: Position | None, replaced: Position | None, ply: int, turn: Turn) -> Moment:
        kind, after, trace, reason = _tried(before, node.event, Kind.ITEM)
        return Moment(
            kind,
            ply,
            "",
            "",
            node.text,
            after,
            before,
            trace,
            comments=_texts(node.notes.comments),
            findings=self.findings_at(node.span),
            variations=self.variations(node.notes, replaced, max(ply, 1), turn),
            reason=reason,
        )

    def rejected(self, node: Rejected, here: Position | None, ply: int, turn: Turn) -> Moment:
        action = node.action
        if node.raw is not None and self.game is not None:
            action = self.game.interpret(node.raw)
        violation = rejection(node, here, self.game) if here is not None and self.game is not None else None
        notes = node.notes
        return Moment(
            Kind.REJECTED,
            ply,
            write_mark(turn),
            self.player(turn),
            f"~{rejected_text(node)}",
            here,
            here,
            here.trace(action) if here is not None and action is not None else NO_TRACE,
            notes.glyphs,
            notes.attributes,
            _texts(notes.before),
            _texts(notes.comments),
            self.findings_at(node.span, node.mark),
            self.variations(notes, here, ply, turn),
            violation.message if violation is not None else "",
        )

    def variations(self, notes: Notes, before: Position | None, ply: int, turn: Turn) -> tuple[Thread, ...]:
        return tuple(self.thread(each, before, ply, turn) for each in notes.variations)

    def thread(self, variation: Variation, before: Position | None, ply: int, turn: Turn) -> Thread:
        line = variation.line
        moments = tuple(self.moments(line, before, ply, turn))
        return Thread(moments, line.result, _texts(line.lead), _texts(variation.after))

    def player(self, turn: Turn) -> str:
        return self.game.players[turn[1]] if self.game else ""


def _in_order(found: Iterable[list[tuple[int, Diagnostic]]]) -> tuple[Diagnostic, ...]:
    """Findings in the order of the validator."""
    return tuple(finding for _, finding in sorted(chain.from_iterable(found), key=itemgetter(0)))


def _tried(before: Position | None, action: Action, kind: Kind) -> tuple[Kind, Position | None, Trace, str]:
    """What became of an action: its kind, the position to show, what to draw, and why it was not played."""
    if before is None:
        return Kind.UNREACHED, None, NO_TRACE, ""
    if action is None:
        return Kind.ILLEGAL, before, NO_TRACE, ""
    trace = before.trace(action)
    violation = before.violation(action)
    if violation is not None:
        return Kind.ILLEGAL, before, trace, violation.message
    return kind, before.play(action), trace, ""
