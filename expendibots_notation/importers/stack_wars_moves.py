"""The moves of the author's Stack Wars program, read: what the players typed, one action a line, on 9 x 9 territories.

    3 8
    6 0
    6 8
    6 0 6 1
    resign

A territory is its column and its row, from 0; row 0, at the top, is White's baseline. One territory is a fortification, two are a
move or an attack, which only the position tells apart, so each line is replayed as it is read. The player to move resigns. The
program allows moves onto one's own territory, hence the reading `reference`; the end of a game is what the replay shows.

A new game begins after a line of three or more dashes or equals signs, and after a blank line that follows the end of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from expendibots_notation.board import FILES, Square
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.games import stack_wars
from expendibots_notation.games.stack_wars import Attack, Fortify, Move
from expendibots_notation.games.stack_wars.actions import Action
from expendibots_notation.games.stack_wars.rules import StackWarsCursor
from expendibots_notation.importers.foreign import ForeignGame, lines_of, quoted
from expendibots_notation.notation.tree import Record

NAME = "stack-wars-moves"
RULES = "reference"
SIZE = 9

# The lines of a file, without the blanks around them.
_SEPARATOR = re.compile(r"-{3,}|={3,}")
_FORTIFICATION = re.compile(r"[0-9]{1,2}[ \t]+[0-9]{1,2}")
_STEP = re.compile(r"[0-9]{1,2}(?:[ \t]+[0-9]{1,2}){3}")
_RESIGNATION = "resign"

_LOOKED_AT = 20
_SURE = 0.9


def recognises(head: str) -> float:
    """How surely a text that begins so is a list of moves: the first is a fortification, and others like it follow."""
    lines = [line.strip() for line in head.split("\n", 2 * _LOOKED_AT)[: 2 * _LOOKED_AT]]
    written = [line for line in lines if line][:_LOOKED_AT]
    if not written or not _FORTIFICATION.fullmatch(written[0]):
        return 0.0
    return _SURE * sum(_is_usual(line) for line in written) / len(written)


def _is_usual(line: str) -> bool:
    return any(kind.fullmatch(line) for kind in (_FORTIFICATION, _STEP, _SEPARATOR)) or line.lower() == _RESIGNATION


def read(blocks: Iterable[str], file: str) -> Iterator[Record | Diagnostic]:
    """The games of a file. What cannot be read ends its game there, with a diagnostic; the next game is read as usual."""
    reader: _MovesReader | None = None
    index = 0
    for number, line in enumerate(lines_of(blocks), 1):
        is_separator = _SEPARATOR.fullmatch(line.strip()) is not None
        if reader is not None and (is_separator or (reader.is_over and not line.strip())):
            yield reader.record()
            reader = None
        if is_separator or (reader is None and not line.strip()):
            continue
        if reader is None:
            index += 1
            reader = _MovesReader(ForeignGame(stack_wars.GAME, file, number, index))
        reader.line(line)
    if reader is not None:
        yield reader.record()


class _MovesReader:
    """One game, line by line."""

    def __init__(self, game: ForeignGame) -> None:
        self.game = game
        game.rules = RULES
        self.cursor = StackWarsCursor(stack_wars.start(rules=RULES, size=SIZE))
        self.is_legal = True
        self.has_resigned = False

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end, as far as the file tells."""
        return self.has_resigned or self.cursor.is_over()

    def line(self, line: str) -> None:
        start = self.game.add_line(line)
        words = line.split()
        if not words or not self.game.is_whole:
            return
        span = Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        if self.has_resigned:
            self.game.stop("line-after-end", span)
        elif len(words) == 1 and words[0].lower() == _RESIGNATION:
            self.resign(span)
        elif len(words) not in (2, 4) or not all(word.isascii() and word.isdigit() for word in words):
            self.game.stop("unreadable-line", span, line=quoted(line.strip()), format=NAME)
        elif (squares := _squares(words)) is None:
            self.game.stop("unreadable-action", span, action=quoted(line.strip()))
        else:
            self.play(squares, span)

    def resign(self, span: Span) -> None:
        if self.cursor.is_over():
            self.game.stop("line-after-end", span)
            return
        game = self.game.game
        self.has_resigned = True
        self.game.result = game.loss_of(game.players.index(self.game.player))
        self.game.termination = "resignation"

    def play(self, squares: list[Square], span: Span) -> None:
        """Add an action. Behind an illegal one the board stays as it is: what follows is kept, but nobody will judge it."""
        action = self.action(squares)
        self.game.play(action, span)
        self.is_legal = self.is_legal and self.cursor.refuse(action) is None

    def action(self, squares: list[Square]) -> Action:
        if len(squares) == 1:
            return Fortify(squares[0])
        source, target = squares
        position = self.cursor.position()
        mine = 1 if position.player == position.game.players[0] else -1
        return Attack(source, target) if position.armies(target.name) * mine < 0 else Move(source, target)

    def record(self) -> Record | Diagnostic:
        """The record, with the outcome of its replay where nobody has resigned."""
        if not self.has_resigned:
            outcome = self.cursor.position().outcome()
            self.game.result, self.game.termination = outcome.result, outcome.termination
        return self.game.record()


def _squares(words: list[str]) -> list[Square] | None:
    """The territories of two or four numbers; None where one has no name in the notation."""
    if any(len(word) > 2 for word in words):
        return None
    numbers = [int(word) for word in words]
    squares = [Square(column, SIZE - 1 - row) for column, row in zip(numbers[::2], numbers[1::2], strict=True)]
    # Rank 0, just below the board, still has a name.
    return squares if all(square.x < len(FILES) and square.y >= -1 for square in squares) else None
