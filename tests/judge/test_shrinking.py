"""Whether a difference would be found, and how small a record it shrinks to: by judges that are broken on purpose."""

from __future__ import annotations

import pytest

import expendibots_notation as xn
from expendibots_notation.games import find_game
from judge import engine, expendibots, stacks
from judge.cases import Case, Standing, Umpire
from judge.differences import Difference, UmpireOf, difference, judge_of, opinion
from judge.playouts import Tally, play_out
from judge.records import read_record
from judge.shrinking import shrunk


class Broken(Umpire):
    """A judge that is right but for what a subclass makes of it."""

    def __init__(self, case: Case) -> None:
        self.right = judge_of(case)

    def allows(self, action: str) -> bool:
        return self.right.allows(action)

    def play(self, action: str) -> None:
        self.right.play(action)

    def text(self) -> str:
        return self.right.text()

    def outcome(self) -> Standing:
        return self.right.outcome()

    def is_true(self, claim: str) -> bool:
        return self.right.is_true(claim)

    def actions(self) -> set[str]:
        return {action for action in self.right.actions() if self.allows(action)}


class WithoutBooms(Broken):
    def allows(self, action: str) -> bool:
        return super().allows(action) and not action.startswith("x")


class WithoutTallStacks(Broken):
    """Takes three for two, which shows without any action."""

    def text(self) -> str:
        return super().text().replace("w3", "w2")


class ThreeTimes(Broken):
    """Draws by the third occurrence of a board already."""

    def outcome(self) -> Standing:
        right = self.right
        assert isinstance(right, expendibots.ExpendibotsUmpire)
        is_drawn = right.game.occurrences() >= 3 and right.outcome() == ("*", None)
        return ("1/2-1/2", "repetition") if is_drawn else right.outcome()

    def allows(self, action: str) -> bool:
        return super().allows(action) and self.outcome() == ("*", None)


class ForgetsTheDuty(Broken):
    """Lets stacks of four stand."""

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        assert isinstance(self.right, stacks.StacksUmpire)
        self.free(self.right)

    def free(self, right: stacks.StacksUmpire) -> None:
        right.game.does_duty = lambda sources: True  # type: ignore[method-assign]

    def play(self, action: str) -> None:
        super().play(action)
        assert isinstance(self.right, stacks.StacksUmpire)
        self.free(self.right)


class NoSpawn(Broken):
    def allows(self, action: str) -> bool:
        return super().allows(action) and not action.startswith("<")


class NothingOnTheBFile(Broken):
    """Fortifies everywhere but there."""

    def allows(self, action: str) -> bool:
        return super().allows(action) and not action.startswith("+b")


BROKEN: list[tuple[str, UmpireOf, str, int]] = [
    ("expendibots", WithoutBooms, "legality", 1),
    ("expendibots", WithoutTallStacks, "position", 0),
    ("expendibots", ThreeTimes, "outcome", 8),
    ("stacks", ForgetsTheDuty, "legality", 1),
    ("robots", NoSpawn, "legality", 1),
    ("stack_wars", NothingOnTheBFile, "legality", 1),
]


@pytest.mark.parametrize(("name", "broken", "kind", "length"), BROKEN, ids=lambda each: getattr(each, "__name__", None))
def test_a_broken_judge_is_found_and_its_fault_shrunk(name: str, broken: UmpireOf, kind: str, length: int) -> None:
    game = find_game(name)
    assert game is not None
    found = next(filter(None, (play_out(game, f"broken {seed}", 60, Tally(), broken) for seed in range(60))))
    assert (found.kind, len(found.case.actions)) == (kind, length)
    assert found.engine != found.judge
    check_report(found)


def check_report(found: Difference) -> None:
    """The report is a record in XBN that shows the difference again, with both opinions behind it."""
    text = found.report()
    assert found.engine in text
    assert found.judge in text
    (record,) = xn.read_text(text)
    assert [each.message for each in record.findings if each.is_error] == []
    plain = read_record(text)
    assert plain.case(found.case.game, plain.lines[0]) == found.case
    assert difference(found.case) is None, "the judge that is not broken agrees"


def test_a_long_game_shrinks_to_its_one_wrong_action() -> None:
    """Quiet moves, then a boom that the broken judge does not know: what is left is a Setup and the boom."""
    moves = ("d2-d3", "e7-e6", "d3-d4", "e6-e5", "g1-f1", "b8-c8")
    case = Case("expendibots", "referee", None, (("Event", "x"),), (*moves, "xd4", "xe8"))
    found = difference(case, WithoutBooms)
    assert found is not None
    assert (found.index, found.kind) == (6, "legality")
    small = shrunk(found, WithoutBooms)
    assert small.case.actions == ("xd4",)
    assert small.case.setup == opinion(case, engine.umpire).stands[6].position
    assert small.case.tags == ()
