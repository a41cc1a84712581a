"""Games as Parquet tables: what is in them, how the folder is written, and the questions of `docs/data.md`."""

from __future__ import annotations

import builtins
import gzip
import json
import os
import re
from hashlib import blake2b
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation.record_trees import records
from typer.testing import CliRunner, Result

import expendibots_notation as xn
from expendibots_notation.cli.app import app
from expendibots_notation.document import document_of
from expendibots_notation.exporters import exporter_for, parquet
from expendibots_notation.exporters.parquet import FILES, MissingPackage, games_schema, plies_schema
from expendibots_notation.notation.tree import Record
from expendibots_notation.pipeline import read_text

ROOT = Path(__file__).parent.parent.parent
DOCS = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
SAMPLES = sorted((ROOT / "samples").glob("*/*.*"))
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
GOOD = HEAD + "\n1. a2-a3 xa7 *\n"
ILLEGAL = HEAD + "\n1. a2-a3 a2-a3\n2. d2-d3 *\n"


def run(*arguments: str | Path, stdin: str = "") -> Result:
    return CliRunner().invoke(app, ["convert", *map(str, arguments)], input=stdin.encode("utf-8", "surrogateescape"))


def rows(folder: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pq.read_table(folder / f"{table}.parquet").to_pylist()
    return found


def written(text: str, folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    xn.write(read_text(text), folder / "out.parquet")
    return rows(folder / "out.parquet", "games"), rows(folder / "out.parquet", "plies")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "game.xbn"
    path.parent.mkdir()
    path.write_text(GOOD)
    return path


# What is in the tables


def test_a_game(tmp_path: Path) -> None:
    text = GOOD.replace("\n\n", '\n[White "Ada"]\n[Black "Bob ½"]\n\n').replace("xa7", "xa7=0:4")
    ((game,), (move, boom)) = written(text, tmp_path)
    assert game == {
        "game_id": 1, "file": "<text>", "index": 1, "game": "expendibots", "rules": "text", "setup": None,
        "tags": [("White", "Ada"), ("Black", "Bob ½")], "result": "*", "termination": None, "claimed_result": "*",
        "claimed_termination": None, "rejected": None, "plies": 2, "valid": True,
    }  # fmt: skip
    position = xn.expendibots.start().play("a2-a3")
    of_record = {"game_id": 1, "file": "<text>", "index": 1, "game": "expendibots", "turn": 1}
    assert move == of_record | {
        "ply": 1, "player": "white", "action": "a2-a3", "kind": "move", "count": 1, "from": "a2", "to": "a3", "waves": None,
        "removed_own": None, "removed_enemy": None, "position": position.text, "hash": position.hash,
    }  # fmt: skip
    position = position.play("xa7")
    assert boom == of_record | {
        "ply": 2, "player": "black", "action": "xa7", "kind": "boom", "count": None, "from": "a7", "to": None, "waves": 2,
        "removed_own": 4, "removed_enemy": 0, "position": position.text, "hash": position.hash,
    }  # fmt: skip


def test_a_record_with_an_illegal_action_is_kept_as_far_as_it_goes(tmp_path: Path) -> None:
    ((game,), plies) = written(ILLEGAL, tmp_path)
    assert (game["plies"], game["valid"]) == (1, False)
    assert [(ply["ply"], ply["player"], ply["action"]) for ply in plies] == [
        (1, "white", "a2-a3"), (2, "black", "a2-a3"), (3, "white", "d2-d3"),
    ]  # fmt: skip
    assert [ply["position"] is None for ply in plies] == [False, True, True]
    assert [ply["hash"] is None for ply in plies] == [False, True, True]


def test_what_is_claimed_and_what_is_so_are_told_apart(tmp_path: Path) -> None:
    resigned = GOOD.replace("*", "1-0").replace("\n\n", '\n[Termination "resignation"]\n\n')
    rejected = HEAD.replace("*", "0-1") + "\n1. ~a2-a5 0-1\n"
    games, plies = written(resigned + "\n" + rejected, tmp_path)
    columns = ("game_id", "index", "result", "termination", "claimed_result", "claimed_termination", "rejected", "plies")
    assert [tuple(game[column] for column in columns) for game in games] == [
        (1, 1, "*", None, "1-0", "resignation", None, 2),
        (2, 2, "0-1", "illegal-action", "0-1", None, "a2-a5", 0),
    ]
    assert {ply["game_id"] for ply in plies} == {1}


@pytest.mark.parametrize("game", ["expendibots", "stacks", "stack_wars", "robots"])
def test_every_game_says_what_its_documents_say(game: str, tmp_path: Path) -> None:
    found = [record for path in SAMPLES if path.parent.name == game and path.suffix == ".xbn" for record in xn.read(path)]
    assert found
    xn.write(found, tmp_path / "out.parquet")
    games, plies = rows(tmp_path / "out.parquet", "games"), rows(tmp_path / "out.parquet", "plies")
    documents = [document_of(record) for record in found]
    assert [row["game_id"] for row in games] == list(range(1, len(found) + 1))
    assert [(row["game"], row["rules"], row["setup"], dict(row["tags"])) for row in games] == [
        (each.game, each.rules, each.setup, each.tags) for each in documents
    ]
    assert [(row["result"], row["termination"]) for row in games] == [
        (each.outcome.result, each.outcome.termination) for each in documents
    ]
    verdicts = [xn.validate(record) for record in found]
    assert [(row["valid"], row["plies"]) for row in games] == [(each.valid, each.plies) for each in verdicts]
    expected = [(number, ply) for number, each in enumerate(documents, 1) for ply in each.plies]
    assert len(plies) == len(expected)
    for row, (number, ply) in zip(plies, expected, strict=True):
        assert ply.action is not None
        assert (row["game_id"], row["ply"], row["turn"], row["player"]) == (number, ply.ply, ply.turn, ply.player)
        assert (row["kind"], row["count"]) == (ply.action["type"], ply.action.get("count"))
        assert ply.text.startswith(row["action"])
        assert row["position"] == ply.position
        assert row["waves"] == (None if ply.waves is None else len(ply.waves))
        if ply.removed is not None:
            own = ply.removed[ply.player]
            assert (row["removed_own"], row["removed_enemy"]) == (own, sum(ply.removed.values()) - own)
        else:
            assert (row["removed_own"], row["removed_enemy"]) == (None, None)
        if game != "expendibots" and ply.position is not None:
            assert row["hash"] == int.from_bytes(blake2b(ply.position.encode(), digest_size=8).digest(), "big")


def test_squares_of_other_games(tmp_path: Path) -> None:
    """Attacks have a target, and Robots has coordinates."""
    assert run(ROOT / "samples", "-o", tmp_path / "out.parquet").exit_code in (0, 1)
    found = {(row["game"], row["kind"]): row for row in rows(tmp_path / "out.parquet", "plies")}
    assert {game for game, _ in found} >= {"expendibots", "stacks", "stack_wars", "robots"}
    assert re.fullmatch(r"\d+,\d+", found["robots", "teleport"]["to"])
    attack = found["stack_wars", "attack"]
    assert attack["action"] == f"{attack['from']}x{attack['to']}"
    assert (attack["removed_own"], attack["removed_enemy"]) == (0, 1)
    attack = found["stacks", "attack"]
    assert f"x{attack['to']}" in attack["action"]
    assert attack["from"] in attack["action"]


def test_the_same_hash_whenever_a_position_comes_back(tmp_path: Path) -> None:
    _, plies = written(HEAD + "\n1. a1-b1 a8-b8 2. b1-a1 b8-a8 3. a1-b1 *\n", tmp_path)
    assert plies[0]["position"] != plies[4]["position"]
    assert plies[0]["hash"] == plies[4]["hash"]
    assert len({ply["hash"] for ply in plies}) == 4


def test_an_unknown_game_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    text = '[Format "xbn 1"]\n[Game "Chess"]\n[Rules "text"]\n[Result "*"]\n[White "\udcff"]\n\n1. d2-d3 *\n'
    assert run("-", "-o", target, stdin=text).exit_code == 1
    ((game,), (ply,)) = rows(target, "games"), rows(target, "plies")
    assert (game["game"], game["plies"], game["valid"]) == ("Chess", 0, False)
    assert game["tags"] == [("White", "\N{REPLACEMENT CHARACTER}")]
    assert (ply["action"], ply["player"], ply["kind"], ply["position"], ply["hash"]) == ("d2-d3", None, None, None, None)


def test_numbers_beyond_64_bits(tmp_path: Path) -> None:
    _, (ply,) = written(HEAD + f"\n1. {10**30}a2-a3 *\n", tmp_path)
    assert ply["count"] is None
    assert ply["action"] == f"{10**30}a2-a3"


@settings(max_examples=30)
@given(trees=st.lists(records(), max_size=3))
def test_whatever_a_record_says_can_be_written(trees: list[Record], tmp_path_factory: pytest.TempPathFactory) -> None:
    target = tmp_path_factory.mktemp("any") / "out.parquet"
    xn.write(trees, target)
    assert pq.read_table(target / "games.parquet").num_rows == len(trees)
    assert pq.read_table(target / "plies.parquet").num_rows == sum(len(tree.line.plies) for tree in trees)


@pytest.mark.parametrize(
    "text", [HEAD + "\n1. a2-a3 nonsense\n2. d2-d3 *\n", HEAD + "\n1. zz9-zz10 *\n", "* *\n", HEAD + "\n1. ~x *\n"]
)
def test_a_broken_record_does_not_take_its_neighbours_along(text: str, source: Path, tmp_path: Path) -> None:
    source.write_text(GOOD + "\n" + text + "\n" + GOOD)
    result = run(source, "-o", tmp_path / "out.parquet")
    assert result.exit_code in (0, 1)
    games = rows(tmp_path / "out.parquet", "games")
    assert [(game["plies"], game["valid"]) for game in (games[0], games[-1])] == [(2, True), (2, True)]
    assert len(games) >= 3
    assert not all(game["valid"] for game in games) or text.startswith("*")


def test_rows_are_written_in_groups_and_none_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "_ROWS_IN_A_GROUP", 3)
    written("\n".join([GOOD] * 5), tmp_path)
    file = pq.ParquetFile(tmp_path / "out.parquet" / "plies.parquet")
    assert [file.metadata.row_group(number).num_rows for number in range(file.num_row_groups)] == [3, 3, 3, 1]
    assert [row["game_id"] for row in file.read().to_pylist()] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_the_same_games_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run(ROOT / "samples" / "expendibots", "--to", "parquet", "-o", tmp_path / name).exit_code == 0
    for file in FILES:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_what_is_left_out_is_named(source: Path, tmp_path: Path) -> None:
    source.write_text(GOOD.replace("a2-a3", "a2-a3! {why}").replace("xa7", "xa7=0:4"))
    result = run(source, "-o", tmp_path / "out.parquet")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == (
        "xbn: warning: parquet cannot hold comments (1 record), glyphs (1 record), effects of actions (1 record)\n"
    )


# The folder


def test_a_folder_is_replaced_only_when_asked(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    assert run(source, "-o", target).exit_code == 0
    assert sorted(os.listdir(target)) == sorted(FILES)
    assert len(rows(target, "games")) == 1
    source.write_text(GOOD + "\n" + GOOD)
    result = run(source, "-o", target)
    assert (result.exit_code, result.stderr) == (2, f"xbn: {target} exists; --force replaces it\n")
    assert len(rows(target, "games")) == 1
    assert run(source, "-o", f"{target}/", "--force").exit_code == 0
    assert len(rows(target, "games")) == 2
    assert sorted(os.listdir(tmp_path)) == ["in", "out.parquet"]


def test_a_file_is_replaced_only_when_asked(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    target.write_text("mine")
    assert run(source, "-o", target).exit_code == 2
    assert target.read_text() == "mine"
    assert run(source, "-o", target, "--force").exit_code == 0
    assert len(rows(target, "plies")) == 2


def test_a_folder_with_other_files_is_never_replaced(source: Path, tmp_path: Path) -> None:
    result = run(source, "--to", "parquet", "-o", source.parent, "--force")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "other files" in result.stderr
    assert source.read_text() == GOOD
    source.parent.rename(tmp_path / "in.parquet")
    with pytest.raises(OSError, match="other files"):
        xn.write(read_text(GOOD), tmp_path / "in.parquet")
    assert os.listdir(tmp_path) == ["in.parquet"]


def test_a_failure_leaves_what_was_there(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    assert run(source, "-o", target).exit_code == 0
    before = {file: (target / file).read_bytes() for file in FILES}
    result = run(source, tmp_path / "missing.xbn", "-o", target, "--force")
    assert (result.exit_code, "missing.xbn" in result.stderr) == (2, True)

    def failing() -> Any:
        yield from read_text(GOOD)
        raise RuntimeError("a mistake")

    with pytest.raises(RuntimeError):
        xn.write(failing(), target)
    assert {file: (target / file).read_bytes() for file in FILES} == before
    assert sorted(os.listdir(tmp_path)) == ["in", "out.parquet"]


def test_a_move_that_fails_puts_back_what_was_there(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.parquet"
    assert run(source, "-o", target).exit_code == 0
    monkeypatch.setattr("expendibots_notation.writing._exchanged", lambda *_: False)
    rename = os.rename

    def refusing(old: str, new: str) -> None:
        if old.endswith("new"):
            raise OSError(28, "No space left on device")
        rename(old, new)

    monkeypatch.setattr(os, "rename", refusing)
    result = run(source, "-o", target, "--force")
    assert (result.exit_code, "no space left" in result.stderr) == (2, True)
    assert len(rows(target, "games")) == 1
    assert sorted(os.listdir(tmp_path)) == ["in", "out.parquet"]


def test_a_place_that_is_missing(source: Path, tmp_path: Path) -> None:
    result = run(source, "-o", tmp_path / "no" / "out.parquet")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "no such file or directory" in result.stderr


def test_standard_output_takes_no_folder(source: Path) -> None:
    result = run(source, "--to", "parquet")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "xbn: parquet is a folder, which standard output cannot take; name it: -o games.parquet\n"


def test_without_the_extra(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "pyarrow":
            raise ModuleNotFoundError("No module named 'pyarrow'", name="pyarrow")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    result = run(source, "-o", tmp_path / "out.parquet")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "xbn: parquet needs the package pyarrow: pip install 'expendibots-notation[parquet]'\n"
    with pytest.raises(MissingPackage, match=r"\[parquet\]"):
        xn.write(read_text(GOOD), tmp_path / "out.parquet")
    assert os.listdir(tmp_path) == ["in"]


def test_only_a_folder_may_have_a_slash_behind_its_name() -> None:
    assert exporter_for("games.parquet/") is exporter_for("GAMES.Parquet") is not None
    assert exporter_for("games.json/") is None


# The documentation


@pytest.mark.parametrize(("table", "schema"), [("games", games_schema()), ("plies", plies_schema())])
def test_the_columns_are_documented(table: str, schema: Any) -> None:
    section = DOCS.split(f"### {table}\n")[1].split("\n#")[0]
    documented = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", section, re.MULTILINE)
    real = [(field.name, str(field.type) + "?" * field.nullable) for field in schema]
    assert documented == real


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the documentation has its logs, and the tables that its command makes of them."""
    folder = tmp_path_factory.mktemp("archive")
    (folder / "logs").mkdir()
    with gzip.open(ROOT / "tests" / "data" / "logs" / "logs.jsonl.gz", "rt", encoding="utf-8") as stream:
        for game in map(json.loads, stream):
            (folder / "logs" / f"{game['name']}.log").write_bytes(game["log"].encode())
    (command,) = re.findall(r"^\$ xbn convert (.*)$", DOCS, re.MULTILINE)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert run(*command.split()).exit_code == 1  # one log is broken on purpose
    return folder


QUESTIONS: list[tuple[str, str]] = re.findall(r"^```sql\n(.*?)^```\n\n((?:\|[^\n]*\n)+)", DOCS, re.MULTILINE | re.DOTALL)


def test_there_are_three_questions() -> None:
    assert len(QUESTIONS) == DOCS.count("```sql") == 3


@pytest.mark.parametrize(("question", "answer"), QUESTIONS, ids=["first-moves", "chain-reactions", "repeated-positions"])
def test_a_question(question: str, answer: str, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB answers as the documentation says."""
    monkeypatch.chdir(archive)
    with duckdb.connect() as connection:
        found = connection.execute(question)
        table = [[name for name, *_ in found.description or ()], *([str(value) for value in row] for row in found.fetchall())]
    heading, _, *lines = answer.splitlines()
    assert [line.strip("| ").split(" | ") for line in (heading, *lines)] == table


def test_many_folders_are_one_data_set(source: Path, tmp_path: Path) -> None:
    for year in (2020, 2021):
        (tmp_path / "runs").mkdir(exist_ok=True)
        assert run(source, "--to", "parquet", "-o", tmp_path / "runs" / f"year={year}").exit_code == 0
    with duckdb.connect() as connection:
        files = f"read_parquet('{tmp_path}/runs/*/plies.parquet', hive_partitioning = true)"
        assert connection.execute(f"SELECT year, count(*) FROM {files} GROUP BY year ORDER BY year").fetchall() == [
            (2020, 2),
            (2021, 2),
        ]
