"""The games, one folder each. To add one: write its folder and its grammar, and add the folder to the line below."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import overload

from expendibots_notation.game import Game


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


def find_game(name: str) -> Game | None:
    """The game of that id or name, in capitals or not; None where there is none."""
    wanted = name.casefold()
    return next((game for game in GAMES if wanted in (game.id, game.name.casefold())), None)
