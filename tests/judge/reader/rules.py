"""Games, readings, options and terminations: the tables of SPEC as data, and the canonical value of the Rules tag."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FRAME_TAGS = ("Format", "Game", "Rules", "Setup", "Result", "Termination")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
OFF_BOARD = ("illegal-action", "time", "memory", "crash", "resignation", "agreement", "adjudication", "truncated", "unknown")


@dataclass(frozen=True)
class Game:
    players: int
    endings: tuple[str, ...]
    """The terminations that the board itself shows."""
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Each option with its values, that of `text` first."""
    readings: dict[str, dict[str, str]] = field(default_factory=lambda: {"text": {}})
    """Each reading with the options in which it differs from `text`."""


GAMES = {
    "Expendibots": Game(2, ("elimination", "mutual-destruction", "repetition", "turn-limit"), readings={"text": {}, "referee": {}}),
    "STACKS": Game(
        2,
        ("elimination", "breakthrough", "no-action"),
        {
            "combine": ("chain", "mutual"),
            "helpers": ("any", "whole"),
            "no_retreat": ("eliminate", "illegal"),
            "home_retreat": ("adjacent", "any"),
            "four": ("any", "each"),
            "stuck_turn": ("continue", "forfeit"),
            "attacks": ("each", "one"),
            "no_move": ("pass", "loss"),
        },
    ),
    "Stack Wars": Game(
        2,
        ("elimination", "double-pass"),
        {"move_onto_own": ("forbid", "allow"), "no_move": ("pass", "none")},
        {"text": {}, "reference": {"move_onto_own": "allow"}},
    ),
    "Robots": Game(
        1,
        ("death", "last-level"),
        {
            "start": ("centre", "reference"),
            "offboard": ("illegal", "clamp"),
            "teleport_onto_explosion": ("death", "extinguish"),
            "safe_teleport": ("strict", "sidestep"),
        },
        {"text": {}, "reference": {"start": "reference", "teleport_onto_explosion": "extinguish", "safe_teleport": "sidestep"}},
    ),
}


def find_game(value: str) -> str | None:
    """The name of a game in its own capitals; only those of letters A to Z do not matter, and `_` is a space."""
    return next((name for name in GAMES if _small(name) == _small(value).replace("_", " ")), None)


def _small(text: str) -> str:
    return re.sub("[A-Z]", lambda found: found[0].lower(), text)


def canonical_rules(name: str, value: str) -> str | None:
    """The canonical Rules value; None if there is no such reading, option or value.

    The value is the reading's name, then each option that differs from that reading, in the order of the game's table.
    """
    game = GAMES[name]
    parts = [part.strip(" \t") for part in value.split(",")]
    reading = "text"
    if parts == [""]:
        parts = []
    elif "=" not in parts[0]:
        reading = parts.pop(0)
    if reading not in game.readings:
        return None
    usual = {key: choices[0] for key, choices in game.options.items()} | game.readings[reading]
    chosen: dict[str, str] = {}
    for part in parts:
        key, sign, choice = part.partition("=")
        if not sign or key in chosen or choice not in game.options.get(key, ()):
            return None
        chosen[key] = choice
    return ",".join([reading, *(f"{key}={chosen[key]}" for key in usual if chosen.get(key, usual[key]) != usual[key])])
