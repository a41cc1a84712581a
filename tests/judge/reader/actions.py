"""Actions and items of each game in their canonical spelling: the sections on actions, and Liberal reading.

Each function gets what the game's `ACTION` has matched, so it needs not ask whether it is one.
"""

from __future__ import annotations

import re

DASHES = ("->", "–", "—", "→")
LONGEST_ACTION = 64
LONGEST_SPAWN = 20_000
LARGEST_BOARD = 99


def canonical_action(game: str | None, text: str) -> str:
    return text if game is None else _CANONICAL[game](text)


def _plain(text: str) -> str:
    """Without blanks and parentheses, in small letters, numbers without leading zeros."""
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", re.sub(r"[ \t()]", "", text).lower())


def _with_one_dash(text: str) -> str:
    for dash in DASHES:
        text = text.replace(dash, "-")
    return text


def _expendibots(text: str) -> str:
    text = _with_one_dash(_plain(text))
    if text.startswith("boom"):
        text = "x" + text.removeprefix("boom")
    if re.match(r"x[a-z]", text):
        return text
    return _move(text)


def _group(text: str) -> str:
    return re.sub(r"^1(?=[a-z])", "", text)


def _move(text: str) -> str:
    """A group, a dash or none, a square, and what may follow."""
    found = re.fullmatch(r"([0-9]*[a-z][0-9]+)-?(.*)", text)
    assert found is not None
    return f"{_group(found[1])}-{found[2]}"


def _stacks(text: str) -> str:
    text = _plain(text)
    if text in ("pass", "--", "–", "—"):
        return "--"
    return "&".join(map(_movement, text.split("&")))


def _movement(text: str) -> str:
    attack = re.fullmatch(r"([0-9]*[a-z][0-9]+(?:\+[0-9]*[a-z][0-9]+)*)[x\u00d7]([a-z][0-9]+)(?:(?:->|>|→)(.+))?", text)
    if attack is None:
        return _move(_with_one_dash(text))
    group, *helpers = attack[1].split("+")
    helpers = sorted(map(_group, helpers), key=_by_file_and_rank)
    return "+".join([_group(group), *helpers]) + "x" + attack[2] + (f">{attack[3]}" if attack[3] else "")


def _by_file_and_rank(group: str) -> tuple[str, int, int]:
    found = re.fullmatch(r"([0-9]*)([a-z])([0-9]+)", group)
    assert found is not None
    return found[2], int(found[3]), int(found[1] or 1)


def _stack_wars(text: str) -> str:
    text = _plain(text)
    if text in ("pass", "--", "–", "—"):
        return "--"
    return _with_one_dash(text).replace("\u00d7", "x").replace("fortify", "+")


def _robots(text: str) -> str:
    letter = text[0]
    if letter in "Tt":
        return f"{letter}@{_plain(text)[1:].removeprefix('@')}"
    return _plain(text).upper()


_CANONICAL = {"Expendibots": _expendibots, "STACKS": _stacks, "Stack Wars": _stack_wars, "Robots": _robots}


def canonical_item(game: str | None, text: str) -> str | None:
    """An item as it is canonically written; None if the game has none, or cannot read this one."""
    if game is None:
        return text
    if game != "Robots" or len(text) > LONGEST_SPAWN:
        return None
    rows = re.sub(r"[ \t\n\f\v\r]+", " ", text[1:-1])
    if re.search(r"[0-9] [0-9]", rows):
        return None
    rows = rows.replace(" ", "").lower()
    return f"<{_plain(rows)}>" if _are_rows(rows.split("/")) else None


def _are_rows(rows: list[str]) -> bool:
    """Whether these are rows of some board, perhaps of different lengths. A run has at least one cell, and a row has at most 99."""
    return len(rows) <= LARGEST_BOARD and all(
        re.fullmatch("(?:[hre]|0*[1-9][0-9]?(?![0-9]))+", row) and _width(row) <= LARGEST_BOARD for row in rows
    )


def _width(row: str) -> int:
    return sum(int(part) if part.isdigit() else 1 for part in re.findall("[0-9]+|[hre]", row))
