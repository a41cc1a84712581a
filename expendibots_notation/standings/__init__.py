"""What `xbn table` writes: one file a format, and the table of them. `table` is what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from expendibots_notation.standings.csv import csv_pieces
from expendibots_notation.standings.html import html_pieces
from expendibots_notation.standings.json import json_pieces
from expendibots_notation.standings.table import Standings
from expendibots_notation.standings.text import text_pieces

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
