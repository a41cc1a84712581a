"""Files that are written as a whole: what they replace, what they keep, and what is refused."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from marking import GOOD, LOOSE, xbn

from expendibots_notation.cli import format as formatting
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.writing import Unwritable, WholeFile, write_whole, write_whole_folder

XBN = str(Path(sys.executable).with_name("xbn"))


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# What is kept


def test_a_hard_link_keeps_the_old_text() -> None:
    Path("a").write_text("old")
    os.link("a", "b")
    write_whole("a", ["new"])
    assert (Path("a").read_text(), Path("b").read_text()) == ("new", "old")


def test_a_symbolic_link_stays_one_wherever_it_points() -> None:
    Path("there").mkdir()
    Path("link").symlink_to("there/file")
    write_whole("link", ["one"])
    write_whole("link", ["two"])
    assert (os.readlink("link"), Path("there/file").read_text()) == ("there/file", "two")


def test_a_new_file_has_the_permissions_that_the_mask_leaves() -> None:
    before = os.umask(0o027)
    try:
        write_whole("a", ["x"])
    finally:
        os.umask(before)
    assert stat.S_IMODE(os.stat("a").st_mode) == 0o640


def test_the_owner_stays_the_owner_where_the_system_allows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the administrator may give files away, so the system's answer is played."""
    Path("a").write_text("old")
    given: list[tuple[int, int]] = []
    real = os.stat

    def foreign(path: Any, **options: Any) -> Any:
        found = real(path, **options)
        return os.stat_result((*found[:4], 12345, 54321, *found[6:])) if str(path).endswith("a") else found

    def give(_path: str, user: int, group: int) -> None:
        given.append((user, group))
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "stat", foreign)
    monkeypatch.setattr(os, "chown", give)
    write_whole("a", ["new"])
    assert given == [(12345, 54321)]
    assert Path("a").read_text() == "new"


def test_it_is_on_the_disk_before_it_has_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (order.append("sync"), sync(handle)))
    monkeypatch.setattr(os, "replace", lambda *names: (order.append("replace"), replace(*names)))
    write_whole("a", ["x"])
    assert order == ["sync", "replace"]


# What is refused


def test_a_file_that_may_not_be_written_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write everything, so the system's answer is played."""
    Path("a.xbn").write_text(LOOSE)
    monkeypatch.setattr(os, "access", lambda *_: False)
    answer = xbn("format", "--write", "a.xbn")
    assert (answer.code, answer.err) == (2, "xbn: cannot write a.xbn: permission denied\n0 files reformatted, 0 unchanged\n")
    assert Path("a.xbn").read_text() == LOOSE


def test_what_a_file_is_about_is_in_its_error() -> None:
    with pytest.raises(Unwritable, match="cannot write missing/a: no such file or directory") as caught:
        write_whole("missing/a", ["x"])
    assert isinstance(caught.value, OSError)


def test_a_folder_is_not_replaced_by_a_file() -> None:
    Path("a").mkdir()
    with pytest.raises(Unwritable, match="is a directory"):
        write_whole("a", ["x"])


def test_a_pipe_is_not_replaced_by_a_folder() -> None:
    os.mkfifo("a")
    with pytest.raises(Unwritable, match="it is no folder"), write_whole_folder("a", ("x",)):
        pass


def test_a_device_is_written_directly() -> None:
    write_whole(os.devnull, ["x"])
    with pytest.raises(Unwritable, match="no space left on device"):
        write_whole("/dev/full", ["x"])
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    assert os.listdir() == []


# Folders


def test_a_folder_keeps_its_permissions() -> None:
    Path("a").mkdir(mode=0o750)
    for text in ("one", "two"):
        with write_whole_folder("a", ("x",)) as folder:
            Path(folder, "x").write_text(text)
    assert (stat.S_IMODE(os.stat("a").st_mode), Path("a/x").read_text(), os.listdir()) == (0o750, "two", ["a"])


def test_where_names_cannot_be_exchanged_it_takes_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_library(_name: None) -> object:
        return object()

    monkeypatch.setattr("ctypes.CDLL", no_library)
    for text in ("one", "two"):
        with write_whole_folder("a", ("x",)) as folder:
            Path(folder, "x").write_text(text)
    assert (Path("a/x").read_text(), os.listdir()) == ("two", ["a"])


def test_a_signal_while_the_old_folder_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    remove = shutil.rmtree
    calls: list[str] = []

    def disturbed(path: str, ignore_errors: bool) -> None:
        calls.append(path)
        if len(calls) == 1:
            raise SystemExit(143)
        remove(path, ignore_errors=ignore_errors)

    monkeypatch.setattr(shutil, "rmtree", disturbed)
    with pytest.raises(SystemExit), write_whole_folder("a", ("x",)) as folder:
        Path(folder, "x").write_text("one")
    assert os.listdir() == ["a"]


# A full disk


def can_mount() -> bool:
    """Whether this user may have a small disk of their own."""
    order = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    try:
        return subprocess.run(order, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def test_a_full_disk(tmp_path: Path) -> None:
    """A real one, where the system lets a user mount one; the same by a limit of file sizes is in test_ended.py."""
    (tmp_path / "game.xbn").write_text("\n".join([GOOD] * 1000))
    disk = tmp_path / "disk"
    disk.mkdir()
    script = (
        f"mount -t tmpfs -o size=64k none {disk} && cd {disk} && echo old > old && "
        f"{XBN} convert ../game.xbn --to json -o old --force; echo $?; cat old; ls -A"
    )
    if not can_mount():
        script = f"echo old > old && {XBN} convert game.xbn --to json -o /dev/full --force; echo $?; cat old; ls -A"
    wrapped = ["unshare", "--user", "--map-root-user", "--mount"] if can_mount() else []
    answer = subprocess.run([*wrapped, "sh", "-c", script], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert "no space left on device" in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.stdout.splitlines()[:2] == ["2", "old"]
    assert ".unfinished" not in answer.stdout


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_disk_that_is_full_at_any_report(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No report appears unless all do, but for a failure of the very last step."""
    names = ["a.json", "b.csv", "c.txt"]
    for name in names:
        Path(name).write_text("old")
    usual = WholeFile.write

    def refuse(self: WholeFile, piece: str | bytes) -> None:
        if self._path == names[number]:
            raise Unwritable(names[number], "no space left on device")
        usual(self, piece)

    monkeypatch.setattr(WholeFile, "write", refuse)
    orders = [part for name, kind in zip(names, ("json", "csv", "text"), strict=True) for part in ("--report", f"{kind}={name}")]
    answer = xbn("validate", *orders, "-", text=GOOD)
    assert (answer.code, answer.out, answer.err) == (2, "", f"xbn: cannot write {names[number]}: no space left on device\n")
    assert [Path(name).read_text() for name in names] == ["old"] * 3
    assert sorted(os.listdir()) == names


# What format --write would lose


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("d2-d3", "d2-c2"),
        ("{a comment}", ""),
        ("{a comment}", "{another comment}"),
        ("{%clock=1.0}", "{%clock=1}"),
        ('[White "Ada"]\n', ""),
        ('[White "Ada"]', '[White "Bob"]'),
        ("(1. e2-e3)", ""),
        ("e7-e6!", "e7-e6"),
        ("{last}", "{last} *"),
        (" *", " 1-0"),
        ("\n\n1. ", "\n\n* 1. "),
    ],
)
def test_format_refuses_to_write_what_would_be_another_record(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the writer, played: whatever it would change of a record, the file stays as it is."""
    record = (
        GOOD.replace("\n\n1. d2-d3 e7-e6", '\n[White "Ada"]\n\n1. d2-d3 {%clock=1.0} {a comment} (1. e2-e3) e7-e6!') + "{last}\n"
    )
    Path("a.xbn").write_text(GOOD + "\n" + record.replace("d2-d3 {%", "D2-d3 {%"))
    before = Path("a.xbn").read_text()

    def faulty(tree: Record, game: Any) -> str:
        text = write(tree, game)
        assert tree.index == 1 or old in text
        return text if tree.index == 1 else text.replace(old, new, 1)

    monkeypatch.setattr(formatting, "canonical_text", faulty)
    answer = xbn("format", "--write", "a.xbn")
    assert answer.code == 2
    number = 3 if new.endswith(" *") else 2
    assert f"a.xbn is left as it is: the canonical text of record {number} would not be read as the same record" in answer.err
    assert (Path("a.xbn").read_text(), os.listdir()) == (before, ["a.xbn"])
    printed = xbn("format", "--write", "-", text=before)
    assert (printed.code, printed.out) == (2, "")


def test_format_writes_around_broken_records() -> None:
    """What is left as it is must not swallow, or split, what stands behind it."""
    broken = sorted((Path(__file__).parents[2] / "samples" / "broken").glob("*.xbn"))
    assert len(broken) > 30
    Path("a.xbn").write_bytes(b"\n".join(LOOSE.encode() + b"\n" + sample.read_bytes() for sample in broken))
    answer = xbn("format", "--write", "a.xbn")
    assert answer.code == 1
    assert "reformatted a.xbn\n" in answer.err
    assert Path("a.xbn").read_text(errors="replace").count(LOOSE.replace("D2d3", "d2-d3")) >= len(broken)


def test_format_does_not_overwrite_what_somebody_else_has_written(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.xbn").write_text(LOOSE)

    def meanwhile(record: Record, game: Any) -> str:
        Path("a.xbn").write_text(LOOSE + "{mine}\n")
        return write(record, game)

    monkeypatch.setattr(formatting, "canonical_text", meanwhile)
    answer = xbn("format", "--write", "a.xbn")
    assert (answer.code, answer.err.splitlines()[0]) == (2, "xbn: cannot write a.xbn: somebody else has changed it meanwhile")
    assert (Path("a.xbn").read_text(), os.listdir()) == (LOOSE + "{mine}\n", ["a.xbn"])


def test_format_does_not_bring_back_what_somebody_else_has_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.xbn").write_text(LOOSE)

    monkeypatch.setattr(formatting._Formatter, "_check_faithful", lambda *_: Path("a.xbn").unlink())
    answer = xbn("format", "--write", "a.xbn")
    assert (answer.code, os.listdir()) == (2, [])


def test_format_does_not_write_into_a_pipe(tmp_path: Path) -> None:
    os.mkfifo("a.xbn")
    writer = threading.Thread(target=Path("a.xbn").write_text, args=[LOOSE])
    writer.start()
    answer = xbn("format", "--write", "a.xbn")
    writer.join(10)
    assert (answer.code, answer.err.splitlines()[0]) == (2, "xbn: cannot write a.xbn: it is no ordinary file")
    assert Path("a.xbn").is_fifo()
