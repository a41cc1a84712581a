"""Archives whose bytes depend on their content alone, and what must not be in them."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path


def normalise_sdist(source: Path, target: Path, epoch: int) -> None:
    """Write a `.tar.gz` again: members by name, all of one time, nobody's, with one of two sets of permissions."""
    packed = io.BytesIO()
    with tarfile.open(source) as old, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, epoch
            plain.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            if not (member.isdir() or member.isfile()):
                raise ValueError(f"{member.name} is neither a file nor a folder")
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)
    target.write_bytes(gzip.compress(packed.getvalue(), mtime=epoch))


def contents(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an sdist or a wheel."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                yield name, wheel.read(name)
        return
    with tarfile.open(archive) as sdist:
        for member in sdist:
            if member.isfile():
                stream = sdist.extractfile(member)
                assert stream is not None
                yield member.name, stream.read()


def leaks(archive: Path, words: Iterable[str]) -> list[str]:
    """Where the names of this machine stand in an archive: its folders, its package index."""
    wanted = [word.encode() for word in words]
    return [f"{name}: {word.decode()}" for name, content in contents(archive) for word in wanted if word in content]


def difference(one: Path, other: Path) -> str:
    """In what two archives differ, as far as it can be told."""
    mine, others = dict(contents(one)), dict(contents(other))
    names = sorted({*mine, *others}, key=str)
    differing = [name for name in names if mine.get(name) != others.get(name)]
    return ", ".join(differing) or "times, permissions or order"
