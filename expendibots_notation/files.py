"""Files: which ones a path means, how they are opened, and how they are written so that nothing is ever half written."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
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


def write_whole(path: str, pieces: Iterable[str | bytes]) -> None:
    """Write a file under a temporary name and move it into place: afterwards it is complete, or as it was before.

    Keeps the permissions of a file that is replaced. What is no ordinary file, such as a pipe, is written directly. Text is written
    as UTF-8; bytes that were not UTF-8 when they were read are written as they were. Raises OSError, and whatever `pieces` raises.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as stream:
            stream.writelines(map(_encoded, pieces))
        return
    import tempfile

    handle, temporary = tempfile.mkstemp(prefix=".xbn-", dir=os.path.dirname(target) or ".")
    try:
        with open(handle, "wb") as stream:
            stream.writelines(map(_encoded, pieces))
        os.chmod(temporary, _permissions(target))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _encoded(piece: str | bytes) -> bytes:
    return piece.encode("utf-8", "surrogateescape") if isinstance(piece, str) else piece


def _permissions(target: str) -> int:
    """Those of the file that is replaced; for a new file, what the user's mask leaves."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
