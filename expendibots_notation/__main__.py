"""`python -m expendibots_notation`, and the command `xbn`.

Typer, which takes the command line apart, takes longer to load than a thousand records to judge. So the version is printed, and a
`validate` with paths and the few options of a script or a hook is called, without it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

from expendibots_notation import __version__
from expendibots_notation.cli.process import collect_rarely, hear_signals, prepare_streams, quiet_end

_COUNT = re.compile("[1-9][0-9]{0,8}")
_FLAGS = {"-q": "quiet", "--quiet": "quiet", "--strict": "strict"}


def main() -> None:
    """Run the command line."""
    prepare_streams()
    collect_rarely()
    hear_signals()
    with quiet_end():
        if sys.argv[1:] == ["--version"]:
            print(f"xbn {__version__}")
            return
        order = plain_order(sys.argv[1:])
        if order is not None:
            from expendibots_notation.cli.validate import validate

            sys.exit(validate(**order))
        from expendibots_notation.cli.app import app

        app(prog_name="xbn")


def plain_order(arguments: Sequence[str]) -> dict[str, Any] | None:
    """The arguments of `validate` by name; None for what only Typer understands."""
    order: dict[str, Any] = {"paths": []}
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in _FLAGS:
            order[_FLAGS[argument]] = True
        elif argument == "--jobs" and _COUNT.fullmatch(number := next(rest, "")):
            order["jobs"] = int(number)
        elif argument.startswith("-") and argument != "-":
            return None
        else:
            order["paths"].append(argument)
    return order if arguments[:1] == ["validate"] and order["paths"] else None


if __name__ == "__main__":
    main()
