"""`xbn validate`: every record of the files judged, and the report on them written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from expendibots_notation.pipeline import Overrides
from expendibots_notation.reports import REPORTS
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import Result


class CannotValidate(Exception):
    """Raised where the command cannot do its work; the message says why."""


def validate(
    files: Sequence[str],
    overrides: Overrides,
    *,
    report: str = "text",
    output: str | None = None,
    strict: bool = False,
    quiet: bool = False,
    jobs: int | None = None,
) -> int:
    """Judge the files, report to `output` or standard output, and return the exit code. Raises CannotValidate."""
    if report not in REPORTS:
        raise CannotValidate(f"there is no report {report!r}; the reports are {', '.join(REPORTS)}")
    tally = Tally(strict)
    results = _results(files, overrides, jobs, tally, is_written=output is None, is_quiet=quiet)
    if output is None:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        # UTF-8 whatever the locale; what UTF-8 cannot hold is shown as an escape.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
        REPORTS[report](results, sys.stdout, tally, quiet, colour)
    else:
        from io import StringIO

        from expendibots_notation.files import write_whole

        text = StringIO()
        REPORTS[report](results, text, tally, quiet, False)
        try:
            write_whole(output, [text.getvalue()])
        except OSError as error:
            raise CannotValidate(f"cannot write {output}: {(error.strerror or str(error)).lower()}") from None
    return tally.exit_code


def _results(
    files: Sequence[str], overrides: Overrides, jobs: int | None, tally: Tally, *, is_written: bool, is_quiet: bool
) -> Iterator[Result]:
    """What is reported. Who sits at a terminal sees how far it is, unless lines on records run down that terminal anyway."""
    from expendibots_notation.jobs import judge_files
    from expendibots_notation.jobs.interruption import until_interrupted

    is_seen = is_written and sys.stdout.isatty()
    if not sys.stderr.isatty() or (is_seen and not is_quiet):
        return until_interrupted(judge_files(files, overrides, jobs), tally.stop)
    from expendibots_notation.jobs.pieces import size_of
    from expendibots_notation.jobs.progress import Progress

    progress = Progress(sum(size_of(path) or 0 for path in files))
    return until_interrupted(progress.watched(judge_files(files, overrides, jobs, progress.on_read)), tally.stop)
