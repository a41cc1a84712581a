"""Lists of Python tuples, read: `("MOVE", n, (x, y), (x, y))` and `("BOOM", (x, y))`.

One game a line or one action a line; with or without brackets and commas around them; any quotes, lists for tuples, a colour in
front of an action. A blank line ends a game. The format says nothing about the end of a game, so the replay does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.game import Cursor
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import official
from expendibots_notation.games.expendibots.actions import Action
from expendibots_notation.games.expendibots.rules import MACHINE
from expendibots_notation.games.expendibots.worded_bytes import WordedBytes, play
from expendibots_notation.importers.foreign import ForeignGame, lines_of, quoted
from expendibots_notation.importers.game_files import GameFile, known_rules
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun

# The beginning of an action, a colour before it included; the value itself is found by counting brackets.
_ACTION_START = re.compile(
    r"""(?:["']?(?P<colour>white|black)["']?\s*+[:,]?\s*+)?(?P<open>[(\[])\s*["'](?:MOVE|BOOM)["']""", re.IGNORECASE
)
_BETWEEN = re.compile(r"[\s,;\[\](){}]*+")
_LIST = re.compile(r"""\s*+(?:\[\s*+(?:[(\[]|\Z|["']?(?:white|black))|\[\s*+\]|\(\s*+[(\[])""", re.IGNORECASE)
"""The beginning of a list of actions, as opposed to an action that is a list itself."""
_BRACKET = re.compile(r"[()\[\]]")
_LONGEST_ACTION = 400


def recognises(head: str) -> float:
    """How surely a text that begins so is a list of tuples: by what stands before its first action."""
    beginning = "\n".join(line.partition("#")[0] for line in head.split("\n", 40)[:40])
    found = _ACTION_START.search(beginning)
    return 0.9 if found and not _BETWEEN.sub("", beginning[: found.start()], count=1) else 0.0


@dataclass(frozen=True, slots=True)
class GameLines:
    """The lines of one game, cut out of a file; what stands behind a # is left out."""

    lines: tuple[str, ...]
    line: int
    """The line of the file on which it begins."""
    number: int
    """The number of its lines. Of a game that is too long there are only as many as show that."""


def read(text: TextStream, file: str, _game: str | None = None) -> Iterator[Record | Diagnostic]:
    """The games of a file of tuples."""
    return _TuplesFile(text, file).rest()


def scan(
    text: TextStream, file: str, _game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """Runs of clean games, and each other game, in the order of the file; `rules` override the usual ones."""
    return _TuplesFile(text, file, known_rules(rules), finals).results()


def _reader(quote: str) -> WordedBytes:
    return WordedBytes(lambda action: official.write_tuple(action).replace("'", quote))


_READERS = {quote.encode(): (_reader(quote),) * len(expendibots.GAME.players) for quote in ("'", '"')}
"""By the quotes, by player: actions as Python prints them."""


class _TuplesFile(GameFile):
    """One pass through a file of tuples.

    Judged straight from their bytes are plain tuples with either quote, as Python prints them: a list on a line is a game, and so
    are lines with one action each up to an empty line. All else becomes a record: other spellings and layouts, illegal actions, and
    repetitions about which the readings of the rules differ.
    """

    claims = MACHINE.outcomes

    def games(self) -> Iterator[CleanRun | Record | Diagnostic]:
        window = self.window
        while window.skip_blank_lines():
            border = b"\n" if window.data.startswith(b"[", window.at) else b"\n\n"
            while (end := window.find(border)) is None and not self.is_far_too_long():
                # What is known is not kept back while the rest is waited for.
                yield from self.run()
                window.read_more()
            if end is not None and self.is_clean(end):
                if self.rows.is_full():
                    yield from self.run()
                window.move_to(min(end + 1, len(window.data)))
                continue
            yield from self.run()
            game = next(split(self.lines(), window.line), None)
            if self.is_far_too_long():
                yield from self.rest()
                return
            if game is None:
                # Nothing but remarks is left.
                return
            self.index += 1
            yield read_game(game, self.file, self.index)
            for _ in range(game.line - window.line + game.number):
                window.move_to(min(window.find_reading(b"\n") + 1, len(window.data)))
        yield from self.run()

    def lines(self) -> Iterator[str]:
        """The lines from here on, as text; the window grows with them, and stays where it is. They end where it is too large."""
        window = self.window
        begin = 0
        while True:
            feed = window.data.find(b"\n", window.at + begin)
            if feed < 0 and not window.is_final:
                if self.is_far_too_long():
                    return
                window.read_more()
                continue
            end = feed if feed >= 0 else len(window.data)
            if feed >= 0 or end > window.at + begin:
                yield window.data[window.at + begin : end].decode("utf-8", "surrogateescape")
            if feed < 0:
                return
            begin = feed + 1 - window.at

    def rest(self) -> Iterator[Record | Diagnostic]:
        """The games from here on, line by line, so that a game that is far too long is not held."""
        for index, game in enumerate(split(lines_of(self.window.rest()), self.window.line), self.index + 1):
            yield read_game(game, self.file, index)

    def take(self, end: int) -> bool:
        window = self.window
        data = window.data
        is_list = data.startswith(b"[(", window.at)
        first, last = (window.at + 1, end - 1) if is_list else (window.at, end)
        readers = _READERS.get(data[first + 1 : first + 2])
        if readers is None or (is_list and not data.endswith(b"))]", first, end)):
            return False
        self.restart()
        engine = self.engine
        if play(engine, readers, b", " if is_list else b"\n", data, first, last) < last or engine.readings_part():
            return False
        self.add(engine.ending, engine.ending)
        return True


def read_game(game: GameLines, file: str, index: int) -> Record | Diagnostic:
    """The record of one game of a file; `index` is its number there."""
    reader = _TuplesReader(ForeignGame(expendibots.GAME, file, game.line, index))
    for line in game.lines:
        reader.line(line)
    return reader.record()


def split(lines: Iterable[str], first: int = 1) -> Iterator[GameLines]:
    """Cut a file into its games: a list is a game, however it is laid out; so is a line with several actions, and so are
    consecutive lines with one each. `first` is the number of the first line."""
    longest = in_force().record_length
    current: list[str] = []
    size = 0
    begun = first
    depth = 0
    for number, written in enumerate(lines, first):
        line = written.partition("#")[0]
        starts = sum(1 for _ in _ACTION_START.finditer(line))
        is_inside = depth > 0
        # Of a line that is too long not all may be there, so that its brackets say nothing.
        depth = max(depth + _balance(line), 0) if len(written) <= longest else 0
        is_list = not is_inside and _LIST.match(line) is not None
        begins_anew = not is_inside and (starts > 1 or is_list or not written.strip())
        if current and begins_anew:
            yield GameLines(tuple(current), begun, number - begun)
            current = []
        if not current:
            if not line.strip() and not is_inside:
                continue
            begun = number
            size = 0
        if size <= longest:
            current.append(line)
            size += len(line) + 1
        if depth == 0 and (is_inside or is_list or starts > 1):
            yield GameLines(tuple(current), begun, number + 1 - begun)
            current = []
    if current:
        yield GameLines(tuple(current), begun, number + 1 - begun)


def _balance(line: str) -> int:
    """How many brackets a line leaves open."""
    return sum(1 if bracket[0] in "([" else -1 for bracket in _BRACKET.finditer(line))


class _TuplesReader:
    """One game, line by line."""

    def __init__(self, game: ForeignGame) -> None:
        self.game = game

    def line(self, line: str) -> None:
        offset = self.game.add_line(line)
        position = 0
        while self.game.is_whole:
            between = _BETWEEN.match(line, position)
            found = _ACTION_START.search(line, position)
            start = found.start() if found else len(line)
            if between is None or (between.end() < start and line[between.end() : start].strip(" \t,;[](){}")):
                bad = between.end() if between else position
                self.game.stop("unreadable-line", Span(offset + bad, offset + len(line)), line=quoted(line[bad:]), format="tuples")
                return
            if found is None:
                return
            end = _closing(line, found.start("open"))
            span = Span(offset + found.start("open"), offset + end)
            self.action(line[found.start("open") : end], found["colour"], span)
            position = end

    def action(self, text: str, colour: str | None, span: Span) -> None:
        expected = self.game.player
        if self.game.rejected is not None:
            self.game.stop("line-after-end", span)
        elif colour is not None and colour.lower() != expected:
            self.game.stop("colour-out-of-turn", span, colour=colour.lower(), expected=expected)
        elif (action := _action_of(text)) is None:
            self.game.stop("unreadable-action", span, action=quoted(text))
        elif not official.has_text(action):
            self.game.reject(official.write_tuple(action), span)
        else:
            self.game.play(action, span)

    def record(self) -> Record | Diagnostic:
        """The record, with the outcome that its replay has, since the format does not name one."""
        cursor: Cursor = expendibots.GAME.cursor(expendibots.start())
        is_legal = all(cursor.refuse(ply.action) is None for ply in self.game.plies)
        position = cursor.position()
        outcome = position.outcome()
        if is_legal and self.game.rejected is not None and not outcome.is_over:
            self.game.result = expendibots.GAME.loss_of(expendibots.GAME.players.index(position.player))
            self.game.termination = "illegal-action"
        else:
            self.game.result, self.game.termination = outcome.result, outcome.termination
        return self.game.record()


def _closing(line: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed; the end of the line where it is not."""
    depth = 0
    for found in _BRACKET.finditer(line, start, start + _LONGEST_ACTION):
        depth += 1 if found[0] in "([" else -1
        if depth == 0:
            return found.end()
    return len(line)


def _action_of(text: str) -> Action | None:
    try:
        value = official.read_value(text)
    except official.NotAValue:
        return None
    if isinstance(value, tuple | list) and value and isinstance(value[0], str):
        value = (value[0].upper(), *value[1:])
    return official.from_value(value, lists_too=True)
