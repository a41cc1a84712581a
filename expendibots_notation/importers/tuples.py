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
from expendibots_notation.importers.foreign import ForeignGame, lines_of, quoted
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import Record

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


def read(blocks: Iterable[str], file: str, line: int = 1, index: int = 1) -> Iterator[Record | Diagnostic]:
    """The games of a file of tuples; `line` and `index` are the numbers of the first line and the first game."""
    for number, game in enumerate(split(lines_of(blocks), line), index):
        yield read_game(game, file, number)


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
