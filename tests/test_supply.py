"""What this project takes in and gives out: the versions of its dependencies, and the archives of a release."""

from __future__ import annotations

import io
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from release import dist
from release.archives import contents, difference, leaks, normalise_sdist

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
FOR_USERS = ("parquet", "player", "render")


def pins(name: str) -> dict[str, Version]:
    """The versions of a constraints file, which has nothing but plain pins."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert lines == sorted(lines, key=str.lower)
    matches = [re.fullmatch(r"([A-Za-z0-9_.-]+)==([0-9.]+)", line) for line in lines]
    assert all(matches), name
    found = {canonicalize_name(match[1]): Version(match[2]) for match in matches if match}
    assert len(found) == len(lines)
    return found


def requirements(*groups: list[str]) -> list[Requirement]:
    return [Requirement(text) for group in groups for text in group]


ALL = requirements(PROJECT["project"]["dependencies"], PROJECT["build-system"]["requires"], *EXTRAS.values())


def lowest(requirement: Requirement) -> Version | None:
    """The version from which on a requirement is met."""
    found = [Version(each.version) for each in requirement.specifier if each.operator == ">="]
    return found[0] if found else None


def test_what_is_installed_for_users_has_a_lowest_version() -> None:
    extras = [EXTRAS[name] for name in FOR_USERS]
    for each in requirements(PROJECT["project"]["dependencies"], PROJECT["build-system"]["requires"], *extras):
        assert lowest(each) is not None, each


def test_the_lowest_versions_are_those_that_are_tested() -> None:
    oldest = pins("constraints-oldest.txt")
    bounded = {canonicalize_name(each.name): lowest(each) for each in ALL if lowest(each) is not None}
    newest = pins("constraints.txt")
    for name, version in bounded.items():
        assert oldest.get(name, newest[name]) == version, f"{name} is tested with another version than its lowest"
    # A direct dependency may bring an exact version of its own with it.
    assert set(oldest) - set(bounded) == {"pydantic-core"}


def test_everything_is_pinned_to_a_version_that_is_allowed() -> None:
    for name in ("constraints.txt", "constraints-oldest.txt"):
        pinned = pins(name)
        for each in ALL:
            known = canonicalize_name(each.name) in pinned
            assert known or name == "constraints-oldest.txt", f"{each.name} is not pinned"
            assert not known or each.specifier.contains(pinned[canonicalize_name(each.name)]), each


def test_both_lists_spell_names_alike() -> None:
    """`make test-oldest` replaces lines by their names as they are written."""
    spelled = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert {line.partition("==")[0] for line in (ROOT / "constraints-oldest.txt").read_text().splitlines()} <= spelled


# Archives


FILES = {"p-1/b.txt": b"two", "p-1/a.txt": b"one", "p-1/tool.py": b"#!"}


def sdist(path: Path, names: list[str], mtime: int, uid: int, mode: int) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uid, member.uname = len(FILES[name]), mtime, uid, f"user{uid}"
            member.mode = mode | (0o100 if name.endswith(".py") else 0)
            archive.addfile(member, io.BytesIO(FILES[name]))
    return path


def test_an_sdist_is_the_same_whoever_packs_it_when(tmp_path: Path) -> None:
    one = sdist(tmp_path / "one.tar.gz", list(FILES), mtime=5, uid=0, mode=0o600)
    other = sdist(tmp_path / "other.tar.gz", sorted(FILES), mtime=1_600_000_000, uid=1000, mode=0o664)
    assert one.read_bytes() != other.read_bytes()
    for source in (one, other):
        normalise_sdist(source, source.with_suffix(".new"), 1_700_000_000)
    assert one.with_suffix(".new").read_bytes() == other.with_suffix(".new").read_bytes()
    with tarfile.open(one.with_suffix(".new")) as archive:
        members = archive.getmembers()
        assert [(each.name, each.mode, each.uid, each.uname, each.mtime) for each in members] == [
            ("p-1/a.txt", 0o644, 0, "", 1_700_000_000),
            ("p-1/b.txt", 0o644, 0, "", 1_700_000_000),
            ("p-1/tool.py", 0o755, 0, "", 1_700_000_000),
        ]
    renamed = one.with_suffix(".new").rename(tmp_path / "new.tar.gz")
    assert dict(contents(renamed)) == FILES


def test_an_sdist_holds_files_and_folders_only(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "odd.tar.gz", "w:gz") as archive:
        link = tarfile.TarInfo("p-1/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    with pytest.raises(ValueError, match="p-1/link is neither a file nor a folder"):
        normalise_sdist(tmp_path / "odd.tar.gz", tmp_path / "new.tar.gz", 0)


def test_names_of_the_machine_are_found_in_archives(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "p.whl", "w") as wheel:
        wheel.writestr("p/a.so", b"\0built in /somebody/here\0")
        wheel.writestr("p/b.py", b"nothing")
    packed = sdist(tmp_path / "p.tar.gz", list(FILES), 0, 0, 0o644)
    assert leaks(tmp_path / "p.whl", ["/somebody", "/nobody"]) == ["p/a.so: /somebody"]
    assert leaks(packed, ["two"]) == ["p-1/b.txt: two"]
    with zipfile.ZipFile(tmp_path / "q.whl", "w") as wheel:
        wheel.writestr("p/b.py", b"something")
    assert difference(tmp_path / "p.whl", tmp_path / "q.whl") == "p/a.so, p/b.py"
    assert difference(packed, packed) == "times, permissions or order"


def test_the_time_of_a_release_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    assert dist.source_date_epoch() == 1_234_567_890
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert dist.source_date_epoch() > 1_500_000_000


def test_what_would_tell_the_machine_is_known(tmp_path: Path) -> None:
    words = dist.machine_words(tmp_path)
    assert {str(ROOT), str(tmp_path)} <= set(words)
    assert all(len(word) > 4 for word in words)


def test_only_sources_are_released(tmp_path: Path) -> None:
    dist.copy_sources(tmp_path / "copy")
    names = {path.name for path in (tmp_path / "copy").rglob("*")}
    assert {"pyproject.toml", "SECURITY.md", "record.lark", "XBN203-too-far.xbn", "test_supply.py"} <= names
    assert not [name for name in names if name == "__pycache__" or name.endswith((".so", ".pyc", ".egg-info"))]
