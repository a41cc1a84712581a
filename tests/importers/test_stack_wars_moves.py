"""The moves of the author's Stack Wars program: the recorded game, several games in a file, odd lines, and damage."""

from __future__ import annotations

import gzip
import json
import random
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from effort import few_of
from judge.stack_wars import PlainAction, PlainGame

from expendibots_notation.exporters.json import json_pieces
from expendibots_notation.games import stack_wars
from expendibots_notation.importers import IMPORTERS, detect, stack_wars_moves
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, read_stream, read_text, validate_stream
from expendibots_notation.verdict import Verdict

FILE = Path(__file__).parent.parent / "data" / "stack_wars_game1.json.gz"
RECORDED: dict[str, Any] = json.loads(gzip.decompress(FILE.read_bytes()))
LINES: list[str] = [entry["original"] for entry in RECORDED["actions"]]
TEXTS: list[str] = [entry["notation"].rstrip("^") for entry in RECORDED["actions"]]
GAME = "".join(f"{line}\n" for line in LINES)
SHORT = "3 8\n6 0\n6 8\n6 0 6 1\n"
SHORT_TEXTS = ["+d1", "+g9", "+g1", "g9-g8"]


def read(text: str) -> list[Record]:
    return list(stack_wars_moves.read([text], "game.moves"))


def texts(record: Record) -> list[str]:
    return [ply.text for ply in record.line.plies]


def judge(text: str | bytes) -> list[Verdict]:
    """The verdicts on a file; what is wrong with it as a whole is not among them."""
    data = text.encode() if isinstance(text, str) else text
    found = list(validate_stream(BytesIO(data), "game.moves", Overrides(format="stack-wars-moves")))
    return [each for each in found if isinstance(each, Verdict)]


def findings(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of everything that is found in a text."""
    return [(each.code, each.place.line, each.place.column) for verdict in judge(text) for each in verdict.diagnostics]


# The recorded game


def test_the_recorded_game() -> None:
    (record,) = read(GAME)
    assert texts(record) == TEXTS
    assert (record.rules, record.result, record.termination) == ("reference", "0-1", "elimination")
    (verdict,) = judge(GAME)
    assert (verdict.valid, verdict.plies, verdict.game) == (True, 190, "stack_wars")
    assert [finding.code for finding in verdict.diagnostics] == ["XBN311"]
    assert verdict.final == f"{RECORDED['actions'][-1]['position_after']} 95"


def test_the_recorded_game_survives_as_xbn_and_as_json() -> None:
    (record,) = read(GAME)
    text = write(record, stack_wars.GAME)
    (again,) = read_text(text)
    assert texts(again) == TEXTS
    (document,) = read_text("".join(json_pieces([record])))
    assert not document.findings
    assert write(document, stack_wars.GAME) == text


@pytest.mark.parametrize("length", [1, 2, 17, 68, 69, 100, 189])
def test_a_part_of_the_game_is_unfinished(length: int) -> None:
    (record,) = read("".join(f"{line}\n" for line in LINES[:length]))
    assert texts(record) == TEXTS[:length]
    assert (record.result, record.termination) == ("*", None)
    assert judge("\n".join(LINES[:length]))[0].plies == length


def test_an_action_keeps_its_line() -> None:
    (record,) = read(GAME)
    for number, ply in enumerate(record.line.plies, 1):
        place = record.source.place(ply.span)
        assert (place.line, place.column, place.end_column) == (number, 1, len(LINES[number - 1]) + 1)


@pytest.mark.parametrize("seed", few_of(range(10), 3))
def test_random_games_are_read_as_they_were_played(seed: int) -> None:
    chance = random.Random(seed)
    game = PlainGame(joins=True)
    lines, kinds = [], []
    for _ in range(150):
        actions = game.legal_actions()
        if not actions or actions == [("pass",)]:
            break
        action: PlainAction = chance.choice([each for each in actions if each[0] == "attack"] or actions)
        lines.append(" ".join(str(number) for at in action[1:] for number in at))
        kinds.append(action[0])
        game.play(action)
    (record,) = read("\n".join(lines))
    assert [type(ply.action).__name__.lower() for ply in record.line.plies] == kinds
    (verdict,) = judge("\n".join(lines))
    assert (verdict.plies, verdict.valid) == (len(lines), True)
    assert (verdict.outcome.result, verdict.outcome.termination) == game.outcome()


# Layout


@pytest.mark.parametrize(
    "text",
    [
        SHORT,
        SHORT.strip(),
        SHORT.replace("\n", "\r\n"),
        SHORT.replace("\n", "\n\n"),
        f"\n\n  \n{SHORT}\n\t\n",
        SHORT.replace(" ", "   "),
        SHORT.replace(" ", "\t"),
        SHORT.replace("\n", "  \n  "),
        SHORT.replace("3 8", "03 08"),
        "\ufeff" + SHORT,
    ],
)
def test_a_game_in_any_layout(text: str) -> None:
    (record,) = read_text(text)
    assert texts(record) == SHORT_TEXTS
    found = detect(text, "game.unknown")
    assert found is not None
    assert found.name == "stack-wars-moves"
    (verdict,) = judge(text)
    assert (verdict.valid, verdict.diagnostics) == (True, ())


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (f"{SHORT}---\n{SHORT}", [SHORT_TEXTS] * 2),
        (f"---\n{SHORT}\n\n======\n\n---\n  -----  \n{SHORT}---\n", [SHORT_TEXTS] * 2),
        (f"{GAME}\n{GAME}\n\n\n{SHORT}", [TEXTS, TEXTS, SHORT_TEXTS]),
        (f"{SHORT}resign\n\n{SHORT}", [SHORT_TEXTS] * 2),
        (f"{SHORT}\n3 8\n", [[*SHORT_TEXTS, "+d1"]]),
        ("resign\n\nresign\n", [[], []]),
    ],
)
def test_several_games(text: str, games: list[list[str]]) -> None:
    records = read(text)
    assert [texts(record) for record in records] == games
    assert [record.index for record in records] == list(range(1, len(games) + 1))


def test_places_in_a_second_game() -> None:
    (_, second) = read(f"{SHORT}---\n\n {SHORT}")
    place = second.source.place(second.line.plies[0].span)
    assert (place.line, place.column, second.source.first_line) == (7, 2, 7)


@pytest.mark.parametrize(("lines", "result"), [(0, "0-1"), (1, "1-0"), (2, "0-1"), (3, "1-0")])
@pytest.mark.parametrize("word", ["resign", "Resign", "  RESIGN  "])
def test_a_resignation_is_that_of_the_player_to_move(lines: int, result: str, word: str) -> None:
    text = "".join(f"{line}\n" for line in LINES[:lines]) + word
    (record,) = read(text)
    assert (record.result, record.termination) == (result, "resignation")
    (verdict,) = judge(text)
    assert (verdict.valid, verdict.diagnostics) == (True, ())


# What is wrong


@pytest.mark.parametrize(
    ("text", "found", "prefix"),
    [
        (f"{SHORT}hello\n3 8\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}  1 2 3\n", ("XBN402", 5, 3), 4),
        (f"{SHORT}1\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}1 2 3 4 5 6\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}3, 8\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}-1 8\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}3 8.0\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}\N{ARABIC-INDIC DIGIT ONE} 8\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}--\n", ("XBN402", 5, 1), 4),
        (f"{SHORT}26 8\n", ("XBN403", 5, 1), 4),
        (f"{SHORT}3 10\n", ("XBN403", 5, 1), 4),
        (f"{SHORT}3 8 3 77\n", ("XBN403", 5, 1), 4),
        (f"{SHORT}{'9' * 5000} 8\n", ("XBN403", 5, 1), 4),
        (f"{SHORT}resign\n3 8\n", ("XBN406", 6, 1), 4),
        (f"{GAME}resign\n", ("XBN406", 191, 1), 190),
    ],
)
def test_what_cannot_be_read_is_said_and_the_prefix_kept(text: str, found: tuple[str, int, int], prefix: int) -> None:
    assert [each for each in findings(text) if each[0] != "XBN311"] == [found]
    (record,) = read(text)
    assert texts(record) == TEXTS[:prefix]
    assert not record.is_whole


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("6 8 6 8", "XBN207"),
        ("5 5", "XBN226"),
        ("6 1", "XBN201"),
        ("3 8 4 7", "XBN220"),
        ("0 8 0 7", "XBN209"),
        ("6 1 6 2", "XBN201"),
        ("3 9", "XBN206"),
        ("9 8", "XBN206"),
        ("3 8 3 9", "XBN206"),
    ],
)
def test_an_illegal_line_is_judged_by_the_rules(line: str, code: str) -> None:
    """What follows is kept, but has no board to stand on."""
    assert findings(f"{SHORT}{line}\n5 0\n") == [(code, 5, 1)]
    (record,) = read(f"{SHORT}{line}\n5 0\n")
    assert texts(record)[:4] == SHORT_TEXTS
    assert texts(record)[5:] == ["+f9"]
    assert (record.result, record.termination) == ("*", None)


def test_a_line_behind_the_end_without_a_blank_one_between_is_illegal() -> None:
    assert [each for each in findings(f"{GAME}3 8\n") if each[0] != "XBN311"] == [("XBN210", 191, 1)]


def test_damage_stays_in_its_game() -> None:
    verdicts = judge(f"{GAME}\n{SHORT}what?\n---\n{GAME}")
    assert [verdict.valid for verdict in verdicts] == [True, False, True]
    assert [verdict.plies for verdict in verdicts] == [190, 4, 190]


# Detection


def test_it_is_registered_once() -> None:
    assert [importer.extensions for importer in IMPORTERS if importer.name == "stack-wars-moves"] == [(".moves",)]


@pytest.mark.parametrize("text", [GAME, SHORT, "3 8", f"{SHORT}resign\n", f"{SHORT}---\n{SHORT}", "\n\n3 8\n6 0\n"])
def test_the_content_tells_a_list_of_moves(text: str) -> None:
    for name in ("game", "game.log", "game.txt", "game.xbn"):
        found = detect(text, name)
        assert found is not None
        assert found.name == "stack-wars-moves"


@pytest.mark.parametrize(
    "text",
    [
        "1. +d1 +g9 *\n",
        "3\n8\n",
        "100 200\n300 400\n",
        "1 2 3\n",
        "3 8 4 7\n",
        "3 apples\n",
        "[3, 8]\n",
        "3,8\n",
        "3.0 8.0\n",
        "1 - 2\n",
        "",
        "\n\n",
        "resign\n",
        "1" * 5000,
        "1 " * 5000,
    ],
)
def test_other_texts_are_not_claimed(text: str) -> None:
    assert stack_wars_moves.recognises(text) == 0


def test_a_few_bad_lines_do_not_hide_the_format() -> None:
    found = detect(GAME.replace(f"{LINES[4]}\n", "oops\n", 1), "game")
    assert found is not None
    assert found.name == "stack-wars-moves"


# Damage


def damage(text: str, chance: random.Random) -> tuple[bytes, int]:
    """The damaged bytes of a text, and how many of its lines before the damage are whole."""
    data = text.encode()
    lines = data.splitlines(keepends=True)
    kind = chance.choice(["flip", "drop", "double", "cut", "swap"])
    if kind == "flip":
        at = chance.randrange(len(data))
        return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :], data.count(b"\n", 0, at)
    if kind == "cut":
        at = chance.randrange(len(data))
        return data[:at], data.count(b"\n", 0, at)
    at = chance.randrange(len(lines))
    other = chance.randrange(at, len(lines))
    changed = {
        "drop": [*lines[:at], *lines[at + 1 :]],
        "double": [*lines[: at + 1], *lines[at:]],
        "swap": [*lines[:at], lines[other], *lines[at + 1 : other], *([lines[at]] if other != at else []), *lines[other + 1 :]],
    }[kind]
    return b"".join(changed), at


@pytest.mark.parametrize("seed", few_of(range(40), 10))
def test_no_damage_is_too_much(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        damaged, whole_lines = damage(GAME, chance)
        for verdict in judge(damaged):
            for finding in verdict.diagnostics:
                assert 1 <= finding.place.line <= damaged.count(b"\n") + damaged.count(b"\r") + 1
        overrides = Overrides(format="stack-wars-moves")
        records = [each for each in read_stream(BytesIO(damaged), "game.moves", overrides) if isinstance(each, Record)]
        if whole_lines:
            assert texts(records[0])[:whole_lines] == TEXTS[:whole_lines]
        for record in records:
            (again,) = read_text(write(record, stack_wars.GAME))
            assert [ply.action for ply in again.line.plies] == [ply.action for ply in record.line.plies]
