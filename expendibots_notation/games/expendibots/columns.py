"""The plies of many games in columns: what a data set wants of them. Compiled, like the engine that plays them again.

A row is an action and the position that it leads to. Texts stand one behind the other, with the place where each ends.
"""

from __future__ import annotations

from array import array

from expendibots_notation.games.expendibots.codes import PLY_LIMIT, SQUARES, WHITE, WIDTH
from expendibots_notation.games.expendibots.engine import LONGEST_TEXT, Engine

ROWS = 1 << 15
"""How many rows there is room for, and for one more game."""
_ACTION_BYTES = 32
_A, _ONE, _DASH, _X, _ZERO = b"a1-x0"


class PlyColumns:
    """Rows of games that have been played. `start_of` and `size` tell which rows are whose."""

    def __init__(self) -> None:
        rows = ROWS + PLY_LIMIT
        self.engine = Engine(array("q", bytes(8 * SQUARES)), WHITE, capacity=PLY_LIMIT)
        self.size = 0
        self.turns = array("q", bytes(8 * rows))
        self.players = array("b", bytes(rows))
        self.counts = array("q", bytes(8 * rows))
        """The tokens that are moved; 0 for a boom."""
        self.sources = array("b", bytes(rows))
        self.targets = array("b", bytes(rows))
        self.waves = array("i", bytes(4 * rows))
        self.removed_own = array("q", bytes(8 * rows))
        self.removed_enemy = array("q", bytes(8 * rows))
        self.hashes = array("Q", bytes(8 * rows))
        self.actions = array("B", bytes(_ACTION_BYTES * rows))
        self.action_ends = array("i", bytes(4 * (rows + 1)))
        """Behind the row of that number: the first is 0, and so for `position_ends`."""
        self.positions = array("B", bytes(128 * rows + PLY_LIMIT * LONGEST_TEXT))
        self.position_ends = array("i", bytes(4 * (rows + 1)))

    def is_full(self) -> bool:
        """Whether there is no room for another game."""
        return self.size >= ROWS or self.position_ends[self.size] + PLY_LIMIT * LONGEST_TEXT > len(self.positions)

    def clear(self) -> None:
        """Forget all rows."""
        self.size = 0

    def add(self, played: Engine, start: Engine) -> None:
        """The plies of the game that has been played on an engine from a start; raises IndexError where there is no room."""
        if self.is_full():
            raise IndexError("there is no room for another game")
        engine = self.engine
        engine.restart(start)
        for ply in range(played.ply):
            row = self.size
            source = played.sources[ply]
            target = played.targets[ply]
            count = played.counts[ply] * engine.side
            side = engine.side
            self.turns[row] = engine.turn
            self.players[row] = 0 if side == WHITE else 1
            self.counts[row] = count
            self.sources[row] = source
            self.targets[row] = target
            if count == 0:
                size = engine.explode(source)
                self.waves[row] = engine.wave_of[size - 1] + 1
                engine.boom(source % WIDTH, source // WIDTH)
                self.removed_own[row] = engine.removed_tokens(side)
                self.removed_enemy[row] = engine.removed_tokens(-side)
            else:
                engine.move(count, source % WIDTH, source // WIDTH, target % WIDTH, target // WIDTH)
            self.hashes[row] = engine.position_hash()
            self.action_ends[row + 1] = self._write_action(self.action_ends[row], count, source, target)
            self.position_ends[row + 1] = engine.write_text(self.positions, self.position_ends[row])
            self.size = row + 1

    def _write_action(self, at: int, count: int, source: int, target: int) -> int:
        """The canonical text of an action; returns its end."""
        if count == 0:
            self.actions[at] = _X
            at += 1
        elif count > 1:
            end = at
            rest = count
            while rest > 0:
                rest //= 10
                end += 1
            rest = count
            for place in range(end - 1, at - 1, -1):
                self.actions[place] = _ZERO + rest % 10
                rest //= 10
            at = end
        self.actions[at] = _A + source % WIDTH
        self.actions[at + 1] = _ONE + source // WIDTH
        if count == 0:
            return at + 2
        self.actions[at + 2] = _DASH
        self.actions[at + 3] = _A + target % WIDTH
        self.actions[at + 4] = _ONE + target // WIDTH
        return at + 5
