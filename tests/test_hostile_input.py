"""Damaged, enormous and hostile input, through the real commands `validate` and `format`.

Whatever a file holds: the expected findings with a place, the right exit code, never a traceback, good neighbours kept, and time
and memory bounded.
"""

from __future__ import annotations

import builtins
import gc
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from effort import few_of
from typer.testing import CliRunner

import expendibots_notation as xn
from expendibots_notation.cli.app import app
from expendibots_notation.game import NotationError
from expendibots_notation.limits import USUAL
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.notation.tree_builder import MOST_OF_A_KIND
from expendibots_notation.pipeline import validate_stream
from expendibots_notation.verdict import Verdict

XBN = str(Path(sys.executable).with_name("xbn"))
MEGABYTE = 1_000_000
GIGABYTE = 1_000 * MEGABYTE

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'
GOOD = HEAD + "1. d2-d3 e7-e6\n2. e2-d2 *\n"
LOST = HEAD.replace('"*"]\n', '"0-1"]\n[Termination "illegal-action"]\n')

# Findings that `format` makes too; of the rules and of what the record claims it knows nothing.
TEXT_CODE = re.compile("XBN(1[0-4].|301|313|90.)")


class Answer:
    """What a command has answered inside this process."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


def xbn(*arguments: str, data: bytes = b"") -> Answer:
    """Run a command inside this process; whatever it does not catch fails the test."""
    result = CliRunner().invoke(app, arguments, input=data, prog_name="xbn", catch_exceptions=False)
    return Answer(result.exit_code, result.stdout, result.stderr)


def findings_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for record in document["records"] for finding in record["diagnostics"]] + document["diagnostics"]


def assert_harmless(text: str) -> None:
    """Nothing that a terminal would obey, and nothing that hides or reorders other text."""
    strange = {character for character in text if not character.isprintable() and character != "\n"}
    assert strange == set()


def assert_placed(finding: dict[str, Any], file: str = "<stdin>") -> None:
    assert finding["file"] == file
    assert finding["line"] >= 1
    assert finding["column"] >= 1
    assert (finding["end_line"], finding["end_column"]) >= (finding["line"], finding["column"])


# Single records


@dataclass(frozen=True)
class Case:
    """A hostile record: what it is, its bytes, and the errors that are expected of it."""

    name: str
    data: bytes
    codes: tuple[str, ...]

    def expects(self, found: list[str]) -> bool:
        return found == list(self.codes)


def case(name: str, text: str | bytes, *codes: str) -> Any:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return pytest.param(Case(name, data, codes), id=name)


DIGITS = "7" * 5000
GIANTS = '[Setup "w{}.7/.8/.8/.8/.8/.8/.8/.7b w 1 0"]\n'

RECORDS = [
    # Not closed
    case("unclosed-comment", HEAD + "1. d2-d3 {never closed *\n", "XBN102"),
    case("unclosed-comment-of-many-lines", HEAD + "1. d2-d3 {never\nclosed\n\n1. d2-d3 *\n", "XBN102"),
    case("unclosed-comment-before-the-tags", "{never closed\n\n", "XBN102"),
    case("unclosed-comment-ending-in-a-backslash", HEAD + "1. d2-d3 {never closed \\} *\\\n", "XBN102"),
    case("unclosed-attributes", HEAD + "1. d2-d3 {%emt=1 *\n", "XBN102"),
    case("unclosed-string", HEAD + '[White "Ada]\n1. d2-d3 *\n', "XBN103"),
    case("unclosed-string-ending-in-a-backslash", HEAD + '[White "Ada\\"]\n1. d2-d3 *\n', "XBN103"),
    case("unclosed-raw-text", LOST + '1. ~"boom 0-1\n', "XBN103"),
    case("unclosed-tag", HEAD + '[White "Ada"\n1. d2-d3 *\n', "XBN104"),
    case("tag-without-a-value", HEAD + "[White]\n1. d2-d3 *\n", "XBN104"),
    case("tag-without-a-name", HEAD + '["Ada"]\n1. d2-d3 *\n', "XBN104"),
    case("unclosed-variation", HEAD + "1. d2-d3 (1. xd2 *\n", "XBN105"),
    case("unclosed-variations", HEAD + "1. d2-d3 (1. xd2 (1. xe2 (1. xa1 *\n", "XBN105"),
    case("unmatched-parenthesis", HEAD + "1. d2-d3 ) e7-e6 *\n", "XBN106"),
    case("lone-rejection-mark", HEAD + "1. d2-d3 ~ *\n", "XBN101"),
    case("rejection-mark-at-the-end", HEAD + "1. d2-d3 ~\n", "XBN101"),
    # Nesting
    case("nested-parentheses", HEAD + "1. d2-d3 " + "(" * 100_000 + "\n", "XBN101"),
    case("nested-closed-parentheses", HEAD + "1. d2-d3 " + "(" * 100_000 + ")" * 100_000 + " *\n", "XBN101"),
    case("nested-variations", HEAD + "1. d2-d3 " + "(1. xd2 " * 100_000 + "\n", "XBN901"),
    case("nested-closed-variations", HEAD + "1. d2-d3 " + "(1. xd2 " * 100_000 + ")" * 100_000 + " *\n", "XBN901"),
    case("unmatched-parentheses", HEAD + "1. d2-d3 " + ")" * 100_000 + " *\n", "XBN106"),
    case("only-unmatched-parentheses", ")" * 100_000 + " *\n", "XBN106"),
    case("nested-brackets", HEAD + "1. d2-d3 " + "[" * 100_000 + " *\n", "XBN104"),
    case("nested-braces", HEAD + "1. d2-d3 " + "{" * 100_000 + "\n", "XBN102"),
    case("nested-braces-closed-once", HEAD + "1. d2-d3 " + "{" * 100_000 + "}" + " *\n"),
    # Bytes
    case("not-utf-8-in-a-tag", HEAD.encode() + b'[White "Ad\xe4"]\n1. d2-d3 *\n', "XBN110"),
    case("not-utf-8-in-a-comment", HEAD.encode() + b"1. d2-d3 {\xc3(} *\n", "XBN110"),
    case("not-utf-8-in-an-action", HEAD.encode() + b"1. d2-d3 d\xff-d5 *\n", "XBN101", "XBN110"),
    case("overlong-utf-8", HEAD.encode() + b"1. d2-d3 {\xc0\xaf} *\n", "XBN110"),
    case("half-characters-in-utf-8", HEAD + "1. d2-d3 {\ud800} *\n", "XBN110"),
    case("null-in-a-comment", HEAD + "1. d2-d3 {a\0b} *\n", "XBN115"),
    case("null-in-a-tag", HEAD + '[White "a\0b"]\n1. d2-d3 *\n', "XBN107", "XBN115"),
    case("null-between-actions", HEAD + "1. d2-d3 \0 e7-e6 *\n", "XBN115"),
    case("control-character-in-a-tag", HEAD + '[White "\x1b[31mAda"]\n1. d2-d3 *\n', "XBN107"),
    case("bad-escape-in-a-tag", HEAD + '[White "\\x41"]\n1. d2-d3 *\n', "XBN107"),
    case("half-character-in-a-tag", HEAD + '[White "\\ud800"]\n1. d2-d3 *\n'),
    # Numbers
    case("huge-turn-number", HEAD + f"{DIGITS}. d2-d3 *\n", "XBN101"),
    case("turn-number-that-ends-in-the-right-one", HEAD + "1" + "0" * 40 + "1. d2-d3 *\n", "XBN101"),
    case("huge-count", HEAD + f"1. {DIGITS}d2-d3 *\n", "XBN101"),
    case("large-count", HEAD + f"1. {'7' * 40}d2-d3 *\n", "XBN202"),
    case("huge-rank", HEAD + f"1. d2-d{DIGITS} *\n", "XBN101"),
    case("large-rank", HEAD + f"1. d2-d{'7' * 40} *\n", "XBN206"),
    case("huge-rank-of-a-boom", HEAD + f"1. xd{DIGITS} *\n", "XBN101"),
    case("huge-height", HEAD + f"1. d2-d3={DIGITS} *\n", "XBN101"),
    case("large-height", HEAD + f"1. d2-d3={'7' * 40} *\n", "XBN211"),
    case("huge-removal", HEAD + f"1. xd2={DIGITS}:{DIGITS} *\n", "XBN101"),
    case("huge-glyph-number", HEAD + f"1. d2-d3 ${DIGITS} *\n"),
    case("huge-number-alone", HEAD + f"1. d2-d3 {DIGITS} *\n", "XBN101"),
    case("infinite-attribute", HEAD + "1. d2-d3 {%eval=1e999} *\n", "XBN109"),
    case("negative-infinite-attribute", HEAD + "1. d2-d3 {%eval=-1e999} *\n", "XBN109"),
    case("attribute-that-is-no-number", HEAD + "1. d2-d3 {%eval=nan} *\n", "XBN109"),
    case("huge-attribute", HEAD + f"1. d2-d3 {{%nodes={DIGITS}}} *\n", "XBN109"),
    case("huge-attribute-text", HEAD + f"1. d2-d3 {{%note={DIGITS}}} *\n"),
    case("huge-stack-in-the-setup", HEAD + GIANTS.format(DIGITS) + "1. a8-a7 *\n", "XBN303"),
    case("too-many-tokens-in-the-setup", HEAD + GIANTS.format(10**15) + "1. a8-a7 *\n", "XBN303"),
    case("huge-run-in-the-setup", HEAD + f'[Setup ".{DIGITS}/.8/.8/.8/.8/.8/.8/.7b w 1 0"]\n1. a8-a7 *\n', "XBN303"),
    case("long-rank-in-the-setup", HEAD + f'[Setup "{"w" * 100_000}/.8/.8/.8/.8/.8/.8/.7b w 1 0"]\n1. a8-a7 *\n', "XBN303"),
    case("many-ranks-in-the-setup", HEAD + f'[Setup "{".8/" * 100_000}.8 w 1 0"]\n1. a8-a7 *\n', "XBN303"),
    case("huge-turn-in-the-setup", HEAD + f'[Setup "w.7/.8/.8/.8/.8/.8/.8/.7b w {DIGITS} 0"]\n1. a8-a7 *\n', "XBN303"),
    case("huge-quiet-in-the-setup", HEAD + f'[Setup "w.7/.8/.8/.8/.8/.8/.8/.7b w 1 {DIGITS}"]\n1. a8-a7 *\n', "XBN303"),
    # Very high stacks: listing all legal actions would never end
    case("giant-stack-too-far", HEAD + GIANTS.format(10**15 - 1) + "1. 5a8-a9 *\n", "XBN206"),
    case("giant-stack-not-in-line", HEAD + GIANTS.format(10**15 - 1) + "1. 777777777777a8-b7 *\n", "XBN204"),
    case("giant-stack-too-many", HEAD + GIANTS.format(10**15 - 1) + "1. 7777777777777777a8-a7 *\n", "XBN202"),
    case("giant-stack-moved", HEAD + GIANTS.format(10**15 - 1) + "1. 999999999999998a8-a1=999999999999998 h1-h2 *\n"),
    # Texts inside texts
    case("raw-text-of-a-megabyte", LOST + '1. ~"' + "a" * MEGABYTE + '" 0-1\n'),
    case("raw-tuples-of-a-megabyte", LOST + '1. ~"' + "(" * MEGABYTE + '" 0-1\n'),
    *[
        case(f"raw-text-{name}", LOST + f"1. ~{json.dumps(raw)} 0-1\n")
        for name, raw in {
            "nested-tuples": "(" * 400 + ")" * 400,
            "nested-lists": "[" * 999,
            "nested-json": '{"a":' * 190,
            "minus-signs": "-" * 990 + "1",
            "large-number": "9" * 999,
            "infinite": "('MOVE', 1e999, (0, 0), (0, 1))",
            "not-a-number": "('MOVE', 1e999 - 1e999, (0, 0), (0, 1))",
            "far-away": f"('BOOM', ({'9' * 300}, -{'9' * 300}))",
            "code": "__import__('os').abort()",
            "bad-escape": "'\\d'",
            "run-together": "1if 1else 2",
            "null": "\0",
            "half-character": "\ud800",
            "line-break": "('BOOM',\n (0, 0)",
            "empty": "",
        }.items()
    ],
    case("deep-json-in-a-tag", HEAD + f"[White {json.dumps('[' * 100_000)}]\n1. d2-d3 *\n"),
    case("ten-thousand-tags", HEAD + "".join(f'[Tag{number} "x"]\n' for number in range(10_000)) + "1. d2-d3 *\n"),
    case("ten-thousand-times-one-tag", HEAD + '[White "x"]\n' * 10_000 + "1. d2-d3 *\n", *["XBN108"] * MOST_OF_A_KIND),
    case("tag-name-of-a-megabyte", HEAD + f'[{"W" * MEGABYTE} "x"]\n1. d2-d3 *\n'),
    case("game-name-of-a-megabyte", HEAD.replace("Expendibots", "L" * MEGABYTE) + "1. d2-d3 *\n", "XBN301"),
    case("rules-of-a-megabyte", HEAD.replace('"text"', f'"{"r" * MEGABYTE}"') + "1. d2-d3 *\n", "XBN302"),
    case("termination-of-a-megabyte", HEAD + f'[Termination "{"t" * MEGABYTE}"]\n1. d2-d3 *\n', "XBN305"),
    case("setup-of-a-megabyte", HEAD + f'[Setup "{"s" * MEGABYTE}"]\n1. d2-d3 *\n', "XBN303"),
    case("attribute-twice-with-a-long-name", HEAD + f"1. d2-d3 {{%{'k' * 100_000}=1 {'k' * 100_000}=2}} *\n", "XBN109"),
]


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the block where it uses the processor longer than that."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"still busy after {seconds} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("hostile", RECORDS)
def test_validate_a_hostile_record_between_good_ones(hostile: Case) -> None:
    data = GOOD.encode() + b"\n" + hostile.data + b"\n" + GOOD.encode()
    with time_limit(30):
        answer = xbn("validate", "--report", "json", "-", data=data)
    document = json.loads(answer.out)
    first, bad, last = document["records"]
    assert (first["valid"], last["valid"]) == (True, True)
    assert (first["diagnostics"], last["diagnostics"]) == ([], [])
    errors = [finding["code"] for finding in bad["diagnostics"] if finding["severity"] == "error"]
    assert hostile.expects(errors), errors[:10]
    assert answer.code == (1 if hostile.codes else 0)
    assert answer.err == ""
    for finding in bad["diagnostics"]:
        assert_placed(finding)
        assert finding["line"] > GOOD.count("\n")
        assert len(finding["message"]) < 2000, "a message is for reading"


@pytest.mark.parametrize("hostile", RECORDS)
@pytest.mark.slow
def test_the_text_report_of_a_hostile_record_is_short_and_harmless(hostile: Case) -> None:
    answer = xbn("validate", "-", data=hostile.data)
    assert_harmless(answer.out)
    assert max(map(len, answer.out.splitlines())) < 10_000
    assert answer.err == ""


@pytest.mark.parametrize("hostile", RECORDS)
@pytest.mark.slow
def test_format_a_hostile_record_between_good_ones(hostile: Case) -> None:
    data = GOOD.encode() + b"\n" + hostile.data + b"\n" + GOOD.encode()
    with time_limit(30):
        answer = xbn("format", "-", data=data)
    assert answer.out.startswith(GOOD)
    assert answer.out.endswith("\n" + GOOD)
    expected = [wanted for wanted in hostile.codes if TEXT_CODE.search(wanted)]
    found = re.findall(r"error\[(XBN\d+)\]", answer.err)
    if all(TEXT_CODE.match(code) for wanted in hostile.codes for code in wanted.split("|")):
        assert hostile.expects(found), found[:10]
    assert answer.code == (1 if found else 0)
    assert bool(found) <= bool(expected)
    assert_harmless(answer.err)


def test_findings_that_are_left_out_are_counted() -> None:
    data = (HEAD + '[White "x"]\n' * 10_000 + "1. d2-d3 *\n").encode()
    last = findings_of(json.loads(xbn("validate", "--report", "json", "-", data=data).out))[-1]
    assert f"{9_999 - MOST_OF_A_KIND} more" in last["message"]


# Files that hold no record, or not only records

PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\6\0\0\0\\r\xa8f" + random.Random(1).randbytes(5000)

FILES = [
    pytest.param(b"", "XBN112", id="empty"),
    pytest.param(b" \t\r\n\n \f\v\n" * 100, "XBN112", id="white-space"),
    pytest.param(b"\n" * MEGABYTE, "XBN112", id="a-megabyte-of-lines"),
    pytest.param(b"\xef\xbb\xbf", "XBN112", id="only-a-byte-order-mark"),
    pytest.param(PICTURE, "XBN111", id="picture"),
    pytest.param(random.Random(2).randbytes(100_000), "XBN111", id="random-bytes"),
    pytest.param(bytes(100_000), "XBN111", id="only-null-bytes"),
    pytest.param(b"\xff\xfe" + GOOD.encode("utf-16-le"), "XBN111", id="utf-16-little"),
    pytest.param(b"\xfe\xff" + GOOD.encode("utf-16-be"), "XBN111", id="utf-16-big"),
    pytest.param(GOOD.encode("utf-16-le"), "XBN111", id="utf-16-without-a-mark"),
    pytest.param(GOOD.encode("utf-32"), "XBN111", id="utf-32"),
]


def test_a_damaged_compressed_file(tmp_path: Path) -> None:
    """It could not be looked into."""
    path = tmp_path / "file.xbn"
    path.write_bytes(b"\x1f\x8b\x08\x08" + random.Random(3).randbytes(1000))
    answer = xbn("validate", str(path))
    assert answer.code == 2
    assert "error[XBN903] the file cannot be read: the compressed data is damaged or cut off" in answer.out
    formatted = xbn("format", str(path))
    assert (formatted.code, formatted.out) == (2, "")
    assert "XBN903" in formatted.err


@pytest.mark.parametrize(("data", "code"), FILES)
def test_a_file_without_records(data: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "file.xbn"
    path.write_bytes(data)
    answer = xbn("validate", "--report", "json", str(path))
    document = json.loads(answer.out)
    (finding,) = findings_of(document)
    assert (answer.code, finding["code"], document["records"]) == (1, code, [])
    assert_placed(finding, str(path))
    assert_harmless(xbn("validate", str(path)).out)
    for options in ([], ["--check"], ["--diff"], ["--write"]):
        formatted = xbn("format", *options, str(path))
        assert (formatted.code, formatted.out) == (1, "")
        assert code in formatted.err
    assert path.read_bytes() == data


@pytest.mark.parametrize(("data", "code"), FILES)
def test_a_file_without_records_does_not_hide_the_next(data: bytes, code: str, tmp_path: Path) -> None:
    (tmp_path / "a.xbn").write_bytes(data)
    (tmp_path / "b.xbn").write_text(GOOD)
    document = json.loads(xbn("validate", "--report", "json", str(tmp_path)).out)
    assert [record["valid"] for record in document["records"]] == [True]
    assert xbn("format", str(tmp_path)).out == GOOD


def test_every_beginning_of_a_record() -> None:
    """A file that was cut off anywhere is answered, and the record behind it is good."""
    head = '[Format "xbn 1"]\n[White "A\\"☃"]\n{preface}\n'
    body = '1. d2-d3! $5 {%emt=0.5 x="y"} {a \\} b} (1. xd2=1:0 {c} *) 2e7 - e5 ; d\n2. ~"(1, \\"" 0-1 {last}\n'
    whole = (head + body).encode()
    for end in range(1, len(whole) + 1):
        data = whole[:end]
        (verdict,) = validate_stream(io.BytesIO(data), "cut.xbn")
        assert isinstance(verdict, Verdict)
        assert not verdict.valid
        assert all(finding.place.line >= 1 and finding.place.column >= 1 for finding in verdict.diagnostics)
        if end > len(head.encode()) + 2:
            *_, last = validate_stream(io.BytesIO(data + b"\n" + GOOD.encode()), "cut.xbn")
            assert isinstance(last, Verdict)
            assert (last.valid, last.plies) == (True, 3), data
        if end % 7 == 0:
            assert xbn("validate", "-", data=data).code == 1
            assert xbn("format", "-", data=data).code in (0, 1)


def test_a_record_is_the_same_wherever_the_blocks_of_a_file_break() -> None:
    text = (
        HEAD + '1. d2-d3 {a} (1. xd2 {b} 1-0) ~"a * \\" 1-0 (" 0-1 {after} ; more\n\n'
        "{first}\n" + HEAD + "{pre}\n1. d2-d3 1/2-1/2 {z\n} {y}\n{x}\n\n"
        '[White "a*b"] ; c\n[Game\n "X" ]\n1. xd2 {never closed *\n'
        + HEAD
        + "1. xd2 (1. d2-d3 *\n"
        + HEAD
        + "1. xd2 1\N{EN DASH}0 {last}\n"
    )

    def texts(*blocks: bytes) -> list[tuple[str, int]]:
        return [(each.source.text, each.source.first_line) for each in split(blocks) if isinstance(each, RecordText)]

    data = text.encode()
    whole = texts(data)
    assert len(whole) == 5
    wrong = [
        data[max(at - 12, 0) : at] + b"|" + data[at : at + 12] for at in range(len(data)) if texts(data[:at], data[at:]) != whole
    ]
    assert wrong == []
    assert texts(*(bytes([byte]) for byte in data)) == whole


@pytest.mark.slow
def test_long_texts_are_not_remembered() -> None:
    """What is read once and kept for the next time is small, however much a file has that is not."""
    size, number = 50_000, 60

    def read_some(first: int) -> None:
        for each in range(first, first + number):
            xn.read_text(f"1{'.' * (size + each)} d2-d3 *")
            log = f"[game ] - Start game log at Sat May  2 10:00:00 2020\n[white] - {'x' * (size + each)}.\n"
            with suppress(NotationError):
                xn.read_text(log)

    read_some(0)
    tracemalloc.start()
    try:
        read_some(number)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 2 * size
    finally:
        tracemalloc.stop()


def test_ten_thousand_records() -> None:
    data = "\n".join([GOOD] * 10_000).encode()
    with time_limit(60):
        answer = xbn("validate", "-q", "-", data=data)
    assert answer.code == 0
    assert answer.out == "10000 records in 1 file: 10000 valid, 0 invalid (0 errors, 0 warnings); 30000 plies\n"


def test_formatting_a_thousand_records() -> None:
    data = "\n".join([GOOD] * 1000)
    answer = xbn("format", "-", data=data.encode())
    assert answer.code == 0
    assert answer.out == data


# Paths


def test_a_missing_file() -> None:
    for command in (["validate"], ["format"], ["format", "--check"], ["format", "--write"]):
        answer = xbn(*command, "no/such/file.xbn")
        assert answer.code == 2
        assert "no/such/file.xbn:1:1: error[XBN903]" in answer.out + answer.err


def test_a_folder_without_records_and_one_with_some(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "some").mkdir()
    (tmp_path / "some" / "a.xbn").write_text(GOOD)
    (tmp_path / "some" / "b.bin").write_bytes(PICTURE)
    for command in ("validate", "format"):
        nothing = xbn(command, str(tmp_path / "empty"))
        assert (nothing.code, nothing.out) == (2, "")
        assert f"there are no {'record' if command == 'validate' else '.xbn'} files" in nothing.err
        assert xbn(command, str(tmp_path / "some")).code == 0
        assert xbn(command, str(tmp_path / "empty"), str(tmp_path / "some")).code == 0


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs as root may read everything, so the system's refusal is played."""
    path = tmp_path / "secret.xbn"
    path.write_text(GOOD)
    (tmp_path / "public.xbn").write_text(GOOD)
    really_open = builtins.open

    def open_unless_secret(file: Any, *arguments: Any, **options: Any) -> Any:
        if str(file) == str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return really_open(file, *arguments, **options)

    monkeypatch.setattr(builtins, "open", open_unless_secret)
    monkeypatch.setattr(io, "open", open_unless_secret)
    answer = xbn("validate", str(path), str(tmp_path / "public.xbn"))
    assert answer.code == 2
    assert "error[XBN903] the file cannot be read: permission denied" in answer.out
    assert "public.xbn:1: record 1 is valid" in answer.out
    formatted = xbn("format", str(path), str(tmp_path / "public.xbn"))
    assert (formatted.code, formatted.out) == (2, GOOD)
    assert "XBN903" in formatted.err


def test_a_file_that_fails_while_it_is_read() -> None:
    for command in ("validate", "format"):
        answer = xbn(command, "/proc/self/mem")
        assert answer.code == 2
        assert "/proc/self/mem:1:1: error[XBN903]" in answer.out + answer.err


def test_a_name_that_no_system_allows() -> None:
    for command in ("validate", "format"):
        answer = xbn(command, "n" * 5000 + ".xbn")
        assert answer.code == 2
        assert "XBN903" in answer.out + answer.err


def test_an_empty_name() -> None:
    for command in ("validate", "format"):
        answer = xbn(command, "")
        assert answer.code == 2
        assert "Traceback" not in answer.err


def test_an_empty_device() -> None:
    answer = xbn("validate", os.devnull)
    assert answer.code == 1
    assert "XBN112" in answer.out


def test_files_and_folders_called_like_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").mkdir()
    (tmp_path / "-" / "a.xbn").write_text(GOOD)
    assert "<stdin>:1: record 1 is valid" in xbn("validate", "-", data=GOOD.encode()).out
    assert "-/a.xbn:1: record 1 is valid" in xbn("validate", "./-").out


def test_a_named_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.xbn"
    os.mkfifo(pipe)
    for command, expected in (("validate", "record 1 is valid"), ("format", GOOD)):
        writer = threading.Thread(target=pipe.write_text, args=[GOOD])
        writer.start()
        answer = xbn(command, str(pipe))
        writer.join(10)
        assert answer.code == 0
        assert expected in answer.out


@pytest.mark.parametrize("option", ["--check", "--diff", "--write"])
def test_formatting_a_named_pipe_in_place(tmp_path: Path, option: str) -> None:
    """It can be read only once, and canonical text needs no rewriting: the pipe stays a pipe."""
    pipe = tmp_path / "pipe.xbn"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=[GOOD])
    writer.start()
    answer = xbn("format", option, str(pipe))
    writer.join(10)
    assert answer.code == 0
    assert "Traceback" not in answer.err
    assert pipe.is_fifo()


# What a terminal would obey

NASTY = "\x1b[2J\x1b]0;owned\x07\u202eevil\u2066\u200b\x9b31m\x7f\x08"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + f"1. d2-d3 {{{NASTY}}} e7-e9 *\n",
        HEAD + f'[White "{NASTY}"]\n1. d2-d3 e7-e9 *\n',
        HEAD + f"1. d2-d3 {NASTY} *\n",
        HEAD + f'1. d2-d3 ~"{NASTY}" *\n',
        HEAD + f"1. d2-d3 ~{json.dumps(NASTY)} *\n",
        HEAD + f"1. d2-d3 {{%emt={NASTY}}} *\n",
        HEAD + f"1. d2-d3 {{%{NASTY}=1}} *\n",
        HEAD.replace('"*"', json.dumps(NASTY)) + "1. d2-d3 *\n",
        HEAD.replace('"text"', json.dumps(NASTY)) + "1. d2-d3 *\n",
        HEAD.replace('"Expendibots"', json.dumps(NASTY)) + "1. d2-d3 *\n",
        HEAD.replace('"xbn 1"', json.dumps(NASTY)) + "1. d2-d3 *\n",
        HEAD + f"[Termination {json.dumps(NASTY)}]\n1. d2-d3 *\n",
        HEAD + f"[Setup {json.dumps(NASTY)}]\n1. d2-d3 *\n",
        HEAD + f"[Setup {json.dumps('w/' * 7 + NASTY[-1] + ' w 1 0')}]\n1. d2-d3 *\n",
        f"; {NASTY}\n" + HEAD + "1. d2-d9 *\n",
    ],
)
def test_a_terminal_is_never_made_to_obey(text: str) -> None:
    data = text.encode()
    answer = xbn("validate", "-", data=data)
    assert_harmless(answer.out)
    assert answer.err == ""
    assert_harmless(xbn("format", "-", data=data).err)
    difference = xbn("format", "--diff", "-", data=data)
    assert_harmless(difference.out + difference.err)
    document = json.loads(xbn("validate", "--report", "json", "-", data=data).out)
    assert len(document["records"]) == 1


@pytest.mark.parametrize("name", [f"{NASTY}.xbn", "line\nbreak.xbn", "\udcff.xbn"], ids=["nasty", "line-break", "not-utf-8"])
def test_names_of_files_are_made_visible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(HEAD + "1. d2d3 e7-e9 *\n")
    runs = [
        ["validate", name],
        ["validate", "."],
        ["validate", "missing" + name],
        ["validate", name, "--output", "missing/" + name],
        ["validate", "--game", name, name],
        ["explain", name],
        ["format", "--check", name],
        ["format", "--diff", name],
        ["format", "--write", name],
    ]
    for arguments in runs:
        answer = xbn(*arguments)
        assert_harmless(answer.out + answer.err)
        assert answer.code in (0, 1, 2)
    answer = xbn("validate", "--report", "json", name)
    assert answer.code == 1
    assert json.loads(answer.out)["summary"]["files"] == 1


# Size: in processes of their own, with bounded memory


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


def run_bounded(arguments: list[str], folder: Path, memory: int = GIGABYTE) -> Outcome:
    """Run the installed command with so many bytes of address space, and a minute of the processor."""
    command = ["sh", "-c", f'ulimit -v {memory // 1024} && ulimit -t 60 && exec "$0" "$@"', XBN, *arguments]
    environment = {"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONWARNINGS": "default"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", errors="surrogateescape", check=False
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def codes_by_file(report: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file, code in re.findall(r"^([^:\n]+):\d+:\d+: error\[(XBN\d+)\]", report, re.MULTILINE):
        found.setdefault(file, []).append(code)
    return found


@dataclass(frozen=True)
class Filler:
    """A record with one endless line: what stands before, what is repeated, what stands behind, and the errors expected."""

    before: str
    unit: str
    behind: str
    codes: tuple[str, ...] = ()

    def of_size(self, size: int) -> bytes:
        """The record with a line of so many bytes, and a good one behind it."""
        line = self.unit * (size // len(self.unit))
        return f"{self.before}{line}{self.behind}\n\n{GOOD}".encode()


FILLERS = {
    "letters": Filler(HEAD, "a", " *", ("XBN101",)),
    "openings": Filler(HEAD + "1. d2-d3 ", "(", "", ("XBN101",)),
    "closings": Filler(HEAD + "1. d2-d3 ", ")", " *", ("XBN106",)),
    "braces": Filler(HEAD + "1. d2-d3 ", "{", "", ("XBN102",)),
    "brackets": Filler(HEAD + "1. d2-d3 ", "[", " *", ("XBN104",)),
    "digits": Filler(HEAD, "7", " *", ("XBN101",)),
    "spaces": Filler(HEAD + "1. d2-d3", " ", "*"),
    "quotes": Filler(HEAD + "[White ", '"', "\n1. d2-d3 *", ("XBN104",)),
    "backslashes": Filler(HEAD + '[White "', "\\", "\n1. d2-d3 *", ("XBN103",)),
    "escapes-in-a-string": Filler(HEAD + '[White "', "\\n", '"]\n1. d2-d3 *'),
    "escapes-in-an-open-string": Filler(HEAD + '[White "', "\\n", "\n1. d2-d3 *", ("XBN103",)),
    "escapes-in-a-comment": Filler(HEAD + "1. d2-d3 {", "\\}", "} *"),
    "escapes-in-an-open-comment": Filler(HEAD + "1. d2-d3 {", "\\}", "", ("XBN102",)),
    "comment": Filler(HEAD + "1. d2-d3 {", "c", "} *"),
    "line-comment": Filler(HEAD + "1. d2-d3 ;", "c", "\n*"),
    "tag": Filler(HEAD + '[White "', "t", '"]\n1. d2-d3 *'),
    "tag-name": Filler(HEAD + "[", "T", ' "x"]\n1. d2-d3 *'),
    "raw-text": Filler(LOST + '1. ~"', "r", '" 0-1'),
}


@pytest.mark.parametrize("command", ["validate", "format"])
@pytest.mark.parametrize("kind", few_of(["comment", "letters"], 1))
@pytest.mark.slow
def test_a_line_of_fifty_megabytes(tmp_path: Path, kind: str, command: str) -> None:
    (tmp_path / "huge.xbn").write_bytes(FILLERS[kind].of_size(50 * MEGABYTE))
    outcome = run_bounded([command, "huge.xbn"], tmp_path)
    assert outcome.code == 1
    assert "Traceback" not in outcome.err
    assert codes_by_file(outcome.out + outcome.err) == {"huge.xbn": ["XBN902"]}
    if command == "validate":
        assert outcome.err == ""
        assert "huge.xbn:8: record 2 is valid: not finished, 3 plies" in outcome.out


@pytest.mark.slow
def test_lines_of_five_megabytes(tmp_path: Path) -> None:
    for kind, filler in FILLERS.items():
        (tmp_path / f"{kind}.xbn").write_bytes(filler.of_size(5 * MEGABYTE))
    outcome = run_bounded(["validate", "."], tmp_path)
    assert outcome.err == "", outcome.out[-500:]
    assert outcome.code == 1
    assert codes_by_file(outcome.out) == {f"{kind}.xbn": ["XBN902"] for kind in FILLERS}
    assert good_neighbours(outcome.out) == set(FILLERS)


@pytest.mark.slow
def test_validating_lines_as_long_as_a_record_may_be(tmp_path: Path) -> None:
    for kind, filler in FILLERS.items():
        (tmp_path / f"{kind}.xbn").write_bytes(filler.of_size(USUAL.record_length - 1000))
    outcome = run_bounded(["validate", "."], tmp_path)
    assert outcome.err == "", outcome.out[-500:]
    assert outcome.code == 1
    assert codes_by_file(outcome.out) == {f"{kind}.xbn": [*filler.codes] for kind, filler in FILLERS.items() if filler.codes}
    assert good_neighbours(outcome.out) == set(FILLERS)


@pytest.mark.slow
def test_formatting_lines_as_long_as_a_record_may_be(tmp_path: Path) -> None:
    for kind, filler in FILLERS.items():
        (tmp_path / f"{kind}.xbn").write_bytes(filler.of_size(USUAL.record_length - 1000))
    outcome = run_bounded(["format", "."], tmp_path)
    assert "Traceback" not in outcome.err, outcome.out[-500:]
    assert outcome.code == 1
    assert codes_by_file(outcome.err) == {f"{kind}.xbn": [*filler.codes] for kind, filler in FILLERS.items() if filler.codes}
    assert outcome.out.count(GOOD) == len(FILLERS)


def good_neighbours(report: str) -> set[str]:
    """The files whose second record is good."""
    return set(re.findall(r"^([^:\n]+)\.xbn:\d+: record 2 is valid: not finished, 3 plies", report, re.MULTILINE))


@pytest.mark.parametrize("command", ["validate", "format"])
@pytest.mark.slow
def test_many_findings_on_long_lines_fit_into_memory(tmp_path: Path, command: str) -> None:
    """Each finding shows its line; keeping the line with each of them would take gigabytes."""
    (tmp_path / "loose.xbn").write_text(HEAD + ("d2d3 d7d6 d3d2 d6d7 " * 200 + "\n") * 150 + "*\n\n" + GOOD)
    outcome = run_bounded([command, "loose.xbn"], tmp_path, 400 * MEGABYTE)
    assert "Traceback" not in outcome.err, outcome.err[-300:]
    assert outcome.code == (1 if command == "validate" else 0)
    assert ("record 2 is valid" if command == "validate" else GOOD) in outcome.out


@pytest.mark.parametrize("options", [["--depth", "1", "--divide"], ["--depth", "2"]], ids=" ".join)
def test_counting_the_actions_of_a_giant_stack_ends_without_a_traceback(tmp_path: Path, options: list[str]) -> None:
    position = "w1000000000000.7/.8/.8/.8/.8/.8/.8/.7b w 1 0"
    outcome = run_bounded(["perft", *options, "--position", position], tmp_path, 200 * MEGABYTE)
    assert outcome.code == 2
    assert outcome.err.startswith("xbn: ")
    assert "Traceback" not in outcome.err


# Time: twice as much takes about twice as long


def repeated(before: str, unit: str, behind: str = " *") -> Callable[[int], str]:
    return lambda size: before + unit * (size // len(unit)) + behind


def numbered(before: str, unit: str, behind: str = " *") -> Callable[[int], str]:
    return lambda size: before + "".join(unit.format(number) for number in range(size // (len(unit) + 3))) + behind


FEW_WORDS = {
    "digits-before-a-space": repeated(HEAD, "7", " " * 100_000 + "*"),
    "spaces-behind-a-number": repeated(HEAD + "1", " "),
    "spaces-behind-a-boom": repeated(HEAD + "x", " "),
    "brackets": repeated(HEAD, "["),
    "bracket-lines": repeated(HEAD, "[\n"),
    "open-tags": repeated(HEAD, "[A "),
    "open-tag-lines": repeated(HEAD, "\n[A "),
    "open-strings": repeated(HEAD, '[A "\n'),
    "tildes": repeated(HEAD, "~"),
    "tildes-and-quotes": repeated(HEAD, '~"\\'),
    "half-results": repeated(HEAD, "1/2-"),
    "result-like-words": repeated(HEAD, "1-0a "),
    "open-comments-with-brackets": repeated(HEAD + "1. d2-d3 ", "{[A "),
    "lines-in-a-comment": repeated(HEAD + "1. d2-d3 {", "\n[", "} *"),
    "lines": repeated(HEAD + "1. d2-d3", "\n"),
    "long-tag": repeated(HEAD + '[White "', "a", '"]\n1. d2-d3 *'),
    "long-attribute": repeated(HEAD + "1. d2-d3 {%a=", "a", "} *"),
}

MANY_WORDS = {
    "line-comments-before-the-tags": repeated("", ";\n", HEAD + "1. d2-d3 *"),
    "comments-before-the-tags": repeated("", "{a}\n", HEAD + "1. d2-d3 *"),
    "comments-before-the-actions": repeated(HEAD, "{a} ", "1. d2-d3 *"),
    "comments-behind-a-number": repeated(HEAD + "1. ", "{a} ", "d2-d3 *"),
    "comments-behind-an-action": repeated(HEAD + "1. d2-d3 ", "{a} "),
    "comments-in-a-variation": repeated(HEAD + "1. d2-d3 (", "{a} ", "1. xd2) *"),
    "comments-behind-a-variation": repeated(HEAD + "1. d2-d3 (1. xd2) ", "{a} "),
    "comments-behind-a-rejection": repeated(LOST + "1. ~d2-d9 ", "{a} ", " 0-1"),
    "comments-behind-a-lone-number": repeated(HEAD + "1. d2-d3 e7-e6 2. ", "{a} "),
    "comments-behind-the-result": repeated(HEAD + "1. d2-d3 * ", "{a} ", ""),
    "lines-of-comments-behind-the-result": repeated(HEAD + "1. d2-d3 *\n", "{a}\n", ""),
    "variations": repeated(HEAD + "1. d2-d3 ", "(1. xd2) "),
    "empty-variations": repeated(HEAD + "1. d2-d3 ", "() "),
    "variations-in-variations": repeated(HEAD + "1. d2-d3 ", "(1. xd2 (1. xe2)) "),
    "glyph-numbers": repeated(HEAD + "1. d2-d3 ", "$1 "),
    "attributes": repeated(HEAD + "1. d2-d3 ", "{%a=1} "),
    "attributes-of-many-names": numbered(HEAD + "1. d2-d3 {%", "k{}=1 ", "} *"),
    "attributes-of-many-names-apart": numbered(HEAD + "1. d2-d3 ", "{{%k{}=1}} "),
    "attributes-of-one-name": repeated(HEAD + "1. d2-d3 {%", "k=1 ", "} *"),
    "tags": numbered(HEAD, '[T{} "x"]\n', "1. d2-d3 *"),
    "one-tag": repeated(HEAD, '[T "x"]\n', "1. d2-d3 *"),
    "turn-numbers": repeated(HEAD, "1. "),
    "actions": repeated(HEAD, "d2-d3 d7-d6 d3-d2 d6-d7 "),
    "loose-actions": repeated(HEAD, "d2d3 d7d6 d3d2 d6d7 "),
    "lines-of-loose-actions": repeated(HEAD, "d2d3\nd7d6\nd3d2\nd6d7\n"),
    "booms": repeated(HEAD, "boom (a1) "),
    "unknown-game": repeated(HEAD.replace("Expendibots", "Ludo"), "d2-d3 "),
    "rejections": repeated(LOST, '~"a" ', " 0-1"),
    "results": repeated("", "*         \n", "*"),
    "broken-records": repeated("", '{          \n[A "b"]\n*\n', "*"),
}


def seconds_to_validate(text: str) -> float:
    """The processor time, which other programs on the machine do not change much."""
    stream = io.BytesIO(text.encode())
    started = time.process_time()
    with time_limit(15):
        for _ in validate_stream(stream, "file.xbn"):
            pass
    return time.process_time() - started


def assert_linear(kind: Callable[[int], str], size: int) -> None:
    """Twice the size takes at most three times as long; a short time proves nothing, and a second look rules out a disturbance."""
    once, twice = seconds_to_validate(kind(size)), seconds_to_validate(kind(2 * size))
    if twice > max(3 * once, 1.5):
        once, twice = seconds_to_validate(kind(size)), seconds_to_validate(kind(2 * size))
    assert twice <= max(3 * once, 1.5)


@pytest.mark.parametrize("kind", FEW_WORDS)
@pytest.mark.slow
def test_time_grows_with_the_size_of_the_text(kind: str) -> None:
    assert_linear(FEW_WORDS[kind], USUAL.record_length // 2 - 100_000)


@pytest.mark.parametrize("kind", MANY_WORDS)
@pytest.mark.slow
def test_time_grows_with_the_number_of_words(kind: str) -> None:
    assert_linear(MANY_WORDS[kind], 30_000)
