"""Which files a command that writes reports reads: those that the paths mean, but for those that it writes itself.

A report may lie in the folder that it is about, and must not be read as a submission the next time. Records are evidence, so no
report takes the place of one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from expendibots_notation.files import Found, Unreadable, open_binary, real_path, search
from expendibots_notation.importers import known_extensions
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import read_stream


class WouldReplace(Exception):
    """Raised where a file that is to be written is one with records; the message says which."""


def survey(paths: Sequence[str], outputs: Iterable[str]) -> Found:
    """What there is at the paths, without the outputs. Raises WouldReplace before anything is read or written."""
    written = {real_path(output): output for output in outputs}
    keep_records(paths, written)

    def is_read(file: str) -> bool:
        return not written or real_path(file) not in written

    found = search(paths, known_extensions())
    return Found([*filter(is_read, found.files)], [*filter(is_read, found.others)])


def keep_records(paths: Iterable[str], outputs: Mapping[str, str]) -> None:
    """Raises WouldReplace where an output, by its real path, is one of the paths or holds records."""
    named = {real_path(path) for path in paths}
    for file, output in outputs.items():
        if file in named:
            raise WouldReplace(f"{output} would be replaced, but it is to be read; give the output another name")
        if os.path.isfile(file) and _holds_records(file):
            raise WouldReplace(f"{output} would be replaced, but it holds records; give the output another name")


def _holds_records(file: str) -> bool:
    """Whether a file has something in it that would be lost: any text can be taken for an empty record, and that is nothing."""
    try:
        with open_binary(file) as stream:
            first = next(read_stream(stream, file), None)
    except Unreadable:
        return False
    return isinstance(first, Record) and bool(first.tags or first.line.plies)
