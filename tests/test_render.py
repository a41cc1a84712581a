"""`xbn render`: every form, which moment is shown, what is refused and how, and files that are never half written."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pictured import HOSTILE, SAMPLES, TALL
from PIL import Image
from sheets import replays_in
from typer.testing import CliRunner

import expendibots_notation as xn
from expendibots_notation.cli import render as rendering
from expendibots_notation.cli.app import app
from expendibots_notation.cli.process import Mistake
from expendibots_notation.drawing.themes import THEMES
from expendibots_notation.games import GAMES
from expendibots_notation.limits import USUAL
from expendibots_notation.pictures import gif as gif_module
from expendibots_notation.pictures import png as png_module

CHAIN = SAMPLES / "expendibots" / "chain-reaction.xbn"
REJECTED = SAMPLES / "expendibots" / "rejected.xbn"
XBN = str(Path(sys.executable).with_name("xbn"))
SVG = "{http://www.w3.org/2000/svg}"

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
ILLEGAL = HEAD + "\n1. d2-d3 e7-e6\n2. e2-e5 e6-e5\n3. a2-a3 *\n"
TWO = HEAD + '[White "one"]\n\n1. a2-a3 *\n\n' + HEAD + '[White "two"]\n\n1. a2-a3 xa7 *\n'


class Answer:
    """What the command has answered."""

    def __init__(self, *arguments: str | Path, text: str = "") -> None:
        """Whatever the command does not catch fails the test."""
        result = CliRunner().invoke(app, ["render", *map(str, arguments)], input=text.encode(), catch_exceptions=False)
        self.code = result.exit_code
        self.bytes = result.stdout_bytes
        self.out = result.stdout_bytes.decode("utf-8", "replace")
        self.err = result.stderr

    @property
    def problem(self) -> str:
        """The one line that says why nothing was done."""
        assert self.code == 2
        assert self.out == ""
        (line,) = self.err.splitlines()
        return line.removeprefix("xbn: ")


render = Answer


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where nothing is yet."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


# Forms


@pytest.mark.parametrize("form", ["txt", "svg", "png", "gif", "html"])
def test_the_extension_says_what_is_drawn(form: str, out: Path) -> None:
    target = out / f"game.{form}"
    answer = render(REJECTED, "-o", target)
    assert (answer.code, answer.out, answer.err) == (0, "", "")
    data = target.read_bytes()
    assert data.startswith({"png": b"\x89PNG", "gif": b"GIF89a", "svg": b"<svg", "txt": "gradient – ".encode()}.get(form, b"<!"))
    assert [path.name for path in out.iterdir()] == [f"game.{form}"]
    assert render(REJECTED, "-o", "-", "--to", form).bytes == data, "and the same game always gives the same bytes"


def test_the_form_may_be_named(out: Path) -> None:
    svg = render(CHAIN, "--to", "SVG").bytes
    assert svg.startswith(b"<svg")
    assert render(CHAIN, "-o", out / "any.name", "--to", "svg").code == 0
    assert (out / "any.name").read_bytes() == svg


def test_text_is_drawn_without_an_output() -> None:
    answer = render(CHAIN)
    assert answer.code == 0
    assert "╭" in answer.out
    assert "16... xf4 · 0-1, elimination" in answer.out
    assert "\x1b" not in answer.out
    assert render(CHAIN, "--ascii").bytes.isascii()


@pytest.mark.parametrize("form", ["txt", "svg", "png", "gif"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_is_drawn(game: object, form: str) -> None:
    sample = min((SAMPLES / game.id).glob("*.xbn"))  # type: ignore[attr-defined]
    more = ["--to-ply", "2", "--size", "200"] if form == "gif" else []
    answer = render(sample, "--to", form, *more)
    assert answer.code == 0, answer.err
    assert answer.bytes


def test_any_format_is_read(out: Path) -> None:
    assert render("-", "--to", "svg", text=CHAIN.read_text()).bytes == render(CHAIN, "--to", "svg").bytes
    json = CHAIN.with_suffix(".json")
    assert render(json).bytes == render(CHAIN).bytes
    assert render("-", "--from", "tuples", text="[('MOVE', 1, (0, 1), (0, 2)), ('BOOM', (0, 6))]\n").code == 0


# Moments


def test_a_ply() -> None:
    position = xn.replay(next(xn.read(CHAIN)))[31]
    assert position.text.split()[0] != xn.expendibots.start().text.split()[0]
    shown = render(CHAIN, "--ply", "31")
    assert "16. c4-c3 · Black to move, turn 16" in shown.out
    assert "White to move, turn 1" in render(CHAIN, "--ply", "0").out
    assert render(CHAIN, "--ply", "32").bytes == render(CHAIN, "--ply", "last").bytes == render(CHAIN).bytes


def test_a_wave() -> None:
    assert "wave 4 of 8" in render(CHAIN, "--ply", "32.4").out
    assert render(CHAIN, "--ply", "last.8").out != render(CHAIN).out


def test_a_sheet() -> None:
    text = render(CHAIN, "--to", "svg", "--plies", "0,10,20,last").out
    root = ElementTree.fromstring(text)
    assert text.count('stroke-dasharray="48"') == 1
    assert len([each for each in root if each.get("href") and f'id="{(each.get("href") or "")[1:]}"' in text]) > 4
    assert "4 pictures" in (root.findtext(f"{SVG}title") or "")
    assert render(CHAIN, "--plies", "0,last").out.count("╭") == 2
    assert render(CHAIN, "--plies", "30, last.waves").out.count("╭") == 10
    with Image.open(BytesIO(render(CHAIN, "--to", "png", "--plies", "0,10,20,last", "--size", "900").bytes)) as image:
        assert image.width == 900
        assert image.width > image.height


def test_events_of_chance_belong_to_a_ply_if_that_is_asked_for() -> None:
    sample = SAMPLES / "robots" / "last-level.xbn"
    bare, spawned = render(sample, "--ply", "0").out, render(sample, "--ply", "0+").out
    assert bare.count("■") == 0
    assert spawned.count("■") > 0


def test_a_film_of_some_plies() -> None:
    small = ("--to", "gif", "--size", "120")
    data = render(CHAIN, *small, "--from-ply", "30", "--to-ply", "32", "--delay", "100").bytes
    with Image.open(BytesIO(data)) as image:
        assert image.n_frames == 1 + 4 + 9  # type: ignore[attr-defined]
        assert image.info["duration"] == 100
    boom = render(CHAIN, *small, "--ply", "32").bytes
    with Image.open(BytesIO(boom)) as image:
        assert image.n_frames == 1 + 9  # type: ignore[attr-defined]
    with Image.open(BytesIO(render(CHAIN, *small, "--ply", "0").bytes)) as image:
        assert getattr(image, "n_frames", 1) == 1


def test_a_rejected_action_is_shown_as_what_was_tried() -> None:
    answer = render(REJECTED)
    assert "tried, not played · 1-0, illegal-action" in answer.out
    assert "× ·×" in answer.out  # noqa: RUF001 - crosses
    assert 'class="tried"' in render(REJECTED, "--to", "svg").out
    assert answer.code == 0


def test_an_illegal_action_is_shown_as_what_was_tried() -> None:
    answer = render("-", text=ILLEGAL)
    assert answer.code == 1
    assert "2. e2-e5 · tried, not played" in answer.out
    assert re.search(r"record 1 is invalid: e2-e5 moves 3 squares", answer.err)
    assert "Traceback" not in answer.err


def test_what_stands_behind_an_illegal_action_cannot_be_shown() -> None:
    assert "ply 4 stands behind an illegal action, at ply 3" in render("-", "--ply", "4", text=ILLEGAL).problem
    assert "the record has plies 0 to 5" in render("-", "--ply", "6", text=ILLEGAL).problem


def test_a_record_is_chosen() -> None:
    assert "one" in render("-", text=TWO).out
    assert "two" in render("-", "--record", "2", text=TWO).out
    assert "no record 3" in render("-", "--record", "3", text=TWO).problem
    page = render("-", "--to", "html", text=TWO).out
    assert "one" in page
    assert "two" in page
    assert "one" not in re.sub(
        r"\w*one\w+|\w+one\b", "", render("-", "--to", "html", "--record", "2", text=TWO).out.split("<body")[0]
    )


@pytest.mark.parametrize("option", [["--flip"], ["--theme", "dark"], ["--coords", "xy"], ["--highlight", "a1"]])
def test_what_a_page_cannot_use_is_refused(option: list[str]) -> None:
    assert render(CHAIN, "--to", "html", *option).problem == f"{option[0]} means nothing for a page"


def test_text_has_no_theme() -> None:
    assert render(CHAIN, "--theme", "dark").problem == "--theme means nothing for text"
    assert render(CHAIN, "--flip", "--coords", "xy", "--highlight", "a1").code == 0


def test_a_large_sheet_is_less_sharp(monkeypatch: pytest.MonkeyPatch) -> None:
    plies = ",".join(["0"] * 4)
    with Image.open(BytesIO(render(CHAIN, "--to", "png", "--plies", plies).bytes)) as image:
        usual = image.size
    monkeypatch.setattr(png_module, "MOST_PIXELS", usual[0] * usual[1] // 2)
    with Image.open(BytesIO(render(CHAIN, "--to", "png", "--plies", plies).bytes)) as image:
        assert usual[0] * 0.69 < image.width < usual[0] * 0.72
    assert "pixels" in render(CHAIN, "--to", "png", "--plies", plies, "--size", str(usual[0])).problem


# Positions


def test_a_position() -> None:
    answer = render("--position", TALL, "--highlight", "a1,h8")
    assert answer.code == 0
    assert "○120" in answer.out
    assert re.search(r"< +·>", answer.out)
    assert render("--position", TALL, "--to", "gif").bytes.startswith(b"GIF89a")
    assert "■" in render("--position", "10h1r/13/13 1 0 0", "--game", "robots").out
    assert "Night Owl" in render(CHAIN, "--position", TALL).out


def test_a_position_of_the_records_game() -> None:
    sample = SAMPLES / "stack_wars" / "large-board.xbn"
    start = xn.replay(next(xn.read(sample)))[0].text
    assert render(sample, "--position", start).code == 0
    assert render(CHAIN, "--position", start).code == 2


@pytest.mark.parametrize("position", ["", "nonsense", "w.7 w 1", TALL.replace("w 4", "x 4"), "\x1b[31m"])
def test_a_position_that_cannot_be_read(position: str) -> None:
    assert render("--position", position).problem.startswith("cannot read the position: ")


# Looks


@pytest.mark.parametrize("theme", THEMES)
def test_themes(theme: str) -> None:
    assert f'class="xbn xbn-{theme}"' in render(CHAIN, "--to", "svg", "--theme", theme).out


def test_flip_and_coordinates() -> None:
    assert render(CHAIN, "--flip").out.splitlines()[2].startswith("1 │")
    assert render(CHAIN, "--coords", "xy").out.splitlines()[2].startswith("7 │")
    assert render(CHAIN, "--coords", "none").out.splitlines()[2].startswith("│")


def test_highlights() -> None:
    assert render(CHAIN, "--to", "svg", "--highlight", "A1, b2;c3").out.count('href="#xbn-light-') > 2
    assert "Highlighted: a1, b2, c3." in render(CHAIN, "--to", "svg", "--highlight", "A1, b2;c3").out
    robots = SAMPLES / "robots" / "figure-1.xbn"
    assert "Highlighted: (3,4), (44,29)." in render(robots, "--to", "svg", "--highlight", "(3,4),(44, 29)").out


@pytest.mark.parametrize("wrong", ["a9", "i1", "a1,,b2", "a1 b2", "(1,2)", "(1", ",", "<b>"])
def test_highlights_that_are_no_squares(wrong: str) -> None:
    assert "the squares are a1 to h8" in render(CHAIN, "--highlight", wrong).problem


def test_sizes() -> None:
    with Image.open(BytesIO(render(CHAIN, "--to", "png").bytes)) as image:
        assert image.width == 840
    with Image.open(BytesIO(render(CHAIN, "--to", "png", "--size", "333").bytes)) as image:
        assert image.width == 333
    assert 'width="333"' in render(CHAIN, "--to", "svg", "--size", "333").out


def test_the_pictures_of_the_readme_are_up_to_date() -> None:
    """`make pictures` makes them anew."""
    folder = SAMPLES.parent / "docs" / "pictures"
    assert (folder / "boom.svg").read_bytes() == render(CHAIN, "--to", "svg", "--plies", "last.waves").bytes
    assert (folder / "game.gif").stat().st_size < 300_000
    with Image.open(folder / "game.gif") as image:
        assert image.n_frames == 134  # type: ignore[attr-defined]


# What is refused


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--ply", "-1"], "--ply cannot be '-1'"),
        (["--ply=33"], "there is no ply 33: the record has plies 0 to 32"),
        (["--ply", "999999999999999"], "--ply cannot be"),
        (["--ply", "x"], "a ply is a number from 0, or the word last"),
        (["--ply", "31.1"], "nothing explodes there"),
        (["--ply", "32.9"], "there are 8 waves"),
        (["--ply", "32.0"], "there are 8 waves"),
        (["--plies", ""], "--plies cannot be ''"),
        (["--plies", "1,,2"], "--plies cannot be ''"),
        (["--plies", "0,40"], "there is no ply 40"),
        (["--to", "svg", "--plies", ",".join(["1"] * 65)], "a sheet shows at most 64 pictures, not 65"),
        (["--to", "svg", "--ply", "1", "--plies", "2"], "only one of"),
        (["--to", "gif", "--ply", "1", "--from-ply", "2"], "only one of"),
        (["--to", "gif", "--from-ply", "5", "--to-ply", "4"], "--from-ply is behind --to-ply"),
        (["--to", "gif", "--from-ply", "-5"], "--from-ply cannot be '-5'"),
        (["--to", "gif", "--to-ply", "99"], "there is no ply 99"),
        (["--to", "gif", "--plies", "1,2"], "--plies means nothing for GIF"),
        (["--to", "gif", "--delay", "1"], "--delay is a number of milliseconds"),
        (["--to", "gif", "--size", "5000"], "--size is a number of pixels from 64 to 1600"),
        (["--to", "png", "--size", "0"], "--size is a number of pixels from 64 to 5000"),
        (["--size", "100"], "--size means nothing for text"),
        (["--delay", "100"], "--delay means nothing for text"),
        (["--to", "svg", "--ascii"], "--ascii means nothing for SVG"),
        (["--to", "html", "--ply", "3"], "--ply means nothing for a page"),
        (["--to", "bmp"], "no format 'bmp' is drawn; it is one of: txt, svg, png, gif, html"),
        (["-o", "picture"], "does not tell what to draw"),
        (["-o", "picture.jpeg"], "does not tell what to draw"),
        (["-o", "-"], "--to is needed for standard output"),
        (["--theme", "pink"], "there is no theme 'pink'; it is one of: light, dark, print, safe"),
        (["--coords", "b2"], "--coords cannot be 'b2'; it is one of: a1, xy, none"),
        (["--game", "ludo"], "there is no game 'ludo'"),
        (["--rules", "nobody's"], "has no reading"),
        (["--from", "pgn"], "no format 'pgn' is read"),
    ],
    ids=lambda each: " ".join(each)[:40] if isinstance(each, list) else "",
)
def test_wishes_that_cannot_be_fulfilled(arguments: list[str], problem: str) -> None:
    assert problem in render(CHAIN, *arguments).problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no record"),
        ('[Format "xbn 1"]\n[Game "Ludo"]\n[Rules "text"]\n[Result "*"]\n\n1. a2-a3 *\n', "the record has no board to draw: "),
        (HEAD + '[Setup "nonsense"]\n\n1. a2-a3 *\n', "the record has no board to draw: "),
    ],
    ids=["nothing", "unknown game", "bad setup"],
)
@pytest.mark.parametrize("form", ["txt", "png", "gif"])
def test_records_that_cannot_be_drawn(text: str, problem: str, form: str) -> None:
    answer = render("-", "--to", form, text=text)
    assert answer.code == 2
    assert answer.out == ""
    assert problem in answer.err
    assert "Traceback" not in answer.err


def test_a_picture_that_is_too_large() -> None:
    stacks = next((SAMPLES / "stacks").glob("*.xbn"))
    assert "more than 30000000 pixels" in render(stacks, "--to", "png", "--size", "5000").problem


def test_there_must_be_something_to_draw() -> None:
    assert "name a file, or give a --position" in render().problem
    assert "no such file" in render("nowhere.xbn").problem
    assert "is a directory" in render(SAMPLES).problem


def test_a_game_without_moves() -> None:
    assert render("-", text=HEAD + "\n*\n").code == 0
    assert render("-", "--to", "gif", text=HEAD + "\n*\n").bytes.startswith(b"GIF89a")
    assert render("-", "--plies", "last", "--to", "svg", text=HEAD + "\n*\n").code == 0


def test_a_film_has_its_limit() -> None:
    """It shows as much as it may, and says that there is more."""
    whole, short = (render(CHAIN, "--to", "gif", "--size", "120", *more) for more in ([], ["--limit", "gif_plies=31"]))
    assert "warning[XBN911] the game has 32 plies; a GIF shows the first 31" in short.err
    assert (whole.err, whole.code, short.code) == ("", 0, 0)
    assert short.bytes == render(CHAIN, "--to", "gif", "--size", "120", "--to-ply", "31").bytes != whole.bytes


def test_a_page_has_its_limit() -> None:
    page = render(CHAIN, "--to", "html", "--limit", "html_plies=31")
    assert "warning[XBN911] the game has 32 plies; a page shows the first 31" in page.err
    assert page.code == 0
    (record,) = replays_in(page.bytes.decode()).values()
    assert "a page shows the first 31" in str(record["findings"])
    (whole,) = replays_in(render(CHAIN, "--to", "html").bytes.decode()).values()
    # The last action is a boom in eight waves.
    assert len(record["boards"]) < len(whole["boards"])


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, out: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    for form in ("png", "gif"):
        assert "pip install 'expendibots-notation[render]'" in render(CHAIN, "-o", out / f"x.{form}").problem
    assert list(out.iterdir()) == []
    assert render(CHAIN, "--to", "svg").code == 0


# Files


def test_nothing_is_replaced_without_force(out: Path) -> None:
    target = out / "game.svg"
    target.write_text("mine")
    assert render(CHAIN, "-o", target).problem == f"{target} exists; --force replaces it"
    assert target.read_text() == "mine"
    assert render(CHAIN, "-o", target, "--force").code == 0
    assert target.read_text().startswith("<svg")


def test_nothing_is_half_written(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise RuntimeError("no luck")

    monkeypatch.setattr(gif_module, "_image", fail)
    target = out / "game.gif"
    target.write_bytes(b"mine")
    with pytest.raises(RuntimeError, match="no luck"):
        render(CHAIN, "-o", target, "--force")
    assert target.read_bytes() == b"mine"
    assert [path.name for path in out.iterdir()] == ["game.gif"]


def test_a_place_where_nothing_can_be_written(out: Path) -> None:
    assert "cannot write" in render(CHAIN, "-o", out / "missing" / "game.svg").problem
    (out / "folder.svg").mkdir()
    assert "cannot write" in render(CHAIN, "-o", out / "folder.svg").problem


# Terminals


def in_terminal(*arguments: str | Path) -> tuple[str, str]:
    """What the command writes to standard output and to standard error, where both are terminals."""
    environment = {"PATH": os.defpath, "LANG": "C.UTF-8", "TERM": "xterm", "HOME": "/nonexistent"}
    ends = [pty.openpty(), pty.openpty()]
    process = subprocess.Popen(
        [XBN, "render", *map(str, arguments)], stdout=ends[0][1], stderr=ends[1][1], stdin=subprocess.DEVNULL, env=environment
    )
    for _, inner in ends:
        os.close(inner)
    texts = []
    for outer, _ in ends:
        data = b""
        try:
            while chunk := os.read(outer, 65536):
                data += chunk
        except OSError:
            pass  # Linux tells so that the other end is closed.
        os.close(outer)
        texts.append(data.decode())
    process.wait(timeout=600)
    return texts[0], texts[1]


def test_colour_on_a_terminal_only() -> None:
    shown, told = in_terminal(CHAIN)
    assert told == ""
    assert "\x1b[" in shown
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\r\n", "\n") == render(CHAIN).out


class Terminal(TextIOWrapper):
    """A terminal, as far as the command can tell."""

    def __init__(self) -> None:
        super().__init__(BytesIO(), encoding="utf-8", newline="", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def shown(self) -> str:
        self.seek(0)
        return self.read()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_is_not_forced_on_anybody(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(each, raising=False)
    for colours in (True, False):
        monkeypatch.setattr(sys, "stdout", Terminal())
        assert rendering.render(str(CHAIN)) == 0
        assert ("\x1b" in sys.stdout.shown) is colours  # type: ignore[attr-defined]
        monkeypatch.setenv(name, value)


def test_a_film_has_a_progress_bar_on_a_terminal(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stdout, stderr = Terminal(), Terminal()
    monkeypatch.setattr(sys, "stdout", stdout)
    monkeypatch.setattr(sys, "stderr", stderr)
    assert rendering.render(str(REJECTED), output=str(out / "game.gif"), size=120) == 0
    assert stdout.shown == ""
    assert "%" in stderr.shown
    assert stderr.shown.endswith("\r\x1b[K")


def test_pixels_are_not_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    with pytest.raises(Mistake, match="PNG is not for terminals; -o names a file"):
        rendering.render(str(REJECTED), to="png")


# Hostile records


@pytest.mark.parametrize("form", ["txt", "svg", "png", "gif"])
def test_hostile_records_are_drawn_as_harmless_text(form: str) -> None:
    tags = "".join(f"[Tag{number} {_string(text)}]\n" for number, text in enumerate(HOSTILE) if "\ud800" not in text)
    name = _string("".join(text for text in HOSTILE if "\ud800" not in text))
    record = (
        HEAD.replace('"*"', '"1-0"')
        + f"[White {name}]\n{tags}\n1. d2-d3 {{</script>]]>\x1b[31m\u202e}} ~{_string(HOSTILE[0])} 1-0\n"
    )
    answer = render("-", "--to", form, text=record)
    assert "Traceback" not in answer.err
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e\u2066]", answer.err)
    assert answer.bytes
    if form in ("txt", "svg"):
        assert answer.out.replace("\n", "").isprintable()
        assert "␛" in answer.out
    if form == "svg":
        assert not list(ElementTree.fromstring(answer.out).iter(f"{SVG}script"))


def _string(text: str) -> str:
    import json

    return json.dumps(text)


def test_limits_are_told() -> None:
    """What the help and the messages say about limits is what holds."""
    assert USUAL.gif_plies == 600
    assert "600 plies" in " ".join(CliRunner().invoke(app, ["render", "--help"], terminal_width=120).stdout.split())
    assert rendering._LARGEST**2 * 1.2 <= png_module.MOST_PIXELS, "usual boards are a little higher than wide"


@pytest.mark.parametrize("form", ["svg", "txt", "html", "gif"])
@pytest.mark.parametrize("way", ["itself", "link", "another record"])
def test_a_picture_never_replaces_a_record(tmp_path: Path, form: str, way: str) -> None:
    game, target = tmp_path / "game.xbn", tmp_path / "target.xbn"
    game.write_text(ILLEGAL, encoding="utf-8")
    if way == "link":
        target.symlink_to(game)
    elif way == "another record":
        target.write_text(ILLEGAL, encoding="utf-8")
    output = game if way == "itself" else target
    assert "would be replaced" in render(game, "-o", output, "--to", form, "--force").problem
    assert game.read_text(encoding="utf-8") == output.read_text(encoding="utf-8") == ILLEGAL
