"""What a record says as a whole, against what its replay shows: a list of small checks.

Each check looks at one thing and yields what is wrong with it. `CHECKS` is the list; add a check by adding a function to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from expendibots_notation.diagnostics.codes import diagnose, finding, message_of
from expendibots_notation.diagnostics.model import Diagnostic, Place, Span, in_order
from expendibots_notation.game import (
    DRAW,
    ILLEGAL_ACTION,
    RESULTS,
    TRUNCATED,
    UNFINISHED,
    Game,
    NotationError,
    Outcome,
    Position,
    Violation,
)
from expendibots_notation.judging.replaying import LineReplay, Replay, replay, under_other_readings
from expendibots_notation.notation.numbering import (
    NextTurn,
    Turn,
    after_mark,
    first_turn,
    is_regular,
    last_turn,
    next_turn_of,
    numbered,
    write_mark,
)
from expendibots_notation.notation.tree import (
    GAME_TAG,
    NO_DOTS,
    RESULT_TAG,
    RULES_TAG,
    SETUP_TAG,
    TERMINATION_TAG,
    Line,
    Record,
    TurnMark,
)
from expendibots_notation.notation.writer import rejected_text, write

UNKNOWN_GAME = "unknown-game"
LAYOUT = "layout"
LINE_ENDINGS = "line-endings"
"""A finding that is made once in a file."""

# Terminations that go with an unfinished game.
_OPEN_TERMINATIONS = frozenset({TRUNCATED, "unknown", "time", "memory", "crash", "adjudication"})


@dataclass(frozen=True, slots=True)
class Subject:
    """What a check looks at."""

    record: Record
    game: Game
    replay: Replay | None
    """None where there was no start to replay from."""

    def place(self, span: Span) -> Place:
        return self.record.source.place(span)

    def tag_place(self, tag: str) -> Place:
        return self.place(self.record.span_of(tag))


def judge(
    record: Record, game: Game | None, rules_text: str | None = None, with_layout: bool = False
) -> tuple[Replay | None, list[Diagnostic]]:
    """Replay a record and check it: the replay, if there is a start, and every finding in the order of the text.

    `game` is None where it is not known; `rules_text` overrides the Rules tag; `with_layout` adds the check that writes it again.
    """
    findings = list(record.findings)
    if game is None:
        if all(each.name != UNKNOWN_GAME for each in findings):
            findings.append(unknown_game(record))
        return None, in_order([*findings, *result_tag(record)])
    replayed: Replay | None = None
    tag = RULES_TAG
    try:
        rules = game.rules(rules_text or record.rules)
        tag = SETUP_TAG
        replayed = replay(record, game, rules)
    except NotationError as error:
        findings.append(_no_start(record, error, tag))
    subject = Subject(record, game, replayed)
    findings.extend(result_tag(record))
    for check in CHECKS:
        findings.extend(check(subject))
    if with_layout:
        findings.extend(layout(subject, findings))
    return replayed, in_order(findings)


def unknown_game(record: Record) -> Diagnostic:
    """What is said of a record whose game nobody knows, whatever its format."""
    return diagnose(UNKNOWN_GAME, record.source.place(record.span_of(GAME_TAG)), game=f"{record.game!r}")


def _no_start(record: Record, error: NotationError, tag: str) -> Diagnostic:
    """Why a record has no position to begin with: what is wrong with its Rules, its Setup, or a tag that the game itself reads."""
    if error.tag is not None:
        return diagnose("bad-tag", record.source.place(record.span_of(error.tag)), tag=error.tag, problem=error)
    name = "unknown-rules" if tag == RULES_TAG else "bad-setup"
    return diagnose(name, record.source.place(record.span_of(tag)), problem=error)


# Actions


def legality(subject: Subject) -> Iterator[Diagnostic]:
    """Illegal actions, in the main line and in variations."""
    for line in _lines(subject):
        if line.refusal is not None:
            refusal = line.refusal
            place = subject.place(refusal.span)
            if line.outcome.is_over:
                ended = f"the game ended {line.outcome.result} at ply {line.end_ply} ({line.outcome.termination})"
                hint = f"{ended}; remove what follows, or check whether the record names the right Rules"
                yield finding(refusal.violation.name, refusal.violation.message, place, refusal.number, hint)
                continue
            yield violation_finding(refusal.violation, refusal.position, refusal.action, place, refusal.number, subject.game)


def violation_finding(violation: Violation, position: Position, action: object, place: Place, ply: int, game: Game) -> Diagnostic:
    """A violation as a finding, with the legal actions that may have been meant."""
    nearest = tuple(game.write_action(each) for each in position.nearest(action))
    hint = f"the nearest legal actions are {', '.join(nearest)}" if nearest else None
    return finding(violation.name, violation.message, place, ply, hint, nearest)


def effects(subject: Subject) -> Iterator[Diagnostic]:
    """What `=` says about the effect of an action."""
    for line in _lines(subject):
        for false in line.false_claims:
            place = subject.place(false.ply.span)
            yield diagnose("wrong-effect", place, ply=false.number, text=false.ply.text, claimed=false.claimed, actual=false.actual)


def rejections(subject: Subject) -> Iterator[Diagnostic]:
    """Rejected actions that are legal."""
    for line in _lines(subject):
        rejected = line.line.rejected
        if rejected is not None and line.rejection_position is not None and line.rejection is None:
            place = subject.place(rejected.span)
            yield diagnose("rejected-legal", place, ply=line.last_ply + 1, text=rejected_text(rejected))


def turn_numbers(subject: Subject) -> Iterator[Diagnostic]:
    """Turn numbers that do not count up, and numbers with the wrong dots."""
    next_turn = next_turn_of(subject.record, subject.game)
    yield from _turn_numbers(subject, subject.record.line, first_turn(subject.record, subject.game), 1, next_turn)


def _turn_numbers(subject: Subject, line: Line, first: Turn, ply: int, next_turn: NextTurn) -> Iterator[Diagnostic]:
    if is_regular(line, first, next_turn):
        return
    for variation in line.first_variations():
        yield from _turn_numbers(subject, variation.line, first, ply, next_turn)
    for node, turn in numbered(line, first, next_turn):
        mark = node.mark
        if mark is not None and (mark.number != turn[0] or mark.dots != _dots(turn)):
            yield from _turn_mark(subject, mark, turn, ply)
        for variation in node.variations():
            yield from _turn_numbers(subject, variation.line, after_mark(mark, turn), ply, next_turn)
        ply += 1
    if line.dangling is not None:
        yield from _turn_mark(subject, line.dangling, last_turn(line, first, next_turn), ply)


def _turn_mark(subject: Subject, mark: TurnMark, turn: Turn, ply: int) -> Iterator[Diagnostic]:
    if mark.number != turn[0]:
        yield diagnose("wrong-turn-number", subject.place(mark.span), ply=ply, written=mark.number, expected=turn[0])
    if mark.dots not in (NO_DOTS, _dots(turn)):
        written, canonical = f"{mark.number}{'.' * mark.dots}", write_mark((mark.number, turn[1]))
        player = subject.game.players[turn[1]].capitalize()
        yield diagnose("turn-dots", subject.place(mark.span), ply=ply, player=player, written=written, canonical=canonical)


def _dots(turn: Turn) -> int:
    """How many dots a turn's number has."""
    return 1 if turn[1] == 0 else 3


def _lines(subject: Subject) -> Iterator[LineReplay]:
    """The main line and all variations that could be replayed, in the order of the text."""
    waiting = [subject.replay.main] if subject.replay else []
    while waiting:
        line = waiting.pop()
        yield line
        waiting.extend(reversed(line.variations))


# What the record claims


def known_termination(subject: Subject) -> Iterator[Diagnostic]:
    """The Termination tag, whose values are a closed list."""
    record = subject.record
    everything = subject.game.all_terminations()
    if record.termination is not None and record.termination not in everything:
        remedy = f"use one of: {', '.join(everything)}"
        yield diagnose("unknown-termination", subject.tag_place(TERMINATION_TAG), value=f"{record.termination!r}", hint=remedy)


def result_tag(record: Record) -> Iterator[Diagnostic]:
    """The Result tag, whose values are a closed list, against the result token. Needs no game."""
    if record.result is not None and record.result not in RESULTS:
        yield diagnose("unknown-result", record.source.place(record.span_of(RESULT_TAG)), value=f"{record.result!r}")
    if record.is_whole and record.line.result is not None and record.result in RESULTS and record.result != record.line.result:
        place = record.source.place(record.line.result_span)
        yield diagnose("result-conflict", place, token=record.line.result, tag=record.result)


def main_claims(subject: Subject) -> Iterator[Diagnostic]:
    """Result and termination of the record against the replay."""
    if subject.replay is not None and subject.record.is_whole:
        yield from _line_claims(subject, subject.replay.main, subject.record.termination)


def variation_claims(subject: Subject) -> Iterator[Diagnostic]:
    """Results that close variations."""
    for line in _lines(subject):
        if subject.replay is not None and line is not subject.replay.main:
            yield from _line_claims(subject, line, None)


def _line_claims(subject: Subject, line: LineReplay, termination: str | None) -> Iterator[Diagnostic]:
    claimed = line.line.result
    if claimed is None or (termination is not None and termination not in subject.game.all_terminations()):
        return
    is_open = not line.is_whole or (line.line.rejected is not None and line.rejection is None)
    if not line.outcome.is_over and is_open:
        return
    problem = false_claim(Outcome(claimed, termination), line.outcome, line.end_ply, subject.game)
    if problem is not None:
        name, facts = problem
        is_of_tag = name == "wrong-termination"
        place = subject.tag_place(TERMINATION_TAG) if is_of_tag else subject.place(line.line.result_span)
        yield finding(name, message_of(name, facts), place)


def false_claim(claimed: Outcome, outcome: Outcome, end_ply: int | None, game: Game) -> tuple[str, dict[str, object]] | None:
    """What is wrong with a claimed result and termination, given the outcome of a replay that came to the end of the line.

    The name of the diagnostic and its facts; None where nothing is. Does not ask whether there is such a termination.
    """
    result, termination = claimed.result, claimed.termination
    if not outcome.is_over:
        if result != UNFINISHED and (termination is None or termination in game.terminations):
            return "no-end", {"claimed": result}
        if termination is not None and (problem := _misfit(termination, result)):
            return "wrong-termination", {"claimed": termination, "actual": problem}
        return None
    if result != outcome.result:
        name = "unclaimed-end" if result == UNFINISHED and termination == TRUNCATED else "wrong-result"
        return name, {"claimed": result, "end_ply": end_ply, "actual": outcome.result, "end": outcome.termination}
    if termination is not None and termination != outcome.termination:
        return "wrong-termination", {"claimed": termination, "actual": f"the game ended by {outcome.termination}"}
    return None


def _misfit(termination: str, result: str) -> str | None:
    """Why a termination does not go with the result of a game that the replay has not seen end; None where it does."""
    if termination == ILLEGAL_ACTION:
        return "no rejected action (~) closes the record"
    if result == UNFINISHED:
        return None if termination in _OPEN_TERMINATIONS else "the result is * and the game is not over"
    if termination == TRUNCATED:
        return f"the result is {result}; a game that was cut off has the result *"
    if termination == "agreement" and result != DRAW:
        return f"the result is {result}, which is not a draw"
    if termination == "resignation" and result == DRAW:
        return "the result is a draw"
    return None


def derived_tags(subject: Subject) -> Iterator[Diagnostic]:
    """Tags of a game's own that say what the replay can tell, such as a score."""
    if subject.replay is None or not subject.record.is_whole or not subject.replay.main.is_whole:
        return
    for tag, actual in subject.replay.final.derived_tags().items():
        claimed = subject.record.tag(tag)
        if claimed is not None and claimed != actual:
            yield diagnose("wrong-tag", subject.tag_place(tag), tag=tag, claimed=f"{claimed!r}", actual=actual)


def readings(subject: Subject) -> Iterator[Diagnostic]:
    """Whether another reading of the rules ends the game differently."""
    mine = subject.replay
    # Of what was played, the game knows whether readings may differ; a rejected action was only tried.
    if mine is None or not (mine.main.readings_part or mine.main.ends_with_rejected):
        return
    for other in under_other_readings(mine):
        if (other.outcome, other.main.steps) != (mine.outcome, mine.main.steps):
            ply, span = min((*_parting(mine), *_parting(other)), key=lambda each: (each[0], each[1].start))
            yield diagnose(
                "readings-differ",
                subject.place(span),
                ply=ply,
                rules=mine.rules.reading,
                outcome=_standing(mine),
                other=other.rules.reading,
                other_outcome=_standing(other),
            )


def _parting(replayed: Replay) -> Iterator[tuple[int, Span]]:
    """Where a replay ends before the record does: at what is not allowed or was rejected, or at the action that ended the game."""
    main, line = replayed.main, replayed.record.line
    if replayed.outcome.is_over and main.end_ply == main.last_ply:
        yield main.last_ply, line.plies[main.last_ply - 1].span
    elif main.refusal is not None:
        yield main.refusal.number, main.refusal.span
    elif line.rejected is not None and main.ends_with_rejected:
        yield main.last_ply + 1, line.rejected.span


def _standing(replayed: Replay) -> str:
    refusal = replayed.main.refusal
    if refusal is not None and not replayed.outcome.is_over:
        return f"ply {refusal.number} is illegal"
    return standing(replayed.outcome, replayed.main.end_ply)


def standing(outcome: Outcome, end_ply: int | None) -> str:
    """How a game stands, in words."""
    if not outcome.is_over:
        return "the game is not over"
    return f"the game ends {outcome.result} at ply {end_ply} ({outcome.termination})"


# Layout: a formatter's check, which `judge` makes only where it is asked for


def layout_of(record: Record, game: Game) -> Diagnostic | None:
    """How the layout of a record that was only read differs from the canonical one; None where it does not."""
    subject = Subject(record, game, None)
    findings = [*record.findings, *turn_numbers(subject)]
    return next((each for each in settled((*findings, *layout(subject, findings))) if each.name == LAYOUT), None)


def layout(subject: Subject, findings: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """The text against the canonical text, where no finding tells more exactly what is wrong with its style.

    Line endings are not looked at: whether it is this record that reports those of its file may not be known yet. `settled` does.
    """
    record = subject.record
    if not record.is_native or not record.is_whole or any(each.is_error for each in record.findings):
        return
    if any(each.code.startswith("XBN15") and each.name != LINE_ENDINGS for each in findings):
        return
    text, canonical = record.source.text, write(record, subject.game).rstrip("\n")
    if text != canonical:
        pairs = enumerate(zip(text, canonical, strict=False))
        start = next((at for at, (here, there) in pairs if here != there), min(len(text), len(canonical)))
        yield diagnose(LAYOUT, subject.place(Span(start, start + 1)))


def settled(findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings on a record, once it is known which record of a file reports the line endings: that one has no layout."""
    if any(each.name == LINE_ENDINGS for each in findings):
        return [each for each in findings if each.name != LAYOUT]
    return findings


CHECKS: tuple[Callable[[Subject], Iterator[Diagnostic]], ...] = (
    legality,
    effects,
    rejections,
    turn_numbers,
    known_termination,
    main_claims,
    variation_claims,
    derived_tags,
    readings,
)
