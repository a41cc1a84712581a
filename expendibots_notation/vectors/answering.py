"""What the project's own engines answer to a question."""

from __future__ import annotations

from base64 import b64decode

from expendibots_notation.game import Action, Game, IllegalAction, NotationError, Position
from expendibots_notation.games import find_game
from expendibots_notation.perft import count
from expendibots_notation.vectors.lines import (
    ActionQuestion,
    Answer,
    Count,
    Illegal,
    Legal,
    OutcomeAnswer,
    PerftQuestion,
    Reading,
    ReadQuestion,
)
from expendibots_notation.vectors.reading import read_records


class BadQuestion(ValueError):
    """Raised for a question that has no answer: an unknown game, a text that cannot be read, illegal moves before it."""


def answer(question: ActionQuestion | PerftQuestion | ReadQuestion) -> Answer:
    """The answer of the project's own rules and reader. Raises BadQuestion."""
    if isinstance(question, ReadQuestion):
        return Reading(records=read_records(_file(question)))
    game = find_game(question.game)
    if game is None:
        raise BadQuestion(f"there is no game {question.game!r}")
    try:
        position = game.start(game.rules(question.rules), question.position, question.tags)
        for move in question.moves:
            position = position.play(move)
        if isinstance(question, PerftQuestion):
            return Count(count=count(position, question.depth))
        return _judged(position, complete(game, question.action))
    except NotationError as error:
        raise BadQuestion(str(error)) from None
    except IllegalAction as error:
        raise BadQuestion(f"moves: {error}") from None


def _file(question: ReadQuestion) -> bytes:
    if (question.text is None) == (question.data is None):
        raise BadQuestion("a file is given by either text or data")
    try:
        if question.text is not None:
            return question.text.encode()
        return b64decode(question.data or "", validate=True)
    except ValueError as error:
        raise BadQuestion(f"the file cannot be read: {error}") from None


def complete(game: Game, text: str) -> Action:
    """The action that a canonical text means. Raises NotationError for any other text."""
    read = game.read_action(text)
    if not read.is_canonical or read.claim is not None:
        raise NotationError(f"action: {text!r} is not canonical XBN without a claim")
    return read.action


def _judged(position: Position, action: Action) -> Legal | Illegal:
    violation = position.violation(action)
    if violation is not None:
        return Illegal(reason=violation.name)
    after = position.play(action)
    outcome = after.outcome()
    return Legal(after=after.text, outcome=OutcomeAnswer(result=outcome.result, termination=outcome.termination))
