"""What is said about a text that goes wrong: which finding, at which place, and that its neighbours are read all the same."""

from __future__ import annotations

from io import BytesIO

import pytest

import expendibots_notation as xn
from expendibots_notation.pipeline import Overrides, judged_stream, validate_stream
from expendibots_notation.verdict import Judged, Verdict

HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
FIRST = f'{HEAD}[Event "first"]\n\n1. d2-d3 d7-d6\n2. xd3 *\n'
LAST = f'{HEAD}[Event "last"]\n\n1. e2-e3 {{good}} e7-e6\n2. xe3 *\n'
MARK = "\N{BYTE ORDER MARK}"
NBSP = "\N{NO-BREAK SPACE}"
MUCH = b"{%s}" % (b"a" * 60)
"""A file of which a tenth is not text is refused as a whole."""


def judged(text: str | bytes, layout: bool = False) -> list[Verdict]:
    """The verdicts on an XBN file, the same with trees and without."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    overrides = Overrides(format="xbn", layout=layout)
    found = list(validate_stream(BytesIO(data), "a.xbn", overrides))
    with_trees = [each.verdict for each in judged_stream(BytesIO(data), "a.xbn", overrides) if isinstance(each, Judged)]
    assert list(map(repr, found)) == list(map(repr, with_trees))
    return with_trees


def findings(text: str | bytes, layout: bool = False) -> list[list[str]]:
    """For each record of a file: its findings as LINE:COLUMN CODE, without that of missing tags."""
    return [
        [f"{each.place.line}:{each.place.column} {each.code}" for each in verdict.diagnostics if each.code != "XBN155"]
        for verdict in judged(text, layout)
    ]


def verdicts(text: str) -> list[Verdict]:
    return [xn.validate(record) for record in xn.read_text(text)]


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


@pytest.mark.parametrize("game", ["Expendibots", "Robots", "STACKS", "Ludo"])
@pytest.mark.parametrize("word", ["y]", "s] [Size", "Boom"])
def test_a_game_tag_decides_on_the_grammar_only_when_it_is_whole(game: str, word: str) -> None:
    ends = []
    for tag in ("Game", "Test"):
        (verdict,) = judged(f'[{tag} "{game}" {word} *\n')
        (finding,) = (each for each in verdict.diagnostics if each.is_error)
        ends.append((finding.code, finding.place.column, finding.place.end_column))
    assert ends[0] == ends[1]


def test_a_tag_with_a_bad_string_counts_as_missing() -> None:
    (verdict,) = judged('[Format "\\x"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n*')
    assert [each.name for each in verdict.diagnostics] == ["missing-tag", "bad-string"]
    (record,) = xn.read_text('[White "\\x"]\n[White "a"]\n*')
    assert record.tag("White") == "a"


# Broken files: one bad record between two good ones

BEGINNING = f'{HEAD}[Event "bad"]\n\n'
BROKEN = [
    # (id, bad record, name of its error, the text behind which that stands)
    ("unclosed-comment", BEGINNING + "1. d2-d3 {never closed d7-d6 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-comment-of-lines", BEGINNING + "1. d2-d3 {never\n\nclosed\n2. xd3 1-0 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-comment-at-its-end", BEGINNING + "1. d2-d3 * {never closed\n", "unclosed-comment", "1. d2-d3 * "),
    ("escaped-brace", BEGINNING + "1. d2-d3 {closed? \\} d7-d6 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-attributes", BEGINNING + "1. d2-d3 {%emt=1 d7-d6 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-string-in-a-tag", HEAD + '[Event "bad]\n\n1. d2-d3 *\n', "unclosed-string", HEAD + "[Event "),
    ("unclosed-string-in-a-middle-tag", '[Event "bad]\n' + HEAD + "\n1. d2-d3 *\n", "unclosed-string", "[Event "),
    ("unclosed-raw-text", BEGINNING + '1. ~"no end *\n', "unclosed-string", "1. ~"),
    ("unclosed-bracket", HEAD + '[Event "bad"\n\n1. d2-d3 *\n', "malformed-tag", '[Event "bad"\n\n'),
    ("unclosed-bracket-in-the-middle", '[Event "bad"\n' + HEAD + "\n1. d2-d3 *\n", "malformed-tag", '[Event "bad"\n'),
    ("tag-without-a-name", HEAD + '["bad"]\n\n1. d2-d3 *\n', "malformed-tag", HEAD),
    ("tag-without-quotes", HEAD + "[Event bad]\n\n1. d2-d3 *\n", "malformed-tag", HEAD + "[Event "),
    ("unclosed-variation", BEGINNING + "1. d2-d3 (1. e2-e3 d7-d6\n2. xd3 *\n", "unclosed-variation", "1. d2-d3 "),
    ("unclosed-variations", BEGINNING + "1. d2-d3 (1. e2-e3 (1. xa1 *\n", "unclosed-variation", "1. d2-d3 "),
    ("unmatched-parenthesis", BEGINNING + "1. d2-d3) d7-d6 *\n", "unmatched-parenthesis", "1. d2-d3"),
    ("nonsense", BEGINNING + "1. d2-d3 what is this *\n", "unexpected-text", "1. d2-d3 "),
    ("nonsense-symbols", BEGINNING + "1. d2-d3 @#& *\n", "unexpected-text", "1. d2-d3 "),
    ("nonsense-only", BEGINNING + "what is this *\n", "unexpected-text", BEGINNING),
    ("no-break-space", BEGINNING + "1. d2-d3\N{NO-BREAK SPACE}d7-d6 *\n", "unexpected-text", "1. d2-d3"),
    ("half-an-action", BEGINNING + "1. d2-d3 d7-\n", "unexpected-text", "1. d2-d3 "),
    ("half-a-result", BEGINNING + "1. d2-d3 1-\n", "unexpected-text", "1. d2-d3 "),
    ("two-glyphs", BEGINNING + "1. d2-d3 ! ? d7-d6 *\n", "unexpected-text", "1. d2-d3 ! "),
    ("lone-tilde", BEGINNING + "1. d2-d3 ~\n", "unexpected-text", "1. d2-d3 "),
    ("rejected-in-the-middle", BEGINNING + "1. d2-d3 ~d7-d1 d7-d6 *\n", "misplaced-rejection", "~d7-d1 "),
    ("truncated", BEGINNING + "1. d2-d3 d7-d6\n2.\n", "missing-result", "d7-d6\n2"),
    ("no-result", BEGINNING + "1. d2-d3 d7-d6\n2. xd3\n", "missing-result", "2. xd"),
    ("bad-escape", HEAD + '[Event "\\x"]\n\n1. d2-d3 *\n', "bad-string", HEAD + "[Event "),
    ("control-character", HEAD + '[Event "a\tb"]\n\n1. d2-d3 *\n', "bad-string", HEAD + "[Event "),
    ("repeated-tag", BEGINNING[:-1] + '[Event "again"]\n\n1. d2-d3 *\n', "repeated-tag", BEGINNING[:-1]),
    ("bad-attribute", BEGINNING + "1. d2-d3 {%emt} d7-d6 *\n", "bad-attribute", "1. d2-d3 "),
    ("brace-in-attributes", BEGINNING + "1. d2-d3 {%a={} d7-d6 *\n", "bad-attribute", "1. d2-d3 "),
    ("invalid-utf8", BEGINNING + "1. d2-d3 {\udcff} d7-d6 *\n", "invalid-utf8", "1. d2-d3 {"),
    ("null-character", BEGINNING + "1. d2-d3 {\0} d7-d6 *\n", "null-character", "1. d2-d3 {"),
    ("null-character-between", BEGINNING + "1. d2-d3 \0 d7-d6 *\n", "null-character", "1. d2-d3 "),
]


@pytest.mark.parametrize(("bad", "name", "before"), [pytest.param(*row[1:], id=row[0]) for row in BROKEN])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_broken_record_leaves_its_neighbours_alone(bad: str, name: str, before: str, gap: str) -> None:
    first, middle, last = verdicts(FIRST + gap + bad + gap + LAST)
    assert (first.valid, first.diagnostics, first.plies) == (True, (), 3)
    assert (last.valid, last.diagnostics, last.plies) == (True, (), 3)
    assert (first.index, middle.index, last.index) == (1, 2, 3)
    (error,) = [finding for finding in middle.diagnostics if finding.is_error]
    assert error.name == name
    offset = bad.index(before) + len(before)
    line_start = bad.rfind("\n", 0, offset) + 1
    bad_line = (FIRST + gap).count("\n") + 1
    assert (middle.line, error.place.line) == (bad_line, bad_line + bad.count("\n", 0, offset))
    assert error.place.column == offset - line_start + 1


def test_an_unclosed_comment_before_tags_costs_no_record() -> None:
    """It is answered by itself, and the record behind it is read."""
    first, comment, last = verdicts(FIRST + "{never closed\n" + LAST)
    assert (first.diagnostics, last.diagnostics) == ((), ())
    assert [(each.name, each.place.line, each.place.column) for each in comment.diagnostics] == [("unclosed-comment", 9, 1)]


@pytest.mark.parametrize(("bad", "name", "before"), [pytest.param(*row[1:], id=row[0]) for row in BROKEN])
def test_what_stands_before_the_trouble_is_kept(bad: str, name: str, before: str) -> None:
    """The tree of a broken record holds its good beginning, and that is replayed."""
    _, middle, _ = xn.read_text(FIRST + bad + LAST)
    plies = ["d2-d3"] if bad.startswith(BEGINNING + "1. d2-d3") else []
    assert [ply.text for ply in middle.line.plies][: len(plies)] == plies
    assert xn.validate(middle).plies >= len(plies)
    if bad.startswith(BEGINNING):
        assert middle.tag("Event") == "bad"


@pytest.mark.parametrize("bad", [pytest.param(row[1], id=row[0]) for row in BROKEN])
def test_a_broken_record_at_the_end_or_alone(bad: str) -> None:
    for text in (FIRST + bad, FIRST + bad.rstrip("\n")):
        first, middle = verdicts(text)
        assert first.diagnostics == ()
        assert len([finding for finding in middle.diagnostics if finding.is_error]) == 1
    (alone,) = verdicts(bad)
    assert len([finding for finding in alone.diagnostics if finding.is_error]) == 1


@pytest.mark.parametrize("bad", [pytest.param(row[1], id=row[0]) for row in BROKEN])
def test_every_beginning_of_a_file_can_be_read(bad: str) -> None:
    """Wherever a file is cut off, the records before the cut are good, and nothing crashes."""
    text = FIRST + bad
    for end in range(len(FIRST), len(text)):
        first, *rest = verdicts(text[:end])
        assert first.diagnostics == ()
        assert len(rest) <= 1


def test_a_comment_that_holds_a_tag_line_ends_there() -> None:
    """The price of never swallowing a neighbour: such a line must be escaped, and the error says where the comment began."""
    first, second = verdicts(f'{HEAD}\n1. d2-d3 {{see\n[Event "x"]\nthere}} *\n')
    assert [(finding.name, finding.place.line, finding.place.column) for finding in first.diagnostics] == [
        ("unclosed-comment", 6, 10)
    ]
    assert not second.valid
    (fine,) = verdicts(f'{HEAD}\n1. d2-d3 {{see\n\\[Event "x"]\nthere}} *\n')
    assert fine.diagnostics == ()


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
