"""Lists of Python tuples: every way to write them down, and damage."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from effort import few_of

from expendibots_notation.exporters.tuples import tuples_pieces
from expendibots_notation.games import expendibots
from expendibots_notation.importers import detect, tuples
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, read_text, validate, validate_stream
from expendibots_notation.verdict import Verdict

A, B, C = "('MOVE', 1, (0, 1), (0, 2))", "('BOOM', (0, 6))", "('MOVE', 1, (3, 1), (4, 1))"
TEXTS = ["a2-a3", "xa7", "d2-e2"]
GAME = f"[{A}, {B}, {C}]\n"


def read(text: str) -> list[Record]:
    return list(tuples.read(TextStream(BytesIO(text.encode("utf-8", "surrogateescape"))), "game.tuples"))


def texts(record: Record) -> list[str]:
    return [ply.text for ply in record.line.plies]


def findings(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of everything that is found in a text."""
    found = []
    for verdict in validate_stream(BytesIO(text.encode("utf-8", "surrogateescape")), "game.tuples", Overrides(format="tuples")):
        diagnostics = verdict.diagnostics if isinstance(verdict, Verdict) else (verdict.diagnostic,)
        found += [(each.code, each.place.line, each.place.column) for each in diagnostics]
    return found


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        GAME.strip(),
        f"{A}, {B}, {C}",
        f"{A} {B} {C}",
        f"{A};{B};{C}",
        f"({A}, {B}, {C},)",
        f"{A}\n{B}\n{C}\n",
        f"[{A},\n {B},\n {C}]\n",
        f"[\n{A},\n{B},\n{C},\n]\n",
        f"\n\n{GAME}\n\n",
        GAME.replace(" ", ""),
        GAME.replace(" ", "   ").replace("(", "( ").replace(")", "\t)"),
        GAME.replace("'", '"'),
        GAME.replace("(", "[").replace(")", "]"),
        GAME.replace("(", "[").replace(")", "]").replace("'", '"'),
        GAME.lower(),
        GAME.replace("(0, ", "(np.int64(0), ").replace(" 1", " 1.0"),
        GAME.replace("(0, 1)", "Square(x=0, y=1)"),
        f"white: {A}\nblack: {B}\nwhite: {C}\n",
        f"white {A} black {B} white {C}",
        f"WHITE: {A}\nBlack: {B}\nwhite {C}\n",
        f'"white": {A}, "black": {B}, "white": {C}',
        f"[('white', {A}), ('black', {B}), ('white', {C})]",
        f"# a game\n{A}  # first\n{B}\n{C}\n",
        f"[{A}, # one\n {B}, # two\n {C}] # three\n",
        GAME.replace("\n", "\r\n"),
    ],
)
def test_a_game_in_any_writing(text: str) -> None:
    (record,) = read_text(text)
    assert texts(record) == TEXTS
    assert validate(record).valid
    found = detect(text, "game")
    assert found is not None
    assert found.name == "tuples"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (f"{GAME}{A}, {B}\n", [TEXTS, TEXTS[:2]]),
        (f"{A}\n{B}\n\n{A}\n", [TEXTS[:2], TEXTS[:1]]),
        (f"{GAME}{A}\n{B}\n{GAME}", [TEXTS, TEXTS[:2], TEXTS]),
        (f"{GAME}\n# second\n{GAME}", [TEXTS, TEXTS]),
        (f"[{A}]\n[{A}]\n{GAME}", [TEXTS[:1], TEXTS[:1], TEXTS]),
        (f"[{A},\n {B}]\n[{A},\n {B},\n {C}]\n", [TEXTS[:2], TEXTS]),
    ],
)
def test_several_games(text: str, games: list[list[str]]) -> None:
    records = read(text)
    assert [texts(record) for record in records] == games
    assert [record.index for record in records] == list(range(1, len(games) + 1))


def test_an_action_in_a_comment_is_not_played() -> None:
    (record,) = read(f"{A}  # not {B}\n{B}\n")
    assert texts(record) == TEXTS[:2]


def test_an_action_keeps_its_place() -> None:
    (record,) = read(f"\n{A},\n   {B}, {C}\n")[:1]
    assert (record.source.place(record.line.plies[0].span).line, record.source.place(record.line.plies[0].span).column) == (2, 1)
    (verdict,) = validate_stream(BytesIO(f"{A}\n  ('BOOM', (5, 5))\n".encode()), "game.tuples")
    assert isinstance(verdict, Verdict)
    (finding,) = verdict.diagnostics
    assert (finding.place.line, finding.place.column, verdict.plies) == (2, 3, 1)


@pytest.mark.parametrize("action", ["('BOOM', (-1, 0))", "('MOVE', 1, (0, 6), (-1, 6))", "('MOVE', -1, (0, 6), (0, 5))"])
def test_an_action_that_has_no_name_is_a_rejected_one(action: str) -> None:
    (record,) = read(f"{A}\n{action}\n")
    assert texts(record) == TEXTS[:1]
    assert record.line.rejected is not None
    assert record.line.rejected.raw == action
    assert (record.result, record.termination) == ("1-0", "illegal-action")
    assert validate(record).valid


def test_an_action_off_the_board_that_has_a_name_is_illegal() -> None:
    assert findings(f"{A}\n('MOVE', 1, (7, 7), (8, 7))\n") == [("XBN206", 2, 1)]


@pytest.mark.parametrize(
    ("text", "found", "prefix"),
    [
        (f"{A}\nblah\n{B}\n", ("XBN402", 2, 1), 1),
        (f"{A} ?? {B}", ("XBN402", 1, 29), 1),
        (f"{A}\n('MOVE', 1, 2)\n", ("XBN403", 2, 1), 1),
        (f"{A} ('BOOM', (0, 6)", ("XBN403", 1, 29), 1),
        (f"{A} ('BOOM', (0, x))", ("XBN403", 1, 29), 1),
        (f"black {A}", ("XBN405", 1, 7), 0),
        (f"white {A}\nwhite {B}\n", ("XBN405", 2, 7), 1),
        (f"{A} ('BOOM', (-1, 0)) {C}", ("XBN406", 1, 47), 1),
        (f"{A} ('BOOM', ({'(' * 3000}", ("XBN403", 1, 29), 1),
    ],
)
def test_what_cannot_be_read_is_said_and_the_prefix_kept(text: str, found: tuple[str, int, int], prefix: int) -> None:
    assert findings(text) == [found]
    assert texts(read(text)[0]) == TEXTS[:prefix]


def test_an_end_by_the_replay_is_taken_over() -> None:
    # Both sides blow themselves up, until White has nothing left.
    booms = [
        f"('BOOM', ({x}, {y}))" for pair in zip([(0, 0), (3, 0), (6, 0)], [(0, 7), (3, 7), (0, 0)], strict=True) for x, y in pair
    ][:5]
    (record,) = read(", ".join(booms))
    assert (record.result, record.termination) == ("0-1", "elimination")
    assert validate(record).valid
    assert "".join(tuples_pieces([record])) == f"[{', '.join(booms)}]\n"


@pytest.mark.parametrize("seed", few_of(range(40), 8))
def test_no_damage_is_too_much(seed: int) -> None:
    chance = random.Random(seed)
    text = "".join([GAME, f"white: {A}\nblack: {B}\nwhite: {C}\n\n", GAME.replace("(", "[").replace(")", "]"), f"{A} # c\n{B}\n"])
    characters = "()[]'\",#0 1x\n\\\x00é\udc80:"
    for _ in range(40):
        damaged = text
        first = len(text)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(damaged))
            first = min(first, at)
            length = chance.choice([0, 1, 1, 40])
            damaged = damaged[:at] + chance.choice(["", chance.choice(characters), damaged[at : at + 50]]) + damaged[at + length :]
        assert all(1 <= line <= damaged.count("\n") + 1 and column >= 1 for _, line, column in findings(damaged))
        records = read(damaged)
        before = [
            word for word, end in zip(TEXTS, (GAME.find(each) + len(each) for each in (A, B, C)), strict=True) if end <= first
        ]
        if before:
            assert texts(records[0])[: len(before)] == before
        for record in records:
            (again,) = read_text(write(record, expendibots.GAME))
            assert texts(again) == texts(record)
