"""The outputs: every way in which text from a record leaves the program, and what must hold of it whatever the text is."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow.parquet
from attacks import data_of, forfeit, record
from marking import xbn
from screens import played

from expendibots_notation.diagnostics.render import VisibleLines
from expendibots_notation.pipeline import read_text

csv.field_size_limit(1 << 30)  # where it is divided at semicolons, a whole row may be one cell

_HIDDEN_LETTERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


# What must hold


def assert_seen(text: str) -> None:
    """Nothing that a terminal obeys, or that hides or reorders other text: judged by Unicode's own categories.

    Nor a workflow command that CI servers find anywhere in a line.
    """
    for number, line in enumerate(text.split("\n"), 1):
        assert re.search(r"##[\w.-]*\[", line) is None, f"line {number}: {line[:200]}"
        strange = {each for each in line if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")}
        assert strange == set(), f"line {number}: {strange}"
        assert _HIDDEN_LETTERS.search(line) is None, f"line {number}"


class _Structure(HTMLParser):
    """The elements of a page with the names of their attributes, and what is written in its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.scripts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, *(name for name, _ in attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.scripts:
            self.scripts[-1] += data


def assert_page(page: str, harmless: str) -> None:
    """The same elements with the same attributes as of a page that says nothing evil, and a policy against what is not seen."""
    found, expected = _Structure(page), _Structure(harmless)
    assert set(found.elements) == set(expected.elements)
    assert found.elements.count(("script",)) == expected.elements.count(("script",))
    assert page.count("<script") == harmless.count("<script")
    assert page.count("</script") == harmless.count("</script")
    assert "<!--<script" not in page
    assert "Content-Security-Policy" in page
    assert re.search(r"##\w*\[", page) is None
    page.encode()


def assert_page_data(page: str, harmless: str) -> None:
    assert_page(page, harmless)
    documents = [json.loads(each) for each in _Structure(page).scripts if each.lstrip().startswith("{")]
    assert documents


def _xml_structure(text: str) -> set[tuple[str, ...]]:
    return {(each.tag, *sorted(each.keys())) for each in ElementTree.fromstring(text).iter()}


def assert_drawing(text: str, harmless: str) -> None:
    """The same elements; only lines that are too long may be written smaller. No address but of the drawing's own parts."""
    assert_lines(text)
    smaller = ("{http://www.w3.org/2000/svg}text", "class", "style")
    assert _xml_structure(text) <= _xml_structure(harmless) | {smaller}
    for element in ElementTree.fromstring(text).iter():
        assert element.get("href", "#").startswith("#")
        assert re.fullmatch(r"font-size:[0-9.]+px", element.get("style", "font-size:1px"))


def assert_junit(text: str, harmless: str) -> None:
    assert_lines(text)
    assert _xml_structure(text) == _xml_structure(harmless)


def assert_csv(text: str, _harmless: str) -> None:
    assert_lines(text)
    rows = list(csv.reader(StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    assert all("\n" not in cell and "\r" not in cell for row in rows for cell in row)
    # Spreadsheets of other locales divide at other characters.
    for separator in ",;\t|":
        for cell in (cell for row in csv.reader(StringIO(text), delimiter=separator) for cell in row):
            assert re.match(r"[\s ]*[=+\-@\t\r\n＝＋－＠]", cell) is None, (separator, cell)  # noqa: RUF001 - the wide forms are meant


def assert_github(text: str, harmless: str) -> None:
    """Each line is a command of ours, or the summary at the end; no text of a record begins one or ends its properties."""
    assert_seen(text)
    *commands, summary = text.splitlines()
    for line in commands:
        found = re.fullmatch(r"::(?:error|warning|notice) ((?:\w+=[^,:]*,)*title=XBN\d+ [\w-]+)::(.*)", line)
        assert found is not None, line
        names = [each.partition("=")[0] for each in found[1].split(",")]
        assert [each for each in names if each != "file"] in (
            ["line", "endLine", "title"],
            ["line", "endLine", "col", "endColumn", "title"],
        )
        assert re.search(r"%(?!25|0A|0D|3A|2C)", found[2]) is None
    assert re.fullmatch(r"\d+ records? in .*", summary)


def assert_sarif(text: str, _harmless: str) -> None:
    assert text.isascii()
    assert_seen(text)
    for result in json.loads(text)["runs"][0]["results"]:
        assert_seen(result["message"]["text"])
        assert re.search(r"(?<!\\)\]\(", result["message"]["text"]) is None


def assert_json(text: str, _harmless: str) -> None:
    assert_lines(text)
    json.loads(text)


def assert_lines(text: str, _harmless: str = "") -> None:
    """Nor a workflow command at the start of a line, before which servers allow blanks."""
    assert_seen(text)
    assert re.search(r"^\s*::", text, re.MULTILINE) is None


def assert_screen(text: str, _harmless: str = "") -> None:
    """What the player draws over a whole terminal: no log of a server."""
    assert_seen(text)


# The outputs


@dataclass(frozen=True)
class Output:
    """One way out."""

    made: Callable[[bytes, Path], str]
    """What is written of data; the folder is for files on the way."""
    holds: Callable[[str, str], None]
    """What must hold of it; the second is what is written of a harmless text."""
    one_by_one: bool = False
    """Whether it shows only one record."""
    record: Callable[[str], str] = record
    """The record of which the most is shown there."""
    shows: int = 0
    """How many characters of a text people can read there at least, with names for what has no looks."""

    def of(self, texts: list[str], folder: Path) -> str:
        """What is written of records that hold the texts."""
        return self.made(data_of(texts, self.record), folder)


def _command(*arguments: str) -> Callable[[bytes, Path], str]:
    def made(data: bytes, _folder: Path) -> str:
        answer = xbn(*arguments, "-", text=data)
        assert answer.code in (0, 1), answer.err
        assert_lines(answer.err)
        return answer.out

    return made


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def _on_a_terminal(*arguments: str) -> Callable[[bytes, Path], str]:
    """What a terminal is shown by a command that hands a pipe the text as it is."""

    def made(data: bytes, folder: Path) -> str:
        terminal = _Terminal()
        VisibleLines(terminal).writelines([_command(*arguments)(data, folder)])
        return terminal.getvalue()

    return made


def assert_same_records(text: str, _harmless: str) -> None:
    """The canonical text is read as the same records, and is its own canonical text."""
    assert xbn("format", "-", text=text.encode("utf-8", "surrogateescape")).out == text


def assert_same_games(log: str, harmless: str) -> None:
    """Who reads the log finds the games that were played, and no others."""
    assert _games(log) == _games(harmless)


def _games(log: str) -> set[tuple[str, ...]]:
    documents = map(json.loads, xbn("convert", "--from", "referee-log", "--to", "jsonl", "-", text=log).out.splitlines())
    return {(*(ply["text"] for ply in each["plies"]), each["claimed"]["result"]) for each in documents}


def _parquet(data: bytes, folder: Path) -> str:
    """What the folder is made of; every text in it is UTF-8."""
    source, target = folder / "in.xbn", folder / "out.parquet"
    source.write_bytes(data)
    assert xbn("convert", str(source), "-o", str(target), "--force").code in (0, 1)
    tables = {each.name: pyarrow.parquet.read_table(each) for each in sorted(target.iterdir())}
    for table in tables.values():
        table.validate(full=True)
    return "\n".join(f"{name}: {table.schema}" for name, table in tables.items())


def _player(data: bytes, folder: Path) -> str:
    source = folder / "in.xbn"
    source.write_bytes(data)
    return played([str(source)])


def assert_same(text: str, harmless: str) -> None:
    assert text == harmless


REPORTS: dict[str, Callable[[str, str], None]] = {
    "text": assert_lines,
    "json": assert_json,
    "github": assert_github,
    "sarif": assert_sarif,
    "junit": assert_junit,
    "csv": assert_csv,
    "html": assert_page_data,
}


def _each_line(text: str, _harmless: str) -> None:
    for line in text.splitlines():
        assert_json(line, "")


OUTPUTS: dict[str, Output] = {
    **{f"report {name}": Output(_command("validate", "--isolated", "--report", name), holds) for name, holds in REPORTS.items()},
    "report jsonl": Output(_command("validate", "--isolated", "--report", "jsonl"), _each_line),
    "report with evidence": Output(
        _command("validate", "--isolated", "--explain-end", "--both-rules", "--duplicates"), assert_lines
    ),
    "table text": Output(_command("table", "--format", "text"), assert_lines, record=forfeit, shows=30),
    "table csv": Output(_command("table", "--format", "csv"), assert_csv, record=forfeit),
    "table json": Output(_command("table", "--format", "json"), assert_json, record=forfeit),
    "table html": Output(_command("table", "--format", "html"), assert_page, record=forfeit),
    "id": Output(_command("id", "--mirror"), assert_lines),
    "id json": Output(_command("id", "--format", "json"), _each_line),
    "format": Output(_command("format"), assert_same_records),
    "format on a terminal": Output(_on_a_terminal("format"), assert_lines),
    "format --diff": Output(_command("format", "--diff"), assert_lines),
    "format --check": Output(_command("format", "--check"), assert_lines),
    "convert to xbn": Output(_command("convert", "--to", "xbn"), assert_same_records),
    "convert to json": Output(_command("convert", "--to", "json"), assert_json),
    "convert to jsonl": Output(_command("convert", "--to", "jsonl"), _each_line),
    "convert to referee-log": Output(_command("convert", "--to", "referee-log"), assert_same_games, record=forfeit),
    "convert to referee-log on a terminal": Output(_on_a_terminal("convert", "--to", "referee-log"), assert_lines, record=forfeit),
    "convert to parquet": Output(_parquet, assert_same),
    "convert to tuples": Output(_on_a_terminal("convert", "--to", "tuples"), assert_lines),
    "replay": Output(_command("replay", "--plain"), assert_lines, shows=40),
    "player": Output(_player, assert_screen, shows=40),
    "picture as text": Output(_command("render"), assert_lines, one_by_one=True),
    "picture as SVG": Output(_command("render", "--to", "svg"), assert_drawing, one_by_one=True),
    "sheet as SVG": Output(_command("render", "--to", "svg", "--plies", "0,1"), assert_drawing, one_by_one=True),
    "page": Output(_command("render", "--to", "html"), assert_page_data),
}
"""By name. Every attack is tried against every one."""


def held_texts(texts: list[str], folder: Path) -> Iterator[tuple[str, Any]]:
    """What programs read back of the texts, by format: it must be the texts."""
    documents = json.loads(OUTPUTS["convert to json"].of(texts, folder))
    yield "json", [each["tags"]["White"] for each in documents]
    yield "xbn", [each.tag("White") for each in read_text(OUTPUTS["convert to xbn"].of(texts, folder))]
    OUTPUTS["convert to parquet"].of(texts, folder)
    rows = pyarrow.parquet.read_table(folder / "out.parquet" / "games.parquet").to_pylist()
    yield "parquet", [dict(row["tags"])["White"] for row in rows]
