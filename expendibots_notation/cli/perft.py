"""`xbn perft`."""

from __future__ import annotations

from typing import Annotated

import typer

from expendibots_notation.cli.inputs import known_game, overridden
from expendibots_notation.cli.options import GameOption, PositionOption, RulesOption
from expendibots_notation.cli.process import FINE, Mistake, mistaken, text_output
from expendibots_notation.game import NotationError
from expendibots_notation.perft import DEEPEST, count, count_by_action

EXAMPLES = ("xbn perft --depth 3", 'xbn perft --depth 2 --divide --position ".8/.8/.8/.2w2.5/.8/.8/b.7/.8 w 1"')


def perft(
    depth: Annotated[int, typer.Option(min=0, metavar="D", help="How many actions in a row.")],
    position: PositionOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count below each first action.")] = False,
) -> int:
    """Count action sequences of exactly that length, for authors of engines; a finished game is not extended."""
    if depth > DEEPEST:
        raise Mistake(f"--depth {depth} is too deep: at most {DEEPEST} actions in a row can be counted")
    overridden(game, rules)
    known = known_game(game)
    try:
        start = known.start(known.rules(rules), position, {})
    except NotationError as error:
        raise Mistake(f"cannot start there: {error}") from None
    if start.awaits_chance:
        raise Mistake(f"{known.name} awaits an event of chance there, which is not counted; give a --position behind it")
    out = text_output()
    with mistaken(NotationError):
        if not divide or depth == 0:
            out.write(f"{count(start, depth)}\n")
            return FINE
        total = 0
        for text, number in count_by_action(start, depth):
            out.write(f"{text} {number}\n")
            out.flush()
            total += number
        out.write(f"{total}\n")
    return FINE
