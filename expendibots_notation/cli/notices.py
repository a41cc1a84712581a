"""What a command says on standard error while it works."""

from __future__ import annotations

import sys

from expendibots_notation.cli.process import FINDINGS, FINE, TROUBLE
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.verdict import FileFinding


class Notices:
    """Findings and messages of one run, and the exit code that they lead to."""

    exit_code = FINE

    def finding(self, found: Diagnostic | FileFinding) -> None:
        """Show a finding. A file that could not be read is trouble."""
        is_unreadable = isinstance(found, FileFinding) and found.is_unreadable
        finding = found.diagnostic if isinstance(found, FileFinding) else found
        sys.stderr.write(render(finding) + "\n\n")
        self.worsen(TROUBLE if is_unreadable else FINDINGS if finding.is_error else FINE)

    def line(self, message: str, exit_code: int = FINE) -> None:
        """Write a line."""
        self.worsen(exit_code)
        sys.stderr.write(f"xbn: {visible(message)}\n")

    def worsen(self, exit_code: int) -> None:
        """Have the exit code be this one, unless it is worse already."""
        self.exit_code = max(self.exit_code, exit_code)
