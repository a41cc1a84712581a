"""The log of the official 2020 referee (`-l`), read.

    [game ] - Start game log at Mon Jun  1 05:34:00 2020
    [white] - MOVE 1 from (0, 1) to (0, 2).
    [black] - BOOM at (4, 7).
    [over ] - winner: white

A log without a closing line is normal: a crash, a time-out or a kill leaves no trace. Several logs may stand in one file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import cast

from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.game import ILLEGAL_ACTION, TRUNCATED, UNFINISHED, Outcome
from expendibots_notation.games.engine import GOING_ON
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.games.expendibots.rules import MACHINE
from expendibots_notation.games.expendibots.worded_bytes import WordedBytes, play
from expendibots_notation.importers.foreign import ForeignGame, quoted
from expendibots_notation.importers.game_files import GameFile, known_rules
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import RAW, Record
from expendibots_notation.verdict import CleanRun

START = "[game ] - Start game log at "
"""What the first line of a game begins with; the time follows."""
READING = "referee"
"""The rules by which a log's game was played."""

ACTION = re.compile(r"\[(white|black)\] - ((?:MOVE|BOOM) .+)\.\s*")
_OVER = re.compile(r"\[over \] - (.*)")
_ERROR = re.compile(r"\[error\] - illegal action detected \((white|black)\): (.*)", re.DOTALL)
_ANY = re.compile(r"\[(?:game |white|black|over |error)\] - ")
_NEXT_GAME = b"\n" + START.encode()
_ENDS = (Outcome(UNFINISHED, TRUNCATED), *(Outcome(*end) for end in official.ENDINGS.values()))
_FORFEITS = len(_ENDS)
_CLAIMS = (*_ENDS, *(Outcome(GAME.loss_of(player), ILLEGAL_ACTION) for player in range(len(GAME.players))))
"""Those of the closing lines, and then of the error lines by player."""
_NO_CLOSING_LINE = 0
_CLOSING_LINES = {b"": _NO_CLOSING_LINE} | {
    f"[over ] - {words}".encode(): number for number, words in enumerate(official.ENDINGS, 1)
}
_ERRORS = tuple(f"[error] - illegal action detected ({player}): ".encode() for player in GAME.players)
"""By player: what the line begins with that ends the game by an illegal action; that follows."""
_LONGEST_ERROR = 400
_READERS = (
    WordedBytes(lambda action: f"[white] - {official.write_sentence(action)}."),
    WordedBytes(lambda action: f"[black] - {official.write_sentence(action)}."),
)
"""By player."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TIME = re.compile(
    rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ({'|'.join(_MONTHS)}) ([ 0-3][0-9]) ([0-2][0-9]):([0-5][0-9]):([0-5][0-9]) ([0-9]{{4}})"
)


def recognises(head: str) -> float:
    """How surely a text that begins so is a log: by its first lines with anything in them."""
    lines = [line for line in head.split("\n")[:20] if line.strip()]
    return sum(bool(_ANY.match(line)) for line in lines) / len(lines) if lines else 0.0


def read(text: TextStream, file: str, _game: str | None = None) -> Iterator[Record | Diagnostic]:
    """The games of a log file. What cannot be read ends its game there, with a diagnostic; the next game is read as usual."""
    return cast(Iterator[Record | Diagnostic], _LogFile(text, file).results())


def scan(
    text: TextStream, file: str, _game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """Runs of clean games, and each other game, in the order of the file; `rules` override those of the referee."""
    return _LogFile(text, file, known_rules(rules or READING), finals).results()


class _LogFile(GameFile):
    """One pass through a file of logs: each game begins where a line says so, the first with the first line that is not blank.

    Judged straight from its bytes is what the referee writes for a player who sends plain numbers: a start with a time, actions in
    turn, and the words at the end if the game is over, or about the illegal action that ended it. All else becomes a record: other
    lines and spellings, an end that is missing or wrong, and repetitions about which the readings of the rules differ.
    """

    claims = _CLAIMS

    def games(self) -> Iterator[CleanRun | Record | Diagnostic]:
        window = self.window
        while window.skip_blank_lines():
            while (end := window.find(_NEXT_GAME)) is None and not self.is_far_too_long():
                # What is known is not kept back while the rest is waited for.
                yield from self.run()
                window.read_more()
            if end is None or not self.is_clean(end):
                yield from self.run()
                self.index += 1
                yield self.record(len(window.data) if end is None else end)
            elif self.rows.is_full():
                yield from self.run()
            window.skip_behind(_NEXT_GAME)
        yield from self.run()

    def record(self, end: int) -> Record | Diagnostic:
        """The record of the game that goes on up to `end`."""
        window = self.window
        text = window.text(end)
        reader = _LogReader(ForeignGame(GAME, self.file, window.line, self.index))
        for line in (text.removesuffix("\n") if end == len(window.data) else text).split("\n"):
            reader.line(line)
        return reader.record()

    def take(self, end: int) -> bool:
        window = self.window
        data = window.data
        first = data.find(b"\n", window.at, end)
        first = end if first < 0 else first
        line = window.text(first)
        if not line.startswith(START) or read_time(line.removeprefix(START).strip()) is None:
            return False
        self.restart()
        engine = self.engine
        played = play(engine, _READERS, b"\n", data, first + 1, end)
        rest = data[played:end].rstrip(b"\n")
        claim = _CLOSING_LINES.get(rest)
        if engine.readings_part():
            return False
        if claim is None:
            return self.take_rejected(rest)
        outcome = MACHINE.outcomes[engine.ending]
        if _CLAIMS[claim] != (outcome if outcome.is_over else _CLAIMS[_NO_CLOSING_LINE]):
            return False
        self.add(engine.ending, claim)
        return True

    def take_rejected(self, line: bytes) -> bool:
        """Judge a game that goes on up to this line: whether it ends with an illegal action. It then has a row."""
        register, player = self.register, self.engine.player
        error = _ERRORS[player]
        if not line.startswith(error) or not line.isascii() or len(line) > _LONGEST_ERROR or b"\n" in line or b"\r" in line:
            return False
        is_over = self.engine.ending != GOING_ON
        if is_over or register.is_legal_text(line.removeprefix(error).removesuffix(b"."), self.number):
            return False
        self.add(register.forfeits + player, _FORFEITS + player)
        return True


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
        self.game.result = GAME.loss_of(GAME.players.index(colour))
        self.game.termination = ILLEGAL_ACTION

    def record(self) -> Record | Diagnostic:
        if self.raw_rejection:
            raw = "\n".join(self.raw_rejection).rstrip("\n")
            self.game.reject(raw.removesuffix("."), self.rejection_span)
        return self.game.record()
