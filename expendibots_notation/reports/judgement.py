"""What a JSON report says beyond the verdict, where it is asked for: evidence, other readings of the rules, duplicates."""

from __future__ import annotations

from typing import Any, Literal

from expendibots_notation.adjudication import Adjudication, Ruling, adjudicate
from expendibots_notation.copies import Copy, CopyGroup
from expendibots_notation.evidence import BrokenRule, Evidence, Explosion, LegalActions, Repetition, evidence_of
from expendibots_notation.identity import content_of
from expendibots_notation.reports.report import Manner
from expendibots_notation.schema import (
    AdjudicationDocument,
    BrokenRuleDocument,
    CopyDocument,
    CopyGroupDocument,
    CounterDocument,
    EvidenceDocument,
    ExplosionDocument,
    LegalActionsDocument,
    OccurrenceDocument,
    RepetitionDocument,
    RulingDocument,
)
from expendibots_notation.verdict import Judged


def judgement_fields(judged: Judged, manner: Manner) -> dict[str, Any]:
    """The fields of a record's report that are there only on demand."""
    fields: dict[str, Any] = {}
    if manner.duplicates and judged.record is not None and (content := content_of(judged.record)) is not None:
        fields["id"] = content.id
    if manner.explain_end:
        fields["evidence"] = evidence_document(evidence_of(judged))
    if manner.both_rules and (adjudication := adjudicate(judged)) is not None:
        fields["adjudication"] = adjudication_document(adjudication)
    return fields


def evidence_document(evidence: Evidence) -> EvidenceDocument:
    """Evidence as the report has it."""
    return EvidenceDocument(
        proof=evidence.proof.value,
        words=list(evidence.words),
        ply=evidence.ply,
        player=evidence.player,
        action=evidence.action,
        position=evidence.position,
        repetition=_repetition(evidence.repetition),
        turns=evidence.turns,
        explosion=_explosion(evidence.explosion),
        counters=[CounterDocument(name=each.name, before=each.before, after=each.after) for each in evidence.counters],
        broken_rule=_broken_rule(evidence.broken),
        legal_actions=_legal_actions(evidence.legal),
    )


def _explosion(explosion: Explosion | None) -> ExplosionDocument | None:
    if explosion is None:
        return None
    waves = [list(wave) for wave in explosion.waves]
    return ExplosionDocument(square=explosion.square, waves=waves, removed=dict(explosion.removed))


def _broken_rule(broken: BrokenRule | None) -> BrokenRuleDocument | None:
    return None if broken is None else BrokenRuleDocument(code=broken.code, name=broken.name, message=broken.message)


def _legal_actions(legal: LegalActions | None) -> LegalActionsDocument | None:
    if legal is None:
        return None
    return LegalActionsDocument(count=legal.count, nearest=list(legal.nearest), all=list(legal.all))


def adjudication_document(adjudication: Adjudication) -> AdjudicationDocument:
    """The rulings of all readings as the report has them."""
    return AdjudicationDocument(
        differs=adjudication.differs, ply=adjudication.parting_ply, rulings=[_ruling(each) for each in adjudication.rulings]
    )


def _ruling(ruling: Ruling) -> RulingDocument:
    return RulingDocument(
        rules=ruling.rules,
        result=ruling.outcome.result,
        termination=ruling.outcome.termination,
        ply=ruling.ply,
        plies=ruling.plies,
        illegal_ply=ruling.illegal_ply,
        repetition=_repetition(ruling.repetition),
    )


def _repetition(repetition: Repetition | None) -> RepetitionDocument | None:
    if repetition is None:
        return None
    occurrences = [OccurrenceDocument(ply=each.ply, player=each.player) for each in repetition.occurrences]
    return RepetitionDocument(position=repetition.position, occurrences=occurrences)


def copies_document(groups: list[CopyGroup]) -> list[CopyGroupDocument]:
    """Groups of duplicates as the report has them."""
    return [_group(group) for group in groups]


def _group(group: CopyGroup) -> CopyGroupDocument:
    first, *others = group.records
    return CopyGroupDocument(
        id=group.id,
        plies=group.plies,
        records=[_copy(first, "first"), *(_copy(each, "mirrored" if each.is_mirrored else "same") for each in others)],
        prefix_of=[_copy(each, "mirrored-prefix" if each.is_mirrored else "prefix") for each in group.prefix_of],
    )


def _copy(copy: Copy, relation: Literal["first", "same", "mirrored", "prefix", "mirrored-prefix"]) -> CopyDocument:
    return CopyDocument(file=copy.file, index=copy.index, line=copy.line, plies=copy.plies, relation=relation)
