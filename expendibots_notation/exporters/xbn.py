"""Records as canonical XBN."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.games import find_game
from expendibots_notation.importers.text import looks_binary
from expendibots_notation.notation.numbering import first_turn, is_wrong, write_mark
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write


def xbn_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The text of each record, a blank line between them.

    A record without a result ends only where a tag of the next one begins: there the first tag comes before the comments.
    """
    before: Record | None = None
    for record in records:
        is_open = before is not None and before.line.result is None
        text = write(record, find_game(record.game), tags_first=1 if is_open else 0)
        yield text if before is None else f"{_end(before) if is_open else ''}\n{text}"
        before = record


def refusal(record: Record) -> str | None:
    """Why a record is not written: comments may hold control characters, but not so many that no reader takes them for text."""
    text = record.source.text if record.is_native else write(record, find_game(record.game))
    return "its comments hold so many control characters that it would be taken for binary data" if looks_binary(text) else None


def _end(record: Record) -> str:
    """What a record without a result needs at its end: the number of its first turn, where tags alone would be no border."""
    line, turn = record.line, first_turn(record, find_game(record.game))
    has_border = line.plies or line.rejected or line.items or is_wrong(line.dangling, turn)
    return "" if has_border else f"{write_mark(turn)}\n"
