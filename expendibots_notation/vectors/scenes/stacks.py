"""Scenes of STACKS."""

from __future__ import annotations

from expendibots_notation.vectors.scene import Playout, Scene

START = "bbbbb/5/5/5/5/5/BBBBB b 1"
TWO_ON_ONE = "bbbba/5/5/2a2/2B2/5/BB1BB b 4"
THREE_ON_TWO = "bbbb1/5/5/2b2/2C2/5/BB1BA b 4"
TWO_STACKS_ON_TWO = "bbbb1/5/5/2b2/2BC1/5/BB2A b 6"
HOME_RETREAT = "1bbb1/2C2/5/5/5/5/BBBA1 b 9"
NO_HOME_LEFT = "1dbd1/2C2/5/5/5/5/BBBA1 b 9"
TWO_FOURS = "bbbbb/5/5/5/1D1D1/5/B4 b 7"
TWO_ATTACKS = "bbbb1/5/5/1a1a1/AA1AA/5/BB1B1 b 6"
STUCK = "C1bb1/5/5/5/5/aa1aa/Aa1aA b 30"
STUCK_NEXT = "C1bb1/5/5/5/3a1/aa2a/Aa1aA r 29"
CHAIN = "bbbb1/5/5/2b2/1AAA1/5/BBAB1 b 5"

SCENES = (
    Scene(
        "the start: one piece goes three steps, two go two, three go one",
        START,
        legal="2c1-c3 2a1-b2 c1-c4 a1-b1 2a1-b1 b1-b3&d1-d3 c1-c2&c1-c3 a1-a2&b1-a2 d1-d3&b1-b3",
        illegal={
            "too-far": "2c1-c4 c1-c5 b1-b4&d1-d3",
            "too-many-tokens": "3c1-c2 4a1-a2",
            "not-your-stack": "2c7-c5 a7-a6",
            "empty-square": "c3-c4 d4-d5",
            "zero-tokens": "0c1-c2",
            "no-distance": "c1-c1 2a1-a1",
            "off-board": "a1-f1 2c1-c8 c1xc9",
            "counted-pair": "2b1-b2&d1-d2 b1-b2&2d1-d2",
            "already-moved": "c1-c3&c3-c5",
            "attack-on-empty": "2c1xc2",
            "needless-pass": "--",
        },
        perft=(1,),
    ),
    Scene("a null position is the start", legal="2c1-c2", illegal={"not-your-stack": "a7-a6"}),
    Scene("a piece may start from a stack that the other one has just joined", "bbbbb/5/5/5/2B2/5/BB1BB b 3", "d1-c3&c3-c5 2d1-c3"),
    Scene("a stack of three goes one step", "bbbbb/5/5/5/5/2C2/BB1BA b 4", "3c2-c3 2c2-c4", illegal={"too-far": "3c2-c4"}),
    Scene("four never move together", "bbbbb/5/5/5/5/2D2/1B1BB b 4", "3c2-c3 c2-c5 2c2-b4", illegal={"group-too-large": "4c2-c3"}),
    Scene("no square holds more than four", "bbbbb/5/5/5/2C2/5/BB1BA b 4", "e1-d2", illegal={"stack-too-high": "2d1-c3"}),
    Scene(
        "nobody goes through opponents",
        "bb3/5/5/5/1aaa1/2B2/ABAAA b 8",
        illegal={"through-pieces": "2c2-c4", "onto-enemy": "2c2-c3"},
    ),
    Scene("the way round one opponent", "bbbb1/5/5/5/2b2/2B2/BB1BB b 6", legal="2c2-c4"),
    Scene(
        "two opponents on its flanks bar a diagonal",
        "bbb2/5/5/1a3/1Ca2/5/BB1B1 b 7",
        "3b3-a4",
        illegal={"barred-diagonal": "3b3-c4"},
    ),
    Scene("one opponent on a flank does not bar it", THREE_ON_TWO, legal="3c3-d4 3c3-b4"),
    Scene("a friend and an opponent on the flanks do not bar it", "bbbb1/5/5/2b2/2CA1/5/BB1B1 b 4", legal="3c3-d4"),
    Scene(
        "two against one: the defender is gone, the attackers take the square",
        TWO_ON_ONE,
        legal="2c3xc4",
        illegal={
            "needless-retreat": "2c3xc4>c5",
            "attack-too-weak": "c3xc4",
            "repeated-attacker": "c3+c3xc4",
            "no-helper": "c3+d3xc4",
            "onto-enemy": "2c3-c4",
        },
    ),
    Scene("two against two is too weak", "bbbb1/5/5/2b2/2B2/5/BB1BB b 3", illegal={"attack-too-weak": "2c3xc4 2c3xc4>c5"}),
    Scene(
        "three against two: one is gone, the other retreats towards its own edge",
        THREE_ON_TWO,
        legal="3c3xc4>c5 3c3xc4>b5 3c3xc4>d5",
        illegal={"retreat-missing": "3c3xc4", "not-a-retreat": "3c3xc4>b4 3c3xc4>c3", "attack-too-weak": "2c3xc4"},
    ),
    Scene(
        "the step into the attack counts", "bbbba/5/5/2a2/5/2B2/BB1BB b 5", legal="2c2xc4", illegal={"attack-on-empty": "2c2xc3"}
    ),
    Scene("no step is left for the attack", "bbbba/5/2a2/5/5/2B2/BB1BB b 5", illegal={"too-far": "2c2xc5"}),
    Scene("two stacks of two against three", "bbb1a/5/5/2c2/2BB1/5/BB2B b 6", legal="2c3+2d3xc4>d5 2d3+2c3xc4>c5"),
    Scene("five attackers are too many", "bbbb1/5/5/2b2/2CB1/5/BB2A b 6", illegal={"attack-too-strong": "3c3+2d3xc4"}),
    Scene("a helper may take part with some of its pieces", TWO_STACKS_ON_TWO, legal="2c3+2d3xc4 2c3+d3xc4>c5"),
    Scene(
        "a helper takes part with all of its pieces (helpers=whole)",
        TWO_STACKS_ON_TWO,
        illegal={"helper-in-part": "2c3+2d3xc4 2c3+d3xc4>c5"},
        rules=("helpers=whole",),
    ),
    Scene("attackers touch one another", "bbb1a/5/3A1/2c2/1C3/5/BAAB1 b 7", illegal={"attackers-apart": "3b3+d5xc4>c5"}),
    Scene("helpers touch the target", "bbbba/5/5/2a2/2A2/2A2/BBAB1 b 5", illegal={"helper-not-adjacent": "c3+c2xc4"}),
    Scene(
        "a helper that has moved two steps has none left",
        "bbbba/5/5/2a2/5/AA3/BB1BB b 5",
        illegal={"helper-unable": "a2-c3&b2+c3xc4"},
    ),
    Scene("attackers may form a chain", CHAIN, legal="b3+c3+d3xc4>c5 b3+c3+d3xc4>b5"),
    Scene(
        "every two attackers touch (combine=mutual)",
        CHAIN,
        rules=("combine=mutual",),
        illegal={"attackers-apart": "b3+c3+d3xc4>c5"},
    ),
    Scene("two single pieces go one step each and attack together", "bbbba/5/5/2a2/5/1A1A1/BB1BB b 5", legal="b2-b3&d2+b3xc4"),
    Scene("one piece walks, the other attacks with a helper that stood", "bbbba/5/5/2a2/1A3/2A2/BB1BB b 5", legal="e1-e3&c2+b3xc4"),
    Scene("a piece joins, and the one that stood there helps", "bbbba/5/5/2a2/1A3/1A1A1/BABB1 b 5", legal="b2-b3&d2+b3xc4"),
    Scene("what has attacked does not move again", "bbbba/5/5/1a3/AA3/5/BB1BB b 6", illegal={"already-moved": "b3+a3xb4&b4-b5"}),
    Scene("either piece of a turn may attack", TWO_ATTACKS, legal="b3+a3xb4&d3+e3xd4"),
    Scene(
        "one attack a turn (attacks=one)",
        TWO_ATTACKS,
        rules=("attacks=one",),
        legal="b3+a3xb4",
        illegal={"second-attack": "b3+a3xb4&d3+e3xd4"},
    ),
    Scene("nobody attacks their own", "bbbba/5/5/2a2/2BA1/5/BB1BA b 4", illegal={"attack-on-own": "2c3xd3"}),
    Scene(
        "a stack of four is taken apart",
        "bbbbb/5/5/5/2D2/5/BB2B b 6",
        "c3-e6 3c3-d4 2c3-c5 c3-b3&c3-d3",
        illegal={"four-must-move": "2a1-a2 a1-a2&b1-b2"},
    ),
    Scene("a stack of four does not attack", "bbbba/5/5/2a2/2D2/5/BB1B1 b 9", illegal={"four-attacks": "2c3xc4 3c3xc4"}),
    Scene(
        "four at home are taken apart too", "bbbbb/5/5/5/5/4B/BD1B1 b 5", legal="b1-c1 3b1-b2", illegal={"four-must-move": "2e2-e4"}
    ),
    Scene("one of two stacks of four will do", TWO_FOURS, legal="b3-b5 b3-b5&d3-d5"),
    Scene(
        "each stack of four (four=each)", TWO_FOURS, rules=("four=each",), legal="b3-b5&d3-d5", illegal={"four-must-move": "b3-b5"}
    ),
    Scene("a surrounded stack of four is eliminated, and that is six", "bbb2/5/5/5/2a2/a4/DaB1B r 11", "c3-b2", "0-1 elimination"),
    Scene("a friendly neighbour with room is a way out", "bbb2/5/5/5/2a2/a4/DCBA1 r 11", legal="c3-b2"),
    Scene("a full neighbour is none", "bbb2/5/5/5/2a2/a4/DD2B r 11", legal="c3-b2"),
    Scene(
        "a turn without the stack of four goes on",
        "bbb2/5/5/5/2a2/a4/DD2B r 11",
        moves="c3-b2",
        legal="b1-c1",
        illegal={"four-must-move": "e1-e2"},
    ),
    Scene("four opponents around it bar the diagonals too", "bb3/5/5/2a2/1aDa1/3a1/BBB2 r 12", legal="d2-c2"),
    Scene(
        "losing a stack of four costs the turn (stuck_turn=forfeit)",
        "bb3/5/5/2a2/1aDa1/3a1/BBB2 r 12",
        rules=("stuck_turn=forfeit",),
        legal="d2-c2",
    ),
    Scene(
        "an enemy in a home space: nobody enters it, nobody attacks it",
        "bbbb1/5/5/5/5/5/BaBB1 b 20",
        illegal={"onto-enemy": "2a1-b1", "attack-on-locked": "2a1xb1"},
    ),
    Scene("entering an enemy home space", "1bbbb/A4/5/5/5/5/BBBBA b 12", legal="a6-a7"),
    Scene("a piece in an enemy home space never moves again", "Abbb1/5/5/5/5/5/BBBBA b 12", illegal={"locked-pieces": "a7-a6"}),
    Scene("entering it ends the movement", "3bb/Bb3/5/5/5/5/BBBB1 b 15", illegal={"through-home": "2a6-c7"}),
    Scene("the same way over the grid", "3bb/B4/4b/5/5/5/BBBB1 b 15", legal="2a6-c7"),
    Scene("four in one enemy home space win", "B2bb/B4/4b/5/5/5/BBB2 b 19", "2a6-a7 2a6-b7", "1-0 breakthrough"),
    Scene("four in several win", "B1Abb/A4/4b/5/5/5/BBB2 b 19", "a6-b7", "1-0 breakthrough"),
    Scene("Red breaks through as well", "bb3/5/5/5/B3B/a4/1bAa1 r 19", "a2-a1", "0-1 breakthrough"),
    Scene(
        "in its own home a survivor retreats to the next home space",
        HOME_RETREAT,
        legal="3c6xc7>b7 3c6xc7>d7",
        illegal={"not-a-retreat": "3c6xc7>a7 3c6xc7>b6"},
    ),
    Scene(
        "or to any home space (home_retreat=any)",
        HOME_RETREAT,
        rules=("home_retreat=any",),
        legal="3c6xc7>a7 3c6xc7>b7",
        illegal={"not-a-retreat": "3c6xc7>b6"},
    ),
    Scene("no home space is free: the survivor is gone too", NO_HOME_LEFT, legal="3c6xc7"),
    Scene(
        "no home space is free (no_retreat=illegal)",
        NO_HOME_LEFT,
        rules=("no_retreat=illegal",),
        illegal={"retreat-blocked": "3c6xc7"},
    ),
    Scene(
        "no square is free in the grid", "bbbb1/5/1AAA1/2b2/2C2/5/BB3 b 9", legal="3c3xc4", illegal={"retreat-blocked": "3c3xc4>c5"}
    ),
    Scene("a retreat may join a friendly stack", "bbb2/5/2b2/2b2/2C2/5/BB1BA b 8", legal="3c3xc4>c5"),
    Scene(
        "a retreat that would make five",
        "b4/5/2d2/2b2/2C2/5/BB1BA b 8",
        legal="3c3xc4>b5",
        illegal={"retreat-blocked": "3c3xc4>c5"},
    ),
    Scene(
        "a helper's square is not free to retreat to",
        "bbb2/5/1B3/1Bc2/5/5/BB1B1 b 8",
        "2b4+2b5xc4>c5",
        illegal={"retreat-blocked": "2b4+2b5xc4>b5"},
    ),
    Scene("an attack out of a home space", "bbbba/5/5/5/5/2a2/BBBBB b 8", legal="2c1xc2"),
    Scene("Red's attack drives Black's survivor home", "bb1ba/5/5/5/2c2/2B2/BB1BB r 8", legal="3c3xc2>c1"),
    Scene("the sixth piece lost ends the game", "bb3/5/5/2b2/2BB1/5/BB2B b 14", "2c3+2d3xc4", "1-0 elimination"),
    Scene("the fifth does not", "bb3/5/5/2b2/2C2/5/BB1BA b 14", legal="3c3xc4>c5"),
    Scene(
        "nothing is played after the end",
        "bb3/5/5/2b2/2BB1/5/BB2B b 14",
        moves="2c3+2d3xc4",
        illegal={"action-after-end": "a7-a6 -- 2c4-c5"},
        perft=(1,),
    ),
    Scene("without any legal action a player passes", STUCK, legal="--", illegal={"locked-pieces": "a7-a6"}, perft=(1,)),
    Scene("the other side is left without an action, and will pass", STUCK_NEXT, legal="d3-d2"),
    Scene("the other side is left without an action (no_move=loss)", STUCK_NEXT, "d3-d2", "0-1 no-action", rules=("no_move=loss",)),
    Scene(
        "that was the end (no_move=loss)",
        STUCK_NEXT,
        moves="d3-d2",
        illegal={"action-after-end": "-- a1-a2"},
        rules=("no_move=loss",),
    ),
    Scene("a few pieces in the open", "3a1/A3a/3bc/5/5/2AA1/2CA1 r 19", perft=(1,)),
    Scene(
        "the same under other options",
        "3a1/A3a/3bc/5/5/2AA1/2CA1 r 19",
        perft=(1,),
        rules=("combine=mutual", "helpers=whole", "attacks=one"),
    ),
)

PLAYOUTS = (
    Playout(games=3, vectors=16, longest=25),
    Playout(games=1, vectors=12, longest=16, rules="combine=mutual,helpers=whole,no_retreat=illegal,home_retreat=any"),
    Playout(games=1, vectors=12, longest=16, rules="four=each,stuck_turn=forfeit,attacks=one,no_move=loss"),
)
