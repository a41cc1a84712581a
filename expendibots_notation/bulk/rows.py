"""What is known about clean records, one row each, until it is handed on as a run. Compiled with what fills it."""

from __future__ import annotations

from array import array

from expendibots_notation.game import Outcome
from expendibots_notation.games.engine import Engine
from expendibots_notation.verdict import CleanRun, Transcripts

_ROWS = 4096
_TEXTS = 1 << 19


class Rows:
    """Columns of numbers, and the texts of the final positions, one after the other."""

    def __init__(self, keeps_finals: bool = True) -> None:
        self.keeps_finals = keeps_finals
        """Whether the final positions are kept; to write them takes a tenth of the time."""
        self.size = 0
        self.lines = array("q", bytes(8 * _ROWS))
        self.plies = array("i", bytes(4 * _ROWS))
        self.endings = array("b", bytes(_ROWS))
        self.starts = array("i", bytes(4 * _ROWS))
        self.claims = array("i", bytes(4 * _ROWS))
        self.text_ends = array("q", bytes(8 * _ROWS))
        self.texts = array("B", bytes(_TEXTS if keeps_finals else 1))
        self.texts_end = 0

    def is_full(self) -> bool:
        """Whether there is no room for another row."""
        return self.size >= _ROWS or self.texts_end >= _TEXTS

    def add(self, engine: Engine, ending: int, line: int, start: int, claim: int) -> None:
        """The record that has been played on the engine; raises IndexError where there is no room."""
        if self.is_full():
            raise IndexError("there is no room for another row")
        row = self.size
        self.lines[row] = line
        self.plies[row] = engine.ply
        self.endings[row] = ending
        self.starts[row] = start
        self.claims[row] = claim
        if self.keeps_finals:
            if self.texts_end + engine.longest_text > len(self.texts):
                self.texts = array("B", bytes(self.texts) + bytes(engine.longest_text))
            self.texts_end = engine.write_text(self.texts, self.texts_end)
        self.text_ends[row] = self.texts_end
        self.size = row + 1

    def take(
        self,
        file: str,
        game: str,
        index: int,
        rules: tuple[str, ...],
        claims: tuple[Outcome, ...],
        outcomes: tuple[Outcome, ...],
        transcripts: Transcripts | None = None,
    ) -> CleanRun:
        """The rows as a run, and none are left. `rules`, `claims` and `outcomes` are what the numbers in them mean."""
        run = CleanRun(
            file=file,
            game=game,
            index=index,
            line=0,
            lines=_column("q", self.lines, self.size),
            plies=_column("i", self.plies, self.size),
            rules=rules,
            rules_of=_column("i", self.starts, self.size),
            claims=claims,
            claim_of=_column("i", self.claims, self.size),
            outcomes=outcomes,
            outcome_of=_column("b", self.endings, self.size),
            has_finals=self.keeps_finals,
            finals=bytes(memoryview(self.texts)[: self.texts_end]),
            final_ends=_column("q", self.text_ends, self.size),
            transcripts=transcripts,
        )
        self.clear()
        return run

    def clear(self) -> None:
        """Forget the rows."""
        self.size = 0
        self.texts_end = 0


def _column(code: str, values: array[int], size: int) -> array[int]:
    """The first values of a column, as an array of its own."""
    return array(code, bytes(memoryview(values)[:size]))
