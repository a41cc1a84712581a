"""Record documents, read: whole, in lists, one a line, broken, and at odds with their own actions."""

from __future__ import annotations

import json
import random
from io import BytesIO
from typing import Any

import pytest
from effort import few_of

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.games import expendibots
from expendibots_notation.importers import json as json_importer
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, read_stream, read_text, validate_stream
from expendibots_notation.verdict import Verdict

TEXT = """\
[Format "xbn 1"]
[Game "Expendibots"]
[Rules "text"]
[Result "0-1"]
[Termination "illegal-action"]
[White "Ünïcode \\"x\\""]

{lead} 1. d2-d3! {c} (1. xa2 {in} e7-e6 *) xe7 {%emt=1.5 mem=3 n="a b"}
2. ~e2-e5? {no} 0-1 {closing}
"""
(RECORD,) = read_text(TEXT)
CANONICAL = write(RECORD, expendibots.GAME)
PRETTY, COMPACT = "".join(json_pieces([RECORD])), "".join(jsonl_pieces([RECORD]))


def verdicts(text: str | bytes, format_name: str | None = None) -> list[Verdict]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    found = list(validate_stream(BytesIO(data), "game.json", Overrides(format=format_name)))
    assert all(isinstance(each, Verdict) for each in found)
    return [each for each in found if isinstance(each, Verdict)]


def found_in(text: str | bytes, format_name: str | None = None) -> list[list[tuple[str, int]]]:
    """Code and line of the findings, verdict by verdict."""
    return [[(each.code, each.place.line) for each in verdict.diagnostics] for verdict in verdicts(text, format_name)]


def changed(value: Any, *path: str | int) -> str:
    """The document with another value at a place."""
    document = json.loads(PRETTY)
    place = document
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(document, indent=2) + "\n"


def line_of(words: str, text: str = PRETTY) -> int:
    return text[: text.index(words)].count("\n") + 1


# Documents as they are written


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (PRETTY, 1),
        (COMPACT, 1),
        (COMPACT * 3, 3),
        (f"[{PRETTY}]", 1),
        (f"[{PRETTY},\n{COMPACT}]\n", 2),
        (f"\n\n [\n{COMPACT},{COMPACT},\n\n{COMPACT}]\n\n", 3),
        (COMPACT + "\n\n" + COMPACT, 2),
        ("".join(json_pieces([RECORD] * 3)), 3),
        (json.dumps(json.loads(PRETTY), ensure_ascii=True), 1),
        (PRETTY.replace("\n", "\r\n"), 1),
    ],
)
def test_documents_become_the_records_that_they_were(text: str, number: int) -> None:
    records = read_text(text)
    assert [write(record, expendibots.GAME) for record in records] == [CANONICAL] * number
    assert [record.index for record in records] == list(range(1, number + 1))
    assert all(not record.findings for record in records)
    assert all(verdict.valid for verdict in verdicts(text))


def test_a_document_in_a_list_keeps_its_line() -> None:
    text = "".join(json_pieces([RECORD] * 3))
    assert [verdict.line for verdict in verdicts(text)] == [
        number for number, line in enumerate(text.split("\n"), 1) if line == "{"
    ]


def test_documents_are_read_one_by_one() -> None:
    """The first of many comes before the last is there."""

    class Endless(BytesIO):
        def __init__(self, opening: str, between: str) -> None:
            super().__init__()
            self.opening, self.between = opening, between
            self.taken = 0

        def read(self, size: int | None = -1) -> bytes:
            self.taken += 1
            opening = self.opening if self.taken == 1 else ""
            return (opening + (COMPACT + self.between) * 200).encode() if self.taken < 5000 else b""

        read1 = read

    for stream, read in ((Endless("[", ","), json_importer.read_json), (Endless("", ""), json_importer.read_jsonl)):
        next(iter(read(TextStream(stream), "game.json")))
        assert stream.taken < 20


# What a document says beside its actions


@pytest.mark.parametrize(
    ("value", "path", "line"),
    [
        ("bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww b 1 1", ("plies", 0, "position"), '"d2-d3"'),
        (7, ("plies", 1, "turn"), '"xe7"'),
        (7, ("plies", 1, "ply"), '"xe7"'),
        ("white", ("plies", 1, "player"), '"xe7"'),
        ({"type": "boom", "square": "d7"}, ("plies", 1, "action"), '"xe7"'),
        ([["e7"]], ("plies", 1, "waves"), '"xe7"'),
        ({"white": 0, "black": 1}, ("plies", 1, "removed"), '"xe7"'),
        ("x", ("plies", 0, "variations", 0, "plies", 0, "position"), '"xa2"'),
        ({"result": "1-0", "termination": "elimination", "ply": 3}, ("outcome",), '"xe7"'),
        ("x", ("final",), '"xe7"'),
        ("\ud800", ("final",), '"xe7"'),
    ],
)
def test_a_contradiction_is_said_where_its_action_stands(value: Any, path: tuple[str | int, ...], line: str) -> None:
    text = changed(value, *path)
    assert found_in(text) == [[("XBN410", line_of(f'"text": {line}', text))]]
    assert verdicts(text)[0].plies == 2


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("because", ("rejected", "reason")),
        ("black", ("rejected", "player")),
        (9, ("rejected", "ply")),
        ("1-0", ("plies", 0, "variations", 0, "outcome", "result")),
    ],
)
def test_contradictions_beside_the_main_line(value: Any, path: tuple[str | int, ...]) -> None:
    ((finding,),) = found_in(changed(value, *path))
    assert finding[0] == "XBN410"


def test_what_a_document_leaves_open_contradicts_nothing() -> None:
    for path in (("plies", 0, "position"), ("plies", 1, "waves"), ("final",), ("plies", 0, "action")):
        assert found_in(changed(None, *path)) == [[]]


@pytest.mark.parametrize("plies", ["", "1. d2-d3", "1. d2-d3 xe7 ~e2-e5"])
def test_a_missing_result_is_said_in_every_format(plies: str) -> None:
    head = TEXT.partition("\n\n")[0].replace("0-1", "*").replace("illegal-action", "truncated")
    text = f"{head}\n\n{plies}\n"
    assert "XBN113" in [code for each in found_in(text, "xbn") for code, _ in each]
    for pieces, format_name in ((json_pieces, "json"), (jsonl_pieces, "jsonl")):
        document = "".join(pieces(read_text(text)))
        ((finding,),) = found_in(document, format_name)
        assert finding == ("XBN113", line_of('"claimed"', document))
        (verdict,) = verdicts(document, format_name)
        assert verdict.diagnostics[0].hint is not None
        assert '"*"' in verdict.diagnostics[0].hint


def test_an_open_result_of_a_variation_is_none_missing() -> None:
    assert found_in(changed(None, "plies", 0, "variations", 0, "result")) == [[]]


# What is no document


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{", 1),
        ("{}", 1),
        ("[{}]", 1),
        ("[1]", 1),
        ('\n\n{"format": "xbn-record", "version": 1}', 3),
        (PRETTY[: PRETTY.index('"xe7"')], line_of('"xe7"')),
        (PRETTY.replace('"xe7"', "xe7"), line_of('"xe7"')),
        (changed(2, "version"), 1),
        (changed("another", "format"), 1),
        (changed("nonsense", "plies", 0, "text"), 1),
        (changed("", "plies", 0, "text"), 1),
        (changed(None, "plies"), 1),
        (changed(1, "unheard_of"), 1),
        (changed(["a\0b"], "plies", 0, "comments"), 1),
        (changed(["\ud800"], "plies", 0, "comments"), 1),
        ('{"version": ' + "1" * 6000 + "}", 1),
    ],
)
def test_what_is_no_document_is_said_with_its_line(text: str, line: int) -> None:
    ((finding,),) = found_in(text, "json")
    assert finding == ("XBN409", line)


@pytest.mark.parametrize("text", ['{"a":' * 100_000, '{"plies":' + "[" * 100_000])
def test_what_is_nested_too_deep_is_said(text: str) -> None:
    assert found_in(text, "json") == [[("XBN910", 1)]]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ("x", ("tags", "a b")),
        ("x", ("tags", "")),
        (["}{"], ("plies", 0, "glyphs")),
        (["!", "?"], ("plies", 0, "glyphs")),
        ({"a b": "c"}, ("plies", 0, "attributes")),
        ({"emt": "c"}, ("plies", 0, "attributes")),
        ({"score": 0.4}, ("plies", 0, "attributes")),
        ({"score": 4}, ("plies", 0, "attributes")),
        (-5, ("plies", 0, "mark")),
        (10**30, ("plies", 0, "mark")),
        ("2-0", ("claimed", "result")),
        ("", ("game",)),
    ],
)
def test_what_the_notation_cannot_say_is_refused_or_survives(value: Any, path: tuple[str | int, ...]) -> None:
    """A document that reads without an error must be one that XBN can hold."""
    for verdict, record in zip(
        verdicts(changed(value, *path)), read_stream(BytesIO(changed(value, *path).encode()), "x"), strict=True
    ):
        if isinstance(record, Diagnostic) or not verdict.valid:
            continue
        text = write(record, expendibots.GAME)  # type: ignore[arg-type]
        (again,) = read_text(text)
        assert again == record
        assert write(again, expendibots.GAME) == text


def test_a_list_that_is_cut_off_is_said() -> None:
    whole = "".join(json_pieces([RECORD] * 2))
    cut = whole.rstrip().removesuffix("]")
    assert "XBN409" in [code for each in found_in(cut) for code, _ in each]


def test_neighbours_of_a_bad_document_are_kept() -> None:
    bad = changed("nonsense", "plies", 0, "text")
    assert [[code for code, _ in each] for each in found_in(f"[{PRETTY},{bad},{{}},{PRETTY}]")] == [[], ["XBN409"], ["XBN409"], []]
    lines = COMPACT + "{nothing}\n" + COMPACT[:50] + "\n" + COMPACT
    assert found_in(lines, "jsonl") == [[], [("XBN409", 2)], [("XBN409", 3)], []]
    assert [code for code, _ in found_in(f"[{PRETTY},{{nothing}},{PRETTY}]", "json")[0]] == []


def test_half_characters_are_kept() -> None:
    text = TEXT.replace("Ünïcode", "\udce9t\udce9")
    (record,) = read_text(text)
    for pieces in (json_pieces, jsonl_pieces):
        (again,) = read_text("".join(pieces([record])))
        assert again.tag("White") == record.tag("White")
        assert write(again, expendibots.GAME) == write(record, expendibots.GAME)


@pytest.mark.parametrize("seed", few_of(range(30), 10))
def test_no_damage_is_too_much(seed: int) -> None:
    chance = random.Random(seed)
    for text, format_name in ((PRETTY * 2, "json"), (COMPACT * 3, "jsonl"), (f"[{COMPACT},{PRETTY}]", None)):
        for _ in range(8):
            data = bytearray(text.encode())
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(data))
                data[at : at + chance.choice([0, 1, 1, 30])] = chance.choice(
                    [b"", bytes([chance.randrange(256)]), data[at : at + 60]]
                )
            for found in validate_stream(BytesIO(bytes(data)), "game.json", Overrides(format=format_name)):
                diagnostics = found.diagnostics if isinstance(found, Verdict) else (found.diagnostic,)
                assert all(1 <= each.place.line <= data.count(b"\n") + data.count(b"\r") + 1 for each in diagnostics)
