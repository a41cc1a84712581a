"""Which files a command that writes reports reads: those that the paths mean, but for those that it writes itself.

A report may lie in the folder that it is about, and must not be read as a submission the next time. Records are evidence, so no
report takes the place of one.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from expendibots_notation.files import Unreadable, find_files, open_binary, other_files
from expendibots_notation.importers import known_extensions
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import read_stream


class WouldReplace(Exception):
    """Raised where a file that is to be written is one with records; the message says which."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What there is at some paths."""

    files: list[str]
    """Those that are read."""
    others: list[str]
    """Those that lie beside them in the folders, and are not."""


def survey(paths: Sequence[str], outputs: Iterable[str]) -> Survey:
    """What there is at the paths, without the outputs. Raises WouldReplace before anything is read or written."""
    written = {os.path.realpath(output): output for output in outputs}
    named = {os.path.realpath(path) for path in paths}
    for file, output in written.items():
        if file in named:
            raise WouldReplace(f"{output} would be replaced, but it is to be read; give the output another name")
        if os.path.isfile(file) and _holds_records(file):
            raise WouldReplace(f"{output} would be replaced, but it holds records; give the output another name")

    def is_read(file: str) -> bool:
        return not written or os.path.realpath(file) not in written

    extensions = known_extensions()
    return Survey([*filter(is_read, find_files(paths, extensions))], [*filter(is_read, other_files(paths, extensions))])


def _holds_records(file: str) -> bool:
    """Whether a file has something in it that would be lost: any text can be taken for an empty record, and that is nothing."""
    try:
        with open_binary(file) as stream:
            first = next(read_stream(stream, file), None)
    except Unreadable:
        return False
    return isinstance(first, Record) and bool(first.tags or first.line.plies)
