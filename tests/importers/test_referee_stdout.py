"""The referee's terminal output: real transcripts of every style, imitations, damage, and every way in which a game can end."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from effort import few_of

from expendibots_notation.exporters.referee_log import log_pieces
from expendibots_notation.games import expendibots
from expendibots_notation.importers import referee_log, referee_stdout
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import RAW, Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import read_text, validate

TRANSCRIPTS = Path(__file__).parent.parent / "data" / "transcripts"
EXPECTED: dict[str, dict[str, Any]] = {
    entry["name"]: entry
    for entry in map(json.loads, gzip.decompress((TRANSCRIPTS / "expected.jsonl.gz").read_bytes()).decode().splitlines())
}
VERBOSE = [name for name, entry in EXPECTED.items() if "-v0" not in entry["options"]]
SMALL_BOARD, DEBUG_BOARD, COLOURED = "d1_10_Averse__BoomHappy", "j1_pty_debug", "a042_random_pybros__rage"


def transcript(name: str) -> str:
    data = gzip.decompress((TRANSCRIPTS / f"{name}.txt.gz").read_bytes())
    return "".join(TextStream(BytesIO(data)).blocks())


def records(text: str) -> list[Record]:
    return list(referee_stdout.read([text], "game.txt"))


def only_record(text: str) -> Record:
    (record,) = records(text)
    return record


def end_of(record: Record) -> tuple[str | None, str | None, list[str]]:
    return record.result, record.termination, [comment.text for comment in record.closing]


def names(record: Record) -> list[str]:
    return [finding.name for finding in record.findings]


# A transcript of one's own: what the referee prints at verbosity 1, with room for what players print.

HEADER = """\
******************************************************************
welcome to Expendibots referee version 1.1.

conducts a game of Expendibots between 2 Player classes.

run `python -m referee --help` for additional usage information.
******************************************************************
* all messages printed by the referee after this begin with a *
* (any other lines of output must be from your Player classes).
* importing player 1's player class 'Player' from package 'one'
* importing player 2's player class 'Other' from package 'two.three'
** initialising players
* initialising white player as a 'one.Player'
*   time:  + 0.000s  (just elapsed)    0.000s  (game total)
* initialising black player as a 'two.three.Other'
*   time:  + 0.000s  (just elapsed)    0.000s  (game total)
** game start!
"""
PLAYERS = {"white": "player 1 (white)", "black": "player 2 (black)"}
MOVES = ("('MOVE', 1, (0, 1), (0, 2))", "('MOVE', 1, (0, 6), (0, 5))", "('BOOM', (3, 0))")


def ask(colour: str) -> str:
    return f"** {PLAYERS[colour]}'s turn\n* asking {PLAYERS[colour]} for next action...\n"


def give(colour: str, action: str) -> str:
    return f"*   {PLAYERS[colour]} returned action: {action}\n*   time:  + 1.250s  (just elapsed)    1.250s  (game total)\n"


def tell(colour: str, action: str, printed: str = "") -> str:
    cost = "*   time:  + 0.000s  (just elapsed)    1.250s  (game total)\n"
    return "".join(f"* updating {player} with {colour}'s action {action}...\n{printed}{cost}" for player in PLAYERS.values())


def played(*actions: str, printed: str = "", printed_at_updates: str = "") -> str:
    colours = ("white", "black") * len(actions)
    return "".join(
        ask(colour) + printed + give(colour, action) + tell(colour, action, printed_at_updates)
        for colour, action in zip(colours, actions, strict=False)
    )


# Real transcripts


@pytest.mark.parametrize("name", EXPECTED)
def test_what_a_transcript_tells_is_read(name: str) -> None:
    expected = EXPECTED[name]
    record = only_record(transcript(name))
    verdict = validate(record)
    assert record.rules == "referee"
    assert (record.result, record.termination) == (expected["result"], expected["termination"])
    assert [finding.name for finding in verdict.diagnostics if finding.name != "readings-differ"] == []
    if name in VERBOSE:
        assert len(record.line.plies) == verdict.plies == expected["plies"]
        assert record.tag("White") == expected["white"]
        assert record.tag("Black") in (expected["black"], None)
    else:
        assert not record.line.plies


@pytest.mark.parametrize("name", [name for name in VERBOSE if EXPECTED[name]["log"]])
def test_a_transcript_says_what_the_log_beside_it_says(name: str) -> None:
    record = only_record(transcript(name))
    log: str = EXPECTED[name]["log"]
    (twin,) = referee_log.read(TextStream(BytesIO(log.encode())), "game.log")
    assert [ply.action for ply in record.line.plies] == [ply.action for ply in twin.line.plies]
    assert record.line.rejected == twin.line.rejected
    assert "".join(log_pieces([record])).split("\n")[1:] == log.split("\n")[1:]


@pytest.mark.parametrize("name", VERBOSE)
def test_every_action_has_its_place_and_its_cost(name: str) -> None:
    record = only_record(transcript(name))
    lines = transcript(name).split("\n")
    for ply in record.line.plies:
        place = record.source.place(ply.span)
        quoted = lines[place.line - 1][place.column - 1 : place.end_column - 1]
        assert quoted.startswith("(")
        assert f"action {quoted}..." in lines[place.line - 1]
        assert {"emt", "mem"} <= dict(ply.notes.attributes).keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_transcript_survives_as_xbn(name: str) -> None:
    record = only_record(transcript(name))
    (again,) = read_text(write(record, expendibots.GAME))
    assert again == record
    assert [finding.name for finding in validate(again).diagnostics if finding.is_error] == []


def test_odd_reprs_keep_the_words_of_the_log() -> None:
    record = only_record(transcript("h1_numpy_ints"))
    assert (
        dict(record.line.plies[0].notes.attributes)[RAW] == "MOVE 1 from (np.int64(1), np.int64(1)) to (np.int64(0), np.int64(1))"
    )
    assert RAW not in dict(record.line.plies[1].notes.attributes)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("e1_mutual_02_r2697", "draw detected: no tokens remaining"),
        ("h5_talker_v0", "winner: black"),
        ("g3_time_SpinUpdate", "error: resource limit exceeded!"),
        ("g3_time_Spin", "player 2 exceeded available time"),
        ("g4_space_Hog", "players exceeded shared space limit"),
        ("g1_crash_RaiseInAction", "ValueError: bot crashed on purpose"),
    ],
)
def test_what_no_replay_can_show_is_kept_in_the_referees_words(name: str, words: str) -> None:
    assert [comment.text for comment in only_record(transcript(name)).closing] == [words]


# Finding transcripts


@pytest.mark.parametrize("name", EXPECTED)
def test_transcripts_are_recognised(name: str) -> None:
    assert referee_stdout.recognises(transcript(name)[:4096]) >= 0.6


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[over ] - winner: white\n",
        '[Format "xbn 1"]\n\n1. d2-d3 {\n* winner: white\n} *\n',
        "1. d2-d3 {\n* winner: white\n} *\n",
        '{"format": "xbn-record"}',
        '[\n{"format": "xbn-record"}]',
        "('MOVE', 1, (0, 1), (0, 2))\n",
        '[("BOOM", (0, 1))]\n* winner: white\n',
        "* a list\n* of things\n",
    ],
)
def test_other_texts_are_not_recognised(text: str) -> None:
    assert referee_stdout.recognises(text) == 0


def test_each_banner_begins_a_game() -> None:
    chosen = [SMALL_BOARD, "g1_crash_RaiseInAction", "h6_namedtuple"]
    text = "$ python -m referee one two\n" + "".join(map(transcript, chosen))
    found = records(text)
    assert [record.index for record in found] == [1, 2, 3]
    assert [len(record.line.plies) for record in found] == [EXPECTED[name]["plies"] for name in chosen]
    assert all(text.split("\n")[record.source.first_line - 1] == "*" * 66 for record in found)


def test_a_game_is_given_before_the_next_is_read() -> None:
    first, second = transcript("h6_namedtuple"), transcript("d1_01_Uniform__Uniform")

    def blocks() -> Iterator[str]:
        yield first
        yield second
        pytest.fail("read too far")

    assert len(next(referee_stdout.read(blocks(), "game.txt")).line.plies) == EXPECTED["h6_namedtuple"]["plies"]


def test_where_the_referee_says_nothing_that_is_a_finding() -> None:
    record = only_record("thinking...\nthinking...\n")
    assert names(record) == ["unreadable-line"]
    assert not record.is_whole


# Boards


@pytest.mark.parametrize(
    "name", [SMALL_BOARD, DEBUG_BOARD, COLOURED, "a014_greedy_agent__randm", "b012_charlie_gone_wrong__frostbyte"]
)
def test_a_tampered_board_is_found_at_its_first_line(name: str) -> None:
    lines = transcript(name).split("\n")
    third_board = [at for at, line in enumerate(lines) if line == "* displaying game info:"][2]
    stack = re.compile(r"(\x1b\[34m|\[)1(\x1b\[0m|\])")
    row = next(at for at in range(third_board, len(lines)) if stack.search(lines[at]))
    lines[row] = stack.sub(r"\1A\2", lines[row], count=1)
    record = only_record("\n".join(lines))
    (finding,) = record.findings
    assert finding.name == "board-mismatch"
    assert third_board < finding.place.line - 1 <= row
    assert finding.place.excerpt[4:].strip()[0] in "+┌"
    assert "b10" in finding.message
    assert len(record.line.plies) == EXPECTED[name]["plies"]


def test_a_wrong_action_is_found_by_the_board_once() -> None:
    text = transcript(SMALL_BOARD)
    first = only_record(text).source.text[slice(*_bounds(only_record(text), 0))]
    assert "('MOVE'" in first
    other = "('MOVE', 1, (7, 0), (7, 1))" if first != "('MOVE', 1, (7, 0), (7, 1))" else "('MOVE', 1, (0, 0), (0, 1))"
    assert names(only_record(text.replace(first, other))) == ["board-mismatch"]


def _bounds(record: Record, ply: int) -> tuple[int, int]:
    span = record.line.plies[ply].span
    return span.start, span.end


def test_a_garbled_board_is_a_finding_but_a_cut_one_is_not() -> None:
    text = transcript(SMALL_BOARD)
    board = text.index("* displaying game info:", text.index("updating"))
    row = text.index("\n", text.index("[1]", board))
    garbled = only_record(text[: row - 4] + "?" + text[row - 3 :])
    assert names(garbled) == ["unreadable-board"]
    assert len(garbled.line.plies) == EXPECTED[SMALL_BOARD]["plies"]
    cut = only_record(text[:row])
    assert names(cut) == []
    assert (len(cut.line.plies), cut.result, cut.termination) == (2, "*", "truncated")


# Players who print


FAKES = [
    "* game over!\n",
    "** game over!\n* winner: black\n",
    "** game error!\n* error: resource limit exceeded!\n* player 1 exceeded available time\n",
    "** game error!\n* error: invalid action!\n* white player's action, None, is not well-formed or not available.\n",
    "* updating player 1 (white) with white's action ('BOOM', (7, 1))...\n",
    "* updating player 2 (black) with black's action ('BOOM', (7, 6))...\n",
    "*   player 1 (white) returned action: ('BOOM', (7, 1))\n",
    "*   player 2 (black) returned action: ('BOOM', (7, 6))\n",
    "* asking player 1 (white) for next action...\n",
    "** player 1 (white)'s turn\n",
    "* displaying game info:\n*    7 |   |   |   |   |   |   |   |   |\n",
    "Traceback (most recent call last):\n  File 'x'\nValueError: caught\n",
    "no newline: ",
    "* no newline: ",
    "\x1b[31m",
]


@pytest.mark.parametrize("fake", FAKES)
def test_players_may_print_what_they_like(fake: str) -> None:
    text = HEADER + played(*MOVES, printed=fake, printed_at_updates=fake) + "** game over!\n* winner: white\n"
    record = only_record(text)
    assert names(record) == []
    assert [str(ply.action) for ply in record.line.plies] == ["a2-a3", "a7-a6", "xd1"]
    assert (record.result, record.termination) == ("1-0", "elimination")
    assert all(dict(ply.notes.attributes) == {"emt": 1.25} for ply in record.line.plies)


def test_colours_and_stray_carriage_returns_do_not_shift_places() -> None:
    action = "('MOVE', 1, (0, 1), (0, 2))"
    text = HEADER + played(action).replace("* updating", "\x1b[1m*\r \x1b[0mupdating").replace("('MOVE'", "\x1b[33m('MOVE'")
    record = only_record(text)
    place = record.source.place(record.line.plies[0].span)
    assert text.split("\n")[place.line - 1][place.column - 1 : place.end_column - 1] == action


def test_without_verbosity_the_last_end_counts_even_behind_an_open_line() -> None:
    record = only_record("* winner: white\nhm* winner: black\nbye\n")
    assert end_of(record) == ("0-1", "unknown", ["winner: black"])
    assert validate(record).diagnostics == ()


def test_only_an_end_that_is_announced_counts() -> None:
    assert end_of(only_record(HEADER + played(*MOVES) + ask("black") + "* winner: black\n")) == ("*", "truncated", [])


# Ways to end


OUTERMOST = '  File "<frozen runpy>", line 198, in _run_module_as_main\n'
CRASH = f"Traceback (most recent call last):\n{OUTERMOST}  File 'x', line 1\nKeyError: 3\n"
ELIMINATED = (
    "('BOOM', (0, 1))",
    "('MOVE', 1, (0, 6), (0, 5))",
    "('BOOM', (3, 1))",
    "('MOVE', 1, (0, 5), (0, 4))",
    "('BOOM', (6, 1))",
)
TIMED_OUT = "** game error!\n* error: resource limit exceeded!\n* player 2 exceeded available time\n"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        (HEADER, ("*", "truncated", [])),
        (HEADER + played(*MOVES), ("*", "truncated", [])),
        (HEADER + played(*MOVES) + ask("black"), ("*", "truncated", [])),
        (HEADER + played(*MOVES) + ask("black") + "\n* bye!\n", ("*", "truncated", ["bye!"])),
        (HEADER + played(*MOVES) + ask("black") + CRASH, ("1-0", "crash", ["KeyError: 3"])),
        (HEADER + ask("white") + "oh" + CRASH, ("0-1", "crash", ["KeyError: 3"])),
        (CRASH + HEADER.partition("\n")[2] + ask("white"), ("0-1", "crash", ["KeyError: 3"])),
        (CRASH, ("*", "crash", ["KeyError: 3"])),
        (HEADER.partition("* initialising black")[0] + CRASH, ("*", "crash", ["KeyError: 3"])),
        (HEADER.rpartition("*   time")[0] + CRASH, ("1-0", "crash", ["KeyError: 3"])),
        (HEADER + played(*MOVES) + "* (press enter to continue)" + CRASH, ("*", "crash", ["KeyError: 3"])),
        (HEADER + played(MOVES[0]).rpartition("*   time")[0] + CRASH, ("1-0", "crash", ["KeyError: 3"])),
        (HEADER + played(*MOVES) + ask("black") + TIMED_OUT, ("1-0", "time", ["player 2 exceeded available time"])),
        (HEADER + played(*MOVES) + "** game error!\n* error: reso", ("*", "unknown", ["game error!"])),
        (HEADER + played(*ELIMINATED), ("0-1", "elimination", [])),
        (HEADER + played(*ELIMINATED) + "** game over!\n", ("0-1", "elimination", [])),
        (HEADER + played(*ELIMINATED) + TIMED_OUT, ("0-1", "elimination", ["player 2 exceeded available time"])),
    ],
)
def test_ends(text: str, end: tuple[str, str, list[str]]) -> None:
    record = only_record(text)
    assert end_of(record) == end
    assert [finding.name for finding in validate(record).diagnostics] == []


def test_an_action_whose_board_is_shown_was_accepted() -> None:
    """The referee cannot draw a stack of 1.0 tokens, and crashes behind the words that promise the board."""
    action = "('MOVE', 1.0, (0, 1), (0, 2))"
    record = only_record(HEADER + ask("white") + give("white", action) + "* displaying game info:\n" + CRASH)
    assert [str(ply.action) for ply in record.line.plies] == ["a2-a3"]
    assert end_of(record) == ("*", "crash", ["KeyError: 3"])
    assert names(record) == []


REFUSAL = (
    "** game error!\n* error: invalid action!\n* white player's action, {}, is not well-formed or not available. "
    "See specification and game rules for details, or consider currently available actions:\n"
    "* * ('BOOM', (4, 0)) - BOOM at (4, 0).\n"
)


@pytest.mark.parametrize(
    "lines",
    [
        ("None",),
        ("['BOOM', (0, 0)]",),
        ("a", "** game over!", "* winner: white", "* updating player 1 (white) with white's action ('BOOM', (0, 0))..."),
    ],
)
def test_the_refused_object_is_kept_whatever_it_imitates(lines: tuple[str, ...]) -> None:
    text = HEADER + ask("white") + give("white", "\n*   ".join(lines)) + REFUSAL.format("\n* ".join(lines))
    record = only_record(text)
    assert record.line.rejected is not None
    assert record.line.rejected.raw == "\n".join(lines)
    assert end_of(record) == ("0-1", "illegal-action", [])
    assert validate(record).diagnostics == ()


def test_a_refusal_that_is_cut_or_not_printed() -> None:
    refused = ask("white") + give("white", "None") + "** game error!\n* error: invalid action!\n"
    cut = only_record(HEADER + refused)
    assert cut.line.rejected is not None
    assert (cut.line.rejected.raw, *end_of(cut)) == ("None", "0-1", "illegal-action", [])
    assert end_of(only_record("* error: invalid action!\n")) == ("*", "unknown", ["error: invalid action!"])


# Damage


def test_an_action_that_cannot_be_read_ends_the_game_there() -> None:
    record = only_record(HEADER + played(MOVES[0], "<Move a7>", MOVES[2]))
    assert [str(ply.action) for ply in record.line.plies] == ["a2-a3"]
    assert names(record) == ["unreadable-action"]
    assert not record.is_whole


@pytest.mark.parametrize("at", [0, 1, 2])
def test_the_three_quotes_of_an_action_must_agree(at: int) -> None:
    pieces = played(*MOVES).split(MOVES[0])
    spelled = [MOVES[0]] * 3
    spelled[at] = "('MOVE', 1, (0, 1), (1, 1))"
    text = HEADER + pieces[0] + "".join(action + piece for action, piece in zip(spelled, pieces[1:], strict=True))
    assert names(only_record(text)) == ["unreadable-action"]


def test_a_lost_action_puts_the_next_out_of_turn() -> None:
    text = HEADER + played(*MOVES).replace(ask("black") + give("black", MOVES[1]) + tell("black", MOVES[1]), "")
    record = only_record(text)
    assert len(record.line.plies) == 1
    assert names(record) == ["colour-out-of-turn"]


CHARACTERS = "*()[],0123456789 abcwhitek.'\n\x1b\r|+-MBO│"


@pytest.mark.parametrize("seed", few_of(range(40), 15))
def test_damage_never_raises_and_keeps_what_stands_before_it(seed: int) -> None:
    chance = random.Random(seed)
    name = chance.choice([name for name in EXPECTED if EXPECTED[name]["plies"] < 20])
    text, whole = transcript(name), only_record(transcript(name))
    for _ in range(5):
        at = chance.randrange(len(text))
        line_end = text.find("\n", at) + 1 or len(text)
        damaged = {
            "cut": text[:at],
            "flip": text[:at] + chance.choice(CHARACTERS) + text[at + 1 :],
            "drop": text[:at] + text[line_end:],
            "double": text[:line_end] + text[at:],
        }[chance.choice(["cut", "flip", "drop", "double"])]
        # Three lines quote an action; damage to the last of them may put the reader off after the first.
        lines_before = text.count("\n", 0, at)
        before = [ply.action for ply in whole.line.plies if whole.source.line_of(ply.span.start) <= lines_before]
        for index, record in enumerate(records(damaged)):
            validate(record)
            assert read_text(write(record, expendibots.GAME))
            if index == 0:
                assert [ply.action for ply in record.line.plies][: len(before)] == before
