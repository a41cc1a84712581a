"""XBN, read and written the plain way: character by character, for records without trouble in their syntax.

What is read becomes cases: the main line is one, and so is every variation, with all that is played before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from judge.cases import Case

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
FRAME = ("Format", "Game", "Rules", "Setup", "Result", "Termination")


@dataclass
class PlainLine:
    """The main line or a variation, with everything that leads to it."""

    prefix: int = 0
    """How many of the actions stand before the line."""
    actions: list[str] = field(default_factory=list)
    """As they are written, with claims; events of chance among them."""
    rejected: str | None = None
    """The action behind `~`, or what the string there says."""
    rejected_is_raw: bool = False
    result: str | None = None


@dataclass
class PlainRecord:
    tags: dict[str, str]
    lines: list[PlainLine]
    """In the order in which they begin."""

    def case(self, game: str, line: PlainLine) -> Case:
        tags = tuple((name, value) for name, value in self.tags.items() if name not in FRAME)
        return Case(game, self.tags.get("Rules", "text"), self.tags.get("Setup"), tags, tuple(line.actions))


def tokens(text: str) -> Iterator[str]:
    """Tags, strings, brackets and words; comments and attributes are left out."""
    at = 0
    while at < len(text):
        character = text[at]
        end = at + 1
        if character == "{":
            while text[end] != "}":
                end += 2 if text[end] == "\\" and text[at + 1] != "%" else 1
            end += 1
        elif character == ";":
            end = (text + "\n").index("\n", at)
        elif character == '"':
            while text[end] != '"':
                end += 2 if text[end] == "\\" else 1
            end += 1
            yield text[at:end]
        elif character == "<":
            end = text.index(">", at) + 1
            yield text[at:end]
        elif character in "[]()~":
            yield character
        elif not character.isspace():
            while end < len(text) and not text[end].isspace() and text[end] not in "{};()~[]":
                end += 1
            yield text[at:end]
        at = end


def read_record(text: str) -> PlainRecord:
    """The one record of a text."""
    waiting = list(tokens(text))
    tags: dict[str, str] = {}
    while waiting and waiting[0] == "[":
        _, name, value, _ = (waiting.pop(0) for _ in range(4))
        tags[name] = json.loads(value)
    lines: list[PlainLine] = []
    read_line(waiting, PlainLine(), lines)
    return PlainRecord(tags, lines)


def read_line(waiting: list[str], line: PlainLine, lines: list[PlainLine]) -> None:
    """Read a line and its variations up to its closing parenthesis, or to the end."""
    lines.append(line)
    last = line.prefix
    while waiting:
        token = waiting.pop(0)
        if token == ")":
            return
        if token == "(":
            # A variation stands instead of the last action and of what chance did behind it.
            begun = len(line.actions) if line.rejected is not None else last
            read_line(waiting, PlainLine(begun, line.actions[:begun]), lines)
        elif token == "~":
            rejected = waiting.pop(0)
            line.rejected_is_raw = rejected.startswith('"')
            line.rejected = json.loads(rejected) if line.rejected_is_raw else rejected.rstrip("!?")
        elif token in RESULTS:
            line.result = token
        elif token.startswith("$") or token.rstrip(".").isdigit() or not token.strip("!?"):
            continue
        else:
            if not token.startswith("<"):
                last = len(line.actions)
            line.actions.append(token if token.startswith("<") else token.rstrip("!?"))


def write_record(case: Case, name: str, players: int, first: tuple[int, int] = (1, 0), result: str = "*", **tags: str) -> str:
    """A case as a canonical record: the game's name, how many players take turns, the number and the player that begin."""
    frame = {"Format": "xbn 1", "Game": name, "Rules": case.rules, "Setup": case.setup, "Result": result}
    frame["Termination"] = tags.pop("Termination", None)
    head = {**frame, **dict(case.tags), **tags}
    lines = [f"[{each} {json.dumps(value, ensure_ascii=False)}]" for each, value in head.items() if value is not None]
    lines.append("")
    body: list[str] = []
    turn, player = first
    is_new_line = True
    for action in case.actions:
        if action.startswith("<"):
            body.append(action)
            is_new_line = True
            continue
        if player == 0:
            body.append(f"{turn}. {action}")
        elif is_new_line:
            body.append(f"{turn}... {action}")
        else:
            body[-1] += f" {action}"
        is_new_line = False
        player += 1
        if player == players:
            turn, player = turn + 1, 0
    if body:
        body[-1] += f" {result}"
    return "\n".join([*lines, *(body or [result])]) + "\n"
