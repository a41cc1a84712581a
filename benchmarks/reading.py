"""Records of Expendibots judged by whole commands in one process, beside programs that read chess."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import layouts
from benchmarks.commands import Command, Run, in_turns, pgn_extract, python_chess, validate
from benchmarks.corpus import AllGames, Sample, write, write_chess, write_nothing
from benchmarks.layouts import Layout
from benchmarks.page import BEST, WORST
from benchmarks.peers import Pace
from benchmarks.scale import Scale
from benchmarks.table import Row, Target, comparison, not_installed, whole_command, with_ratio

_TEXT = Target(100, aim=300)
_DATA = Target(70, aim=200)
_WARNINGS = Target(10, aim=50)
_ERRORS = Target(8, aim=20)
_UNCOMPILED = Target(4, aim=8)


@dataclass(frozen=True)
class Kind:
    """A kind of file that `xbn validate` reads, and how many times as fast as python-chess reads chess that must be."""

    what: str
    layout: Layout
    target: Target | None
    is_slow: bool = False
    repeats: bool = False
    """Whether one game in five ends in a repetition."""
    quiet: bool = True
    compiled: bool = True


KINDS = (
    Kind("canonical", layouts.canonical, _TEXT),
    Kind("one game in five ends in a repetition", layouts.canonical, _TEXT, repeats=True),
    Kind("result on its own line", layouts.result_on_its_own_line, _TEXT),
    Kind("CRLF", layouts.crlf, _TEXT),
    Kind("wrapped at 79 columns", layouts.wrapped, _TEXT),
    Kind("a comment every tenth ply", layouts.comments, _TEXT),
    Kind("a glyph at every ply", layouts.glyphs, _TEXT),
    Kind("a clock at every ply", layouts.clock, _DATA),
    Kind("a variation every eighth turn", layouts.variations, _DATA),
    Kind("no Rules tag", layouts.no_rules, _WARNINGS, is_slow=True),
    Kind("no Rules tag, without --quiet", layouts.no_rules, _WARNINGS, is_slow=True, quiet=False),
    Kind("a loose spelling in every record", layouts.loose, _WARNINGS, is_slow=True),
    Kind("a loose spelling, without --quiet", layouts.loose, _WARNINGS, is_slow=True, quiet=False),
    Kind("an illegal action in every record", layouts.illegal, _ERRORS, is_slow=True),
    Kind("one record in a hundred broken", layouts.mixed, None),
    Kind("canonical, without compiled modules", layouts.canonical, _UNCOMPILED, compiled=False),
)


@dataclass(frozen=True)
class Chess:
    """python-chess reading chess. What is compared with it takes turns with it, so that both meet the same moods of the machine."""

    sample: Sample
    nothing: Path
    rounds: int

    @classmethod
    def written(cls, folder: Path, scale: Scale) -> Chess:
        return cls(write_chess(folder / "chess.pgn", scale.peer), write_nothing(folder / "nothing"), scale.rounds)

    def beside(self, *commands: Command) -> tuple[Pace, list[Run]]:
        """Its pace, and the best run of each command."""
        start, reading, *runs = in_turns(python_chess(self.nothing), python_chess(self.sample.path), *commands, rounds=self.rounds)
        check_plies(self.sample, reading)
        return Pace.of(start, reading, self.sample.plies), runs


def records(folder: Path, games: AllGames, scale: Scale) -> Iterator[Row]:
    """XBN in many layouts."""
    chess = Chess.written(folder, scale)
    yield from _peers(chess, scale)
    ratios: dict[str, float] = {}
    for kind in KINDS:
        sample = _write(folder / "records.xbn", games, kind, scale)
        command = validate(sample.path, quiet=kind.quiet, compiled=kind.compiled, exit_code=1 if sample.invalid else 0)
        pace, (ours,) = chess.beside(command)
        check_summary(sample, ours)
        ratio = pace.seconds(sample.plies) / ours.processor
        yield with_ratio(whole_command(kind.what, sample, ours), ratio, kind.target)
        if kind.compiled:
            ratios[kind.what] = ratio
    for name, what in ((BEST, max(ratios, key=ratios.__getitem__)), (WORST, min(ratios, key=ratios.__getitem__))):
        yield comparison(f"{name}: {what}", ratios[what])


def _peers(chess: Chess, scale: Scale) -> Iterator[Row]:
    """Programs that read chess; python-chess is what the rows below are compared with."""
    sample = chess.sample
    extracting = [command for path in (chess.nothing, sample.path) if (command := pgn_extract(path))]
    start, reading, *extracts = in_turns(python_chess(chess.nothing), python_chess(sample.path), *extracting, rounds=scale.rounds)
    yield whole_command("python-chess, reading chess", sample, reading)
    if not extracts:
        yield not_installed("pgn-extract -r, reading chess")
        return
    python, extract = Pace.of(start, reading, sample.plies), Pace.of(extracts[0], extracts[1], sample.plies)
    row = whole_command("pgn-extract -r, reading chess", sample, extracts[1])
    yield with_ratio(row, python.seconds(scale.fast) / extract.seconds(scale.fast))


def _write(path: Path, games: AllGames, kind: Kind, scale: Scale) -> Sample:
    plies = scale.uncompiled if not kind.compiled else scale.slow if kind.is_slow else scale.fast
    return write(path, games.repetitive if kind.repeats else games.usual, kind.layout, plies=plies)


def check_summary(sample: Sample, run: Run) -> None:
    """What is measured must be the work that is meant."""
    if run.last_line != sample.summary:
        raise AssertionError(f"{sample.path.name} should give:\n{sample.summary}\nbut gave:\n{run.last_line}")


def check_plies(sample: Sample, run: Run) -> None:
    if run.last_line != f"{sample.plies} plies":
        raise AssertionError(f"{sample.path.name} has {sample.plies} plies, not {run.last_line}")
