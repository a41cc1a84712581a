"""Expendibots actions from text: every spelling that `grammar/expendibots.lark` lets through, and no other.

The grammar decides what is an action at all; this module takes its pieces apart. An action's text says everything about it,
without a board, and few different texts occur, so each is read once and remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache

from expendibots_notation.board import Square
from expendibots_notation.game import NotationError, ReadAction
from expendibots_notation.games.expendibots.actions import Action, Boom, Claim, Height, Move, Removed

# The alternatives of ACTION in the grammar, with groups around their parts.
_SQUARE = r"[A-Za-z][0-9]+"
_DASH = "->|-|\N{EN DASH}|—|→"
_MOVE = re.compile(rf"(?:([0-9]+)[ \t]*)?({_SQUARE})(?:[ \t]*(?:{_DASH})[ \t]*)?({_SQUARE})(?:=([0-9]+))?")
_BOOM = re.compile(
    rf"(?:[xX]|[bB][oO][oO][mM])[ \t]*(?:({_SQUARE})|\([ \t]*({_SQUARE})[ \t]*\))(?:=([0-9]+):([0-9]+))?",
)

_REMEMBERED = 1 << 15
_LONGEST = 64


@lru_cache(maxsize=_REMEMBERED)
def read_action(text: str) -> ReadAction:
    """The action of a text, with what it claims about the effect. Raises NotationError."""
    action: Action
    claim: Claim | None = None
    if len(text) > _LONGEST:
        raise NotationError("an action is not that long")
    if match := _BOOM.fullmatch(text):
        square, bracketed, white, black = match.groups()
        action = Boom(Square.parse(square or bracketed))
        if white is not None:
            claim = Removed(int(white), int(black))
    elif match := _MOVE.fullmatch(text):
        count, source, target, height = match.groups()
        action = Move(1 if count is None else int(count), Square.parse(source), Square.parse(target))
        if height is not None:
            claim = Height(int(height))
    else:
        raise NotationError(f"{text!r} is not an action; write a move as d2-d3 or 3d2-d4, a boom as xd4")
    canonical = str(action) if claim is None else f"{action}{claim}"
    return ReadAction(action, claim, canonical, canonical == text)
