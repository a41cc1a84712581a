"""Judging XBN with and without the quick way, for tests that compare the two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import pytest
from typer.testing import CliRunner

from expendibots_notation.bulk import xbn
from expendibots_notation.cli import app
from expendibots_notation.files import Unreadable
from expendibots_notation.importers import text as text_module
from expendibots_notation.notation import parser
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.verdict import FileFinding, Verdict

Found = list[Verdict | FileFinding | str]


def judged(data: bytes, bulk: bool, **overrides: Any) -> Found:
    """The results on a file; where it cannot be read to its end, the reason stands behind them."""
    overrides.setdefault("format", "xbn")
    # What the quick way takes is canonical: that shows only where the layout is checked too.
    overrides.setdefault("layout", True)
    found: Found = []
    try:
        found.extend(validate_stream(BytesIO(data), "games.xbn", Overrides(bulk=bulk, **overrides)))
    except Unreadable as error:
        found.append(str(error))
    return found


def check(data: bytes, **overrides: Any) -> Found:
    """Judge a file both ways; what they agree on."""
    quick, full = judged(data, True, **overrides), judged(data, False, **overrides)
    # Equality leaves out the excerpts of places.
    assert list(map(repr, quick)) == list(map(repr, full))
    return quick


def check_reports(path: str, *options: str) -> None:
    """The reports on a file, or a folder, of the real command: the same to the letter."""
    for report in ("text", "json"):
        command = ["validate", "--report", report, *options, path]
        quick, full = (CliRunner().invoke(app, [*command, *more], catch_exceptions=False) for more in ([], ["--no-bulk"]))
        assert quick.exit_code == full.exit_code
        assert quick.output == full.output


@contextmanager
def block_sizes(raw: int, text: int, piece: int) -> Iterator[None]:
    """Have files read in blocks of so many bytes: on the quick way, on the full way, and from the one to the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(xbn, "BLOCK", raw)
        patch.setattr(text_module, "BLOCK", text)
        patch.setattr(xbn, "_PIECE", piece)
        yield


@contextmanager
def parsed_records() -> Iterator[list[int]]:
    """The indexes of the records that go to the parser meanwhile."""
    indexes: list[int] = []

    def parse(record: Any, *arguments: Any) -> Any:
        indexes.append(record.index)
        return really_parse(record, *arguments)

    really_parse = parser.parse
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "parse", parse)
        yield indexes


def doubtful(data: bytes, **overrides: Any) -> list[int]:
    """The indexes of the records that the quick way leaves to the full way."""
    with parsed_records() as indexes:
        judged(data, True, **overrides)
    return indexes
