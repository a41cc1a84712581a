"""XBN, judged straight from its bytes: clean records by the scanner, any other by the full way, alone.

This module holds the bytes that are at hand, tells the scanner what it cannot know (which starts and which claims there are), and
hands a record that is in doubt, and no other, to the splitter and parser that read everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import NoReturn

from expendibots_notation.bulk.rows import ENDINGS
from expendibots_notation.bulk.scanner import DOUBT, END, EVERY, MORE, PADDING, RESULTS, Scanner
from expendibots_notation.checks import false_claim
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.files import Unreadable
from expendibots_notation.game import NotationError, Outcome, Rules
from expendibots_notation.games import find_game
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import initial_position, read_position
from expendibots_notation.importers import xbn
from expendibots_notation.importers.text import TextStream
from expendibots_notation.limits import in_force
from expendibots_notation.notation.borders import RecordText, Splitter, Start
from expendibots_notation.notation.byte_buffer import ByteBuffer
from expendibots_notation.notation.tree import Record
from expendibots_notation.verdict import CleanRun

BLOCK = 96 << 10
"""How many bytes are asked for at a time; importers/text.py says why not more."""
_PIECE = 1 << 13
"""How many bytes are decoded at first to find the end of a record that is in doubt; most are shorter."""
_MOST_STARTS = 1 << 12
_LONGEST_WAIT = 0.1
"""Seconds that results are kept back to be handed on together with others."""


def scan(
    text: TextStream, file: str, game: str | None, rules: str | None, finals: bool
) -> Iterator[CleanRun | Record | Diagnostic]:
    """Runs of clean records, and each other record, in the order of the file. `game` and `rules` override what records say."""
    if game is not None and find_game(game) is not GAME:
        yield from xbn.read(text, file, game)
        return
    try:
        window = Window(text)
        yield from Scan(window, file, game, GAME.rules(rules) if rules else None, finals).results()
    except HandOver as rest:
        yield from xbn.read(text, file, game, rest.start)
    except NotationError:
        yield from xbn.read(text, file, game)


class HandOver(Exception):
    """Raised where the full way must go on with all that is left. The data is put back; `start` says where it begins.

    That is where lines do not end with a line feed, which is said once in a file, and where a record goes on beyond all measure,
    of which the full way holds no more than it needs.
    """

    def __init__(self, start: Start) -> None:
        super().__init__(start)
        self.start = start


class Window:
    """The bytes that are at hand, from a place in the file on; PADDING behind them."""

    def __init__(self, text: TextStream) -> None:
        self.text = text
        self.blocks = text.raw_blocks(BLOCK)
        self.data = PADDING
        self.at = 0
        self.is_final = False
        self._trouble: Unreadable | None = None

    @property
    def size(self) -> int:
        """How many bytes there are from `at` on."""
        return len(self.data) - len(PADDING) - self.at

    def extend(self) -> bool:
        """Read on; False where the block that comes has carriage returns: all that is left is then put back.

        Raises Unreadable, now and again: whoever asks first may have enough with what is there.
        """
        if self._trouble is not None:
            raise self._trouble
        try:
            block = next(self.blocks, b"")
        except Unreadable as error:
            self._trouble = error
            raise
        self.is_final = not block
        self.data = b"".join((self.data[self.at : -len(PADDING)], block, PADDING))
        self.at = 0
        if b"\r" in block:
            self.put_back()
            return False
        return True

    def put_back(self) -> None:
        """Leave all that is at hand to whoever reads the text next."""
        self.text.put_back(self.data[self.at : -len(PADDING)])


class Scan:
    """One pass through a file."""

    def __init__(self, window: Window, file: str, game: str | None, rules: Rules | None, finals: bool = True) -> None:
        self.window = window
        self.file = file
        self.game = game
        self.longest = in_force().record_length
        self.most_taken = max(4 * self.longest, BLOCK)
        """How many bytes are looked at for the end of one record until the full way goes on alone."""
        self.lore = _Lore(rules)
        self.scanner = Scanner(self.lore.starts, self.lore.find_start, self.lore.find_claim, finals)
        self.index = 0
        """How many records have been dealt with."""
        self.column = 1
        self.due = monotonic() + _LONGEST_WAIT
        """When what is known must be told, although more is to come."""

    def results(self) -> Iterator[CleanRun | Record | Diagnostic]:
        window, scanner = self.window, self.scanner
        why = MORE
        while why != END:
            if why == MORE and not window.is_final:
                try:
                    self.extend()
                except (HandOver, Unreadable):
                    yield from self.known()
                    raise
            why = self.advance()
            is_in_doubt = why == DOUBT or (why == MORE and window.size > self.longest)
            if why != MORE or is_in_doubt or monotonic() > self.due:
                yield from self.known()
            if is_in_doubt:
                record = self.doubtful()
                if record is None:
                    break
                yield record
                why = DOUBT
        window.text.lines = scanner.line

    def advance(self, most: int = EVERY) -> int:
        """Let the scanner take clean records, as many as there are or `most` of them; why it comes back."""
        window, scanner = self.window, self.scanner
        before = window.at
        why = scanner.scan(window.data, before, window.is_final, most)
        window.at = scanner.at
        feed = window.data.rfind(b"\n", before, window.at)
        self.column = window.at - feed if feed >= 0 else self.column + window.at - before
        return why

    def extend(self) -> None:
        """Have more data at hand. Raises HandOver."""
        if not self.window.extend():
            raise HandOver(self.place())

    def hand_over(self) -> NoReturn:
        """Leave the record that is next, and all that follows, to the full way."""
        self.window.put_back()
        raise HandOver(self.place())

    def place(self) -> Start:
        return Start(self.scanner.line + 1, self.column, self.index + self.scanner.rows.size)

    def known(self) -> Iterator[CleanRun]:
        """What the scanner's rows say, if there are any; they are cleared."""
        self.due = monotonic() + _LONGEST_WAIT
        if self.scanner.rows.size:
            run = self.scanner.rows.take(self.file, self.index + 1, tuple(self.lore.rules), tuple(self.lore.claims))
            self.index += len(run)
            self.lore.forget_if_many()
            yield run

    def doubtful(self) -> Record | Diagnostic | None:
        """The next record, as the full way reads it; None where nothing is left but white space that only it knows as such."""
        # Loaded here, like there: most files need no parser.
        from expendibots_notation.notation.tree_builder import parse

        self.lore.forget_if_many()
        pieces = _Pieces(self)
        place = self.place()
        splitter = Splitter(ByteBuffer(iter(pieces), place.line, place.column), self.file, place)
        record = next(splitter.records(), None)
        buffer = splitter.buffer
        self.window.at += pieces.given - buffer.size
        self.scanner.line, self.column = buffer.line - 1, buffer.column
        self.index += record is not None
        return parse(record, find_game, self.game) if isinstance(record, RecordText) else record


class _Pieces:
    """The window's bytes, in pieces each as long as all before, so that little is looked at beyond the end of a record."""

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        self.given = 0
        """How many bytes have been given."""

    def __iter__(self) -> Iterator[bytes]:
        window = self.scan.window
        while True:
            if self.given > self.scan.most_taken:
                self.scan.hand_over()
            if self.given == window.size and not window.is_final:
                self.scan.extend()
            piece = window.data[window.at + self.given : window.at + min(window.size, max(2 * self.given, _PIECE))]
            if not piece:
                return
            self.given += len(piece)
            yield piece


class _Lore:
    """What the scanner must know of starts and claims, asked once for each that occurs."""

    def __init__(self, rules: Rules | None) -> None:
        self.override = rules
        self.starts: list[Engine] = []
        self.rules: list[str] = []
        """The rules that apply, by the number of the start."""
        self.claims: list[Outcome] = []
        self._start_numbers: dict[tuple[bytes, bytes | None], int] = {}
        self._claim_numbers: dict[tuple[int, int, bytes | None], int] = {}

    def find_start(self, rules: bytes, setup: bytes | None) -> int:
        """The number of the start with that Rules and Setup tag; negative where one is not canonical."""
        number = self._start_numbers.get((rules, setup))
        return self._new_start(rules, setup) if number is None else number

    def _new_start(self, rules: bytes, setup: bytes | None) -> int:
        try:
            known = GAME.rules(rules.decode())
            if known.text.encode() != rules:
                return -1
            board = initial_position() if setup is None else read_position(setup.decode())
        except (NotationError, UnicodeDecodeError):
            return -1
        applied = self.override or known
        engine = Engine(*board, applied.reading == "referee", 0)
        if setup is not None and engine.text().encode() != setup:
            return -1
        self.starts.append(engine)
        self.rules.append(applied.text)
        self._start_numbers[rules, setup] = len(self.starts) - 1
        return len(self.starts) - 1

    def find_claim(self, ending: int, result: int, termination: bytes | None) -> int:
        """The number of the claim, where it agrees with such an ending of the game; negative where it does not."""
        number = self._claim_numbers.get((ending, result, termination))
        return self._new_claim(ending, result, termination) if number is None else number

    def _new_claim(self, ending: int, result: int, termination: bytes | None) -> int:
        word = termination.decode("utf-8", "replace") if termination is not None else None
        if word is not None and word not in GAME.all_terminations():
            return -1
        claim = Outcome(RESULTS[result], word)
        number = -1
        if false_claim(claim, ENDINGS[ending], 0, GAME) is None:
            self.claims.append(claim)
            number = len(self.claims) - 1
        self._claim_numbers[ending, result, termination] = number
        return number

    def forget_if_many(self) -> None:
        """Keep the starts from growing where each record has a Setup of its own; no row may be left that needs them."""
        if len(self.starts) > _MOST_STARTS:
            self.starts.clear()
            self.rules.clear()
            self._start_numbers.clear()
