"""Scenes of Stack Wars."""

from __future__ import annotations

from expendibots_notation.vectors.scene import Playout, Scene

BOTH = ("text", "reference")
LONE = "x9/x9/x9/x9/x9/x4,b,x4/x9/x9/x9 b 5,5 0,0 7"
FACING = "x9/x9/x9/x9/x4,w,x4/x4,b,x4/x9/x9/x9 b 5,5 0,0 7"
BESIDE_OWN = "x9/x9/x9/x9/x9/x4,b,b2,x3/x9/x9/x9 b 5,5 0,0 7"
BEFORE_BASE = "x4,w,x4/x4,b,x4/x9/x9/x9/x9/x9/x9/x9 b 5,5 0,0 7"
LAST_DUEL = "x9/x9/x9/x9/x4,w,x4/x4,b,x4/x9/x9/x9 b 3,0 {points} 20"
LAST_ARMY = "w,x8/x4,b,x4/x9/x9/x9/x9/x9/x9/x9 b 0,5 {points} 20"
BOTH_LAST = "x4,w,x4/x4,b,x4/x9/x9/x9/x9/x9/x9/x9 b 0,0 {points} 20"
BLOCKED = "w2,w2,w2/b2,b2,b2/b,b,b b 0,0 0,0 9"
"""On 3 x 3 territories: stacks cannot attack, and by the rules text they cannot join each other either."""
ONE_IN_RESERVE = "w2,w2,w2/b2,b2,b2/b,b,x b 1,0 0,0 9"

SCENES = (
    Scene(
        "the start: one fortifies one's own baseline",
        legal="+a1 +e1 +i1",
        illegal={
            "not-controlled": "+e9 +e5 +a2",
            "off-board": "+j1 +a10 e1-j1 e1xe10",
            "empty-square": "e1-e2 e5xe6",
            "no-distance": "e1-e1",
            "needless-pass": "--",
        },
        perft=(1, 2, 3),
        rules=BOTH,
    ),
    Scene(
        "White answers on the ninth rank",
        moves="+e1",
        legal="+e9 +a9",
        illegal={"not-controlled": "+a1 +e5", "not-your-stack": "e1-e2"},
    ),
    Scene(
        "one fortifies a territory that one holds",
        "x9/x4,b,x4/x9/x9/x4,b,x4/x9/x9/x9/x4,b9,x4 b 5,5 0,0 12",
        legal="+e5 +e8 +e1 +d1",
    ),
    Scene(
        "an enemy's territory is not fortified", "x9/x9/x9/x9/x4,w,x4/x9/x9/x9/b,x8 b 5,5 0,0 7", illegal={"not-your-stack": "+e5"}
    ),
    Scene(
        "nothing is left in reserve",
        "x9/x9/x9/x9/x4,w,x4/x9/x9/x9/b,x8 b 0,5 0,0 30",
        legal="a1-a2 a1-b1",
        illegal={"empty-reserve": "+a1 +b1 +e5"},
        rules=BOTH,
    ),
    Scene("a move takes one army from a stack", "x9/x9/x9/x9/x9/x4,b3,x4/x9/x9/x9 b 5,5 0,0 7", legal="e4-f4 e4-e5 e4-d4 e4-e3"),
    Scene(
        "a move goes one territory, along a file or a rank",
        LONE,
        legal="e4-e3 e4-e5 e4-d4 e4-f4",
        illegal={"not-adjacent": "e4-e6 e4-f5 e4-d3 e4-a4", "no-distance": "e4-e4", "not-controlled": "+e3"},
        perft=(1,),
        rules=BOTH,
    ),
    Scene(
        "there is no way round the edge",
        "x9/x9/x9/x9/b,x8/x9/x9/x9/x9 b 5,5 0,0 7",
        "a5-a6 a5-b5",
        illegal={"not-adjacent": "a5-i6 a5-i5"},
    ),
    Scene("by the rules text a move ends on an empty territory", BESIDE_OWN, "e4-d4 f4-f5", illegal={"onto-own": "e4-f4 f4-e4"}),
    Scene("the author's program lets armies join", BESIDE_OWN, "e4-f4 f4-e4 e4-d4", rules=("reference", "move_onto_own=allow")),
    Scene(
        "the program with joining forbidden", BESIDE_OWN, rules=("reference,move_onto_own=forbid",), illegal={"onto-own": "e4-f4"}
    ),
    Scene(
        "back onto one's own baseline, and along it", "x9/x9/x9/x9/x9/x9/x9/x5,b,x3/x7,b,x b 5,5 0,0 7", legal="f2-f1 h1-g1 h1-i1"
    ),
    Scene(
        "an enemy is attacked, not moved onto",
        FACING,
        legal="e4xe5",
        illegal={
            "onto-enemy": "e4-e5",
            "not-your-stack": "e5-e6 e5xe4",
            "nothing-to-attack": "e4xe3 e4xd4",
            "not-adjacent": "e4xe6 e4xf5",
        },
        rules=BOTH,
    ),
    Scene("an attack on a stack removes one army; the attacker stays", FACING.replace("w,", "w3,"), legal="e4xe5"),
    Scene("sideways", "x9/x9/x9/x9/x9/x3,w,b,x4/x9/x9/x9 b 5,5 0,0 7", legal="e4xd4"),
    Scene("out of one's own baseline", "x9/x9/x9/x9/x9/x9/x9/x4,w,x4/x4,b,x4 b 5,5 0,0 7", legal="e1xe2"),
    Scene("a stack does not attack", FACING.replace("b,", "b2,"), illegal={"stack-attacks": "e4xe5"}),
    Scene("nobody attacks their own", FACING.replace("w,", "b,"), illegal={"attack-on-own": "e4xe5"}),
    Scene(
        "an invasion out of a stack: one army goes, for a point",
        "x9/x4,b3,x4/x9/x9/x9/x9/x9/x9/x9 b 5,5 0,0 7",
        legal="e8-e9",
        rules=BOTH,
    ),
    Scene("an invasion by attack: both armies go, for a point", BEFORE_BASE, legal="e8xe9", illegal={"onto-enemy": "e8-e9"}),
    Scene("the base holds two armies: the attack is no invasion", BEFORE_BASE.replace("w,", "w2,"), legal="e8xe9"),
    Scene("a stack does not invade by attack", BEFORE_BASE.replace("b,", "b2,"), illegal={"stack-attacks": "e8xe9"}),
    Scene("White invades the first rank", "x9/x9/x9/x9/x9/x9/x9/x2,w,x6/x9 w 5,5 0,0 7", legal="c2-c1"),
    Scene("the last army goes: more points win", LAST_DUEL.format(points="2,1"), "e4xe5", "1-0 elimination", rules=BOTH),
    Scene(
        "the last army goes, and its side has more points", LAST_DUEL.format(points="1,2"), "e4xe5", "0-1 elimination", rules=BOTH
    ),
    Scene(
        "the last army goes, and the points are equal", LAST_DUEL.format(points="2,2"), "e4xe5", "1/2-1/2 elimination", rules=BOTH
    ),
    Scene("one's own last army invades: the point counts first", LAST_ARMY.format(points="0,0"), "e8-e9", "1-0 elimination"),
    Scene("one's own last army invades, and that is too little", LAST_ARMY.format(points="0,2"), "e8-e9", "0-1 elimination"),
    Scene("one's own last army invades, for a draw", LAST_ARMY.format(points="0,1"), "e8-e9", "1/2-1/2 elimination"),
    Scene("the last armies of both sides go together", BOTH_LAST.format(points="3,3"), "e8xe9", "1-0 elimination"),
    Scene(
        "nothing is played after the end",
        LAST_DUEL.format(points="2,1"),
        moves="e4xe5",
        illegal={"action-after-end": "+e9 -- e4-e5"},
        perft=(1,),
    ),
    Scene("no end while there are armies in reserve", LAST_DUEL.format(points="0,0").replace("3,0", "0,1"), legal="e4xe5"),
    Scene("the last reserve is used", "w,x8/x9/x9/x9/x9/x9/x9/x9/x9 b 1,5 0,0 20", legal="+d1 +a1"),
    Scene("who has a choice does not pass", LONE, illegal={"needless-pass": "--"}, rules=("text", "reference")),
    Scene("who can pass by no rule", LONE, illegal={"no-passing": "--"}, rules=("no_move=none",)),
    Scene(
        "blocked: by the rules text only a pass is left",
        BLOCKED,
        legal="--",
        perft=(1,),
        illegal={"onto-own": "a1-b1", "stack-attacks": "a2xa3"},
    ),
    Scene(
        "blocked: where armies join, there is always a choice",
        BLOCKED,
        legal="a1-b1",
        rules=("reference",),
        illegal={"needless-pass": "--"},
    ),
    Scene("blocked: both sides have passed", BLOCKED, "--", "1/2-1/2 double-pass", moves="--"),
    Scene(
        "blocked: both sides have passed, and one has points",
        BLOCKED.replace("0,0 9", "0,1 9"),
        "--",
        "0-1 double-pass",
        moves="--",
    ),
    Scene("an attack is a choice", "w,w2,w2/b,b2,b2/b,b,b b 0,0 0,0 9", "a2xa3", illegal={"needless-pass": "--"}, perft=(1,)),
    Scene("a fortification is a choice", "w,x2/x3/x3 b 1,0 0,0 9", "+a1", illegal={"needless-pass": "--"}, perft=(1,)),
    Scene("a move is a choice", "w2,w2,w2/b2,b2,b2/b,x,b b 0,0 0,0 9", "a1-b1", illegal={"needless-pass": "--"}, perft=(1,)),
    Scene("who passes leaves the move to the other side", BLOCKED, moves="--", illegal={"not-your-stack": "a1-b1 a2xa3"}),
    Scene("a pass after a fortification is the first one", ONE_IN_RESERVE, moves="+c1", legal="--"),
    Scene("a pass, a fortification, and a pass", ONE_IN_RESERVE.replace(" b ", " w "), moves="-- +c1", legal="--"),
    Scene("two passes after a fortification", ONE_IN_RESERVE, "--", "1/2-1/2 double-pass", moves="+c1 --"),
    Scene("after both have passed", BLOCKED, moves="-- --", illegal={"action-after-end": "-- a1-b1"}),
    Scene("blocked, and nobody passes", BLOCKED, illegal={"no-passing": "--"}, rules=("no_move=none",), perft=(1,)),
    Scene(
        "the largest board",
        legal="+s1 +a1",
        illegal={"not-controlled": "+a19 +a9", "off-board": "+t1 +a20"},
        tags={"Size": "19"},
        perft=(1, 2),
    ),
    Scene("the smallest board", legal="+a1 +c1", illegal={"off-board": "+d1 +a4"}, tags={"Size": "3"}, perft=(1, 2, 3, 4)),
    Scene(
        "a middle position",
        "x,w,x,w,x,w,w,x,w/x5,w,x3/x9/x9/x9/x9/x9/x4,b,x4/x4,b3,x,b,b,b3 b 18,21 0,0 13",
        perft=(1, 2),
        rules=BOTH,
    ),
    Scene("tall stacks", "w27,x8/x9/x9/x9/x9/x9/x9/x9/x8,b27 b 0,0 0,0 28", legal="i1-i2 i1-h1", perft=(1, 2, 3), rules=BOTH),
)

PLAYOUTS = (
    Playout(games=3, vectors=20, longest=250),
    Playout(games=2, vectors=12, longest=250, rules="reference"),
    Playout(games=3, vectors=12, longest=600, tags={"Size": "3"}),
    Playout(games=2, vectors=12, longest=600, tags={"Size": "4"}, rules="reference,no_move=none"),
)
