"""A game of STACKS in progress: the position, what has been lost, and the way back.

Each action is played on a `Turn` of its own, which copies the board; what is kept here never changes, so taking an action back
means to return to what was kept.
"""

from __future__ import annotations

from expendibots_notation.game import Outcome, Violation
from expendibots_notation.games.stacks import enumeration, reasons
from expendibots_notation.games.stacks.actions import Action, Pass
from expendibots_notation.games.stacks.options import Options
from expendibots_notation.games.stacks.squares import BESIDE, BLACK, ENEMY_HOME, FIELD, RED, STEPS, numbers_in
from expendibots_notation.games.stacks.turn import HIGHEST, Turn

PIECES = 10
"""How many each side begins with."""
FEWEST = 5
"""With fewer, six are lost, and so is the game."""
BREAKTHROUGH = 4
"""So many pieces in the enemy's home row win."""

GOING_ON = Outcome()
ELIMINATED = (Outcome("0-1", "elimination"), Outcome("1-0", "elimination"))
"""By the player who has lost six pieces."""
BROKEN_THROUGH = (Outcome("1-0", "breakthrough"), Outcome("0-1", "breakthrough"))
"""By the player who has four pieces in the enemy's home row."""
NO_ACTION = (Outcome("0-1", "no-action"), Outcome("1-0", "no-action"))
"""By the player who has no legal action, where that loses."""

_State = tuple[bytearray, int, int, int, int, int, int, int, int, int, int, Outcome]


class Engine:
    """A game in progress. `own` and `foe` are the squares of the side to move and of its opponent.

    Two players never pass in a row, so no such end is looked for: if neither had an action, every stack that is not locked would
    have pieces on all squares at its sides, so these squares too, and so on over the whole board, which has more squares than
    there are pieces.
    """

    def __init__(self, heights: bytearray, squares: tuple[int, int], side: int, number: int, options: Options) -> None:
        """Start from stacks by square and the squares of Black and Red, at the start of that side's turn."""
        self.heights = heights
        self.own = squares[side]
        self.foe = squares[1 - side]
        self.side = side
        self.number = number
        """Of the turn that is about to be played."""
        self.options = options
        self.own_pieces = sum(heights[square] for square in numbers_in(self.own))
        self.foe_pieces = sum(heights) - self.own_pieces
        self.own_locked = sum(heights[square] for square in numbers_in(self.own & ENEMY_HOME[side]))
        self.foe_locked = sum(heights[square] for square in numbers_in(self.foe & ENEMY_HOME[1 - side]))
        self.fours = 0
        """The stacks of four of the side to move, at least one of which must be unstacked."""
        self.stuck = 0
        """The squares on which stacks of four were removed at the start of this turn, because nothing on them could move."""
        self.outcome = GOING_ON
        self._past: list[_State] = []
        self._begin_turn()

    # Asking

    @property
    def lost(self) -> tuple[int, int]:
        """How many pieces Black and Red have lost."""
        own, foe = PIECES - self.own_pieces, PIECES - self.foe_pieces
        return (own, foe) if self.side == BLACK else (foe, own)

    def violation(self, action: Action) -> Violation | None:
        """Why an action is not allowed; None where it is."""
        if self.outcome.is_over:
            return reasons.after_end(self, action)
        if isinstance(action, Pass):
            return reasons.needless_pass(self, action) if self._has_action() else None
        return Turn(self).play(action)

    # Playing

    def play(self, action: Action) -> Violation | None:
        """Play an action if it is allowed; why not, otherwise."""
        if isinstance(action, Pass) or self.outcome.is_over:
            violation = self.violation(action)
            if violation is None:
                self._past.append(self._state())
                self._hand_over()
            return violation
        turn = Turn(self)
        violation = turn.play(action)
        if violation is not None:
            return violation
        self._past.append(self._state())
        self.heights = turn.heights
        self.own, self.foe = turn.own, turn.foe
        self.own_locked += turn.entered
        self.foe_pieces -= turn.taken
        if self.own_locked >= BREAKTHROUGH:
            self.outcome = BROKEN_THROUGH[self.side]
        elif self.foe_pieces < FEWEST:
            self.outcome = ELIMINATED[1 - self.side]
        self._hand_over()
        return None

    def undo(self) -> None:
        """Take the last action back; everything is as before it."""
        self._return_to(self._past.pop())

    def fork(self) -> Engine:
        """An engine of its own at the same position, with no way back beyond this point."""
        other = Engine.__new__(Engine)
        other.options = self.options
        other._past = []
        other._return_to(self._state())
        return other

    def _state(self) -> _State:
        """Everything that an action can change."""
        return (
            self.heights,
            self.own,
            self.foe,
            self.side,
            self.number,
            self.own_pieces,
            self.foe_pieces,
            self.own_locked,
            self.foe_locked,
            self.fours,
            self.stuck,
            self.outcome,
        )

    def _return_to(self, state: _State) -> None:
        (
            self.heights,
            self.own,
            self.foe,
            self.side,
            self.number,
            self.own_pieces,
            self.foe_pieces,
            self.own_locked,
            self.foe_locked,
            self.fours,
            self.stuck,
            self.outcome,
        ) = state

    # The parts of a turn

    def _hand_over(self) -> None:
        """The other side's turn begins, if the game goes on."""
        self._change_sides()
        self.fours = self.stuck = 0
        if not self.outcome.is_over:
            self._begin_turn()

    def _change_sides(self) -> None:
        if self.side == RED:
            self.number += 1
        self.side = 1 - self.side
        self.own, self.foe = self.foe, self.own
        self.own_pieces, self.foe_pieces = self.foe_pieces, self.own_pieces
        self.own_locked, self.foe_locked = self.foe_locked, self.own_locked

    def _begin_turn(self) -> None:
        """Step 0: stacks of four that cannot move are removed, all at once. The side to move may lose by it."""
        if HIGHEST in self.heights:
            while stuck := self._find_fours():
                self._remove(stuck)
                if self.own_pieces < FEWEST:
                    self.outcome = ELIMINATED[self.side]
                    return
                if not self.options.forfeit:
                    break
                self._change_sides()
        if self.options.no_move_loses and not self._has_action():
            self.outcome = NO_ACTION[self.side]

    def _find_fours(self) -> int:
        """Find the stacks of four of the side to move; those among them from which not even one piece can step away.

        A square that is full is no way out, and neither is an attack, which is forbidden to the pieces of a four.
        """
        fours = 0
        square = self.heights.find(HIGHEST)
        while square >= 0:
            fours |= 1 << square
            square = self.heights.find(HIGHEST, square + 1)
        self.fours = fours & self.own & FIELD[self.side]
        closed = self.foe | fours
        stuck = 0
        for square in numbers_in(self.fours):
            if not STEPS[square][self.foe & BESIDE[square]] & ~closed:
                stuck |= 1 << square
        return stuck

    def _has_action(self) -> bool:
        """Whether there is any legal action but a pass."""
        return any(True for _ in enumeration.actions(Turn(self)))

    def _remove(self, stuck: int) -> None:
        self.heights = self.heights[:]
        for square in numbers_in(stuck):
            self.heights[square] = 0
            self.own_pieces -= HIGHEST
        self.own &= ~stuck
        self.fours &= ~stuck
        self.stuck |= stuck
