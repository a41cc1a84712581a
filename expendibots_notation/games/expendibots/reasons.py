"""Why Expendibots refuses an action, in words."""

from __future__ import annotations

from expendibots_notation.board import Square, counted
from expendibots_notation.game import Violation
from expendibots_notation.games.expendibots import codes
from expendibots_notation.games.expendibots.actions import Action, Move
from expendibots_notation.games.expendibots.codes import WHITE, WIDTH
from expendibots_notation.games.expendibots.engine import Engine

VIOLATIONS = {
    codes.AFTER_END: "action-after-end",
    codes.OFF_BOARD: "off-board",
    codes.ZERO_TOKENS: "zero-tokens",
    codes.NO_DISTANCE: "no-distance",
    codes.EMPTY_SQUARE: "empty-square",
    codes.NOT_YOUR_STACK: "not-your-stack",
    codes.TOO_MANY_TOKENS: "too-many-tokens",
    codes.NOT_IN_LINE: "not-in-line",
    codes.TOO_FAR: "too-far",
    codes.ONTO_ENEMY: "onto-enemy",
}

_ENDINGS_IN_WORDS = {
    codes.MUTUAL_DESTRUCTION: "no side has tokens left",
    codes.WHITE_WINS: "Black has no tokens left",
    codes.BLACK_WINS: "White has no tokens left",
    codes.REPETITION: "the board had occurred for the fourth time",
    codes.TURNS_USED_UP: "each side has had its 250 turns",
}


def explain_refusal(engine: Engine, action: Action, refused: int) -> Violation | None:
    """What the engine's answer means, with everything that the message needs."""
    if refused == codes.ALLOWED:
        return None
    source = action.source if isinstance(action, Move) else action.square
    target = action.target if isinstance(action, Move) else action.square
    facts: dict[str, object] = {"text": str(action), "source": source.both, "target": target.both, "player": _colour(engine.side)}
    match refused:
        case codes.AFTER_END:
            facts["end"] = _ENDINGS_IN_WORDS[engine.ending]
        case codes.OFF_BOARD:
            outside = source if not is_on_board(source) else target
            facts |= {"square": outside.both, "first": Square(0, 0).both, "last": Square(WIDTH - 1, WIDTH - 1).both}
        case codes.ZERO_TOKENS:
            assert isinstance(action, Move)
            facts["count"] = counted(action.count, "token")
        case codes.NOT_YOUR_STACK:
            facts["owner"] = _colour(-engine.side)
        case codes.ONTO_ENEMY:
            facts |= {"owner": _colour(-engine.side), "height": counted(_height(engine, target), "token")}
        case codes.TOO_MANY_TOKENS | codes.TOO_FAR:
            assert isinstance(action, Move)
            height = _height(engine, source)
            facts |= {
                "count": counted(action.count, "token"),
                "height": counted(height, "token"),
                "distance": counted(distance(source, target), "square"),
                "limit": f"the stack on {source.both} has {counted(height, 'token')}, so it moves at most {height}",
            }
    return Violation(VIOLATIONS[refused], facts)


def _colour(side: int) -> str:
    return "White" if side == WHITE else "Black"


def _height(engine: Engine, square: Square) -> int:
    return abs(engine.cells[square.y * WIDTH + square.x])


def is_on_board(square: Square) -> bool:
    return 0 <= square.x < WIDTH and 0 <= square.y < WIDTH


def distance(a: Square, b: Square) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)
