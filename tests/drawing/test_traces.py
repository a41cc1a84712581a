"""What the games say about an action, to be drawn: who goes where, and what is destroyed, wave by wave."""

from __future__ import annotations

import pytest
from pictured import story

import expendibots_notation as xn
from expendibots_notation.diagram import Arrow, Trace
from expendibots_notation.game import Position


def trace(position: Position, text: str) -> Trace:
    return position.trace(position.game.action(text))


def traced(name: str, ply: int) -> Trace:
    return next(moment.trace for moment in story(name).moments if moment.ply == ply)


def test_expendibots() -> None:
    position = xn.expendibots.start()
    assert trace(position, "d2-d4") == Trace((Arrow((3, 1), (3, 3)),))
    assert trace(position, "d2-d9") == Trace(cells=((3, 1),))
    assert trace(position, "xc3") == Trace(cells=((2, 2),))
    assert trace(position, "xa1").waves == (((0, 0),), ((1, 0), (0, 1), (1, 1)))
    assert traced("expendibots/chain-reaction", 32).waves[3] == ((5, 0), (7, 0))
    assert position.diagram().sides == ("white", "black")


def test_stack_wars() -> None:
    diagram = xn.stack_wars.GAME.start(xn.stack_wars.GAME.rules(), None, {}).diagram()
    assert diagram.sides == ("black", "white")
    assert {(0, 0, 0), (8, 8, 1)} <= set(diagram.homes)


def test_stacks() -> None:
    """`5... d7-e6&d5+b5+c5+d3xc4>c3`: a move, then an attack of one with three helpers, after which a survivor retreats."""
    assert traced("stacks/combined-attacks", 10) == Trace(
        (
            Arrow((3, 6), (4, 5)),
            Arrow((3, 4), (2, 3), "attack"),
            Arrow((1, 4), (2, 3), "help"),
            Arrow((2, 4), (2, 3), "help"),
            Arrow((3, 2), (2, 3), "help"),
            Arrow((2, 3), (2, 2), "retreat"),
        ),
        waves=(((2, 3),),),
    )
    position = xn.stacks.GAME.start(xn.stacks.GAME.rules(), None, {})
    assert trace(position, "a1xa2") == Trace((Arrow((0, 0), (0, 1), "attack"),)), "what is not allowed destroys nothing"
    assert trace(position, "a1-a9") == Trace(cells=((0, 0),))
    assert trace(position, "--") == Trace()
    assert position.diagram().sides == ("black", "red")
    assert {(0, 0, 0), (4, 6, 1)} <= set(position.diagram().homes)


ROBOTS = "5/5/r1h1r/5/5 1 0 2"
"""Two robots on both sides of the human."""


@pytest.mark.parametrize(
    ("board", "action", "expected"),
    [
        (ROBOTS, "U", Trace((Arrow((2, 2), (2, 3)),))),
        ("r4/5/r1h2/5/5 1 0 2", "R", Trace((Arrow((2, 2), (3, 2)),))),
        ("5/5/e1h1r/5/5 1 0 2", "C", Trace(cells=((2, 2),))),
        ("r4/5/r1h2/5/5 1 0 2", "U", Trace((Arrow((2, 2), (2, 3)),), waves=(((1, 3),),))),
        ("h1e1r/5/5/5/5 1 0 2", "X", Trace(cells=((0, 4),), waves=(((2, 4),),))),
        (ROBOTS, "X", Trace(cells=((2, 2),), waves=(((2, 2),),))),
        (ROBOTS, "L", Trace((Arrow((2, 2), (1, 2)),), waves=(((1, 2),),))),
        (ROBOTS, "T@4,4", Trace(cells=((2, 2), (4, 4)))),
        (ROBOTS, "t@4,4", Trace(cells=((2, 2), (4, 4)))),
        (ROBOTS, "t@9,9", Trace(cells=((2, 2),))),
    ],
    ids=["step", "step away", "stay", "collision", "cascade", "deadly cascade", "death", "safe", "unsafe", "off the board"],
)
def test_robots(board: str, action: str, expected: Trace) -> None:
    position = xn.robots.GAME.start(xn.robots.GAME.rules(), board, {})
    assert trace(position, action) == expected


def test_a_cell_may_explode_again_and_again() -> None:
    waves = traced("robots/worked-example", 4).waves
    assert len(waves) == 5
    assert [(29, 24) in wave for wave in waves] == [True, True, True, False, True]
