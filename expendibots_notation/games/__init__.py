"""The games, one folder each. To add one: write its folder and its grammar, and add it to the line below."""

from __future__ import annotations

from expendibots_notation.game import Game
from expendibots_notation.games import expendibots, robots, stack_wars, stacks

GAMES: tuple[Game, ...] = (expendibots.GAME, robots.GAME, stack_wars.GAME, stacks.GAME)


def find_game(name: str) -> Game | None:
    """The game of that id or name, in capitals or not; None where there is none."""
    wanted = name.casefold()
    return next((game for game in GAMES if wanted in (game.id, game.name.casefold())), None)
