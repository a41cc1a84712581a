"""How `xbn validate` tells what it found: one file a report format, and the table of them."""

from __future__ import annotations

from expendibots_notation.reports.csv import CsvReport
from expendibots_notation.reports.github import GithubReport
from expendibots_notation.reports.html import HtmlReport
from expendibots_notation.reports.json import JsonReport
from expendibots_notation.reports.jsonl import JsonLinesReport
from expendibots_notation.reports.junit import JunitReport
from expendibots_notation.reports.report import Report
from expendibots_notation.reports.sarif import SarifReport
from expendibots_notation.reports.text import TextReport

REPORTS: dict[str, type[Report]] = {
    "text": TextReport,
    "json": JsonReport,
    "jsonl": JsonLinesReport,
    "github": GithubReport,
    "sarif": SarifReport,
    "junit": JunitReport,
    "csv": CsvReport,
    "html": HtmlReport,
}
"""By the name that --report takes."""
