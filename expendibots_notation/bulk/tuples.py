"""Action tuples, judged as they stand: each action is looked up as a whole, and what it says goes to the engine.

Understood are plain tuples with either quote, as Python prints them: a list on a line is a game, and so are lines with one action
each up to an empty line. All else is in doubt: other spellings and layouts, illegal actions, and repetitions about which the
readings of the rules differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.bulk.foreign import ForeignScan, games_in
from expendibots_notation.bulk.player import Spelling
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import NotationError
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.games.expendibots.actions import Action
from expendibots_notation.games.expendibots.rules import MACHINE
from expendibots_notation.importers import without_mark
from expendibots_notation.importers.text import TextStream
from expendibots_notation.importers.tuples import read, read_game, split
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun


def scan(
    text: TextStream, file: str, _game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """Runs of clean games, and each other game, in the order of the file; `rules` override the usual ones."""
    try:
        applied = GAME.rules(rules)
    except NotationError:
        yield from read(without_mark(text.blocks()), file)
        return
    yield from _Scan(games_in(text), file, applied, finals).results()


def _spelling(quote: str, between: str) -> Spelling:
    def write(action: Action) -> str:
        return official.write_tuple(action).replace("'", quote)

    return Spelling(write, write, between)


_SPELLINGS = {
    (is_list, quote.encode()): _spelling(quote, ", " if is_list else "\n") for is_list in (True, False) for quote in ("'", '"')
}
"""As Python prints actions, by whether they stand in a list or on lines of their own, and by the quotes."""


class _Scan(ForeignScan):
    """One pass through a file of tuples."""

    claims = MACHINE.outcomes

    def games(self) -> Iterator[CleanRun | Record | Diagnostic]:
        window = self.window
        while window.skip_blank_lines():
            border = b"\n" if window.data.startswith(b"[", window.at) else b"\n\n"
            while (end := window.find(border)) is None:
                # What is known is not kept back while the rest is waited for.
                yield from self.run()
                if self.is_far_too_long():
                    # Whoever goes through it line by line need not hold it.
                    yield from read(self.rest(), self.file, window.line, self.index + 1)
                    return
                window.read_more()
            if end - window.at > self.longest or not self.take(end):
                yield from self.run()
                game = next(split(self.lines(), window.line), None)
                if self.is_far_too_long():
                    yield from read(self.rest(), self.file, window.line, self.index + 1)
                    return
                if game is None:
                    # Nothing but remarks is left.
                    return
                self.index += 1
                yield read_game(game, self.file, self.index)
                for _ in range(game.line - window.line + game.number):
                    window.move_to(min(window.find_reading(b"\n") + 1, len(window.data)))
            else:
                if self.rows.is_full():
                    yield from self.run()
                window.move_to(min(end + 1, len(window.data)))
        yield from self.run()

    def lines(self) -> Iterator[str]:
        """The lines from here on, as text; the window grows with them, and stays where it is. They end where it is too large."""
        window = self.window
        begin = 0
        while True:
            feed = window.data.find(b"\n", window.at + begin)
            if feed < 0 and not window.is_final:
                if self.is_far_too_long():
                    return
                window.read_more()
                continue
            end = feed if feed >= 0 else len(window.data)
            if feed >= 0 or end > window.at + begin:
                yield window.data[window.at + begin : end].decode("utf-8", "surrogateescape")
            if feed < 0:
                return
            begin = feed + 1 - window.at

    def take(self, end: int) -> bool:
        """Judge the game that goes on up to `end`: whether it is clean. It then has a row."""
        window, player = self.window, self.player
        data = window.data
        is_list = data.startswith(b"[(", window.at)
        first, last = (window.at + 1, end - 1) if is_list else (window.at, end)
        spelling = _SPELLINGS.get((is_list, data[first + 1 : first + 2]))
        if spelling is None or (is_list and not data.endswith(b"))]", first, end)):
            return False
        player.engine.restart(self.start)
        if player.play(spelling, data, first, last) < last or player.engine.readings_part():
            return False
        self.rows.add(player.engine, player.engine.ending, window.line, 0, player.engine.ending)
        return True
