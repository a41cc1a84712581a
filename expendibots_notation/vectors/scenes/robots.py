"""Scenes of Robots. Chance is part of what is asked: where a teleport ends, and how a level begins."""

from __future__ import annotations

from expendibots_notation.vectors.scene import Playout, Scene

BOTH = ("text", "reference")
CLEARED = "9/9/9/1h1e5/9/9/9 1 2 10"
SPAWN_2 = "<r1r1r1r1r/1r1r1r1r1/r7r/4h4/r7r/1r1r1r1r1/r3r3r>"
SPAWN_2_REFERENCE = SPAWN_2.replace("4h4", "5h3")
USUAL_SPAWN = "<" + "/".join(["45"] * 14 + ["23h21"] + ["45"] * 14 + ["rrrrrrrrrr35"]) + ">"
NEAR = "9/5r3/9/1h5r1/9/9/9 1 {safe} 5"
BESIDE_EXPLOSION = "9/9/3e5/1h5r1/9/9/9 1 {safe} 5"
CORNER = "9/9/9/7r1/9/9/h8 1 0 9"
CROWD = "/".join(["45"] * 14 + ["23h21"] + ["45"] * 5 + ["rrrrrrrrrr35"] * 10) + " 10 2 450"
CROWD_AND_EXPLOSION = CROWD.replace("/45/45/45/45/45/rrr", "/30e14/45/45/45/45/rrr", 1)
"""The explosion is on (30, 14), the human on (23, 15)."""
NINETY_NINE = CROWD_AND_EXPLOSION.replace("rrrrrrrrrr35", "1rrrrrrrrr35", 1)
PACKED = "/".join(["rrrrrrrrrrrr/r11/rrrrrrrrrrrr"] * 3 + ["rrrrrrrrrrrr/r4h6/rrrrrrrrrrrr"]) + " 10 {safe} 300"
"""A hundred robots, and no cell that is far from all of them."""
FIGURE = "/".join(["45"] * 12 + ["24e20"] + ["45"] * 9 + ["10h1r2r29", "11e33"] + ["45"] * 6) + " 1 0 8"
USUAL_LEVEL = "/".join(["45"] * 29 + ["h2er40"]) + " {level} 0 5000"
LAST = "9/9/9/h2er4/9/9/9 {level} 0 {score}"

SCENES = (
    Scene(
        "a new game begins with a spawn of ten robots around the human in the centre",
        tags={"Size": "9x7"},
        legal="<r7r/9/1r7/r3h3r/9/1r1rr4/r7r>",
        illegal={
            "missing-spawn": "U X T@1,1 t@1,1 C",
            "spawn-count": "<r7r/9/1r7/r3h3r/9/1r1r5/r7r> <r7r/9/1r7/r3h3r/9/1r1rrr3/r7r>",
            "spawn-human": "<r7r/9/1r7/r4h2r/9/1r1rr4/r7r> <r7r/9/1r7/r2h4r/9/1r1rr4/r7r> <r7r/9/1r7/r7r/9/1r1r5/r7r>",
            "spawn-size": "<r7r/1r7/r3h3r/9/1r1r5/r7r> <r6r/8/1r6/r3h2r/8/1r1r4/r6r>",
            "spawn-explosion": "<r7r/4e4/1r7/r3h3r/9/1r1r5/r7r>",
        },
        rules=("text", "reference,start=centre"),
    ),
    Scene(
        "the author's program puts the human one cell right of the centre",
        tags={"Size": "9x7"},
        legal="<r7r/9/1r7/r4h2r/9/1r1rr4/r7r>",
        illegal={"spawn-human": "<r7r/9/1r7/r3h3r/9/1r1rr4/r7r>"},
        rules=("reference", "start=reference"),
    ),
    Scene(
        "the centre of a board of even width and height",
        tags={"Size": "4x4"},
        legal="<rrrr/rrhr/rrr1/4>",
        illegal={"spawn-human": "<rrrr/rrrh/rrr1/4> <rrrr/rhrr/rrr1/4> <rrrr/rrr1/rrhr/4>"},
    ),
    Scene(
        "and where the author's program begins on it",
        tags={"Size": "4x4"},
        legal="<rrrr/rrrh/rrr1/4>",
        illegal={"spawn-human": "<rrrr/rrhr/rrr1/4>"},
        rules=("reference",),
    ),
    Scene(
        "level 0: the first spawn puts the human on its start, and safe teleports last",
        "h8/9/9/9/9/9/9 0 3 0",
        legal="<r7r/9/1r7/r3h3r/9/1r1rr4/r7r>",
        illegal={"missing-spawn": "C T@1,1", "spawn-human": "<h7r/9/1r7/r2r4r/9/1r1rr4/r7r>"},
    ),
    Scene(
        "a new game on the usual board",
        legal=USUAL_SPAWN,
        illegal={
            "spawn-size": " ".join(
                [
                    USUAL_SPAWN.replace("<", "<45/"),
                    USUAL_SPAWN.replace("<45/", "<"),
                    USUAL_SPAWN.replace("45", "46").replace("h21", "h22").replace("r35", "r36"),
                ]
            ),
        },
        rules=("reference",),
    ),
    Scene(
        "the size of a spawn: a row or a column too many or too few, everything else as it must be",
        tags={"Size": "9x7", "Start": "0,0"},
        illegal={
            "spawn-size": "<9/r7r/9/1r7/r6rr/9/1r1rr4/h7r> <9/1r7/rr5rr/9/1rrrr4/h7r> <8/9/1r7/rr5rr/9/1rrrr4/h7r>",
        },
        rules=BOTH,
    ),
    Scene(
        "the human begins where the Start tag says",
        tags={"Size": "9x7", "Start": "0,0"},
        legal="<r7r/9/1r7/r6rr/9/1r1rr4/h7r>",
        illegal={"spawn-human": "<r7r/9/1r7/r3h3r/9/1r1rr4/r7r>"},
        rules=BOTH,
    ),
    Scene(
        "every step, and standing still: the robots step towards the new place",
        NEAR.format(safe=0),
        legal="UL U UR L C R DL D DR",
        illegal={"unexpected-spawn": SPAWN_2, "wrong-teleport": "T@3,0"},
        rules=BOTH,
    ),
    Scene(
        "every edge of the board",
        "9/9/9/8h/9/9/r8 1 0 9",
        legal="U D L C",
        illegal={"off-board": "R UR DR"},
        rules=BOTH,
    ),
    Scene("the upper edge", "4h4/9/9/9/9/9/r8 1 0 9", legal="L R D C", illegal={"off-board": "U UL UR"}, rules=BOTH),
    Scene("the left edge", "9/9/9/h8/9/9/8r 1 0 9", legal="U D R C", illegal={"off-board": "L UL DL"}, rules=BOTH),
    Scene("the lower edge", "8r/9/9/9/9/9/4h4 1 0 9", legal="L R U C", illegal={"off-board": "D DL DR"}, rules=BOTH),
    Scene(
        "the other edges hold the human back as well (offboard=clamp)",
        "8h/9/9/9/9/9/r8 1 0 9",
        legal="R U UR UL DR L D",
        rules=("offboard=clamp",),
    ),
    Scene("the edge of the board", CORNER, legal="U R UR C", illegal={"off-board": "L D DL DR UL"}, rules=BOTH),
    Scene(
        "the edge of the board holds the human back (offboard=clamp)",
        CORNER,
        legal="L D DL DR UL U",
        rules=("offboard=clamp", "reference,offboard=clamp"),
    ),
    Scene("two robots that meet are destroyed and leave an explosion", "9/9/5r3/1h3r3/9/9/8r 1 0 7", legal="L", rules=BOTH),
    Scene("a robot runs into an explosion, which stays", "9/9/9/1h2er3/9/9/8r 1 0 8", legal="L", rules=BOTH),
    Scene("robots step at once: one enters the cell that another leaves", "9/9/9/1h2rr3/9/9/8r 1 0 7", legal="L", rules=BOTH),
    Scene("a robot reaches the human", "9/9/2r6/1h7/9/9/8r 1 0 8", "C", "0-1 death", rules=BOTH),
    Scene("walking into a robot", "9/9/9/1hr6/9/9/8r 1 0 8", "R", "0-1 death", rules=BOTH),
    Scene("walking into an explosion", "9/9/9/1he6/9/9/8r 1 0 9", "R", "0-1 death", rules=BOTH),
    Scene("a robot comes next to the human, which is not yet fatal", "9/9/9/1h2r4/9/9/8r 1 0 8", legal="R C", rules=BOTH),
    Scene("a collision elsewhere helps nobody whom another robot reaches", "9/5r3/5r3/1hr6/9/9/9 1 0 7", "C", "0-1 death"),
    Scene("the last robot is destroyed: the level is cleared", "9/9/9/1h1er4/9/9/9 1 2 9", legal="L", rules=BOTH),
    Scene(
        "a cleared level waits for the next spawn, with twenty robots",
        CLEARED,
        legal=SPAWN_2,
        illegal={
            "missing-spawn": "U X T@0,0",
            "spawn-count": "<r1r1r1r1r/1r1r1r1r1/r7r/4h4/r7r/1r1r1r1r1/r7r>",
            "spawn-human": SPAWN_2_REFERENCE,
            "spawn-size": "<1r1r1r1r1/r7r/4h4/r7r/1r1r1r1r1/r3r3r>",
            "spawn-explosion": "<r1r1r1r1r/1r1r1r1r1/r3e3r/4h4/r7r/1r1r1r1r1/r3r3r>",
        },
    ),
    Scene(
        "a cleared level of the author's program",
        CLEARED,
        legal=SPAWN_2_REFERENCE,
        illegal={"spawn-human": SPAWN_2},
        rules=("reference",),
    ),
    Scene("the safe teleports last into the next level", CLEARED, moves=SPAWN_2_REFERENCE, legal="C T@4,5", rules=("reference",)),
    Scene(
        "a safe teleport by the rules text: to where no robot reaches the human",
        NEAR.format(safe=2),
        legal="T@3,0 T@0,6 T@1,3",
        illegal={"forbidden-cell": "T@5,5 T@4,5 T@6,4 T@7,3 T@8,4", "wrong-teleport": "t@3,0 t@5,5", "off-board": "T@9,3 T@3,7"},
        perft=(1, 2),
    ),
    Scene(
        "a safe teleport into an explosion",
        BESIDE_EXPLOSION.format(safe=1),
        legal="T@2,4",
        illegal={"forbidden-cell": "T@3,4"},
        rules=BOTH,
    ),
    Scene(
        "a safe teleport of the author's program: robots step aside",
        NEAR.format(safe=2),
        legal="T@4,5 T@6,4 T@8,4 T@3,0",
        illegal={"forbidden-cell": "T@5,5 T@7,3", "wrong-teleport": "t@3,0", "off-board": "T@9,3"},
        rules=("reference", "safe_teleport=sidestep"),
        perft=(1, 2),
    ),
    Scene("two robots step aside into one cell", "9/6r2/6r2/9/9/9/1h6r 1 1 5", legal="T@5,5 T@5,4", rules=("reference",)),
    Scene("a robot steps aside into an explosion", "9/4e1r2/9/9/9/9/1h6r 1 1 5", legal="T@5,5", rules=("reference",)),
    Scene(
        "on the left edge robots step aside to the right, elsewhere to the left",
        "9/9/1r7/9/7h1/9/r8 1 1 0",
        legal="T@0,4 T@0,3 T@1,3 T@2,4 T@1,1 T@0,1",
        illegal={"forbidden-cell": "T@1,4 T@0,0"},
        rules=("reference",),
    ),
    Scene(
        "on the left edge robots meet where they step aside, or run into an explosion",
        "9/r8/9/r8/7h1/1e7/r8 1 1 0",
        legal="T@0,4 T@0,1 T@1,4",
        rules=("reference",),
    ),
    Scene(
        "on the right edge robots step aside to the left",
        "9/9/8r/7r1/1h7/9/r8 1 1 0",
        legal="T@8,3 T@7,4 T@8,5",
        illegal={"forbidden-cell": "T@8,4"},
        rules=("reference",),
    ),
    Scene(
        "a crowd of a hundred that leaves no room: any free cell will do",
        PACKED.format(safe=1),
        legal="T@5,1 T@1,4",
        illegal={"forbidden-cell": "T@0,4 T@5,0"},
        rules=("reference",),
    ),
    Scene(
        "a crowd of a hundred that leaves no room, by the rules text: a safe teleport has nowhere to go",
        PACKED.format(safe=1),
        illegal={"forbidden-cell": "T@5,1 T@1,4 T@0,4", "wrong-teleport": "t@5,1"},
    ),
    Scene(
        "a crowd of a hundred: the program looks for more room",
        CROWD,
        legal="T@30,20 T@11,11",
        illegal={"forbidden-cell": "T@10,10 T@10,5"},
        rules=("reference",),
        perft=(1,),
    ),
    Scene(
        "a crowd of a hundred: an explosion keeps its distance too",
        CROWD_AND_EXPLOSION,
        legal="T@32,14 T@28,16 T@30,12",
        illegal={"forbidden-cell": "T@31,14 T@29,15 T@30,13 T@31,13 T@30,14 T@10,3 T@0,10"},
        rules=("reference",),
    ),
    Scene(
        "a crowd of a hundred by the rules text: an explosion has no distance",
        CROWD_AND_EXPLOSION,
        legal="T@31,14 T@29,15",
        illegal={"forbidden-cell": "T@30,14 T@10,3 T@0,10"},
    ),
    Scene(
        "ninety-nine are no crowd",
        NINETY_NINE,
        legal="T@31,14 T@10,3 T@0,10 T@0,9",
        illegal={"forbidden-cell": "T@30,14 T@1,9"},
        rules=("reference",),
    ),
    Scene("a crowd of a hundred by the rules text", CROWD, legal="T@30,20 T@11,11", illegal={"forbidden-cell": "T@10,10 T@10,5"}),
    Scene(
        "an unsafe teleport, where no safe one is left",
        NEAR.format(safe=0),
        legal="t@3,0 t@1,3",
        illegal={"off-board": "t@9,0 t@0,7", "wrong-teleport": "T@3,0"},
        rules=BOTH,
    ),
    Scene("an unsafe teleport next to a robot, or onto one", NEAR.format(safe=0), "t@4,5 t@5,5 t@7,3", "0-1 death", rules=BOTH),
    Scene(
        "an unsafe teleport into an explosion by the rules text",
        BESIDE_EXPLOSION.format(safe=0),
        "t@3,4",
        "0-1 death",
        rules=("text", "reference,teleport_onto_explosion=death"),
    ),
    Scene(
        "the author's program puts the explosion out",
        BESIDE_EXPLOSION.format(safe=0),
        legal="t@3,4",
        rules=("reference", "teleport_onto_explosion=extinguish"),
    ),
    Scene(
        "an explosion that was put out does not come back",
        BESIDE_EXPLOSION.format(safe=0),
        moves="t@3,4",
        legal="C L",
        rules=("reference",),
    ),
    Scene("a cascade that ends well earns a safe teleport for each robot", "9/9/9/h2e1rrr1/9/9/9 1 1 7", legal="X", rules=BOTH),
    Scene("no more than ten safe teleports", "9/9/9/he1rrrrrr/9/9/9 1 8 4", legal="X", rules=BOTH),
    Scene("a cascade that ends in death earns nothing", "9/9/9/h3r4/9/9/9 1 3 9", "X", "0-1 death", rules=BOTH),
    Scene("nor do the robots that it has destroyed before count", "9/9/6r2/h2r5/6r2/9/9 1 3 5", "X", "0-1 death", rules=BOTH),
    Scene(
        "nothing is done after a death",
        "9/9/9/1hr6/9/9/8r 1 0 8",
        moves="R",
        illegal={"action-after-end": f"C X t@0,0 {SPAWN_2}"},
        perft=(1,),
    ),
    Scene("the last level that fits on the board is cleared", LAST.format(level=6, score=209), "X", "1-0 last-level", rules=BOTH),
    Scene("the same by a step", LAST.format(level=6, score=209), "C", "1-0 last-level", rules=BOTH),
    Scene("the level before it", LAST.format(level=5, score=149), legal="X C", rules=BOTH),
    Scene("the last level that the Levels tag names", LAST.format(level=2, score=29), "X", "1-0 last-level", tags={"Levels": "2"}),
    Scene("twenty cells have room for ten robots and the human: one level", "h1er1/5/5/5 1 0 9", "C", "1-0 last-level", rules=BOTH),
    Scene("twenty-one have room for twenty: two levels", "3/r2/e2/3/3/3/h2 1 0 9", legal="C", rules=BOTH),
    Scene("twenty-one cells: the second level is the last", "3/r2/e2/3/3/3/h2 2 0 29", "C", "1-0 last-level", rules=BOTH),
    Scene("level 66 is the last on the usual board", USUAL_LEVEL.format(level=66), "C", "1-0 last-level", rules=BOTH),
    Scene("level 65 is not", USUAL_LEVEL.format(level=65), legal="C", rules=BOTH),
    Scene(
        "a position in which the last level is cleared",
        CLEARED,
        illegal={"action-after-end": f"C T@0,0 {SPAWN_2}"},
        tags={"Levels": "1"},
    ),
    Scene(
        "nothing is done after the last level",
        LAST.format(level=6, score=209),
        moves="X",
        illegal={"action-after-end": f"C T@0,0 {SPAWN_2}"},
    ),
    Scene("a board of the usual size", FIGURE, legal="D DL", perft=(1,)),
    Scene("a small board", "h3/4/1e2/3r 1 1 7", perft=(1, 2), rules=("text", "reference,offboard=clamp")),
)

PLAYOUTS = (
    Playout(games=4, vectors=10, tags={"Size": "15x11"}),
    Playout(games=3, vectors=10, tags={"Size": "15x11"}, rules="reference"),
    Playout(games=4, vectors=10, position="9/9/3e5/1h1r3r1/9/6r2/r8 1 3 6"),
    Playout(games=4, vectors=10, position="9/9/3e5/1h1r3r1/9/6r2/r8 1 3 6", rules="reference,offboard=clamp"),
    Playout(games=1, vectors=6),
)
