"""The font that comes with the extra `render`: numbers appear on a machine without any fonts, and look alike on all machines."""

from __future__ import annotations

import struct
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from expendibots_notation.pictures.extra import needs_extra

_REGULAR = "SourceSansPro-Regular.ttf"
_SEMIBOLD = "SourceSansPro-Semibold.ttf"


@cache
def font_files() -> tuple[str, ...]:
    """The files of the font, one for each weight that pictures use. Raises MissingExtra."""
    with needs_extra():
        # Only found, not imported: all that the package does is to list its own files.
        package = find_spec("font_source_sans_pro")
        if package is None or not package.submodule_search_locations:
            raise ModuleNotFoundError(name="font-source-sans-pro")
    folder = Path(package.submodule_search_locations[0]) / "files"
    return str(folder / _REGULAR), str(folder / _SEMIBOLD)


def lacks(text: str) -> bool:
    """Whether the font has no shape for some character of a text. Raises MissingExtra."""
    return not text.isascii() and not _characters().issuperset(map(ord, text))


@cache
def _characters() -> frozenset[int]:
    """The characters of the font: what the table `cmap` of an OpenType file lists, in its formats 4 and 12."""
    data = Path(font_files()[0]).read_bytes()
    tables = struct.unpack_from(">H", data, 4)[0]
    records = (struct.unpack_from(">4s4xII", data, 12 + 16 * number) for number in range(tables))
    start = next(offset for tag, offset, _ in records if tag == b"cmap")
    subtables = struct.unpack_from(">H", data, start + 2)[0]
    found: set[int] = set()
    for number in range(subtables):
        at = start + struct.unpack_from(">I", data, start + 8 + 8 * number)[0]
        kind = struct.unpack_from(">H", data, at)[0]
        if kind == 12:
            groups = struct.unpack_from(">I", data, at + 12)[0]
            for group in range(groups):
                first, last = struct.unpack_from(">II", data, at + 16 + 12 * group)
                found.update(range(first, last + 1))
        elif kind == 4:
            segments = struct.unpack_from(">H", data, at + 6)[0] // 2
            ends = struct.unpack_from(f">{segments}H", data, at + 14)
            starts = struct.unpack_from(f">{segments}H", data, at + 16 + 2 * segments)
            for first, last in zip(starts, ends, strict=True):
                found.update(range(first, last + 1))
    found.discard(0xFFFF)
    return frozenset(found)
