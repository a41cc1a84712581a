"""The numbers of Stack Wars: what its rules count, and the engine's answers.

Apart from the engine, where they are C numbers, which Python does not see.
"""

from __future__ import annotations

from expendibots_notation.games import engine

SMALLEST = 3
LARGEST = 19
ARMIES_A_FILE = 3
"""Each side begins with this many armies for each file of the board."""
BLACK = 1
WHITE = -1
SIDES = (BLACK, WHITE)
"""By player."""

# Why an action is refused, in the order in which the questions are asked: those that several kinds of action have in common, then
# those about a fortification, a move, an attack and a pass.
ALLOWED = engine.ALLOWED
AFTER_END = 1
OFF_BOARD = 2
NO_RESERVE = 3
NO_DISTANCE = 4
EMPTY_TERRITORY = 5
NOT_YOURS = 6
NOT_CONTROLLED = 7
NOT_ADJACENT = 8
ONTO_ENEMY = 9
ONTO_OWN = 10
NOTHING_TO_ATTACK = 11
ATTACK_ON_OWN = 12
STACK_ATTACKS = 13
NO_PASSING = 14
NEEDLESS_PASS = 15

# How a game stands. Whoever has more points wins, by whatever it ended: each of the two ends is a draw, and the next numbers are
# that Black and that White has won.
GOING_ON = engine.GOING_ON
ELIMINATION = 1
DOUBLE_PASS = 4

# What an action has done.
FORTIFIED = 0
MOVED = 1
MOVED_IN = 2
"""A move that was an invasion."""
HIT = 3
"""An attack that the attacked territory has withstood."""
TAKEN = 4
BROKEN_IN = 5
"""An attack that was an invasion."""
PASSED = 6

INVASIONS = (MOVED_IN, BROKEN_IN)


# What the numbers of an action are, and how many.
KIND = 0
X = 1
Y = 2
TO_X = 3
TO_Y = 4
NUMBERS = 5

# The kinds of action. A fortification has one territory, a pass none.
FORTIFY = 0
MOVE = 1
ATTACK = 2
PASS = 3
