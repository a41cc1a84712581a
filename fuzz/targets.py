"""What is fuzzed: one table, which `make fuzz` and `make test` share.

A target takes any bytes, and raises where a promise is broken.
"""

from __future__ import annotations

import bz2
import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from itertools import islice
from typing import Any

from expendibots_notation.files import Unreadable
from expendibots_notation.game import Game, NotationError, Position
from expendibots_notation.games import GAMES
from expendibots_notation.importers import detect
from expendibots_notation.importers.compression import buffered, compression_of, inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.pipeline import Overrides, importer_of
from fuzz import oracles, seeds

_MOST_ACTIONS = 2_000
"""Of a position with more actions than that, none is played: giant stacks have a million."""
_STEPS = 3


@dataclass(frozen=True, slots=True)
class Target:
    """One thing that is fuzzed."""

    name: str
    try_one: Callable[[bytes], None]
    """Try one input. Raises whatever is wrong; nothing where all is well."""
    seeds: Callable[[], Iterator[bytes]]
    """Inputs to begin with."""
    is_compiled: bool = True
    """Whether the compiled modules are used; where not, the fuzzer is guided by their branches too."""


def read_records(data: bytes) -> None:
    """XBN: read, judged, written, and made a document."""
    oracles.blocks_do_not_matter(data)
    records = oracles.records_of(data, "xbn")
    oracles.survives_writing(records)
    oracles.survives_documents(records)
    oracles.verdicts_agree(data, "xbn")


def judge(data: bytes) -> None:
    """Formats with a fast path, told by the first byte: the fast path and the full path say the same."""
    formats = ("xbn", "xbn", "referee-log", "tuples")
    oracles.verdicts_agree(data[1:], formats[data[0] % len(formats)] if data else "xbn")


def import_format(name: str, data: bytes) -> None:
    """A foreign format: read, judged, and converted."""
    records = oracles.records_of(data, name)
    oracles.survives_writing(records)
    oracles.survives_documents(records)
    oracles.verdicts_agree(data, name)


def detect_format(data: bytes) -> None:
    """The format of a text is the same however the text is packed, and whatever its line endings are."""
    expected = _format(data)
    assert _format(data) == expected, "detection is not stable"
    for pack in (gzip.compress, bz2.compress):
        # A text that is itself compressed is opened once: packed again, what is inside is no text.
        assert _format(pack(data)) == expected or _is_packed(data), "a compressed text has another format"
    if b"\r" not in data:
        assert _format(data.replace(b"\n", b"\r\n")) == expected or _is_near_binary(data), "other line endings, another format"
    assert _whole(data, TextStream.blocks) == _whole(data, TextStream.data), "the text of a stream is not its data"
    oracles.verdicts_agree(data, None)


def read_position(data: bytes) -> None:
    """The byte of a game, the string of a position, and actions below it: each is written as it is read."""
    game = GAMES[data[0] % len(GAMES) if data else 0]
    setup, *actions = data[1:].decode("utf-8", "surrogateescape").split("\n")
    _check_actions(game, actions)
    for reading in game.readings:
        try:
            position = game.start(game.rules(reading.name), setup, {})
        except NotationError:
            continue
        _check_position(position, reading.name, len(data))


def _check_actions(game: Game, texts: list[str]) -> None:
    for text in texts:
        try:
            read = game.read_action(text)
        except NotationError:
            continue
        again = game.read_action(read.text)
        assert (again.action, again.claim, again.text) == (read.action, read.claim, read.text), (
            "an action is not written as it is read"
        )
        assert again.is_canonical


def _check_position(position: Position, rules: str, choice: int) -> None:
    """A position, and a few behind it; `choice` says which."""
    game = position.game
    for _ in range(_STEPS):
        again = game.start(game.rules(rules), position.text, {})
        # Not the turn: a position string of Robots has none.
        assert (again.text, again.player) == (position.text, position.player), "a position is not read as it is written"
        assert position.diagram() is not None
        if position.outcome().is_over or position.awaits_chance or position.count_continuations() > _MOST_ACTIONS:
            return
        legal = position.continuations()
        for action in islice(legal, 20):
            assert game.action(game.write_action(action)) == action, "a legal action is not read as it is written"
            assert position.violation(action) is None, "a legal action is refused"
        if not legal:
            return
        position = position.play(legal[choice % len(legal)])


def read_document(data: bytes) -> None:
    """A record document, altered by a script: the number of a document, then triples of where, which value, and how."""
    if not data:
        return
    known = documents()
    document = json.loads(known[data[0] % len(known)])
    for at in range(1, len(data) - 2, 3):
        _alter(document, *data[at : at + 3])
    text = json.dumps(document).encode()
    import_format("jsonl", text)
    import_format("json", text)


@cache
def documents() -> list[bytes]:
    """Sound documents, to be altered."""
    return [*seeds.documents()]


VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 10**18, 2.5, 1e308, "", "w", "a1-a2", "xa1", "1-0", "\n", "\0", "\ud800", '"', "{}", "}", "é", "=", " ",
    "~", "b" * 5000, [], ["x"], [[]], {}, {"a": 1}, {"text": "a1-a2"}, float("nan"), float("inf"),
)  # fmt: skip


def _alter(document: Any, where: int, what: int, how: int) -> None:
    """Change one value of a document: exchange it, drop it, double it, or put another under its name."""
    places = list(_places(document))
    if not places:
        return
    holder, key = places[(where * 257 + how) % len(places)]
    value = VALUES[what % len(VALUES)]
    if how % 4 == 0:
        del holder[key]
    elif how % 4 == 1 and isinstance(holder, list):
        holder.insert(key, holder[key])
    elif how % 4 == 2 and isinstance(holder, dict):
        holder[str(value)[:50]] = holder[key]
    else:
        holder[key] = value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Everything in a document, by what holds it and under which key."""
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for key in keys:
            yield holder, key
            waiting.append(holder[key])


def _format(data: bytes) -> str | None:
    try:
        found = importer_of(TextStream(inside(BytesIO(data))), "input", Overrides())
    except BinaryData:
        return "binary"
    except Unreadable:
        return "unreadable"
    if found is not None and found is detect(TextStream(inside(BytesIO(data))).head(), "input"):
        return found.name
    return None if found is None else f"{found.name} by default"


def _is_packed(data: bytes) -> bool:
    return compression_of(buffered(BytesIO(data))) is not None


def _is_near_binary(data: bytes) -> bool:
    """Whether line endings decide between text and not text: the share of strange characters is counted in the first ones."""
    return any((byte < 32 and byte not in b"\t\n\f\v\x1b") or byte > 126 for byte in data)


def _whole(data: bytes, read: Callable[[TextStream], Iterator[str] | Iterator[bytes]]) -> bytes | None:
    """What some data holds; None where it cannot be read to its end."""
    try:
        pieces = read(TextStream(inside(BytesIO(data))))
        return b"".join(each if isinstance(each, bytes) else each.encode("utf-8", "surrogateescape") for each in pieces)
    except (BinaryData, Unreadable):
        return None


TARGETS: tuple[Target, ...] = (
    Target("reader", read_records, seeds.records),
    Target("lark", oracles.equals_lark, seeds.records, is_compiled=False),
    Target("judging", judge, seeds.judged, is_compiled=False),
    Target("judging-compiled", judge, seeds.judged),
    *(
        Target(name, partial(import_format, name), partial(seeds.of_format, name))
        for name in ("json", "jsonl", "referee-log", "referee-stdout", "tuples", "stack-wars-moves")
    ),
    Target("documents", read_document, seeds.scripts),
    Target("positions", read_position, seeds.positions),
    Target("detection", detect_format, seeds.anything),
)


def find_target(name: str) -> Target | None:
    """The target of that name."""
    return next((target for target in TARGETS if target.name == name), None)
