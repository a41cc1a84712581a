"""Games as columns, for data sets: those with only tags, actions and a result go straight from their bytes into columns.

All others become syntax trees, as do those that are doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator

from expendibots_notation.bulk.judge import NEEDS_MORE, NOTHING
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.exporters.plain import PlainGame, PlainGames
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.columns import PlyColumns
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.importers.text import TextStream
from expendibots_notation.importers.xbn_scan import Scan
from expendibots_notation.notation.terminals import STRING
from expendibots_notation.notation.tree import FRAME_TAGS, SETUP_TAG, Record


def extract(text: TextStream, file: str, game: str | None, rules: str | None) -> Iterator[PlainGames | Record | Diagnostic]:
    """The games of an XBN text in the order of the file. `game` and `rules` override what the records say."""
    return Extraction(text, file, game, rules).games()


class Extraction(Scan):
    """One pass through a file, record by record."""

    def __init__(self, text: TextStream, file: str, game: str | None, rules: str | None) -> None:
        super().__init__(text, file, game, rules)
        self.columns = PlyColumns()
        self.plain: list[PlainGame] = []

    def games(self) -> Iterator[PlainGames | Record | Diagnostic]:
        """What the file holds, in its order. Raises Unreadable."""
        if not self.splitter.skip_white_space():
            return
        while True:
            at = self.buffer.at, self.buffer.line, self.buffer.column
            why = self.advance(1)
            if self.judge.rows.size:
                if self.judge.is_bare and self.judge.register.game is GAME:
                    self.add()
                    if self.columns.is_full():
                        yield from self.batch()
                else:
                    yield from self.batch()
                    self.judge.rows.clear()
                    self.buffer.at, self.buffer.line, self.buffer.column = at
                    self.buffer.skip_to(self.judge.begin, self.judge.begin_line)
                    yield self.by_tree()
            elif why == NEEDS_MORE and self.buffer.size <= self.splitter.longest:
                # What is known is not kept back.
                yield from self.batch()
                self.buffer.read_more()
            elif why == NOTHING:
                break
            else:
                yield from self.batch()
                yield self.by_tree()
        yield from self.batch()

    def batch(self) -> Iterator[PlainGames]:
        """The plain games so far, if there are any."""
        if self.plain:
            yield PlainGames(tuple(self.plain), self.columns)
            self.plain.clear()
            self.columns.clear()
        if self.judge.register is not None:
            self.judge.register.forget_if_many()

    def add(self) -> None:
        """Note the game that has just been judged."""
        rows = self.judge.rows
        register = self.judge.register
        self.index += 1
        engine = self.judge.engine
        assert isinstance(engine, Engine)
        self.columns.add(engine, register.starts[rows.starts[0]])
        tags = self.tags()
        setup = next((value[1:-1] for name, value in tags if name == SETUP_TAG), None)
        self.plain.append(
            PlainGame(
                file=self.file,
                index=self.index,
                rules=register.rules[rows.starts[0]].text,
                setup=setup,
                tags=tuple((name, value) for name, value in tags if name not in FRAME_TAGS),
                claimed=register.claims[rows.claims[0]],
                outcome=register.endings[rows.endings[0]],
                plies=rows.plies[0],
            )
        )
        rows.clear()

    def tags(self) -> list[tuple[str, str]]:
        """The names and the strings of the tags of that game."""
        data, events = self.buffer.data, self.judge.driver.events
        found = []
        for index in range(1, events.size):
            if events.kinds[index] == STRING:
                name = data[events.starts[index - 1] + 1 : events.ends[index - 1]].strip(b" \t")
                found.append((name.decode(), data[events.starts[index] : events.ends[index]].decode()))
        return found
