"""The numbers of Expendibots: what its rules count, and the engine's answers.

Apart from the engine, so that both can be used everywhere: in the compiled engine they are C numbers, which Python does not see.
"""

from __future__ import annotations

from expendibots_notation.games import engine

WIDTH = 8
SQUARES = 64
TURN_LIMIT = 250
REPETITIONS = 4
PLY_LIMIT = 2 * TURN_LIMIT
WHITE = 1
BLACK = -1

# Why an action is refused, in the order in which the questions are asked.
ALLOWED = engine.ALLOWED
AFTER_END = 1
OFF_BOARD = 2
ZERO_TOKENS = 3
NO_DISTANCE = 4
EMPTY_SQUARE = 5
NOT_YOUR_STACK = 6
TOO_MANY_TOKENS = 7
NOT_IN_LINE = 8
TOO_FAR = 9
ONTO_ENEMY = 10

# How a game stands.
GOING_ON = engine.GOING_ON
MUTUAL_DESTRUCTION = 1
WHITE_WINS = 2
BLACK_WINS = 3
REPETITION = 4
TURNS_USED_UP = 5

# What the numbers of an action are, and how many. A boom has the count 1 and only one square; what is claimed stands last.
IS_MOVE = 0
COUNT = 1
X = 2
Y = 3
TO_X = 4
TO_Y = 5
FIRST = 6
SECOND = 7
NUMBERS = 8
