"""The Python API with wrong arguments: a TypeError or a ValueError that says what is wrong, and never what Python stumbles over."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from marking import GOOD, ILLEGAL

import expendibots_notation as xn
from expendibots_notation import IllegalAction, NotationError, Position, Record, games
from expendibots_notation.exporters import EXPORTERS, Exporter

NEVER_RIGHT: list[object] = [1.5, b"d2-d3", [], {}, object(), int]
PERHAPS_RIGHT: list[object] = [None, 5, "\0", "\ud800", "", "d" + "9" * 5000]
"""What a caller may pass by mistake."""

STUMBLES = (
    "object has no attribute",
    "unsupported operand",
    "not subscriptable",
    "object is not iterable",
    "not supported between",
    "codec can't encode",
    "object is not callable",
)
"""How messages begin, or go on, that Python makes where nobody has checked."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good record, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("good.xbn").write_text(GOOD)
    return tmp_path


def good() -> Record:
    return xn.read_text(GOOD)[0]


def refusal(call: Callable[[], Any]) -> str | None:
    """What a call says that raises an error of those that are promised; None where it does its work, to the end."""
    try:
        found = call()
        if isinstance(found, Iterator):
            list(found)
    except (TypeError, ValueError, OSError, NotImplementedError) as error:
        return str(error)
    return None


PROPER: dict[str, tuple[Any, ...]] = {
    "new": ("expendibots",),
    "read": ("good.xbn", "expendibots", "xbn"),
    "read_text": (GOOD, "expendibots", "xbn"),
    "replay": (good(), "text"),
    "validate": (good(),),
    "write": ([good()], "out.xbn"),
}
"""Arguments that are right, by function: each is replaced by wrong ones in turn."""


def wrong_calls() -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...], int]]:
    for name, proper in PROPER.items():
        for place in range(len(proper)):
            yield f"{name} {place}", getattr(xn, name), proper, place
    for game in xn.GAMES:
        module = getattr(xn, game.id)
        for place in range(len(inspect.signature(module.start).parameters)):
            yield f"{game.id}.start {place}", module.start, (None,) * (place + 1), place
        for method, proper in (("action", ("x",)), ("interpret", ("x",)), ("rules", ("text",))):
            yield f"{game.id} {method}", getattr(game, method), proper, 0
        position = module.start()
        for method in methods_of(position):
            yield f"{game.id} position.{method}", getattr(position, method), (None,), 0


NO_ARGUMENT = {"continuations", "count_continuations", "legal_actions", "outcome", "diagram", "derived_tags", "conditions"}
NO_ARGUMENT |= {"repetition_key", "mirrored_text"}


def methods_of(position: Position) -> list[str]:
    """The public methods of a position that take an argument."""
    public = {name for name, _ in inspect.getmembers(position, inspect.ismethod) if not name.startswith("_")}
    assert public >= NO_ARGUMENT
    return sorted(public - NO_ARGUMENT)


def test_every_public_function_is_tried() -> None:
    assert {name for name in xn.__all__ if inspect.isfunction(getattr(xn, name))} == set(PROPER)
    for game in xn.GAMES:
        assert {"play", "violation", "nearest", "trace", "facts", "completions", "mirrored_action", "drawn"} <= set(
            methods_of(getattr(xn, game.id).start())
        )


@pytest.mark.parametrize(("call", "proper", "place"), [pytest.param(*rest, id=name) for name, *rest in wrong_calls()])
def test_wrong_arguments_are_named(call: Callable[..., Any], proper: tuple[Any, ...], place: int) -> None:
    for wrong in (*NEVER_RIGHT, *PERHAPS_RIGHT):
        message = refusal(lambda arguments=(*proper[:place], wrong, *proper[place + 1 :]): call(*arguments))  # type: ignore[misc]
        assert message is not None or wrong in PERHAPS_RIGHT
        assert message != ""
        assert not any(words in (message or "") for words in STUMBLES), f"{wrong!r}: {message}"
    assert os.listdir() == ["good.xbn"]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: xn.read_text(None), TypeError, "what is read must be text (str), not None"),  # type: ignore[arg-type]
        (lambda: xn.replay(5), TypeError, "this takes a Record, one of those that `read` gives, not int"),  # type: ignore[arg-type]
        (lambda: xn.validate([good()]), TypeError, "this takes a Record, one of those that `read` gives, not list"),  # type: ignore[arg-type]
        (lambda: xn.replay(good(), 5), TypeError, "rules must be text (str), not int"),  # type: ignore[arg-type]
        (lambda: xn.read("good.xbn", 5), TypeError, "the game must be text (str), not int"),  # type: ignore[arg-type]
        (
            lambda: xn.read("good.xbn", "stack"),
            NotationError,
            "there is no game 'stack'; perhaps 'stacks' is meant; the games are exp",
        ),
        (lambda: xn.read("good.xbn", "chess"), NotationError, "there is no game 'chess'; the games are expendibots, robots"),
        (lambda: xn.read("good.xbn", None, "foo"), NotationError, "no format 'foo' is read; the formats are xbn, json, jsonl"),
        (lambda: xn.read("good.xbn", None, "jsn"), NotationError, "no format 'jsn' is read; perhaps 'json' is meant"),
        (lambda: xn.write(good(), "out.xbn"), TypeError, "write takes a list or an iterator of records, not Record"),  # type: ignore[arg-type]
        (lambda: xn.write([good(), 5], "out.xbn"), TypeError, "write takes records, but number 2 is int"),  # type: ignore[list-item]
        (lambda: xn.expendibots.start(5), TypeError, "a setup must be text (str), not int"),  # type: ignore[arg-type]
        (lambda: xn.robots.start(size=5), TypeError, "the size must be text (str), not int"),  # type: ignore[arg-type]
        (
            lambda: xn.robots.start().play(5),
            TypeError,
            "int is not an action of Robots; it must be one of: Step, Teleport, Cascade",
        ),
        (
            lambda: xn.expendibots.start().play(None),
            TypeError,
            "None is not an action of Expendibots; it must be one of: Move, Boom",
        ),
        (lambda: xn.expendibots.start().play(xn.stacks.Pass()), TypeError, "Pass is not an action of Expendibots"),
        (lambda: xn.expendibots.start().waves("i1"), ValueError, "i1 is not on the board"),
        (lambda: list(xn.read("\0")), OSError, "no file can have this name"),
    ],
)
def test_what_is_said(call: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)
    assert os.listdir() == ["good.xbn"]


def test_a_path_may_be_bytes() -> None:
    assert [record.index for record in xn.read(b"good.xbn")] == [1]  # type: ignore[arg-type]


def test_wrong_arguments_of_read_are_named_at_once() -> None:
    """Not only when the first record is asked for, which may be far away."""
    with pytest.raises(NotationError):
        xn.read("good.xbn", from_format="foo")


@pytest.mark.parametrize("number", [0xD800, 0xDBFF, 0xDC00, 0xDC7F, 0xDC80, 0xDCFF, 0xDD00, 0xDFFF])
def test_a_lone_surrogate_is_reported_as_bytes_that_are_not_text(number: int) -> None:
    surrogate = chr(number)
    text = GOOD.replace('[Result "*"]', f'[White "somebody {surrogate}"]\n[Result "*"]')
    assert "XBN110" in [finding.code for finding in xn.read_text(text)[0].findings]
    with pytest.raises(NotationError, match="this is binary data, not text"):
        xn.read_text(surrogate)


@pytest.mark.parametrize("name", ["\0", "a\0b", "\ud800"])
@pytest.mark.parametrize("extension", [exporter.extension for exporter in EXPORTERS])
def test_a_name_that_no_file_can_have_is_not_written(name: str, extension: str) -> None:
    with pytest.raises(OSError, match="no file can have this name"):
        xn.write([good()], name + extension)


@pytest.mark.parametrize("extension", [exporter.extension for exporter in EXPORTERS if isinstance(exporter, Exporter)])
def test_no_records_are_not_written(extension: str) -> None:
    """No reader accepts a file without records; what was there stays."""
    file = Path(f"out{extension}")
    with pytest.raises(NotationError, match="there are no records to write"):
        xn.write(iter([]), file)
    assert os.listdir() == ["good.xbn"]
    file.write_text("something")
    with pytest.raises(NotationError):
        xn.write([], file)
    assert file.read_text() == "something"


# False effects

EFFECTS = [
    ("expendibots", "", "d2-d3", "d2-d3=1", ["d2-d3=999", "d2-d3=0", "d2-d3=2"]),
    ("expendibots", "", "xd2", "xd2=4:0", ["xd2=0:4", "xd2=4:1", "xd2=999:0"]),
    ("stack_wars", '[Setup "x8,w/b,x8/x9/x9/x9/x9/x9/x9/x9 b 26,26 0,0 1"]\n', "a8-a9", "a8-a9^", []),
    ("stack_wars", '[Setup "x8,w/b,x8/x9/x9/x9/x9/x9/x9/x9 b 26,26 0,0 1"]\n', "a8-b8", None, ["a8-b8^"]),
    ("robots", '[Size "9x7"]\n[Setup "9/9/1r7/9/7h1/9/r8 1 1 0"]\n', "R", "R=2", ["R=3", "R#", "R+"]),
]


@pytest.mark.parametrize(("name", "tags", "plain", "true", "false"), EFFECTS)
def test_play_does_not_ignore_a_false_effect(name: str, tags: str, plain: str, true: str | None, false: list[str]) -> None:
    game = next(each for each in games.GAMES if each.id == name)
    text = f'[Format "xbn 1"]\n[Game "{game.name}"]\n[Rules "text"]\n{tags}[Result "*"]\n\n1. {{}} *\n'
    start = xn.replay(xn.read_text(text.format(plain))[0])[0]
    after = start.play(plain)
    if true is not None:
        assert start.play(true) == after
    for action in false:
        with pytest.raises(IllegalAction) as raised:
            start.play(action)
        (record,) = xn.read_text(text.format(action))
        (finding,) = (each for each in xn.validate(record).diagnostics if each.is_error)
        assert (raised.value.violation.name, finding.code) == ("wrong-effect", "XBN211")
        assert str(raised.value) == finding.message


def test_every_game_with_effects_is_tried() -> None:
    with_effects = {game.id for game in games.GAMES if any("if you like" in form for form, _ in game.forms)}
    assert with_effects == {name for name, *_ in EFFECTS}


def test_an_illegal_action_is_illegal_before_its_effect_is_false() -> None:
    with pytest.raises(IllegalAction) as raised:
        xn.expendibots.start().play("d2-d5=999")
    (finding,) = xn.validate(xn.read_text(ILLEGAL)[0]).diagnostics
    assert raised.value.violation.name == finding.name
