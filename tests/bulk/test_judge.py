"""The judge of Expendibots against trees: the same verdicts, to the letter, on mutated records and on games in all layouts."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from random import Random

import pytest
from both_ways import block_size, check, judged, with_trees
from effort import few_of
from judge.mutations import mutate, seeds
from layouts import ACTION, LAYOUTS, bare, file_of_games
from odd_texts import GOOD, HEAD

from expendibots_notation.pipeline import Overrides, judged_files, validate_files
from expendibots_notation.verdict import FileFinding, Verdict

TEXTS = seeds()
PARTS = 20
SIZES = [*range(1, 201), *[1 << 20] * 100]
"""Of blocks: a few bytes, or the file as a whole."""


# The same verdicts


@pytest.mark.parametrize("part", few_of(range(PARTS), 5))
def test_mutants(part: int) -> None:
    for seed in range(part * 250, part * 250 + 250):
        chance = Random(f"mutant {seed}")
        data = mutate(chance, TEXTS)
        with block_size(chance.choice(SIZES)):
            check(data, rules=chance.choice([None, None, "text", "referee"]), game=chance.choice([None, None, "expendibots"]))


@pytest.mark.parametrize("part", few_of(range(PARTS), 5))
def test_games_in_layouts(part: int) -> None:
    for seed in range(part * 50, part * 50 + 50):
        chance = Random(f"layouts {seed}")
        data = file_of_games(chance)
        with block_size(chance.choice(SIZES)):
            check(data, rules=chance.choice([None, None, "text", "referee"]))


@pytest.mark.parametrize("seed", few_of(range(PARTS), 5))
def test_files_from_anywhere(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a path, compressed, and from standard input."""
    chance = Random(f"anywhere {seed}")
    data = file_of_games(chance)
    plain, packed = tmp_path / "games.xbn", tmp_path / "games.xbn.gz"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    for path in (str(plain), str(packed), "-"):
        with block_size(chance.choice(SIZES)):
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            fast = [*validate_files([path], Overrides(format="xbn"))]
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            full = [*judged_files([path], Overrides(format="xbn"))]
        assert [*map(repr, fast)] == [repr(each if isinstance(each, FileFinding) else each.verdict) for each in full]
        assert len(fast) == len(judged(data))


@pytest.mark.parametrize("body", ["1. d2-d3 *", "1-0", "*", "1. ~xa1 *", "{a}", "(d2-d3) *"])
def test_a_setup_that_cannot_be_read_after_a_game(body: str) -> None:
    """Nothing of the game before it is left on the board."""
    there = "2a1-a2 2h8-h7 2a2-a3 2h7-h8 2a3-a1 2h8-h7 2a1-a2 2h7-h6 2a2-a1 2h6-h8 2a1-a2 2h8-h7 2a2-a3 2h7-h8 2a3-a1"
    game = f'[Rules "referee"]\n[Setup ".7b2/.8/.8/.8/.8/.8/.8/w2.7 w 1 0"]\n{there} *\n'
    found = check(f'{game}[Setup "w.7/.8"]\n{body}\n'.encode())
    assert [finding.code for finding in found[0].diagnostics] == ["XBN155", "XBN311"]  # type: ignore[union-attr]


# What needs no tree

KEEPING = [
    "result on its own line", "wrapped", "on one line", "white space", "comments", "clocks", "glyphs", "no turn numbers",
    "some turn numbers", "loose spellings", "some loose spellings", "missing tags", "more tags", "no line feed at the end",
]  # fmt: skip
"""Layouts that leave a game as it is."""


def sound_games(number: int) -> list[bytes]:
    """Games about which there is nothing to say, with few actions."""
    texts = (bare(Random(f"sound {seed}")) for seed in range(4 * number))
    return [text for text in texts if b"[Setup" not in text and codes(text) == []][:number]


def codes(data: bytes) -> list[str]:
    """What is found in the only record of a file, without a tree and with one."""
    (verdict,) = check(data)
    assert isinstance(verdict, Verdict)
    return [finding.code for finding in verdict.diagnostics]


@pytest.mark.parametrize("layout", KEEPING)
def test_a_layout_needs_no_tree(layout: str) -> None:
    chance = Random(layout)
    data = b"\n".join(LAYOUTS[layout](chance, game) for game in sound_games(10))
    for size in (13, 1 << 20):
        with block_size(size):
            assert len(check(data)) == 10
            assert with_trees(data) == []


@pytest.mark.parametrize("line_end", [b"\r\n", b"\r"])
def test_line_ends_need_trees_only_up_to_the_record_that_reports_them(line_end: bytes) -> None:
    games = sound_games(6)
    for first in range(6):
        data = b"\n".join(games[:first]) + b"\n" + b"\n".join(games[first:]).replace(b"\n", line_end)
        assert [each.index for each in check(data) if isinstance(each, Verdict) and each.diagnostics] == [first + 1]
        assert with_trees(data) == [*range(1, first + 2)]


def test_a_byte_order_mark_needs_a_tree_only_for_the_first_record() -> None:
    assert with_trees(b"\xef\xbb\xbf" + b"\n".join(sound_games(3))) == [1]


@pytest.mark.parametrize("action", ["a1-h8", "0a1-a2", "a1-a1", "c3-c4", "Xd5", "9 a2–a3", "i1-i2", "a99-a1", "a0-a1", "xa0=1:1"])
def test_an_illegal_action_needs_no_tree_wherever_it_is(action: str) -> None:
    for game in sound_games(2):
        for ply, place in enumerate(ACTION.finditer(game, game.index(b"\n\n")), 1):
            data = game[: place.start()] + action.encode() + game[place.end() :]
            (verdict,) = check(data)
            assert isinstance(verdict, Verdict)
            assert verdict.plies == ply - 1
            assert [finding.ply for finding in verdict.diagnostics if finding.is_error] == [ply]
            assert with_trees(data) == []


REPEATED = "a2-a3 a7-a6 a3-a2 a6-a7 " * 3
UNEVEN = "1. 2a1-a2 2h8-h7 2. 2a2-a3 2h7-h8 3. 2a3-a1 " + "2h8-h7 2a1-a2 2h7-h8 2a2-a1 " * 2 + "*"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("*", []),
        ("1. d2-d3 e7-e6\n2. xd3=4:0 *", []),
        ("1. d2-d3! e7-e6?! $3 $14\n2. e2-d2 {a comment} {another} *", []),
        ("1. d2-d3 {%emt=0.25 clk=600 eval=-1.5 n=x pv=d2-d3,e7-e6} e7-e6 {%emt=.5} *", []),
        ("{before}\n{it}\n1. d2-d3 *", []),
        ("1. {first} d2-d3 1... {then} e7-e6\n2. e2-d2 * {after} {all}", []),
        ("1. d2-d3 (1. xd2=4:0 {why not} (1. xa1) e7-e6 2. a1-a2) ({or} 1. e2-e3 *) {after} e7-e6 *", []),
        ("1. d2-d3 {é \\} \\\\ { ; ( [x] 1-0 * \N{ROBOT FACE}\ntwo lines\n\nmore} *", []),
        ("1. d2-d3 ; to the end of the line * 1-0\ne7-e6 * ; and so on", []),
        ("1 . d2-d3 e7-e6 2.e2-d2 *", []),
        ("d2-d3 e7-e6 (d7-d6 e2-e3) e2-d2 *", []),
        ("d2-d3 " + "(d2-d3 " * 20 + ")" * 20 + " *", []),
        ("D2d3 Boom (e7) *", ["XBN151", "XBN151"]),
        ("{é} D2-d3 {é} x(e7) (Xd7) *", ["XBN151", "XBN151", "XBN151"]),
        ("{é\n🤖} 1. D2d3 (d2→d3) {é} *", ["XBN151", "XBN151"]),
        ("1. {é\n🤖} d2-d5 {é} *", ["XBN203"]),
        ("1. d2-d5 e7-e6 2. xa9 e6-e2 3. D2-d4 *", ["XBN203", "XBN151"]),
        ("1. d2-d3 (1. xa1 e7-e6) e7-e6 2. a9-a1 {after it} *", ["XBN206"]),
    ],
)
def test_what_needs_no_tree(body: str, found: list[str]) -> None:
    data = HEAD + body.encode() + b"\n"
    assert codes(data) == found
    assert with_trees(data) == []


@pytest.mark.parametrize(
    ("tags", "body", "found"),
    [
        ('[Format "xbn 1"] [Game "Expendibots"] [Rules "text"] [Result "*"]', "*", []),
        ('[Result "*"]\n[ Rules\t"text" ]\n{é}\n[Game "Expendibots"]\n; é\n[Format "xbn 1"]', "*", []),
        (
            r"""[White "the \"A\" team \\ é"] [Path "c:\\games"] [Odd "\ud800\t"]
            [Format "xbn 1"] [Game "Expendibots"] [Rules "text"] [Result "*"]""",
            "*",
            [],
        ),
        ("", "d2-d3 *", ["XBN155"]),
        ("", "D2-d5 *", ["XBN151", "XBN155", "XBN203"]),
        ('[White "é"]\n[Rules "referee"]', "d2-d3 *", ["XBN155"]),
        ('[Result "1/2-1/2"]', REPEATED + "1/2-1/2", ["XBN155"]),
        ('[Termination "illegal-action"]', "1. d2-d3 ~xa5 1-0", ["XBN155"]),
        ('[White "é"]', "~ X(d4)! {é} 0-1 {é}", ["XBN151", "XBN155"]),
        ('[Result "0-1"]', """1. ~"('MOVE', 1, (0, 1), (9, 9))" 0-1""", ["XBN155"]),
        ('[Setup ".7b2/.8/.8/.8/.8/.8/.8/w2.7 w 1 0"]', UNEVEN.replace("*", "1/2-1/2"), ["XBN155", "XBN311"]),
        ('[Rules "referee"]\n[Setup ".7b2/.8/.8/.8/.8/.8/.8/w2.7 w 1 0"]', "{é}" + UNEVEN, ["XBN155", "XBN311"]),
    ],
)
def test_which_tags_need_no_tree(tags: str, body: str, found: list[str]) -> None:
    data = f"{tags}\n{body}\n".encode()
    assert sorted(codes(data)) == found
    assert with_trees(data) == []


def test_variations_among_actions_that_have_come_before() -> None:
    body = "1. d2-d3 e7-e6 (1... d7-d6 2. e2-d2) (1... g7-g6 (1... d7-c7) (1... d7-d6)) 2. e2-d2 (2. b2-b3) (2. xa1) e6-e5 *\n"
    after = HEAD.replace(b'"*"', b'"0-1"') + b"~xa5 (1. d2-d3) 0-1\n"
    data = (HEAD + body.encode()) * 3 + after
    assert [each.diagnostics for each in check(data) if isinstance(each, Verdict)] == [()] * 4
    assert with_trees(data) == [4]


# What needs one


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("1. *", []),
        ("d2-d3", ["XBN113"]),
        ("d2-d3 {never closed *", ["XBN102"]),
        ("d2-d3 (xd2 *", ["XBN105"]),
        ("d2-d3 ) *", ["XBN106"]),
        ("x1 *", ["XBN101"]),
        ("d2-d3 <a> *", ["XBN101"]),
        ("1. d2-d5 e7-e6 2. nothing-else *", ["XBN203", "XBN101"]),
        ("d2-d3 {%emt=x} *", ["XBN109"]),
        ("d2-d3 {%a=b a=c} *", ["XBN109"]),
        ('d2-d3 {%a="x"} *', []),
        ("d2-d3 {%emt=1e3} *", []),
        ("d2-d3 {%emt=1234567890123456} *", []),
        ("d2-d3 {\0} *", ["XBN115"]),
        ("d2-d3 {\udcff} *", ["XBN110"]),
        ("1. d2-d3 e7-e6 3. e2-d2 *", ["XBN310"]),
        ("1... d2-d3 *", ["XBN156"]),
        ("1… d2-d3 *", ["XBN156"]),
        ("½-½", ["XBN152", "XBN306", "XBN309"]),
        ("1. d2-d3 1-0", ["XBN306", "XBN309"]),
        (REPEATED + "*", ["XBN307"]),
        (REPEATED + "a2-a3 1/2-1/2", ["XBN306", "XBN210"]),
        ("1. d2-d3 (1. d2-e2 1-0) *", ["XBN309"]),
        ("1. d2-d3=3 *", ["XBN211"]),
        ("1. xd2=4:1 *", ["XBN211"]),
        ("1. d2-d3 ~xa5 *", ["XBN307"]),
        ("1. d2-d3 ~xe7 1-0", ["XBN306", "XBN312"]),
        ("1. d2-d5 ~xe7 *", ["XBN203"]),
        ("1. d2-d3 (1. d2-d5) *", ["XBN203"]),
        ("1. d2-d5 (1. xa2) *", ["XBN203"]),
        ("a1000000000000000-a1 *", ["XBN206"]),
        ("d2-d3=0000000000000002 *", ["XBN151", "XBN211"]),
        ("D2-d3 " + "(D2-d3) " * 16 + "*", ["XBN151"] * 17),
        ("d2-d3 " + "(d2-d3 " * 21 + ")" * 21 + " *", []),
    ],
)
def test_what_needs_a_tree(body: str, found: list[str]) -> None:
    data = HEAD + body.encode("utf-8", "surrogateescape") + b"\n"
    assert sorted(codes(data)) == sorted(found)
    assert with_trees(data) == [1]


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        (r'[White "\u0041"]', []),
        (r'[White "\/"]', []),
        (r'[White "\ud83d\ude00"]', []),
        (r'[Termination "tim\u0065"]', []),
        (r'[Termination "\""]', ["XBN305"]),
        (r'[Setup "\""]', ["XBN303"]),
        (r'[White "\x"]', ["XBN107"]),
        ('[White "a\tb"]', ["XBN107"]),
        ('[Result "1-0"]', ["XBN108"]),
        ('[White ""]\n[White ""]', ["XBN108"]),
        ('[Termination "boredom"]', ["XBN305"]),
        ('[Termination "repetition"]', ["XBN308"]),
        ('[Setup "w.7/.8"]', ["XBN303"]),
        ('[Setup "b1.7/.8/.8/.8/.8/.8/.8/w.7 w 1 0"]', []),
        ("".join(f'[T{number} ""]' for number in range(61)), []),
    ],
)
def test_which_tags_need_a_tree(tag: str, found: list[str]) -> None:
    data = HEAD[:-1] + tag.encode() + b"\n\n*\n"
    assert codes(data) == found
    assert with_trees(data) == [1]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('"xbn 1"', '"xbn 2"', ["XBN313"]),
        ('"Expendibots"', '"expendibots"', []),
        ('"Expendibots"', '"Robots"', ["XBN101"]),
        ('"Expendibots"', '"Chess"', ["XBN301"]),
        ('"text"', '" text"', []),
        ('"text"', '"house"', ["XBN302"]),
        ('"*"', '"1-0"', ["XBN306"]),
        ('"*"', '"?"', ["XBN304"]),
    ],
)
def test_other_values_of_tags_need_a_tree(old: str, new: str, found: list[str]) -> None:
    data = GOOD.replace(old.encode(), new.encode())
    assert codes(data) == found
    assert with_trees(data) == [1]


def test_doubt_stays_in_its_record() -> None:
    wrong = GOOD.replace(b"2. ", b"3. ")
    assert with_trees(GOOD + wrong + GOOD + GOOD.replace(b"d2-d3", b"d2-d5") + wrong + GOOD) == [2, 5]
