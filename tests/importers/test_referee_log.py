"""The referee's logs: every ending of real ones, odd spellings, several games in a file, and damage."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from effort import few_of
from referee_logs import ENTRIES, REAL, end_of

from expendibots_notation.exporters.json import json_pieces
from expendibots_notation.exporters.referee_log import log_pieces
from expendibots_notation.games import expendibots
from expendibots_notation.games.expendibots import official
from expendibots_notation.importers import detect, referee_log
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import RAW, Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import read_stream, read_text, validate, validate_stream
from expendibots_notation.verdict import Verdict

ILLEGAL = [name for name in REAL if ENTRIES[name]["category"] == "illegal_action"]
SAMPLE = [*REAL[::9], *ILLEGAL[::4], "clock_1", "same_colour_twice"]
START = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n"
TWO = "[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\n"


def log(name: str) -> str:
    text: str = ENTRIES[name]["log"]
    return text


def read(text: str) -> list[Record]:
    return list(referee_log.read(TextStream(BytesIO(text.encode("utf-8", "surrogateescape"))), "game.log"))


def only(text: str) -> Record:
    (record,) = read(text)
    return record


def judge(data: bytes) -> list[Verdict]:
    """The verdicts on a file; what is wrong with it as a whole is not among them."""
    found = list(validate_stream(BytesIO(data), "game.log"))
    return [each for each in found if isinstance(each, Verdict)]


def codes(verdict: Verdict) -> list[str]:
    return [finding.code for finding in verdict.diagnostics]


def as_xbn(record: Record) -> str:
    return write(record, expendibots.GAME)


# Real logs


@pytest.mark.parametrize("name", REAL)
def test_a_log_says_how_its_game_went(name: str) -> None:
    (verdict,) = judge(log(name).encode())
    result, termination = end_of(name)
    assert verdict.valid
    assert set(codes(verdict)) <= {"XBN311"}
    assert verdict.rules == "referee"
    assert verdict.plies == ENTRIES[name]["plies"]
    assert (verdict.claimed.result, verdict.claimed.termination) == (result, termination)
    replayed = None if termination == "truncated" else termination
    assert (verdict.outcome.result, verdict.outcome.termination) == (result, replayed)


@pytest.mark.parametrize("name", REAL)
def test_a_log_survives_as_xbn_and_as_json(name: str) -> None:
    text = as_xbn(only(log(name)))
    (record,) = read_text(text)
    assert "".join(log_pieces([record])) == log(name)
    (again,) = read_text("".join(json_pieces([record])))
    assert not again.findings
    assert as_xbn(again) == text
    assert "".join(log_pieces([again])) == log(name)


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_error_becomes_a_rejected_action(name: str) -> None:
    record = only(log(name))
    assert record.line.rejected is not None
    raw = log(name).split("[error] - illegal action detected (", 1)[1].partition("): ")[2]
    assert record.line.rejected.raw == raw.removesuffix(".\n")
    assert validate(record).end_ply == ENTRIES[name]["plies"] + 1


@pytest.mark.parametrize("name", REAL)
def test_the_content_tells_a_log(name: str) -> None:
    found = detect(log(name), "game.unknown")
    assert found is not None
    assert found.name == "referee-log"


@pytest.mark.parametrize("name", SAMPLE)
def test_an_action_keeps_its_line(name: str) -> None:
    lines = log(name).split("\n")
    record = only(log(name))
    for number, ply in enumerate(record.line.plies, 2):
        place = record.source.place(ply.span)
        assert (place.line, place.column) == (number, 1)
        assert lines[place.line - 1] == lines[number - 1][: place.end_column - 1]


def test_the_start_time_becomes_tags() -> None:
    record = only(START + TWO)
    assert (record.tag("Date"), record.tag("Time")) == ("2020.06.01", "05:34:00")


def test_a_time_that_is_none_is_a_warning() -> None:
    (verdict,) = judge((START.replace("Jun", "Foo") + TWO).encode())
    assert codes(verdict) == ["XBN404"]
    assert verdict.valid
    assert verdict.plies == 2


# Logs that the plain command never writes


def test_a_padded_clock() -> None:
    record = only(log("clock_1"))
    assert (record.tag("Date"), record.tag("Time")) == ("2020.06.01", "05:34:00")
    assert "".join(log_pieces([record])) == log("clock_1")
    assert validate(record).valid


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("client_no_over_line_0", ("1-0", "elimination")),
        ("client_no_over_line_2", ("1/2-1/2", "mutual-destruction")),
        ("client_no_over_line_4", ("1/2-1/2", "turn-limit")),
    ],
)
def test_a_missing_closing_line_is_only_a_warning(name: str, end: tuple[str, str]) -> None:
    (verdict,) = judge(log(name).encode())
    assert codes(verdict) == ["XBN314"]
    assert verdict.valid
    assert verdict.plies == ENTRIES[name]["plies"]
    assert (verdict.outcome.result, verdict.outcome.termination) == end
    assert "".join(log_pieces([only(log(name))])) == log(name)


def test_a_colour_twice_in_a_row_ends_the_readable_part() -> None:
    (verdict,) = judge(log("same_colour_twice").encode())
    (finding,) = verdict.diagnostics
    assert (finding.code, finding.place.line, verdict.plies) == ("XBN405", 3, 1)


def test_an_action_behind_the_end() -> None:
    text = log("clock_1") + "[black] - BOOM at (0, 0).\n"
    (verdict,) = judge(text.encode())
    assert [(finding.code, finding.place.line) for finding in verdict.diagnostics] == [("XBN406", text.count("\n"))]


@pytest.mark.parametrize("line", ["[over ] - winner: green", "hello", "[white] MOVE", "[white] - MOVE 1 from (0, 1) to (0, 2)"])
def test_a_line_of_no_kind(line: str) -> None:
    (verdict,) = judge(f"{START}{TWO}{line}\n".encode())
    assert [(finding.code, finding.place.line) for finding in verdict.diagnostics] == [("XBN402", 4)]
    assert verdict.plies == 2


@pytest.mark.parametrize("action", ["MOVE one from (0, 1) to (0, 2)", "MOVE 1 from (0, 1 to (0, 2)", "BOOM at [0, 1]", "BOOM at x"])
def test_an_action_that_nobody_can_read(action: str) -> None:
    (verdict,) = judge(f"{START}{TWO}[white] - {action}.\n".encode())
    assert [(finding.code, finding.place.line) for finding in verdict.diagnostics] == [("XBN403", 4)]
    assert verdict.plies == 2


# Spellings


@pytest.mark.parametrize(
    "first",
    [
        "MOVE 1 from (np.int64(0), np.int64(1)) to (np.int64(0), np.int64(2))",
        "MOVE 1.0 from (0, 1) to (0, 2)",
        "MOVE True from (False, True) to (0.0, 2.0)",
        "MOVE 1 from Square(x=0, y=1) to Square(x=0, y=2)",
        "MOVE 1 from ( 0 ,1 ) to (0,2)",
        "MOVE 1e0 from (0, 1) to (-0, +2)",
        "MOVE np.True_ from (np.False_, 1) to (0, 2)",
        "MOVE Decimal('1') from (Fraction(0, 1), Fraction(2, 2)) to (0, Decimal('2.0'))",
    ],
)
def test_what_the_referee_accepts_is_read_and_written_again(first: str) -> None:
    text = f"{START}[white] - {first}.\n[black] - BOOM at (0, 6).\n"
    record = only(text)
    assert [ply.text for ply in record.line.plies] == ["a2-a3", "xa7"]
    assert dict(record.line.plies[0].notes.attributes) == {RAW: first}
    assert validate(record).valid
    (again,) = read_text(as_xbn(record))
    assert "".join(log_pieces([again])) == text


@pytest.mark.parametrize("name", [name for name in REAL if name.startswith("h")])
def test_odd_players_keep_their_spelling(name: str) -> None:
    record = only(log(name))
    sentences = [line.partition(" - ")[2][:-1] for line in log(name).split("\n") if line.startswith(("[white]", "[black]"))]
    for ply, sentence in zip(record.line.plies, sentences, strict=True):
        assert dict(ply.notes.attributes).get(RAW, official.write_sentence(ply.action)) == sentence


def test_line_endings_and_spaces_behind_a_line_do_not_matter() -> None:
    (verdict,) = judge((START + TWO).replace("\n", "  \r\n").encode())
    assert verdict.valid
    assert verdict.plies == 2


def test_a_repr_with_line_breaks_may_imitate_an_end() -> None:
    raw = "a\n[over ] - winner: white\n[white] - BOOM at (0, 1).\n\nb"
    text = f"{START}{TWO}[error] - illegal action detected (white): {raw}.\n"
    record = only(text)
    assert record.line.rejected is not None
    assert record.line.rejected.raw == raw
    assert (record.result, record.termination) == ("0-1", "illegal-action")
    assert validate(record).valid
    (again,) = read_text(as_xbn(record))
    assert "".join(log_pieces([again])) == text


def test_a_legal_action_that_was_refused_is_said() -> None:
    text = f"{START}[error] - illegal action detected (white): ('BOOM', (0, 1)).\n"
    (verdict,) = judge(text.encode())
    assert codes(verdict) == ["XBN312"]


# Several games


def test_several_games_in_a_file() -> None:
    names = [*REAL[:3], *ILLEGAL[:2], "client_no_over_line_0", *REAL[3:5]]
    verdicts = judge("".join(map(log, names)).encode())
    assert [verdict.plies for verdict in verdicts] == [ENTRIES[name]["plies"] for name in names]
    assert [verdict.index for verdict in verdicts] == list(range(1, len(names) + 1))
    assert [verdict.line for verdict in verdicts] == [1 + "".join(map(log, names[:at])).count("\n") for at in range(len(names))]
    text = "".join(as_xbn(record) + "\n" for record in read("".join(map(log, names))))
    assert "".join(log_pieces(read_text(text))) == "".join(map(log, names))


def test_damage_stays_in_its_game() -> None:
    verdicts = judge((log("clock_1") + log("same_colour_twice") + log("clock_1")).encode())
    assert [verdict.valid for verdict in verdicts] == [True, False, True]
    (finding,) = verdicts[1].diagnostics
    assert finding.place.line == log("clock_1").count("\n") + 3


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


@pytest.mark.parametrize("name", few_of(ENTRIES, 60))
def test_no_damage_is_too_much(name: str) -> None:
    chance = random.Random(name)
    whole = only(log(name))
    for _ in range(8):
        damaged, whole_lines = damage(log(name), chance)
        for found in validate_stream(BytesIO(damaged), "game.log"):
            findings = found.diagnostics if isinstance(found, Verdict) else (found.diagnostic,)
            for finding in findings:
                assert 1 <= finding.place.line <= damaged.count(b"\n") + damaged.count(b"\r") + 1
        readable = [ply.action for ply in whole.line.plies if whole.source.line_of(ply.span.start) <= whole_lines]
        records = [each for each in read_stream(BytesIO(damaged), "game.log") if isinstance(each, Record)]
        if readable:
            assert [ply.action for ply in records[0].line.plies][: len(readable)] == readable
        for record in records:
            (again,) = read_text(as_xbn(record))
            assert [ply.action for ply in again.line.plies] == [ply.action for ply in record.line.plies]
