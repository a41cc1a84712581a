"""Bytes that come in blocks: what was read before trouble is handed out first, and every line ending is a line feed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from errno import EIO
from io import BytesIO, RawIOBase
from itertools import islice
from typing import BinaryIO, cast

import pytest
from both_ways import block_size, check

from expendibots_notation.files import Unreadable
from expendibots_notation.importers.game_files import GameBuffer
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.byte_buffer import ByteBuffer

LOG = "[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 6).\n"
LIST = "[('MOVE', 1, (0, 1), (0, 2)), ('BOOM', (0, 6))]\n"


@pytest.mark.parametrize(("name", "one"), [("referee-log", LOG), ("tuples", LIST)])
@pytest.mark.parametrize("size", [7, 100, 1 << 20])
def test_a_cut_archive_is_judged_alike(name: str, one: str, size: int) -> None:
    whole = gzip.compress("".join(one.replace("(0, 6)", f"({x}, 6)") for x in (0, 1, 3, 4, 6, 7)).encode() * 3, mtime=0)
    with block_size(size):
        for end in range(20, len(whole), 3):
            check(whole[:end], format=name)


# Buffers


def failing(*blocks: bytes) -> Iterator[bytes]:
    yield from blocks
    raise Unreadable("the disk is gone")


def test_what_was_read_before_trouble_comes_first() -> None:
    buffer = ByteBuffer(failing(b"abc", b"d"))
    buffer.read_more()
    assert buffer.data == b"abc"
    buffer.read_more()
    assert buffer.data == b"abcd"
    for read in (buffer.read_more, buffer.read_more, buffer.read_block):
        with pytest.raises(Unreadable, match="the disk is gone"):
            read()
    assert (buffer.data, buffer.is_final) == (b"abcd", False)


def test_as_much_is_read_as_is_there_already() -> None:
    buffer = ByteBuffer(iter([b"ab"] * 7))
    sizes = []
    while not buffer.is_final:
        buffer.read_more()
        sizes.append(buffer.size)
    assert sizes == [2, 4, 8, 14]
    buffer.read_more()
    assert (buffer.size, buffer.before) == (14, 0)


def test_what_is_dealt_with_is_given_up() -> None:
    buffer = ByteBuffer(iter([b"a\nb", "\xe9\xff".encode("latin-1"), "é\n".encode(), b"z"]), line=5, column=3)
    buffer.read_more()
    buffer.move_to(1)
    assert (buffer.line, buffer.column) == (5, 4)
    buffer.move_to(3)
    assert (buffer.line, buffer.column, buffer.size) == (6, 2, 0)
    buffer.read_block()
    buffer.read_block()
    assert (buffer.data, buffer.before) == (b"\xe9\xff\xc3\xa9\n", 3)
    assert buffer.characters(4) == 3
    assert (buffer.after(2), buffer.after(3), buffer.after(5)) == (2, 4, None)
    buffer.move_to(4)
    assert (buffer.line, buffer.column) == (6, 5)
    buffer.move_to(5)
    assert (buffer.line, buffer.column) == (7, 1)
    buffer.read_more()
    assert (buffer.data, buffer.before) == (b"z", 8)


def test_a_border_is_looked_for_in_all_that_is_left() -> None:
    buffer = GameBuffer(iter([b"a;", b";b", b";;c"]))
    buffer.read_more()
    assert buffer.find(b";;") is None
    buffer.read_more()
    assert buffer.find(b";;") == 1
    buffer.move_to(3)
    assert buffer.find_reading(b";;") == 1
    assert buffer.data == b"b;;c"
    buffer.move_to(3)
    assert buffer.find(b";;") is None
    assert buffer.find_reading(b";;") == 1
    assert buffer.data == b"c"
    assert buffer.find(b"c") == 0


def test_a_border_is_looked_for_once() -> None:
    """Games that end before it do not search the whole data again, each of them."""

    class Counting(bytes):
        searched = 0

        def find(self, border: bytes, start: int = 0) -> int:  # type: ignore[override]
            Counting.searched += 1
            return super().find(border, start)

    buffer = GameBuffer(iter([b"x\n" * 100 + b"\n\n"]))
    buffer.read_more()
    buffer.data = Counting(buffer.data)
    for at in range(0, 200, 2):
        buffer.move_to(at)
        assert buffer.find(b"\n\n") == 199
    assert Counting.searched == 1


BLANKS = ["\n", " \n", "\x0b\x0c\x1c\n", "\u2003\n", "\xa0 \n", "\x85\n", "\u2028\n", "\ufeff\n", "\x7f\n"]


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_lines_are_the_same_for_everybody(blank: str) -> None:
    for text in (blank + LOG, LOG + blank + LOG, LOG + "\n" + blank + LOG, LOG + blank.strip("\n"), blank.strip("\n")):
        check(text.encode(), format="referee-log")
    for text in (blank + LIST, LIST + blank + LIST, LIST + blank.strip("\n"), blank):
        check(text.encode(), format="tuples")


def test_blank_lines_are_passed_over() -> None:
    buffer = GameBuffer(iter([b"\n \n", b"\t", b"\n\xe2\x80", b"\x83\n a", b"\n\n"]))
    assert buffer.skip_blank_lines()
    assert (buffer.data[buffer.at :][:2], buffer.line) == (b" a", 5)
    buffer.move_to(buffer.find_reading(b"\n"))
    assert not buffer.skip_blank_lines()
    assert buffer.size == 0


# The data of a stream


class Blocks(RawIOBase):
    """A stream that gives one block at a time, and may then fail."""

    def __init__(self, blocks: list[bytes], fails: bool = False) -> None:
        self._blocks = [block for block in blocks if block]
        self._fails = fails

    def readable(self) -> bool:
        return True

    def read(self, _size: int = -1) -> bytes:
        if self._blocks:
            return self._blocks.pop(0)
        if self._fails:
            raise OSError(EIO, "the disk is gone")
        return b""


def stream_of(blocks: list[bytes], fails: bool = False) -> TextStream:
    return TextStream(cast(BinaryIO, Blocks(blocks, fails)))


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ([b"\xef\xbb\xbfa\r\nb\rc\n"], b"\xef\xbb\xbfa\nb\nc\n"),
        ([b"a\r", b"\nb"], b"a\nb"),
        ([b"a\r", b"b\r"], b"a\nb\n"),
        ([b"\r", b"\r", b"\n"], b"\n\n"),
        ([b"a\r", b"\n", b"\n"], b"a\n\n"),
        ([], b""),
    ],
)
def test_every_line_ending_is_a_line_feed(blocks: list[bytes], expected: bytes) -> None:
    with block_size(1):
        assert b"".join(stream_of(blocks).data()) == expected
        assert "".join(stream_of(blocks).blocks()) == expected.decode()
        buffer = GameBuffer(stream_of(blocks).unmarked_data())
        while not buffer.is_final:
            buffer.read_more()
        assert buffer.data == expected.removeprefix(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("blocks", "place", "words"),
    [
        ([b"a\n", b"b\r", b"\nc\r"], 3, "CR LF"),
        ([b"a\n", b"b\r", b"c\r\n"], 3, "CR"),
        ([b"\r\n\r"], 0, "CR LF"),
        ([b"a\nb\n"], None, None),
    ],
)
def test_the_first_other_line_ending_is_remembered(blocks: list[bytes], place: int | None, words: str | None) -> None:
    with block_size(1):
        stream = stream_of(blocks)
        assert b"\r" not in b"".join(stream.data())
    assert (stream.first_return, stream.line_ending) == (place, words)


@pytest.mark.parametrize("blocks", [[b"a\r"], [b"a", b"b\r"], [b"a\r", b"\n"], [b"a\r", b"\r"], [b"a"]])
def test_a_stream_that_fails_after_a_carriage_return(blocks: list[bytes]) -> None:
    """Its last line is whole. Why nothing more can be read comes after what could be."""
    with block_size(1):
        expected = b"".join(stream_of(blocks).data())
        data = stream_of(blocks, fails=True).data()
        assert b"".join(islice(data, len(blocks) - (blocks[-1] == b"\n"))) == expected
        with pytest.raises(Unreadable, match="the disk is gone"):
            next(data)


@pytest.mark.parametrize("size", [1, 3, 10, 1 << 20])
def test_the_first_block_is_given_again(size: int) -> None:
    data = b"one\r\ntwo\rthree\n"
    with block_size(size):
        stream = TextStream(BytesIO(data))
        assert stream.head() == stream.head()
        assert b"".join(stream.data()) == b"one\ntwo\nthree\n"
