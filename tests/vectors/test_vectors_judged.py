"""The vectors, judged by the plain umpires of `tests/judge`: what other engines are held against must not rest on ours alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge.answers import answered, is_answered
from judge.differences import judge_of

from expendibots_notation import resources
from expendibots_notation.vectors.checking import difference
from expendibots_notation.vectors.lines import read_vectors


@pytest.mark.parametrize("path", resources.vector_files(), ids=lambda path: path.stem)
def test_the_plain_umpires_agree(path: Path) -> None:
    judged = [vector for vector in read_vectors(path).vectors if is_answered(vector)]
    assert len(judged) >= 250
    for vector in judged:
        assert difference(vector, answered(vector, judge_of)) == [], vector.id
