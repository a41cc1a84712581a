"""The table of contents: file → texts of records → syntax trees → replay → checks → verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from io import BufferedReader, BytesIO, RawIOBase
from os import PathLike, fsdecode
from typing import IO, TYPE_CHECKING, BinaryIO, Protocol, TypeVar, cast

from expendibots_notation.arguments import check_text, kind_of
from expendibots_notation.checks import judge, settled
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place
from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.game import NotationError, Outcome
from expendibots_notation.games import find_game, game_called
from expendibots_notation.importers import Importer, check_format, detect, find_importer
from expendibots_notation.importers.compression import UnpacksTooMuch, inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.judging.replaying import Replay
from expendibots_notation.judging.replaying import replay as replay_record
from expendibots_notation.limits import in_force
from expendibots_notation.notation.strings import WHITE_SPACE
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun, FileFinding, Judged, Result, Verdict, single

if TYPE_CHECKING:
    from expendibots_notation.exporters.plain import PlainGames


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the caller says instead of the record's tags and the file's content."""

    game: str | None = None
    rules: str | None = None
    format: str | None = None
    """The name of the format, instead of looking for it in the content."""
    record: int | None = None
    """The number, in its file, of the only record that is wanted."""
    finals: bool = True
    """Whether the final positions of those are wanted."""
    layout: bool = False
    """Whether the layout of records is checked too (XBN150)."""


NO_OVERRIDES = Overrides()
NO_RECORD = "no-record"
"""What is said of a file in which nothing is found."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Way = Callable[[Importer, TextStream, str, Overrides], Iterator[T]]
"""How a text of some format is gone through, by the file's name and what the caller says."""


def validate_files(paths: Iterable[str], overrides: Overrides = NO_OVERRIDES) -> Iterator[Verdict | FileFinding]:
    """Judge every record of every file, in order. A file that cannot be read is a finding, and the next one is read."""
    return single(judge_files(paths, overrides))


def validate_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Verdict | FileFinding]:
    """Judge every record of a stream: the whole way of a record, from its text to its verdict. Raises Unreadable."""
    return single(judge_stream(stream, file, overrides))


def judge_files(paths: Iterable[str], overrides: Overrides = NO_OVERRIDES) -> Iterator[Result]:
    """The same as `validate_files`, with clean records that follow each other in runs."""
    return in_files(paths, overrides, judge_stream)


def judge_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Result]:
    """The same as `validate_stream`, with clean records that follow each other in runs."""
    is_empty = True
    for result in judge_text(TextStream(inside(stream)), file, overrides):
        is_empty = False
        yield settled_verdict(result) if isinstance(result, Verdict) else result
    if is_empty:
        yield no_record(file)


def judge_text(text: TextStream, file: str, overrides: Overrides) -> Iterator[Result]:
    """The results on a text, or on a part of one, in which there may be no record. Raises Unreadable.

    Verdicts are not settled yet: of a part, nobody knows whether a record before it has reported the line endings.
    """
    index = overrides.record or 1
    for found in _each(text, file, overrides, _scan):
        if isinstance(found, CleanRun):
            yield found
            index += len(found)
            continue
        if isinstance(found, Verdict | FileFinding):
            yield found
        elif isinstance(found, Diagnostic):
            yield _verdict_without_record(found, index)
        else:
            yield _judged(found, overrides).verdict
        index += 1


def judged_files(paths: Iterable[str], overrides: Overrides = NO_OVERRIDES) -> Iterator[Judged | FileFinding]:
    """As `validate_files`, but each verdict comes with its record and its replay."""
    return in_files(paths, overrides, judged_stream)


def in_files(
    paths: Iterable[str], overrides: Overrides, judge_one: Callable[[BinaryIO, str, Overrides], Iterator[T]]
) -> Iterator[T | FileFinding]:
    """The results on each file in its order; on one that cannot be read, that."""
    for path in paths:
        try:
            with open_binary(path) as stream:
                yield from judge_one(stream, display_name(path), overrides)
        except Unreadable as error:
            yield FileFinding(unreadable_file(display_name(path), error), is_unreadable=True)


def judged_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Judged | FileFinding]:
    """As `validate_stream`, with records and replays. Raises Unreadable."""
    is_empty = True
    for found in judged_text(TextStream(inside(stream)), file, overrides):
        is_empty = False
        yield found if isinstance(found, FileFinding) else replace(found, verdict=settled_verdict(found.verdict))
    if is_empty:
        yield no_record(file)


def judged_text(text: TextStream, file: str, overrides: Overrides) -> Iterator[Judged | FileFinding]:
    """As `judge_text`, with records and replays. Raises Unreadable."""
    return _judged_each(read_records(text, file, overrides), overrides)


def played_text(text: TextStream, file: str, overrides: Overrides) -> Iterator[CleanRun | Judged | FileFinding]:
    """The same, but clean records come in runs with transcripts, as far as they need no tree. Raises Unreadable."""
    return _judged_each(played_records(text, file, overrides), overrides)


def _judged_each(
    found: Iterator[T | Record | Diagnostic | FileFinding], overrides: Overrides
) -> Iterator[T | Judged | FileFinding]:
    """What is found, with the judgement of each record in its place."""
    index = overrides.record or 1
    for each in found:
        if isinstance(each, Record):
            yield _judged(each, overrides)
        elif isinstance(each, Diagnostic):
            yield Judged(_verdict_without_record(each, index))
        else:
            yield each
        index += len(each) if isinstance(each, CleanRun) else 1


def read_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Record | Diagnostic | FileFinding]:
    """The records of a stream in any format, compressed or not; findings in the place of what is none. Raises Unreadable."""
    return read_records(TextStream(inside(stream)), file, overrides)


def read_records(text: TextStream, file: str, overrides: Overrides) -> Iterator[Record | Diagnostic | FileFinding]:
    """The same for a text, or for a part of one, in which there may be no record. Raises Unreadable."""
    return _each(text, file, overrides, _read)


def extract_records(text: TextStream, file: str, overrides: Overrides) -> Iterator[Record | PlainGames | Diagnostic | FileFinding]:
    """The same as `read_records`, with plain games in columns. Raises Unreadable."""
    return _each(text, file, overrides, _extract)


def played_records(text: TextStream, file: str, overrides: Overrides) -> Iterator[CleanRun | Record | Diagnostic | FileFinding]:
    """The same as `read_records`, with runs and their transcripts in the place of records that need no tree. Raises Unreadable."""
    return _each(text, file, overrides, _transcribe)


def _each(text: TextStream, file: str, overrides: Overrides, way: Way[T]) -> Iterator[T | FileFinding]:
    """What is found in a text one way or the other, or a finding about the file. Raises Unreadable."""
    try:
        importer = importer_of(text, file, overrides)
        if importer is None:
            yield FileFinding(diagnose("unrecognised-format", beginning_of(file)), is_unreadable=True)
        else:
            yield from _only(overrides.record, _as_many_as_allowed(way(importer, text, file, overrides), file))
    except BinaryData as error:
        yield FileFinding(diagnose("not-text", beginning_of(file), evidence=error))


def _read(importer: Importer, text: TextStream, file: str, overrides: Overrides) -> Iterator[Record | Diagnostic]:
    """The records of a text."""
    return importer.read(text, file, overrides.game)


def _extract(importer: Importer, text: TextStream, file: str, overrides: Overrides) -> Iterator[Record | PlainGames | Diagnostic]:
    """The records of a text; plain games in columns in the place of those that need no tree."""
    if importer.name != "xbn" or overrides.record is not None:
        return _read(importer, text, file, overrides)
    from expendibots_notation.exporters.extraction import extract

    return extract(text, file, overrides.game, overrides.rules)


def _transcribe(importer: Importer, text: TextStream, file: str, overrides: Overrides) -> Iterator[CleanRun | Record | Diagnostic]:
    """The records of a text; runs with transcripts in the place of those that need no tree."""
    if importer.name != "xbn" or overrides.record is not None or overrides.layout:
        return _read(importer, text, file, overrides)
    from expendibots_notation.importers.xbn_scan import transcribe

    return transcribe(text, file, overrides.game, overrides.rules, overrides.finals)


def _scan(
    importer: Importer, text: TextStream, file: str, overrides: Overrides
) -> Iterator[CleanRun | Verdict | Record | Diagnostic]:
    """The records of a text; verdicts in the place of those that need no tree."""
    # The layout of a record is compared with how its tree is written.
    if importer.scan is None or overrides.layout:
        return _read(importer, text, file, overrides)
    found = importer.scan(text, file, overrides.game, overrides.rules, overrides.finals)
    return found if overrides.record is None else _one_by_one(found)


def _one_by_one(found: Iterator[CleanRun | T]) -> Iterator[Verdict | T]:
    """What is found, with each run taken apart."""
    for each in found:
        if isinstance(each, CleanRun):
            yield from each
        else:
            yield each


class _Several(Protocol[T_co]):
    """What stands for several records: a run of clean ones, or plain games."""

    def beginning(self, number: int) -> T_co: ...


def _as_many_as_allowed(found: Iterator[T], file: str) -> Iterator[T | FileFinding]:
    """All that is found in a file, up to the limit of records; behind that a finding."""
    left = limit = in_force().records
    for each in found:
        if left == 0:
            yield too_many_records(file, limit)
            return
        size = len(each) if isinstance(each, Sized) else 1
        if size > left:
            yield cast(_Several[T], each).beginning(left)
            yield too_many_records(file, limit)
            return
        yield each
        left -= size


def too_many_records(file: str, limit: int) -> FileFinding:
    """What is said where a file has one record more than the limit."""
    return FileFinding(diagnose("too-many-records", beginning_of(file), limit=limit), is_unreadable=True)


def _only(wanted: int | None, found: Iterator[T]) -> Iterator[T]:
    """All that is found, or the one of that number. Raises Unreadable where there is none."""
    if wanted is None:
        yield from found
        return
    number = 0
    for number, each in enumerate(found, 1):
        if number == wanted:
            yield each
            return
    raise Unreadable(f"it has no record {wanted}, only {number}")


def importer_of(text: TextStream, file: str, overrides: Overrides) -> Importer | None:
    """The importer that the caller names, or that the content asks for; XBN where neither the content nor a name says anything.

    Raises BinaryData and Unreadable.
    """
    if overrides.format is not None:
        return find_importer(overrides.format)
    found = detect(text.head(), file)
    is_open = file.startswith("<") or not text.head().strip(WHITE_SPACE)
    return find_importer("xbn") if found is None and is_open else found


def validate(record: Record, overrides: Overrides = NO_OVERRIDES) -> Verdict:
    """Judge one record: replay it, check what it claims, and say everything there is to say."""
    return judged(record, overrides).verdict


def judged(record: Record, overrides: Overrides = NO_OVERRIDES) -> Judged:
    """The verdict on one record, with the record and the replay."""
    _check_record(record)
    found = _judged(record, overrides)
    return replace(found, verdict=settled_verdict(found.verdict))


def settled_verdict(verdict: Verdict) -> Verdict:
    """The verdict, once it is known which record of its file reports the line endings."""
    kept = settled(verdict.diagnostics)
    return verdict if kept is verdict.diagnostics else replace(verdict, diagnostics=tuple(kept))


def _judged(record: Record, overrides: Overrides) -> Judged:
    replayed, findings = judge(record, find_game(record.game), overrides.rules, overrides.layout)
    return Judged(_verdict(record, replayed, findings), record, replayed)


def replay(record: Record, rules: str | None = None) -> Replay:
    """The positions of a record, as far as its actions are legal; `rules` overrides its Rules tag.

    Raises NotationError where the game, its rules or the set-up position cannot be read.
    """
    _check_record(record)
    game = game_called(record.game)
    return replay_record(record, game, None if rules is None else game.rules(rules))


def _check_record(record: Record) -> None:
    if not isinstance(record, Record):
        raise TypeError(f"this takes a Record, one of those that `read` gives, not {kind_of(record)}")


def read(
    source: str | PathLike[str] | IO[bytes] | IO[str], game: str | None = None, from_format: str | None = None
) -> Iterator[Record]:
    """The records of a file in any format, one after the other: a path (`-` is standard input), or an open file, binary or text.

    What is wrong with a record's text is in its `findings`. What cannot be made a record at all raises NotationError, and so does
    an unknown game or format; a file that cannot be read raises OSError. A path is opened when the first record is asked for; an
    open file is read from where it stands, and not closed.
    """
    overrides = _overrides(game, from_format)
    if callable(getattr(source, "read", None)):
        return _read_open(cast("IO[bytes] | IO[str]", source), overrides)
    return _read_file(fsdecode(cast("str | PathLike[str]", source)), overrides)


def _read_open(file: IO[bytes] | IO[str], overrides: Overrides) -> Iterator[Record]:
    name = getattr(file, "name", None)
    yield from _records_only(read_stream(BufferedReader(_OpenFile(file)), name if isinstance(name, str) else "<file>", overrides))


class _OpenFile(RawIOBase):
    """The bytes of a file that the caller has opened; a text is encoded."""

    def __init__(self, file: IO[bytes] | IO[str]) -> None:
        self._file = file
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, target: memoryview) -> int:  # type: ignore[override]
        if not self._rest:
            block = self._file.read(len(target))
            self._rest = _encoded(block) if isinstance(block, str) else bytes(block or b"")
        size = min(len(target), len(self._rest))
        target[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


def _read_file(path: str, overrides: Overrides) -> Iterator[Record]:
    try:
        with open_binary(path) as stream:
            yield from _records_only(read_stream(stream, display_name(path), overrides))
    except Unreadable as error:
        raise error.__cause__ if isinstance(error.__cause__, OSError) else OSError(str(error)) from None


def read_text(text: str, game: str | None = None, from_format: str | None = None) -> list[Record]:
    """The records of a text in any format. Raises NotationError as `read` does.

    A lone surrogate is reported as bytes that are not UTF-8, as it would be in a file.
    """
    check_text(text, "what is read")
    return list(_records_only(read_stream(BytesIO(_encoded(text)), "<text>", _overrides(game, from_format))))


def _encoded(text: str) -> bytes:
    return _OTHER_SURROGATES.sub(_as_bytes, text).encode("utf-8", "surrogateescape")


_OTHER_SURROGATES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Those that do not stand for a byte that could not be decoded."""


def _as_bytes(surrogate: re.Match[str]) -> str:
    """The bytes with which UTF-8 would have to write a surrogate, each as one that cannot be decoded."""
    return surrogate[0].encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


def _overrides(game: str | None, from_format: str | None) -> Overrides:
    """What a caller of the API says. Raises TypeError and NotationError."""
    if from_format is not None:
        check_format(from_format)
    return Overrides(None if game is None else game_called(game).id, None, from_format)


def _records_only(found: Iterator[Record | Diagnostic | FileFinding]) -> Iterator[Record]:
    for each in found:
        if isinstance(each, Record):
            yield each
        else:
            finding = each.diagnostic if isinstance(each, FileFinding) else each
            raise NotationError(f"{finding.place.file}:{finding.place.line}: {finding.message}")


def no_record(file: str) -> FileFinding:
    """What is said of a file in which nothing is found."""
    return FileFinding(diagnose(NO_RECORD, beginning_of(file)))


def beginning_of(file: str) -> Place:
    return Place(file, 1, 1, 1, 1)


def unreadable_file(file: str, error: Unreadable) -> Diagnostic:
    """The finding for a file that the operating system does not give, or that holds more than the limits allow."""
    if isinstance(error, UnpacksTooMuch):
        return diagnose("unpacks-too-much", beginning_of(file), allowed=error)
    return diagnose("unreadable-file", beginning_of(file), problem=error)


# Verdicts


def _verdict(record: Record, replayed: Replay | None, findings: list[Diagnostic]) -> Verdict:
    outcome = replayed.outcome if replayed else Outcome()
    return Verdict(
        file=record.source.file,
        index=record.index,
        line=record.source.first_line,
        game=record.game,
        rules=replayed.rules.text if replayed else record.rules,
        plies=replayed.main.played if replayed else 0,
        claimed=Outcome(record.line.result or record.result or "*", record.termination),
        outcome=outcome,
        end_ply=replayed.main.end_ply if replayed else None,
        final=replayed.final.text if replayed else None,
        diagnostics=tuple(findings),
    )


def _verdict_without_record(finding: Diagnostic, index: int) -> Verdict:
    place = finding.place
    return Verdict(place.file, index, place.line, "unknown", "text", 0, Outcome(), Outcome(), None, None, (finding,))
