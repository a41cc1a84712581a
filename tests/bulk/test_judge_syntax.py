"""What the judge settles without a tree, small text by small text, against the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from io import BytesIO
from random import Random

import pytest
from both_ways import check, judged, parsed_records
from hypothesis import settings

from expendibots_notation.board import Square
from expendibots_notation.bulk import judge
from expendibots_notation.bulk.judge import FINDINGS, NEEDS_MORE, NOTHING
from expendibots_notation.games.expendibots import Boom, Move
from expendibots_notation.importers.text import TextStream
from expendibots_notation.importers.xbn_scan import Scan
from expendibots_notation.verdict import Verdict

IS_DEEP = settings.default is not None and settings.default.max_examples > 500
IS_COMPILED = not judge.__file__.endswith(".py")
HIGHEST = 300
SIDES = {"w": "1.", "b": "1..."}


def record(setup: str, line: str) -> bytes:
    """A record that goes on from a position."""
    return f'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Setup "{setup}"]\n[Result "*"]\n\n{line} *\n'.encode()


def board(stacks: dict[Square, str], side: str) -> str:
    """A position with these stacks, each a letter and a height."""
    ranks = []
    for y in range(7, -1, -1):
        rank = "".join(stacks.get(Square(x, y), ".") for x in range(8))
        for empty in range(8, 1, -1):
            rank = rank.replace("." * empty, f".{empty}")
        ranks.append(rank)
    return f"{'/'.join(ranks)} {side} 1 0"


def alternatives(side: str, texts: list[str]) -> str:
    """Actions in the place of each other: all but the first as variations."""
    mark = SIDES[side]
    return " ".join([f"{mark} {texts[0]}", *(f"({mark} {text})" for text in texts[1:])])


SQUARES = [Square(x, y) for y in range(8) for x in range(8)]


# Every canonical action


@pytest.mark.parametrize("side", SIDES)
def test_every_move(side: str) -> None:
    """From each square to each in its line, and with every count, with and without the height that it leads to."""
    enemy = "b" if side == "w" else "w"
    records = []
    for source in SQUARES:
        far = Square(7 - source.x if source.x not in (3, 4) else 0, 7 - source.y if source.y not in (3, 4) else 0)
        setup = board({source: f"{side}{HIGHEST}", far: enemy}, side)
        targets = [target for target in SQUARES if target != source and (target.x == source.x or target.y == source.y)]
        moves = [Move(count, source, target) for target in targets for count in (1, 2, 10, HIGHEST)]
        moves += [Move(count, source, targets[source.x]) for count in range(1, HIGHEST + 1)]
        texts = [text for move in moves for text in (str(move), f"{move}={move.count}")]
        records.append(record(setup, alternatives(side, texts)))
    assert_clean_without_trees(b"\n".join(records))


@pytest.mark.parametrize("side", SIDES)
def test_every_boom(side: str) -> None:
    enemy = "b" if side == "w" else "w"
    records = []
    for square in SQUARES:
        others = [other for other in SQUARES if max(abs(other.x - square.x), abs(other.y - square.y)) > 2]
        setup = board({square: f"{side}12", others[0]: enemy, others[-1]: side}, side)
        removed = "=12:0" if side == "w" else "=0:12"
        records.append(record(setup, alternatives(side, [str(Boom(square)), f"{Boom(square)}{removed}"])))
    assert_clean_without_trees(b"\n".join(records))


def assert_clean_without_trees(data: bytes) -> None:
    with parsed_records() as indexes:
        found = judged(data)
    assert indexes == []
    assert [each.diagnostics for each in found if isinstance(each, Verdict)] == [()] * len(found)


@pytest.mark.parametrize("count", [10**12, 10**14 - 1, 10**14, 10**15 - 1])
def test_very_large_numbers(count: int) -> None:
    """Judged or left to the tree, never misread."""
    setup = board({Square(0, 0): f"w{count}", Square(7, 7): "b"}, "w")
    texts = [f"{number}a1-a2={number}" for number in (count, count - 1, count // 10)]
    assert_clean_without_trees(record(setup, alternatives("w", texts)))
    for text in (
        f"{count + 1}a1-a2",
        f"{count}a1-a2={count + 1}",
        f"{2**64 + count}a1-a2",
        f"a1-a2={2**64 + 1}",
        f"a{2**64 + 1}-a2",
    ):
        (verdict,) = check(record(setup, text))
        assert isinstance(verdict, Verdict)
        assert not verdict.valid


# Everything else

SETUP = "b.7/.8/.8/.8/.8/.8/w22w3.5w/w22w3.6 w 1 0"
"""Stacks from which nearly every action of a few characters is legal."""
LETTERS = b"ab x12-="
START = record(SETUP, "1. |").partition(b"|")[0]
CLOSING = b" *\n"
TELLING = b'\0\t\n !"$%()*-./0123456789:=?[\\]abhix{}~\x7f\x80\xff'


@cache
def _scan() -> Scan:
    return Scan(TextStream(BytesIO()), "games.xbn", None, None)


def answer(data: bytes, is_final: bool) -> int:
    """Why the judge comes back from this data."""
    each = _scan().judge
    why = each.judge_all(data, 0, is_final)
    each.rows.clear()
    return why


def settled(start: bytes, letters: bytes, longest: int) -> Iterator[bytes]:
    """All texts of these letters in this place that need no tree; the judge itself says which beginnings may go on."""
    waiting = [b""]
    while waiting:
        text = waiting.pop()
        if answer(start + text + CLOSING, True) in (NOTHING, FINDINGS):
            yield text
        if len(text) < longest and answer(start + text, False) == NEEDS_MORE:
            waiting.extend(text + bytes([letter]) for letter in letters)


def check_all(texts: Iterable[bytes]) -> None:
    """Judge records with and without trees, many in a file."""
    waiting = list(texts)
    for at in range(0, len(waiting), 100):
        check(b"\n".join(waiting[at : at + 100]))


def test_all_short_texts_in_the_place_of_an_action() -> None:
    found = set(settled(START, LETTERS, 6 if IS_COMPILED else 5))
    assert {b"a1-a2", b"a1a2", b"xa1", b"x a1", b"2a1a2", b"a2-b1"} <= found
    check_all(START + text + CLOSING for text in found)


def test_all_short_texts_after_an_action() -> None:
    """Effects, glyphs and NAGs, and what follows in the same turn."""
    found = set(settled(START + b"a1-a2", b"=123:!?$ ", 5 if IS_COMPILED else 4))
    assert {b"", b"=23", b"!", b"?!", b"=23!", b" $1", b"!$12", b" $1 "} <= found
    check_all(START + b"a1-a2" + text + CLOSING for text in found)


WHOLE = START + b"2a1-a2=24! $4 {%emt=1.5 n=x} {a} (1. xb1=50:0) a8-b8" + CLOSING


def test_every_change_of_one_byte() -> None:
    """Each byte left out and replaced by each other, and those that mean something put in before it."""
    assert answer(WHOLE, True) == NOTHING
    every = range(256) if IS_COMPILED or IS_DEEP else TELLING
    changed: set[bytes] = set()
    for at in range(len(WHOLE)):
        before, after = WHOLE[:at], WHOLE[at + 1 :]
        changed.add(before + after)
        changed.update(before + bytes([byte]) + after for byte in every)
        changed.update(before + bytes([byte]) + WHOLE[at:] for byte in TELLING)
    found = [text for text in sorted(changed) if b"\r" not in text and answer(text, True) in (NOTHING, FINDINGS)]
    assert len(found) > 100
    # Most of these are other bytes in the comment.
    check_all(found if IS_DEEP else Random(0).sample(found, 300))
