"""Every attack against every output of outputs.py."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attacks import ATTACKS, HARMLESS, NAMES, broken, data_of
from effort import few_of
from marking import GOOD, HEAD, xbn
from outputs import OUTPUTS, assert_lines, assert_screen, held_texts

from expendibots_notation.cli.render import FORMS
from expendibots_notation.diagnostics.codes import diagnose
from expendibots_notation.diagnostics.model import Place
from expendibots_notation.diagnostics.render import render, visible
from expendibots_notation.exporters import EXPORTERS
from expendibots_notation.reports import REPORTS
from expendibots_notation.standings import FORMATS


# The player takes its time with so many records: the next test has some of them.
@pytest.mark.parametrize("name", few_of(sorted(OUTPUTS, key=lambda name: name == "player"), len(OUTPUTS) - 1))
def test_every_attack(name: str, tmp_path: Path) -> None:
    output = OUTPUTS[name]
    if output.one_by_one:
        harmless = output.of([HARMLESS], tmp_path)
        for attack, text in ATTACKS.items():
            try:
                output.holds(output.of([text], tmp_path), harmless)
            except AssertionError as error:
                error.add_note(f"the attack: {attack}")
                raise
        return
    texts = list(ATTACKS.values())
    written = output.of(texts, tmp_path)
    # Lines are judged by themselves, which saves the player the second time.
    output.holds(written, "" if output.holds in (assert_lines, assert_screen) else output.of([HARMLESS] * len(texts), tmp_path))
    # Nothing is left out in silence.
    assert [attack for attack, text in ATTACKS.items() if visible(text.strip())[: output.shows] not in written] == []


def test_some_attacks_on_the_player(tmp_path: Path) -> None:
    attacks = list(ATTACKS.values())[::8]
    written = OUTPUTS["player"].of(attacks, tmp_path)
    assert_lines(written, "")
    assert all(visible(text.strip())[: OUTPUTS["player"].shows] in written for text in attacks)


@pytest.mark.parametrize("name", [name for name, output in OUTPUTS.items() if not output.one_by_one and name != "player"])
@pytest.mark.slow
def test_every_attack_where_nothing_is_understood(name: str, tmp_path: Path) -> None:
    """The player, which takes its time with so many records, has a test of its own."""
    output, texts = OUTPUTS[name], list(ATTACKS.values())
    harmless = output.made(data_of([HARMLESS] * len(texts), broken), tmp_path)
    output.holds(output.made(data_of(texts, broken), tmp_path), harmless)


def test_no_output_is_left_out() -> None:
    """Of what each table of the program names, there is an output here; pictures of dots hold no text."""
    assert {f"report {each}" for each in REPORTS} <= OUTPUTS.keys()
    assert {f"table {each}" for each in FORMATS} <= OUTPUTS.keys()
    assert {f"convert to {each.name}" for each in EXPORTERS} <= OUTPUTS.keys()
    assert set(FORMS) == {"txt", "svg", "png", "gif", "html"}


def test_programs_read_back_what_was_written(tmp_path: Path) -> None:
    texts = list(ATTACKS.values())
    for name, held in held_texts(texts, tmp_path):
        if name == "parquet":
            # UTF-8 has no half characters.
            held = [text if "\ufffd" not in text else texts[number] for number, text in enumerate(held)]
        # A NUL in a comment is an error that JSON has no place for: the two records that hold one are left out.
        wanted = [text for key, text in ATTACKS.items() if name != "json" or key not in ("null", "return")]
        assert held == wanted, name


def test_a_long_text_does_not_bury_the_rest(tmp_path: Path) -> None:
    for name in ("report text", "table text", "picture as SVG", "report github"):
        assert len(OUTPUTS[name].of([ATTACKS["long"]], tmp_path)) < 50_000, name


def test_no_workflow_command_around_the_marked_place() -> None:
    """The excerpt is shown in three parts; none of the borders may put a command together again."""
    line = "a ##vso[task.complete] ##[error] ##teamcity[x]"
    for column in range(1, len(line) + 1):
        for end_column in range(column, len(line) + 2):
            place = Place(":", 1, column, 1, end_column, line)
            assert_lines(render(diagnose("unexpected-text", place, found="x", expected="y")))


# Names of files


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of those names that the system takes."""
    monkeypatch.chdir(tmp_path)
    found = []
    for raw in NAMES.values():
        name = os.fsdecode(raw)
        try:
            Path(name).write_text(HEAD + "\n1. D2d3 e7-e9 *\n")
        except OSError:
            continue  # not every file system takes bytes that are no UTF-8
        found.append(name)
    assert len(found) >= 10
    return found


@pytest.mark.parametrize("name", REPORTS)
def test_names_of_files_in_reports(names: list[str], name: str) -> None:
    answer = xbn("validate", "--isolated", "--report", name, ".")
    assert (answer.code, answer.err) == (1, "")
    OUTPUTS[f"report {name}"].holds(answer.out, answer.out)


@pytest.mark.parametrize("name", REPORTS)
def test_a_file_called_colon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Its name and the colon after it would begin a workflow command."""
    monkeypatch.chdir(tmp_path)
    for text in (HEAD + "\n1. D2d3 e7-e9 *\n", GOOD, ""):
        Path(":").write_text(text)
        answer = xbn("validate", "--isolated", "--report", name, ":")
        assert answer.code in (0, 1)
        OUTPUTS[f"report {name}"].holds(answer.out, answer.out)


COMMANDS = [
    ["validate"],
    ["validate", "--isolated", "--output", "missing/report", "--"],
    ["format", "--check"],
    ["format", "--diff"],
    ["format", "--write"],
    ["id"],
    ["table"],
    ["convert", "--to", "referee-log"],
    ["convert", "--to", "jsonl"],
    ["render"],
    ["replay", "--plain"],
    ["explain"],
    ["schema"],
    ["validate", "--game"],
    ["validate", "--rules"],
    ["validate", "--from"],
    ["validate", "--report"],
    ["validate", "--select"],
    ["validate", "--config"],
    ["render", "--theme"],
    ["render", "--highlight"],
    ["render", "--position"],
    ["perft", "--depth"],
    ["perft", "--depth", "1", "--position"],
    [],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_names_of_files_in_messages(names: list[str], command: list[str]) -> None:
    """Given as they are, as a shell does with `*`: what is no file is a word that is not known."""
    takes_many = command and command[-1] in (
        "validate",
        "--",
        "--check",
        "--diff",
        "--write",
        "id",
        "table",
        "jsonl",
        "referee-log",
    )
    orders = [[f"./{name}" for name in names]] if takes_many else [[name] for name in names]
    for given in (*orders, ["missing\x1b[2J\u202e\n.xbn"], [names[4]]):
        answer = xbn(*command, *given)
        assert answer.code in (0, 1, 2), given
        assert_lines(answer.out)
        assert_lines(answer.err)


def test_settings_in_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a\x1b[2J\u202e\nb"
    folder.mkdir()
    monkeypatch.chdir(folder)
    evil = '"\\u001b[2J\\u202E\\n"'
    wrong = [f"strict = {evil}", f"{evil} = 1", f"select = [{evil}]", f"ignore = {evil}", f"[severity]\n{evil} = {evil}"]
    for text in (*wrong, "\x1b[2J", "x"):
        Path("xbn.toml").write_text(text)
        answer = xbn("validate", "-", text=GOOD)
        assert (answer.code, answer.out) == (2, ""), text
        assert answer.err.count("\n") == 1
        assert_lines(answer.err)
