"""`xbn explain`: the page of a diagnostic has an example, which is run as the page is made."""

from __future__ import annotations

import textwrap
from typing import Annotated, BinaryIO

import typer

from expendibots_notation.cli.process import FINE, Mistake, text_output
from expendibots_notation.diagnostics.codes import TABLE, Code, find
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.resources import broken_sample
from expendibots_notation.verdict import FileFinding

_WIDTH = 96
_MOST_LINES = 16

EXAMPLES = ("xbn explain XBN203", "xbn explain too-far", "xbn explain")


def explain(
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", help="A code or a name; without it, all are listed.")] = None,
) -> int:
    """Say what a diagnostic means, with an example and its remedy."""
    out = text_output()
    if code is None:
        out.writelines(f"{row.code}  {row.severity.value:7}  {row.name}\n" for row in TABLE)
    elif (found := find(code)) is not None:
        out.write(page(found) + "\n")
    else:
        raise Mistake(f"there is no diagnostic {code!r}; `xbn explain` lists them all")
    return FINE


def page(row: Code) -> str:
    """The page of one row of the table, as plain text."""
    parts = [f"{row.code} {row.name} ({row.severity.value})", textwrap.fill(row.why, _WIDTH)]
    sample = broken_sample(row.code)
    if sample is not None:
        with sample.open("rb") as stream:
            findings = [finding for finding in _findings(stream, sample.name) if finding.code == row.code]
            stream.seek(0)
            text = stream.read(4000).decode("utf-8", "surrogateescape")
        if text.strip():
            parts.append(f"For example:\n\n{_shown(text)}")
        parts += [f"is answered by:\n\n{textwrap.indent(render(finding), '    ')}" for finding in findings[:1]]
    parts.append(f"What to do: {textwrap.fill(row.remedy, _WIDTH - 12)}")
    return "\n\n".join(parts)


def _findings(stream: BinaryIO, name: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for result in validate_stream(stream, name, Overrides(layout=True)):
        found.extend([result.diagnostic] if isinstance(result, FileFinding) else result.diagnostics)
    return found


def _shown(text: str) -> str:
    lines = text.splitlines()
    more = ["…"] if len(lines) > _MOST_LINES else []
    return "\n".join(f"    {visible(line)[:_WIDTH]}" for line in lines[:_MOST_LINES] + more)
