"""The table of contents: file → texts of records → syntax trees → replay → checks → verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from typing import TYPE_CHECKING, BinaryIO, Protocol, TypeVar, cast

from expendibots_notation.bulk import find_scan
from expendibots_notation.checks import judge, result_tag
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place
from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.game import Game, NotationError, Outcome
from expendibots_notation.games import find_game
from expendibots_notation.importers import Importer, detect, find_importer
from expendibots_notation.importers.compression import UnpacksTooMuch, inside
from expendibots_notation.importers.text import BinaryData, TextStream
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import Record
from expendibots_notation.replaying import Replay
from expendibots_notation.replaying import replay as replay_record
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
    bulk: bool = True
    """Whether clean records of some formats may be judged the quick way. The verdicts are the same."""
    finals: bool = True
    """Whether the final positions of those are wanted."""


NO_OVERRIDES = Overrides()

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
    return _in_files(paths, overrides, judge_stream)


def judge_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Result]:
    """The same as `validate_stream`, with clean records that follow each other in runs."""
    is_empty = True
    for result in judge_text(TextStream(inside(stream)), file, overrides):
        is_empty = False
        yield result
    if is_empty:
        yield no_record(file)


def judge_text(text: TextStream, file: str, overrides: Overrides) -> Iterator[Result]:
    """The results on a text, or on a part of one, in which there may be no record. Raises Unreadable."""
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
            yield validate(found, overrides)
        index += 1


def judged_files(paths: Iterable[str], overrides: Overrides = NO_OVERRIDES) -> Iterator[Judged | FileFinding]:
    """As `validate_files`, but each verdict comes with its record and its replay. There is no quick way to those."""
    return _in_files(paths, overrides, judged_stream)


def _in_files(
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
    index = 0
    for index, found in enumerate(read_stream(stream, file, overrides), overrides.record or 1):
        if isinstance(found, FileFinding):
            yield found
        elif isinstance(found, Diagnostic):
            yield Judged(_verdict_without_record(found, index))
        else:
            yield judged(found, overrides)
    if index == 0:
        yield no_record(file)


def read_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Record | Diagnostic | FileFinding]:
    """The records of a stream in any format, compressed or not; findings in the place of what is none. Raises Unreadable."""
    return _each(TextStream(inside(stream)), file, overrides, _read)


def extract_stream(stream: BinaryIO, file: str, overrides: Overrides) -> Iterator[Record | PlainGames | Diagnostic | FileFinding]:
    """The same as `read_stream`, with plain games in columns where a quick way can tell. Raises Unreadable."""
    return _each(TextStream(inside(stream)), file, overrides, _extract)


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
    """The records of a text; plain games in columns in the place of those that a quick way has read already."""
    if importer.name != "xbn" or overrides.record is not None:
        return _read(importer, text, file, overrides)
    from expendibots_notation.bulk.extraction import extract

    return extract(text, file, overrides.game, overrides.rules)


def _scan(
    importer: Importer, text: TextStream, file: str, overrides: Overrides
) -> Iterator[CleanRun | Verdict | Record | Diagnostic]:
    """The records of a text; verdicts in the place of those that a quick way has judged already."""
    scan = find_scan(importer.name) if overrides.bulk else None
    if scan is None:
        return _read(importer, text, file, overrides)
    found = scan(text, file, overrides.game, overrides.rules, overrides.finals)
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
    is_open = file.startswith("<") or not text.head().strip()
    return find_importer("xbn") if found is None and is_open else found


def validate(record: Record, overrides: Overrides = NO_OVERRIDES) -> Verdict:
    """Judge one record: replay it, check what it claims, and say everything there is to say."""
    return judged(record, overrides).verdict


def judged(record: Record, overrides: Overrides = NO_OVERRIDES) -> Judged:
    """The verdict on one record, with the record and the replay."""
    game = find_game(record.game)
    if game is None:
        return Judged(_verdict(record, None, [*record.findings, *result_tag(record)]), record, None)
    replayed, findings = judge(record, game, overrides.rules)
    return Judged(_verdict(record, replayed, findings), record, replayed)


def replay(record: Record, rules: str | None = None) -> Replay:
    """The positions of a record, as far as its actions are legal; `rules` overrides its Rules tag.

    Raises NotationError where the game, its rules or the set-up position cannot be read.
    """
    game = game_of(record)
    return replay_record(record, game, game.rules(rules) if rules else None)


def game_of(record: Record) -> Game:
    """The game of a record. Raises NotationError where it is not known."""
    game = find_game(record.game)
    if game is None:
        raise NotationError(f"there is no game {record.game!r}")
    return game


def read(path: str | PathLike[str], game: str | None = None, from_format: str | None = None) -> Iterator[Record]:
    """The records of a file in any format, one after the other; `-` is standard input.

    What is wrong with a record's text is in its `findings`. What cannot be made a record at all raises NotationError; a file that
    cannot be read raises OSError.
    """
    file = display_name(fspath(path))
    try:
        with open_binary(fspath(path)) as stream:
            yield from _records_only(read_stream(stream, file, Overrides(game, None, from_format)))
    except Unreadable as error:
        raise error.__cause__ or OSError(str(error)) from None


def read_text(text: str, game: str | None = None, from_format: str | None = None) -> list[Record]:
    """The records of a text in any format. Raises NotationError as `read` does."""
    stream = BytesIO(text.encode("utf-8", "surrogateescape"))
    return list(_records_only(read_stream(stream, "<text>", Overrides(game, None, from_format))))


def _records_only(found: Iterator[Record | Diagnostic | FileFinding]) -> Iterator[Record]:
    for each in found:
        if isinstance(each, Record):
            yield each
        else:
            finding = each.diagnostic if isinstance(each, FileFinding) else each
            raise NotationError(f"{finding.place.file}:{finding.place.line}: {finding.message}")


def no_record(file: str) -> FileFinding:
    """What is said of a file in which nothing is found."""
    return FileFinding(diagnose("no-record", beginning_of(file)))


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
