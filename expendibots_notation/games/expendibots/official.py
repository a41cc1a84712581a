"""Expendibots as the official 2020 programs write it: Python values in the coordinates (x, y), and sentences about them.

The referee compares a player's action with the legal ones by equality and writes down the player's own object. So 1.0, True,
`np.int64(1)` and `Square(x=0, y=1)` are as good as 1 and (0, 1) there, and must be read; a list equals no tuple, and bytes equal
no string. SPEC.md has the table of the values that count.
"""

from __future__ import annotations

import re
from functools import lru_cache

from expendibots_notation.board import Square
from expendibots_notation.game import WHITE_SPACE
from expendibots_notation.games.expendibots.actions import Action, Boom, Move

ENDINGS = {
    "winner: white": ("1-0", "elimination"),
    "winner: black": ("0-1", "elimination"),
    "draw detected: no tokens remaining": ("1/2-1/2", "mutual-destruction"),
    "draw detected: game state occurred 4 times.": ("1/2-1/2", "repetition"),
    "draw detected: maximum number of turns reached.": ("1/2-1/2", "turn-limit"),
}
"""What the referee says at the end of a game, as result and termination."""

_TOKEN = re.compile(
    r"""[ \t\n\f\v\r]*(?:
    (?P<number>[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
  | (?P<string>[rRuU]?'(?:[^'\\\n]|\\.)*'|[rRuU]?"(?:[^"\\\n]|\\.)*")
  | (?P<name>[A-Za-z_][A-Za-z0-9_.]*)
  | (?P<sign>[()\[\],=])
    )""",
    re.VERBOSE,
)
_CALL = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\((.*)\)")
_SENTENCE = re.compile(r"MOVE (.+) from (.+) to (.+)|BOOM at (.+)")
_DEEPEST = 20
_LONGEST = 2000
_CONSTANTS: dict[str, object] = {
    "True": True,
    "False": False,
    "None": None,
    "np.True_": True,
    "np.False_": False,
    "numpy.True_": True,
    "numpy.False_": False,
}


class NotAValue(ValueError):
    """Raised for a text that is not the repr of a value of the kinds that occur in actions."""


def read_value(text: str) -> object:
    """The value of a Python repr: numbers, strings, tuples, lists, and calls such as `np.int64(0)` and `Square(x=0, y=1)`.

    A call of one number is that number, a call of several is the tuple of them: what such objects are equal to. Nothing is
    executed. Raises NotAValue.
    """
    if len(text) > _LONGEST:
        raise NotAValue("it is too long")
    reader = _ValueReader(text)
    value = reader.value(0)
    reader.expect_end()
    return value


class _ValueReader:
    def __init__(self, text: str) -> None:
        self.text = text.rstrip(WHITE_SPACE)
        self.position = 0

    def peek(self) -> tuple[str, str]:
        """The kind and the text of the next token; both empty at the end."""
        found = _TOKEN.match(self.text, self.position)
        if found is None:
            if self.position < len(self.text):
                raise NotAValue(f"{self.text[self.position : self.position + 20]!r} is not understood")
            return "", ""
        kind = found.lastgroup or ""
        return kind, found[kind]

    def take(self) -> tuple[str, str]:
        token = self.peek()
        found = _TOKEN.match(self.text, self.position)
        self.position = found.end() if found else self.position
        return token

    def expect_end(self) -> None:
        if self.peek() != ("", ""):
            raise NotAValue(f"{self.peek()[1]!r} follows the value")

    def value(self, depth: int) -> object:
        kind, text = self.take()
        if depth > _DEEPEST:
            raise NotAValue("it is nested too deep")
        if kind == "number":
            return _number(text)
        if kind == "string":
            return text[text.index(text[-1]) + 1 : -1]
        if kind == "name":
            return _CONSTANTS[text] if text in _CONSTANTS else self.call(text.rpartition(".")[2], depth)
        if text == "(":
            items, has_comma = self.items(")", depth)
            return items[0] if len(items) == 1 and not has_comma else tuple(items)
        if text == "[":
            return self.items("]", depth)[0]
        raise NotAValue(f"{text!r} begins no value" if text else "it ends too early")

    def call(self, name: str, depth: int) -> object:
        if self.take()[1] != "(":
            raise NotAValue("a name is not a value")
        items, _ = self.items(")", depth, names_too=True)
        if not items:
            raise NotAValue("an empty call is not a value")
        if name == "Decimal" and isinstance(items[0], str):
            return _decimal(items[0])
        if name == "Fraction" and len(items) == 2:
            return _quotient(*items)
        return items[0] if len(items) == 1 else tuple(items)

    def items(self, closing: str, depth: int, names_too: bool = False) -> tuple[list[object], bool]:
        """The values up to the closing sign, and whether there was a comma. `names_too`: `x=` before a value is skipped."""
        items: list[object] = []
        has_comma = False
        while self.peek()[1] != closing:
            if names_too:
                self.skip_name()
            items.append(self.value(depth + 1))
            if self.peek()[1] == ",":
                self.take()
                has_comma = True
            elif self.peek()[1] != closing:
                raise NotAValue(f"{closing!r} is missing")
        self.take()
        return items, has_comma

    def skip_name(self) -> None:
        before = self.position
        kind, _ = self.take()
        if not (kind == "name" and self.peek()[1] == "=" and self.take()):
            self.position = before


def _decimal(digits: str) -> object:
    """The number that `Decimal('1')` is equal to. Raises NotAValue."""
    found = _TOKEN.fullmatch(digits)
    if found is None or found.lastgroup != "number":
        raise NotAValue(f"{digits[:20]!r} is not a number")
    return _number(digits)


def _quotient(numerator: object, denominator: object) -> object:
    """The whole number that `Fraction(2, 1)` is equal to. Raises NotAValue where it is none: no action has such a number."""
    if not (isinstance(numerator, int) and isinstance(denominator, int)) or denominator == 0 or numerator % denominator:
        raise NotAValue("it is not a whole number")
    return numerator // denominator


def _number(text: str) -> int | float:
    return int(text) if text.lstrip("+-").isdigit() else float(text)


def read_action(text: str) -> Action | None:
    """The action that a repr such as `('MOVE', 1, (0, 1), (0, 2))` means to the referee; None where it means none."""
    try:
        return from_value(read_value(text))
    except NotAValue:
        return None


def from_value(value: object, lists_too: bool = False) -> Action | None:
    """The action of `("MOVE", n, (x, y), (x, y))` or `("BOOM", (x, y))`; None for any other value.

    `lists_too` takes lists for tuples, which the referee does not.
    """
    kinds = (tuple, list) if lists_too else (tuple,)
    if not isinstance(value, kinds) or any(isinstance(part, list) and not lists_too for part in value):
        return None
    match value:
        case ("MOVE", count, (x, y), (to_x, to_y)):
            n, a, b, c, d = (_whole(number) for number in (count, x, y, to_x, to_y))
            if n is not None and a is not None and b is not None and c is not None and d is not None:
                return Move(n, Square(a, b), Square(c, d))
        case ("BOOM", (x, y)):
            a, b = _whole(x), _whole(y)
            if a is not None and b is not None:
                return Boom(Square(a, b))
    return None


def _whole(value: object) -> int | None:
    """The integer that a value equals."""
    if isinstance(value, int | float) and value == value and abs(value) < 1 << 53 and int(value) == value:
        return int(value)
    return None


def write_tuple(action: Action) -> str:
    """The action as a Python tuple."""
    if isinstance(action, Move):
        return f"('MOVE', {action.count}, {_pair(action.source)}, {_pair(action.target)})"
    return f"('BOOM', {_pair(action.square)})"


def write_sentence(action: Action) -> str:
    """The action as the referee's log has it, without the dot."""
    if isinstance(action, Move):
        return f"MOVE {action.count} from {_pair(action.source)} to {_pair(action.target)}"
    return f"BOOM at {_pair(action.square)}"


def quote_sentence(text: str, action: Action) -> str:
    """How the referee's log words an action whose repr is `text`: its parts as they are spelled there.

    The count is printed with `str`, for which `np.int64(1)` is 1.
    """
    match _tuple_parts(text):
        case _, square:
            return f"BOOM at {square}"
        case _, count, source, target:
            call = _CALL.fullmatch(count)
            return f"MOVE {call[1] if call else count} from {source} to {target}"
    return write_sentence(action)


def _tuple_parts(text: str) -> list[str]:
    """The reprs in the repr of a tuple, the names before them left out."""
    parts, depth = [""], 0
    for character in text[text.index("(") + 1 : text.rindex(")")]:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [re.sub(r"^[A-Za-z_]\w*=", "", part.strip()) for part in parts if part.strip()]


def read_sentence(sentence: str) -> tuple[Action, bool] | None:
    """The action of a sentence of the log, without its dot, and whether that is how `write_sentence` writes it; None where it
    cannot be understood."""
    return None if len(sentence) > _LONGEST else _read_sentence(sentence)


@lru_cache(maxsize=1 << 15)
def _read_sentence(sentence: str) -> tuple[Action, bool] | None:
    """The same of one that is not too long. Few different ones occur, so each is read once and remembered."""
    found = _SENTENCE.fullmatch(sentence)
    if found is None:
        return None
    count, source, target, square = found.groups()
    try:
        if square is not None:
            action = from_value(("BOOM", read_value(square)))
        else:
            action = from_value(("MOVE", read_value(count), read_value(source), read_value(target)))
    except NotAValue:
        return None
    return None if action is None else (action, write_sentence(action) == sentence)


def has_text(action: Action) -> bool:
    """Whether XBN has a text for the action: its squares have names, and its count is not negative."""
    return not (str(action).startswith("-") or "(" in str(action))


def _pair(square: Square) -> str:
    return f"({square.x}, {square.y})"
