"""What several reports say in the same words: endings, counts of findings, and how files are called elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

from expendibots_notation.board import counted
from expendibots_notation.files import below_working_directory
from expendibots_notation.game import UNFINISHED
from expendibots_notation.games import find_game
from expendibots_notation.verdict import Verdict

NO_FILE_SIGN = "<"
"""What the names of texts that are no files begin with: <stdin>."""


def ending(verdict: Verdict) -> str:
    """How a game ended: by the replay, or by what the record says where the board does not tell."""
    outcome = verdict.outcome if verdict.outcome.is_over else verdict.claimed
    result = "not finished" if outcome.result == UNFINISHED else outcome.result
    told = f"{result} ({outcome.termination})" if outcome.termination else result
    return f"{told} is not established" if is_unproved(verdict) else told


def is_unproved(verdict: Verdict) -> bool:
    """Whether the record claims an end that the board would show and does not: then only what is ignored lets it pass as valid."""
    claimed = verdict.claimed
    if verdict.outcome.is_over or claimed.result == UNFINISHED:
        return False
    game = find_game(verdict.game)
    return claimed.termination is None or (game is not None and claimed.termination in game.terminations)


def plies(verdict: Verdict) -> str:
    """How many plies were replayed."""
    return "1 ply" if verdict.plies == 1 else f"{verdict.plies} plies"


def findings(verdict: Verdict) -> str:
    """How many findings of each severity there are."""
    numbers = (
        (sum(finding.is_error for finding in verdict.diagnostics), "error"),
        (sum(finding.is_warning for finding in verdict.diagnostics), "warning"),
        (sum(finding.is_notice for finding in verdict.diagnostics), "notice"),
    )
    return " and ".join(counted(number, noun) for number, noun in numbers if number)


def relative_path(file: str) -> str | None:
    """A file's path below the working directory, where it is there, with forward slashes; None for what is no file."""
    if file.startswith(NO_FILE_SIGN):
        return None
    return Path(os.path.normpath(below_working_directory(file) if os.path.isabs(file) else file)).as_posix()


def uri(file: str) -> str | None:
    """A file as a URI reference, relative where it is below the working directory; None for what is no file."""
    path = relative_path(file)
    if path is None:
        return None
    from urllib.parse import quote  # loaded here: only some reports name files so

    encoded = quote(os.fsencode(path), safe="/")
    return f"file://{encoded}" if os.path.isabs(path) else encoded
