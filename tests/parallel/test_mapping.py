"""Other work than judging, by several processes: whatever is made of a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from marking import xbn

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.document import document_of
from expendibots_notation.identity import content_of
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.parallel import map_files, pieces
from expendibots_notation.pipeline import Overrides, read_records
from expendibots_notation.schema import to_json
from expendibots_notation.verdict import FileFinding, lowered

SHORT = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n1. d2-d3 e7-e6\n*\n'
CUT_OFF = SHORT.replace("e7-e6\n*", "e7-e6 (")


@dataclass(frozen=True)
class Identified:
    """What `xbn id` prints of a record."""

    id: str | None
    file: str
    index: int
    line: int


Found = Identified | Diagnostic | FileFinding


def identified(text: TextStream, file: str, overrides: Overrides) -> Iterator[Found]:
    """What `xbn id` makes of a text."""
    for found in read_records(text, file, overrides):
        if isinstance(found, Record):
            content = content_of(found)
            yield Identified(content and content.id, file, found.index, found.source.first_line)
        else:
            yield found


def shifted(found: Found, records: int, lines: int) -> Found:
    if isinstance(found, Identified):
        return replace(found, index=found.index + records, line=found.line + lines)
    return lowered(found, lines) if isinstance(found, Diagnostic) else found


def documents(indent: int, text: TextStream, file: str, overrides: Overrides) -> Iterator[str]:
    """What `xbn convert` makes of the records of a text."""
    for found in read_records(text, file, overrides):
        if isinstance(found, Record):
            yield to_json(document_of(found), indent=indent)


def unshifted(text: str, _records: int, _lines: int) -> str:
    """A text that names no place is the same wherever its record is."""
    return text


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A large file, which is cut, and small ones."""
    monkeypatch.setattr(pieces, "PIECE", 1000)
    monkeypatch.setattr(pieces, "LONGEST_PIECE", 1000)
    monkeypatch.setattr(pieces, "BATCH_BYTES", 1000)
    texts = {"empty": "", "large": (SHORT * 9 + CUT_OFF) * 12, "returns": (SHORT * 30).replace("\n", "\r\n"), "small": CUT_OFF}
    for name, text in texts.items():
        (tmp_path / f"{name}.xbn").write_text(text, newline="")
    return [str(tmp_path / f"{name}.xbn") for name in [*texts, "missing"]]


def test_ids_have_the_places_of_their_files(files: list[str]) -> None:
    alone, together = (list(map(repr, map_files(identified, shifted, files, jobs=jobs))) for jobs in (1, 2))
    assert alone == together
    found = list(map_files(identified, shifted, files, jobs=3))
    places = [f"{each.file}:{each.line}: record {each.index}" for each in found if isinstance(each, Identified)]
    assert places == [line.split("  ")[1] for line in xbn("id", *files).out.splitlines()]
    assert [each.diagnostic.code for each in found if isinstance(each, FileFinding)] == ["XBN112", "XBN903"]


def test_texts_come_in_order(files: list[str]) -> None:
    """Also where a task carries more than the name of a function."""
    (large,) = (file for file in files if "large" in file)
    texts = list(map_files(partial(documents, 2), unshifted, [large] * 2, jobs=2))
    assert len(texts) == 240
    assert texts == list(map_files(partial(documents, 2), unshifted, [large] * 2, jobs=1))


def test_all_bytes_are_counted(files: list[str]) -> None:
    sizes: list[int] = []
    list(map_files(identified, shifted, files, jobs=2, on_read=sizes.append))
    assert sum(sizes) == sum(Path(file).stat().st_size for file in files if Path(file).exists())
