"""What must hold for any bytes at all. Each function raises AssertionError where it does not."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from itertools import islice

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.document import document_of, repeated_tags
from expendibots_notation.files import Unreadable
from expendibots_notation.games import find_game
from expendibots_notation.importers.json import read_jsonl
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, judged_stream, read_stream, validate_stream
from expendibots_notation.schema import to_json
from expendibots_notation.verdict import FileFinding

MOST_RECORDS = 50
"""How many records of one input are looked at closely."""


def verdicts_agree(data: bytes, format_name: str | None) -> None:
    """The quick way, the full way, and the way with replays say the same, to the letter."""
    quick = _verdicts(data, Overrides(format=format_name))
    full = _verdicts(data, Overrides(format=format_name, bulk=False))
    assert quick == full, "the quick way and the full way differ"
    assert full, "nothing is said about the input"


def judgements_agree(data: bytes, format_name: str | None) -> None:
    """Verdicts with and without their replays are the same."""
    full = _verdicts(data, Overrides(format=format_name, bulk=False))
    judged: list[str] = []
    try:
        for each in judged_stream(BytesIO(data), "input", Overrides(format=format_name)):
            judged.append(repr(each if isinstance(each, FileFinding) else each.verdict))
    except Unreadable as error:
        judged.append(str(error))
    assert judged == full, "verdicts with and without replays differ"


def _verdicts(data: bytes, overrides: Overrides) -> list[str]:
    # As texts: equality leaves out the excerpts of places.
    found: list[str] = []
    try:
        found.extend(map(repr, validate_stream(BytesIO(data), "input", overrides)))
    except Unreadable as error:
        found.append(str(error))
    return found


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
        (again,) = read_jsonl([to_json(document_of(record))], "input")
        assert isinstance(again, Record), f"its document is refused: {again}"
        assert not again.findings, f"its document contradicts itself: {again.findings[0].message}"
        assert again == record, "its document is not read as the same"


def read_xbn(text: str) -> list[Record]:
    """The records of a text in XBN."""
    return [parse(each, find_game) for each in split([text]) if isinstance(each, RecordText)]


def blocks_do_not_matter(text: str) -> None:
    """The records of a text are the same wherever the blocks break in which it comes."""
    whole = [_shown(each) for each in split([text])]
    for size in (1, 7, 64):
        if len(text) < 200 * size:
            pieces = [text[at : at + size] for at in range(0, len(text), size)]
            assert [_shown(each) for each in split(pieces)] == whole, f"blocks of {size} characters change the records"


def _shown(found: RecordText | Diagnostic) -> str:
    if isinstance(found, Diagnostic):
        return repr(found)
    return repr(
        (found.source.text, found.source.first_line, found.source.first_column, found.index, found.game_name, found.findings)
    )
