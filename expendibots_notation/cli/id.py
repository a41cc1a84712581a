"""`xbn id`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, NamedTuple

import typer

from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import FromOption, GameOption, JobsOption, LimitOption, Paths, RecordOption
from expendibots_notation.cli.process import FINDINGS, Mistake, text_output
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.identity import Content, content_id, content_of, scribes_of
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.parallel import map_files
from expendibots_notation.pipeline import Overrides, played_records
from expendibots_notation.verdict import CleanRun, FileFinding, shifted

FORMATS = ("text", "json")
NO_ID = "-"
"""Printed in the place of an id that there is none."""

EXAMPLES = ("xbn id games.xbn", "xbn id --mirror submissions/", "xbn id --format json submissions/")


def id_(
    paths: Paths,
    mirror: Annotated[bool, typer.Option("--mirror", help="Also the id of the game with left and right exchanged.")] = False,
    format_: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help="Lines for people, or a JSON document a line.")
    ] = "text",
    record: RecordOption = None,
    game: GameOption = None,
    from_: FromOption = None,
    limit: LimitOption = None,
    jobs: JobsOption = None,
) -> int:
    """Print the content id of each record: the same for the same game, whatever its format, tags and comments.

    How an id is computed is written in docs/identity.md.
    """
    if format_ not in FORMATS:
        raise Mistake(f"there is no format {format_!r}; the formats are {', '.join(FORMATS)}")
    overrides = overridden(game, None, from_, record)
    notices, out = Notices(), text_output()
    for found in map_files(partial(identified, mirror), shifted, record_files(paths), overrides, jobs):
        if not isinstance(found, Ids):
            notices.finding(found)
            continue
        file = visible(f"{found.file}:")
        for index, each in enumerate(found.rows, found.index):
            line = found.line + each.line
            ids = {"id": each.id, "mirror_id": each.mirror_id} if mirror else {"id": each.id}
            if format_ == "text":
                out.write("  ".join([*(text or NO_ID for text in ids.values()), f"{file}{line}: record {index}"]) + "\n")
            else:
                known = {"file": found.file, "index": index, "line": line, **ids, "plies": each.plies, "whole": each.is_whole}
                # No workflow command of a CI server, but the same JSON.
                out.write(json.dumps(known).replace("##", "#\\u0023") + "\n")
            if not each.is_whole:
                problem = (
                    "has no id: its game or the position in which it begins is not known"
                    if each.id is None
                    else "could not be read to its end; the id is that of what stands before"
                )
                notices.line(f"{found.file}:{line}: record {index} {problem}", FINDINGS)
    return notices.exit_code


class Id(NamedTuple):
    """The id of a record."""

    id: str | None
    """None where its game or the position in which it begins is not known."""
    mirror_id: str | None = None
    plies: int = 0
    is_whole: bool = False
    line: int = 0
    """What is added to the line of the first record."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Records that follow each other, with their ids."""

    file: str
    index: int
    line: int
    rows: Sequence[Id]

    def __len__(self) -> int:
        return len(self.rows)

    def beginning(self, number: int) -> Ids:
        """Those of the first so many records."""
        return replace(self, rows=self.rows[:number])


def identified(mirror: bool, text: TextStream, file: str, overrides: Overrides) -> Iterator[Ids | Diagnostic | FileFinding]:
    """The ids of the records of a text; those of their mirror images where they are wanted."""
    for found in played_records(text, file, overrides):
        if isinstance(found, CleanRun):
            yield Ids(found.file, found.index, found.line, _ids(found, mirror))
        elif isinstance(found, Record):
            yield Ids(found.source.file, found.index, found.source.first_line, [_id(content_of(found), mirror)])
        else:
            yield found


def _id(content: Content | None, mirror: bool) -> Id:
    if content is None:
        return Id(None)
    return Id(content.id, content.mirror_id if mirror else None, content.plies, content.is_whole)


def _ids(run: CleanRun, mirror: bool) -> list[Id]:
    scribes = scribes_of(run)
    assert run.transcripts is not None
    ids = []
    for row, plies in enumerate(run.plies):
        scribe = scribes[run.rules_of[row]]
        if scribe is None:
            ids.append(Id(None, line=run.lines[row]))
            continue
        lines = run.transcripts.actions(row)
        mirrored = scribe.mirrored_text(lines) if mirror else None
        mirror_id = None if mirrored is None else content_id(mirrored)
        ids.append(Id(content_id(scribe.text(lines)), mirror_id, plies, True, run.lines[row]))
    return ids
