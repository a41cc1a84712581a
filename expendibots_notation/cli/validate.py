"""`xbn validate`."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated

from expendibots_notation.account import Account, Accounting
from expendibots_notation.cli.config import Selection, settings_from
from expendibots_notation.cli.inputs import leftovers, overridden, survey
from expendibots_notation.cli.process import Mistake, mistaken, text_output, until_interrupted
from expendibots_notation.limits import BadLimit, applied, read_limits
from expendibots_notation.pipeline import Overrides
from expendibots_notation.reports import REPORTS
from expendibots_notation.reports.orders import BadOrder, opened, read_orders
from expendibots_notation.reports.report import Manner, Report
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import CleanRun, FileFinding, Result, Verdict, shifted

if TYPE_CHECKING:
    import typer

    from expendibots_notation.cli.options import FromOption, GameOption, JobsOption, Paths, RecordOption, RulesOption
    from expendibots_notation.copies import CopySearch
    from expendibots_notation.parallel.reading import OnRead

EXAMPLES = (
    "xbn validate games.xbn",
    "xbn validate --report json submissions/",
    "xbn validate --report text --report csv=marks.csv submissions/",
    "xbn validate --ignore XBN155 --strict --layout games/",
    "xbn validate --explain-end --both-rules --duplicates submissions/",
    "cat game.xbn | xbn validate -",
)


def validate(
    paths: Paths,
    report: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=FILE]",
            help=f"How to tell what was found: {', '.join(REPORTS)}. May be repeated.",
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the report to a file: the one that names none itself.")
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Only these findings: codes, beginnings (XBN2), names; with commas.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="CODES", help="Not these findings; written the same way.")] = None,
    strict: Annotated[bool | None, typer.Option("--strict/--no-strict", help="Whether warnings count as findings.")] = None,
    layout: Annotated[bool, typer.Option("--layout", help="Check the layout too (XBN150), as `xbn format --check` does.")] = False,
    config: Annotated[
        str | None, typer.Option(metavar="FILE", help="The settings, instead of the nearest xbn.toml or pyproject.toml.")
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Use no settings of any file.")] = False,
    limit: Annotated[
        list[str] | None, typer.Option("--limit", metavar="NAME=N", help="Another limit; see `xbn limits`. May be repeated.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only findings and the summary, no line for each record.")] = False,
    explain_end: Annotated[bool, typer.Option("--explain-end", help="Say how each game ended, and what proves it.")] = False,
    both_rules: Annotated[
        bool, typer.Option("--both-rules", help="Replay under every reading of the rules; list the records that end differently.")
    ] = False,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="Name records that hold the same game: as it is, mirrored, or its beginning.")
    ] = False,
    record: RecordOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    jobs: JobsOption = None,
) -> int:
    """Replay every record by the rules and say what is wrong with it.

    Reads XBN, JSON, and the logs, the terminal output and the action tuples of the official referee; the format is found from
    the content.
    """
    overrides = overridden(game, rules, from_, record)
    if select and not _listed(select):
        raise Mistake("--select names no finding; leave it out to hear of all, or --ignore ALL to hear of none")
    settings = settings_from(config, isolated).under(_listed(select), _listed(ignore), strict, layout)
    selection = Selection(settings)
    tally = Tally(settings.strict)
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    manner = Manner(settings.strict, quiet, colour, explain_end, both_rules, duplicates)
    with mistaken(BadLimit, BadOrder):
        limits = read_limits(limit or [], settings.limits)
        orders = read_orders(report or [], output)
    with applied(limits):
        found = survey(paths, [order.file for order in orders if order.file is not None])
        nothing = Mistake(f"there are no record files in {', '.join(paths)}")
        if not found.files and not found.others:
            raise nothing
        with opened(orders, text_output(), manner) as reports:
            finals = any(each.needs_finals for each in reports)
            overrides = replace(overrides, finals=finals, layout=selection.wants_layout)
            told = Accounting(selection.of_record, explain_end, both_rules, duplicates, any(each.needs_replay for each in reports))
            is_quiet = quiet or all(order.file for order in orders)
            # Whatever ends the command ends the workers.
            with closing(_results(found.files, overrides, told, jobs, is_quiet)) as results:
                heard = until_interrupted(chain(results, leftovers(found.others)), tally.stop)
                _tell(_selected(heard, tally, selection), reports, tally, duplicates)
    if not found.files:
        # Only now: the reports name what else there is.
        raise nothing
    return tally.exit_code


def _listed(values: list[str] | None) -> list[str]:
    """The items of an option that may be repeated and may hold several, with commas between."""
    return [item for value in values or [] for item in value.split(",") if item.strip()]


def _results(
    files: list[str], overrides: Overrides, told: Accounting, jobs: int | None, is_quiet: bool
) -> Generator[Result | Account, None, None]:
    """The results, with progress on the terminal, unless lines on records run down the same one anyway."""
    from expendibots_notation.parallel import judge_files, map_files
    from expendibots_notation.parallel.reading import nobody

    def results(on_read: OnRead) -> Iterator[Result | Account]:
        if told.is_needed:
            return map_files(told, shifted, files, overrides, 1 if told.judged else jobs, on_read, is_short=False)
        return judge_files(files, overrides, jobs, on_read)

    if not sys.stderr.isatty() or (sys.stdout.isatty() and not is_quiet):
        yield from results(nobody)
        return
    from expendibots_notation.cli.progress import Progress
    from expendibots_notation.parallel.pieces import size_of

    progress = Progress(sum(size_of(path) or 0 for path in files))
    yield from progress.watched(results(progress.on_read))


def _tell(results: Iterable[Account | CleanRun | FileFinding], reports: Sequence[Report], tally: Tally, duplicates: bool) -> None:
    """Give each result to the tally and to every report, as it comes."""
    copies: CopySearch | None = None
    if duplicates:
        from expendibots_notation.copies import CopySearch

        copies = CopySearch()
    for result in results:
        tally.add(result.verdict if isinstance(result, Account) else result)
        if copies is not None:
            _compare(result, copies)
        for report in reports:
            report.add(result)
    tally.copies = None if copies is None else copies.groups()
    for report in reports:
        report.finish(tally)


def _compare(result: Account | CleanRun | FileFinding, copies: CopySearch) -> None:
    if isinstance(result, CleanRun):
        for row, found in enumerate(result.parts or ()):
            if found is not None:
                copies.add(result.file, result.index + row, result.line + result.lines[row], found)
    elif isinstance(result, Account) and result.compared is not None:
        copies.add(result.verdict.file, result.verdict.index, result.verdict.line, result.compared)


def _selected(
    results: Iterable[Result | Account], tally: Tally, selection: Selection
) -> Iterator[Account | CleanRun | FileFinding]:
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
        account = result
        if isinstance(account, Verdict):
            verdict = selection.of_record(account)
            account = Account(verdict, len(account.diagnostics) - len(verdict.diagnostics))
        tally.ignore(account.verdict.file, account.ignored)
        yield account
