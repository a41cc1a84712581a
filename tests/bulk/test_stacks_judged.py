"""Records of STACKS judged on numbers and with trees: the same verdicts, to the letter, under all options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from both_ways import check, judged, parsed_records
from effort import few_of
from games.stacks.test_stacks_properties import a_position, mutated, some_action

from expendibots_notation.games import stacks
from expendibots_notation.games.stacks import Pair
from expendibots_notation.games.stacks.actions import Action, movements
from expendibots_notation.verdict import Verdict

PARTS = 20
LOOSE = [
    ("-", "\N{EN DASH}"),
    ("-", ""),
    ("-", " - "),
    ("x", " X "),
    ("&", " & "),
    (">", "->"),
    ("+", " + "),
    ("2", "2 "),
    ("--", "pass"),
]
RESULTS = ["1-0", "0-1", "*", "1/2-1/2"]


def spelled(chance: Random, action: Action, loose: float = 0.1) -> str:
    """The text of an action, sometimes as the writer would not write it."""
    text = str(action)
    return text.replace(*chance.choice(LOOSE), 1) if chance.random() < loose else text


def spoiled(chance: Random, action: Action) -> Action:
    """An action like this one, which may not be legal."""
    parts = [mutated(chance, part) for part in movements(action)]
    return action if not parts else parts[0] if len(parts) == 1 else Pair(parts[0], parts[1])


def line(chance: Random, position: Any, most: int, depth: int = 0, loose: float = 0.1) -> tuple[str, Any]:
    """The text of a line of play, and where it ends."""
    text = ""
    for _ in range(most):
        if position.outcome().is_over:
            break
        action = some_action(chance, position)
        if chance.random() < loose / 10:
            action = spoiled(chance, action)
        if chance.random() < 0.3:
            text += f"{position.turn}{'.' if position.player == 'black' else '...'} "
        text += f"{spelled(chance, action, loose)} "
        if depth < 2 and chance.random() < 0.1:
            text += f"({line(chance, position, 3, depth + 1, loose)[0]}) "
        if position.violation(action) is not None:
            return text, position
        position = position.play(action)
    return text, position


def record(chance: Random) -> str:
    """A record from anywhere, with a result that is mostly right."""
    start = a_position(chance)
    while start.outcome().is_over:
        start = a_position(chance)
    text, end = line(chance, start, chance.choice([0, 1, 5, 30]))
    if not end.outcome().is_over and chance.random() < 0.1:
        text += f"~{spelled(chance, spoiled(chance, some_action(chance, end)))} "
    result = end.outcome().result if chance.random() < 0.9 else chance.choice(RESULTS)
    tags = {"Format": "xbn 1", "Game": "STACKS", "Rules": start.rules.text, "Setup": start.text, "Result": result}
    if chance.random() < 0.1:
        del tags[chance.choice([*tags])]
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{text}{result}\n\n"


@pytest.mark.parametrize("part", few_of(range(PARTS), 4))
def test_records_of_stacks(part: int) -> None:
    chance = Random(f"stacks {part}")
    check("".join(record(chance) for _ in range(60)).encode())


def test_no_tree_is_made_of_a_game_of_stacks() -> None:
    """Not even of one that ends with an illegal action."""
    chance = Random(1)
    games = []
    for wrong in ("", "", "a1xa1 "):
        text, end = line(chance, stacks.start(), 20, loose=0)
        games.append(f'[Format "xbn 1"]\n[Game "STACKS"]\n[Rules "text"]\n[Result "*"]\n\n{text}{wrong}*\n\n')
        assert end.turn == 11
    with parsed_records() as parsed:
        found = judged("".join(games).encode())
    assert not parsed
    assert [verdict.valid for verdict in found if isinstance(verdict, Verdict)] == [True, True, False]
