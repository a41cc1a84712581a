"""The lines of words around the player's board: who plays, what has been done, where one is. All of them are harmless text."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.style import Style
from rich.text import Text

from expendibots_notation.board import counted
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.diagnostics.render import visible
from expendibots_notation.drawing.scene import Scene, cell_name
from expendibots_notation.judging.timeline import Kind
from expendibots_notation.viewer.panels import ACCENT, ALARM, CAUTION, FAINT, INK, spelled
from expendibots_notation.viewer.walk import Walk

CAPTION_HEIGHT = 3
"""One line for what has been done, and two for what came of it."""

_INK, _FAINT, _ACCENT = Style(color=INK), Style(color=FAINT), Style(color=ACCENT, bold=True)
_STRONG, _ALARM, _CAUTION = Style(color="#ffffff", bold=True), Style(color=ALARM), Style(color=CAUTION)

_NOT_PLAYED = {Kind.REJECTED: "refused", Kind.ILLEGAL: "not allowed", Kind.UNREACHED: "not reached: there is no board any more"}

Piece = tuple[str, Style]


@dataclass(frozen=True, slots=True)
class Captions:
    """Writes lines for a screen of that width."""

    width: int
    ascii_only: bool

    def title(self, entry: Walk | Diagnostic, number: str) -> Text:
        """Who plays, the result, whether all is well, and which record it is."""
        which = [(f" {number} ", _FAINT)] if number else []
        if isinstance(entry, Diagnostic):
            return self._line([(" no game", _ALARM)], which)
        verdict = entry.story.verdict
        errors = sum(finding.is_error for finding in verdict.diagnostics)
        warnings = len(verdict.diagnostics) - errors
        result = " ".join(each for each in (verdict.claimed.result, verdict.claimed.termination) if each)
        right = [(f" {result} ", _ACCENT)]
        if errors:
            right.append((f" ✗ {counted(errors, 'error')} ", _ALARM))
        elif warnings:
            right.append((f" ! {counted(warnings, 'warning')} ", _CAUTION))
        return self._line([(f" {entry.story.timeline.title}", _STRONG)], right + which)

    def caption(self, entry: Walk | Diagnostic, scene: Scene | None, width: int, console: Console) -> Text:
        """What has been done, and below it how the game stands, or what came of it; as much as there is room for.

        What does not fit can be read in the written game.
        """
        done, state = self._done(entry), self._state(entry, scene)
        self._cut(done, width)
        wrapped = state.wrap(console, width)
        room = CAPTION_HEIGHT - 1
        if len(wrapped) > room:
            wrapped[room - 1].append(" " * width)
            self._cut(wrapped[room - 1], width)
        return Text("\n", no_wrap=True).join([done, *wrapped[:room]])

    def status(self, walk: Walk | None, speed: float, is_playing: bool, notice: str) -> Text:
        """Whether it plays and how fast, and where one is; what has been noticed, or else which keys there are."""
        times = f"{speed:g}×"  # noqa: RUF001 - times
        left = [(f" {'►' if is_playing else '║'} {times} ", _ACCENT if is_playing else _FAINT)]
        if walk is not None:
            left.append((f" ply {walk.moment.ply}/{walk.path.last_ply} ", _INK))
            if walk.path.depth:
                left.append((" variation: Esc leaves ", _CAUTION))
            elif walk.moment.variations:
                left.append((" v variation ", _CAUTION))
        hints = " ← → step  space play  ? help  q quit " if self.width >= 72 else " ? help "
        return self._line(left, [(f" {notice} ", _CAUTION)] if notice else [(hints, _FAINT)])

    def _done(self, entry: Walk | Diagnostic) -> Text:
        if isinstance(entry, Diagnostic):
            return self._text((f"✗ {entry.code}", _ALARM))
        moment = entry.moment
        if moment.kind is Kind.START:
            return self._text(("start", _STRONG))
        style = _STRONG if moment.is_played else _ALARM
        return self._text((f"{moment.mark} {moment.text}".strip(), style), (f"  {moment.player.capitalize()}", _FAINT))

    def _state(self, entry: Walk | Diagnostic, scene: Scene | None) -> Text:
        if isinstance(entry, Diagnostic):
            return self._text((entry.message, _INK))
        moment, wave = entry.moment, entry.step.wave
        if moment.kind in _NOT_PLAYED:
            return self._text((": ".join(filter(None, [_NOT_PLAYED[moment.kind], moment.reason])), _ALARM))
        if scene is None:
            return self._text(("there is no board to show", _ALARM))
        if wave is not None:
            names = " ".join(cell_name(scene.diagram, cell) for cell in moment.trace.waves[wave])
            return self._text((f"wave {wave + 1} of {len(moment.trace.waves)}  ", _ACCENT), (names, _INK))
        return self._text((scene.diagram.caption, _INK))

    def _text(self, *pieces: Piece) -> Text:
        """Pieces one after the other, all of them made harmless."""
        return Text.assemble(*((spelled(visible(text), self.ascii_only), style) for text, style in pieces))

    def _cut(self, text: Text, width: int) -> None:
        """Cut what is too long, and show that something is missing."""
        if cell_len(text.plain) > width:
            dots = spelled("…", self.ascii_only)[:width]
            text.truncate(width - len(dots))
            text.rstrip()
            text.append(dots)

    def _line(self, left: list[Piece], right: list[Piece]) -> Text:
        """Pieces at the left and at the right end of the screen; those on the left give way."""
        beginning, ending = self._text(*left), self._text(*right)
        room = max(self.width - cell_len(ending.plain), 0)
        self._cut(beginning, room)
        beginning.truncate(room, pad=True)
        return Text.assemble(beginning, ending, no_wrap=True)
