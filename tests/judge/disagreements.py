"""The program and the independent reader on the same bytes: where they part, as a minimal text."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from judge import program, reader
from judge.mutations import mutate
from judge.reader import Reading


@dataclass(frozen=True)
class Disagreement:
    data: bytes
    kind: tuple[str, ...]
    """What is different: `records` in number, the `findings` that one has and the other has not, the `places`, or the `text`."""
    program: list[Reading]
    reader: list[Reading]

    def report(self) -> str:
        said = "\n".join(
            f"{name}:\n" + "\n".join(f"  {reading.findings}\n    {reading.formatted!r}" for reading in readings)
            for name, readings in (("program", self.program), ("reader", self.reader))
        )
        return f"{' '.join(self.kind)} in\n{self.data!r}\n{said}\n"


def disagreement(data: bytes, is_fast_too: bool = False) -> Disagreement | None:
    """Where the two part; None if they agree about everything. `is_fast_too` compares the fast path's findings as well."""
    one, other = program.read_file(data), reader.read_file(data)
    if is_fast_too and (fast := program.read_fast(data)) != [reading.findings for reading in one]:
        return Disagreement(data, ("fast path",), [Reading(findings, "") for findings in fast], one)
    if one == other:
        return None
    return Disagreement(data, _kind(one, other), one, other)


def _kind(one: list[Reading], other: list[Reading]) -> tuple[str, ...]:
    if len(one) != len(other):
        return ("records",)
    mine, its = next(pair for pair in zip(other, one, strict=True) if pair[0] != pair[1])
    if mine.findings == its.findings:
        return ("text",)
    codes, other_codes = ([finding[2] for finding in each.findings] for each in (its, mine))
    if codes == other_codes:
        return ("places",)
    only = [code for code in codes if code not in other_codes]
    missing = [code for code in other_codes if code not in codes]
    return ("findings", "of the program:", *only, "of the reader:", *missing)


def search(texts: list[bytes], seed: int) -> Disagreement | None:
    """The disagreement about one mutant, shrunk."""
    data = mutate(Random(seed), texts)
    # The fast path is made for large files: each call costs more than the rest of this.
    is_fast_too = seed % 20 == 0
    found = disagreement(data, is_fast_too)
    return None if found is None else shrunk(found, is_fast_too)


def shrunk(found: Disagreement, is_fast_too: bool = False) -> Disagreement:
    """The same kind of disagreement about as few bytes as taking bytes away can leave."""
    size = len(found.data) // 2
    while size:
        at = 0
        while at < len(found.data):
            smaller = disagreement(found.data[:at] + found.data[at + size :], is_fast_too)
            if smaller is not None and smaller.kind == found.kind:
                found = smaller
            else:
                at += size
        size //= 2
    return found
