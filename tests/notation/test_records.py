"""Where one record ends and the next begins: tables of files, and blocks that break anywhere."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

import expendibots_notation as xn
from expendibots_notation.diagnostics.model import Diagnostic
from expendibots_notation.limits import Limits, applied
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.verdict import Verdict

TAGS = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
FIRST = f'{TAGS}[Event "first"]\n\n1. d2-d3 d7-d6\n2. xd3 *\n'
LAST = f'{TAGS}[Event "last"]\n\n1. e2-e3 {{good}} e7-e6\n2. xe3 *\n'


def texts(text: str) -> list[str]:
    """The texts of the records of a file."""
    return [each.source.text for each in split([text]) if isinstance(each, RecordText)]


def verdicts(text: str) -> list[Verdict]:
    return [xn.validate(record) for record in xn.read_text(text)]


# Good files


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
    assert texts(text) == expected
    for size in (1, 2, 3, 7):
        assert [each.source.text for each in split(blocks(text, size)) if isinstance(each, RecordText)] == expected


def blocks(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def test_each_record_knows_its_place_and_its_game() -> None:
    text = '\n\n[Game "Chess"] [Game "Go"] *\n\n  1. d2-d3 * {[Game "x"]} [Game "\\u0047o"]\n\n*\n[Game "\\x"] *'
    found = [each for each in split([text], "some.xbn") if isinstance(each, RecordText)]
    assert [each.index for each in found] == [1, 2, 3, 4]
    assert [each.source.first_line for each in found] == [3, 5, 5, 8]
    assert [each.game_name for each in found] == ["Chess", None, "Go", None]
    assert {each.source.file for each in found} == {"some.xbn"}


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


# Broken files: one bad record between two good ones

BEGINNING = f'{TAGS}[Event "bad"]\n\n'
BROKEN = [
    # (id, bad record, name of its error, the text behind which that stands)
    ("unclosed-comment", BEGINNING + "1. d2-d3 {never closed d7-d6 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-comment-of-lines", BEGINNING + "1. d2-d3 {never\n\nclosed\n2. xd3 1-0 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-comment-at-its-end", BEGINNING + "1. d2-d3 * {never closed\n", "unclosed-comment", "1. d2-d3 * "),
    ("escaped-brace", BEGINNING + "1. d2-d3 {closed? \\} d7-d6 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-attributes", BEGINNING + "1. d2-d3 {%emt=1 d7-d6 *\n", "unclosed-comment", "1. d2-d3 "),
    ("unclosed-string-in-a-tag", TAGS + '[Event "bad]\n\n1. d2-d3 *\n', "unclosed-string", TAGS + "[Event "),
    ("unclosed-string-in-a-middle-tag", '[Event "bad]\n' + TAGS + "\n1. d2-d3 *\n", "unclosed-string", "[Event "),
    ("unclosed-raw-text", BEGINNING + '1. ~"no end *\n', "unclosed-string", "1. ~"),
    ("unclosed-bracket", TAGS + '[Event "bad"\n\n1. d2-d3 *\n', "malformed-tag", '[Event "bad"\n\n'),
    ("unclosed-bracket-in-the-middle", '[Event "bad"\n' + TAGS + "\n1. d2-d3 *\n", "malformed-tag", '[Event "bad"\n'),
    ("tag-without-a-name", TAGS + '["bad"]\n\n1. d2-d3 *\n', "malformed-tag", TAGS),
    ("tag-without-quotes", TAGS + "[Event bad]\n\n1. d2-d3 *\n", "malformed-tag", TAGS + "[Event "),
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
    ("bad-escape", TAGS + '[Event "\\x"]\n\n1. d2-d3 *\n', "bad-string", TAGS + "[Event "),
    ("control-character", TAGS + '[Event "a\tb"]\n\n1. d2-d3 *\n', "bad-string", TAGS + "[Event "),
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
    first, second = verdicts(f'{TAGS}\n1. d2-d3 {{see\n[Event "x"]\nthere}} *\n')
    assert [(finding.name, finding.place.line, finding.place.column) for finding in first.diagnostics] == [
        ("unclosed-comment", 6, 10)
    ]
    assert not second.valid
    (fine,) = verdicts(f'{TAGS}\n1. d2-d3 {{see\n\\[Event "x"]\nthere}} *\n')
    assert fine.diagnostics == ()


# Blocks

_FRAGMENTS = [
    "1. ", "d2-d3", " ", "\n", "\n\n", "*", "1-0", " 1/2-1/2 ", "1/2", "½-½", "{", "}", "{a}", "{a\nb}", "\\", "\\}", "{%a=\\}",
    "(", ")", ";", "; c\n", '"', '~"', '~"x 1-0 (\n', '[A "1"]', '\n[A "1"]\n', '\n [Game "Chess"]', "[", "[A", "]", "\n\\[", "!",
    "é", "\r", "\t", "%",
    "\N{NO-BREAK SPACE}", "1\N{EN DASH}0",
]  # fmt: skip


@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=25).map("".join), st.integers(1, 12))
def test_blocks_may_break_anywhere(text: str, size: int) -> None:
    """Whatever the text is, good or broken."""

    def summary(parts: list[str]) -> list[object]:
        found = split(parts)
        return [(each.source.text, each.source.first_line, each.game_name) for each in found if isinstance(each, RecordText)]

    assert summary(blocks(text, size)) == summary([text]) == summary([text, ""])


@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=25).map("".join))
def test_nothing_is_dropped(text: str) -> None:
    """The records, one behind the other, are the text but for the white space between them."""
    position = 0
    for each in split([text]):
        assert isinstance(each, RecordText)
        found = text.index(each.source.text, position)
        assert text[position:found].strip() == ""
        assert each.source.first_line == text.count("\n", 0, found) + 1
        position = found + len(each.source.text)
    assert text[position:].strip() == ""


@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=25).map("".join))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    for record in xn.read_text(FIRST + text):
        xn.validate(record)


@given(st.lists(st.sampled_from(_FRAGMENTS), max_size=15).map("".join))
def test_garbage_never_swallows_the_next_tagged_record(text: str) -> None:
    """Whatever is left open in it."""
    found = xn.read_text(f"{text}\n d2-d3\n{LAST}", from_format="xbn")
    assert found[-1].tag("Event") == "last"
    assert [ply.text for ply in found[-1].line.plies] == ["e2-e3", "e7-e6", "xe3"]
    assert xn.validate(found[-1]).diagnostics == ()


# Limits


@pytest.mark.parametrize("size", [1, 10, 100, 10_000])
def test_a_record_that_is_too_long_is_answered_by_a_diagnostic(size: int) -> None:
    long = f"{TAGS}\n{'d2-d3 ' * 100}*\n"
    with applied(Limits(record_length=200)):
        found = list(split(blocks(FIRST + long + LAST, size), "some.xbn"))
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
        (only,) = split(blocks("{" * 5000, 50))
    assert isinstance(only, Diagnostic)
    assert only.name == "too-long"
