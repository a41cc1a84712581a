"""How many examples of the same kind `make test` tries; `make test-slow` tries the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few_of(cases: Iterable[Any], few: int) -> list[Any]:
    """All the cases for `parametrize`: the first few as they are, the others marked as slow."""
    return [case if number < few else pytest.param(case, marks=pytest.mark.slow) for number, case in enumerate(cases)]
