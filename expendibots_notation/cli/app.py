"""The command line: a few lines a command. What a command does is elsewhere; what it imports, it imports when it runs.

`__main__.py` answers what is asked most often without loading this.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from expendibots_notation import __version__
from expendibots_notation.cli.options import GameOption, examples, fail, known_game, utf8
from expendibots_notation.cli.process import quiet_end
from expendibots_notation.cli.vectors import vectors

if TYPE_CHECKING:
    from expendibots_notation.files import Found


class Commands(TyperGroup):
    """The commands, which all end alike: Typer has a way of its own for closed pipes, and shows what it was given as it is."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> Any:
        with quiet_end(), _readable_mistakes():
            return super().make_context(info_name, args, *rest, **extra)

    def invoke(self, ctx: Any) -> Any:
        with quiet_end(), _readable_mistakes():
            return super().invoke(ctx)


@contextmanager
def _readable_mistakes() -> Iterator[None]:
    """Have Typer's messages show what the user wrote, which may be the name of a file that somebody else has chosen."""
    from expendibots_notation.diagnostics.render import visible

    try:
        yield
    except Exception as error:
        # Each of Typer's mistakes has a message; that of a command without arguments is its whole help.
        if isinstance(getattr(error, "message", None), str) and type(error).__name__ != "NoArgsIsHelpError":
            error.message = visible(error.message)  # type: ignore[attr-defined]
        raise


app = typer.Typer(
    name="xbn",
    cls=Commands,
    help="Validate, format and convert records of Expendibots, STACKS, Stack Wars and Robots games.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 all is well, 1 there are findings, 2 the command could not do its work.",
)
app.add_typer(vectors)

Paths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Files, folders (searched for known extensions), or - for standard input.")
]
XbnPaths = Annotated[
    list[str], typer.Argument(metavar="PATH", help="Files, folders (searched for .xbn files), or - for standard input.")
]
FromOption = Annotated[str | None, typer.Option("--from", metavar="F", help="The format, instead of looking at the content.")]
RecordOption = Annotated[int | None, typer.Option("--record", min=1, metavar="K", help="Only the K-th record of each file.")]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="R", help="The rules, whatever a Rules tag says; see `xbn games`.")
]


def _version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from expendibots_notation.compiled import describe

        typer.echo(describe(__version__) if context.params["verbose"] else f"xbn {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    # Eager, so that it is known to --version on whichever side of it it stands.
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", is_eager=True, help="With --version: also say which modules are compiled.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, help="Show the version and exit.")] = False,
) -> None:
    pass


def _apply_limits(context: typer.Context, texts: list[str] | None) -> list[str] | None:
    """Have the limits of the settings, and those given here, hold as long as the command is at work."""
    from expendibots_notation.cli.config import BadSettings, find_settings
    from expendibots_notation.limits import BadLimit, applied, read_limits

    try:
        context.with_resource(applied(read_limits(texts or [], find_settings().limits)))
    except (BadLimit, BadSettings) as error:
        raise fail(str(error)) from None
    return texts


AppliedLimits = Annotated[
    list[str] | None,
    typer.Option("--limit", metavar="NAME=N", callback=_apply_limits, help="Another limit; see `xbn limits`. May be repeated."),
]


def _files(paths: list[str], extensions: tuple[str, ...] | None = None) -> list[str]:
    """The files that the paths mean, of any format that is read unless extensions are given; there must be at least one."""
    from expendibots_notation.files import search
    from expendibots_notation.importers import known_extensions

    return _named_files(search(paths, extensions or known_extensions()), paths, extensions[0] if extensions else "record")


def _named_files(found: Found, paths: list[str], kind: str = "record") -> list[str]:
    """The files to read. Links to folders, pipes and the like are named on standard error. Fails where there are no files."""
    from expendibots_notation.cli.leftovers import unread_path
    from expendibots_notation.diagnostics.render import render

    for path in found.others:
        finding = unread_path(path)
        if finding is not None:
            typer.echo(render(finding) + "\n", err=True)
    if not found.files:
        raise fail(f"there are no {kind} files in {', '.join(paths)}")
    return found.files


def _known_format(name: str | None) -> str | None:
    """A format that is read. Fails where there is no such format."""
    from expendibots_notation.game import NotationError
    from expendibots_notation.importers import check_format

    try:
        if name is not None:
            check_format(name)
    except NotationError as error:
        raise fail(str(error)) from None
    return name


def _check_rules(game_name: str | None, rules: str | None) -> None:
    """Fail where --rules cannot be read for --game (or for every game, where none is given)."""
    if game_name is None and rules is None:
        return
    from expendibots_notation.game import NotationError
    from expendibots_notation.games import GAMES

    if rules is not None and not rules.strip():
        raise fail("--rules is empty; leave it out for what the Rules tag says")
    games = list(GAMES) if game_name is None else [known_game(game_name)]
    problems = []
    for game in games:
        try:
            game.rules(rules)
        except NotationError as error:
            problems.append(str(error))
    if len(problems) == len(games):
        raise fail(problems[0])


@app.command(
    epilog=examples(
        "xbn validate games.xbn",
        "xbn validate --report json submissions/",
        "xbn validate --report text --report csv=marks.csv submissions/",
        "xbn validate --ignore XBN155 --strict --layout games/",
        "xbn validate --explain-end --both-rules --duplicates submissions/",
        "cat game.xbn | xbn validate -",
    )
)
def validate(
    paths: Paths,
    report: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=FILE]",
            help="How to tell what was found: text, json, jsonl, github, sarif, junit, csv, html. May be repeated.",
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the report to a file: the one that names none itself.")
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(metavar="CODES", help="Only these findings: codes, beginnings (XBN2), names; with commas.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="CODES", help="Not these findings; written the same way.")] = None,
    strict: Annotated[bool | None, typer.Option("--strict/--no-strict", help="Whether warnings count as findings.")] = None,
    layout: Annotated[bool, typer.Option("--layout", help="Check the layout too (XBN150), as `xbn format --check` does.")] = False,
    config: Annotated[
        str | None, typer.Option(metavar="FILE", help="The settings, instead of the nearest xbn.toml or pyproject.toml.")
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Use no settings of any file.")] = False,
    limit: Annotated[
        list[str] | None, typer.Option("--limit", metavar="NAME=N", help="Another limit; see `xbn limits`. May be repeated.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only findings and the summary, no line for each record.")] = False,
    explain_end: Annotated[bool, typer.Option("--explain-end", help="Say how each game ended, and what proves it.")] = False,
    both_rules: Annotated[
        bool, typer.Option("--both-rules", help="Replay under every reading of the rules; list the records that end differently.")
    ] = False,
    duplicates: Annotated[
        bool, typer.Option("--duplicates", help="Name records that hold the same game: as it is, mirrored, or its beginning.")
    ] = False,
    record: RecordOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="N", help="How many processes; all cores for large input if not given.")
    ] = None,
) -> None:
    """Replay every record by the rules and say what is wrong with it.

    Reads XBN, JSON, and the logs, the terminal output and the action tuples of the official referee; the format is found from
    the content.
    """
    from dataclasses import replace

    from expendibots_notation.cli.config import BadSettings
    from expendibots_notation.cli.inputs import WouldReplace
    from expendibots_notation.cli.validate import NothingToValidate, Validation, settings_from
    from expendibots_notation.limits import BadLimit, read_limits
    from expendibots_notation.pipeline import Overrides
    from expendibots_notation.reports.orders import BadOrder

    _check_rules(game, rules)
    if config is not None and isolated:
        raise fail("--config and --isolated exclude each other")
    if select and not _listed(select):
        raise fail("--select names no finding; leave it out to hear of all, or --ignore ALL to hear of none")
    try:
        settings = settings_from(config, isolated).under(_listed(select), _listed(ignore), strict, layout)
        validation = Validation(
            paths=paths,
            reports=report or [],
            output=output,
            settings=replace(settings, limits=read_limits(limit or [], settings.limits)),
            quiet=quiet,
            colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR"),
            explain_end=explain_end,
            both_rules=both_rules,
            duplicates=duplicates,
            jobs=jobs,
            overrides=Overrides(game, rules, _known_format(from_), record),
        )
        raise typer.Exit(validation.run(utf8(sys.stdout)))
    except (BadLimit, BadOrder, BadSettings, NothingToValidate, WouldReplace) as error:
        raise fail(str(error)) from None


def _listed(values: list[str] | None) -> list[str]:
    """The items of an option that may be repeated and may hold several, with commas between."""
    return [item for value in values or [] for item in value.split(",") if item.strip()]


def _as_it_is(stream: Any) -> Any:
    """Standard output for the text of records: a pipe gets it to the byte, a terminal what can be looked at safely."""
    from expendibots_notation.diagnostics.render import VisibleLines

    stream = utf8(stream, "surrogateescape")
    return VisibleLines(stream) if stream.isatty() else stream


@app.command("format", epilog=examples("xbn format game.xbn", "xbn format --check samples/", "xbn format --diff --write games.xbn"))
def format_(
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH", help="Files, folders (searched for .xbn files), or - for standard input.")
    ],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit with 1 if anything would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what would change.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Rewrite the files instead of printing.")] = False,
    game: GameOption = None,
    limit: AppliedLimits = None,
) -> None:
    """Print the canonical text of records, or rewrite files with it.

    A record whose text has errors is reported and left exactly as it is.
    """
    from expendibots_notation.cli.format import FormatCommand
    from expendibots_notation.importers.compression import EXTENSIONS as COMPRESSED

    if check and write:
        raise fail("--check and --write exclude each other")
    _check_rules(game, None)
    command = FormatCommand(check=check, diff=diff, write=write, game=game, out=_as_it_is(sys.stdout), err=sys.stderr)
    raise typer.Exit(command.run(_files(paths, (".xbn", *(".xbn" + packed for packed in COMPRESSED)))))


@app.command(
    epilog=examples(
        "xbn convert game.log -o game.xbn",
        "xbn convert --to jsonl logs/ > games.jsonl",
        "xbn convert logs/ -o games.parquet",
        "xbn convert - --to xbn",
    )
)
def convert(
    paths: Annotated[list[str], typer.Argument(metavar="SRC", help="Files, folders, or - for standard input.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="DEST", help="The file to write; - is standard output.")] = "-",
    from_: FromOption = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="F", help="The format to write, instead of by DEST's extension.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace DEST if it exists.")] = False,
    record: RecordOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    limit: AppliedLimits = None,
) -> None:
    """Move records between formats.

    What the target format cannot hold is named on standard error. An invalid record never becomes a valid one: what could not be
    read to its end is written without a result, and a record whose errors would be lost is left out, with exit code 1.
    The format parquet is a folder with two tables, and needs the extra `parquet`.
    """
    from expendibots_notation.cli.convert import Conversion
    from expendibots_notation.exporters import EXPORTERS, exporter_for, find_exporter
    from expendibots_notation.pipeline import Overrides

    exporter = find_exporter(to) if to is not None else exporter_for(output)
    if exporter is None:
        problem = f"no format {to!r} is written" if to is not None else f"--to is needed: {output} does not tell the format"
        raise fail(f"{problem}; the formats are {', '.join(each.name for each in EXPORTERS)}")
    _check_rules(game, rules)
    conversion = Conversion(exporter, Overrides(game, rules, _known_format(from_), record), sys.stderr)
    try:
        raise typer.Exit(conversion.run(_files(paths), output, force, _as_it_is(sys.stdout)))
    except FileExistsError:
        raise fail(f"{output} exists; --force replaces it") from None


@app.command(
    epilog=examples(
        "xbn render game.xbn",
        "xbn render game.xbn --ply 31 -o position.svg",
        "xbn render game.xbn --plies 0,10,20,last -o sheet.png",
        "xbn render game.xbn --plies last.waves -o boom.svg",
        "xbn render game.xbn --from-ply 20 -o end.gif",
        "xbn render game.xbn -o game.html",
        'xbn render --position ".8/.8/.8/.2w2.5/.8/.8/b.7/.8 w 1" -o position.png',
    )
)
def render(
    source: Annotated[str | None, typer.Argument(metavar="SRC", help="A file, or - for standard input.")] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="OUT", help="What to write: .txt, .svg, .png, .gif, .html; - is standard output."),
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="F", help="What to draw, instead of by OUT's extension.")] = None,
    record: Annotated[
        int | None, typer.Option("--record", min=1, metavar="K", help="The K-th record, instead of the first; a page holds all.")
    ] = None,
    ply: Annotated[
        str | None,
        typer.Option(metavar="N", help="After N plies, instead of at the end; N.2 is its second wave, N+ adds events of chance."),
    ] = None,
    position: Annotated[str | None, typer.Option(metavar="P", help="A position string, instead of a moment of a game.")] = None,
    plies: Annotated[
        str | None, typer.Option(metavar="0,10,last", help="A sheet of several plies; N.waves shows all waves of a chain reaction.")
    ] = None,
    from_ply: Annotated[str | None, typer.Option(metavar="A", help="GIF: begin there, instead of at the start.")] = None,
    to_ply: Annotated[str | None, typer.Option(metavar="B", help="GIF: end there. It shows 600 plies at most.")] = None,
    delay: Annotated[int | None, typer.Option(metavar="MS", help="GIF: how long a position stays, in milliseconds.")] = None,
    flip: Annotated[bool, typer.Option("--flip", help="Look from the other side.")] = False,
    size: Annotated[int | None, typer.Option(metavar="PIXELS", help="The width of the picture.")] = None,
    theme: Annotated[str, typer.Option(metavar="light|dark|print|safe", help="Colours; safe suits every colour vision.")] = "light",
    coords: Annotated[str, typer.Option(metavar="a1|xy|none", help="What is written at the edges of the board.")] = "a1",
    highlight: Annotated[str, typer.Option(metavar="a1,b2", help="Squares to point at.")] = "",
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Text: draw with ascii characters only.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")] = False,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    limit: AppliedLimits = None,
) -> None:
    """Draw a position, a sheet of several, or a whole game: as text, SVG, PNG, animated GIF, or a page to play through.

    Without -o it is text, on the terminal. PNG and GIF need the extra `render`. A record with errors is drawn as far as it goes.
    """
    from expendibots_notation.cli.render import CannotRender, Rendering
    from expendibots_notation.pipeline import Overrides

    _check_rules(game, rules)
    overrides = Overrides(game, rules, _known_format(from_), record)
    try:
        rendering = Rendering(
            source=source,
            overrides=overrides,
            output=output,
            to=to,
            ply=ply,
            plies=plies,
            position=position,
            from_ply=from_ply,
            to_ply=to_ply,
            delay=delay,
            flip=flip,
            size=size,
            theme=theme,
            coords=coords,
            highlight=highlight,
            ascii_only=ascii_only,
            force=force,
        )
        raise typer.Exit(rendering.run(utf8(sys.stdout), sys.stderr))
    except CannotRender as error:
        raise fail(str(error)) from None


@app.command(epilog=examples("xbn replay game.xbn", "xbn replay --record 2 --ply 31 games.xbn", "xbn replay --plain game.log"))
def replay(
    source: Annotated[str, typer.Argument(metavar="SRC", help="A file, a folder, or - for standard input.")],
    record: Annotated[
        int | None, typer.Option("--record", min=1, metavar="K", help="Begin with the K-th record; with --plain, only that one.")
    ] = None,
    ply: Annotated[
        str | None,
        typer.Option("--ply", metavar="N|last", help="Begin after N plies; with --plain, only that position."),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print every step, as is done where the output is no terminal.")] = False,
    flip: Annotated[bool, typer.Option("--flip", help="Look from the other side.")] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Draw with ascii characters only.")] = False,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    limit: AppliedLimits = None,
) -> None:
    """Step through games on the terminal: the board, the moves with comments and variations, explosions wave by wave.

    The key ? shows all keys. A record that the validator finds fault with is shown as far as it goes, with the reason.
    """
    from expendibots_notation.cli.replay import CannotShow, ReplayCommand, can_play
    from expendibots_notation.pipeline import Overrides
    from expendibots_notation.viewer.shelf import Shelf

    _check_rules(game, rules)
    shelf = Shelf(_files([source]), Overrides(game, rules, _known_format(from_)))
    command = ReplayCommand(shelf, record, ply, flip, ascii_only)
    try:
        if not plain and can_play():
            command.play()
        else:
            raise typer.Exit(command.print(utf8(sys.stdout), sys.stderr))
    except CannotShow as error:
        raise fail(str(error)) from None


@app.command("id", epilog=examples("xbn id games.xbn", "xbn id --mirror submissions/", "xbn id --format json submissions/"))
def id_(
    paths: Paths,
    mirror: Annotated[bool, typer.Option("--mirror", help="Also the id of the game with left and right exchanged.")] = False,
    format_: Annotated[
        str, typer.Option("--format", metavar="text|json", help="Lines for people, or a JSON document a line.")
    ] = "text",
    record: RecordOption = None,
    game: GameOption = None,
    from_: FromOption = None,
    limit: AppliedLimits = None,
) -> None:
    """Print the content id of each record: the same for the same game, whatever its format, tags and comments.

    How an id is computed is written in docs/identity.md.
    """
    from expendibots_notation.cli.id import WRITERS, FingerprintCommand
    from expendibots_notation.pipeline import Overrides

    if format_ not in WRITERS:
        raise fail(f"there is no format {format_!r}; the formats are {', '.join(WRITERS)}")
    _check_rules(game, None)
    command = FingerprintCommand(WRITERS[format_], mirror, utf8(sys.stdout), sys.stderr)
    raise typer.Exit(command.run(_files(paths), Overrides(game, None, _known_format(from_), record)))


@app.command(epilog=examples("xbn table logs/", "xbn table --format csv logs/ > table.csv", "xbn table games.xbn -o table.html"))
def table(
    paths: Paths,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="text|csv|json|html", help="What to write, instead of by FILE's extension.")
    ] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="The file to write; - is standard output.")] = "-",
    cross_players: Annotated[
        int, typer.Option("--cross-players", min=0, metavar="N", help="Show the first N players each against each.")
    ] = 100,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    limit: AppliedLimits = None,
) -> None:
    """Make the table of a tournament: each player's games, wins, losses, draws and forfeits, and who did how against whom.

    Players are called as the tags White and Black (or as the sides of the game are called) say. Records that are invalid do not
    count; they are named, and the exit code is 1.
    """
    from expendibots_notation.cli.inputs import WouldReplace, survey
    from expendibots_notation.files import STANDARD_STREAM
    from expendibots_notation.pipeline import Overrides, judged_files
    from expendibots_notation.standings import FORMATS, format_for, gather
    from expendibots_notation.writing import Unwritable, write_whole

    chosen = format_for(output) if format_ is None else format_
    if chosen not in FORMATS:
        raise fail(f"there is no format {chosen!r}; the formats are {', '.join(FORMATS)}")
    _check_rules(game, rules)
    try:
        files = _named_files(survey(paths, [] if output == STANDARD_STREAM else [output]), paths)
    except WouldReplace as error:
        raise fail(str(error)) from None
    standings, exit_code = gather(judged_files(files, Overrides(game, rules, _known_format(from_))), sys.stderr)
    pieces = FORMATS[chosen](standings, cross_players)
    if output == STANDARD_STREAM:
        utf8(sys.stdout).writelines(pieces)
    else:
        try:
            write_whole(output, pieces)
        except Unwritable as error:
            raise fail(str(error)) from None
    raise typer.Exit(exit_code)


@app.command(epilog=examples("xbn explain XBN203", "xbn explain too-far", "xbn explain"))
def explain(
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", help="A code or a name; without it, all are listed.")] = None,
) -> None:
    """Say what a diagnostic means, with an example and its remedy."""
    from expendibots_notation.cli.explain import page
    from expendibots_notation.diagnostics.codes import TABLE, find

    utf8(sys.stdout)
    if code is None:
        for row in TABLE:
            typer.echo(f"{row.code}  {row.severity.value:7}  {row.name}")
        return
    found = find(code)
    if found is None:
        raise fail(f"there is no diagnostic {code!r}; `xbn explain` lists them all")
    typer.echo(page(found))


@app.command(epilog=examples("xbn schema record > record.schema.json", "xbn schema report"))
def schema(
    document: Annotated[str, typer.Argument(metavar="[record|report|report-line|table]", help="Which document.")] = "record",
) -> None:
    """Print the JSON Schema of the record document, of the report document or of the table of a tournament."""
    from expendibots_notation.schema import DOCUMENTS

    if document not in DOCUMENTS:
        raise fail(f"there is no document {document!r}; the documents are {', '.join(DOCUMENTS)}")
    typer.echo(json.dumps(DOCUMENTS[document].model_json_schema(mode="serialization"), indent=2))


@app.command(epilog=examples("xbn limits", "xbn validate --limit record_length=5000000 --limit tags=50 games.xbn"))
def limits(limit: AppliedLimits = None) -> None:
    """List the limits that hold here, by the settings and the command line: how much of anything an input may have."""
    from expendibots_notation.diagnostics.codes import BY_NAME
    from expendibots_notation.limits import in_force, listed

    for each in listed(in_force()):
        typer.echo(f"{each.name:16} {each.value:>14}  {BY_NAME[each.finding].code}  {each.meaning}")


@app.command(epilog=examples("xbn games"))
def games() -> None:
    """List the games, the readings of their rules and the forms of their actions."""
    from expendibots_notation.games import GAMES

    for number, game in enumerate(GAMES):
        typer.echo(("\n" if number else "") + f"{game.name} (--game {game.id}): {game.summary}")
        typer.echo(f"  {'players, in turn order' if len(game.players) > 1 else 'player'}: {', '.join(game.players)}")
        typer.echo("  rules:")
        for reading in game.readings:
            typer.echo(f"    {reading.name:12} {reading.summary}")
        for key, values in game.options.items():
            usual = game.readings[0].options[key]
            typer.echo(f"    {key}={'|'.join(f'[{value}]' if value == usual else value for value in values)}")
        typer.echo("  actions:")
        for form, example in (*game.forms, *([game.item] if game.item else [])):
            typer.echo(f"    {example:12} {form}")
        if game.tags:
            typer.echo("  tags:")
            for tag, meaning in game.tags.items():
                typer.echo(f"    {tag:12} {meaning}")
        typer.echo(f"  ends on the board: {', '.join(game.terminations)}")


@app.command(epilog=examples("xbn perft --depth 3", 'xbn perft --depth 2 --divide --position ".8/.8/.8/.2w2.5/.8/.8/b.7/.8 w 1"'))
def perft(
    depth: Annotated[int, typer.Option(min=0, metavar="D", help="How many actions in a row.")],
    position: Annotated[str | None, typer.Option(metavar="P", help="A position string, instead of the start.")] = None,
    game: GameOption = None,
    rules: RulesOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count below each first action.")] = False,
) -> None:
    """Count action sequences of exactly that length, for authors of engines; a finished game is not extended."""
    from expendibots_notation.game import NotationError
    from expendibots_notation.perft import DEEPEST, count, count_by_action

    if depth > DEEPEST:
        raise fail(f"--depth {depth} is too deep: at most {DEEPEST} actions in a row can be counted")
    _check_rules(game, rules)
    known = known_game(game)
    try:
        start = known.start(known.rules(rules), position, {})
    except NotationError as error:
        raise fail(f"cannot start there: {error}") from None
    if start.awaits_chance:
        raise fail(f"{known.name} awaits an event of chance there, which is not counted; give a --position behind it")
    try:
        if divide and depth > 0:
            total = 0
            for text, number in count_by_action(start, depth):
                typer.echo(f"{text} {number}")
                total += number
            typer.echo(f"{total}")
        else:
            typer.echo(f"{count(start, depth)}")
    except NotationError as error:
        raise fail(str(error)) from None
