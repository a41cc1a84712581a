"""The fast path of action tuples: it says exactly what the full path says, and it is really taken."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from both_ways import Found, block_size, handed_on_games
from both_ways import check as check_both
from effort import few_of

from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import official
from expendibots_notation.importers import tuples
from expendibots_notation.verdict import Verdict


def play(seed: int, plies: int = 60) -> list[str]:
    """The actions of a random game."""
    chance = random.Random(seed)
    position: Any = expendibots.start()
    texts = []
    while len(texts) < plies and not position.outcome().is_over:
        action = chance.choice(position.legal_actions())
        texts.append(official.write_tuple(action))
        position = position.play(action)
    return texts


def listed(actions: list[str]) -> str:
    return f"[{', '.join(actions)}]\n"


def in_lines(actions: list[str]) -> str:
    return "".join(f"{action}\n" for action in actions) + "\n"


def quoted(actions: list[str]) -> str:
    return listed([action.replace("'", '"') for action in actions])


LAYOUTS: list[Callable[[list[str]], str]] = [listed, in_lines, quoted]
ODD_LAYOUTS: list[Callable[[list[str]], str]] = [
    lambda actions: "[\n" + "".join(f"  {action},\n" for action in actions) + "]\n",
    lambda actions: " ".join(actions) + "\n",
    lambda actions: "".join(f"{action},\n" for action in actions) + "\n",
    lambda actions: "# a remark\n" + in_lines(actions),
    lambda actions: in_lines(actions).replace("\n", "\n# a remark\n", 1),
    lambda actions: listed(actions).replace("]", "]  # a remark"),
    lambda actions: listed([f"white: {actions[0]}", *actions[1:]]),
    lambda actions: listed(actions).replace("(", "[").replace(")", "]"),
    lambda actions: listed(actions).replace(", ", ","),
]
GAMES = [play(seed) for seed in range(12)]


def check(data: bytes, **overrides: Any) -> Found:
    """Judge a file both ways; what they agree on."""
    return check_both(data, file="games.tuples", format="tuples", **overrides)


@pytest.fixture
def handed_on() -> Iterator[list[int]]:
    """The indexes of the games that the fast path leaves to the full path."""
    with handed_on_games(tuples._TuplesFile) as indexes:
        yield indexes


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("rules", [None, "text", "referee", "nonsense"])
def test_plain_games_take_the_fast_path(layout: Callable[[list[str]], str], rules: str | None, handed_on: list[int]) -> None:
    found = check("".join(map(layout, GAMES)).encode(), rules=rules)
    assert len(found) == len(GAMES)
    assert rules == "nonsense" or handed_on == []


@pytest.mark.parametrize("layout", ODD_LAYOUTS)
def test_other_layouts_are_judged_alike(layout: Callable[[list[str]], str]) -> None:
    found = check("".join(layout(game) for game in GAMES).encode())
    assert len(found) == len(GAMES)


def test_doubt_stays_in_its_game(handed_on: list[int]) -> None:
    illegal = [*GAMES[1][:5], "('MOVE', 9, (0, 0), (0, 1))"]
    check((listed(GAMES[0]) + listed(illegal) + in_lines(GAMES[2]) + in_lines(illegal) + listed(GAMES[3])).encode())
    assert handed_on == [2, 4]


def damage(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    match chance.randrange(5):
        case 0:
            return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + chance.randrange(1, 9) :]
        case 2:
            return data[:at] + chance.choice([b"\n", b"\r\n", b"#", b"[", b")", b"\0", b"\xff", b" ", b"\n\n", b"]\n["]) + data[at:]
        case 3:
            return data.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n\n"]))
        case _:
            return data[:at] + data[at - chance.randrange(30) : at] + data[at:]


@pytest.mark.parametrize("seed", few_of(range(40), 8))
def test_damaged_files_are_judged_alike(seed: int) -> None:
    chance = random.Random(seed)
    data = "".join(chance.choice([*LAYOUTS, *ODD_LAYOUTS])(chance.choice(GAMES)) for _ in range(8)).encode()
    data = chance.choice([b"", b"\xef\xbb\xbf", b"\n \n", b"# remark\n"]) + data.rstrip(chance.choice([b"", b"\n"]))
    with block_size(chance.choice([chance.randrange(1, 3000), 1 << 20])):
        for _ in range(6):
            check(data, rules=chance.choice([None, "referee"]))
            data = damage(data, chance)


@pytest.mark.parametrize(
    "text", ["", "\n", "[]\n", "[(", "(", "()", "[()]", "(\n\n", "# only a remark", "[('BOOM', (0, 0))]", "('BOOM', (0, 0))"]
)
def test_small_files(text: str) -> None:
    check(text.encode())


def test_readings_that_differ_are_in_doubt(handed_on: list[int]) -> None:
    there = ["('MOVE', 1, (0, 1), (0, 2))", "('MOVE', 1, (0, 6), (0, 5))"]
    back = ["('MOVE', 1, (0, 2), (0, 1))", "('MOVE', 1, (0, 5), (0, 6))"]
    odd = ["('MOVE', 1, (1, 1), (1, 2))"]
    for game in (([*there, *back]) * 3, [*odd, *([*there, *back] * 4)]):
        check(listed(game).encode())
        check(listed(game).encode(), rules="referee")


def test_lines_after_a_remark_have_their_own_numbers() -> None:
    text = "('BOOM', (0, 0))\n# a remark\n('BOOM', (0, 0))\n"
    (verdict,) = check(text.encode())
    assert isinstance(verdict, Verdict)
    assert [finding.place.line for finding in verdict.diagnostics] == [3]
