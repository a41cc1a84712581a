"""Findings for a terminal: place, code, excerpt with a caret, reason and remedy, as ruff and rustc print them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TextIO

from expendibots_notation.diagnostics.model import Diagnostic

_CONTEXT = 60
_COLOURS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "notice": "\x1b[1;34m",
    "bold": "\x1b[1m",
    "dim": "\x1b[2m",
    "help": "\x1b[1;36m",
}
_RESET = "\x1b[0m"

_BLANK = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),  # joiners and fillers
            *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),  # selectors of variants
        ),
    )
)
"""Letters and marks by name, of which nothing is seen: text could be hidden in a series of them."""

_COMMAND = re.compile(r"^\s*:(?=:)|##(?=\w*\[)")
"""Workflow commands of CI servers: `::error::` at the start of a line (GitHub); `##[…]`, `##vso[…]` (Azure) and `##teamcity[…]`
anywhere in it. The last character of a match is the one to escape."""


def visible(text: str) -> str:
    """`text` with everything that a terminal or a CI server would obey, or that would hide or reorder other text, made visible.

    Control characters become their pictures (␛); other such characters, and one of each workflow command, escapes like <U+202E>.
    """
    if text.isascii() and text.isprintable() and "::" not in text and "##" not in text:
        return text
    return "".join(_shown(text))


def _shown(text: str) -> list[str]:
    """Each character of a text as `visible` shows it."""
    shown = [character if is_seen(character) else _picture(character) for character in text]
    for command in _COMMAND.finditer(text):
        shown[command.end() - 1] = _picture(text[command.end() - 1])
    return shown


def is_seen(character: str) -> bool:
    """Whether a character shows itself, and nothing else by it."""
    return character.isprintable() and character not in _BLANK


class VisibleLines:
    """A terminal that is shown text which may be anything: lines stay lines, and all else that it would obey becomes visible."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> int:
        """Show a text."""
        self._terminal.write("\n".join(map(visible, text.split("\n"))))
        return len(text)

    def writelines(self, pieces: Iterable[str]) -> None:
        """Show texts one after the other."""
        for piece in pieces:
            self.write(piece)


def _picture(character: str) -> str:
    number = ord(character)
    if number < 0x20:
        return chr(0x2400 + number)
    if number == 0x7F:
        return "␡"
    if 0xDC80 <= number <= 0xDCFF:
        return f"<0x{number - 0xDC00:02X}>"
    return f"<U+{number:04X}>"


def render(finding: Diagnostic, colour: bool = False) -> str:
    """A finding in a few lines."""

    def paint(kind: str, text: str) -> str:
        return f"{_COLOURS[kind]}{text}{_RESET}" if colour else text

    place = finding.place
    kind = finding.severity.value
    head = visible(f"{place.file}:{place.line}:{place.column}:")
    label, name = paint(kind, f"{kind}[{finding.code}]"), paint("dim", f"({finding.name})")
    lines = [f"{paint('bold', head)} {label} {visible(finding.message)} {name}"]
    gutter = " " * len(str(place.line))
    if place.excerpt:
        before, marked, after = excerpt_parts(finding)
        caret = " " * columns(before) + "^" * max(columns(marked), 1)
        lines.append(paint("dim", f"{gutter} |"))
        lines.append(f"{paint('dim', f'{place.line} |')} {before}{marked}{after}")
        lines.append(f"{paint('dim', f'{gutter} |')} {paint(kind, caret)}")
    if finding.hint:
        lines.append(f"{gutter} {paint('help', 'help:')} {visible(finding.hint)}")
    return "\n".join(lines)


def excerpt_parts(finding: Diagnostic) -> tuple[str, str, str]:
    """The line in question, shortened around the place if it is long: what stands before the place, there, and behind it."""
    place = finding.place
    start = place.column - 1
    end = max(place.end_column - 1 if place.end_line == place.line else len(place.excerpt), start + 1)
    left = max(start - _CONTEXT, 0)
    right = min(max(end, start + 1) + _CONTEXT, len(place.excerpt))
    # Shown as one text before it is divided: a workflow command could begin before the place and end after it.
    shown = _shown(place.excerpt[left:right].replace("\t", " "))
    before = ("…" if left else "") + "".join(shown[: start - left])
    marked = "".join(shown[start - left : end - left])
    after = "".join(shown[end - left :]) + ("…" if right < len(place.excerpt) else "")
    return before, marked, after


def columns(text: str) -> int:
    """How many columns a terminal gives to a text."""
    return sum(0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
