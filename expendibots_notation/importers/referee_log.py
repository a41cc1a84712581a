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
from dataclasses import dataclass
from datetime import datetime

from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.game import ILLEGAL_ACTION
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import official
from expendibots_notation.importers.foreign import ForeignGame, quoted
from expendibots_notation.importers.text_buffer import TextBuffer
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import RAW, Record

START = "[game ] - Start game log at "
"""What the first line of a game begins with; the time follows."""
READING = "referee"
"""The rules by which a log's game was played."""

ACTION = re.compile(r"\[(white|black)\] - ((?:MOVE|BOOM) .+)\.\s*")
_OVER = re.compile(r"\[over \] - (.*)")
_ERROR = re.compile(r"\[error\] - illegal action detected \((white|black)\): (.*)", re.DOTALL)
_ANY = re.compile(r"\[(?:game |white|black|over |error)\] - ")
_NEXT_GAME = "\n" + START

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TIME = re.compile(
    rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ({'|'.join(_MONTHS)}) ([ 0-3][0-9]) ([0-2][0-9]):([0-5][0-9]):([0-5][0-9]) ([0-9]{{4}})"
)


def recognises(head: str) -> float:
    """How surely a text that begins so is a log: by its first lines with anything in them."""
    lines = [line for line in head.split("\n")[:20] if line.strip()]
    return sum(bool(_ANY.match(line)) for line in lines) / len(lines) if lines else 0.0


@dataclass(frozen=True, slots=True)
class GameLog:
    """The log of one game, cut out of a file."""

    text: str
    """Its lines, the first with anything in it; without the line feed behind the last."""
    line: int
    """The line of the file on which it begins."""
    index: int
    """Its number in the file, from 1."""


def read(blocks: Iterable[str], file: str, line: int = 1, index: int = 1) -> Iterator[Record | Diagnostic]:
    """The games of a log file. What cannot be read ends its game there, with a diagnostic; the next game is read as usual.

    `line` and `index` are the numbers of the first line and the first game.
    """
    for log in split(blocks, line, index):
        yield read_game(log, file)


def split(blocks: Iterable[str], line: int = 1, index: int = 1) -> Iterator[GameLog]:
    """Cut a log file into its games: each begins where a line says so, the first with the first line that is not blank.

    Of a game that is too long there is as much as shows that.
    """
    buffer = TextBuffer(iter(blocks), line)
    longest = in_force().record_length
    _skip_blank_lines(buffer)
    while buffer.size > 0 or not buffer.is_final:
        end = buffer.text.find(_NEXT_GAME, buffer.start)
        if end >= 0:
            yield GameLog(buffer.text[buffer.start : end], buffer.line, index)
            buffer.move_on(end + 1)
            index += 1
        elif not buffer.is_final and buffer.size <= longest + len(_NEXT_GAME):
            buffer.read_more()
        elif not buffer.is_final:
            yield GameLog(buffer.text[buffer.start : buffer.start + longest + 1], buffer.line, index)
            _skip_game(buffer)
            index += 1
        else:
            yield GameLog(buffer.text[buffer.start :].removesuffix("\n"), buffer.line, index)
            buffer.move_on(len(buffer.text))


def _skip_game(buffer: TextBuffer) -> None:
    """Go to the next game without keeping what is skipped."""
    while (end := buffer.text.find(_NEXT_GAME, buffer.start)) < 0 and not buffer.is_final:
        buffer.move_on(max(len(buffer.text) - len(_NEXT_GAME), buffer.start))
        buffer.read_block()
    buffer.move_on(end + 1 if end >= 0 else len(buffer.text))


def _skip_blank_lines(buffer: TextBuffer) -> None:
    while True:
        text = buffer.text[buffer.start :]
        blank = len(text) - len(text.lstrip())
        if blank == len(text) and buffer.is_final:
            buffer.move_on(len(buffer.text))
            return
        buffer.move_on(buffer.start + text.rfind("\n", 0, blank) + 1)
        if blank < len(text):
            return
        buffer.read_more()


def read_game(log: GameLog, file: str) -> Record | Diagnostic:
    """The record of one game of a log file."""
    reader = _LogReader(ForeignGame(expendibots.GAME, file, log.line, log.index))
    for line in log.text.split("\n"):
        reader.line(line)
    return reader.record()


def read_time(text: str) -> datetime | None:
    """The time at which a log was begun; None where it is none."""
    # The usual spelling takes the first way, which is many times as fast; the second knows all the others.
    try:
        if found := _TIME.fullmatch(text):
            day, hour, minute, second, year = map(int, found.groups()[1:])
            month = _MONTHS.index(found[1]) + 1
            return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - the referee writes local time without a zone
        return datetime.strptime(text, "%a %b %d %H:%M:%S %Y")  # noqa: DTZ007 - as above
    except ValueError:
        return None


class _LogReader:
    """One game of a log, line by line."""

    def __init__(self, game: ForeignGame) -> None:
        self.game = game
        game.rules = READING
        game.termination = "truncated"
        self.raw_rejection: list[str] = []
        self.rejection_span = Span(0, 0)
        self.is_over = False

    def line(self, line: str) -> None:
        start = self.game.add_line(line)
        span = Span(start, start + len(line.rstrip()))
        if not self.game.is_whole:
            return
        if self.raw_rejection:
            # The refused object's repr may hold line breaks, and may imitate any other line: it runs to the end.
            self.raw_rejection.append(line)
        elif not line.strip():
            return
        elif found := ACTION.fullmatch(line):
            self.action(found, span)
        elif found := _OVER.fullmatch(line):
            self.over(found[1].rstrip(), span)
        elif found := _ERROR.fullmatch(line):
            self.error(found[1], found[2], span)
        elif line.startswith(START):
            self.start(line.removeprefix(START).strip(), span)
        else:
            self.game.stop("unreadable-line", span, line=quoted(line), format="referee-log")

    def start(self, time: str, span: Span) -> None:
        begun = read_time(time)
        if begun is None:
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
        elif (read := official.read_sentence(found[2])) is None or not official.has_text(read[0]):
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

    def record(self) -> Record | Diagnostic:
        if self.raw_rejection:
            raw = "\n".join(self.raw_rejection).rstrip("\n")
            self.game.reject(raw.removesuffix("."), self.rejection_span)
        return self.game.record()
