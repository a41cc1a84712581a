"""The pages on evidence and tables are executed: what they show is what the commands print. XBN_REFRESH=1 rewrites them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from expendibots_notation.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "docs" / name for name in ("judgement.md", "table.md")]
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ xbn (.*)\n(?:(?!\$ ).*\n)*", re.MULTILINE)


def executed(page: str) -> str:
    """A page with what its commands print now."""

    def run(command: re.Match[str]) -> str:
        result = CliRunner().invoke(app, command[1].split())
        assert result.exit_code == 0, result.output
        return f"$ xbn {command[1]}\n{result.stdout}"

    return _BLOCK.sub(lambda block: _COMMAND.sub(run, block[0]), page)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_shows_what_its_commands_print(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = path.read_text(encoding="utf-8")
    assert _BLOCK.search(text)
    if os.environ.get("XBN_REFRESH"):
        path.write_text(executed(text), encoding="utf-8")
    assert executed(text) == path.read_text(encoding="utf-8")


def test_the_pages_name_every_field() -> None:
    """What a report may hold beyond the verdict is explained."""
    from expendibots_notation.schema import EvidenceDocument, PlayerRow

    judgement, table = (path.read_text(encoding="utf-8") for path in PAGES)
    assert all(f"`{name}`" in judgement for name in EvidenceDocument.model_fields)
    assert all(f"`{name}`" in table for name in PlayerRow.model_fields if name not in ("rank", "player", "named"))
