"""The sentences that the official referee prints on its terminal, and how they are found among what players print."""

from __future__ import annotations

import re

from expendibots_notation.games.expendibots.official import ENDINGS

# What a terminal obeys and does not show: colours and other escape sequences, carriage returns.
_UNSEEN = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]|\r")

_PLAYER = r"player (?:1 \((?=white)|2 \((?=black))(white|black)\)"
_SENTENCES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("time", r"\*   time:  \+ *([0-9]{1,9}\.[0-9]{3})s  \(just elapsed\) +[0-9.]+s  \(game total\)"),
        ("space", r"\*   space: *(-?[0-9]{1,9}\.[0-9]{3})MB \(current usage\) .*"),
        ("updating", rf"\* updating {_PLAYER} with (white|black)'s action (.*)\.\.\."),
        ("turn", rf"\*\* {_PLAYER}'s turn"),
        ("asking", rf"\* asking {_PLAYER} for next action\.\.\."),
        ("returned", rf"\*   {_PLAYER} returned action: (.*)"),
        ("display", r"\* displaying game info:"),
        ("importing", r"\* importing player ([12])'s player class '(.+)' from package '(.+)'"),
        ("initialising", r"\* initialising (white|black) player as a '.+'"),
        ("start", r"\*\* game start!"),
        ("over", r"\*\* game over!"),
        ("ending", rf"\* ({'|'.join(map(re.escape, ENDINGS))})"),
        ("error", r"\*\* (game error!)"),
        ("invalid", r"\* (error: invalid action!)"),
        ("refused", r"\* (white|black) player's action, (.*)"),
        ("limit", r"\* (error: resource limit exceeded!)"),
        ("exceeded", r"\* (player ([12]) exceeded available time|players exceeded shared space limit)"),
        ("bye", r"\* (bye!)"),
    )
)
_LONGEST_SENTENCE = 4000
_SENTENCE_START = re.compile(r"\*{1,2} +(?=[a-z])")
_PROMPT = "* (press enter to continue)"


def without_unseen(line: str) -> str:
    """The line without what a terminal obeys and does not show."""
    return _UNSEEN.sub("", line) if "\x1b" in line or "\r" in line else line


def readable(line: str) -> str:
    """The line as a terminal shows it."""
    return without_unseen(line).rstrip()


def _match_sentence(text: str, at: int) -> tuple[str, re.Match[str]] | None:
    if _SENTENCE_START.match(text, at):
        for kind, pattern in _SENTENCES:
            if found := pattern.fullmatch(text, at):
                return kind, found
    return None


def find_sentence(text: str, is_player_talking: bool = True) -> tuple[str, re.Match[str]] | None:
    """The referee's sentence that ends a line, after what a player has printed there without ending the line.

    Where no player is talking, a line that begins with a star is the referee's, and only its beginning counts.
    """
    if text.startswith("*"):
        found = _match_sentence(text, len(_PROMPT) if text.startswith(_PROMPT) else 0)
        if found or not is_player_talking:
            return found
    for star in _SENTENCE_START.finditer(text, max(len(text) - _LONGEST_SENTENCE, 0)):
        if found := _match_sentence(text, star.start()):
            return found
    return None


def place_in(line: str, offset: int) -> int:
    """Where the character at `offset` of a line as it is read stands in the line as it is written."""
    for found in _UNSEEN.finditer(line):
        if found.start() > offset:
            break
        offset += len(found[0])
    return offset
