"""The engines against the independent judge: random games, the borders of the rules, every sample. `make test-deep` does more."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

import expendibots_notation as xn
from expendibots_notation.game import Game
from expendibots_notation.games import GAMES, find_game
from expendibots_notation.judging.replaying import LineReplay, Replay
from judge.cases import Case, split_claim
from judge.differences import difference, judge_of, opinion, ruling
from judge.engine import judge_record
from judge.playouts import Tally, play_out
from judge.records import PlainLine, PlainRecord, read_record

HERE = Path(__file__).parent
SAMPLES = HERE.parents[1] / "samples"

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


# Whether the judge is independent


@every_game
def test_the_judge_knows_the_game_and_nothing_of_the_project(game: Game) -> None:
    umpires = import_module(f"judge.{game.id}")
    assert callable(umpires.umpire)
    assert callable(umpires.random_start)
    for module in (game.id, "cases", "records"):
        for node in ast.walk(ast.parse((HERE / f"{module}.py").read_text("utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.startswith("expendibots_notation")], module


# Random games


@every_game
def test_random_games(game: Game) -> None:
    tally = Tally()
    for seed in range(2 if game.id == "stacks" else 12):
        found = play_out(game, f"short {seed}", 30, tally)
        assert found is None, found.report()
    assert tally.plies > 50
    assert tally.tried > tally.illegal > 0


@every_game
def test_every_rule_option(game: Game) -> None:
    for reading in game.readings:
        others = [(key, value) for key, values in game.options.items() for value in values if value != reading.options[key]]
        for rules in [reading.name, *(f"{reading.name},{key}={value}" for key, value in others)]:
            found = play_out(game, f"options {rules}", 6, Tally(), rules=rules)
            assert found is None, found.report()


# The borders of the rules: each with the action that ends the game, counted from 1, and how it does. 0: the start is the end.

SHUFFLE = ("d1-d2", "d8-d7", "d2-d1", "d7-d8")
LONE = ".3b.4/.8/.8/.8/.8/.8/.8/.3w.4"
BORDERS: list[tuple[Case, int | None, str | None]] = [
    # Expendibots: the board of the start occurs again after 4 and 8 and for the fourth time after 12 plies, in both readings.
    (Case("expendibots", "text", f"{LONE} w 1", actions=SHUFFLE * 3), 12, "repetition"),
    (Case("expendibots", "referee", f"{LONE} w 1", actions=SHUFFLE * 3), 12, "repetition"),
    # White loses a tempo by walking in a triangle: then the same boards come with the other side to move.
    (Case("expendibots", "text", ".8/.8/.8/.8/b.7/.8/.8/.6w2. w 1", actions=(
        "2g1-g3", "a4-a5", "2g3-g2", "a5-a4", "2g2-g1", "a4-a5", "2g1-g3", "a5-a4", "2g3-g2", "a4-a5", "2g2-g1", "a5-a4",
        "2g1-g3", "a4-a5", "2g3-g2", "a5-a4", "2g2-g1", "a4-a5", "2g1-g3", "a5-a4",
    )), 17, "repetition"),
    (Case("expendibots", "referee", ".8/.8/.8/.8/b.7/.8/.8/.6w2. w 1", actions=(
        "2g1-g3", "a4-a5", "2g3-g2", "a5-a4", "2g2-g1", "a4-a5", "2g1-g3", "a5-a4", "2g3-g2", "a4-a5", "2g2-g1", "a5-a4",
        "2g1-g3", "a4-a5", "2g3-g2", "a5-a4", "2g2-g1", "a4-a5", "2g1-g3", "a5-a4",
    )), None, None),
    (Case("expendibots", "text", f"{LONE} w 250", actions=("d1-d2", "d8-d7")), 2, "turn-limit"),
    (Case("expendibots", "text", f"{LONE} b 250", actions=("d8-d7", "d1-d2")), 1, "turn-limit"),
    (Case("expendibots", "text", f"{LONE} w 251"), 0, "turn-limit"),
    # A fourth occurrence at the last ply is a repetition, and the last token gone at it a win.
    (Case("expendibots", "text", f"{LONE} w 245", actions=SHUFFLE * 3), 12, "repetition"),
    (Case("expendibots", "text", f"{LONE} b 250", actions=("xd8",)), 1, "elimination"),
    (Case("expendibots", "text", ".8/.8/.8/.8/.8/.8/.3b.4/.3w.4 b 250", actions=("xd2",)), 1, "mutual-destruction"),
    (Case("expendibots", "text", ".8/.8/.8/.8/.8/.8/.3b.4/.3w.3w w 9", actions=("xd1",)), 1, "elimination"),
    (Case("expendibots", "text", ".8/.8/.8/.8/.8/.8/.8/.8 w 1"), 0, "mutual-destruction"),
    (Case("expendibots", "text", ".8/.8/.8/.8/.8/.8/.8/.7w b 1"), 0, "elimination"),
    # A boom makes every board new: what it has left is the first of its kind.
    (Case("expendibots", "text", ".3b.4/.8/.8/.8/.8/.8/.8/.3w.3w w 1", actions=(
        "xh1", *("d8-d7", "d1-d2", "d7-d8", "d2-d1") * 3,
    )), 13, "repetition"),
    # Over the edge of the board nothing explodes.
    (Case("expendibots", "text", "b.6b/.8/.8/.8/.8/w.6w/.8/w.6w w 1", actions=("xa1", "xh8", "xa3")), None, None),
    # Robots: the last level cleared, death in each way, and what only one reading knows.
    (Case("robots", "text", "5/1r1r1/2h2/5/5 1 0 0", (("Levels", "1"),), ("X",)), 1, "death"),
    (Case("robots", "text", "r3r/5/5/5/2h2 1 0 0", (("Levels", "1"),), ("X",)), 1, "last-level"),
    (Case("robots", "text", "5/5/r1e1h/5/5 1 0 0", (("Levels", "1"),), ("X",)), 1, "last-level"),
    (Case("robots", "text", "5/5/r1e1h/5/5 1 0 0", (("Levels", "2"),), ("X",)), None, None),
    (Case("robots", "text", "5/5/r1eh1/5/5 1 0 0", actions=("L",)), 1, "death"),
    (Case("robots", "text", "5/5/r1e1h/5/5 1 0 0", actions=("t@2,2",)), 1, "death"),
    (Case("robots", "reference", "5/5/r1e1h/5/5 1 0 0", actions=("t@2,2",)), None, None),
    (Case("robots", "reference", "5/5/r1e1h/5/5 1 0 0", actions=("t@2,2", "UR", "UR")), None, None),  # and it is out for good
    (Case("robots", "text", "5/5/r1e1h/5/5 1 1 0", actions=("T@1,2",)), None, None),
    (Case("robots", "reference", "5/5/r1e1h/5/5 1 1 0", actions=("T@1,2",)), None, None),
    (Case("robots", "text", "5/5/4h/5/r4 1 0 0", actions=("R",)), None, None),
    (Case("robots", "text,offboard=clamp", "5/5/4h/5/r4 1 0 0", actions=("R",)), None, None),
    # Stack Wars: wiped out by an attack, by one's own last invasion, ahead on points, both at once, two passes.
    (Case("stack_wars", "text", "x3/w,b,x/x3 b 0,0 0,0 1", actions=("b2xa2",)), 1, "elimination"),
    (Case("stack_wars", "text", "x3/w,b,x/x3 b 0,0 0,2 1", actions=("b2xa2",)), 1, "elimination"),
    (Case("stack_wars", "text", "x3/w,b,x/x3 b 0,0 0,1 1", actions=("b2-b3",)), 1, "elimination"),
    (Case("stack_wars", "text", "w,x2/b,x2/x3 b 0,0 0,0 1", actions=("a2xa3",)), 1, "elimination"),
    (Case("stack_wars", "text", "w2,w2,w/b2,w2,w2/b2,b2,b2 b 0,0 0,0 7", actions=("--", "--")), 2, "double-pass"),
    (Case("stack_wars", "text,no_move=none", "w2,w2,w/b2,w2,w2/b2,b2,b2 b 0,0 0,0 7", actions=("--", "--")), None, None),
    (Case("stack_wars", "reference", "w2,w2,w/b2,w2,w2/b2,b2,b2 b 0,0 0,0 7", actions=("--",)), None, None),
    (Case("stack_wars", "text", "x3/x3/x3 b 0,0 0,0 1"), 0, "elimination"),
    # STACKS: both goals, a four that cannot move, its loss of the turn, no action.
    (Case("stacks", "text", "C1bb1/5/5/5/a4/1a1aa/Aa1aA r 29", actions=("a3-a2",)), None, None),
    (Case("stacks", "text,no_move=loss", "C1bb1/5/5/5/a4/1a1aa/Aa1aA r 29", actions=("a3-a2",)), 1, "no-action"),
    (Case("stacks", "text", "C1bb1/5/5/5/5/aa1aa/Aa1aA b 30", actions=("--", "2c7-c5", "--", "a2+b2xa1")), 4, "breakthrough"),
    (Case("stacks", "text", "bb3/5/5/2a2/1aDa1/3a1/BBB2 r 3", actions=("d2-c2", "a1-a2")), None, None),
    (Case("stacks", "text,stuck_turn=forfeit", "bb3/5/5/2a2/1aDa1/3a1/BBB2 r 3", actions=("d2-c2", "a7-a6")), None, None),
    (Case("stacks", "text", "bb3/5/5/2a2/1aDa1/3a1/B4 r 3", actions=("d2-c2",)), 1, "elimination"),
    (Case("stacks", "text", "bb3/5/5/2a2/1aDa1/2a2/B4 b 3"), None, None),
    # Survivors may retreat to the square that the attackers have left.
    (Case("stacks", "text", "bb3/5/5/2B2/2b2/3A1/BB3 b 1", actions=("2c4+d2xc3>c4",)), None, None),
    (Case("stacks", "text", "bb3/5/5/3B1/2b2/3A1/BB3 b 1", actions=("2d4+d2xc3>d4",)), None, None),
    (Case("stacks", "text", "C3b/3A1/5/5/5/b4/B1A1b b 3", actions=("d6-d7",)), 1, "breakthrough"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "ply", "termination"), BORDERS, ids=lambda each: each.game if isinstance(each, Case) else None)
def test_borders(case: Case, ply: int | None, termination: str | None) -> None:
    found = difference(case)
    assert found is None, found.report()
    judged = opinion(case, judge_of)
    outcome = judged.stands[-1].outcome[1] if judged.stands else None
    assert outcome == termination
    if ply is not None:
        assert len(judged.stands) - 1 == ply


def test_the_borders_have_every_ending() -> None:
    for game in GAMES:
        seen = {termination for case, _, termination in BORDERS if case.game == game.id}
        assert seen - {None} == set(game.terminations)


# Samples


NO_START = {"unknown-game", "unknown-rules", "bad-setup", "bad-tag"}


def sample_files() -> list[Path]:
    """All samples of games, and the broken ones whose syntax is sound and which have a start: the judge reads no others."""
    files = [file for game in GAMES for file in sorted((SAMPLES / game.id).glob("*.xbn"))]
    return files + [file for file in sorted((SAMPLES / "broken").glob("XBN[23]*.xbn")) if file.stem[7:] not in NO_START]


def every_line(line: LineReplay, played: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The actions of a line and of all its variations, each with what leads to it, without claims."""
    before = played
    found = []
    for item in line.line.items:
        played = (*played, item.text)
    for ply in line.line.plies:
        for variation in ply.variations():
            found += every_line(LineReplay(variation.line, 1), played)
        played = (*played, split_claim(ply.text)[0], *(item.text for item in ply.items))
    for variation in line.line.first_variations():
        found += every_line(LineReplay(variation.line, 1), before)
    for variation in line.line.rejected.variations() if line.line.rejected else ():
        found += every_line(LineReplay(variation.line, 1), played)
    return [played, *found]


@pytest.mark.parametrize("file", sample_files(), ids=lambda file: file.stem)
def test_samples(file: Path) -> None:
    text = file.read_text("utf-8")
    plain = read_record(text)
    game = find_game(plain.tags.get("Game", "Expendibots"))
    assert game is not None
    (record,) = xn.read_text(text)
    replay = xn.replay(record)
    cases = [without_claims(plain.case(game.id, line)) for line in plain.lines]
    assert sorted(case.actions for case in cases) == sorted(every_line(replay.main)), "both read the same"
    for case in cases:
        found = difference(case)
        assert found is None, found.report()
    if plain.lines[0].rejected is None:
        assert judge_record(text) == ruling(cases[0], opinion(cases[0], judge_of))
    check_claims(plain, game, replay)
    check_rejection(plain.lines[0], cases[0], replay)


def without_claims(case: Case) -> Case:
    return case.with_actions(*(split_claim(action)[0] for action in case.actions))


def check_claims(plain: PlainRecord, game: Game, replay: Replay) -> None:
    """What the main line says about effects."""
    umpire = judge_of(plain.case(game.id, plain.lines[0]))
    false, ply = [], 0
    for written in plain.lines[0].actions:
        action, claim = split_claim(written)
        ply += not action.startswith("<")
        if not umpire.allows(action):
            break
        umpire.play(action)
        if claim and not umpire.is_true(claim):
            false.append(ply)
    assert [each.number for each in replay.main.false_claims] == false


def check_rejection(line: PlainLine, case: Case, replay: Replay) -> None:
    """A rejected action is illegal: where it is, its player has lost."""
    if line.rejected is None or replay.main.rejection_position is None:
        return
    umpire = judge_of(case)
    for action in case.actions:
        umpire.play(action)
    action = line.rejected
    if line.rejected_is_raw:
        action = import_module(f"judge.{case.game}").read_raw(line.rejected)
    is_legal = action is not None and umpire.allows(action)
    assert (replay.main.rejection is None) == is_legal
