"""XBN, read for a data set: plain games in columns, straight from the bytes, and every other record as the full way reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from expendibots_notation.bulk.rows import ENDINGS
from expendibots_notation.bulk.scanner import DOUBT, END, MORE
from expendibots_notation.bulk.xbn import HandOver, Scan, Window
from expendibots_notation.diagnostics.model import Diagnostic, Source
from expendibots_notation.exporters.plain import PlainGame, PlainGames
from expendibots_notation.game import NotationError, Rules
from expendibots_notation.games import find_game
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.columns import PlyColumns
from expendibots_notation.importers import xbn
from expendibots_notation.importers.text import TextStream
from expendibots_notation.notation.borders import RecordText
from expendibots_notation.notation.tree import FRAME_TAGS, SETUP_TAG, Record

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) ("(?:[^"\\]|\\.)*")\]\n')


def extract(text: TextStream, file: str, game: str | None, rules: str | None) -> Iterator[PlainGames | Record | Diagnostic]:
    """The games of an XBN text in the order of the file. `game` and `rules` override what the records say."""
    if game is not None and find_game(game) is not GAME:
        yield from xbn.read(text, file, game)
        return
    try:
        yield from Extraction(Window(text), file, game, GAME.rules(rules) if rules else None).games()
    except HandOver as rest:
        yield from xbn.read(text, file, game, rest.start)
    except NotationError:
        yield from xbn.read(text, file, game)


class Extraction(Scan):
    """One pass through a file, record by record."""

    def __init__(self, window: Window, file: str, game: str | None, rules: Rules | None) -> None:
        super().__init__(window, file, game, rules)
        self.columns = PlyColumns()
        self.plain: list[PlainGame] = []

    def games(self) -> Iterator[PlainGames | Record | Diagnostic]:
        why = MORE
        while why != END:
            if why == MORE and not self.window.is_final:
                # What is known is not kept back, also because all that is left may have to be handed over.
                yield from self.batch()
                self.extend()
            why = self.advance(1)
            if self.scanner.rows.size:
                if not self.scanner.is_bare:
                    yield from self.batch()
                    yield self.annotated()
                else:
                    self.add()
                    if self.columns.is_full():
                        yield from self.batch()
            if why == DOUBT or (why == MORE and self.window.size > self.longest):
                yield from self.batch()
                record = self.doubtful()
                if record is None:
                    break
                yield record
                why = DOUBT
        yield from self.batch()

    def batch(self) -> Iterator[PlainGames]:
        """The plain games so far, if there are any."""
        if self.plain:
            yield PlainGames(tuple(self.plain), self.columns)
            self.plain.clear()
            self.columns.clear()

    def add(self) -> None:
        """Note the game that the scanner has just read."""
        scanner, rows = self.scanner, self.scanner.rows
        self.index += 1
        self.columns.add(scanner.engine, self.lore.starts[rows.starts[0]])
        found = _TAG.findall(self.window.data[scanner.begin : scanner.head_end].decode())
        setup = next((value[1:-1] for name, value in found if name == SETUP_TAG), None)
        self.plain.append(
            PlainGame(
                file=self.file,
                index=self.index,
                rules=self.lore.rules[rows.starts[0]],
                setup=setup,
                tags=tuple((name, value) for name, value in found if name not in FRAME_TAGS),
                claimed=self.lore.claims[rows.claims[0]],
                outcome=ENDINGS[rows.endings[0]],
                plies=rows.plies[0],
            )
        )
        rows.clear()
        self.lore.forget_if_many()

    def annotated(self) -> Record:
        """The record that the scanner has just read, as a syntax tree."""
        from expendibots_notation.notation.tree_builder import parse

        scanner = self.scanner
        self.index += 1
        source = Source(self.window.data[scanner.begin : scanner.at].decode().rstrip(), self.file, scanner.rows.lines[0])
        scanner.rows.clear()
        return parse(RecordText(source, self.index), find_game, self.game)
