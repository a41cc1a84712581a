"""What tokens say: JSON strings, comments and attributes, read and written as SPEC's sections on them say."""

from __future__ import annotations

import math
import re

from judge.reader.characters import WHITE_SPACE, with_line_feeds

# Strings

_JSON = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+"')
_ESCAPE = re.compile(r"\\(?:u(....)|(.))")
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}
_WRITTEN = {'"': '\\"', "\\": "\\\\"} | {character: f"\\{letter}" for letter, character in _ESCAPES.items()}
_NEEDS_ESCAPE = re.compile('["\\\\\x00-\x1f\x7f\ud800-\udfff]')


def read_string(token: str) -> str | None:
    """The value of a JSON string; None if it is not one."""
    if not _JSON.fullmatch(token):
        return None
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _ESCAPES.get(found[2], found[2]), token[1:-1])
    # Two escapes may be the halves of one character.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def write_string(value: str) -> str:
    return '"' + _NEEDS_ESCAPE.sub(lambda found: _WRITTEN.get(found[0], f"\\u{ord(found[0]):04x}"), value) + '"'


# Comments

_TAG_LINE = re.compile(r'(?<=\n)([ \t]*)(\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*")')


def read_comment(token: str) -> str:
    """The text of a `COMMENT` or a `LINE_COMMENT`."""
    if token.startswith(";"):
        return token[1:].strip(WHITE_SPACE)
    written = with_line_feeds(token[1:-1])
    text = ""
    at = 0
    for found in re.finditer(r"\\(.)", written):
        before = text + written[at : found.start()]
        escapes = "}\\"
        if found.start() == 0:
            escapes += "%"
        if "\n" in before and not before[before.rindex("\n") :].strip(" \t\n"):
            escapes += "["
        text = before + (found[1] if found[1] in escapes else found[0])
        at = found.end()
    return text + written[at:]


def write_comment(text: str) -> str:
    text = text.replace("\\", "\\\\").replace("}", "\\}")
    if text.startswith("%"):
        text = "\\" + text
    return "{" + _TAG_LINE.sub(r"\1\\\2", text) + "}"


# Attributes

NUMBERS = ("emt", "clk", "eval", "depth", "nodes", "mem")
LONGEST_NUMBER = 300

_SPACE = r"[ \t\n\f\v\r]"
_PAIR = re.compile(
    rf'{_SPACE}*+([A-Za-z_][A-Za-z0-9_.-]*)=(?:([^ \t\n\f\v\r"{{}}]+)|("[^"\\]*+(?:\\.[^"\\]*+)*+"))(?={_SPACE}|\Z)', re.DOTALL
)
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_BARE = re.compile('[^ \t\n\f\v\r"{}\ud800-\udfff]+')


def read_attributes(token: str, known: dict[str, str]) -> dict[str, str] | None:
    """The keys of an `ATTRIBUTES` token, each with its value as it is written; None if there is anything else, or a known key."""
    pairs: dict[str, str] = {}
    content = token[2:-1]
    at = 0
    while content[at:].strip(WHITE_SPACE):
        found = _PAIR.match(content, at)
        if found is None or found[1] in pairs or found[1] in known:
            return None
        value = _attribute(found[1], found[2], found[3])
        if value is None:
            return None
        pairs[found[1]] = value
        at = found.end()
    return pairs


def _attribute(key: str, bare: str | None, quoted: str | None) -> str | None:
    """A value as it is canonically written; None if there is no such value."""
    if key in NUMBERS:
        return None if bare is None else _number(bare)
    text = bare
    if quoted is not None:
        text = None if "{" in quoted else read_string(quoted)
    if text is None:
        return None
    if _BARE.fullmatch(text):
        return text
    return write_string(text).replace("{", "\\u007b").replace("}", "\\u007d")


def _number(text: str) -> str | None:
    found = _NUMBER.fullmatch(text)
    if found is None or len(text) > LONGEST_NUMBER:
        return None
    if "." not in text and found[1] is None:
        return str(int(text))
    value = float(text)
    if not math.isfinite(value):
        return None
    if value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return repr(value)
