"""The plies of a record document against the engine: what each says of itself is compared with what its action does.

Compiled, like the engine it plays on; the same file runs as it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from expendibots_notation.board import Square
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.codes import ALLOWED, BLACK, PLY_LIMIT, SQUARES, WHITE, WIDTH
from expendibots_notation.games.expendibots.engine import LONGEST_TEXT, Engine

DOUBT = -1
_MOST_ACTIONS = 1 << 14
_TEXTS = 1 << 16
_UNTOUCHED = -1
_FEED = 10
_KEYS = 6
"""Those that every ply has, each with a colon after it."""
_UNSET = UNSET
_WHITE_NAME, _BLACK_NAME = GAME.players
_SQUARE_NUMBERS = {Square(square % WIDTH, square // WIDTH).name: square for square in range(SQUARES)}

Known = tuple[int, int, int, int, int, object, int]
"""What is known of an action by its text: the number of tokens, 0 for a boom; where it begins and ends; how a document takes it
apart, and the number of keys in that."""


class DocumentJudge:
    """Plays the plies of documents, one document after the other.

    `know` says what an action's text means, None in doubt. `weigh` counts the colons in what a ply has of notes, DOUBT in doubt.
    """

    def __init__(self, know: Callable[[str], Known | None], weigh: Callable[[Any], int]) -> None:
        self.colons = 0
        self.engine = Engine(array("q", bytes(8 * SQUARES)), WHITE, capacity=PLY_LIMIT)
        self.know = know
        self.weigh = weigh
        self.actions: dict[str, Known | None] = {}
        self.texts = array("B", bytes(_TEXTS))
        self.wave_at = array("i", bytes(4 * SQUARES))

    def play(self, start: Engine, plies: Sequence[Any]) -> int:
        """Play plies from a start: the number of colons in their documents, or DOUBT where one is not plain or not true."""
        self.engine.restart(start)
        self.colons = 0
        end = 0
        positions: list[str] = []
        for ply in plies:
            if not self.is_true(ply):
                return DOUBT
            if end + LONGEST_TEXT >= _TEXTS:
                if not self.are_positions(positions, end):
                    return DOUBT
                positions = []
                end = 0
            end = self.engine.write_text(self.texts, end)
            self.texts[end] = _FEED
            end += 1
            positions.append(ply.position)
        return self.colons if self.are_positions(positions, end) else DOUBT

    def is_true(self, ply: Any) -> bool:
        """Play a ply: whether it is plain, legal, and what it says of itself is true, but for the position, which comes last."""
        engine = self.engine
        player = _WHITE_NAME if engine.side == WHITE else _BLACK_NAME
        if ply.ply != engine.ply + 1 or ply.turn != engine.turn or ply.player != player:
            return False
        text = ply.text
        known = self.actions.get(text)
        if known is None:
            known = self.learn(text)
            if known is None:
                return False
        count, x, y, to_x, to_y, parts, part_keys = known
        self.colons += _KEYS
        action = ply.action
        if action is not None:
            self.colons += part_keys
            if action != parts:
                return False
        is_noted = False
        for notes in (ply.glyphs, ply.attributes, ply.comments, ply.variations):
            if notes is not _UNSET:
                self.colons += 1
                if notes:
                    is_noted = True
        if is_noted:
            colons = self.weigh(ply)
            if colons == DOUBT:
                return False
            self.colons += colons
        if count:
            return ply.waves is _UNSET and ply.removed is _UNSET and engine.move(count, x, y, to_x, to_y) == ALLOWED
        return self.are_waves(y * WIDTH + x, ply.waves) and engine.boom(x, y) == ALLOWED and self.is_removed(ply.removed)

    def learn(self, text: str) -> Known | None:
        """What an action's text means; it is remembered."""
        if len(self.actions) >= _MOST_ACTIONS:
            self.actions.clear()
        known = self.know(text)
        self.actions[text] = known
        return known

    def are_positions(self, positions: list[str], end: int) -> bool:
        """Whether positions are those in the buffer, each of which has a line feed after it."""
        positions.append("")
        return "\n".join(positions) == bytes(memoryview(self.texts)[:end]).decode("ascii")

    def are_waves(self, square: int, waves: Any) -> bool:
        """Whether these are the waves of the explosion that starts on a square, each in the order of the squares."""
        if waves is _UNSET:
            return True
        self.colons += 1
        if waves is None:
            return True
        engine = self.engine
        for index in range(SQUARES):
            self.wave_at[index] = _UNTOUCHED
        size = engine.explode(square)
        for index in range(size):
            self.wave_at[engine.blast[index]] = engine.wave_of[index]
        for number, wave in enumerate(waves):
            last = _UNTOUCHED
            for name in wave:
                other = _SQUARE_NUMBERS.get(name, _UNTOUCHED)
                if other <= last or self.wave_at[other] != number:
                    return False
                last = other
                size -= 1
            if last == _UNTOUCHED:
                return False
        return size == 0

    def is_removed(self, removed: Any) -> bool:
        """Whether the last action has removed so many tokens."""
        if removed is _UNSET:
            return True
        self.colons += 1
        if removed is None:
            return True
        self.colons += 2
        white, black = self.engine.removed_tokens(WHITE), self.engine.removed_tokens(BLACK)
        return len(removed) == 2 and removed.get(_WHITE_NAME) == white and removed.get(_BLACK_NAME) == black
