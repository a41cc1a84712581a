"""Formats that are written, one file each, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fsdecode, sep
from typing import Any

from expendibots_notation.arguments import kind_of
from expendibots_notation.checks import judge
from expendibots_notation.document import repeated_tags
from expendibots_notation.exporters import parquet, referee_log, tuples, xbn
from expendibots_notation.exporters.json import json_documents, jsonl_pieces, listed
from expendibots_notation.exporters.losses import refusal as no_plain_game
from expendibots_notation.game import NotationError
from expendibots_notation.games import find_game
from expendibots_notation.importers import find_importer
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.writing import write_whole


def _nothing(_record: Record) -> list[str]:
    return []


def _never(_record: Record) -> str | None:
    return None


def _one_after_the_other(texts: Iterable[str]) -> Iterator[str]:
    return iter(texts)


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that is a text: to a file, or to standard output."""

    name: str
    extension: str
    parts: Callable[[Iterable[Any]], Iterator[Any]]
    """What is written of each record, made one by one: most often a text. Raises NotationError for a record that has no place."""
    losses: Callable[[Record], list[str]] = _nothing
    """What of a record the format cannot hold, in words."""
    refusal: Callable[[Record], str | None] = _never
    """Why the format cannot hold a record at all; None where it can."""
    joined: Callable[[Iterable[Any]], Iterator[str]] = _one_after_the_other
    """The pieces of the text, from the parts of all records, which other processes may have made."""
    takes_plain_games: bool = False
    """Whether `parts` also takes `PlainGames`, for which it makes a part each."""
    is_lossless: bool = False
    """Whether a record that was read without errors is read back as the same, so that the same is to be said of it."""

    def pieces(self, records: Iterable[Any]) -> Iterator[str]:
        """The pieces of the text. Raises NotationError as `parts` does."""
        return self.joined(self.parts(records))

    def write(self, parts: Iterable[Any], path: str) -> None:
        """Write a file from the parts, replacing it as a whole. Raises Unwritable."""
        write_whole(path, self.joined(parts))


@dataclass(frozen=True, slots=True)
class FolderExporter:
    """A format that is a folder of files which it writes itself."""

    name: str
    extension: str
    parts: Callable[[Iterable[Any]], Iterator[Any]]
    """What is written of each record, made one by one; of plain games, it may be one part that has a length."""
    write: Callable[[Iterable[Any], str], None]
    """Write the folder of that path from the parts, replacing it as a whole. Raises MissingPackage, and Unwritable."""
    losses: Callable[[Record], list[str]] = _nothing
    refusal: Callable[[Record], str | None] = _never
    takes_plain_games: bool = False


EXPORTERS: list[Exporter | FolderExporter] = [
    Exporter("xbn", ".xbn", xbn.xbn_texts, refusal=xbn.refusal, joined=xbn.joined, is_lossless=True),
    Exporter("json", ".json", json_documents, repeated_tags, joined=listed, is_lossless=True),
    Exporter("jsonl", ".jsonl", jsonl_pieces, repeated_tags, takes_plain_games=True, is_lossless=True),
    Exporter("referee-log", ".log", referee_log.log_pieces, referee_log.losses, referee_log.refusal),
    Exporter("tuples", ".tuples", tuples.tuples_pieces, tuples.losses, no_plain_game),
    FolderExporter("parquet", ".parquet", parquet.rows, parquet.write_parquet, parquet.losses, takes_plain_games=True),
]


def find_exporter(name: str) -> Exporter | FolderExporter | None:
    """The exporter of a format's name."""
    return next((exporter for exporter in EXPORTERS if exporter.name == name), None)


def exporter_for(path: str) -> Exporter | FolderExporter | None:
    """The exporter that a file's extension means, or a folder's."""
    return next((exporter for exporter in EXPORTERS if _plain_name(path, exporter).endswith(exporter.extension)), None)


def _plain_name(path: str, exporter: Exporter | FolderExporter) -> str:
    """A path in small letters; that of a folder may have a slash behind it."""
    return path.lower().rstrip(sep) if isinstance(exporter, FolderExporter) else path.lower()


def refusal(record: Record, exporter: Exporter | FolderExporter) -> str | None:
    """Why a record is not written in a format: it has no place there, or would pass for a valid one there. None where it is."""
    problem = exporter.refusal(record)
    if problem is None and isinstance(exporter, Exporter) and _is_whitewashed(record, exporter):
        return "its errors have no place in the format, where it would pass for a valid record"
    return problem


def _is_whitewashed(record: Record, exporter: Exporter) -> bool:
    """Whether a record is invalid and what is written of it would not be, or could not be read at all."""
    importer = find_importer(exporter.name)
    is_kept_whole = exporter.is_lossless and not any(finding.is_error for finding in record.findings)
    if importer is None or is_kept_whole or _is_valid(record):
        return False
    written = "".join(exporter.pieces([record])).encode("utf-8", "surrogateescape")
    found = list(importer.read(TextStream(BytesIO(written)), record.source.file, None))
    return not (len(found) == 1 and isinstance(found[0], Record) and not _is_valid(found[0]))


def _is_valid(record: Record) -> bool:
    return not any(finding.is_error for finding in judge(record, find_game(record.game))[1])


def _writable(records: Iterable[Record], exporter: Exporter | FolderExporter) -> Iterator[Record]:
    """The records on their way. Raises NotationError at one that the format refuses."""
    for record in records:
        if (problem := refusal(record, exporter)) is not None:
            raise NotationError(f"{record.source.file}:{record.source.first_line}: record {record.index} is not written: {problem}")
        yield record


def write(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Write records to a file, or to a folder, in the format of its extension, replacing it as a whole.

    Raises NotationError for an extension that means no format, for a record that the format cannot hold or would make valid, and
    where there are no records (no reader accepts a file without any, but a table may have no rows); MissingPackage where the format
    needs a package that is not installed, and OSError (Unwritable). Nothing is written or replaced then.
    """
    name = fsdecode(path)
    exporter = exporter_for(name)
    if exporter is None:
        extensions = ", ".join(each.extension for each in EXPORTERS)
        raise NotationError(f"no format is written for {name!r}; the extensions are {extensions}")
    if isinstance(records, Record) or not isinstance(records, Iterable):
        raise TypeError(f"write takes a list or an iterator of records, not {kind_of(records)}")
    checked = _checked(records, may_be_none=isinstance(exporter, FolderExporter))
    exporter.write(exporter.parts(_writable(checked, exporter)), name)


def _checked(records: Iterable[Record], may_be_none: bool) -> Iterator[Record]:
    """The records. Raises TypeError for what is not one, NotationError where there have to be some and are none."""
    number = 0
    for number, record in enumerate(records, 1):
        if not isinstance(record, Record):
            raise TypeError(f"write takes records, but number {number} is {kind_of(record)}")
        yield record
    if number == 0 and not may_be_none:
        raise NotationError("there are no records to write")
