"""The vectors, judged by the plain umpires of `tests/judge`: what other engines are held against must not rest on ours alone."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from judge.cases import Case, Umpire

from expendibots_notation import resources
from expendibots_notation.vectors.lines import ActionQuestion, Illegal, Legal, PerftQuestion, read_vectors

FEW = 150
"""Counts up to here are made by trying everything; the deep ones are slow that way."""


def umpire(question: ActionQuestion | PerftQuestion, *more: str) -> Umpire:
    """The plain umpire of the game, where the question is asked."""
    case = Case(question.game, question.rules, question.position, tuple(question.tags.items()))
    found: Umpire = import_module(f"judge.{question.game}").umpire(case)
    for move in (*question.moves, *more):
        assert found.allows(move), move
        found.play(move)
    return found


@pytest.mark.parametrize("path", resources.vector_files(), ids=lambda path: path.stem)
def test_the_plain_umpires_agree(path: Path) -> None:
    judged = 0
    for vector in read_vectors(path).vectors:
        question, answer = vector.question, vector.answer
        at = umpire(question)
        if isinstance(question, PerftQuestion):
            if question.depth == 1 and answer.count <= FEW:
                assert len(at.actions()) == answer.count, vector.id
                judged += 1
            continue
        assert at.allows(question.action) == answer.legal, vector.id
        judged += 1
        if isinstance(answer, Illegal):
            continue
        assert isinstance(answer, Legal)
        at.play(question.action)
        assert (answer.outcome.result, answer.outcome.termination) == at.outcome(), vector.id
        if answer.outcome.termination != "death":  # the board after a death is a picture
            assert at.text() == answer.after, vector.id
    assert judged >= 250
