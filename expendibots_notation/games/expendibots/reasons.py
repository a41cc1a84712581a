"""Why Expendibots refuses an action, in words."""

from __future__ import annotations

from expendibots_notation.board import Square, counted
from expendibots_notation.game import Violation
from expendibots_notation.games.expendibots import engine as rules_engine
from expendibots_notation.games.expendibots.actions import Action, Move
from expendibots_notation.games.expendibots.engine import WHITE, WIDTH, Engine

VIOLATIONS = {
    rules_engine.AFTER_END: "action-after-end",
    rules_engine.OFF_BOARD: "off-board",
    rules_engine.ZERO_TOKENS: "zero-tokens",
    rules_engine.NO_DISTANCE: "no-distance",
    rules_engine.EMPTY_SQUARE: "empty-square",
    rules_engine.NOT_YOUR_STACK: "not-your-stack",
    rules_engine.TOO_MANY_TOKENS: "too-many-tokens",
    rules_engine.NOT_IN_LINE: "not-in-line",
    rules_engine.TOO_FAR: "too-far",
    rules_engine.ONTO_ENEMY: "onto-enemy",
}

_ENDINGS_IN_WORDS = {
    rules_engine.MUTUAL_DESTRUCTION: "no side has tokens left",
    rules_engine.WHITE_WINS: "Black has no tokens left",
    rules_engine.BLACK_WINS: "White has no tokens left",
    rules_engine.REPETITION: "the board had occurred for the fourth time",
    rules_engine.TURNS_USED_UP: "each side has had its 250 turns",
}


def explain_refusal(engine: Engine, action: Action, refused: int) -> Violation | None:
    """What the engine's answer means, with everything that the message needs."""
    if refused == rules_engine.ALLOWED:
        return None
    source = action.source if isinstance(action, Move) else action.square
    target = action.target if isinstance(action, Move) else action.square
    facts: dict[str, object] = {"text": str(action), "source": source.both, "target": target.both, "player": _colour(engine.side)}
    match refused:
        case rules_engine.AFTER_END:
            facts["end"] = _ENDINGS_IN_WORDS[engine.ending]
        case rules_engine.OFF_BOARD:
            outside = source if not is_on_board(source) else target
            facts |= {"square": outside.both, "first": Square(0, 0).both, "last": Square(WIDTH - 1, WIDTH - 1).both}
        case rules_engine.ZERO_TOKENS:
            assert isinstance(action, Move)
            facts["count"] = counted(action.count, "token")
        case rules_engine.NOT_YOUR_STACK:
            facts["owner"] = _colour(-engine.side)
        case rules_engine.ONTO_ENEMY:
            facts |= {"owner": _colour(-engine.side), "height": counted(_height(engine, target), "token")}
        case rules_engine.TOO_MANY_TOKENS | rules_engine.TOO_FAR:
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
