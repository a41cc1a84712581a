"""Referee logs, judged straight from their bytes: what a line says goes to the engine.

Understood is what the referee writes for a player who sends plain numbers: a start with a time, actions in turn, and the words at
the end if the game is over, or about the illegal action that ended it. All else is in doubt: other lines and spellings, an end
that is missing or wrong, and repetitions about which the readings of the rules differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.bulk.foreign import ForeignScan, games_in
from expendibots_notation.bulk.player import Spelling
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.game import ILLEGAL_ACTION, TRUNCATED, UNFINISHED, NotationError, Outcome
from expendibots_notation.games.engine import GOING_ON
from expendibots_notation.games.expendibots import GAME, official
from expendibots_notation.games.expendibots.rules import MACHINE
from expendibots_notation.importers.referee_log import READING, GameLog, read, read_game, read_time
from expendibots_notation.importers.referee_log import START as START_LINE
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun

_START = START_LINE.encode()
_NEXT_GAME = b"\n" + _START
_ENDS = (Outcome(UNFINISHED, TRUNCATED), *(Outcome(*end) for end in official.ENDINGS.values()))
_FORFEITS = len(_ENDS)
_CLAIMS = (*_ENDS, *(Outcome(GAME.loss_of(player), ILLEGAL_ACTION) for player in range(len(GAME.players))))
"""Those of the closing lines, and then of the error lines by player."""
_NO_CLOSING_LINE = 0
_CLOSING_LINES = {b"": _NO_CLOSING_LINE} | {
    f"[over ] - {words}".encode(): number for number, words in enumerate(official.ENDINGS, 1)
}
_ERRORS = tuple(f"[error] - illegal action detected ({player}): ".encode() for player in GAME.players)
"""By player: what the line begins with that ends the game by an illegal action; that follows."""
_LONGEST_ERROR = 400
_SPELLING = Spelling(
    lambda action: f"[white] - {official.write_sentence(action)}.",
    lambda action: f"[black] - {official.write_sentence(action)}.",
    between="\n",
)


def scan(
    text: TextStream, file: str, _game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """Runs of clean games, and each other game, in the order of the file; `rules` override those of the referee."""
    try:
        applied = GAME.rules(rules or READING)
    except NotationError:
        yield from read(line_feeds_of(text), file)
        return
    yield from _Scan(games_in(text), file, applied, finals).results()


class _Scan(ForeignScan):
    """One pass through a file of logs."""

    claims = _CLAIMS

    def games(self) -> Iterator[CleanRun | Record | Diagnostic]:
        window = self.window
        window.skip_blank_lines()
        while not (window.is_final and window.at >= len(window.data)):
            while (end := window.find(_NEXT_GAME)) is None:
                # What is known is not kept back while the rest is waited for.
                yield from self.run()
                if self.is_far_too_long():
                    # Whoever goes through it line by line need not hold it.
                    yield from read(self.rest(), self.file, window.line, self.index + 1)
                    return
                window.read_more()
            if end - window.at > self.longest or not self.take(end):
                yield from self.run()
                self.index += 1
                yield read_game(GameLog(self.log(end), window.line, self.index), self.file)
            elif self.rows.is_full():
                yield from self.run()
            window.move_to(min(end + 1, len(window.data)))
        yield from self.run()

    def log(self, end: int) -> str:
        """The text of the game that goes on up to `end`."""
        window = self.window
        text = window.data[window.at : end].decode("utf-8", "surrogateescape")
        return text.removesuffix("\n") if end == len(window.data) else text

    def take(self, end: int) -> bool:
        """Judge the game that goes on up to `end`: whether it is clean. It then has a row."""
        window = self.window
        data = window.data
        first = data.find(b"\n", window.at, end)
        first = end if first < 0 else first
        if not _is_start(data[window.at : first]):
            return False
        engine = self.player.engine
        engine.restart(self.start)
        played = self.player.play(_SPELLING, data, first + 1, end)
        rest = data[played:end].rstrip(b"\n")
        claim = _CLOSING_LINES.get(rest)
        if engine.readings_part():
            return False
        if claim is None:
            return self.take_rejected(rest)
        outcome = MACHINE.outcomes[engine.ending]
        if _CLAIMS[claim] != (outcome if outcome.is_over else _CLAIMS[_NO_CLOSING_LINE]):
            return False
        self.rows.add(engine, engine.ending, window.line, 0, claim)
        return True

    def take_rejected(self, line: bytes) -> bool:
        """Judge a game that goes on up to this line: whether it ends with an illegal action. It then has a row."""
        register, player = self.register, self.register.engine.player
        error = _ERRORS[player]
        if not line.startswith(error) or not line.isascii() or len(line) > _LONGEST_ERROR or b"\n" in line or b"\r" in line:
            return False
        is_over = self.register.engine.ending != GOING_ON
        if is_over or register.is_legal_text(line.removeprefix(error).removesuffix(b"."), self.number):
            return False
        self.rows.add(register.engine, register.forfeits + player, self.window.line, 0, _FORFEITS + player)
        return True


def line_feeds_of(text: TextStream) -> Iterator[str]:
    """The text in blocks, as the importers of foreign formats get it."""
    from expendibots_notation.importers import without_mark

    return without_mark(text.blocks())


def _is_start(line: bytes) -> bool:
    """Whether a line is the first one of a game, with a time."""
    return line.startswith(_START) and read_time(line[len(_START) :].decode("utf-8", "replace").strip()) is not None
