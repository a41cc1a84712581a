"""Drivers: the frame's tables for the tags, and the tokens of the game that the tags or the caller name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from types import FunctionType

from expendibots_notation.game import Game
from expendibots_notation.notation.driver import Automaton, Driver
from expendibots_notation.notation.strings import BadText, read_string
from expendibots_notation.notation.tables import FRAME, frame_parser, lexer_of

DEFAULT_GAME = "Expendibots"
_REMEMBERED = 64
"""The number of spellings of games that a driver keeps in mind."""

FindGame = Callable[[str], Game | None]


def new_driver(find_game: FindGame, game_name: str | None = None) -> Driver:
    """A driver that reads each record by the grammar of its game; `game_name` overrides the Game tags.

    An unknown game is read by the frame.
    """

    @lru_cache(maxsize=_REMEMBERED)
    def automaton_of(value: bytes | None) -> Automaton | None:
        own = DEFAULT_GAME if value is None else string_value(value)
        name = own if game_name is None else game_name
        if name is None:
            return None
        game = find_game(name)
        return automaton(game.grammar if game else FRAME)

    return _classes()[0](frame_parser(), automaton(FRAME), automaton_of)


def frame_driver() -> Driver:
    """A driver that reads every record by the frame, which knows what actions look like from afar."""
    return new_driver(lambda _name: None)


def string_value(literal: bytes) -> str | None:
    """The value of a string; None where it is malformed."""
    try:
        return read_string(literal.decode("utf-8", "surrogateescape"))
    except BadText:
        return None


def is_token(text: str, kind: int, game: Game | None) -> bool:
    """Whether a text is exactly one token of a game, or of the frame."""
    data = text.encode()
    driver = frame_driver()
    driver.begin(data, len(data), True)
    return driver.token(automaton(game.grammar if game else FRAME), 0) == kind and (driver.start, driver.end) == (0, len(data))


@cache
def automaton(file: str) -> Automaton:
    """The automaton of a grammar file."""
    return _classes()[1](lexer_of(file))


@cache
def _classes() -> tuple[type[Driver], type[Automaton]]:
    """What reads: the compiled driver, or where nothing is compiled, the one that is faster then."""
    if not isinstance(Driver.read, FunctionType):
        return Driver, Automaton
    from expendibots_notation.notation.plain_driver import PlainAutomaton, PlainDriver

    return PlainDriver, PlainAutomaton
