"""The command `xbn` as a user meets it: every command and option, exit codes, streams, colour, files that are rewritten.

Most tests run the command inside this process, for speed; what depends on real streams, signals or terminals runs in one of
its own.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from marking import GOOD, HEAD, ILLEGAL, xbn

from expendibots_notation import __version__
from expendibots_notation.cli.app import COMMANDS
from expendibots_notation.diagnostics.codes import TABLE

XBN = str(Path(sys.executable).with_name("xbn"))
GOLDEN = Path(__file__).parent / "golden"
ESCAPE = "\x1b"

LOOSE = HEAD + "\n1. D2d3 boom e7\n2. e2-d2 *\n"
LOOSE_FORMATTED = HEAD + "\n1. d2-d3 xe7\n2. e2-d2 *\n"
UNREADABLE = HEAD + "\n1. d2-d3 nonsense\n2. e2-d2 *\n"
READINGS = (
    '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Setup "b.7/.8/.8/.8/.8/.8/.8/.7w2 w 1 0"]\n'
    '[Result "1/2-1/2"]\n[Termination "repetition"]\n\n'
    "1. 2h1-h3 a8-a7\n2. 2h3-h2 a7-a8\n3. 2h2-h1 a8-a7\n4. 2h1-h2 a7-a8\n5. 2h2-h1 a8-a7\n6. 2h1-h2 a7-a8\n7. 2h2-h1 1/2-1/2\n"
)

Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(**changes: str) -> dict[str, str]:
    """The environment of a user without special wishes: UTF-8, no colour settings, nothing of this process's Python."""
    return {"PATH": os.defpath, "HOME": "/nonexistent", "LANG": "C.UTF-8", "TERM": "xterm", "COLUMNS": "120"} | changes


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the installed command in a process of its own, in an empty folder."""

    def run_command(*arguments: str, text: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [XBN, *arguments],
            input=text,
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(**changes),
            timeout=600,
            check=False,
        )

    return run_command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report_of(*arguments: str, text: str | bytes = "") -> dict[str, Any]:
    """The JSON report of a validation."""
    document: dict[str, Any] = json.loads(xbn("validate", "--report", "json", *arguments, text=text).out)
    return document


def codes_in(document: dict[str, Any]) -> list[str]:
    """The codes of a report, those about whole files last."""
    findings = [finding for record in document["records"] for finding in record["diagnostics"]]
    return [finding["code"] for finding in findings + document["diagnostics"]]


# The command as a whole


def test_version(run: Run) -> None:
    answer = run("--version")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, f"xbn {__version__}\n", "")


def test_version_is_also_known_to_the_full_command_line() -> None:
    assert xbn("--version").out == f"xbn {__version__}\n"


def test_the_package_runs_as_a_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "expendibots_notation", "validate", "-"]
    answer = subprocess.run(
        command, input=GOOD, capture_output=True, encoding="utf-8", env=environment(), cwd=tmp_path, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, "")


def test_version_in_the_module_form(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "expendibots_notation", "--version"]
    assert subprocess.check_output(command, env=environment(), cwd=tmp_path, text=True) == f"xbn {__version__}\n"


def test_help_names_every_command() -> None:
    answer = xbn("--help")
    assert answer.code == 0
    for command, summary in COMMANDS.items():
        assert re.search(rf"^  {command} +{re.escape(summary)}$", answer.out, re.MULTILINE), "on one line, and not cut"
    assert "Exit codes: 0" in answer.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str) -> None:
    answer = xbn(command, "--help")
    assert answer.code == 0
    assert f"Usage: xbn {command}" in answer.out
    assert answer.out == xbn(command, "-h").out


@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "vectors"])
def test_help_has_examples(command: str) -> None:
    examples = xbn(command, "--help").out.partition("Example")[2]
    assert f"xbn {command}" in examples


def test_help_in_a_terminal_that_knows_only_ascii(run: Run) -> None:
    for arguments in (["--help"], ["validate", "--help"]):
        answer = run(*arguments, PYTHONIOENCODING="ascii")
        assert (answer.returncode, answer.stderr) == (0, "")


def test_no_arguments_show_the_help(run: Run) -> None:
    answer = run()
    assert "Usage: xbn" in answer.stdout + answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["validate"],
        ["validate", "--frobnicate", "-"],
        ["validate", "--report", "xml", "-"],
        ["validate", "--game", "ludo", "-"],
        ["validate", "--rules", "lax", "-"],
        ["validate", "missing.xbn"],
        ["format"],
        ["format", "--check", "--write", "-"],
        ["format", "--game", "ludo", "-"],
        ["format", "missing.xbn"],
        ["explain", "XBN999"],
        ["explain", "nothing-like-it"],
        ["schema", "ludo"],
        ["perft"],
        ["perft", "--depth", "-1"],
        ["perft", "--depth", "many"],
        ["perft", "--depth", "1.5"],
        ["perft", "--depth", "101"],
        ["perft", "--depth", "5000"],
        ["perft", "--depth", "5000", "--divide"],
        ["perft", "--depth", "5000", "--game", "stacks"],
        ["perft", "--depth", "9" * 5000],
        ["perft", "--depth", "1", "--position", "w b"],
        ["perft", "--depth", "1", "--game", "ludo"],
        ["perft", "--depth", "1", "--rules", "lax"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_exits_with_2_and_says_why(folder: Path, arguments: list[str]) -> None:
    answer = xbn(*arguments, text=GOOD)
    assert answer.code == 2
    assert answer.out + answer.err != ""
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        *(["validate", "-", option, ""] for option in ("--game", "--rules", "--from", "--record", "--jobs", "--report", "--limit")),
        ["format", "-", "--game", ""],
        *(["convert", "-", "--to", "json", option, ""] for option in ("--game", "--from", "--to", "--output")),
        *(["render", "-", option, ""] for option in ("--game", "--ply", "--plies", "--theme", "--coords", "--to", "--output")),
        *(["render", "-", "-o", "x.gif", option, ""] for option in ("--from-ply", "--to-ply", "--delay", "--size")),
        *(["replay", "--plain", "-", option, ""] for option in ("--game", "--ply", "--record")),
        *(["id", "-", option, ""] for option in ("--game", "--format")),
        *(["table", "-", option, ""] for option in ("--game", "--format", "--output")),
        *(["perft", "--depth", "1", option, ""] for option in ("--game", "--rules", "--position")),
        *(["vectors", "check", "true", option, ""] for option in ("--game", "--vectors", "--seconds")),
        ["vectors", "make", "folder", "--game", ""],
    ],
    ids=" ".join,
)
def test_an_empty_value_is_not_the_usual_one(folder: Path, arguments: list[str]) -> None:
    answer = xbn(*arguments, text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err != ""


NUMBERS = [
    ["validate", "-", "--jobs"],
    ["validate", "-", "--record"],
    ["validate", "-", "--limit", "tags="],
    ["render", "-", "--ply"],
    ["render", "-", "--plies"],
    ["render", "-", "--record"],
    ["render", "-", "--to", "svg", "-o", "-", "--size"],
    ["render", "-", "-o", "x.gif", "--delay"],
    ["render", "-", "-o", "x.gif", "--to-ply"],
    ["replay", "--plain", "-", "--ply"],
    ["replay", "--plain", "-", "--record"],
    ["perft", "--depth"],
    ["vectors", "make", "folder", "--seed"],
    ["vectors", "make", "folder", "--playouts"],
]


@pytest.mark.parametrize("arguments", NUMBERS, ids=" ".join)
def test_numbers_of_thousands_of_digits(folder: Path, arguments: list[str]) -> None:
    """Python does not turn so many digits into a number."""
    *most, last = arguments
    nines = "9" * 5000
    answer = xbn(*most, *([last + nines] if last.endswith("=") else [last, nines]), text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err != ""


def test_trouble_of_the_command_goes_to_standard_error(run: Run) -> None:
    answer = run("validate", "--game", "ludo", "-", text=GOOD)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "xbn: there is no game 'ludo'; the games are expendibots, robots, stack_wars, stacks\n"


def test_show_completion(run: Run, tmp_path: Path) -> None:
    script = f"'{XBN}' --show-completion; exit $?"
    answer = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment(), cwd=tmp_path, check=False)
    assert answer.returncode == 0
    assert "_XBN_COMPLETE" in answer.stdout


@pytest.mark.parametrize(("words", "expected"), [("xbn val", "validate"), ("xbn ", "perft"), ("xbn format --ch", "--check")])
def test_completion_of_commands_and_options(run: Run, words: str, expected: str) -> None:
    place = str(len(words.split(" ")) - 1)
    answer = run(_XBN_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=place)
    assert expected in answer.stdout.split()


# xbn validate


def test_validate_a_good_file(folder: Path) -> None:
    Path("game.xbn").write_text(GOOD)
    answer = xbn("validate", "game.xbn")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "game.xbn:1: record 1 is valid: not finished, 3 plies\n"
        "1 record in 1 file: 1 valid, 0 invalid (0 errors, 0 warnings); 3 plies\n"
    )


def test_validate_standard_input() -> None:
    answer = xbn("validate", "-", text=GOOD)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("<stdin>:1: record 1 is valid")


def test_findings_go_to_standard_output(run: Run) -> None:
    answer = run("validate", "-", text=ILLEGAL)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert "<stdin>:7:4: error[XBN203]" in answer.stdout
    assert "help: the nearest legal actions are e2-e3" in answer.stdout


def test_validate_the_golden_mixed_file(folder: Path, request: pytest.FixtureRequest) -> None:
    Path("mixed.xbn").write_text("\n".join([GOOD, LOOSE, ILLEGAL, UNREADABLE, GOOD]))
    answer = xbn("validate", "mixed.xbn")
    expected = GOLDEN / "validate-mixed.txt"
    if request.config.getoption("--refresh", default=False):
        expected.write_text(answer.out, encoding="utf-8")
    assert answer.out == expected.read_text(encoding="utf-8")
    assert answer.code == 1


def test_quiet_leaves_out_the_lines_of_good_records() -> None:
    loud, quiet = xbn("validate", "-", text=GOOD + "\n" + ILLEGAL), xbn("validate", "-q", "-", text=GOOD + "\n" + ILLEGAL)
    assert "record 1 is valid" in loud.out
    assert "record 1 is valid" not in quiet.out
    assert "XBN203" in quiet.out
    assert quiet.out.splitlines()[-1] == loud.out.splitlines()[-1]
    assert xbn("validate", "--quiet", "-", text=GOOD + "\n" + ILLEGAL).out == quiet.out


def test_warnings_count_only_with_strict() -> None:
    assert xbn("validate", "-", text=LOOSE).code == 0
    strict = xbn("validate", "--strict", "-", text=LOOSE)
    assert strict.code == 1
    assert "record 1 is invalid" in strict.out
    assert report_of("-", text=LOOSE)["records"][0]["valid"] is True
    assert report_of("--strict", "-", text=LOOSE)["records"][0]["valid"] is False
    assert xbn("validate", "--strict", "-", text=GOOD).code == 0


def test_several_files_and_a_folder(folder: Path) -> None:
    Path("a.xbn").write_text(GOOD)
    Path("b.xbn").write_text(ILLEGAL)
    (folder / "games" / "deeper").mkdir(parents=True)
    Path("games/c.XBN").write_text(GOOD)
    Path("games/deeper/d.xbn").write_text(GOOD + "\n" + GOOD)
    Path("games/notes.txt").write_text("not a record")
    (folder / "games" / "folder.xbn").mkdir()
    document = report_of("b.xbn", "games", "a.xbn")
    assert [(each["code"], each["file"]) for each in document["diagnostics"]] == [("XBN401", "games/notes.txt")]
    files = [record["file"] for record in document["records"]]
    assert files == ["b.xbn", "games/c.XBN", "games/deeper/d.xbn", "games/deeper/d.xbn", "a.xbn"]
    assert [record["index"] for record in document["records"]] == [1, 1, 1, 2, 1]
    assert document["summary"] == {
        "files": 5,
        "records": 5,
        "valid": 4,
        "invalid": 1,
        "errors": 2,
        "warnings": 0,
        "plies": 14,
    }


def test_one_unreadable_file_does_not_hide_the_others(folder: Path) -> None:
    Path("a.xbn").write_text(GOOD)
    answer = xbn("validate", "missing.xbn", "a.xbn")
    assert answer.code == 2
    assert "missing.xbn:1:1: error[XBN903] the file cannot be read: no such file or directory" in answer.out
    assert "a.xbn:1: record 1 is valid" in answer.out


def test_a_folder_without_records_is_trouble(folder: Path) -> None:
    (folder / "empty").mkdir()
    answer = xbn("validate", "empty")
    assert (answer.code, answer.out) == (2, "")
    assert "there are no record files in empty" in answer.err


def test_game_overrides_the_tag() -> None:
    unknown = GOOD.replace("Expendibots", "Ludo")
    assert codes_in(report_of("-", text=unknown)) == ["XBN301"]
    answer = xbn("validate", "--game", "expendibots", "-", text=unknown)
    assert "XBN301" not in answer.out
    assert answer.code == 0


def test_rules_override_the_tag() -> None:
    document = report_of("-", text=READINGS)
    assert codes_in(document) == ["XBN311"]
    assert document["records"][0]["rules"] == "text"
    overridden = report_of("--rules", "referee", "-", text=READINGS)
    assert overridden["records"][0]["rules"] == "referee"
    assert codes_in(overridden) == ["XBN311", "XBN309"]
    assert xbn("validate", "--rules", "referee", "-", text=READINGS).code == 1


def test_output_writes_the_report_to_a_file(folder: Path) -> None:
    answer = xbn("validate", "--output", "report.txt", "-", text=ILLEGAL)
    assert (answer.code, answer.out) == (1, "")
    assert Path("report.txt").read_text(encoding="utf-8") == xbn("validate", "-", text=ILLEGAL).out
    assert os.listdir(folder) == ["report.txt"]


def test_output_of_json(folder: Path) -> None:
    assert xbn("validate", "--report", "json", "--output", "report.json", "-", text=GOOD).code == 0
    assert json.loads(Path("report.json").read_text(encoding="utf-8"))["format"] == "xbn-report"


@pytest.mark.parametrize("target", ["missing/report.txt", "file/report.txt", "."])
def test_output_that_cannot_be_written(folder: Path, target: str) -> None:
    Path("file").write_text("")
    answer = xbn("validate", "--output", target, "-", text=GOOD)
    assert answer.code == 2
    assert answer.err.startswith(f"xbn: cannot write {target}: ")
    assert os.listdir(folder) == ["file"]


def test_output_into_a_named_pipe_leaves_it_a_pipe(run: Run, tmp_path: Path) -> None:
    """The same holds for /dev/null: a device or pipe is written to, never replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("validate", "--output", "pipe", "-", text=GOOD).returncode == 0
        assert stat.S_ISFIFO(pipe.lstat().st_mode)
        assert b"record 1 is valid" in os.read(reader, 1 << 16)
    finally:
        os.close(reader)


def test_the_json_report_follows_its_schema(folder: Path) -> None:
    schema = json.loads(xbn("schema", "report").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    Path("binary.xbn").write_bytes(bytes(range(256)))
    Path("mixed.xbn").write_text("\n".join([GOOD, LOOSE, ILLEGAL, UNREADABLE, READINGS]))
    for paths in (["mixed.xbn"], ["binary.xbn", "missing.xbn", "mixed.xbn"]):
        document = report_of(*paths)
        jsonschema.validate(document, schema)
    assert [finding["code"] for finding in document["diagnostics"]] == ["XBN111", "XBN903"]


def test_the_json_report_of_the_contract() -> None:
    document = report_of("-", text=GOOD + "\n" + ILLEGAL)
    assert (document["format"], document["version"]) == ("xbn-report", 1)
    good, bad = document["records"]
    assert good["valid"] is True
    assert good["claimed"] == {"result": "*", "termination": None}
    assert good["outcome"] == {"result": "*", "termination": None, "ply": None}
    assert good["final"] == "bb.bb.bb/bb.b.2bb/.4b.3/.8/.8/.3w.4/ww.w.2ww/ww.ww.ww b 2 3"
    assert (bad["index"], bad["line"], bad["plies"], bad["valid"]) == (2, 9, 2, False)
    (finding,) = bad["diagnostics"]
    assert (finding["code"], finding["name"], finding["severity"], finding["ply"]) == ("XBN203", "too-far", "error", 3)
    place = [finding[key] for key in ("line", "column", "end_line", "end_column")]
    assert place == [15, 4, 15, 9]
    assert finding["alternatives"]
    assert finding["hint"] == f"the nearest legal actions are {', '.join(finding['alternatives'])}"


@pytest.mark.parametrize(
    "head",
    [
        '[Termination "\\ud800"]',
        '[Game "\\udc00"]',
        '[Rules "\\ud800"]',
        '[Setup "\\ud800"]',
        '[Result "\\udfff"]',
        '[Format "\\ud800"]',
    ],
)
def test_half_characters_in_tags_do_not_break_the_json_report(head: str) -> None:
    document = report_of("-", text=f"{head}\n1. d2-d3 *\n")
    assert document["records"][0]["valid"] is False


# xbn format


def test_format_prints_the_canonical_text() -> None:
    answer = xbn("format", "-", text=LOOSE)
    assert (answer.code, answer.out, answer.err) == (0, LOOSE_FORMATTED, "")


def test_format_of_several_files_prints_them_one_after_the_other(folder: Path) -> None:
    Path("a.xbn").write_text(LOOSE)
    Path("b.xbn").write_text(GOOD)
    answer = xbn("format", "a.xbn", "b.xbn")
    assert answer.code == 0
    assert answer.out.startswith(LOOSE_FORMATTED)
    assert answer.out.endswith(GOOD)
    assert Path("a.xbn").read_text() == LOOSE


def test_what_format_prints_for_several_files_is_read_as_all_their_records(folder: Path) -> None:
    Path("a.xbn").write_text(LOOSE)
    Path("b.xbn").write_text(GOOD)
    assert report_of("-", text=xbn("format", "a.xbn", "b.xbn").out)["summary"]["records"] == 2


def test_format_of_a_folder(folder: Path) -> None:
    (folder / "games").mkdir()
    Path("games/a.xbn").write_text(LOOSE)
    Path("games/b.txt").write_text("not a record")
    assert xbn("format", "games").out == LOOSE_FORMATTED


def test_canonical_text_stays_as_it_is() -> None:
    assert xbn("format", "-", text=GOOD + "\n" + LOOSE_FORMATTED).out == GOOD + "\n" + LOOSE_FORMATTED


def test_check_writes_nothing(folder: Path) -> None:
    Path("good.xbn").write_text(GOOD)
    Path("loose.xbn").write_text(LOOSE)
    good = xbn("format", "--check", "good.xbn")
    assert (good.code, good.out, good.err) == (0, "", "0 files would be reformatted, 1 unchanged\n")
    both = xbn("format", "--check", "good.xbn", "loose.xbn")
    assert (both.code, both.out, both.err) == (1, "would reformat loose.xbn\n", "1 file would be reformatted, 1 unchanged\n")
    assert Path("loose.xbn").read_text() == LOOSE


def test_check_says_where_the_layout_differs(folder: Path) -> None:
    spread = GOOD.replace("1. d2-d3 ", "1. d2-d3\n")
    Path("games.xbn").write_text(f"{GOOD}\n{spread}\n{LOOSE}\n{UNREADABLE}\n{spread}")
    answer = xbn("format", "--check", "games.xbn")
    assert answer.code == 1
    places = [line.split(": ")[0] for line in answer.out.splitlines() if "[XBN150]" in line]
    assert places == ["games.xbn:14:9", "games.xbn:39:9"]
    assert answer.out.splitlines()[-1] == "would reformat games.xbn"
    assert "XBN15" not in answer.err
    # What validation finds when it is asked to.
    found = xbn("validate", "--layout", "--select", "layout", "--quiet", "games.xbn").out
    assert [line.split(": ")[0] for line in found.splitlines() if "[XBN150]" in line] == places


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_check_knows_what_hides_the_layout(ending: str) -> None:
    spread = GOOD.replace("1. d2-d3 ", "1. d2-d3\n")
    answer = xbn("format", "--check", "-", text=(spread + "\n" + spread).replace("\n", ending).encode())
    assert [line.split(": ")[0] for line in answer.out.splitlines() if "[XBN150]" in line] == ["<stdin>:15:9"]
    dots = GOOD.replace("1. d2-d3 ", "1... d2-d3\n")
    assert xbn("format", "--check", "-", text=dots).out == "would reformat <stdin>\n"
    gap = f"{GOOD}\n\n\n{GOOD}"
    assert xbn("format", "--check", "-", text=gap).out == "would reformat <stdin>\n"


def test_a_mark_before_a_broken_record_does_not_become_that_of_the_file(folder: Path) -> None:
    Path("a.xbn").write_text(" \N{BYTE ORDER MARK}1. d2-d3 *\n")
    assert xbn("format", "--write", "a.xbn").code == 1
    assert Path("a.xbn").read_text() == "\n\N{BYTE ORDER MARK}1. d2-d3 *\n"
    assert xbn("format", "--check", "a.xbn").out == ""


def test_check_of_standard_input() -> None:
    assert xbn("format", "--check", "-", text=GOOD).code == 0
    answer = xbn("format", "--check", "-", text=LOOSE)
    assert (answer.code, answer.out) == (1, "would reformat <stdin>\n")


def test_diff_shows_what_would_change(folder: Path) -> None:
    Path("loose.xbn").write_text(LOOSE)
    answer = xbn("format", "--diff", "loose.xbn")
    assert answer.code == 1
    assert answer.out.splitlines()[:2] == ["--- loose.xbn", "+++ loose.xbn"]
    assert "-1. D2d3 boom e7" in answer.out.splitlines()
    assert "+1. d2-d3 xe7" in answer.out.splitlines()
    assert Path("loose.xbn").read_text() == LOOSE
    Path("good.xbn").write_text(GOOD)
    assert xbn("format", "--diff", "good.xbn").out == ""


def test_diff_of_standard_input() -> None:
    answer = xbn("format", "--diff", "-", text=LOOSE)
    assert answer.code == 1
    assert "+1. d2-d3 xe7" in answer.out.splitlines()


def test_check_and_diff_together() -> None:
    answer = xbn("format", "--check", "--diff", "-", text=LOOSE)
    assert answer.code == 1
    assert "+1. d2-d3 xe7" in answer.out.splitlines()
    assert "would reformat <stdin>" in answer.out.splitlines()


def test_write_rewrites_only_what_changes(folder: Path) -> None:
    Path("loose.xbn").write_text(LOOSE)
    Path("good.xbn").write_text(GOOD)
    before = Path("good.xbn").stat()
    answer = xbn("format", "--write", "loose.xbn", "good.xbn")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.splitlines() == ["reformatted loose.xbn", "1 file reformatted, 1 unchanged"]
    assert Path("loose.xbn").read_text() == LOOSE_FORMATTED
    assert Path("good.xbn").stat().st_ino == before.st_ino
    assert sorted(os.listdir(folder)) == ["good.xbn", "loose.xbn"]


def test_write_and_diff_together(folder: Path) -> None:
    Path("loose.xbn").write_text(LOOSE)
    answer = xbn("format", "--diff", "--write", "loose.xbn")
    assert "+1. d2-d3 xe7" in answer.out.splitlines()
    assert Path("loose.xbn").read_text() == LOOSE_FORMATTED


def test_write_of_standard_input_prints_the_canonical_text() -> None:
    answer = xbn("format", "--write", "-", text=LOOSE)
    assert (answer.code, answer.out) == (0, LOOSE_FORMATTED)


def test_write_of_canonical_standard_input_prints_it_too() -> None:
    """Otherwise `xbn format --write - < a > b` would empty a file that is canonical already."""
    answer = xbn("format", "--write", "-", text=GOOD)
    assert (answer.code, answer.out) == (0, GOOD)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_write_keeps_the_permissions(folder: Path, mode: int) -> None:
    Path("loose.xbn").write_text(LOOSE)
    os.chmod("loose.xbn", mode)
    assert xbn("format", "--write", "loose.xbn").code == 0
    assert stat.S_IMODE(Path("loose.xbn").stat().st_mode) == mode


def test_write_follows_a_symbolic_link(folder: Path) -> None:
    Path("loose.xbn").write_text(LOOSE)
    Path("link.xbn").symlink_to("loose.xbn")
    assert xbn("format", "--write", "link.xbn").code == 0
    assert Path("link.xbn").is_symlink()
    assert Path("loose.xbn").read_text() == LOOSE_FORMATTED


def test_write_of_a_file_with_a_very_long_name(folder: Path) -> None:
    name = "n" * 246 + ".xbn"
    Path(name).write_text(LOOSE)
    assert xbn("format", "--write", name).code == 0
    assert Path(name).read_text() == LOOSE_FORMATTED
    assert os.listdir(folder) == [name]


def test_write_where_nothing_can_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs as root may write in a read-only folder, so the system's refusal is played."""
    Path("loose.xbn").write_text(LOOSE)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    answer = xbn("format", "--write", "loose.xbn")
    assert answer.code == 2
    assert "permission denied" in answer.err.lower()
    assert "cannot be read" not in answer.err, "it was read; what failed is writing it"
    assert Path("loose.xbn").read_text() == LOOSE


def test_write_that_fails_half_way_leaves_the_file_and_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("loose.xbn").write_text(LOOSE)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    answer = xbn("format", "--write", "loose.xbn")
    assert answer.code == 2
    assert "no space left on device" in answer.err.lower()
    assert Path("loose.xbn").read_text() == LOOSE
    assert os.listdir(folder) == ["loose.xbn"]


def test_a_broken_record_is_left_exactly_as_it_is(folder: Path) -> None:
    broken = "[White  'x']\n1.   d2-d3   nonsense *"
    Path("mixed.xbn").write_text(f"{LOOSE}\n{broken}\n\n{LOOSE}")
    answer = xbn("format", "mixed.xbn")
    assert answer.code == 1
    assert answer.out == f"{LOOSE_FORMATTED}\n{broken}\n\n{LOOSE_FORMATTED}"
    assert "mixed.xbn:9:9: error[XBN104]" in answer.err
    written = xbn("format", "--write", "mixed.xbn")
    assert written.code == 1
    assert Path("mixed.xbn").read_text() == answer.out


def test_a_broken_record_alone_is_a_finding_of_check(folder: Path) -> None:
    Path("broken.xbn").write_text(UNREADABLE)
    answer = xbn("format", "--check", "broken.xbn")
    assert answer.code == 1
    assert "XBN101" in answer.err + answer.out


def test_an_illegal_record_can_be_formatted() -> None:
    answer = xbn("format", "-", text=ILLEGAL.replace("e2-e5", "E2e5"))
    assert (answer.code, answer.err) == (0, "")
    assert "2. e2-e5 e6-e5 *" in answer.out


def test_bytes_that_are_not_utf_8_survive_formatting(folder: Path) -> None:
    broken = b'[White "a\xff"]\n1. d2-d3 *\n'
    Path("mixed.xbn").write_bytes(LOOSE.encode() + b"\n" + broken)
    answer = xbn("format", "--write", "mixed.xbn")
    assert answer.code == 1
    assert "XBN110" in answer.err
    assert Path("mixed.xbn").read_bytes() == LOOSE_FORMATTED.encode() + b"\n" + broken


def test_bytes_that_are_not_utf_8_survive_printing(tmp_path: Path) -> None:
    broken = b'[White "a\xff"]\n1. d2-d3 *\n'
    answer = subprocess.run([XBN, "format", "-"], input=broken, capture_output=True, env=environment(), cwd=tmp_path, check=False)
    assert answer.returncode == 1
    assert answer.stdout == broken


def test_line_endings_and_byte_order_mark_are_removed(folder: Path) -> None:
    Path("windows.xbn").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert codes_in(report_of("windows.xbn")) == ["XBN153", "XBN154"]
    assert xbn("format", "--check", "windows.xbn").code == 1
    assert xbn("format", "--write", "windows.xbn").code == 0
    assert Path("windows.xbn").read_bytes() == GOOD.encode()


def test_format_game_overrides_the_tag() -> None:
    answer = xbn("format", "--game", "expendibots", "-", text=LOOSE.replace("Expendibots", "Ludo"))
    assert "1. d2-d3 xe7" in answer.out


# The other commands


def test_explain_by_code_and_by_name() -> None:
    page = xbn("explain", "XBN203")
    assert page.code == 0
    assert page.out.startswith("XBN203 too-far (error)\n")
    assert "For example:" in page.out
    assert "error[XBN203]" in page.out
    assert "What to do:" in page.out
    assert xbn("explain", "too-far").out == xbn("explain", "xbn203").out == page.out


def test_explain_has_a_page_for_every_code() -> None:
    for row in TABLE:
        page = xbn("explain", row.code)
        assert page.code == 0
        assert page.out.startswith(f"{row.code} {row.name} ({row.severity.value})\n")
        assert "{" not in page.out.partition("What to do:")[2].replace("{ like this }", ""), "an unfilled template"


def test_explain_lists_all_codes() -> None:
    lines = xbn("explain").out.splitlines()
    assert [line.split() for line in lines] == [[row.code, row.severity.value, row.name] for row in TABLE]


def test_explain_says_how_to_find_the_codes() -> None:
    answer = xbn("explain", "XBN999")
    assert (answer.code, answer.out) == (2, "")
    assert "there is no diagnostic 'XBN999'; `xbn explain` lists them all" in answer.err


@pytest.mark.parametrize(("document", "title"), [("record", "xbn-record"), ("report", "xbn-report")])
def test_schema(document: str, title: str) -> None:
    answer = xbn("schema", document)
    schema = json.loads(answer.out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert (answer.code, answer.err) == (0, "")
    assert schema["properties"]["format"]["const"] == title


def test_schema_is_the_records_unless_asked_otherwise() -> None:
    assert xbn("schema").out == xbn("schema", "record").out


def test_games() -> None:
    answer = xbn("games")
    assert answer.code == 0
    for expected in ("Expendibots (--game expendibots)", "white, black", "text ", "referee ", "3d2-d4=5", "xd4=3:5"):
        assert expected in answer.out


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (["--depth", "0"], "1"),
        (["--depth", "1"], "50"),
        (["--depth", "2", "--game", "Expendibots", "--rules", "referee"], "2500"),
        (["--depth", "1", "--position", "w3.7/.8/.8/.8/.8/.8/.8/.7b w 1 0"], "19"),
        (["--depth", "1", "--position", "w3.7/.8/.8/.8/.8/.8/.8/.7b_w_1_0"], "19"),
        (["--depth", "1", "--position", "w3.7/.8/.8/.8/.8/.8/.8/.8 w 1"], "0"),
        (["--depth", "100", "--position", "w3.7/.8/.8/.8/.8/.8/.8/.8 w 1"], "0"),
        (["--depth", "0", "--divide"], "1"),
    ],
)
def test_perft(arguments: list[str], count: str) -> None:
    answer = xbn("perft", *arguments)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{count}\n"


def test_perft_divided() -> None:
    *rows, total = xbn("perft", "--depth", "2", "--divide").out.splitlines()
    counts = dict(row.split(" ") for row in rows)
    assert len(counts) == 50
    assert {"xd2", "d2-d3", "a1-b1"} <= set(counts)
    assert sum(map(int, counts.values())) == int(total) == int(xbn("perft", "--depth", "2").out)


# Streams, terminals and signals


def test_no_colour_in_a_pipe(run: Run) -> None:
    for arguments in (["validate", "-"], ["format", "--diff", "-"], ["frobnicate"]):
        answer = run(*arguments, text=ILLEGAL + "\n" + LOOSE)
        assert ESCAPE not in answer.stdout + answer.stderr


def on_a_terminal(arguments: list[str], **changes: str) -> str:
    """What a command writes to a pseudo-terminal, standard output and standard error together."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [XBN, *arguments], stdin=terminal, stdout=terminal, stderr=terminal, env=environment(**changes), close_fds=True
    )
    os.close(terminal)
    written = b""
    deadline = time.monotonic() + 60
    try:
        while time.monotonic() < deadline and select.select([controller], [], [], 60)[0]:
            piece = os.read(controller, 1 << 16)
            if not piece:
                break
            written += piece
    except OSError:
        pass  # Linux says the end of a terminal so.
    finally:
        os.close(controller)
        process.wait(60)
    return written.decode()


def test_colour_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.xbn"
    path.write_text(ILLEGAL)
    coloured = on_a_terminal(["validate", str(path)])
    assert f"{ESCAPE}[1;31merror[XBN203]{ESCAPE}[0m" in coloured
    plain = on_a_terminal(["validate", str(path)], NO_COLOR="1")
    assert ESCAPE not in plain
    assert "error[XBN203]" in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_an_empty_no_color_means_nothing(tmp_path: Path) -> None:
    """As https://no-color.org has it: the variable counts when it is not empty."""
    path = tmp_path / "game.xbn"
    path.write_text(ILLEGAL)
    assert ESCAPE in on_a_terminal(["validate", str(path)], NO_COLOR="")


@pytest.mark.parametrize(
    "command",
    [["validate"], ["validate", "--jobs", "2"], ["validate", "--report", "text", "--report", "csv=a.csv"], ["format", "--diff"]],
    ids=" ".join,
)
def test_a_closed_pipe_is_no_reason_to_complain(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "big.xbn"
    path.write_text("\n".join([LOOSE] * 3000))
    process = subprocess.Popen(
        [XBN, *command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), cwd=tmp_path
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    complaints = process.stderr.read().decode()
    process.stderr.close()
    # As of any program that SIGPIPE ends; and what is not complete is not left behind.
    assert (process.wait(60), complaints) == (2, "")
    assert os.listdir(tmp_path) == ["big.xbn"]


@pytest.mark.parametrize("command", [["validate"], ["format"], ["schema"], ["explain"]], ids=" ".join)
def test_a_full_disk_is_said_in_a_line(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / "game.xbn"
    path.write_text(GOOD)
    arguments = [*command, str(path)] if command[0] in ("validate", "format") else command
    with open("/dev/full", "w") as full:
        answer = subprocess.run(
            [XBN, *arguments], stdout=full, stderr=subprocess.PIPE, env=environment(), cwd=tmp_path, text=True, check=False
        )
    assert answer.returncode == 2
    assert "no space left on device" in answer.stderr.lower()
    assert "Traceback" not in answer.stderr
    assert "Exception ignored" not in answer.stderr
    assert "cannot be read" not in answer.stderr


@pytest.mark.parametrize("redirection", ["<&-", ">&-"])
@pytest.mark.parametrize("command", ["validate", "format"])
def test_closed_standard_streams(tmp_path: Path, command: str, redirection: str) -> None:
    script = f"'{XBN}' {command} - {redirection}"
    answer = subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        cwd=tmp_path,
        text=True,
        check=False,
    )
    assert answer.returncode != 0
    assert "Traceback" not in answer.stderr


def test_an_interrupt_ends_the_command_quietly(tmp_path: Path) -> None:
    command = [XBN, "validate", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment(), cwd=tmp_path, **pipes) as process:
        assert process.stdin is not None
        process.stdin.write(b" " * (1 << 20))  # far more than a pipe holds: when this returns, the command is reading
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=600)
    assert process.returncode not in (0, 1)
    assert b"Traceback" not in complaints


def test_the_same_input_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for name in "cab":
        (tmp_path / "games" / f"{name}.xbn").write_text("\n".join([GOOD, LOOSE, ILLEGAL, UNREADABLE]))
    for arguments in (["validate", "--report", "json", "games"], ["format", "--diff", "games"]):
        first, second = run(*arguments, PYTHONHASHSEED="1"), run(*arguments, PYTHONHASHSEED="2")
        assert (first.stdout, first.stderr, first.returncode) == (second.stdout, second.stderr, second.returncode)


def test_an_old_locale_changes_nothing(run: Run) -> None:
    text = GOOD.replace("e7-e6", "e7-e9 {½ → ☃}")
    answer = run("validate", "-", text=text, PYTHONIOENCODING="latin-1")
    assert "1. d2-d3 e7-e9 {½ → ☃}" in answer.stdout
    assert answer.stdout == xbn("validate", "-", text=text).out
    assert run("format", "-", text=text, PYTHONIOENCODING="latin-1").stdout == xbn("format", "-", text=text).out
