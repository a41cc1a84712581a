"""Stack Wars: two players bring armies into the field, and win by invading each other's base."""

from __future__ import annotations

from expendibots_notation.arguments import check_text
from expendibots_notation.game import Game, Reading
from expendibots_notation.games.stack_wars import rules as _rules
from expendibots_notation.games.stack_wars import syntax as _syntax
from expendibots_notation.games.stack_wars.actions import Attack, Fortify, Move, Pass
from expendibots_notation.games.stack_wars.rules import MOVE_ONTO_OWN, NO_MOVE, StackWarsCursor, StackWarsPosition

GAME = Game(
    id="stack_wars",
    name="Stack Wars",
    summary="Two players fortify, move and attack with armies on a square board, and score by invading the enemy's baseline.",
    players=_rules.PLAYERS,
    grammar="stack_wars.lark",
    readings=(
        Reading("text", "a move ends on an empty territory (the rules text)", {MOVE_ONTO_OWN: "forbid", NO_MOVE: "pass"}),
        Reading(
            "reference",
            "a move may also end on a territory that the player already holds (the author's program)",
            {MOVE_ONTO_OWN: "allow", NO_MOVE: "pass"},
        ),
    ),
    terminations=("elimination", "double-pass"),
    forms=(
        ("fortify: + and a territory", "+e1"),
        ("move: from-to, and if you like ^ where it is an invasion", "e8-e9^"),
        ("attack: from, x, to, and if you like ^ where it is an invasion", "e2xe3"),
        ("pass: only where nothing else is possible", "--"),
    ),
    actions=(Fortify, Move, Attack, Pass),
    read_action=_syntax.read_action,
    start=_rules.start,
    cursor=StackWarsCursor,
    machine=_rules.MACHINE,
    options=_rules.OPTIONS,
    tags={
        _rules.SIZE_TAG: "the number of files and of ranks, from 3 to 19; 9, or that of the Setup, where it is missing",
        _rules.SCORE_TAG: "the points of Black and White at the end, such as 4-6",
    },
)
StackWarsPosition.game = GAME


def start(setup: str | None = None, rules: str | None = None, size: int | None = None) -> StackWarsPosition:
    """The initial position on 9 x 9 territories or those of `size`, or the one of a position string, under a reading of the rules.

    Raises NotationError where one of them cannot be read, or where the position has another size.
    """
    check_text(setup, "a setup", is_optional=True)
    return _rules.start(GAME.rules(rules), setup, {} if size is None else {_rules.SIZE_TAG: str(size)})


__all__ = ["GAME", "Attack", "Fortify", "Move", "Pass", "StackWarsPosition", "start"]
