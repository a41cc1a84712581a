"""The arguments and options that several commands share, and how help texts show examples."""

from __future__ import annotations

from typing import Annotated

import typer

from expendibots_notation.cli.process import mistaken

Paths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Files, folders (searched for known extensions), or - for standard input.")
]
GameOption = Annotated[str | None, typer.Option("--game", metavar="G", help="The game, whatever a Game tag says; see `xbn games`.")]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="R", help="The rules, whatever a Rules tag says; see `xbn games`.")
]
FromOption = Annotated[str | None, typer.Option("--from", metavar="F", help="The format, instead of looking at the content.")]
RecordOption = Annotated[int | None, typer.Option("--record", min=1, metavar="K", help="Only the K-th record of each file.")]
PositionOption = Annotated[str | None, typer.Option(metavar="P", help="A position string, instead of the start.")]
FlipOption = Annotated[bool, typer.Option("--flip", help="Look from the other side.")]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Draw with ascii characters only.")]
OutputOption = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The file to write; - is standard output.")]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", min=1, metavar="N", help="How many processes; all cores for large input if not given.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace the output if it exists.")]


def examples(*lines: str) -> str:
    """The examples below a help text, each on a line of its own."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _apply_limits(context: typer.Context, texts: list[str] | None) -> list[str] | None:
    """Have the limits of the settings, and those given here, hold as long as the command is at work."""
    from expendibots_notation.cli.config import find_settings
    from expendibots_notation.limits import BadLimit, applied, read_limits

    with mistaken(BadLimit):
        context.with_resource(applied(read_limits(texts or [], find_settings().limits)))
    return texts


LimitOption = Annotated[
    list[str] | None,
    typer.Option("--limit", metavar="NAME=N", callback=_apply_limits, help="Another limit; see `xbn limits`. May be repeated."),
]
