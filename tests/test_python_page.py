"""`docs/python.md` is executed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import expendibots_notation as xn

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "python.md"


def test_every_example_runs_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 30
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_the_page_names_every_public_function() -> None:
    named = re.findall(r"^\| `xn\.(\w+)\(", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) == {name for name in xn.__all__ if callable(getattr(xn, name)) and name.islower()}
