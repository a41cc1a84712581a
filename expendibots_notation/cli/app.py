"""The command line. The module of a command, with all that it imports, is loaded when the command is used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from expendibots_notation import __version__
from expendibots_notation.cli import options
from expendibots_notation.cli.process import quiet_end

COMMANDS = {
    "validate": "Replay records and report what is wrong with them.",
    "format": "Print canonical text, or rewrite files with it.",
    "convert": "Move records between formats.",
    "render": "Draw positions and games: text, pictures, a page.",
    "replay": "Step through games on the terminal.",
    "id": "Print the content id of each record.",
    "table": "Make the table of a tournament.",
    "explain": "Explain a diagnostic, with an example and its remedy.",
    "schema": "Print the JSON Schema of a document.",
    "limits": "List the limits of what an input may hold.",
    "games": "List the games, their rules and their actions.",
    "perft": "Count action sequences, for authors of engines.",
    "vectors": "Test another engine with the conformance vectors.",
}
"""By name, what the help of all commands says. Each has a module here with a function of that name (`id_`, `format_`)."""


class Commands(TyperGroup):
    """The commands. What they return is the exit code, and all end alike: Typer has a way of its own for closed pipes."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        with quiet_end(), _readable_mistakes():
            return super().make_context(info_name, args, *rest, **extra)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, _load(name) if name else command, rest

    def invoke(self, ctx: Any) -> Any:
        with quiet_end(), _readable_mistakes():
            exit_code = super().invoke(ctx)
        ctx.exit(exit_code)


@contextmanager
def _readable_mistakes() -> Iterator[None]:
    """Have Typer's messages show what the user wrote, which may be the name of a file that somebody else has chosen."""
    from expendibots_notation.diagnostics.render import visible

    try:
        yield
    except Exception as error:
        # Each of Typer's mistakes has a message; that of a command without arguments is its whole help.
        if isinstance(getattr(error, "message", None), str) and type(error).__name__ != "NoArgsIsHelpError":
            error.message = visible(error.message)  # type: ignore[attr-defined]
        raise


def _load(name: str) -> Any:
    """Typer's object for a command, made from the command's function."""
    names = vars(import_module(f"expendibots_notation.cli.{name}"))
    # Typer looks annotations up there; `validate` does not import the options, since it is also called without Typer.
    for option, kind in vars(options).items():
        names.setdefault(option, kind)
    command = names.get(name) or names[f"{name}_"]
    if not isinstance(command, typer.Typer):
        function, command = command, typer.Typer(add_completion=False, rich_markup_mode=None)
        command.command(name, epilog=options.examples(*names["EXAMPLES"]))(function)
    return typer.main.get_command(command)


app = typer.Typer(
    name="xbn",
    cls=Commands,
    help="Validate, format and convert records of Expendibots, STACKS, Stack Wars and Robots games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 all is well, 1 there are findings, 2 the command could not do its work.",
)


def _unloaded() -> None:
    """Stands for a command in the help of all."""


for _name, _summary in COMMANDS.items():
    app.command(_name, help=_summary)(_unloaded)


def _version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from expendibots_notation.compiled import describe

        typer.echo(describe(__version__) if context.params["verbose"] else f"xbn {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    # Eager, so that it is known to --version on whichever side of it it stands.
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", is_eager=True, help="With --version: also say which modules are compiled.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, help="Show the version and exit.")] = False,
) -> None:
    pass
