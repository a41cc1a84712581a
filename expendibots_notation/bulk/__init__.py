"""Many records, fast: formats whose clean records can be judged without a syntax tree, and the table of them.

A scan may say only one thing of a record: that it is valid, without a warning, with this outcome. It plays on the game's own
engine; there is no second set of rules here. Where it has any doubt it hands that record, alone, to the full way, which alone
says what is wrong. So a scan changes how long judging takes, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from expendibots_notation.bulk import referee_log, xbn
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.importers import without_mark
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun, Verdict

Scan = Callable[[TextStream, str, str | None, str | None], Iterator[CleanRun | Verdict | Record | Diagnostic]]
"""The verdicts on a text, by the file's name, and by the game and the rules that override the records' own; a record in the
place of each verdict that is left to the full way."""


def foreign(scan: Callable[[Iterable[str], str, str | None], Iterator[Verdict | Record]]) -> Scan:
    """A scan of a format that names its game itself, or belongs to one."""

    def scan_text(text: TextStream, file: str, _game: str | None, rules: str | None) -> Iterator[Verdict | Record]:
        return scan(without_mark(text.blocks()), file, rules)

    return scan_text


SCANS: dict[str, Scan] = {
    "xbn": xbn.scan,
    "referee-log": foreign(referee_log.scan),
}
"""By the name of the format."""
