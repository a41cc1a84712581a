"""How much is read: as much as the requirements speak of, or less."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How many plies are read, and how often each command is run."""

    fast: int = 10_000_000
    """For layouts that must be fast, so that the start does not count for much."""
    slow: int = 2_000_000
    """For records with something to report."""
    uncompiled: int = 1_000_000
    converted: int = 1_000_000
    peer: int = 100_000
    """For programs that read so slowly that their cost by the ply is known from less."""
    sizes: tuple[int, ...] = (10**6, 10**7, 10**8, 10**9)
    """The bytes of the files by which growth is measured."""
    rounds: int = 3


FULL = Scale()
QUICK = Scale(
    fast=200_000, slow=200_000, uncompiled=200_000, converted=50_000, peer=20_000, sizes=(10**6, 3 * 10**6, 10**7), rounds=1
)
"""For a look: the start counts for much, and one round is easily disturbed."""
