"""What the judge must know of a game, as numbers: the starts and claims of its records, each asked once."""

from __future__ import annotations

from dataclasses import replace

from expendibots_notation.bulk.judge import RESULTS
from expendibots_notation.bulk.rows import Rows
from expendibots_notation.checks import false_claim
from expendibots_notation.game import ILLEGAL_ACTION, Game, NotationError, Outcome, Position, Rules
from expendibots_notation.games import find_game
from expendibots_notation.games.engine import ALLOWED, READ, Engine, Machine
from expendibots_notation.notation.reader import DEFAULT_GAME
from expendibots_notation.verdict import CleanRun, Transcripts

_MOST_STARTS = 1 << 12

Tags = tuple[bytes | None, ...]
"""The values of the tags that fix a start; None for one that is missing."""


class Register:
    """One game: what plays it, and the starts and claims of which the judge has the numbers."""

    def __init__(self, game: Game, machine: Machine, rules: Rules | None) -> None:
        self.game = game
        self.machine = machine
        self.override = rules
        self.engine = machine.new_engine()
        self.other = machine.new_engine()
        self.reader = machine.new_reader()
        forfeits = (Outcome(game.loss_of(player), ILLEGAL_ACTION) for player in range(len(game.players)))
        self.endings = (*machine.outcomes, *forfeits)
        """The outcomes by number: the engine's, then those of games that a player lost by something illegal."""
        self.forfeits = len(machine.outcomes)
        """The first of the latter."""
        try:
            derived = game.start(game.rules(), None, {}).derived_tags()
        except NotationError:
            derived = {}
        self.derived = tuple(name.encode() for name in derived)
        """The tags of the game that the end of a record decides."""
        self.own = tuple(name.encode() for name in game.tags if name not in derived)
        """Those that fix its start."""
        self.players = tuple(player.capitalize().encode() for player in game.players)
        """The tags that name the players."""
        self.starts: list[Engine] = []
        self.setups: list[tuple[str | None, tuple[tuple[str, str], ...]]] = []
        """By the number of a start: the Setup tag, and those of the game."""
        self.others: list[int] = []
        """By the number of a start: that of the same start under the other reading of the rules. Negative where there is none, or
        where there are several."""
        self.rules: list[Rules] = []
        """Those that apply, by the number of the start."""
        self.varies = False
        """Whether, from some start, turns do not simply follow each other."""
        self.claims: list[Outcome] = []
        self._start_numbers: dict[tuple[bytes | None, bytes | None, Tags], int] = {}
        self._claim_numbers: dict[tuple[int, int, bytes | None], int] = {}

    def find_start(self, rules: bytes | None, setup: bytes | None, own: Tags) -> int:
        """The number of the start with that Rules and Setup tag and those of the game; negative where one is not canonical."""
        number = self._start_numbers.get((rules, setup, own))
        return self._new_start(rules, setup, own) if number is None else number

    def _new_start(self, rules: bytes | None, setup: bytes | None, own: Tags) -> int:
        game = self.game
        try:
            known = game.rules(None if rules is None else rules.decode())
            if rules is not None and known.text.encode() != rules:
                return -1
            board = None if setup is None else setup.decode()
            tags = {name.decode(): value.decode() for name, value in zip(self.own, own, strict=True) if value is not None}
            applied = self.override or known
            start = game.start(applied, board, tags)
        except (NotationError, UnicodeDecodeError):
            return -1
        if setup is not None and start.text != board:
            return -1
        number = self._add(start, applied, board, tags)
        self._start_numbers[rules, setup, own] = number
        others = [reading.name for reading in game.readings if reading.name != applied.reading]
        if len(others) == 1:
            try:
                other = replace(game.rules(applied.under(others[0])), compares=True)
                self.others[number] = self._add(game.start(other, board, tags), other, board, tags)
            except NotationError:
                pass
        return number

    def _add(self, start: Position, rules: Rules, setup: str | None, tags: dict[str, str]) -> int:
        self.varies |= self.game.turns_vary(rules)
        self.setups.append((setup, tuple(tags.items())))
        self.starts.append(self.machine.engine_of(start))
        self.others.append(-1)
        self.rules.append(rules)
        return len(self.starts) - 1

    def find_claim(self, ending: int, result: int, termination: bytes | None) -> int:
        """The number of the claim, where it agrees with such an ending of the game; negative where it does not."""
        number = self._claim_numbers.get((ending, result, termination))
        return self._new_claim(ending, result, termination) if number is None else number

    def _new_claim(self, ending: int, result: int, termination: bytes | None) -> int:
        if termination is not None and not self.is_termination(termination):
            return -1
        claim = Outcome(RESULTS[result], None if termination is None else termination.decode())
        number = -1
        if false_claim(claim, self.endings[ending], 0, self.game) is None:
            self.claims.append(claim)
            number = len(self.claims) - 1
        self._claim_numbers[ending, result, termination] = number
        return number

    def is_termination(self, word: bytes) -> bool:
        """Whether the game knows this termination."""
        return word.decode("utf-8", "replace") in self.game.all_terminations()

    def is_legal_text(self, text: bytes, start: int) -> bool:
        """Whether a player's raw text is a legal action where the engine stands."""
        # The judge's own reader may be remembered for what it has read.
        game, engine, reader = self.game, self.engine, self.machine.new_reader()
        action = game.interpret(text.decode("utf-8", "replace"))
        if action is None:
            return False
        written = game.write_action(action)
        data = written.encode()
        if reader.read(data, 0, len(data)) == READ and game.read_action(written).action == action:
            return engine.refuse(reader) == ALLOWED
        return self.machine.position(engine, self.rules[start]).violation(action) is None

    def are_derived(self, values: Tags, start: int) -> bool:
        """Whether the tags that the end of a record decides say what the engine does."""
        actual = self.machine.position(self.engine, self.rules[start]).derived_tags()
        return all(
            value is None or value == actual[name.decode()].encode() for name, value in zip(self.derived, values, strict=True)
        )

    def run(self, rows: Rows, file: str, index: int, transcripts: Transcripts | None = None) -> CleanRun:
        """The rows as a run; none are left."""
        rules = tuple(rules.text for rules in self.rules)
        return rows.take(file, self.game.id, index, rules, tuple(self.claims), self.endings, transcripts)

    def forget_if_many(self) -> None:
        """Keep the starts from growing where each record has a Setup of its own; nothing may be left that needs them."""
        if len(self.starts) > _MOST_STARTS:
            self.starts.clear()
            self.setups.clear()
            self.others.clear()
            self.rules.clear()
            self._start_numbers.clear()


class Registers:
    """The registers of the games that occur. `game` and `rules` override what records say."""

    def __init__(self, game: str | None, rules: str | None) -> None:
        self._game = game
        self._rules = rules
        self._known: dict[str, Register | None] = {}

    def find(self, value: bytes | None) -> Register | None:
        """That of the game of a record with this Game tag; None where the tag is wrong, or where the game brings no machine."""
        written = None if value is None else value.decode("utf-8", "replace")
        game = find_game((DEFAULT_GAME if written is None else written) if self._game is None else self._game)
        if game is None or (written is not None and written != game.name):
            return None
        if game.id not in self._known:
            self._known[game.id] = self._new(game)
        return self._known[game.id]

    def _new(self, game: Game) -> Register | None:
        try:
            rules = game.rules(self._rules) if self._rules else None
        except NotationError:
            # They may be those of another game.
            return None
        return None if game.machine is None else Register(game, game.machine, rules)
