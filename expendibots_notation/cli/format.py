"""`xbn format`: files to their canonical text.

A record whose text has errors is left exactly as it is: what cannot be read cannot be rewritten without losing something. For
the same reason, `--write` reads the new text back before it takes the place of the old one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, StringIO
from itertools import accumulate, zip_longest
from typing import BinaryIO, TextIO

from expendibots_notation.board import counted
from expendibots_notation.checks import layout_of
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.differences import lines_of, unified_diff
from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary
from expendibots_notation.games import find_game
from expendibots_notation.importers.compression import buffered, compression_of, damage, inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.importers.xbn import read_texts
from expendibots_notation.notation.borders import BYTE_ORDER_MARK, RecordText
from expendibots_notation.notation.tree import AttributeValue, Line, Ply, Record, Rejected
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import beginning_of, unreadable_file
from expendibots_notation.writing import Unwritable, WholeFile

UNCHANGED, FINDINGS, TROUBLE = 0, 1, 2


class CannotFormat(Exception):
    """Raised for a file of which not even the records can be told apart."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class NotFaithful(Exception):
    """Raised where the new text of a file would not be read as the same records: a fault of this program."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the canonical text of record {number} would not be read as the same record; please report this")


@dataclass(slots=True)
class FormatCommand:
    """One run of the command."""

    check: bool
    diff: bool
    write: bool
    game: str | None
    out: TextIO
    err: TextIO
    changed: int = 0
    unchanged: int = 0
    exit_code: int = UNCHANGED

    def run(self, paths: list[str]) -> int:
        """Format the files one after the other; the exit code. Raises OSError where standard output cannot be written."""
        for path in paths:
            try:
                self._file(path)
            except Unreadable as error:
                self._report(unreadable_file(display_name(path), error), TROUBLE)
            except CannotFormat as error:
                self._report(error.finding, FINDINGS)
            except Unwritable as error:
                self._complain(str(error))
            except NotFaithful as error:
                self._complain(f"{path} is left as it is: {error}")
        if self.check or self.write:
            verb = "would be reformatted" if self.check else "reformatted"
            self.err.write(f"{counted(self.changed, 'file')} {verb}, {self.unchanged} unchanged\n")
        return self.exit_code

    def _report(self, finding: Diagnostic, exit_code: int) -> None:
        self.err.write(render(finding) + "\n\n")
        self.exit_code = max(self.exit_code, exit_code)

    def _complain(self, message: str) -> None:
        self.err.write(f"xbn: {visible(message)}\n")
        self.exit_code = TROUBLE

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
            self.exit_code = max(self.exit_code, FINDINGS)
            if self.check:
                self.out.write(f"would reformat {visible(display_name(path))}\n")

    def _print_checked(self, stream: BinaryIO) -> None:
        stream.seek(0)
        text = "".join(self._pieces(stream, STANDARD_STREAM, quiet=True))
        self._check_faithful(stream, BytesIO(_encoded(text)))
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
                self._check_faithful(stream, written)
            if not _is_untouched(path, before):
                raise Unwritable(path, "somebody else has changed it meanwhile")
            file.complete()
        self.changed += 1
        self.err.write(f"reformatted {visible(path)}\n")

    def _check_faithful(self, old: BinaryIO, new: BinaryIO) -> None:
        """Raises NotFaithful where the second text is not read as the same records as the first."""
        old.seek(0)
        pairs = zip_longest(self._records(old), self._records(new))
        for number, (before, after) in enumerate(pairs, 1):
            if not _say_the_same(before, after):
                raise NotFaithful(number)

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
        """The records of a file, each with its canonical text. Raises CannotFormat."""
        is_empty = True
        try:
            for text in read_texts(TextStream(stream), display_name(path)):
                if isinstance(text, Diagnostic):
                    raise CannotFormat(text)
                canonical = self._record(text, quiet)
                # A mark that belongs to a broken record must not become the mark of the file.
                is_marked = is_empty and canonical.startswith(BYTE_ORDER_MARK)
                yield text, "\n" + canonical if is_marked else canonical
                is_empty = False
        except BinaryData as error:
            raise CannotFormat(diagnose("not-text", beginning_of(display_name(path)), evidence=error)) from None
        if is_empty:
            raise CannotFormat(diagnose("no-record", beginning_of(display_name(path))))

    def _record(self, text: RecordText, quiet: bool) -> str:
        record = parse(text, find_game, self.game)
        errors = _errors(record)
        if errors:
            if not quiet:
                for finding in errors:
                    self._report(finding, FINDINGS)
            return text.source.text + "\n"
        game = find_game(record.game)
        canonical = write(record, game)
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
