"""What must hold for any bytes at all. Each function raises AssertionError where it does not."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import islice

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.document import document_of, repeated_tags
from expendibots_notation.files import Unreadable
from expendibots_notation.games import GAMES, find_game
from expendibots_notation.importers.json import read_jsonl
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.notation.tables import FRAME
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, judged_stream, read_stream, validate_stream
from expendibots_notation.schema import to_json
from expendibots_notation.verdict import FileFinding, Verdict
from fuzz.lark_oracle import difference

MOST_RECORDS = 50
"""How many records of one input are looked at closely."""


def verdicts_agree(data: bytes, format_name: str | None) -> None:
    """The fast path and the full path, which makes trees and replays, give the same results, to the letter."""
    overrides = Overrides(format=format_name)
    fast = _shown_results(validate_stream(BytesIO(data), "input", overrides))
    full = _shown_results(
        each if isinstance(each, FileFinding) else each.verdict for each in judged_stream(BytesIO(data), "input", overrides)
    )
    assert fast == full, "the fast path and the full path differ"
    assert fast, "nothing is said about the input"


def _shown_results(results: Iterable[Verdict | FileFinding]) -> list[str]:
    # As texts: equality leaves out the excerpts of places.
    found: list[str] = []
    try:
        found.extend(map(repr, results))
    except Unreadable as error:
        found.append(str(error))
    return found


def equals_lark(data: bytes) -> None:
    """Lark reads the first record of some data as the generated reader does, by the grammar of any game."""
    text = data.decode("utf-8", "surrogateescape")
    for file in (FRAME, *(game.grammar for game in GAMES)):
        found = difference(file, text)
        assert found is None, found


def records_of(data: bytes, format_name: str | None) -> list[Record]:
    """The first records of some bytes, those with errors included."""
    found: list[Record] = []
    try:
        for each in islice(read_stream(BytesIO(data), "input", Overrides(format=format_name)), MOST_RECORDS):
            if isinstance(each, Record):
                found.append(each)
            else:
                finding = each.diagnostic if isinstance(each, FileFinding) else each
                assert isinstance(finding, Diagnostic)
    except Unreadable:
        pass
    return found


def survives_writing(records: Iterable[Record]) -> None:
    """What was read without an error is written, and read as the same; what is written so is canonical, and stays as it is."""
    for record in records:
        if any(finding.is_error for finding in record.findings):
            continue
        text = write(record, find_game(record.game))
        again = read_xbn(text)
        assert again == [record], "what is written is not read as the same"
        assert not any(finding.is_error for finding in again[0].findings), "what is written has errors"
        assert write(again[0], find_game(record.game)) == text, "formatting is not idempotent"


def survives_documents(records: Iterable[Record]) -> None:
    """A record without an error becomes a document, which is read as the same record, and contradicts itself nowhere."""
    for record in records:
        if any(finding.is_error for finding in record.findings) or not record.is_whole or repeated_tags(record):
            continue
        (again,) = read_jsonl(TextStream(BytesIO(to_json(document_of(record)).encode())), "input")
        assert isinstance(again, Record), f"its document is refused: {again}"
        assert not again.findings, f"its document contradicts itself: {again.findings[0].message}"
        assert again == record, "its document is not read as the same"


def read_xbn(text: str) -> list[Record]:
    """The records of a text in XBN."""
    return [parse(each, find_game) for each in split([text.encode()]) if isinstance(each, RecordText)]


def blocks_do_not_matter(data: bytes) -> None:
    """The records of a text are the same wherever the blocks break in which it comes."""
    whole = [_shown(each) for each in split([data])]
    for size in (1, 7, 64):
        if len(data) < 200 * size:
            pieces = (data[at : at + size] for at in range(0, len(data), size))
            assert [_shown(each) for each in split(pieces)] == whole, f"blocks of {size} bytes change the records"


def _shown(found: RecordText | Diagnostic) -> str:
    if isinstance(found, Diagnostic):
        return repr(found)
    return repr((found.source.text, found.source.first_line, found.source.first_column, found.index, found.findings))
