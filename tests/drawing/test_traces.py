"""What the games say about an action, to be drawn: who goes where, and what is destroyed, wave by wave."""

from __future__ import annotations

import pytest
from pictured import story

import expendibots_notation as xn
from expendibots_notation.diagram import Arrow, Trace
from expendibots_notation.game import Position
from expendibots_notation.games.robots import Teleport


def trace(position: Position, text: str) -> Trace:
    return position.trace(position.game.action(text))


def traced(name: str, ply: int) -> Trace:
    return next(moment.trace for moment in story(name).timeline.moments if moment.ply == ply)


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
        ("5/5/h3r/5/5 1 0 2", "L", Trace(cells=((0, 2),))),
        ("5/5/4r/5/h4 1 0 2", "D", Trace(cells=((0, 0),))),
        ("5/5/h4/5/5 1 0 10", "<rrrrr/rrrrr/3h1/5/5>", Trace()),
        ("5/r4/r1hr1/5/5 1 0 2", "R", Trace((Arrow((2, 2), (3, 2)),), waves=(((3, 2),),))),
        ("5/5/re1hr/5/5 1 0 2", "R", Trace((Arrow((3, 2), (4, 2)),), waves=(((4, 2),),))),
        ("5/5/re1he/5/5 1 0 2", "R", Trace((Arrow((3, 2), (4, 2)),), waves=(((4, 2),),))),
        ("5/r4/r2hr/5/5 1 0 2", "C", Trace(cells=((3, 2),), waves=(((1, 2), (3, 2)),))),
    ],
    ids=[
        *("step", "step away", "stay", "collision", "cascade", "deadly cascade", "death", "safe", "unsafe", "off the board"),
        *("step off the left edge", "step off the lower edge", "spawn"),
        *("death before robots meet", "death on a robot before another explodes", "death on an explosion before a robot explodes"),
        "death while robots meet",
    ],
)
def test_robots(board: str, action: str, expected: Trace) -> None:
    position = xn.robots.GAME.start(xn.robots.GAME.rules(), board, {})
    assert trace(position, action) == expected


def test_a_cell_may_explode_again_and_again() -> None:
    waves = traced("robots/worked-example", 4).waves
    assert len(waves) == 5
    assert [(29, 24) in wave for wave in waves] == [True, True, True, False, True]


@pytest.mark.parametrize("safe", [0, 1])
def test_a_teleport_whose_end_is_not_known_leaves_from_where_the_human_is(safe: int) -> None:
    position = xn.robots.GAME.start(xn.robots.GAME.rules(), ROBOTS.replace(" 1 0 ", f" 1 {safe} "), {})
    for choice in (Teleport(True), Teleport(False)):
        assert position.trace(choice) == Trace(cells=((2, 2),))


def test_who_puts_out_an_explosion_does_not_keep_robots_from_meeting() -> None:
    rules = xn.robots.GAME.rules("reference")
    position = xn.robots.GAME.start(rules, "r1r2/5/5/5/e1h2 1 0 2", {})
    assert trace(position, "t@0,0").waves == ()
    position = xn.robots.GAME.start(rules, "r1r2/5/5/5/1e1h1 1 0 2", {})
    assert trace(position, "t@1,0") == Trace(cells=((3, 0), (1, 0)), waves=(((1, 3),),))
