"""Records as the official referee's log, byte for byte what it would have written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from expendibots_notation.exporters.losses import lost_annotations, lost_meaning, lost_result, lost_tags, refusal
from expendibots_notation.game import ILLEGAL_ACTION, TRUNCATED, NotationError
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.notation.tree import RAW, Record, Rejected
from expendibots_notation.replaying import replay

_RULES = "referee"
_CLOSING_LINES = {ending: words for words, ending in official.ENDINGS.items()}
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def log_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The log of each record, one after the other. Raises NotationError for other games and for set-up positions."""
    for record in records:
        if (problem := refusal(record)) is not None:
            raise NotationError(problem)
        yield "".join(f"{line}\n" for line in _lines(record))


def losses(record: Record) -> list[str]:
    """What the log cannot hold: all that is said about a game, and ends of which the referee leaves no trace."""
    kept = ("Date", "Time") if _start_time(record) is not None else ()
    found = [*lost_annotations(record), *lost_tags(record, kept), *lost_meaning(record), *lost_result(record)]
    if record.rules != _RULES:
        found.append(f"the rules {record.rules}")
    if record.line.rejected is not None and not _is_forfeit(record):
        found.append("the rejected action")
    termination = _ending(record)[1]
    if not _is_forfeit(record) and termination not in (None, TRUNCATED) and _closing_line(record) is None:
        found.append(f"the termination {termination}")
    return found


def _lines(record: Record) -> Iterator[str]:
    # The referee writes asctime, which pads the day with a space.
    begun = _start_time(record) or _NO_TIME
    yield f"[game ] - Start game log at {begun:%a %b} {begun.day:2} {begun:%H:%M:%S %Y}"
    for number, ply in enumerate(record.line.plies):
        raw = dict(ply.notes.attributes).get(RAW)
        yield f"[{GAME.players[number % 2]}] - {raw or official.write_sentence(ply.action)}."
    if record.line.rejected is not None and _is_forfeit(record):
        colour = GAME.players[len(record.line.plies) % 2]
        yield f"[error] - illegal action detected ({colour}): {_rejected_text(record.line.rejected)}."
    elif (closing := _closing_line(record)) is not None:
        yield f"[over ] - {closing}"


def _is_forfeit(record: Record) -> bool:
    return record.line.rejected is not None and record.termination in (None, ILLEGAL_ACTION)


def _ending(record: Record) -> tuple[str, str | None]:
    """The result and the termination: as the record has them; by the replay where it does not name a termination."""
    result = record.line.result or "*"
    if record.termination is not None or result == "*" or refusal(record) is not None:
        return result, record.termination
    return result, replay(record, GAME, GAME.rules(_RULES)).outcome.termination


def _closing_line(record: Record) -> str | None:
    result, termination = _ending(record)
    return _CLOSING_LINES.get((result, termination or ""))


def _rejected_text(rejected: Rejected) -> str:
    return rejected.raw if rejected.raw is not None else official.write_tuple(rejected.action)


def _start_time(record: Record) -> datetime | None:
    """From the tags Date and Time; None where they do not give one."""
    try:
        return datetime.strptime(f"{record.tag('Date')} {record.tag('Time')}", "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
