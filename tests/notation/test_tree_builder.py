"""One record's text to its tree: where everything stands, and how each part may be written."""

from __future__ import annotations

from typing import Any

import pytest

import expendibots_notation as xn
from expendibots_notation.board import Square
from expendibots_notation.diagnostics.model import Span
from expendibots_notation.games.expendibots import Boom, Move
from expendibots_notation.games.expendibots.actions import Height, Removed
from expendibots_notation.limits import USUAL
from expendibots_notation.notation.tree import Comment, Record

TAGS = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'


def read(text: str) -> Record:
    (record,) = xn.read_text(text)
    return record


def at(record: Record, span: Span) -> str:
    """The text that a span covers."""
    return record.source.text[span.start : span.end]


def errors(record: Record) -> list[tuple[str, int, int]]:
    """The errors that a validator finds, with their places."""
    return [(each.name, each.place.line, each.place.column) for each in xn.validate(record).diagnostics if each.is_error]


# Spans

WHOLE = """{preface} [Format "xbn 1"] [ Event "a \\"b\\"" ]
; among the tags
[Result
"1-0"]
{lead}
1. {before} 3 d2-d4=5 !? $10 {%emt=0.5} {behind\n} (1... {inner} xd4=3:5 {x} ( e2-e3 ) {after} 0-1) ; last
1... ~"raw" $2 {c} 1\N{EN DASH}0 {closing}"""


def test_spans_of_every_kind_of_node() -> None:
    record = read(WHOLE)
    ply = record.line.plies[0]
    rejected = record.line.rejected
    assert rejected is not None
    assert ply.mark is not None
    assert rejected.mark is not None
    (variation,) = ply.notes.variations
    inner = variation.line.plies[0]
    (innermost,) = inner.notes.variations
    assert inner.mark is not None
    spans = {
        '[ Event "a \\"b\\"" ]': record.tag_spans["Event"],
        '[Format "xbn 1"]': record.tag_spans["Format"],
        '[Result\n"1-0"]': record.tag_spans["Result"],
        "{preface}": record.preface[0].span,
        "; among the tags": record.preface[1].span,
        "{lead}": record.line.lead[0].span,
        "1.": ply.mark.span,
        "{before}": ply.notes.before[0].span,
        "3 d2-d4=5": ply.span,
        "{behind\n}": ply.notes.comments[0].span,
        '(1... {inner} xd4=3:5 {x} ( e2-e3 ) {after} 0-1)': variation.span,
        "1...": inner.mark.span,
        "{inner}": inner.notes.before[0].span,
        "xd4=3:5": inner.span,
        "{x}": inner.notes.comments[0].span,
        "( e2-e3 )": innermost.span,
        "e2-e3": innermost.line.plies[0].span,
        "{after}": innermost.after[0].span,
        "0-1": variation.line.result_span,
        "; last": variation.after[0].span,
        '~"raw"': rejected.span,
        "{c}": rejected.notes.comments[0].span,
        "1\N{EN DASH}0": record.line.result_span,
        "{closing}": record.closing[0].span,
    }  # fmt: skip
    assert {expected: at(record, span) for expected, span in spans.items()} == {expected: expected for expected in spans}
    assert [at(record, tag.span) for tag in record.tags] == ['[ Event "a \\"b\\"" ]']


def test_what_the_whole_record_says() -> None:
    record = read(WHOLE)
    ply = record.line.plies[0]
    assert record.preface == (Comment("preface"), Comment("among the tags"))
    assert [(tag.name, tag.value) for tag in record.tags] == [("Event", 'a "b"')]
    assert (record.result, record.line.result) == ("1-0", "1-0")
    assert (ply.text, ply.action, ply.claim) == ("3d2-d4=5", Move(3, Square(3, 1), Square(3, 3)), Height(5))
    assert (ply.notes.glyphs, ply.notes.attributes) == (("!?", "$10"), (("emt", 0.5),))
    assert ply.notes.comments == (Comment("behind\n"),)
    (variation,) = ply.notes.variations
    assert variation.after == (Comment("last"),)
    assert variation.line.result == "0-1"
    inner = variation.line.plies[0]
    assert (inner.action, inner.claim) == (Boom(Square(3, 3)), Removed(3, 5))
    assert record.line.rejected is not None
    assert (record.line.rejected.raw, record.line.rejected.text, record.line.rejected.action) == ("raw", None, None)
    assert record.line.rejected.notes.glyphs == ("$2",)
    assert record.closing == (Comment("closing"),)


def test_places_count_characters_and_lines_of_the_file() -> None:
    """Columns count characters, not bytes, and lines go on counting through the file."""
    _, record = xn.read_text("*\n\n  {\N{ROBOT FACE}é} d2-d3 xa5 *")
    (finding,) = [each for each in xn.validate(record).diagnostics if each.is_error]
    place = finding.place
    assert (finding.name, place.line, place.column, place.end_line, place.end_column) == ("empty-square", 3, 14, 3, 17)


# Liberal reading of single parts


@pytest.mark.parametrize(
    ("text", "canonical", "action"),
    [
        ("d2-d3", "d2-d3", Move(1, Square(3, 1), Square(3, 2))),
        ("1d2-d3", "d2-d3", Move(1, Square(3, 1), Square(3, 2))),
        ("12d2-d3", "12d2-d3", Move(12, Square(3, 1), Square(3, 2))),
        ("3 d2-d4", "3d2-d4", Move(3, Square(3, 1), Square(3, 3))),
        ("3\t d2 -> d4", "3d2-d4", Move(3, Square(3, 1), Square(3, 3))),
        ("d2d4", "d2-d4", Move(1, Square(3, 1), Square(3, 3))),
        ("D2-D4", "d2-d4", Move(1, Square(3, 1), Square(3, 3))),
        ("d2\N{EN DASH}d4", "d2-d4", Move(1, Square(3, 1), Square(3, 3))),
        ("d2 \N{EM DASH} d4", "d2-d4", Move(1, Square(3, 1), Square(3, 3))),
        ("d2\N{RIGHTWARDS ARROW}d4", "d2-d4", Move(1, Square(3, 1), Square(3, 3))),
        ("d02-d4=007", "d2-d4=7", Move(1, Square(3, 1), Square(3, 3))),
        ("z99-a1", "z99-a1", Move(1, Square(25, 98), Square(0, 0))),
        ("x1-x2", "x1-x2", Move(1, Square(23, 0), Square(23, 1))),
        ("0d2-d3", "0d2-d3", Move(0, Square(3, 1), Square(3, 2))),
        ("xd4", "xd4", Boom(Square(3, 3))),
        ("Xd4", "xd4", Boom(Square(3, 3))),
        ("xD4", "xd4", Boom(Square(3, 3))),
        ("x d4", "xd4", Boom(Square(3, 3))),
        ("x(d4)", "xd4", Boom(Square(3, 3))),
        ("boom d4", "xd4", Boom(Square(3, 3))),
        ("boomd4", "xd4", Boom(Square(3, 3))),
        ("BOOM ( d4 )=3:5", "xd4=3:5", Boom(Square(3, 3))),
        ("xx1", "xx1", Boom(Square(23, 0))),
        ("xb9", "xb9", Boom(Square(1, 8))),
    ],
)
def test_spellings_of_actions(text: str, canonical: str, action: Any) -> None:
    for written in (f"1. {text} *", f"{text}*", f"1.{text}! *", f"1. e2-e3 ({text}) *"):
        record = read(TAGS + written)
        ply = record.line.plies[0]
        if "(" in written.replace(text, ""):
            ply = ply.notes.variations[0].line.plies[0]
        assert (ply.text, ply.action) == (canonical, action)
        assert at(record, ply.span) == text
        loose = [each for each in record.findings if each.name == "loose-action"]
        assert len(loose) == (text != canonical)
        assert not [each for each in record.findings if each.is_error]
    rejected = read(f"{TAGS}1. ~{text} *").line.rejected
    assert rejected is not None
    assert (rejected.text, rejected.action, rejected.raw) == (canonical, action, None)


@pytest.mark.parametrize(
    "text", ["d2-", "2-d3", "d-d3", "d2=3", "xd7=3", "d7-d6=1:4", "d7-d6=", "d7--d6", "d7_d6", "x", "dd7-d6", "d7-d6d5"]
)
def test_texts_that_are_no_action(text: str) -> None:
    """They are one error each, at their very beginning or where they go wrong, and what stands before them is kept."""
    record = read(f"{TAGS}1. e2-e3 {text} *")
    found = errors(record)
    assert len(found) == 1
    assert found[0][0] == "unexpected-text"
    assert found[0][1] == 6
    assert 10 <= found[0][2] <= 10 + len(text)
    assert record.line.plies[0].text == "e2-e3"


@pytest.mark.parametrize(
    ("text", "number", "dots"),
    [
        ("1.", 1, 1),
        ("1...", 1, 3),
        ("1..", 1, 2),
        ("1…", 1, 3),
        ("1 .", 1, 1),
        ("001.", 1, 1),
        ("12......", 12, 6),
        ("999999999.", 999999999, 1),
    ],
)
def test_turn_numbers(text: str, number: int, dots: int) -> None:
    record = read(f"{TAGS}{text} d2-d3 *")
    mark = record.line.plies[0].mark
    assert mark is not None
    assert (mark.number, mark.dots) == (number, dots)
    assert at(record, mark.span) == text
    assert [name for name, _, _ in errors(record)] == (["wrong-turn-number"] if number != 1 else [])


@pytest.mark.parametrize("number", ["1000000001", "1000000000000001", "1" + "0" * 4400 + "1"])
def test_enormous_turn_numbers_are_not_taken_for_small_ones(number: str) -> None:
    found = errors(read(f"{TAGS}{number}. d2-d3 *"))
    assert [(line, column) for _, line, column in found] == [(6, 1)]


def test_numbers_of_the_main_line_and_of_variations_are_checked() -> None:
    text = f"{TAGS}1. d2-d3 (1. e2-e3 7... e7-e6) (2. xd2) d7-d6 4. d3-d4 4... d6-d5 5. d4-c4 6. c3-c2 *"
    found = [each for each in xn.validate(read(text)).diagnostics if each.name == "wrong-turn-number"]
    assert [each.message for each in found] == [
        "turn 7 should be turn 1",
        "turn 2 should be turn 1",
        "turn 4 should be turn 2",
        "turn 6 should be turn 5",
    ]
    assert [each.ply for each in found] == [2, 1, 3, 6]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("{}", ""),
        ("{ a }", " a "),
        ("; a ", "a"),
        (";", ""),
        (";{a}", "{a}"),
        ("{; a}", "; a"),
        ("{a\n b}", "a\n b"),
        ("{\\}}", "}"),
        ("{\\\\}", "\\"),
        ("{\\\\\\}}", "\\}"),
        ("{a\\b}", "a\\b"),
        ("{\\%a=1}", "%a=1"),
        ("{ %a=1}", " %a=1"),
        ("{{a}", "{a"),
        ('{a\n\\[A "1"]}', 'a\n[A "1"]'),
        ('{a\n \t\\[A "1"]}', 'a\n \t[A "1"]'),
        ("{a\n\\\\[A}", "a\n\\[A"),
        ('{[A "1"]}', '[A "1"]'),
        ("{(1. d2-d3 1-0)}", "(1. d2-d3 1-0)"),
        ("{\N{ROBOT FACE}\N{NO-BREAK SPACE}\u2028}", "\N{ROBOT FACE}\N{NO-BREAK SPACE}\u2028"),
    ],
)
def test_comments(text: str, comment: str) -> None:
    record = read(f"{TAGS}1. d2-d3 {text}\n*")
    assert record.line.plies[0].notes.comments == (Comment(comment),)
    assert at(record, record.line.plies[0].notes.comments[0].span) == text
    assert not [each for each in record.findings if each.is_error]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('""', ""),
        ('"a \\"b\\" \\\\ \\/ \\n\\t\\b\\f\\r"', 'a "b" \\ / \n\t\b\f\r'),
        ('"\\u00e9\\ud83e\\udd16"', "é\N{ROBOT FACE}"),
        ('"[x] {y} (z) ; % ~ *"', "[x] {y} (z) ; % ~ *"),
        ('"\x7f\x85\u2028"', "\x7f\x85\u2028"),
    ],
)
def test_strings(text: str, value: str) -> None:
    record = read(f"{TAGS[:-1]}[Event {text}]\n\n1. d2-d3 ~{text} *")
    assert record.tag("Event") == value
    assert record.line.rejected is not None
    assert record.line.rejected.raw == value
    assert not [each for each in record.findings if each.is_error]


@pytest.mark.parametrize("text", ['"\\x"', '"\\u12"', '"a\tb"', '"\\"', "'a'", "a", '"a', '"a\nb"'])
def test_bad_strings(text: str) -> None:
    (record, *_) = xn.read_text(f"{TAGS[:-1]}[Event {text}]\n\n1. d2-d3 *")
    (found,) = [each for each in record.findings if each.is_error]
    assert found.name in ("bad-string", "unclosed-string", "malformed-tag")
    assert (found.place.line, found.place.column) == (5, 8)
    assert record.tag("Event") is None


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("{%}", ()),
        ("{% }", ()),
        ("{%emt=1}", (("emt", 1),)),
        ("{% emt=1.5\n mem=+20\tnodes=-3 }", (("emt", 1.5), ("mem", 20), ("nodes", -3))),
        ("{%eval=.5 clk=1e3 depth=007}", (("eval", 0.5), ("clk", 1000), ("depth", 7))),
        ("{%n=1 x=1.50}", (("n", "1"), ("x", "1.50"))),
        ('{%a="b c" b="\\u007d\\"" c=}', None),
        ('{%a="b c" b="\\u007d\\"" c=""}', (("a", "b c"), ("b", '}"'), ("c", ""))),
        ("{%a=b=c a.b-c_=(x)}", (("a", "b=c"), ("a.b-c_", "(x)"))),
        ("{%a=\\}", (("a", "\\"),)),
        ("{%emt}", None),
        ("{%emt=}", None),
        ("{%emt=x}", None),
        ("{%emt=nan}", None),
        ("{%emt=1e999}", None),
        ('{%emt="1"}', None),
        ("{%emt=1 emt=2}", None),
        ("{%1a=2}", None),
        ("{%a=1,b=2 c}", None),
        ('{%a="b"c}', None),
        ('{%a="b\\x"}', None),
    ],
)
def test_attributes(text: str, attributes: Any) -> None:
    record = read(f"{TAGS}1. d2-d3 {text} d7-d6 *")
    found = errors(record)
    if attributes is None:
        assert found == [("bad-attribute", 6, 10)]
    else:
        assert found == []
        assert record.line.plies[0].notes.attributes == attributes
    assert [ply.text for ply in record.line.plies] == ["d2-d3", "d7-d6"]


def test_attributes_of_several_tokens_are_joined() -> None:
    record = read(f"{TAGS}1. d2-d3 {{%emt=1}} {{c}} {{%mem=2}} {{%emt=3}} *")
    assert record.line.plies[0].notes.attributes == (("emt", 1), ("mem", 2))
    assert errors(record) == [("bad-attribute", 6, 32)]


@pytest.mark.parametrize("glyph", ["!", "?", "!!", "??", "!?", "?!"])
@pytest.mark.parametrize("gap", ["", " "])
def test_glyphs(glyph: str, gap: str) -> None:
    record = read(f"{TAGS}1. d2-d3{gap}{glyph}$1 $20 d7-d6 *")
    assert record.line.plies[0].notes.glyphs == (glyph, "$1", "$20")
    assert record.line.plies[1].notes.glyphs == ()


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ("{l} 1. {b} d2-d3 {c} (1. e2-e3 {i}) {a} *", {"l": "lead", "b": "before", "c": "behind", "a": "after"}),
        ("1. d2-d3 {c} 1... {b} d7-d6 {d} * {z}", {"c": "behind", "d": "behind", "z": "closing"}),
        ("{l} ;m\n *{z};y", {"l": "lead", "m": "lead", "z": "closing", "y": "closing"}),
        ("1. {l} *", {"l": "lead"}),
        ("1. d2-d3 1... {c} *", {"c": "behind"}),
        ("1. d2-d3 (1. xd2) 1... {a} *", {"a": "after"}),
    ],
)
def test_comments_keep_their_places(body: str, places: dict[str, str]) -> None:
    record = read(TAGS + body)
    assert errors(record) == []
    found: dict[str, str] = {comment.text: "lead" for comment in record.line.lead}
    found |= {comment.text: "closing" for comment in record.closing}
    for ply in record.line.plies:
        found |= {comment.text: "before" for comment in ply.notes.before}
        found |= {comment.text: "behind" for comment in ply.notes.comments}
        found |= {comment.text: "after" for variation in ply.notes.variations for comment in variation.after}
    assert places.items() <= found.items()


def test_comments_around_tags() -> None:
    record = read('{a} [Event "x"] ; b\n{c}\n[Format "xbn 1"] {d} *')
    assert record.preface == (Comment("a"), Comment("b"), Comment("c"))
    assert record.line.lead == (Comment("d"),)
    tagless = read("{a} ; b\n*")
    assert (tagless.preface, tagless.line.lead) == ((), (Comment("a"), Comment("b")))


def test_no_comment_in_prose_is_searched_for_data() -> None:
    ply = read(f"{TAGS}1. d2-d3 {{emt=5 %emt=5 [%emt 5]}} *").line.plies[0]
    assert (ply.notes.attributes, ply.notes.comments) == ((), (Comment("emt=5 %emt=5 [%emt 5]"),))


# Variations


def test_empty_variations_and_results_in_them() -> None:
    record = read(f"{TAGS}1. d2-d3 () ({{only a comment}}) (*) (1. e2-e3 ~xa5 1-0) *")
    assert errors(record) == []
    empty, comment, result, rejected = record.line.plies[0].notes.variations
    assert empty.line.plies == comment.line.plies == result.line.plies == ()
    assert comment.line.lead == (Comment("only a comment"),)
    assert (result.line.result, rejected.line.result) == ("*", "1-0")


def nest(depth: int) -> str:
    return f"{TAGS}1. d2-d3 {'(d2-d3 ' * depth}{')' * depth} *"


def test_variations_nest_up_to_a_limit() -> None:
    assert USUAL.variation_depth >= 50
    assert errors(read(nest(USUAL.variation_depth))) == []


@pytest.mark.parametrize("depth", [USUAL.variation_depth + 1, 2_000, 50_000])
def test_deeper_variations_are_an_error_where_the_limit_is_passed(depth: int) -> None:
    assert errors(read(nest(depth))) == [("too-deep", 6, 10 + 7 * USUAL.variation_depth)]


def test_many_unclosed_parentheses_are_one_error() -> None:
    assert errors(read(f"{TAGS}1. d2-d3 {'(d2-d3 ' * 20} *")) == [("unclosed-variation", 6, 10)]


# Tags


def test_missing_tags_are_said_with_what_is_read_instead() -> None:
    (finding,) = read("1. d2-d3 *").findings
    assert finding.message == (
        "the Format, Game, Rules, Result tags are missing; "
        'read as [Format "xbn 1"], [Game "Expendibots"], [Rules "text"], [Result "*"]'
    )
    assert (finding.place.line, finding.place.column) == (1, 1)
    (finding,) = read(TAGS.replace('[Rules "text"]\n', "") + "1. d2-d3 *").findings
    assert finding.message == 'the Rules tag is missing; read as [Rules "text"]'


def test_the_first_of_repeated_tags_counts_and_the_others_are_kept() -> None:
    record = read('[Result "*"][White "a"]\n[White "b"][Result "1-0"] *')
    assert record.result == "*"
    assert [(tag.name, tag.value) for tag in record.tags] == [("White", "a"), ("White", "b"), ("Result", "1-0")]
    repeated = [each for each in record.findings if each.name == "repeated-tag"]
    assert [(each.place.line, each.place.column) for each in repeated] == [(2, 1), (2, 12)]
    assert repeated[0].message == "the tag White is already given 1 line above"


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ('[Format "xbn 2"]', "unknown-format"),
        ('[Game "Chess"]', "unknown-game"),
        ('[Rules "house"]', "unknown-rules"),
        ('[Setup "nothing"]', "bad-setup"),
        ('[Result "2-0"]', "unknown-result"),
        ('[Termination "boredom"]', "unknown-termination"),
        ('[Result "1-0"]', "result-conflict"),
    ],
)
def test_tags_of_the_frame_that_make_no_sense(tag: str, name: str) -> None:
    kept = [line for line in TAGS.splitlines() if line and line.split()[0] != tag.split()[0]]
    found = errors(read("\n".join([*kept, tag, "", "1. d2-d3 *"])))
    place = (len(kept) + 3, 10) if name == "result-conflict" else (len(kept) + 1, 1)
    assert found == [(name, *place)]


def test_an_unknown_game_keeps_its_actions_as_they_are_written() -> None:
    record = read('[Format "xbn 1"]\n[Game "Chess"]\n[Rules "text"]\n[Result "1-0"]\n\n1. e4 e5 (1... c5!? {Sicilian}) 2. Qh5+ 1-0')
    assert [(ply.text, ply.action) for ply in record.line.plies] == [("e4", None), ("e5", None), ("Qh5+", None)]
    assert record.line.plies[1].notes.variations[0].line.plies[0].notes.glyphs == ("!?",)
    assert errors(record) == [("unknown-game", 2, 1)]


def test_a_game_can_be_given_from_outside() -> None:
    (record,) = xn.read_text('[Game "Chess"]\n1. d2-d3 *', game="Expendibots")
    assert record.game == "expendibots"
    assert record.line.plies[0].action == Move(1, Square(3, 1), Square(3, 2))
