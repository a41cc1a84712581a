"""The table of contents: file → texts of records → syntax trees → replay → checks → verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from typing import BinaryIO

from expendibots_notation.checks import judge, result_tag
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place
from expendibots_notation.files import Unreadable, display_name, open_binary
from expendibots_notation.game import Game, NotationError, Outcome
from expendibots_notation.games import find_game
from expendibots_notation.importers.text import BinaryData
from expendibots_notation.importers.xbn import read_texts
from expendibots_notation.notation.parser import parse
from expendibots_notation.notation.records import RecordText
from expendibots_notation.notation.tree import Record
from expendibots_notation.replaying import Replay
from expendibots_notation.replaying import replay as replay_record
from expendibots_notation.verdict import FileFinding, Verdict


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the caller says instead of the record's tags."""

    game: str | None = None
    rules: str | None = None


NO_OVERRIDES = Overrides()


def validate_files(paths: Iterable[str], overrides: Overrides = NO_OVERRIDES) -> Iterator[Verdict | FileFinding]:
    """Judge every record of every file, in order. A file that cannot be read is a finding, and the next one is read."""
    for path in paths:
        try:
            with open_binary(path) as stream:
                yield from validate_stream(stream, display_name(path), overrides)
        except Unreadable as error:
            yield FileFinding(unreadable_file(display_name(path), error), is_unreadable=True)


def validate_stream(stream: BinaryIO, file: str, overrides: Overrides = NO_OVERRIDES) -> Iterator[Verdict | FileFinding]:
    """Judge every record of a stream: the whole way of a record, from its text to its verdict."""
    index = 0
    try:
        for index, text in enumerate(read_texts(stream, file), 1):
            if isinstance(text, Diagnostic):
                yield _verdict_without_record(text, index)
                continue
            record = parse(text, find_game, overrides.game)
            yield validate(record, overrides)
    except BinaryData as error:
        yield FileFinding(diagnose("not-text", beginning_of(file), evidence=error))
        return
    if index == 0:
        yield FileFinding(diagnose("no-record", beginning_of(file)))


def validate(record: Record, overrides: Overrides = NO_OVERRIDES) -> Verdict:
    """Judge one record: replay it, check what it claims, and say everything there is to say."""
    game = find_game(record.game)
    if game is None:
        return _verdict(record, None, [*record.findings, *result_tag(record)])
    replayed, findings = judge(record, game, overrides.rules)
    return _verdict(record, replayed, findings)


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


def read(path: str | PathLike[str], game: str | None = None) -> Iterator[Record]:
    """The records of a file, one after the other; `-` is standard input.

    What is wrong with a record's text is in its `findings`. A record that is too long to be read, a file that is not text, and
    a file that cannot be read raise: NotationError for the first two, OSError for the last.
    """
    try:
        with open_binary(fspath(path)) as stream:
            for text in read_texts(stream, display_name(fspath(path))):
                if isinstance(text, Diagnostic):
                    raise NotationError(f"{text.place.file}:{text.place.line}: {text.message}")
                yield parse(text, find_game, game)
    except BinaryData as error:
        raise NotationError(f"{fspath(path)} is not text: {error}") from None
    except Unreadable as error:
        raise error.__cause__ or OSError(str(error)) from None


def read_text(text: str, game: str | None = None) -> list[Record]:
    """The records of a text."""
    stream = BytesIO(text.encode("utf-8", "surrogateescape"))
    return [parse(each, find_game, game) for each in read_texts(stream, "<text>") if isinstance(each, RecordText)]


def beginning_of(file: str) -> Place:
    return Place(file, 1, 1, 1, 1)


def unreadable_file(file: str, error: Unreadable) -> Diagnostic:
    """The finding for a file that the operating system does not give."""
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
