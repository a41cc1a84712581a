"""The starts and claims of records, as numbers for the judge."""

from __future__ import annotations

from expendibots_notation.bulk.judge import RESULTS
from expendibots_notation.bulk.rows import ENDINGS
from expendibots_notation.checks import false_claim
from expendibots_notation.game import NotationError, Outcome, Rules
from expendibots_notation.games.expendibots import GAME
from expendibots_notation.games.expendibots.codes import ALLOWED
from expendibots_notation.games.expendibots.engine import Engine
from expendibots_notation.games.expendibots.positions import initial_position, read_position
from expendibots_notation.games.expendibots.rules import refusal

_MOST_STARTS = 1 << 12


class Register:
    """What the judge must know of starts and claims, asked once for each that occurs."""

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

    def is_termination(self, word: bytes) -> bool:
        """Whether the game knows this termination."""
        return word.decode("utf-8", "replace") in GAME.all_terminations()

    def is_legal_text(self, text: bytes, engine: Engine) -> bool:
        """Whether a player's raw text is a legal action."""
        action = GAME.interpret(text.decode("utf-8", "replace"))
        return action is not None and refusal(engine, action) == ALLOWED

    def forget_if_many(self) -> None:
        """Keep the starts from growing where each record has a Setup of its own; nothing may be left that needs them."""
        if len(self.starts) > _MOST_STARTS:
            self.starts.clear()
            self.rules.clear()
            self._start_numbers.clear()
