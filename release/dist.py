"""The files of a release, built twice and compared: `make dist`, which runs `python -m release.dist`.

An sdist, a wheel of the sources alone, and a wheel with the compiled modules where there is a C compiler. Each is built in two
folders with different times of files, locales, time zones and hash seeds, and must come out the same byte for byte. None may
hold the name of a folder of this machine or of the package index that it uses. What passes is put into `dist/`, with its checksums.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from release.archives import difference, leaks, normalise_sdist

ROOT = Path(__file__).parent.parent
NOT_RELEASED = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd", "*.c", "tables.json")
COMPILERS = ("cc", "gcc", "clang")


@dataclass(frozen=True)
class Surroundings:
    """What must make no difference."""

    folder: str
    locale: str
    zone: str
    hash_seed: str
    age: int
    """Of the files, in seconds before the release."""


FIRST = Surroundings("a", "C", "UTC", "1", 0)
SECOND = Surroundings("another-folder-with-a-longer-name", "C.UTF-8", "Asia/Kathmandu", "2", 86_400)


def main() -> int:
    epoch = source_date_epoch()
    with tempfile.TemporaryDirectory(prefix="xbn-dist-") as temporary:
        sources = Path(temporary) / "sources"
        copy_sources(sources)  # once: somebody may be working on them
        first, second = (build(Path(temporary), sources, each, epoch) for each in (FIRST, SECOND))
        assert [path.name for path in first] == [path.name for path in second]
        for one, other in zip(first, second, strict=True):
            if one.read_bytes() != other.read_bytes():
                print(f"{one.name} is not reproducible: {difference(one, other)}", file=sys.stderr)
                return 1
            if found := leaks(one, machine_words(Path(temporary))):
                print(f"{one.name} names this machine: {'; '.join(found)}", file=sys.stderr)
                return 1
        deliver(first)
    return 0


def source_date_epoch() -> int:
    """The time that all files get: the one that is asked for, that of the last commit, or that of the sdist that this is."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    if (ROOT / ".git").exists():
        return int(_run(["git", "log", "-1", "--format=%ct"], ROOT))
    return int((ROOT / "pyproject.toml").stat().st_mtime)


def build(temporary: Path, sources: Path, surroundings: Surroundings, epoch: int) -> list[Path]:
    """The files of a release, made in a folder of their own."""
    folder = temporary / surroundings.folder
    checkout, out = folder / "checkout", folder / "out"
    shutil.copytree(sources, checkout)
    out.mkdir()
    for path in checkout.rglob("*"):
        os.utime(path, (epoch - surroundings.age, epoch - surroundings.age))
    settings = {
        "SOURCE_DATE_EPOCH": str(epoch),
        "LC_ALL": surroundings.locale,
        "TZ": surroundings.zone,
        "PYTHONHASHSEED": surroundings.hash_seed,
    }
    _build("--sdist", checkout, folder / "raw", settings)
    (raw,) = (folder / "raw").iterdir()
    sdist = out / raw.name
    normalise_sdist(raw, sdist, epoch)
    _wheel(sdist, folder / "pure", out, settings | {"XBN_NO_COMPILE": "1"})
    if any(map(shutil.which, COMPILERS)):
        # Debugging data would hold the folder in which the compiler ran; and assertions hold those of the files that they stand in.
        flags = f"-g0 -ffile-prefix-map={folder / 'compiled'}=. -ffile-prefix-map={sysconfig.get_path('include')}=include"
        _wheel(sdist, folder / "compiled", out, settings | {"CFLAGS": flags})
    return sorted(out.iterdir())


def copy_sources(target: Path) -> None:
    """What belongs to the project: what git knows, or, where this is no clone, everything that nobody built."""
    if not (ROOT / ".git").exists():
        shutil.copytree(ROOT, target, ignore=NOT_RELEASED)
        return
    for name in _run(["git", "ls-files", "-z"], ROOT).split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)


def machine_words(temporary: Path) -> list[str]:
    """What would tell where a file was built: folders, and the hosts and folders of the package index."""
    folders = {str(each) for each in (ROOT, temporary, sys.prefix, sysconfig.get_path("include"))}
    configured = _run([sys.executable, "-m", "pip", "config", "list"], ROOT)
    indexes = re.findall(r"(?:https?|file)://([^\s'\"]+)", configured)
    hosts = {index.split("@")[-1].split("/")[0] or index for index in indexes}
    return sorted(word for word in folders | hosts if len(word) > 4)


def deliver(files: list[Path]) -> None:
    """Put the files into `dist/`, with their checksums, and say so."""
    target = ROOT / "dist"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    lines = []
    for file in files:
        shutil.copyfile(file, target / file.name)
        lines.append(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n")
    (target / "SHA256SUMS").write_text("".join(lines), encoding="ascii")
    print("built twice, the same bytes, no trace of this machine:")
    print("".join(lines), end="")


def _wheel(sdist: Path, folder: Path, out: Path, settings: dict[str, str]) -> None:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    _build("--wheel", unpacked, out, settings)


def _build(what: str, checkout: Path, out: Path, settings: dict[str, str]) -> None:
    _run([sys.executable, "-m", "build", what, "--no-isolation", "--outdir", str(out), str(checkout)], checkout, settings)


def _run(command: list[str], folder: Path, settings: dict[str, str] | None = None) -> str:
    """What a command says, in an environment without settings of this project. It must succeed."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XBN_"))}
    done = subprocess.run(
        command,
        cwd=folder,
        env=inherited | (settings or {}),
        capture_output=True,
        text=True,
        umask=0o022,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
