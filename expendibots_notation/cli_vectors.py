"""The commands of `xbn vectors`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from expendibots_notation.cli_shared import examples, fail, known_game, utf8

vectors = typer.Typer(
    name="vectors",
    help="Prove another engine with the conformance vectors, or make more of them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

OneGame = Annotated[str | None, typer.Option("--game", metavar="G", help="Only this game; see `xbn games`.")]


@vectors.command(
    epilog=examples(
        'xbn vectors check "python3 samples/vectors/example_engine.py" --game expendibots',
        'xbn vectors check "./my_engine --json" --game stacks --seconds 2',
        'xbn vectors check "xbn vectors serve"',
    )
)
def check(
    command: Annotated[str, typer.Argument(metavar="CMD", help="The engine with its arguments, in quotation marks.")],
    game: OneGame = None,
    files: Annotated[
        list[str] | None, typer.Option("--vectors", metavar="FILE", help="A file of vectors, instead of those that xbn has.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, metavar="S", help="How long an answer may take.")] = 10,
) -> None:
    """Ask an engine every vector over its standard input and output, and report the first difference.

    What the engine is asked, and what it answers, is described in samples/vectors/README.md.
    """
    import shlex
    from pathlib import Path

    from expendibots_notation.resources import vector_files
    from expendibots_notation.vectors.checking import Check
    from expendibots_notation.vectors.foreign import CannotRun
    from expendibots_notation.vectors.lines import BadVectors, read_vectors

    wanted = known_game(game).id if game else None
    try:
        words = shlex.split(command)
        if not words:
            raise fail("CMD is empty; it is the command that starts the engine")
        paths = {path: Path(path) for path in files} if files else {path.name: path for path in vector_files()}
        read = [(name, read_vectors(path)) for name, path in paths.items()]
        chosen = [(name, file) for name, file in read if wanted in (None, file.header.game)]
        if not chosen:
            raise fail(f"there are no vectors of {wanted}")
        raise typer.Exit(Check(words, chosen, seconds, utf8(sys.stdout)).run())
    except (BadVectors, CannotRun) as error:
        raise fail(str(error)) from None
    except ValueError as error:
        raise fail(f"CMD cannot be read: {str(error).lower()}") from None


@vectors.command(epilog=examples('xbn vectors check "xbn vectors serve"'))
def serve() -> None:
    """Answer questions from standard input, one a line, as the engines of this project see them."""
    from expendibots_notation.vectors.serving import serve as answer_all

    answer_all(sys.stdin.buffer, utf8(sys.stdout))


@vectors.command(
    epilog=examples("xbn vectors make samples/vectors", "xbn vectors make /tmp/more --seed 7 --playouts 20 --game expendibots")
)
def make(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where to write GAME.jsonl; what is there is replaced.")],
    game: OneGame = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random games; 2020 makes the vectors that xbn has.")] = 2020,
    playouts: Annotated[int, typer.Option(min=1, metavar="N", help="N times as many random games.")] = 1,
) -> None:
    """Make vectors: those of the hand-written scenes, and of random games by a seed."""
    import os

    from expendibots_notation.games import GAMES
    from expendibots_notation.vectors.making import make_vectors
    from expendibots_notation.writing import Unwritable, reason_of, write_whole

    for each in [known_game(game)] if game else GAMES:
        file = make_vectors(each, seed, playouts)
        path = os.path.join(folder, f"{each.id}.jsonl")
        try:
            os.makedirs(folder, exist_ok=True)
            write_whole(path, file.text())
        except Unwritable as error:
            raise fail(str(error)) from None
        except OSError as error:
            raise fail(f"cannot write {path}: {reason_of(error)}") from None
        typer.echo(f"{path}: {len(file.vectors)} vectors")
