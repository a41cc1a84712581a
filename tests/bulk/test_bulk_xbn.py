"""The fast path of XBN: it says exactly what trees say, to the letter, whatever the file holds and however it arrives."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
from collections.abc import Callable
from errno import EIO
from io import BytesIO, RawIOBase
from itertools import product
from pathlib import Path
from random import Random
from typing import BinaryIO, cast

import pytest
from both_ways import block_size, check, check_reports, judged, parsed_records, with_trees
from effort import few_of
from hypothesis import given, settings
from hypothesis import strategies as st
from notation.record_trees import RESULTS, records
from odd_texts import GOOD, HEAD, ODD_NUMBERS, ODD_TEXTS
from played_records import damage, played, played_records, written

from expendibots_notation.games import GAMES, find_game
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.limits import USUAL
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.verdict import Verdict

SAMPLES = Path(__file__).parents[2] / "samples"
VALID = sorted(path for game in GAMES for path in (SAMPLES / game.id).glob("*.xbn"))
BROKEN = sorted((SAMPLES / "broken").glob("*.xbn"))
IS_DEEP = settings.default is not None and settings.default.max_examples > 500
ROUNDS = 400 if IS_DEEP else 10


sizes = st.one_of(st.integers(1, 40), st.integers(1, 3000), st.just(1 << 22))


# The same verdicts: samples


@pytest.mark.parametrize("path", [*VALID, *BROKEN], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sample_is_judged_alike(path: Path) -> None:
    data = path.read_bytes()
    check(data)
    check(data, format=None)
    check(GOOD + data + b"\n" + GOOD)
    # A record is looked at again with each block that comes: long ones come in fewer.
    for size in (max(len(data) // 50, 1), 997):
        with block_size(size):
            check(data + b"\n" + GOOD)


@pytest.mark.parametrize("seed", few_of(range(ROUNDS), 3))
def test_samples_of_all_games_in_one_file(seed: int) -> None:
    chance = Random(seed)
    # One file without a text would be all that is said of the whole.
    paths = [path for path in [*VALID, *BROKEN] if path.stem != "XBN111-not-text"]
    data = chance.choice([b"", b"\n", b"\n\n \n"]).join(path.read_bytes() for path in chance.sample(paths, 12))
    with block_size(chance.randrange(1, 3000)):
        check(data)


def test_the_reports_on_all_samples(tmp_path: Path) -> None:
    check_reports(str(SAMPLES), "--strict")
    path = tmp_path / "all.xbn"
    path.write_bytes(b"\n".join(path.read_bytes() for path in VALID) + b"\n".join(played(seed) for seed in range(20)))
    check_reports(str(path), "--rules", "referee", "--game", "expendibots")


# Canonical records


@given(st.lists(records(), min_size=1, max_size=2))
def test_any_record_that_can_be_written(trees: list[Record]) -> None:
    check("\n".join(write(tree, find_game(tree.game)) for tree in trees).encode())


@given(st.lists(played_records(), min_size=1, max_size=3), sizes)
def test_records_of_legal_games(trees: list[Record], size: int) -> None:
    with block_size(size):
        check(b"\n".join(map(written, trees)))


@pytest.mark.parametrize("seed", few_of(range(ROUNDS), 3))
def test_random_games(seed: int) -> None:
    data = b"\n".join(played(f"{seed}:{number}", most_plies=80) for number in range(5))
    found = check(data)
    assert [each.index for each in found if isinstance(each, Verdict)] == [1, 2, 3, 4, 5]


THERE_AND_BACK = "".join(f"{turn}. a2-a3 a7-a6\n{turn + 1}. a3-a2 a6-a7\n" for turn in (1, 3, 5)).rstrip() + " "
ENDINGS = {
    None: ("bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1 0", "1. d2-d3 "),
    ("1-0", "elimination"): (".8/.8/.8/.8/.8/.8/.8/wb.5w w 1 0", "1. xa1=1:1 "),
    ("0-1", "elimination"): ("b.7/.8/.8/.8/.8/.8/.8/w.7 w 7 3", "7. a1-a2=1 a8-a7\n8. xa2 "),
    ("1/2-1/2", "mutual-destruction"): (".6wb/.8/.8/.8/.8/.8/.8/.8 b 12 0", "12... xh8 "),
    ("1/2-1/2", "repetition"): ("bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1 0", THERE_AND_BACK),
    ("1/2-1/2", "turn-limit"): ("b.7/.8/.8/.8/.8/.8/.8/w.7 b 250 0", "250... a8-a7 "),
    ("1/2-1/2", "turn-limit", "from the start"): ("b.7/.8/.8/.8/.8/.8/.8/w.7 b 251 0", ""),
}


@pytest.mark.parametrize("ending", ENDINGS, ids=str)
def test_every_result_with_every_termination(ending: tuple[str, ...] | None) -> None:
    """Whatever a record claims, and whatever the replay shows."""
    setup, moves = ENDINGS[ending]
    claims = [*zip(RESULTS, RESULTS, strict=True), ("1-0", "0-1"), ("*", "1-0"), ("2-0", "*")]
    terminations = (None, *GAME.all_terminations(), "whim", 'a \\"b\\"')
    texts = []
    for rules, (tag, token), termination in product(("text", "referee"), claims, terminations):
        ended = "" if termination is None else f'[Termination "{termination}"]\n'
        tags = f'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "{rules}"]\n[Setup "{setup}"]\n[Result "{tag}"]\n{ended}'
        texts.append(f"{tags}\n{moves}{token}\n")
    data = "\n".join(texts).encode()
    found = [each for each in check(data) if isinstance(each, Verdict)]
    shown = {(each.outcome.result, each.outcome.termination) for each in found}
    assert shown == {("*", None) if ending is None else ending[:2]}
    clean = {each.index for each in found if not each.diagnostics}
    assert len(clean) >= 4
    assert not clean.intersection(with_trees(data))


# Damage


@pytest.mark.parametrize("seed", few_of(range(5 * ROUNDS), 15))
def test_damaged_records(seed: int) -> None:
    chance = Random(seed)
    for _ in range(5):
        data = b"\n".join(played(f"{chance.random()}", most_plies=10) for _ in range(chance.randrange(1, 4)))
        for _ in range(chance.choice([1, 1, 2, 4])):
            data = damage(data, chance)
        with block_size(chance.choice([chance.randrange(1, 40), chance.randrange(1, 3000), 1 << 22])):
            check(data, rules=chance.choice([None, None, "referee", "text"]))


@pytest.mark.parametrize("seed", few_of(range(ROUNDS), 3))
def test_line_endings(seed: int) -> None:
    """The first carriage return may be anywhere in a file, and in a block."""
    chance = Random(seed)
    games = [played(f"{seed}:{number}", most_plies=6) for number in range(6)]
    for first in range(len(games)):
        data = b"\n".join(
            [*games[:first], *(game.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n"])) for game in games[first:])]
        )
        with block_size(chance.randrange(1, 1000)):
            check(data)


@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
def test_odd_texts(text: bytes) -> None:
    for size in (1, 3, 50, 1 << 22):
        with block_size(size):
            check(text)


@pytest.mark.parametrize("number", ODD_NUMBERS)
def test_numbers_in_attributes(number: str) -> None:
    for key in ("emt", "eval", "n"):
        check(HEAD + f"1. d2-d3 {{%{key}={number}}} *\n".encode())


# Very long records


def long_record(size: int) -> bytes:
    """A record of so many bytes, without a line feed after it."""
    start, end = HEAD + b"1. d2-d3 {", b"} *"
    return start + b"x" * (size - len(start) - len(end)) + end


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("after", [b"\n", b"  \n" + GOOD, b"\n" * 300_000 + GOOD], ids=["nothing", "a record", "far off"])
def test_the_longest_record(more: int, after: bytes) -> None:
    """What comes after a record does not make it longer."""
    found = check(GOOD + long_record(USUAL.record_length + more) + after)
    assert isinstance(found[1], Verdict)
    assert found[1].valid == (more < 1)


@pytest.mark.parametrize(
    "data",
    [
        GOOD + b"\n" * 2_500_000 + GOOD,
        pytest.param(GOOD + b"{y}\n" * 700_000 + GOOD, marks=pytest.mark.slow),
        GOOD + HEAD + b"1. d2-d3 {" + b"x" * 9_000_000 + b"\n" + GOOD + GOOD.replace(b"\n", b"\r\n"),
    ],
    ids=["blank lines", "comments", "unclosed"],
)
def test_beyond_all_measure(data: bytes) -> None:
    check(data)


# Blocks


@pytest.mark.parametrize("seed", few_of(range(ROUNDS), 3))
def test_many_records_in_blocks_of_any_size(seed: int) -> None:
    """Clean and damaged ones by turns: damage stays in its record, and all are counted."""
    chance = Random(seed)
    every = chance.choice([2, 5, 20])
    games = [played(f"{seed}:{number}", most_plies=8) for number in range(40)]
    games = [damage(game, chance) if chance.randrange(every) == 0 else game for game in games]
    data = chance.choice([b"", b"\n", b"\n\n\n"]).join(games)
    for _ in range(3):
        with block_size(chance.randrange(1, 3000)):
            check(data)


def test_the_border_of_two_blocks_may_be_anywhere() -> None:
    data = played(1, most_plies=6, variations=0.5) + b"\n" + GOOD[:-1] + b" {a} {b\nc}\n" + GOOD.replace(b"d2-d3", b"d2-d4") + GOOD
    expected = check(data)
    for size in (*range(1, 20), *range(20, len(data), 1 if IS_DEEP else 23)):
        with block_size(size):
            assert repr(judged(data)) == repr(expected)


def test_many_rows_and_many_starts() -> None:
    """More than are kept at a time, each with a Setup of its own."""
    setups = [f"b.7/.8/.8/.8/.8/.8/.8/w{height}.7 w 1 0" for height in range(2, 5000)]
    data = "\n".join(
        f'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Setup "{setup}"]\n[Result "*"]\n\n1. a1-b1 *\n'
        for setup in setups
    ).encode()
    with parsed_records() as indexes:
        found = judged(data)
    assert indexes == []
    assert [each.index for each in found if isinstance(each, Verdict)] == list(range(1, 4999))
    finals = [each.final for each in found if isinstance(each, Verdict)]
    assert finals == [f"b.7/.8/.8/.8/.8/.8/.8/{_stack(height - 1)}w.6 b 1 1" for height in range(2, 5000)]


def _stack(height: int) -> str:
    return "w" if height == 1 else f"w{height}"


# Compressed data

PACKED: dict[str, Callable[[bytes], bytes]] = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("kind", PACKED)
def test_compressed_data(kind: str) -> None:
    """Whole, cut off and damaged: what comes before the damage is judged alike."""
    chance = Random(kind)
    for number in range(3 * ROUNDS):
        plain = b"\n".join(played(f"{number}:{each}", most_plies=8) for each in range(4))
        packed = PACKED[kind](plain)
        at = chance.randrange(len(packed))
        for data in (packed, packed[:at], packed[:at] + bytes([packed[at] ^ 1 << chance.randrange(8)]) + packed[at + 1 :]):
            with block_size(chance.choice([1 << 22, chance.randrange(1, 3000)])):
                check(data)


class _Failing(RawIOBase):
    """A stream that cannot be read to its end."""

    def __init__(self, data: bytes) -> None:
        self._data = BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        size = self._data.readinto(target)
        if size == 0:
            raise OSError(EIO, "the disk is gone")
        return size


@pytest.mark.parametrize("size", [1 << 18, 700, 150, 10])
def test_a_stream_that_fails(size: int) -> None:
    """What comes before that is judged first, and what ends there too."""
    data = b"\n".join(played(f"failing {number}", most_plies=6).replace(b"1. ", b"1.\r") for number in range(3))
    with block_size(size):
        for end in range(1, len(data), 7):
            streams = [cast(BinaryIO, _Failing(data[:end])) for _ in range(2)]
            fast, full = judged(streams[0]), judged(streams[1], with_trees=True)
            assert list(map(repr, fast)) == list(map(repr, full))
            assert fast[-1] == "the disk is gone"


def test_damage_far_inside_what_unpacks_to_much() -> None:
    """How much is read at a time must not decide how much can be read before the damage."""
    packed = bytearray(gzip.compress((GOOD + b"\n" * 600_000) * 12))
    packed[len(packed) // 2] ^= 0x10
    found = check(bytes(packed))
    assert isinstance(found[-1], str)
    assert len(found) > 1


# What the caller says


@pytest.mark.parametrize("rules", [None, "", "text", "referee", "referee,", "house", "text,size=9"])
@pytest.mark.parametrize("game", [None, "expendibots", "Expendibots", "stacks", "robots", "nonsense"])
def test_other_rules_and_another_game(rules: str | None, game: str | None) -> None:
    there, back = "a2-a3 a7-a6", "a3-a2 a6-a7"
    turns = [there, back, there, back, there, back, "b2-b3"]
    repeated = "".join(f"{number}. {turn}\n" for number, turn in enumerate(turns, 1)).encode()
    data = (
        GOOD + HEAD + repeated[:-1] + b" *\n" + b"\n".join(played(seed, most_plies=12) for seed in range(4)) + VALID[0].read_bytes()
    )
    check(data, rules=rules, game=game)


def test_one_record_of_a_file() -> None:
    data = GOOD + GOOD.replace(b"d2-d3", b"d2-d5") + GOOD + HEAD + b"{never closed\n" + GOOD
    every = check(data)
    for number, each in enumerate(every, 1):
        assert repr(check(data, record=number)) == repr([each])
    assert check(data, record=len(every) + 1) == [f"it has no record {len(every) + 1}, only {len(every)}"]


# Which records need a tree


def test_samples_need_no_tree_where_there_is_nothing_to_say() -> None:
    texts = [path.read_bytes() for path in VALID if path.parent.name == "expendibots"]
    plain = [text for text in texts if not re.search(rb'~"[^"]*\\|="', text)]
    clean = [text for text in plain if not judged(text)[0].diagnostics]  # type: ignore[union-attr]
    assert len(clean) > 10
    assert with_trees(b"\n".join(clean)) == []


def test_most_random_games_need_no_tree() -> None:
    """Of those that are clean; a few have attributes in quotes."""
    data = b"\n".join(played(f"way:{number}") for number in range(100))
    clean = {each.index for each in judged(data, with_trees=True) if isinstance(each, Verdict) and not each.diagnostics}
    assert len(clean) > 60
    assert len(clean.intersection(with_trees(data))) < 20


ROBOTS = b"""[Format "xbn 1"]
[Game "Robots"]
[Rules "text"]
[Size "5x5"]
[Levels "1"]
[Score "0"]
[Result "0-1"]

<rrr2/r1r2/2h2/r3r/rrr2> {one level} 1. X# (1. UR#) 0-1
"""


def test_events_of_chance_need_no_trees() -> None:
    for data in (ROBOTS, ROBOTS.replace(b'"0"', b'"9"'), ROBOTS.replace(b"X#", b"X+"), ROBOTS.replace(b"<r", b"<1")):
        check(data)
    assert with_trees(ROBOTS) == []


def test_games_without_an_engine_need_trees() -> None:
    data = b"\n".join(path.read_bytes() for path in VALID if (game := find_game(path.parent.name)) and game.machine is None)
    assert with_trees(data) == [each.index for each in judged(data) if isinstance(each, Verdict)]
    assert with_trees(GOOD, game="stacks") == with_trees(GOOD, layout=True) == [1]
