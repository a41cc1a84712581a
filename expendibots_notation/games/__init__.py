"""The games, one folder each. To add one: write its folder and its grammar, and add the folder to the line below."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from importlib import import_module
from typing import overload

from expendibots_notation.arguments import check_text, suggestion
from expendibots_notation.game import Game, NotationError


class _Games(Sequence[Game]):
    """The games by their folders, each loaded when it is first asked for: most files hold records of one game only."""

    def __init__(self, *folders: str) -> None:
        self._folders = folders

    def __len__(self) -> int:
        return len(self._folders)

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | Sequence[Game]:
        if isinstance(index, slice):
            return _Games(*self._folders[index])
        game: Game = import_module(f"{__name__}.{self._folders[index]}").GAME
        return game


GAMES: Sequence[Game] = _Games("expendibots", "robots", "stack_wars", "stacks")


def game_called(name: str) -> Game:
    """The game of that id or name, in capitals or not. Raises NotationError where there is none."""
    check_text(name, "the game")
    game = find_game(name)
    if game is None:
        known = [each.id for each in GAMES]
        raise NotationError(f"there is no game {name!r}{suggestion(name, known)}; the games are {', '.join(known)}")
    return game


# There is one object of each game, so a copy, or what another process reads from a pickle, is that one.
copyreg.pickle(Game, lambda game: (game_called, (game.id,)))


def find_game(name: str) -> Game | None:
    """The game of that id or name, in capitals or not; None where there is none."""
    # Only ASCII letters have capitals here: Unicode would take the long s for an s.
    wanted = name.lower() if name.isascii() else name
    return next((game for game in GAMES if wanted in (game.id, game.name.lower())), None)
