"""Measured inside this process, or by starting a command that does nothing: the parts of which the rest is made."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.clock import best_seconds, median_seconds
from benchmarks.games import chess_games
from benchmarks.other_games import records
from benchmarks.read_chess import read_chess
from benchmarks.table import Row, Target, comparison, speed
from expendibots_notation.games import GAMES, expendibots
from expendibots_notation.judging.replaying import replay
from expendibots_notation.notation.writer import write
from expendibots_notation.perft import count
from expendibots_notation.pipeline import validate_stream
from expendibots_notation.verdict import Verdict

OTHER_GAMES_TARGET = Target(1)
"""How many times as fast as python-chess reads chess games the other games must be replayed."""
STARTING_TARGET = Target(6, is_ceiling=True)
"""How many times as long as Python itself the command may take to start."""

_CHESS_GAMES = 100
_PERFT_DEPTH = 3


def other_games() -> Iterator[Row]:
    """Replay records of the other games, beside python-chess reading games of as many plies."""
    text = "".join(chess_games(_CHESS_GAMES))
    chess_plies = read_chess(io.StringIO(text))
    for game in GAMES:
        if game is expendibots.GAME:
            continue
        made = records(game)
        plies = sum(len(record.line.plies) for record in made)
        played = sum(replay(record, game).main.played for record in made)
        if played != plies:
            raise AssertionError(f"{plies - played} plies of {game.name} are not legal")
        data = "\n".join(write(record, game) for record in made).encode()
        ours, whole, theirs = best_seconds(
            lambda: [replay(record, game) for record in made],  # noqa: B023 - called before the loop goes on
            lambda: _validate(data),  # noqa: B023
            lambda: read_chess(io.StringIO(text)),
            rounds=3,
        )
        yield Row(f"replay {game.name}", speed=speed(plies, ours))
        yield comparison("replay : python-chess", (plies / ours) / (chess_plies / theirs), OTHER_GAMES_TARGET)
        yield Row("  parse, replay and check it", speed=speed(plies, whole))


def _validate(data: bytes) -> None:
    """Judge every record; each must be valid, without a warning."""
    for verdict in validate_stream(io.BytesIO(data), "games.xbn"):
        if not isinstance(verdict, Verdict) or verdict.diagnostics:
            raise AssertionError(f"not a clean record: {verdict}")


def starting() -> Iterator[Row]:
    """`xbn --version`, beside an interpreter that does nothing."""
    command = [str(Path(sys.executable).with_name("xbn")), "--version"]
    ours, bare = median_seconds(command, [sys.executable, "-c", "pass"], rounds=15)
    yield Row("xbn --version", seconds=f"{ours:.3f}")
    yield Row("python3 -c pass", seconds=f"{bare:.3f}")
    yield comparison("xbn : python3", ours / bare, STARTING_TARGET)


def counting() -> Iterator[Row]:
    """Action sequences from the start."""
    start = expendibots.start()
    nodes = count(start, _PERFT_DEPTH)
    (seconds,) = best_seconds(lambda: count(start, _PERFT_DEPTH), rounds=3)
    yield Row(f"perft, depth {_PERFT_DEPTH}", speed=speed(nodes, seconds, "nodes"))
