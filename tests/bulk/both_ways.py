"""Judging a file without trees and with them, for tests that compare the two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, BinaryIO

import pytest
from typer.testing import CliRunner

from expendibots_notation import pipeline
from expendibots_notation.cli.app import app
from expendibots_notation.files import Unreadable
from expendibots_notation.importers import text
from expendibots_notation.importers.game_files import GameFile
from expendibots_notation.notation import tree_builder
from expendibots_notation.pipeline import Overrides, judged_stream, validate_stream
from expendibots_notation.verdict import FileFinding, Verdict

Found = list[Verdict | FileFinding | str]


def judged(data: bytes | BinaryIO, with_trees: bool = False, file: str = "games.xbn", **overrides: Any) -> Found:
    """The results on a file; where it cannot be read to its end, the reason comes after them."""
    overrides.setdefault("format", "xbn")
    stream = BytesIO(data) if isinstance(data, bytes) else data
    found: Found = []
    try:
        if with_trees:
            for each in judged_stream(stream, file, Overrides(**overrides)):
                found.append(each if isinstance(each, FileFinding) else each.verdict)
        else:
            found.extend(validate_stream(stream, file, Overrides(**overrides)))
    except Unreadable as error:
        found.append(str(error))
    return found


def check(data: bytes, **overrides: Any) -> Found:
    """Judge a file both ways; what they agree on."""
    fast, full = judged(data, **overrides), judged(data, with_trees=True, **overrides)
    # Equality leaves out the excerpts of places.
    assert list(map(repr, fast)) == list(map(repr, full))
    return fast


def check_reports(path: str, *options: str) -> None:
    """The reports on a file, or a folder, of the real command: the same to the letter."""
    for report in ("text", "json"):
        command = ["validate", "--report", report, *options, path]
        fast = CliRunner().invoke(app, command, catch_exceptions=False)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pipeline, "_scan", pipeline._read)
            full = CliRunner().invoke(app, command, catch_exceptions=False)
        assert fast.exit_code == full.exit_code
        assert fast.output == full.output


@contextmanager
def block_size(size: int) -> Iterator[None]:
    """Have files read in blocks of so many bytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "BLOCK", size)
        yield


@contextmanager
def parsed_records() -> Iterator[list[int]]:
    """The indexes of the records of which trees are made meanwhile."""
    indexes: list[int] = []

    def parse(record: Any, *arguments: Any) -> Any:
        indexes.append(record.index)
        return really_parse(record, *arguments)

    really_parse = tree_builder.parse
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_builder, "parse", parse)
        yield indexes


def with_trees(data: bytes, **overrides: Any) -> list[int]:
    """The indexes of the records of which the fast path makes trees."""
    with parsed_records() as indexes:
        judged(data, **overrides)
    return indexes


@contextmanager
def handed_on_games(scan: type[GameFile]) -> Iterator[list[int]]:
    """The indexes of the games that a scan meanwhile leaves to the full path."""
    indexes: list[int] = []
    really_take = scan.take

    def take(self: GameFile, end: int) -> bool:
        is_clean = really_take(self, end)
        if not is_clean:
            indexes.append(self.index + self.rows.size + 1)
        return is_clean

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "take", take)
        yield indexes
