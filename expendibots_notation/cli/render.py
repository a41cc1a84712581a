"""`xbn render`: which moments of which record, in which form."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt
from typing import Annotated

import typer

from expendibots_notation.cli.inputs import keep_records, known_game, overridden
from expendibots_notation.cli.moments import MainLine, cells_of
from expendibots_notation.cli.notices import Notices
from expendibots_notation.cli.options import AsciiOption, FlipOption, ForceOption, FromOption, GameOption, LimitOption, RulesOption
from expendibots_notation.cli.process import FINDINGS, FINE, Mistake, mistaken
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Span
from expendibots_notation.drawing.film import DELAY, Step, frames
from expendibots_notation.drawing.picture import Picture, View, picture
from expendibots_notation.drawing.scene import Coords, Scene
from expendibots_notation.drawing.sheet import MOST_PICTURES, sheet
from expendibots_notation.drawing.svg import svg
from expendibots_notation.drawing.text import draw_text
from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary
from expendibots_notation.game import NotationError
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import Record, values_by_name
from expendibots_notation.pictures.extra import MissingExtra
from expendibots_notation.pipeline import Overrides, judged, read_stream
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.plain import told_findings
from expendibots_notation.writing import write_whole

FORMS = {"txt": "text", "svg": "SVG", "png": "PNG", "gif": "GIF", "html": "a page"}
"""What can be made, by extension."""
_MEANINGLESS = {
    "txt": ("--size", "--theme", "--from-ply", "--to-ply", "--delay"),
    "svg": ("--from-ply", "--to-ply", "--delay", "--ascii"),
    "png": ("--from-ply", "--to-ply", "--delay", "--ascii"),
    "gif": ("--plies", "--ascii"),
}
"""Options that say nothing about a form. Those about looks and moments say nothing about a page."""
_SMALLEST, _LARGEST, _LARGEST_FILM = 64, 5000, 1600
"""Widths of pictures, in pixels."""
_SHARPNESS = 2
"""PNG files are so many times as large as the SVG, unless a size is asked for: screens have become finer. Large sheets are less."""
_THEME, _COORDS = "light", "a1"
"""How boards look, unless something else is asked for."""

EXAMPLES = (
    "xbn render game.xbn",
    "xbn render game.xbn --ply 31 -o position.svg",
    "xbn render game.xbn --plies 0,10,20,last -o sheet.png",
    "xbn render game.xbn --plies last.waves -o boom.svg",
    "xbn render game.xbn --from-ply 20 -o end.gif",
    "xbn render game.xbn -o game.html",
    'xbn render --position ".8/.8/.8/.2w2.5/.8/.8/b.7/.8 w 1" -o position.png',
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
    flip: FlipOption = False,
    size: Annotated[int | None, typer.Option(metavar="PIXELS", help="The width of the picture.")] = None,
    theme: Annotated[str, typer.Option(metavar="|".join(THEMES), help="Colours; safe suits every colour vision.")] = _THEME,
    coords: Annotated[str, typer.Option(metavar="|".join(Coords), help="What is written at the edges of the board.")] = _COORDS,
    highlight: Annotated[str, typer.Option(metavar="a1,b2", help="Squares to point at.")] = "",
    ascii_only: AsciiOption = False,
    force: ForceOption = False,
    game: GameOption = None,
    rules: RulesOption = None,
    from_: FromOption = None,
    limit: LimitOption = None,
) -> int:
    """Draw a position, a sheet of several, or a whole game: as text, SVG, PNG, animated GIF, or a page to play through.

    Without -o it is text, on the terminal. PNG and GIF need the extra `render`. A record with errors is drawn as far as it goes.
    """
    overrides = overridden(game, rules, from_, record)
    form = _form(to, output)
    view = _view(theme, flip, coords)
    wishes = {
        "--ply": ply,
        "--plies": plies,
        "--position": position,
        "--from-ply": from_ply,
        "--to-ply": to_ply,
        "--delay": delay,
        "--size": size,
        "--flip": flip or None,
        "--theme": None if theme == _THEME else theme,
        "--coords": None if coords == _COORDS else coords,
        "--highlight": highlight or None,
        "--ascii": ascii_only or None,
    }
    _refuse_nonsense(form, [name for name, value in wishes.items() if value is not None])
    _check_numbers(form, size, delay)
    if source is None and position is None:
        raise Mistake("there is nothing to draw: name a file, or give a --position")
    file = None if output == STANDARD_STREAM else output
    _check_output(form, file, source, force)
    stories = [] if source is None or form == "html" else [judged(next(_records(source, overrides)), overrides)]
    shown: list[Judged] = [*stories]
    pieces: Iterable[str | bytes]
    if form == "html":
        assert source is not None
        pieces = _page(source, overrides, shown)
    elif form == "gif":
        if position is not None:
            steps = [Step(_placed(position, stories, overrides))]
        else:
            steps = _steps(MainLine(stories[0]), ply, from_ply, to_ply)
        pieces = _film(steps, highlight, view, size, delay)
    else:
        scenes = _scenes(MainLine(stories[0]), ply, plies) if position is None else [_placed(position, stories, overrides)]
        scenes = [_lit(scene, highlight) for scene in scenes]
        if form == "txt":
            pieces = _texts(scenes, view, ascii_only, is_coloured=output is None and _shows_colours())
        else:
            pieces = _pictures(form, picture(scenes[0], view) if plies is None else _sheet(scenes, view), size)
    with mistaken(MissingExtra):
        if file is not None:
            write_whole(file, pieces)
        else:
            # The whole output or nothing.
            sys.stdout.buffer.write(b"".join(map(_encoded, pieces)))
    return FINDINGS if told_findings(shown, sys.stderr) else FINE


# What is asked for


def _form(to: str | None, output: str | None) -> str:
    """The form of the output: what --to says, or the extension; text where neither says anything, on the terminal."""
    if to is None and output is None:
        return "txt"
    if to is None and output == STANDARD_STREAM:
        raise Mistake(f"--to is needed for standard output: {', '.join(FORMS)}")
    form = (os.path.splitext(output or "")[1] if to is None else to).lower().removeprefix(".")
    form = {"htm": "html", "text": "txt"}.get(form, form)
    if form not in FORMS:
        asked = f"no format {to!r} is drawn" if to is not None else f"{output} does not tell what to draw"
        raise Mistake(f"{asked}; it is one of: {', '.join(FORMS)}")
    return form


def _view(theme: str, flip: bool, coords: str) -> View:
    if theme not in THEMES:
        raise Mistake(f"there is no theme {theme!r}; it is one of: {', '.join(THEMES)}")
    if coords not in tuple(Coords):
        raise Mistake(f"--coords cannot be {coords!r}; it is one of: {', '.join(Coords)}")
    return View(THEMES[theme], flip, Coords(coords))


def _refuse_nonsense(form: str, given: list[str]) -> None:
    """Raises Mistake for options that contradict each other, or that mean nothing for the form."""
    chosen = [name for name in given if name in ("--ply", "--plies", "--position")]
    if len(chosen) > 1 or (chosen and ("--from-ply" in given or "--to-ply" in given)):
        raise Mistake("only one of --ply, --plies, --position, and --from-ply with --to-ply can be shown")
    for name in given if form == "html" else _MEANINGLESS[form]:
        if name in given:
            raise Mistake(f"{name} means nothing for {FORMS[form]}")


def _check_numbers(form: str, size: int | None, delay: int | None) -> None:
    """Raises Mistake for a size or a delay that is none."""
    largest = _LARGEST_FILM if form == "gif" else _LARGEST
    if size is not None and not _SMALLEST <= size <= largest:
        raise Mistake(f"--size is a number of pixels from {_SMALLEST} to {largest}, not {size}")
    if delay is not None and not 20 <= delay <= 60_000:
        raise Mistake(f"--delay is a number of milliseconds from 20 to 60000, not {delay}")


def _check_output(form: str, file: str | None, source: str | None, force: bool) -> None:
    """Raises Mistake where the output would replace a file that it must not, or is not for a terminal."""
    if file is None:
        if form in ("png", "gif") and sys.stdout.isatty():
            raise Mistake(f"{FORMS[form]} is not for terminals; -o names a file")
        return
    if os.path.isfile(file) and not force:
        raise Mistake(f"{file} exists; --force replaces it")
    # A picture is no substitute for the record it was drawn from.
    keep_records([source] if source else [], [file])


# What there is


def _records(source: str, overrides: Overrides) -> Iterator[Record]:
    """The records of a file. Raises Mistake where there is none, or where it cannot be read."""
    found = False
    notices = Notices()
    try:
        with open_binary(source) as stream:
            for each in read_stream(stream, display_name(source), overrides):
                if isinstance(each, Record):
                    found = True
                    yield each
                else:
                    notices.finding(each)
    except Unreadable as error:
        raise Mistake(f"{display_name(source)}: {error}") from None
    if not found:
        raise Mistake(f"there is no record to draw in {display_name(source)}")


def _placed(position: str, stories: list[Judged], overrides: Overrides) -> Scene:
    """A position by itself, of the record's game if there is one."""
    record = stories[0].record if stories else None
    game = known_game(overrides.game or (record.game if record else None))
    try:
        rules = game.rules(overrides.rules or (record.rules if record else None))
        start = game.start(rules, position, values_by_name(record.tags) if record else {})
    except NotationError as error:
        raise Mistake(f"cannot read the position: {error}") from None
    return Scene(start.diagram(), title=stories[0].timeline.title if stories else "")


def _scenes(line: MainLine, ply: str | None, plies: str | None) -> list[Scene]:
    """The scenes of one ply, the last one if none is named, or of several."""
    if plies is not None:
        return [scene for each in plies.split(",") for scene in line.scenes("--plies", each.strip())]
    return line.scenes("--ply", "last" if ply is None else ply)[-1:]


def _steps(line: MainLine, ply: str | None, from_ply: str | None, to_ply: str | None) -> list[Step]:
    """A film from one ply to another, or of how one ply is played, up to the limit; that there are more is reported."""
    first = line.find("--from-ply", "0" if from_ply is None else from_ply)
    last = line.find("--to-ply", "last" if to_ply is None else to_ply)
    if ply is not None:
        last = line.find("--ply", ply)
        first = max(last - 1, 0)
    if first > last:
        raise Mistake("--from-ply is behind --to-ply")
    most = in_force().gif_plies
    if last - first > most:
        place = line.story.timeline.record.source.place(Span(0, 0))
        Notices().finding(diagnose("too-many-plies", place, number=last - first, form="a GIF", limit=most))
    return list(line.steps(first, min(last, first + most)))


def _lit(scene: Scene, highlight: str) -> Scene:
    """A scene with the squares that the user points at."""
    return replace(scene, highlights=tuple(cells_of(highlight, scene.diagram))) if highlight else scene


# How it is drawn


def _page(source: str, overrides: Overrides, shown: list[Judged]) -> Iterator[str]:
    """A page of all records, of which only one at a time is held; `shown` gets the verdicts on those that are invalid."""
    from expendibots_notation.viewer.page import pieces

    def judgements() -> Iterator[Judged]:
        for record in _records(source, overrides):
            found = judged(record, overrides)
            if not found.verdict.valid:
                shown.append(Judged(found.verdict))
            yield found

    return pieces(judgements(), on_cut=Notices().finding)


def _texts(scenes: list[Scene], view: View, ascii_only: bool, is_coloured: bool) -> Iterator[str]:
    for number, scene in enumerate(scenes):
        text = draw_text(scene, ascii_only=ascii_only, colour=is_coloured, flip=view.flip, coords=view.coords)
        yield ("\n" if number else "") + text + "\n"


def _shows_colours() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _sheet(scenes: list[Scene], view: View) -> Picture:
    if len(scenes) > MOST_PICTURES:
        raise Mistake(f"a sheet shows at most {MOST_PICTURES} pictures, not {len(scenes)}")
    return sheet(scenes, view)


def _pictures(form: str, drawn: Picture, size: int | None) -> Iterator[str | bytes]:
    if form == "svg":
        yield svg(drawn, size)
        return
    from expendibots_notation.pictures.png import MOST_PIXELS, png

    width = size or min(drawn.width * _SHARPNESS, int(sqrt(MOST_PIXELS * drawn.width / drawn.height)))
    if width * width * drawn.height / drawn.width > MOST_PIXELS:
        raise Mistake(f"the picture would have more than {MOST_PIXELS} pixels; a smaller --size helps, or fewer --plies")
    yield png(svg(drawn), width)


def _film(steps: list[Step], highlight: str, view: View, size: int | None, delay: int | None) -> Iterator[bytes]:
    from expendibots_notation.pictures.gif import gif

    lit = [replace(step, scene=_lit(step.scene, highlight)) for step in steps]
    return gif(frames(lit, delay or DELAY), view, size, _progress_bar if sys.stderr.isatty() else None)


def _progress_bar(done: int, total: int) -> None:
    """A bar on the terminal, which is gone when all is done."""
    filled = 30 * done // total
    bar = f"\r[{'#' * filled:.<30}] {100 * done // total:3} %"
    sys.stderr.write(bar if done < total else "\r\x1b[K")
    sys.stderr.flush()


def _encoded(piece: str | bytes) -> bytes:
    return piece.encode("utf-8", "backslashreplace") if isinstance(piece, str) else piece
