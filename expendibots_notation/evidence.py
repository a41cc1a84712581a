"""How a game ended, and what proves it: facts of the replay, then the same in words.

A verdict says *that* a game ended. Evidence says why one should believe it: the plies at which a position stood on the board again,
the explosion that took the last tokens, the rule that a refused action broke. What no board can show, such as a player who ran
out of time, is said to be a claim of the record and nothing more.

No game is named here. Positions offer what there is to know: facts of an action, counters beside the board, what counts as a
repetition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.codes import BY_NAME, LONGEST_FACT
from expendibots_notation.game import UNFINISHED, Action, Game, NotationError, Outcome, Position, Violation
from expendibots_notation.judging.replaying import Replay
from expendibots_notation.judging.timeline import Kind
from expendibots_notation.notation.writer import rejected_text
from expendibots_notation.verdict import Judged

MOST_LEGAL_ACTIONS = 200
"""How many legal actions are listed at most; there may be thousands, and then only their number is told."""

REPETITION, TURN_LIMIT = "repetition", "turn-limit"


class Proof(StrEnum):
    """What shows that a game ended as it is said to have ended."""

    BOARD = "board"
    """The replay: the position is one in which the rules end the game."""
    REJECTED_ACTION = "rejected-action"
    """The record has an action that the referee refused, and the rules do forbid it."""
    CLAIM = "claim"
    """Only the record says so: the end did not happen on the board."""
    NONE = "none"
    """Nothing: the game has not ended, or the replay could not come to its end."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A ply after which the repeated position stood on the board; 0 is the start."""

    ply: int
    player: str
    """Who was to move then."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """The position that came back, as far as the rules compare it, and when it was there."""

    position: str
    occurrences: tuple[Occurrence, ...]

    @property
    def plies(self) -> tuple[int, ...]:
        return tuple(each.ply for each in self.occurrences)


@dataclass(frozen=True, slots=True)
class Explosion:
    """A chain reaction: the squares in generations, and what it removed, by player."""

    waves: tuple[tuple[str, ...], ...]
    removed: Mapping[str, int]

    @property
    def square(self) -> str:
        """Where it was set off."""
        return self.waves[0][0]


@dataclass(frozen=True, slots=True)
class Counter:
    """Something counted beside the board that the last action has changed."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """Why an action is illegal, as the table of diagnostics has it."""

    code: str
    name: str
    message: str


@dataclass(frozen=True, slots=True)
class LegalActions:
    """What would have been allowed instead."""

    count: int
    nearest: tuple[str, ...]
    """Those most like what was tried, the likeliest first; empty where nobody can tell what was meant."""
    all: tuple[str, ...]
    """Every choice, in a fixed order; empty where there are more than are worth listing."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a game stands at the end of its record, and what proves it."""

    proof: Proof
    outcome: Outcome
    """What the replay establishes."""
    claimed: Outcome
    """What the record says."""
    plies: int
    """How many actions were played legally."""
    ply: int | None = None
    """The ply in question: the one that ended the game, or that was refused; None where there is none."""
    player: str | None = None
    """Who acted there; where the game goes on, who is to move."""
    action: str | None = None
    """What was done there, or tried."""
    position: str | None = None
    """What stands on the board at the end; for a refused action, where it was tried."""
    reason: str | None = None
    """Why the game is over in that position, in the game's own words; None where it goes on."""
    repetition: Repetition | None = None
    turns: int | None = None
    """How many turns each player has had, where their number ended the game."""
    explosion: Explosion | None = None
    counters: tuple[Counter, ...] = ()
    broken: BrokenRule | None = None
    legal: LegalActions | None = None
    is_refused_wrongly: bool = False
    """Whether the record has an action as rejected that is legal."""
    obstacle: str | None = None
    """Why the replay could not come to the end of the record; None where it did."""

    @property
    def words(self) -> tuple[str, ...]:
        """The evidence in sentences. They hold text from the record: whoever shows them makes it harmless."""
        return tuple(_sentences(self))


def evidence_of(judged: Judged) -> Evidence:
    """What there is to say about the end of a record that has been judged."""
    verdict, record, replay = judged.verdict, judged.record, judged.replay
    errors = [finding.message for finding in verdict.diagnostics if finding.is_error]
    if record is None or replay is None:
        return Evidence(Proof.NONE, verdict.outcome, verdict.claimed, 0, obstacle=errors[0] if errors else "there is no start")
    main = replay.main
    tried = record.line.rejected
    # Where the game was over before, the board proves the end, and a rejected action behind it proves nothing.
    if tried is not None and main.rejection is not None and main.end_ply == main.last_ply + 1:
        action = tried.action if tried.raw is None else replay.game.interpret(tried.raw)
        return _of_refused(judged, replay, Proof.REJECTED_ACTION, action, rejected_text(tried), main.rejection)
    if main.outcome.is_over:
        return _of_ended(judged, replay)
    if main.refusal is not None:
        refusal = main.refusal
        return _of_refused(
            judged, replay, Proof.NONE, refusal.action, replay.game.write_action(refusal.action), refusal.violation, refusal.number
        )
    is_claimed = verdict.claimed.result != UNFINISHED or verdict.claimed.termination is not None
    is_whole = record.is_whole and main.is_whole
    return Evidence(
        Proof.CLAIM if is_claimed and is_whole else Proof.NONE,
        verdict.outcome,
        verdict.claimed,
        verdict.plies,
        player=replay.final.player,
        position=replay.final.text,
        legal=_legal_actions(replay.final, replay.game, None),
        is_refused_wrongly=record.line.rejected is not None and main.is_whole,
        obstacle=None if is_whole else (errors[0] if errors else "the text could not be read to its end"),
    )


def _of_refused(
    judged: Judged, replay: Replay, proof: Proof, action: Action | None, text: str, violation: Violation, ply: int | None = None
) -> Evidence:
    """Evidence that rests on an action that is illegal where it was tried."""
    verdict, main = judged.verdict, replay.main
    position = replay.final
    message = f"the text is no action of {replay.game.name}" if action is None else violation.message
    return Evidence(
        proof,
        verdict.outcome,
        verdict.claimed,
        verdict.plies,
        ply or main.end_ply,
        position.player,
        _shortened(text),
        position.text,
        broken=BrokenRule(BY_NAME[violation.name].code, violation.name, message),
        legal=_legal_actions(position, replay.game, action),
    )


def _of_ended(judged: Judged, replay: Replay) -> Evidence:
    """Evidence from the position that ended the game, and from the action that led to it."""
    verdict, final, refusal = judged.verdict, replay.final, replay.main.refusal
    last = replay.main.last_ply
    termination = verdict.outcome.termination
    found = Evidence(
        Proof.BOARD,
        verdict.outcome,
        verdict.claimed,
        verdict.plies,
        last,
        position=final.text,
        repetition=repetition_of(replay) if termination == REPETITION else None,
        turns=final.turn - 1 if termination == TURN_LIMIT else None,
        obstacle=refusal.violation.message if refusal is not None else None,
    )
    if last < 1:
        # A set-up position may be one in which the game is over.
        return found
    before = replay.before_last
    action = replay.record.line.plies[last - 1].action
    after_end = final.violation(action)
    return replace(
        found,
        player=before.player,
        action=replay.game.write_action(action),
        reason=str(after_end.facts["end"]) if after_end is not None and "end" in after_end.facts else None,
        explosion=_explosion(before.facts(action)),
        counters=_changes(before, final),
    )


def repetition_of(replay: Replay) -> Repetition | None:
    """When the final position has been on the board, the last time included; None where the rules do not ask for repetitions."""
    key: str | None = None
    seen: dict[str | None, list[Occurrence]] = {}
    for moment in replay.timeline.passing():
        if moment.kind in (Kind.START, Kind.ACTION) and (position := moment.position) is not None:
            key = position.repetition_key()
            seen.setdefault(key, []).append(Occurrence(moment.ply, position.player))
    return None if key is None else Repetition(key, tuple(seen[key]))


def _shortened(text: str) -> str:
    """What a player sent may be of any length; this is enough to recognise it."""
    return text if len(text) <= LONGEST_FACT else f"{text[: LONGEST_FACT - 3]}..."


def _explosion(facts: Mapping[str, object]) -> Explosion | None:
    waves, removed = facts.get("waves"), facts.get("removed")
    if not isinstance(waves, list) or not isinstance(removed, dict) or not waves:
        return None
    return Explosion(tuple(tuple(wave) for wave in waves), dict(removed))


def _changes(before: Position, after: Position) -> tuple[Counter, ...]:
    earlier = dict(before.counters)
    return tuple(Counter(name, earlier[name], value) for name, value in after.counters if earlier.get(name, value) != value)


def _legal_actions(position: Position, game: Game, tried: Action | None) -> LegalActions:
    """What may be done in a position; `tried` is what it should be like, where anybody knows."""
    number = position.count_continuations()
    nearest = () if tried is None else tuple(game.write_action(each) for each in position.nearest(tried))
    try:
        every = tuple(map(game.write_action, position.legal_actions())) if number <= MOST_LEGAL_ACTIONS else ()
    except NotationError:
        every = ()
    return LegalActions(number, nearest, every)


# In words


def _sentences(evidence: Evidence) -> Iterator[str]:
    match evidence.proof:
        case Proof.BOARD:
            yield from _board_words(evidence)
        case Proof.REJECTED_ACTION:
            yield f"{_end(evidence)}: {_name(evidence.player)} tried {evidence.action} at ply {evidence.ply}."
            yield from _rule_words(evidence)
        case Proof.CLAIM:
            proved = "shows no end either" if evidence.claimed.result == UNFINISHED else "cannot prove that"
            yield f"{_claim_words(evidence.claimed)}. The board {proved}: {_open_words(evidence)}."
            if evidence.is_refused_wrongly:
                yield "The record has its last action as rejected, but that action is legal."
        case Proof.NONE if evidence.broken is not None:
            yield f"No end: {evidence.action} at ply {evidence.ply} is illegal, and the replay stops before it."
            yield from _rule_words(evidence)
            if evidence.claimed.result != UNFINISHED:
                yield f"{_claim_words(evidence.claimed)}; nothing on the board shows it."
        case Proof.NONE if evidence.obstacle is not None:
            yield f"No end: the replay could not come to it ({evidence.obstacle})."
        case Proof.NONE:
            yield f"No end: {_open_words(evidence)}."


def _board_words(evidence: Evidence) -> Iterator[str]:
    if evidence.ply:
        reason = f", and {evidence.reason}" if evidence.reason else ""
        yield f"{_end(evidence)}: at ply {evidence.ply} {_name(evidence.player)} played {evidence.action}{reason}."
    else:
        yield f"{_end(evidence)}: the game is over in the position with which the record begins."
    if evidence.repetition is not None:
        yield repetition_words(evidence.repetition)
    if evidence.turns is not None:
        yield f"The count of turns is {evidence.turns} for each player, {_plies(evidence.plies)} of them in this record."
    if evidence.explosion is not None:
        yield explosion_words(evidence.explosion)
    if evidence.counters:
        yield f"{'; '.join(f'{each.name}: {each.before} before, {each.after} after' for each in evidence.counters)}."
    if evidence.obstacle is not None:
        yield f"The record goes on behind the end: {evidence.obstacle}."
    if evidence.claimed != evidence.outcome:
        yield f"{_claim_words(evidence.claimed)}."


def repetition_words(repetition: Repetition) -> str:
    """When a position has been on the board."""
    times = [
        f"{'the start' if each.ply == 0 else f'ply {each.ply}'} ({_name(each.player)} to move)" for each in repetition.occurrences
    ]
    return f"The position {repetition.position} stood on the board {counted(len(times), 'time')}: after {_listed(times)}."


def explosion_words(explosion: Explosion) -> str:
    """An explosion with its waves."""
    waves = ["+".join(wave) for wave in explosion.waves]
    removed = _listed([f"{number} of {_name(player)}" for player, number in explosion.removed.items()])
    spread = f", in {counted(len(waves), 'wave')}: {', '.join(waves)}" if len(waves) > 1 else ""
    return f"The explosion of {explosion.square} removed {removed}{spread}."


def _rule_words(evidence: Evidence) -> Iterator[str]:
    if evidence.broken is not None:
        yield f"That breaks a rule: {evidence.broken.message} ({evidence.broken.code} {evidence.broken.name})."
    if evidence.legal is not None:
        nearest = f"; the nearest are {', '.join(evidence.legal.nearest)}" if evidence.legal.nearest else ""
        number = counted(evidence.legal.count, "action") if evidence.legal.count else "No action"
        yield f"{number} {'were' if evidence.legal.count > 1 else 'was'} legal{nearest}."


def _end(evidence: Evidence) -> str:
    return f"{evidence.outcome.result}, {evidence.outcome.termination}"


def _open_words(evidence: Evidence) -> str:
    after = f"after {_plies(evidence.plies)}" if evidence.plies else "before the first action"
    choices = (
        f" and has {counted(evidence.legal.count, 'legal action')}" if evidence.legal is not None and evidence.legal.count else ""
    )
    return f"{after} the game goes on, {_name(evidence.player)} is to move{choices}"


def _claim_words(claimed: Outcome) -> str:
    if claimed.result == UNFINISHED:
        return f"The record gives no result{f' ({claimed.termination})' if claimed.termination else ''}"
    return f"The record claims {claimed.result}{f' by {claimed.termination}' if claimed.termination else ''}"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def _name(player: str | None) -> str:
    return player.capitalize() if player else "somebody"


def _listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
