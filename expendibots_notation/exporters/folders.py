"""Folders that are written as a whole, as `files.write_whole` writes files."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def write_whole_folder(path: str, names: tuple[str, ...]) -> Iterator[str]:
    """A temporary folder to fill, which is moved to `path` at the end: that is complete then, or as it was before.

    Replaces a file, and a folder that holds nothing but files of these names; any other folder is left alone. Raises OSError.
    """
    target = os.path.realpath(path)
    _check(target, names)
    temporary = tempfile.mkdtemp(prefix=".xbn-", dir=os.path.dirname(target))
    try:
        filled = os.path.join(temporary, "new")
        os.mkdir(filled)
        yield filled
        _check(target, names)
        _move(filled, target, os.path.join(temporary, "old"))
    finally:
        shutil.rmtree(temporary)


def _check(target: str, names: tuple[str, ...]) -> None:
    """Raises OSError for what must not be replaced."""
    if os.path.isdir(target):
        if not set(os.listdir(target)) <= set(names):
            raise OSError("it is a folder with other files in it")
    elif os.path.exists(target) and not os.path.isfile(target):
        raise OSError("it is no folder")


def _move(filled: str, target: str, old: str) -> None:
    """Put a folder in the place of what is there, if anything is, which is moved away."""
    is_there = os.path.lexists(target)
    if is_there:
        os.rename(target, old)
    try:
        os.rename(filled, target)
    except BaseException:
        if is_there:
            os.rename(old, target)
        raise
