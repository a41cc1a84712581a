"""What the judge has found, in words."""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.bulk.judge import RESULTS, Judge
from expendibots_notation.bulk.register import Register
from expendibots_notation.checks import standing, violation_finding
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Source, Span, in_order
from expendibots_notation.game import Outcome
from expendibots_notation.notation.byte_buffer import ByteBuffer
from expendibots_notation.notation.errors import missing_tags, quoted, shortened
from expendibots_notation.notation.strings import WHITE_SPACE
from expendibots_notation.notation.terminals import ACTION, LPAR, RPAR
from expendibots_notation.notation.tree import FORMAT, FORMAT_TAG, FRAME_TAGS, GAME_TAG, RESULT_TAG, RULES_TAG, TERMINATION_TAG
from expendibots_notation.verdict import Verdict, end_ply

_SPACE = WHITE_SPACE.encode()


def verdict_of(judge: Judge, file: str, index: int, buffer: ByteBuffer) -> Verdict:
    """The verdict on the record that has just been judged and that the buffer is at, with all findings."""
    return _Findings(judge, file, buffer).verdict(index)


class _Findings:
    def __init__(self, judge: Judge, file: str, buffer: ByteBuffer) -> None:
        self.judge = judge
        self.register: Register = judge.register
        self.game = self.register.game
        self.rules = self.register.rules[judge.start]
        # The white space at the end of a file belongs to no record.
        self.data = buffer.data[buffer.at : judge.end].rstrip(_SPACE)
        self.begin = buffer.at
        self.source = Source(self.data.decode(), file, buffer.line, buffer.column)

    def verdict(self, index: int) -> Verdict:
        judge, engine = self.judge, self.judge.engine
        termination = self.value(TERMINATION_TAG)
        outcome = self.register.endings[judge.ending]
        return Verdict(
            file=self.source.file,
            index=index,
            line=self.source.first_line,
            game=self.game.id,
            rules=self.rules.text,
            plies=engine.ply,
            claimed=Outcome(RESULTS[judge.result_number], termination),
            outcome=outcome,
            end_ply=end_ply(outcome, engine.ply),
            final=engine.text(),
            diagnostics=tuple(in_order(self.all())),
        )

    def all(self) -> Iterator[Diagnostic]:
        judge = self.judge
        if judge.missing():
            yield self.missing_tags()
        for index in range(judge.loose):
            yield self.loose_action(judge.loose_starts[index], judge.loose_ends[index])
        if judge.refused:
            yield self.illegal_action()
        if judge.parts:
            yield self.differing_readings()

    def span(self, start: int, end: int) -> Span:
        """Bytes of the buffer as characters of the record."""
        if self.data.isascii():
            return Span(start - self.begin, end - self.begin)
        first = len(self.data[: start - self.begin].decode())
        return Span(first, first + len(self.data[start - self.begin : end - self.begin].decode()))

    def action(self, ply: int) -> Span:
        """Where an action of the main line is."""
        events = self.judge.driver.events
        depth = 0
        for index in range(events.size):
            kind = events.kinds[index]
            depth += (kind == LPAR) - (kind == RPAR)
            ply -= kind == ACTION and depth == 0
            if ply == 0:
                return self.span(events.starts[index], events.ends[index])
        raise AssertionError("a ply has an action")

    def text(self, span: Span) -> str:
        return self.source.text[span.start : span.end]

    def value(self, tag: str) -> str | None:
        value = self.judge.value(FRAME_TAGS.index(tag))
        return None if value is None else value.decode()

    def missing_tags(self) -> Diagnostic:
        result = RESULTS[self.judge.result_number]
        game = self.game
        implied = {FORMAT_TAG: FORMAT, GAME_TAG: game.name, RULES_TAG: game.readings[0].name, RESULT_TAG: result}
        return missing_tags(self.source, {name: value for name, value in implied.items() if self.value(name) is None})

    def loose_action(self, start: int, end: int) -> Diagnostic:
        span = self.span(start, end)
        written = self.text(span)
        canonical = shortened(self.game.read_action(written).text)
        return diagnose("loose-action", self.source.place(span), written=quoted(written), canonical=canonical)

    def illegal_action(self) -> Diagnostic:
        judge = self.judge
        span = self.span(judge.refused_start, judge.refused_end)
        action = self.game.read_action(self.text(span)).action
        position = self.register.machine.position(judge.engine, self.rules)
        violation = position.violation(action)
        assert violation is not None, "the engine has refused it"
        return violation_finding(violation, position, action, self.source.place(span), judge.refused, self.game)

    def differing_readings(self) -> Diagnostic:
        judge = self.judge
        other = self.register.rules[self.register.others[judge.start]]
        engines = (judge.engine, judge.other)
        outcomes = [self.register.endings[engine.ending] for engine in engines]
        ply = min(engine.ply for engine, outcome in zip(engines, outcomes, strict=True) if outcome.is_over)
        return diagnose(
            "readings-differ",
            self.source.place(self.action(ply)),
            ply=ply,
            rules=self.rules.reading,
            outcome=standing(outcomes[0], judge.engine.ply),
            other=other.reading,
            other_outcome=standing(outcomes[1], judge.other.ply),
        )
