"""Why an action of STACKS is refused, in words: for each code of the engine a diagnostic, and the facts for its message."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from expendibots_notation.board import Square, counted
from expendibots_notation.game import Violation
from expendibots_notation.games.stacks import codes
from expendibots_notation.games.stacks.actions import Action, Attack, Helper, Movement, Pair, movements, squares_named
from expendibots_notation.games.stacks.engine import Engine
from expendibots_notation.games.stacks.squares import NUMBER, PLAYERS, SQUARES, numbers_in


def explain(engine: Engine, action: Action, why: int) -> Violation:
    """The reason for a code that an engine has just answered when the action was attempted: the turn is still half made."""
    player = PLAYERS[engine.player].capitalize()
    if why == codes.AFTER_END:
        return Violation("action-after-end", {"text": str(action), "end": _end(engine)})
    if why == codes.NEEDLESS_PASS:
        return Violation("needless-pass", {"text": str(action), "player": player})
    movement = movements(action)[engine.is_second]
    if why == codes.COUNTED_PAIR:
        movement = next(each for each in movements(action) if each.count != 1)
    steps = codes.PAIR_STEPS if isinstance(action, Pair) else codes.HIGHEST - movement.count
    name, facts = _REASONS[why]
    return Violation(name, {"text": str(action), "player": player, **facts(_Refusal(engine, movement, steps))})


def _end(engine: Engine) -> str:
    """How the game has ended."""
    player = (engine.ending - 1) % 2
    name, opponent = PLAYERS[player].capitalize(), PLAYERS[1 - player].capitalize()
    match engine.ending - player:
        case codes.ELIMINATED:
            return f"{name} has lost six pieces or more"
        case codes.BROKEN_THROUGH:
            return f"{name} has four pieces or more in {opponent}'s home row"
    return f"{name} has no legal action, which loses (no_move=loss)"


_Facts = dict[str, str]


@dataclass(frozen=True)
class _Refusal:
    """The movement that is refused, on the board as it was then."""

    engine: Engine
    movement: Movement
    steps: int
    """The most that its group may walk."""

    @property
    def group(self) -> Helper:
        """The pieces at fault: the helper that is being judged, or else those that walk."""
        if isinstance(self.movement, Attack) and self.engine.helper >= 0:
            return self.movement.helpers[self.engine.helper]
        return Helper(self.movement.source, self.movement.count)

    @property
    def attack(self) -> Attack:
        assert isinstance(self.movement, Attack)
        return self.movement

    @property
    def strength(self) -> int:
        return self.movement.count + sum(helper.pieces for helper in self.attack.helpers)

    @property
    def survivors(self) -> int:
        return 2 * self.height(self.movement.target) - self.strength

    @property
    def retreat(self) -> Square:
        assert self.attack.retreat is not None
        return self.attack.retreat

    @property
    def opponent(self) -> str:
        return PLAYERS[1 - self.engine.player].capitalize()

    def height(self, square: Square) -> int:
        return self.engine.pieces(1 << NUMBER[square])


# The group that moves, or helps


def _off_board(at: _Refusal) -> _Facts:
    outside = next(square for square in squares_named(at.movement) if square not in NUMBER)
    return {"square": outside.both, "first": SQUARES[0].both, "last": SQUARES[-1].both}


def _count(at: _Refusal) -> _Facts:
    return {"count": _pieces(at.group.pieces)}


def _source(at: _Refusal) -> _Facts:
    return {"source": at.movement.source.both}


def _square(at: _Refusal) -> _Facts:
    return {"square": at.group.square.both}


def _not_your_stack(at: _Refusal) -> _Facts:
    return {**_source(at), "owner": at.opponent}


def _locked(at: _Refusal) -> _Facts:
    return {**_square(at), "opponent": at.opponent}


def _too_many_pieces(at: _Refusal) -> _Facts:
    return {**_count(at), **_source(at), "height": _pieces(at.height(at.movement.source))}


def _already_moved(at: _Refusal) -> _Facts:
    movable = at.engine.movable(NUMBER[at.movement.source])
    return {**_count(at), **_square(at), "left": f"only {_pieces(movable)} there" if movable else "no piece there"}


def _counted_pair(at: _Refusal) -> _Facts:
    return {**_count(at), **_square(at)}


def _four_must_move(at: _Refusal) -> _Facts:
    is_each = at.engine.options & codes.EACH_FOUR
    waiting = at.engine.duty & ~at.engine.left if is_each else at.engine.duty
    return {"squares": _squares(waiting, "and" if is_each else "or")}


# The way


def _target(at: _Refusal) -> _Facts:
    return {"target": at.movement.target.both}


def _onto_enemy(at: _Refusal) -> _Facts:
    return {**_target(at), "height": _pieces(at.height(at.movement.target)), "owner": at.opponent}


def _stack_too_high(at: _Refusal) -> _Facts:
    return {**_target(at), "height": _pieces(at.height(at.movement.target) + at.movement.count)}


def _too_far(at: _Refusal) -> _Facts:
    source, target = at.movement.source, at.movement.target
    group = "a single piece" if at.movement.count == 1 else f"a group of {at.movement.count}"
    if at.movement.count == 1 and at.steps < 3:
        group = "each piece of a two-piece turn"
    included = ", the step into the attack included" if isinstance(at.movement, Attack) else ""
    distance = max(abs(source.x - target.x), abs(source.y - target.y))
    return {"distance": _steps(distance), "limit": f"{group} goes at most {_steps(at.steps)}{included}"}


def _no_way(at: _Refusal) -> _Facts:
    return {**_source(at), **_target(at), "steps": _steps(at.steps), "opponent": at.opponent}


# Attacks


def _nothing(at: _Refusal) -> _Facts:
    return {}


def _strength(at: _Refusal) -> _Facts:
    return {"strength": _pieces(at.strength)}


def _attack_too_weak(at: _Refusal) -> _Facts:
    defenders = at.height(at.movement.target)
    needed = f"at least {defenders + 1} are needed" if defenders < codes.HIGHEST else "a stack of four cannot be attacked"
    return {**_strength(at), "defenders": _pieces(defenders), **_target(at), "needed": needed}


def _attackers_apart(at: _Refusal) -> _Facts:
    is_mutual = at.engine.options & codes.MUTUAL
    demand = "every two of them must touch (combine=mutual)" if is_mutual else "they must touch one another"
    helpers = _listed((helper.square.both for helper in at.attack.helpers), "and")
    return {**_source(at), "helpers": helpers, **_target(at), "demand": demand}


def _no_helper(at: _Refusal) -> _Facts:
    is_enemy = at.engine.foe >> NUMBER[at.group.square] & 1
    return {**_square(at), "found": f"the pieces there are {at.opponent}'s" if is_enemy else "that square is empty"}


def _helper_not_adjacent(at: _Refusal) -> _Facts:
    return {**_square(at), **_target(at)}


def _helper_unable(at: _Refusal) -> _Facts:
    height, able = at.height(at.group.square), at.engine.able_to_help(NUMBER[at.group.square])
    if at.group.pieces > height:
        problem = f"there is only {_pieces(height)}" if height == 1 else f"there are only {_pieces(height)}"
    else:
        problem = f"{f'only {_pieces(able)}' if able else 'no piece'} there can still attack in this turn"
    return {**_count(at), **_square(at), "problem": problem}


def _helper_in_part(at: _Refusal) -> _Facts:
    return {**_count(at), **_square(at), "height": _pieces(at.height(at.group.square))}


# Retreats


def _survivors(at: _Refusal) -> _Facts:
    return {"survivors": _pieces(at.survivors), **_target(at)}


def _needless_retreat(at: _Refusal) -> _Facts:
    return {"retreat": at.retreat.both, **_target(at)}


def _retreat_missing(at: _Refusal) -> _Facts:
    source, target = NUMBER[at.movement.source], NUMBER[at.movement.target]
    return {**_survivors(at), "squares": _squares(at.engine.free_retreats(source, at.movement.count, target, at.survivors), "or")}


def _no_retreat(at: _Refusal) -> _Facts:
    problem = "no square is free to retreat to, which makes the attack illegal (no_retreat=illegal)"
    return {**_survivors(at), "problem": problem}


def _not_a_retreat(at: _Refusal) -> _Facts:
    return {**_needless_retreat(at), "squares": _squares(at.engine.exits(NUMBER[at.movement.target]), "or")}


def _retreat_blocked(at: _Refusal) -> _Facts:
    if at.engine.foe >> NUMBER[at.retreat] & 1:
        together = at.height(at.retreat) + at.survivors
        problem = f"on {at.retreat.both} there would be {_pieces(together)}, and a stack has at most 4"
    else:
        player = PLAYERS[at.engine.player].capitalize()
        problem = f"{at.retreat.both} is held by {player}'s attackers or other pieces at that moment"
    return {**_survivors(at), "problem": problem}


_REASONS: dict[int, tuple[str, Callable[[_Refusal], _Facts]]] = {
    codes.COUNTED_PAIR: ("counted-pair", _counted_pair),
    codes.FOUR_MUST_MOVE: ("four-must-move", _four_must_move),
    codes.OFF_BOARD: ("off-board", _off_board),
    codes.ZERO_PIECES: ("zero-tokens", _count),
    codes.NO_DISTANCE: ("no-distance", _source),
    codes.NOT_YOUR_STACK: ("not-your-stack", _not_your_stack),
    codes.EMPTY_SQUARE: ("empty-square", _source),
    codes.LOCKED: ("locked-pieces", _locked),
    codes.TOO_MANY_PIECES: ("too-many-tokens", _too_many_pieces),
    codes.ALREADY_MOVED: ("already-moved", _already_moved),
    codes.GROUP_TOO_LARGE: ("group-too-large", _count),
    codes.ONTO_ENEMY: ("onto-enemy", _onto_enemy),
    codes.STACK_TOO_HIGH: ("stack-too-high", _stack_too_high),
    codes.TOO_FAR: ("too-far", _too_far),
    codes.BARRED_DIAGONAL: ("barred-diagonal", _no_way),
    codes.THROUGH_HOME: ("through-home", _no_way),
    codes.THROUGH_PIECES: ("through-pieces", _no_way),
    codes.ATTACK_ON_OWN: ("attack-on-own", _target),
    codes.ATTACK_ON_EMPTY: ("attack-on-empty", _target),
    codes.ATTACK_ON_LOCKED: ("attack-on-locked", _target),
    codes.SECOND_ATTACK: ("second-attack", _nothing),
    codes.FOUR_ATTACKS: ("four-attacks", _square),
    codes.ATTACK_TOO_STRONG: ("attack-too-strong", _strength),
    codes.ATTACK_TOO_WEAK: ("attack-too-weak", _attack_too_weak),
    codes.ATTACKERS_APART: ("attackers-apart", _attackers_apart),
    codes.REPEATED_ATTACKER: ("repeated-attacker", _square),
    codes.NO_HELPER: ("no-helper", _no_helper),
    codes.HELPER_NOT_ADJACENT: ("helper-not-adjacent", _helper_not_adjacent),
    codes.HELPER_UNABLE: ("helper-unable", _helper_unable),
    codes.HELPER_IN_PART: ("helper-in-part", _helper_in_part),
    codes.NEEDLESS_RETREAT: ("needless-retreat", _needless_retreat),
    codes.RETREAT_MISSING: ("retreat-missing", _retreat_missing),
    codes.NO_RETREAT: ("retreat-blocked", _no_retreat),
    codes.NOT_A_RETREAT: ("not-a-retreat", _not_a_retreat),
    codes.RETREAT_BLOCKED: ("retreat-blocked", _retreat_blocked),
}


# Words


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
