"""Films: moves are seen as moves, explosions wave by wave, and the end stays."""

from __future__ import annotations

import pytest
from pictured import scene, story

import expendibots_notation as xn
from expendibots_notation.cli.moments import scene_of
from expendibots_notation.drawing import shapes
from expendibots_notation.drawing.film import DELAY, Frame, Step, frames
from expendibots_notation.drawing.scene import Scene


def film(name: str, delay: int = DELAY) -> list[Frame]:
    told = story(name)
    steps = [
        Step(scene_of(told, moment), moment.before.diagram() if moment.before else None)
        for moment in told.timeline.moments
        if moment.position is not None
    ]
    return list(frames(steps, delay))


def test_every_ply_is_shown() -> None:
    shown = film("expendibots/chain-reaction")
    still = [frame for frame in shown if not frame.scene.sliding and frame.scene.wave is None]
    assert len(still) == 33
    assert [frame.milliseconds for frame in still] == [DELAY] * 32 + [4 * DELAY]
    assert len(shown) == 33 + 31 * 3 + 8


def test_a_stack_slides_from_its_source_to_its_target() -> None:
    """2a1-c1: two tokens leave a1, where none stays."""
    position = xn.expendibots.start(".8/.8/.8/.8/.8/.8/b.7/w3.7 w 1")
    after = position.play("2a1-c1")
    trace = position.trace(xn.expendibots.GAME.action("2a1-c1"))
    *sliding, last = frames([Step(Scene(after.diagram(), trace), position.diagram())])
    assert last.scene.diagram == after.diagram()
    places = [each.scene.sliding[0] for each in sliding]
    assert [place.piece.label for place in places] == ["2", "2", "2"]
    assert [place.y for place in places] == [0, 0, 0]
    assert 0 < places[0].x < places[1].x < places[2].x < 2
    for each in sliding:
        assert [(piece.x, piece.y, piece.label) for piece in each.scene.diagram.pieces] == [(0, 0, "1"), (0, 1, "1")]
        assert each.milliseconds < 100


def test_what_explodes_is_shown_wave_by_wave() -> None:
    waves = [frame.scene.wave for frame in film("expendibots/chain-reaction") if frame.scene.wave is not None]
    assert waves == list(range(8))


def test_what_was_only_tried_does_not_move() -> None:
    *others, last = film("expendibots/rejected")
    assert last.scene.is_tried
    assert others[-1].scene.wave is None
    assert not others[-1].scene.sliding
    assert last.scene.diagram.pieces == others[-1].scene.diagram.pieces


@pytest.mark.parametrize("delay", [20, 100, 700, 5000])
def test_the_delay_is_respected(delay: int) -> None:
    shown = film("expendibots/chain-reaction", delay)
    still = [frame.milliseconds for frame in shown if not frame.scene.sliding and frame.scene.wave is None]
    assert set(still[:-1]) == {delay}
    assert still[-1] >= 2500
    assert all(frame.milliseconds <= delay for frame in shown if frame.scene.sliding)


def test_a_film_of_one_position() -> None:
    (only,) = frames([Step(scene("expendibots/chain-reaction", 0))])
    assert only.milliseconds >= 2500


def test_where_several_leave_one_stack_they_have_no_number() -> None:
    """d4+b5xc4&d4-d3: of d4 some attack, and some go down."""
    told = story("stacks/combined-attacks")
    moment = next(each for each in told.timeline.moments if each.ply == 8)
    assert moment.before is not None
    shown = frames([Step(scene_of(told, moment), moment.before.diagram())])
    sliding = next(frame.scene for frame in shown if frame.scene.sliding)
    sources = [arrow.source for arrow in moment.trace.arrows]
    shared = [each.piece.label for each in sliding.sliding if sources.count((each.piece.x, each.piece.y)) > 1]
    assert shared == ["", ""]
    assert all(each.piece.label for each in sliding.sliding if sources.count((each.piece.x, each.piece.y)) == 1)
    assert 'class="n' not in shapes.piece(sliding.sliding[0].piece, sliding.diagram, 48).body
