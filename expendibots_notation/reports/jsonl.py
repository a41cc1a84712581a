"""The report for programs that read line by line: one JSON object for each record, and for each finding about a file."""

from __future__ import annotations

from expendibots_notation.reports.json import file_document, record_document
from expendibots_notation.reports.report import Report
from expendibots_notation.reports.summary import Tally
from expendibots_notation.schema import to_json
from expendibots_notation.verdict import FileFinding, Judged


class JsonLinesReport(Report):
    """Each line as soon as its record is judged. There is no summary: the lines can be counted."""

    def add_record(self, judged: Judged) -> None:
        self.write(to_json(record_document(judged, self.manner)) + "\n")

    def add_file(self, found: FileFinding) -> None:
        self.write(to_json(file_document(found)) + "\n")

    def finish(self, tally: Tally) -> None:
        pass
