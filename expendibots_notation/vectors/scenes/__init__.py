"""The scenes of each game, and the random games that are played beside them: one file a game."""

from __future__ import annotations

from collections.abc import Mapping

from expendibots_notation.vectors.scene import Playout, Scene
from expendibots_notation.vectors.scenes import expendibots, robots, stack_wars, stacks

_GAMES = {"expendibots": expendibots, "robots": robots, "stack_wars": stack_wars, "stacks": stacks}

SCENES: Mapping[str, tuple[Scene, ...]] = {game: module.SCENES for game, module in _GAMES.items()}
PLAYOUTS: Mapping[str, tuple[Playout, ...]] = {game: module.PLAYOUTS for game, module in _GAMES.items()}
