"""Formats that are written, one file each, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike, fspath

from expendibots_notation.document import repeated_tags
from expendibots_notation.exporters import referee_log, tuples
from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.exporters.losses import refusal
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.files import write_whole
from expendibots_notation.game import NotationError
from expendibots_notation.notation.tree import Record


def _nothing(_record: Record) -> list[str]:
    return []


def _never(_record: Record) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format that is written."""

    name: str
    extension: str
    pieces: Callable[[Iterable[Record]], Iterator[str]]
    """The pieces of the text, made from the records one by one. Raises NotationError for a record that has no place in it."""
    losses: Callable[[Record], list[str]] = _nothing
    """What of a record the format cannot hold, in words."""
    refusal: Callable[[Record], str | None] = _never
    """Why the format cannot hold a record at all; None where it can."""


EXPORTERS: list[Exporter] = [
    Exporter("xbn", ".xbn", xbn_pieces),
    Exporter("json", ".json", json_pieces, repeated_tags),
    Exporter("jsonl", ".jsonl", jsonl_pieces, repeated_tags),
    Exporter("referee-log", ".log", referee_log.log_pieces, referee_log.losses, refusal),
    Exporter("tuples", ".tuples", tuples.tuples_pieces, tuples.losses, refusal),
]


def find_exporter(name: str) -> Exporter | None:
    """The exporter of a format's name."""
    return next((exporter for exporter in EXPORTERS if exporter.name == name), None)


def exporter_for(path: str) -> Exporter | None:
    """The exporter that a file's extension means."""
    return next((exporter for exporter in EXPORTERS if path.lower().endswith(exporter.extension)), None)


def write(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Write records to a file, in the format of its extension, replacing it as a whole.

    Raises NotationError for an extension that means no format, or a record that the format cannot hold, and OSError.
    """
    exporter = exporter_for(fspath(path))
    if exporter is None:
        extensions = ", ".join(each.extension for each in EXPORTERS)
        raise NotationError(f"no format is written for {fspath(path)!r}; the extensions are {extensions}")
    write_whole(fspath(path), exporter.pieces(records))
