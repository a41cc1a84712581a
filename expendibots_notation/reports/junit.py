"""The report for continuous integration servers: JUnit's XML, one test suite a file, one test case a record.

There is no time in it, so that the same records give the same report.
"""

from __future__ import annotations

from collections import Counter
from html import escape  # what XML needs too; the module of that purpose loads half of urllib

from expendibots_notation.account import Account
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.reports.report import Manner, Report, Write
from expendibots_notation.reports.summary import Tally
from expendibots_notation.spool import Spool
from expendibots_notation.verdict import FileFinding

_FAILURE, _ERROR, _SKIPPED, _REMARK = "failure", "error", "skipped", "system-out"
"""The elements by which a test case says that all is not well; the last one says no such thing."""


class JunitReport(Report):
    """A suite is written when the next file begins: its counts stand before its cases."""

    def __init__(self, write: Write, manner: Manner) -> None:
        super().__init__(write, manner)
        self._file: str | None = None
        self._cases = Spool()
        self._counts: Counter[str] = Counter()
        self.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="xbn validate">\n')

    def add_record(self, account: Account) -> None:
        verdict = account.verdict
        element = _REMARK if self.manner.accepts(verdict) else _FAILURE
        self._add_case(verdict.file, f"record {verdict.index}", element, verdict.diagnostics)

    def add_file(self, found: FileFinding) -> None:
        finding = found.diagnostic
        if found.is_unreadable:
            element = _ERROR
        elif finding.is_error or (self.manner.strict and finding.is_warning):
            element = _FAILURE
        else:
            element = _SKIPPED if found.was_skipped else _REMARK
        self._add_case(finding.place.file, "file", element, (finding,))

    def finish(self, tally: Tally) -> None:
        self._close_suite()
        self.write("</testsuites>\n")

    def _add_case(self, file: str, name: str, element: str, findings: tuple[Diagnostic, ...]) -> None:
        if file != self._file:
            self._close_suite()
            self._file = file
        head = f"<testcase classname={_attribute(file)} name={_attribute(name)}"
        if not findings:
            self._cases.add(f"    {head}/>\n")
            return
        self._counts[element] += 1
        # One element for all findings: most readers look at the first one only.
        text = escape("\n\n".join(render(finding) for finding in findings), quote=False)
        gravest = next((finding for finding in findings if finding.is_error), findings[0])
        about = "" if element == _REMARK else f" type={_attribute(gravest.code)} message={_attribute(gravest.message)}"
        self._cases.add(f"    {head}>\n      <{element}{about}>{text}</{element}>\n    </testcase>\n")

    def _close_suite(self) -> None:
        if self._file is None:
            return
        counts = f'tests="{self._cases.pieces}" failures="{self._counts[_FAILURE]}" errors="{self._counts[_ERROR]}"'
        self.write(f'  <testsuite name={_attribute(self._file)} {counts} skipped="{self._counts[_SKIPPED]}">\n')
        for block in self._cases.poured():
            self.write(block)
        self.write("  </testsuite>\n")
        self._counts.clear()


def _attribute(text: str) -> str:
    """A text as an attribute's value. `visible` leaves no character that XML forbids."""
    return f'"{escape(visible(text))}"'
