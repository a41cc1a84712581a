"""Whatever is written is read back as the same records, however hostile the documents are from which they come."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation.record_trees import records

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.exporters import Exporter, find_exporter, refusal
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.game import NotationError
from expendibots_notation.games.expendibots import official
from expendibots_notation.notation.numbering import MOST_TURNS
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, read_stream, read_text

LOSSLESS, LOSSY = ("xbn", "json", "jsonl"), ("referee-log", "tuples")


def exporter_of(name: str) -> Exporter:
    exporter = find_exporter(name)
    assert isinstance(exporter, Exporter)
    return exporter


def read(data: bytes, name: str) -> list[object]:
    return list(read_stream(BytesIO(data), "<test>", Overrides(format=name)))


def written(trees: list[Record], name: str) -> bytes:
    """As a file has it."""
    return "".join(exporter_of(name).pieces(trees)).encode("utf-8", "surrogateescape")


def again(trees: list[Record], name: str) -> list[object]:
    return read(written(trees, name), name)


def text_of(record: Record) -> str:
    return "".join(xbn_pieces([record]))


def errors_of(record: Record) -> set[str]:
    return {finding.code for finding in record.findings if finding.is_error}


# Documents

NEXT = '1-0\n\n[Format "xbn 1"]\n[Game "Expendibots"]\n\n1. d2-d3 1-0\n'
PIECES = (
    *(
        "e4",
        "d2-d3",
        "d2d3",
        "xd4",
        "--",
        "UL",
        "T@3,4",
        "<9/9>",
        "<",
        ">",
        "1-0",
        "*",
        "1/2",
        "½-½",
        NEXT,
        '\n[Event "x"]',
        "[Event",
    ),
    *("\n", "\r", "\r\n", "\t", " ", "\N{NO-BREAK SPACE}", "\x1f", "\x7f", "\0", "\ud800", "\udcc3\udca9", "\N{BYTE ORDER MARK}"),
    *("{", "}", "{%n=1}", "(", ")", "[", "]", ";", "~", '"', "\\", "!", "$1", "1.", "1...", "%", "'", "é", "🤖"),
    *("\n[game ] - Start game log at x", ".", "#", "[over ] - winner: white"),
)
hostile = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
GOOD_ACTIONS = {"expendibots": ("d2-d3", "xa7", "xd9"), "robots": ("UL", "X", "t@1,1"), "chess": ("e4", "Nf3=", "--", "O-O")}
GOOD_ITEMS = {"expendibots": ("<9/9>",), "robots": ("<45/45>",), "chess": ("<>", "<a b>", "<1-0\n*>")}
NAMES = ("White", "A_1", "Result", "Game", "a b", "", "White\n", "[x")
KEYS = ("n", "emt", "a b", "%", "raw", "", "n\n")
OPEN = {"result": "*", "termination": None, "ply": None}


def mostly(good: st.SearchStrategy[Any], bad: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """What is good most of the time: a document of many parts that is never accepted proves nothing."""
    return st.integers(0, 29).flatmap(lambda number: bad if number == 29 else good)


def as_comments(pieces: list[str]) -> list[str]:
    """Without what no comment can hold."""
    return [re.sub("[\0\ud800-\udfff]", "", piece) for piece in pieces]


texts = mostly(st.lists(hostile, max_size=2).map(as_comments), st.lists(hostile, max_size=2))


@st.composite
def lines(draw: st.DrawFn, game: str, ply: int, depth: int) -> dict[str, Any]:
    """What documents of records and of variations have in common."""

    def variations(at: int) -> list[Any]:
        if depth == 0 or draw(st.integers(0, 3)):
            return []
        line = draw(lines(game, at, depth - 1))
        return [line | {"outcome": OPEN, "result": draw(st.sampled_from([None, "*", "1-0"])), "after": draw(texts)}]

    def items(at: int) -> list[Any]:
        text = draw(mostly(st.sampled_from(GOOD_ITEMS[game]), hostile))
        item = {"text": text, "event": None, "comments": draw(texts), "variations": variations(at), "position": None}
        return [] if draw(st.integers(0, 99 if game == "expendibots" else 5)) else [item]

    def node(at: int) -> dict[str, Any]:
        return {
            "ply": at,
            "turn": draw(mostly(st.just((at + 1) // 2 if game != "robots" else at), st.integers(-5, 10**10))),
            "player": "unknown",
            "text": draw(mostly(st.sampled_from(GOOD_ACTIONS[game]), hostile)),
            "glyphs": draw(mostly(st.sampled_from([[], ["!"], ["?!", "$3"]]), st.lists(hostile, max_size=1))),
            "attributes": draw(mostly(st.just({}), st.dictionaries(st.sampled_from(KEYS), hostile | st.integers(), max_size=2))),
            "before": draw(texts),
            "comments": draw(texts),
            "variations": variations(at),
            "mark": draw(mostly(st.none(), st.integers(-1, 10**9))),
        }

    number = draw(st.integers(0, 2))
    line: dict[str, Any] = {"comments": draw(texts), "items": items(ply), "plies": [], "rejected": None}
    for at in range(ply, ply + number):
        line["plies"].append(node(at) | {"action": None, "position": None, "items": items(at)})
    if draw(st.integers(0, 2)) == 0:
        raw = draw(st.none() | hostile)
        line["rejected"] = node(ply + number) | {"raw": raw, "reason": None}
        line["rejected"]["text"] = draw(mostly(st.just(None if raw is not None else line["rejected"]["text"]), hostile))
    line["dangling"] = draw(mostly(st.none(), st.integers(0, 99)))
    return line


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    game = draw(st.sampled_from(["chess", "chess", "expendibots", "robots"]))
    line = draw(lines(game, 1, 2))
    result = draw(st.sampled_from(["*", "*", "1-0", None]))
    return line | {
        "format": "xbn-record",
        "version": 1,
        "game": draw(mostly(st.just(game), hostile)),
        "rules": draw(mostly(st.just("text"), hostile)),
        "tags": draw(st.dictionaries(mostly(st.sampled_from(NAMES[:2]), st.sampled_from(NAMES)), hostile, max_size=2)),
        "setup": draw(mostly(st.none(), hostile)),
        "preface": draw(texts),
        "closing": draw(texts) if result is not None else [],
        "claimed": {"result": result, "termination": draw(st.none() | hostile), "tag": draw(mostly(st.none(), hostile))},
        "outcome": OPEN,
        "final": None,
    }


def accepted(document: dict[str, Any]) -> list[Record]:
    return [found for found in read(json.dumps(document).encode(), "json") if isinstance(found, Record)]


@given(st.lists(documents(), min_size=1, max_size=3))
def test_a_document_that_is_read_is_the_same_record_in_every_format(drawn: list[dict[str, Any]]) -> None:
    trees = [tree for document in drawn for tree in accepted(document)]
    for name in LOSSLESS:
        found = again(trees, name) if trees else []
        assert found == trees
        for one, other in zip(trees, found, strict=True):
            assert isinstance(other, Record)
            assert text_of(other) == text_of(one)
            assert errors_of(other) == errors_of(one) - {"XBN410"}


def test_enough_documents_are_accepted() -> None:
    """The test above must not prove something about nothing: each kind of record is among those that it looks at."""
    seen: set[str] = set()

    @settings(max_examples=60)
    @given(documents())
    def look(document: dict[str, Any]) -> None:
        for tree in accepted(document):
            seen.update([tree.game, *(["rejected"] if tree.line.rejected else []), *(["plies"] if tree.line.plies else [])])

    look()
    assert seen >= {"chess", "expendibots", "robots", "rejected", "plies"}


@given(documents().filter(lambda document: document["game"] == "expendibots"))
def test_a_lossy_format_keeps_the_actions_or_refuses(document: dict[str, Any]) -> None:
    for tree in accepted(document):
        for name in LOSSY:
            if refusal(tree, exporter_of(name)) is None:
                (found,) = again([tree], name)
                assert isinstance(found, Record)
                assert [ply.action for ply in found.line.plies] == [ply.action for ply in tree.line.plies]
                if name == "referee-log" and found.line.rejected is not None and tree.line.rejected is not None:
                    action = tree.line.rejected.action
                    sent = tree.line.rejected.raw if action is None else official.write_tuple(action)
                    assert found.line.rejected.raw == sent


@given(st.lists(records(), min_size=1, max_size=4))
def test_records_that_are_cut_off_keep_their_borders(trees: list[Record]) -> None:
    found = read_text("".join(xbn_pieces(trees)), from_format="xbn")
    assert found == trees


HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n'


@pytest.mark.parametrize("first", ["", "1. d2-d3", "{lead}", "1. d2-d3 {note}", "7.", '1. ~"x"', "1. d2-d3 ;\n{x}"])
def test_a_cut_off_record_keeps_the_comment_of_the_next_one_out(first: str) -> None:
    (cut,) = read_text(f"{HEAD}\n{first}\n")
    (whole,) = read_text(f"{{preface}} {{more}}\n{HEAD}\n1. d2-d3 *\n")
    for trees in ([cut, whole], [cut, cut, whole, cut], [whole, cut, whole]):
        assert read_text("".join(xbn_pieces(trees))) == trees
        # Each verdict stays what it is, too: no number or tag is made up.
        assert [errors_of(tree) for tree in read_text("".join(xbn_pieces(trees)))] == [errors_of(tree) for tree in trees]


# One fault at a time


def ply(text: str) -> dict[str, Any]:
    return {"ply": 1, "turn": 1, "player": "unknown", "text": text, "action": None, "position": None}


def document_with(game: str, **fields: Any) -> str:
    plain = {"format": "xbn-record", "version": 1, "game": game, "rules": "text", "tags": {}, "setup": None, "plies": []}
    claims = {"rejected": None, "claimed": {"result": "*", "termination": None}, "outcome": OPEN, "final": None}
    return json.dumps(plain | claims | fields)


def item(text: str) -> dict[str, Any]:
    return {"text": text, "event": None, "position": None}


def rejected(text: str | None, raw: str | None = None) -> dict[str, Any]:
    return {"ply": 1, "turn": 1, "player": "unknown", "text": text, "raw": raw, "reason": None}


NO_ACTIONS = ["", " ", "e4 e5", " e4", "e4\n", f"e4 {NEXT}", "e4!", "e4 {c}", "e4;x", "*", "1-0"]
NO_ACTIONS += ["1.", '"e4"', "~e4", "<x>", "(e4)", "e4\0", "e4\ud800"]
NO_ITEMS = ["", "<x", "x>", "<x> e4", f"<x> {NEXT}", "e4", "<a<b>", "<x>\n", "<\r>", "<\0>", "<\udc80>", '<">', "<{>", "<[>"]


@pytest.mark.parametrize("text", NO_ACTIONS)
@pytest.mark.parametrize("game", ["chess", "expendibots", "robots", "stacks", "stack wars"])
def test_a_text_that_is_not_one_action_is_refused(game: str, text: str) -> None:
    for fields in ({"plies": [ply(text)]}, {"rejected": rejected(text)}):
        assert codes_of(document_with(game, **fields)) == ["XBN409"]


@pytest.mark.parametrize("text", NO_ITEMS)
@pytest.mark.parametrize("game", ["chess", "expendibots", "robots"])
def test_a_text_that_is_not_one_item_is_refused(game: str, text: str) -> None:
    assert codes_of(document_with(game, items=[item(text)])) == ["XBN409"]
    assert codes_of(document_with(game, plies=[ply("e4" if game == "chess" else "X") | {"items": [item(text)]}])) == ["XBN409"]


def test_signs_that_a_game_passes_over_do_not_make_an_action() -> None:
    assert codes_of(document_with("expendibots", plies=[ply('d2 [.] "*" d3')])) == ["XBN409"]
    assert codes_of(document_with("expendibots", plies=[ply("d2 - d3") | {"player": "white"}])) == ["XBN151"]


@pytest.mark.parametrize(
    "fields",
    [
        {"rejected": rejected(None)},
        {"rejected": rejected("d2-d3", "d2-d3")},
        {"rejected": rejected("d2-d3"), "dangling": 4},
        {"closing": ["c"], "claimed": {"result": None, "termination": None}},
        {"setup": "x", "plies": [ply("d2-d3") | {"turn": -1}]},
        {"setup": "x", "plies": [ply("d2-d3") | {"turn": MOST_TURNS + 1}]},
        {"tags": {"Result": "1-0"}},
        {"tags": {"White\n": "x"}},
        {"plies": [ply("d2-d3") | {"glyphs": ["! 1-0"]}]},
        {"plies": [ply("d2-d3") | {"glyphs": ["$1\n"]}]},
        {"plies": [ply("d2-d3") | {"attributes": {"n\n": "x"}}]},
        {"claimed": {"result": "1-0\n", "termination": None}},
    ],
)
def test_what_no_text_can_say_is_refused(fields: dict[str, Any]) -> None:
    assert codes_of(document_with("expendibots", **fields)) == ["XBN409"]


def codes_of(document: str) -> list[str]:
    (found,) = read(document.encode(), "json")
    assert isinstance(found, Record | Diagnostic)
    return [found.code] if isinstance(found, Diagnostic) else [finding.code for finding in found.findings]


def test_what_would_be_taken_for_binary_data_is_refused() -> None:
    (record,) = accepted(json.loads(document_with("expendibots", preface=["\x01" * 100])))
    assert refusal(record, exporter_of("xbn")) is not None
    assert refusal(record, exporter_of("json")) is None
    assert again([record], "json") == [record]
    (record,) = read_text(written([record], "xbn").decode().replace("\x01" * 100, "\x01"))
    assert refusal(record, exporter_of("xbn")) is None
    (record,) = read_text(LOST.replace("{action}", '~"' + "\\u0001" * 100 + '"').replace("text", "referee"))
    assert refusal(record, exporter_of("xbn")) is None
    assert refusal(record, exporter_of("referee-log")) is not None


# What a log and tuples cannot hold

LOST = HEAD + '[Result "0-1"]\n[Termination "illegal-action"]\n\n1. {action} 0-1\n'


@pytest.mark.parametrize("action", [r'~"\M"', r'd2-d3 d7-d6 2. ~"\ud8"', "d2-d3=" + "9" * 70 + " ~xa1", "~d2-d3=" + "9" * 70])
def test_what_cannot_be_read_is_refused_by_every_writer(action: str) -> None:
    """The program must not fail over a record which holds an action that it could not read."""
    (record,) = read_text(LOST.replace("{action}", action))
    assert errors_of(record) in ({"XBN107"}, {"XBN101"})
    for name in (*LOSSLESS, *LOSSY):
        exporter = exporter_of(name)
        if refusal(record, exporter) is None:
            (found,) = again([record], name)
            assert isinstance(found, Record)
            assert errors_of(found)
        elif exporter.refusal(record) is not None:
            with pytest.raises(NotationError):
                list(exporter.pieces([record]))


@pytest.mark.parametrize("raw", ["a\\rb", "\\udcc3\\udca9", "\\ud800"])
def test_a_log_refuses_what_would_be_read_as_something_else(raw: str) -> None:
    (record,) = read_text(LOST.replace("{action}", f'~"{raw}"').replace("text", "referee"))
    assert refusal(record, exporter_of("referee-log")) is not None
