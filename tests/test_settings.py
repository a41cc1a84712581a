"""Which findings count: --select, --ignore, --strict, severities, and the files that hold such settings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marking import DESK, GOOD, ILLEGAL, LOOSE, Answer, xbn

from expendibots_notation import checks
from expendibots_notation.cli.config import BadSettings, Selection, Settings, codes_of, find_settings, read_settings
from expendibots_notation.diagnostics.codes import TABLE, diagnose
from expendibots_notation.diagnostics.model import Place, Severity
from expendibots_notation.notation.writer import write

BOTH = ILLEGAL.replace("d2-d3", "D2d3")
"""One warning, XBN151, and one error, XBN203."""

PLACE = Place("x", 1, 1, 1, 1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(*arguments: str, text: str = BOTH) -> list[str]:
    """The codes that a run reports."""
    document = json.loads(xbn("validate", "--report", "json", *arguments, "-", text=text).out)
    return [finding["code"] for record in document["records"] for finding in record["diagnostics"]]


def kept(settings: Settings) -> set[str]:
    """The codes that settings keep."""
    selection = Selection(settings)
    every = [diagnose(row.name, PLACE, **dict.fromkeys(_fields(row.message), "x")) for row in TABLE]
    return {finding.code for finding in every if selection.of_finding(finding)}


def _fields(template: str) -> list[str]:
    from string import Formatter

    return [name for _, name, _, _ in Formatter().parse(template) if name]


EVERY_CODE = {row.code for row in TABLE}


# On the command line


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ["XBN151", "XBN203"]),
        (["--select", "XBN2"], ["XBN203"]),
        (["--select", "too-far"], ["XBN203"]),
        (["--select", "xbn151,TOO-FAR"], ["XBN151", "XBN203"]),
        (["--select", "XBN151", "--select", "XBN203"], ["XBN151", "XBN203"]),
        (["--select", "XBN3"], []),
        (["--ignore", "XBN1"], ["XBN203"]),
        (["--ignore", "loose-action"], ["XBN203"]),
        (["--ignore", "ALL"], []),
        (["--select", "ALL", "--ignore", "XBN2"], ["XBN151"]),
        (["--select", "XBN203", "--ignore", "XBN2"], ["XBN203"]),
        (["--select", "XBN2", "--ignore", "XBN203"], []),
        (["--select", "XBN203", "--ignore", "XBN203"], []),
        (["--select", "too-far", "--ignore", "XBN203"], []),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_selection(arguments: list[str], expected: list[str]) -> None:
    assert codes(*arguments) == expected


SPREAD = GOOD.replace("1. d2-d3 ", "1. d2-d3\n")
"""Layout that is not canonical, and nothing else."""
SPREAD_TREE = SPREAD.replace("e7-e6", 'e7-e6 {%note="a text"}')
"""The same in a record that is judged by its tree."""


@pytest.mark.parametrize(
    ("arguments", "settings", "is_found"),
    [
        ([], "", False),
        (["--strict"], "", False),
        (["--layout"], "", True),
        (["--layout", "--select", "XBN2"], "", True),
        (["--layout", "--ignore", "XBN15"], "", True),
        (["--layout", "--ignore", "layout"], "", False),
        (["--select", "ALL"], "", False),
        (["--select", "layout"], "", True),
        (["--select", "xbn150"], "", True),
        (["--select", "XBN15"], "", True),
        (["--select", "XBN2"], "", False),
        (["--select", "XBN15", "--ignore", "XBN150"], "", False),
        ([], 'select = ["ALL"]', False),
        ([], 'select = ["ALL", "layout"]', True),
        ([], '[severity]\nlayout = "warning"', True),
        ([], '[severity]\nXBN15 = "notice"', True),
        ([], '[severity]\nALL = "notice"', False),
        ([], '[severity]\nline-endings = "error"', False),
        (["--ignore", "layout"], '[severity]\nlayout = "error"', False),
        (["--isolated"], '[severity]\nlayout = "error"', False),
    ],
    ids=lambda value: (" ".join(value) or "nothing") if isinstance(value, list) else None,
)
def test_layout_is_checked_only_where_it_is_asked_for(arguments: list[str], settings: str, is_found: bool) -> None:
    Path("xbn.toml").write_text(settings)
    assert codes(*arguments, text=SPREAD) == (["XBN150"] if is_found else [])
    assert codes(*arguments, text=SPREAD_TREE) == (["XBN150"] if is_found else [])


def test_a_record_that_is_not_laid_out_is_written_again_only_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check that `validate` is spared is the most expensive one."""
    written = []
    monkeypatch.setattr(checks, "write", lambda *record: written.append(record) or write(*record))
    xbn("validate", "-", text=SPREAD)
    xbn("validate", "-", text=SPREAD_TREE)
    assert written == []
    xbn("validate", "--layout", "-", text=SPREAD)
    assert len(written) == 1


def test_strict_counts_a_layout_that_is_asked_for() -> None:
    assert xbn("validate", "--strict", "-", text=SPREAD).code == 0
    assert xbn("validate", "--layout", "-", text=SPREAD).code == 0
    assert xbn("validate", "--strict", "--layout", "-", text=SPREAD).code == 1


def test_an_ignored_error_makes_the_record_valid_as_far_as_it_goes() -> None:
    answer = xbn("validate", "--ignore", "too-far", "-", text=ILLEGAL)
    assert answer.code == 0
    assert "record 1 is valid: not finished, 2 plies" in answer.out
    assert "(0 errors, 0 warnings); 2 plies; 1 finding ignored" in answer.out
    document = json.loads(xbn("validate", "--report", "json", "--ignore", "too-far", "-", text=ILLEGAL).out)
    assert document["summary"]["ignored"] == 1
    assert document["records"][0]["valid"] is True
    assert document["records"][0]["plies"] == 2
    assert document["records"][0]["outcome"] == {"result": "*", "termination": None, "ply": None}


def test_an_end_behind_an_ignored_error_is_not_taken_for_established() -> None:
    claim = ILLEGAL.replace('[Result "*"]', '[Result "1-0"]\n[Termination "elimination"]').replace(" *", " 1-0")
    answer = xbn("validate", "--ignore", "too-far", "-", text=claim)
    assert answer.code == 0
    assert "record 1 is valid: 1-0 (elimination) is not established, 2 plies\n" in answer.out
    forfeit = claim.replace("elimination", "time").replace("2. e2-e5 e6-e5", "2. e2-e3")
    assert "record 1 is valid: 1-0 (time), 3 plies\n" in xbn("validate", "-", text=forfeit).out


def test_what_is_ignored_is_not_strict_either() -> None:
    assert xbn("validate", "--strict", "-", text=LOOSE).code == 1
    assert xbn("validate", "--strict", "--ignore", "XBN15", "-", text=LOOSE).code == 0


def test_an_ignored_finding_about_a_file() -> None:
    answer = xbn("validate", "--ignore", "no-record", str(DESK / "empty.xbn"))
    assert answer.code == 0
    assert answer.out == "0 records in 1 file: 0 valid, 0 invalid (0 errors, 0 warnings); 0 plies; 1 finding ignored\n"


@pytest.mark.parametrize("selector", ["ALL", "XBN903", "unreadable-file"])
def test_a_file_that_cannot_be_read_is_always_told(selector: str) -> None:
    answer = xbn("validate", "--ignore", selector, "missing.xbn")
    assert answer.code == 2
    assert "XBN903" in answer.out


@pytest.mark.parametrize("selector", ["ALL", "XBN401", "unrecognised-format"])
def test_a_text_that_is_no_record_may_lie_beside_them(selector: str) -> None:
    Path("game.xbn").write_text(GOOD)
    Path("notes.txt").write_text("Dear all,\n")
    assert xbn("validate", ".").code == 2
    answer = xbn("validate", "--quiet", "--ignore", selector, ".")
    assert answer.code == 0
    assert answer.out == "1 record in 2 files: 1 valid, 0 invalid (0 errors, 0 warnings); 3 plies; 1 finding ignored\n"


@pytest.mark.parametrize(("severity", "code", "strict_code"), [("error", 2, 2), ("warning", 0, 1), ("notice", 0, 0)])
def test_how_much_a_text_that_is_no_record_weighs(severity: str, code: int, strict_code: int) -> None:
    Path("xbn.toml").write_text(f'[severity]\nunrecognised-format = "{severity}"\n')
    Path("notes.txt").write_text("Dear all,\n")
    answer = xbn("validate", "notes.txt")
    assert f"{severity}[XBN401]" in answer.out
    assert answer.code == code
    assert xbn("validate", "--strict", "notes.txt").code == strict_code


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--select", "XBN999"], "no diagnostic has the code or the name 'XBN999'; `xbn explain` lists them all"),
        (["--ignore", "to-far"], "perhaps 'too-far' is meant"),
        (["--ignore", "XBN203x"], "no diagnostic has the code or the name 'XBN203x'"),
        (["--select", "X"], "no diagnostic has the code or the name 'X'"),
        (["--select", ""], "--select names no finding"),
        (["--select", " , "], "--select names no finding"),
        (["--config", "missing.toml"], "cannot read the settings in missing.toml: no such file or directory"),
        (["--config", "a.toml", "--isolated"], "--config and --isolated exclude each other"),
    ],
)
def test_selectors_that_mean_nothing(arguments: list[str], words: str) -> None:
    answer = xbn("validate", *arguments, "-", text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err


# Files


def with_settings(text: str, *arguments: str, file: str = "xbn.toml", record: str = BOTH) -> Answer:
    Path(file).write_text(text)
    return xbn("validate", *arguments, "-", text=record)


def test_an_own_file(folder: Path) -> None:
    answer = with_settings('ignore = ["XBN2"]\nstrict = true\n')
    assert answer.code == 1
    assert "error" not in answer.out.replace("0 errors", "")
    assert "warning[XBN151]" in answer.out


def test_a_table_of_a_project() -> None:
    answer = with_settings('[project]\nname = "x"\n[tool.xbn]\nselect = ["XBN15"]\n', file="pyproject.toml")
    assert answer.code == 0
    assert "XBN203" not in answer.out


def test_severities() -> None:
    answer = with_settings('[severity]\nXBN2 = "notice"\ntoo-far = "warning"\nXBN15 = "error"\n')
    assert answer.code == 1
    assert "warning[XBN203]" in answer.out
    assert "error[XBN151]" in answer.out
    assert "record 1 is invalid: 1 error and 1 warning" in answer.out


def test_a_notice_is_not_strict() -> None:
    answer = with_settings('strict = true\n[severity]\nlayout = "notice"\nloose-action = "notice"\n', record=LOOSE)
    assert answer.code == 0
    assert "notice[XBN151]" in answer.out
    assert "record 1 is valid" in answer.out


def test_the_nearest_file_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    Path("xbn.toml").write_text("strict = true\n")
    monkeypatch.chdir(folder / "a" / "b")
    assert find_settings().strict
    (folder / "a" / "pyproject.toml").write_text("[project]\n")
    assert find_settings().strict, "a project without the table is passed over"
    (folder / "a" / "pyproject.toml").write_text('[tool.xbn]\nignore = ["layout"]\n')
    assert find_settings() == Settings(ignore=("layout",))
    (folder / "a" / "xbn.toml").write_text("")
    assert find_settings() == Settings(), "of two in the same folder, the program's own counts"


def test_settings_beside_the_records_do_not_count(folder: Path) -> None:
    (folder / "submissions").mkdir()
    Path("submissions/xbn.toml").write_text('ignore = ["ALL"]\n')
    Path("submissions/game.xbn").write_text(ILLEGAL)
    assert xbn("validate", "submissions").code == 1


def test_a_named_file_and_none() -> None:
    Path("xbn.toml").write_text('ignore = ["ALL"]\n')
    Path("other.toml").write_text('ignore = ["XBN15"]\n')
    assert codes() == []
    assert codes("--config", "other.toml") == ["XBN203"]
    assert codes("--isolated") == ["XBN151", "XBN203"]


def test_the_command_line_overrules_files() -> None:
    Path("xbn.toml").write_text('select = ["XBN2"]\nignore = ["XBN203"]\nstrict = true\n')
    assert codes() == []
    assert codes("--select", "XBN203") == ["XBN203"]
    assert codes("--select", "XBN15") == ["XBN151"]
    Path("xbn.toml").write_text('ignore = ["XBN203"]\nstrict = true\n')
    assert codes("--ignore", "XBN15") == []
    assert xbn("validate", "-", text=LOOSE).code == 1
    assert xbn("validate", "--no-strict", "-", text=LOOSE).code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ingore = []", "there is no setting 'ingore'; the settings are ignore, limits, select, severity, strict"),
        ('ignore = "layout"', "ignore must be a list of codes and names"),
        ("select = [150]", "select must be a list of codes and names"),
        ('ignore = ["layuot"]', "perhaps 'layout' is meant"),
        ('strict = "yes"', "strict must be true or false, not 'yes'"),
        ('severity = "error"', "severity must be a table"),
        ('[severity]\nlayout = "fatal"', "the severity of layout is 'fatal'; it must be one of error, warning, notice"),
        ("[severity]\nlayout = 3", "the severity of layout is 3"),
        ("[severity]\nlayout = []", "the severity of layout is []"),
        ('[severity]\nXBN999 = "error"', "no diagnostic has the code or the name 'XBN999'"),
        ("strict = ", "cannot read the settings in xbn.toml: "),
        ("a = " + "[" * 100_000, "cannot read the settings in xbn.toml: tables or lists are nested too deep"),
        ("a = " + "{a = " * 10_000, "cannot read the settings in xbn.toml: tables or lists are nested too deep"),
        ("strict = " + "9" * 5000, "cannot read the settings in xbn.toml: "),
        ("strict = 0x" + "f" * 5000, "strict must be true or false, not a value too large to show"),
        ("strict = " + "[" * 50 + "]" * 50, "strict must be true or false, not [[["),
        ("strict = 1979-05-27", "strict must be true or false, not datetime.date"),
        ("[severity]\nlayout = 0x" + "f" * 5000, "the severity of layout is a value too large to show"),
        ("[limits]\ntags = 0x" + "f" * 5000, "the limit tags is a whole number from 1 to "),
        ("[limits]\ntags = [1]", "the limit tags is a whole number from 1 to 1000000000000000000, not [1]"),
        ("[limits]\ntags = true", "the limit tags is a whole number from 1 to 1000000000000000000, not True"),
        ("[limits]\ntags = nan", "the limit tags is a whole number from 1 to 1000000000000000000, not nan"),
        ("limits = 3", "limits must be a table"),
        (b"\0", "cannot read the settings in xbn.toml: "),
        ("\udcff".encode("utf-8", "surrogateescape"), "cannot read the settings in xbn.toml: "),
    ],
)
def test_settings_that_cannot_be_used(text: str | bytes, words: str) -> None:
    Path("xbn.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    answer = xbn("validate", "-", text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert "xbn.toml: " in answer.err
    assert words in answer.err
    assert xbn("validate", "--isolated", "-", text=GOOD).code == 0


def test_projects_that_cannot_be_used() -> None:
    Path("pyproject.toml").write_text("[tool]\nxbn = 3\n")
    assert "tool.xbn must be a table, [tool.xbn]" in xbn("validate", "-", text=GOOD).err
    Path("pyproject.toml").write_text("[project]\n")
    with pytest.raises(BadSettings, match=r"has no table \[tool\.xbn\]"):
        read_settings("pyproject.toml")


def test_nested_settings_of_a_project() -> None:
    Path("pyproject.toml").write_text("[tool.xbn]\na = " + "[" * 100_000)
    for command in (["validate"], ["format"], ["convert", "--to", "json"], ["table"], ["id"]):
        answer = xbn(*command, "-", text=GOOD)
        assert (answer.code, answer.out) == (2, "")
        assert "cannot read the settings in pyproject.toml: tables or lists are nested too deep" in answer.err


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("nowhere", path)])
def test_settings_that_are_not_a_file(make: Callable[[str], None]) -> None:
    """Whoever put it there meant settings; a project may be anything."""
    make("pyproject.toml")
    assert xbn("validate", "-", text=GOOD).code == 0
    make("xbn.toml")
    answer = xbn("validate", "-", text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert "cannot read the settings in xbn.toml: it is not a file; --isolated leaves them aside" in answer.err
    assert xbn("format", "-", text=GOOD).code == 2


def test_a_file_that_cannot_be_read(folder: Path) -> None:
    """A folder stands for all that the system refuses; permissions would not do, since root has them all."""
    (folder / "settings.toml").mkdir()
    answer = xbn("validate", "--config", "settings.toml", "-", text=GOOD)
    assert (answer.code, answer.out) == (2, "")
    assert "cannot read the settings in settings.toml: is a directory" in answer.err


# Selectors


def test_selectors() -> None:
    assert codes_of("ALL") == codes_of("xbn") == EVERY_CODE
    assert codes_of("XBN15") == {code for code in EVERY_CODE if code.startswith("XBN15")}
    assert codes_of(" too-far ") == codes_of("XBN203") == {"XBN203"}
    for row in TABLE:
        assert codes_of(row.name) == codes_of(row.code) == {row.code}


_selectors = st.sampled_from(["ALL", "XBN", "XBN1", "XBN2", "XBN15", "XBN20", "XBN203", "XBN151", "too-far", "loose-action"])


@given(st.lists(_selectors, min_size=1, max_size=4), st.lists(_selectors, max_size=4))
def test_the_most_specific_selector_decides(select: list[str], ignore: list[str]) -> None:
    """Against a plain reading of the rule, code by code."""

    def weight(selector: str) -> int:
        return 0 if selector == "ALL" else 6 if not selector.startswith("XBN") else len(selector)

    def most_specific(selectors: list[str], code: str) -> int:
        return max((weight(each) for each in selectors if code in codes_of(each)), default=-1)

    expected = {code for code in EVERY_CODE if most_specific(select, code) > most_specific(ignore, code)}
    assert kept(Settings(select=tuple(select), ignore=tuple(ignore))) == expected


def test_the_order_of_settings_does_not_matter() -> None:
    one = Selection(Settings(severity={"XBN1": Severity.ERROR, "layout": Severity.NOTICE, "ALL": Severity.WARNING}))
    other = Selection(Settings(severity={"layout": Severity.NOTICE, "ALL": Severity.WARNING, "XBN1": Severity.ERROR}))
    for name, expected in (("layout", Severity.NOTICE), ("null-character", Severity.ERROR)):
        for selection in (one, other):
            finding = selection.of_finding(diagnose(name, PLACE))
            assert finding is not None
            assert finding.severity is expected
