"""What is measured: each function makes some rows of the table."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import chess.pgn

from benchmarks.clock import best_seconds, median_seconds
from benchmarks.games import chess_games, expendibots_records, referee_logs
from benchmarks.other_games import records
from benchmarks.plain_checker import judge
from benchmarks.table import Row
from expendibots_notation.games import GAMES, expendibots, find_game
from expendibots_notation.importers.text import TextStream
from expendibots_notation.importers.xbn import read_texts
from expendibots_notation.notation.parser import parse
from expendibots_notation.notation.records import RecordText
from expendibots_notation.notation.writer import write
from expendibots_notation.perft import count
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.replaying import replay
from expendibots_notation.verdict import Verdict

READING_TARGET = 1.2
"""How many times as fast as python-chess reading must be."""
OTHER_GAMES_TARGET = 1.0
"""How many times as fast as python-chess reads chess games the other games must be replayed."""
LOGS_TARGET = 10.0
"""How many times as fast as a plain checker referee logs must be read and judged."""
STARTING_TARGET = 6.0
"""How many times as long as Python itself the command may take to start."""

_PERFT_DEPTH = 3


def reading() -> Iterator[Row]:
    """Parse, replay and check records, beside python-chess reading games of as many plies."""
    records, games = expendibots_records().encode(), chess_games()
    plies = _validate(records)
    if plies != _read_chess(games):
        raise AssertionError("the two sides do not read as many plies")
    ours, theirs = best_seconds(lambda: _validate(records), lambda: _read_chess(games), rounds=5)
    ratio = theirs / ours
    yield Row("parse, replay and check (xbn)", _speed(plies, ours))
    yield Row("read games (python-chess)", _speed(plies, theirs))
    yield Row("  xbn : python-chess", f"{ratio:.2f}", f"at least {READING_TARGET}", ratio >= READING_TARGET)


def _validate(data: bytes, file: str = "games.xbn", bulk: bool = True) -> int:
    """Judge every record; how many plies they have. Every one must be valid, without a warning."""
    plies = 0
    for verdict in validate_stream(io.BytesIO(data), file, Overrides(bulk=bulk)):
        if not isinstance(verdict, Verdict) or verdict.diagnostics:
            raise AssertionError(f"not a clean record: {verdict}")
        plies += verdict.plies
    return plies


def _read_chess(text: str) -> int:
    plies = 0
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        if game.errors:
            raise AssertionError(f"not a clean game: {game.errors}")
        plies += game.end().ply()
    return plies


def other_games() -> Iterator[Row]:
    """Replay records of the other games, beside python-chess reading games of as many plies."""
    text = chess_games()
    chess_plies = _read_chess(text)
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
            lambda: _read_chess(text),
            rounds=3,
        )
        ratio = (plies / ours) / (chess_plies / theirs)
        yield Row(f"replay {game.name}", _speed(plies, ours))
        yield Row("  parse, replay and check it", _speed(plies, whole))
        yield Row("  replay : python-chess", f"{ratio:.2f}", f"at least {OTHER_GAMES_TARGET:g}", ratio >= OTHER_GAMES_TARGET)


def logs() -> Iterator[Row]:
    """Read and judge referee logs, beside a plain checker that lists all legal actions and looks for the one that was played."""
    text = referee_logs()
    data = text.encode()
    plies = _validate(data, "games.log")
    if plies != judge(text):
        raise AssertionError("the two sides do not judge as many plies")
    ours, full, theirs = best_seconds(
        lambda: _validate(data, "games.log"), lambda: _validate(data, "games.log", bulk=False), lambda: judge(text), rounds=5
    )
    ratio = theirs / ours
    yield Row("read and judge referee logs (xbn)", _speed(plies, ours))
    yield Row("the same the full way (--no-bulk)", _speed(plies, full))
    yield Row("judge them by listing (plain)", _speed(plies, theirs))
    yield Row("  xbn : plain checker", f"{ratio:.2f}", f"at least {LOGS_TARGET:g}", ratio >= LOGS_TARGET)


def starting() -> Iterator[Row]:
    """`xbn --version`, beside an interpreter that does nothing."""
    command = [str(Path(sys.executable).with_name("xbn")), "--version"]
    ours, bare = median_seconds(command, [sys.executable, "-c", "pass"], rounds=15)
    ratio = ours / bare
    yield Row("xbn --version", f"{ours * 1000:.1f} ms")
    yield Row("python3 -c pass", f"{bare * 1000:.1f} ms")
    yield Row("  xbn : python3", f"{ratio:.2f}", f"at most {STARTING_TARGET:g}", ratio <= STARTING_TARGET)


def parts() -> Iterator[Row]:
    """The steps of a record's way, one by one."""
    data = expendibots_records().encode()
    game = expendibots.GAME
    texts = [text for text in read_texts(TextStream(io.BytesIO(data)), "games.xbn") if isinstance(text, RecordText)]
    records = [parse(text, find_game) for text in texts]
    plies = sum(len(record.line.plies) for record in records)
    steps = {
        "split a file into records": lambda: list(read_texts(TextStream(io.BytesIO(data)), "games.xbn")),
        "parse": lambda: [parse(text, find_game) for text in texts],
        "replay": lambda: [replay(record, game) for record in records],
        "write": lambda: [write(record, game) for record in records],
    }
    for name, seconds in zip(steps, best_seconds(*steps.values(), rounds=3), strict=True):
        yield Row(name, _speed(plies, seconds))


def counting() -> Iterator[Row]:
    """Action sequences from the start."""
    start = expendibots.start()
    nodes = count(start, _PERFT_DEPTH)
    (seconds,) = best_seconds(lambda: count(start, _PERFT_DEPTH), rounds=3)
    yield Row(f"perft, depth {_PERFT_DEPTH}", _speed(nodes, seconds, "nodes"))


def _speed(number: int, seconds: float, unit: str = "plies") -> str:
    return f"{number / seconds:,.0f} {unit}/s"
