"""Timelines of small records, and of random ones against a plain walk that asks the positions at each step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from effort import few_of

import expendibots_notation as xn
from expendibots_notation.game import Game, IllegalAction, Position
from expendibots_notation.judging.timeline import Kind, Moment, Thread, Timeline
from expendibots_notation.notation.tree import Item, Line, Notes, Ply, Record, Rejected, TurnMark, Variation
from expendibots_notation.pipeline import judged

SAMPLES = Path(__file__).parents[2] / "samples"
HEAD = '[Format "xbn 1"]\n[Game "{game}"]\n[Rules "text"]\n{tags}\n'


def timeline_of(moves: str, game: str = "Expendibots", tags: str = '[Result "*"]\n') -> Timeline:
    (record,) = xn.read_text(HEAD.format(game=game, tags=tags) + moves)
    return judged(record).timeline


def outline(thread: Thread) -> str:
    """A line in words: `!` behind what is illegal, `?` behind what was not reached, variations in parentheses."""
    words = []
    for moment in thread:
        sign = {Kind.ILLEGAL: "!", Kind.UNREACHED: "?"}.get(moment.kind, "")
        words.append(f"{moment.mark}{moment.text.partition('<')[0] or moment.text[:1] or 'start'}{sign}")
        words += [f"({outline(each)})" for each in moment.variations]
    return " ".join(words)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("*", "start"),
        ("1. d2-d3 d7-d6 *", "start 1.d2-d3 1...d7-d6"),
        ("1. d2-d3 (1. e2-e3 e7-e6) d7-d6 *", "start 1.d2-d3 (1.e2-e3 1...e7-e6) 1...d7-d6"),
        ("1. d2-d3 () *", "start 1.d2-d3 ()"),
        ("1. d2-d9 (1. d2-d3) d7-d6 (1... e7-e6) *", "start 1.d2-d9! (1.d2-d3) 1...d7-d6? (1...e7-e6?)"),
        ("1. d2-d3 (1. d2-d9 e7-e6) d7-d6 *", "start 1.d2-d3 (1.d2-d9! 1...e7-e6?) 1...d7-d6"),
        ("1. d2-d3 (1. e2-e3 (1. a1-a2) e7-e6 (1... a8-a3)) *", "start 1.d2-d3 (1.e2-e3 (1.a1-a2) 1...e7-e6 (1...a8-a3!))"),
        ("1. d2-d3 ~d7-d1 0-1", "start 1.d2-d3 1...~d7-d1"),
        ("1. d2-d3 ~d7-d1 (1... d7-d6 2. e2-e3) 1-0", "start 1.d2-d3 1...~d7-d1 (1...d7-d6 2.e2-e3)"),
        ("1. d2-d9 ~d7-d1 (1... d7-d6) 1-0", "start 1.d2-d9! 1...~d7-d1 (1...d7-d6?)"),
    ],
)
def test_moments_of_a_line(moves: str, expected: str) -> None:
    assert outline(timeline_of(moves).main) == expected


def test_moments_of_a_game_that_nobody_knows() -> None:
    timeline = timeline_of("1. anything (1. else) here *", game="Halma")
    assert outline(timeline.main) == "start 1.anything? (1.else?) 1...here?"
    assert [moment.position for moment in timeline.moments] == [None] * 3


def test_a_rejected_action_shows_the_board_on_which_it_was_tried() -> None:
    timeline = timeline_of('1. d2-d3 ~"(nonsense)" 1-0', tags='[Result "1-0"]\n[Termination "illegal-action"]\n')
    before, rejected = timeline.moments[1:]
    assert rejected.kind is Kind.REJECTED
    assert rejected.board is rejected.board_before is before.board
    assert (rejected.action, rejected.is_played, rejected.player) == (None, False, "black")
    assert rejected.reason


def test_a_variation_begins_on_the_board_of_what_it_replaces() -> None:
    timeline = timeline_of("1. d2-d3 d7-d6 (1... e7-e6 (1... f7-f6 2. a1-a2)) 2. e2-e3 *")
    replaced = timeline.moments[2]
    (variation,) = replaced.variations
    (nested,) = variation.moments[0].variations
    for thread in (variation, nested):
        assert thread.start is replaced.board_before is timeline.moments[1].board
        assert thread.moments[0].board_before is thread.start
    assert [moment.text for moment in nested.way] == ["", "d2-d3", "f7-f6", "a1-a2"]
    assert (nested.behind, nested.leaves) == (variation.moments[0], 0)
    assert (variation.behind, variation.leaves) == (replaced, 2)


def test_what_stands_behind_an_item_replaces_its_action() -> None:
    (record,) = xn.read(SAMPLES / "robots/another-spawn.xbn")
    timeline = judged(record).timeline
    found = [moment for moment in timeline.every_moment() if moment.kind is Kind.ITEM and moment.variations]
    assert found
    for moment in found:
        for thread in moment.variations:
            assert thread.behind is moment
            is_at_first = thread.leaves == (moment.thread.behind is None)
            assert is_at_first or moment.thread.moments[thread.leaves].kind is Kind.ACTION
            assert thread.first == max(moment.ply, 1)


def test_numbers_that_are_wrong_count_only_for_what_is_written() -> None:
    timeline = timeline_of("1. d2-d3 d7-d6 7. e2-e3 (7. a1-a2 a8-a7) e7-e6 *")
    assert [(moment.turn[0], moment.written[0]) for moment in timeline.moments[1:]] == [(1, 1), (1, 1), (2, 2), (2, 7)]
    (variation,) = timeline.moments[3].variations
    assert [(moment.turn[0], moment.written[0]) for moment in variation] == [(2, 7), (2, 7)]


def test_a_glimpse_is_what_the_position_is() -> None:
    """Whoever goes through a line without keeping positions sees the same as who keeps them, in whatever order they look."""
    for path in ("expendibots/annotated.xbn", "robots/another-spawn.xbn", "stacks/combined-attacks.xbn"):
        for record in xn.read(SAMPLES / path):
            timeline = judged(record).timeline
            assert list(glimpsed(timeline.passing())) == list(kept(timeline.main))


def glimpsed(thread: Thread) -> Iterator[str | None]:
    for moment in thread:
        yield moment.position.text if moment.position is not None else None
        yield moment.before.text if moment.before is not None else None
        for variation in moment.variations:
            yield from glimpsed(variation)
        yield moment.position.text if moment.position is not None else None


def kept(thread: Thread) -> Iterator[str | None]:
    for moment in thread.moments:
        after, before = moment.position, moment.before
        yield after.text if after is not None else None
        yield before.text if before is not None else None
        for variation in moment.variations:
            yield from kept(variation)
        yield after.text if after is not None else None


# Against a plain walk

Seen = tuple[str, int, str, str | None, str | None, bool]
"""Kind, ply, text, the positions before and behind, and whether there is a reason."""


class PlainWalk:
    """Goes through a tree as its text reads, and plays each action on the position where it stands."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def line(self, line: Line, here: Position | None, ply: int) -> Iterator[Seen]:
        start = here
        for item in line.items:
            here = yield from self.step(item.event, item.text, "item", here, ply - 1)
            yield from self.variations(item.notes, start, max(ply - 1, 1))
        for node in line.plies:
            before = here
            here = yield from self.step(node.action, node.text, "action", here, ply)
            yield from self.variations(node.notes, before, ply)
            for item in node.items:
                here = yield from self.step(item.event, item.text, "item", here, ply)
                yield from self.variations(item.notes, before, ply)
            ply += 1
        if line.rejected is not None:
            text = None if here is None else here.text
            is_legal = here is None or here.violation(line.rejected.action) is None
            yield "rejected", ply, f"~{line.rejected.text}", text, text, not is_legal
            yield from self.variations(line.rejected.notes, here, ply)

    def step(self, action: object, text: str, kind: str, here: Position | None, ply: int) -> Iterator[Seen]:  # type: ignore[misc]
        if here is None:
            yield "unreached", ply, text, None, None, False
            return None
        try:
            after = here.play(action)  # type: ignore[arg-type]
        except IllegalAction:
            yield "illegal", ply, text, here.text, here.text, True
            return None
        yield kind, ply, text, here.text, after.text, False
        return after

    def variations(self, notes: Notes, here: Position | None, ply: int) -> Iterator[Seen]:
        for variation in notes.variations:
            yield from self.line(variation.line, here, ply)


def seen(moment: Moment) -> Seen:
    # Read at once: a glimpse is gone when somebody looks at the next board.
    before = None if moment.before is None else moment.before.text
    after = None if moment.position is None else moment.position.text
    return moment.kind.value, moment.ply, moment.text, before, after, bool(moment.reason)


class Author:
    """Writes random lines, most of which are legal."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = Random(seed)

    def line(self, here: Position, depth: int) -> Line:
        start = here
        items, here = self.items(here, start, depth)
        plies = []
        for _ in range(self.random.randrange(6)):
            choices = here.continuations()
            if not choices:
                break
            before, action = here, self.random.choice(choices)
            if self.random.random() < 0.1:
                action = self.random.choice(start.continuations() or choices)
            is_legal = before.violation(action) is None
            here = before.play(action) if is_legal else before
            following, here = self.items(here, before, depth) if is_legal else ((), here)
            plies.append(Ply(str(action), action, None, self.notes(before, depth), self.mark(), items=following))
        rejected = None
        if here.continuations() and self.random.random() < 0.2:
            action = self.random.choice((start if self.random.random() < 0.5 and start.continuations() else here).continuations())
            rejected = Rejected(str(action), None, action, self.notes(here, depth), self.mark())
        return Line(tuple(plies), rejected=rejected, items=items, result=self.random.choice([None, "*", "1-0"]))

    def items(self, here: Position, replaced: Position, depth: int) -> tuple[tuple[Item, ...], Position]:
        found = []
        while here.awaits_chance:
            event = here.drawn(self.random)
            found.append(Item(self.game.write_action(event), event, Notes(variations=self.variations(replaced, depth))))
            here = here.play(event)
        return tuple(found), here

    def notes(self, here: Position, depth: int) -> Notes:
        return Notes(variations=self.variations(here, depth))

    def variations(self, here: Position, depth: int) -> tuple[Variation, ...]:
        number = self.random.choice([0, 0, 0, 1, 2]) if depth < 3 else 0
        return tuple(Variation(self.line(here, depth + 1)) for _ in range(number))

    def mark(self) -> TurnMark | None:
        return TurnMark(self.random.randrange(1, 9), 1) if self.random.random() < 0.1 else None


@pytest.mark.parametrize("seed", few_of(range(12), 4))
@pytest.mark.parametrize("game", xn.GAMES, ids=lambda game: game.id)
def test_a_timeline_is_what_a_plain_walk_sees(game: Game, seed: int) -> None:
    start = game.start(game.rules(), None, {})
    line = Author(game, seed).line(start, 0)
    timeline = judged(Record(game.id, line=line)).timeline
    expected = list(PlainWalk(game).line(line, start, 1))
    moments = [moment for moment in timeline.every_moment() if moment.kind is not Kind.START]
    assert [seen(moment) for moment in moments] == expected
    assert [seen(moment) for moment in passed(timeline.passing()) if moment.kind is not Kind.START] == expected


def passed(thread: Thread) -> Iterator[Moment]:
    for moment in thread:
        yield moment
        for variation in moment.variations:
            yield from passed(variation)
