"""The specification is executed: every record and position in grammar/SPEC.md, and its tables against the program's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pytest

from expendibots_notation.diagnostics.codes import TABLE
from expendibots_notation.diagnostics.model import Severity
from expendibots_notation.game import Game, NotationError
from expendibots_notation.games import expendibots, find_game
from expendibots_notation.games.expendibots import positions, reasons
from expendibots_notation.games.robots.syntax import LONGEST_SPAWN
from expendibots_notation.importers.text import TextStream
from expendibots_notation.importers.xbn import read_texts
from expendibots_notation.limits import USUAL, Limits, applied
from expendibots_notation.notation import strings
from expendibots_notation.notation.borders import RecordText
from expendibots_notation.notation.numbering import MOST_TURNS
from expendibots_notation.notation.tree import FRAME_TAGS, Record
from expendibots_notation.notation.tree_builder import parse
from expendibots_notation.notation.writer import write
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.verdict import Verdict

GRAMMAR = Path(__file__).parent.parent / "grammar"
SPEC = (GRAMMAR / "SPEC.md").read_text(encoding="utf-8")
GAME: Game = expendibots.GAME

FEWEST_RECORD_BLOCKS = 35
FEWEST_RECORDS = 70
LONGEST_ACTION = 64
LONGEST_NUMBER = 300

_BLOCK = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"XBN[0-9]{3}")
_STYLE = re.compile(r"XBN15[0-9]")


@dataclass(frozen=True)
class Block:
    """A fenced block: what its info string says, what is in it, and where it stands."""

    info: str
    body: str
    line: int
    end: int
    """The offset behind it."""

    @property
    def kind(self) -> str:
        return self.info.split()[0]

    @property
    def words(self) -> list[str]:
        return self.info.split()[1:]

    @property
    def codes(self) -> list[str]:
        return [word for word in self.words if word != "=>"]


def _blocks() -> list[Block]:
    return [
        Block(found["info"], found["body"], SPEC.count("\n", 0, found.start()) + 1, found.end()) for found in _BLOCK.finditer(SPEC)
    ]


BLOCKS = _blocks()
RECORDS = [block for block in BLOCKS if block.kind == "xbn"]
POSITIONS = [block for block in BLOCKS if block.kind == "position"]


def parameters(blocks: list[Block]) -> list[object]:
    return [pytest.param(block, id=f"line {block.line}: {block.info}") for block in blocks]


# What the program says


def codes(data: bytes) -> list[str]:
    """The codes of everything that the validator finds in a file, the layout included, in order."""
    found: list[str] = []
    for verdict in validate_stream(BytesIO(data), "SPEC.md", Overrides(layout=True)):
        if isinstance(verdict, Verdict):
            found.extend(finding.code for finding in verdict.diagnostics)
        else:
            found.append(verdict.diagnostic.code)
    return found


def has_errors(data: bytes) -> bool:
    return not all(isinstance(verdict, Verdict) and verdict.valid for verdict in validate_stream(BytesIO(data), "SPEC.md"))


def records(text: str) -> list[Record]:
    found = []
    for each in read_texts(TextStream(BytesIO(text.encode())), "SPEC.md"):
        assert isinstance(each, RecordText)
        found.append(parse(each, find_game))
    return found


def canonical(text: str) -> str:
    return "\n".join(write(record, find_game(record.game)) for record in records(text))


# The blocks


@pytest.mark.parametrize("block", parameters(RECORDS))
def test_record(block: Block) -> None:
    data = block.body.encode()
    match block.words:
        case []:
            assert codes(data) == []
            assert canonical(block.body) == block.body
        case ["valid"]:
            assert not has_errors(data)
        case ["canonical"]:
            assert not [code for code in codes(data) if _STYLE.fullmatch(code)]
            assert canonical(block.body) == block.body
        case _:
            assert codes(data) == block.codes


@pytest.mark.parametrize("block", parameters([block for block in RECORDS if "=>" in block.words]))
def test_formatting(block: Block) -> None:
    """What a formatter makes of a block is the next one: an equal record, with only the warnings about style gone."""
    following = next(other for other in RECORDS if other.line > block.line)
    assert following.words == ["canonical"]
    between = SPEC[block.end : SPEC.rindex("```xbn", 0, following.end)]
    assert not between.strip(), "the canonical text follows immediately"
    assert canonical(block.body) == following.body
    assert records(block.body) == records(following.body)
    assert codes(following.body.encode()) == [code for code in block.codes if not _STYLE.fullmatch(code)]


@pytest.mark.parametrize("block", parameters(POSITIONS))
def test_position(block: Block) -> None:
    for text in block.body.splitlines():
        if block.words == ["bad"]:
            with pytest.raises(NotationError):
                expendibots.start(text)
        else:
            assert expendibots.start(text).text == text
            assert expendibots.start(text.replace(" ", "_")).text == text


@pytest.mark.parametrize("block", parameters([block for block in BLOCKS if block.kind in ("terminals", "rules")]))
def test_grammar_is_quoted_as_it_is(block: Block) -> None:
    (file,) = block.words
    defined = dict(_definitions((GRAMMAR / file).read_text(encoding="utf-8")))
    quoted = dict(_definitions(block.body))
    is_terminal = block.kind == "terminals"
    assert quoted == {name: text for name, text in defined.items() if name.isupper() == is_terminal}


def _definitions(text: str) -> Iterator[tuple[str, str]]:
    """The rules or terminals of a grammar, those that others are composed of included, without the comments after them."""
    for name, definition in re.findall(r"^(_?[A-Za-z_]+): (.*)$", text, re.MULTILINE):
        yield name, re.sub(r"\s+// .*", "", definition).strip()


def test_every_block_is_understood() -> None:
    for block in BLOCKS:
        where = f"line {block.line}: {block.info}"
        match block.kind:
            case "xbn":
                known = block.words in ([], ["valid"], ["canonical"]) or (
                    all(_CODE.fullmatch(code) for code in block.codes) and "=>" not in block.words[:-1] and len(block.codes) > 0
                )
            case "position":
                known = block.words in ([], ["bad"])
            case "terminals" | "rules":
                known = len(block.words) == 1
            case kind:
                known = kind == "text" and not block.words
        assert known, where


def test_no_block_is_overlooked() -> None:
    fences = re.findall(r"^[ \t]*(?:```|~~~).*$", SPEC, re.MULTILINE)
    assert len(fences) == 2 * len(BLOCKS)
    assert fences[0::2] == [f"```{block.info}" for block in BLOCKS]
    assert set(fences[1::2]) == {"```"}
    assert len(RECORDS) >= FEWEST_RECORD_BLOCKS
    assert sum(len(records(block.body)) for block in RECORDS) >= FEWEST_RECORDS
    assert len([block for block in RECORDS if block.words == []]) >= 10
    assert {block.kind for block in BLOCKS} == {"xbn", "position", "terminals", "rules", "text"}


def test_every_code_about_a_record_is_shown() -> None:
    """All codes but those of foreign formats, of limits, and which no Markdown file can show; the tests below show these."""
    shown = {code for block in RECORDS for code in block.codes}
    unshowable = {"XBN110", "XBN111", "XBN115", "XBN153", "XBN154"}
    others = {row.code for row in TABLE if not row.code.startswith(("XBN4", "XBN9"))}
    assert others - shown == unshowable


# What no block can show

HEAD = b'[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n\n'
SHORT = HEAD + b"1. d2-d3 *\n"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(SHORT, [], id="canonical"),
        pytest.param(SHORT.replace(b"\n", b"\r\n"), ["XBN153"], id="CR LF"),
        pytest.param(SHORT.replace(b"\n", b"\r"), ["XBN153"], id="CR"),
        pytest.param(b"\xef\xbb\xbf" + SHORT, ["XBN154"], id="byte order mark"),
        pytest.param(b"\xef\xbb\xbf" + SHORT.replace(b"\n", b"\r\n"), ["XBN154", "XBN153"], id="both"),
        pytest.param(HEAD + b"1. d2-d3 {caf\xe9} *\n", ["XBN110"], id="Latin-1"),
        pytest.param(HEAD + b"1. d2-d3 {\0} *\n", ["XBN115"], id="NUL"),
        pytest.param(HEAD + b"1. d2-d3 {\0\0\xff\0\xff} *\n", ["XBN110", "XBN115"], id="each once"),
        pytest.param(b"\0" * 100, ["XBN111"], id="binary"),
        pytest.param(b" \n\t\r\n", ["XBN112"], id="white space"),
    ],
)
def test_bytes(data: bytes, expected: list[str]) -> None:
    assert sorted(codes(data)) == sorted(expected)


def nested(depth: int) -> bytes:
    return HEAD + b"1. d2-d3" + b" (1. e2-e3" * depth + b")" * depth + b" *\n"


def test_nesting_limit() -> None:
    assert codes(nested(USUAL.variation_depth)) == []
    assert codes(nested(USUAL.variation_depth + 1)) == ["XBN901"]


def test_length_limit() -> None:
    with applied(Limits(record_length=len(SHORT))):
        assert codes(SHORT + b"\n" + SHORT) == []
        assert codes(b"{" + b"x" * len(SHORT) + b"}\n1. d2-d3 *\n\n" + SHORT) == ["XBN902"]


# Tables


def table(heading: str) -> list[list[str]]:
    """The rows of the table whose first row begins like `heading`; back-quotes are taken off."""
    lines = SPEC.split("\n")
    (start,) = [number for number, line in enumerate(lines) if line.startswith(heading)]
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def test_code_table() -> None:
    rows = table("| code | name | severity |")
    assert [tuple(row[:3]) for row in rows] == [(row.code, row.name, row.severity.value) for row in TABLE]
    assert all(row[3] for row in rows)


def test_codes_in_the_text_exist() -> None:
    assert set(_CODE.findall(SPEC)) == {row.code for row in TABLE}


def test_style_codes_are_the_warnings_about_style() -> None:
    style = {row.code for row in TABLE if _STYLE.fullmatch(row.code)}
    assert style | {"XBN311", "XBN314", "XBN404", "XBN411", "XBN412", "XBN414", "XBN911"} == {
        row.code for row in TABLE if row.severity is Severity.WARNING
    }
    assert style == {row[2] for row in table("| accepted | instead of |")}


def test_termination_table() -> None:
    assert [row[0] for row in table("| termination | results |")] == list(GAME.all_terminations())


def test_frame_tags() -> None:
    assert [row[0] for row in table("| tag | value |")] == list(FRAME_TAGS)


def test_numeric_attributes() -> None:
    assert {row[0] for row in table("| key | meaning | unit |")} == strings.NUMERIC_KEYS


def test_readings() -> None:
    assert "`text` and `referee` are the two values of the Rules tag" in SPEC
    assert [reading.name for reading in GAME.readings] == ["text", "referee"]
    assert not GAME.options


def test_limits() -> None:
    stated = {row[0]: int(row[1].replace(",", "")) for row in table("| limit | value |")}
    assert stated == {
        "characters of one record": USUAL.record_length,
        "characters of one comment": USUAL.comment_length,
        "characters of any other token": USUAL.token_length,
        "tags of one record": USUAL.tags,
        "variations inside one another": USUAL.variation_depth,
        "variations of one record": USUAL.variations,
        "characters of one action": LONGEST_ACTION,
        "characters of one spawn of Robots": LONGEST_SPAWN,
        "digits of a turn number": len(str(MOST_TURNS)),
        "characters of a number in attributes": LONGEST_NUMBER,
        "tokens of one position, and any number in a Setup": positions.MOST_TOKENS,
    }


def test_longest_action_and_number() -> None:
    def with_action(length: int) -> bytes:
        return HEAD + b"1. d2-d" + b"3" * (length - 4) + b" *\n"

    def with_number(length: int) -> bytes:
        return HEAD + b"1. d2-d3 {%nodes=" + b"9" * length + b"} *\n"

    assert codes(with_action(LONGEST_ACTION)) == ["XBN206"]
    assert codes(with_action(LONGEST_ACTION + 1)) == ["XBN101"]
    assert codes(with_number(LONGEST_NUMBER)) == []
    assert codes(with_number(LONGEST_NUMBER + 1)) == ["XBN109"]


def test_reasons_are_asked_in_this_order() -> None:
    """The engine numbers its reasons in the order in which it asks."""
    names = [name for _, name in sorted(reasons.VIOLATIONS.items())]
    by_code = {row.code: row.name for row in TABLE}
    assert [by_code[row[2]] for row in table("| | question | code |")] == names


def test_initial_position_is_given() -> None:
    assert expendibots.start().text in [text for block in POSITIONS for text in block.body.splitlines()]


def test_worked_example_ends_as_stated() -> None:
    example = next(block for block in RECORDS if "## A worked example" in SPEC[: block.end] and block.words == [])
    (verdict,) = validate_stream(BytesIO(example.body.encode()), "SPEC.md")
    assert isinstance(verdict, Verdict)
    assert f"```position\n{verdict.final}\n```" in SPEC[example.end :]


def test_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", SPEC, re.MULTILINE)
    }
    for anchor in re.findall(r"\]\(#([^)]*)\)", SPEC):
        assert anchor in headings
    for file in re.findall(r"\]\(([^)#]+)\)", SPEC):
        assert (GRAMMAR / file).is_file()
