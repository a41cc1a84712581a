"""How much is read: as much as the targets speak of, or less."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How often the thousand games of 100,000 plies are repeated in a file, and how often each command is run."""

    large: int = 100
    """10 million plies: where compiled code reads, and the start must not count for much."""
    middle: int = 10
    """A million: where Python reads without a syntax tree."""
    small: int = 10
    """A million too: for the full way, which has a grammar to load before it begins."""
    converted: int = 10
    pgn_extract: int = 100
    sizes: tuple[int, ...] = (10**6, 10**7, 10**8, 10**9)
    """The bytes of the files by which growth is measured."""
    rounds: int = 3


FULL = Scale()
QUICK = Scale(middle=3, small=1, converted=1, pgn_extract=10, sizes=FULL.sizes[:-1], rounds=1)
"""For a look: what is left out is what takes long, and one round is easily disturbed."""
