"""Records as the official referee's log, byte for byte what it would have written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from expendibots_notation.exporters.losses import lost_annotations, lost_tags
from expendibots_notation.game import ILLEGAL_ACTION, NotationError
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.importers.foreign import RAW
from expendibots_notation.importers.referee_log import COLOURS, ENDINGS
from expendibots_notation.notation.tree import Record, Rejected

_CLOSING_LINES = {ending: words for words, ending in ENDINGS.items()}
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def log_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The log of each record, one after the other. Raises NotationError for other games and for set-up positions."""
    for record in records:
        if record.game != GAME.id or record.setup is not None:
            raise NotationError("a referee log holds games of Expendibots from the initial position only")
        yield "".join(f"{line}\n" for line in _lines(record))


def losses(record: Record) -> list[str]:
    """What the log cannot hold: all that is said about a game, and ends of which the referee leaves no trace."""
    found = [*lost_annotations(record), *lost_tags(record, ("Date", "Time"))]
    if record.line.rejected is None and record.termination not in (None, "truncated") and _closing_line(record) is None:
        found.append(f"the termination {record.termination}")
    if any(ply.claim is not None for ply in record.line.plies):
        found.append("effects of actions")
    return found


def _lines(record: Record) -> Iterator[str]:
    # The referee writes asctime, which pads the day with a space.
    begun = _start_time(record)
    yield f"[game ] - Start game log at {begun:%a %b} {begun.day:2} {begun:%H:%M:%S %Y}"
    for number, ply in enumerate(record.line.plies):
        raw = dict(ply.notes.attributes).get(RAW)
        yield f"[{COLOURS[number % 2]}] - {raw or official.write_sentence(ply.action)}."
    if record.line.rejected is not None and record.termination in (None, ILLEGAL_ACTION):
        colour = COLOURS[len(record.line.plies) % 2]
        yield f"[error] - illegal action detected ({colour}): {_rejected_text(record.line.rejected)}."
    elif (closing := _closing_line(record)) is not None:
        yield f"[over ] - {closing}"


def _closing_line(record: Record) -> str | None:
    return _CLOSING_LINES.get((record.line.result or "*", record.termination or ""))


def _rejected_text(rejected: Rejected) -> str:
    return rejected.raw if rejected.raw is not None else official.write_tuple(rejected.action)


def _start_time(record: Record) -> datetime:
    """From the tags Date and Time; the beginning of 1970 where they do not give one."""
    try:
        return datetime.strptime(f"{record.tag('Date')} {record.tag('Time')}", "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return _NO_TIME
