"""`xbn validate`: which files, which settings, which reports; then every result to the tally and to each report."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, TextIO

from expendibots_notation.cli.config import BadSettings, Selection, Settings, UnreadableSettings, find_settings, read_settings
from expendibots_notation.cli.inputs import survey
from expendibots_notation.cli.interruption import until_interrupted
from expendibots_notation.cli.leftovers import leftovers
from expendibots_notation.limits import applied
from expendibots_notation.pipeline import NO_OVERRIDES, Overrides, judged_files
from expendibots_notation.reports.orders import opened, read_orders
from expendibots_notation.reports.report import Manner, Report
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import CleanRun, FileFinding, Judged, Result, Verdict

if TYPE_CHECKING:
    from expendibots_notation.copies import CopySearch


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
    jobs: int | None = None
    """How many processes; None lets the size of the input decide."""
    overrides: Overrides = NO_OVERRIDES

    def run(self, stdout: TextIO) -> int:
        """Write the reports, and answer the exit code. Raises BadOrder, BadSettings, WouldReplace and NothingToValidate."""
        with applied(self.settings.limits):
            return self._run(stdout)

    def _run(self, stdout: TextIO) -> int:
        selection = Selection(self.settings)
        strict = self.settings.strict
        tally = Tally(strict)
        orders = read_orders(self.reports, self.output)
        found = survey(self.paths, [order.file for order in orders if order.file is not None])
        if not found.files and not found.others:
            raise NothingToValidate(f"there are no record files in {', '.join(self.paths)}")
        manner = Manner(strict, self.quiet, self.colour, self.explain_end, self.both_rules, self.duplicates)
        with opened(orders, stdout, manner) as reports:
            is_long = manner.needs_replay or any(report.needs_replay for report in reports)
            overrides = replace(
                self.overrides, finals=any(report.needs_finals for report in reports), layout=selection.wants_layout
            )
            is_told = any(order.file is None for order in orders)
            results = judged_files(found.files, overrides) if is_long else self._verdicts(found.files, overrides, is_told)
            _tell(until_interrupted(chain(results, leftovers(found.others)), tally.stop), reports, tally, selection, self._copies())
        if not found.files:
            raise NothingToValidate(f"there are no record files in {', '.join(self.paths)}")
        return tally.exit_code

    def _copies(self) -> CopySearch | None:
        if not self.duplicates:
            return None
        from expendibots_notation.copies import CopySearch

        return CopySearch()

    def _verdicts(self, files: list[str], overrides: Overrides, is_told: bool) -> Iterator[Result]:
        """The verdicts. Who sits at a terminal sees how far it is, unless lines on records run down that terminal anyway."""
        from expendibots_notation.jobs import judge_files

        is_seen = is_told and sys.stdout.isatty()
        if not sys.stderr.isatty() or (is_seen and not self.quiet):
            return judge_files(files, overrides, self.jobs)
        from expendibots_notation.cli.progress import Progress
        from expendibots_notation.jobs.pieces import size_of

        progress = Progress(sum(size_of(path) or 0 for path in files))
        return progress.watched(judge_files(files, overrides, self.jobs, progress.on_read))


def utf8(stream: TextIO) -> TextIO:
    """Standard output as UTF-8, whatever the locale; what UTF-8 cannot hold is shown as an escape."""
    stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[attr-defined]
    return stream


def settings_from(config: str | None, isolated: bool) -> Settings:
    """The settings of the file that is named, or else of the nearest one, or none of any file. Raises BadSettings."""
    try:
        if config is not None:
            return read_settings(config)
        return Settings() if isolated else find_settings()
    except UnreadableSettings as error:
        raise BadSettings(f"{error}; --isolated leaves them aside") from None


def _tell(
    results: Iterable[Result | Judged],
    reports: Sequence[Report],
    tally: Tally,
    selection: Selection,
    copies: CopySearch | None,
) -> None:
    """Give each result, as far as it is selected, to the tally and to every report, as it comes."""
    for result in _selected(results, tally, selection):
        tally.add(result.verdict if isinstance(result, Judged) else result)
        if copies is not None and isinstance(result, Judged):
            copies.add(result)
        for report in reports:
            report.add(result)
    tally.copies = None if copies is None else copies.groups()
    for report in reports:
        report.finish(tally)


def _selected(results: Iterable[Result | Judged], tally: Tally, selection: Selection) -> Iterator[Judged | CleanRun | FileFinding]:
    for result in results:
        if isinstance(result, CleanRun):
            yield result
            continue
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
