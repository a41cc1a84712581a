"""`python -m benchmarks` measures this project beside others and prints one table; docs/performance.md says what is measured.

The exit code is 1 if a required value is missed; `--no-fail` only prints. Needs Linux or macOS, and up to two gigabytes of disk for
files that are removed again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.commands import PGN_EXTRACT_ADVICE, pgn_extract
from benchmarks.corpus import AllGames
from benchmarks.formats import checker, formats
from benchmarks.machine import describe_machine
from benchmarks.page import PAGE, write_page
from benchmarks.parts import counting, starting
from benchmarks.reading import records
from benchmarks.scale import FULL, QUICK, Scale
from benchmarks.scaling import scaling
from benchmarks.table import Row, Section, missed, text_table
from benchmarks.uses import conversions, pages, shares

Measure = Callable[[Path, AllGames, Scale], Iterator[Row]]


def _in_memory(measure: Callable[[], Iterator[Row]]) -> Measure:
    return lambda _folder, _games, _scale: measure()


MEASURES: dict[str, tuple[str, Measure]] = {
    "records": ("xbn validate --quiet, whole commands, one process; ratios to python-chess", records),
    "formats": ("Other formats and games, whole commands, one process; ratios to python-chess", formats),
    "scaling": ("Input from 1 MB to 1 GB, one process and two", scaling),
    "checker": ("Referee logs, beside a plain checker", checker),
    "convert": ("Data out, whole commands; ratios to python-chess", conversions),
    "shares": ("Commands that look at every game, one process; their speed as a share of validate's", shares),
    "pages": ("1,500 games in HTML, whole commands, one process; ratios to python-chess", pages),
    "starting": ("Starting, by the clock", _in_memory(starting)),
    "perft": ("Counting, in memory", _in_memory(counting)),
}
"""By name: the title of the section, and what makes its rows."""


def main() -> int:
    """Measure and print; returns the exit code."""
    options = _options()
    if pgn_extract(Path()) is None:
        print(PGN_EXTRACT_ADVICE, file=sys.stderr)
    machine = describe_machine()
    sections = list(_measured(options.only or list(MEASURES), QUICK if options.quick else FULL))
    print(f"{machine}\n\n{text_table(sections)}")
    if options.markdown:
        write_page(sections, machine)
    return 1 if missed(sections) and not options.no_fail else 0


def _measured(names: list[str], scale: Scale) -> Iterator[Section]:
    with TemporaryDirectory(prefix="xbn-bench-") as folder:
        games = AllGames(Path(folder))
        for name in names:
            title, measure = MEASURES[name]
            print(f"measuring: {title}", file=sys.stderr)
            with TemporaryDirectory(dir=folder) as files:
                yield Section(title, tuple(measure(Path(files), games, scale)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure this project, beside others.")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long; numbers are less certain")
    parser.add_argument("--only", nargs="+", choices=MEASURES, metavar="PART", help=f"measure only some of: {', '.join(MEASURES)}")
    parser.add_argument("--markdown", action="store_true", help=f"write the table into docs/{PAGE.name} too")
    parser.add_argument("--no-fail", action="store_true", help="exit with 0 even if a required value is missed")
    options = parser.parse_args()
    if options.markdown and (options.quick or options.only):
        parser.error("--markdown needs the whole run")
    return options


if __name__ == "__main__":
    sys.exit(main())
