"""Records as the official referee's log, byte for byte what it would have written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from expendibots_notation.exporters.losses import lost_annotations, lost_meaning, lost_result, lost_tags
from expendibots_notation.exporters.losses import refusal as shared_refusal
from expendibots_notation.game import ILLEGAL_ACTION, TRUNCATED, NotationError
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.importers.referee_log import START
from expendibots_notation.importers.text import looks_binary
from expendibots_notation.judging.replaying import replay
from expendibots_notation.notation.tree import RAW, Ply, Record, Rejected

_RULES = "referee"
_CLOSING_LINES = {ending: words for words, ending in official.ENDINGS.items()}
_HALF_CHARACTER = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""The others stand for bytes that were no UTF-8, and are written as those bytes."""
_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def log_pieces(records: Iterable[Record]) -> Iterator[str]:
    """The log of each record, one after the other. Raises NotationError where `refusal` has a reason."""
    for record in records:
        if (problem := refusal(record)) is not None:
            raise NotationError(problem)
        yield "".join(f"{line}\n" for line in _lines(record))


def refusal(record: Record) -> str | None:
    """Why a record has no place in a log; None where it has."""
    if (problem := shared_refusal(record)) is not None:
        return problem
    rejected = record.line.rejected
    if rejected is None or not _is_forfeit(record):
        return None
    if rejected.raw is None and rejected.action is None:
        return "what its player sent cannot be read"
    if looks_binary("\n".join(_lines(record))):
        return "what its player sent would be taken for binary data"
    return _unwritable(_rejected_text(rejected))


def _unwritable(rejected: str) -> str | None:
    """Why a refused text cannot stand in a log; None where it can.

    There it goes on up to the line with which the next game begins: such a line in it would be a game that nobody has played.
    """
    lines = rejected.replace("\r", "\n").split("\n")
    if any(line.startswith(START) for line in lines[1:]):
        return "what its player sent would begin another game of the log"
    if _HALF_CHARACTER.search(rejected):
        return "what its player sent holds half a character"
    if "\r" in rejected:
        return "what its player sent holds a carriage return"
    # Bytes that were no UTF-8 each may be a character together.
    is_kept = rejected.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape") == rejected
    return None if is_kept else "what its player sent holds pieces of a character"


def losses(record: Record) -> list[str]:
    """What the log cannot hold: all that is said about a game, and ends of which the referee leaves no trace."""
    kept = ("Date", "Time") if _start_time(record) is not None else ()
    found = [*lost_annotations(record), *lost_tags(record, kept), *lost_meaning(record), *lost_result(record)]
    if record.rules != _RULES:
        found.append(f"the rules {record.rules}")
    if any(RAW in dict(ply.notes.attributes) and _raw_sentence(ply) is None for ply in record.line.plies):
        found.append("raw texts that do not mean their actions")
    if record.line.rejected is not None and not _is_forfeit(record):
        found.append("the rejected action")
    termination = _ending(record)[1]
    if not _is_forfeit(record) and termination not in (None, TRUNCATED) and _closing_line(record) is None:
        found.append(f"the termination {termination}")
    return found


def _lines(record: Record) -> Iterator[str]:
    # The referee writes asctime, which pads the day with a space.
    begun = _start_time(record) or _NO_TIME
    yield f"{START}{begun:%a %b} {begun.day:2} {begun:%H:%M:%S %Y}"
    for number, ply in enumerate(record.line.plies):
        yield f"[{GAME.players[number % 2]}] - {_raw_sentence(ply) or official.write_sentence(ply.action)}."
    if record.line.rejected is not None and _is_forfeit(record):
        colour = GAME.players[len(record.line.plies) % 2]
        yield f"[error] - illegal action detected ({colour}): {_rejected_text(record.line.rejected)}."
    elif (closing := _closing_line(record)) is not None:
        yield f"[over ] - {closing}"


def _raw_sentence(ply: Ply) -> str | None:
    """The action as the log from which it came had it; None where it came from none.

    A record may say anything there: only a line that means the action is believed, so that no record forges another's lines.
    """
    raw = dict(ply.notes.attributes).get(RAW)
    if not isinstance(raw, str) or raw.splitlines() != [raw]:
        return None
    read = official.read_sentence(raw)
    return raw if read is not None and read[0] == ply.action else None


def _is_forfeit(record: Record) -> bool:
    return record.line.rejected is not None and record.termination in (None, ILLEGAL_ACTION)


def _ending(record: Record) -> tuple[str, str | None]:
    """The result and the termination: as the record has them; by the replay where it does not name a termination."""
    result = record.line.result or "*"
    if record.termination is not None or result == "*" or shared_refusal(record) is not None:
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
