"""Files beside the records of a folder: each is named for what it is, and none makes a run fail by itself."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest
from marking import DESK, GOOD, ILLEGAL, xbn

from expendibots_notation.cli.inputs import leftovers
from expendibots_notation.filetypes import file_type
from expendibots_notation.reports.text import MOST_SKIPPED

PNG = (DESK / "screenshot.png").read_bytes()
ZIP = (DESK / "submission.zip").read_bytes()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good record, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("game.xbn").write_text(GOOD)
    return tmp_path


def tar() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("game.log"), io.BytesIO())
    return stream.getvalue()


def office() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("screenshot.png", PNG, "XBN413", "a PNG image"),
        ("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "XBN413", "a JPEG image"),
        ("photo.webp", b"RIFF\0\0\0\0WEBPVP8 ", "XBN413", "a WebP image"),
        ("film.mp4", b"\0\0\0\x20ftypisom", "XBN413", "a film or a photo of a phone"),
        ("report.pdf", b"%PDF-1.7\n", "XBN413", "a PDF document"),
        ("report.docx", office(), "XBN413", "an office document"),
        ("submission.zip", ZIP, "XBN411", "a ZIP archive"),
        ("submission.tar", tar(), "XBN411", "a tar archive"),
        ("submission.tgz", b"\x1f\x8b\x08\0", "XBN411", "a gzip archive"),
        ("submission.7z", b"7z\xbc\xaf\x27\x1c\0\4", "XBN411", "a 7z archive"),
        ("game.xbn.bak", GOOD.encode(), "XBN412", "(xbn)"),
        ("white-black", (DESK / "second-group" / "referee.log").read_bytes(), "XBN412", "(referee-log)"),
        ("notes.md", b"# BMW and MZ\n", "XBN413", "a text with the extension .md"),
        ("BMW.md", b"BMW is no picture\n", "XBN413", "a text with the extension .md"),
        ("noise.bin", b"\1\2\0\3", "XBN413", "binary data with the extension .bin"),
        ("Makefile", b"all:\n", "XBN413", "a text without an extension"),
        ("nothing.md", b"", "XBN413", "an empty file"),
    ],
)
def test_a_file_is_named_for_what_it_is(name: str, content: bytes, code: str, words: str) -> None:
    Path(name).write_bytes(content)
    answer = xbn("validate", "--report", "json", ".")
    document = json.loads(answer.out)
    assert answer.code == 0
    assert [(each["code"], each["file"]) for each in document["diagnostics"]] == [(code, name)]
    assert words in document["diagnostics"][0]["message"]
    assert (document["summary"]["files"], document["summary"]["skipped"]) == (1, 1)


def test_strict_counts_what_may_hold_records() -> None:
    Path("screenshot.png").write_bytes(PNG)
    assert xbn("validate", "--strict", ".").code == 0
    Path("submission.zip").write_bytes(ZIP)
    assert xbn("validate", "--strict", ".").code == 1
    assert xbn("validate", ".").code == 0
    assert xbn("validate", "--strict", "--ignore", "unread-archive", ".").code == 0


def test_how_to_unpack_is_said_and_works(tmp_path: Path) -> None:
    Path("submission.zip").write_bytes(ZIP)
    (finding,) = leftovers(["submission.zip"])
    assert finding.diagnostic.hint is not None
    command = finding.diagnostic.hint.split("`")[1]
    assert command == "python3 -m zipfile -e submission.zip FOLDER"
    zipfile.main(command.split()[3:])
    assert xbn("validate", "FOLDER").code == 0


def test_hidden_files_and_folders_are_passed_over() -> None:
    for name in (".hidden.png", ".git/picture.png"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(PNG)
    assert "not read" not in xbn("validate", ".").out


def test_files_that_are_named_are_no_leftovers() -> None:
    Path("game.bak").write_text(ILLEGAL)
    answer = xbn("validate", "game.bak")
    assert answer.code == 1
    assert "XBN203" in answer.out


def test_an_archive_that_is_named_is_an_error() -> None:
    Path("submission.zip").write_bytes(ZIP)
    answer = xbn("validate", "submission.zip")
    assert answer.code == 1
    assert "error[XBN111] this is binary data, not text (a ZIP archive)" in answer.out
    assert "An archive must be unpacked" in answer.out


def test_a_folder_without_records_is_trouble_but_what_is_there_is_said(tmp_path: Path) -> None:
    Path("game.xbn").unlink()
    Path("submission.zip").write_bytes(ZIP)
    answer = xbn("validate", ".")
    assert answer.code == 2
    assert "this is a ZIP archive" in answer.out
    assert "there are no record files in ." in answer.err


def test_a_project_beside_the_records_does_not_flood_the_terminal() -> None:
    for number in range(MOST_SKIPPED + 5):
        Path(f"{number:03}.py").write_text("pass\n")
    text = xbn("validate", ".").out
    assert text.count("so it was not read") == MOST_SKIPPED
    assert "5 more files not read; the other reports name them all" in text
    assert f"{MOST_SKIPPED + 5} other files not read" in text
    assert xbn("validate", "--report", "csv", ".").out.count("not read") >= MOST_SKIPPED + 5


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    (finding,) = leftovers([str(tmp_path / "gone.png")])
    assert finding.diagnostic.message == "this is a file that cannot be opened, so it was not read"


def test_a_text_is_of_no_kind() -> None:
    assert file_type(b"[Game") is None
    assert file_type(b"") is None
