"""`xbn table`."""

from __future__ import annotations

from typing import Annotated

import typer

from expendibots_notation.cli.inputs import overridden, record_files
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import FromOption, GameOption, JobsOption, LimitOption, OutputOption, Paths, RulesOption
from expendibots_notation.cli.process import FINDINGS, FINE, Mistake, text_output
from expendibots_notation.files import STANDARD_STREAM
from expendibots_notation.parallel import map_files
from expendibots_notation.standings import FORMATS, format_for
from expendibots_notation.standings.table import Standings, results
from expendibots_notation.verdict import CleanRun, FileFinding, shifted
from expendibots_notation.writing import write_whole

EXAMPLES = ("xbn table logs/", "xbn table --format csv logs/ > table.csv", "xbn table games.xbn -o table.html")


def table(
    paths: Paths,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="|".join(FORMATS), help="What to write, instead of by FILE's extension.")
    ] = None,
    output: OutputOption = "-",
    cross_players: Annotated[
        int, typer.Option("--cross-players", min=0, metavar="N", help="Show the first N players each against each.")
    ] = 100,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    limit: LimitOption = None,
    jobs: JobsOption = None,
) -> int:
    """Make the table of a tournament: each player's games, wins, losses, draws and forfeits, and who did how against whom.

    Players are called as the tags White and Black (or as the sides of the game are called) say. Records that are invalid do not
    count; they are named, and the exit code is 1.
    """
    chosen = format_for(output) if format_ is None else format_
    if chosen not in FORMATS:
        raise Mistake(f"there is no format {chosen!r}; the formats are {', '.join(FORMATS)}")
    overrides = overridden(game, rules, from_)
    files = record_files(paths, [] if output == STANDARD_STREAM else [output])
    standings, notices = Standings(), Notices()
    for result in map_files(results, shifted, files, overrides, jobs):
        if isinstance(result, FileFinding):
            notices.finding(result)
        elif isinstance(result, CleanRun):
            standings.add_run(result)
        else:
            standings.add(result)
    pieces = FORMATS[chosen](standings, cross_players)
    if output == STANDARD_STREAM:
        text_output().writelines(pieces)
    else:
        write_whole(output, pieces)
    return max(notices.exit_code, FINDINGS if standings.left_out else FINE)
