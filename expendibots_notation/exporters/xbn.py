"""Records as canonical XBN."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from expendibots_notation.games import find_game
from expendibots_notation.importers.text import looks_binary
from expendibots_notation.notation.numbering import first_turn, is_wrong, write_mark
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write


class XbnText(NamedTuple):
    """A record's text, as far as it does not depend on its neighbours."""

    text: str
    after_open: str
    """The same after a record without a result: that ends only where a tag begins, so the first tag comes before comments."""
    end: str | None
    """What a record without a result needs at its end; None where there is one."""


def xbn_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The text of each record, a blank line between them."""
    return joined(xbn_texts(records))


def xbn_texts(records: Iterable[Record]) -> Iterator[XbnText]:
    """The text of each record by itself."""
    for record in records:
        game = find_game(record.game)
        text = write(record, game)
        after_open = write(record, game, tags_first=1) if record.preface else text
        yield XbnText(text, after_open, _end(record) if record.line.result is None else None)


def joined(texts: Iterable[XbnText]) -> Iterator[str]:
    """The texts of all records, a blank line between them."""
    before: XbnText | None = None
    for each in texts:
        if before is None:
            yield each.text
        elif before.end is None:
            yield f"\n{each.text}"
        else:
            yield f"{before.end}\n{each.after_open}"
        before = each


def refusal(record: Record) -> str | None:
    """Why a record is not written: comments may hold control characters, but not so many that no reader takes them for text."""
    text = record.source.text if record.is_native else write(record, find_game(record.game))
    return "its comments hold so many control characters that it would be taken for binary data" if looks_binary(text) else None


def _end(record: Record) -> str:
    """What a record without a result needs at its end: the number of its first turn, where tags alone would be no border."""
    line, turn = record.line, first_turn(record, find_game(record.game))
    has_border = line.plies or line.rejected or line.items or is_wrong(line.dangling, turn)
    return "" if has_border else f"{write_mark(turn)}\n"
