"""A film: scenes and how long each is shown. Moves are seen as moves, chain reactions wave by wave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from expendibots_notation.diagram import NO_TRACE, Arrow, Cell, Diagram, Piece
from expendibots_notation.drawing.scene import Scene, Sliding

DELAY = 700
"""How long a position is shown, in milliseconds, unless somebody wishes otherwise."""

_SLIDES = (0.2, 0.5, 0.8)
"""Where a piece is seen on its way: a little closer together at the ends, as things move that start and stop."""
_SLIDE_TIME = 50
_SHORTEST_WAVE = 150
_LONGEST_WAVE = 350
_SHORTEST_END = 2500


@dataclass(frozen=True, slots=True)
class Step:
    """Something to show: a scene, and the board from which it came."""

    scene: Scene
    before: Diagram | None = None
    """None where the film begins."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene, and how long it is shown."""

    scene: Scene
    milliseconds: int


def frames(steps: Sequence[Step], delay: int = DELAY) -> Iterator[Frame]:
    """The film of some steps; the last one stays longer, so that one can look at it before the film begins anew."""
    for number, step in enumerate(steps, 1):
        scene, before = step.scene, step.before
        if before is not None and not scene.is_tried:
            for between in _slides(scene, before):
                # Film runs faster for those who want it fast.
                yield Frame(between, min(_SLIDE_TIME, delay))
            for wave in scene.half_steps(before):
                yield Frame(wave, min(max(_SHORTEST_WAVE, delay // 2), _LONGEST_WAVE))
        yield Frame(scene, delay if number < len(steps) else max(_SHORTEST_END, 4 * delay))


def _slides(scene: Scene, before: Diagram) -> Iterator[Scene]:
    """Pieces on their way along the arrows of an action."""
    old, new = _by_cell(before), _by_cell(scene.diagram)
    leaving = Counter(arrow.source for arrow in scene.trace.arrows)
    moving = []
    for arrow in scene.trace.arrows:
        piece = _leaving(arrow, old, new)
        if piece is not None:
            # Where several leave one stack, nothing tells how many go which way: they have no number.
            moving.append((arrow, piece if leaving[arrow.source] == 1 else piece._replace(label="")))
    if not moving:
        return
    # What stays behind: the old board, but where somebody leaves, what is left of them.
    sources = {arrow.source for arrow, _ in moving}
    staying = [piece for cell, piece in old.items() if cell not in sources]
    staying += [rest for cell in sources if (rest := new.get(cell)) is not None and _is_rest(old[cell], rest)]
    board = before._replace(pieces=tuple(sorted(staying, key=lambda piece: (piece.y, piece.x))))
    for part in _SLIDES:
        sliding = []
        for arrow, piece in moving:
            (x, y), (to_x, to_y) = arrow.source, arrow.target
            sliding.append(Sliding(piece, x + (to_x - x) * part, y + (to_y - y) * part))
        yield replace(scene, diagram=board._replace(caption=scene.diagram.caption), trace=NO_TRACE, sliding=tuple(sliding))


def _by_cell(diagram: Diagram) -> dict[Cell, Piece]:
    return {(piece.x, piece.y): piece for piece in diagram.pieces}


def _leaving(arrow: Arrow, old: dict[Cell, Piece], new: dict[Cell, Piece]) -> Piece | None:
    """What leaves the source of an arrow; None where nothing does. Of a stack, it is so much as is missing afterwards."""
    piece, rest = old.get(arrow.source), new.get(arrow.source)
    if piece is None or piece == rest or arrow.source == arrow.target:
        return None
    if rest is not None and _is_rest(piece, rest):
        return piece._replace(label=str(int(piece.label) - int(rest.label)))
    return piece


def _is_rest(piece: Piece, rest: Piece) -> bool:
    """Whether a piece is what is left of another one: a lower stack of the same side."""
    return (
        (rest.side, rest.kind) == (piece.side, piece.kind)
        and piece.label.isdecimal()
        and rest.label.isdecimal()
        and int(rest.label) < int(piece.label)
    )
