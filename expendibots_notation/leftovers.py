"""Files that a search for records leaves behind in a folder: what each of them is, so that none is overlooked.

A marker who validates a folder of submissions has to know that one of them is a screenshot, or still packed. Such findings are no
errors: nobody has asked for these files by name.
"""

from __future__ import annotations

import os
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


def leftovers(files: Iterable[str]) -> Iterator[FileFinding]:
    """What each of the files is, in order."""
    for file in files:
        yield FileFinding(_what_is(file), was_skipped=True)


def _what_is(file: str) -> Diagnostic:
    place = Place(file, 1, 1, 1, 1)
    try:
        with open_binary(file) as stream:
            head = stream.read(HEAD)
    except (Unreadable, OSError):
        return diagnose("skipped-file", place, kind="a file that cannot be opened")
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
