"""Two umpires on the same case, and where they part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from expendibots_notation.games import find_game
from judge import engine
from judge.cases import Case, NoStart, Opinion, Ruling, Stand, Umpire
from judge.records import write_record

UmpireOf = Callable[[Case], Umpire]


def judge_of(case: Case) -> Umpire:
    """The plain umpire of a case: the module that has the name of the game."""
    return cast(Umpire, import_module(f"judge.{case.game}").umpire(case))


@dataclass(frozen=True)
class Difference:
    """Where the engine and the judge do not agree: at the action of that index, or at the start for -1."""

    case: Case
    index: int
    kind: str
    """`start`, `legality`, `position`, `outcome`, or `record` where only the record as a whole is judged differently."""
    engine: str
    judge: str

    def report(self) -> str:
        """The record, and both opinions behind it as comments."""
        what = "the start" if self.index < 0 else f"action {self.index + 1}, {self.case.actions[self.index]}"
        return f"{written(self.case)}; {self.kind} of {what}\n; engine: {self.engine}\n; judge:  {self.judge}\n"


def written(case: Case) -> str:
    """A case as a record."""
    game = find_game(case.game)
    assert game is not None
    first = (1, 0)
    try:
        position = engine.umpire(case.with_actions()).position
        first = (position.turn, game.players.index(position.player))
    except NoStart:
        pass
    return write_record(case, game.name, len(game.players), first)


def opinion(case: Case, umpire_of: UmpireOf) -> Opinion:
    """How an umpire judges a whole case."""
    try:
        umpire = umpire_of(case)
    except NoStart:
        return Opinion(())
    stands = [Stand(umpire.text(), umpire.outcome())]
    for action in case.actions:
        if not umpire.allows(action):
            break
        umpire.play(action)
        stands.append(Stand(umpire.text(), umpire.outcome()))
    return Opinion(tuple(stands))


def difference(case: Case, judge: UmpireOf = judge_of, judged: UmpireOf = engine.umpire) -> Difference | None:
    """The first point at which engine and judge part; None where they agree about everything."""
    mine, other = opinion(case, judged), opinion(case, judge)
    for at in range(max(len(mine.stands), len(other.stands))):
        pair = [each.stands[at] if at < len(each.stands) else None for each in (mine, other)]
        if pair[0] == pair[1]:
            continue
        kind = "start" if at == 0 else "legality"
        if pair[0] is not None and pair[1] is not None:
            kind = "position" if pair[0].position != pair[1].position else "outcome"
        return Difference(case, at - 1, kind, mine.verdict(at - 1), other.verdict(at - 1))
    if not mine.stands or judged is not engine.umpire:
        return None
    said, expected = engine.judge_record(written(case)), ruling(case, other)
    return None if said == expected else Difference(case, len(case.actions) - 1, "record", str(said), str(expected))


def ruling(case: Case, opinion: Opinion) -> Ruling:
    """An opinion in the numbers of a record, where events of chance are no plies."""
    plies = [0]
    for action in case.actions:
        plies.append(plies[-1] + (not action.startswith("<")))
    played = len(opinion.stands) - 1
    end = opinion.stands[-1]
    is_whole = played == len(case.actions)
    return Ruling(
        end.position,
        end.outcome,
        None if end.outcome[1] is None else plies[played],
        None if is_whole else plies[played + 1],
    )
