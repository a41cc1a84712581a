"""Borders between records, and the errors of a text, by the letter of the specification: tables of small files.

`plain_borders` is the same search once more, one token at a time. It shares nothing with the program but the grammar's terminals.
"""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_trees import records

import expendibots_notation as xn
from expendibots_notation.games import GAMES, find_game
from expendibots_notation.notation.grammars import grammar
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.notation.tables import FRAME, tables_of
from expendibots_notation.notation.tree import Record
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.verdict import Verdict

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
MARK = "\N{BYTE ORDER MARK}"
NBSP = "\N{NO-BREAK SPACE}"
MUCH = b"{%s}" % (b"a" * 60)
"""A file of which a tenth is not text is refused as a whole."""


def texts(parts: list[str]) -> list[str]:
    """The texts of the records of a file that comes in parts."""
    found = []
    for each in split(parts):
        assert isinstance(each, RecordText)
        found.append(each.source.text)
    return found


def judged(text: str | bytes, layout: bool = False, **overrides: object) -> list[Verdict]:
    """The verdicts on an XBN file, the same with and without the quick way."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    quick, full = (
        list(validate_stream(BytesIO(data), "a.xbn", Overrides(format="xbn", layout=layout, bulk=bulk, **overrides)))
        for bulk in (True, False)
    )
    assert list(map(repr, quick)) == list(map(repr, full))
    assert all(isinstance(each, Verdict) for each in full)
    return full  # type: ignore[return-value]


def findings(text: str | bytes, layout: bool = False) -> list[list[str]]:
    """For each record of a file: its findings as LINE:COLUMN CODE, without that of missing tags."""
    return [
        [f"{each.place.line}:{each.place.column} {each.code}" for each in verdict.diagnostics if each.code != "XBN155"]
        for verdict in judged(text, layout)
    ]


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
    assert texts([text]) == plain_borders(text) == expected
    for cut in range(len(text) + 1):
        assert texts([text[:cut], text[cut:]]) == expected
    assert texts(list(text)) == expected


TERMINALS = {name: re.compile(pattern) for name, pattern in tables_of(FRAME).terminals.items()}
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
    places = sorted(min(cut, len(text)) for cut in (0, *cuts, len(text)))
    assert texts([text[start:end] for start, end in pairwise(places)]) == plain_borders(text)


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
    assert texts([text]) == [text.rpartition("\n")[0], "1. d2-d3 *"] == by_own_tokens(text, name)


def by_own_tokens(text: str, name: str) -> list[str]:
    """The text up to the result outside variations that the game's own tokens show first, with comments after it; and the rest."""
    game = find_game(name)
    assert game is not None
    depth, result = 0, None
    for word in grammar(game.grammar).words(text):
        if result is not None and (word.kind not in _COMMENTS or "\n" in text[result : word.start]):
            break
        depth += (word.kind == "LPAR") - (word.kind == "RPAR")
        if result is not None or (word.kind == "RESULT" and depth == 0):
            result = word.end
    assert result is not None
    grammar(game.grammar).read(text[:result])
    return [text[:result], text[result:].strip(" \t\n\f\v\r")]


@given(st.lists(records(), min_size=1, max_size=3), st.sampled_from(["\n", "\n \t", "\n\n"]))
def test_written_records_are_split_where_they_were_joined(trees: list[Record], gap: str) -> None:
    whole = [replace(tree, line=replace(tree.line, result=tree.line.result or "*")) for tree in trees]
    written = [write(tree, find_game(tree.game)).rstrip("\n") for tree in whole]
    assert texts([gap.join(written)]) == written == plain_borders(gap.join(written))


def test_every_game_has_spellings() -> None:
    assert set(SPELLINGS) == {game.name for game in GAMES}


# Errors of the text

ERRORS = [
    # The faults that gave rise to this table, and their relatives.
    ("item", HEAD + "\n1. d2-d3 <x> (1. e2-e9 *\n", [["6:10 XBN101"]]),
    ("item-in-an-open-variation", "1. d2-d3 (1. e2-e3 <x>\n", [["1:20 XBN101"]]),
    ("items", "1. d2-d3 <x> <y> d2-d9 {%z} *\n", [["1:10 XBN101"]]),
    ("item-of-another-game", '[Game "STACKS"] <x> *', [["1:17 XBN101"]]),
    ("item-that-no-game-reads", '[Game "Robots"] <x> UL *', [["1:17 XBN101"]]),
    ("item-of-an-unknown-game", '[Game "Chess"] <x> e4 *', [["1:1 XBN301"]]),
    ("long-action", f"1. d2-d{'3' * 61} {{%a}} *", [["1:4 XBN101"]]),
    ("long-rejected-action", f"1. ~d2-d{'3' * 61} {{%a}} *", [["1:5 XBN101"]]),
    ("long-action-after-a-rejected-one", f"~d2-d9 d2-d{'3' * 61} *", [["1:8 XBN114"]]),
    ("long-action-of-an-unknown-game", f'[Game "Chess"] e{"4" * 64} *', [["1:1 XBN301", "1:16 XBN101"]]),
    ("control-character", '[White "a\tb"]\n1. d2-d9 *', [["1:8 XBN107", "2:4 XBN206"]]),
    ("control-character-in-a-raw-text", '~"a\x01b" {%a} 0-1', [["1:2 XBN107", "1:8 XBN109"]]),
    ("word-in-a-tag", '[White "x" y]\n*\n', [["1:12 XBN104"]]),
    ("comment-in-a-tag", '[White "x" {c}]\n*\n', [["1:12 XBN104"]]),
    ("line-comment-in-a-tag", '[White "x" ;c]\n]\n*\n', [["1:12 XBN104"]]),
    ("comment-before-a-value", '[White {c} "x"]\n*\n', [["1:8 XBN104"]]),
    ("two-values", '[White "x" "y"]\n*\n', [["1:12 XBN104"]]),
    ("open-second-value", '[White "x" "y]\n*\n', [["1:12 XBN103"]]),
    ("open-comment-in-a-tag", '[White "x" {y]\n*\n', [["1:12 XBN102"]]),
    ("bad-value-before-a-word", '[White "\\x" y]\n*\n', [["1:13 XBN104"]]),
    ("no-quotes", "[White x]\n*\n", [["1:8 XBN104"]]),
    ("no-name", '[1 "x"]\n*\n', [["1:1 XBN104"]]),
    ("bracket-in-the-body", "1. d2-d3 [ *\n", [["1:10 XBN104"]]),
    ("tag-in-the-body", '1. d2-d3 [White "x"] *\n', [["1:10 XBN101"]]),
    ("tag-in-a-tag", '[White [Black "x"]\n*\n', [["1:8 XBN104"]]),
    ("result-in-a-tag", '[White *]\n*\n', [["1:8 XBN104"]]),
    ("parenthesis-in-a-tag", '[White )]\n*\n', [["1:8 XBN104"]]),
    ("item-in-a-tag", '[White <x>]\n*\n', [["1:8 XBN104"]]),
    ("sign-in-a-tag", '[White %]\n*\n', [["1:8 XBN104"]]),
    ("name-at-the-end", "[White", [["1:1 XBN104"]]),
    ("value-at-the-end", '[White "x"', [["1:8 XBN104"]]),
    # An action ends where no letter and no digit follows.
    ("pass-and-a-move", '[Game "Stack Wars"] --e8-e7 *', [["1:21 XBN101"]]),
    ("long-dash-and-a-move", '[Game "Stack Wars"] —e8-e7 *', [["1:21 XBN101"]]),
    ("word-and-a-move", '[Game "Stack Wars"] passe8-e7 *', [["1:21 XBN101"]]),
    ("pass-and-a-movement", '[Game "STACKS"] --c1-c2 *', [["1:17 XBN101"]]),
    ("pass-and-an-unknown-action", '[Game "Chess"] --e4 *', [["1:1 XBN301", "1:16 XBN101"]]),
    ("two-booms", "xd2xe2 *", [["1:1 XBN101"]]),
    ("two-steps", '[Game "Robots"] ULUR *', [["1:17 XBN101"]]),
    # Comments, strings, attributes.
    ("open-comment", "1. d2-d3 {a", [["1:10 XBN102"]]),
    ("open-attributes", "1. d2-d3 {%a", [["1:10 XBN102"]]),
    ("open-string", '1. ~"a', [["1:5 XBN103"]]),
    ("open-string-in-the-body", '1. d2-d3 "a', [["1:10 XBN103"]]),
    ("string-in-the-body", '1. d2-d3 "a" *', [["1:10 XBN101"]]),
    ("string-over-a-carriage-return", b'1. ~"a\rb" *', [["1:1 XBN153", "1:5 XBN103"]]),
    ("brace-in-attributes", "1. d2-d3 {%a={} d7-d9 *", [["1:10 XBN109", "1:17 XBN206"]]),
    ("brace-in-a-string-of-attributes", '1. d2-d3 {%a="{"} *', [["1:10 XBN109"]]),
    ("several-faults-of-attributes", "1. d2-d3 {%a=1 a=2 a=3} {%a=4 b} *", [["1:10 XBN109", "1:25 XBN109"]]),
    ("no-break-space-in-attributes", f"1. d2-d3 {{%a=b{NBSP}c}} *", [[]]),
    ("no-break-space-between-attributes", f"1. d2-d3 {{%a=1{NBSP}emt=2}} *", [[]]),
    ("no-break-space-before-an-attribute", f"1. d2-d3 {{%{NBSP}a=1}} *", [["1:10 XBN109"]]),
    ("white-space-between-attributes", "1. d2-d3 {%\va=1\f\tb=2\nc=3 } *", [[]]),
    ("no-break-space-after-a-result", f"1. d2-d3 0-1{NBSP}\n1. e2-e3 *\n", [["1:10 XBN101"]]),
    ("no-break-space", f"1. d2-d3{NBSP}d7-d6 *", [["1:9 XBN101"]]),
    ("no-break-space-at-the-end", f"1. d2-d3 *{NBSP}", [[], ["1:11 XBN101"]]),
    # Variations and rejected actions.
    ("open-variation", "1. d2-d3 (1. d2-d9 {%a} (1. e2-e3 *", [["1:10 XBN105"]]),
    ("open-variation-with-a-lone-tilde", "1. d2-d3 (1. ~", [["1:10 XBN105"]]),
    ("lone-tilde", "1. ~", [["1:4 XBN101"]]),
    ("tilde-before-a-result", "1. ~ *", [["1:6 XBN101"]]),
    ("tilde-before-a-parenthesis", "1. ~ ) *", [["1:6 XBN106"]]),
    ("two-tildes", "~ ~d2-d9 *", [["1:3 XBN101"]]),
    ("action-after-a-rejected-one", "~d2-d9 (d2-d3) d2-d3 *", [["1:16 XBN114"]]),
    ("number-after-a-rejected-action", '~"x" 2. *', [["1:6 XBN114"]]),
    ("two-numbers-after-a-rejected-action-elsewhere", "d2-d3 (~d2-d9) 1... 1... d7-d6 *", [["1:21 XBN101"]]),
    ("action-after-the-result-of-a-rejected-one", "d2-d3 (~d2-d9 0-1 e7-e6) *", [["1:19 XBN114"]]),
    ("draw-after-what-is-no-token", "^½-½\nd2-d3 *", [["1:1 XBN101"], []]),
    ("closing-parenthesis", "d2-d3) *", [["1:6 XBN106"]]),
    # Numbers.
    ("eighteen-digits", "999999999999999999. d2-d3 *", [["1:1 XBN310"]]),
    ("nineteen-digits", "1000000000000000000. d2-d3 *", [["1:1 XBN101"]]),
    # Bytes.
    ("invalid-byte", b"1. d2-d3 \xff *", [["1:10 XBN110"]]),
    ("invalid-byte-in-a-comment-first", b"{\xff} 1. d2-d3 \xff *" + MUCH, [["1:2 XBN110"]]),
    ("invalid-byte-before-the-end", b"1. d2-d3 {\xff} <x> *", [["1:11 XBN110", "1:14 XBN101"]]),
    ("invalid-byte-after-the-end", b"1. d2-d3 <x> {\xff} *", [["1:10 XBN101", "1:15 XBN110"]]),
    ("invalid-byte-in-a-word", b"1. d2-d3 x\xff *", [["1:10 XBN101", "1:11 XBN110"]]),
    ("invalid-byte-in-a-tag", b'[White "x" \xff]\n*', [["1:12 XBN110"]]),
    ("invalid-bytes-of-one-character", b"1. d2-d3 {\xe2\x82} \xe2\x82 *" + MUCH, [["1:11 XBN110"]]),
    ("nul", b"1. d2-d3 \0 d2-d9 *", [["1:10 XBN115"]]),
    ("nul-in-a-string", b'[White "\0"]\n1. d2-d9 *', [["1:8 XBN107", "1:9 XBN115", "2:4 XBN206"]]),
    ("nul-and-invalid-byte", b"{\xff\0\xff} \0 *" + MUCH, [["1:2 XBN110", "1:3 XBN115"]]),
    # Byte order marks.
    ("mark", f"{MARK}1. d2-d9 *", [["1:1 XBN154", "1:4 XBN206"]]),
    ("mark-on-a-line-of-its-own", f"{MARK}\n 1. d2-d9 *", [["2:2 XBN154", "2:5 XBN206"]]),
    ("two-marks", f"{MARK}{MARK}1. d2-d3 *", [["1:1 XBN101", "1:1 XBN154"]]),
    ("mark-after-white-space", f"\t{MARK}1. d2-d3 *", [["1:2 XBN101"]]),
    ("mark-before-the-second-record", f"1. d2-d3 *\n{MARK}1. e2-e3 *\n", [[], ["2:1 XBN101"]]),
    # Line ends.
    ("carriage-returns", b"1. d2-d3 {a\rb}\r2. *\r\n*", [["1:1 XBN153", "3:1 XBN156", "3:1 XBN310"], []]),
    ("carriage-return-after-a-line-comment", b"1. d2-d3 ;a\rd7-d9 *", [["1:1 XBN153", "2:1 XBN206"]]),
    ("carriage-return-between-records", b"*\n*\n\r*", [[], [], ["4:1 XBN153"]]),
    # The game.
    ("malformed-game", '[Game "\\x"]\n[Game "Robots"]\nUL *', [["1:7 XBN107", "3:1 XBN270"]]),
    ("repeated-game", '[Game "Expendibots"]\n[Game "Robots"]\nUL *', [["2:1 XBN108", "3:1 XBN101"]]),
    ("empty-game", '[Game ""] e4 *', [["1:1 XBN301"]]),
    ("game-after-a-broken-tag", '[1]\n[Game "Chess"] e4 *', [["1:1 XBN104"]]),
    ("malformed-game-before-a-broken-tag", '[Game "\\x"]\n[1]\n[Game "Chess"] e4 *', [["1:7 XBN107", "2:1 XBN104"]]),
    ("malformed-tag-is-not-there", '[White "\\x"]\n[White "a"]\n*', [["1:8 XBN107"]]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [pytest.param(*row[1:], id=row[0]) for row in ERRORS])
def test_the_errors_of_a_text(text: str | bytes, expected: list[list[str]]) -> None:
    assert findings(text) == expected


def test_a_tag_with_a_bad_string_counts_as_missing() -> None:
    (verdict,) = judged('[Format "\\x"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n*')
    assert [each.name for each in verdict.diagnostics] == ["missing-tag", "bad-string"]
    (record,) = xn.read_text('[White "\\x"]\n[White "a"]\n*')
    assert record.tag("White") == "a"


# Comments

COMMENTS = [
    # (token, text)
    ("{a\r\nb\rc}", "a\nb\nc"),
    ("{\\[a}", "\\[a"),
    ("{a\n\\[}", "a\n["),
    ("{a\n \t\\[b}", "a\n \t[b"),
    ("{a\n\\\\[b}", "a\n\\[b"),
    ("{a\n\f\\[b}", "a\n\f\\[b"),
    ("{a\nb \\[c}", "a\nb \\[c"),
    ("{a\\\n\\[b}", "a\\\n[b"),
    ("{\\%a \\%}", "%a \\%"),
    (";\t a \f\n", "a"),
    (f";{NBSP}a{NBSP}\n", f"{NBSP}a{NBSP}"),
    ("; a \r", "a"),
]


@pytest.mark.parametrize(("token", "text"), COMMENTS)
def test_comments(token: str, text: str) -> None:
    (record,) = xn.read_text(f"{token}\n1. d2-d3 *", from_format="xbn")
    assert [comment.text for comment in record.line.lead] == [text]
    (again,) = xn.read_text(write(record, find_game(record.game)))
    assert again == record


# Layout


def test_layout_is_a_finding_only_where_it_is_asked_for() -> None:
    text = HEAD + "\n1.  d2-d3 *\n"
    assert findings(text) == [[]]
    assert findings(text, layout=True) == [["6:4 XBN150"]]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param((HEAD + "\n1.  d2-d3 *\n").replace("\n", "\r\n"), id="XBN153"),
        pytest.param(MARK + HEAD + "\n1.  d2-d3 *\n", id="XBN154"),
        pytest.param(HEAD[17:] + "\n1.  d2-d3 *\n", id="XBN155"),
        pytest.param(HEAD + "\n1.  D2-d3 *\n", id="XBN151"),
        pytest.param(HEAD.replace("*", "1/2-1/2") + '[Termination "agreement"]\n\n1.  d2-d3 1/2\n', id="XBN152"),
        pytest.param(HEAD + "\n1...  d2-d3 *\n", id="XBN156"),
        pytest.param(HEAD + "\n1.  d2-d3 {%a} *\n", id="XBN109"),
        pytest.param(HEAD.replace("xbn 1", "xbn 2") + "\n1.  d2-d3 *\n", id="XBN313"),
    ],
)
def test_no_layout_where_another_finding_tells_more(text: str, request: pytest.FixtureRequest) -> None:
    (verdict,) = judged(text, layout=True)
    assert [each.code for each in verdict.diagnostics] == [request.node.callspec.id]


def test_a_value_with_a_no_break_space_is_canonical_without_quotes() -> None:
    assert findings(HEAD + f"\n1. d2-d3 {{%a=b{NBSP}c}} *\n", layout=True) == [[]]


# Turn numbers


@pytest.mark.parametrize("first", [999_999_998, 999_999_999, 10**14])
def test_the_writer_numbers_every_turn(first: int) -> None:
    tags = HEAD.replace("Expendibots", "STACKS").replace("[Result", f'[Setup "bbbbb/5/5/5/5/5/BBBBB b {first}"]\n[Result')
    canonical = f"{tags}\n{first}. b1-b2 b7-b6\n{first + 1}. b2-b3 *\n"
    for text in (canonical, f"{tags}\n{first}. b1-b2 b7-b6 b2-b3 *\n"):
        (record,) = xn.read_text(text)
        assert write(record, find_game("STACKS")) == canonical
        assert xn.validate(record).valid


def test_the_count_does_not_follow_a_number_that_leads_beyond_all_that_can_be_written() -> None:
    (record,) = xn.read_text(HEAD + "\n999999999999999999. d2-d3 d7-d6 d3-d4 d6-d5 *\n")
    text = write(record, find_game("Expendibots"))
    assert text == HEAD + "\n999999999999999999. d2-d3 d7-d6\n2. d3-d4 d6-d5 *\n"
    assert xn.read_text(text) == [record]
