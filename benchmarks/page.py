"""The table in docs/performance.md, which a run can write there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.table import Section, markdown_table

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"

_BEGIN = "<!-- written by `python -m benchmarks --markdown` -->"
_END = "<!-- end of what is written -->"


def write_page(sections: Sequence[Section], machine: str) -> None:
    """Replace the table in the documentation."""
    measured = "\n".join(
        ["Machine and programs:", "", *(f"- {line}" for line in machine.splitlines()), "", markdown_table(sections)]
    )
    PAGE.write_text(with_table(PAGE.read_text("utf-8"), measured), "utf-8")


def with_table(page: str, measured: str) -> str:
    """The page with what was measured between the markers. Raises ValueError where they are not there."""
    before, begin, rest = page.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"there is no {_BEGIN} with {_END} behind it")
    return f"{before}{begin}\n\n{measured}\n\n{end}{after}"
