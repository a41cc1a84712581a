"""`xbn render`: which moments of which record, in which form."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from typing import BinaryIO, TextIO

from expendibots_notation.cli.inputs import WouldReplace, keep_records
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Diagnostic, Span
from expendibots_notation.diagnostics.render import render
from expendibots_notation.diagram import Cell, Diagram
from expendibots_notation.drawing.film import DELAY, Step, frames
from expendibots_notation.drawing.picture import Picture, View, picture
from expendibots_notation.drawing.scene import Coords, Scene, cell_name
from expendibots_notation.drawing.sheet import MOST_PICTURES, sheet
from expendibots_notation.drawing.svg import svg
from expendibots_notation.drawing.text import draw_text
from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.files import STANDARD_STREAM, Unreadable, display_name, open_binary, real_path
from expendibots_notation.game import Game, NotationError
from expendibots_notation.games import GAMES, find_game
from expendibots_notation.limits import in_force
from expendibots_notation.notation.tree import Record, values_by_name
from expendibots_notation.pictures.extra import MissingExtra
from expendibots_notation.pipeline import Overrides, read_stream
from expendibots_notation.story import Kind, Moment, Story, shortened, tell
from expendibots_notation.verdict import FileFinding
from expendibots_notation.viewer.plain import told_findings
from expendibots_notation.writing import Unwritable, write_whole

FINE, FINDINGS, TROUBLE = 0, 1, 2

FORMS = {"txt": "text", "svg": "SVG", "png": "PNG", "gif": "GIF", "html": "a page"}
"""What can be made, by extension."""
_BINARY = ("png", "gif")
_SMALLEST, _LARGEST, _LARGEST_FILM = 64, 5000, 1600
"""Widths of pictures, in pixels."""
_SHARPNESS = 2
"""PNG files are so many times as large as the SVG, unless a size is asked for: screens have become finer. Large sheets are less."""
_LONGEST_ACTION = 60
_THEME, _COORDS = "light", "a1"
"""How boards look, unless something else is asked for."""


class CannotRender(Exception):
    """Raised where there is nothing to draw, or no way to draw it; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """One run of the command: what the user asks for."""

    source: str | None
    overrides: Overrides
    output: str | None = None
    to: str | None = None
    ply: str | None = None
    plies: str | None = None
    position: str | None = None
    from_ply: str | None = None
    to_ply: str | None = None
    delay: int | None = None
    flip: bool = False
    size: int | None = None
    theme: str = _THEME
    coords: str = _COORDS
    highlight: str = ""
    ascii_only: bool = False
    force: bool = False

    def run(self, out: TextIO, err: TextIO) -> int:
        """Draw; the exit code. Raises CannotRender, and OSError where standard output cannot be written."""
        form = self.form()
        view = self.view()
        self.refuse_nonsense(form)
        if self.output not in (None, STANDARD_STREAM) and os.path.isfile(str(self.output)) and not self.force:
            raise CannotRender(f"{self.output} exists; --force replaces it")
        if self.output not in (None, STANDARD_STREAM):
            # A picture is no substitute for the record it was drawn from.
            try:
                keep_records([self.source] if self.source else [], {real_path(str(self.output)): str(self.output)})
            except WouldReplace as error:
                raise CannotRender(str(error)) from None
        stories = self.stories(form, err)
        try:
            self.write(self.content(form, stories, view, out, err), out, form)
        except MissingExtra as error:
            raise CannotRender(str(error)) from None
        return FINDINGS if told_findings(stories, err) else FINE

    # What is asked for

    def form(self) -> str:
        """Which form the output has: as --to says, or the extension; text where neither says anything, on the terminal."""
        if self.to is not None:
            form = self.to.lower().removeprefix(".")
        elif self.output is None:
            return "txt"
        elif self.output == STANDARD_STREAM:
            raise CannotRender(f"--to is needed for standard output: {', '.join(FORMS)}")
        else:
            form = os.path.splitext(self.output)[1].lower().removeprefix(".")
        form = {"htm": "html", "text": "txt"}.get(form, form)
        if form not in FORMS:
            asked = f"no format {self.to!r} is drawn" if self.to is not None else f"{self.output} does not tell what to draw"
            raise CannotRender(f"{asked}; it is one of: {', '.join(FORMS)}")
        return form

    def refuse_nonsense(self, form: str) -> None:
        """Raises CannotRender for wishes that contradict each other, or that mean nothing for the form."""
        given = {
            "--ply": self.ply is not None,
            "--plies": self.plies is not None,
            "--position": self.position is not None,
            "--from-ply": self.from_ply is not None,
            "--to-ply": self.to_ply is not None,
            "--delay": self.delay is not None,
            "--size": self.size is not None,
            "--flip": self.flip,
            "--theme": self.theme != _THEME,
            "--coords": self.coords != _COORDS,
            "--highlight": bool(self.highlight),
            "--ascii": self.ascii_only,
        }
        chosen = [name for name in ("--ply", "--plies", "--position") if given[name]]
        if len(chosen) > 1 or (chosen and (given["--from-ply"] or given["--to-ply"])):
            raise CannotRender("only one of --ply, --plies, --position, and --from-ply with --to-ply can be shown")
        meaningless = {
            "txt": ("--size", "--theme", "--from-ply", "--to-ply", "--delay"),
            "svg": ("--from-ply", "--to-ply", "--delay", "--ascii"),
            "png": ("--from-ply", "--to-ply", "--delay", "--ascii"),
            "gif": ("--plies", "--ascii"),
            "html": tuple(given),
        }
        for name in meaningless[form]:
            if given[name]:
                raise CannotRender(f"{name} means nothing for {FORMS[form]}")
        largest = _LARGEST_FILM if form == "gif" else _LARGEST
        if self.size is not None and not _SMALLEST <= self.size <= largest:
            raise CannotRender(f"--size is a number of pixels from {_SMALLEST} to {largest}, not {self.size}")
        if self.delay is not None and not 20 <= self.delay <= 60_000:
            raise CannotRender(f"--delay is a number of milliseconds from 20 to 60000, not {self.delay}")
        if self.source is None and self.position is None:
            raise CannotRender("there is nothing to draw: name a file, or give a --position")

    def view(self) -> View:
        if self.theme not in THEMES:
            raise CannotRender(f"there is no theme {self.theme!r}; it is one of: {', '.join(THEMES)}")
        if self.coords not in tuple(Coords):
            raise CannotRender(f"--coords cannot be {self.coords!r}; it is one of: {', '.join(Coords)}")
        return View(THEMES[self.theme], self.flip, Coords(self.coords))

    # What there is

    def stories(self, form: str, err: TextIO) -> list[Story]:
        """The record that is wanted; for a page all, unless one is asked for. Raises CannotRender where there is none."""
        if self.source is None:
            return []
        found: list[Story] = []
        try:
            with open_binary(self.source) as stream:
                for each in read_stream(stream, display_name(self.source), self.overrides):
                    if isinstance(each, Record):
                        found.append(self.page_story(each, err) if form == "html" else tell(each, self.overrides))
                    else:
                        finding: Diagnostic = each.diagnostic if isinstance(each, FileFinding) else each
                        err.write(render(finding) + "\n\n")
                    if form != "html":
                        break
        except Unreadable as error:
            raise CannotRender(f"{display_name(self.source)}: {error}") from None
        if not found:
            raise CannotRender(f"there is no record to draw in {display_name(self.source)}")
        return found

    def page_story(self, record: Record, err: TextIO) -> Story:
        """The story of a record as far as a page shows it; that there is more is said."""
        whole = tell(record, self.overrides)
        story = shortened(whole, in_force().html_plies, "a page")
        if story is not whole:
            err.write(render(story.findings[-1]) + "\n\n")
        return story

    def content(self, form: str, stories: list[Story], view: View, out: TextIO, err: TextIO) -> Iterable[str | bytes]:
        """The pieces of what is written."""
        if form == "html":
            from expendibots_notation.viewer.page import page

            return [page(stories)]
        if form == "gif":
            return self.film(self.as_long_as_allowed(self.steps(stories), stories, err), view, err)
        scenes = [self.lit(scene) for scene in self.scenes(stories)]
        if form == "txt":
            return self.texts(scenes, view, out)
        if len(scenes) > MOST_PICTURES:
            raise CannotRender(f"a sheet shows at most {MOST_PICTURES} pictures, not {len(scenes)}")
        drawn = picture(scenes[0], view) if self.plies is None else sheet(scenes, view)
        return [svg(drawn, self.size)] if form == "svg" else [self.png(drawn)]

    def scenes(self, stories: list[Story]) -> list[Scene]:
        """What is shown, as still pictures."""
        if self.position is not None:
            return [self.placed(stories)]
        told = _Told(stories[0])
        if self.plies is not None:
            return [scene for each in self.plies.split(",") for scene in told.scenes("--plies", each.strip())]
        return told.scenes("--ply", "last" if self.ply is None else self.ply)[-1:]

    def placed(self, stories: list[Story]) -> Scene:
        """A position by itself, of the record's game if there is one."""
        record = stories[0].record if stories else None
        game = _game(self.overrides.game or (record.game if record else None))
        try:
            rules = game.rules(self.overrides.rules or (record.rules if record else None))
            tags = values_by_name(record.tags) if record else {}
            position = game.start(rules, self.position, tags)
        except NotationError as error:
            raise CannotRender(f"cannot read the position: {error}") from None
        return Scene(position.diagram(), title=stories[0].title if stories else "")

    def steps(self, stories: list[Story]) -> list[Step]:
        """What is shown, as a film: from one ply to another, or how one ply is played."""
        if self.position is not None:
            return [Step(self.lit(self.placed(stories)))]
        told = _Told(stories[0])
        first = told.find("--from-ply", "0" if self.from_ply is None else self.from_ply)
        last = told.find("--to-ply", "last" if self.to_ply is None else self.to_ply)
        if self.ply is not None:
            last = told.find("--ply", self.ply)
            first = max(last - 1, 0)
        if first > last:
            raise CannotRender("--from-ply is behind --to-ply")
        return [replace(step, scene=self.lit(step.scene)) for step in told.steps(first, last)]

    def lit(self, scene: Scene) -> Scene:
        """A scene with the squares that the user points at."""
        return replace(scene, highlights=tuple(cells_of(self.highlight, scene.diagram))) if self.highlight else scene

    # How it is drawn

    def texts(self, scenes: list[Scene], view: View, out: TextIO) -> Iterator[str]:
        colour = self.output is None and out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        for number, scene in enumerate(scenes):
            text = draw_text(scene, ascii_only=self.ascii_only, colour=colour, flip=view.flip, coords=view.coords)
            yield ("\n" if number else "") + text + "\n"

    def png(self, drawn: Picture) -> bytes:
        from expendibots_notation.pictures.png import MOST_PIXELS, png

        width = self.size or min(drawn.width * _SHARPNESS, int(sqrt(MOST_PIXELS * drawn.width / drawn.height)))
        if width * width * drawn.height / drawn.width > MOST_PIXELS:
            raise CannotRender(f"the picture would have more than {MOST_PIXELS} pixels; a smaller --size helps, or fewer --plies")
        return png(svg(drawn), width)

    def as_long_as_allowed(self, steps: list[Step], stories: list[Story], err: TextIO) -> list[Step]:
        """The steps of a film up to the limit; that there are more is said."""
        most = in_force().gif_plies
        if len(steps) > most + 1:
            place = stories[0].record.source.place(Span(0, 0))
            finding = diagnose("too-many-plies", place, number=len(steps) - 1, form="a GIF", limit=most)
            err.write(render(finding) + "\n\n")
        return steps[: most + 1]

    def film(self, steps: list[Step], view: View, err: TextIO) -> Iterator[bytes]:
        from expendibots_notation.pictures.gif import gif

        return gif(frames(steps, self.delay or DELAY), view, self.size, _progress_bar(err) if err.isatty() else None)

    def write(self, pieces: Iterable[str | bytes], out: TextIO, form: str) -> None:
        """Write the whole output, or nothing. Raises CannotRender."""
        if self.output is None or self.output == STANDARD_STREAM:
            if form in _BINARY and out.isatty():
                raise CannotRender(f"{FORMS[form]} is not for terminals; -o names a file")
            binary: BinaryIO = out.buffer
            whole = b"".join(piece.encode("utf-8", "backslashreplace") if isinstance(piece, str) else piece for piece in pieces)
            binary.write(whole)
            return
        try:
            write_whole(self.output, pieces)
        except Unwritable as error:
            raise CannotRender(str(error)) from None


def _game(name: str | None) -> Game:
    game = find_game(name) if name else GAMES[0]
    if game is None:
        raise CannotRender(f"there is no game {name!r}; the games are {', '.join(each.id for each in GAMES)}")
    return game


def _progress_bar(err: TextIO) -> Callable[[int, int], None]:
    """A bar on the terminal, which is gone when all is done."""
    width = 30

    def show(done: int, total: int) -> None:
        filled = width * done // total
        err.write(f"\r[{'#' * filled}{'.' * (width - filled)}] {100 * done // total:3} %" if done < total else "\r\x1b[K")
        err.flush()

    return show


# Moments of a record

_PLY = re.compile(r"(?P<ply>[0-9]{1,9}|last)(?P<events>\+)?(?:\.(?P<wave>[0-9]{1,9}|waves))?")


class _Told:
    """The main line of a story, to be looked at."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.moments = [moment for moment in story.moments if moment.position is not None]
        if not self.moments:
            problems = [finding.message for finding in story.verdict.diagnostics if finding.is_error]
            raise CannotRender(f"the record has no board to draw: {'; '.join(problems[:1]) or 'it has no start'}")

    def find(self, option: str, text: str) -> int:
        """The index of the moment of a ply; the events of chance behind it are left out, unless a plus asks for them."""
        found = _PLY.fullmatch(text)
        if found is None or found["wave"] is not None:
            raise CannotRender(f"{option} cannot be {text!r}: a ply is a number from 0, or the word last")
        return self._index(found)

    def scenes(self, option: str, text: str) -> list[Scene]:
        """What is seen of a ply: the position after it; `.2` asks for its second wave instead, `.waves` for all of them before."""
        found = _PLY.fullmatch(text)
        if found is None:
            raise CannotRender(
                f"{option} cannot be {text!r}: a ply is a number from 0, or the word last; .2 behind it means the second wave, "
                ".waves all of them, and + the events of chance that follow"
            )
        moment = self.moments[self._index(found)]
        scene = scene_of(self.story, moment)
        if found["wave"] is None:
            return [scene]
        waves = list(scene.half_steps(moment.before.diagram())) if moment.before is not None else []
        if not waves:
            raise CannotRender(f"{option} cannot be {text!r}: nothing explodes there")
        if found["wave"] == "waves":
            return [*waves, scene]
        wave = int(found["wave"])
        if not 1 <= wave <= len(waves):
            raise CannotRender(f"{option} cannot be {text!r}: there are {len(waves)} waves")
        return [waves[wave - 1]]

    def steps(self, first: int, last: int) -> Iterator[Step]:
        """The moments from one to another, each with the board from which it came."""
        for index in range(first, last + 1):
            moment = self.moments[index]
            before = moment.before if index > first else None
            yield Step(scene_of(self.story, moment), before.diagram() if before is not None else None)

    def _index(self, found: re.Match[str]) -> int:
        if found["ply"] == "last":
            return len(self.moments) - 1
        ply = int(found["ply"])
        indices = [index for index, moment in enumerate(self.moments) if moment.ply == ply]
        if indices:
            return indices[-1 if found["events"] else 0]
        last = self.story.moments[-1].ply
        if ply > last:
            raise CannotRender(f"there is no ply {ply}: the record has plies 0 to {last}")
        raise CannotRender(f"ply {ply} stands behind an illegal action, at ply {self.moments[-1].ply}: there is no board to draw")


def scene_of(story: Story, moment: Moment) -> Scene:
    """What is seen of a moment that has a position."""
    assert moment.position is not None
    action = f"{moment.mark} {moment.text}".strip() + "".join(each for each in moment.glyphs if not each.startswith("$"))
    if len(action) > _LONGEST_ACTION:
        action = action[:_LONGEST_ACTION] + "…"
    return Scene(
        moment.position.diagram(),
        moment.trace,
        is_tried=not moment.is_played,
        title=story.title,
        action=action if moment.kind is not Kind.START else "",
        remark=_result(story, moment),
    )


def _result(story: Story, moment: Moment) -> str:
    """How the record ends, at its last moment, where the position does not say it itself."""
    if moment is not story.moments[-1] or moment.position is None or moment.position.outcome().is_over:
        return ""
    outcome = story.verdict.outcome if story.verdict.outcome.is_over else story.verdict.claimed
    if outcome.result == "*":
        return ""
    return ", ".join(part for part in (outcome.result, outcome.termination) if part)


_SQUARE = re.compile(r"\s*(\(\s*[0-9]+\s*,\s*[0-9]+\s*\)|[^,;\s()]+)\s*(?:[,;]|$)")


def cells_of(text: str, diagram: Diagram) -> Iterator[Cell]:
    """The squares of a list such as `a1,b2` or `(3,4),(5,6)`. Raises CannotRender."""
    by_name = {cell_name(diagram, (x, y)): (x, y) for x in range(len(diagram.columns)) for y in range(len(diagram.rows))}
    at = 0
    while at < len(text):
        found = _SQUARE.match(text, at)
        name = re.sub(r"\s", "", found[1]).lower() if found else text[at:]
        if name not in by_name:
            first, last = cell_name(diagram, (0, 0)), cell_name(diagram, (len(diagram.columns) - 1, len(diagram.rows) - 1))
            raise CannotRender(f"--highlight: {name!r} is no square; the squares are {first} to {last}, with commas between them")
        assert found is not None
        yield by_name[name]
        at = found.end()
