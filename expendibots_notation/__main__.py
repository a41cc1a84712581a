"""`python -m expendibots_notation`, and the command `xbn`.

The command line is Typer's (cli.py), which takes longer to load than a thousand records to judge. So what is asked most often is
answered before it is loaded: the version, and `xbn validate` with paths and the few options that a script or a hook uses.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from expendibots_notation import __version__
from expendibots_notation.cli.process import TROUBLE, hear_signals, prepare_streams, quiet_end

_FLAGS = {"-q": "quiet", "--quiet": "quiet", "--strict": "strict"}
_JOBS = "--jobs"


def main() -> None:
    """Run the command line."""
    prepare_streams()
    hear_signals()
    with quiet_end():
        if sys.argv[1:] == ["--version"]:
            print(f"xbn {__version__}")
            return
        order = plain_order(sys.argv[1:])
        if order is not None:
            sys.exit(_validate(order))
        from expendibots_notation.cli.app import app

        app(prog_name="xbn")


def plain_order(arguments: Sequence[str]) -> dict[str, Any] | None:
    """What `validate` is to do, by the names of its parameters in cli.py; None for what only Typer understands."""
    if arguments[:1] != ["validate"]:
        return None
    order: dict[str, Any] = {"paths": [], "jobs": None} | dict.fromkeys(_FLAGS.values(), False)
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in _FLAGS:
            order[_FLAGS[argument]] = True
        elif argument == _JOBS:
            number = next(rest, "")
            if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number) > 0):
                return None
            order["jobs"] = int(number)
        elif argument.startswith("-") and argument != "-":
            return None
        else:
            order["paths"].append(argument)
    return order if order["paths"] else None


def _validate(order: dict[str, Any]) -> int:
    """The exit code of a plain `validate`."""
    from expendibots_notation.cli.config import BadSettings
    from expendibots_notation.cli.validate import NothingToValidate, Validation, settings_from, utf8
    from expendibots_notation.pipeline import Overrides

    try:
        return Validation(
            paths=order["paths"],
            reports=[],
            settings=settings_from(None, isolated=False).under([], [], order["strict"] or None),
            quiet=order["quiet"],
            colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR"),
            jobs=order["jobs"],
            overrides=Overrides(),
        ).run(utf8(sys.stdout))
    except (BadSettings, NothingToValidate) as error:
        from expendibots_notation.diagnostics.render import visible

        print(f"xbn: {visible(str(error))}", file=sys.stderr)
        return TROUBLE


if __name__ == "__main__":
    main()
