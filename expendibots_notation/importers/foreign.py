"""What importers of foreign formats share: a game that grows line by line and becomes a record.

Every action keeps its place in the foreign text, so that diagnostics point at the line that a person can look up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.diagnostics.codes import finding, message_of
from expendibots_notation.diagnostics.model import Source, Span
from expendibots_notation.game import Action, Game
from expendibots_notation.notation.tree import NO_NOTES, AttributeValue, Comment, Line, Notes, Ply, Record, Rejected, Tag


def lines_of(blocks: Iterable[str]) -> Iterator[str]:
    """The lines of a text that comes in blocks, without their line feeds."""
    begun: list[str] = []
    """The pieces of a line that has not ended: put together once, however many blocks it goes through."""
    for block in blocks:
        first, *others = block.split("\n")
        begun.append(first)
        if others:
            yield "".join(begun)
            yield from others[:-1]
            begun = [others[-1]]
    if rest := "".join(begun):
        yield rest


def quoted(text: str) -> str:
    """A piece of a foreign text for a message."""
    return f"'{text if len(text) <= 60 else text[:57] + '...'}'"


class ForeignGame:
    """A game of a foreign format, on its way to a record."""

    def __init__(self, game: Game, file: str, first_line: int, index: int) -> None:
        self.game = game
        self.file = file
        self.first_line = first_line
        self.index = index
        self.rules = game.readings[0].name
        self.tags: dict[str, str] = {}
        self.plies: list[Ply] = []
        self.rejected: Rejected | None = None
        self.result = "*"
        self.termination: str | None = None
        self.closing: list[Comment] = []
        self.is_whole = True
        self._turn = (1, 0)
        self._lines: list[str] = []
        self._length = 0
        self._findings: list[tuple[str, str, Span]] = []

    def add_line(self, line: str) -> int:
        """Take a line into the game's source text; the offset at which it begins there."""
        start = self._length
        self._lines.append(line)
        self._length += len(line) + 1
        return start

    @property
    def line_count(self) -> int:
        return len(self._lines)

    def play(self, action: Action, span: Span, attributes: tuple[tuple[str, AttributeValue], ...] = ()) -> None:
        """Add an action that the foreign format takes for played."""
        notes = Notes(attributes=attributes) if attributes else NO_NOTES
        self.plies.append(Ply(self.game.write_action(action), action, None, notes, None, span))
        self._turn = self.game.next_turn(*self._turn)

    def reject(self, raw: str, span: Span) -> None:
        """Add the action that the foreign referee refused."""
        self.rejected = Rejected(None, raw, None, span=span)

    def find(self, name: str, span: Span, **facts: object) -> None:
        """Note a diagnostic."""
        self._findings.append((name, message_of(name, facts), span))

    def stop(self, name: str, span: Span, **facts: object) -> None:
        """Note a diagnostic behind which the game cannot be read on; what stands before is kept."""
        self.find(name, span, **facts)
        self.is_whole = False

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.game.players[self._turn[1]]

    def record(self) -> Record:
        """The record of what has been read."""
        source = Source("\n".join(self._lines), self.file, self.first_line)
        findings = tuple(
            finding(name, message, source.place(span), hint=_hint(name, source.text[span.end :]))
            for name, message, span in self._findings
        )
        last = max(self._length - 1, 0)
        end = Span(max(last - len(self._lines[-1]) if self._lines else 0, 0), last)
        # As in XBN: a record that could not be read to its end has no result token, so that it does not look like a whole one.
        token = self.result if self.is_whole else None
        return Record(
            game=self.game.id,
            rules=self.rules,
            tags=tuple(Tag(name, value) for name, value in self.tags.items()),
            result=self.result,
            termination=self.termination,
            line=Line(tuple(self.plies), rejected=self.rejected, result=token, result_span=end),
            closing=tuple(self.closing),
            index=self.index,
            source=source,
            findings=findings,
            is_whole=self.is_whole,
            is_native=False,
            sides=self.game.players,
        )


def _hint(name: str, rest: str) -> str | None:
    """The remedy where the last line of all is unknown: it is most often half a line. None where the usual remedy will do."""
    if name == "unreadable-line" and not rest.strip():
        return "this is the last line: perhaps the file was cut off here; look for a complete copy"
    return None
