"""The terminal player: a game on the screen, step by step, by keys. Needs Textual, the extra `player`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, NamedTuple

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.driver import Driver
from textual.timer import Timer
from textual.widgets import Static

from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagram import Cell
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.judging.timeline import Kind
from expendibots_notation.verdict import Judged
from expendibots_notation.viewer.captions import CAPTION_HEIGHT, Captions
from expendibots_notation.viewer.dialogs import HelpDialog, PlyDialog, VariationDialog
from expendibots_notation.viewer.panels import (
    ACCENT,
    INK,
    PANEL,
    PAPER,
    BoardPanel,
    Counter,
    CounterPanel,
    ScorePanel,
    counters_of,
    spelled,
)
from expendibots_notation.viewer.plain import moment_of
from expendibots_notation.viewer.shelf import Shelf
from expendibots_notation.viewer.terminal_board import Look, extent, least_width, margin_of
from expendibots_notation.viewer.walk import Path, Walk

_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_USUAL_SPEED = 2
_MOVE_SECONDS, _WAVE_SECONDS = 1.0, 0.45

_NARROWEST_SCORE, _LOWEST_SCORE = 30, 6
_NARROWEST_BOARD = 38
"""What stands below the board needs that much."""


class _Key(NamedTuple):
    """What a key does."""

    keys: str
    """As Textual calls them."""
    action: str
    shown: str = ""
    """As people call them, together with those that do the contrary; empty where those tell it all."""
    does: str = ""


_KEYS = (
    _Key("right", "walk('forward')", "← →", "a step back, a step on; a boom goes wave by wave"),
    _Key("left", "walk('back')"),
    _Key("down", "walk('next_moment')", "↑ ↓", "the same by whole actions"),
    _Key("up", "walk('previous_moment')"),
    _Key("home", "walk('first')", "Home End", "the start, the end"),
    _Key("end", "walk('last')"),
    _Key("space", "play", "space", "play, pause"),
    _Key("plus,equals_sign", "change_speed(1)", "+ -", "faster, slower"),
    _Key("minus,underscore", "change_speed(-1)"),
    _Key("n,b", "walk('next_boom')", "n p", "the next boom, the previous one (or b B)"),
    _Key("p,B", "walk('previous_boom')"),
    _Key("g", "go_to_ply", "g", "go to a ply"),
    _Key("v", "enter", "v Esc", "into a variation, out of it"),
    _Key("escape", "walk('leave')"),
    _Key("pagedown,right_square_bracket", "switch(1)", "[ ]", "another record (or PageUp PageDown)"),
    _Key("pageup,left_square_bracket", "switch(-1)"),
    _Key("f,F", "flip", "f", "look from the other side"),
    _Key("j", "scroll_moves(1)", "j k", "scroll what is written"),
    _Key("k", "scroll_moves(-1)"),
    _Key("w", "look(0, -1)", "w a s d", "look around on a board that does not fit"),
    _Key("a", "look(-1, 0)"),
    _Key("s", "look(0, 1)"),
    _Key("d", "look(1, 0)"),
    _Key("c", "copy", "c", "copy the position string"),
    _Key("question_mark,h", "help", "?", "this help"),
    _Key("q,ctrl+c", "quit", "q", "quit"),
)

_WAYS: dict[str, tuple[Callable[[Walk], bool], str]] = {
    "forward": (Walk.forward, "this is the end"),
    "back": (Walk.back, "this is the start"),
    "next_moment": (Walk.next_moment, "this is the end"),
    "previous_moment": (Walk.previous_moment, "this is the start"),
    "first": (Walk.first, "this is the start"),
    "last": (Walk.last, "this is the end"),
    "next_boom": (Walk.next_boom, "no boom after this"),
    "previous_boom": (Walk.previous_boom, "no boom before this"),
    "leave": (Walk.leave, "this is the main line"),
}
"""Where one can go, and what is said where there is no way."""


class _Fitting(NamedTuple):
    """A board with the names at its edges, as large as it gets: how large, and whether all of it can be seen."""

    width: int
    height: int
    is_whole: bool


class _PatientDriver(Driver):
    """Goes on where a byte from the keyboard is not UTF-8; what came with it is lost."""

    def run_input_thread(self) -> None:
        while True:
            with suppress(UnicodeDecodeError):
                super().run_input_thread()  # type: ignore[misc]
                return


class Player(App[None]):
    """The player. It shows the records of a shelf, beginning with one of them."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "xbn replay"
    CSS = f"""
    Screen {{ background: {PAPER}; color: {INK}; }}
    ModalScreen {{ background: #000000 60%; }}
    #title, #status {{ height: 1; background: {PANEL}; }}
    #stage {{ height: 1fr; layout: horizontal; }}
    #left {{ height: 100%; }}
    #caption {{ height: {CAPTION_HEIGHT}; padding: 0 1; }}
    ScorePanel {{
        background: {PANEL};
        scrollbar-color: #4b5562; scrollbar-background: {PANEL};
        scrollbar-color-hover: #4b5562; scrollbar-background-hover: {PANEL};
        scrollbar-color-active: {ACCENT}; scrollbar-background-active: {PANEL};
    }}
    Player.ascii ScorePanel {{ scrollbar-size-vertical: 0; }}
    Player.ascii ModalScreen > Vertical {{ border: ascii {ACCENT}; }}
    #stage.stacked {{ layout: vertical; }}
    #stage.lonely ScorePanel {{ display: none; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding(key.keys, key.action, key.does, show=False) for key in _KEYS]

    def __init__(
        self, shelf: Shelf, record: int = 1, ply: int | str | None = None, look: Look | None = None, pace: float = 1.0
    ) -> None:
        """`pace` is by how much playing is quicker than usual, which tests want.

        The record must be there, and must have the ply, which may be the word last.
        """
        super().__init__()
        self.shelf = shelf
        self.record = record
        self.look = look or Look()
        if self.look.ascii or self.no_color:
            self.look = replace(self.look, letters=True)
        self.set_class(self.look.ascii, "ascii")
        self.pace = pace
        self.speed = _USUAL_SPEED
        self.offset_by: Cell = (0, 0)
        self.notice = ""
        self.walks: dict[int, Walk | Diagnostic] = {}
        """The records that have been looked at, each where it was left."""
        self.timer: Timer | None = None
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self._is_leaving = False
        self._counters: tuple[Path, tuple[Counter, ...]] | None = None
        self._least: tuple[Judged, int] | None = None
        self._left_width = _NARROWEST_BOARD
        if ply is not None and (walk := self.walk) is not None:
            walk.go(moment_of(walk.story.timeline, ply))

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Container(id="stage"):
            with Vertical(id="left"):
                yield BoardPanel()
                yield Static(id="caption")
                yield CounterPanel()
            yield ScorePanel()
        yield Static(id="status")

    def get_driver_class(self) -> type[Driver]:
        return type("PlayerDriver", (_PatientDriver, super().get_driver_class()), {})

    def on_load(self) -> None:
        self._event_loop = asyncio.get_running_loop()
        if self._is_leaving:  # before there is anything on the screen
            self.exit()

    def leave(self) -> None:
        """Quit as soon as possible. May be called at any time, by the handler of a signal too."""
        self._is_leaving = True
        if self._event_loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._event_loop.call_soon_threadsafe(self.exit)

    def on_mount(self) -> None:
        self.show()

    def on_resize(self) -> None:
        self.call_later(self.show)  # the app itself learns its new size only after this

    # What is shown

    @property
    def entry(self) -> Walk | Diagnostic:
        """The walk through the record, or why there is none."""
        if self.record not in self.walks:
            found = self.shelf.story(self.record)
            assert found is not None
            self.walks[self.record] = Walk(found) if isinstance(found, Judged) else found
        return self.walks[self.record]

    @property
    def walk(self) -> Walk | None:
        entry = self.entry
        return entry if isinstance(entry, Walk) else None

    @property
    def scene(self) -> Scene | None:
        """The board to draw, with what has been done on it."""
        walk = self.walk
        diagram = walk.diagram if walk is not None else None
        if walk is None or diagram is None:
            return None
        return Scene(diagram, walk.moment.trace, walk.step.wave, is_tried=not walk.moment.is_played)

    @property
    def counters(self) -> tuple[Counter, ...]:
        """What is counted over the path, kept as long as the path is the same."""
        if self.walk is None:
            return ()
        if self._counters is None or self._counters[0] is not self.walk.path:
            self._counters = (self.walk.path, counters_of(self.walk.path))
        return self._counters[1]

    @property
    def least(self) -> int:
        """The narrowest square that serves for the whole record, so that the board does not change its size on the way."""
        if self.walk is None:
            return 1
        story = self.walk.story
        if self._least is None or self._least[0] is not story:
            diagrams = (moment.diagram for moment in story.timeline.moments)
            self._least = (story, least_width((each for each in diagrams if each is not None), self.look))
        return self._least[1]

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        if not self.query(BoardPanel):  # a terminal may tell its size before there is anything to show
            return
        entry, walk, scene, counters = self.entry, self.walk, self.scene, self.counters
        self._arrange(scene, counters)
        is_dim = walk is not None and walk.moment.kind is Kind.UNREACHED
        self.query_one(BoardPanel).show(scene, self.look, self.least, self.offset_by, is_dim)
        self.query_one(CounterPanel).show(counters, walk.path.moment_at(walk.index) if walk else 0, self.look.ascii)
        self.query_one(ScorePanel).show(walk.story if walk else None, walk.moment if walk else None, self.look.ascii)
        captions = Captions(self.size.width, self.look.ascii)
        lines = {
            "#title": captions.title(entry, self._number()),
            "#caption": captions.caption(entry, scene, max(self._left_width - 2, 1), self.console),
            "#status": captions.status(walk, _SPEEDS[self.speed], self.timer is not None, self.notice),
        }
        for name, line in lines.items():
            self.query_one(name, Static).update(line, layout=False)

    def _number(self) -> str:
        """Which record it is; nothing where it is the only one."""
        if self.record == 1 and not self.shelf.has(2):
            return ""
        self.shelf.has(self.record + 1)
        return f"record {self.record} of {len(self.shelf)}{'' if self.shelf.is_read else ' or more'}"

    def _arrange(self, scene: Scene | None, counters: tuple[Counter, ...]) -> None:
        """Share the screen: the board gets what it can use, the written game the rest, beside it or below it, or nothing."""
        stage, left = self.query_one("#stage"), self.query_one("#left")
        width, height = self.size
        below = CAPTION_HEIGHT + CounterPanel.rows_for(counters)
        height -= 2 + below
        board = self._fitting(scene, width - _NARROWEST_SCORE - 2, height)
        self._left_width = max(board.width + 2, _NARROWEST_BOARD)
        is_beside = width - self._left_width >= _NARROWEST_SCORE
        stage.set_class(not is_beside, "stacked")
        if is_beside:
            stage.remove_class("lonely")
            left.styles.width, left.styles.height = self._left_width, "100%"
        else:
            board = self._fitting(scene, width - 2, height - _LOWEST_SCORE)
            stage.set_class(not board.is_whole, "lonely")
            self._left_width = width
            left.styles.width, left.styles.height = "100%", board.height + below if board.is_whole else "100%"

    def _fitting(self, scene: Scene | None, width: int, height: int) -> _Fitting:
        """How large a board gets that may be so wide and high."""
        if scene is None:
            return _Fitting(0, 1, True)
        shown = extent(scene, self.look, self.least, width, height)
        is_whole = (len(shown.columns), len(shown.rows)) == (len(scene.diagram.columns), len(scene.diagram.rows))
        return _Fitting(margin_of(scene.diagram) + shown.characters[0], shown.characters[1] + 1, is_whole)

    # What keys do

    def _go(self, has_moved: bool, otherwise: str) -> None:
        """Show where one has gone; say so where there was no way."""
        self._stop()
        self.notice = "" if has_moved else otherwise
        if has_moved:
            self.offset_by = (0, 0)
        self.show()

    def action_walk(self, way: str) -> None:
        """Go one of the ways."""
        go, otherwise = _WAYS[way]
        self._go(self.walk is not None and go(self.walk), otherwise)

    def action_enter(self) -> None:
        """Enter the variation; where there are several, ask which one."""
        variations = self.walk.moment.variations if self.walk is not None else ()
        if len(variations) > 1:
            self._stop()
            self.push_screen(VariationDialog(variations), self._enter)
        else:
            self._enter(0)

    def _enter(self, branch: int | None) -> None:
        if branch is not None:
            self._go(self.walk is not None and self.walk.enter(branch), "no variation here")

    def action_go_to_ply(self) -> None:
        self._stop()
        if self.walk is not None:
            self.push_screen(PlyDialog(self.walk.path.last_ply), self._to_ply)

    def _to_ply(self, ply: int | None) -> None:
        if ply is not None:
            self._go(self.walk is not None and self.walk.to_ply(ply), f"there is no ply {ply}")

    def on_score_panel_chosen(self, event: ScorePanel.Chosen) -> None:
        self._go(self.walk is not None and self.walk.go(event.moment), "")

    def action_switch(self, direction: int) -> None:
        """Go to the record before or behind this one."""
        is_there = self.shelf.has(self.record + direction)
        self.record += direction if is_there else 0
        self._go(is_there, "this is the last record" if direction > 0 else "this is the first record")

    def action_flip(self) -> None:
        self.look = replace(self.look, flip=not self.look.flip)
        self.notice = ""
        self.show()

    def action_scroll_moves(self, direction: int) -> None:
        self.query_one(ScorePanel).scroll_relative(y=3 * direction, animate=False)

    def action_look(self, across: int, down: int) -> None:
        """Look at another part of a board that does not fit."""
        board, offset = self.query_one(BoardPanel), (self.offset_by[0] + 4 * across, self.offset_by[1] + 3 * down)
        if board.part(offset) != board.part(self.offset_by):
            self.offset_by = offset
            self.show()

    def action_copy(self) -> None:
        position = self.walk.moment.position if self.walk is not None else None
        if position is not None:
            self.copy_to_clipboard(position.text)
        self.notice = "the position is copied" if position is not None else "there is no position"
        self.show()

    def action_help(self) -> None:
        self._stop()
        self.push_screen(HelpDialog(tuple((spelled(key.shown, self.look.ascii), key.does) for key in _KEYS if key.shown)))
        self.show()

    # Playing

    def action_play(self) -> None:
        """Play, from the start where one stands at the end; or pause."""
        self.notice = ""
        if self.timer is not None:
            self._stop()
        elif self.walk is not None:
            if self.walk.is_at_end:
                self.walk.first()
            self._wait()
        self.show()

    def action_change_speed(self, change: int) -> None:
        self.speed = min(max(self.speed + change, 0), len(_SPEEDS) - 1)
        self.notice = ""
        if self.timer is not None:
            self._wait()
        self.show()

    def _wait(self) -> None:
        """Go on after a while: soon while something explodes."""
        self._stop()
        assert self.walk is not None
        seconds = _WAVE_SECONDS if self.walk.step.wave is not None else _MOVE_SECONDS
        self.timer = self.set_timer(seconds / _SPEEDS[self.speed] / self.pace, self._play_on)

    def _play_on(self) -> None:
        self.timer = None
        walk = self.walk
        if walk is not None and walk.forward():
            self.offset_by = (0, 0)
            if not walk.is_at_end:
                self._wait()
        self.show()

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
