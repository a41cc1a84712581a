"""What importers of foreign formats share: a game that grows line by line and becomes a record.

Every action keeps its place in the foreign text, so that diagnostics point at the line that a person can look up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.diagnostics.codes import diagnose, finding, message_of
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span
from expendibots_notation.game import Action, Game
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import NO_NOTES, AttributeValue, Comment, Line, Notes, Ply, Record, Rejected, Tag

_SHOWN = 80
"""As much of a line as a person would look at."""


def lines_of(blocks: Iterable[str]) -> Iterator[str]:
    """The lines of a text that comes in blocks, without their line feeds; of one that no game has room for, the beginning."""
    longest = in_force().record_length
    begun: list[str] = []
    """The pieces of a line that has not ended: put together once, however many blocks it goes through."""
    size = 0
    for block in blocks:
        first, *others = block.split("\n")
        if size <= longest:
            begun.append(first)
            size += len(first)
        if others:
            yield "".join(begun)
            yield from others[:-1]
            begun = [others[-1]]
            size = len(others[-1])
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
        self.is_too_long = False
        self._longest = in_force().record_length
        self._turn = (1, 0)
        self._lines: list[str] = []
        self._length = 0
        self._findings: list[tuple[str, str, Span]] = []

    def add_line(self, line: str) -> int:
        """Take a line into the game's source text; the offset at which it begins there.

        A game that becomes longer than a record may be is not read on.
        """
        start = self._length
        self._length += len(line) + 1
        if start + len(line) <= self._longest:
            self._lines.append(line)
        elif not self.is_too_long:
            self.is_too_long = True
            self.is_whole = False
            self._lines = [*self._lines, line][:1]
            self.plies.clear()
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

    def record(self) -> Record | Diagnostic:
        """The record of what has been read; a diagnostic in the place of one that is too long."""
        source = Source("\n".join(self._lines), self.file, self.first_line)
        if self.is_too_long:
            first_line = Span(0, min(len(source.text.partition("\n")[0]), _SHOWN))
            return diagnose("too-long", source.place(first_line), limit=self._longest)
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
