"""The input of a command: what the options say about it, the files that its paths mean, and what else lies in their folders.

A marker who validates a folder of submissions has to know that one of them is a screenshot, still packed, or behind a link. Such
findings are not errors: nobody has asked for these paths by name. A report may lie in the folder that it is about, and must not be
read as a submission the next time. Records are evidence, so no report takes the place of one.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence

from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.process import Mistake, mistaken
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.files import Found, Unreadable, open_binary, real_path, search
from expendibots_notation.filetypes import HEAD, file_type
from expendibots_notation.game import Game, NotationError
from expendibots_notation.games import GAMES, game_called
from expendibots_notation.importers import IMPORTERS, check_format, known_extensions
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import Overrides, beginning_of, read_stream
from expendibots_notation.verdict import FileFinding

_SURE = 0.8
"""How surely a text must be a record to be called one, whatever its name says."""
_UNPACKING = {
    "a ZIP archive": "unpack it, for example with `python3 -m zipfile -e {file} FOLDER`, and validate the folder",
    "a tar archive": "unpack it, for example with `python3 -m tarfile -e {file} FOLDER`, and validate the folder",
}
_UNOPENED = "a file that cannot be opened"
_SPECIAL = {stat.S_IFDIR: "a link to a folder", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}


# What the options say


def known_game(name: str | None) -> Game:
    """The game of that name, or the first one. Raises Mistake where there is no such game."""
    with mistaken(NotationError):
        return GAMES[0] if name is None else game_called(name)


def overridden(game: str | None, rules: str | None = None, from_: str | None = None, record: int | None = None) -> Overrides:
    """What the shared options say about records. Raises Mistake for a format, a game, or rules of that game that do not exist."""
    if rules is not None and not rules.strip():
        raise Mistake("--rules is empty; leave it out for what the Rules tag says")
    if game is not None or rules is not None:
        _check_rules(GAMES if game is None else [known_game(game)], rules)
    if from_ is not None:
        with mistaken(NotationError):
            check_format(from_)
    return Overrides(game, rules, from_, record)


def _check_rules(games: Iterable[Game], rules: str | None) -> None:
    """Raises Mistake where none of the games has such rules."""
    problems = []
    for game in games:
        try:
            game.rules(rules)
            return
        except NotationError as error:
            problems.append(str(error))
    raise Mistake(problems[0])


# Files


def record_files(paths: Sequence[str], outputs: Sequence[str] = (), extensions: tuple[str, ...] = ()) -> list[str]:
    """The files of records at the paths. Links to folders, pipes and the like are named. Raises Mistake where there is no file."""
    found = survey(paths, outputs, extensions)
    for path in found.others:
        if (finding := unread_path(path)) is not None:
            Notices().finding(finding)
    if not found.files:
        raise Mistake(f"there are no {extensions[0] if extensions else 'record'} files in {', '.join(paths)}")
    return found.files


def survey(paths: Sequence[str], outputs: Sequence[str] = (), extensions: tuple[str, ...] = ()) -> Found:
    """What there is at the paths, without the outputs. Raises Mistake before anything is read where an output holds records."""
    keep_records(paths, outputs)
    written = {real_path(output) for output in outputs}

    def is_read(file: str) -> bool:
        return not written or real_path(file) not in written

    found = search(paths, extensions or known_extensions())
    return Found([*filter(is_read, found.files)], [*filter(is_read, found.others)])


def keep_records(paths: Iterable[str], outputs: Iterable[str]) -> None:
    """Raises Mistake where an output is one of the paths or holds records."""
    named = {real_path(path) for path in paths}
    for output in outputs:
        file = real_path(output)
        if file in named:
            raise Mistake(f"{output} would be replaced, but it is to be read; give the output another name")
        if os.path.isfile(file) and _holds_records(file):
            raise Mistake(f"{output} would be replaced, but it holds records; give the output another name")


def _holds_records(file: str) -> bool:
    """Whether a file has something in it that would be lost: any text can be taken for an empty record, and that is nothing."""
    try:
        with open_binary(file) as stream:
            first = next(read_stream(stream, file), None)
    except Unreadable:
        return False
    return isinstance(first, Record) and bool(first.tags or first.line.plies)


# Leftovers: what a search for records leaves unread in a folder


def leftovers(paths: Iterable[str]) -> Iterator[FileFinding]:
    """What each of the paths is, in order."""
    for path in paths:
        yield FileFinding(unread_path(path) or _what_is(path), was_skipped=True)


def unread_path(path: str) -> Diagnostic | None:
    """The finding about a path of a folder that is not an ordinary file; None for one that is."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return _unread(path, "a link that leads nowhere" if os.path.islink(path) else _UNOPENED)
    return None if stat.S_ISREG(mode) else _unread(path, _SPECIAL.get(stat.S_IFMT(mode), "a device"))


def _unread(path: str, kind: str) -> Diagnostic:
    return diagnose("unread-path", beginning_of(path), kind=kind)


def _what_is(file: str) -> Diagnostic:
    place = beginning_of(file)
    try:
        with open_binary(file) as stream:
            head = stream.read(HEAD)
    except (Unreadable, OSError):
        return _unread(file, _UNOPENED)
    kind = file_type(head)
    if kind is not None and kind.is_archive:
        return diagnose("unread-archive", place, kind=kind.words, hint=unpacking(kind.words, file))
    if kind is not None:
        return diagnose("skipped-file", place, kind=kind.words)
    format_name = _format_of(head)
    if format_name is not None:
        return diagnose("unread-record", place, format=format_name)
    return diagnose("skipped-file", place, kind=_described(head, file))


def unpacking(kind: str, file: str) -> str | None:
    """How an archive is unpacked; None where that takes a program which not everybody has."""
    return _UNPACKING[kind].format(file=os.path.basename(file)) if kind in _UNPACKING else None


def _format_of(head: bytes) -> str | None:
    """The format of the records that a file seems to hold; None where it is something else."""
    text = head.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    surest = max(IMPORTERS, key=lambda importer: importer.recognises(text))
    return surest.name if surest.recognises(text) >= _SURE else None


def _described(head: bytes, file: str) -> str:
    if not head:
        return "an empty file"
    text = "binary data" if b"\0" in head else "a text" if head.isascii() else "a file"
    extension = os.path.splitext(file)[1]
    return f"{text} with the extension {extension}" if extension else f"{text} without an extension"
