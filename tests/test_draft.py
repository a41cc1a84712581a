"""Records made by playing: what `finish` gives is what a file with the same game gives."""

from __future__ import annotations

import io
from random import Random

import pytest
from games.playouts import playout

import expendibots_notation as xn
from expendibots_notation import Draft, Game, IllegalAction, NotationError


def body(draft: Draft) -> str:
    """The text of the finished record after its tags."""
    return draft.finish().source.text.split("\n\n", 1)[1]


def test_a_game_is_played() -> None:
    draft = xn.new(white="Ada", black="Bob", event="Final", tags={"WhiteElo": "1500"})
    draft.play("d2-d3", comment="quiet", emt=0.4).play(("MOVE", 1, (4, 6), (4, 5)), glyph="!? $7")
    record = draft.finish()
    assert record.moves == ("d2-d3", "e7-e6")
    assert record.players == {"white": "Ada", "black": "Bob"}
    assert (record.result, record.termination) == ("*", None)
    assert record.source.text == (
        '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
        '[WhiteElo "1500"]\n[White "Ada"]\n[Black "Bob"]\n[Event "Final"]\n\n'
        "1. d2-d3 {%emt=0.4} {quiet} e7-e6!? $7 *"
    )
    assert xn.validate(record).diagnostics == ()


@pytest.mark.parametrize("text", ["d2-d3", "D2-D3", "d2d3", "d2-d3=1"])
def test_any_spelling_is_played(text: str) -> None:
    assert body(xn.new().play(text)) in ("1. d2-d3 *", "1. d2-d3=1 *")


def test_variations_replace_the_last_action() -> None:
    draft = xn.new().play("d2-d3").play("e7-e6")
    line = draft.variation().comment("or").play("d7-d6").play("d3-d4")
    line.variation().play("e2-e3").end("*")
    draft.play("d3-d4")
    assert body(draft) == "1. d2-d3 e7-e6 ({or} 1... d7-d6 2. d3-d4 (2. e2-e3 *))\n2. d3-d4 *"
    assert line.position.text == xn.expendibots.start().play("d2-d3").play("d7-d6").play("d3-d4").text


def test_the_board_says_how_a_game_ends() -> None:
    draft = xn.new(setup="b.7/.8/.8/.8/.8/.8/.8/w.7 w 1 0")
    assert (draft.finish().result, draft.finish("0-1", "resignation").termination) == ("*", "resignation")
    draft = xn.new(setup=".8/.8/.8/.8/.8/.8/b.7/w.7 w 1 0").play("xa1")
    record = draft.finish()
    assert (record.result, record.termination) == ("1/2-1/2", "mutual-destruction")
    with pytest.raises(NotationError, match="the result is given as 1-0"):
        draft.finish("1-0")


@pytest.mark.parametrize(
    ("action", "written"),
    [("d3-d9", "~d3-d9"), ("x y", '~"x y"'), (("BOOM", (4, 4)), "~xe5"), (("LEAP",), "~\"('LEAP',)\"")],
)
def test_a_rejected_action_loses(action: str | tuple[object, ...], written: str) -> None:
    draft = xn.new().play("d2-d3").play("e7-e6").reject(action, comment="?")
    assert body(draft) == f"1. d2-d3 e7-e6\n2. {written} {{?}} 0-1"
    assert draft.finish().termination == "illegal-action"
    with pytest.raises(ValueError, match="ends its line"):
        draft.play("d3-d4")


def test_chance_has_its_place() -> None:
    draft = xn.new("robots", size="9x7", levels="1", tags={"Seed": "5"})
    spawn = draft.position.drawn(Random(5))
    text = xn.robots.GAME.write_action(spawn)
    draft.play(text, comment="dealt").play("C", emt=1)
    assert body(draft).startswith(f"{text} {{dealt}}\n1. C")
    with pytest.raises(TypeError, match="event of chance"):
        xn.new("robots", size="9x7").play(xn.robots.start(size="9x7").drawn(Random(5)), glyph="!")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: xn.new("chess"), NotationError, "there is no game 'chess'"),
        (lambda: xn.new(rules="odd"), NotationError, "no reading 'odd'"),
        (lambda: xn.new(white=5), TypeError, "the tag White must be text"),
        (lambda: xn.new(result="1-0"), ValueError, "Result is no tag to set"),
        (lambda: xn.new().variation(), ValueError, "no action yet"),
        (lambda: xn.new().play("d2-d9"), IllegalAction, "d9 (3,8) is not on the board"),
        (lambda: xn.new().play(5), TypeError, "int is not an action of Expendibots"),
        (lambda: xn.new().play(("MOVE", 1)), NotationError, "is not an action of Expendibots"),
        (lambda: xn.new().reject("d2-d3"), NotationError, "d2-d3 is legal here"),
        (lambda: xn.new().play("d2-d3", emt="soon").finish(), NotationError, "emt"),
        (lambda: xn.new().play("d2-d3", emt=None), TypeError, "the attribute emt is a number or text"),
        (lambda: xn.new().play("d2-d3", glyph="!!!").finish(), NotationError, ""),
        (lambda: xn.new().comment("a\0b").finish(), NotationError, ""),
        (lambda: xn.new().finish("2-0"), NotationError, "there is no result '2-0'"),
        (lambda: xn.new().finish("1-0", "checkmate"), NotationError, "checkmate"),
        (lambda: xn.stacks.start().play(("MOVE", 1, (0, 1), (0, 2))), TypeError, "tuple is not an action of STACKS"),
    ],
)
def test_mistakes_are_named(call: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        call()  # type: ignore[operator]
    assert words in str(raised.value)
    assert raised.type is error


def test_a_refused_action_changes_nothing() -> None:
    draft = xn.new().play("d2-d3")
    with pytest.raises(IllegalAction):
        draft.play("d3-d4", comment="not black's")
    assert body(draft) == "1. d2-d3 *"


@pytest.mark.parametrize("game", xn.GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("seed", range(3))
def test_a_played_game_is_the_record_that_a_file_holds(game: Game, seed: int) -> None:
    draft = xn.new(game.id)
    for step in playout(game, seed):
        if seed:
            draft.play(step.action)
        else:
            draft.play(game.write_action(step.action), comment="\\}{\n" * (len(str(step.action)) % 3))
    record = draft.finish()
    (read,) = xn.read_text(record.source.text)
    assert (read, read.moves, read.players) == (record, record.moves, record.players)
    assert xn.validate(read).diagnostics == ()
    assert xn.replay(record).final.text == draft.position.text


@pytest.mark.parametrize("kind", ["binary", "text", "string", "bytes"])
def test_open_files_are_read_from_where_they_are(kind: str, tmp_path: object) -> None:
    path = f"{tmp_path}/games.xbn"
    xn.write([xn.new(event="é").play("d2-d3").finish(), xn.new().finish()], path)
    with open(path, "rb") as file:
        data = file.read()
    opened = {
        "binary": lambda: open(path, "rb"),  # noqa: SIM115
        "text": lambda: open(path, encoding="utf-8"),  # noqa: SIM115
        "string": lambda: io.StringIO("skipped" + data.decode()),
        "bytes": lambda: io.BytesIO(data),
    }
    with opened[kind]() as file:
        if kind == "string":
            file.read(len("skipped"))
        records = list(xn.read(file))
        assert not file.closed
    assert records == list(xn.read(path))
    assert [record.moves for record in records] == [("d2-d3",), ()]
