"""The written game beside the board: actions by turn, and below them what people and the validator say, wrapped to a width.

Texts of a record are made visible here, once: nothing in a score can be taken for a command of the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rich.cells import cell_len, chop_cells, set_cell_size

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.judging.timeline import Kind, Moment, Thread
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.glyphs import glyph


class Role(StrEnum):
    """What a stretch of text is, which decides how it looks."""

    TAG = "tag"
    NUMBER = "number"
    ACTION = "action"
    GLYPH = "glyph"
    SIDELINE = "sideline"
    """An action of a variation."""
    ITEM = "item"
    REFUSED = "refused"
    UNREACHED = "unreached"
    COMMENT = "comment"
    ATTRIBUTE = "attribute"
    ERROR = "error"
    WARNING = "warning"
    RESULT = "result"
    SPACE = "space"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text on one row."""

    text: str
    role: Role
    moment: Moment | None = None
    """The moment that it stands for; None where it stands for none."""


Row = tuple[Span, ...]

_SPACE = Span(" ", Role.SPACE)
_DEEPEST_INDENT = 8
_LONGEST_REFUSED = 400
_AT_THE_ACTION = ("!", "?", "!!", "??", "!?", "?!")


class Score:
    """A record in rows of a width."""

    def __init__(self, story: Judged, width: int) -> None:
        self.rows: tuple[Row, ...] = tuple(_Writer(story, max(width, 12)).rows())
        self._places: dict[Moment, int] = {}
        for number, row in enumerate(self.rows):
            for span in row:
                if span.moment is not None:
                    self._places.setdefault(span.moment, number)

    def place(self, moment: Moment) -> int:
        """The row on which a moment begins."""
        return self._places.get(moment, 0)

    def end(self, moment: Moment) -> int:
        """The row behind everything that is said about a moment: where the next moment begins."""
        begin = self.place(moment)
        return min((row for row in self._places.values() if row > begin), default=len(self.rows))

    def at(self, column: int, row: int) -> Moment | None:
        """The moment at a place."""
        if 0 <= row < len(self.rows):
            for span in self.rows[row]:
                if column < cell_len(span.text):
                    return span.moment
                column -= cell_len(span.text)
        return None


class _Writer:
    """Writes a record down, row by row."""

    def __init__(self, story: Judged, width: int) -> None:
        self.story = story
        self.timeline = story.timeline
        self.width = width
        moments = self.timeline.moments
        self.number_width = max((len(moment.mark.rstrip(".")) for moment in moments), default=1) + 1
        longest = max((cell_len(_name(moment)) for moment in moments if moment.mark), default=0)
        self.column = min(longest, max((width - self.number_width - 2) // 2, 8))
        self.indent = self.number_width + 1

    def rows(self) -> Iterator[Row]:
        main, claimed = self.timeline.main, self.story.verdict.claimed
        yield from self.tags()
        yield from self.findings(self.timeline.findings)
        yield from self.comments(main.lead)
        yield (Span("start".rjust(self.indent + 5), Role.NUMBER, main.moments[0]),)
        yield from self.main_line()
        yield from self.paragraph(Role.RESULT, f"{claimed.result} {claimed.termination or ''}")
        yield from self.comments(main.after)

    def tags(self) -> Iterator[Row]:
        game = self.timeline.game
        players = {player.capitalize() for player in game.players} if game else set()
        tags = [(tag.name, tag.value) for tag in self.timeline.record.tags if tag.name not in players]
        room = max((len(name) for name, _ in tags), default=0)
        for name, value in tags:
            text = f"{visible(name).ljust(min(room, 12))} {visible(value)}"
            yield (Span(_cut(text, self.width), Role.TAG),)
        if tags:
            yield ()

    def main_line(self) -> Iterator[Row]:
        """Turn by turn: the actions of a turn side by side, until something is said about one of them."""
        row: list[Span] = []
        turn = ""
        for moment in self.timeline.moments[1:]:
            number = moment.mark.rstrip(".")
            if row and (moment.is_event or number != turn or self.is_full(row, moment)):
                yield tuple(row)
                row = []
            if not row and not moment.is_event:
                row = [Span(self.mark(moment), Role.NUMBER), _SPACE]
            turn = number
            if moment.is_event:
                yield (Span(" " * self.indent, Role.SPACE), self.item(moment, self.width - self.indent))
            else:
                row += self.action(moment)
            said = list(self.said(moment))
            if said:
                if row:
                    yield tuple(row)
                yield from said
                row = []
        if row:
            yield tuple(row)

    def mark(self, moment: Moment) -> str:
        """The turn number, aligned; an ellipsis where the turn's first action stands on another row."""
        is_first = not moment.mark.endswith("...")
        return (moment.mark.rstrip(".") + ("." if is_first else "…")).rjust(self.number_width)

    def is_full(self, row: list[Span], moment: Moment) -> bool:
        used = sum(cell_len(span.text) for span in row)
        return used + max(self.column, cell_len(_name(moment))) > self.width

    def action(self, moment: Moment) -> Iterator[Span]:
        """An action in its column. One that is too long, as a refused text may be, is cut; `said` has it in full."""
        name = _cut(_name(moment), max(self.width - self.indent, 4))
        glyphs = "".join(_glyphs(moment))
        if glyphs and cell_len(name) == cell_len(_name(moment)):
            yield Span(name.removesuffix(glyphs), _role(moment, Role.ACTION), moment)
            yield Span(glyphs, Role.GLYPH, moment)
        else:
            yield Span(name, _role(moment, Role.ACTION), moment)
        yield Span(" " * (max(self.column - cell_len(name), 0) + 1), Role.SPACE)

    def item(self, moment: Moment, room: int) -> Span:
        return Span(_cut(visible(moment.text), max(room, 4)), _role(moment, Role.ITEM), moment)

    # What is said

    def said(self, moment: Moment) -> Iterator[Row]:
        """What stands below an action."""
        name = _name(moment)
        if not moment.is_played and cell_len(name) > self.width - self.indent:
            yield from self.paragraph(Role.REFUSED, name[:_LONGEST_REFUSED])
        yield from self.refusal(moment)
        yield from self.findings(moment.findings)
        yield from self.comments((*moment.remarks, *moment.comments))
        if moment.notes.attributes:
            yield from self.paragraph(Role.ATTRIBUTE, _attributes(moment))
        for thread in moment.variations:
            yield from self.variation(thread, 1)

    def refusal(self, moment: Moment) -> Iterator[Row]:
        """Why an action was not played, unless a finding says so already."""
        if moment.reason and moment.reason not in {finding.message for finding in moment.findings}:
            yield from self.paragraph(Role.ERROR, f"✗ {moment.reason}")

    def findings(self, findings: Iterable[Diagnostic]) -> Iterator[Row]:
        for finding in findings:
            role, sign = (Role.ERROR, "✗") if finding.is_error else (Role.WARNING, "!")
            yield from self.paragraph(role, f"{sign} {finding.code} {finding.message}")
            if finding.hint:
                yield from self.paragraph(Role.ATTRIBUTE, finding.hint)

    def comments(self, comments: Iterable[str]) -> Iterator[Row]:
        for comment in comments:
            for line in comment.split("\n"):
                if line.strip():
                    yield from self.paragraph(Role.COMMENT, line)

    def paragraph(self, role: Role, text: str) -> Iterator[Row]:
        yield from self.flow((Span(word, role) for word in visible(text).split(" ") if word), self.indent)

    def variation(self, thread: Thread, depth: int) -> Iterator[Row]:
        """A variation as a paragraph, interrupted by the variations in it."""
        indent = min(self.indent + 2 * (depth - 1), self.indent + _DEEPEST_INDENT)
        words: list[Span] = [Span("(", Role.SIDELINE)]
        words += _words(thread.lead)
        for moment in thread.moments:
            words += self.sideline(moment)
            if moment.variations or moment.findings or moment.reason:
                yield from self.flow(words, indent)
                words = []
                yield from self.refusal(moment)
                yield from self.findings(moment.findings)
                for nested in moment.variations:
                    yield from self.variation(nested, depth + 1)
        if thread.line.result:
            words.append(Span(visible(thread.line.result), Role.SIDELINE))
        words.append(Span(")", Role.SIDELINE))
        yield from self.flow(words, indent)
        yield from self.comments(thread.after)

    def sideline(self, moment: Moment) -> Iterator[Span]:
        """A moment of a variation in words."""
        if moment.is_event:
            yield self.item(moment, self.width // 2)
        else:
            mark = moment.mark.replace("...", "…")
            number = f"{mark} " if moment.index == 0 or not mark.endswith("…") else ""
            yield Span(number + _cut(_name(moment), self.width), _role(moment, Role.SIDELINE), moment)
        yield from _words((*moment.remarks, *moment.comments))

    def flow(self, words: Iterable[Span], indent: int) -> Iterator[Row]:
        """Words one after the other, as many on a row as there is room for; longer ones are broken."""
        margin = Span(" " * min(indent, self.width // 3), Role.SPACE)
        room = self.width - len(margin.text)
        row: list[Span] = []
        used = 0
        for word in words:
            for piece in chop_cells(word.text, room) if cell_len(word.text) > room else [word.text]:
                space = 0 if not row or row[-1].text == "(" or piece == ")" else 1
                if used + space + cell_len(piece) > room and row:
                    yield (margin, *row)
                    row, used, space = [], 0, 0
                # The blank between two words of the same kind belongs to both: one span is enough.
                if space and row[-1].role is word.role and row[-1].moment is word.moment:
                    row[-1] = Span(f"{row[-1].text} {piece}", word.role, word.moment)
                else:
                    row += [_SPACE] * space + [Span(piece, word.role, word.moment)]
                used += space + cell_len(piece)
        if row:
            yield (margin, *row)


def _words(comments: Iterable[str]) -> Iterator[Span]:
    for comment in comments:
        for word in comment.split():
            yield Span(visible(word), Role.COMMENT)


def _name(moment: Moment) -> str:
    """An action with its glyphs."""
    return visible(moment.text) + "".join(_glyphs(moment))


def _glyphs(moment: Moment) -> Iterator[str]:
    """The signs of annotators, each once: `!` at the action, others such as `+/=` with a blank before them."""
    for place, sign in enumerate(dict.fromkeys(glyph(text).sign for text in moment.notes.glyphs)):
        yield f" {visible(sign)}" if place or sign not in _AT_THE_ACTION else visible(sign)


def _attributes(moment: Moment) -> str:
    return " · ".join(f"{key} {value}" for key, value in moment.notes.attributes)


def _role(moment: Moment, otherwise: Role) -> Role:
    if moment.kind is Kind.UNREACHED:
        return Role.UNREACHED
    return otherwise if moment.is_played else Role.REFUSED


def _cut(text: str, room: int) -> str:
    """A text that is no longer than there is room for."""
    return text if cell_len(text) <= room else set_cell_size(text, room - 1) + "…"
