"""Games of foreign formats that are longer than a record may be: reported, skipped, and the next one is read."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO, RawIOBase
from itertools import chain, repeat

import pytest

from expendibots_notation.limits import USUAL, applied
from expendibots_notation.pipeline import Overrides, read_stream, validate_stream
from expendibots_notation.verdict import Verdict

LOG_START = b"[game ] - Start game log at Mon Jun  1 05:34:00 2020\n"
LOG = b"""\
[white] - MOVE 1 from (0, 1) to (0, 2).
[black] - MOVE 1 from (0, 6) to (0, 5).
[white] - MOVE 1 from (0, 2) to (0, 1).
[black] - MOVE 1 from (0, 5) to (0, 6).
"""
TUPLES = b'("MOVE", 1, (0, 1), (0, 2))\n("MOVE", 1, (0, 6), (0, 5))\n'
LISTED = TUPLES.replace(b"\n", b", ")
MOVES = b"3 8\n6 0\n"
STDOUT = b"* asking player 1 (white) for next action...\n*   player 1 (white) returned action: ('MOVE', 1, (0, 1), (0, 2))\n"
BANNER = b"*" * 63 + b"\nwelcome to Expendibots referee version 2020.1.1\n"

# By name: the format, how a game begins, what it repeats, how it ends, and a short game after it.
LONG: dict[str, tuple[str, bytes, bytes, bytes, bytes]] = {
    "log": ("referee-log", LOG_START, LOG, b"", LOG_START + LOG),
    "log of one line": ("referee-log", LOG_START + b"[white] - ", b"MOVE", b"\n", LOG_START + LOG),
    "log with a refused object": (
        "referee-log",
        LOG_START + b"[error] - illegal action detected (white): \n",
        b"[x]\n",
        b"",
        LOG_START + LOG,
    ),
    "log without lines that begin a game": ("referee-log", b"", LOG, b"", LOG_START + LOG),
    "tuples by the line": ("tuples", b"", TUPLES, b"\n", TUPLES),
    "tuples in a list": ("tuples", b"[", LISTED, b'("BOOM", (0, 1))]\n', TUPLES),
    "tuples in a list of many lines": ("tuples", b"[\n", LISTED + b"\n", b"]\n", TUPLES),
    "tuples in a line": ("tuples", b"", LISTED, b"\n", TUPLES),
    "moves": ("stack-wars-moves", b"", MOVES, b"---\n", MOVES),
    "moves in a line": ("stack-wars-moves", b"3 8\n", b"3 8 ", b"\n---\n", MOVES),
    "transcript": ("referee-stdout", BANNER, STDOUT, b"", BANNER + STDOUT),
}
LONGEST = 20_000


class Endless(RawIOBase):
    """A game that goes on and on, and is never there as a whole."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces = pieces
        self.ready = b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        self.ready = self.ready or next(self.pieces, b"")
        size = min(len(target), len(self.ready))
        target[:size] = self.ready[:size]
        self.ready = self.ready[size:]
        return size


def whole(name: str, size: int, pack: Callable[[bytes], bytes] = bytes) -> BytesIO:
    _, begin, part, end, after = LONG[name]
    return BytesIO(pack(begin + part * (size // len(part)) + end + after))


def codes(stream: BytesIO | RawIOBase, name: str) -> list[list[str]]:
    found = validate_stream(stream, "game", Overrides(format=LONG[name][0]))
    return [[finding.code for finding in each.diagnostics] for each in found if isinstance(each, Verdict)]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "packed"])
@pytest.mark.parametrize("size", [LONGEST + 500, 40 * LONGEST])
@pytest.mark.parametrize("name", LONG)
def test_a_long_game_is_reported_and_the_next_one_is_read(name: str, size: int, pack: Callable[[bytes], bytes]) -> None:
    with applied(USUAL.changed({"record_length": LONGEST})):
        first, *others = codes(whole(name, size, pack), name)
        assert first == ["XBN902"]
        assert len(others) == 1
        assert "XBN902" not in others[0]
        read = list(read_stream(whole(name, size, pack), "game", Overrides(format=LONG[name][0])))
        assert [type(each).__name__ for each in read] == ["Diagnostic", "Record"]


@pytest.mark.parametrize("name", LONG)
def test_a_game_that_is_not_too_long_is_read(name: str) -> None:
    with applied(USUAL.changed({"record_length": LONGEST})):
        assert all("XBN902" not in each for each in codes(whole(name, LONGEST - 500), name))


@pytest.mark.parametrize("name", LONG)
@pytest.mark.slow
def test_a_long_game_is_not_held(name: str) -> None:
    _, begin, part, end, after = LONG[name]
    block = part * (10_000 // len(part))
    with applied(USUAL.changed({"record_length": LONGEST})):
        codes(whole(name, LONGEST), name)  # loads what it needs
        tracemalloc.start()
        pieces = filter(None, chain((begin,), repeat(block, 600), (end, after)))
        found = codes(Endless(pieces), name)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert found[0] == ["XBN902"]
    assert peak < 5_000_000, "six megabytes were read"
