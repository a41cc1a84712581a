"""`xbn convert`: records from any format to another, one at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import BinaryIO, TextIO

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.exporters import Exporter, FolderExporter, refusal
from expendibots_notation.exporters.parquet import MissingPackage
from expendibots_notation.exporters.plain import PlainGames
from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary
from expendibots_notation.game import NotationError
from expendibots_notation.games import find_game
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, extract_stream, read_stream, unreadable_file
from expendibots_notation.verdict import FileFinding
from expendibots_notation.writing import Unwritable

FINE, FINDINGS, TROUBLE = 0, 1, 2


class Abandoned(Exception):
    """Raised where the command cannot do its work, so that no file is written or replaced."""


@dataclass(slots=True)
class Conversion:
    """One run of the command."""

    exporter: Exporter | FolderExporter
    overrides: Overrides
    err: TextIO
    losses: Counter[str] = field(default_factory=Counter)
    exit_code: int = FINE

    def run(self, paths: list[str], output: str, force: bool, out: TextIO) -> int:
        """Convert the files into one; the exit code. Raises FileExistsError, and OSError where output cannot be written."""
        if output != STANDARD_STREAM and self._is_there(output) and not force:
            raise FileExistsError(output)
        try:
            if output != STANDARD_STREAM:
                self._write(output, self.records(paths))
            elif isinstance(self.exporter, Exporter):
                out.writelines(self.exporter.pieces(self.records(paths)))
            else:
                name, extension = self.exporter.name, self.exporter.extension
                self.complain(f"{name} is a folder, which standard output cannot take; name it: -o games{extension}", TROUBLE)
        except Abandoned:
            return self.exit_code
        if self.losses:
            named = ", ".join(f"{what} ({counted(number, 'record')})" for what, number in self.losses.items())
            self.err.write(f"xbn: warning: {self.exporter.name} cannot hold {visible(named)}\n")
        return self.exit_code

    def found(self, stream: BinaryIO, file: str) -> Iterator[Record | PlainGames | Diagnostic | FileFinding]:
        """What a file holds; plain games in columns where the exporter takes them."""
        if self.exporter.takes_plain_games:
            return extract_stream(stream, file, self.overrides)
        return read_stream(stream, file, self.overrides)

    def records(self, paths: list[str]) -> Iterator[Record | PlainGames]:
        """The records that are wanted; what is wrong with them, or with their files, is reported on the way."""
        converted = 0
        for path in paths:
            try:
                with open_binary(path) as stream:
                    for found in self.found(stream, display_name(path)):
                        if isinstance(found, PlainGames):
                            converted += len(found.games)
                            yield found
                            continue
                        if isinstance(found, FileFinding):
                            self.report(found.diagnostic, TROUBLE if found.is_unreadable else FINDINGS)
                            continue
                        if isinstance(found, Diagnostic):
                            self.report(found, FINDINGS)
                        elif self.accepts(record := self.under_rules(found)):
                            converted += 1
                            yield record
            except Unreadable as error:
                self.report(unreadable_file(display_name(path), error), TROUBLE)
        if converted == 0 and self.exit_code == FINE:
            self.complain("there is no record to convert", FINDINGS)
        if self.exit_code == TROUBLE or converted == 0:
            # No reader accepts a file without records.
            raise Abandoned

    def under_rules(self, record: Record) -> Record:
        """The record under the rules that the caller names instead of its own."""
        game = find_game(record.game)
        if self.overrides.rules is None or game is None:
            return record
        try:
            return replace(record, rules=game.rules(self.overrides.rules).text)
        except NotationError as error:
            self.complain(f"{record.source.file}: record {record.index}: {error}", TROUBLE)
            return record

    def accepts(self, record: Record) -> bool:
        """Whether the target format can hold a record; what it cannot hold of it is noted, and so is what is wrong with it."""
        for finding in record.findings:
            if finding.is_error:
                self.report(finding, FINDINGS)
        problem = refusal(record, self.exporter)
        if problem is not None:
            self.complain(
                f"{record.source.file}:{record.source.first_line}: record {record.index} is left out: {problem}", FINDINGS
            )
            return False
        for what in self.exporter.losses(record):
            self.losses[what] += 1
        return True

    def _is_there(self, output: str) -> bool:
        """Whether there is something that the output would replace; a text is not written over a folder anyway."""
        return os.path.isfile(output) if isinstance(self.exporter, Exporter) else os.path.exists(output)

    def _write(self, output: str, records: Iterator[Record | PlainGames]) -> None:
        try:
            self.exporter.write(records, output)
        except (MissingPackage, Unwritable) as error:
            self.complain(str(error), TROUBLE)
            raise Abandoned from None

    def complain(self, message: str, exit_code: int) -> None:
        self.err.write(f"xbn: {visible(message)}\n")
        self.exit_code = max(self.exit_code, exit_code)

    def report(self, finding: Diagnostic, exit_code: int) -> None:
        self.err.write(render(finding) + "\n\n")
        self.exit_code = max(self.exit_code, exit_code)
