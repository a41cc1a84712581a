"""The parts of the terminal player's screen. Each is told what to show, and asks nobody.

Texts are handed to Textual as styled pieces, never as markup: `[red]` in a comment stays what it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from expendibots_notation.diagram import Cell
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.drawing.text import words
from expendibots_notation.judging.timeline import Moment
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.score import Role, Score, Span
from expendibots_notation.viewer.terminal_board import Extent, Look, draw, extent
from expendibots_notation.viewer.walk import Path

INK, FAINT, PAPER, PANEL, ACCENT = "#d9dfe6", "#7c8896", "#14171c", "#1c2128", "#ffc83d"
"""The colours of everything but the board."""
ALARM, CAUTION = "#ff7a6b", "#e8b04a"

_ROLES = {
    Role.TAG: Style(color=FAINT),
    Role.NUMBER: Style(color=FAINT),
    Role.ACTION: Style(color=INK, bold=True),
    Role.GLYPH: Style(color=ACCENT, bold=True),
    Role.SIDELINE: Style(color="#9db4cf"),
    Role.ITEM: Style(color="#7fb8a4"),
    Role.REFUSED: Style(color=ALARM, bold=True),
    Role.UNREACHED: Style(color=FAINT, strike=True),
    Role.COMMENT: Style(color="#b9c1ca"),
    Role.ATTRIBUTE: Style(color=FAINT),
    Role.ERROR: Style(color=ALARM),
    Role.WARNING: Style(color=CAUTION),
    Role.RESULT: Style(color=ACCENT, bold=True),
    Role.SPACE: Style(),
}
_PAGE, _SHEET = Style(color=INK, bgcolor=PAPER), Style(color=INK, bgcolor=PANEL)
"""What lies behind the board, and behind the written game."""
_HERE = Style(color=PAPER, bgcolor=ACCENT, bold=True)
_SIGNS = str.maketrans("✗▁▂▃▄▅▆▇►║×←→↑↓", "x_.:-=+#>|x<>^v")  # noqa: RUF001 - signs, not letters


def spelled(text: str, ascii_only: bool) -> str:
    """The text; where a terminal has only ascii, the player's own signs are replaced, and other characters are written out."""
    return words(text.translate(_SIGNS), ascii_only=True) if ascii_only else text


def _spell(score: Score) -> None:
    score.rows = tuple(tuple(replace(span, text=spelled(span.text, ascii_only=True)) for span in row) for row in score.rows)


class BoardPanel(Widget):
    """The board, as large as there is room for."""

    DEFAULT_CSS = "BoardPanel { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene | None = None
        """None where there is nothing to draw."""
        self.look = Look()
        self.least = 1
        self.offset_by: Cell = (0, 0)
        self.is_dim = False
        self._lines: list[Strip] | None = None
        """What has been drawn; None where that is to be done anew."""

    def show(self, scene: Scene | None, look: Look, least: int, offset: Cell, dim: bool) -> None:
        """Draw a scene with squares of a least width; dimly where it is not what the moment has led to."""
        self.scene, self.look, self.least, self.offset_by, self.is_dim = scene, look, least, offset, dim
        self._lines = None
        self.refresh()

    def part(self, offset: Cell) -> Extent | None:
        """Which part of the board would be seen when one looks further by so many squares."""
        return extent(self.scene, self.look, self.least, *self.size, offset) if self.scene is not None else None

    def on_resize(self) -> None:
        self._lines = None

    def render_line(self, y: int) -> Strip:
        if self._lines is None:
            self._lines = self._drawn()
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, _PAGE)

    def _drawn(self) -> list[Strip]:
        shown = self.part(self.offset_by)
        if self.scene is None or shown is None:
            return []
        width, height = self.size
        lines = [Strip(line) for line in draw(self.scene, self.look, shown)]
        left = max((width - max(line.cell_length for line in lines)) // 2, 0)
        above = [Strip.blank(width, _PAGE)] * max((height - len(lines)) // 2, 0)
        margin = Strip([Segment(" " * left)])
        drawn = [Strip.join([margin, line]).adjust_cell_length(width).apply_style(_PAGE) for line in lines]
        if self.is_dim:
            drawn = [line.apply_style(Style(dim=True)) for line in drawn]
        return above + drawn


class ScorePanel(ScrollView, can_focus=False):
    """The written game. It keeps the moment that is shown on the board in view."""

    DEFAULT_CSS = "ScorePanel { height: 1fr; width: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; }"

    class Chosen(Message):
        """Somebody has pointed at a moment."""

        def __init__(self, moment: Moment) -> None:
            super().__init__()
            self.moment = moment

    def __init__(self) -> None:
        super().__init__()
        self.story: Judged | None = None
        self.score: Score | None = None
        self.here: Moment | None = None
        self.is_ascii = False

    def show(self, story: Judged | None, here: Moment | None, ascii_only: bool) -> None:
        """Show a story, and where in it one stands."""
        self.is_ascii = ascii_only
        self.here = here
        if story is not self.story:
            self.story = story
            self._write()
        self._follow()
        self.refresh()

    def on_resize(self) -> None:
        self._write()
        self._follow()

    def _write(self) -> None:
        width = self.size.width - 2
        self.score = self._scored(self.story, width) if self.story is not None and width > 0 else None
        self.virtual_size = Size(self.size.width, len(self.score.rows) if self.score is not None else 0)

    def _scored(self, story: Judged, width: int) -> Score:
        """The story in rows of a width. What is written out in ascii is longer: the rows are then broken earlier."""
        score = Score(story, width)
        if self.is_ascii:
            _spell(score)
            widest = max(sum(cell_len(span.text) for span in row) for row in score.rows)
            if widest > width:
                score = Score(story, width * width // widest)
                _spell(score)
        return score

    def _follow(self) -> None:
        """Scroll so that the moment and what is said about it can be read, or at least its beginning."""
        if self.score is None or self.here is None:
            return
        begin, end, height = self.score.place(self.here), self.score.end(self.here), self.size.height
        top = self.scroll_offset.y
        if end - top > height:
            top = end - height
        # One row more: it is good to see what came before. At the start of a game, that is who plays.
        if begin - 1 < top:
            top = begin - 1 if begin > height // 2 or self.here.node is not None else 0
        self.scroll_to(y=max(top, 0), animate=False, force=True, immediate=True)

    def render_line(self, y: int) -> Strip:
        width, number = self.size.width, y + self.scroll_offset.y
        if self.score is None or number >= len(self.score.rows):
            return Strip.blank(width, _SHEET)
        segments = [Segment(" ")]
        for span in self.score.rows[number]:
            segments.append(Segment(span.text, self._style(span)))
        return Strip(segments).adjust_cell_length(width).apply_style(_SHEET)

    def _style(self, span: Span) -> Style:
        return _HERE if span.moment is not None and span.moment is self.here else _ROLES[span.role]

    def on_click(self, event: Click) -> None:
        moment = self.score.at(event.x - 1, event.y + self.scroll_offset.y) if self.score is not None else None
        if moment is not None:
            self.post_message(self.Chosen(moment))


@dataclass(frozen=True)
class Counter:
    """What is counted beside the board, over a path."""

    name: str
    values: tuple[str, ...]
    """At each moment of the path."""

    @cached_property
    def width(self) -> int:
        """The length of the longest value."""
        return max(map(len, self.values), default=0)

    @cached_property
    def numbers(self) -> tuple[int, ...] | None:
        """The values, if all are numbers."""
        if all(value.isascii() and value.isdigit() and len(value) < 16 for value in self.values):
            return tuple(int(value) for value in self.values)
        return None


def counters_of(path: Path) -> tuple[Counter, ...]:
    """The counters of a path. Where a moment has no board, they stay as they were."""
    series: list[tuple[tuple[str, str], ...]] = []
    for index in path.ends:
        diagram = path.steps[index].diagram
        series.append(diagram.counters if diagram is not None else series[-1] if series else ())
    names = [name for name, _ in series[0]] if series else []
    found = [dict(counters) for counters in series]
    return tuple(Counter(name, tuple(each.get(name, "") for each in found)) for name in names)


_BARS = "▁▂▃▄▅▆▇"  # not █: two charts, one below the other, would run together


def sparkline(numbers: tuple[int, ...], width: int, here: int) -> tuple[str, int]:
    """Numbers over time as so many bars, from 0 to the largest, and the bar for the number of that index."""
    highest = max(*numbers, 1)
    ends = [-(-(bar + 1) * len(numbers) // width) - 1 for bar in range(width)]
    bars = "".join(_BARS[numbers[index] * (len(_BARS) - 1) // highest] for index in ends)
    # The last one where a number has several bars; where several numbers share a bar, that one.
    place = max((bar for bar, index in enumerate(ends) if index == here), default=here * width // len(numbers))
    return bars, place


class CounterPanel(Widget):
    """What is counted beside the board, with its course over the game."""

    DEFAULT_CSS = "CounterPanel { height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self.counters: tuple[Counter, ...] = ()
        self.place = 0
        self.is_ascii = False

    def show(self, counters: tuple[Counter, ...], place: int, ascii_only: bool) -> None:
        """Show counters as they are at a moment of the path."""
        has_other_height = self.rows_for(counters) != self.rows_for(self.counters)
        self.counters, self.place, self.is_ascii = counters, place, ascii_only
        self.refresh(layout=has_other_height)

    @staticmethod
    def rows_for(counters: tuple[Counter, ...]) -> int:
        """How many lines the counters take: many share lines in pairs."""
        return len(counters) if len(counters) <= 2 else (len(counters) + 1) // 2

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.rows_for(self.counters)

    def render(self) -> Text:
        rows = self.rows_for(self.counters)
        across = -(-len(self.counters) // rows) if rows else 1
        width = (self.size.width - 2) // across - (1 if across > 1 else 0)
        lines = [Text(" ") for _ in range(rows)]
        for column in range(across):
            group = self.counters[column * rows : (column + 1) * rows]
            for line, counter in zip(lines, self._columns(group, width), strict=False):
                line.append_text(counter)
                line.append("  ")
        return Text("\n", no_wrap=True).join(lines)

    def _columns(self, group: tuple[Counter, ...], width: int) -> list[Text]:
        names = max((cell_len(counter.name) for counter in group), default=0)
        values = max((counter.width for counter in group), default=0)
        return [self._counter(counter, min(names, max(width - values - 1, 1)), values, width) for counter in group]

    def _counter(self, counter: Counter, names: int, values: int, width: int) -> Text:
        value = counter.values[min(self.place, len(counter.values) - 1)]
        text = Text(set_cell_size(counter.name, names) + " ", FAINT)
        text.append(value.rjust(values), Style(color=INK, bold=True))
        room = width - cell_len(text.plain) - 1
        numbers = counter.numbers
        if numbers is not None and room >= 4:
            bars, here = sparkline(numbers, room, self.place)
            line = spelled(bars, self.is_ascii)
            text.append(" ")
            text.append(line[:here], "#738091")
            text.append(line[here], ACCENT)
            text.append(line[here + 1 :], "#3a434e")
        return Text.assemble(text, " " * max(width - cell_len(text.plain), 0))
