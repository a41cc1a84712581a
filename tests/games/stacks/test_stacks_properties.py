"""STACKS against a plain reading of its rulebook, and against itself, in positions from play and in positions made up freely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.stacks import GOING_ON, Board, Options, PlainGame, collected, is_locked, pieces_of, position_text, start_board

from expendibots_notation.board import Square
from expendibots_notation.game import NotationError
from expendibots_notation.games import stacks
from expendibots_notation.games.stacks import Attack, Helper, Move, Pair, Pass, StacksPosition, enumeration
from expendibots_notation.games.stacks.actions import Action, Movement, movements
from expendibots_notation.games.stacks.options import VALUES
from expendibots_notation.games.stacks.rules import StacksCursor

ALL_SQUARES = [(x, y) for x in range(5) for y in range(7)]


# Positions


def random_board(random: Random) -> Board:
    """Five to ten pieces a side, mostly crowded together, so that they meet; not all of these boards occur in play."""
    left, bottom = random.randrange(3), random.randrange(5)
    corner = [(x, y) for x, y in ALL_SQUARES if left <= x < left + 4 and bottom <= y < bottom + 4]
    board: Board = {}
    for side in ("black", "red"):
        missing, locked = random.randint(5, 10), 0
        while missing:
            square = random.choice(corner if random.random() < 0.85 else ALL_SQUARES)
            height = min(random.choice([1, 1, 1, 2, 2, 3, 4, 4]), missing)
            if square in board or (is_locked(square, side) and locked + height > 3):
                continue
            locked += height if is_locked(square, side) else 0
            board[square] = (side, ("fresh",) * height)
            missing -= height
    return board


def random_options(random: Random) -> Options:
    return {key: random.choice(values) for key, values in VALUES.items()}


def rules_text(options: Options) -> str:
    return ",".join(["text", *(f"{key}={value}" for key, value in options.items())])


@dataclass
class Both:
    """A position of the package, and the same in the plain reading."""

    position: StacksPosition
    plain: PlainGame

    @classmethod
    def at(cls, board: Board, side: str, options: Options) -> Both | None:
        """None where the stacks of four cannot move and the game is over before it begins."""
        rules = rules_text(options)
        text = position_text(board, side, 7)
        plain = PlainGame(board, side, 7, options)
        if plain.outcome[1] == "elimination":
            with pytest.raises(NotationError, match="already over"):
                stacks.start(text, rules)
            return None
        return cls(stacks.start(text, rules), plain)

    def check(self) -> None:
        outcome = self.position.outcome()
        assert (outcome.result, outcome.termination) == self.plain.outcome
        assert self.position.text == self.plain.text()
        assert (self.position.player, self.position.turn) == (self.plain.side, self.plain.turn)
        lost = tuple(10 - pieces_of(self.plain.board, side) for side in ("black", "red"))
        assert self.position.lost == lost

    def play(self, action: Action, after: Board) -> Both:
        position = self.position.play(action)
        assert isinstance(position, StacksPosition)
        return Both(position, self.plain.played(after))


randoms = st.integers(0, 2**32 - 1).map(Random)
"""Not `st.randoms`: positions take hundreds of draws, which hypothesis would have to keep and to shrink one by one."""


def a_position(random: Random) -> StacksPosition:
    """Made up, or some plies into a game, under any options."""
    while True:
        options = random_options(random)
        if random.random() < 0.6:
            both = Both.at(random_board(random), random.choice(["black", "red"]), options)
            if both is not None:
                return both.position
        else:
            at: Any = stacks.start(None, rules_text(options))
            for _ in range(random.randrange(20)):
                if not at.outcome().is_over:
                    at = at.play(some_action(random, at))
            assert isinstance(at, StacksPosition)
            return at


def some_action(random: Random, position: StacksPosition) -> Action:
    """A legal action without listing them all, attacks preferred; the game must not be over."""
    turn = position._engine.fork()
    singles = list(enumeration.single_movements(turn))
    if singles and random.random() < 0.5:
        first = random.choice(singles)
        pair = Pair(first, random.choice([*enumeration.single_movements(enumeration.after(turn, first))] or singles))
        if position.violation(pair) is None:
            return pair
    groups = list(enumeration.group_movements(turn))
    attacks = [movement for movement in groups if isinstance(movement, Attack)]
    if attacks and random.random() < 0.6:
        return random.choice(attacks)
    return random.choice(groups) if groups else next(enumeration.actions(turn), Pass())


# Against the plain reading


@given(randoms)
def test_actions_agree_with_the_plain_rules(random: Random) -> None:
    """All movements of groups, and the two-piece turns behind a few first movements: more would take the plain rules too long."""
    both = Both.at(random_board(random), random.choice(["black", "red"]), random_options(random))
    if both is None:
        return
    both.check()
    legal = {str(action): action for action in both.position.legal_actions()}
    assert len(legal) == both.position.count_continuations()
    if both.plain.outcome != GOING_ON:
        assert not legal
        return
    groups = collected(list(both.plain.group_actions()))
    assert groups.keys() == {text for text in legal if "&" not in text} - {"--"}
    firsts = sorted({text.partition("&")[0] for text in legal if "&" in text})
    attacks = [text for text in firsts if "x" in text]
    chosen = {*random.sample(firsts, min(3, len(firsts))), *random.sample(attacks, min(2, len(attacks)))}
    pairs = collected(list(both.plain.pair_actions(chosen)))
    assert pairs.keys() == {text for text in legal if "&" in text and text.partition("&")[0] in chosen}
    everything = groups | pairs
    for text in random.sample(sorted(everything), min(20, len(everything))):
        both.play(legal[text], everything[text]).check()


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("bbbbb/5/5/5/5/5/BBBBB b 1", "text"),
        ("bb1aa/5/4b/5/1D1AA/5/AA2A r 4", "text"),
        ("1b1aa/5/b4/2a2/1A1CA/5/A3A r 6", "text"),
        ("bbb2/5/1B3/1Bc2/5/5/BB1B1 b 8", "text"),
        ("bbb2/5/1B3/1Bc2/5/5/BB1B1 b 8", "helpers=whole,no_retreat=illegal"),
        ("bbbb1/5/5/1a1a1/AA1AA/5/BB1B1 b 6", "attacks=one"),
        ("bbbbb/5/5/5/1D1D1/5/B4 b 9", "four=each"),
    ],
)
def test_all_actions_agree_with_the_plain_rules(text: str, rules: str) -> None:
    board, side = plain_board(stacks.start(text, rules))
    both = Both.at(board, side, stacks.GAME.rules(rules).options)
    assert both is not None
    expected = both.plain.actions()
    legal = both.position.legal_actions()
    assert len(legal) == len(set(legal)) == len(expected)
    for action in legal:
        after = both.position.play(action)
        assert after.text == both.plain.played(expected[str(action)]).text()


def plain_board(position: StacksPosition) -> tuple[Board, str]:
    board: Board = {}
    for square in ALL_SQUARES:
        stack = position.stack(Square(*square).name)
        if stack is not None:
            board[square] = (stack[0], ("fresh",) * stack[1])
    return board, position.player


@given(randoms)
def test_games_agree_with_the_plain_rules(random: Random) -> None:
    """A few plies of group movements from the start, attacks preferred."""
    both = Both(stacks.start(), PlainGame(start_board(), "black"))
    for _ in range(5):
        both.check()
        groups = collected(list(both.plain.group_actions())) if both.plain.outcome == GOING_ON else {}
        if not groups:
            break
        attacks = sorted(text for text in groups if "x" in text)
        text = random.choice(attacks or sorted(groups))
        both = both.play(stacks.GAME.action(text), groups[text])
    both.check()


# Legality has one meaning


def mutated(random: Random, movement: Movement) -> Movement:
    """A movement with one thing about it changed."""

    def somewhere(square: Square | None) -> Square:
        x, y = square or (2, 3)
        return Square(x + random.randint(-1, 1), y + random.randint(-1, 1))

    match random.randrange(6):
        case 0:
            return replace(movement, count=random.randint(0, 4))
        case 1:
            return replace(movement, source=somewhere(movement.source))
        case 2:
            return replace(movement, target=somewhere(movement.target))
        case _ if isinstance(movement, Move):
            return random.choice([Attack(movement.count, movement.source, movement.target), movement])
        case 3:
            helper = Helper(somewhere(movement.target), random.choice([1, 1, 1, 2, 3]))
            return replace(movement, helpers=(*movement.helpers, helper))
        case 4 if movement.helpers:
            return replace(movement, helpers=movement.helpers[1:])
    retreat = random.choice([None, somewhere(movement.target), somewhere(movement.retreat)])
    return replace(movement, retreat=retreat)


def candidates(random: Random, legal: list[Action]) -> list[Action]:
    """Legal actions, actions close to them, and pairs put together at random."""
    found: list[Action] = [Pass()]
    for action in random.sample(legal, min(40, len(legal))):
        found.append(action)
        parts = [mutated(random, part) if random.random() < 0.7 else part for part in movements(action)]
        if parts:
            found.append(parts[0] if len(parts) == 1 else Pair(parts[0], parts[1]))
            found.append(Pair(random.choice(parts), mutated(random, random.choice(parts))))
            found.append(Pair(*reversed(parts)) if len(parts) == 2 else mutated(random, parts[0]))
    return found


squares = st.builds(Square, st.integers(-1, 5), st.integers(-1, 7))
counts = st.integers(0, 4)
any_moves = st.builds(Move, counts, squares, squares)
any_attacks = st.builds(
    Attack, counts, squares, squares, st.lists(st.builds(Helper, squares, counts), max_size=4).map(tuple), st.none() | squares
)
any_actions: st.SearchStrategy[Action] = st.one_of(
    any_moves, any_attacks, st.builds(Pair, any_moves | any_attacks, any_moves | any_attacks), st.just(Pass())
)


@given(randoms, st.lists(any_actions, max_size=20))
def test_an_action_is_refused_exactly_when_it_is_not_listed(random: Random, others: list[Action]) -> None:
    position = a_position(random)
    legal = position.legal_actions()
    listed = set(legal)
    cursor = StacksCursor(position)
    for action in [*candidates(random, legal), *others]:
        violation = position.violation(action)
        assert (violation is None) == (action in listed), (position.text, position.rules.text, str(action))
        assert cursor.refuse(action) == violation
        if violation is None:
            cursor.undo()
        else:
            assert "{" not in violation.message
        assert cursor.position() == position


@given(randoms, any_actions)
def test_the_nearest_actions_are_legal(random: Random, action: Action) -> None:
    position = a_position(random)
    limit = random.randint(1, 5)
    wanted = [action] if position.outcome().is_over else [action, some_action(random, position)]
    for each in wanted:
        nearest = position.nearest(each, limit)
        assert len(nearest) == len(set(nearest)) <= limit
        assert all(position.violation(near) is None for near in nearest)
        assert bool(nearest) != position.outcome().is_over
    if len(wanted) == 2:
        assert wanted[1] == position.nearest(wanted[1])[0], "nothing is nearer than the action itself"


# Playing and taking back


@given(randoms)
def test_undo_restores_everything(random: Random) -> None:
    """All the way back, and all the way forward again."""
    start = a_position(random)
    cursor = StacksCursor(start)
    line: list[Action] = []
    states = [cursor._engine.state()]
    while not cursor.is_over() and len(line) < 8:
        action = some_action(random, cursor.position())
        assert cursor.refuse(action) is None
        line.append(action)
        states.append(cursor._engine.state())
    for expected in reversed(states[:-1]):
        cursor.undo()
        assert cursor._engine.state() == expected
    assert cursor.position() == start
    for action, expected in zip(line, states[1:], strict=True):
        assert cursor.refuse(action) is None
        assert cursor._engine.state() == expected


@given(randoms)
def test_positions_do_not_change(random: Random) -> None:
    """Playing on from a position, and from a cursor that was made from it, leaves it as it is."""
    position = a_position(random)
    text, legal = position.text, position.legal_actions()
    cursor = StacksCursor(position)
    for action in random.sample(legal, min(5, len(legal))):
        after = position.play(action)
        assert cursor.refuse(action) is None
        assert cursor.position() == after
        cursor.undo()
        position.facts(action)
    assert (position.text, position.legal_actions()) == (text, legal)


@given(randoms)
def test_position_strings_round_trip(random: Random) -> None:
    position = a_position(random)
    if not position.outcome().is_over:
        again = stacks.start(position.text, position.rules.text)
        assert again.text == position.text
        assert again.legal_actions() == position.legal_actions()
        assert stacks.start(position.text.replace(" ", "_"), position.rules.text) == position


# What is always true


def stack_of(position: StacksPosition, square: Square) -> tuple[str | None, int]:
    return position.stack(square.name) or (None, 0)


@given(randoms)
def test_invariants(random: Random) -> None:
    position: Any = a_position(random)
    for _ in range(12):
        if position.outcome().is_over:
            break
        action = some_action(random, position)
        for number, part in enumerate(movements(action)):
            if number == 0 and isinstance(part, Attack):
                strength = part.count + sum(helper.pieces for helper in part.helpers)
                defenders = stack_of(position, part.target)[1]
                assert defenders < strength <= 4
                if part.retreat is not None:
                    assert (strength, defenders) in {(3, 2), (4, 3)}
        after = position.play(action)
        check_pieces(position, after)
        position = after


def check_pieces(before: StacksPosition, after: StacksPosition) -> None:
    standing = {"black": 0, "red": 0}
    for x, y in ALL_SQUARES:
        owner, height = stack_of(after, Square(x, y))
        assert (owner is None) == (height == 0)
        assert height <= 4
        if owner is not None:
            standing[owner] += height
        for side, row in (("black", 6), ("red", 0)):
            had, pieces = stack_of(before, Square(x, y))
            if y == row and had == side:
                assert owner == side
                assert height >= pieces, "locked pieces stay"
    assert tuple(10 - pieces for pieces in standing.values()) == after.lost
    assert all(lost >= earlier for lost, earlier in zip(after.lost, before.lost, strict=True))


@given(randoms)
def test_never_do_both_sides_lack_an_action(random: Random) -> None:
    """Which is why nobody needs to say what two passes in a row would mean."""
    text = a_position(random).text
    board, _, turn = text.split()
    able = []
    for side in "br":
        try:
            able.append(stacks.start(f"{board} {side} {turn}").violation(Pass()) is not None)
        except NotationError:
            able.append(True)
    assert any(able)
