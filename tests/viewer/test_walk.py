"""Walking through stories: steps, waves, booms, plies and variations, without any screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import expendibots_notation as xn
from expendibots_notation.judging.timeline import Kind, Moment, Thread
from expendibots_notation.pipeline import judged
from expendibots_notation.viewer.walk import Walk

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'


def walk_through(text: str) -> Walk:
    (record,) = xn.read_text(text)
    return Walk(judged(record))


def walk_sample(name: str) -> Walk:
    return Walk(judged(next(xn.read(SAMPLES / name))))


def every_moment(thread: Thread) -> Iterator[Moment]:
    for moment in thread.moments:
        yield moment
        for variation in moment.variations:
            yield from every_moment(variation)


def test_every_step_forward_and_back() -> None:
    walk = walk_sample("expendibots/setup.xbn")
    seen = [(walk.moment.text, walk.step.wave)]
    while walk.forward():
        seen.append((walk.moment.text, walk.step.wave))
    assert seen == [("", None), ("b5-b2", None), ("b1-c1", None), ("xb2=2:1", 0), ("xb2=2:1", 1), ("xb2=2:1", None)]
    assert walk.is_at_end
    assert not walk.forward()
    back = [(walk.moment.text, walk.step.wave)]
    while walk.back():
        back.append((walk.moment.text, walk.step.wave))
    assert back == seen[::-1]
    assert not walk.back()


def test_a_wave_is_shown_on_the_board_before_it() -> None:
    walk = walk_sample("expendibots/setup.xbn")
    walk.last()
    after = walk.diagram
    walk.back()
    before = walk.diagram
    assert after is not None
    assert before is not None
    assert len(before.pieces) == len(after.pieces) + 3


def test_whole_moments_leave_waves_out() -> None:
    walk = walk_sample("expendibots/setup.xbn")
    plies = [0]
    while walk.next_moment():
        assert walk.step.wave is None
        plies.append(walk.moment.ply)
    assert plies == [0, 1, 2, 3]
    walk.back()
    assert walk.step.wave == 1
    assert walk.previous_moment()
    assert walk.moment.ply == 2


def test_booms_are_found_from_anywhere() -> None:
    walk = walk_through(HEAD + "1. xa1 a7-a6 2. g1-f1 xh8 3. g2-g3 *")
    assert [walk.next_boom() and walk.moment.text, walk.next_boom() and walk.moment.text] == ["xa1", "xh8"]
    assert walk.step.wave == 0
    assert not walk.next_boom()
    assert walk.moment.text == "xh8"
    walk.last()
    assert walk.previous_boom()
    assert walk.moment.text == "xh8"
    assert walk.previous_boom()
    assert walk.moment.text == "xa1"
    assert not walk.previous_boom()


def test_a_refused_boom_has_no_waves() -> None:
    walk = walk_through(HEAD.replace('"*"', '"0-1"]\n[Termination "illegal-action"') + "1. ~xa8 0-1")
    walk.last()
    assert walk.moment.kind is Kind.REJECTED
    assert walk.moment.trace.cells
    assert not walk.path.booms
    assert len(walk.path.steps) == 2


def test_going_to_a_ply() -> None:
    walk = walk_sample("expendibots/chain-reaction.xbn")
    assert walk.to_ply(31)
    assert walk.moment.text == "c4-c3"
    assert walk.to_ply(32)
    assert walk.step.wave is None
    assert walk.to_ply(0)
    assert not walk.to_ply(33)
    assert walk.moment.kind is Kind.START
    assert walk.path.last_ply == 32


def test_a_variation_replaces_its_moment() -> None:
    walk = walk_sample("expendibots/annotated.xbn")
    walk.to_ply(5)
    assert walk.enter()
    assert (walk.moment.text, walk.path.depth) == ("2b4-d4", 1)
    assert walk.back()
    assert walk.moment.text == "g7-h7"  # what the variation shares with the main line
    assert walk.forward()
    assert walk.moment.text == "2b4-d4"
    walk.last()
    assert walk.moment.text == "xd4=2:0"
    assert walk.leave()
    assert (walk.moment.text, walk.path.depth) == ("2b4-b6", 0)
    assert not walk.leave()


def test_variations_nest() -> None:
    walk = walk_sample("expendibots/annotated.xbn")
    walk.to_ply(5)
    walk.enter()
    walk.forward()
    assert walk.moment.text == "d7-d6"
    assert walk.enter()
    assert (walk.moment.text, walk.path.depth, walk.moment.index) == ("d8-c8", 2, 0)
    texts = [step.moment.text for step in walk.path.steps]
    assert texts == ["", "b1-b2", "b8-c8", "2b2-b4", "g7-h7", "2b4-d4", "d8-c8", "2d4-d6"]
    assert walk.leave()
    assert walk.moment.text == "d7-d6"
    assert walk.leave()
    assert walk.moment.text == "2b4-b6"


def test_a_variation_can_be_entered_from_the_shared_part_of_another() -> None:
    walk = walk_sample("expendibots/annotated.xbn")
    walk.to_ply(5)
    walk.enter()
    walk.to_ply(3)
    assert walk.moment.text == "2b2-b4"
    assert walk.moment is walk.story.timeline.moments[3]
    assert walk.enter()
    assert (walk.moment.text, walk.path.depth) == ("b2-c2", 1)


def test_no_variation() -> None:
    walk = walk_sample("expendibots/annotated.xbn")
    assert not walk.enter()
    walk.to_ply(3)
    assert not walk.enter(1)
    assert not walk.enter(-1)
    assert walk.moment.text == "2b2-b4"


def test_what_stands_behind_an_event_replaces_its_action() -> None:
    walk = walk_sample("robots/another-spawn.xbn")
    while not (walk.moment.kind is Kind.ITEM and walk.moment.variations):
        assert walk.forward()
    assert walk.moment.ply == 6
    assert walk.enter(1)
    assert walk.moment.text == "X+"
    own = [step.moment.text.partition("<")[0] or "<" for step in walk.path.steps if step.wave is None]
    assert own[:9] == ["<", "<", "L=10", "U=10", "t@12,7=10", "DR=8", "DR=4", "X+", "<"]
    assert walk.leave()
    assert walk.moment.kind is Kind.ITEM


def test_every_moment_can_be_gone_to() -> None:
    walk = walk_sample("expendibots/annotated.xbn")
    moments = list(every_moment(walk.story.timeline.main))
    assert {moment.thread.behind is None for moment in moments} == {True, False}
    for moment in (*moments, *reversed(moments)):
        assert walk.go(moment)
        assert walk.moment is moment
        assert walk.step.wave is None
        walk.back()
        assert walk.index == 0 or walk.forward()


def test_behind_an_illegal_action_the_last_board_is_still_there() -> None:
    walk = walk_through(HEAD + "1. d2-d3 e7-e6 2. e2-e5 e6-e5 3. a1-a2 *")
    walk.last()
    assert walk.moment.kind is Kind.UNREACHED
    assert walk.moment.diagram is None
    assert walk.diagram is not None
    assert walk.diagram.caption == "White to move, turn 2"


def test_without_a_game_there_is_no_board() -> None:
    walk = walk_sample("broken/XBN301-unknown-game.xbn")
    assert walk.diagram is None
    walk.last()
    assert walk.diagram is None
