"""Records as JSON documents, with every position of their replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.document import json_of
from expendibots_notation.exporters.plain import PlainGames
from expendibots_notation.exporters.plain_json import plain_documents
from expendibots_notation.notation.tree import Record
from expendibots_notation.schema import to_json


def json_pieces(records: Iterable[Record]) -> Iterator[str]:
    """One document; a list of them where there are several records."""
    return listed(json_documents(records))


def json_documents(records: Iterable[Record]) -> Iterator[str]:
    """The document of each record."""
    for record in records:
        yield to_json(json_of(record), indent=2)


def listed(documents: Iterable[str]) -> Iterator[str]:
    """A document as it is; several as a list."""
    waiting: str | None = None
    is_list = False
    for document in documents:
        if waiting is not None:
            yield ("[\n" if not is_list else ",\n") + waiting
            is_list = True
        waiting = document
    if waiting is None:
        yield "[]\n"
    elif is_list:
        yield ",\n" + waiting + "\n]\n"
    else:
        yield waiting + "\n"


def jsonl_pieces(records: Iterable[Record | PlainGames]) -> Iterator[str]:
    """One document a line."""
    for record in records:
        if isinstance(record, PlainGames):
            yield from plain_documents(record)
        else:
            yield to_json(json_of(record)) + "\n"
