"""The points in which the rules of STACKS can be agreed on otherwise, as the `Rules` tag sets them."""

from __future__ import annotations

from dataclasses import dataclass

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
"""Each key with its values; the first is what the reading `text` has."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one record, in the order of `VALUES`; all false is the reading `text`."""

    mutual: bool = False
    """Every two attackers must touch; otherwise a chain will do."""
    whole: bool = False
    """A helper takes part with its whole stack; otherwise with as many pieces as the attacker likes."""
    must_retreat: bool = False
    """An attack whose survivors have nowhere to go is illegal; otherwise they are eliminated."""
    any_home: bool = False
    """Survivors in their own home row retreat to any other home space; otherwise to a neighbouring one."""
    each_four: bool = False
    """Each stack of four must be unstacked; otherwise one of them will do."""
    forfeit: bool = False
    """A player who loses a stack of four at the start of a turn loses that turn too."""
    one_attack: bool = False
    """One attack a turn; otherwise either piece of a two-piece turn may attack."""
    no_move_loses: bool = False
    """A player without any legal action has lost; otherwise the player passes."""


def options_of(rules: Rules) -> Options:
    """The options that a record's rules set."""
    return Options(*(rules.options[key] == other for key, (_, other) in VALUES.items()))
