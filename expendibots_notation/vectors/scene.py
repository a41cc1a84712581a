"""What a person wrote down about the rules: a scene is a position, with actions that are allowed there and actions that are not.

A scene says what the answer must be, as far as a person can see it; making vectors fails where an engine disagrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scene:
    """A position and what holds there. Lists of actions are texts with spaces between."""

    why: str
    position: str | None = None
    """None is the start of a game."""
    legal: str = ""
    ends: str | None = None
    """How each of the legal actions ends the game, `1-0 elimination`; None where it goes on."""
    illegal: Mapping[str, str] = field(default_factory=dict)
    """By the name of the reason."""
    perft: tuple[int, ...] = ()
    """Depths to which action sequences are counted."""
    rules: tuple[str, ...] = ("text",)
    """All of this holds under each of these."""
    moves: str = ""
    """Played before."""
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Playout:
    """Random games: where they begin and how many vectors are taken from each."""

    games: int
    vectors: int
    """Positions of each game at which an action is tried that is legal, and one that is nearly so."""
    longest: int = 400
    """Steps after which a game is left."""
    rules: str = "text"
    position: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
