"""The scenes of each game, and the random games that are played beside them: one file a game."""

from __future__ import annotations

from collections.abc import Mapping

from expendibots_notation.vectors.scene import Playout, Scene
from expendibots_notation.vectors.scenes import expendibots, robots, stack_wars, stacks

SCENES: Mapping[str, tuple[Scene, ...]] = {
    "expendibots": expendibots.SCENES,
    "robots": robots.SCENES,
    "stack_wars": stack_wars.SCENES,
    "stacks": stacks.SCENES,
}

PLAYOUTS: Mapping[str, tuple[Playout, ...]] = {
    "expendibots": expendibots.PLAYOUTS,
    "robots": robots.PLAYOUTS,
    "stack_wars": stack_wars.PLAYOUTS,
    "stacks": stacks.PLAYOUTS,
}
