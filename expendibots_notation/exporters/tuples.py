"""Records as lists of Python tuples, one game a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from expendibots_notation.exporters.losses import lost_annotations, lost_meaning, lost_result, lost_tags, refusal
from expendibots_notation.game import NotationError
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.notation.tree import Record


def tuples_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The actions of each record's main line. Raises NotationError for other games and for set-up positions."""
    for record in records:
        if (problem := refusal(record)) is not None:
            raise NotationError(problem)
        yield f"[{', '.join(official.write_tuple(ply.action) for ply in record.line.plies)}]\n"


def losses(record: Record) -> list[str]:
    """What tuples cannot hold: everything but the actions."""
    found = [*lost_annotations(record), *lost_tags(record), *lost_meaning(record), *lost_result(record)]
    if record.line.rejected is not None:
        found.append("the rejected action")
    if record.rules != GAME.readings[0].name:
        found.append(f"the rules {record.rules}")
    if record.termination not in (None, *GAME.terminations):
        found.append(f"the termination {record.termination}")
    return found
