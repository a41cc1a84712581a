"""Formats that are read, one file each, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from expendibots_notation.arguments import check_text, suggestion
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import NotationError
from expendibots_notation.importers.compression import EXTENSIONS as COMPRESSED
from expendibots_notation.importers.compression import without_extension
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.borders import BYTE_ORDER_MARK
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun, Verdict

LONGEST_BEGINNING = 1 << 16
"""How many characters of a file are looked at to find its format."""

CERTAIN = 1.0

ANY_TEXT = ".txt"
"""An extension that says nothing by itself: such a file is only what its content shows it to be."""

Read = Callable[[TextStream, str, str | None], Iterator[Record | Diagnostic]]
Scan = Callable[[TextStream, str, str | None, str | None, bool], Iterator[CleanRun | Verdict | Record | Diagnostic]]
"""By the file's name, the game and the rules that override the records' own, and by whether final positions are wanted."""


@dataclass(frozen=True, slots=True)
class Importer:
    """A format that is read."""

    name: str
    extensions: tuple[str, ...]
    recognises: Callable[[str], float]
    """How surely a text that begins so is of this format: from 0, not at all, to 1, when no other format is asked any more."""
    read: Read
    """The records of a text, by the file's name and the game that overrides the records' own; a diagnostic in the place of what
    cannot be made a record at all."""
    scan: Scan | None = None
    """The same, fast: verdicts on all records that can be judged without a tree, by the engine that judges everything else too."""


def late(module: str, function: str) -> Callable[..., Any]:
    """A function of a module of this folder, which is loaded when the function is first called: most files are of one format."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), function)(*arguments)

    return call


def by_blocks(read: Callable[[Iterator[str], str], Iterator[Record | Diagnostic]]) -> Read:
    """A reader that takes blocks of text and the file's name; a format that belongs to one game does not ask for another."""

    def read_text(text: TextStream, file: str, _game: str | None) -> Iterator[Record | Diagnostic]:
        return read(without_mark(text.blocks()), file)

    return read_text


def without_mark(blocks: Iterator[str]) -> Iterator[str]:
    """The blocks of a text without the byte order mark that it may begin with."""
    yield next(blocks, "").removeprefix(BYTE_ORDER_MARK)
    yield from blocks


IMPORTERS: list[Importer] = [
    Importer("xbn", (".xbn",), late("xbn", "recognises"), late("xbn", "read"), late("xbn_scan", "scan")),
    Importer("json", (".json",), late("json", "recognises_json"), late("json", "read_json"), late("json_scan", "scan_list")),
    Importer("jsonl", (".jsonl",), late("json", "recognises_jsonl"), late("json", "read_jsonl"), late("json_scan", "scan_lines")),
    Importer("referee-log", (".log",), late("referee_log", "recognises"), late("referee_log", "read"), late("referee_log", "scan")),
    Importer("referee-stdout", (".out", ".txt"), late("referee_stdout", "recognises"), by_blocks(late("referee_stdout", "read"))),
    Importer("tuples", (".tuples",), late("tuples", "recognises"), late("tuples", "read"), late("tuples", "scan")),
    Importer("stack-wars-moves", (".moves",), late("stack_wars_moves", "recognises"), by_blocks(late("stack_wars_moves", "read"))),
]


def known_extensions() -> tuple[str, ...]:
    """The extensions by which files are found in a folder, compressed ones included."""
    plain = [extension for importer in IMPORTERS for extension in importer.extensions]
    return (*plain, *(extension + packed for extension in plain for packed in COMPRESSED))


def find_importer(name: str) -> Importer | None:
    """The importer of a format's name."""
    return next((importer for importer in IMPORTERS if importer.name == name), None)


def check_format(name: str) -> None:
    """Raise NotationError where no format of that name is read."""
    check_text(name, "the format")
    if find_importer(name) is None:
        known = [importer.name for importer in IMPORTERS]
        raise NotationError(f"no format {name!r} is read{suggestion(name, known)}; the formats are {', '.join(known)}")


def detect(head: str, path: str) -> Importer | None:
    """The importer for a text that begins so: by its content; the extension breaks ties, and decides where content says nothing.

    None where neither knows it.
    """
    bare = without_extension(path).lower()
    beginning = head[:LONGEST_BEGINNING].removeprefix(BYTE_ORDER_MARK)
    sure: dict[str, float] = {}
    for importer in IMPORTERS:
        sure[importer.name] = importer.recognises(beginning)
        if sure[importer.name] == CERTAIN:
            return importer
    best = max(sure.values())
    likely = [importer for importer in IMPORTERS if sure[importer.name] == best]
    by_extension = next((importer for importer in likely if bare.endswith(importer.extensions)), None)
    if best > 0:
        return by_extension or likely[0]
    return None if bare.endswith(ANY_TEXT) else by_extension
