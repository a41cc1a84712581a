"""Why an action of Robots is not allowed, in words."""

from __future__ import annotations

from expendibots_notation.board import counted
from expendibots_notation.game import Violation
from expendibots_notation.games.engine import ALLOWED
from expendibots_notation.games.robots import codes
from expendibots_notation.games.robots.actions import Action, Cell, Spawn, Step, Teleport
from expendibots_notation.games.robots.engine import Engine
from expendibots_notation.games.robots.layout import Layout, cell_of, read_layout, rows_in_words

VIOLATIONS = {
    codes.AFTER_END: "action-after-end",
    codes.MISSING_SPAWN: "missing-spawn",
    codes.UNEXPECTED_SPAWN: "unexpected-spawn",
    codes.SPAWN_SIZE: "spawn-size",
    codes.SPAWN_EXPLOSION: "spawn-explosion",
    codes.SPAWN_HUMAN: "spawn-human",
    codes.SPAWN_COUNT: "spawn-count",
    codes.TOO_FAR: "too-far",
    codes.OFF_BOARD: "off-board",
    codes.WRONG_TELEPORT: "wrong-teleport",
    codes.FORBIDDEN_CELL: "forbidden-cell",
}

_ENDINGS = {codes.DEAD: "the human is dead", codes.WON: "the last level is cleared"}


def explain_refusal(engine: Engine, action: Action, refused: int) -> Violation | None:
    """What the engine's answer means, with everything that the message needs."""
    if refused == ALLOWED:
        return None
    # A spawn's own text is too long for a message.
    facts: dict[str, object] = {"text": "the spawn" if isinstance(action, Spawn) else str(action)}
    if refused == codes.AFTER_END:
        facts["end"] = _ENDINGS[engine.ending]
    elif refused == codes.MISSING_SPAWN:
        facts["level"] = engine.level + 1
    elif isinstance(action, Spawn):
        facts |= _about_spawn(engine, read_layout(action.board), refused)
    elif isinstance(action, Step):
        facts |= _about_step(engine, action, refused)
    elif isinstance(action, Teleport):
        facts |= _about_teleport(engine, action, refused)
    return Violation(VIOLATIONS[refused], facts)


def _about_spawn(engine: Engine, layout: Layout, refused: int) -> dict[str, object]:
    conditions = engine.conditions
    facts: dict[str, object] = {}
    match refused:
        case codes.UNEXPECTED_SPAWN:
            facts = {"level": engine.level, "robots": counted(engine.left, "robot")}
        case codes.SPAWN_SIZE:
            facts = {"found": rows_in_words(layout.widths), "expected": f"{conditions.height} of {conditions.width}"}
        case codes.SPAWN_EXPLOSION:
            facts = {"cell": layout.explosions[0].name}
        case codes.SPAWN_HUMAN:
            start = cell_of(conditions.start)
            facts = {"found": _human_in_words(layout, start), "start": start.name}
        case codes.SPAWN_COUNT:
            facts = {"found": counted(len(layout.robots), "robot"), "level": engine.level + 1, "expected": engine.spawn_size()}
    return facts


def _human_in_words(layout: Layout, start: Cell) -> str:
    if not layout.humans:
        return f"a robot on {start.name} and no human" if start in layout.robots else "no human"
    if len(layout.humans) > 1:
        return f"{len(layout.humans)} humans, the first two on {layout.humans[0].name} and {layout.humans[1].name}"
    return f"the human on {layout.humans[0].name}"


def _about_step(engine: Engine, step: Step, refused: int) -> dict[str, object]:
    if refused == codes.OFF_BOARD:
        human = cell_of(engine.human)
        return _off_board(engine, Cell(human.x + step.dx, human.y + step.dy))
    distance = max(abs(step.dx), abs(step.dy))
    return {"distance": counted(distance, "cell"), "limit": "a step goes to one of the eight cells around the human, or stays"}


def _about_teleport(engine: Engine, teleport: Teleport, refused: int) -> dict[str, object]:
    if refused == codes.WRONG_TELEPORT:
        if teleport.is_safe:
            return {"kind": "a safe teleport", "counter": "no safe teleports are left; write t"}
        verb = "is" if engine.safe == 1 else "are"
        counter = f"{counted(engine.safe, 'safe teleport')} {verb} left, and while there are any every teleport is safe; write T"
        return {"kind": "an unsafe teleport", "counter": counter}
    if teleport.cell is None:
        return {"cell": "no cell at all", "reason": "robots would reach the human on every one that is free"}
    if refused == codes.OFF_BOARD:
        return _off_board(engine, teleport.cell)
    return {"cell": teleport.cell.name, "reason": _danger(engine, teleport.cell)}


def _off_board(engine: Engine, cell: Cell) -> dict[str, object]:
    board = engine.conditions
    return {"square": cell.name, "first": Cell(0, 0).name, "last": Cell(board.width - 1, board.height - 1).name}


def _danger(engine: Engine, cell: Cell) -> str:
    """What keeps a safe teleport from ending on a cell."""
    robots, explosions = (_near(cell, numbers) for numbers in (engine.robot_cells(), engine.explosion_cells()))
    if cell in robots:
        return "a robot stands there"
    if cell in explosions:
        return "an explosion burns there"
    if not engine.conditions.sidesteps:
        return f"the robot on {robots[0].name} would reach the human in the step that follows"
    nearby = f"robot on {robots[0].name}" if robots else f"explosion on {explosions[0].name}"
    return (
        f"the {nearby} is next to it; with {codes.CROWD} robots or more a safe teleport keeps away from robots and "
        "explosions, as long as any cell does"
    )


def _near(cell: Cell, numbers: list[int]) -> list[Cell]:
    """Those cells that are this one or next to it."""
    return [each for each in map(cell_of, numbers) if max(abs(each.x - cell.x), abs(each.y - cell.y)) <= 1]
