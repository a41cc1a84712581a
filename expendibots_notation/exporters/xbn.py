"""Records as canonical XBN."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.games import find_game
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write


def xbn_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The text of each record, a blank line between them."""
    is_first = True
    for record in records:
        yield write(record, find_game(record.game)) if is_first else "\n" + write(record, find_game(record.game))
        is_first = False
