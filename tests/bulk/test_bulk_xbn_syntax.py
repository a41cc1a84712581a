"""What the scanner takes for an action, against the grammar: it knows canonical spellings, all of them and no others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from both_ways import doubtful, judged
from hypothesis import settings

from expendibots_notation.board import Square
from expendibots_notation.bulk import scanner
from expendibots_notation.bulk.scanner import END, MORE, PADDING, Scanner
from expendibots_notation.bulk.xbn import _Lore
from expendibots_notation.games.expendibots import GAME, Boom, Move
from expendibots_notation.notation.grammars import Misplaced, NoWord, grammar
from expendibots_notation.verdict import Verdict

IS_DEEP = settings.default is not None and settings.default.max_examples > 500
IS_COMPILED = not scanner.__file__.endswith(".py")
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


# Every canonical action is accepted


@pytest.mark.parametrize("side", SIDES)
def test_every_move_is_accepted(side: str) -> None:
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
    assert doubtful(b"\n".join(records)) == []


@pytest.mark.parametrize("side", SIDES)
def test_every_boom_is_accepted(side: str) -> None:
    enemy = "b" if side == "w" else "w"
    for square in SQUARES:
        others = [other for other in SQUARES if max(abs(other.x - square.x), abs(other.y - square.y)) > 2]
        setup = board({square: f"{side}12", others[0]: enemy, others[-1]: side}, side)
        removed = "=12:0" if side == "w" else "=0:12"
        assert doubtful(record(setup, alternatives(side, [str(Boom(square)), f"{Boom(square)}{removed}"]))) == []


@pytest.mark.parametrize("count", [10**12, 10**14 - 1, 10**14, 10**15 - 1])
def test_very_large_numbers(count: int) -> None:
    """Accepted or left to the full way, never misread."""
    setup = board({Square(0, 0): f"w{count}", Square(7, 7): "b"}, "w")
    texts = [f"{number}a1-a2={number}" for number in (count, count - 1, count // 10)]
    assert doubtful(record(setup, alternatives("w", texts))) == []
    for text in (f"{count + 1}a1-a2", f"{count}a1-a2={count + 1}", f"{2**64 + count}a1-a2", f"a1-a2={2**64 + 1}"):
        assert doubtful(record(setup, alternatives("w", [text]))) == [1]


# Everything that is accepted is canonical

SETUP = "b.7/.8/.8/.8/.8/.8/w22w3.5w/w22w3.6 w 1 0"
"""Stacks from which nearly every action of a few characters is legal."""
LETTERS = b"ab x12-="
START = record(SETUP, "1. |").partition(b"|")[0]
CLOSING = b" *\n"
TELLING = b'\0\t\n !"$%()*-./0123456789:=?[\\]abhix{}~\x7f\x80\xff'
WORDS = {"TAG_NAME", "STRING", "RSQB", "TURN", "ACTION", "GLYPH", "NAG", "RESULT", "LPAR", "RPAR", "COMMENT", "ATTRIBUTES"}


@cache
def _scanner() -> Scanner:
    lore = _Lore(None)
    return Scanner(lore.starts, lore.find_start, lore.find_claim)


def answer(data: bytes, is_final: bool) -> int:
    """Why the scanner comes back from this data."""
    each = _scanner()
    why = each.scan(data + PADDING, 0, is_final)
    each.rows.take("", 1, (), ())
    return why


def is_accepted(data: bytes) -> bool:
    return answer(data, True) == END


def accepted(start: bytes, letters: bytes, longest: int) -> Iterator[bytes]:
    """All texts of these letters that the scanner accepts in this place; it tells itself which beginnings may go on."""
    waiting = [b""]
    while waiting:
        text = waiting.pop()
        if is_accepted(start + text + CLOSING):
            yield text
        if len(text) < longest and answer(start + text, False) == MORE:
            waiting.extend(text + bytes([letter]) for letter in letters)


def assert_canonical(text: bytes) -> None:
    """The grammar reads it word for word, each action as it would be written, and the full way has nothing to say about it."""
    reader = grammar(GAME.grammar)
    try:
        words = list(reader.words(text.decode()))
        reader.parse(words)
    except (NoWord, Misplaced) as error:
        raise AssertionError(text) from error
    assert {word.kind for word in words} <= WORDS
    assert all(GAME.read_action(word.text).is_canonical for word in words if word.kind == "ACTION")
    (verdict,) = judged(text, False)
    assert isinstance(verdict, Verdict)
    assert verdict.diagnostics == (), text


def test_all_short_texts_in_the_place_of_an_action() -> None:
    found = set(accepted(START, LETTERS, 6 if IS_COMPILED else 5))
    assert {b"a1-a2", b"a1-b1", b"xa1", b"xb2"} <= found
    assert (b"2a1-a2" in found) == IS_COMPILED
    for text in found:
        assert_canonical(START + text + CLOSING)


def test_all_short_texts_behind_an_action() -> None:
    """Effects, glyphs and NAGs, and what follows in the same turn."""
    found = set(accepted(START + b"a1-a2", b"=123:!?$ ", 5 if IS_COMPILED else 4))
    assert {b"", b"=23", b"!", b"?!", b"=23!!", b" $1", b"! $12"} <= found | ({b"=23!!", b"! $12"} if not IS_COMPILED else set())
    for text in found:
        assert_canonical(START + b"a1-a2" + text + CLOSING)


WHOLE = START + b"2a1-a2=24! $4 {%emt=1.5 n=x} {a} (1. xb1=0:0) a8-b8" + CLOSING
WHOLE = WHOLE.replace(b"xb1=0:0", b"xb1=50:0")


def test_every_change_of_one_byte() -> None:
    """Each byte left out and replaced by each other, and those that mean something put in before it."""
    assert is_accepted(WHOLE)
    assert_canonical(WHOLE)
    every = range(256) if IS_COMPILED or IS_DEEP else TELLING
    changed: set[bytes] = set()
    for at in range(len(WHOLE)):
        before, behind = WHOLE[:at], WHOLE[at + 1 :]
        changed.add(before + behind)
        changed.update(before + bytes([byte]) + behind for byte in every)
        changed.update(before + bytes([byte]) + WHOLE[at:] for byte in TELLING)
    changed = {text for text in changed if b"\r" not in text}
    found = [text for text in changed if is_accepted(text)]
    assert len(found) > 100
    # Most of these are other bytes in the comment.
    for text in found if IS_DEEP else Random(0).sample(sorted(found), 60):
        (verdict,) = judged(text, False)
        assert isinstance(verdict, Verdict)
        assert verdict.diagnostics == (), text
