"""How a game begins: the tags that fix the board, and position strings, which are read and written here."""

from __future__ import annotations

import re
from collections.abc import Mapping

from expendibots_notation.board import counted
from expendibots_notation.game import NotationError, Rules, position_fields, whole_number
from expendibots_notation.games.robots.actions import Cell
from expendibots_notation.games.robots.codes import LARGEST, MOST_SAFE_TELEPORTS, NOWHERE, ROBOTS_PER_LEVEL
from expendibots_notation.games.robots.engine import Conditions, Engine
from expendibots_notation.games.robots.layout import Layout, number_of, read_layout, rows_in_words

SIZE_TAG, START_TAG, LEVELS_TAG, SCORE_TAG = "Size", "Start", "Levels", "Score"

WIDTH, HEIGHT = 45, 30
LEVELS = 66
SMALLEST = 3
"""The fewest cells of a row, and the fewest rows."""

_SIZE = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")
_CELL = re.compile(r"(0|[1-9][0-9]?),(0|[1-9][0-9]?)")
_LEVELS = re.compile(r"[1-9][0-9]{0,3}")


def start_engine(rules: Rules, setup: str | None, tags: Mapping[str, str]) -> Engine:
    """An engine at the first state of a game: before its first spawn, or what a position string describes.

    Raises NotationError.
    """
    size = _read_size(tags[SIZE_TAG]) if SIZE_TAG in tags else None
    if setup is None:
        conditions = _conditions(rules, size or (WIDTH, HEIGHT), tags)
        return Engine(conditions, conditions.start, (), (), 0, 0, 0)
    what = "a board, the level, the safe teleports, and at most the score after them"
    board, level_field, safe_field, score_field = position_fields(setup, 3, ("0",), what)
    layout = read_layout(board)
    conditions = _conditions(rules, _size_of(layout, size), tags)
    level = whole_number(level_field, "the level", most=conditions.levels)
    safe = whole_number(safe_field, "the number of safe teleports", most=MOST_SAFE_TELEPORTS)
    score = whole_number(score_field, "the score")
    human = number_of(_human(layout))
    _check_level(layout, level, score)
    robots, explosions = ([number_of(cell) for cell in cells] for cells in (layout.robots, layout.explosions))
    return Engine(conditions, human, robots, explosions, level, safe, score)


# The board


def _conditions(rules: Rules, size: tuple[int, int], tags: Mapping[str, str]) -> Conditions:
    width, height = size
    options = rules.options
    centre, right_of_it = (number_of(Cell(width // 2 + step, height // 2)) for step in (0, 1))
    usual, other = (centre, right_of_it) if options["start"] == "centre" else (right_of_it, centre)
    start = number_of(_read_start(tags[START_TAG], width, height)) if START_TAG in tags else usual
    is_fixed = START_TAG in tags or f"start={options['start']}" in rules.changed
    return Conditions(
        width,
        height,
        start,
        _read_levels(tags.get(LEVELS_TAG), width, height),
        clamps=options["offboard"] == "clamp",
        extinguishes=options["teleport_onto_explosion"] == "extinguish",
        sidesteps=options["safe_teleport"] == "sidestep",
        other_start=NOWHERE if is_fixed else other,
        compares=rules.compares,
    )


def _read_size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise NotationError(f"the size is a width and a height such as {WIDTH}x{HEIGHT}, not {text[:20]!r}", SIZE_TAG)
    width, height = int(match[1]), int(match[2])
    if problem := _size_problem(width, height):
        raise NotationError(problem, SIZE_TAG)
    return width, height


def _size_of(layout: Layout, size: tuple[int, int] | None) -> tuple[int, int]:
    """The size that rows have, which must be that of the Size tag where there is one."""
    width, height = size or (layout.widths[-1], len(layout.widths))
    if not layout.is_sized(width, height):
        expected = f"{height} of {width}, as the Size tag says" if size else "all of one length"
        raise NotationError(f"the board has {rows_in_words(layout.widths)}, not {expected}")
    if problem := _size_problem(width, height):
        raise NotationError(problem)
    return width, height


def _size_problem(width: int, height: int) -> str | None:
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        return f"the board is {width}x{height}; a board has from {SMALLEST} to {LARGEST} cells each way"
    if _room(width, height) < 1:
        return f"the board is {width}x{height}; that has no room for the human and the {ROBOTS_PER_LEVEL} robots of level 1"
    return None


def _room(width: int, height: int) -> int:
    """The last level whose robots fit on a board beside the human."""
    return (width * height - 1) // ROBOTS_PER_LEVEL


def _read_start(text: str, width: int, height: int) -> Cell:
    match = _CELL.fullmatch(text)
    if match is None:
        raise NotationError(f"the start is a cell such as 22,15, not {text[:20]!r}", START_TAG)
    cell = Cell(int(match[1]), int(match[2]))
    if not (cell.x < width and cell.y < height):
        raise NotationError(f"the start {cell.name} is not on the board of {width}x{height} cells", START_TAG)
    return cell


def _read_levels(text: str | None, width: int, height: int) -> int:
    room = _room(width, height)
    if text is None:
        return min(LEVELS, room)
    if not _LEVELS.fullmatch(text):
        raise NotationError(f"the number of levels is a whole number from 1, not {text[:20]!r}", LEVELS_TAG)
    levels = int(text)
    if levels > room:
        raise NotationError(
            f"there are {levels} levels, but a board of {width}x{height} cells has room for the robots of level {room} at most",
            LEVELS_TAG,
        )
    return levels


# What stands on it


def _human(layout: Layout) -> Cell:
    if len(layout.humans) != 1:
        where = f": on {' and '.join(cell.name for cell in layout.humans[:2])}" if layout.humans else ""
        raise NotationError(f"the board has {len(layout.humans) or 'no'} humans, not 1{where}")
    return layout.humans[0]


def _check_level(layout: Layout, level: int, score: int) -> None:
    """Refuse what no level can have. Raises NotationError."""
    robots = len(layout.robots)
    if robots > ROBOTS_PER_LEVEL * level:
        raise NotationError(f"the board has {counted(robots, 'robot')}, but level {level} has only {ROBOTS_PER_LEVEL * level}")
    if level == 0 and layout.explosions:
        raise NotationError(f"there is an explosion on {layout.explosions[0].name}, but level 0 is the time before the first spawn")
    destroyed = ROBOTS_PER_LEVEL * level * (level + 1) // 2 - robots
    if score > destroyed:
        raise NotationError(f"the score is {score}, but up to here at most {counted(destroyed, 'robot')} can have been destroyed")
