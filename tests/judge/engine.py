"""The project as an umpire: the position and the cursor of a game, which must agree with each other too."""

from __future__ import annotations

import expendibots_notation as xn
from expendibots_notation.game import Game, NotationError, Position
from expendibots_notation.games import find_game
from judge.cases import Case, NoStart, Ruling, Standing, Umpire


class EngineUmpire(Umpire):
    def __init__(self, position: Position) -> None:
        self.position = position
        self.cursor = position.game.cursor(position)

    @property
    def game(self) -> Game:
        return self.position.game

    def allows(self, action: str) -> bool:
        return self.position.violation(self.game.action(action)) is None

    def play(self, action: str) -> None:
        played = self.game.action(action)
        refused = self.cursor.refuse(played)
        assert refused is None, f"the cursor refuses {action}, which the position allows: {refused}"
        self.position = self.position.play(played)

    def text(self) -> str:
        text, other = self.position.text, self.cursor.position().text
        return text if text == other else f"{text}, but for the cursor {other}"

    def outcome(self) -> Standing:
        outcome = self.position.outcome()
        other = self.cursor.position().outcome()
        assert outcome == other
        assert self.cursor.is_over() == outcome.is_over
        return (outcome.result, outcome.termination)

    def is_true(self, claim: str) -> bool:
        # A claim is read behind an action; every game has one that takes any of its claims.
        for _, example in self.game.forms:
            try:
                read = self.game.read_action(example.rstrip("0123456789+^#:").rstrip("=") + claim)
            except NotationError:
                continue
            if read.claim is not None:
                return self.cursor.contradiction(read.claim) is None
        raise AssertionError(claim)

    def actions(self) -> set[str]:
        return {self.game.write_action(action) for action in self.position.continuations()}


def umpire(case: Case) -> EngineUmpire:
    game = find_game(case.game)
    assert game is not None, case.game
    try:
        return EngineUmpire(game.start(game.rules(case.rules), case.setup, dict(case.tags)))
    except NotationError as error:
        raise NoStart(str(error)) from error


def judge_record(text: str) -> Ruling:
    """The one record of a text, judged as a whole: the way of a file."""
    (record,) = xn.read_text(text)
    replay = xn.replay(record)
    refusal = replay.main.refusal
    outcome = (replay.outcome.result, replay.outcome.termination)
    return Ruling(replay.final.text, outcome, replay.main.end_ply, None if refusal is None else refusal.number)
