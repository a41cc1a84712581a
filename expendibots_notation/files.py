"""Files: which ones a path means, and how they are opened. How they are written is in `writing.py`."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import BinaryIO

STANDARD_STREAM = "-"
"""The path that means standard input, or standard output."""


class Unreadable(Exception):
    """Raised where the operating system does not give a file's content; the message says why.

    Not an OSError: what fails while reading must never be taken for what fails while writing.
    """


def unreadable(error: OSError) -> Unreadable:
    """What to raise for an error of the operating system."""
    return Unreadable((error.strerror or str(error)).lower())


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input for `-`. Raises Unreadable."""
    if path == STANDARD_STREAM:
        if sys.stdin is None:
            raise Unreadable("standard input is closed")
        yield sys.stdin.buffer
        return
    try:
        stream = open(path, "rb")  # noqa: SIM115 - closed below; only opening may be taken for unreadable
    except OSError as error:
        raise _unopened(path, error) from error
    except ValueError:
        raise Unreadable("no file can have this name") from None
    with stream:
        yield stream


def _unopened(path: str, error: OSError) -> Unreadable:
    """What to raise for a path that cannot be opened. A person sees a link or a folder there, so the reason names it."""
    if isinstance(error, FileNotFoundError) and os.path.islink(path):
        return Unreadable(f"it is a link to {os.readlink(path)}, which does not exist")
    if isinstance(error, PermissionError) and os.path.isdir(path):
        return Unreadable("it is a folder that may not be searched")
    return unreadable(error)


def display_name(path: str) -> str:
    """How messages call a file."""
    return "<stdin>" if path == STANDARD_STREAM else path


@dataclass(frozen=True, slots=True)
class Found:
    """What a search for files has found."""

    files: list[str]
    """Files to read: those given by name, and those in folders with a known extension."""
    others: list[str]
    """Everything else in the folders: other files, links to folders, pipes, devices."""


def search(paths: Iterable[str], extensions: tuple[str, ...]) -> Found:
    """Find the files that paths stand for: a folder stands for everything below it that is not hidden.

    Links to files are read, links to folders are not followed. What cannot be looked at is among `files`: opening it reports why.
    """
    files: list[str] = []
    others: list[str] = []
    for path in paths:
        if path == STANDARD_STREAM or not os.path.isdir(path):
            files.append(path)
            continue
        for found, is_file in sorted(_below(path, extensions)):
            (files if is_file else others).append(found)
    return Found(files, others)


def _below(path: str, extensions: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
    """Each path below a folder, and whether it is to be read as a file of records."""
    folders = [str(PurePath(path))]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as entries:
                listed = [entry for entry in entries if not entry.name.startswith(".")]
        except OSError:
            yield folder, True  # opening it reports why
            continue
        for entry in listed:
            found = entry.path.removeprefix("./") if entry.name != STANDARD_STREAM else entry.path
            if _is_folder(entry):
                folders.append(found)
            else:
                yield found, entry.name.lower().endswith(extensions) and not _is_special(found)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_special(path: str) -> bool:
    """Whether a path leads to something other than an ordinary file. A path that leads nowhere does not."""
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def below_working_directory(path: str) -> str:
    """The path as seen from the working directory, where it leads below that; otherwise as it is."""
    try:
        below = os.path.relpath(path)
    except OSError:
        return path  # the working directory no longer exists
    return path if below.startswith(os.pardir) else below


def real_path(path: str) -> str:
    """The absolute path without links; the path itself where the working directory no longer exists."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
