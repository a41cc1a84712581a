"""The report for GitHub Actions: workflow commands, which become annotations at the lines of a pull request."""

from __future__ import annotations

from expendibots_notation.account import Account
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.reports.report import Report
from expendibots_notation.reports.summary import Tally
from expendibots_notation.reports.words import relative_path
from expendibots_notation.verdict import FileFinding


class GithubReport(Report):
    """One command a finding, and the summary as a line of the log."""

    def add_record(self, account: Account) -> None:
        for finding in account.verdict.diagnostics:
            self.write(_command(finding) + "\n")

    def add_file(self, found: FileFinding) -> None:
        self.write(_command(found.diagnostic) + "\n")

    def finish(self, tally: Tally) -> None:
        self.write(f"{tally}\n")


def _command(finding: Diagnostic) -> str:
    place = finding.place
    path = relative_path(place.file)
    properties = {"file": visible(path)} if path is not None else {}
    properties |= {"line": str(place.line), "endLine": str(place.end_line)}
    if place.line == place.end_line:  # GitHub takes columns within one line only
        properties |= {"col": str(place.column), "endColumn": str(place.end_column)}
    properties["title"] = f"{finding.code} {finding.name}"
    message = visible(finding.message) + (f"\nhelp: {visible(finding.hint)}" if finding.hint else "")
    written = ",".join(f"{key}={_data(value).replace(':', '%3A').replace(',', '%2C')}" for key, value in properties.items())
    return f"::{finding.severity.value} {written}::{_data(message)}"


def _data(text: str) -> str:
    """A message as the runner reads it back. Without this, a record could end the command and give one of its own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
