"""Files: which ones a path means, and how they are opened. How they are written is in `writing.py`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
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
        raise unreadable(error) from error
    except ValueError as error:
        raise Unreadable(str(error)) from error
    with stream:
        yield stream


def display_name(path: str) -> str:
    """How messages call a file."""
    return "<stdin>" if path == STANDARD_STREAM else path


def find_files(paths: Iterable[str], extensions: tuple[str, ...]) -> Iterator[str]:
    """The files that the paths mean: a folder stands for the files in it, at any depth, with one of the extensions."""
    for path in paths:
        if path != STANDARD_STREAM and os.path.isdir(path):
            from pathlib import Path  # loaded here, as all that takes long and is seldom needed

            yield from sorted(
                str(each) for each in Path(path).rglob("*") if each.name.lower().endswith(extensions) and each.is_file()
            )
        else:
            yield path


def other_files(paths: Iterable[str], extensions: tuple[str, ...]) -> Iterator[str]:
    """What `find_files` leaves behind: the other files of the folders, but for hidden ones and those in hidden folders."""
    for path in paths:
        if path != STANDARD_STREAM and os.path.isdir(path):
            yield from sorted(str(each) for each in _seen_in(path) if not each.name.lower().endswith(extensions) and each.is_file())


def _seen_in(path: str) -> Iterator[Path]:
    """The files below a folder that a person sees there."""
    for folder, folders, names in os.walk(path):
        folders[:] = [each for each in folders if not each.startswith(".")]
        yield from (Path(folder, name) for name in names if not name.startswith("."))
