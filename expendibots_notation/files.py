"""Files: which ones a path means, how they are opened, and how they are written so that nothing is ever half written."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Self

STANDARD_STREAM = "-"
"""The path that means standard input, or standard output."""


class Unreadable(Exception):
    """Raised where the operating system does not give a file's content; the message says why.

    Not an OSError: what fails while reading must never be taken for what fails while writing.
    """


class OutputClosed(Exception):
    """Raised where whoever reads the output of a command has gone away.

    Not an OSError: the command line's library would take that for an end of its own kind, with an exit code of its own.
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


class WholeFile:
    """A file that is written piece by piece and appears when it is complete: until then it is as it was before.

    It has a temporary name meanwhile, in the same folder. It keeps the permissions of a file that it replaces. What is no ordinary
    file, such as a pipe, is written directly. Text is written as UTF-8; bytes that were not UTF-8 when they were read are written
    as they were. Used as a context: what is not complete at its end is dropped. Everything here may raise OSError.
    """

    def __init__(self, path: str) -> None:
        self._target = os.path.realpath(path)
        self._temporary: str | None = None
        if os.path.exists(self._target) and not os.path.isfile(self._target):
            self._stream = open(self._target, "wb")  # noqa: SIM115 - closed by `complete`, or at the end of the context
            return
        import tempfile

        handle, self._temporary = tempfile.mkstemp(prefix=".xbn-", dir=os.path.dirname(self._target) or ".")
        self._stream = open(handle, "wb")  # noqa: SIM115 - as above

    def write(self, piece: str | bytes) -> None:
        """Add a piece."""
        self._stream.write(_encoded(piece))

    def complete(self) -> None:
        """Nothing more is to come: the file takes its place."""
        self._stream.close()
        if self._temporary is not None:
            os.chmod(self._temporary, _permissions(self._target))
            os.replace(self._temporary, self._target)
            self._temporary = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._stream.close()
        finally:
            if self._temporary is not None:
                os.unlink(self._temporary)
                self._temporary = None


def write_whole(path: str, pieces: Iterable[str | bytes]) -> None:
    """Write a file from pieces: afterwards it is complete, or as it was before. Raises OSError, and whatever `pieces` raises."""
    with WholeFile(path) as file:
        for piece in pieces:
            file.write(piece)
        file.complete()


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
