"""What `xbn table` writes: one file a format, and the table of them. `table` is what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from expendibots_notation.diagnostics.render import render
from expendibots_notation.standings.csv import csv_pieces
from expendibots_notation.standings.html import html_pieces
from expendibots_notation.standings.json import json_pieces
from expendibots_notation.standings.table import Standings
from expendibots_notation.standings.text import text_pieces
from expendibots_notation.verdict import FileFinding, Judged

FORMATS: dict[str, Callable[[Standings, int], Iterator[str]]] = {
    "text": text_pieces,
    "csv": csv_pieces,
    "json": json_pieces,
    "html": html_pieces,
}
"""By name: the pieces of a text. The number is that of the players in a cross table, whose size is its square."""


def format_for(path: str) -> str:
    """The format that a file's extension asks for; text where it asks for none."""
    extension = path.rpartition(".")[2].lower()
    return extension if extension in FORMATS else "text"


def gather(results: Iterable[Judged | FileFinding], err: TextIO) -> tuple[Standings, int]:
    """The standings of judged records, and the exit code: 1 where records are left out, 2 where files could not be read.

    Findings about files go to `err` as they are made.
    """
    standings = Standings()
    unreadable = findings = 0
    for result in results:
        if isinstance(result, FileFinding):
            err.write(render(result.diagnostic) + "\n")
            unreadable += result.is_unreadable
            findings += result.diagnostic.is_error
        else:
            standings.add(result)
    return standings, 2 if unreadable else 1 if findings or standings.left_out else 0
