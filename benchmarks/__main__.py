"""`python -m benchmarks` measures this project and prints one table.

- **Reading**: the whole way of ordinary records (split, parse, replay, check; `pipeline.validate_stream`) beside
  `chess.pgn.read_game` of python-chess, which parses and replays too. Both read 300 games of 100 plies of random legal play, made
  by the benchmark from a fixed seed, with as many tags, no comments and no variations. The two take turns in one process; the best
  of five rounds of each counts. The games differ, so the ratio is an orientation, not a verdict; it is measured side by side since
  plies per second alone say more about the machine.
- **Other games**: replaying random records of STACKS, Stack Wars and Robots (levels 1 to 5), which are in memory as syntax
  trees, beside the same reading of chess games; their whole way is measured along with it. In turns, the best of three rounds.
- **Logs**: reading and judging referee logs of the same 300 games (`pipeline.validate_stream`) beside a plain checker that lists
  all legal actions and looks for the one that was played, as the official referee does; in turns, the best of five rounds. The
  same without the quick way for clean logs (`--no-bulk`) is measured along with them, for comparison.
- **Starting**: `xbn --version`, the installed command, beside `python3 -c pass` of that interpreter; the median of 15, in turns.
- **Parts**: splitting, parsing, replaying and writing on their own, in plies per second.
- **Counting**: perft from the start, in sequences per second.

All but starting is measured by processor time, so that other programs on the machine are not counted in.

The exit code is 1 where a target is missed; `--no-fail` only prints.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.measures import counting, logs, other_games, parts, reading, starting
from benchmarks.table import table


def main() -> int:
    """Measure, print, and say whether every target is met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure this project, beside others.")
    parser.add_argument("--no-fail", action="store_true", help="exit with 0 even if a target is missed")
    options = parser.parse_args()
    rows = [row for measure in (reading, other_games, logs, starting, parts, counting) for row in measure()]
    print(table(rows))
    is_missed = any(row.is_met is False for row in rows)
    return 1 if is_missed and not options.no_fail else 0


if __name__ == "__main__":
    sys.exit(main())
