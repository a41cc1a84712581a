"""The terminal player, played by Textual's pilot: every key, several sizes, autoplay, broken records and hostile text.

What is on the screen is read back as text, so that the tests see what a person sees.
"""

from __future__ import annotations

import asyncio
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from expendibots_notation.cli import replay as replay_command
from expendibots_notation.cli.process import Mistake
from expendibots_notation.judging.timeline import Kind
from expendibots_notation.viewer.dialogs import HelpDialog, PlyDialog, VariationDialog
from expendibots_notation.viewer.panels import BoardPanel, ScorePanel, counters_of, sparkline
from expendibots_notation.viewer.player import Player
from expendibots_notation.viewer.shelf import Shelf
from expendibots_notation.viewer.terminal_board import Look
from expendibots_notation.viewer.walk import Walk

SAMPLES = Path(__file__).parents[2] / "samples"
ANNOTATED = SAMPLES / "expendibots" / "annotated.xbn"
CHAIN = SAMPLES / "expendibots" / "chain-reaction.xbn"
SETUP = SAMPLES / "expendibots" / "setup.xbn"
XBN = str(Path(sys.executable).with_name("xbn"))
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'

Script = Callable[["Session"], Awaitable[None]]


class Session:
    """A player at work."""

    def __init__(self, player: Player, pilot: Pilot[None]) -> None:
        self.player = player
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def walk(self) -> Walk:
        assert self.player.walk is not None
        return self.player.walk

    @property
    def here(self) -> tuple[int, str, int | None]:
        """The ply, the action and the wave that are shown."""
        return self.walk.moment.ply, self.walk.moment.text, self.walk.step.wave

    @property
    def lines(self) -> list[str]:
        """The screen, line by line."""
        return [strip.text for strip in self.player.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def status(self) -> str:
        return self.lines[-1]

    @property
    def title(self) -> str:
        return self.lines[0]


def play(script: Script, *paths: Path, size: tuple[int, int] = (80, 24), **options: object) -> None:
    """Run the player on files, and a script with it."""

    async def run() -> None:
        player = Player(Shelf([str(path) for path in paths]), **options)  # type: ignore[arg-type]
        async with player.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Session(player, pilot))

    asyncio.run(run())


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str], Path]:
    """A file with a record."""

    def write(text: str) -> Path:
        path = tmp_path / "game.xbn"
        path.write_text(text, encoding="utf-8")
        return path

    return write


# What is on the screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_everything_is_on_the_screen(size: tuple[int, int]) -> None:
    async def script(session: Session) -> None:
        await session.press("right", "right")
        assert session.title.startswith(" Ada Brandt – Loose Cannon ")
        assert session.title.rstrip().endswith("1-0 elimination")
        assert "1… b8-c8?!" in session.text
        assert "Begins to close the gap" in session.text
        assert "emt 0.8" in session.text
        assert "1... b8-c8  Black" in session.text
        assert "White to move, turn 2" in session.text
        assert re.search("White 12 ▇+", session.text)
        assert re.search("Black 12 ▇+", session.text)
        assert "ply 2/15" in session.status
        assert "? help" in session.status
        for name in "abcdefgh":
            assert any(re.search(rf"\b{name}\b", line) for line in session.lines)
        assert session.text.count("▐") >= 23, "every stack has its stone"

    play(script, ANNOTATED, size=size)


def test_squares_grow_with_the_screen() -> None:
    async def script(session: Session) -> None:
        for size, rows in (((80, 24), 2), ((120, 40), 4), ((100, 33), 3), ((60, 20), 1)):
            await session.pilot.resize_terminal(*size)
            await session.pilot.pause()
            lines = session.lines
            named = [number for number, line in enumerate(lines) if re.match(" *[87] ", line)]
            assert named[1] - named[0] == rows, size
            assert all(len(line) == size[0] for line in lines)

    play(script, CHAIN)


@pytest.mark.parametrize("size", [(50, 40), (20, 6), (1, 1)])
def test_small_and_narrow_screens(size: tuple[int, int]) -> None:
    async def script(session: Session) -> None:
        await session.press("end", "left", "f", "v", "question_mark", "escape", "home", "space", "space")
        if size == (50, 40):
            assert "xb6=2:12" in session.text or "b1-b2" in session.text, "the written game is below the board"

    play(script, ANNOTATED, size=size)


def test_a_large_board_is_shown_where_something_happens() -> None:
    async def script(session: Session) -> None:
        await session.press("right", "right")
        assert (session.walk.moment.text, "@" in session.text) == ("t@43,25=10", True)
        rows = [line[:3].strip() for line in session.lines[1:10]]
        assert "25" in rows
        top = rows[0]
        await session.press("s")
        moved = session.lines[1][:3].strip()
        assert int(moved) == int(top) - 3, "one can look around"
        await session.press("w", "a", "d")
        assert session.lines[1][:3].strip() == top
        await session.press("s", "right", "left")
        assert session.lines[1][:3].strip() == top, "and is brought back by a step"

    play(script, SAMPLES / "robots" / "worked-example.xbn")


# Keys


def test_steps_and_waves() -> None:
    async def script(session: Session) -> None:
        assert session.here == (0, "", None)
        await session.press("left")
        assert "this is the start" in session.status
        await session.press("right", "right")
        assert session.here == (2, "b1-c1", None)
        await session.press("right")
        assert session.here == (3, "xb2=2:1", 0)
        assert "wave 1 of 2  b2" in session.text
        assert "▚ 1 ▞" in session.text
        await session.press("right")
        assert "wave 2 of 2  a1 c1" in session.text
        assert re.search("White 2 ", session.text), "before the last wave is over, the tokens still count"
        await session.press("right")
        assert session.here == (3, "xb2=2:1", None)
        assert "0-1, elimination" in session.text
        assert re.search("White 0 ", session.text)
        await session.press("right")
        assert "this is the end" in session.status
        await session.press("left", "up")
        assert session.here == (2, "b1-c1", None)
        await session.press("down")
        assert session.here == (3, "xb2=2:1", None)
        await session.press("home")
        assert session.here == (0, "", None)
        await session.press("end")
        assert session.here == (3, "xb2=2:1", None)

    play(script, SETUP)


@pytest.mark.parametrize(("following", "previous"), [("n", "p"), ("b", "B")])
def test_booms(following: str, previous: str) -> None:
    async def script(session: Session) -> None:
        await session.press(following)
        assert session.here == (13, "xh6", 0)
        await session.press(following)
        assert session.here == (21, "xd6", 0)
        await session.press(following)
        assert "no boom after this" in session.status
        await session.press(previous)
        assert session.here == (13, "xh6", 0)
        await session.press(previous)
        assert "no boom before this" in session.status

    play(script, SAMPLES / "expendibots" / "elimination-white.xbn")


def test_jump_to_a_ply() -> None:
    async def script(session: Session) -> None:
        await session.press("g")
        assert isinstance(session.player.screen, PlyDialog)
        assert "Go to ply" in session.text
        assert session.player.screen.query_one(Input).placeholder == "0 to 32"
        await session.press("3", "q", "1", "enter")
        assert session.here == (31, "c4-c3", None), "letters are not taken"
        await session.press("g", "9", "9", "enter")
        assert session.here[0] == 31
        assert "there is no ply 99" in session.status
        await session.press("g", "escape")
        assert session.here[0] == 31
        await session.press("g", "enter")
        assert session.here[0] == 31
        await session.press("g", "0", "enter")
        assert session.here[0] == 0

    play(script, CHAIN)


def test_variations() -> None:
    async def script(session: Session) -> None:
        await session.press("v")
        assert "no variation here" in session.status
        await session.press("escape")
        assert "this is the main line" in session.status
        await session.press("right", "right", "right")
        assert "v variation" in session.status
        await session.press("v")
        assert session.here == (3, "b2-c2", None)
        assert "variation: Esc leaves" in session.status
        await session.press("right")
        assert "this is the end" in session.status
        await session.press("escape")
        assert session.here == (3, "2b2-b4", None)
        await session.press("right", "right", "v", "right", "v")
        assert (session.here, session.walk.path.depth) == ((6, "d8-c8", None), 2)
        assert "3... d8-c8  Black" in session.text
        await session.press("escape", "escape")
        assert (session.here, session.walk.path.depth) == ((5, "2b4-b6", None), 0)

    play(script, ANNOTATED)


def test_one_of_several_variations() -> None:
    async def script(session: Session) -> None:
        await session.press("right", "right", "v")
        assert isinstance(session.player.screen, VariationDialog)
        assert "21. a1-a2" in session.text
        assert "21. xa1=2:1  Impatient" in session.text
        await session.press("down", "enter")
        assert session.walk.moment.text == "xa1=2:1"
        await session.press("escape", "v", "1")
        assert session.walk.moment.text == "a1-a2"
        await session.press("escape", "v", "9")
        assert session.walk.moment.text == "b1-c1"
        assert "no variation here" in session.status
        await session.press("v", "escape")
        assert session.walk.moment.text == "b1-c1"

    play(script, SETUP)


def test_records() -> None:
    async def script(session: Session) -> None:
        assert "record 1 of 2 or more" in session.title
        await session.press("right")
        await session.press("pagedown")
        assert "Quiet Fuse" in session.title
        assert "record 2 of 3" in session.title
        await session.press("right_square_bracket")
        assert "White – Black" in session.title
        assert "record 3 of 3" in session.title
        await session.press("pagedown")
        assert "this is the last record" in session.status
        await session.press("left_square_bracket", "pageup")
        assert "Ada Brandt" in session.title
        assert session.here[0] == 1, "each record is where it was left"
        await session.press("pageup")
        assert "this is the first record" in session.status

    play(script, ANNOTATED, CHAIN, SETUP)


def test_flip() -> None:
    async def script(session: Session) -> None:
        def first_row() -> str:
            return next(line for line in session.lines if re.match(r" *[1-8] ", line)).strip()[0]

        assert first_row() == "8"
        await session.press("f")
        assert first_row() == "1"
        assert "h    g    f    e    d    c    b    a" in session.text
        await session.press("F")
        assert first_row() == "8"

    play(script, CHAIN)
    play(lambda session: _assert_flipped(session), CHAIN, look=Look(flip=True))


async def _assert_flipped(session: Session) -> None:
    assert "h    g    f    e    d    c    b    a" in session.text


def test_autoplay() -> None:
    async def script(session: Session) -> None:
        await session.press("space")
        for _ in range(200):
            await asyncio.sleep(0.005)
            if session.player.timer is None:
                break
        assert session.here == (3, "xb2=2:1", None), "it plays to the end, and stops"
        assert "║" in session.status
        session.player.pace = 0.001
        await session.press("space")
        assert session.here == (0, "", None), "from the end, it begins anew"

    play(script, SETUP, pace=200.0)


def test_autoplay_is_paused_by_space_and_by_going_elsewhere() -> None:
    async def script(session: Session) -> None:
        await session.press("space")
        assert "►" in session.status
        assert session.player.timer is not None
        await session.press("space")
        assert session.player.timer is None
        await session.press("space", "right")
        assert session.player.timer is None
        assert "║" in session.status
        await session.press("space", "question_mark")
        assert session.player.timer is None

    play(script, SETUP, pace=0.001)


def test_speed() -> None:
    async def script(session: Session) -> None:
        assert " 1× " in session.status  # noqa: RUF001
        await session.press("plus")
        assert " 2× " in session.status  # noqa: RUF001
        await session.press("minus", "minus")
        assert " 0.5× " in session.status  # noqa: RUF001
        await session.press(*["equals_sign"] * 9)
        assert " 8× " in session.status  # noqa: RUF001
        await session.press(*["minus"] * 9)
        assert " 0.25× " in session.status  # noqa: RUF001
        await session.press("space", "plus")
        assert session.player.timer is not None, "it goes on playing"

    play(script, SETUP, pace=0.001)


def test_help() -> None:
    async def script(session: Session) -> None:
        await session.press("question_mark")
        assert isinstance(session.player.screen, HelpDialog)
        for words in ("wave by wave", "play, pause", "go to a ply", "another record", "quit"):
            assert words in session.text
        await session.press("right", "q")
        assert not isinstance(session.player.screen, HelpDialog)
        assert session.here[0] == 0, "keys belong to the window on top"

    play(script, SETUP)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_quit(key: str) -> None:
    async def script(session: Session) -> None:
        await session.pilot.press(key)
        assert session.player._exit

    play(script, SETUP)


def test_copying_the_position() -> None:
    async def script(session: Session) -> None:
        await session.press("right", "c")
        assert session.walk.moment.position is not None
        assert session.player.clipboard == session.walk.moment.position.text
        assert "copied" in session.status

    play(script, SETUP)


def test_the_written_game_follows_and_scrolls() -> None:
    async def script(session: Session) -> None:
        panel = session.player.query_one(ScorePanel)
        assert panel.scroll_offset.y == 0
        await session.press("end")
        assert panel.scroll_offset.y > 0
        assert "250… " in session.text
        await session.press("k")
        assert "250… " not in session.text or panel.scroll_offset.y < panel.max_scroll_y
        await session.press("j", "home")
        assert panel.scroll_offset.y == 0

    play(script, SAMPLES / "expendibots" / "turn-limit.xbn")


def test_pointing_at_a_move() -> None:
    async def script(session: Session) -> None:
        row = next(number for number, line in enumerate(session.lines) if " 4. " in line)
        column = session.lines[row].index("d2-c2")
        await session.pilot.click(offset=(column + 1, row))
        await session.pilot.pause()
        assert session.here == (7, "d2-c2", None)
        await session.pilot.click(offset=(column - 2, row))
        assert session.here == (7, "d2-c2", None)

    play(script, CHAIN)


def test_beginning_at_a_record_and_a_ply() -> None:
    async def script(session: Session) -> None:
        assert session.here == (31, "c4-c3", None)
        assert "record 2 of 2" in session.title

    play(script, SETUP, CHAIN, record=2, ply=31)


# What is wrong


def test_an_illegal_action_is_shown_as_what_was_tried(game: Callable[[str], Path]) -> None:
    async def script(session: Session) -> None:
        assert "✗ 1 error" in session.title
        await session.press("right")
        assert session.walk.moment.kind is Kind.ILLEGAL
        assert "not allowed: d2-d5 moves 3 squares" in session.text
        assert "✗ XBN203 d2-d5 moves 3" in session.text
        assert "the nearest legal actions" in session.text
        assert "✗" in "".join(line[:43] for line in session.lines[1:17]), "on the board too"
        await session.press("right")
        assert session.walk.moment.kind is Kind.UNREACHED
        assert "not reached" in session.text
        assert session.player.query_one(BoardPanel).is_dim

    play(script, game(HEAD + "1. d2-d5 e7-e6 *"))


def test_a_refused_action_is_shown_with_its_reason() -> None:
    async def script(session: Session) -> None:
        await session.press("end")
        assert "2... ~3d7-d5  Black" in session.text
        assert "refused: 3d7-d5 moves 3 tokens" in session.text

    play(script, SAMPLES / "expendibots" / "rejected.xbn")


def test_odd_records_and_all_games_can_be_looked_at() -> None:
    """Texts, records and formats that something is wrong with; illegal actions are all of one kind here, so XBN2xx is left out."""
    paths = sorted(SAMPLES.glob("broken/XBN[!2]*"))
    for folder in ("robots", "stack_wars", "stacks"):
        paths += sorted((SAMPLES / folder).glob("*.xbn"))[:2]

    async def script(session: Session) -> None:
        player = session.player
        while not player.notice:
            player.action_walk("last")
            player.action_walk("back")
            await session.pilot.pause()
            assert session.text.strip()
            player.action_switch(1)
        assert player.notice == "this is the last record"
        assert len(player.walks) == len(player.shelf) >= len(paths) - 1, "one file is empty"

    play(script, *paths)


def test_what_is_no_record_is_named(game: Callable[[str], Path]) -> None:
    async def script(session: Session) -> None:
        assert "no game" in session.title
        assert "XBN111" in session.text
        for key in ("right", "n", "v", "g", "space", "c", "f", "end", "escape", "question_mark", "escape"):
            await session.press(key)
        await session.press("pagedown")
        assert session.here[0] == 0

    play(script, SAMPLES / "broken" / "XBN111-not-text.xbn", SETUP)


def test_without_a_board_the_text_is_still_there() -> None:
    async def script(session: Session) -> None:
        assert "there is no board to show" in session.text
        await session.press("end")
        assert "not reached" in session.text
        assert "XBN301" in session.text

    play(script, SAMPLES / "broken" / "XBN301-unknown-game.xbn")


HOSTILE = (
    HEAD.replace('"*"', '"0-1"]\n[Termination "illegal-action"')[:-1]
    + '[White "[red]Eve[/red] \\u001b[31m"]\n[Black "\\u202eevE [@click=app.quit]x[/]"]\n[Event "[bold]\\u001b]0;x\\u0007"]\n\n'
    + "1. d2-d3 {[red]mark[/] \x1b[2J \u202e \u0007 [/bold] \\\\ [link=x]y[/link] $x} (1. xd2 {[blink]}) (1. xa1 {[/]}) "
    + '1... ~"[red]\\u001b[2J" 0-1\n'
)


def test_hostile_text_is_shown_and_obeyed_by_nobody(game: Callable[[str], Path]) -> None:
    async def script(session: Session) -> None:
        assert "[red]Eve[/red] ␛[31m – <U+202E>evE" in session.title
        assert "[bold]␛]0;x␇" in session.text
        for key in ("right", "v", "escape", "right", "question_mark", "escape", "home"):
            await session.press(key)
            for line in session.lines:
                assert line.isprintable()
        await session.press("right")
        assert "[red]mark[/] ␛[2J" in session.text
        await session.press("v")
        assert "1. xd2  [blink]" in session.text
        assert "1. xa1  [/]" in session.text
        await session.press("escape", "right")
        assert '1... ~"[red]\\u001b[2J"' in session.text
        assert session.player.is_running

    play(script, game(HOSTILE), size=(140, 30))


def test_in_ascii_the_player_itself_uses_nothing_else() -> None:
    async def script(session: Session) -> None:
        for key in ("n", "right", "end", "question_mark", "escape", "g", "escape"):
            await session.press(key)
            assert session.text.isascii(), [character for character in session.text if not character.isascii()]
        assert "b2" in session.text

    play(script, SETUP, look=Look(ascii=True))


def test_in_ascii_words_are_written_out(game: Callable[[str], Path]) -> None:
    async def script(session: Session) -> None:
        await session.press("end")
        assert session.text.isascii(), [character for character in session.text if not character.isascii()]
        assert "~" not in session.text
        assert "d\\xe9j\\xe0" in session.text
        assert "1..." in session.text

    head = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[White "' + "é" * 90 + '"]\n[Result "*"]\n\n'
    play(script, game(head + "1. d2-d3 {" + "déjà vu … " * 9 + "} 1... e7-e6 {ça} *\n"), look=Look(ascii=True))


def test_the_player_begins_at_the_last_ply() -> None:
    async def script(session: Session) -> None:
        assert session.walk.is_at_end

    play(script, SETUP, ply="last")


def test_without_colours_pieces_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(session: Session) -> None:
        assert "b3" in session.text
        assert session.text.count("w1") == 2

    monkeypatch.setenv("NO_COLOR", "1")
    play(script, SETUP)


# Counters


def test_a_sparkline_has_its_bars_and_its_place() -> None:
    assert sparkline((0, 6, 12), 3, 0) == ("▁▄▇", 0)
    assert sparkline((0, 6, 12), 6, 2) == ("▁▁▄▄▇▇", 5)
    assert sparkline((12,) * 10, 5, 9) == ("▇▇▇▇▇", 4)
    assert sparkline((0, 0), 4, 0) == ("▁▁▁▁", 1)
    for length in (1, 2, 7, 40, 41, 501):
        places = [sparkline((1,) * length, 40, here)[1] for here in range(length)]
        assert places == sorted(places)
        assert places[-1] == 39


def test_what_is_no_number_has_no_sparkline() -> None:
    story = Shelf([str(SAMPLES / "robots" / "last-level.xbn")]).story(1)
    assert story is not None
    counters = counters_of(Walk(story).path)  # type: ignore[arg-type]
    assert [counter.name for counter in counters] == ["Level", "Robots", "Safe teleports", "Score"]
    assert counters[1].numbers is not None
    assert counters[1].numbers[-1] == 0


# The command


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "expendibots_notation.viewer.player")
    monkeypatch.setitem(sys.modules, "textual.app", None)
    with pytest.raises(Mistake, match=r"pip install 'expendibots-notation\[player\]'"):
        replay_command.play(Shelf([str(SETUP)]), 1, None)


def test_a_terminal_that_can_do_nothing_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for term, expected in (("xterm", True), ("linux", True), ("dumb", False), ("unknown", False)):
        monkeypatch.setenv("TERM", term)
        assert replay_command.can_play() is expected


def test_nothing_to_play() -> None:
    def refusal(path: Path, record: int = 1, ply: str | None = None) -> str:
        with pytest.raises(Mistake) as caught:
            replay_command.play(Shelf([str(path)]), record, ply)
        return str(caught.value)

    assert refusal(SAMPLES / "broken" / "XBN112-no-record.xbn") == "there is no record to show"
    assert "binary data" in refusal(SAMPLES / "broken" / "XBN111-not-text.xbn")
    assert refusal(SETUP, record=2) == "there is no record 2, only 1"
    assert refusal(SETUP, ply="4") == "there is no ply 4: the record has plies 0 to 3"


def test_a_player_that_breaks_has_not_done_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_command, "_connect", lambda _: None)
    monkeypatch.setattr(Player, "on_mount", lambda _: 1 // 0)
    run = Player.run
    monkeypatch.setattr(Player, "run", lambda player: run(player, headless=True))
    assert replay_command.play(Shelf([str(SETUP)]), 1, None) == 2


def test_on_a_real_terminal_with_the_record_from_a_pipe() -> None:
    """Keys come from the terminal, the record from a pipe, and messages go elsewhere: all three at once."""
    process, ours = pty.fork()
    if process == 0:
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        os.execvp("sh", ["sh", "-c", f"cat '{SETUP}' | '{XBN}' replay - 2>/dev/null"])
    try:
        shown = _read_until(ours, b"Puzzle corner")
        os.write(ours, b"n")
        shown += _read_until(ours, b"wave")
        os.write(ours, b"q")
        _read_until(ours, None)
        _, status = os.waitpid(process, 0)
    finally:
        os.close(ours)
    assert os.waitstatus_to_exitcode(status) == 0
    assert b"White" in shown


def _read_until(terminal: int, wanted: bytes | None) -> bytes:
    """What a terminal shows until it shows something, or until it ends."""
    seen = b""
    deadline = time.monotonic() + 60
    while (wanted is None or wanted not in seen) and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # how a terminal ends
                break
    assert wanted is None or wanted in seen
    return seen


def test_without_any_terminal_for_keys_it_says_so() -> None:
    """Standard output is a terminal, but nobody's: there is no /dev/tty to read keys from."""
    ours, theirs = pty.openpty()
    environment = {"PATH": os.defpath, "HOME": "/nonexistent", "TERM": "xterm", "LANG": "C.UTF-8"}
    try:
        finished = subprocess.run(
            [XBN, "replay", str(SETUP)],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            timeout=600,
            check=False,
        )
    finally:
        os.close(theirs)
        os.close(ours)
    assert finished.returncode == 2
    assert b"--plain" in finished.stderr
