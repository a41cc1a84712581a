"""`xbn format`: files to their canonical text.

A record whose text has errors is left exactly as it is: what cannot be read cannot be rewritten without losing something. For
the same reason, `--write` reads the new text back before it takes the place of the old one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BufferedReader, BytesIO, StringIO
from itertools import accumulate, pairwise, zip_longest
from stat import S_ISREG
from typing import Annotated, BinaryIO, cast

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
from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary, unreadable
from expendibots_notation.games import find_game
from expendibots_notation.importers.compression import EXTENSIONS as COMPRESSED
from expendibots_notation.importers.compression import buffered, compression_of, damage, inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.importers.xbn import read_texts
from expendibots_notation.limits import applied, in_force
from expendibots_notation.notation.borders import BYTE_ORDER_MARK, RecordText
from expendibots_notation.notation.tree import AttributeValue, Line, Ply, Record, Rejected
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write as canonical_text
from expendibots_notation.pipeline import beginning_of, unreadable_file
from expendibots_notation.verdict import FileFinding
from expendibots_notation.writing import Unwritable, WholeFile

EXTENSIONS = (".xbn", *(".xbn" + packed for packed in COMPRESSED))

_MOST_UNPACKED = 50_000_000
"""The bytes that a compressed file may hold to be shown as a diff, for which all of it must be in memory."""

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
        with open_binary(path) as stream:
            before = os.fstat(stream.fileno()) if self.write and path != STANDARD_STREAM else None
            opened = buffered(stream)
            packed = compression_of(opened)
            if packed and self.write:
                raise Unwritable(path, f"it is compressed ({packed}), and compressed files are not rewritten")
            if not (self.diff or self.write):
                self._as_read(inside(opened), path)
                return
            data = _content(opened)
        records = list(self._formatted(TextStream(BytesIO(data)), path))
        text = "\n".join(canonical for _, canonical in records)
        new = text.encode("utf-8", "surrogateescape")
        self.unchanged += new == data
        if new != data and self.diff:
            for line in unified_diff(display_name(path), _differences(data, records)):
                self.out.write(visible(line) + "\n")
        if self.write and path == STANDARD_STREAM:
            self._check_faithful(data, new, path)
            self.out.write(text)
        elif new != data and before is not None:
            self._check_faithful(data, new, path)
            _rewrite(path, new, before)
            self.changed += 1
        elif new != data:
            self._report(path)

    def _as_read(self, stream: BinaryIO, path: str) -> None:
        """Print the records of a file, or compare them with it, while it is read: it may be larger than the memory."""
        content = _Compared(stream, self.check)
        for number, (_, canonical) in enumerate(self._formatted(TextStream(cast(BinaryIO, content)), path)):
            text = ("\n" if number else "") + canonical
            if self.check:
                content.expect(text.encode("utf-8", "surrogateescape"))
            else:
                self.out.write(text)
        if self.check and content.is_as_expected():
            self.unchanged += 1
        elif self.check:
            self._report(path)

    def _report(self, path: str) -> None:
        """Report a file that would be changed."""
        self.changed += 1
        self.notices.worsen(FINDINGS)
        if self.check:
            self.out.write(f"would reformat {visible(display_name(path))}\n")

    def _check_faithful(self, old: bytes, new: bytes, path: str) -> None:
        """Raises Mistake where the second text is not read as the same records as the first: a fault of this program."""
        pairs = zip_longest(self._records(old), self._records(new))
        for number, (before, after) in enumerate(pairs, 1):
            if not _say_the_same(before, after):
                problem = f"the canonical text of record {number} would not be read as the same record; please report this"
                raise Mistake(f"{path} is left as it is: {problem}")

    def _records(self, data: bytes) -> Iterator[Record | str]:
        """The records of a text; of one that has errors, its text."""
        for text in read_texts(TextStream(BytesIO(data)), ""):
            if isinstance(text, RecordText):
                record = parse(text, find_game, self.game)
                yield text.source.text if _errors(record) else record

    def _formatted(self, content: TextStream, path: str) -> Iterator[tuple[RecordText, str]]:
        """The records of a file, each with its canonical text; what is wrong with them is reported. Raises _CannotFormat."""
        is_empty = True
        try:
            for text in read_texts(content, display_name(path)):
                if isinstance(text, Diagnostic):
                    raise _CannotFormat(text)
                canonical = self._record(text)
                # A mark that belongs to a broken record must not become the mark of the file.
                is_marked = is_empty and canonical.startswith(BYTE_ORDER_MARK)
                yield text, "\n" + canonical if is_marked else canonical
                is_empty = False
        except BinaryData as error:
            raise _CannotFormat(diagnose("not-text", beginning_of(display_name(path)), evidence=error)) from None
        if is_empty:
            raise _CannotFormat(diagnose("no-record", beginning_of(display_name(path))))

    def _record(self, text: RecordText) -> str:
        record = parse(text, find_game, self.game)
        errors = _errors(record)
        for finding in errors:
            self.notices.finding(finding)
        if errors:
            return text.source.text + "\n"
        game = find_game(record.game)
        canonical = canonical_text(record, game)
        if self.check and game is not None and canonical.rstrip("\n") != text.source.text:
            difference = layout_of(record, game)
            if difference is not None:
                self.out.write(render(difference) + "\n\n")
        return canonical


class _Compared:
    """A stream that is compared, while it is read, with what it should hold. Kept is only what one of the two is ahead."""

    def __init__(self, stream: BinaryIO, is_wanted: bool) -> None:
        self._stream = cast(BufferedReader, stream)
        self._is_same = is_wanted
        self._read, self._expected = bytearray(), bytearray()

    def read(self, size: int) -> bytes:
        data = self._stream.read1(size)
        self._compare(self._read, data)
        return data

    def expect(self, data: bytes) -> None:
        """Expect this to come next."""
        self._compare(self._expected, data)

    def is_as_expected(self) -> bool:
        """Whether all that was read was expected, and nothing else."""
        return self._is_same and not self._read and not self._expected

    def _compare(self, side: bytearray, data: bytes) -> None:
        if self._is_same:
            side += data
            size = min(len(self._read), len(self._expected))
            self._is_same = self._read[:size] == self._expected[:size]
            del self._read[:size], self._expected[:size]


def _content(stream: BufferedReader) -> bytes:
    """What a file holds, compressed or not."""
    limits = in_force()
    try:
        with applied(replace(limits, unpacked_bytes=min(limits.unpacked_bytes, _MOST_UNPACKED))):
            return inside(stream).read()
    except damage() as error:
        raise Unreadable("the compressed data is damaged or cut off") from error
    except OSError as error:
        raise unreadable(error) from error


def _differences(data: bytes, records: list[tuple[RecordText, str]]) -> Iterator[tuple[list[str], list[str]]]:
    """The lines of each record as they are, and as they should be. What is between two records goes with the first."""
    text = data.decode("utf-8", "surrogateescape")
    lines = lines_of(text)
    # The reader counts carriage returns as ends of lines, a diff does not.
    rows = [0, *accumulate(line.endswith("\n") for line in StringIO(text, newline=""))]
    borders = [0, *(rows[record.source.first_line - 1] for record, _ in records[1:]), len(lines)]
    for (start, end), (_, canonical) in zip(pairwise(borders), records, strict=True):
        yield lines[start:end], lines_of(canonical + ("\n" if end < len(lines) else ""))


def _rewrite(path: str, new: bytes, before: os.stat_result) -> None:
    """Replace a file, unless it is no longer the one that was read."""
    if not S_ISREG(before.st_mode):
        raise Unwritable(path, "it is no ordinary file")
    with WholeFile(path) as file:
        file.write(new)
        if not _is_untouched(path, before):
            raise Unwritable(path, "somebody else has changed it meanwhile")
        file.complete()
    sys.stderr.write(f"reformatted {visible(path)}\n")


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
