"""What the files of the command line share."""

from __future__ import annotations

from typing import Annotated, Any

import typer

TROUBLE = 2

GameOption = Annotated[str | None, typer.Option("--game", metavar="G", help="The game, whatever a Game tag says; see `xbn games`.")]


def examples(*lines: str) -> str:
    """The examples below a help text, each on a line of its own."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def fail(message: str) -> typer.Exit:
    """What to raise where a command cannot do its work: the message goes to standard error, the exit code is 2."""
    from expendibots_notation.diagnostics.render import visible

    typer.echo(f"xbn: {visible(message)}", err=True)
    return typer.Exit(TROUBLE)


def known_game(name: str | None) -> Any:
    """The game of that name, or the first one. Fails where there is no such game."""
    from expendibots_notation.game import NotationError
    from expendibots_notation.games import GAMES, game_called

    try:
        return GAMES[0] if name is None else game_called(name)
    except NotationError as error:
        raise fail(str(error)) from None


def utf8(stream: Any, errors: str = "backslashreplace") -> Any:
    """Standard output as UTF-8, whatever the locale; what UTF-8 cannot hold is shown as an escape."""
    stream.reconfigure(encoding="utf-8", errors=errors)
    return stream
