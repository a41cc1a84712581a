"""How `xbn validate` tells what it found: one file a report format, and the table of them."""

from __future__ import annotations

from importlib import import_module

from expendibots_notation.reports.report import Report

REPORTS = {
    "text": "text.TextReport",
    "json": "json.JsonReport",
    "jsonl": "json.JsonLinesReport",
    "github": "github.GithubReport",
    "sarif": "sarif.SarifReport",
    "junit": "junit.JunitReport",
    "csv": "csv.CsvReport",
    "html": "html.HtmlReport",
}
"""By the name that --report takes: the module here and its class, loaded when it is asked for, since some take long to load."""


def find_report(name: str) -> type[Report]:
    """The report of a name in the table."""
    module, _, kind = REPORTS[name].partition(".")
    report: type[Report] = getattr(import_module(f"{__name__}.{module}"), kind)
    return report
