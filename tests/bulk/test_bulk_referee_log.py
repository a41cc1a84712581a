"""The fast path of logs: it says exactly what the full path says, and it is really taken."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import BytesIO
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from both_ways import Found, block_size, check_reports, handed_on_games, judged
from both_ways import check as check_both
from effort import few_of

from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import initial_position
from expendibots_notation.games.expendibots.worded_bytes import play
from expendibots_notation.importers import referee_log
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import USUAL, applied
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, read_stream
from expendibots_notation.verdict import CleanRun, Verdict

LOGS = Path(__file__).parent.parent / "data" / "logs" / "logs.jsonl.gz"
ENTRIES: dict[str, dict[str, Any]] = {
    entry["name"]: entry for entry in map(json.loads, gzip.decompress(LOGS.read_bytes()).decode().splitlines())
}
BROKEN = sorted((Path(__file__).parents[2] / "samples" / "broken").glob("*.log"))
START = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n"
TWO = "[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\n"
CLEAN = START + TWO
ROUNDS = 12


def log(name: str) -> str:
    text: str = ENTRIES[name]["log"]
    return text


def check(data: bytes, **overrides: Any) -> Found:
    """Judge a file both ways; what they agree on."""
    return check_both(data, file="game.log", format="referee-log", **overrides)


@pytest.fixture
def handed_on() -> Iterator[list[int]]:
    """The indexes of the games that the fast path leaves to the full path."""
    with handed_on_games(referee_log._LogFile) as indexes:
        yield indexes


def read(text: str) -> list[Record]:
    return list(read_stream(BytesIO(text.encode()), "game.log", Overrides(format="referee-log")))


def is_plain(name: str) -> bool:
    """Whether nothing about a log is worth a word, and every action is spelled as usual."""
    (record,) = read(log(name))
    (verdict,) = judged(log(name).encode(), with_trees=True, format="referee-log")
    has_odd_spelling = any(ply.notes.attributes for ply in record.line.plies)
    rejected = record.line.rejected
    is_one_line = rejected is None or (rejected.raw is not None and rejected.raw.isascii() and "\n" not in rejected.raw)
    return isinstance(verdict, Verdict) and is_one_line and not (verdict.diagnostics or has_odd_spelling)


# The same verdicts


@pytest.mark.parametrize("name", ENTRIES)
def test_a_log_is_judged_alike(name: str) -> None:
    check(log(name).encode())
    check(log(name).encode(), rules="text")


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_sample_is_judged_alike(path: Path) -> None:
    check(path.read_bytes())


def damage(data: bytes, chance: random.Random) -> bytes:
    """A log with something wrong in it, or something unusual."""
    lines = data.splitlines(keepends=True)
    at, other = sorted(chance.randrange(len(lines)) for _ in range(2))
    match chance.choice(["flip", "digit", "cut", "drop", "double", "swap", "crlf", "blank", "space", "game", "move"]):
        case "flip":
            at = chance.randrange(len(data))
            return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]
        case "digit":
            digits = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
            at = chance.choice(digits or [0])
            return data[:at] + b"%d" % chance.randrange(10) + data[at + 1 :]
        case "cut":
            return data[: chance.randrange(len(data))]
        case "drop":
            del lines[at]
        case "double":
            lines.insert(at, lines[at])
        case "swap":
            lines[at], lines[other] = lines[other], lines[at]
        case "crlf":
            lines[at : other + 1] = [line.replace(b"\n", b"\r\n") for line in lines[at : other + 1]]
        case "blank":
            lines.insert(chance.choice([0, at, len(lines)]), chance.choice([b"\n", b" \n", b"\n\n\n", b"\r", b"\x0c\n"]))
        case "space":
            lines[at] = chance.choice([b" " + lines[at], lines[at].replace(b"\n", b"  \n"), lines[at].replace(b" ", b"  ", 1)])
        case "game":
            lines.insert(at, START.encode())
        case "move":
            lines.insert(other, lines.pop(at))
    return b"".join(lines)


@pytest.mark.parametrize("name", few_of(ENTRIES, 50))
def test_a_damaged_log_is_judged_alike(name: str) -> None:
    chance = random.Random(name)
    for _ in range(ROUNDS if len(log(name)) < 10_000 else 2):
        data = damage(log(name).encode(), chance)
        check(data)
        if chance.random() < 0.3:
            check(damage(data, chance) if data else data, rules=chance.choice(["text", "referee"]))


@pytest.mark.parametrize("seed", few_of(range(20), 5))
def test_a_file_of_many_games_is_judged_alike(seed: int) -> None:
    """Clean and damaged ones by turns, in blocks of any size: damage stays in its game."""
    chance = random.Random(seed)
    games = []
    for name in chance.sample([*ENTRIES], 12):
        data = log(name).encode()
        games.append(damage(data, chance) if chance.random() < 0.3 else data)
    data = chance.choice([b"", b"\n", b" \n\n", b"\xef\xbb\xbf", b"what is this?\n"]) + chance.choice([b"", b"\n"]).join(games)
    with block_size(chance.randrange(1, 3000)):
        found = check(data)
    assert [each.index for each in found if isinstance(each, Verdict)] == list(range(1, len(found) + 1))


# Pieces of a file

SMALL = f"\n \n{CLEAN}\n{START}{TWO.splitlines()[0]}\n{log('same_colour_twice')}{START}"


class Given(TextStream):
    """Data that comes in given blocks."""

    def __init__(self, blocks: Iterable[str]) -> None:
        super().__init__(BytesIO())
        self.given = blocks

    def data(self) -> Iterator[bytes]:
        return (block.encode() for block in self.given)


def scanned(blocks: list[str]) -> list[Verdict | Record]:
    return list(one_by_one(referee_log.scan(Given(blocks), "game.log", None, None, True)))


def one_by_one(found: Iterable[CleanRun | Record]) -> Iterator[Verdict | Record]:
    for each in found:
        if isinstance(each, CleanRun):
            yield from each
        else:
            yield each


def test_the_border_of_two_blocks_may_be_anywhere() -> None:
    expected = scanned([SMALL])
    assert [type(each) for each in expected] == [Verdict, Verdict, Record, Verdict]
    assert [each.line for each in expected if isinstance(each, Verdict)] == [3, 7, 13]
    records = list(referee_log.read(Given([SMALL]), "game.log"))
    assert "\n".join(record.source.text for record in records) + "\n" == SMALL.lstrip()
    for at in range(len(SMALL) + 1):
        blocks = [SMALL[:at], SMALL[at:]]
        assert repr(list(referee_log.read(Given(blocks), "game.log"))) == repr(records)
        assert repr(scanned(blocks)) == repr(expected)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144])
def test_blocks_may_have_any_size(size: int) -> None:
    expected = check(SMALL.encode())
    with block_size(size):
        assert repr(check(SMALL.encode())) == repr(expected)


@pytest.mark.parametrize(
    "text", ["", "\n", "\n\n  \n", " ", "x", "\nx", "\n\n" + START, START.strip(), CLEAN * 2, CLEAN + "\n" * 3]
)
def test_small_files(text: str) -> None:
    check(text.encode())


def test_a_long_file_is_never_held_as_a_whole() -> None:
    """Games come out as soon as the blocks that hold them have come in."""
    taken = count()

    def blocks() -> Iterator[str]:
        while next(taken) < 10_000:
            yield CLEAN * 5

    found = islice(one_by_one(referee_log.scan(Given(blocks()), "game.log", None, None, True)), 1000)
    assert [each.index for each in found] == list(range(1, 1001))
    assert next(taken) <= 210


def test_a_long_game_takes_no_longer_by_the_line() -> None:
    """Each block is looked at a few times at most, although the end of the game is not in sight."""
    blocks = [START, *["[white] - hello.\n" * 100] * 3000]
    with applied(USUAL.changed({"record_length": 10_000_000})):
        (record,) = scanned(blocks)
    assert isinstance(record, Record)
    assert record.source.text.count("\n") == 300_000


# What the caller says


@pytest.mark.parametrize("rules", [None, "", "text", "referee", "referee,", "house", "text,size=9"])
def test_other_rules(rules: str | None) -> None:
    names = [name for name, entry in ENTRIES.items() if entry["category"] in ("draw_repetition", "white_win")][:20]
    check("".join(map(log, names)).encode(), rules=rules)


def test_another_game_changes_nothing() -> None:
    assert check(CLEAN.encode(), game="nonsense") == check(CLEAN.encode())


def test_one_record_of_a_file() -> None:
    names = ["clock_1", "same_colour_twice", "clock_1", "client_no_over_line_0"]
    data = "".join(map(log, names)).encode()
    every = check(data)
    for number in range(1, 5):
        assert check(data, record=number) == every[number - 1 : number]
    assert check(data, record=5) == ["it has no record 5, only 4"]


def test_reports_are_the_same(tmp_path: Path) -> None:
    chance = random.Random("json")
    path = tmp_path / "games.log"
    path.write_bytes(b"".join(damage(log(name).encode(), chance) + log(name).encode() for name in chance.sample([*ENTRIES], 16)))
    check_reports(str(path), "--rules", "text")


# Which path a game takes


@pytest.mark.parametrize("name", ENTRIES)
def test_the_fast_path_is_taken_for_every_plain_log(name: str, handed_on: list[int]) -> None:
    check(log(name).encode())
    assert handed_on == ([] if is_plain(name) else [1])


def test_most_logs_are_plain() -> None:
    assert sum(map(is_plain, ENTRIES)) > 150


def test_doubt_stays_in_its_game(handed_on: list[int]) -> None:
    names = ["clock_1", "same_colour_twice", "clock_1", "client_no_over_line_0", "clock_1"]
    check("".join(map(log, names)).encode())
    assert handed_on == [2, 4]


CLOCK = log("clock_1")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        pytest.param(CLEAN + "hello\n", ["XBN402"], id="unknown line"),
        pytest.param(CLEAN.replace("1 from", "1.0 from"), [], id="odd repr"),
        pytest.param(CLEAN.replace(" 1 ", " 01 "), ["XBN403"], id="odd number"),
        pytest.param(CLEAN.replace(".\n", ". \n"), [], id="space after"),
        pytest.param(CLEAN.replace("[black]", "\n[black]"), [], id="blank line"),
        pytest.param(CLEAN.replace("(0, 2)", "(0, 3)"), ["XBN203"], id="illegal"),
        pytest.param(CLEAN.replace("MOVE 1", "MOVE 0"), ["XBN208"], id="no tokens"),
        pytest.param(CLEAN.replace("(0, 2)", "(0, -1)"), ["XBN206"], id="off the board"),
        pytest.param(CLEAN.replace("(0, 6)", "(9, 6)"), ["XBN206"], id="boom off the board"),
        pytest.param(CLEAN.replace("[black]", "[white]"), ["XBN405"], id="colour out of turn"),
        pytest.param(CLEAN + "[over ] - winner: white\n", ["XBN309"], id="no end"),
        pytest.param(CLEAN + "[over ] - winner: green\n", ["XBN402"], id="unknown end"),
        pytest.param(CLOCK.replace("[over ]", "\n[over ]"), [], id="blank line before the end"),
        pytest.param(CLOCK + "[black] - BOOM at (0, 0).\n", ["XBN406"], id="action after the end"),
        pytest.param(CLOCK[: CLOCK.index("[over ]")], ["XBN314"], id="unclaimed end"),
        pytest.param(CLOCK[: CLOCK.index("[over ]")] + "[over ] - winner: white\n", ["XBN307"], id="wrong end"),
        pytest.param(CLEAN + "[error] - illegal action detected (white): None\n.\n", [], id="rejected on two lines"),
        pytest.param(CLEAN + "[error] - illegal action detected (white): d2-d3.\n", ["XBN312"], id="rejected and legal"),
        pytest.param(CLEAN + "[error] - illegal action detected (black): None.\n", ["XBN405"], id="rejected out of turn"),
        pytest.param(CLEAN.replace("Jun", "Foo"), ["XBN404"], id="no time"),
        pytest.param(CLEAN.replace("Jun  1", "Jun 31"), ["XBN404"], id="no such day"),
        pytest.param(TWO, [], id="no start"),
    ],
)
def test_what_is_in_doubt(text: str, codes: list[str], handed_on: list[int]) -> None:
    assert text not in (CLEAN, CLOCK)
    (verdict,) = check(text.encode())
    assert isinstance(verdict, Verdict)
    assert [finding.code for finding in verdict.diagnostics] == codes
    assert handed_on == [1]


@pytest.mark.parametrize("raw", ["None", "('MOVE', 1, (0, 2), (7, 7))", "a1-a1", "xa1 xa1", ""])
def test_an_illegal_action_at_the_end_is_not_in_doubt(raw: str, handed_on: list[int]) -> None:
    (verdict,) = check(f"{CLEAN}[error] - illegal action detected (white): {raw}.\n".encode())
    assert isinstance(verdict, Verdict)
    assert (verdict.outcome.result, verdict.outcome.termination, verdict.end_ply) == ("0-1", "illegal-action", 3)
    assert handed_on == []


def test_readings_that_differ_are_in_doubt(handed_on: list[int]) -> None:
    there = "[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - MOVE 1 from (0, 6) to (0, 5).\n"
    back = "[white] - MOVE 1 from (0, 2) to (0, 1).\n[black] - MOVE 1 from (0, 5) to (0, 6).\n"
    drawn = START + (there + back) * 3 + "[over ] - draw detected: game state occurred 4 times.\n"
    check(drawn.encode())
    assert handed_on == []
    differing = [name for name, entry in ENTRIES.items() if entry["category"] == "draw_repetition" and not is_plain(name)]
    for name in differing:
        (verdict,) = check(log(name).encode())
        assert isinstance(verdict, Verdict)
        assert [finding.code for finding in verdict.diagnostics] == ["XBN311"]
    assert differing
    assert handed_on == [1] * len(differing)


def test_line_endings_are_no_doubt(handed_on: list[int]) -> None:
    """Both paths see line feeds only."""
    check(CLEAN.replace("\n", "\r\n").encode())
    check(CLEAN.replace("\n", "\r").encode())
    assert handed_on == []


def test_reading_needs_records() -> None:
    (record,) = read_stream(BytesIO(CLEAN.encode()), "game.log")
    assert isinstance(record, Record)


# Parts


LINE = "[white] - MOVE 1 from (0, 1) to (0, 2)."


@pytest.mark.parametrize(
    ("lines", "played"),
    [
        (LINE, len(LINE)),
        (LINE + "\n", len(LINE) + 1),
        (LINE + "\n[black] - BOOM at (0, 6).\n[over ] - winner: white", len(LINE) + 27),
        (LINE + " ", 0),
        (LINE[:-1], 0),
        (LINE[:23], 0),
        (LINE.replace("white", "black"), 0),
        (LINE.replace("MOVE 1", "MOVE 01"), 0),
        (LINE.replace("MOVE 1", "MOVE 1234567890"), 0),
        (LINE.replace("MOVE 1", "MOVE "), 0),
        (LINE.replace("(0, 2)", "(0, 9)"), 0),
        ("[white] - BOOM at (0, 1", 0),
        ("", 0),
    ],
)
def test_actions_are_played_as_far_as_they_are_understood(lines: str, played: int) -> None:
    engine = Engine(initial_position()[0])
    engine.restart(Engine(*initial_position(), capacity=0))
    data = b"##" + lines.encode() + b"##"
    assert play(engine, referee_log._READERS, b"\n", data, 2, 2 + len(lines)) == 2 + played


TIMES = ["Mon Jun  1 05:34:00 2020", "Sun Feb 29 23:59:59 2032", "Mon Feb 29 00:00:00 2021", "Mon Jun 00 05:34:00 2020"]


@pytest.mark.parametrize(
    "time", [*TIMES, "Mon Jun 1 05:34:00 2020", "mon jun 01 5:4:0 2020", "Mon Jun  1 05:34:60 2020", "2020", ""]
)
def test_a_time_is_what_the_library_takes_it_for(time: str) -> None:
    try:
        expected = datetime.strptime(time, "%a %b %d %H:%M:%S %Y")  # noqa: DTZ007 - the referee writes no zone
    except ValueError:
        expected = None
    assert referee_log.read_time(time) == expected


def test_changed_times() -> None:
    chance = random.Random(0)
    for _ in range(2000):
        characters = list(TIMES[0])
        for _ in range(chance.randrange(1, 4)):
            characters[chance.randrange(len(characters))] = chance.choice("0123456789 :JunSatx")
        test_a_time_is_what_the_library_takes_it_for("".join(characters))
