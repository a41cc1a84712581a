"""Inputs to begin with, from the samples and the data of the tests: small ones, since a fuzzer alters short inputs best."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.exporters.referee_log import log_pieces
from expendibots_notation.exporters.tuples import tuples_pieces
from expendibots_notation.games import GAMES
from expendibots_notation.pipeline import read_text

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
DATA = ROOT / "tests" / "data"
LONGEST = 6_000
_PLIES = 12


def records() -> Iterator[bytes]:
    """XBN: every sample, and every broken one."""
    for path in sorted(SAMPLES.rglob("*.xbn")):
        if path.stat().st_size <= LONGEST:
            yield path.read_bytes()
    yield b'[Game "Robots"]\n\n1. h (1. ne) <+ 3x3> $2 {%eval=-1.5 clk=0:00:01} ; note\n2. ~"odd \\" text" 0-1 {end}\n'


def judged() -> Iterator[bytes]:
    """The formats with a fast path, each after the byte that names it."""
    for number, format_name in ((0, "xbn"), (2, "referee-log"), (3, "tuples")):
        for data in of_format(format_name):
            yield bytes([number]) + data


def of_format(name: str) -> Iterator[bytes]:
    """Files of one format."""
    if name == "xbn":
        yield from records()
    elif name == "json":
        yield from (path.read_bytes() for path in _broken(".json"))
        yield from ("".join(json_pieces(read_text(text))).encode() for text in _short_texts())
        yield "".join(json_pieces(read_text("\n".join(islice(_short_texts(), 3))))).encode()
    elif name == "jsonl":
        yield from ("".join(jsonl_pieces(read_text(text))).encode() for text in _short_texts())
    elif name == "referee-log":
        yield from (path.read_bytes() for path in _broken(".log"))
        yield from ("".join(log_pieces(read_text(text))).encode() for text in _expendibots())
        yield b"[game ] - Start game log at x\n[error] - illegal action detected (white): ('MOVE', 1).\n"
    elif name == "referee-stdout":
        yield from (path.read_bytes() for path in _broken(".out"))
        yield from (text for path in sorted((DATA / "transcripts").glob("*.txt.gz")) if (text := _beginning(path)))
    elif name == "tuples":
        yield from ("".join(tuples_pieces(read_text(text))).encode() for text in _expendibots())
        yield b"white: ['MOVE', 1, [0, 1], [0, 2]]\nblack, (\"boom\", (0, 7))  # remark\n\n[]\n"
    else:
        recorded = json.loads(gzip.decompress((DATA / "stack_wars_game1.json.gz").read_bytes()))
        lines = [entry["original"] for entry in recorded["actions"]]
        yield from ("\n".join(lines[:size]).encode() for size in (4, 20, 190))
        yield b"3 8\n6 0\nP\n# note\n6 0 6 1\n\n3 8\n"


def documents() -> Iterator[bytes]:
    """Sound documents of one record each."""
    for text in _short_texts():
        for line in "".join(jsonl_pieces(read_text(text))).splitlines():
            yield line.encode()


def scripts() -> Iterator[bytes]:
    """Alterations of documents: see `targets.read_document`."""
    chance = Random(0)
    for number in range(40):
        yield bytes([number]) + chance.randbytes(3 * (number % 5))


def positions() -> Iterator[bytes]:
    """Positions of random games, each after the byte of its game and with actions below it."""
    for number, game in enumerate(GAMES):
        chance = Random(game.id)
        position = game.start(game.rules(), None, {})
        for _ in range(_PLIES):
            legal = position.continuations()
            shown = [game.write_action(action) for action in legal[:4]]
            yield bytes([number]) + "\n".join([position.text, *shown]).encode()
            if position.awaits_chance:
                position = position.play(position.drawn(chance))
            elif legal:
                position = position.play(chance.choice(legal))


def anything() -> Iterator[bytes]:
    """A few files of every format, and what is none; compressed ones too."""
    yield from packed()
    for name in ("xbn", "json", "jsonl", "referee-log", "referee-stdout", "tuples", "stack-wars-moves"):
        yield from islice(of_format(name), 8)
    yield from (path.read_bytes() for path in sorted(SAMPLES.glob("broken/*.note")))
    yield from (b"\xef\xbb\xbf{}", b"\x89PNG\r\n", b"a,b\n1,2\n", b"<html>", b"* STARTING: x", b"%!PS", b"")


def packed() -> Iterator[bytes]:
    """Small texts in every compression: whole, cut, doubled, with a tail, and packed twice."""
    import zstandard

    text = next(records())
    for pack in (gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress):
        data = pack(text)
        yield from (data, data[:-5], data + data, data + b"tail", pack(data), data[:20])
    yield text


def _short_texts() -> Iterator[str]:
    for path in sorted(SAMPLES.rglob("*.xbn")):
        if path.parent.name != "broken" and path.stat().st_size <= 1_500:
            yield path.read_text(encoding="utf-8")


def _expendibots() -> Iterator[str]:
    for path in sorted((SAMPLES / "expendibots").glob("*.xbn")):
        text = path.read_text(encoding="utf-8")
        if len(text) <= LONGEST and "[Setup" not in text:
            yield text


def _broken(extension: str) -> list[Path]:
    return sorted((SAMPLES / "broken").glob(f"*{extension}"))


def _beginning(path: Path) -> bytes:
    """A transcript as far as a fuzzer can make use of it."""
    return gzip.decompress(path.read_bytes())[:LONGEST]
