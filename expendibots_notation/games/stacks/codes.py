"""The numbers of STACKS: what its rules count, how a movement is written in numbers, and the engine's answers.

Apart from the engine, so that both can be used everywhere: in the compiled engine they are C numbers, which Python does not see.
"""

from __future__ import annotations

HIGHEST = 4
"""How many pieces a stack has at most, and how many may attack together."""
LARGEST_GROUP = 3
PAIR_STEPS = 2
PIECES = 10
"""How many each side begins with."""
FEWEST = 5
"""With fewer, six are lost, and so is the game."""
BREAKTHROUGH = 4
"""So many pieces in the enemy's home row win."""

# An action in numbers: how many movements it has, which is none for a pass, then these.
MOVEMENTS, FIRST, SECOND, NUMBERS = 0, 1, 7, 13
# A movement.
KIND, COUNT, SOURCE, TARGET, RETREAT, HELPERS, SIZE = range(7)
MOVE, ATTACK, OUTSIDE = range(3)
"""Kinds of movements. One that names a square outside the board has no other numbers than its count."""
NOWHERE = -1
# All helpers are one number, in which each takes nine bits: six for the number of its square and 1, three for its pieces.
HELPER_BITS = 9
SQUARE_BITS = 6
MOST_PIECES = 7
"""More are this many, which is too many anyway."""
MOST_HELPERS = 7
"""More are left out: so many are too strong anyway."""

# Why an action is refused.
ALLOWED, AFTER_END, NEEDLESS_PASS, COUNTED_PAIR, FOUR_MUST_MOVE, OFF_BOARD, ZERO_PIECES, NO_DISTANCE = range(8)
NOT_YOUR_STACK, EMPTY_SQUARE, LOCKED, TOO_MANY_PIECES, ALREADY_MOVED, GROUP_TOO_LARGE = range(8, 14)
ONTO_ENEMY, STACK_TOO_HIGH, TOO_FAR, BARRED_DIAGONAL, THROUGH_HOME, THROUGH_PIECES = range(14, 20)
ATTACK_ON_OWN, ATTACK_ON_EMPTY, ATTACK_ON_LOCKED, SECOND_ATTACK, FOUR_ATTACKS, ATTACK_TOO_STRONG = range(20, 26)
ATTACK_TOO_WEAK, ATTACKERS_APART, REPEATED_ATTACKER, NO_HELPER, HELPER_NOT_ADJACENT, HELPER_UNABLE = range(26, 32)
HELPER_IN_PART, NEEDLESS_RETREAT, RETREAT_MISSING, NO_RETREAT, NOT_A_RETREAT, RETREAT_BLOCKED = range(32, 38)

# How a game stands. To those that end it, the number of a player is added.
GOING_ON = 0
ELIMINATED = 1
"""The player has lost six pieces."""
BROKEN_THROUGH = 3
"""The player has four pieces in the enemy's home row."""
NO_ACTION = 5
"""The player has no legal action, where that loses."""

# The options of a record (`options.py`), each a bit. None is the reading `text`.
MUTUAL = 1 << 0
"""Every two attackers must touch; otherwise a chain will do."""
WHOLE = 1 << 1
"""A helper takes part with its whole stack; otherwise with as many pieces as the attacker likes."""
MUST_RETREAT = 1 << 2
"""An attack whose survivors have nowhere to go is illegal; otherwise they are eliminated."""
ANY_HOME = 1 << 3
"""Survivors in their own home row retreat to any other home space; otherwise to a neighbouring one."""
EACH_FOUR = 1 << 4
"""Each stack of four must be unstacked; otherwise one of them will do."""
FORFEIT = 1 << 5
"""A player who loses a stack of four at the start of a turn loses that turn too."""
ONE_ATTACK = 1 << 6
"""One attack a turn; otherwise either piece of a two-piece turn may attack."""
NO_MOVE_LOSES = 1 << 7
"""A player without any legal action has lost; otherwise the player passes."""
