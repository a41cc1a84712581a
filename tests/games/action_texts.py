"""Texts of actions, for tests that compare what a game reads with what its grammar has."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from lark import Lark

from expendibots_notation.game import Game
from expendibots_notation.resources import grammar_file

_LOOKALIKES = "\N{ARABIC-INDIC DIGIT THREE}\N{LATIN SMALL LETTER LONG S}\N{KELVIN SIGN}"
"""What Python may take for a digit, or for a letter in another case."""
_OTHERS = [*"aAbxX0123 \t-–—→>=:()&+^#@,.\n\0", *"\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}", *_LOOKALIKES]


def spellings(game: Game) -> st.SearchStrategy[str]:
    """What the ACTION of a game's grammar has, as Lark understands it."""
    path = grammar_file(game.grammar)
    grammar = Lark.open(str(path), parser="lalr", lexer="basic", import_paths=[str(path.parent)])
    return st.from_regex(grammar.get_terminal("ACTION").pattern.to_regexp(), fullmatch=True)


def mutated(text: str, chance: Random) -> str:
    """A text with a few characters put in, left out, exchanged or doubled."""
    characters = list(text)
    for _ in range(chance.choice([1, 1, 2, 3])):
        at = chance.randrange(len(characters) + 1)
        match chance.randrange(4):
            case 0:
                characters.insert(at, chance.choice(_OTHERS))
            case 1:
                del characters[at : at + 1]
            case 2:
                characters[at : at + 1] = [chance.choice(_OTHERS)]
            case 3:
                characters[at:at] = characters[at : at + chance.choice([1, 3])]
    return "".join(characters)
