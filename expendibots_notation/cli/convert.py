"""`xbn convert`: records from any format to another, one at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import typer

from expendibots_notation.board import counted
from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import (
    ForceOption,
    FromOption,
    GameOption,
    JobsOption,
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
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.parallel import map_files
from expendibots_notation.pipeline import NO_RECORD, Overrides, extract_records, read_records
from expendibots_notation.verdict import FileFinding, shifted

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
    jobs: JobsOption = None,
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
    found = map_files(partial(converted, exporter, rules), shifted, files, overrides, jobs, is_short=False)
    parts = _wanted(found, notices, losses)
    try:
        if isinstance(exporter, Exporter) and output == STANDARD_STREAM:
            record_output().writelines(exporter.joined(parts))
        else:
            with mistaken(MissingPackage):
                exporter.write(parts, output)
    except _Abandoned:
        return notices.exit_code
    if losses:
        named = ", ".join(f"{what} ({counted(number, 'record')})" for what, number in losses.items())
        notices.line(f"warning: {exporter.name} cannot hold {named}")
    return notices.exit_code


class _Abandoned(Exception):
    """Raised where nothing is to be written, so that no file is replaced."""


@dataclass(frozen=True, slots=True)
class Converted:
    """What is written of a record, and what is to be said of it."""

    file: str
    index: int
    line: int
    bad_rules: str | None
    """Why it cannot be put under the rules that are asked for."""
    diagnostics: tuple[Diagnostic, ...]
    """The errors that its reader found."""
    refusal: str | None
    """Why it is left out."""
    losses: tuple[str, ...] = ()
    part: Any = None


def converted(
    exporter: Exporter | FolderExporter, rules: str | None, text: TextStream, file: str, overrides: Overrides
) -> Iterator[Any]:
    """What is made of a text: parts of the output as they are where nothing is to be said, Converted, and findings."""
    for found in (extract_records if exporter.takes_plain_games else read_records)(text, file, overrides):
        if isinstance(found, PlainGames):
            yield from exporter.parts([found])
        elif isinstance(found, Record):
            yield _converted(found, exporter, rules)
        else:
            yield found


def _converted(record: Record, exporter: Exporter | FolderExporter, rules: str | None) -> Converted:
    bad_rules = None
    game = find_game(record.game)
    if rules is not None and game is not None:
        try:
            record = replace(record, rules=game.rules(rules).text)
        except NotationError as error:
            bad_rules = str(error)
    errors = tuple(finding for finding in record.findings if finding.is_error)
    problem = refusal(record, exporter)
    found = Converted(record.source.file, record.index, record.source.first_line, bad_rules, errors, problem)
    if problem is not None:
        return found
    (part,) = exporter.parts([record])
    return replace(found, losses=tuple(exporter.losses(record)), part=part)


def _wanted(found: Iterable[Any], notices: Notices, losses: Counter[str]) -> Iterator[Any]:
    """The parts of the output. What it cannot hold of records is counted, and what is wrong with them reported."""
    is_empty = True
    for each in found:
        if isinstance(each, Diagnostic | FileFinding):
            if not _is_about_nothing(each):
                notices.finding(each)
            continue
        if isinstance(each, Converted):
            _report(each, notices)
            losses.update(each.losses)
        part = each.part if isinstance(each, Converted) else each
        if part is not None:
            is_empty = False
            yield part
    if is_empty and notices.exit_code == FINE:
        notices.line("there is no record to convert", FINDINGS)
    if is_empty or notices.exit_code == TROUBLE:
        # No reader accepts a file without records.
        raise _Abandoned


def _is_about_nothing(found: Diagnostic | FileFinding) -> bool:
    """Whether all that is said of a file is that it holds no record: among others, it does not matter."""
    return isinstance(found, FileFinding) and found.diagnostic.name == NO_RECORD


def _report(record: Converted, notices: Notices) -> None:
    if record.bad_rules is not None:
        notices.line(f"{record.file}: record {record.index}: {record.bad_rules}", TROUBLE)
    for finding in record.diagnostics:
        notices.finding(finding)
    if record.refusal is not None:
        notices.line(f"{record.file}:{record.line}: record {record.index} is left out: {record.refusal}", FINDINGS)
