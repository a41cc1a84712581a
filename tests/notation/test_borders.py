"""Where one record ends and the next begins: tables of small files, blocks that break anywhere, and what is too long.

`plain_borders` is the search of the specification once more, one token at a time. It shares nothing with the program but the
grammar's terminals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.mutations import mutate, seeds
from record_trees import records

import expendibots_notation as xn
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.games import GAMES, find_game
from expendibots_notation.limits import Limits, applied
from expendibots_notation.notation.borders import RecordText, search_end, split
from expendibots_notation.notation.driver import Driver
from expendibots_notation.notation.reader import new_driver
from expendibots_notation.notation.strings import WHITE_SPACE
from expendibots_notation.notation.tables import FRAME
from expendibots_notation.notation.terminals import MORE, RECORD
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.verdict import Verdict
from fuzz.lark_oracle import driver_of, lark_of

MARK = "\N{BYTE ORDER MARK}"
NBSP = "\N{NO-BREAK SPACE}"
TOY = str(Path(__file__).parents[1] / "games" / "toy" / "heap.lark")
FILES = (FRAME, *(game.grammar for game in GAMES), TOY)
MUTANTS = 200
TAGS = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
FIRST = f'{TAGS}[Event "first"]\n\n1. d2-d3 d7-d6\n2. xd3 *\n'
LAST = f'{TAGS}[Event "last"]\n\n1. e2-e3 {{good}} e7-e6\n2. xe3 *\n'


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def texts(text: str, *cuts: int) -> list[str]:
    """The texts of the records of a file that is cut at some bytes."""
    data = encoded(text)
    found = []
    for each in split(data[start:end] for start, end in pairwise([0, *sorted(min(cut, len(data)) for cut in cuts), len(data)])):
        assert isinstance(each, RecordText)
        found.append(each.source.text)
    return found


def blocks(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


def verdicts(text: str) -> list[Verdict]:
    return [xn.validate(record) for record in xn.read_text(text)]


# Files of several records


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param(" \n\t\r\n\f\v", [], id="white-space"),
        pytest.param("*", ["*"], id="only-a-result"),
        pytest.param("1. d2-d3 *", ["1. d2-d3 *"], id="no-tags"),
        pytest.param("d2-d3 * e2-e3 * xa1 1-0", ["d2-d3 *", "e2-e3 *", "xa1 1-0"], id="no-tags-one-line"),
        pytest.param("d2-d3 *\ne2-e3 *\n", ["d2-d3 *", "e2-e3 *"], id="no-tags-no-blank-lines"),
        pytest.param("* * *", ["*", "*", "*"], id="only-results"),
        pytest.param("1-0 0-1 1/2-1/2 1/2 ½-½ *", ["1-0", "0-1", "1/2-1/2", "1/2", "½-½", "*"], id="all-results"),
        pytest.param("d2-d3!* xa1{c}1-0", ["d2-d3!*", "xa1{c}1-0"], id="results-without-spaces"),
        pytest.param('[A "1"] * [A "2"] *', ['[A "1"] *', '[A "2"] *'], id="tags-one-line"),
        pytest.param('[A "1"]\n*\n[A "2"]\n*', ['[A "1"]\n*', '[A "2"]\n*'], id="no-blank-lines"),
        pytest.param('[A "1"]\n\n\n\n*\n\n\n[A "2"]\n\n*', ['[A "1"]\n\n\n\n*', '[A "2"]\n\n*'], id="many-blank-lines"),
        pytest.param('[A "1"] d2-d3\n[A "2"] *', ['[A "1"] d2-d3', '[A "2"] *'], id="no-result"),
        pytest.param('d2-d3\n[A "2"] *', ["d2-d3", '[A "2"] *'], id="no-tags-no-result"),
        pytest.param('* {a} {b}\n{c}\n[A "2"] *', ["* {a} {b}", '{c}\n[A "2"] *'], id="comments-after-the-result"),
        pytest.param('* ; a\n; b\n[A "2"] *', ["* ; a", '; b\n[A "2"] *'], id="line-comments-after-the-result"),
        pytest.param("* {a\nb} {c}\n{d} *", ["* {a\nb} {c}", "{d} *"], id="a-long-comment-after-the-result"),
        pytest.param("* {a}\n{b}\n; c\n", ["* {a}\n{b}\n; c"], id="comments-at-the-end-of-the-file"),
        pytest.param("*\n{b\nc}\n", ["*\n{b\nc}"], id="a-long-comment-at-the-end-of-the-file"),
        pytest.param("*\n{b\nc}", ["*\n{b\nc}"], id="a-long-comment-at-the-very-end-of-the-file"),
        pytest.param('{a} [A "1"] {b} [B "2"] {c} d2-d3 *', ['{a} [A "1"] {b} [B "2"] {c} d2-d3 *'], id="comments-before"),
        pytest.param("d2-d3 (e2-e3 1-0) * xa1 *", ["d2-d3 (e2-e3 1-0) *", "xa1 *"], id="a-variation-with-a-result"),
        pytest.param("d2-d3 (e2-e3 (xa1 *) 1-0) * *", ["d2-d3 (e2-e3 (xa1 *) 1-0) *", "*"], id="nested"),
        pytest.param("d2-d3 {1-0 ( } * *", ["d2-d3 {1-0 ( } *", "*"], id="a-result-in-a-comment"),
        pytest.param("d2-d3 ; 1-0 (\n* *", ["d2-d3 ; 1-0 (\n*", "*"], id="a-result-in-a-line-comment"),
        pytest.param('~"a 1-0 ( { b" * *', ['~"a 1-0 ( { b" *', "*"], id="a-result-in-a-raw-text"),
        pytest.param('~"a \\" 1-0" * *', ['~"a \\" 1-0" *', "*"], id="a-quote-in-a-raw-text"),
        pytest.param('[A "1-0 \\" *"] d2-d3 * *', ['[A "1-0 \\" *"] d2-d3 *', "*"], id="a-result-in-a-tag"),
        pytest.param("d2-d3 {%a=1-0 b=\\} * *", ["d2-d3 {%a=1-0 b=\\} *", "*"], id="a-result-in-attributes"),
        pytest.param('d2-d3 {a [A "1"]\n b} * *', ['d2-d3 {a [A "1"]\n b} *', "*"], id="a-tag-within-a-line-of-a-comment"),
        pytest.param('d2-d3 {a\n\\[A "1"]\n b} * *', ['d2-d3 {a\n\\[A "1"]\n b} *', "*"], id="an-escaped-tag-in-a-comment"),
        pytest.param("d2-d3 {a \\} 1-0 \\\\} * *", ["d2-d3 {a \\} 1-0 \\\\} *", "*"], id="escapes-in-a-comment"),
    ],
)
def test_the_texts_of_records(text: str, expected: list[str]) -> None:
    assert texts(text) == plain_borders(text) == expected
    for size in (1, 2, 3, 7):
        assert texts(text, *range(size, len(encoded(text)), size)) == expected


def test_each_record_knows_its_place_and_its_game() -> None:
    text = '\n\n[Game "Chess"] [Game "Go"] *\n\n  1. d2-d3 * {[Game "x"]} [Game "\\u0047o"]\n\n*\n[Game "\\x"] *'
    found = [each for each in split([encoded(text)], "some.xbn") if isinstance(each, RecordText)]
    assert [each.index for each in found] == [1, 2, 3, 4]
    assert [each.source.first_line for each in found] == [3, 5, 5, 8]
    assert {each.source.file for each in found} == {"some.xbn"}
    assert [record.game for record in xn.read_text(text)] == ["Chess", "expendibots", "Go", "expendibots"]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\N{BYTE ORDER MARK}"])
def test_line_endings_and_byte_order_mark(ending: str, mark: str) -> None:
    text = mark + (FIRST + "\n" + LAST).replace("\n", ending)
    first, last = verdicts(text)
    expected = (["byte-order-mark"] if mark else []) + (["line-endings"] if ending != "\n" else [])
    assert sorted(finding.name for finding in first.diagnostics) == expected
    assert {(finding.place.line, finding.place.column) for finding in first.diagnostics} <= {(1, 1)}
    assert last.diagnostics == ()
    assert (first.line, last.line) == (1, 10)
    assert xn.read_text(text) == xn.read_text(FIRST + LAST)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\N{BYTE ORDER MARK}"])
def test_how_a_file_is_written_hides_nothing_at_its_beginning(ending: str, mark: str) -> None:
    (verdict,) = verdicts(f"{mark}hello world{ending}")
    names = [finding.name for finding in verdict.diagnostics]
    assert "unexpected-text" in names
    assert len(names) == 1 + (mark != "") + (ending != "\n")
    assert not verdict.valid


def test_an_item_that_is_never_closed_swallows_nothing_at_the_end_of_a_file() -> None:
    text = "<1-0\n1-0\n1-0\n"
    assert len(verdicts(text)) == len(verdicts(text + "\n" + LAST)) - 1 == 2


def test_line_endings_hide_the_layout_of_the_record_that_reports_them() -> None:
    text = FIRST.replace("1. ", "1.  ", 1)
    data = (text + "\n" + text).replace("\n", "\r\n").encode()
    first, second = validate_stream(BytesIO(data), "games.xbn", Overrides(layout=True))
    assert [finding.name for finding in first.diagnostics] == ["line-endings"]
    assert [finding.name for finding in second.diagnostics] == ["layout"]


@pytest.mark.parametrize(
    "text",
    [FIRST + LAST, FIRST + "\n" + LAST, FIRST + "\n\n\n" + LAST, FIRST.rstrip() + "\n" + LAST, FIRST.rstrip() + " " + LAST],
)
def test_blank_lines_between_records_mean_nothing(text: str) -> None:
    first, last = verdicts(text)
    assert (first.diagnostics, last.diagnostics) == ((), ())
    assert [record.tag("Event") for record in xn.read_text(text)] == ["first", "last"]


# Borders

BORDERS = [
    # A star is a token wherever it stands; other results need room after them.
    ("star", "1. d2-d3*\n1. e2-e3 *\n", ["1. d2-d3*", "1. e2-e3 *"]),
    ("star-in-words", "a*b *", ["a*", "b *"]),
    ("star-after-a-number", "1.*2.*", ["1.*", "2.*"]),
    ("star-after-a-result", "1-0*", ["1-0", "*"]),
    ("result-after-a-number", "2.1-0 *", ["2.1-0", "*"]),
    ("result-in-a-word", "d2-d3 1-0th *", ["d2-d3 1-0th *"]),
    ("result-at-the-end-of-a-word", "x1-0 *", ["x1-0 *"]),
    ("result-after-a-dash", "-1-0 *", ["-1-0 *"]),
    ("result-before-a-no-break-space", f"1. d2-d3 0-1{NBSP}\n1. e2-e3 *\n", [f"1. d2-d3 0-1{NBSP}\n1. e2-e3 *"]),
    ("result-before-a-quote", '1-0"x" *', ['1-0"x" *']),
    ("result-before-an-item", "1-0<x> *", ["1-0<x> *"]),
    *((f"result-before-{sign}", f"1-0{sign} *", ["1-0", f"{sign} *"]) for sign in (")", "[", "]", "!", "?", "$", "~", "}")),
    ("result-before-a-comment", "1-0{a};b\n*", ["1-0{a};b", "*"]),
    ("result-before-an-open-comment", "1-0{a *", ["1-0{a *"]),
    ("half-a-result", "1/2-1/2 1/2-1 1/2", ["1/2-1/2", "1/2-1 1/2"]),
    ("long-dashes", "1–0 0—1 1/2–1/2 ½-½", ["1–0", "0—1", "1/2–1/2", "½-½"]),
    ("half-after-an-action", "d2-d3½-½ *", ["d2-d3½-½", "*"]),
    # Strings, items and attributes are passed over as a piece, closed or not.
    ("string-anywhere", 'd2-d3 "1-0 (" * *', ['d2-d3 "1-0 (" *', "*"]),
    ("string-in-a-tag-in-the-body", 'd2-d3 [A "1-0 "] * *', ['d2-d3 [A "1-0 "] *', "*"]),
    ("control-character-in-a-string", '[White "a\tb * c"]\n1. d2-d9 *', ['[White "a\tb * c"]\n1. d2-d9 *']),
    ("open-string", 'd2-d3 "a 1-0 *', ['d2-d3 "a 1-0', "*"]),
    ("open-string-directly-before-a-result", 'd2-d3 "1-0 *', ['d2-d3 "1-0 *']),
    ("item", "d2-d3 <1-0 \n* > * *", ["d2-d3 <1-0 \n* > *", "*"]),
    ("open-item", "d2-d3 <1-0 1-0 *", ["d2-d3 <1-0 1-0", "*"]),
    ("open-item-before-a-tag-line", '<a *\n[A "1"] *', ["<a *", '[A "1"] *']),
    ("item-in-an-item", "<a <b * > * *", ["<a <b * > *", "*"]),
    ("attributes-with-a-backslash", "d2-d3 {%a=\\} 1-0 *", ["d2-d3 {%a=\\} 1-0", "*"]),
    ("attributes-with-a-brace", "d2-d3 {%a={} 1-0 *", ["d2-d3 {%a={} 1-0", "*"]),
    ("attributes-after-a-result", "* {%a} {b} *", ["* {%a} {b}", "*"]),
    ("attributes-in-the-head", '{%a *} [Game "x"] * *', ['{%a *} [Game "x"] *', "*"]),
    # Parentheses.
    ("variation", "a (b 1-0) (c (d *) *) * *", ["a (b 1-0) (c (d *) *) *", "*"]),
    ("one-parenthesis-too-many", "a) * b *", ["a) *", "b *"]),
    ("open-parenthesis", 'a ( *\n* \n[A "1"] *', ["a ( *\n*", '[A "1"] *']),
    ("boom-in-parentheses", "boom (d4)* x( d4 )1-0", ["boom (d4)*", "x( d4 )1-0"]),
    # Tag lines.
    ("tag-line", 'a\n[A "1"] *', ["a", '[A "1"] *']),
    ("tag-line-after-blanks", 'a\n \t[ \tA \t"1', ["a", '[ \tA \t"1']),
    ("tag-line-after-a-form-feed", 'a\n\f[A "1"] * *', ['a\n\f[A "1"] *', "*"]),
    ("tag-line-over-two-lines", 'a\n[A\n"1"] * *', ['a\n[A\n"1"] *', "*"]),
    ("tag-line-without-a-name", 'a\n["1"] * *', ['a\n["1"] *', "*"]),
    ("tag-line-in-a-comment", 'a {b\n[A "1"] c} *', ["a {b", '[A "1"] c} *']),
    ("tag-line-in-attributes", 'a {%b\n[A "1"] c} *', ["a {%b", '[A "1"] c} *']),
    ("tag-line-in-a-comment-in-the-head", '{b\n[A "1"] c} *', ["{b", '[A "1"] c} *']),
    ("tag-on-the-first-line-of-a-comment", 'a {[A "1"]} * *', ['a {[A "1"]} *', "*"]),
    ("tag-after-the-line-in-a-comment", 'a {b\nc [A "1"]} * *', ['a {b\nc [A "1"]} *', "*"]),
    ("escaped-tag-line-in-a-comment", 'a {b\n\\[A "1"]} * *', ['a {b\n\\[A "1"]} *', "*"]),
    ("escaped-line-end-before-a-tag-line", 'a {b\\\n[A "1"]} *', ["a {b\\", '[A "1"]} *']),
    ("no-tag-line-in-a-comment", "a {b\n[A 1]\n[A\n[ ] [A} * *", ["a {b\n[A 1]\n[A\n[ ] [A} *", "*"]),
    # Heads.
    ("broken-tag", '[A "1"\n[B "2"] *\n[A "3"] *', ['[A "1"\n[B "2"] *', '[A "3"] *']),
    ("broken-tag-with-a-result", '[A 1-0\n[B "2"] * *', ['[A 1-0\n[B "2"] *', "*"]),
    ("bracket-without-a-name", '[1 *\n[B "2"] * *', ['[1 *\n[B "2"] *', "*"]),
    ("tag-over-lines", '[A\n\n"1"\n] {c} ; d\n* *', ['[A\n\n"1"\n] {c} ; d\n*', "*"]),
    ("open-comment-in-the-head", '[A "1"] {b *\n* *\n[A "2"] *', ['[A "1"] {b *\n* *', '[A "2"] *']),
    # What follows a result.
    ("open-comment-after-a-result", '* {a} {b\n*\n[A "1"] *', ["* {a} {b\n*", '[A "1"] *']),
    ("open-comment-on-the-next-line", '*\n{b\n*\n[A "1"] *', ["*", "{b\n*", '[A "1"] *']),
    ("comments-at-the-end", "* \n;a\n{b}\n{%c}\n", ["* \n;a\n{b}\n{%c}"]),
    ("comments-and-an-action-at-the-end", "* \n;a\n{b}\nc", ["*", ";a\n{b}\nc"]),
    ("form-feed-before-a-comment", "*\f{a} *", ["*", "{a} *"]),
    # Junk.
    ("lone-braces-and-brackets", "} ] [ $ * *", ["} ] [ $ *", "*"]),
    ("junk-up-to-a-sign", "%1-0{a}%1-0;b\n%1-0(%1-0)%1-0*", ["%1-0{a}%1-0;b\n%1-0(%1-0)%1-0*"]),
    ("junk-up-to-an-item", "%%<*> *", ["%%<*> *"]),
    ("long-turn-number", "1234567890123456789.1-0 *", ["1234567890123456789.1-0 *"]),
    # White space is six characters.
    ("all-white-space", " \t\n\f\v*\v\f\n\t *", ["*", "*"]),
    *(
        (f"not-white-space-{ord(sign):04x}", f"a 1-0{sign}b *", [f"a 1-0{sign}b *"])
        for sign in "\x1c\x1f\x85\xa0\u1680\u2003\u2028\u2029\u3000\ufeff"
    ),
    # A byte order mark is one at the start of the file only.
    ("mark", f"{MARK}1. d2-d3 *", ["1. d2-d3 *"]),
    ("mark-and-white-space", f"{MARK} \n*", ["*"]),
    ("mark-after-white-space", f" {MARK}*", [f"{MARK}*"]),
    ("two-marks", f"{MARK}{MARK}*", [f"{MARK}*"]),
    ("mark-before-the-second-record", f"1. d2-d3 *\n{MARK}1. e2-e3 *\n", ["1. d2-d3 *", f"{MARK}1. e2-e3 *"]),
    ("only-a-mark", MARK, []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in BORDERS])
def test_the_borders_of_records(text: str, expected: list[str]) -> None:
    assert texts(text) == plain_borders(text) == expected
    for cut in range(len(encoded(text)) + 1):
        assert texts(text, cut) == expected
    assert texts(text, *range(len(encoded(text)))) == expected


TERMINALS = {terminal.name: re.compile(terminal.pattern.to_regexp()) for terminal in lark_of(FRAME).terminals}
_COMMENTS = ("LINE_COMMENT", "COMMENT", "ATTRIBUTES")
_SPACE = re.compile(r"[ \t\n\f\v\r]*")
_TAG_LINE = re.compile(r'\n[ \t]*\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]*"')
_JUNK = re.compile(r'[^ \t\n\f\v\r;{}()\[\]!?$~*"<]*')


def plain_borders(text: str) -> list[str]:
    """The texts of the records of a file: the specification's search, with no thought of speed."""
    text = text.removeprefix(MARK)
    found = []
    start = space(text, 0)
    while start < len(text):
        end = plain_end(text, start)
        found.append(text[start:end].rstrip(" \t\n\f\v\r"))
        start = space(text, end)
    return found


def space(text: str, at: int) -> int:
    skipped = _SPACE.match(text, at)
    assert skipped is not None
    return skipped.end()


def one_of(names: tuple[str, ...], text: str, at: int) -> int | None:
    """The end of a token of one of these kinds; None where none begins."""
    return next((token.end() for name in names if (token := TERMINALS[name].match(text, at))), None)


def plain_end(text: str, at: int) -> int:
    while True:
        at = space(text, at)
        end = one_of(_COMMENTS, text, at)
        if end is None and text[at : at + 1] == "[":
            end = plain_tag(text, at) or (text + "\n").index("\n", at)
        if end is None:
            break
        at = end
    depth = 0
    while at < len(text):
        # A tag line begins at the start of a line: whether one does is asked before the white space is passed.
        begin = at if text[at - 1 : at] == "\n" else at + 1
        at = space(text, at)
        line = text.rfind("\n", 0, at)
        if at < len(text) and line >= begin - 1 and _TAG_LINE.match(text, line):
            return at
        kind, end = token_at(text, at)
        if text[at : at + 1] == "{" and kind is None:
            return plain_unclosed(text, at)
        if kind == "RESULT" and depth == 0:
            return plain_closing(text, end)
        depth = max(depth + (kind == "LPAR") - (kind == "RPAR"), 0)
        at = end
    return at


def token_at(text: str, at: int) -> tuple[str | None, int]:
    for name, terminal in TERMINALS.items():
        if token := terminal.match(text, at):
            return name, token.end()
    junk = _JUNK.match(text, at + 1)
    return None, junk.end() if junk else at


def plain_tag(text: str, at: int) -> int | None:
    for name in ("TAG_NAME", "STRING", "RSQB"):
        token = TERMINALS[name].match(text, space(text, at))
        if token is None:
            return None
        at = token.end()
    return at


def plain_unclosed(text: str, at: int) -> int:
    line = _TAG_LINE.search(text, at)
    return line.start() if line else len(text)


def plain_closing(text: str, at: int) -> int:
    def blanks(at: int) -> int:
        return at + len(text[at:]) - len(text[at:].lstrip(" \t"))

    while (end := one_of(_COMMENTS, text, blanks(at))) is not None:
        at = end
    if text[blanks(at) :].startswith("{"):
        return plain_unclosed(text, at)
    rest = at
    while (end := one_of(_COMMENTS, text, space(text, rest))) is not None:
        rest = end
    return len(text) if space(text, rest) == len(text) else at


_FRAGMENTS = [
    "1. ", "d2-d3", "d2d3", " ", "\n", "\n\n", "*", "1-0", " 1/2-1/2 ", "1/2", "½-½", "½", "{", "}", "{a}", "{a\nb}", "\\", "\\}",
    "{%a=\\}", "{%", "(", ")", ";", "; c\n", '"', '"a 1-0"', '~"', "~", '~"x 1-0 (\n', '[A "1"]', '\n[A "1"]\n',
    '\n [Game "Chess"]', "[",
    "[A", "[A\n", "]", "\n\\[", "!", "é", "\t", "%", "$", "$1", "<", ">", "<a>", "<1-0\n", "--", "–", "+", "\f", "\n\f", NBSP, MARK,
    "\0", "\udcff", "1\N{EN DASH}0", "th", "0", "/", "1234567890123456789.",
]  # fmt: skip
files = st.lists(st.sampled_from(_FRAGMENTS), max_size=25).map("".join)


@given(files, st.lists(st.integers(0, 120), max_size=4))
def test_borders_are_found_wherever_a_file_is_cut(text: str, cuts: list[int]) -> None:
    assert texts(text, *cuts) == plain_borders(text)


@given(files, st.integers(1, 12))
def test_blocks_may_break_anywhere(text: str, size: int) -> None:
    """Whatever the text is, good or broken."""

    def summary(parts: Iterable[bytes]) -> list[object]:
        found = (each.source for each in split(parts) if isinstance(each, RecordText))
        return [(source.text, source.first_line, source.first_column) for source in found]

    data = encoded(text)
    assert summary(blocks(data, size)) == summary([data]) == summary([data, b""])


@given(files)
def test_nothing_is_dropped(text: str) -> None:
    """The records, one behind the other, are the text but for the white space between them."""
    position = 0
    for each in split([encoded(text)]):
        assert isinstance(each, RecordText)
        found = text.index(each.source.text, position)
        assert text[position:found].strip() == ""
        assert each.source.first_line == text.count("\n", 0, found) + 1
        position = found + len(each.source.text)
    assert text[position:].strip() == ""


@given(files)
def test_no_text_makes_the_reader_raise(text: str) -> None:
    for record in xn.read_text(FIRST + text):
        xn.validate(record)


@given(files)
def test_garbage_never_swallows_the_next_tagged_record(text: str) -> None:
    """Whatever is left open in it."""
    found = xn.read_text(f"{text}\n d2-d3\n{LAST}", from_format="xbn")
    assert found[-1].tag("Event") == "last"
    assert [ply.text for ply in found[-1].line.plies] == ["e2-e3", "e7-e6", "xe3"]
    assert xn.validate(found[-1]).diagnostics == ()


# The driver finds the same border while it reads, without a search


def outcome(driver: Driver, data: bytes, limit: int, is_final: bool) -> tuple[int, ...] | None:
    """How a driver comes to the end of a record; None where it must see more."""
    why = driver.read(data, 0, limit, is_final)
    if why == MORE:
        return None
    trouble = () if why == RECORD else (driver.kind, driver.start, driver.state)
    return why, driver.end, driver.events.size, *trouble


def check_borders(file: str, data: bytes) -> None:
    """A record that is read ends where the search says. What is said about a part of the data is true of all of it."""
    driver = driver_of(file)
    end = search_end(driver, data, 0, len(data), True)
    whole = outcome(driver, data, len(data), True)
    assert whole is not None
    assert end is not None
    if whole[0] == RECORD:
        assert whole[1] == end
    for cut in range(len(data) + 1):
        part = outcome(driver, data, cut, False)
        found = search_end(driver, data, 0, cut, False)
        assert part in (None, whole)
        assert found in (None, end)
        assert found is not None or part is None or part[0] != RECORD


@given(files, st.sampled_from(FILES))
def test_the_end_of_a_record_needs_no_search(text: str, file: str) -> None:
    check_borders(file, encoded(text))


@pytest.mark.parametrize("file", FILES)
def test_the_end_of_a_record_in_a_table_needs_no_search(file: str) -> None:
    for _, text, _ in BORDERS:
        check_borders(file, encoded(text))


def test_the_ends_of_mutated_records_need_no_search() -> None:
    texts = seeds()
    for seed in range(MUTANTS):
        data = mutate(Random(seed), texts)[-300:]
        for file in (FRAME, FILES[seed % len(FILES)]):
            check_borders(file, data)


@given(files, st.lists(st.sampled_from(["{a}", ";b\n", "{%c}", " ", "\n", "{a\n}", "{a", "*", "1."]), max_size=6).map("".join))
def test_comments_after_a_result(text: str, after: str) -> None:
    check_borders(FRAME, encoded(text + " *" + after))
    check_borders(FRAME, encoded("*" + after))


# A clean record has the same border by its game's own tokens

SPELLINGS = {
    "Expendibots": "1. D2d3 7 d7 – d6! 2. boom (d4)=1:2 x( d4 )$1 {a\n*} 1d2->d3=04 (xd4 (1-0)) ~X d4",
    "STACKS": "1. 2c1-c3 2b3+c3xd3>c4 2. b2 - b3 & d2+b3xc4 pass (-- 1-0) a1a2",
    "Stack Wars": "1. +e1 fortify e2 e1 x e2 ^ e8-e9^ — – pass -- (E1\N{MULTIPLICATION SIGN}E2)",
    "Robots": "1. ul t 3 , 4 T@(3, 4)=8 X+ <3r1/ 5> c# <5/5> (D U=1)",
}


@pytest.mark.parametrize("name", SPELLINGS)
@pytest.mark.parametrize("result", ["*", " 1-0", "1/2;a", "0–1{b}", " ½-½"])
def test_spellings_of_every_game_give_the_same_border(name: str, result: str) -> None:
    body = SPELLINGS[name] + ("" if name == "Robots" and result[0].isdigit() else " ") + result
    text = f'[Game "{name}"]\n{body}\n1. d2-d3 *'
    assert texts(text) == [text.rpartition("\n")[0], "1. d2-d3 *"] == by_own_tokens(text, name)


def by_own_tokens(text: str, name: str) -> list[str]:
    """The text of the first record as its game's own tokens show it; and the rest."""
    driver, data = new_driver(find_game, name), encoded(text)
    assert driver.read(data, 0, len(data), True) == RECORD
    return [data[: driver.end].decode(), data[driver.end :].decode().strip(WHITE_SPACE)]


@given(st.lists(records(), min_size=1, max_size=3), st.sampled_from(["\n", "\n \t", "\n\n"]))
def test_written_records_are_split_where_they_were_joined(trees: list[Record], gap: str) -> None:
    whole = [replace(tree, line=replace(tree.line, result=tree.line.result or "*")) for tree in trees]
    written = [write(tree, find_game(tree.game)).rstrip("\n") for tree in whole]
    assert texts(gap.join(written)) == written == plain_borders(gap.join(written))


def test_every_game_has_spellings() -> None:
    assert set(SPELLINGS) == {game.name for game in GAMES}


# Limits


@pytest.mark.parametrize("size", [1, 10, 100, 10_000])
def test_a_record_that_is_too_long_is_answered_by_a_diagnostic(size: int) -> None:
    long = f"{TAGS}\n{'d2-d3 ' * 100}*\n"
    with applied(Limits(record_length=200)):
        found = list(split(blocks(encoded(FIRST + long + LAST), size), "some.xbn"))
    first, middle, last = found
    assert isinstance(first, RecordText)
    assert first.source.text == FIRST.rstrip()
    assert isinstance(middle, Diagnostic)
    assert (middle.name, middle.place.file, middle.place.line) == ("too-long", "some.xbn", FIRST.count("\n") + 1)
    assert isinstance(last, RecordText)
    assert last.source.text == LAST.rstrip()
    assert last.source.first_line == (FIRST + long).count("\n") + 1
    assert last.index == 3


def test_a_long_line_without_any_record_ends() -> None:
    with applied(Limits(record_length=200)):
        (only,) = split(blocks(b"{" * 5000, 50))
    assert isinstance(only, Diagnostic)
    assert only.name == "too-long"
