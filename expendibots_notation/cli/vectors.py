"""The commands of `xbn vectors`."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from expendibots_notation.cli.inputs import known_game
from expendibots_notation.cli.options import examples
from expendibots_notation.cli.process import FINE, Mistake, mistaken, text_output
from expendibots_notation.games import GAMES
from expendibots_notation.resources import reader_vectors, vector_files
from expendibots_notation.vectors.checking import Check
from expendibots_notation.vectors.foreign import CannotRun
from expendibots_notation.vectors.lines import READER, BadVectors, read_vectors
from expendibots_notation.writing import Unwritable, reason_of, write_whole

vectors = typer.Typer(
    name="vectors",
    help="Prove another engine with the conformance vectors, or make more of them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

OneGame = Annotated[str | None, typer.Option("--game", metavar="G", help="Only this game; see `xbn games`.")]


@vectors.command(
    epilog=examples(
        'xbn vectors check "python3 samples/vectors/example_engine.py" --game expendibots',
        'xbn vectors check "./my_engine --json" --game stacks --seconds 2',
        'xbn vectors check "./my_engine --json" --all',
        'xbn vectors check "xbn vectors serve"',
        'xbn vectors check --reader "./my_reader"',
    )
)
def check(
    command: Annotated[str, typer.Argument(metavar="CMD", help="The engine with its arguments, in quotation marks.")],
    game: OneGame = None,
    files: Annotated[
        list[str] | None, typer.Option("--vectors", metavar="FILE", help="A file of vectors, instead of those that xbn has.")
    ] = None,
    is_reader: Annotated[
        bool, typer.Option("--reader", help="Ask a reader of XBN about texts, not an engine about rules.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0.01, metavar="S", help="How long an answer may take.")] = 10,
    is_complete: Annotated[bool, typer.Option("--all", help="Count every difference; do not stop at the first.")] = False,
) -> int:
    """Ask an engine every vector over its standard input and output, and report the first difference.

    What the engine is asked, and what it answers, is described in samples/vectors/README.md.
    """
    if is_reader and game is not None:
        raise Mistake("--reader has vectors of all games; leave --game out")
    wanted = known_game(game).id if game is not None else None
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Mistake(f"CMD cannot be read: {str(error).lower()}") from None
    if not words:
        raise Mistake("CMD is empty; it is the command that starts the engine")
    own = [reader_vectors()] if is_reader else vector_files()
    paths = {path: Path(path) for path in files} if files else {path.name: path for path in own}
    with mistaken(BadVectors, CannotRun):
        read = [(name, read_vectors(path)) for name, path in paths.items()]
        games = [(name, file) for name, file in read if (file.header.game == READER) == is_reader]
        chosen = [(name, file) for name, file in games if wanted in (None, file.header.game)]
        if not chosen:
            raise Mistake(f"there are no vectors {'for readers' if is_reader else f'of {wanted}' if wanted else 'for engines'}")
        return Check(words, chosen, seconds, text_output(), is_complete).run()


@vectors.command(epilog=examples('xbn vectors check "xbn vectors serve"'))
def serve() -> int:
    """Answer questions from standard input, one a line, as the engines of this project see them."""
    from expendibots_notation.vectors.serving import serve as answer_all

    answer_all(sys.stdin.buffer, text_output())
    return FINE


@vectors.command(
    epilog=examples("xbn vectors make samples/vectors", "xbn vectors make /tmp/more --seed 7 --playouts 20 --game expendibots")
)
def make(
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="Where to write GAME.jsonl; what is there is replaced.")],
    game: OneGame = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random games; 2020 makes the vectors that xbn has.")] = 2020,
    playouts: Annotated[int, typer.Option(min=1, metavar="N", help="N times as many random games.")] = 1,
) -> int:
    """Make vectors: those of the hand-written scenes, and of random games by a seed."""
    from expendibots_notation.vectors.making import make_reader_vectors, make_vectors

    files = [make_vectors(each, seed, playouts) for each in ([known_game(game)] if game is not None else GAMES)]
    for file in files if game is not None else [*files, make_reader_vectors()]:
        path = os.path.join(folder, f"{file.header.game}.jsonl")
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise Unwritable(path, reason_of(error)) from None
        write_whole(path, file.text())
        sys.stdout.write(f"{path}: {len(file.vectors)} vectors\n")
    return FINE
