"""The small texts inside a record: JSON strings, comments and attributes, each with its reader and writer.

Every regular expression of these is here. The grammar has already decided where each of them begins and ends.
"""

from __future__ import annotations

import json
import math
import re

from expendibots_notation.notation.tree import AttributeValue

NUMERIC_KEYS = frozenset({"emt", "clk", "eval", "depth", "nodes", "mem"})
"""Attributes that are numbers: elapsed and remaining seconds, evaluation, search depth and nodes, megabytes."""

WHITE_SPACE = " \t\n\f\v\r"
"""All white space that there is: Unicode's other blanks are ordinary characters."""

# A line that begins like this begins a record, even inside an unclosed comment or parenthesis: see borders.py. So the
# writer puts a backslash before such a bracket inside a comment, and the reader takes it away again.
TAG_START = r'\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*"'

_ESCAPED_IN_COMMENT = re.compile(r"\\([\\}])|\A\\(%)|(?<=\n)([ \t]*)\\(?=\[)")
_TAG_LINE_IN_COMMENT = re.compile(rf"(?<=\n)([ \t]*)(?={TAG_START})")
_PLAIN_LITERAL = re.compile(r'"[ !#-\[\]-~]*"')
"""What most string literals are, and what nothing need be done about: quotes around printable ascii, with no escapes."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ATTRIBUTE = re.compile(rf'([A-Za-z_][A-Za-z0-9_.-]*)=("(?:[^"\\]|\\.)*"|[^{WHITE_SPACE}"{{}}]+)(?:[{WHITE_SPACE}]+|\Z)')
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
# NULs and lone surrogates would be errors of the text.
_BARE_VALUE = re.compile(rf'[^{WHITE_SPACE}"{{}}\0\ud800-\udfff]+')
_SPACE = re.compile(f"[{WHITE_SPACE}]")
_MOST_DIGITS = 300


class BadText(ValueError):
    """A small text that is not what it should be; the message says in what way."""


def read_string(literal: str) -> str:
    """The value of a JSON string literal, quotes included. Raises BadText."""
    if _PLAIN_LITERAL.fullmatch(literal):
        return literal[1:-1]
    try:
        value = json.loads(literal)
    except ValueError as error:
        problem = error.msg.removesuffix(" at") if isinstance(error, json.JSONDecodeError) else str(error)
        raise BadText(problem[:1].lower() + problem[1:]) from None
    assert isinstance(value, str)
    return value


def write_string(value: str) -> str:
    """The canonical JSON string literal: only what must be escaped is."""
    if _PLAIN_LITERAL.fullmatch(literal := f'"{value}"'):
        return literal
    literal = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", literal)


def read_comment(token: str) -> str:
    """The text of a comment token, `{…}` or `;…`.

    The text of a `;` comment is what follows the semicolon, without the white space around it.
    """
    if token[0] == ";":
        return token[1:].strip(WHITE_SPACE)
    inner = token[1:-1]
    return _ESCAPED_IN_COMMENT.sub(r"\1\2\3", inner) if "\\" in inner else inner


def write_comment(text: str) -> str:
    """The canonical comment token of a text."""
    inner = text.replace("\\", "\\\\").replace("}", "\\}")
    if "\n" in inner:
        inner = _TAG_LINE_IN_COMMENT.sub(r"\1\\", inner)
    if inner[:1] == "%":
        inner = "\\" + inner
    return "{" + inner + "}"


def read_attributes(token: str) -> tuple[tuple[str, AttributeValue], ...]:
    """The keys and values of `{%key=value …}`; numbers for the numeric keys, texts for all others. Raises BadText."""
    inner = token[2:-1].strip(WHITE_SPACE)
    if "{" in inner:
        raise BadText("attributes hold no braces, except as \\u007b and \\u007d in a JSON string")
    pairs: list[tuple[str, AttributeValue]] = []
    position = 0
    while position < len(inner):
        match = _ATTRIBUTE.match(inner, position)
        if match is None:
            piece = _SPACE.split(inner[position : position + 41], maxsplit=1)[0]
            raise BadText(f"{piece[:40]!r} is not of the form key=value")
        position = match.end()
        key, value = match.groups()
        pairs.append((key, _attribute_value(key, value)))
    return tuple(pairs)


def _attribute_value(key: str, text: str) -> AttributeValue:
    value = read_string(text) if text[0] == '"' else text
    if key not in NUMERIC_KEYS:
        return value
    if not _NUMBER.fullmatch(text) or len(text) > _MOST_DIGITS:
        raise BadText(f"{key} is a number, not {text[:40]}")
    if text.lstrip("+-").isdigit():
        return int(text)
    number = float(text)
    if not math.isfinite(number):
        raise BadText(f"{key} is too large a number: {text[:40]}")
    return _simplest(number)


def _simplest(number: float) -> int | float:
    """5.0 as 5: equal numbers have one text."""
    return int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 1 << 53 else number


def write_attributes(attributes: tuple[tuple[str, AttributeValue], ...]) -> str:
    """The canonical `{%key=value …}` token."""
    return "{%" + " ".join(f"{key}={_write_value(value)}" for key, value in attributes) + "}"


def _write_value(value: AttributeValue) -> str:
    if not isinstance(value, str):
        return repr(_simplest(value))
    if _BARE_VALUE.fullmatch(value):
        return value
    return write_string(value).replace("{", "\\u007b").replace("}", "\\u007d")
