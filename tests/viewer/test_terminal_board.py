"""The board in coloured characters: sizes, labels, parts of large boards, signs for what has been done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from expendibots_notation.diagram import Arrow, Diagram, Piece, Trace
from expendibots_notation.drawing.scene import Scene
from expendibots_notation.viewer.terminal_board import Look, draw, extent, least_width, margin_of


def stack(x: int, y: int, side: int, label: str) -> Piece:
    return Piece(x, y, side, "wb"[side], label, f"stack of {label}")


def board(columns: int, rows: int, *pieces: Piece) -> Diagram:
    letters = tuple("abcdefghijklmnopqrstuvwxyz"[:columns]) if columns <= 26 else tuple(map(str, range(columns)))
    return Diagram(letters, tuple(str(row + 1) for row in range(rows)), pieces, (), "", sides=("white", "black"))


def lines(scene: Scene, width: int, height: int, look: Look = Look()) -> list[str]:  # noqa: B008 - frozen
    shown = extent(scene, look, least_width([scene.diagram], look), width, height)
    return ["".join(segment.text for segment in line) for line in draw(scene, look, shown)]


def colours(scene: Scene, width: int, height: int) -> Iterator[str]:
    """The colours behind the characters."""
    for line in draw(scene, Look(), extent(scene, Look(), 1, width, height)):
        for segment in line:
            if segment.style is not None and segment.style.bgcolor is not None:
                yield segment.style.bgcolor.name


@pytest.mark.parametrize(
    ("width", "height", "square"),
    [(90, 41, (11, 5)), (58, 25, (7, 3)), (42, 17, (5, 2)), (34, 17, (4, 2)), (26, 9, (3, 1)), (18, 9, (2, 1)), (10, 9, (1, 1))],
)
def test_squares_are_as_large_as_there_is_room_for(width: int, height: int, square: tuple[int, int]) -> None:
    scene = Scene(board(8, 8, stack(0, 0, 0, "1")))
    shown = extent(scene, Look(), 1, width, height)
    assert (shown.width, shown.height) == square
    drawn = lines(scene, width, height)
    assert len(drawn) == 8 * square[1] + 1
    assert {len(line) for line in drawn[:-1]} == {2 + 8 * square[0]}


def test_a_board_that_does_not_fit_is_shown_around_the_last_action() -> None:
    diagram = board(45, 30, Piece(40, 25, 0, "h", "", "Human", "human"))
    shown = extent(Scene(diagram, Trace((Arrow((5, 3), (7, 5)),))), Look(), 1, 23, 11)
    assert (shown.width, shown.height) == (1, 1)
    assert (shown.columns, shown.rows) == (range(20), range(20, 30))
    shown = extent(Scene(diagram), Look(), 1, 23, 11)
    assert (shown.columns, shown.rows) == (range(25, 45), range(10)), "without an action, around the human"
    shown = extent(Scene(board(45, 30)), Look(), 1, 23, 11)
    assert (shown.columns, shown.rows) == (range(12, 32), range(9, 19)), "or the middle"
    shown = extent(Scene(board(45, 30)), Look(), 1, 23, 11, (-100, 100))
    assert (shown.columns, shown.rows) == (range(20), range(20, 30)), "one can look around, but not away"


def test_a_part_is_named_rightly() -> None:
    scene = Scene(board(45, 30), Trace(cells=((30, 10),)))
    drawn = lines(scene, 23, 11)
    assert [line[:3] for line in drawn[:-1]] == [f"{row:2} " for row in range(16, 6, -1)]
    assert drawn[-1] == "   " + "20   25   30   35   ".rstrip()


def test_no_room_at_all() -> None:
    scene = Scene(board(8, 8, stack(0, 0, 0, "1")))
    assert lines(scene, 0, 0)
    assert lines(scene, -5, 1)


@pytest.mark.parametrize(
    ("label", "shown"), [("1", "1"), ("12", "12"), ("120", "120"), ("9999", "9999"), ("12000", "1e4"), ("1" + "0" * 15, "1e15")]
)
def test_labels_of_any_length_fit(label: str, shown: str) -> None:
    for width, height in ((90, 41), (58, 25), (42, 17), (26, 9)):
        drawn = lines(Scene(board(8, 8, stack(3, 2, 1, label), stack(4, 2, 0, label))), max(width, 2 + 8 * len(shown)), height)
        assert sum(line[2:].count(shown) for line in drawn) == 2
        assert len({len(line) for line in drawn[:-1]}) == 1


def test_flipped() -> None:
    scene = Scene(board(3, 2, stack(0, 0, 0, "7")), Trace((Arrow((2, 0), (2, 1)),)))
    assert lines(scene, 11, 3) == ["2          ", "1 ▐7▌    ↑ ", "   a  b  c"]
    assert lines(scene, 11, 3, Look(flip=True)) == ["1  ↓    ▐7▌", "2          ", "   c  b  a"]


def test_waves_go_off_one_after_the_other() -> None:
    diagram = board(3, 1, stack(0, 0, 0, "1"), stack(1, 0, 1, "2"), stack(2, 0, 1, "3"))
    trace = Trace(cells=((0, 0),), waves=(((0, 0),), ((1, 0),), ((2, 0),)))
    drawn = [lines(Scene(diagram, trace, wave), 11, 2)[0] for wave in range(3)]
    assert drawn == ["1  ✸1▐2▌▐3▌", "1  ·  ✸2▐3▌", "1  ·  ·  ✸3"]
    assert lines(Scene(board(3, 1), trace), 11, 2)[0] == "1  ·  ·  · "


def test_each_square_size_has_its_burst() -> None:
    scene = Scene(board(1, 1, stack(0, 0, 0, "1")), Trace(waves=(((0, 0),),)), 0)
    assert lines(scene, 9, 4)[:3] == ["  ╲  │  ╱", "1 ── 1 ──", "  ╱  │  ╲"]  # noqa: RUF001
    assert lines(scene, 11, 5)[:4] == ["  ╲   │   ╱", "1 ─── 1 ───", "    ╱ │ ╲  ", "  ╱   │   ╲"]  # noqa: RUF001
    assert lines(scene, 7, 3)[:2] == ["1 ▚ 1 ▞", "  ▞ ▀ ▚"]
    assert lines(scene, 3, 2)[0] == "1 ✸"
    assert lines(scene, 9, 4, Look(ascii=True, letters=True))[:3] == ["  \\  |  /", "1 -- 1 --", "  /  |  \\"]


def test_what_was_only_tried_is_crossed_out_and_nothing_explodes() -> None:
    diagram = board(3, 1, stack(0, 0, 0, "1"), stack(2, 0, 1, "1"))
    assert lines(Scene(diagram, Trace((Arrow((0, 0), (1, 0)),)), is_tried=True), 11, 2)[0] == "1 ▐1▌ ✗ ▐1▌"
    assert lines(Scene(diagram, Trace(cells=((2, 0),), waves=(((2, 0),),)), is_tried=True), 11, 2)[0] == "1 ▐1▌   ▐1▌"


def test_sides_differ_in_brightness_and_kinds_in_signs() -> None:
    def brightness(colour: str) -> int:
        return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5))

    light, dark = (next(colours(Scene(board(1, 1, stack(0, 0, side, "1"))), 3, 2)) for side in (0, 1))
    assert brightness(light) - brightness(dark) > 500
    kinds = [Piece(x, 0, 0, kind[0], "", kind, kind) for x, kind in enumerate(("human", "robot", "explosion"))]
    assert lines(Scene(board(3, 1, *kinds)), 5, 2)[0] == "1 @◆✶"
    assert lines(Scene(board(3, 1, *kinds)), 5, 2, Look(ascii=True, letters=True))[0] == "1 hre"


def test_ascii_has_only_ascii_and_the_letters_of_the_owners() -> None:
    diagram = board(3, 3, stack(0, 0, 0, "1"), stack(1, 1, 1, "120"), stack(2, 2, 1, "10000000"))
    trace = Trace((Arrow((0, 1), (0, 0)),), waves=(((2, 0),), ((2, 1),)))
    for wave in (None, 0, 1):
        for width, height in ((60, 30), (30, 10), (20, 7), (15, 5), (3, 3)):
            text = "\n".join(lines(Scene(diagram, trace, wave), width, height, Look(ascii=True, letters=True)))
            assert text.isascii()
            assert width < 14 or "w1" in text


def test_in_ascii_a_cut_label_has_no_sign_of_a_refusal() -> None:
    for width in (6, 12, 60):
        text = "\n".join(lines(Scene(board(1, 1, stack(0, 0, 0, "né en été"))), width, 3, Look(ascii=True)))
        assert text.isascii()
        assert "~" not in text


def test_homes_are_tinted() -> None:
    plain = list(colours(Scene(board(2, 1)), 4, 2))
    homely = list(colours(Scene(Diagram(("a", "b"), ("1",), (), (), "", homes=((0, 0, 0), (1, 0, 1)))), 4, 2))
    assert [a != b for a, b in zip(plain, homely, strict=True)] == [True, True]


def test_a_hostile_label_stays_text() -> None:
    drawn = lines(Scene(board(1, 1, stack(0, 0, 0, "\x1b[31m"))), 20, 7)
    assert all(line.isprintable() for line in drawn)


def test_the_margin_holds_the_names_of_rows() -> None:
    assert margin_of(board(1, 9)) == 2
    assert margin_of(board(1, 10)) == 3
