"""Formats that are written, one file each, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike, fspath, sep
from typing import Any

from expendibots_notation.document import repeated_tags
from expendibots_notation.exporters import parquet, referee_log, tuples
from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.exporters.losses import refusal
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.game import NotationError
from expendibots_notation.notation.tree import Record
from expendibots_notation.writing import write_whole


def _nothing(_record: Record) -> list[str]:
    return []


def _never(_record: Record) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that is a text: to a file, or to standard output."""

    name: str
    extension: str
    pieces: Callable[[Iterable[Any]], Iterator[str]]
    """The pieces of the text, made from the records one by one. Raises NotationError for a record that has no place in it."""
    losses: Callable[[Record], list[str]] = _nothing
    """What of a record the format cannot hold, in words."""
    refusal: Callable[[Record], str | None] = _never
    """Why the format cannot hold a record at all; None where it can."""
    takes_plain_games: bool = False
    """Whether `pieces` also takes `PlainGames`."""

    def write(self, records: Iterable[Any], path: str) -> None:
        """Write a file, replacing it as a whole. Raises NotationError as `pieces` does, and Unwritable."""
        write_whole(path, self.pieces(records))


@dataclass(frozen=True, slots=True)
class FolderExporter:
    """A format that is a folder of files which it writes itself."""

    name: str
    extension: str
    write: Callable[[Iterable[Any], str], None]
    """Write the folder of that path from the records one by one, replacing it as a whole. Raises MissingPackage and Unwritable."""
    losses: Callable[[Record], list[str]] = _nothing
    refusal: Callable[[Record], str | None] = _never
    takes_plain_games: bool = False


EXPORTERS: list[Exporter | FolderExporter] = [
    Exporter("xbn", ".xbn", xbn_pieces),
    Exporter("json", ".json", json_pieces, repeated_tags),
    Exporter("jsonl", ".jsonl", jsonl_pieces, repeated_tags, takes_plain_games=True),
    Exporter("referee-log", ".log", referee_log.log_pieces, referee_log.losses, referee_log.refusal),
    Exporter("tuples", ".tuples", tuples.tuples_pieces, tuples.losses, refusal),
    FolderExporter("parquet", ".parquet", parquet.write_parquet, parquet.losses, takes_plain_games=True),
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


def write(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Write records to a file, or to a folder, in the format of its extension, replacing it as a whole.

    Raises NotationError for an extension that means no format, or a record that the format cannot hold, MissingPackage where the
    format needs a package that is not installed, and OSError (Unwritable).
    """
    exporter = exporter_for(fspath(path))
    if exporter is None:
        extensions = ", ".join(each.extension for each in EXPORTERS)
        raise NotationError(f"no format is written for {fspath(path)!r}; the extensions are {extensions}")
    exporter.write(records, fspath(path))
