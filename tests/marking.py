"""What the tests of `xbn validate` share: the command inside this process, and the small mixed folder of submissions."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from expendibots_notation.cli.app import app

DATA = Path(__file__).parent / "data"
DESK = DATA / "desk"
"""A good game, a truncated log, an illegal move, a wrong result, pictures, an empty file, an archive and a folder with a log."""

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
GOOD = HEAD + "\n1. d2-d3 e7-e6\n2. e2-d2 *\n"
LOOSE = HEAD + "\n1. D2d3 e7-e6\n2. e2-d2 *\n"
"""One warning: XBN151."""
ILLEGAL = HEAD + "\n1. d2-d3 e7-e6\n2. e2-e5 e6-e5 *\n"
"""One error: XBN203."""


class Answer:
    """What a command has answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


def xbn(*arguments: str, text: str | bytes = "") -> Answer:
    """Run a command inside this process; whatever it does not catch fails the test."""
    result = CliRunner().invoke(app, arguments, input=text, prog_name="xbn", catch_exceptions=False)
    return Answer(result.exit_code, result.stdout, result.stderr)
