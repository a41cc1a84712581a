"""What a file that holds no records is: told by its first bytes, in words for the person who put it there."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = 4096
"""How many bytes are enough to tell."""


@dataclass(frozen=True, slots=True)
class FileType:
    """A kind of file that is no text."""

    words: str
    """As a sentence has it: `a PNG image`."""
    is_archive: bool = False
    """Whether other files are inside, perhaps records."""


_ZIP = FileType("a ZIP archive", is_archive=True)
_OFFICE = FileType("an office document")

_BEGINNINGS: tuple[tuple[bytes, FileType], ...] = (
    (b"\x89PNG", FileType("a PNG image")),
    (b"\xff\xd8\xff", FileType("a JPEG image")),
    (b"GIF8", FileType("a GIF image")),
    (b"BM", FileType("a BMP image")),
    (b"II*\0", FileType("a TIFF image")),
    (b"MM\0*", FileType("a TIFF image")),
    (b"%PDF-", FileType("a PDF document")),
    (b"{\\rtf", FileType("an RTF document")),
    (b"\xd0\xcf\x11\xe0", _OFFICE),
    (b"PK\x03\x04", _ZIP),
    (b"PK\x05\x06", _ZIP),
    (b"7z\xbc\xaf\x27\x1c", FileType("a 7z archive", is_archive=True)),
    (b"Rar!\x1a\x07", FileType("a RAR archive", is_archive=True)),
    (b"\x1f\x8b", FileType("a gzip archive", is_archive=True)),
    (b"BZh", FileType("a bzip2 archive", is_archive=True)),
    (b"\xfd7zXZ\0", FileType("an xz archive", is_archive=True)),
    (b"\x28\xb5\x2f\xfd", FileType("a Zstandard archive", is_archive=True)),
    (b"\x7fELF", FileType("a program")),
    (b"MZ", FileType("a program")),
    (b"\xca\xfe\xba\xbe", FileType("a program")),
    (b"\xcf\xfa\xed\xfe", FileType("a program")),
    (b"SQLite format 3\0", FileType("an SQLite database")),
    (b"PAR1", FileType("a Parquet table")),
    (b"\xff\xfe", FileType("text in UTF-16")),
    (b"\xfe\xff", FileType("text in UTF-16")),
)

_OFFICE_SIGNS = (b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis.opendocument")
"""What the first file in the ZIP archive shows that an office program has written."""


def file_type(head: bytes) -> FileType | None:
    """The kind of a file that begins so; None where it may be text, or is of no kind that is known here."""
    if head[257:262] == b"ustar":
        return FileType("a tar archive", is_archive=True)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return FileType("a WebP image")
    if head[4:8] == b"ftyp":
        return FileType("a film or a photo of a phone")
    found = next((kind for beginning, kind in _BEGINNINGS if head.startswith(beginning)), None)
    if found is _ZIP and any(sign in head for sign in _OFFICE_SIGNS):
        return _OFFICE
    if found is not None and len(head) > 2 and head[:2] in (b"BM", b"MZ") and b"\0" not in head:
        return None  # two letters are too little to call a text a picture
    return found
