"""The bytes at hand: what was read before trouble is handed out first, by both ways alike."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from io import BytesIO

import pytest

from expendibots_notation.bulk import referee_log, tuples
from expendibots_notation.bulk.window import Window, line_feeds
from expendibots_notation.files import Unreadable
from expendibots_notation.importers import text
from expendibots_notation.pipeline import Overrides, validate_stream

LOG = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\n"
LIST = "[('MOVE', 1, (0, 1), (0, 2)), ('BOOM', (0, 6))]\n"


def told(data: bytes, name: str, bulk: bool) -> list[str]:
    """The results, and what stopped them."""
    found: list[str] = []
    try:
        for result in validate_stream(BytesIO(data), name, Overrides(bulk=bulk)):
            found.append(repr(result))
    except Unreadable as error:
        found.append(str(error))
    return found


@pytest.mark.parametrize(("name", "one"), [("games.log", LOG), ("games.tuples", LIST)])
@pytest.mark.parametrize("size", [7, 100, 1 << 20])
def test_a_cut_archive_is_judged_alike(name: str, one: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (text, referee_log, tuples):
        monkeypatch.setattr(module, "BLOCK", size)
    whole = gzip.compress("".join(one.replace("(0, 6)", f"({x}, 6)") for x in (0, 1, 3, 4, 6, 7)).encode() * 3, mtime=0)
    for end in range(20, len(whole), 3):
        assert told(whole[:end], name, True) == told(whole[:end], name, False)


def test_what_was_read_before_trouble_comes_first() -> None:
    def blocks() -> Iterator[bytes]:
        yield b"abc"
        raise Unreadable("the disk is gone")

    window = Window(blocks())
    window.extend()
    assert window.data == b"abc"
    window.extend()
    assert window.data == b"abc"
    with pytest.raises(Unreadable, match="the disk is gone"):
        window.extend()


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([b"\xef\xbb\xbfa\r\nb\rc\n"], b"a\nb\nc\n"),
        ([b"a\r", b"\nb"], b"a\nb"),
        ([b"a\r", b"b\r"], b"a\nb\n"),
        ([b"\r", b"\r", b"\n"], b"\n\n"),
        ([], b""),
    ],
)
def test_line_feeds(blocks: list[bytes], expected: bytes) -> None:
    assert b"".join(line_feeds(iter(blocks))) == expected
