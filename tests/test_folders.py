"""Folders: nothing below one is overlooked in silence, and what cannot be read does not keep the rest from being judged."""

from __future__ import annotations

import ctypes
import inspect
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from marking import GOOD, Answer, xbn

from expendibots_notation.cli.inputs import leftovers
from expendibots_notation.files import search

COMMANDS = {
    "validate": ["validate"],
    "format": ["format", "--check"],
    "convert": ["convert", "--to", "jsonl"],
    "id": ["id"],
    "table": ["table"],
    "replay": ["replay", "--plain"],
}
"""Each command that takes a folder."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with the folder `games`, which holds a good record."""
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    Path("games/good.xbn").write_text(GOOD)
    yield tmp_path
    for each in tmp_path.rglob("closed"):
        each.chmod(0o755)


def in_shell(*arguments: str) -> Answer:
    """Run the command as a process of its own to which permissions apply, also where the tests run as root."""
    command = [sys.executable, "-m", "expendibots_notation", *arguments]
    answer = subprocess.run(
        command,
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
        preexec_fn=_obey_permissions,
    )
    assert "Traceback" not in answer.stderr
    return Answer(answer.returncode, answer.stdout, answer.stderr)


_DROP_CAPABILITY, _OVERRIDE_PERMISSIONS, _OVERRIDE_READING = 24, 1, 2
"""PR_CAPBSET_DROP, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH of Linux."""


def _obey_permissions() -> None:
    """Have what this process starts obey the permissions of files, as it does where the user is not root."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (_OVERRIDE_PERMISSIONS, _OVERRIDE_READING):
            if libc.prctl(_DROP_CAPABILITY, capability, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "cannot give up the rights of root")


def close(path: str, mode: int) -> None:
    """Take permissions of a folder away; the fixture gives them back."""
    assert Path(path).name == "closed"
    Path(path).chmod(mode)


# What is named


def socket_at(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)


def loop_at(path: str) -> None:
    os.symlink(os.path.basename(path), path)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("name", "make", "code", "words"),
    [
        ("gone.xbn", lambda path: os.symlink("nowhere", path), "XBN903", "it is a link to nowhere, which does not exist"),
        ("gone", lambda path: os.symlink("nowhere", path), "XBN414", "this is a link that leads nowhere"),
        ("loop.xbn", loop_at, "XBN903", "too many levels of symbolic links"),
        ("more", lambda path: os.symlink("../elsewhere", path), "XBN414", "this is a link to a folder"),
        ("more.xbn", lambda path: os.symlink("../elsewhere", path), "XBN414", "this is a link to a folder"),
        ("circle", lambda path: os.symlink(".", path), "XBN414", "this is a link to a folder"),
        ("pipe.xbn", os.mkfifo, "XBN414", "this is a named pipe"),
        ("pipe", os.mkfifo, "XBN414", "this is a named pipe"),
        ("linked.xbn", lambda path: os.symlink("../pipe", path), "XBN414", "this is a named pipe"),
        ("socket.xbn", socket_at, "XBN414", "this is a socket"),
        ("device.xbn", lambda path: os.symlink("/dev/zero", path), "XBN414", "this is a device"),
    ],
)
def test_what_is_not_a_file_is_named_and_the_rest_is_judged(
    command: str, name: str, make: object, code: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("elsewhere").mkdir()
    os.mkfifo("pipe")
    monkeypatch.chdir("games")
    make(name)  # type: ignore[operator]
    monkeypatch.chdir("..")
    answer = xbn(*COMMANDS[command], "games")
    said = answer.out if command == "validate" else answer.err
    severity = "error" if code == "XBN903" else "warning"
    assert f"games/{name}:1:1: {severity}[{code}]" in said
    assert words in said
    assert answer.code == (2 if code == "XBN903" else 0)
    if command == "validate":
        assert "games/good.xbn:1: record 1 is valid" in answer.out
        assert xbn("validate", "--strict", "games").code == (2 if code == "XBN903" else 1)


def test_what_may_hold_records_can_be_ignored() -> None:
    os.mkfifo("games/pipe")
    assert xbn("validate", "--strict", "--ignore", "unread-path", "games").code == 0


def test_links_to_files_are_read() -> None:
    Path("elsewhere.xbn").write_text(GOOD)
    Path("games/linked.xbn").symlink_to("../elsewhere.xbn")
    assert "games/linked.xbn:1: record 1 is valid" in xbn("validate", "--strict", "games").out


def test_what_is_given_by_name_is_followed() -> None:
    Path("linked").symlink_to("games")
    answer = xbn("validate", "--strict", "linked")
    assert (answer.code, "linked/good.xbn:1: record 1 is valid" in answer.out) == (0, True)
    Path(".hidden").mkdir()
    shutil.copy("games/good.xbn", ".hidden/.good.xbn")
    assert xbn("validate", ".hidden/.good.xbn").code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_hidden_files_and_folders_are_passed_over(command: str) -> None:
    Path("games/.broken.xbn").write_text("nonsense")
    Path("games/.lock.xbn").symlink_to("nowhere")
    Path("games/.backup").mkdir()
    Path("games/.backup/old.xbn").write_text("nonsense")
    answer = xbn(*COMMANDS[command], "games")
    assert answer.code == 0
    assert ".broken" not in answer.out + answer.err
    assert ".backup" not in answer.out + answer.err


def test_a_hidden_folder_that_is_given_is_searched() -> None:
    Path("games").rename(".games")
    assert xbn("validate", ".games").code == 0


def test_folders_of_any_depth() -> None:
    """Deeper than Python calls functions."""
    folders = ["games" + "/d" * depth for depth in range(1, 200)]
    for each in folders:
        os.mkdir(each)
    shutil.copy("games/good.xbn", folders[-1])
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        assert search(["games"], (".xbn",)).files == [f"{folders[-1]}/good.xbn", "games/good.xbn"]
    finally:
        sys.setrecursionlimit(usual)


def test_a_file_called_like_standard_input() -> None:
    Path("games/-").write_text("notes")
    os.chdir("games")
    assert search(["."], (".xbn",)).others == ["./-"]
    (finding,) = leftovers(["./-"])
    assert finding.diagnostic.name == "skipped-file"


@pytest.mark.parametrize("path", [".", "./", "../games", "../games/", "./."])
def test_names_are_short(path: str) -> None:
    os.chdir("games")
    assert search([path], (".xbn",)).files == ["good.xbn" if ".." not in path else "../games/good.xbn"]


# Permissions


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_may_not_be_read(command: str) -> None:
    Path("games/closed").mkdir()
    close("games/closed", 0o300)
    answer = in_shell(*COMMANDS[command], "games")
    said = answer.out if command == "validate" else answer.err
    assert answer.code == 2
    assert "games/closed:1:1: error[XBN903] the file cannot be read: it is a folder that may not be searched" in said
    if command in ("validate", "id"):
        assert "good.xbn" in answer.out


def test_a_folder_that_is_given_and_may_not_be_read() -> None:
    Path("games").rename("closed")
    close("closed", 0o000)
    answer = in_shell("validate", "closed")
    assert answer.code == 2
    assert "closed:1:1: error[XBN903] the file cannot be read: it is a folder that may not be searched" in answer.out


def test_a_folder_that_may_be_read_but_not_searched() -> None:
    Path("games/closed/inner").mkdir(parents=True)
    Path("games/closed/game.xbn").write_text(GOOD)
    Path("games/closed/picture.png").write_bytes(b"\x89PNG")
    Path("games/closed/linked.xbn").symlink_to("../good.xbn")
    close("games/closed", 0o600)
    answer = in_shell("validate", "games")
    assert answer.code == 2
    for name in ("game.xbn", "inner", "linked.xbn"):
        assert f"games/closed/{name}:1:1: error[XBN903] the file cannot be read: permission denied" in answer.out
    assert "games/closed/picture.png:1:1: warning[XBN414] this is a file that cannot be opened" in answer.out
    assert "games/good.xbn:1: record 1 is valid" in answer.out


def test_a_working_directory_below_one_that_may_not_be_searched(folder: Path) -> None:
    """Settings above it cannot be looked for, which is no reason to stop."""
    Path("closed/inner").mkdir(parents=True)
    shutil.copy("games/good.xbn", "closed/inner")
    runner = f"import os; os.chdir({str(folder / 'closed/inner')!r}); os.chmod({str(folder / 'closed')!r}, 0o600); "
    runner += "import runpy, sys; sys.argv = ['xbn', 'validate', '.']; "
    runner += "runpy.run_module('expendibots_notation', run_name='__main__')"
    answer = subprocess.run(
        [sys.executable, "-c", runner], capture_output=True, encoding="utf-8", check=False, preexec_fn=_obey_permissions
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "good.xbn:1: record 1 is valid" in answer.stdout


@pytest.mark.parametrize("command", ["validate", "format"])
def test_settings_that_may_not_be_read(command: str) -> None:
    Path("xbn.toml").write_text("strict = true\n")
    Path("xbn.toml").chmod(0o000)
    answer = in_shell(command, "games")
    assert (answer.code, answer.out) == (2, "")
    assert "xbn: cannot read the settings in xbn.toml: permission denied" in answer.err


# A working directory that was deleted


@pytest.fixture
def deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the record, given absolutely, from a working directory that no longer exists."""
    Path("deleted").mkdir()
    monkeypatch.chdir("deleted")
    os.rmdir(folder / "deleted")
    with pytest.raises(FileNotFoundError):
        os.getcwd()
    return folder / "games"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_deleted_working_directory_is_no_obstacle(command: str, deleted: Path) -> None:
    answer = xbn(*COMMANDS[command], str(deleted))
    assert answer.code == 0
    assert "cannot" not in answer.err


def test_reports_from_a_deleted_working_directory(deleted: Path) -> None:
    for report in ("text", "json", "jsonl", "github", "sarif", "junit", "csv", "html"):
        assert xbn("validate", "--report", report, str(deleted)).code == 0
    assert xbn("validate", "--report", f"csv={deleted / 'marks.csv'}", str(deleted)).code == 0
    assert xbn("validate", "--jobs", "2", str(deleted)).code == 0


def test_a_name_in_a_deleted_working_directory(deleted: Path) -> None:
    answer = xbn("validate", "good.xbn", str(deleted))
    assert answer.code == 2
    assert "good.xbn:1:1: error[XBN903] the file cannot be read: no such file or directory" in answer.out
    assert "record 1 is valid" in answer.out


@pytest.mark.parametrize(
    "arguments", [["validate", "--report", "csv=marks.csv"], ["convert", "-o", "out.json"], ["table", "-o", "table.csv"]]
)
def test_output_into_a_deleted_working_directory(arguments: list[str], deleted: Path) -> None:
    answer = xbn(*arguments, str(deleted))
    assert answer.code == 2
    assert f"cannot write {arguments[-1].removeprefix('csv=')}: no such file or directory" in answer.err


def test_the_whole_program_in_a_deleted_working_directory(deleted: Path) -> None:
    answer = in_shell("validate", str(deleted))
    assert (answer.code, answer.err) == (0, "")
