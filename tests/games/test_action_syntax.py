"""What a game takes for an action is what its grammar has, in every game."""

from __future__ import annotations

from random import Random

import pytest
from games.action_texts import mutated, spellings
from hypothesis import given, settings
from hypothesis import strategies as st

from expendibots_notation import read_text
from expendibots_notation.game import Game, NotationError
from expendibots_notation.games import GAMES
from expendibots_notation.notation.reader import is_token
from expendibots_notation.notation.terminals import ACTION
from expendibots_notation.notation.tree_builder import LONGEST_ACTION


def is_read(text: str, game: Game) -> bool:
    try:
        game.read_action(text)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_spelling_of_the_grammar_is_read_and_no_other(game: Game) -> None:
    @settings(max_examples=200)
    @given(text=spellings(game), chance=st.randoms(use_true_random=False))
    def compare(text: str, chance: Random) -> None:
        assert is_token(text, ACTION, game)
        assert is_read(text, game) == (len(text) <= LONGEST_ACTION)
        for _ in range(5):
            other = mutated(text, chance)
            assert is_read(other, game) == (is_token(other, ACTION, game) and len(other) <= LONGEST_ACTION), other

    compare()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_action_directly_after_another_is_none(game: Game) -> None:
    """A letter or digit after an action is part of it, or wrong."""

    @settings(max_examples=60)
    @given(text=spellings(game), more=spellings(game).filter(lambda more: more[0].isascii() and more[0].isalnum()))
    def compare(text: str, more: str) -> None:
        if len(text + more) <= LONGEST_ACTION:
            (record,) = read_text(f'[Game "{game.name}"]\n{text}{more} *')
            is_wrong = any(finding.name == "unexpected-text" for finding in record.findings)
            assert is_wrong or record.line.plies[0].span.end > record.source.text.index("\n") + 1 + len(text)

    compare()
