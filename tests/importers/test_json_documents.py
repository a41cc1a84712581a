"""JSON documents told apart, in every kind of file, and judged the same with a tree and without."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from expendibots_notation.bulk import documents
from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.games import find_game
from expendibots_notation.importers.json import read_json, read_jsonl
from expendibots_notation.importers.json_documents import DocumentLines, DocumentList
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import USUAL, applied
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, read_stream, read_text, validate_files, validate_stream
from expendibots_notation.verdict import CleanRun, FileFinding, Verdict

GAME = """\
[Format "xbn 1"]
[Game "Expendibots"]
[Rules "text"]
[Result "0-1"]
[Termination "illegal-action"]
[White "a: b"]

1. d2-d3 xe7
2. ~e2-e5 0-1
"""
(RECORD,) = read_text(GAME)
PLAIN: dict[str, Any] = json.loads("".join(jsonl_pieces([RECORD])))
DOCUMENT = json.dumps(PLAIN)
COLLECTION = "".join(path.read_text() for path in sorted(Path("samples/expendibots").glob("*.xbn")))


class Trickle(BytesIO):
    """A stream that gives few bytes at a time."""

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        return super().readinto(target[:701])


def changed(value: Any, *path: str | int, document: dict[str, Any] = PLAIN) -> str:
    """The document with another value at a place."""
    copy = json.loads(json.dumps(document))
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(copy)


def in_file(data: bytes, folder: Path, format_name: str) -> list[Verdict | FileFinding]:
    path = folder / "games"
    path.write_bytes(data)
    return list(validate_files([str(path)], Overrides(format=format_name)))


def in_packed_file(data: bytes, folder: Path, format_name: str) -> list[Verdict | FileFinding]:
    path = folder / "games"
    path.write_bytes(gzip.compress(data))
    return list(validate_files([str(path)], Overrides(format=format_name)))


def in_drops(data: bytes, _folder: Path, format_name: str) -> list[Verdict | FileFinding]:
    return list(validate_stream(Trickle(data), "games", Overrides(format=format_name)))


WAYS = [in_file, in_packed_file, in_drops]
Way = Callable[[bytes, Path, str], list[Verdict | FileFinding]]


def codes(found: list[Verdict | FileFinding]) -> list[list[str]]:
    assert all(isinstance(each, Verdict) for each in found)
    return [[finding.code for finding in each.diagnostics] for each in found if isinstance(each, Verdict)]


def together(texts: list[str], layout: str) -> tuple[bytes, str]:
    """Documents as a file, and the name of its format."""
    if layout == "lines":
        return "\n".join(texts).encode() + b"\n", "jsonl"
    return f"[{', '.join(texts)}]\n".encode(), "json"


BAD = {
    "a word": '{"format": "xbn-record", x}',
    "a quote too few": DOCUMENT.replace('"d2-d3"', '"d2-d3', 1),
    "a bracket too few": DOCUMENT.replace("]", "", 1),
    "a bracket too many": DOCUMENT.replace('"plies"', '"comments": []], "plies"', 1),
    "the half": DOCUMENT[: len(DOCUMENT) // 2],
    "a long number": changed({"mem": 0}, "plies", 0, "attributes").replace('"mem": 0', f'"mem": {"9" * 5000}'),
    "an infinite number": changed({"mem": float("inf")}, "plies", 0, "attributes"),
    "no number": changed({"mem": float("nan")}, "plies", 0, "attributes"),
    "a repeated list": DOCUMENT.replace('"plies"', '"plies": [], "plies"', 1),
    "a repeated tag": DOCUMENT.replace('"White"', '"White": "x", "White"', 1),
    "a repeated field of a ply": DOCUMENT.replace('"turn": 1', '"turn": 1, "turn": 1', 1),
    "a repeated key of an action": DOCUMENT.replace('"count": 1', '"count": 2, "count": 1', 1),
    "a repeated key, escaped": DOCUMENT.replace('"plies"', '"plie\\u0073": [], "plies"', 1),
    "a repeated key and an escaped colon": DOCUMENT.replace("a: b", "a\\u003a b", 1).replace('"ply": 1', '"ply": 1, "ply": 1', 1),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("layout", ["list", "lines"])
@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_document_costs_no_other(bad: str, layout: str, way: Way, tmp_path: Path) -> None:
    found = codes(way(*_in_folder(together([DOCUMENT, bad, DOCUMENT, DOCUMENT], layout), tmp_path)))
    good = [each for each in found if not each]
    assert len(good) == 3, found
    assert found[0] == found[-1] == []
    assert all(each == ["XBN409"] for each in found if each)


def _in_folder(file: tuple[bytes, str], folder: Path) -> tuple[bytes, Path, str]:
    return file[0], folder, file[1]


@pytest.mark.parametrize(
    "text", ["[A B, A]", "[A, , A, A]", "[A, A,]", "[A, A", "[A] A", "A A", "[A, ], A]", "[A: A]", "[A, 5, A, x A]"]
)
def test_what_is_wrong_between_documents_costs_none(text: str) -> None:
    number = text.count("A")
    found = codes(in_drops(text.replace("A", DOCUMENT).replace("B", DOCUMENT).encode(), Path(), "json"))
    assert found.count([]) == number + text.count("B"), found
    assert ["XBN409"] in found


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("layout", ["list", "lines"])
@pytest.mark.parametrize("size", [1, 1_000, 300_000])
def test_a_document_that_is_too_long_is_reported_and_skipped(size: int, layout: str, way: Way, tmp_path: Path) -> None:
    short, longest = changed("x: y" * 10, "tags", "Event"), len(DOCUMENT) + 400
    with applied(USUAL.changed({"record_length": longest})):
        room = longest - len(changed("", "tags", "Event"))
        fits, long = changed("x" * room, "tags", "Event"), changed("x" * (room + size), "tags", "Event")
        data = together([short, long, fits, long, short], layout)
        found = codes(way(*_in_folder(data, tmp_path)))
        assert found == [[], ["XBN902"], [], ["XBN902"], []]
        assert codes(way(*_in_folder((long.encode(), "json"), tmp_path))) == [["XBN902"]]


def test_the_limit_counts_characters() -> None:
    text = json.dumps(json.loads(changed("ü" * 500, "tags", "Event")), ensure_ascii=False)
    with applied(USUAL.changed({"record_length": len(text)})):
        assert codes(in_drops(text.encode(), Path(), "json")) == [[]]
    with applied(USUAL.changed({"record_length": len(text) - 1})):
        assert codes(in_drops(text.encode(), Path(), "json")) == [["XBN902"]]


def branching(number: int) -> str:
    variation = '{"plies":[],"outcome":{"result":"*","termination":null,"ply":null}}'
    return DOCUMENT.replace('"variations": []', f'"variations": [{",".join([variation] * number)}]', 1)


def test_variations_are_counted() -> None:
    with applied(USUAL.changed({"variations": 5})):
        assert codes(in_drops(branching(5).encode(), Path(), "json")) == [[]]
        assert codes(in_drops(branching(6).encode(), Path(), "json")) == [["XBN912"]]


def nested(depth: int) -> str:
    text = DOCUMENT
    variation = '{"plies": [], "outcome": {"result": "*", "termination": null, "ply": null}}'
    for _ in range(depth - 1):
        ply = json.dumps(PLAIN["plies"][0]).replace('"variations": []', f'"variations": [{variation}]')
        variation = f'{{"plies": [{ply}], "outcome": {{"result": "*", "termination": null, "ply": null}}}}'
    return text.replace('"variations": []', f'"variations": [{variation}]', 1)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (nested(50), None),
        (nested(51), "XBN901"),
        (changed({f"T{number}": "" for number in range(19_995)}, "tags"), None),
        (changed({f"T{number}": "" for number in range(20_001)}, "tags"), "XBN907"),
        (changed(["x" * 999_998], "plies", 0, "comments"), None),
        (changed(["x" * 999_999], "plies", 0, "comments"), "XBN906"),
        (changed(["}" * 600_000], "plies", 0, "comments"), "XBN906"),
        (changed(["}" * 900_000, "}" * 10], "comments").replace('"comments": [],', "", 1), "XBN906"),
        (changed({"note": "x" * 1_000_001}, "plies", 0, "attributes"), "XBN905"),
        (changed({"note": "{" * 200_000}, "plies", 0, "attributes"), "XBN905"),
        (changed(["}" * 400_000] * 3, "plies", 0, "comments"), "XBN902"),
        (changed({"mem": int("9" * 300)}, "plies", 0, "attributes"), None),
        (changed({"mem": int("9" * 301)}, "plies", 0, "attributes"), "XBN109"),
        (changed({"mem": 0}, "plies", 0, "attributes").replace('"mem": 0', '"mem": 1e999'), "XBN109"),
    ],
    ids=range(14),
)
def test_what_is_valid_here_is_valid_in_xbn(text: str, code: str | None) -> None:
    """The limits of the notation hold, and what is read without an error can be written and read again."""
    with applied(USUAL.changed({"comment_length": 1_000_000, "token_length": 1_000_000})):
        for layout in ("list", "lines"):
            data, format_name = together([text], layout)
            (found,) = codes(list(validate_stream(BytesIO(data), "games", Overrides(format=format_name))))
            assert found == ([code] if code else []), layout
        if code is None:
            (record,) = read_text(text, from_format="json")
            (again,) = read_text(write(record, find_game("expendibots")))
            assert [each for each in again.findings if each.is_error] == []
            assert again.line == record.line


# Without a tree and with one


def both(data: bytes, lines: bool, game: str | None = None, rules: str | None = None) -> tuple[list[Verdict], list[Verdict], int]:
    """The verdicts without a tree and with one, and the number of those that took none."""
    scan = documents.scan_lines if lines else documents.scan_list
    runs = scan(TextStream(BytesIO(data)), "games", game, rules, True)
    rows = sum(len(each) for each in runs if isinstance(each, CleanRun))
    name = "jsonl" if lines else "json"
    fast = list(validate_stream(BytesIO(data), "games", Overrides(game, rules, name)))
    slow = list(_by_tree(data, name, Overrides(game, rules, name)))
    return [each for each in fast if isinstance(each, Verdict)], slow, rows


def _by_tree(data: bytes, name: str, overrides: Overrides) -> Iterator[Verdict]:
    from expendibots_notation.pipeline import Judged, judged
    from expendibots_notation.verdict import Verdict as _Verdict

    read = read_json if name == "json" else read_jsonl
    for index, record in enumerate(read(TextStream(BytesIO(data)), "games", overrides.game), 1):
        found = judged(record, overrides) if not hasattr(record, "code") else None  # type: ignore[arg-type]
        if isinstance(found, Judged):
            yield found.verdict
        else:
            (verdict,) = validate_stream(BytesIO(json.dumps(None).encode()), "games", Overrides(format="json"))
            assert isinstance(verdict, _Verdict)
            from dataclasses import replace

            yield replace(verdict, index=index, line=record.place.line, diagnostics=(record,))  # type: ignore[union-attr]


@pytest.mark.parametrize("pieces", [json_pieces, jsonl_pieces])
@pytest.mark.parametrize("rules", [None, "referee"])
def test_the_verdicts_on_the_samples_are_the_same(pieces: Any, rules: str | None) -> None:
    records = [each for each in read_text(COLLECTION) if not any(finding.is_error for finding in each.findings)]
    data = "".join(pieces(records)).encode()
    fast, slow, rows = both(data, pieces is jsonl_pieces, rules=rules)
    assert fast == slow
    assert rows > 0


def test_a_plain_document_takes_no_tree() -> None:
    for text in (DOCUMENT, json.dumps(PLAIN, indent=2), changed("a \\ b : c", "tags", "White")):
        fast, slow, rows = both(text.encode(), lines=False)
        assert fast == slow
        assert rows == 1
        assert not fast[0].diagnostics


CHANGES: list[tuple[Any, tuple[str | int, ...]]] = [
    (2, ("plies", 0, "ply")),
    (2, ("plies", 1, "turn")),
    ("white", ("plies", 1, "player")),
    ("unknown", ("plies", 1, "player")),
    ("d2-d4", ("plies", 0, "text")),
    ("d2d3", ("plies", 0, "text")),
    (None, ("plies", 0, "action")),
    ({"type": "boom", "square": "d3"}, ("plies", 0, "action")),
    ({"type": "move", "count": 1, "from": "d2", "to": "d4"}, ("plies", 0, "action")),
    ({"type": "move", "count": 1, "from": "d2", "to": "d3", "x": 1}, ("plies", 0, "action")),
    ("x", ("plies", 0, "position")),
    (None, ("plies", 1, "position")),
    ([["e7"]], ("plies", 1, "waves")),
    ([["e7"]], ("plies", 0, "waves")),
    ([], ("plies", 1, "waves")),
    (None, ("plies", 1, "waves")),
    (PLAIN["plies"][1]["waves"][::-1], ("plies", 1, "waves")),
    ([PLAIN["plies"][1]["waves"][0], *([wave[::-1] for wave in PLAIN["plies"][1]["waves"][1:]])], ("plies", 1, "waves")),
    ([*PLAIN["plies"][1]["waves"], []], ("plies", 1, "waves")),
    ({"white": 0, "black": 1}, ("plies", 1, "removed")),
    ({"white": 0}, ("plies", 1, "removed")),
    (None, ("plies", 1, "removed")),
    (["!"], ("plies", 0, "glyphs")),
    ({"emt": 1.5}, ("plies", 0, "attributes")),
    (["a: b"], ("plies", 0, "comments")),
    ("because", ("rejected", "reason")),
    (None, ("rejected", "reason")),
    ("black", ("rejected", "player")),
    ("e2-e3", ("rejected", "text")),
    ("e2", ("rejected", "raw")),
    (7, ("rejected", "ply")),
    (None, ("rejected",)),
    ("1-0", ("claimed", "result")),
    (None, ("claimed", "result")),
    ("time", ("claimed", "termination")),
    ("1-0", ("outcome", "result")),
    (9, ("outcome", "ply")),
    (None, ("final",)),
    ("x", ("final",)),
    ("x", ("setup",)),
    ("bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1 0", ("setup",)),
    ("referee", ("rules",)),
    ("nonsense", ("rules",)),
    ("stacks", ("game",)),
    ("EXPENDIBOTS", ("game",)),
    ({"a b": "x"}, ("tags",)),
    ({"Result": "1-0"}, ("tags",)),
    ("\ud800", ("tags", "White")),
    ("\0", ("tags", "White")),
    (True, ("plies", 0, "ply")),
    (1.0, ("plies", 0, "ply")),
    ("1", ("plies", 0, "ply")),
]


@pytest.mark.parametrize(("value", "path"), CHANGES, ids=range(len(CHANGES)))
def test_no_change_of_a_document_escapes(value: Any, path: tuple[str | int, ...]) -> None:
    fast, slow, _ = both(f"[{DOCUMENT}, {changed(value, *path)}, {DOCUMENT}]".encode(), lines=False)
    assert [each.diagnostics for each in fast] == [each.diagnostics for each in slow]
    if all(each.game != "unknown" for each in slow):
        assert fast == slow


@pytest.mark.parametrize("field", ["ply", "turn", "player", "text", "action", "position", "glyphs", "comments", "variations"])
def test_a_field_that_is_left_out_is_judged_the_same(field: str) -> None:
    document = json.loads(DOCUMENT)
    del document["plies"][0][field]
    fast, slow, _ = both(json.dumps(document).encode(), lines=False)
    assert [each.diagnostics for each in fast] == [each.diagnostics for each in slow]


@pytest.mark.parametrize("seed", range(20))
def test_damaged_documents_are_judged_the_same(seed: int) -> None:
    chance = random.Random(seed)
    for lines in (False, True):
        texts = [DOCUMENT, DOCUMENT, DOCUMENT]
        data = bytearray(together(texts, "lines" if lines else "list")[0])
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(data))
            data[at : at + chance.choice([0, 1, 2, 30])] = chance.choice(
                [b"", b'"', b"}", b":", b"\\", bytes([chance.randrange(256)])]
            )
        fast, slow, _ = both(bytes(data), lines)
        assert [each.diagnostics for each in fast] == [each.diagnostics for each in slow]


@pytest.mark.parametrize("game", [None, "expendibots", "stacks"])
def test_what_the_caller_says_overrides_the_document(game: str | None) -> None:
    for text in (DOCUMENT, changed("unheard of", "game")):
        fast, slow, _ = both(text.encode(), lines=True, game=game)
        assert [each.diagnostics for each in fast] == [each.diagnostics for each in slow]


def test_the_ends_of_documents_are_found_without_being_told() -> None:
    for lines, kind in ((False, DocumentList), (True, DocumentLines)):
        data, _ = together([DOCUMENT] * 3, "lines" if lines else "list")
        found = kind(TextStream(BytesIO(data)), "games")
        number = 0
        for problem in found.starts():
            assert problem is None
            while (end := found.likely_end()) is None:
                found.buffer.read_more()
            assert end == found.find_end()
            found.take()
            number += 1
        assert number == 3


def test_records_of_a_list_are_read_whatever_comes_between() -> None:
    data = f"[{DOCUMENT},\n{BAD['a word']},\n{DOCUMENT}]".encode()
    assert [type(each).__name__ for each in read_stream(BytesIO(data), "games.json")] == ["Record", "Diagnostic", "Record"]
