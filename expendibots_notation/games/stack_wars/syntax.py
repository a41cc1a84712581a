"""Stack Wars actions from text: every spelling that `grammar/stack_wars.lark` lets through, and no other.

The grammar decides what is an action at all; this module takes its pieces apart. An action's text says everything about it,
without a board, and few different texts occur, so each is read once and remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache

from expendibots_notation.board import Square
from expendibots_notation.game import NotationError, ReadAction
from expendibots_notation.games.stack_wars.actions import Action, Attack, Claim, Fortify, Invasion, Move, Pass

# The pieces of an action that has passed the grammar: what the spellings have in common.
_SQUARE = r"[A-Za-z][0-9]+"
_FORTIFY = re.compile(rf"(?:\+|fortify)[ \t]*({_SQUARE})", re.IGNORECASE | re.ASCII)
_STEP = re.compile(rf"({_SQUARE})[ \t]*(->|[-\u2013\u2014\u2192]|[xX\u00d7])[ \t]*({_SQUARE})(?:[ \t]*(\^))?")
_PASS = re.compile(r"--|\u2013|\u2014|pass", re.IGNORECASE | re.ASCII)
_CROSSES = frozenset("xX\u00d7")

_REMEMBERED = 1 << 15
_LONGEST = 64


@lru_cache(maxsize=_REMEMBERED)
def read_action(text: str) -> ReadAction:
    """The action of a text, with whether it claims an invasion. Raises NotationError."""
    action: Action
    claim: Claim | None = None
    if len(text) > _LONGEST:
        raise NotationError("an action is not that long")
    if match := _STEP.fullmatch(text):
        source, sign, target, invades = match.groups()
        kind = Attack if sign in _CROSSES else Move
        action = kind(Square.parse(source), Square.parse(target))
        if invades is not None:
            claim = Invasion()
    elif match := _FORTIFY.fullmatch(text):
        action = Fortify(Square.parse(match[1]))
    elif _PASS.fullmatch(text):
        action = Pass()
    else:
        raise NotationError(f"{text!r} is not an action; write +e1 to fortify, e1-e2 to move, e2xe3 to attack, -- to pass")
    canonical = str(action) if claim is None else f"{action}{claim}"
    return ReadAction(action, claim, canonical, canonical == text)
