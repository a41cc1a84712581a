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
JOINED = "bbbba/5/5/2a2/1A3/1A1A1/BABB1 b 5"
SURROUNDED = "bb3/5/5/2a2/1aDa1/2a2/BBB2 b 3"

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
    Scene("the same action once more, on another board", START, moves="a1-a2 a7-a6 a2-a1 a6-a5", legal="a1-a2 2a1-a2"),
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
    Scene(
        "a barred diagonal towards the other side",
        "bb3/5/5/5/2a2/2Ca1/BB1A1 b 5",
        "3c2-b3",
        illegal={"barred-diagonal": "3c2-d3 2c2-e4"},
    ),
    Scene(
        "diagonals are barred backwards too, and for Red",
        "b1a2/5/2A2/1Ac2/2A2/5/BB1B1 r 5",
        "3c4-d5 3c4-d3",
        illegal={"barred-diagonal": "3c4-b5 3c4-b3"},
    ),
    Scene(
        "the first of two steps is barred",
        "bb3/5/5/1a3/1Ca2/5/BB1B1 b 5",
        "b3-c4",
        illegal={"barred-diagonal": "2b3-d5 b3-d5 3b3-c4"},
    ),
    Scene(
        "the second step of two or three is barred",
        "bb3/5/5/1a3/2a2/1C3/BB1B1 b 5",
        "b2-c4 2b2xc3",
        illegal={"barred-diagonal": "2b2-c4 b2-d5"},
    ),
    Scene(
        "a barred diagonal is barred for an attack",
        "bbb2/5/5/1aa2/1Ca2/5/BB1B1 b 1",
        "3b3xb4 3b3xc3",
        illegal={"barred-diagonal": "3b3xc4"},
    ),
    Scene(
        "a barred diagonal is barred for an attack after a step",
        "bbb2/5/5/1aa2/2a2/1B3/BB1B1 b 1",
        "2b2xc3 2b2xb4",
        illegal={"barred-diagonal": "2b2xc4"},
    ),
    Scene("one opponent on a flank does not bar an attack", "bbb2/5/5/2a2/1Ca2/5/BB1B1 b 1", "3b3xc4 2b3xc4"),
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
        "the game goes on after an attack: the defender is gone",
        TWO_ON_ONE,
        moves="2c3xc4",
        legal="a7-a6 2a7-a5",
        illegal={"not-your-stack": "2c4-c5"},
    ),
    Scene(
        "retreats at the left edge",
        "bbb2/5/5/b4/C4/5/BB1BA b 4",
        "3a3xa4>a5 3a3xa4>b5",
        illegal={"not-a-retreat": "3a3xa4>e5 3a3xa4>c5"},
    ),
    Scene(
        "retreats at the right edge",
        "bbb2/5/5/4b/4C/5/BB1BA b 4",
        "3e3xe4>e5 3e3xe4>d5",
        illegal={"not-a-retreat": "3e3xe4>a5"},
    ),
    Scene(
        "retreats in the left corner", "bbb2/C4/5/5/5/5/BB1BA b 4", "3a6xa7>b7", illegal={"not-a-retreat": "3a6xa7>e7 3a6xa7>a6"}
    ),
    Scene(
        "retreats in the right corner",
        "2bbb/4C/5/5/5/5/BB1BA b 4",
        "3e6xe7>d7",
        illegal={"not-a-retreat": "3e6xe7>a7", "retreat-missing": "3e6xe7"},
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
    Scene(
        "a whole stack helps, or does not (helpers=whole)",
        "bbb1a/5/5/2a2/2BA1/5/BB1B1 b 6",
        "2c3xc4 2c3+d3xc4 c3+d3xc4 d3+2c3xc4",
        illegal={"helper-in-part": "d3+c3xc4", "attack-too-weak": "c3xc4"},
        rules=("helpers=whole",),
    ),
    Scene("attackers touch one another", "bbb1a/5/3A1/2c2/1C3/5/BAAB1 b 7", illegal={"attackers-apart": "3b3+d5xc4>c5"}),
    Scene(
        "attackers on opposite sides of the target do not touch",
        "bbb2/5/2A2/1AaA1/2A2/5/BBAA1 b 5",
        "b4+c3xc4 c3+d4xc4 d4+b4+c3xc4",
        illegal={"attackers-apart": "c3+c5xc4 b4+d4xc4"},
    ),
    Scene("helpers touch the target", "bbbba/5/5/2a2/2A2/2A2/BBAB1 b 5", illegal={"helper-not-adjacent": "c3+c2xc4"}),
    Scene(
        "a helper that has moved two steps has none left",
        "bbbba/5/5/2a2/5/AA3/BB1BB b 5",
        illegal={"helper-unable": "a2-c3&b2+c3xc4"},
    ),
    Scene(
        "a piece that has joined others does not help, those that stood there do",
        JOINED,
        "b2-b3&d2+b3xc4",
        illegal={"helper-unable": "b2-b3&d2+2b3xc4"},
    ),
    Scene(
        "a piece that has joined others leaves no whole stack (helpers=whole)",
        JOINED,
        rules=("helpers=whole",),
        illegal={"helper-in-part": "b2-b3&d2+b3xc4"},
    ),
    Scene(
        "a piece in an enemy home space does not help",
        "A1bbb/1a3/A4/5/5/5/BBBA1 b 9",
        illegal={"locked-pieces": "a5+a7xb6 a7+a5xb6 a7xb6", "attack-too-weak": "a5xb6"},
    ),
    Scene(
        "nor does a piece that has just entered one",
        "2bbb/aA3/A4/5/5/5/BBBA1 b 9",
        "a5+b6xa6",
        illegal={"locked-pieces": "b6-b7&a5+b7xa6"},
    ),
    Scene("attackers may form a chain", CHAIN, legal="b3+c3+d3xc4>c5 b3+c3+d3xc4>b5"),
    Scene(
        "every two attackers touch (combine=mutual)",
        CHAIN,
        rules=("combine=mutual",),
        illegal={"attackers-apart": "b3+c3+d3xc4>c5"},
    ),
    Scene(
        "attackers that all touch (combine=mutual)",
        "bbbb1/5/5/1Ab2/1AA2/5/BBAB1 b 5",
        "b3+b4+c3xc4>c5 c3+b3+b4xc4>b5 b4+b3+c3xc4>d5",
        rules=("combine=mutual", "text"),
        illegal={"attack-too-weak": "b3+c3xc4"},
    ),
    Scene("one stack attacks alone (combine=mutual)", TWO_ON_ONE, "2c3xc4", rules=("combine=mutual",)),
    Scene("two single pieces go one step each and attack together", "bbbba/5/5/2a2/5/1A1A1/BB1BB b 5", legal="b2-b3&d2+b3xc4"),
    Scene("one piece walks, the other attacks with a helper that stood", "bbbba/5/5/2a2/1A3/2A2/BB1BB b 5", legal="e1-e3&c2+b3xc4"),
    Scene("what has attacked does not move again", "bbbba/5/5/1a3/AA3/5/BB1BB b 6", illegal={"already-moved": "b3+a3xb4&b4-b5"}),
    Scene("either piece of a turn may attack", TWO_ATTACKS, legal="b3+a3xb4&d3+e3xd4"),
    Scene(
        "one attack a turn (attacks=one)",
        TWO_ATTACKS,
        rules=("attacks=one",),
        legal="b3+a3xb4",
        illegal={"second-attack": "b3+a3xb4&d3+e3xd4"},
    ),
    Scene(
        "one attack a turn, and a walk before or after it (attacks=one)",
        "bbbba/5/5/2a2/1A3/2A2/BB1BB b 5",
        rules=("attacks=one", "text"),
        legal="e1-e3&c2+b3xc4 c2+b3xc4&e1-e3",
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
        "no piece of a stack of four helps, walked or not",
        "bb3/2a2/1A3/2D2/5/5/BBA2 b 1",
        "c4-c5&b5-b6",
        illegal={"helper-unable": "c4-c5&b5+c5xc6 c4-c5&b5+2c5xc6", "helper-not-adjacent": "b5+c4xc6"},
    ),
    Scene(
        "a stack of four beside the target does not help",
        "bbb2/5/2a2/1AD2/5/5/BBA2 b 1",
        illegal={"four-attacks": "b4+c4xc5 c4xc5 c4-c3&b4+c4xc5 c4-d5&c4xc5", "helper-unable": "c4-d5&b4+d5xc5"},
    ),
    Scene(
        "a stack of three beside the target does, and so does a piece that leaves it",
        "bbb2/5/2a2/1AC2/5/5/BBAA1 b 1",
        "b4+c4xc5 c4+b4xc5 2c4xc5 c4-d5&c4+d5xc5 c4-d5&b4+c4+d5xc5",
    ),
    Scene(
        "four at home are taken apart too", "bbbbb/5/5/5/5/4B/BD1B1 b 5", legal="b1-c1 3b1-b2", illegal={"four-must-move": "2e2-e4"}
    ),
    Scene("one of two stacks of four will do", TWO_FOURS, legal="b3-b5 b3-b5&d3-d5"),
    Scene(
        "each stack of four (four=each)",
        TWO_FOURS,
        rules=("four=each",),
        legal="b3-b5&d3-d5",
        illegal={"four-must-move": "b3-b5", "needless-pass": "--"},
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
        "a stack of four that is surrounded from the start is gone before the first action",
        SURROUNDED,
        "a1-a2 2a1-a2",
        illegal={"empty-square": "c3-c2", "not-your-stack": "a7-a6", "needless-pass": "--"},
    ),
    Scene(
        "surrounded from the start (stuck_turn=forfeit): the other side begins",
        SURROUNDED,
        "a7-a6",
        illegal={"not-your-stack": "a1-a2"},
        rules=("stuck_turn=forfeit",),
    ),
    Scene(
        "both sides lose a stack of four and the turn (stuck_turn=forfeit)",
        "dA3/A4/5/2bb1/5/4a/BB1aD b 12",
        "a1-a2",
        illegal={"not-your-stack": "2c4-c3", "empty-square": "a7-b6 e1-d2"},
        rules=("stuck_turn=forfeit",),
    ),
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
    Scene(
        "any home space but its own (home_retreat=any)",
        HOME_RETREAT,
        rules=("home_retreat=any",),
        legal="3c6xc7>e7 3c6xc7>d7",
        illegal={"not-a-retreat": "3c6xc7>c7"},
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
    Scene("a survivor without a square is lost: the sixth piece", "bb3/5/1AAA1/2b2/2C2/5/BB3 b 9", "3c3xc4", "1-0 elimination"),
    Scene(
        "a survivor without a square is lost, and the game goes on",
        "bbbb1/5/1AAA1/2b2/2C2/5/BB3 b 9",
        moves="3c3xc4",
        legal="a7-a6 2a7-a5",
    ),
    Scene("a retreat may make a stack of four", "bb3/5/2c2/2b2/2C2/5/BB1BA b 8", "3c3xc4>c5"),
    Scene(
        "two survivors and a stack of three would make five",
        "b4/5/2c2/2c2/2BB1/5/BB1A1 b 8",
        "2c3+2d3xc4>b5",
        illegal={"retreat-blocked": "2c3+2d3xc4>c5"},
    ),
    Scene(
        "no retreat to where the attackers walked to",
        "5/3B1/2d2/2bA1/5/5/BB3 b 1",
        "2d6+d4xc4>b5",
        illegal={"retreat-blocked": "2d6+d4xc4>d5 2d6+d4xc4>c5"},
    ),
    Scene(
        "the attackers can walk in two ways: the survivors retreat to the square that one of them leaves free",
        "bb3/1B3/5/2bA1/5/5/BB1A1 b 1",
        "2b6+d4xc4>b5 2b6+d4xc4>d5",
        illegal={"retreat-blocked": "2b6+d4xc4>c5"},
    ),
    Scene("the attackers make room by a step before the attack", "bb3/5/3B1/2b2/3A1/5/BB3 b 1", "2d5+d3xc4>d5 2d5+d3xc4>b5"),
    Scene(
        "no retreat to where attackers stand who cannot make a step before",
        "bb3/5/1C3/2b2/1A3/5/BB3 b 1",
        "3b5xc4>c5 2b5+b3xc4>c5",
        illegal={"retreat-blocked": "3b5xc4>b5 2b5+b3xc4>b5"},
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
    Scene(
        "the sixth piece lost ends the game before a surrounded stack of four is taken off",
        "dA3/A4/5/2b2/2BB1/5/BB3 b 14",
        "2c3+2d3xc4",
        "1-0 elimination",
    ),
    Scene(
        "a breakthrough by an attack that also takes the sixth piece",
        "bbb2/1BB2/5/5/5/5/BB3 b 14",
        "2b6+2c6xb7",
        "1-0 breakthrough",
    ),
    Scene(
        "a breakthrough leaves a surrounded stack of four where it is", "dA3/AC3/5/2b2/5/5/BB3 b 14", "3b6-c7", "1-0 breakthrough"
    ),
    Scene("the fifth does not", "bb3/5/5/2b2/2C2/5/BB1BA b 14", legal="3c3xc4>c5"),
    Scene(
        "nothing is played after the end",
        "bb3/5/5/2b2/2BB1/5/BB2B b 14",
        moves="2c3+2d3xc4",
        illegal={"action-after-end": "a7-a6 -- 2c4-c5"},
        perft=(1,),
    ),
    Scene("without any legal action a player passes", STUCK, legal="--", illegal={"locked-pieces": "a7-a6"}, perft=(1,)),
    Scene(
        "one piece that can move is enough, though it takes two for a two-piece turn",
        "C1bb1/5/5/5/5/1a1aa/Aa1aA b 30",
        "a1-a2 a1-a3",
        illegal={"needless-pass": "--", "already-moved": "a1-a2&a2-a3"},
        rules=("text", "no_move=loss"),
    ),
    Scene("two pieces that have one step each", "C1bb1/5/5/5/a3a/1a1a1/Aa1aA b 30", "a1-a2 e1-e2&a1-a2", perft=(1,)),
    Scene("the other side is left without an action, and will pass", STUCK_NEXT, legal="d3-d2"),
    Scene("the other side is left without an action (no_move=loss)", STUCK_NEXT, "d3-d2", "0-1 no-action", rules=("no_move=loss",)),
    Scene(
        "that was the end (no_move=loss)",
        STUCK_NEXT,
        moves="d3-d2",
        illegal={"action-after-end": "-- a1-a2"},
        rules=("no_move=loss",),
    ),
    Scene(
        "without any legal action from the start (no_move=loss)",
        STUCK,
        illegal={"action-after-end": "-- a7-a6 a1-a2"},
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
