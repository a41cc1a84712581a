"""`xbn validate`: which files, which settings, which reports; then every result to the tally and to each report."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TextIO

from expendibots_notation.copies import CopySearch
from expendibots_notation.files import find_files, other_files
from expendibots_notation.importers import known_extensions
from expendibots_notation.leftovers import leftovers
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides, judge_files, validate_files
from expendibots_notation.reports.orders import BadOrder, Order, opened, read_orders
from expendibots_notation.reports.report import Manner, Report
from expendibots_notation.reports.summary import Tally
from expendibots_notation.settings import Selection, Settings, find_settings, read_settings
from expendibots_notation.verdict import FileFinding, Judged, Verdict


class NothingToValidate(Exception):
    """Raised, after the reports are written, where the paths hold no file that could be a record."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What is to be validated, and how it is told."""

    paths: Sequence[str]
    reports: Sequence[str] = ()
    """As `--report` has them: NAME or NAME=FILE."""
    output: str | None = None
    """The file of the report that names none itself."""
    settings: Settings = field(default_factory=Settings)
    quiet: bool = False
    colour: bool = False
    explain_end: bool = False
    both_rules: bool = False
    duplicates: bool = False
    overrides: Overrides = NO_OVERRIDES

    def run(self, stdout: TextIO) -> int:
        """Write the reports; what is answered is the exit code. Raises BadOrder, BadSettings and NothingToValidate."""
        selection = Selection(self.settings)
        strict = self.settings.strict
        tally = Tally(strict)
        orders = read_orders(self.reports, self.output)
        files, others = _survey(self.paths, orders)
        if not files and not others:
            raise NothingToValidate(f"there are no record files in {', '.join(self.paths)}")
        manner = Manner(strict, self.quiet, self.colour, self.explain_end, self.both_rules, self.duplicates)
        with opened(orders, stdout, manner) as reports:
            is_long = manner.needs_replay or any(report.needs_replay for report in reports)
            results = judge_files(files, self.overrides) if is_long else validate_files(files, self.overrides)
            copies = CopySearch() if self.duplicates else None
            _tell(chain(results, leftovers(others)), reports, tally, selection, copies)
        if not files:
            raise NothingToValidate(f"there are no record files in {', '.join(self.paths)}")
        return tally.exit_code


def settings_from(config: str | None, isolated: bool) -> Settings:
    """The settings of the file that is named, or else of the nearest one, or none of any file. Raises BadSettings."""
    if config is not None:
        return read_settings(config)
    return Settings() if isolated else find_settings()


def _survey(paths: Sequence[str], orders: Iterable[Order]) -> tuple[list[str], list[str]]:
    """The files that are read, and those that are left behind in the folders. What this run itself writes is neither.

    Raises BadOrder where a report would replace a file that is to be read by its name: records are evidence.
    """
    extensions = known_extensions()
    named = {os.path.realpath(path) for path in paths}
    written = {os.path.realpath(order.file): order.file for order in orders if order.file is not None}
    for file in named & written.keys():
        raise BadOrder(f"the report would replace {written[file]}, which is validated; give it another name")

    def is_meant(file: str) -> bool:
        return not written or os.path.realpath(file) not in written

    return [*filter(is_meant, find_files(paths, extensions))], [*filter(is_meant, other_files(paths, extensions))]


def _tell(
    results: Iterable[Verdict | Judged | FileFinding],
    reports: Sequence[Report],
    tally: Tally,
    selection: Selection,
    copies: CopySearch | None,
) -> None:
    """Give each result, as far as it is selected, to the tally and to every report, as it comes."""
    for result in _selected(results, tally, selection):
        tally.add(result if isinstance(result, FileFinding) else result.verdict)
        if copies is not None and isinstance(result, Judged):
            copies.add(result)
        for report in reports:
            report.add(result)
    tally.copies = None if copies is None else copies.groups()
    for report in reports:
        report.finish(tally)


def _selected(
    results: Iterable[Verdict | Judged | FileFinding], tally: Tally, selection: Selection
) -> Iterator[Judged | FileFinding]:
    for result in results:
        if isinstance(result, FileFinding):
            kept = selection.of_file(result)
            if kept is not None:
                yield kept
            else:
                tally.ignore(None if result.was_skipped else result.diagnostic.place.file, 1)
            continue
        judged = Judged(result) if isinstance(result, Verdict) else result
        verdict = selection.of_record(judged.verdict)
        tally.ignore(verdict.file, len(judged.verdict.diagnostics) - len(verdict.diagnostics))
        yield judged if verdict is judged.verdict else Judged(verdict, judged.record, judged.replay)
