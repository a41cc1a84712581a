"""`xbn id`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import FromOption, GameOption, LimitOption, Paths, RecordOption
from expendibots_notation.cli.process import FINDINGS, Mistake, text_output
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.identity import content_of
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, in_files, no_record, read_stream
from expendibots_notation.verdict import FileFinding

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
) -> int:
    """Print the content id of each record: the same for the same game, whatever its format, tags and comments.

    How an id is computed is written in docs/identity.md.
    """
    if format_ not in FORMATS:
        raise Mistake(f"there is no format {format_!r}; the formats are {', '.join(FORMATS)}")
    overrides = overridden(game, None, from_, record)
    notices, out = Notices(), text_output()
    for found in in_files(record_files(paths), overrides, _read):
        if not isinstance(found, Record):
            notices.finding(found)
            continue
        source, content = found.source, content_of(found)
        place = f"{source.file}:{source.first_line}: record {found.index}"
        ids = {"id": content.id if content else None}
        if mirror:
            ids["mirror_id"] = content.mirror_id if content else None
        if format_ == "text":
            out.write("  ".join([*(each or NO_ID for each in ids.values()), visible(place)]) + "\n")
        else:
            known = {"file": source.file, "index": found.index, "line": source.first_line, **ids}
            known |= {"plies": content.plies, "whole": content.is_whole} if content else {"plies": 0, "whole": False}
            # No workflow command of a CI server, but the same JSON.
            out.write(json.dumps(known).replace("##", "#\\u0023") + "\n")
        if content is None:
            notices.line(f"{place} has no id: its game or the position in which it begins is not known", FINDINGS)
        elif not content.is_whole:
            notices.line(f"{place} could not be read to its end; the id is that of what stands before", FINDINGS)
    return notices.exit_code


def _read(stream: BinaryIO, file: str, overrides: Overrides) -> Iterator[Record | Diagnostic | FileFinding]:
    """The records of a file, or that there is none."""
    found = read_stream(stream, file, overrides)
    yield next(found, None) or no_record(file)
    yield from found
