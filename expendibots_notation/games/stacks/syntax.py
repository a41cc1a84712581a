"""STACKS actions from text: every spelling that `grammar/stacks.lark` lets through, and no other.

The grammar decides what is an action at all; this module takes its pieces apart. An action's text says everything about it,
without a board, so each text is read once and remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache

from expendibots_notation.board import Square
from expendibots_notation.game import NotationError, ReadAction
from expendibots_notation.games.stacks.actions import Attack, Helper, Move, Movement, Pair, Pass

# The pieces of an action that has passed the grammar: what the spellings have in common.
_DASH = "->|-|\N{EN DASH}|—|→"
_CROSS = "[xX\N{MULTIPLICATION SIGN}]"
_ARROW = "->|>|→"
_BLANKS = r"[ \t]*"
_SQUARE = "[A-Za-z][0-9]+"
_GROUP = rf"(?:[0-9]+{_BLANKS})?{_SQUARE}"
_MOVE = re.compile(rf"({_GROUP})(?:{_BLANKS}(?:{_DASH}){_BLANKS})?({_SQUARE})")
_ATTACK = re.compile(
    rf"({_GROUP})((?:{_BLANKS}\+{_BLANKS}{_GROUP})*){_BLANKS}{_CROSS}{_BLANKS}({_SQUARE})"
    rf"(?:{_BLANKS}(?:{_ARROW}){_BLANKS}({_SQUARE}))?"
)
_AND = re.compile(rf"{_BLANKS}&{_BLANKS}")
_PARTS_OF_GROUP = re.compile(rf"([0-9]*){_BLANKS}({_SQUARE})")
_PASSES = ("--", "\N{EN DASH}", "—", "pass")

_REMEMBERED = 1 << 15
_LONGEST = 64


@lru_cache(maxsize=_REMEMBERED)
def read_action(text: str) -> ReadAction:
    """The action of a text; actions of STACKS claim nothing about their effect. Raises NotationError."""
    if len(text) > _LONGEST:
        raise NotationError("an action is not that long")
    if "&" in text:
        first, second = (_read_movement(part, text) for part in _AND.split(text, maxsplit=1))
        canonical = f"{first.text}&{second.text}"
        return ReadAction(Pair(first.action, second.action), None, canonical, canonical == text)
    if text.lower() in _PASSES:
        return ReadAction(Pass(), None, str(Pass()), text == str(Pass()))
    return _read_movement(text, text)


def _read_movement(part: str, text: str) -> ReadAction:
    """A movement as it is understood; `text` is the whole action. Raises NotationError."""
    read = _known_movement(part)
    if read is None:
        raise NotationError(
            f"{text!r} is not an action; write a move as 2c1-c3, an attack as 2b3+c3xd3>c4, "
            "two single pieces as b1-b3&d1-d2, a pass as --"
        )
    return read


@lru_cache(maxsize=_REMEMBERED)
def _known_movement(part: str) -> ReadAction | None:
    """The same; None where it is none. Two-piece turns have many texts, but they are put together from few movements."""
    movement: Movement
    if match := _MOVE.fullmatch(part):
        movement = Move(*_count_and_square(match[1]), Square.parse(match[2]))
    elif match := _ATTACK.fullmatch(part):
        helpers = [Helper(square, pieces) for pieces, square in map(_count_and_square, re.findall(_GROUP, match[2]))]
        retreat = None if match[4] is None else Square.parse(match[4])
        movement = Attack(*_count_and_square(match[1]), Square.parse(match[3]), tuple(helpers), retreat)
    else:
        return None
    return ReadAction(movement, None, str(movement), str(movement) == part)


def _count_and_square(group: str) -> tuple[int, Square]:
    match = _PARTS_OF_GROUP.fullmatch(group)
    assert match is not None
    return int(match[1] or 1), Square.parse(match[2])
