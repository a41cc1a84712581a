"""`python -m fuzz.growth`: whether any reader takes more than twice as long for twice as much, by inputs made to have it do so.

Each shape is a unit that is repeated, with something before and behind it. Some are given to every format, and each format has
some of its own beside. Processor time is measured at 1, 2 and 4 MB. Timings are no tests, so `make test` only tries the
shapes small; `make growth` looks at the time.
"""

from __future__ import annotations

import argparse
import bz2
import gzip
import lzma
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO

from expendibots_notation.files import Unreadable
from expendibots_notation.importers import IMPORTERS
from expendibots_notation.importers.compression import inside
from expendibots_notation.importers.referee_log import START
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.parallel.pieces import find_border
from expendibots_notation.pipeline import Overrides, importer_of, judged_stream, validate_stream

MEGABYTE = 1_000_000
SIZES = (MEGABYTE, 2 * MEGABYTE, 4 * MEGABYTE)
STEEP = 8.0
"""Four times as much may take so many times as long: beyond the limit of a record it is looked at once more. What is
quadratic takes sixteen times."""
LITTLE = 0.5
"""Seconds for the largest input below which nothing is said: what is so quick is not worth an argument."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An input that can have any size."""

    name: str
    before: str
    unit: str
    behind: str = ""
    share: int = 1
    """Which part of the size it has: what makes a record of every few bytes takes long enough when it is small."""

    def of_size(self, size: int) -> bytes:
        """The input with about so many bytes."""
        unit = self.unit.encode("utf-8", "surrogateescape")
        return self.before.encode() + unit * (size // self.share // len(unit)) + self.behind.encode()


_HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'
_TUPLE = "('MOVE', 1, (0, 1), (0, 2))"

_MANY = 40
_RECORDS = ("*", "* ", "*\n", "a\n", "{}", "[]", "1 2\n", "[\n", "{\n")
"""Units of which each is a record, in some format."""
_UNITS = (
    *("(", ")", "[", "]", "{", "}", "<", '"', "'", "\\", "~", "*", ";", "1", "a", " ", "\n", "\r", "\r\n", "\t\n", "* ", "*\n"),
    *("{}", "[]", "()", "{\n", "[\n", "a\n", "1 2\n", "é", "\udcff"),
)
ANY = (
    *(Shape(f"only {unit!a}", "", unit, share=_MANY if unit in _RECORDS else 1) for unit in _UNITS),
    Shape("a long line and short ones", "x" * 200_000 + "\n", "x\n", share=8),
)

OWN: dict[str, tuple[Shape, ...]] = {
    "xbn": (
        Shape("a comment", _HEAD + "1. a2-a3 {", "x", "} *"),
        Shape("a comment that is never closed", _HEAD + "1. a2-a3 {", "x "),
        Shape("comments that are never closed", "", "1. a2-a3 {x\n"),
        Shape("escapes in a comment", _HEAD + "1. a2-a3 {", "\\}", "} *"),
        Shape("attributes that are never closed", _HEAD + "1. a2-a3 {%", "a=1 "),
        Shape("an action", _HEAD + "1. a2-", "a", " *"),
        Shape("digits", _HEAD, "7", " *"),
        Shape("a string", _HEAD + '[White "', "x", '"]\n\n1. a2-a3 *'),
        Shape("escapes in a string", _HEAD + '[White "', "\\n", '"]\n\n1. a2-a3 *'),
        Shape("a string that is never closed", _HEAD + '[White "', "x"),
        Shape("a raw text that is never closed", _HEAD + '1. ~"', "x"),
        Shape("raw texts that are never closed", _HEAD, '~"x'),
        Shape("an item that is never closed", '[Game "Robots"]\n\n1. L <', "r"),
        Shape("items that are never closed", '[Game "Robots"]\n\n1. L ', "<r "),
        Shape("tags", "", '[A "x"]\n'),
        Shape("tags that are never closed", "", '[A "x\n'),
        Shape("tags without values", "", "[A\n"),
        Shape("variations", _HEAD + "1. a2-a3 ", "(1. xa2) ", "*"),
        Shape("variations that are never closed", _HEAD + "1. a2-a3 ", "(1. xa2 "),
        Shape("empty records", "", "*\n", share=_MANY),
        Shape("empty records with comments", "", "* {x}\n", share=_MANY),
        Shape("comments behind a result", _HEAD + "1. a2-a3 *\n", "{x}\n"),
        Shape("comments between records", "*\n", "{x}\n\n", "*\n"),
        Shape("canonical records", "", _HEAD + "1. d2-d3 e7-e6\n2. e2-d2 *\n\n", share=10),
        Shape("records with a warning", "", _HEAD + "1. d2-d3  e7-e6\n2. e2-d2 *\n\n", share=10),
        Shape("many findings", _HEAD, "1. D2-d3 e7-E6 "),
        Shape("line comments", _HEAD + "1. a2-a3 ", ";x\n", "*"),
        Shape("NAGs", _HEAD + "1. a2-a3 ", "$1 ", "*"),
        Shape("byte order marks", "", "\ufeff*\n", share=_MANY),
        Shape("plies", _HEAD, "d2-d3 e7-e6 d3-d2 e6-e7 "),
    ),
    "json": (
        Shape("nested lists", "", "["),
        Shape("nested lists, closed", '{"format": "xbn-record", "a": ', "[]", "}"),
        Shape("nested objects", "", '{"a":'),
        Shape("a string", '{"format": "xbn-record", "a": "', "x", '"}'),
        Shape("escapes", '{"format": "xbn-record", "a": "', "\\n", '"}'),
        Shape("a string that is never closed", '{"a": "', "x"),
        Shape("small documents", "[", "{},", "{}]", share=10),
        Shape("keys", '{"format": "xbn-record"', ',"a":1', "}"),
        Shape("a number", '{"a": ', "7", "}"),
    ),
    "jsonl": (
        Shape("lines", "", "{}\n", share=10),
        Shape("a string", '{"format": "xbn-record", "a": "', "x", '"}'),
        Shape("nested lists", '{"a": ', "["),
    ),
    "referee-log": (
        Shape("games", "", START + "Mon Jun  1 05:34:00 2020\n", share=10),
        Shape(
            "a game", START + "Mon Jun  1 05:34:00 2020\n", "[white] - MOVE 1 from (0, 1) to (0, 2).\n[black] - BOOM at (0, 7).\n"
        ),
        Shape("an action", START + "x\n[white] - MOVE 1 from (", "9", ")"),
        Shape("a refused object", START + "x\n[error] - illegal action detected (white): ", "(\n", "."),
        Shape("odd lines", START + "x\n", "[white] - \n"),
    ),
    "referee-stdout": (
        Shape("referee lines", "* starting\n", "* white: \n"),
        Shape("boards", "* starting\n", "* board:\n* | | |\n"),
        Shape("stars", "", "*       "),
        Shape("tracebacks", "", "Traceback (most recent call last):\n"),
        Shape("frames", "Traceback (most recent call last):\n", '  File "x", line 1, in y\n'),
    ),
    "tuples": (
        Shape("lines of two actions", "", f"{_TUPLE}, {_TUPLE}\n", share=10),
        Shape("a list", "[", f"{_TUPLE}, ", "]"),
        Shape("a list that is never closed", "[", f"{_TUPLE},\n"),
        Shape("lists", "", f"[{_TUPLE}]\n", share=10),
        Shape("lines", "", f"{_TUPLE}\n"),
        Shape("odd lines", "", "white: (\n", share=10),
        Shape("colours", "", "white "),
        Shape("actions that are never closed", "", "('MOVE', "),
        Shape("remarks", "", "# ('MOVE'\n"),
        Shape("empty lists", "", "[]\n", share=10),
        Shape("lists with remarks", "", f"{_TUPLE} # x\n\n", share=10),
    ),
    "stack-wars-moves": (
        Shape("moves", "", "3 8\n6 0\n"),
        Shape("games", "", "3 8\n---\n", share=10),
        Shape("long moves", "", "3 8 "),
    ),
}


def judge(judge_stream: Callable[..., Iterator[object]], format_name: str, data: bytes) -> int:
    """Judge data as a format; how many results there are."""
    try:
        return sum(1 for _ in judge_stream(BytesIO(data), "input", Overrides(format=format_name)))
    except Unreadable:
        return 0


def find_format(data: bytes) -> int:
    """Tell the format of some data."""
    try:
        return importer_of(TextStream(BytesIO(data)), "input", Overrides()) is not None
    except BinaryData:
        return 0


def find_borders(format_name: str, data: bytes) -> int:
    """Every border of a file at which it can be cut."""
    stream, start, number = BytesIO(data), 0, 0
    while start < len(data):
        start = find_border(stream, format_name, start + 1, len(data))
        number += 1
    return number


def unpack(pack: Callable[[bytes], bytes], data: bytes) -> int:
    """Unpack what is packed in pieces of a kilobyte."""
    piece = pack(data[:1_000])
    stream = TextStream(inside(BytesIO(piece * (len(data) // len(piece)))))
    try:
        return sum(len(block) for block in stream.data())
    except (BinaryData, Unreadable):
        return 0


def _pack_zstandard(data: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor().compress(data)


@dataclass(frozen=True, slots=True)
class Trial:
    """A shape, and what is done with it."""

    reader: str
    shape: Shape
    run: Callable[[bytes], int]


def trials() -> Iterator[Trial]:
    """Everything that is tried."""
    for importer in IMPORTERS:
        for shape in (*ANY, *OWN[importer.name]):
            yield Trial(importer.name, shape, partial(judge, validate_stream, importer.name))
            if importer.name in ("xbn", "referee-log", "tuples"):
                yield Trial(f"{importer.name} with trees", shape, partial(judge, judged_stream, importer.name))
        for shape in OWN[importer.name]:
            yield Trial("detection", shape, find_format)
    for shape in (*ANY, *OWN["xbn"], *OWN["referee-log"]):
        yield Trial("borders of xbn", shape, lambda data: find_borders("xbn", data))
        yield Trial("borders of referee-log", shape, lambda data: find_borders("referee-log", data))
    for shape in ANY:
        yield Trial("detection", shape, find_format)
    for pack in (gzip.compress, bz2.compress, lzma.compress, _pack_zstandard):
        yield Trial("compression", Shape(pack.__module__ + " members", "", "x"), lambda data, pack=pack: unpack(pack, data))


def seconds(trial: Trial, size: int) -> float:
    """How much processor time a trial takes."""
    data = trial.shape.of_size(size)
    begun = time.process_time()
    trial.run(data)
    return time.process_time() - begun


def main() -> int:
    """Try everything at three sizes; the exit code is 1 where something grows too fast."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.growth", description=__doc__)
    parser.add_argument("readers", nargs="*", help="only these")
    parser.add_argument("--all", action="store_true", help="show the times of each")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="how many bytes the largest input has")
    options = parser.parse_args()
    tried, steep, slowest = 0, [], (0.0, "")
    for trial in trials():
        if options.readers and trial.reader not in options.readers:
            continue
        sizes = [options.largest // 4, options.largest // 2, options.largest]
        times = [seconds(trial, size) for size in sizes]
        tried += 1
        name = f"{trial.reader}: {trial.shape.name}"
        if options.all:
            print(f"{name}: {', '.join(f'{each:.2f}' for each in times)} s", flush=True)
        slowest = max(slowest, (times[-1], name))
        if times[-1] > LITTLE and times[-1] > STEEP * times[0]:
            # Once more, since a machine has other things to do.
            times = [seconds(trial, size) for size in sizes]
            if times[-1] > STEEP * times[0]:
                steep.append(name)
                print(f"{name}: {', '.join(f'{each:.2f}' for each in times)} s", flush=True)
    print(f"{tried} inputs at {', '.join(f'{size / MEGABYTE:g}' for size in sizes)} MB: {len(steep)} grow faster than their size; "
          f"the slowest takes {slowest[0]:.1f} s ({slowest[1]})")  # fmt: skip
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main())
