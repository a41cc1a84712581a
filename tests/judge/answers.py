"""The plain umpires as an engine that answers conformance vectors. It knows no reasons, and counts only where that is quick."""

from __future__ import annotations

from typing import Any

from expendibots_notation.vectors.lines import ActionQuestion, PerftQuestion, Vector
from judge.cases import Case, Umpire
from judge.differences import UmpireOf

FEW = 150
"""Up to here actions are counted by trying everything; that is slow, and deeper counts are slower still."""


def is_answered(vector: Vector) -> bool:
    """Whether the plain umpires are quick enough for the question."""
    return isinstance(vector.question, ActionQuestion) or (
        vector.question.depth == 1 and vector.answer.model_dump()["count"] <= FEW
    )


def answered(vector: Vector, umpire_of: UmpireOf) -> dict[str, Any]:
    """What an engine with these rules would answer."""
    question = vector.question
    umpire = asked_at(question, umpire_of)
    if umpire is None:
        return {"id": vector.id, "error": "moves that are not legal"}
    if isinstance(question, PerftQuestion):
        return {"id": vector.id, "count": len(umpire.actions())}
    if not umpire.allows(question.action):
        return {"id": vector.id, "legal": False}
    umpire.play(question.action)
    result, termination = umpire.outcome()
    outcome = {"result": result, "termination": termination}
    return {"id": vector.id, "legal": True, "after": umpire.text(), "outcome": outcome}


def asked_at(question: ActionQuestion | PerftQuestion, umpire_of: UmpireOf) -> Umpire | None:
    """The umpire where the question is asked; None where one of the moves before is not legal."""
    umpire = umpire_of(Case(question.game, question.rules, question.position, tuple(question.tags.items())))
    for move in question.moves:
        if not umpire.allows(move):
            return None
        umpire.play(move)
    return umpire
