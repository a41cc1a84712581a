"""Random games by the engine, on which everything is judged twice: what is played, and what is only tried."""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import dataclass, field
from importlib import import_module
from random import Random

from expendibots_notation.game import Game, NotationError, Position
from judge import engine
from judge.cases import Case, NoStart
from judge.differences import Difference, UmpireOf, difference, judge_of
from judge.engine import EngineUmpire
from judge.shrinking import shrunk

STYLES = ("any", "lasting", "lasting", "ending", "winning", "returning")
"""How a player chooses: by chance; so that the game lasts; so that it ends, or ends well; so that boards come again."""


@dataclass
class Tally:
    """What has been compared."""

    playouts: int = 0
    plies: int = 0
    tried: int = 0
    """Actions judged by both without being played."""
    illegal: int = 0
    """Those of them that are not legal."""
    lists: int = 0
    """Positions in which all legal actions were compared."""
    endings: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By game, rules and termination; `no start` where the tags describe none."""
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.playouts += other.playouts
        self.plies += other.plies
        self.tried += other.tried
        self.illegal += other.illegal
        self.lists += other.lists
        self.endings += other.endings
        self.differences += other.differences


def random_rules(game: Game, source: Random) -> str:
    """A reading, and some of the options in any of their values."""
    options = [f"{key}={source.choice(values)}" for key, values in game.options.items() if source.random() < 0.4]
    return ",".join([source.choice(game.readings).name, *options])


def play_out(
    game: Game, seed: str, most: int, tally: Tally, judge: UmpireOf = judge_of, rules: str | None = None
) -> Difference | None:
    """One random game, judged ply by ply and then as a record; the shrunk difference, if there is one."""
    source = Random(seed)
    setup, tags = import_module(f"judge.{game.id}").random_start(source)
    case = Case(game.id, rules or random_rules(game, source), setup, tuple(tags.items()))
    found = _play(game, case, source, most, tally, judge)
    if found is None:
        return None
    found = shrunk(found, judge)
    tally.differences.append(found)
    return found


def _play(game: Game, case: Case, source: Random, most: int, tally: Tally, judge: UmpireOf) -> Difference | None:
    tally.playouts += 1
    found = difference(case, judge)
    if found is not None:
        return found
    try:
        mine, other = engine.umpire(case), judge(case)
    except NoStart:
        tally.endings[game.id, case.rules, "no start"] += 1
        return None
    style = source.choice(STYLES)
    pool: list[str] = []
    while len(case.actions) < most and not mine.position.outcome().is_over:
        if not mine.position.awaits_chance and source.random() < LISTED.get(game.id, 0.05):
            tally.lists += 1
            odd = mine.actions() ^ other.actions()
            if odd:
                return difference(case.with_actions(*case.actions, min(odd)), judge)
        action = _choose(mine, source, style, case.actions)
        pool.append(action)
        for text in _tried(mine.position, action, pool, source):
            is_legal = mine.allows(text)
            tally.tried += 1
            tally.illegal += not is_legal
            if is_legal != other.allows(text):
                return difference(case.with_actions(*case.actions, text), judge)
        case = case.with_actions(*case.actions, action)
        if not other.allows(action):
            return difference(case, judge)
        mine.play(action)
        other.play(action)
        tally.plies += 1
        if mine.text() != other.text() or mine.outcome() != other.outcome():
            return difference(case, judge)
    tally.endings[game.id, case.rules, str(mine.outcome()[1])] += 1
    if pool and source.random() < 0.4:
        # One action too many, or too much: the record must be judged up to it.
        case = case.with_actions(*case.actions, *_tried(mine.position, pool[-1], pool, source)[:1])
    return difference(case, judge)


LISTED = {"stacks": 0.004}
"""How often all actions of a position are compared: the plain rules of STACKS take a second for theirs."""


def _choose(umpire: EngineUmpire, source: Random, style: str, played: tuple[str, ...]) -> str:
    """What is played next: chance acts by the game's own odds, a player in a style."""
    position, game = umpire.position, umpire.game
    if position.awaits_chance:
        return game.write_action(position.drawn(source))
    if style == "returning" and len(played) > 1:
        way_back = re.sub(r"^(\d*)(\w+)-(\w+)$", r"\1\3-\2", played[-2])
        if umpire.allows(way_back) and source.random() < 0.9:
            return way_back
    choices = position.legal_actions()
    candidates = [source.choice(position.completions(source.choice(choices))) for _ in range(1 if style == "any" else 12)]
    for candidate in candidates:
        after = position.play(candidate)
        wanted = {
            "any": True,
            "lasting": not after.outcome().is_over,
            "ending": after.outcome().is_over,
            "winning": after.outcome().result == "1-0" or after.awaits_chance,
            "returning": not after.outcome().is_over,
        }
        if wanted[style]:
            return game.write_action(candidate)
    return game.write_action(candidates[0])


def _tried(position: Position, action: str, pool: list[str], source: Random, most: int = 6) -> list[str]:
    """Actions near a legal one, and some that were legal elsewhere in the game: mostly illegal, and all of them canonical."""
    game = position.game
    texts = [source.choice(pool), *(_mutated(source.choice([action, source.choice(pool)]), source) for _ in range(most))]
    found = []
    for text in texts:
        try:
            read = game.read_action(text)
        except NotationError:
            continue
        if read.is_canonical and read.claim is None:
            found.append(text)
    return found


def _mutated(text: str, source: Random) -> str:
    """The text with one character changed, left out or doubled, or with its halves exchanged."""
    at = source.randrange(len(text))
    character = text[at]
    for kind in (string.digits, string.ascii_lowercase[:9], "-x", "TtULDRC"):
        if character in kind and source.random() < 0.8:
            return text[:at] + source.choice(kind) + text[at + 1 :]
    for sign in "-x&":
        if sign in text and source.random() < 0.4:
            first, second = text.split(sign, 1)
            return f"{second}{sign}{first}"
    return source.choice([text[:at] + text[at + 1 :], text[:at] + character + text[at:], "--", f"2{text}"])
