"""HTML reports for tests: made from texts or files, and read again; and what reports and pages hold packed."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from io import BytesIO, StringIO
from typing import Any
from zlib import decompress

from expendibots_notation.account import Accounting
from expendibots_notation.copies import CopySearch
from expendibots_notation.pipeline import judged_files, judged_stream
from expendibots_notation.reports.html import HtmlReport
from expendibots_notation.reports.report import Manner
from expendibots_notation.reports.summary import Tally
from expendibots_notation.verdict import Judged

PLAIN = Manner()
_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_REPLAY = re.compile(r'<script type="text/plain" id="replay-(\d+)">([\w+/=]+)</script>\n')


def sheet(files: dict[str, str | bytes] | list[str], manner: Manner = PLAIN) -> str:
    """The report about texts by the names of their files, or about files by their paths."""
    out = StringIO()
    tally = Tally(manner.strict)
    report = HtmlReport(out.write, manner)
    copies = CopySearch()
    if isinstance(files, list):
        results = list(judged_files(files))
    else:
        texts = ((name, text.encode() if isinstance(text, str) else text) for name, text in files.items())
        results = [result for name, text in texts for result in judged_stream(BytesIO(text), name)]
    told = Accounting(lambda verdict: verdict, compared=True, judged=True)
    for result in results:
        if isinstance(result, Judged):
            account = told.account(result)
            tally.add(account.verdict)
            if account.compared is not None:
                copies.add(account.verdict.file, account.verdict.index, account.verdict.line, account.compared)
            report.add(account)
        else:
            tally.add(result)
            report.add(result)
    tally.copies = copies.groups() if manner.duplicates else None
    report.finish(tally)
    return out.getvalue()


def overview_in(html: str) -> dict[str, Any]:
    """What the page knows when it opens."""
    (data,) = _DATA.findall(html)
    found: dict[str, Any] = json.loads(data)
    return found


def replays_in(html: str) -> dict[int, dict[str, Any]]:
    """The replays, unpacked, by the number of the row."""
    return {int(number): json.loads(decompress(b64decode(packed))) for number, packed in _REPLAY.findall(html)}
