"""Formats that are written, one file each, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from os import PathLike, fspath

from expendibots_notation.exporters.json import json_pieces, jsonl_pieces
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.files import write_whole
from expendibots_notation.game import NotationError
from expendibots_notation.notation.tree import Record

EXPORTERS: dict[str, tuple[str, Callable[[Iterable[Record]], Iterator[str]]]] = {
    "xbn": (".xbn", xbn_pieces),
    "json": (".json", json_pieces),
    "jsonl": (".jsonl", jsonl_pieces),
}
"""By format: the extension, and what makes the pieces of its text from records."""


def format_of(path: str) -> str | None:
    """The format that a file's extension means; None where it means none that is written."""
    return next((name for name, (extension, _) in EXPORTERS.items() if path.lower().endswith(extension)), None)


def write(records: Iterable[Record], path: str | PathLike[str]) -> None:
    """Write records to a file, in the format of its extension, replacing it as a whole.

    Raises NotationError for an extension that means no format, and OSError.
    """
    name = format_of(fspath(path))
    if name is None:
        extensions = ", ".join(extension for extension, _ in EXPORTERS.values())
        raise NotationError(f"no format is written for {fspath(path)!r}; the extensions are {extensions}")
    write_whole(fspath(path), EXPORTERS[name][1](records))
