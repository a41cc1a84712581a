"""Expendibots: two players, stacks that move and explode on 8 x 8 squares."""

from __future__ import annotations

from expendibots_notation.arguments import check_text
from expendibots_notation.game import Action, Game, Reading
from expendibots_notation.games.expendibots import rules as _rules
from expendibots_notation.games.expendibots import syntax as _syntax
from expendibots_notation.games.expendibots.actions import Boom, Move
from expendibots_notation.games.expendibots.rules import ExpendibotsCursor, ExpendibotsPosition


def _read_raw(text: str) -> Action | None:
    # Loaded here: only broken games and foreign logs hold what players sent to the official program.
    from expendibots_notation.games.expendibots import official

    return official.read_action(text)


GAME = Game(
    id="expendibots",
    name="Expendibots",
    summary="Two players move stacks and set off chain reactions on 8 x 8 squares.",
    players=_rules.PLAYERS,
    grammar="expendibots.lark",
    readings=(
        Reading("text", "the fourth occurrence of a board is a draw, whoever is to move (the rules text)"),
        Reading("referee", "the fourth occurrence of a board with the same side to move is a draw (the official 2020 referee)"),
    ),
    terminations=("elimination", "mutual-destruction", "repetition", "turn-limit"),
    forms=(
        ("move: [count]from-to, and if you like =height of the stack where it ends", "3d2-d4=5"),
        ("boom: x and a square, and if you like =white:black tokens removed", "xd4=3:5"),
    ),
    actions=(Move, Boom),
    read_action=_syntax.read_action,
    read_raw=_read_raw,
    start=_rules.start,
    cursor=ExpendibotsCursor,
    machine=_rules.MACHINE,
)
ExpendibotsPosition.game = GAME


def start(setup: str | None = None, rules: str | None = None) -> ExpendibotsPosition:
    """The initial position, or the one of a position string, under a reading of the rules (`text` or `referee`).

    Raises NotationError where either cannot be read.
    """
    check_text(setup, "a setup", is_optional=True)
    return _rules.start(GAME.rules(rules), setup, {})


__all__ = ["GAME", "Boom", "ExpendibotsPosition", "Move", "start"]
