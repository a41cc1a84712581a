"""Heap, a toy game that proves the recipe "add a game": it uses only what `expendibots_notation.game` offers to everyone.

Three players take tokens from a heap in turn. Before each turn a die says how many may be taken at most; who takes the last token
wins: 1-0 where that is the first player, 0-1 where it is another one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from expendibots_notation.diagram import Diagram, Piece
from expendibots_notation.game import Cursor, Game, NotationError, Outcome, Position, ReadAction, Reading, Rules, Violation

PLAYERS = ("ann", "bob", "cid")
FACES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Take:
    count: int

    def __str__(self) -> str:
        return f"take{self.count}"


@dataclass(frozen=True, slots=True)
class Roll:
    face: int

    def __str__(self) -> str:
        return f"<{self.face}>"


@dataclass(frozen=True, slots=True)
class HeapPosition(Position):
    game: ClassVar[Game]
    heap: int
    to_move: int = 0
    die: int = 0
    """0 before the die is rolled."""
    turn: int = 1  # type: ignore[assignment]

    @property
    def text(self) -> str:
        return f"{self.heap} {PLAYERS[self.to_move]} {self.turn} {self.die}"

    @property
    def player(self) -> str:
        return PLAYERS[self.to_move]

    @property
    def awaits_chance(self) -> bool:
        return self.die == 0 and self.heap > 0

    def legal_actions(self) -> list[Any]:
        return [Take(count) for count in range(1, min(self.die, self.heap) + 1)]

    def drawn(self, source: Random) -> Roll:
        return Roll(source.choice(FACES))

    def violation(self, action: Any) -> Violation | None:
        self.game.check_action(action)
        if self.heap == 0:
            return Violation("action-after-end", {"text": action, "end": "the heap is empty"})
        if isinstance(action, Roll):
            if self.die != 0:
                return _refused(action, "the die has been rolled")
            return None if action.face in FACES else _refused(action, "the die has no such face")
        if self.die == 0:
            return _refused(action, "the die has not been rolled")
        if action.count == 0:
            return Violation("zero-tokens", {"text": action, "count": "0 tokens"})
        return None if action.count <= min(self.die, self.heap) else _refused(action, "that is too many")

    def outcome(self) -> Outcome:
        if self.heap:
            return Outcome()
        return Outcome("1-0" if (self.to_move - 1) % len(PLAYERS) == 0 else "0-1", "last-token")

    def nearest(self, action: Any, limit: int = 3) -> list[Any]:
        self.game.check_action(action)
        return sorted(self.legal_actions(), key=lambda other: abs(other.count - getattr(action, "count", 1)))[:limit]

    def diagram(self) -> Diagram:
        piece = Piece(0, 0, 0, "h", str(self.heap), f"a heap of {self.heap}")
        return Diagram(("a",), ("1",), (piece,), (("Die", str(self.die)),), f"{self.player} to move")

    def facts(self, action: Any) -> dict[str, Any]:
        self.game.check_action(action)
        return {"left": self.heap - action.count} if isinstance(action, Take) else {}

    def derived_tags(self) -> Mapping[str, str]:
        return {"Left": str(self.heap)}

    def _after(self, action: Any) -> HeapPosition:
        if isinstance(action, Roll):
            return replace(self, die=action.face)
        turn, to_move = GAME.next_turn(self.turn, self.to_move)
        return HeapPosition(self.heap - action.count, to_move, 0, turn)


def _refused(action: object, problem: str) -> Violation:
    return Violation("unexpected-text", {"found": str(action), "expected": problem})


class HeapCursor(Cursor):
    def __init__(self, start: Position) -> None:
        self._positions = [start]

    def refuse(self, action: Any) -> Violation | None:
        violation = self._positions[-1].violation(action)
        if violation is None:
            self._positions.append(self._positions[-1].play(action))
        return violation

    def undo(self) -> None:
        self._positions.pop()

    def is_over(self) -> bool:
        return self._positions[-1].outcome().is_over

    def position(self) -> Position:
        return self._positions[-1]

    def contradiction(self, claim: Any) -> None:
        return None


def read_action(text: str) -> ReadAction:
    bare = text.strip("<>").strip()
    action = Roll(_number(bare)) if text.startswith("<") else Take(_number(text[4:]))
    return ReadAction(action, None, str(action), str(action) == text)


def _number(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        raise NotationError(f"{digits[:20]!r} is not a number")
    return int(digits)


def start(_rules: Rules, setup: str | None, tags: Mapping[str, str]) -> HeapPosition:
    if setup is None:
        size = tags.get("Heap", "7")
        if not (size.isascii() and size.isdigit()) or not 1 <= int(size[:4]) < 1000:
            raise NotationError(f"{size[:20]!r} is not the size of a heap", "Heap")
        return HeapPosition(int(size))
    match setup.split():
        case [heap, player, turn, die] if player in PLAYERS and int(die) in (0, *FACES):
            return HeapPosition(_number(heap), PLAYERS.index(player), int(die), _number(turn))
    raise NotationError("it has the heap, the player, the turn and the die")


GAME = Game(
    id="heap",
    name="Heap",
    summary="Three players and a die: who takes the last token wins.",
    players=PLAYERS,
    grammar=str(Path(__file__).with_name("heap.lark")),
    readings=(Reading("text", "the only one"),),
    terminations=("last-token",),
    forms=(("take so many tokens", "take2"),),
    actions=(Take, Roll),
    read_action=read_action,
    write_action=str,
    action_json=lambda action: {"type": type(action).__name__.lower(), "number": getattr(action, "count", None)},
    start=start,
    cursor=HeapCursor,
    tags={"Heap": "how many tokens there are", "Left": "how many are left, checked"},
    item=("the die, before each turn", "<2>"),
)
HeapPosition.game = GAME
