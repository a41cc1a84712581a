"""Tokens: the terminals of record.lark and of the games, in SPEC's section Tokens and grammar.

A token is known by its first character, and the longest that fits is taken, so one pattern with a group for each terminal finds it.
Comments and attributes are apart: whether `{` begins one depends on the next tag line.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.reader.characters import Text

COMMENTS = ("LINE_COMMENT", "COMMENT")

_FRAME = {
    "LPAR": r"\(",
    "RPAR": r"\)",
    "RSQB": r"\]",
    "TAG_NAME": r"\[[ \t]*[A-Za-z][A-Za-z0-9_]*",
    "STRING": r'"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"',
    "TURN": r"[0-9]{1,18}[ \t]*(?:\.+|…)",
    "GLYPH": r"!!|\?\?|!\?|\?!|!|\?",
    "NAG": r"\$[0-9]+",
    "REJECTED": r"~",
    "ITEM": r'<[^<>{}()\[\];"]*>',
    "RESULT": r"\*|(?:1[-–—]0|0[-–—]1|1/2(?:[-–—]1/2)?|½-½)(?=[ \t\n\f\v\r;{}()\[\]!?$~*]|\Z)",
    "LINE_COMMENT": r";[^\r\n]*",
}

# The longest text without an unescaped }: a backslash takes the next character along, unless that ends the line.
_COMMENT = re.compile(r"\{[^}\\]*+(?:\\[^\r\n]?+[^}\\]*+)*+\}")
_ATTRIBUTES = re.compile(r"\{%[^}]*+\}")

_END = r"(?![A-Za-z0-9])"
_SQUARE = r"[A-Za-z][0-9]+"
_GROUP = rf"(?:[0-9]+[ \t]*)?{_SQUARE}"
_DASH = r"[ \t]*(?:->|-|–|—|→)[ \t]*"
_STACKS = (
    rf"{_GROUP}(?:(?:{_DASH})?{_SQUARE}"
    rf"|(?:[ \t]*\+[ \t]*{_GROUP})*[ \t]*[xX\u00d7][ \t]*{_SQUARE}(?:[ \t]*(?:->|>|→)[ \t]*{_SQUARE})?)"
)
_CELL = r"[0-9]+[ \t]*,[ \t]*[0-9]+"
_EFFECT = r"(?:=[0-9]+|\+|#)?"

ACTIONS = {
    None: rf'(?:[A-Za-z+]|[0-9]+[A-Za-z])[^ \t\n\f\v\r{{}}()\[\];!?$~*"<½]*|--{_END}',
    "Expendibots": (
        rf"{_GROUP}(?:{_DASH})?{_SQUARE}(?:=[0-9]+)?{_END}"
        rf"|(?:[xX]|[bB][oO][oO][mM])[ \t]*(?:{_SQUARE}|\([ \t]*{_SQUARE}[ \t]*\))(?:=[0-9]+:[0-9]+)?{_END}"
    ),
    "STACKS": rf"(?:{_STACKS}(?:[ \t]*&[ \t]*{_STACKS})?|--|–|—|[pP][aA][sS][sS]){_END}",
    "Stack Wars": (
        rf"(?:\+|[fF][oO][rR][tT][iI][fF][yY])[ \t]*{_SQUARE}{_END}"
        rf"|{_SQUARE}[ \t]*(?:->|-|–|—|→|x|X|\u00d7)[ \t]*{_SQUARE}(?:[ \t]*\^)?{_END}"
        rf"|(?:--|–|—|[pP][aA][sS][sS]){_END}"
    ),
    "Robots": (
        rf"(?:[UuDd][LlRr]?|[LlRrCc]){_EFFECT}{_END}"
        rf"|[Tt][ \t]*(?:@[ \t]*)?(?:{_CELL}|\([ \t]*{_CELL}[ \t]*\)){_EFFECT}{_END}"
        rf"|[Xx]{_EFFECT}{_END}"
    ),
}
"""The actions of each game; None stands for the general form, which serves for unknown games and for borders."""

_PATTERNS = {
    game: re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in {**_FRAME, "ACTION": action}.items()))
    for game, action in ACTIONS.items()
}


class Token(NamedTuple):
    kind: str
    """The terminal's name; `NOTHING` for a character that begins no token, `END` at the end."""
    text: str
    start: int
    end: int


def token_at(source: Text, at: int, end: int, game: str | None = None) -> Token:
    """The token that begins at a place which is not white space, in a text that ends at `end`."""
    text = source.text
    if at >= end:
        return Token("END", "", at, at)
    if text[at] == "{":
        kind, pattern = ("ATTRIBUTES", _ATTRIBUTES) if text.startswith("{%", at, end) else ("COMMENT", _COMMENT)
        found = pattern.match(text, at, min(end, source.tag_line_from(at + 1)))
    else:
        found = _PATTERNS[game].match(text, at, end)
        kind = str(found.lastgroup) if found else ""
    if found is None:
        return Token("NOTHING", text[at], at, at + 1)
    return Token(kind, found[0], at, found.end())
