"""Robots: one human, hunted by robots that only chance lays out and that only collisions destroy."""

from __future__ import annotations

from expendibots_notation.arguments import check_text
from expendibots_notation.game import Game, Reading
from expendibots_notation.games.robots import positions as _positions
from expendibots_notation.games.robots import rules as _rules
from expendibots_notation.games.robots import syntax as _syntax
from expendibots_notation.games.robots.actions import Cascade, Cell, Spawn, Step, Teleport
from expendibots_notation.games.robots.rules import RobotsCursor, RobotsPosition

GAME = Game(
    id="robots",
    name="Robots",
    summary="One human outlives robots that step towards it, on 45 x 30 cells and 66 levels; chance is recorded.",
    players=_rules.PLAYERS,
    grammar="robots.lark",
    readings=(
        Reading(
            "text",
            "levels begin in the centre; an explosion kills who teleports into it; a safe teleport ends where no robot reaches the "
            "human (the rules text)",
            {"start": "centre", "offboard": "illegal", "teleport_onto_explosion": "death", "safe_teleport": "strict"},
        ),
        Reading(
            "reference",
            "levels begin right of the centre; who teleports into an explosion puts it out; robots step aside after a safe "
            "teleport (the author's program)",
            {"start": "reference", "offboard": "illegal", "teleport_onto_explosion": "extinguish", "safe_teleport": "sidestep"},
        ),
    ),
    terminations=("death", "last-level"),
    forms=(
        ("step: UL U UR, L C R, DL D DR around the human, where C stays", "UR"),
        ("safe teleport: T@ and the cell where it ends", "T@6,1"),
        ("unsafe teleport: t@ and the cell where it ends", "t@43,25"),
        ("cascade: the human waits until all robots or the human are dead", "X"),
        ("any of them with =robots left, + for a cleared level or # for a dead human, if you like", "X+"),
    ),
    actions=(Step, Teleport, Cascade, Spawn),
    read_action=_syntax.read_action,
    start=_rules.start,
    cursor=RobotsCursor,
    machine=_rules.MACHINE,
    options={
        "start": ("centre", "reference"),
        "offboard": ("illegal", "clamp"),
        "teleport_onto_explosion": ("death", "extinguish"),
        "safe_teleport": ("strict", "sidestep"),
    },
    tags={
        _positions.SIZE_TAG: "width and height of the board, 45x30 unless it is given",
        _positions.START_TAG: "the cell on which the human begins every level; on 45x30 22,15, or 23,15 by the reference",
        _positions.LEVELS_TAG: "the number of the last level, 66 unless it is given",
        _positions.SCORE_TAG: "robots destroyed in the whole game; checked",
    },
    item=("spawn: the rows of the board with which a level begins, from the top", "<3r3/7/r3h1r/7/3r3>"),
)
RobotsPosition.game = GAME


def start(
    setup: str | None = None,
    rules: str | None = None,
    size: str | None = None,
    start: str | None = None,
    levels: int | None = None,
) -> RobotsPosition:
    """A new game before its first spawn, or the position of a position string, under a reading of the rules.

    `size`, `start` and `levels` are what the tags of these names say in a record: `45x30`, 66 and, by the reading `text`, `22,15`
    for a new game. Raises NotationError where one of them cannot be read.
    """
    for value, what in ((setup, "a setup"), (size, "the size"), (start, "the start")):
        check_text(value, what, is_optional=True)
    given = {
        _positions.SIZE_TAG: size,
        _positions.START_TAG: start,
        _positions.LEVELS_TAG: None if levels is None else str(levels),
    }
    return _rules.start(GAME.rules(rules), setup, {name: value for name, value in given.items() if value is not None})


__all__ = ["GAME", "Cascade", "Cell", "RobotsPosition", "Spawn", "Step", "Teleport", "start"]
