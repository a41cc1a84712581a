"""The report for code scanning: SARIF 2.1.0, the standard that GitHub and many editors read.

The results are written as they come; which rules they need is known only then, so the tool that has them stands behind. All is
ASCII: half characters, which UTF-8 cannot hold, are then escapes like all others.
"""

from __future__ import annotations

import json
from typing import Any

from expendibots_notation import __version__
from expendibots_notation.account import Account
from expendibots_notation.diagnostics.codes import BY_CODE, Code
from expendibots_notation.diagnostics.model import Diagnostic, Severity
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.reports.words import uri
from expendibots_notation.verdict import FileFinding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}


class SarifReport(Report):
    """One run with a result for each finding. A record without findings leaves no trace."""

    def __init__(self, write: Write, manner: Manner) -> None:
        super().__init__(write, manner)
        self._rules: dict[str, int] = {}
        """The place of each code among the rules, by first use."""
        self._count = 0
        self.write(f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints", "results": [')

    def add_record(self, account: Account) -> None:
        for finding in account.verdict.diagnostics:
            self._add(finding, account.verdict.index)

    def add_file(self, found: FileFinding) -> None:
        self._add(found.diagnostic, None)

    def finish(self, tally: Tally) -> None:
        driver = {
            "name": "xbn",
            "fullName": "xbn validate, of expendibots-notation",
            "version": __version__,
            "semanticVersion": __version__,
            "rules": [_rule(BY_CODE[code]) for code in self._rules],
        }
        invocation = {"executionSuccessful": tally.unreadable == 0, "exitCode": tally.exit_code}
        self.write("\n" if self._count else "")
        self.write(f'],\n"invocations": [{json.dumps(invocation)}],\n"tool": {{"driver": {json.dumps(driver)}}}}}]}}\n')

    def _add(self, finding: Diagnostic, record: int | None) -> None:
        index = self._rules.setdefault(finding.code, len(self._rules))
        self.write((",\n" if self._count else "\n") + json.dumps(_result(finding, index, record)))
        self._count += 1


def _result(finding: Diagnostic, rule: int, record: int | None) -> dict[str, Any]:
    place = finding.place
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    address = uri(place.file)
    artifact = {"uri": address} if address is not None else {"description": {"text": "standard input"}}
    about = {"record": record, "ply": finding.ply, "alternatives": list(finding.alternatives) or None}
    properties = {key: value for key, value in about.items() if value is not None}
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": _text(finding.message) + (f"\nhelp: {_text(finding.hint)}" if finding.hint else "")},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        **({"properties": properties} if properties else {}),
    }


def _text(text: str) -> str:
    """A text as a SARIF message, in which [words](address) would be a link: a record must not put one there."""
    shown = visible(text)
    return shown.replace("[", "\\[").replace("]", "\\]") if "](" in shown else shown


def _rule(row: Code) -> dict[str, Any]:
    """A row of the table of diagnostics, with its page as help."""
    return {
        "id": row.code,
        "name": row.name,
        "shortDescription": {"text": row.name.replace("-", " ").capitalize()},
        "fullDescription": {"text": row.why},
        "help": {
            "text": f"{row.why}\n\nWhat to do: {row.remedy}\n\n`xbn explain {row.code}` shows an example.",
            "markdown": f"{_plain(row.why)}\n\n**What to do:** {_plain(row.remedy)}\n\n`xbn explain {row.code}` shows an example.",
        },
        "defaultConfiguration": {"level": _LEVELS[row.severity]},
    }


def _plain(text: str) -> str:
    """A text of the table as Markdown that shows it as it is: a bracket is no link, and a less-than sign no markup."""
    return "".join(f"\\{each}" if each in "\\[]<>*_~" else each for each in text)
