"""Why an action of STACKS is refused, in words: for each reason a function that fills the message of its diagnostic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from expendibots_notation.board import Square, counted
from expendibots_notation.game import Violation
from expendibots_notation.games.stacks.actions import Action, Attack, Helper, Move, Movement, squares_named
from expendibots_notation.games.stacks.squares import NUMBER, PLAYERS, SQUARES, numbers_in

if TYPE_CHECKING:
    from expendibots_notation.games.stacks.engine import Engine
    from expendibots_notation.games.stacks.turn import Turn


# The game


def after_end(engine: Engine, action: Action) -> Violation:
    winner, loser = ("Black", "Red") if engine.outcome.result == "1-0" else ("Red", "Black")
    ends = {
        "elimination": f"{loser} has lost six pieces or more",
        "breakthrough": f"{winner} has four pieces or more in {loser}'s home row",
        "no-action": f"{loser} has no legal action, which loses (no_move=loss)",
    }
    return Violation("action-after-end", {"text": str(action), "end": ends[str(engine.outcome.termination)]})


def needless_pass(engine: Engine, action: Action) -> Violation:
    return Violation("needless-pass", {"text": str(action), "player": PLAYERS[engine.side].capitalize()})


# The group that moves


def off_board(turn: Turn, movement: Movement) -> Violation:
    outside = next(square for square in squares_named(movement) if square not in NUMBER)
    return _violation("off-board", turn, square=outside.both, first=SQUARES[0].both, last=SQUARES[-1].both)


def zero_pieces(turn: Turn, count: int) -> Violation:
    return _violation("zero-tokens", turn, count=_pieces(count))


def no_distance(turn: Turn, move: Move) -> Violation:
    return _violation("no-distance", turn, source=move.source.both)


def empty_square(turn: Turn, movement: Movement) -> Violation:
    return _violation("empty-square", turn, source=movement.source.both)


def not_your_stack(turn: Turn, movement: Movement) -> Violation:
    return _violation("not-your-stack", turn, source=movement.source.both, owner=_opponent(turn))


def locked_pieces(turn: Turn, square: Square) -> Violation:
    return _violation("locked-pieces", turn, square=square.both, opponent=_opponent(turn))


def too_many_pieces(turn: Turn, movement: Movement, height: int) -> Violation:
    return _violation("too-many-tokens", turn, count=_pieces(movement.count), source=movement.source.both, height=_pieces(height))


def already_moved(turn: Turn, movement: Movement, movable: int) -> Violation:
    left = f"only {_pieces(movable)} there" if movable else "no piece there"
    return _violation("already-moved", turn, count=_pieces(movement.count), square=movement.source.both, left=left)


def group_too_large(turn: Turn, count: int) -> Violation:
    return _violation("group-too-large", turn, count=_pieces(count))


def counted_pair(turn: Turn, movement: Movement) -> Violation:
    return _violation("counted-pair", turn, count=_pieces(movement.count), square=movement.source.both)


def four_must_move(turn: Turn) -> Violation:
    waiting = turn.fours & ~turn.left if turn.options.each_four else turn.fours
    return _violation("four-must-move", turn, squares=_squares(waiting, "and" if turn.options.each_four else "or"))


# The way


def onto_enemy(turn: Turn, move: Move, height: int) -> Violation:
    return _violation("onto-enemy", turn, target=move.target.both, height=_pieces(height), owner=_opponent(turn))


def stack_too_high(turn: Turn, move: Move, height: int) -> Violation:
    return _violation("stack-too-high", turn, target=move.target.both, height=_pieces(height))


def too_far(turn: Turn, movement: Movement, steps: int, allowance: int) -> Violation:
    group = "a single piece" if movement.count == 1 else f"a group of {movement.count}"
    if movement.count == 1 and allowance < 3:
        group = "each piece of a two-piece turn"
    included = ", the step into the attack included" if isinstance(movement, Attack) else ""
    limit = f"{group} goes at most {_steps(allowance)}{included}"
    return _violation("too-far", turn, distance=_steps(steps), limit=limit)


def barred_diagonal(turn: Turn, movement: Movement, allowance: int) -> Violation:
    return _no_way("barred-diagonal", turn, movement, allowance)


def through_home(turn: Turn, movement: Movement, allowance: int) -> Violation:
    return _no_way("through-home", turn, movement, allowance)


def through_pieces(turn: Turn, movement: Movement, allowance: int) -> Violation:
    return _no_way("through-pieces", turn, movement, allowance)


def _no_way(name: str, turn: Turn, movement: Movement, allowance: int) -> Violation:
    facts = {"source": movement.source.both, "target": movement.target.both, "steps": _steps(allowance)}
    return _violation(name, turn, **facts, opponent=_opponent(turn))


# Attacks


def attack_on_empty(turn: Turn, attack: Attack) -> Violation:
    return _violation("attack-on-empty", turn, target=attack.target.both)


def attack_on_own(turn: Turn, attack: Attack) -> Violation:
    return _violation("attack-on-own", turn, target=attack.target.both)


def attack_on_locked(turn: Turn, attack: Attack) -> Violation:
    return _violation("attack-on-locked", turn, target=attack.target.both)


def second_attack(turn: Turn) -> Violation:
    return _violation("second-attack", turn)


def four_attacks(turn: Turn, square: Square) -> Violation:
    return _violation("four-attacks", turn, square=square.both)


def attack_too_weak(turn: Turn, attack: Attack, strength: int, defenders: int) -> Violation:
    needed = f"at least {defenders + 1} are needed" if defenders < 4 else "a stack of four cannot be attacked"
    facts = {"strength": _pieces(strength), "defenders": _pieces(defenders), "target": attack.target.both, "needed": needed}
    return _violation("attack-too-weak", turn, **facts)


def attack_too_strong(turn: Turn, strength: int) -> Violation:
    return _violation("attack-too-strong", turn, strength=_pieces(strength))


def attackers_apart(turn: Turn, attack: Attack) -> Violation:
    demand = "every two of them must touch (combine=mutual)" if turn.options.mutual else "they must touch one another"
    helpers = _listed((helper.square.both for helper in attack.helpers), "and")
    facts = {"source": attack.source.both, "helpers": helpers, "target": attack.target.both, "demand": demand}
    return _violation("attackers-apart", turn, **facts)


def repeated_attacker(turn: Turn, square: Square) -> Violation:
    return _violation("repeated-attacker", turn, square=square.both)


def no_helper(turn: Turn, square: Square, is_enemy: bool) -> Violation:
    found = f"the pieces there are {_opponent(turn)}'s" if is_enemy else "that square is empty"
    return _violation("no-helper", turn, square=square.both, found=found)


def helper_not_adjacent(turn: Turn, square: Square, target: int) -> Violation:
    return _violation("helper-not-adjacent", turn, square=square.both, target=SQUARES[target].both)


def helper_unable(turn: Turn, helper: Helper, height: int, able: int) -> Violation:
    if helper.pieces > height:
        problem = f"there is only {_pieces(height)}" if height == 1 else f"there are only {_pieces(height)}"
    else:
        problem = f"{f'only {_pieces(able)}' if able else 'no piece'} there can still attack in this turn"
    return _violation("helper-unable", turn, count=_pieces(helper.pieces), square=helper.square.both, problem=problem)


def helper_in_part(turn: Turn, helper: Helper, height: int) -> Violation:
    return _violation("helper-in-part", turn, count=_pieces(helper.pieces), square=helper.square.both, height=_pieces(height))


# Retreats


def retreat_missing(turn: Turn, attack: Attack, survivors: int, free: int) -> Violation:
    return _violation(
        "retreat-missing", turn, survivors=_pieces(survivors), target=attack.target.both, squares=_squares(free, "or")
    )


def needless_retreat(turn: Turn, attack: Attack) -> Violation:
    assert attack.retreat is not None
    return _violation("needless-retreat", turn, retreat=attack.retreat.both, target=attack.target.both)


def not_a_retreat(turn: Turn, attack: Attack, exits: int) -> Violation:
    assert attack.retreat is not None
    facts = {"retreat": attack.retreat.both, "target": attack.target.both, "squares": _squares(exits, "or")}
    return _violation("not-a-retreat", turn, **facts)


def retreat_blocked(turn: Turn, attack: Attack, survivors: int, square: int) -> Violation:
    if turn.foe >> square & 1:
        together = turn.heights[square] + survivors
        problem = f"on {SQUARES[square].both} there would be {_pieces(together)}, and a stack has at most 4"
    else:
        problem = f"{SQUARES[square].both} is held by {_player(turn)}'s attackers or other pieces at that moment"
    return _violation("retreat-blocked", turn, survivors=_pieces(survivors), target=attack.target.both, problem=problem)


def no_retreat(turn: Turn, attack: Attack, survivors: int) -> Violation:
    problem = "no square is free to retreat to, which makes the attack illegal (no_retreat=illegal)"
    return _violation("retreat-blocked", turn, survivors=_pieces(survivors), target=attack.target.both, problem=problem)


# Words


def _violation(name: str, turn: Turn, **facts: str) -> Violation:
    return Violation(name, {"text": str(turn.action), "player": _player(turn), **facts})


def _player(turn: Turn) -> str:
    return PLAYERS[turn.side].capitalize()


def _opponent(turn: Turn) -> str:
    return PLAYERS[1 - turn.side].capitalize()


def _pieces(count: int) -> str:
    return counted(count, "piece")


def _steps(count: int) -> str:
    return counted(count, "step")


def _squares(squares: int, word: str) -> str:
    return _listed((SQUARES[number].both for number in numbers_in(squares)), word)


def _listed(names: Iterable[str], word: str) -> str:
    """`a, b or c`."""
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last
