"""The samples of Stack Wars, and its section of the specification against the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import expendibots_notation as xn
from expendibots_notation.diagnostics.codes import BY_CODE
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.games import stack_wars
from expendibots_notation.games.stack_wars.rules import VIOLATIONS

ROOT = Path(__file__).parents[3]
SPEC = (ROOT / "grammar" / "SPEC.md").read_text(encoding="utf-8")
SAMPLES = ROOT / "samples" / "stack_wars"

SHOWN: dict[str, tuple[str, str | None, int, str]] = {
    "double-pass": ("1/2-1/2", "double-pass", 3, "1-1"),
    "forced-pass": ("1-0", "elimination", 5, "2-1"),
    "invasions": ("1-0", "elimination", 17, "2-1"),
    "large-board": ("*", None, 8, "0-0"),
    "recorded-game": ("0-1", "elimination", 190, "4-6"),
    "rejected-attack": ("0-1", "illegal-action", 0, "0-0"),
    "resignation": ("*", None, 15, "0-0"),
    "wiped-out-winner": ("0-1", "elimination", 15, "0-1"),
}
"""By name: result and termination of the replay, its plies, and the points of Black and White."""


def table(heading: str) -> list[list[str]]:
    """The rows of the table whose first row begins so; back-quotes are taken off."""
    lines = SPEC.split("\n")
    (start,) = [number for number, line in enumerate(lines) if line.startswith(heading)]
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def test_reasons_are_asked_in_this_order() -> None:
    """The engine numbers its reasons in the order in which it asks."""
    asked = [
        BY_CODE[code].name for row in table("| about an action of Stack Wars |") for code in re.findall(r"XBN[0-9]{3}", row[1])
    ]
    assert asked == [name for _, name in sorted(VIOLATIONS.items())]


def test_the_tables_name_what_there_is() -> None:
    game = stack_wars.GAME
    assert tuple(row[0] for row in table("| ending of Stack Wars |")) == game.terminations
    assert [row[0] for row in table("| tag of Stack Wars |")] == list(game.tags)


def test_the_example_comes_to_the_positions_that_are_given() -> None:
    section = SPEC[SPEC.index("### An example game of Stack Wars") :]
    blocks = re.findall(r"^```(xbn|text)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    (record,) = xn.read_text(blocks[0][1])
    replay = xn.replay(record)
    assert [replay[ply].text for ply in (6, 10, 14, 15)] == blocks[1][1].splitlines()


def test_every_sample_is_known() -> None:
    assert {path.stem for path in SAMPLES.glob("*.xbn")} == set(SHOWN) == {path.stem for path in SAMPLES.glob("*.json")}


@pytest.mark.parametrize("name", SHOWN)
def test_a_sample_shows_what_its_name_says(name: str) -> None:
    path = SAMPLES / f"{name}.xbn"
    (record,) = xn.read(path)
    verdict = xn.validate(record)
    result, termination, plies, score = SHOWN[name]
    assert (verdict.outcome.result, verdict.outcome.termination, verdict.plies) == (result, termination, plies)
    assert xn.replay(record).final.derived_tags() == {"Score": score}
    # The author's program allows what the rules text forbids, and that is worth a word.
    assert [finding.name for finding in verdict.diagnostics] == (["readings-differ"] if name == "recorded-game" else [])
    assert "".join(xbn_pieces(xn.read(path))).encode() == path.read_bytes()
