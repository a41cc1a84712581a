"""Files: which ones a path means, how they are opened, and how they are written so that nothing is ever half written."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

STANDARD_STREAM = "-"
"""The path that means standard input, or standard output."""

EXTENSIONS = (".xbn",)


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """The bytes of a file, or of standard input for `-`. Raises OSError."""
    if path == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    with open(path, "rb") as stream:
        yield stream


def display_name(path: str) -> str:
    """How messages call a file."""
    return "<stdin>" if path == STANDARD_STREAM else path


def find_files(paths: Iterable[str]) -> Iterator[str]:
    """The files that the paths mean: a folder stands for the files in it, at any depth, with a known extension."""
    for path in paths:
        if path != STANDARD_STREAM and os.path.isdir(path):
            yield from sorted(str(each) for each in Path(path).rglob("*") if each.suffix.lower() in EXTENSIONS and each.is_file())
        else:
            yield path


def write_whole(path: str, pieces: Iterable[str]) -> None:
    """Write a text file under a temporary name and move it into place: afterwards it is complete, or as it was before.

    Keeps the permissions of a file that is replaced. Raises OSError, and whatever `pieces` raises.
    """
    target = os.path.realpath(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(target)}.", dir=os.path.dirname(target) or ".")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(pieces)
        os.chmod(temporary, _permissions(target))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _permissions(target: str) -> int:
    """Those of the file that is replaced; for a new file, what the user's mask leaves."""
    try:
        return os.stat(target).st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
