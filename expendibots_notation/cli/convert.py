"""`xbn convert`: records from any format to another, one at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated

import typer

from expendibots_notation.board import counted
from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import (
    ForceOption,
    FromOption,
    GameOption,
    LimitOption,
    OutputOption,
    RecordOption,
    RulesOption,
)
from expendibots_notation.cli.process import FINDINGS, FINE, TROUBLE, Mistake, mistaken, record_output
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.exporters import EXPORTERS, Exporter, FolderExporter, exporter_for, find_exporter, refusal
from expendibots_notation.exporters.parquet import MissingPackage
from expendibots_notation.exporters.plain import PlainGames
from expendibots_notation.files import STANDARD_STREAM
from expendibots_notation.game import NotationError
from expendibots_notation.games import find_game
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import extract_stream, in_files, read_stream
from expendibots_notation.verdict import FileFinding

EXAMPLES = (
    "xbn convert game.log -o game.xbn",
    "xbn convert --to jsonl logs/ > games.jsonl",
    "xbn convert logs/ -o games.parquet",
    "xbn convert - --to xbn",
)


def convert(
    paths: Annotated[list[str], typer.Argument(metavar="SRC", help="Files, folders, or - for standard input.")],
    output: OutputOption = "-",
    from_: FromOption = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="F", help="The format to write, instead of by FILE's extension.")
    ] = None,
    force: ForceOption = False,
    record: RecordOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    limit: LimitOption = None,
) -> int:
    """Move records between formats.

    What the target format cannot hold is named on standard error. An invalid record never becomes a valid one: what could not be
    read to its end is written without a result, and a record whose errors would be lost is left out, with exit code 1.
    The format parquet is a folder with two tables, and needs the extra `parquet`.
    """
    exporter = find_exporter(to) if to is not None else exporter_for(output)
    if exporter is None:
        problem = f"no format {to!r} is written" if to is not None else f"--to is needed: {output} does not tell the format"
        raise Mistake(f"{problem}; the formats are {', '.join(each.name for each in EXPORTERS)}")
    overrides = overridden(game, rules, from_, record)
    files = record_files(paths)
    if output == STANDARD_STREAM and isinstance(exporter, FolderExporter):
        example = f"-o games{exporter.extension}"
        raise Mistake(f"{exporter.name} is a folder, which standard output cannot take; name it: {example}")
    # A text is not written over a folder anyway.
    is_there = os.path.exists if isinstance(exporter, FolderExporter) else os.path.isfile
    if output != STANDARD_STREAM and is_there(output) and not force:
        raise Mistake(f"{output} exists; --force replaces it")
    notices = Notices()
    losses: Counter[str] = Counter()
    found = in_files(files, overrides, extract_stream if exporter.takes_plain_games else read_stream)
    records = _wanted(found, exporter, rules, notices, losses)
    try:
        if isinstance(exporter, Exporter) and output == STANDARD_STREAM:
            record_output().writelines(exporter.pieces(records))
        else:
            with mistaken(MissingPackage):
                exporter.write(records, output)
    except _Abandoned:
        return notices.exit_code
    if losses:
        named = ", ".join(f"{what} ({counted(number, 'record')})" for what, number in losses.items())
        notices.line(f"warning: {exporter.name} cannot hold {named}")
    return notices.exit_code


class _Abandoned(Exception):
    """Raised where nothing is to be written, so that no file is replaced."""


def _wanted(
    found: Iterable[Record | PlainGames | Diagnostic | FileFinding],
    exporter: Exporter | FolderExporter,
    rules: str | None,
    notices: Notices,
    losses: Counter[str],
) -> Iterator[Record | PlainGames]:
    """The records that the format can hold. What it cannot hold of them is counted, and what is wrong with them reported."""
    converted = 0
    for each in found:
        if isinstance(each, PlainGames):
            converted += len(each.games)
            yield each
        elif not isinstance(each, Record):
            notices.finding(each)
        elif _is_accepted(record := _under(each, rules, notices), exporter, notices):
            losses.update(exporter.losses(record))
            converted += 1
            yield record
    if converted == 0 and notices.exit_code == FINE:
        notices.line("there is no record to convert", FINDINGS)
    if notices.exit_code == TROUBLE or converted == 0:
        # No reader accepts a file without records.
        raise _Abandoned


def _under(record: Record, rules: str | None, notices: Notices) -> Record:
    """The record under these rules instead of its own."""
    game = find_game(record.game)
    if rules is None or game is None:
        return record
    try:
        return replace(record, rules=game.rules(rules).text)
    except NotationError as error:
        notices.line(f"{record.source.file}: record {record.index}: {error}", TROUBLE)
        return record


def _is_accepted(record: Record, exporter: Exporter | FolderExporter, notices: Notices) -> bool:
    for finding in record.findings:
        if finding.is_error:
            notices.finding(finding)
    problem = refusal(record, exporter)
    if problem is not None:
        place = f"{record.source.file}:{record.source.first_line}"
        notices.line(f"{place}: record {record.index} is left out: {problem}", FINDINGS)
    return problem is None
