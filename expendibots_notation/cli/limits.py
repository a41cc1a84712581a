"""`xbn limits`."""

from __future__ import annotations

from expendibots_notation.cli.options import LimitOption
from expendibots_notation.cli.process import FINE, text_output
from expendibots_notation.diagnostics.codes import BY_NAME
from expendibots_notation.limits import in_force, listed

EXAMPLES = ("xbn limits", "xbn validate --limit record_length=5000000 --limit tags=50 games.xbn")


def limits(limit: LimitOption = None) -> int:
    """List the limits that hold here, by the settings and the command line: how much of anything an input may have."""
    out = text_output()
    for each in listed(in_force()):
        out.write(f"{each.name:16} {each.value:>14}  {BY_NAME[each.finding].code}  {each.meaning}\n")
    return FINE
