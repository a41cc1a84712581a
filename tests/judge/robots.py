"""Robots once more, as plainly as the rulebook reads: sets and loops over cells, nothing shared with the project.

Actions are tuples: `("STEP", dx, dy)`, `("TELEPORT", is_safe, (x, y))`, `("CASCADE",)`, and `("SPAWN", rows)`, in which the rows
stand from the top and have a character for each cell: `h`, `r`, `e` or `.`.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from judge.cases import Case, NoStart, Standing, Umpire

Cell = tuple[int, int]
Rows = tuple[str, ...]
PlainAction = tuple[Any, ...]

STEP_NAMES = {
    (-1, 1): "UL", (0, 1): "U", (1, 1): "UR",
    (-1, 0): "L", (0, 0): "C", (1, 0): "R",
    (-1, -1): "DL", (0, -1): "D", (1, -1): "DR",
}  # fmt: skip


@dataclass(frozen=True)
class PlainOptions:
    """What a game is played by."""

    width: int = 45
    height: int = 30
    levels: int = 66
    start: Cell = (22, 15)
    offboard: str = "illegal"
    teleport_onto_explosion: str = "death"
    safe_teleport: str = "strict"

    def cells(self) -> list[Cell]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]


@dataclass(frozen=True)
class PlainState:
    human: Cell
    robots: frozenset[Cell] = frozenset()
    explosions: frozenset[Cell] = frozenset()
    level: int = 0
    safe: int = 0
    score: int = 0
    status: str = "continue"
    options: PlainOptions = field(default_factory=PlainOptions)

    # What is allowed

    def steps(self) -> list[PlainAction]:
        found: list[PlainAction] = []
        for dx, dy in STEP_NAMES:
            x, y = self.human[0] + dx, self.human[1] + dy
            if (x in range(self.options.width) and y in range(self.options.height)) or self.options.offboard == "clamp":
                found.append(("STEP", dx, dy))
        return found

    def destinations(self) -> list[Cell]:
        """Where chance may take a teleport."""
        cells = self.options.cells()
        if self.safe == 0:
            return cells
        free = [cell for cell in cells if cell not in self.robots and cell not in self.explosions]
        near_robots = {cell for robot in self.robots for cell in block(robot)}
        if self.options.safe_teleport == "strict":
            return [cell for cell in free if cell not in near_robots]
        if len(self.robots) >= 100:
            near_explosions = {cell for explosion in self.explosions for cell in block(explosion)}
            lonely = [cell for cell in free if cell not in near_robots and cell not in near_explosions]
            return lonely or free
        return free

    def actions(self) -> list[PlainAction]:
        """Every action with which the game may go on, but for spawns."""
        if self.status != "continue":
            return []
        return [*self.steps(), *(("TELEPORT", self.safe > 0, cell) for cell in self.destinations()), ("CASCADE",)]

    def is_spawn(self, rows: Rows) -> bool:
        """Whether a level may begin so."""
        if self.status != "level_won" or len(rows) != self.options.height or {len(row) for row in rows} != {self.options.width}:
            return False
        on = cells_by_letter(rows)
        return on["h"] == {self.options.start} and not on["e"] and len(on["r"]) == 10 * (self.level + 1)

    # What follows

    def after(self, action: PlainAction) -> PlainState:
        match action:
            case ("STEP", dx, dy):
                return self._after_step(dx, dy)
            case ("TELEPORT", is_safe, cell):
                return self._after_teleport(is_safe, cell)
            case ("CASCADE",):
                return self._after_cascade()
            case ("SPAWN", rows):
                robots = frozenset(cells_by_letter(rows)["r"])
                return replace(
                    self, human=self.options.start, robots=robots, explosions=frozenset(), level=self.level + 1, status="continue"
                )
        raise AssertionError(action)

    def _after_step(self, dx: int, dy: int) -> PlainState:
        x = min(max(self.human[0] + dx, 0), self.options.width - 1)
        y = min(max(self.human[1] + dy, 0), self.options.height - 1)
        moved = replace(self, human=(x, y))
        if (x, y) in self.robots or (x, y) in self.explosions:
            return replace(moved, status="lost")
        return moved.robot_step()

    def _after_teleport(self, is_safe: bool, cell: Cell) -> PlainState:
        moved = replace(self, human=cell)
        if is_safe:
            moved = replace(moved, safe=self.safe - 1)
            return moved.robot_step(is_aside=self.options.safe_teleport == "sidestep")
        if cell in self.explosions:
            if self.options.teleport_onto_explosion == "death":
                return replace(moved, status="lost")
            moved = replace(moved, explosions=self.explosions - {cell})
        return moved.robot_step()

    def _after_cascade(self) -> PlainState:
        now = self
        while now.status == "continue":
            now = now.robot_step()
        if now.status == "lost":
            return replace(now, score=self.score)
        return replace(now, safe=min(10, self.safe + len(self.robots)))

    def robot_step(self, is_aside: bool = False) -> PlainState:
        """Every robot steps towards the human, all at once."""
        arrivals: list[Cell] = []
        for x, y in self.robots:
            target = (x + sign(self.human[0] - x), y + sign(self.human[1] - y))
            if is_aside and target == self.human:
                target = (self.human[0] + (1 if self.human[0] == 0 else -1), self.human[1])
            arrivals.append(target)
        alive, explosions = set(), set(self.explosions)
        for cell, number in Counter(arrivals).items():
            if number > 1:
                explosions.add(cell)
            elif cell not in self.explosions:
                alive.add(cell)
        after = replace(self, robots=frozenset(alive), explosions=frozenset(explosions))
        if self.human in arrivals:
            return replace(after, status="lost")
        after = replace(after, score=self.score + len(arrivals) - len(alive))
        if alive:
            return after
        return replace(after, status="game_won" if self.level == self.options.levels else "level_won")

    # As text

    @property
    def rows(self) -> Rows:
        """The board; the human hides what else is on its cell."""
        letters = dict.fromkeys(self.explosions, "e") | dict.fromkeys(self.robots, "r") | {self.human: "h"}
        width, height = self.options.width, self.options.height
        return tuple("".join(letters.get((x, y), ".") for x in range(width)) for y in range(height - 1, -1, -1))

    @property
    def text(self) -> str:
        return f"{rows_text(self.rows)} {self.level} {self.safe} {self.score}"


def usual_start(width: int, height: int, option: str) -> Cell:
    """Where levels begin without a Start tag: in the centre, rounded down, or one column further right, as in the reference."""
    return (width // 2, height // 2) if option == "centre" else (width // 2 + 1, height // 2)


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def block(cell: Cell) -> set[Cell]:
    """The cell and what is around it, on the board or not."""
    return {(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def cells_by_letter(rows: Rows) -> dict[str, set[Cell]]:
    found: dict[str, set[Cell]] = {"h": set(), "r": set(), "e": set(), ".": set()}
    for y, row in enumerate(reversed(rows)):
        for x, letter in enumerate(row):
            found[letter].add((x, y))
    return found


def read_rows(text: str) -> Rows:
    return tuple(re.sub(r"[0-9]+", lambda run: "." * int(run[0]), row) for row in text.split("/"))


def read_state(text: str, **options: str) -> PlainState:
    """The state of a canonical position string, on its own board with the usual levels and start."""
    board, level, safe, score = text.split()
    rows = read_rows(board)
    on = cells_by_letter(rows)
    width, height = len(rows[0]), len(rows)
    levels = min(66, (width * height - 1) // 10)
    status = "continue" if on["r"] else "game_won" if int(level) == levels else "level_won"
    played_by = PlainOptions(width, height, levels, usual_start(width, height, options.pop("start", "centre")), **options)
    (human,) = on["h"]
    return PlainState(human, frozenset(on["r"]), frozenset(on["e"]), int(level), int(safe), int(score), status, played_by)


def rows_text(rows: Rows) -> str:
    return "/".join("".join(str(len(list(run))) if letter == "." else "".join(run) for letter, run in groupby(row)) for row in rows)


def random_spawn(state: PlainState, source: random.Random, robots: int | None = None) -> PlainAction:
    """A layout for the next level, or one with another number of robots."""
    cells = [cell for cell in state.options.cells() if cell != state.options.start]
    count = 10 * (state.level + 1) if robots is None else robots
    begun = replace(state, human=state.options.start, robots=frozenset(source.sample(cells, count)), explosions=frozenset())
    return ("SPAWN", begun.rows)


def action_text(action: PlainAction) -> str:
    match action:
        case ("STEP", dx, dy):
            return STEP_NAMES[dx, dy]
        case ("TELEPORT", is_safe, (x, y)):
            return f"{'T' if is_safe else 't'}@{x},{y}"
        case ("CASCADE",):
            return "X"
        case ("SPAWN", rows):
            return f"<{rows_text(rows)}>"
    raise AssertionError(action)


def record_text(actions: list[str], tags: dict[str, str], result: str) -> str:
    """A canonical record: every action has a number and a line of its own, and so has every spawn, without the number."""
    frame = {"Format": "xbn 1", "Game": "Robots", "Rules": tags.get("Rules", "text")}
    frame |= {"Setup": tags["Setup"]} if "Setup" in tags else {}
    frame |= {"Result": result}
    frame |= {"Termination": tags["Termination"]} if "Termination" in tags else {}
    frame |= {name: value for name, value in tags.items() if name not in frame}
    lines = []
    number = 1
    for action in actions:
        if action.startswith("<"):
            lines.append(action)
        else:
            lines.append(f"{number}. {action}")
            number += 1
    closing = f"{lines.pop()} {result}" if lines else result
    return "\n".join([*(f'[{name} "{value}"]' for name, value in frame.items()), "", *lines, closing]) + "\n"


# The umpire

STEPS = {name: step for step, name in STEP_NAMES.items()}
STANDINGS: dict[str, Standing] = {
    "continue": ("*", None),
    "level_won": ("*", None),
    "lost": ("0-1", "death"),
    "game_won": ("1-0", "last-level"),
}


class RobotsUmpire(Umpire):
    def __init__(self, state: PlainState) -> None:
        self.state = state

    def allows(self, action: str) -> bool:
        if action.startswith("<"):
            return self.state.is_spawn(read_rows(action[1:-1]))
        return read_action(action) in self.state.actions()

    def play(self, action: str) -> None:
        self.state = self.state.after(read_action(action))

    def text(self) -> str:
        return self.state.text

    def outcome(self) -> Standing:
        return STANDINGS[self.state.status]

    def is_true(self, claim: str) -> bool:
        if self.state.status == "lost":
            return claim == "#"
        return claim == f"={len(self.state.robots)}" or (claim == "+" and not self.state.robots)

    def actions(self) -> set[str]:
        return {action_text(action) for action in self.state.actions()}


def read_action(text: str) -> PlainAction:
    if text.startswith("<"):
        return ("SPAWN", read_rows(text[1:-1]))
    if text == "X":
        return ("CASCADE",)
    if "@" in text:
        x, y = text[2:].split(",")
        return ("TELEPORT", text[0] == "T", (int(x), int(y)))
    return ("STEP", *STEPS[text])


def umpire(case: Case) -> RobotsUmpire:
    reading, options = case.reading_and_options()
    if reading == "reference":
        options = {"start": "reference", "teleport_onto_explosion": "extinguish", "safe_teleport": "sidestep"} | options
    fields = (case.setup or "").replace("_", " ").split()
    rows = read_rows(fields[0]) if fields else ()
    size = case.tag("Size")
    width, height = (int(part) for part in size.split("x")) if size else (len(rows[0]), len(rows)) if rows else (45, 30)
    room = (width * height - 1) // 10
    levels = int(case.tag("Levels") or min(66, room))
    usual = usual_start(width, height, options.pop("start", "centre"))
    x, y = (int(part) for part in (case.tag("Start") or f"{usual[0]},{usual[1]}").split(","))
    if not (width in range(3, 100) and height in range(3, 100) and room and 0 < levels <= room and x < width and y < height):
        raise NoStart(str(case.tags))
    played_by = PlainOptions(width, height, levels, (x, y), **options)
    if not fields:
        return RobotsUmpire(PlainState((x, y), status="level_won", options=played_by))
    on = cells_by_letter(rows)
    level, safe, score = (int(field) for field in [*fields[1:], *(["0"] if len(fields) == 3 else [])])
    destroyed = 5 * level * (level + 1) - len(on["r"])
    if (
        [len(row) for row in rows] != [width] * height
        or len(on["h"]) != 1
        or level > levels
        or safe > 10
        or len(on["r"]) > 10 * level
        or score > destroyed
        or (level == 0 and on["e"])
    ):
        raise NoStart(str(case.setup))
    status = "continue" if on["r"] else "game_won" if level == levels else "level_won"
    return RobotsUmpire(
        PlainState(next(iter(on["h"])), frozenset(on["r"]), frozenset(on["e"]), level, safe, score, status, played_by)
    )


def random_start(source: random.Random) -> tuple[str | None, dict[str, str]]:
    """A new game or a level in progress, mostly on small boards, where levels are soon over; sometimes on the usual one."""
    tiny, usual = [(3, 4), (4, 3), (5, 5), (12, 3)], [(13, 11), (19, 18), (25, 24), (45, 30), (45, 30)]
    width, height = source.choice(tiny if source.random() < 0.2 else usual)
    room = (width * height - 1) // 10
    levels = source.choice([min(room, 66), source.randint(1, min(room, 66))])
    start = source.choice([None, (source.randrange(width), source.randrange(height))])
    tags = {"Size": f"{width}x{height}", "Levels": str(levels)} | ({"Start": f"{start[0]},{start[1]}"} if start else {})
    if source.random() < 0.4:
        return None, tags
    options = PlainOptions(width, height, levels)
    cells = options.cells()
    source.shuffle(cells)
    level = source.choice([levels, source.randint(1, levels)])
    most = min(10 * level, len(cells) - 1)
    robots = source.choice([1, min(2, most), min(2, most), min(5, most), source.randint(1, most), most])
    fires = source.randint(0, min(source.choice([6, width * height // 4]), len(cells) - 1 - robots))
    safe, score = source.choice([0, 0, 1, 3, 10]), source.randint(0, 5 * level * (level + 1) - robots)
    burning = frozenset(cells[1 + robots : 1 + robots + fires])
    state = PlainState(cells[0], frozenset(cells[1 : 1 + robots]), burning, level, safe, score, "continue", options)
    return state.text, tags
