"""What is written is read back as the same, whatever it is; and there is one canonical text for each record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_trees import any_text, attributes, comment_texts, records, separable, texts

import expendibots_notation as xn
from expendibots_notation import checks
from expendibots_notation.cli.format import format_
from expendibots_notation.games import find_game
from expendibots_notation.games.expendibots.syntax import read_action
from expendibots_notation.notation import writer
from expendibots_notation.notation.borders import RecordText, split
from expendibots_notation.notation.numbering import MOST_TURNS, NextTurn, Turn, is_regular
from expendibots_notation.notation.strings import (
    read_attributes,
    read_comment,
    read_string,
    write_attributes,
    write_comment,
    write_string,
)
from expendibots_notation.notation.tree import Line, Ply, Record, TurnMark
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, validate
from expendibots_notation.verdict import Verdict

CONTENT_ERRORS = {"repeated-tag", "unknown-game"}
"""What the reader may have to say about a random tree: it is odd, but its text is good."""


def read(text: str) -> list[Record]:
    return read_blocks([text.encode()])


def read_blocks(blocks: Iterable[bytes]) -> list[Record]:
    return [parse(each, find_game) for each in split(blocks) if isinstance(each, RecordText)]


def written(record: Record) -> str:
    return write(record, find_game(record.game))


def formatted(text: str) -> str:
    return "\n".join(written(record) for record in xn.read_text(text))


def validated(record: Record) -> Verdict:
    """The verdict on a record, its layout included."""
    return validate(record, Overrides(layout=True))


def style(text: str) -> set[str]:
    """The style warnings of a text."""
    found = {finding.name for record in xn.read_text(text) for finding in validated(record).diagnostics}
    return {name for name in found if name in STYLE}


STYLE = {"layout", "loose-action", "loose-result", "line-endings", "byte-order-mark", "missing-tag", "turn-dots"}


# Trees


@given(records())
def test_what_is_written_is_read_back(record: Record) -> None:
    text = written(record)
    (again,) = read(text)
    assert again == record
    assert repr_of_values(again) == repr_of_values(record)
    unexpected = {finding.name for finding in again.findings} - CONTENT_ERRORS
    assert unexpected <= ({"missing-result"} if record.line.result is None else set())
    assert again.is_whole


def repr_of_values(record: Record) -> list[str]:
    """Attributes with their types, which equality does not tell apart."""
    found = []
    waiting = [record.line]
    while waiting:
        line = waiting.pop()
        nodes = [*line.plies, *([line.rejected] if line.rejected else [])]
        for node in nodes:
            found.append(repr(node.notes.attributes))
            waiting += [variation.line for variation in node.notes.variations]
    return found


@given(records())
def test_formatting_changes_nothing_a_second_time(record: Record) -> None:
    once = written(record)
    (again,) = read(once)
    assert written(again) == once
    verdict = validated(again)
    assert not {finding.name for finding in verdict.diagnostics} & (STYLE - {"turn-dots"})


@given(records())
def test_canonical_texts_are_plain_utf8(record: Record) -> None:
    """They can be encoded, have no carriage returns and no NULs, and end in one line feed or, without actions, two."""
    text = written(record)
    assert text.encode("utf-8").decode("utf-8") == text
    assert "\r" not in text
    assert "\0" not in text
    assert text.endswith("\n")


@given(st.lists(records(), min_size=1, max_size=5).map(separable), st.sampled_from(["", "\n", "\n\n\n", " \t\n"]), st.data())
def test_records_split_back_whatever_the_blocks(trees: list[Record], gap: str, data: st.DataObject) -> None:
    texts_ = [written(tree) for tree in trees]
    whole = gap.join(texts_)
    blocks = whole.encode()
    size = data.draw(st.integers(1, 64) | st.integers(1, max(len(blocks), 1)), label="block size")
    found = list(split(blocks[at : at + size] for at in range(0, len(blocks), size)))
    assert [each.source.text for each in found if isinstance(each, RecordText)] == [text.rstrip() for text in texts_]
    assert [parse(each, find_game) for each in found if isinstance(each, RecordText)] == trees
    assert [each.index for each in found if isinstance(each, RecordText)] == list(range(1, len(trees) + 1))
    lines = []
    position = 0
    for text in texts_:
        lines.append(whole.count("\n", 0, position) + 1)
        position += len(text) + len(gap)
    assert [each.source.first_line for each in found if isinstance(each, RecordText)] == lines


@given(st.lists(records(is_finished=True), min_size=2, max_size=3))
def test_records_split_back_from_single_bytes(trees: list[Record]) -> None:
    whole = "".join(map(written, trees)).encode()
    assert read_blocks(bytes([byte]) for byte in whole) == trees


@given(st.lists(records(is_finished=True), min_size=1, max_size=3))
def test_blank_lines_mean_nothing(trees: list[Record]) -> None:
    """The one behind the tags is left out, where no comment holds another that could be mistaken for it."""
    canonical = map(written, trees)
    assert read("".join(text.replace("]\n\n", "]\n") if text.count("\n\n") == 1 else text for text in canonical)) == trees


# Small texts


@given(texts | any_text)
def test_strings_round_trip(text: str) -> None:
    literal = write_string(text)
    assert read_string(literal) == text
    assert not re.search("[\x00-\x1f\x7f]", literal)


@given(comment_texts)
def test_comments_round_trip(text: str) -> None:
    token = write_comment(text)
    assert read_comment(token) == text
    assert write_comment(read_comment(token)) == token


@given(attributes)
def test_attributes_round_trip(pairs: tuple[tuple[str, int | float | str], ...]) -> None:
    token = write_attributes(pairs)
    again = read_attributes(token)
    assert again == pairs
    assert repr(again) == repr(pairs)
    assert token.count("{") == token.count("}") == 1


@pytest.mark.parametrize(
    "value",
    ["\0", "a\0b", "\ud800", "\\", "a\\", "a\\\\", "\\}", "}", "", " ", "\n", "\r", '"', "\x7f", "\N{NO-BREAK SPACE}"],
)
def test_attributes_of_any_text_stay_good_text(value: str) -> None:
    """A value that a JSON string can hold is written so that the canonical text is itself without fault."""
    literal = write_string(value).replace("}", "\\u007d")
    text = f"{TAGS}\n1. d2-d3 {{%n={literal}}} *\n{{of the next record}}\n{TAGS}\n1. d2-d3 *\n"
    trees = read(text)
    assert trees[0].line.plies[0].notes.attributes == (("n", value),)
    canonical = "\n".join(map(written, trees))
    canonical.encode("utf-8")
    assert read(canonical) == trees
    assert not [finding for tree in read(canonical) for finding in tree.findings]


# Actions

MOVE = r"\A(?:[0-9]{1,3}[ \t]?)?[A-Za-z][0-9]{1,3}(?:[ \t]?(?:->|-|–|—|→)[ \t]?)?[A-Za-z][0-9]{1,3}(?:=[0-9]{1,4})?\Z"
BOOM = r"\A(?:[xX]|[bB][oO][oO][mM])[ \t]?(?:[A-Za-z][0-9]{1,3}|\([ \t]?[A-Za-z][0-9]{1,3}[ \t]?\))(?:=[0-9]{1,3}:[0-9]{1,3})?\Z"


@given(st.from_regex(MOVE) | st.from_regex(BOOM))
def test_every_spelling_of_an_action_has_a_canonical_text(spelling: str) -> None:
    """It says the same, and reading and formatting it changes nothing any more."""
    first = read_action(spelling.rstrip("\n"))
    again = read_action(first.text)
    assert (again.action, again.claim) == (first.action, first.claim)
    assert again.is_canonical
    record = read(f"1. {spelling} *")[0]
    assert read(written(record)) == [record]


@pytest.mark.parametrize("action", ["a0-a1", "a1-a0", "xa0", "a00-b2", "3h1-h0=1"])
def test_rank_zero_is_written_as_it_is_read(action: str) -> None:
    """It is off the board, which the rules say; the canonical text must stay readable."""
    (record,) = read(f"{TAGS}\n1. {action} *\n")
    assert [finding.name for finding in validated(record).diagnostics if finding.is_error] == ["off-board"]
    assert read(written(record)) == [record]


# Liberal spellings

TAGS = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
CANONICAL = f"{TAGS}\n1. d2-d3 d7-d6\n2. xd3 *\n"


def body(line: str) -> str:
    return f"{TAGS}\n{line}\n"


LIBERAL = [
    # (text, its warnings, the canonical text)
    (body("1. d2d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. 1d2-d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. 1 d2-d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. 1\td2d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. D2-D3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2 - d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2\N{EN DASH}d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2\N{EM DASH}d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2\N{RIGHTWARDS ARROW}d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2->d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d02-d3 d7-d6\n2. xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. Xd3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. x d3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. xD3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. x(d3) *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. boom d3 *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. BOOM(d3) *"), {"loose-action"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. Boom( d3 ) *"), {"loose-action"}, CANONICAL),
    (CANONICAL.replace("\n", "\r\n"), {"line-endings"}, CANONICAL),
    (CANONICAL.replace("\n", "\r"), {"line-endings"}, CANONICAL),
    (f"\N{BYTE ORDER MARK}{CANONICAL}", {"byte-order-mark"}, CANONICAL),
    (f"\N{BYTE ORDER MARK}{CANONICAL}".replace("\n", "\r\n"), {"byte-order-mark", "line-endings"}, CANONICAL),
    ("1. d2-d3 d7-d6\n2. xd3 *\n", {"missing-tag"}, CANONICAL),
    ("d2-d3 d7-d6 xd3 *", {"missing-tag"}, CANONICAL),
    ('[Rules "text"]\n1. d2-d3 d7-d6\n2. xd3 *\n', {"missing-tag"}, CANONICAL),
    (body("1... d2-d3 d7-d6\n2. xd3 *"), {"turn-dots"}, CANONICAL),
    (body("1.. d2-d3 d7-d6\n2. xd3 *"), {"turn-dots"}, CANONICAL),
    (body("1… d2-d3 d7-d6\n2. xd3 *"), {"turn-dots"}, CANONICAL),
    (body("1. d2-d3 1. d7-d6\n2. xd3 *"), {"turn-dots"}, CANONICAL),
    (body("1. d2-d3 1... d7-d6\n2. xd3 *"), {"layout"}, CANONICAL),
    (body("1. d2-d3 1… d7-d6\n2. xd3 *"), {"layout"}, CANONICAL),
    (body("1. d2-d3 d7-d6 2. xd3 *"), {"layout"}, CANONICAL),
    (body("1.d2-d3 d7-d6\n2.xd3 *"), {"layout"}, CANONICAL),
    (body("1 . d2-d3 d7-d6\n2. xd3 *"), {"layout"}, CANONICAL),
    (body("01. d2-d3 d7-d6\n2. xd3 *"), {"layout"}, CANONICAL),
    (body("d2-d3 d7-d6\nxd3 *"), {"layout"}, CANONICAL),
    (body("1.\nd2-d3\nd7-d6\n2.\nxd3\n\n\n*"), {"layout"}, CANONICAL),
    (body("\t1. d2-d3  d7-d6\n   2. xd3\t*"), {"layout"}, CANONICAL),
    (CANONICAL.replace("\n\n", "\n"), {"layout"}, CANONICAL),
    (CANONICAL.replace('[Game "', '[ Game   "'), {"layout"}, CANONICAL),
    (CANONICAL.replace('"Expendibots"', '"expendibots"'), {"layout"}, CANONICAL),
    (CANONICAL.replace('"text"', '"\\u0074ext"'), {"layout"}, CANONICAL),
    ("".join(f"{line}\n" for line in reversed(TAGS.splitlines())) + "\n1. d2-d3 d7-d6\n2. xd3 *\n", {"layout"}, CANONICAL),
    (TAGS.replace("\n", " ") + "1. d2-d3 d7-d6 2. xd3 *", {"layout"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. xd3 2... *"), {"layout"}, CANONICAL),
    (body("1. d2-d3 d7-d6\n2. xd3; end\n*"), {"layout"}, body("1. d2-d3 d7-d6\n2. xd3 {end} *")),
    (body("1. d2-d3 !? d7-d6\n2. xd3 *"), {"layout"}, body("1. d2-d3!? d7-d6\n2. xd3 *")),
    (body("1. d2-d3 {a} $1 {%n=1} {b} d7-d6\n2. xd3 *"), {"layout"}, body("1. d2-d3 $1 {%n=1} {a} {b} d7-d6\n2. xd3 *")),
    (body("1. d2-d3 ( 1. e2-e3 ) d7-d6\n2. xd3 *"), {"layout"}, body("1. d2-d3 (1. e2-e3) d7-d6\n2. xd3 *")),
    (body("1. d2-d3 d7-d6 2. xd3 *{a}; b"), {"layout"}, body("1. d2-d3 d7-d6\n2. xd3 * {a} {b}")),
]


@pytest.mark.parametrize(("text", "warnings", "canonical"), LIBERAL)
def test_liberal_spellings_are_read_with_a_warning_that_formatting_removes(text: str, warnings: set[str], canonical: str) -> None:
    assert style(text) == warnings
    assert formatted(text) == canonical
    assert xn.read_text(text) == xn.read_text(canonical)
    (verdict,) = map(validated, xn.read_text(canonical))
    assert verdict.diagnostics == ()


DRAWN = TAGS.replace('"*"', '"1/2-1/2"') + '[Termination "agreement"]\n\n1. d2-d3 '


@pytest.mark.parametrize("spelling", ["1/2", "½-½", "1/2\N{EN DASH}1/2", "1/2\N{EM DASH}1/2"])
def test_spellings_of_a_draw(spelling: str) -> None:
    assert style(f"{DRAWN}{spelling}\n") == {"loose-result"}
    assert formatted(f"{DRAWN}{spelling}\n") == f"{DRAWN}1/2-1/2\n"
    assert style(f"{DRAWN}1/2-1/2\n") == set()


@pytest.mark.parametrize("dash", ["\N{EN DASH}", "\N{EM DASH}"])
@pytest.mark.parametrize("result", ["1-0", "0-1"])
def test_spellings_of_a_win(result: str, dash: str) -> None:
    canonical = TAGS.replace("*", result) + f'[Termination "resignation"]\n\n1. d2-d3 {result}\n'
    loose = canonical.replace(f"d3 {result}", f"d3 {result.replace('-', dash)}")
    assert style(loose) == {"loose-result"}
    assert formatted(loose) == canonical
    assert style(canonical) == set()


@pytest.mark.parametrize(
    "line",
    [
        "1. d2-d3 d7-d6\n3. d3-d4 d6-d5\n4. d4-c4 *",
        "1. d2-d3 d7-d6 3. d3-d4 d6-d5 d4-c4 *",
        "7. d2-d3 d7-d6 d3-d4 *",
        "1. d2-d3 7... d7-d6 d3-d4 *",
        "1. d2-d3 (7. e2-e3 e7-e6 e3-e4) d7-d6 d3-d4 *",
        "2. d2-d3 d7-d6 2. d3-d4 *",
        "1. d2-d3 d7-d6 2. d3-d4 9. ~xa1 *",
        "1. d2-d3 d7-d6 5. *",
        "1. d2-d3 d7-d6 9999999999999999. *",
        "1. d2-d3 9999999999999999... *",
        "9999999999999999. *",
        "1. d2-d3 (1. e2-e3 9999999999999999... *) *",
        "9999999999999999. d2-d3 d7-d6 9999999999999999. ~xa1 *",
    ],
)
def test_formatting_neither_hides_nor_makes_wrong_turn_numbers(line: str) -> None:
    def errors(text: str) -> list[tuple[str, str, int | None]]:
        (verdict,) = map(validated, xn.read_text(text))
        return [(finding.name, finding.message, finding.ply) for finding in verdict.diagnostics if finding.is_error]

    before = errors(body(line))
    assert "wrong-turn-number" in {name for name, _, _ in before}
    assert errors(formatted(body(line))) == before


@given(records(is_finished=True), st.data())
def test_white_space_between_words_means_nothing(record: Record, data: st.DataObject) -> None:
    """Any white space for the one that the canonical text has, outside of strings, comments and the items of games."""
    text = written(record)
    pieces = re.split(r'("(?:[^"\\]|\\.)*"|\{%[^{}]*\}|\{(?:[^}\\]|\\[\s\S])*\}|<[^<>]*>)', text)
    spaces = st.sampled_from([" ", "  ", "\n", "\t", "\n\n", " \n ", "\f", "\v"])
    loose = "".join(piece if at % 2 else re.sub("[ \n]+", lambda _: data.draw(spaces), piece) for at, piece in enumerate(pieces))
    assert read(loose) == read(text)


REGULAR = [
    # (text, whether all of its turns look alike)
    (CANONICAL, True),
    (body("1. d2-d3 *"), True),
    (body("*"), True),
    (body("1. d2-d3 d7-d6\n3. xd3 *"), False),
    (body("2. d2-d3 d7-d6\n3. xd3 *"), False),
    (body("1. d2-d3 d7-d6 xd3 *"), False),
    (body("1. d2-d3 1... d7-d6 2. xd3 *"), False),
    (body("1... d2-d3 d7-d6 2. xd3 *"), False),
    (body("1. d2-d3 d7-d6 2. xd3 2... *"), False),
    (body("1. d2-d3 d7-d6 2. ~xd3 *"), False),
    (body("1. d2-d3! d7-d6 2. xd3 *"), False),
    (body("1. d2-d3 d7-d6 <x> 2. xd3 *").replace("Expendibots", "Chess"), False),
    (body("1. d2-d3 d7-d6 (1... e7-e6) 2. xd3 *"), False),
    (body("1. d2-d3 d7-d6 (7... e7-e6) 2. xd3 *"), False),
]


@pytest.mark.parametrize(("text", "is_alike"), [*REGULAR, *((text, None) for text, _, _ in LIBERAL)])
def test_lines_of_which_all_turns_look_alike_are_treated_as_any_other(
    text: str, is_alike: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> tuple[str, list[object]]:
        return formatted(text), [validated(record) for record in xn.read_text(text)]

    answers = []

    def asked(line: Line, first: Turn, next_turn: NextTurn) -> bool:
        answers.append(is_regular(line, first, next_turn))
        return answers[-1]

    for module in (checks, writer):
        monkeypatch.setattr(module, "is_regular", asked)
    quickly = told()
    assert is_alike is None or answers[0] == is_alike
    for module in (checks, writer):
        monkeypatch.setattr(module, "is_regular", lambda *_: False)
    assert told() == quickly


def test_turn_numbers_that_cannot_be_written_are_left_out() -> None:
    """A tree that was not read from XBN may have any number where its Setup is no position."""
    plies = tuple(
        Ply(text, read_action(text).action, mark=mark) for text, mark in (("d2-d3", TurnMark(MOST_TURNS + 1, 1)), ("e7-e6", None))
    )
    record = Record("expendibots", setup="nonsense", result="*", line=Line(plies, result="*"))
    assert written(record).endswith("\nd2-d3 e7-e6 *\n")
    assert read(written(record)) == [record]


# The command


def test_the_command_writes_canonical_bytes(tmp_path: Path) -> None:
    for number, (text, _, canonical) in enumerate(LIBERAL):
        path = tmp_path / f"{number}.xbn"
        path.write_bytes(text.encode())
        assert run_format(path, check=True) == 1
        assert path.read_bytes() == text.encode()
        assert run_format(path, write=True) == 0
        assert path.read_bytes() == canonical.encode()
        assert run_format(path, check=True) == 0


def run_format(path: Path, check: bool = False, write: bool = False) -> int:
    return format_([str(path)], check=check, write=write)


@given(st.lists(records(is_finished=True), min_size=1, max_size=3))
def test_the_command_leaves_canonical_files_alone(tmp_path_factory: pytest.TempPathFactory, trees: list[Record]) -> None:
    good = [tree for tree in trees if not any(finding.is_error for finding in read(written(tree))[0].findings)]
    if not good or is_rather_binary(good):
        return
    path = tmp_path_factory.mktemp("format") / "games.xbn"
    path.write_bytes("\n".join(map(written, good)).encode())
    assert run_format(path, check=True) == 0


def is_rather_binary(trees: list[Record]) -> bool:
    """Whether there are so many control characters that the reader takes the file for binary data."""
    sample = "\n".join(map(written, trees))[:4096]
    return sum(character < " " and character not in "\t\n\f\v\x1b" for character in sample) * 10 > len(sample)


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
    (";\N{NO-BREAK SPACE}a\N{NO-BREAK SPACE}\n", "\N{NO-BREAK SPACE}a\N{NO-BREAK SPACE}"),
    ("; a \r", "a"),
]


@pytest.mark.parametrize(("token", "text"), COMMENTS)
def test_signs_in_comments(token: str, text: str) -> None:
    (record,) = xn.read_text(f"{token}\n1. d2-d3 *", from_format="xbn")
    assert [comment.text for comment in record.line.lead] == [text]
    (again,) = xn.read_text(written(record))
    assert again == record


# Turn numbers


@pytest.mark.parametrize("first", [999_999_998, 999_999_999, 10**14])
def test_the_writer_numbers_every_turn(first: int) -> None:
    tags = TAGS.replace("Expendibots", "STACKS").replace("[Result", f'[Setup "bbbbb/5/5/5/5/5/BBBBB b {first}"]\n[Result')
    canonical = f"{tags}\n{first}. b1-b2 b7-b6\n{first + 1}. b2-b3 *\n"
    for text in (canonical, f"{tags}\n{first}. b1-b2 b7-b6 b2-b3 *\n"):
        (record,) = xn.read_text(text)
        assert write(record, find_game("STACKS")) == canonical
        assert xn.validate(record).valid


def test_the_count_does_not_follow_a_number_that_leads_beyond_all_that_can_be_written() -> None:
    (record,) = xn.read_text(TAGS + "\n999999999999999999. d2-d3 d7-d6 d3-d4 d6-d5 *\n")
    text = write(record, find_game("Expendibots"))
    assert text == TAGS + "\n999999999999999999. d2-d3 d7-d6\n2. d3-d4 d6-d5 *\n"
    assert xn.read_text(text) == [record]
