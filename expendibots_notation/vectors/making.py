"""Vectors from scenes and from random games. The same seed gives the same bytes.

What a scene says is compared with what the engine answers; where they disagree, one of them is wrong, and nothing is made.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator
from itertools import chain
from random import Random
from typing import Any

from expendibots_notation.game import Game, NotationError, Position
from expendibots_notation.vectors.answering import answer, complete
from expendibots_notation.vectors.lines import (
    READER,
    ActionQuestion,
    Answer,
    Header,
    Illegal,
    Legal,
    PerftQuestion,
    ReadQuestion,
    Vector,
    VectorFile,
)
from expendibots_notation.vectors.scene import Playout, Scene
from expendibots_notation.vectors.scenes import PLAYOUTS, SCENES
from expendibots_notation.vectors.scenes.records import RECORDS

SEED = 2020

_CHARACTERS = "abcdefghi0123456789"
"""What a slip of the pen may put into an action: letters of squares, and digits."""


class Disagreement(AssertionError):
    """Raised where a scene says something else than the engine."""


Found = tuple[str, ActionQuestion | PerftQuestion | ReadQuestion, Answer]


def make_vectors(game: Game, seed: int = SEED, playouts: int = 1) -> VectorFile:
    """The vectors of a game; `playouts` times as many random games as usual. Raises Disagreement."""
    scenes = (_from_scene(game, scene, rules) for scene in SCENES.get(game.id, ()) for rules in scene.rules)
    games = (
        _from_playout(game, playout, Random(f"{seed} {game.id} {number} {played}"))
        for number, playout in enumerate(PLAYOUTS.get(game.id, ()))
        for played in range(playout.games * playouts)
    )
    found: dict[str, Found] = {}
    for each in chain.from_iterable(chain(scenes, games)):
        found.setdefault(each[1].model_dump_json(), each)  # nothing is asked twice
    readings = {reading.name: reading.summary for reading in game.readings}
    return _file(game.id, found.values(), readings, {key: list(values) for key, values in game.options.items()}, seed)


def make_reader_vectors() -> VectorFile:
    """The vectors for readers, one for each text of the scenes."""
    questions = ((why, _read_question(text)) for why, group in RECORDS.items() for text in group)
    return _file(READER, [(why, question, answer(question)) for why, question in questions], {}, {}, None)


def _file(
    game: str, found: Collection[Found], readings: dict[str, str], options: dict[str, list[str]], seed: int | None
) -> VectorFile:
    vectors = tuple(
        Vector(id=f"{game}-{number:04}", why=why, question=question, answer=said)
        for number, (why, question, said) in enumerate(found, start=1)
    )
    return VectorFile(Header(game=game, readings=readings, options=options, seed=seed, vectors=len(vectors)), vectors)


def _read_question(text: str | bytes) -> ReadQuestion:
    if isinstance(text, str):
        return ReadQuestion(text=text, data=None)
    return ReadQuestion(text=None, data=b64encode(text).decode())


def _asked(where: dict[str, Any], action: str) -> tuple[ActionQuestion, Answer]:
    question = ActionQuestion(**where, action=action)
    return question, answer(question)


def _from_scene(game: Game, scene: Scene, rules: str) -> Iterator[Found]:
    where: dict[str, Any] = {
        "game": game.id,
        "rules": game.rules(rules).text,
        "tags": dict(scene.tags),
        "position": scene.position,
        "moves": scene.moves.split(),
    }
    for text in scene.legal.split():
        question, said = _asked(where, text)
        expected = scene.ends or "* None"
        if not isinstance(said, Legal) or f"{said.outcome.result} {said.outcome.termination}" != expected:
            raise Disagreement(f"{scene.why}: {text} is legal and leads to {expected}, but the engine says {said!r}")
        yield scene.why, question, said
    for reason, texts in scene.illegal.items():
        for text in texts.split():
            question, said = _asked(where, text)
            if said != Illegal(reason=reason):
                raise Disagreement(f"{scene.why}: {text} is {reason}, but the engine says {said!r}")
            yield f"{scene.why}; {reason}", question, said
    for depth in scene.perft:
        counted = PerftQuestion(**where, depth=depth)
        yield f"{scene.why}; sequences of {depth}", counted, answer(counted)


# Random games


def _from_playout(game: Game, playout: Playout, source: Random) -> Iterator[Found]:
    rules = game.rules(playout.rules)
    steps = _played(game.start(rules, playout.position, playout.tags), source, playout.longest)
    chosen = sorted(source.sample(range(len(steps)), min(playout.vectors, len(steps))))
    if chosen[-1] != len(steps) - 1:
        chosen.append(len(steps) - 1)  # the last step may be the end of the game
    for index in chosen:
        position, text = steps[index]
        where: dict[str, Any] = {
            "game": game.id,
            "rules": rules.text,
            "tags": dict(playout.tags),
            "position": position.text,
            "moves": [],
        }
        for action in (text, _slip(position, text, source)):
            if action is not None:
                verdict = "as it was played" if action == text else f"{text} with a slip of the pen"
                yield f"a random game, step {index + 1}: {verdict}", *_asked(where, action)


def _played(position: Position, source: Random, longest: int) -> list[tuple[Position, str]]:
    """A random game: each position with the action, or the event of chance, that followed."""
    steps: list[tuple[Position, str]] = []
    while len(steps) < longest and not position.outcome().is_over:
        if position.awaits_chance:
            action = position.drawn(source)
        else:
            action = source.choice(position.completions(source.choice(position.legal_actions())))
        steps.append((position, position.game.write_action(action)))
        position = position.play(action)
    return steps


def _slip(position: Position, text: str, source: Random) -> str | None:
    """An action that is not allowed, and differs from one that is by a character; None where there is none.

    First the reason is drawn, then the slip: otherwise nearly all would lead off the board.
    """
    slips: dict[str, list[str]] = {}
    for at in range(len(text)):
        for new in _CHARACTERS:
            slip = text[:at] + new + text[at + 1 :]
            reason = _reason(position, slip)
            if reason is not None:
                slips.setdefault(reason, []).append(slip)
    return source.choice(slips[source.choice(sorted(slips))]) if slips else None


def _reason(position: Position, text: str) -> str | None:
    """Why an action is not allowed; None where it is, and where the text is no canonical action."""
    try:
        violation = position.violation(complete(position.game, text))
    except NotationError:
        return None
    return None if violation is None else violation.name
