"""Scenes that the tests of drawings and pictures look at."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import expendibots_notation as xn
from expendibots_notation.cli.moments import scene_of
from expendibots_notation.diagram import Arrow, Diagram, Piece, Trace
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.pipeline import judged
from expendibots_notation.verdict import Judged

SAMPLES = Path(__file__).parent.parent / "samples"
GOLDEN = Path(__file__).parent / "golden" / "drawings"

HOSTILE = (
    "<script>alert(1)</script>",
    "</title></svg><script>",
    "]]>",
    "\"'&amp;",
    "\x1b[31mred\x1b]0;title\x07",
    "\u202eevil\u2066",
    "\ud800\udc80",
    "a\nb\tc\x00",
)
"""Names that somebody may give to a player."""

TALL = ".8/w.7/b12.7/w120.b5.5/.3b4w3.3/b2.7/.b12345.6/w1234567890.7 w 4 2"


@cache
def story(name: str) -> Judged:
    return judged(next(xn.read(SAMPLES / f"{name}.xbn")))


def scene(name: str, ply: int) -> Scene:
    """What is seen after a ply of a sample."""
    told = story(name)
    return scene_of(told, next(moment for moment in told.timeline.moments if moment.ply == ply))


def half_steps(name: str, ply: int) -> list[Scene]:
    """What is seen while a ply of a sample is played."""
    before = next(moment.before for moment in story(name).timeline.moments if moment.ply == ply)
    assert before is not None
    return list(scene(name, ply).half_steps(before.diagram()))


def start() -> Scene:
    return Scene(xn.expendibots.start().diagram())


def tall() -> Scene:
    return Scene(xn.expendibots.start(TALL).diagram(), title="Stacks of every height")


def sides() -> Scene:
    """A board of no game: four sides without names, all kinds of pieces and arrows, squares that belong to a side."""
    kinds = [(side, "stack", str(side + 1)) for side in range(4)] + [(0, "human", ""), (1, "robot", ""), (2, "explosion", "")]
    pieces = tuple(
        Piece(x, 0, side, "pqrs"[side], label, f"{kind} {label} of {side}", kind) for x, (side, kind, label) in enumerate(kinds)
    )
    arrows = (
        Arrow((0, 0), (0, 2)),
        Arrow((1, 0), (2, 1), "attack"),
        Arrow((3, 0), (2, 1), "help"),
        Arrow((2, 1), (2, 2), "retreat"),
    )
    homes = tuple((x, 2, x % 4) for x in range(7))
    diagram = Diagram(tuple("abcdefg"), ("1", "2", "3"), pieces, (("Score", "3"),), "Somebody to move", homes)
    return Scene(diagram, Trace(arrows, ((6, 2),), (((5, 2),),)))


def golden(name: str, text: str) -> str:
    """The expected text of that name. `XBN_REFRESH=1` rewrites it; look at the difference before keeping it."""
    path = GOLDEN / name
    if os.environ.get("XBN_REFRESH") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return path.read_text(encoding="utf-8")
