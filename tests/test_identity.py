"""The content id: what changes it, what does not, and that docs/identity.md defines it exactly."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from games.playouts import playout
from games.toy import heap
from typer.testing import CliRunner

from expendibots_notation import games
from expendibots_notation.cli.app import app
from expendibots_notation.exporters.json import json_pieces
from expendibots_notation.exporters.referee_log import log_pieces
from expendibots_notation.exporters.tuples import tuples_pieces
from expendibots_notation.game import Game
from expendibots_notation.identity import PREFIX, Content, content_of
from expendibots_notation.notation.tree import Item, Line, Ply, Record
from expendibots_notation.pipeline import read, read_stream, read_text

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
TRANSCRIPTS = ROOT / "tests" / "data" / "transcripts"
PAGE = (ROOT / "docs" / "identity.md").read_text()
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'


def content(text: str) -> Content:
    (record,) = read_text(text)
    found = content_of(record)
    assert found is not None
    return found


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


# The definition


def test_the_page_shows_the_text_and_the_id_of_its_record() -> None:
    (record,) = blocks("xbn")
    text, written_id = blocks("text")
    found = content(record)
    assert found.text == text
    assert found.id == written_id.strip() == PREFIX + hashlib.sha256(text.encode()).hexdigest()


def test_the_console_of_the_page_is_what_the_command_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (record,) = read(SAMPLES / "expendibots" / "elimination-white.xbn")
    (tmp_path / "game.xbn").write_text((SAMPLES / "expendibots" / "elimination-white.xbn").read_text())
    (tmp_path / "game.log").write_text("".join(log_pieces([record])))
    (console,) = blocks("console")
    command, _, shown = console.partition("\n")
    result = CliRunner().invoke(app, command.removeprefix("$ xbn ").split())
    assert result.exit_code == 0
    assert result.stdout == shown


def test_a_robots_record_has_the_conditions_of_the_page() -> None:
    (record,) = read(SAMPLES / "robots" / "death.xbn")
    found = content_of(record)
    assert found is not None
    lines = found.text.split("\n")
    assert lines[1] == "game robots"
    assert lines[3:6] == ["Levels 66", "Start 22,15", "actions"]
    assert lines[6].startswith("<")


# What does not change it


@pytest.mark.parametrize("path", sorted((SAMPLES).glob("*/*.json")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_xbn_and_json_have_one_id(path: Path) -> None:
    if path.parent.name == "broken":
        return
    (from_json,) = read(path)
    (from_xbn,) = read(path.with_suffix(".xbn"))
    assert content_of(from_json) == content_of(from_xbn)


def test_logs_and_tuples_have_the_id_of_their_game() -> None:
    (record,) = read(SAMPLES / "expendibots" / "chain-reaction.xbn")
    expected = content_of(record)
    for pieces in (log_pieces, tuples_pieces, json_pieces):
        (again,) = read_text("".join(pieces([record])))
        assert content_of(again) == expected


def test_a_transcript_has_the_id_of_its_log() -> None:
    """Of real games that the referee both logged and printed, where it printed the actions."""
    compared = 0
    for line in gzip.decompress((TRANSCRIPTS / "expected.jsonl.gz").read_bytes()).decode().splitlines():
        entry = json.loads(line)
        if entry["log"] is None or "-v0" in entry["options"] or not 0 < entry["plies"] < 50:
            continue
        printed = gzip.decompress((TRANSCRIPTS / f"{entry['name']}.txt.gz").read_bytes())
        (transcript,) = read_stream(BytesIO(printed), "game.txt")
        (log,) = read_text(entry["log"])
        assert isinstance(transcript, Record)
        one, other = content_of(transcript), content_of(log)
        assert one is not None
        assert other is not None
        if transcript.is_whole:
            assert one.id == other.id, entry["name"]
            compared += 1
    assert compared == 29


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "\n1. d2-d3 e7-e6\n2. e2-d2 *\n",
        '[White "a"]\n[Black "b"]\n' + HEAD + "\n1. d2-d3 {hm} e7-e6! $3\n2. e2-d2 {%emt=3} *\n",
        HEAD + "\n1. d2-d3=1 e7-e6 (1... xe7)\n2. e2-d2=2 *\n",
        HEAD + "\n7. D2d3 8. e7e6 e2-d2 *\n",
        HEAD.replace('"text"', '"referee"') + "\n1. d2-d3 e7-e6\n2. e2-d2 *\n",
        HEAD.replace('"*"', '"1-0"') + '[Termination "time"]\n\n1. d2-d3 e7-e6\n2. e2-d2 1-0\n',
        HEAD.replace('"*"', '"1-0"') + '[Termination "illegal-action"]\n\n1. d2-d3 e7-e6\n2. e2-d2 ~d7-d1 1-0\n',
        HEAD + '[Setup "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 1"]\n\n1. d2-d3 e7-e6\n2. e2-d2 *\n',
        "1. d2-d3 e7-e6\n2. e2-d2 *\n",
    ],
)
def test_what_surrounds_the_actions_does_not_count(text: str) -> None:
    assert content(text) == content(HEAD + "\n1. d2-d3 e7-e6\n2. e2-d2 *\n")


def test_default_conditions_may_be_written_out() -> None:
    (record,) = read(SAMPLES / "robots" / "death.xbn")
    text = (SAMPLES / "robots" / "death.xbn").read_text()
    plain = content_of(record)
    assert content(text.replace("\n\n", '\n[Levels "66"]\n[Start "22,15"]\n\n', 1)) == plain
    assert content(text.replace("\n\n", '\n[Levels "65"]\n\n', 1)) != plain


# What does


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "\n1. d2-d3 e7-e6 *\n",
        HEAD + "\n1. d2-d3 e7-e6\n2. d3-d2 *\n",
        HEAD + "\n1. e2-d2 e7-e6\n2. d2-d3 *\n",
        HEAD + '[Setup "bb.bb.bb/bb.bb.bb/.8/.8/.8/.8/ww.ww.ww/ww.ww.ww w 2 0"]\n\n2. d2-d3 e7-e6\n3. e2-d2 *\n',
    ],
)
def test_other_actions_and_other_starts_have_other_ids(text: str) -> None:
    assert content(text).id != content(HEAD + "\n1. d2-d3 e7-e6\n2. e2-d2 *\n").id


def test_actions_cannot_run_into_each_other() -> None:
    """The same characters, cut at other places, are another text."""
    assert content(HEAD + "\n1. 2d2-d4 xe7 *\n").id != content(HEAD + "\n1. 2d2-d4 *\n").id


def test_illegal_actions_count_and_what_cannot_be_read_does_not() -> None:
    illegal = content(HEAD + "\n1. d2-d3 e7-e6\n2. e2-e5 *\n")
    assert illegal.text.endswith("e7-e6\ne2-e5\n")
    assert illegal.is_whole
    damaged = content(HEAD + "\n1. d2-d3 e7-e6\n2. nonsense d2-d4 *\n")
    assert damaged.text.endswith("actions\nd2-d3\ne7-e6\n")
    assert not damaged.is_whole


@pytest.mark.parametrize("name", ["XBN301-unknown-game.xbn", "XBN303-bad-setup.xbn", "XBN315-bad-tag.xbn"])
def test_without_a_game_or_a_start_there_is_no_id(name: str) -> None:
    (record,) = read(SAMPLES / "broken" / name)
    assert content_of(record) is None


# Mirror images

LENGTH = 16
"""How many steps a random game has: those of STACKS have thousands of choices each."""


def record_of(game: Game, seed: int, mirrored: bool) -> Record:
    """A random game, or the same in a mirror."""
    steps = playout(game, seed, most=LENGTH)
    start = steps[0].before
    events = [start.mirrored_action(step.action) if mirrored else step.action for step in steps]
    plies: list[Ply] = []
    lead: list[Item] = []
    for step, event in zip(steps, events, strict=True):
        text = game.write_action(event)
        if not step.is_chance:
            plies.append(Ply(text, event))
        elif plies:
            plies[-1].items = (*plies[-1].items, Item(text, event))
        else:
            lead.append(Item(text, event))
    return Record(game.id, setup=start.mirrored_text() if mirrored else None, line=Line(tuple(plies), items=tuple(lead)))


MIRRORING = [game for game in games.GAMES if game.start(game.rules(), None, {}).mirrored_text() is not None]


def test_three_games_have_mirror_images_and_robots_has_none() -> None:
    assert {game.id for game in MIRRORING} == {"expendibots", "stack_wars", "stacks"}
    (record,) = read(SAMPLES / "robots" / "death.xbn")
    found = content_of(record)
    assert found is not None
    assert found.mirror_id is None


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", MIRRORING, ids=lambda game: game.id)
def test_a_mirrored_game_is_legal_and_its_positions_are_mirrored(game: Game, seed: int) -> None:
    steps = playout(game, seed, most=LENGTH)
    position = game.start(game.rules(), steps[0].before.mirrored_text(), {})
    for step in steps:
        assert position.text == step.before.mirrored_text()
        position = position.play(step.before.mirrored_action(step.action))
        assert position.outcome() == step.after.outcome()
        assert step.before.mirrored_action(step.before.mirrored_action(step.action)) == step.action


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", MIRRORING, ids=lambda game: game.id)
def test_mirror_images_have_each_others_ids(game: Game, seed: int) -> None:
    one, other = content_of(record_of(game, seed, False)), content_of(record_of(game, seed, True))
    assert one is not None
    assert other is not None
    assert (one.id, one.mirror_id) == (other.mirror_id, other.id)
    assert one.id != other.id


def test_a_set_up_position_is_mirrored_too() -> None:
    setup = HEAD + '[Setup ".6b3b/.8/.8/.8/.8/.8/.8/ww12.6 w 4 2"]\n\n4. 3b1-b3 h8-h7 *\n'
    mirrored = HEAD + '[Setup "bb3.6/.8/.8/.8/.8/.8/.8/.6w12w w 4 2"]\n\n4. 3g1-g3 a8-a7 *\n'
    assert content(setup).mirror_id == content(mirrored).id


@pytest.mark.parametrize(
    ("game", "setup", "mirrored", "turn"),
    [
        ("Stack Wars", "w2,w,w/b2,w2,w2/b,b2,b2 b 0,0 1,1", "w,w,w2/w2,w2,b2/b2,b2,b b 0,0 1,1", 1),
        ("STACKS", "C1bb1/5/5/5/5/aa1aa/Aa1aA b 30", "1bb1C/5/5/5/5/aa1aa/Aa1aA b 30", 30),
    ],
)
def test_a_pass_is_its_own_mirror_image(game: str, setup: str, mirrored: str, turn: int) -> None:
    one, other = (
        content(f'[Format "xbn 1"]\n[Game "{game}"]\n[Result "*"]\n[Setup "{text}"]\n\n{turn}. -- *\n')
        for text in (setup, mirrored)
    )
    assert one.text.endswith("actions\n--\n")
    assert (one.id, one.mirror_id) == (other.mirror_id, other.id)


def test_a_game_of_other_people_needs_nothing_to_have_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, heap.GAME))
    found = content_of(record_of(heap.GAME, 0, False))
    assert found is not None
    assert found.mirror_id is None
    assert found.text.startswith("xbn-content 1\ngame heap\nstart 7 ann 1 0\nactions\n<")


# The command


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["id", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_records_without_a_whole_id_are_named() -> None:
    code, out, err = run(
        str(SAMPLES / "broken" / "XBN301-unknown-game.xbn"), str(SAMPLES / "broken" / "XBN101-unexpected-text.xbn")
    )
    assert code == 1
    assert [line.split()[0][:5] for line in out.splitlines()] == ["-", "xbn1-"]
    assert "has no id: its game or the position in which it begins is not known" in err
    assert "could not be read to its end; the id is that of what stands before" in err


def test_the_mirror_id_stands_beside(tmp_path: Path) -> None:
    path = SAMPLES / "stacks" / "worked-example.xbn"
    code, out, _ = run("--mirror", "--format", "json", str(path))
    assert code == 0
    shown = json.loads(out)
    (record,) = read(path)
    found = content_of(record)
    assert found is not None
    assert (shown["id"], shown["mirror_id"], shown["plies"], shown["whole"]) == (found.id, found.mirror_id, 16, True)
    _, text, _ = run("--mirror", str(SAMPLES / "robots" / "death.xbn"))
    assert text.split()[1] == "-"


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    picture = tmp_path / "picture.xbn"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    assert run(str(picture))[0] == 1
    code, out, err = run(str(tmp_path / "missing.xbn"))
    assert (code, out) == (2, "")
    assert "XBN903" in err
    empty = tmp_path / "empty.xbn"
    empty.write_text("")
    code, out, err = run(str(empty))
    assert (code, out) == (1, "")
    assert "XBN112" in err
    assert run("--format", "xml", str(picture))[0] == 2


def test_only_one_record_and_hostile_names(tmp_path: Path) -> None:
    path = tmp_path / "two\x1b[31m.xbn"
    path.write_text((HEAD + "\n1. d2-d3 *\n\n") * 2)
    code, out, _ = run("--record", "2", str(path))
    assert code == 0
    assert "\x1b" not in out
    assert out.endswith("record 2\n")
    assert len(out.splitlines()) == 1


def test_contents_are_values() -> None:
    (record,) = read_text(HEAD + "\n1. d2-d3 *\n")
    assert content_of(record) == content_of(replace(record, tags=()))
