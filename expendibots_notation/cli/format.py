"""`xbn format`: files to their canonical text.

A record whose text has errors is left exactly as it is: what cannot be read cannot be rewritten without losing something. For
the same reason, `--write` reads the new text back before it takes the place of the old one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import accumulate, zip_longest
from typing import Annotated, BinaryIO

import typer

from expendibots_notation.board import counted
from expendibots_notation.checks import layout_of
from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import GameOption, LimitOption
from expendibots_notation.cli.process import FINDINGS, TROUBLE, Mistake, record_output
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.differences import lines_of, unified_diff
from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary
from expendibots_notation.games import find_game
from expendibots_notation.importers.compression import EXTENSIONS as COMPRESSED
from expendibots_notation.importers.compression import buffered, compression_of, damage, inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.importers.xbn import read_texts
from expendibots_notation.notation.borders import BYTE_ORDER_MARK, RecordText
from expendibots_notation.notation.tree import AttributeValue, Line, Ply, Record, Rejected
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write as canonical_text
from expendibots_notation.pipeline import beginning_of, unreadable_file
from expendibots_notation.verdict import FileFinding
from expendibots_notation.writing import Unwritable, WholeFile

EXTENSIONS = (".xbn", *(".xbn" + packed for packed in COMPRESSED))

EXAMPLES = ("xbn format game.xbn", "xbn format --check samples/", "xbn format --diff --write games.xbn")


def format_(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Files, folders (searched for .xbn files), or - for standard input.")
    ],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit with 1 if anything would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what would change.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Rewrite the files instead of printing.")] = False,
    game: GameOption = None,
    limit: LimitOption = None,
) -> int:
    """Print the canonical text of records, or rewrite files with it.

    A record whose text has errors is reported and left exactly as it is.
    """
    if check and write:
        raise Mistake("--check and --write exclude each other")
    overridden(game)
    formatter = _Formatter(check, diff, write, game)
    for path in record_files(paths, extensions=EXTENSIONS):
        formatter.format(path)
    if check or write:
        verb = "would be reformatted" if check else "reformatted"
        sys.stderr.write(f"{counted(formatter.changed, 'file')} {verb}, {formatter.unchanged} unchanged\n")
    return formatter.notices.exit_code


class _CannotFormat(Exception):
    """Raised for a file of which not even the records can be told apart."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class _Formatter:
    """One run of the command."""

    def __init__(self, check: bool, diff: bool, write: bool, game: str | None) -> None:
        self.check = check
        self.diff = diff
        self.write = write
        self.game = game
        self.out = record_output()
        self.notices = Notices()
        self.changed = self.unchanged = 0

    def format(self, path: str) -> None:
        """Format a file; what goes wrong is reported."""
        try:
            self._file(path)
        except Unreadable as error:
            self.notices.finding(FileFinding(unreadable_file(display_name(path), error), is_unreadable=True))
        except _CannotFormat as error:
            self.notices.finding(error.finding)
        except (Mistake, Unwritable) as error:
            self.notices.line(str(error), TROUBLE)

    def _file(self, path: str) -> None:
        with open_binary(path) as opened:
            before = os.fstat(opened.fileno()) if self.write and path != STANDARD_STREAM else None
            # What can be read only once, such as standard input, is looked at twice.
            packed = compression_of(outer := buffered(opened))
            stream = opened if outer is opened and opened.seekable() and not packed else BytesIO(_unpacked(outer))
            if packed and self.write:
                raise Unwritable(path, f"it is compressed ({packed}), and compressed files are not rewritten")
            if not (self.check or self.diff or self.write):
                self.out.writelines(self._pieces(stream, path))
                return
            is_same = _is_text(stream, self._pieces(stream, path))
            self.unchanged += is_same
            if not is_same and self.diff:
                self._show_difference(stream, path)
            if before is not None and not is_same:
                self._rewrite(stream, path, before)
            elif self.write and path == STANDARD_STREAM:
                self._print_checked(stream)
        if not is_same and not self.write:
            self.changed += 1
            self.notices.exit_code = max(self.notices.exit_code, FINDINGS)
            if self.check:
                self.out.write(f"would reformat {visible(display_name(path))}\n")

    def _print_checked(self, stream: BinaryIO) -> None:
        stream.seek(0)
        text = "".join(self._pieces(stream, STANDARD_STREAM, quiet=True))
        self._check_faithful(stream, BytesIO(_encoded(text)), STANDARD_STREAM)
        self.out.write(text)

    def _rewrite(self, stream: BinaryIO, path: str, before: os.stat_result) -> None:
        """Replace a file, unless the new text would be read as something else, or the file is no longer the one that was read."""
        if not os.path.isfile(path):
            raise Unwritable(path, "it is no ordinary file")
        with WholeFile(path) as file:
            stream.seek(0)
            for piece in self._pieces(stream, path, quiet=True):
                file.write(piece)
            with file.reread() as written:
                self._check_faithful(stream, written, path)
            if not _is_untouched(path, before):
                raise Unwritable(path, "somebody else has changed it meanwhile")
            file.complete()
        self.changed += 1
        sys.stderr.write(f"reformatted {visible(path)}\n")

    def _check_faithful(self, old: BinaryIO, new: BinaryIO, path: str) -> None:
        """Raises Mistake where the second text is not read as the same records as the first: a fault of this program."""
        old.seek(0)
        pairs = zip_longest(self._records(old), self._records(new))
        for number, (before, after) in enumerate(pairs, 1):
            if not _say_the_same(before, after):
                problem = f"the canonical text of record {number} would not be read as the same record; please report this"
                raise Mistake(f"{path} is left as it is: {problem}")

    def _records(self, stream: BinaryIO) -> Iterator[Record | str]:
        """The records of a text; of one that has errors, its text."""
        for text in read_texts(TextStream(stream), ""):
            if isinstance(text, RecordText):
                record = parse(text, find_game, self.game)
                yield text.source.text if _errors(record) else record

    def _show_difference(self, stream: BinaryIO, path: str) -> None:
        for line in unified_diff(display_name(path), self._differences(stream, path)):
            self.out.write(visible(line) + "\n")

    def _differences(self, stream: BinaryIO, path: str) -> Iterator[tuple[list[str], list[str]]]:
        """The lines of each record as they are, and as they should be. What is between two records goes with the first."""
        stream.seek(0)
        text = stream.read().decode("utf-8", "surrogateescape")
        lines = lines_of(text)
        # The reader counts carriage returns as ends of lines, a diff does not.
        rows = [0, *accumulate(line.endswith("\n") for line in StringIO(text, newline=""))]
        stream.seek(0)
        records = self._formatted(stream, path, quiet=True)
        _, canonical = next(records)
        start = 0
        for following, next_canonical in records:
            end = rows[following.source.first_line - 1]
            yield lines[start:end], lines_of(canonical + "\n")
            start, canonical = end, next_canonical
        yield lines[start:], lines_of(canonical)

    def _pieces(self, stream: BinaryIO, path: str, quiet: bool = False) -> Iterator[str]:
        """The canonical text of a file, record by record; what is wrong with a record's text is reported unless `quiet`."""
        for number, (_, canonical) in enumerate(self._formatted(stream, path, quiet)):
            yield ("\n" if number else "") + canonical

    def _formatted(self, stream: BinaryIO, path: str, quiet: bool) -> Iterator[tuple[RecordText, str]]:
        """The records of a file, each with its canonical text. Raises _CannotFormat."""
        is_empty = True
        try:
            for text in read_texts(TextStream(stream), display_name(path)):
                if isinstance(text, Diagnostic):
                    raise _CannotFormat(text)
                canonical = self._record(text, quiet)
                # A mark that belongs to a broken record must not become the mark of the file.
                is_marked = is_empty and canonical.startswith(BYTE_ORDER_MARK)
                yield text, "\n" + canonical if is_marked else canonical
                is_empty = False
        except BinaryData as error:
            raise _CannotFormat(diagnose("not-text", beginning_of(display_name(path)), evidence=error)) from None
        if is_empty:
            raise _CannotFormat(diagnose("no-record", beginning_of(display_name(path))))

    def _record(self, text: RecordText, quiet: bool) -> str:
        record = parse(text, find_game, self.game)
        errors = _errors(record)
        if errors:
            if not quiet:
                for finding in errors:
                    self.notices.finding(finding)
            return text.source.text + "\n"
        game = find_game(record.game)
        canonical = canonical_text(record, game)
        if self.check and not quiet and game is not None and canonical.rstrip("\n") != text.source.text:
            difference = layout_of(record, game)
            if difference is not None:
                self.out.write(render(difference) + "\n\n")
        return canonical


def _errors(record: Record) -> list[Diagnostic]:
    return [finding for finding in record.findings if finding.is_error]


def _say_the_same(before: Record | str | None, after: Record | str | None) -> bool:
    """Whether two records are equal, and their attributes as they are written: to Python, 1 and 1.0 are equal."""
    if before != after:
        return False
    if not isinstance(before, Record) or not isinstance(after, Record):
        return True
    return repr([*_attributes(before.line)]) == repr([*_attributes(after.line)])


def _attributes(line: Line) -> Iterator[tuple[tuple[str, AttributeValue], ...]]:
    """What the attributes of each action of a line say, and of the lines that branch off."""
    acts: list[Ply | Rejected] = [*line.plies, *([line.rejected] if line.rejected else [])]
    for act in acts:
        yield act.notes.attributes
        for variation in act.variations():
            yield from _attributes(variation.line)


def _is_untouched(path: str, before: os.stat_result) -> bool:
    """Whether a file is still the one that was opened, and nobody has written to it since."""
    try:
        now = os.stat(path)
    except OSError:
        return False
    return os.path.samestat(now, before) and (now.st_mtime_ns, now.st_size) == (before.st_mtime_ns, before.st_size)


def _encoded(text: str) -> bytes:
    """A text as it is written: bytes that were not UTF-8 as they were."""
    return text.encode("utf-8", "surrogateescape")


def _unpacked(stream: BinaryIO) -> bytes:
    try:
        return inside(stream).read()
    except damage() as error:
        raise Unreadable("the compressed data is damaged or cut off") from error


def _is_text(stream: BinaryIO, pieces: Iterator[str]) -> bool:
    """Whether the stream's bytes are exactly the text; the pieces may be made from the same stream, which is read anew."""
    start = 0
    for piece in pieces:
        expected = _encoded(piece)
        resume = stream.tell()
        stream.seek(start)
        found = stream.read(len(expected))
        start += len(expected)
        stream.seek(resume)
        if found != expected:
            for _ in pieces:
                pass
            return False
    stream.seek(start)
    return not stream.read(1)
