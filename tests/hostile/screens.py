"""The player at work, by Textual's pilot: every screen that it shows of some files."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from expendibots_notation.viewer.player import Player
from expendibots_notation.viewer.shelf import Shelf

_KEYS = ("right", "v", "escape", "end")
"""Through a record: an action, the window that asks which of its variations, the end."""


def played(paths: list[str]) -> str:
    """What stands on the screens, line by line; nothing on them has an order for who points at it."""
    lines: list[str] = []

    async def play() -> None:
        shelf = Shelf(paths)
        shelf.read_all()
        player = Player(shelf)
        async with player.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            for record in range(1, len(shelf) + 1):
                assert (player.is_running, player.record) == (True, record)
                for key in _KEYS:
                    await pilot.press(key)
                    lines.extend(_seen(player))
                await pilot.press("pagedown")

    asyncio.run(play())
    return "\n".join(lines)


def _seen(player: Player) -> Iterator[str]:
    """The lines of the screen."""
    for strip in player.screen._compositor.render_strips():
        for _, style, _ in strip:
            assert style is None or style.link is None, style
            assert style is None or "@click" not in style.meta, style
        yield strip.text
