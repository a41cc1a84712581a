"""One record's text to its syntax tree. Where the text goes wrong there is one diagnostic, and the tree holds what comes before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.codes import finding, message_of
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span, in_order
from expendibots_notation.game import Action, Claim, Game, NotationError, ReadAction
from expendibots_notation.notation.borders import RecordText
from expendibots_notation.notation.errors import (
    Refused,
    find_trouble,
    foreign_characters,
    is_within_limits,
    missing_tags,
    quoted,
    shortened,
)
from expendibots_notation.notation.events import Events, Visitor, walk
from expendibots_notation.notation.reader import DEFAULT_GAME, FindGame, new_driver
from expendibots_notation.notation.strings import BadText, read_attributes, read_comment, read_string
from expendibots_notation.notation.terminals import ACTION, ATTRIBUTES, COMMENT, ITEM, LINE_COMMENT, RECORD, RSQB, STRING, TAG_NAME
from expendibots_notation.notation.tree import (
    FORMAT,
    FORMAT_TAG,
    FRAME_TAGS,
    GAME_TAG,
    NO_NOTES,
    NOWHERE,
    RESULT_TAG,
    RULES_TAG,
    SETUP_TAG,
    TERMINATION_TAG,
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

MOST_OF_A_KIND = 20
"""The number of findings of one kind that the reader lists for one record; it counts the others."""
LONGEST_ACTION = 64
"""The most characters that an action may have, in any game."""

_RESULT_SPELLINGS = str.maketrans({"\N{EN DASH}": "-", "\N{EM DASH}": "-"})
_CANONICAL_RESULTS = {"½-½": "1/2-1/2", "1/2": "1/2-1/2"}


def parse(record: RecordText, find_game: FindGame, game_name: str | None = None) -> Record:
    """The syntax tree of one record, with everything there is to say about its text in `findings`. Never raises for bad text.

    `game_name` overrides the Game tag. An unknown game's actions are kept as they are written.
    """
    source = record.source
    data = source.text.encode("utf-8", "surrogateescape")
    driver = new_driver(find_game, game_name)
    is_whole = driver.read(data, 0, len(data), True) == RECORD
    events = driver.events if source.text.isascii() else driver.events.in_characters(data)
    name = next(each for each in (game_name, _named_game(source, events), DEFAULT_GAME) if each is not None)
    game = find_game(name)
    if is_whole and is_within_limits(source.text):
        with suppress(Refused):
            return TreeBuilder(record, events, game, name, None).record()
    trouble = find_trouble(source, events, driver, is_whole, partial(_read, game))
    return TreeBuilder(record, events, game, name, trouble).record()


def _named_game(source: Source, events: Events) -> str | None:
    """The value of the first Game tag that has one."""
    for index in range(events.size - 2):
        kind = events.kinds[index]
        if kind == TAG_NAME and events.kinds[index + 2] == RSQB:
            if source.text[events.starts[index] + 1 : events.ends[index]].strip(" \t") == GAME_TAG:
                with suppress(BadText):
                    return read_string(source.text[events.starts[index + 1] : events.ends[index + 1]])
        elif kind not in (STRING, RSQB, COMMENT, LINE_COMMENT):
            break
    return None


def _read(game: Game | None, kind: int, text: str) -> ReadAction | None:
    """What the game makes of an action or an item; None where the game is not known. Raises Refused."""
    if kind == ACTION and len(text) > LONGEST_ACTION:
        raise Refused(f"an action, which has at most {LONGEST_ACTION} characters")
    if game is None:
        return None
    if kind == ITEM and game.item is None:
        raise Refused(f"an action; {game.name} has nothing in angle brackets between its actions")
    try:
        return game.read_action(text)
    except NotationError as error:
        raise Refused(f"an action ({error})") from None


class TreeBuilder(Visitor):
    """Makes the tree of a record from its events, and notes what is odd about it. Raises Refused."""

    def __init__(self, text: RecordText, events: Events, game: Game | None, game_name: str, trouble: Diagnostic | None) -> None:
        self.source = text.source
        self.text = text.source.text
        self.index = text.index
        self.events = events
        self.game = game
        self.game_name = game_name
        self.is_whole = trouble is None
        self.findings = [*text.findings, *foreign_characters(text.source)]
        # A byte or a NUL at which the reading stops is reported like any other: the first one of the record.
        if trouble is not None and all(each.name != trouble.name for each in self.findings):
            self.findings.append(trouble)
        self.counts: Counter[str] = Counter()
        self.tags: list[Tag] = []
        self.preface: list[Comment] = []
        self.closing: list[Comment] | None = None
        """None before the result of the record."""
        self.line = _OpenLine()
        self.opened: list[tuple[_OpenLine, int]] = []
        """The lines around this one, each with the place at which the variation in it begins."""

    def find(self, name: str, span: Span, **facts: object) -> None:
        self.counts[name] += 1
        if self.counts[name] <= MOST_OF_A_KIND:
            self.findings.append(finding(name, message_of(name, facts), self.source.place(span)))

    def sum_up(self) -> None:
        """Say how many findings of a kind there are, where not all of them are listed."""
        for name, number in self.counts.items():
            if number > MOST_OF_A_KIND:
                last = max(at for at, each in enumerate(self.findings) if each.name == name)
                message = f"{self.findings[last].message}; and {number - MOST_OF_A_KIND} more of this kind in the record"
                self.findings[last] = replace(self.findings[last], message=message)

    # The visitor

    def tag(self, start: int, name_end: int, value_start: int, value_end: int, end: int) -> None:
        self.preface += self.line.lead
        self.line.lead.clear()
        value = self.string(value_start, value_end)
        if value is not None:
            self.tags.append(Tag(self.text[start + 1 : name_end].strip(" \t"), value, Span(start, end)))

    def turn(self, start: int, end: int) -> None:
        text = self.text[start:end]
        read = _remembered_turn if len(text) <= _LONGEST_REMEMBERED else _number_and_dots
        self.line.mark = TurnMark(*read(text), Span(start, end))

    def action(self, start: int, end: int) -> None:
        text, action, claim = self.read(ACTION, start, end)
        line = self.line
        line.plies.append(Ply(text, action, claim, NO_NOTES, line.new_mark(), Span(start, end)))

    def item(self, start: int, end: int) -> None:
        text, event, _ = self.read(ITEM, start, end)
        self.line.add_item(Item(text, event, NO_NOTES, Span(start, end)))

    def rejected(self, start: int, action_start: int, end: int, is_raw: bool) -> None:
        span = Span(start, end)
        if is_raw:
            raw = self.string(action_start, end)
            self.line.rejected = Rejected(None, raw, None, NO_NOTES, self.line.new_mark(), span)
        else:
            text, action, _ = self.read(ACTION, action_start, end)
            self.line.rejected = Rejected(text, None, action, NO_NOTES, self.line.new_mark(), span)

    def note(self, kind: int, start: int, end: int) -> None:
        line = self.line
        if kind in (COMMENT, LINE_COMMENT):
            comment = Comment(read_comment(self.text[start:end]), Span(start, end))
            (line.comments_here() if self.closing is None else self.closing).append(comment)
        elif kind == ATTRIBUTES:
            line.is_noted = True
            self.add_attributes(start, end, line.attributes)
        else:
            line.is_noted = True
            line.glyphs.append(self.text[start:end])

    def begin_variation(self, start: int, end: int) -> None:
        self.opened.append((self.line, start))
        self.line = _OpenLine()

    def end_variation(self, start: int, end: int) -> None:
        line = self.line.closed()
        self.line, begin = self.opened.pop()
        self.line.add_variation(Variation(line, (), Span(begin, end)))

    def result(self, start: int, end: int) -> None:
        written = self.text[start:end]
        span = Span(start, end)
        canonical = written.translate(_RESULT_SPELLINGS)
        canonical = _CANONICAL_RESULTS.get(canonical, canonical)
        if canonical != written:
            self.find("loose-result", span, written=quoted(written), canonical=canonical)
        self.line.result, self.line.result_span = canonical, span
        if not self.opened:
            self.closing = []

    # Small texts

    def string(self, start: int, end: int) -> str | None:
        try:
            return read_string(self.text[start:end])
        except BadText as error:
            self.find("bad-string", Span(start, end), problem=error)
            return None

    def read(self, kind: int, start: int, end: int) -> tuple[str, Action, Claim]:
        """The canonical text, the action and its claim. Raises Refused."""
        written = self.text[start:end]
        read = _read(self.game, kind, written)
        if read is None:
            return written, None, None
        if not read.is_canonical:
            self.find("loose-action", Span(start, end), written=quoted(written), canonical=shortened(read.text))
        return read.text, read.action, read.claim

    def add_attributes(self, start: int, end: int, attributes: dict[str, AttributeValue]) -> None:
        span = Span(start, end)
        try:
            pairs = read_attributes(self.text[start:end])
        except BadText as error:
            self.find("bad-attribute", span, problem=error)
            return
        repeated: str | None = None
        for key, value in pairs:
            if key in attributes:
                repeated = repeated or key
            else:
                attributes[key] = value
        if repeated is not None:
            self.find("bad-attribute", span, problem=f"{repeated} is already given")

    # The record

    def record(self) -> Record:
        """The record, with all findings."""
        walk(self.events, self)
        while self.opened:
            # The text goes wrong inside these variations.
            self.end_variation(self.opened[-1][1], self.opened[-1][1])
        line = self.line.closed()
        frame, spans, others = self.sort_tags()
        result = frame.get(RESULT_TAG, line.result)
        rules, setup = frame.get(RULES_TAG, "text"), frame.get(SETUP_TAG)
        if self.game:
            rules, setup = canonical_rules(self.game, rules), canonical_setup(self.game, rules, setup, others)
        if frame.get(FORMAT_TAG, FORMAT) != FORMAT:
            self.find("unknown-format", spans[FORMAT_TAG], value=quoted(frame[FORMAT_TAG]), known=quoted(FORMAT))
        if self.game is None:
            self.find("unknown-game", spans.get(GAME_TAG, Span(0, 0)), game=quoted(self.game_name))
        if self.is_whole:
            self.check_completeness(frame, line, rules)
        self.sum_up()
        return Record(
            game=self.game.id if self.game else self.game_name,
            rules=rules,
            setup=setup,
            tags=tuple(others),
            result=result,
            termination=frame.get(TERMINATION_TAG),
            line=line,
            preface=tuple(self.preface),
            closing=tuple(self.closing or ()),
            index=self.index,
            source=self.source,
            tag_spans=spans,
            findings=tuple(in_order(self.findings)),
            is_whole=self.is_whole,
            sides=self.game.players if self.game else (),
        )

    def check_completeness(self, frame: dict[str, str], line: Line, rules: str) -> None:
        """Say what the record leaves out: its result, and tags that a canonical record has."""
        if line.result is None:
            end = len(self.text)
            self.find("missing-result", Span(end - 1, end))
        implied = {FORMAT_TAG: FORMAT, GAME_TAG: self.game.name if self.game else None, RULES_TAG: rules, RESULT_TAG: line.result}
        missing = {name: value for name, value in implied.items() if name not in frame and value is not None}
        if missing:
            self.findings.append(missing_tags(self.source, missing))

    def sort_tags(self) -> tuple[dict[str, str], dict[str, Span], list[Tag]]:
        """The frame's tags as a mapping, the place of each tag, and all other tags; of a repeated tag the first counts."""
        frame: dict[str, str] = {}
        spans: dict[str, Span] = {}
        others = []
        for tag in self.tags:
            if tag.name in spans:
                lines = self.source.line_of(tag.span.start) - self.source.line_of(spans[tag.name].start)
                self.find(
                    "repeated-tag", tag.span, tag=tag.name, where=f"{counted(lines, 'line')} above" if lines else "on this line"
                )
                others.append(tag)
                continue
            spans[tag.name] = tag.span
            if tag.name in FRAME_TAGS:
                frame[tag.name] = tag.value
            else:
                others.append(tag)
        return frame, spans, others


@dataclass(slots=True)
class _OpenLine:
    """A line to which actions are still added.

    Notes are about its last action, item or rejected action. They are put together once, when something else follows.
    """

    plies: list[Ply] = field(default_factory=list)
    lead: list[Comment] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    """Before the first action."""
    own_items: list[Item] = field(default_factory=list)
    """After the last one."""
    rejected: Rejected | None = None
    result: str | None = None
    result_span: Span = NOWHERE
    mark: TurnMark | None = None
    """A turn number that no action has followed yet."""
    next_before: list[Comment] = field(default_factory=list)
    """Comments after that number."""
    is_noted: bool = False
    """Whether there are notes to be put together, or items."""
    before: list[Comment] = field(default_factory=list)
    glyphs: list[str] = field(default_factory=list)
    attributes: dict[str, AttributeValue] = field(default_factory=dict)
    comments: list[Comment] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)
    after: list[Comment] = field(default_factory=list)
    """Comments after the last variation."""

    def new_mark(self) -> TurnMark | None:
        """Be done with the last action; the turn number before the next one."""
        if self.is_noted:
            self.settle()
            if self.own_items:
                self.plies[-1].items = tuple(self.own_items)
                self.own_items.clear()
        if self.next_before:
            self.before, self.next_before = self.next_before, []
            self.is_noted = True
        mark = self.mark
        self.mark = None
        return mark

    def add_item(self, item: Item) -> None:
        self.settle()
        (self.own_items if self.plies else self.items).append(item)
        self.is_noted = True

    def add_variation(self, variation: Variation) -> None:
        self.settle_after()
        self.variations.append(variation)
        self.is_noted = True

    def comments_here(self) -> list[Comment]:
        """The comments that one joins that comes now."""
        return self.last_comments() if self.mark is None else self.next_before

    def last_comments(self) -> list[Comment]:
        """The comments at the end of the line so far."""
        if not (self.plies or self.items or self.rejected):
            return self.lead
        self.is_noted = True
        return self.after if self.variations else self.comments

    def settle_after(self) -> None:
        """Give the last variation the comments that follow it."""
        if self.after:
            last = self.variations[-1]
            self.variations[-1] = Variation(last.line, tuple(self.after), last.span)
            self.after.clear()

    def settle(self) -> None:
        """Put the notes together and hand them to what they are about."""
        self.is_noted = False
        self.settle_after()
        if not (self.before or self.glyphs or self.attributes or self.comments or self.variations):
            return
        notes = Notes(
            tuple(self.before), tuple(self.glyphs), tuple(self.attributes.items()), tuple(self.comments), tuple(self.variations)
        )
        for each in (self.before, self.glyphs, self.attributes, self.comments, self.variations):
            each.clear()
        items = self.own_items if self.plies else self.items
        if self.rejected is not None:
            self.rejected = replace(self.rejected, notes=notes)
        elif items:
            items[-1] = replace(items[-1], notes=notes)
        else:
            self.plies[-1].notes = notes

    def closed(self) -> Line:
        """The line, to which nothing is added any more; of a number that no action follows, the comments are kept."""
        if self.mark is not None:
            self.last_comments().extend(self.next_before)
            self.next_before = []
        dangling = self.new_mark()
        return Line(tuple(self.plies), tuple(self.lead), self.rejected, self.result, self.result_span, dangling, tuple(self.items))


def _number_and_dots(text: str) -> tuple[int, int]:
    """What a turn number says."""
    digits = text.rstrip(".…")
    return int(digits), 3 if text[-1] == "…" else len(text) - len(digits)


# The same few come in every record. There may be any number of dots, and what is long is not worth its memory.
_remembered_turn = lru_cache(maxsize=1 << 12)(_number_and_dots)
_LONGEST_REMEMBERED = 12


def canonical_rules(game: Game, text: str) -> str:
    """The canonical Rules value; as it stands where the game does not know it, which the checks will say."""
    try:
        return game.rules(text).text
    except NotationError:
        return text


def canonical_setup(game: Game, rules: str, setup: str | None, tags: Iterable[Tag]) -> str | None:
    """The canonical Setup value; as it stands where the game cannot read it, which the checks will say."""
    if setup is None:
        return None
    try:
        return game.start(game.rules(rules), setup, values_by_name(tags)).text
    except NotationError:
        return setup
