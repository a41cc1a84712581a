"""Random games for some minutes, and a million mutated records, on all cores, each judged twice: `python -m judge MINUTES`.

Prints what was compared, and each difference as a minimal record. Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from multiprocessing import Pool as new_pool
from multiprocessing.pool import Pool

from expendibots_notation.games import GAMES
from judge.disagreements import Disagreement, search
from judge.mutations import seeds
from judge.playouts import Tally, play_out

LONGEST = 600
"""So many actions are played at most: Expendibots ends after 500."""

FIRST_MUTANT = 1_000_000
"""`make test` compares mutants of smaller seeds."""
SHARE = 500
"""Mutants that a worker compares at a time."""
ENOUGH = 10
"""Disagreements after which the comparison stops."""


def work(job: tuple[str, int, int, float]) -> dict[str, Tally]:
    """Play until the time is over: every worker has seeds of its own."""
    salt, first, step, end = job
    tallies = {game.id: Tally() for game in GAMES}
    seed = first
    while time.monotonic() < end:
        # The game for which least was compared is next, so that slow games get their share.
        game = min(GAMES, key=lambda each: tallies[each.id].plies)
        play_out(game, f"{salt} {game.id} {seed}", LONGEST, tallies[game.id])
        seed += step
        if sum(len(tally.differences) for tally in tallies.values()) >= 10:
            break
    return tallies


def read_share(mutants: range) -> list[Disagreement]:
    texts = seeds()
    return [found for found in (search(texts, seed) for seed in mutants) if found is not None]


def compare_readers(pool: Pool, count: int) -> tuple[int, list[Disagreement]]:
    """Read mutated records twice; the number that was compared, and one disagreement of each kind."""
    last = FIRST_MUTANT + count
    shares = [range(first, min(first + SHARE, last)) for first in range(FIRST_MUTANT, last, SHARE)]
    found: dict[tuple[str, ...], Disagreement] = {}
    read = 0
    for share, disagreements in zip(shares, pool.imap(read_share, shares), strict=True):
        read += len(share)
        found |= {each.kind: each for each in disagreements}
        if len(found) >= ENOUGH:
            break
    return read, [*found.values()]


def main() -> int:
    parser = argparse.ArgumentParser(prog="judge", description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=30, help="how long games are played")
    parser.add_argument("--records", type=int, default=1_000_000, help="how many mutated records are read")
    parser.add_argument("--seed", default="", help="another seed plays other games")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    end = time.monotonic() + 60 * arguments.minutes
    jobs = [(arguments.seed, first, arguments.jobs, end) for first in range(arguments.jobs)]
    with new_pool(arguments.jobs) as pool:
        shares = pool.map(work, jobs, chunksize=1)
        read, disagreements = compare_readers(pool, arguments.records)
    total = Tally()
    for game in GAMES:
        tally = Tally()
        for share in shares:
            tally.add(share[game.id])
        total.add(tally)
        endings = Counter[str]()
        for (_, _, ending), number in tally.endings.items():
            endings[ending] += number
        rules = len({rules for _, rules, _ in tally.endings})
        print(
            f"{game.id}: {tally.playouts} playouts under {rules} sets of rules, {tally.plies} plies and {tally.tried} actions "
            f"compared ({tally.illegal} illegal), {tally.lists} lists of legal actions; "
            + ", ".join(f"{'cut off' if name == 'None' else name} {number}" for name, number in sorted(endings.items()))
        )
    print(f"all: {total.playouts} playouts, {total.plies} plies, {total.tried} actions tried, {len(total.differences)} differences")
    print(f"readers: {read} mutated records compared, {len(disagreements)} differences")
    for found in [*total.differences, *disagreements]:
        print(f"\n{found.report()}", end="")
    return 1 if total.differences or disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
