"""Scenes of Expendibots."""

from __future__ import annotations

from expendibots_notation.vectors.scene import Playout, Scene

BOTH = ("text", "referee")
TALL = ".8/.8/.2b.5/.8/.3w12.3b/.8/.8/.7w w 40 3"
CORNERS = "b2.6b/.8/.8/.8/.8/.8/.8/w3.6w w 9 0"
SHUTTLE = "d2-d3 e7-e6 d3-d2 e6-e7"
"""Four plies that lead back to the board before them, with the same side to move."""
ROUNDS = ".b.6/.8/.8/.8/.8/.8/.8/.6w2. w 5 0"
DRAWN = "1/2-1/2 repetition"
LONE = "b.7/.8/.8/.8/.8/.8/.8/.7w w 30 5"
LONE_LAST = "b.7/.8/.8/.8/.8/.8/.8/.7w b 250 12"


def _rounds(plies: int) -> str:
    """From ROUNDS: White's stack goes round in three moves, Black's to and fro in two, so boards return with either to move."""
    white, black = ("2g1-g3", "2g3-g2", "2g2-g1"), ("b8-a8", "a8-b8")
    return " ".join(black[ply // 2 % 2] if ply % 2 else white[ply // 2 % 3] for ply in range(plies))


SCENES = (
    Scene(
        "the start: single tokens move one square, along ranks and files",
        legal="a1-b1 a2-a3 b1-a1 d2-d3 e2-d2 h2-h3 h1-g1 b2-c2",
        illegal={
            "too-far": "a1-a3 d2-d4 a2-a8 d2-b2",
            "not-in-line": "a1-b2 d2-e3 h1-a2",
            "empty-square": "c1-c2 d4-d5 xc3 xh4",
            "not-your-stack": "a8-a6 e7-e6 xd7",
            "too-many-tokens": "2d2-d3 9a1-b1",
            "zero-tokens": "0d2-d3",
            "no-distance": "d2-d2 a1-a1",
            "off-board": "a1-a9 h1-i1 xi1 xa9 a9-a8",
        },
        perft=(1, 2, 3),
        rules=BOTH,
    ),
    Scene("the start: a boom takes the stack and its neighbours with it, whoever owns them", legal="xd1 xa1 xe2 xh2 xb2"),
    Scene(
        "a stack moves with any number of its tokens, as far as it is high",
        TALL,
        legal="d4-d5 12d4-d5 12d4-d8 7d4-a4 5d4-d1 12d4-g4 d4-e4 xd4 h1-h2 xh1",
        illegal={
            "onto-enemy": "d4-h4 12d4-h4",
            "too-far": "h1-h3",
            "too-many-tokens": "13d4-d5 100d4-d5 2h1-h2",
            "not-in-line": "12d4-e5 3d4-h8",
            "off-board": "12d4-d9 12d4-i4",
        },
        perft=(1,),
        rules=BOTH,
    ),
    Scene(
        "a move may pass over stacks of both sides and join its own",
        "b.6w/.8/.8/.8/.8/.8/.8/w4bwb2w2.3 w 12 0",
        legal="a1-c1 4a1-c1 3a1-e1 a1-a5 xa1 xc1 2e1-f1",
        illegal={"onto-enemy": "a1-b1 4a1-d1 2e1-d1", "too-far": "a1-f1 e1-h1 c1-e1"},
        perft=(1, 2),
    ),
    Scene(
        "a stack in the corner: the edge is not crossed",
        CORNERS,
        legal="a1-a4 3a1-d1 2a1-b1 xa1 h1-h2 h1-g1",
        illegal={"off-board": "h1-i1 h1-h0 a1-a9", "too-far": "a1-a5 3a1-e1"},
        perft=(1, 2),
    ),
    Scene(
        "a boom in the corner reaches three squares, and no other edge of the board",
        ".7b/.8/.8/.8/.4w.3/.8/w.7/wb.6 b 20 4",
        legal="xb1 xh8 b1-c1 h8-h7",
        illegal={"not-your-stack": "xa1 xa2", "empty-square": "xb2", "onto-enemy": "b1-a1"},
    ),
    Scene(
        "a chain reaction runs over stacks of both sides, also diagonally, and leaves out what it does not touch",
        "b.6b/.8/.8/.w.b.w2.2/.2b.w.3/.8/.w2.5b/w.7 w 18 2",
        legal="xb5 xe4 xf5 xb2 xa1",
        illegal={"empty-square": "xd4"},
        perft=(1, 2),
    ),
    Scene(
        "the chain runs once around the board",
        "wbwbwbwb/b.6w/w.6b/b.6w/w.6b/b.6w/w.6b/bwbwbwbw w 60 1",
        legal="xa8 xh1",
        ends="1/2-1/2 mutual-destruction",
        illegal={"not-your-stack": "xb8", "onto-enemy": "a8-b8"},
    ),
    Scene(
        "White's boom takes Black's last tokens and leaves White one", "b.7/w.7/.8/.8/.8/.8/.8/.7w w 31 0", "xa7", "1-0 elimination"
    ),
    Scene("White's boom takes White's own last tokens", "b.7/.8/.8/w.7/.8/.8/.8/.8 w 31 0", "xa5", "0-1 elimination"),
    Scene(
        "Black's boom takes White's last tokens and leaves Black some",
        "b2.7/.8/.8/.8/.8/.8/.6bw3/.8 b 33 7",
        "xg2",
        "0-1 elimination",
    ),
    Scene("Black's boom takes Black's own last tokens", "b.7/.8/.8/w.7/.8/.8/.8/.8 b 31 0", "xa8", "1-0 elimination"),
    Scene(
        "the last tokens of both sides go together",
        "b.7/w.7/.8/.8/.8/.8/.8/.8 w 31 0",
        "xa7",
        "1/2-1/2 mutual-destruction",
        rules=BOTH,
    ),
    Scene("the same, by a boom of Black", "b.7/w.7/.8/.8/.8/.8/.8/.8 b 31 0", "xa8", "1/2-1/2 mutual-destruction", rules=BOTH),
    Scene(
        "nothing is played after the end",
        "b.7/w.7/.8/.8/.8/.8/.8/.7w w 31 0",
        moves="xa7",
        illegal={"action-after-end": "xh1 h1-h2 xa8 a1-a3 0h1-h2 h1-h9"},
        perft=(1,),
    ),
    Scene("a lone token of each side", LONE, legal="h1-h2 h1-g1", perft=(1, 2, 3), rules=BOTH),
    Scene("turn 250 of White does not end the game", "b.7/.8/.8/.8/.8/.8/.8/.7w w 250 11", legal="h1-h2 h1-g1", rules=BOTH),
    Scene("turn 250 of Black does", LONE_LAST, legal="a8-a7 a8-b8", ends="1/2-1/2 turn-limit", rules=BOTH),
    Scene("an elimination counts before the limit of turns", LONE_LAST, legal="xa8", ends="1-0 elimination", rules=BOTH),
    Scene(
        "mutual destruction counts before the limit of turns",
        "b.7/w.7/.8/.8/.8/.8/.8/.8 b 250 9",
        legal="xa8",
        ends="1/2-1/2 mutual-destruction",
    ),
    Scene("after the limit of turns nothing is played", LONE_LAST, moves="a8-a7", illegal={"action-after-end": "h1-h2 xh1"}),
    Scene("the board of the start occurs for the third time", moves=f"{SHUTTLE} d2-d3 e7-e6 d3-d2", legal="e6-e7", rules=BOTH),
    Scene(
        "the board of the start occurs for the fourth time, with the same side to move: both readings end the game",
        moves=f"{SHUTTLE} {SHUTTLE} d2-d3 e7-e6 d3-d2",
        legal="e6-e7",
        ends=DRAWN,
        rules=BOTH,
    ),
    Scene("by the rules text a board counts whoever is to move: the fourth time", ROUNDS, "2g2-g1", DRAWN, moves=_rounds(16)),
    Scene(
        "for the referee the same board with the other side to move is another",
        ROUNDS,
        "2g2-g1",
        rules=("referee",),
        moves=_rounds(16),
    ),
    Scene("for the referee the fourth time comes later", ROUNDS, "a8-b8", DRAWN, rules=("referee",), moves=_rounds(35)),
    Scene(
        "after the end by the rules text, which is none for the referee",
        ROUNDS,
        illegal={"action-after-end": "a8-b8 xa8"},
        moves=_rounds(17),
    ),
    Scene("the referee plays on", ROUNDS, legal="b8-a8 b8-c8", rules=("referee",), moves=_rounds(17)),
    Scene(
        "a repetition counts before the limit of turns",
        "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 245 0",
        moves=f"{SHUTTLE} {SHUTTLE} d2-d3 e7-e6 d3-d2",
        legal="e6-e7",
        ends=DRAWN,
        rules=BOTH,
    ),
    Scene(
        "a boom begins the count of quiet plies anew",
        "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1 7",
        legal="xa1 a1-b1",
        rules=BOTH,
    ),
    Scene(
        "the end by repetition is an end",
        moves=f"{SHUTTLE} {SHUTTLE} {SHUTTLE}",
        illegal={"action-after-end": "d2-d3 xd2"},
        rules=BOTH,
    ),
    Scene(
        "a middle position of a real game",
        ".b.b.b.b/b.b2.3bb/.3bww.2/.8/w.2w.2w./b2.3w.3/.6ww/.8 w 17 3",
        legal="xe6 xf6 e6-e7 xh2",
        illegal={"onto-enemy": "e6-d6", "not-your-stack": "xd6 2a3-a4"},
        perft=(1, 2),
        rules=BOTH,
    ),
    Scene("high stacks and low ones", "bb.5b/.3b2.bb2b/b2.7/.b.6/.4w.3/.w.4w./.2w3w2.2w3./.6w. w 22 8", perft=(1, 2)),
    Scene("a position in which Black is to move", ".b2.b2b.3/bb.2b.3/.8/.8/.8/.w.6/w.7/ww.6 b 14 2", perft=(1, 2, 3)),
)

PLAYOUTS = (
    Playout(games=6, vectors=14),
    Playout(games=3, vectors=8, rules="referee"),
    Playout(games=3, vectors=8, position="b4.6b4/.8/.8/.8/.8/.8/.8/w4.6w4 w 1 0"),
    Playout(games=2, vectors=8, position=".2b12.5/.8/.8/.8/.8/.8/.8/.5w12.2 w 1 0", rules="referee"),
)
