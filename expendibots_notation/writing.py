"""Files and folders that are written as a whole: whatever happens meanwhile, there is the old one or the new one.

What is written has another name first, in the same folder: `.games.json.k3j2x9ab.unfinished`. Only when it is complete, and on the
disk, does it take its place, in one step. What goes wrong before that leaves the old file, and nothing else; only a process that is
killed outright (SIGKILL, a power cut) leaves the unfinished one too, and its name says what it is.

- The new file has the permissions of the one that it replaces, and its owner where the system allows that.
- A file that may not be written is not replaced, though its folder would allow it.
- A symbolic link stays one: the file that it points to is replaced.
- Of a file with several names (hard links), only the name that is written gets the new text; the others keep the old one.
- What is no ordinary file, such as a pipe or a device, is written directly: there is nothing to keep.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, Self

UNFINISHED = ".unfinished"
"""How the names of files end that are not complete."""

_LONGEST_NAME = 40
"""Characters of a file's name that its unfinished one begins with; most systems take 255 bytes in all."""
_AT_WORKING_DIRECTORY, _EXCHANGE = -100, 2
"""AT_FDCWD and RENAME_EXCHANGE of Linux."""


class Unwritable(OSError):
    """Raised where the operating system does not take what is to be written; the message names the file and says why."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"cannot write {path or repr(path)}: {reason}")
        self.path = path
        self.reason = reason

    def __reduce__(self) -> tuple[type[Unwritable], tuple[str, str]]:
        return type(self), (self.path, self.reason)


def reason_of(error: OSError) -> str:
    """Why the operating system has refused something, in a few words."""
    return (error.strerror or str(error)).lower()


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Have errors of the operating system say which file they are about."""
    try:
        yield
    except Unwritable:
        raise
    except OSError as error:
        raise Unwritable(path, reason_of(error)) from error


class WholeFile:
    """A file that is written piece by piece and appears when it is complete: until then it is as it was before.

    Text is written as UTF-8; bytes that were not UTF-8 when they were read are written as they were. Used as a context: what is not
    complete at its end is dropped. Raises Unwritable.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._unfinished: str | None = None
        with _naming(path):
            self._target = _target_of(path)
            _check_permission(self._target)
            if os.path.exists(self._target) and not os.path.isfile(self._target):
                self._stream: BinaryIO = open(self._target, "wb")  # noqa: SIM115 - closed by `complete`, or at the end of the context
                return
            import tempfile  # loaded here: many runs write no file

            handle, self._unfinished = tempfile.mkstemp(*_affixes(self._target), dir=os.path.dirname(self._target))
            self._stream = open(handle, "wb")  # noqa: SIM115 - as above

    def write(self, piece: str | bytes) -> None:
        """Add a piece."""
        with _naming(self._path):
            self._stream.write(piece.encode("utf-8", "surrogateescape") if isinstance(piece, str) else piece)

    def complete(self) -> None:
        """Nothing more is to come: the file takes its place."""
        with _naming(self._path):
            if self._unfinished is None:
                self._stream.close()
                return
            self._stream.flush()
            # On the disk before it has the name: after a power cut, the name would otherwise belong to an empty file.
            os.fsync(self._stream.fileno())
            self._stream.close()
            _make_alike(self._unfinished, self._target, 0o666)
            os.replace(self._unfinished, self._target)
            self._unfinished = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # What is dropped need not reach the disk.
        with suppress(OSError):
            self._stream.close()
        if self._unfinished is not None:
            with suppress(OSError):
                os.unlink(self._unfinished)
            self._unfinished = None


def write_whole(path: str, pieces: Iterable[str | bytes]) -> None:
    """Write a file from pieces: afterwards it is complete, or as it was before. Raises Unwritable, and whatever `pieces` raises."""
    with WholeFile(path) as file:
        for piece in pieces:
            file.write(piece)
        file.complete()


@contextmanager
def write_whole_folder(path: str, names: tuple[str, ...]) -> Iterator[str]:
    """A folder to fill, which takes the place of `path` at the end: that is complete then, or as it was before.

    Replaces a file, and a folder that holds nothing but files of these names; any other folder is left alone. Raises Unwritable.
    """
    import shutil
    import tempfile

    with _naming(path):
        target = _target_of(path)
        _check_replaceable(target, names)
        unfinished = tempfile.mkdtemp(*_affixes(target), dir=os.path.dirname(target))
        try:
            filled = os.path.join(unfinished, "new")
            os.mkdir(filled)
            yield filled
            for name in os.listdir(filled):
                with open(os.path.join(filled, name), "rb") as file:
                    os.fsync(file.fileno())
            _check_replaceable(target, names)
            if os.path.isdir(target):
                _make_alike(filled, target, 0o777)
            _take_place(filled, target, os.path.join(unfinished, "old"))
        finally:
            try:
                shutil.rmtree(unfinished, ignore_errors=True)
            except BaseException:
                # A signal came just then.
                shutil.rmtree(unfinished, ignore_errors=True)
                raise


def _target_of(path: str) -> str:
    """The path to replace, with links followed. Raises OSError for a name that no file can have."""
    try:
        return os.path.realpath(path)
    except ValueError:
        raise OSError("no file can have this name") from None


def _affixes(target: str) -> tuple[str, str]:
    """How the name of an unfinished file ends, and how it begins, as `tempfile` wants them."""
    return UNFINISHED, f".{os.path.basename(target)[:_LONGEST_NAME]}."


def _check_permission(target: str) -> None:
    """Raises OSError for a file that may not be written: that the folder lets it be replaced is not what its owner meant."""
    if os.path.exists(target) and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _check_replaceable(target: str, names: tuple[str, ...]) -> None:
    """Raises OSError for what a folder must not replace."""
    _check_permission(target)
    if os.path.isdir(target):
        if not set(os.listdir(target)) <= set(names):
            raise OSError("it is a folder with other files in it")
    elif os.path.exists(target) and not os.path.isfile(target):
        raise OSError("it is no folder")


def _make_alike(new: str, old: str, usual: int) -> None:
    """Give a new file the permissions, and where possible the owner, of the one it replaces; else what the user's mask leaves."""
    try:
        before = os.stat(old)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(new, usual & ~mask)
        return
    if (before.st_uid, before.st_gid) != (os.stat(new).st_uid, os.stat(new).st_gid):
        with suppress(PermissionError):
            os.chown(new, before.st_uid, before.st_gid)
    os.chmod(new, stat.S_IMODE(before.st_mode))


def _take_place(filled: str, target: str, old: str) -> None:
    """Put a folder in the place of what is there, if anything is: in one step, where the system can exchange two names."""
    if not os.path.lexists(target):
        os.rename(filled, target)
        return
    if _exchanged(filled, target):
        return
    # In two: who is killed in between finds the old one in the unfinished folder.
    os.rename(target, old)
    try:
        os.rename(filled, target)
    except BaseException:
        os.rename(old, target)
        raise


def _exchanged(first: str, second: str) -> bool:
    """Whether two names were exchanged in one step, which Linux can do on most of its file systems."""
    import ctypes

    try:
        rename = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    names = (os.fsencode(first), os.fsencode(second))
    return bool(rename(_AT_WORKING_DIRECTORY, names[0], _AT_WORKING_DIRECTORY, names[1], _EXCHANGE) == 0)
