"""What a search for records leaves unread in a folder: what each thing is, so that no record is overlooked.

A marker who validates a folder of submissions has to know that one of them is a screenshot, still packed, or behind a link. Such
findings are not errors: nobody has asked for these paths by name.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Place
from expendibots_notation.files import Unreadable, open_binary
from expendibots_notation.filetypes import HEAD, file_type
from expendibots_notation.importers import IMPORTERS
from expendibots_notation.verdict import FileFinding

_SURE = 0.8
"""How surely a text must be a record to be called one, whatever its name says."""

_UNPACKING = {
    "a ZIP archive": "unpack it, for example with `python3 -m zipfile -e {file} FOLDER`, and validate the folder",
    "a tar archive": "unpack it, for example with `python3 -m tarfile -e {file} FOLDER`, and validate the folder",
}


_UNOPENED = "a file that cannot be opened"
_SPECIAL = {stat.S_IFDIR: "a link to a folder", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}


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
    return diagnose("unread-path", _beginning_of(path), kind=kind)


def _beginning_of(path: str) -> Place:
    return Place(path, 1, 1, 1, 1)


def _what_is(file: str) -> Diagnostic:
    place = _beginning_of(file)
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
