"""`xbn id`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import FromOption, GameOption, JobsOption, LimitOption, Paths, RecordOption
from expendibots_notation.cli.process import FINDINGS, Mistake, text_output
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.identity import content_of
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.parallel import map_files
from expendibots_notation.pipeline import Overrides, read_records
from expendibots_notation.verdict import FileFinding, shifted

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
        if not isinstance(found, Identified):
            notices.finding(found)
            continue
        place = f"{found.file}:{found.line}: record {found.index}"
        ids = {"id": found.id, "mirror_id": found.mirror_id} if mirror else {"id": found.id}
        if format_ == "text":
            out.write("  ".join([*(each or NO_ID for each in ids.values()), visible(place)]) + "\n")
        else:
            known = {"file": found.file, "index": found.index, "line": found.line, **ids}
            known |= {"plies": found.plies, "whole": found.is_whole}
            # No workflow command of a CI server, but the same JSON.
            out.write(json.dumps(known).replace("##", "#\\u0023") + "\n")
        if found.id is None:
            notices.line(f"{place} has no id: its game or the position in which it begins is not known", FINDINGS)
        elif not found.is_whole:
            notices.line(f"{place} could not be read to its end; the id is that of what stands before", FINDINGS)
    return notices.exit_code


@dataclass(frozen=True, slots=True)
class Identified:
    """A record and its id."""

    file: str
    index: int
    line: int
    id: str | None = None
    """None where its game or the position in which it begins is not known."""
    mirror_id: str | None = None
    plies: int = 0
    is_whole: bool = False


def identified(mirror: bool, text: TextStream, file: str, overrides: Overrides) -> Iterator[Identified | Diagnostic | FileFinding]:
    """The ids of the records of a text; those of their mirror images where they are wanted."""
    for found in read_records(text, file, overrides):
        if not isinstance(found, Record):
            yield found
            continue
        place, content = (found.source.file, found.index, found.source.first_line), content_of(found)
        if content is None:
            yield Identified(*place)
        else:
            yield Identified(*place, content.id, content.mirror_id if mirror else None, content.plies, content.is_whole)
