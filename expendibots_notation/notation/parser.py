# cython: boundscheck=True, wraparound=True
# Like grammars.py, whose lists it reads from their ends.
"""One record's text to its syntax tree.

Two steps: the grammar finds the structure (structure.py), then `_Builder` makes the tree, reading the small texts on the way.
Where the text goes wrong there is one diagnostic, and the tree holds what stands before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.codes import finding, message_of
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span, in_order
from expendibots_notation.game import Game, NotationError, ReadAction
from expendibots_notation.notation import grammars
from expendibots_notation.notation.grammars import Node, Word
from expendibots_notation.notation.records import RecordText, string_value
from expendibots_notation.notation.strings import BadText, read_attributes, read_comment, read_string
from expendibots_notation.notation.structure import Refused, foreign_characters, quick_structure, quoted, shortened, structure
from expendibots_notation.notation.tables import FRAME
from expendibots_notation.notation.tree import (
    FORMAT,
    FORMAT_TAG,
    FRAME_TAGS,
    GAME_TAG,
    NO_NOTES,
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
"""How many findings of one kind the reader lists for one record; it counts the others."""
DEFAULT_GAME = "Expendibots"
LONGEST_ACTION = 64
"""How many characters an action may have, in any game."""

FindGame = Callable[[str], Game | None]

_COMMENTS = ("COMMENT", "LINE_COMMENT")
_RESULT_SPELLINGS = str.maketrans({"\N{EN DASH}": "-", "\N{EM DASH}": "-"})
_CANONICAL_RESULTS = {"½-½": "1/2-1/2", "1/2": "1/2-1/2"}


def parse(record: RecordText, find_game: FindGame, game_name: str | None = None) -> Record:
    """The syntax tree of one record, with what there is to say about its text in `findings`. Never raises for bad text.

    `game_name` overrides the Game tag. An unknown game's actions are kept as they are written.
    """
    name = next((each for each in (game_name, record.game_name) if each is not None), DEFAULT_GAME)
    game = find_game(name)
    grammar = grammars.grammar(game.grammar if game else FRAME)
    nodes = quick_structure(record.source, grammar)
    if nodes is not None:
        with suppress(Refused):
            return _built(record, nodes, game, name, None)
    nodes, trouble = structure(record.source, grammar, partial(_reading, game))
    if trouble is not None and game_name is None and not _names_game(nodes):
        # The text goes wrong before its Game tag, so nothing has named a game.
        name = DEFAULT_GAME
        game = find_game(name)
    return _built(record, nodes, game, name, trouble)


def _names_game(nodes: Node) -> bool:
    """Whether a Game tag has a value, as far as the text was read."""
    tags = (child.parts for child in nodes.parts if child.kind == "tag")
    return any(name.text[1:].strip(" \t") == GAME_TAG and string_value(string.text) is not None for name, string, _ in tags)


def _built(record: RecordText, nodes: Node, game: Game | None, name: str, trouble: Diagnostic | None) -> Record:
    """The tree of a structure, with all findings. Raises Refused."""
    findings = [*record.findings, *foreign_characters(record.source)]
    # A byte or a NUL at which the reading stops is reported like any other: the first one of the record.
    if trouble is not None and all(each.name != trouble.name for each in findings):
        findings.append(trouble)
    builder = _Builder(record.source, game, findings)
    result = builder.record(nodes, name, record.index, is_whole=trouble is None)
    builder.sum_up()
    return result(tuple(in_order(findings)))


def _reading(game: Game | None, word: Word) -> ReadAction | None:
    """What the game makes of an action or an item; None where the game is not known. Raises Refused."""
    if word.kind == "ACTION" and len(word.text) > LONGEST_ACTION:
        raise Refused(word, f"an action, which has at most {LONGEST_ACTION} characters")
    if game is None:
        return None
    if word.kind == "ITEM" and game.item is None:
        raise Refused(word, f"an action; {game.name} has nothing in angle brackets between its actions")
    try:
        return game.read_action(word.text)
    except NotationError as error:
        raise Refused(word, f"an action ({error})") from None


class _Builder:
    def __init__(self, source: Source, game: Game | None, findings: list[Diagnostic]) -> None:
        self.source = source
        self.game = game
        self.findings = findings
        self.counts: Counter[str] = Counter()

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

    def record(self, structure: Node, game_name: str, index: int, is_whole: bool) -> Callable[[tuple[Diagnostic, ...]], Record]:
        """The record, but for its findings, which are not complete before it is built."""
        children = structure.parts
        head = 0
        last_tag = 0
        while head < len(children) and children[head].kind in ("tag", *_COMMENTS):
            if children[head].kind == "tag":
                last_tag = head + 1
            head += 1
        tags = [tag for child in children[:last_tag] if child.kind == "tag" and (tag := self.tag(child))]
        preface = tuple(self.comment(child) for child in children[:last_tag] if child.kind != "tag")
        end = len(children)
        while end > head and children[end - 1].kind in _COMMENTS:
            end -= 1
        closing = tuple(self.comment(child) for child in children[end:])
        line = self.line(children[last_tag:end])

        frame, spans, others = self.sort_tags(tags)
        result = frame.get(RESULT_TAG, line.result)
        rules, setup = frame.get(RULES_TAG, "text"), frame.get(SETUP_TAG)
        if self.game:
            rules, setup = canonical_rules(self.game, rules), canonical_setup(self.game, rules, setup, others)
        if frame.get(FORMAT_TAG, FORMAT) != FORMAT:
            self.find("unknown-format", spans[FORMAT_TAG], value=quoted(frame[FORMAT_TAG]), known=quoted(FORMAT))
        if self.game is None:
            span = spans.get(GAME_TAG, Span(0, 0))
            self.find("unknown-game", span, game=quoted(game_name))
        if is_whole:
            self.check_completeness(frame, line, rules)
        return lambda findings: Record(
            game=self.game.id if self.game else game_name,
            rules=rules,
            setup=setup,
            tags=tuple(others),
            result=result,
            termination=frame.get(TERMINATION_TAG),
            line=line,
            preface=preface,
            closing=closing,
            index=index,
            source=self.source,
            tag_spans=spans,
            findings=findings,
            is_whole=is_whole,
        )

    def check_completeness(self, frame: dict[str, str], line: Line, rules: str) -> None:
        """Say what the record leaves out: its result, and tags that a canonical record has."""
        if line.result is None:
            end = len(self.source.text)
            self.find("missing-result", Span(end - 1, end))
        implied = {FORMAT_TAG: FORMAT, GAME_TAG: self.game.name if self.game else None, RULES_TAG: rules, RESULT_TAG: line.result}
        missing = [name for name, value in implied.items() if name not in frame and value is not None]
        if missing:
            verb = "tag is" if len(missing) == 1 else "tags are"
            values = ", ".join(f'[{name} "{implied[name]}"]' for name in missing)
            self.find("missing-tag", Span(0, 0), tags=f"the {', '.join(missing)} {verb}", values=values)

    def sort_tags(self, tags: list[Tag]) -> tuple[dict[str, str], dict[str, Span], list[Tag]]:
        """The frame's tags as a mapping, where each tag stands, and all other tags; of a repeated tag the first counts."""
        frame: dict[str, str] = {}
        spans: dict[str, Span] = {}
        others = []
        for tag in tags:
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

    def tag(self, structure: Node) -> Tag | None:
        opening, string, closing = structure.parts
        span = Span(opening.start, closing.end)
        value = self.string(string)
        return None if value is None else Tag(opening.text[1:].strip(" \t"), value, span)

    def string(self, word: Word) -> str | None:
        try:
            return read_string(word.text)
        except BadText as error:
            self.find("bad-string", Span(word.start, word.end), problem=error)
            return None

    def comment(self, word: Word) -> Comment:
        return Comment(read_comment(word.text), Span(word.start, word.end))

    def line(self, children: list[Any]) -> Line:
        """A line from its comments, actions and result; a number that no action follows leaves only its comments."""
        plies: list[Ply] = []
        lead: list[Comment] = []
        items: list[Item] = []
        rejected: Rejected | None = None
        result: str | None = None
        result_span = Span(0, 0)
        dangling: TurnMark | None = None
        loose: list[Comment] = []
        for child in children:
            if type(child) is Node:
                if child.kind == "ply":
                    plies.append(self.ply(child.parts))
                elif child.kind == "item":
                    items.append(self.item(child.parts))
                elif child.kind == "rejected":
                    rejected = self.rejected(child.parts)
                else:
                    dangling = _turn_mark(child.parts[0])
                    loose.extend(self.comment(word) for word in child.parts[1:])
            elif child.kind == "RESULT":
                result_span = Span(child.start, child.end)
                result = self.result(child.text, result_span)
            else:
                lead.append(self.comment(child))
        if loose and plies:
            plies[-1] = _with_last_comments(plies[-1], tuple(loose))
        elif loose and items:
            items[-1] = replace(items[-1], notes=_with_comments(items[-1].notes, tuple(loose)))
        else:
            lead.extend(loose)
        return Line(tuple(plies), tuple(lead), rejected, result, result_span, dangling, tuple(items))

    def result(self, written: str, span: Span) -> str:
        canonical = written.translate(_RESULT_SPELLINGS)
        canonical = _CANONICAL_RESULTS.get(canonical, canonical)
        if canonical != written:
            self.find("loose-result", span, written=quoted(written), canonical=canonical)
        return canonical

    def ply(self, children: list[Any]) -> Ply:
        mark: TurnMark | None = None
        at = 0
        word = children[0]
        if word.kind == "TURN":
            mark = _turn_mark(word)
            at = 1
            while children[at].kind in _COMMENTS:
                at += 1
            word = children[at]
        text, action, claim = self.action(word)
        span = Span(word.start, word.end)
        end = len(children)
        if end == at + 1 and at < 2:
            return Ply(text, action, claim, NO_NOTES, mark, span)
        items: tuple[Item, ...] = ()
        while children[end - 1].kind == "item":
            end -= 1
        if end < len(children):
            items = tuple(self.item(child.parts) for child in children[end:])
        notes = NO_NOTES if end == at + 1 and at < 2 else self.notes(children[1:at] if mark else [], children[at + 1 : end])
        return Ply(text, action, claim, notes, mark, span, items)

    def item(self, children: list[Any]) -> Item:
        word = children[0]
        notes = self.notes([], children[1:]) if len(children) > 1 else NO_NOTES
        text, event, _ = self.action(word)
        return Item(text, event, notes, Span(word.start, word.end))

    def rejected(self, children: list[Any]) -> Rejected:
        at = next(index for index, child in enumerate(children) if child.kind == "REJECTED")
        mark = _turn_mark(children[0]) if children[0].kind == "TURN" else None
        word = children[at + 1]
        notes = self.notes(children[1:at] if mark else [], children[at + 2 :])
        span = Span(children[at].start, word.end)
        if word.kind == "STRING":
            return Rejected(None, self.string(word), None, notes, mark, span)
        text, action, _ = self.action(word)
        return Rejected(text, None, action, notes, mark, span)

    def action(self, word: Word) -> tuple[str, Any, Any]:
        """The canonical text, the action and its claim. Raises Refused."""
        read = _reading(self.game, word)
        if read is None:
            return word.text, None, None
        if not read.is_canonical:
            self.find("loose-action", Span(word.start, word.end), written=quoted(word.text), canonical=shortened(read.text))
        return read.text, read.action, read.claim

    def notes(self, before: list[Word], behind: list[Any]) -> Notes:
        glyphs: list[str] = []
        attributes: dict[str, AttributeValue] = {}
        comments: list[Comment] = []
        variations: list[Variation] = []
        after: list[Comment] = []
        for child in behind:
            if type(child) is Node:
                if variations:
                    variations[-1] = _with_after(variations[-1], tuple(after))
                    after = []
                span = Span(child.parts[0].start, child.parts[-1].end)
                variations.append(Variation(self.line(child.parts[1:-1]), (), span))
            elif child.kind in _COMMENTS:
                (after if variations else comments).append(self.comment(child))
            elif child.kind == "ATTRIBUTES":
                self.add_attributes(child, attributes)
            else:
                glyphs.append(child.text)
        if variations:
            variations[-1] = _with_after(variations[-1], tuple(after))
        pairs = tuple(attributes.items())
        return Notes(tuple(map(self.comment, before)), tuple(glyphs), pairs, tuple(comments), tuple(variations))

    def add_attributes(self, word: Word, attributes: dict[str, AttributeValue]) -> None:
        span = Span(word.start, word.end)
        try:
            pairs = read_attributes(word.text)
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


def _turn_mark(word: Word) -> TurnMark:
    read = _remembered_turn if len(word.text) <= _LONGEST_REMEMBERED else _number_and_dots
    number, dots = read(word.text)
    return TurnMark(number, dots, Span(word.start, word.end))


def _number_and_dots(text: str) -> tuple[int, int]:
    """What a turn number says."""
    digits = text.rstrip(".…")
    return int(digits), 3 if text[-1] == "…" else len(text) - len(digits)


# The same few come in every record. There may be any number of dots, and what is long is not worth its memory.
_remembered_turn = lru_cache(maxsize=1 << 12)(_number_and_dots)
_LONGEST_REMEMBERED = 12


def _with_comments(notes: Notes, more: tuple[Comment, ...]) -> Notes:
    """`notes` with comments at the end: behind the last variation where there is one."""
    if not notes.variations:
        return Notes(notes.before, notes.glyphs, notes.attributes, notes.comments + more)
    variations = (*notes.variations[:-1], _with_after(notes.variations[-1], more))
    return Notes(notes.before, notes.glyphs, notes.attributes, notes.comments, variations)


def _with_after(variation: Variation, comments: tuple[Comment, ...]) -> Variation:
    return Variation(variation.line, variation.after + comments, variation.span)


def _with_last_comments(ply: Ply, comments: tuple[Comment, ...]) -> Ply:
    """The ply with comments behind everything that is said about it."""
    if not ply.items:
        return replace(ply, notes=_with_comments(ply.notes, comments))
    last = ply.items[-1]
    return replace(ply, items=(*ply.items[:-1], replace(last, notes=_with_comments(last.notes, comments))))


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
