"""What the signs of annotators look like, and what they mean.

The numbers are those of PGN, as far as they make sense for games other than chess; the evaluations speak of the first player.
"""

from __future__ import annotations

from typing import NamedTuple


class Glyph(NamedTuple):
    """A sign behind an action."""

    sign: str
    meaning: str
    """In words; empty where nobody knows."""


_GLYPHS = {
    "!": "good action",
    "?": "poor action",
    "!!": "very good action",
    "??": "blunder",
    "!?": "interesting action",
    "?!": "dubious action",
}

# Only signs that any font has: a box in their place would say less than a number.
_NAGS = {
    1: Glyph("!", "good action"),
    2: Glyph("?", "poor action"),
    3: Glyph("!!", "very good action"),
    4: Glyph("??", "blunder"),
    5: Glyph("!?", "interesting action"),
    6: Glyph("?!", "dubious action"),
    7: Glyph("□", "the only action"),
    10: Glyph("=", "even"),
    11: Glyph("=", "even and quiet"),
    12: Glyph("=", "even and lively"),
    13: Glyph("∞", "unclear"),
    14: Glyph("+/=", "slightly better for the first player"),
    15: Glyph("=/+", "slightly better for the second player"),
    16: Glyph("±", "better for the first player"),
    17: Glyph("∓", "better for the second player"),
    18: Glyph("+-", "won for the first player"),
    19: Glyph("-+", "won for the second player"),
    36: Glyph("→", "the first player has the initiative"),
    37: Glyph("→", "the second player has the initiative"),
    40: Glyph("→", "the first player attacks"),
    41: Glyph("→", "the second player attacks"),
    140: Glyph("Δ", "with this in mind"),
    146: Glyph("N", "never played before"),
}


def glyph(text: str) -> Glyph:
    """The sign for a glyph such as `!?`, or for a NAG such as `$14`; a NAG without a sign of its own stays a number."""
    if not text.startswith("$"):
        return Glyph(text, _GLYPHS.get(text, ""))
    digits = text[1:]
    # A record may hold a number of any length; no known one is long, and reading a very long one would be refused.
    return _NAGS.get(int(digits) if len(digits) <= 3 and digits.isascii() and digits.isdigit() else -1, Glyph(text, ""))
