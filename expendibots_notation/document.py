"""Records as documents and back: `document_of` and `record_of` are each other's inverse.

A document holds everything that stands in the notation, and beside it what the replay establishes. When one is read, the latter
is made anew and compared: `contradictions` says where a document does not agree with its own actions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from expendibots_notation.checks import unknown_game
from expendibots_notation.diagnostics.codes import finding, message_of
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span
from expendibots_notation.game import UNFINISHED, Game, NotationError, Position, ReadAction
from expendibots_notation.games import find_game
from expendibots_notation.judging.replaying import LineReplay, replay
from expendibots_notation.judging.timeline import Kind, Moment, Thread, Timeline, texts
from expendibots_notation.notation.errors import quoted, shortened
from expendibots_notation.notation.numbering import MOST_TURNS, is_wrong, last_turn
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.strings import NUMERIC_KEYS, BadText, read_attributes, write_attributes
from expendibots_notation.notation.terminals import ACTION, ITEM
from expendibots_notation.notation.tree import (
    FRAME_TAGS,
    NO_DOTS,
    NO_NOTES,
    NOWHERE,
    AttributeValue,
    Comment,
    Item,
    Line,
    Notes,
    Ply,
    Record,
    Rejected,
    Tag,
    TurnMark,
    Variation,
    values_by_name,
)
from expendibots_notation.notation.tree_builder import LONGEST_ACTION, MOST_OF_A_KIND, canonical_rules, canonical_setup
from expendibots_notation.schema import (
    ItemDocument,
    PlyDocument,
    RecordDocument,
    RejectedAction,
    VariationDocument,
)

_UNKNOWN_PLAYER = "unknown"
"""Who acts in a game that nobody knows."""

# Record to document

Json = dict[str, Any]
_NOTHING: tuple[()] = ()
"""The list of which most documents have several, once."""


def document_of(record: Record) -> RecordDocument:
    """The document of a record: what it says, and what its replay establishes."""
    return RecordDocument.model_validate(json_of(record))


def json_of(record: Record) -> Json:
    """The same as JSON values, for who only writes it: models of each action would take longer than all the rest."""
    replayed = None
    game = find_game(record.game)
    if game is not None:
        with suppress(NotationError):
            replayed = replay(record, game)
    timeline = Timeline(record, game) if replayed is None else replayed.timeline
    line, token = record.line, record.line.result
    items, plies, rejected = _documents_of(timeline.passing())
    return {
        "format": "xbn-record",
        "version": 1,
        "game": record.game,
        "rules": record.rules,
        "tags": _tags(record),
        "setup": record.setup,
        **_unless_empty(preface=texts(record.preface), comments=texts(line.lead), items=items),
        "plies": plies,
        "rejected": rejected,
        **_unless_empty(dangling=_dangling(timeline.main), closing=texts(record.closing)),
        "claimed": {
            "result": token,
            "termination": record.termination,
            **({"tag": record.result} if record.result not in (token, None) else {}),
        },
        "outcome": _reached(timeline.main.replay),
        "final": replayed.final.text if replayed else None,
    }


def _tags(record: Record) -> dict[str, str]:
    """The tags that a document can hold: of a repeated one, which is an error, the first."""
    return values_by_name(tag for tag in record.tags if tag.name not in FRAME_TAGS)


def repeated_tags(record: Record) -> list[str]:
    """What of a record a document cannot hold."""
    return ["repeated tags"] if len(_tags(record)) < len(record.tags) else []


def _unless_empty(**fields: object) -> Json:
    """Fields that are left out where they say nothing."""
    return {name: value for name, value in fields.items() if value is not None and value != _NOTHING and value != []}


def _documents_of(thread: Thread) -> tuple[list[Json], list[Json], Json | None]:
    """The documents of a line's moments: of the items before its first action, its actions, and its rejected action."""
    first_items: list[Json] = []
    plies: list[Json] = []
    rejected = None
    for moment in thread:
        match moment.node:
            case Ply() as node:
                plies.append(_ply(moment, node))
            case Item() as node:
                item = _item(moment, node)
                (plies[-1]["items"] if plies else first_items).append(item)
            case Rejected() as node:
                rejected = _rejected(moment, node)
    return first_items, plies, rejected


def _ply(moment: Moment, node: Ply) -> Json:
    is_played = moment.kind is Kind.ACTION
    before = moment.before
    document: Json = {
        "ply": moment.ply,
        "turn": moment.turn[0],
        "player": _player(moment, before),
        "text": node.text,
        "action": _action(moment),
    }
    facts = before.facts(node.action) if is_played and before is not None else {}
    document |= _said(moment, node)
    for name in ("waves", "removed"):
        if name in facts:
            document[name] = facts.pop(name)
    after = moment.position if is_played else None
    document["position"] = after.text if after is not None else None
    if node.items:
        document["items"] = []  # they are moments of their own
    return document | facts if facts else document


def _item(moment: Moment, node: Item) -> Json:
    position = moment.position if moment.is_played else None
    return {
        "text": node.text,
        "event": _action(moment),
        "comments": moment.comments,
        "variations": _variations(moment),
        "position": position.text if position is not None else None,
    }


def _rejected(moment: Moment, node: Rejected) -> Json:
    return {
        "ply": moment.ply,
        "turn": moment.turn[0],
        "player": _player(moment, moment.before),
        "text": node.text,
        "raw": node.raw,
        "reason": moment.reason or None,
        **_said(moment, node),
    }


_NOTHING_SAID: Json = {"glyphs": (), "attributes": {}, "comments": (), "variations": ()}


def _said(moment: Moment, node: Ply | Rejected) -> Json:
    """What people say about an action, and its turn number where that is wrong."""
    notes, mark = node.notes, node.mark
    said = _NOTHING_SAID
    if notes is not NO_NOTES:
        said = {"glyphs": notes.glyphs, "attributes": dict(notes.attributes)}
        if notes.before:
            said["before"] = moment.remarks
        said |= {"comments": moment.comments, "variations": _variations(moment)}
    return said if mark is None or not is_wrong(mark, moment.written) else said | {"mark": mark.number}


def _action(moment: Moment) -> Json | None:
    game, action = moment.thread.timeline.game, moment.action
    return game.action_json(action) if game is not None and action is not None else None


def _variations(moment: Moment) -> list[Json] | tuple[()]:
    return [_variation(thread) for thread in moment.branches()] if moment.notes.variations else _NOTHING


def _variation(thread: Thread) -> Json:
    items, plies, rejected = _documents_of(thread)
    return {
        "comments": texts(thread.line.lead),
        **_unless_empty(items=items),
        "plies": plies or _NOTHING,
        "rejected": rejected,
        **_unless_empty(dangling=_dangling(thread)),
        "result": thread.line.result,
        "outcome": _reached(thread.replay),
        "after": thread.after,
    }


def _dangling(thread: Thread) -> int | None:
    """A turn number that no action follows, where it contradicts the count."""
    mark = thread.line.dangling
    if mark is None:
        return None
    turn = last_turn(thread.line, thread.written, thread.timeline.next_turn)
    return mark.number if is_wrong(mark, turn) else None


_OPEN: Json = {"result": UNFINISHED, "termination": None, "ply": None}


def _reached(line: LineReplay | None) -> Json:
    """What the replay of a line establishes."""
    if line is None or not line.outcome.is_over:
        return _OPEN
    # A variation without an action that begins where the game is over has no ply that ended it.
    is_old = line.played == 0 and line.end_ply == line.last_ply
    return {
        "result": line.outcome.result,
        "termination": line.outcome.termination,
        "ply": 0 if is_old else line.end_ply,
    }


def _player(moment: Moment, position: Position | None) -> str:
    """Who acts: as the position says, or as the turns are counted where there is no position."""
    if position is not None and not position.outcome().is_over:
        return position.player
    return moment.player or _UNKNOWN_PLAYER


# Document to record

_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
_TEXT_KEY = re.compile(r'(?<!\\)"text"\s*:\s*("(?:[^"\\]|\\.)*"|null)')
_CANONICAL_TEXT = "Convert the document anew: it will have the canonical text."


def record_of(document: RecordDocument, source: Source, index: int = 1) -> Record:
    """The record of a document. `source` is its text, in which the actions are looked up for their places.

    `findings` has what would be said of the same record in XBN. Raises NotationError for what XBN cannot say.
    """
    game = find_game(document.game)
    reader = _LineReader(game, source)
    line = reader.line(document, document.claimed.result)
    if document.closing and line.result is None:
        raise NotationError("closing has comments behind the result, but there is no result")
    if document.plies and not _has_start(document, game):
        # The count cannot begin at the set-up position, so it begins as the document's does.
        first, said = line.plies[0], document.plies[0]
        dots = 1 if game is None or said.player == game.players[0] else 3
        line = replace(line, plies=(replace(first, mark=TurnMark(_first_number(said), dots)), *line.plies[1:]))
    claimed = document.claimed
    tags = tuple(Tag(name, value) for name, value in document.tags.items())
    record = Record(
        game=game.id if game else document.game,
        rules=canonical_rules(game, document.rules) if game else document.rules,
        setup=canonical_setup(game, document.rules, document.setup, tags) if game else document.setup,
        tags=tags,
        result=claimed.tag if claimed.tag is not None else claimed.result,
        termination=claimed.termination,
        line=line,
        preface=_comments(document.preface),
        closing=_comments(document.closing),
        index=index,
        source=source,
        is_native=False,
        sides=game.players if game else (),
    )
    return replace(record, findings=tuple(reader.findings if game else (unknown_game(record),)))


def _has_start(document: RecordDocument, game: Game | None) -> bool:
    """Whether it is known where the game begins: at the usual position, or at one that can be read."""
    if game is None:
        return True
    try:
        rules = game.rules(document.rules)
        if document.setup is not None:
            game.start(rules, document.setup, document.tags)
    except NotationError:
        return False
    return True


def _first_number(document: PlyDocument) -> int:
    """The number of the turn with which a document begins. Raises NotationError where it cannot be written."""
    number = document.turn if document.mark is None else document.mark
    if not 0 <= number <= MOST_TURNS:
        raise NotationError(f"ply {document.ply} has the turn {number}; a turn is a number from 0 to {MOST_TURNS}")
    return number


def _comments(texts: list[str]) -> tuple[Comment, ...]:
    """Comments of their texts, whose line breaks become line feeds. Raises NotationError for what no comment of XBN can hold."""
    for text in texts:
        if _UNWRITABLE.search(text):
            raise NotationError("a comment holds a NUL or half a character, which XBN cannot write")
    return tuple(Comment(text.replace("\r\n", "\n").replace("\r", "\n")) for text in texts)


class _LineReader:
    def __init__(self, game: Game | None, source: Source) -> None:
        self.game = game
        self.source = source
        self.places: Iterator[Span] = (Span(*found.span(1)) for found in _TEXT_KEY.finditer(source.text))
        self.findings: list[Diagnostic] = []
        """What there is to say about the texts of actions, and about attributes."""
        self.counts: Counter[str] = Counter()

    def find(self, name: str, span: Span, hint: str | None = None, **facts: object) -> None:
        self.counts[name] += 1
        if self.counts[name] <= MOST_OF_A_KIND:
            self.findings.append(finding(name, message_of(name, facts), self.source.place(span), hint=hint))

    def line(self, document: RecordDocument | VariationDocument, result: str | None) -> Line:
        items = tuple(self.item(item) for item in document.items)
        plies = tuple(self.ply(ply) for ply in document.plies)
        rejected = self.rejected(document.rejected) if document.rejected else None
        if rejected is not None and document.dangling is not None:
            raise NotationError("dangling is a turn number that no action follows, but the rejected action does")
        return Line(plies, _comments(document.comments), rejected, result, dangling=_mark(document.dangling), items=items)

    def ply(self, document: PlyDocument) -> Ply:
        span = next(self.places, NOWHERE)
        notes = self.notes(document, span)
        items = tuple(self.item(item) for item in document.items)
        read = self.read(document.text, "ACTION", span)
        return Ply(read.text, read.action, read.claim, notes, _mark(document.mark), span, items)

    def item(self, document: ItemDocument) -> Item:
        """An item. Raises NotationError where the game has none, or cannot read it."""
        span = next(self.places, NOWHERE)
        variations = tuple(self.variation(each) for each in document.variations)
        notes = Notes(comments=_comments(document.comments), variations=variations)
        notes = NO_NOTES if notes == NO_NOTES else notes
        if self.game is not None and self.game.item is None:
            raise NotationError(f"{self.game.name} has no items between its actions")
        read = self.read(document.text, "ITEM", span)
        return Item(read.text, read.action, notes, span)

    def rejected(self, document: RejectedAction) -> Rejected:
        span = next(self.places, NOWHERE)
        if (document.text is None) == (document.raw is None):
            raise NotationError("a rejected action has either a text or a raw text; the other one is null")
        notes, mark = self.notes(document, span), _mark(document.mark)
        if document.text is None:
            return Rejected(None, document.raw, None, notes, mark, span)
        read = self.read(document.text, "ACTION", span)
        return Rejected(read.text, None, read.action, notes, mark, span)

    def read(self, text: str, terminal: str, span: Span) -> ReadAction:
        """An action or an item, by the same grammar as in XBN. Raises NotationError for any other text, whatever it may hold."""
        read = ReadAction(None, None, text, False) if self.game is None else self.game.read_action(text)
        if (read.is_canonical and text.startswith("<") == (terminal == "ITEM")) or self.is_word(text, terminal):
            if self.game is not None and not read.is_canonical:
                self.find("loose-action", span, hint=_CANONICAL_TEXT, written=quoted(text), canonical=shortened(read.text))
            return read
        raise NotationError(f"{quoted(text)} is not the text of one {'item' if terminal == 'ITEM' else 'action'}")

    def is_word(self, text: str, terminal: str) -> bool:
        """Whether a text is exactly one word of the grammar, and stays that in a file."""
        kind = ITEM if terminal == "ITEM" else ACTION
        if "\r" in text or _UNWRITABLE.search(text) or (kind == ACTION and len(text) > LONGEST_ACTION):
            return False
        return is_token(text, kind, self.game)

    def notes(self, document: PlyDocument | RejectedAction, span: Span) -> Notes:
        """What is said about an action. Raises NotationError for what XBN cannot say."""
        if any(not glyph.startswith("$") for glyph in document.glyphs[1:]):
            raise NotationError(f"ply {document.ply} has a glyph that is not the first; only NAGs may follow")
        attributes = document.attributes
        notes = Notes(
            _comments(document.before),
            tuple(document.glyphs),
            tuple((key, value) for key, value in attributes.items() if self.is_attribute(document.ply, span, key, value)),
            _comments(document.comments),
            tuple(self.variation(each) for each in document.variations),
        )
        return NO_NOTES if notes == NO_NOTES else notes

    def is_attribute(self, ply: int, span: Span, key: str, value: AttributeValue) -> bool:
        """Whether XBN can hold an attribute; reported where its number is too long or too large. Raises NotationError for another
        kind of value than the key has."""
        if key not in NUMERIC_KEYS:
            if isinstance(value, str):
                return True
            numbers = ", ".join(sorted(NUMERIC_KEYS))
            raise NotationError(f'the attribute {key} at ply {ply} is a text, "{value}"; only {numbers} are numbers')
        if isinstance(value, str):
            raise NotationError(f"the attribute {key} at ply {ply} is a number, not {value[:40]!r}")
        try:
            read_attributes(write_attributes(((key, value),)))
        except BadText as error:
            self.find("bad-attribute", span, problem=error)
            return False
        return True

    def variation(self, document: VariationDocument) -> Variation:
        return Variation(self.line(document, document.result), _comments(document.after))


def _mark(number: int | None) -> TurnMark | None:
    return None if number is None else TurnMark(number, NO_DOTS)


# What a document says beside the notation, against the replay


def contradictions(document: RecordDocument, record: Record) -> Iterator[Contradiction]:
    """Where a document says something else than the replay of its own actions.

    Values that the document leaves open (null) contradict nothing.
    """
    actual = document_of(record)
    yield from _line_contradictions(document, actual, record.line)
    if document.final is not None and document.final != actual.final:
        yield Contradiction("final", None, _end_of(record.line), document.final, actual.final)


class Contradiction(NamedTuple):
    """What a document says of itself, and what is true."""

    what: str
    ply: int | None
    span: Span
    said: Any
    actual: Any


def _line_contradictions(
    said: RecordDocument | VariationDocument, actual: RecordDocument | VariationDocument, line: Line
) -> Iterator[Contradiction]:
    yield from _item_contradictions(said.items, actual.items, line.items, None)
    for one, other, ply in zip(said.plies, actual.plies, line.plies, strict=True):
        facts = ("ply", "turn", "player", "action", "waves", "removed", "position", *(one.model_extra or ()))
        yield from _node_contradictions(facts, one, other, ply)
        yield from _item_contradictions(one.items, other.items, ply.items, other.ply)
    if said.rejected is not None and actual.rejected is not None and line.rejected is not None:
        yield from _node_contradictions(("ply", "turn", "player", "reason"), said.rejected, actual.rejected, line.rejected)
    if said.outcome != actual.outcome:
        yield Contradiction("outcome", None, _end_of(line), said.outcome.model_dump(), actual.outcome.model_dump())


def _node_contradictions(
    facts: tuple[str, ...], said: PlyDocument | RejectedAction, actual: PlyDocument | RejectedAction, node: Ply | Rejected
) -> Iterator[Contradiction]:
    for name in facts:
        value, truth = getattr(said, name), getattr(actual, name, None)
        if value not in (None, _UNKNOWN_PLAYER) and value != truth:
            yield Contradiction(name, actual.ply, node.span, value, truth)
    for one, other, variation in zip(said.variations, actual.variations, node.notes.variations, strict=True):
        yield from _line_contradictions(one, other, variation.line)


def _item_contradictions(
    said: list[ItemDocument], actual: list[ItemDocument], items: tuple[Item, ...], ply: int | None
) -> Iterator[Contradiction]:
    for one, other, item in zip(said, actual, items, strict=True):
        for name in ("event", "position"):
            value, truth = getattr(one, name), getattr(other, name)
            if value is not None and value != truth:
                yield Contradiction(f"{name} of an item", ply, item.span, value, truth)
        for variation, true_variation, node in zip(one.variations, other.variations, item.notes.variations, strict=True):
            yield from _line_contradictions(variation, true_variation, node.line)


def _end_of(line: Line) -> Span:
    return line.plies[-1].span if line.plies else NOWHERE
