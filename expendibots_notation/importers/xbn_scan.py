"""XBN, record by record: from its events, and whatever is doubtful about one from its tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from types import FunctionType
from typing import cast

from expendibots_notation.bulk.findings import verdict_of
from expendibots_notation.bulk.judge import DOUBT, FINDINGS, FULL, NEEDS_MORE, NOTHING, Judge
from expendibots_notation.bulk.register import Registers
from expendibots_notation.bulk.transcripts import Transcriber
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.files import Unreadable
from expendibots_notation.games import find_game
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.borders import RecordText, Splitter
from expendibots_notation.notation.byte_buffer import ByteBuffer
from expendibots_notation.notation.reader import new_driver
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun, Verdict

_EVERY = -1
_LONGEST_WAIT = 0.1
"""Seconds that results are kept back to be handed on together with others."""


def scan(
    text: TextStream, file: str, game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Verdict | Record | Diagnostic]:
    """Runs of clean records, and each other record, in the order of the file. `game` and `rules` override what records say."""
    return Scan(text, file, game, rules, finals).results()


def transcribe(
    text: TextStream, file: str, game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """The same, with transcripts in the runs; all other records need a tree."""
    found = Scan(text, file, game, rules, finals, transcripts=True).results()
    return cast(Iterator[CleanRun | Record | Diagnostic], found)


def _judge_class() -> type[Judge]:
    """What judges: the compiled judge, or where nothing is compiled, the one that is faster then."""
    if not isinstance(Judge.judge_all, FunctionType):
        return Judge
    from expendibots_notation.bulk.plain_judge import PlainJudge

    return PlainJudge


class Scan:
    """One pass through a file."""

    def __init__(
        self,
        text: TextStream,
        file: str,
        game: str | None,
        rules: str | None,
        finals: bool = True,
        transcripts: bool = False,
    ) -> None:
        self.text = text
        self.file = file
        self.game = game
        self.buffer = ByteBuffer(text.data())
        self.splitter = Splitter(self.buffer, file)
        """For records that need a tree."""
        self.transcriber = Transcriber() if transcripts else None
        self.judge = _judge_class()(new_driver(find_game, game), Registers(game, rules).find, finals, self.transcriber)
        self.index = 0
        """The number of records that have been dealt with."""
        self.reports_line_endings = True
        """Whether line endings that are not line feeds are still to be reported, should there be any."""
        self.due = monotonic() + _LONGEST_WAIT
        """When what is known must be handed on, although more is to come."""

    def results(self) -> Iterator[CleanRun | Verdict | Record | Diagnostic]:
        """What the file holds, in its order. Raises Unreadable."""
        try:
            if self.splitter.skip_white_space():
                yield from self.records()
        except Unreadable:
            # What was read before that is known.
            yield from self.known()
            raise
        self.text.lines = self.buffer.line - 1

    def records(self) -> Iterator[CleanRun | Verdict | Record | Diagnostic]:
        while (why := self.advance()) != NOTHING:
            if why == NEEDS_MORE and self.buffer.size <= self.splitter.longest:
                if monotonic() > self.due:
                    yield from self.known()
                self.buffer.read_more()
                continue
            yield from self.known()
            if why == FINDINGS and self.transcriber is None:
                yield self.with_findings()
            elif why != FULL:
                yield self.by_tree()
            if self.judge.register is not None:
                self.judge.register.forget_if_many()
        yield from self.known()

    def advance(self, most: int = _EVERY) -> int:
        """Judge records as far as that is possible; why it comes back."""
        buffer, judge = self.buffer, self.judge
        if self.splitter.has_mark or (self.reports_line_endings and self.text.first_return is not None):
            # There is something to say about how the file is written, at the first record that shows it.
            return DOUBT if self.splitter.skip_white_space() else NOTHING
        judge.line = buffer.line
        why = judge.judge_all(buffer.data, buffer.at, buffer.is_final, most)
        buffer.skip_to(judge.at, judge.line)
        return why

    def known(self) -> Iterator[CleanRun]:
        """The rows so far, if there are any; they are cleared."""
        self.due = monotonic() + _LONGEST_WAIT
        if self.judge.rows.size:
            register = self.judge.register
            transcripts = None if self.transcriber is None else self.transcriber.take(tuple(register.setups))
            run = register.run(self.judge.rows, self.file, self.index + 1, transcripts)
            self.index += len(run)
            yield run

    def with_findings(self) -> Verdict:
        """The verdict on a record about which the judge has something to say."""
        self.index += 1
        verdict = verdict_of(self.judge, self.file, self.index, self.buffer)
        self.buffer.move_to(self.judge.end)
        return verdict

    def by_tree(self) -> Record | Diagnostic:
        """The next record, read in full."""
        # Loaded here, like there: most files need no tree.
        from expendibots_notation.notation.tree_builder import parse

        self.splitter.index = self.index
        self.index += 1
        record = self.splitter.take()
        if not isinstance(record, RecordText):
            return record
        if self.reports_line_endings and self.splitter.has_passed(self.text.first_return):
            self.reports_line_endings = False
            finding = diagnose("line-endings", record.source.place(Span(0, 0)), found=self.text.line_ending)
            record = replace(record, findings=(*record.findings, finding))
        return parse(record, find_game, self.game)
