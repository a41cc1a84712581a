"""A syntax tree and a game to positions: each action is put to the rules, and the good prefix is kept.

An illegal action ends its line, and only that line: what stands before it is replayed, and so are other variations. Items
between actions are put to the rules in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import overload

from expendibots_notation.diagnostics.model import Span
from expendibots_notation.game import ILLEGAL_ACTION, Action, Cursor, Game, NotationError, Outcome, Position, Rules, Violation
from expendibots_notation.judging.timeline import Kind, Moment, Timeline
from expendibots_notation.notation.tree import Item, Line, Ply, Record, Rejected, Variation, values_by_name


@dataclass(frozen=True, slots=True)
class Refusal:
    """The action, or the item, at which a line could not go on."""

    action: Action
    span: Span
    number: int
    """Its ply, counted from 1 at the start of the record; an item's is that of the action before it."""
    violation: Violation
    position: Position


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """An action whose effect is not what the record says it is."""

    ply: Ply
    number: int
    claimed: str
    actual: str


_GOING_ON = Outcome()


@dataclass(slots=True)
class LineReplay:
    """What became of a line."""

    line: Line
    first_ply: int
    """The ply of its first action."""
    played: int = 0
    """How many of its actions are legal."""
    is_whole: bool = True
    """Whether the replay came to the end of the line."""
    steps: int = 0
    """How many actions and items the replay has put on the cursor."""
    outcome: Outcome = _GOING_ON
    """How the line stands at the end of its legal part; an action that was rightly rejected loses the game."""
    end_ply: int | None = None
    """The ply that ended the game, which is the rejected action's where that did; None while the game goes on."""
    refusal: Refusal | None = None
    rejection: Violation | None = None
    """Why the line's rejected action is illegal; None where it is legal, or where there is none."""
    rejection_position: Position | None = None
    """Where the rejected action was tried; None where the replay did not come so far."""
    false_claims: tuple[FalseClaim, ...] = ()
    variations: tuple[LineReplay, ...] = ()
    readings_part: bool = False

    @property
    def last_ply(self) -> int:
        """The last legal ply."""
        return self.first_ply + self.played - 1

    @property
    def ends_with_rejected(self) -> bool:
        """Whether the game was still going on where the line's rejected action was tried, so that its legality decides."""
        return self.rejection_position is not None and self.end_ply != self.last_ply

    def refuse(self, refusal: Refusal) -> None:
        """Note where the line could not go on."""
        self.refusal = refusal
        self.is_whole = False


class Replay(Sequence[Position]):
    """A record, replayed: its positions, one per legal ply of the main line; index 0 is the start.

    Positions are made when they are asked for; judging a record does not need them. Each is the one that the action has brought
    about, before what chance does next; `final` is the last one of all.
    """

    def __init__(self, record: Record, game: Game, rules: Rules, start: Position) -> None:
        self.record = record
        self.game = game
        self.rules = rules
        self.start = start
        self._cursor = game.cursor(start)
        self.main = _replay_line(record.line, self._cursor, game, 1)
        self.final = self._cursor.position()

    def __reduce__(self) -> tuple[type[Replay], tuple[Record, Game, Rules, Position]]:
        return Replay, (self.record, self.game, self.rules, self.start)

    @property
    def outcome(self) -> Outcome:
        """What the replay of the main line establishes."""
        return self.main.outcome

    @cached_property
    def timeline(self) -> Timeline:
        """The record moment by moment."""
        return Timeline(self.record, self.game, self.main, self.start)

    @cached_property
    def _plies(self) -> tuple[Moment, ...]:
        """The start and the legal actions."""
        return tuple(each for each in self.timeline.moments if each.kind in (Kind.START, Kind.ACTION))

    def __len__(self) -> int:
        return self.main.played + 1

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> list[Position]: ...
    def __getitem__(self, index: int | slice) -> Position | list[Position]:
        if isinstance(index, slice):
            return [self[each] for each in range(len(self))[index]]
        position = self._plies[index].position
        assert position is not None
        return position

    @cached_property
    def before_last(self) -> Position:
        """The position in which the last legal action of the main line was played, what chance did before it included."""
        line, played = self.record.line, self.main.played
        before = len(line.items) + sum(1 + len(ply.items) for ply in line.plies[: played - 1])
        for _ in range(self.main.steps - before):
            self._cursor.undo()
        return self._cursor.position()


def start_position(record: Record, game: Game, rules: Rules) -> Position:
    """The position with which a record begins. Raises NotationError where its Setup cannot be read."""
    return game.start(rules, record.setup, values_by_name(record.tags))


def replay(record: Record, game: Game, rules: Rules | None = None) -> Replay:
    """Replay a record under its own rules, or under `rules`.

    Raises NotationError where its Rules or its Setup cannot be read: then there is nothing to replay.
    """
    rules = rules or game.rules(record.rules)
    return Replay(record, game, rules, start_position(record, game, rules))


def under_other_readings(mine: Replay) -> Iterator[Replay]:
    """The same record under each other reading of its game's rules, with the options that its own rules have."""
    for reading in mine.game.readings:
        if reading.name != mine.rules.reading:
            try:
                rules = replace(mine.game.rules(mine.rules.under(reading.name)), compares=True)
                yield replay(mine.record, mine.game, rules)
            except NotationError:
                # A set-up that this reading does not allow cannot be judged by it.
                continue


def _replay_line(line: Line, cursor: Cursor, game: Game, first_ply: int) -> LineReplay:
    """Play a line from where the cursor stands; it is left at the end of the legal part."""
    result = LineReplay(line, first_ply)
    result.variations += tuple(_replay_variations(line.first_variations(), cursor, game, first_ply))
    number = first_ply
    if _put_items(line.items, cursor, result, first_ply):
        number = _put_actions(line, cursor, game, result)
    result.played = number - first_ply
    result.readings_part = cursor.readings_part()
    if cursor.is_over():
        result.outcome = cursor.position().outcome()
        result.end_ply = result.last_ply
    if line.rejected is not None and result.is_whole:
        result.rejection_position = position = cursor.position()
        result.rejection = rejection(line.rejected, position, game)
        if result.rejection is not None and not result.outcome.is_over:
            result.outcome = forfeit(position, game)
            result.end_ply = number
        result.variations += tuple(_replay_variations(line.rejected.variations(), cursor, game, number))
    return result


def _put_actions(line: Line, cursor: Cursor, game: Game, result: LineReplay) -> int:
    """Play the actions of a line with the items between them, as far as they are legal; the ply after the last one."""
    number = result.first_ply
    for ply in line.plies:
        if ply.notes.variations or ply.items:
            result.variations += tuple(_replay_variations(ply.variations(), cursor, game, number))
        action = ply.action
        if action is None:
            result.is_whole = False
            break
        violation = cursor.refuse(action)
        if violation is not None:
            result.refuse(Refusal(action, ply.span, number, violation, cursor.position()))
            break
        if ply.claim is not None and (contradiction := cursor.contradiction(ply.claim)):
            result.false_claims += (FalseClaim(ply, number, *contradiction),)
        result.steps += 1
        number += 1
        if ply.items and not _put_items(ply.items, cursor, result, number - 1):
            break
    return number


def _put_items(items: tuple[Item, ...], cursor: Cursor, result: LineReplay, number: int) -> bool:
    """Put items to the rules; whether all of them are legal."""
    for item in items:
        if item.event is None:
            result.is_whole = False
            return False
        violation = cursor.refuse(item.event)
        if violation is not None:
            result.refuse(Refusal(item.event, item.span, number, violation, cursor.position()))
            return False
        result.steps += 1
    return True


def _replay_variations(variations: Iterable[Variation], cursor: Cursor, game: Game, first_ply: int) -> Iterator[LineReplay]:
    """Play variations from where the cursor stands, and take each back."""
    for variation in variations:
        result = _replay_line(variation.line, cursor, game, first_ply)
        for _ in range(result.steps):
            cursor.undo()
        yield result


UNREADABLE = Violation("unexpected-text", {"found": "the text", "expected": "an action"})


def rejection(rejected: Rejected, position: Position, game: Game) -> Violation | None:
    """Why a rejected action is illegal; a text that is no action at all always is."""
    action = rejected.action if rejected.raw is None else game.interpret(rejected.raw)
    return UNREADABLE if action is None else position.violation(action)


def forfeit(position: Position, game: Game) -> Outcome:
    """The outcome where the player to move has tried something illegal."""
    return Outcome(game.loss_of(game.players.index(position.player)), ILLEGAL_ACTION)
