"""What a run writes into the documentation: its table, and the README's sentence with the best row and the worst."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.table import Section, markdown_table

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"
README = ROOT / "README.md"

BEST, WORST = "best of the compiled", "worst of the compiled"
"""What the rows begin with that the README quotes."""

_BEGIN = "<!-- written by `python -m benchmarks --markdown` -->"
_END = "<!-- end of what is written -->"


def write_page(sections: Sequence[Section], machine: str) -> None:
    """Replace the table, and the sentence."""
    measured = "\n".join(
        ["Machine and programs:", "", *(f"- {line}" for line in machine.splitlines()), "", markdown_table(sections)]
    )
    for path, text in ((PAGE, measured), (README, sentence(sections))):
        path.write_text(with_table(path.read_text("utf-8"), text), "utf-8")


def sentence(sections: Sequence[Section]) -> str:
    """How fast records are judged, at best and at worst."""
    rows = [row for section in sections for row in section.rows]
    (best,), (worst,) = ([row for row in rows if row.what.startswith(f"  {name}: ")] for name in (BEST, WORST))
    fast, slow = (f"{row.ratio} times ({row.what.partition(': ')[2]})" for row in (best, worst))
    beginning = "`xbn validate` judges plies of Expendibots faster than python-chess reads those of chess:"
    return f"{beginning}\n{fast} at best, {slow} at worst."


def with_table(page: str, measured: str) -> str:
    """The page with what was measured between the markers. Raises ValueError where they are not there."""
    before, begin, rest = page.partition(_BEGIN)
    _, end, after = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"there is no {_BEGIN} with {_END} behind it")
    return f"{before}{begin}\n\n{measured}\n\n{end}{after}"
