"""The files that the program carries along: the grammar, one broken record for each diagnostic, and the conformance vectors.

In a checkout they stand at the top of the project, where people look for them; a wheel carries copies inside the package.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _folder(in_wheel: str, in_checkout: str) -> Path:
    packed = _PACKAGE / "data" / in_wheel
    return packed if packed.is_dir() else _PACKAGE.parent / in_checkout


def grammar_file(name: str) -> Path:
    """The path of a file of `grammar/`; a full path stays what it is."""
    return _folder("grammar", "grammar") / name


def broken_sample(code: str) -> Path | None:
    """The path of the record that shows the diagnostic `code`; None where a text cannot show it."""
    return next(iter(sorted(_folder("broken", "samples/broken").glob(f"{code}-*"))), None)


def vector_files() -> list[Path]:
    """The paths of the conformance vectors for engines, one file a game."""
    return sorted(path for path in _folder("vectors", "samples/vectors").glob("*.jsonl") if path != reader_vectors())


def reader_vectors() -> Path:
    """The path of the conformance vectors for readers."""
    return _folder("vectors", "samples/vectors") / "records.jsonl"
