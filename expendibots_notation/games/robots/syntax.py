"""Robots actions and spawns from text: every spelling that `grammar/robots.lark` lets through, and no other.

The text of an action says everything about it, without a board, and few different texts occur, so each is read once and
remembered. Capitals do not matter for steps and the cascade; they do for teleports, where `T` is safe and `t` is not.
"""

from __future__ import annotations

import re
from functools import lru_cache

from expendibots_notation.game import WHITE_SPACE, NotationError, ReadAction
from expendibots_notation.games.robots.actions import STEPS, Action, Cascade, Cell, Claim, Cleared, Dead, Left, Spawn, Teleport
from expendibots_notation.games.robots.codes import LONGEST_ACTION, LONGEST_SPAWN
from expendibots_notation.games.robots.layout import read_layout

# The pieces of an action that has passed the grammar.
_CLAIM = r"(=[0-9]+|\+|#)?"
_STEP_OR_CASCADE = re.compile(rf"([UuDd][LlRr]?|[LlRrCcXx]){_CLAIM}")
_CELL = r"([0-9]+)[ \t]*,[ \t]*([0-9]+)"
_TELEPORT = re.compile(rf"([Tt])[ \t]*(?:@[ \t]*)?(?:{_CELL}|\([ \t]*{_CELL}[ \t]*\)){_CLAIM}")

_BROKEN_NUMBER = re.compile(rf"[0-9][{WHITE_SPACE}]+[0-9]")
_TIDY = str.maketrans("HRE", "hre", WHITE_SPACE)

_REMEMBERED = 1 << 15
_SPAWNS_REMEMBERED = 256


def read_action(text: str) -> ReadAction:
    """The action or the spawn of a text, with what it claims about the effect. Raises NotationError."""
    return _read_spawn(text) if text.startswith("<") else _read_action(text)


@lru_cache(maxsize=_REMEMBERED)
def _read_action(text: str) -> ReadAction:
    if len(text) > LONGEST_ACTION:
        raise NotationError("an action is not that long")
    action: Action
    if match := _TELEPORT.fullmatch(text):
        letter, x, y, bracketed_x, bracketed_y, claimed = match.groups()
        action = Teleport(letter == "T", Cell(int(x or bracketed_x), int(y or bracketed_y)))
    elif match := _STEP_OR_CASCADE.fullmatch(text):
        name, claimed = match[1].upper(), match[2]
        action = Cascade() if name == "X" else STEPS[name]
    else:
        raise NotationError(
            f"{text!r} is not an action; write a step as UL, U, UR, L, C, R, DL, D or DR, a teleport as T@3,4 (safe) or t@3,4, "
            "a cascade as X"
        )
    claim = _read_claim(claimed)
    canonical = str(action) if claim is None else f"{action}{claim}"
    return ReadAction(action, claim, canonical, canonical == text)


def _read_claim(text: str | None) -> Claim | None:
    if text is None:
        return None
    if text == "+":
        return Cleared()
    return Dead() if text == "#" else Left(int(text[1:]))


@lru_cache(maxsize=_SPAWNS_REMEMBERED)
def _read_spawn(text: str) -> ReadAction:
    """Capitals count as small letters; white space may be anywhere but inside a number, where it would make one number of two."""
    if len(text) > LONGEST_SPAWN:
        raise NotationError("a spawn is not that long")
    if not text.endswith(">"):
        raise NotationError("a spawn stands in angle brackets: <rows>")
    if _BROKEN_NUMBER.search(text):
        raise NotationError("white space stands between two digits of a spawn")
    spawn = Spawn(read_layout(text[1:-1].translate(_TIDY)).text)
    return ReadAction(spawn, None, str(spawn), str(spawn) == text)
