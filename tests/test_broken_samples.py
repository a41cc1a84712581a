"""Every diagnostic has a record that shows it, a page that explains it, and a message worth reading.

`XBN_REFRESH=1` rewrites the golden messages; look at the difference before keeping it.
"""

from __future__ import annotations

import os
import re
from io import BytesIO
from pathlib import Path

import pytest

import expendibots_notation as xn
from expendibots_notation.cli.explain import page
from expendibots_notation.diagnostics.codes import TABLE, Code
from expendibots_notation.diagnostics.model import Diagnostic, Severity
from expendibots_notation.diagnostics.render import render
from expendibots_notation.exporters.xbn import xbn_pieces
from expendibots_notation.limits import Limits, applied
from expendibots_notation.pipeline import Overrides, validate_files, validate_stream
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import FileFinding, Verdict

FOLDER = Path(__file__).parent.parent / "samples" / "broken"
GOLDEN = Path(__file__).parent / "golden" / "broken.txt"
REFRESH = os.environ.get("XBN_REFRESH") == "1"

WITHOUT_SAMPLE = {
    "XBN411": "is about a file beside the records of a folder",
    "XBN412": "is about a file beside the records of a folder",
    "XBN413": "is about a file beside the records of a folder",
    "XBN414": "is about a link, a pipe or a device in a folder",
    "XBN902": "takes a record of millions of characters",
    "XBN903": "is about a file that cannot be opened",
    "XBN904": "takes a process that is killed",
    "XBN905": "takes a word of millions of characters",
    "XBN906": "takes a comment of millions of characters",
    "XBN907": "takes thousands of tags",
    "XBN908": "takes a file of millions of records",
    "XBN909": "takes a compressed file",
    "XBN911": "is about what a film or a page shows",
    "XBN912": "takes thousands of variations",
}
"""Diagnostics that no small file can show by itself; their tests are below, in test_leftovers.py, test_limits.py and
jobs/test_trouble.py."""

ALSO_FOUND: dict[str, dict[str, str]] = {}
"""By the code of a sample: other codes that it cannot avoid, each with the reason. A sample shows one thing, so this is empty."""

SHOWN = [row for row in TABLE if row.code not in WITHOUT_SAMPLE]
STYLE = [row for row in SHOWN if row.code.startswith("XBN15")]

each_row = pytest.mark.parametrize("row", TABLE, ids=lambda row: row.code)
each_shown = pytest.mark.parametrize("row", SHOWN, ids=lambda row: row.code)
each_style = pytest.mark.parametrize("row", STYLE, ids=lambda row: row.code)


def _sample(row: Code) -> Path:
    """The sample of a code, in whatever format shows it."""
    (path,) = FOLDER.glob(f"{row.code}-{row.name}.*")
    return path


def _results(path: Path) -> list[Verdict | FileFinding]:
    """What the validator says about a file, which it knows by its bare name, the layout included."""
    return list(validate_stream(BytesIO(path.read_bytes()), path.name, Overrides(layout=True)))


def _findings(results: list[Verdict | FileFinding]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for result in results:
        found.extend([result.diagnostic] if isinstance(result, FileFinding) else result.diagnostics)
    return found


def _one_line(text: str) -> str:
    return " ".join(text.split())


def test_there_is_one_sample_for_each_code() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(f"{row.code}-{row.name}" for row in SHOWN)


@each_shown
def test_a_sample_shows_its_diagnostic(row: Code) -> None:
    assert row.code in [finding.code for finding in _findings(_results(_sample(row)))]


@each_shown
def test_a_sample_shows_nothing_else(row: Code) -> None:
    """One mistake, one finding: whatever else is reported would be noise that follows from it."""
    others = [
        finding for finding in _findings(_results(_sample(row))) if finding.code not in {row.code, *ALSO_FOUND.get(row.code, {})}
    ]
    assert [render(finding) for finding in others] == []


@each_shown
def test_a_diagnostic_is_reported_once(row: Code) -> None:
    assert [finding.code for finding in _findings(_results(_sample(row)))].count(row.code) == 1


@each_shown
def test_severity_decides_the_exit_code(row: Code) -> None:
    """Warnings count only with --strict; errors always do; a file of an unknown format could not be looked at."""
    for strict in (False, True):
        tally = Tally(strict)
        results = _results(_sample(row))
        for result in results:
            tally.add(result)
        error = 2 if any(isinstance(result, FileFinding) and result.is_unreadable for result in results) else 1
        assert tally.exit_code == (error if strict or row.severity is Severity.ERROR else 0)


@each_style
def test_formatting_cures_a_style_warning(row: Code, tmp_path: Path) -> None:
    """The remedy on each of these pages is `xbn format`, so that must leave nothing to say."""
    cured = tmp_path / "cured.xbn"
    cured.write_text("".join(xbn_pieces(xn.read(_sample(row)))), encoding="utf-8", newline="\n")
    assert _findings(_results(cured)) == []


def test_a_record_that_is_too_long_is_reported() -> None:
    """The limit is lowered, since a record that really is too long would only make the test slow."""
    text = '[Format "xbn 1"]\n\n' + "1. d2-d3 d7-d6\n" * 100
    with applied(Limits(record_length=1000)):
        assert [finding.code for finding in _findings(list(validate_stream(BytesIO(text.encode()), "long.xbn")))] == ["XBN902"]


def test_a_file_that_is_not_there_is_reported(tmp_path: Path) -> None:
    results = list(validate_files([str(tmp_path / "missing.xbn")]))
    assert [finding.code for finding in _findings(results)] == ["XBN903"]


@each_row
def test_every_diagnostic_has_a_page(row: Code) -> None:
    text = _one_line(page(row))
    assert text.startswith(f"{row.code} {row.name} ({row.severity.value})")
    assert " ".join(row.why.split()[:6]) in text
    assert _one_line(row.remedy) in text


@each_shown
def test_a_page_shows_its_example(row: Code) -> None:
    """The example on a page is executed as the page is made, so it must end in the diagnostic that the page is about."""
    assert f"{row.severity.value}[{row.code}]" in page(row)


@each_row
def test_pages_have_no_gaps(row: Code) -> None:
    """Only messages are templates; a field in another text would be shown to the reader as it stands."""
    assert re.findall(r"\{[a-z_]+\}", row.why + row.remedy) == []


def test_messages_are_as_expected() -> None:
    """All messages side by side: a change of wording is seen, and so is a caret that points elsewhere."""
    pieces = []
    for row in SHOWN:
        rendered = "\n\n".join(render(finding) for finding in _findings(_results(_sample(row))))
        pieces.append(f"== {_sample(row).name}\n\n{rendered}\n")
    text = "\n".join(pieces)
    if REFRESH:
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8", newline="\n")
    assert text == GOLDEN.read_text(encoding="utf-8")
