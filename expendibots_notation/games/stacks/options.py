"""The points in which the rules of STACKS can be agreed on otherwise, as the `Rules` tag sets them."""

from __future__ import annotations

from expendibots_notation.game import Rules

VALUES = {
    "combine": ("chain", "mutual"),
    "helpers": ("any", "whole"),
    "no_retreat": ("eliminate", "illegal"),
    "home_retreat": ("adjacent", "any"),
    "four": ("any", "each"),
    "stuck_turn": ("continue", "forfeit"),
    "attacks": ("each", "one"),
    "no_move": ("pass", "loss"),
}
"""Each key with its values; the first is what the reading `text` has. `codes.py` has a bit for each, in this order."""


def options_of(rules: Rules) -> int:
    """The options that a record's rules set, as bits."""
    return sum(1 << bit for bit, (key, (_, other)) in enumerate(VALUES.items()) if rules.options[key] == other)
