"""The nearest legal actions of STACKS, which are found without ranking all of them."""

from __future__ import annotations

from random import Random

import pytest
from games.playouts import playout
from hypothesis import given
from hypothesis import strategies as st

from expendibots_notation.games import stacks
from expendibots_notation.games.stacks import Move, Pair, Pass, StacksPosition, likeness
from expendibots_notation.games.stacks.actions import Action, movements
from expendibots_notation.games.stacks.enumeration import after, group_movements, single_movements


@given(st.integers(0, 5), st.integers(0, 5), st.randoms(use_true_random=False))
def test_no_action_is_nearer_than_those_found(seed: int, other_seed: int, source: Random) -> None:
    """Held against all of them; of pairs, against those whose first movement is among the six likeliest."""
    here = source.choice(playout(stacks.GAME, seed, most=15)).before
    tried = source.choice(playout(stacks.GAME, other_seed, most=15)).action
    assert isinstance(here, StacksPosition)
    turn = here._engine.fork()

    def rank(action: Action) -> tuple[int, str]:
        both = zip(movements(tried), movements(action), strict=True)
        return sum(likeness._difference(one, other) for one, other in both), str(action)

    candidates: list[Action] = [*group_movements(turn)]
    if isinstance(tried, Pair):
        firsts = sorted(single_movements(turn), key=lambda each: (likeness._difference(tried.first, each), str(each)))[:6]
        pairs = [Pair(first, second) for first in firsts for second in single_movements(after(turn, first))]
        candidates = [pair for pair in pairs if here.violation(pair) is None]
    if candidates and not isinstance(tried, Pass):
        for limit in (1, 3, 8):
            assert here.nearest(tried, limit) == sorted(candidates, key=rank)[:limit]


@pytest.mark.parametrize("action", ["e1-e5", "e1-e5&a1-a5", "2c1xc7", "a1-c3&a1-c3"])
def test_suggestions_in_stacks_are_not_all_put_into_words(action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are hundreds of pairs; the text of an action takes longer than anything else about it."""
    written = 0
    text = Move.__str__

    def counted(move: Move) -> str:
        nonlocal written
        written += 1
        return text(move)

    monkeypatch.setattr(Move, "__str__", counted)
    assert len(stacks.start().nearest(stacks.GAME.action(action))) == 3
    assert written < 120
