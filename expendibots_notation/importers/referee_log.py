"""The log of the official 2020 referee (`-l`), read.

    [game ] - Start game log at Mon Jun  1 05:34:00 2020
    [white] - MOVE 1 from (0, 1) to (0, 2).
    [black] - BOOM at (4, 7).
    [over ] - winner: white

A log without a closing line is normal: a crash, a time-out or a kill leaves no trace. Several logs may stand in one file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from expendibots_notation.diagnostics.model import Span
from expendibots_notation.game import ILLEGAL_ACTION
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import official
from expendibots_notation.importers.foreign import ForeignGame, lines_of, quoted
from expendibots_notation.notation.tree import RAW, Record

_START = re.compile(r"\[game \] - Start game log at (.*)")
_ACTION = re.compile(r"\[(white|black)\] - ((?:MOVE|BOOM) .+)\.\s*")
_OVER = re.compile(r"\[over \] - (.*)")
_ERROR = re.compile(r"\[error\] - illegal action detected \((white|black)\): (.*)", re.DOTALL)
_ANY = re.compile(r"\[(?:game |white|black|over |error)\] - ")


def recognises(head: str) -> float:
    """How surely a text that begins so is a log: by its first lines with anything in them."""
    lines = [line for line in head.split("\n")[:20] if line.strip()]
    return sum(bool(_ANY.match(line)) for line in lines) / len(lines) if lines else 0.0


def read(blocks: Iterable[str], file: str) -> Iterator[Record]:
    """The games of a log file. What cannot be read ends its game there, with a diagnostic; the next game is read as usual."""
    reader: _LogReader | None = None
    index = 0
    for number, line in enumerate(lines_of(blocks), 1):
        if reader is None or _START.fullmatch(line):
            if reader is not None:
                yield reader.record()
            elif not line.strip():
                continue
            index += 1
            reader = _LogReader(ForeignGame(expendibots.GAME, file, number, index))
        reader.line(line)
    if reader is not None:
        yield reader.record()


class _LogReader:
    """One game of a log, line by line."""

    def __init__(self, game: ForeignGame) -> None:
        self.game = game
        game.rules = "referee"
        game.termination = "truncated"
        self.raw_rejection: list[str] = []
        self.rejection_span = Span(0, 0)
        self.is_over = False

    def line(self, line: str) -> None:
        start = self.game.add_line(line)
        span = Span(start, start + len(line.rstrip()))
        if self.raw_rejection:
            # The refused object's repr may hold line breaks, and may imitate any other line: it runs to the end.
            self.raw_rejection.append(line)
        elif not line.strip() or not self.game.is_whole:
            return
        elif found := _ACTION.fullmatch(line):
            self.action(found, span)
        elif found := _OVER.fullmatch(line):
            self.over(found[1].rstrip(), span)
        elif found := _ERROR.fullmatch(line):
            self.error(found[1], found[2], span)
        elif found := _START.fullmatch(line):
            self.start(found[1].strip(), span)
        else:
            self.game.stop("unreadable-line", span, line=quoted(line), format="referee-log")

    def start(self, time: str, span: Span) -> None:
        try:
            # The day is padded with a space, which is as good as any other white space here.
            begun = datetime.strptime(time, "%a %b %d %H:%M:%S %Y")  # noqa: DTZ007 - the referee writes local time without a zone
        except ValueError:
            self.game.find("unreadable-time", span, time=quoted(time))
            return
        self.game.tags["Date"] = begun.strftime("%Y.%m.%d")
        self.game.tags["Time"] = begun.strftime("%H:%M:%S")

    def action(self, found: re.Match[str], span: Span) -> None:
        colour = found[1]
        expected = self.game.player
        if self.is_over:
            self.game.stop("line-after-end", span)
        elif colour != expected:
            self.game.stop("colour-out-of-turn", span, colour=colour, expected=expected)
        elif (read := official.read_sentence(found[2])) is None:
            self.game.stop("unreadable-action", span, action=quoted(found[0]))
        else:
            action, is_canonical = read
            self.game.play(action, span, () if is_canonical else ((RAW, found[2]),))

    def over(self, words: str, span: Span) -> None:
        if words not in official.ENDINGS:
            self.game.stop("unreadable-line", span, line=quoted(words), format="referee-log")
        elif not self.is_over:
            self.is_over = True
            self.game.result, self.game.termination = official.ENDINGS[words]

    def error(self, colour: str, raw: str, span: Span) -> None:
        expected = self.game.player
        if colour != expected:
            self.game.stop("colour-out-of-turn", span, colour=colour, expected=expected)
            return
        self.raw_rejection = [raw]
        self.rejection_span = span
        self.game.result = expendibots.GAME.loss_of(expendibots.GAME.players.index(colour))
        self.game.termination = ILLEGAL_ACTION

    def record(self) -> Record:
        if self.raw_rejection:
            raw = "\n".join(self.raw_rejection).rstrip("\n")
            self.game.reject(raw.removesuffix("."), self.rejection_span)
        return self.game.record()
