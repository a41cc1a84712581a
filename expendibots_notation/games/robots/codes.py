"""The numbers by which the compiled modules and the others understand each other, and those of the rules."""

ROBOTS_PER_LEVEL = 10
MOST_SAFE_TELEPORTS = 10
CROWD = 100
"""So many robots make the reference look for more room before a safe teleport."""
LARGEST = 99
"""The most cells that a row, and the most rows that a board may have."""
ROW = 128
"""A cell is `y * ROW + x`."""
NOWHERE = -1

# Why an action is refused, in the order in which the questions are asked; 0 is that it is not.
AFTER_END = 1
MISSING_SPAWN = 2
UNEXPECTED_SPAWN = 3
SPAWN_SIZE = 4
SPAWN_EXPLOSION = 5
SPAWN_HUMAN = 6
SPAWN_COUNT = 7
TOO_FAR = 8
OFF_BOARD = 9
WRONG_TELEPORT = 10
FORBIDDEN_CELL = 11

# How a game ends; 0 is that it goes on.
DEAD = 1
WON = 2


LONGEST_ACTION = 64
LONGEST_SPAWN = 2 * (LARGEST + 1) ** 2
"""Twice the length of the longest canonical spawn: white space may stand in it."""

# An action as numbers: the first of them is one of these.
STEP, TELEPORT, CASCADE, SPAWN = range(4)
# A step has dx and dy behind it, a teleport whether it is safe, x and y. What an action claims is the robots left, or one of these.
CLAIM = 4
CLEARS, KILLS = -1, -2
# A spawn has these, then its robots' cells in order. The width is 0 where rows differ; of several humans, one has its cell here.
SPAWN_WIDTH, SPAWN_HEIGHT, SPAWN_EXPLOSIONS, SPAWN_HUMANS, SPAWN_HUMAN_CELL, SPAWN_ROBOTS, SPAWN_CELLS = range(1, 8)
