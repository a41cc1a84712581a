"""STACKS: two players, stacks of up to four that walk, combine and attack on 5 x 7 squares."""

from __future__ import annotations

from expendibots_notation.arguments import check_text
from expendibots_notation.game import Game, Reading
from expendibots_notation.games.stacks import rules as _rules
from expendibots_notation.games.stacks import syntax as _syntax
from expendibots_notation.games.stacks.actions import Attack, Helper, Move, Pair, Pass
from expendibots_notation.games.stacks.options import VALUES
from expendibots_notation.games.stacks.rules import StacksCursor, StacksPosition
from expendibots_notation.games.stacks.squares import PLAYERS

GAME = Game(
    id="stacks",
    name="STACKS",
    summary="Two players walk, stack and combine ten pieces each to break through or to eliminate on 5 x 7 squares.",
    players=PLAYERS,
    grammar="stacks.lark",
    readings=(
        Reading(
            "text", "the rules text; what it leaves open is decided by the options", {key: each[0] for key, each in VALUES.items()}
        ),
    ),
    terminations=("elimination", "breakthrough", "no-action"),
    forms=(
        ("move: [count]from-to", "2c1-c3"),
        ("attack: [count]from, helpers behind +, x and the target, > and the retreat of survivors", "2b3+c3xd3>c4"),
        ("two single pieces, one after the other: two movements with & between them", "b2-b3&d2+b3xc4"),
        ("pass, where nothing else is legal", "--"),
    ),
    actions=(Move, Attack, Pair, Pass),
    read_action=_syntax.read_action,
    start=_rules.start,
    turns_vary=lambda rules: rules.options["stuck_turn"] == "forfeit",
    cursor=StacksCursor,
    machine=_rules.MACHINE,
    options=VALUES,
)
StacksPosition.game = GAME


def start(setup: str | None = None, rules: str | None = None) -> StacksPosition:
    """The initial position, or the one of a position string, under a Rules value such as `helpers=whole,combine=mutual`.

    Raises NotationError where either cannot be read.
    """
    check_text(setup, "a setup", is_optional=True)
    return _rules.start(GAME.rules(rules), setup, {})


__all__ = ["GAME", "Attack", "Helper", "Move", "Pair", "Pass", "StacksPosition", "start"]
