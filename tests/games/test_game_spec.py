"""The game half of the specification against the program: doubts and options, Rules values, numbers, raw texts, and grammars."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from lark import Lark

import expendibots_notation as xn
from expendibots_notation.game import MOST, Game, NotationError
from expendibots_notation.games import GAMES, expendibots, find_game, robots, stack_wars, stacks
from expendibots_notation.identity import content_of
from expendibots_notation.pipeline import validate_stream
from expendibots_notation.verdict import Verdict

GRAMMAR = Path(__file__).parents[2] / "grammar"
SPEC = (GRAMMAR / "SPEC.md").read_text(encoding="utf-8")

UNICODE_SPACES = "\u00a0\u001c\u001d\u001e\u001f\u0085\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
"""What Python counts as white space and the notation does not."""

each_game = pytest.mark.parametrize("game", list(GAMES), ids=lambda game: game.id)


def table(heading: str) -> list[list[str]]:
    """The rows of the table whose first row begins so."""
    lines = SPEC.split("\n")
    (start,) = [number for number, line in enumerate(lines) if line.startswith(heading)]
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


def codes(text: str) -> list[str]:
    """The errors and XBN311 of a text."""
    found = []
    for verdict in validate_stream(BytesIO(text.encode("utf-8", "surrogatepass")), "SPEC.md"):
        assert isinstance(verdict, Verdict)
        found += [each.code for each in verdict.diagnostics if each.is_error or each.name == "readings-differ"]
    return found


# Doubts and options

LETTERS = {"expendibots": "E", "stacks": "S", "stack_wars": "W", "robots": "R"}


@each_game
def test_doubts_are_numbered_without_gaps(game: Game) -> None:
    rows = table(f"| | doubt about {game.name} |")
    assert [row[0] for row in rows] == [f"{LETTERS[game.id]}{number}" for number in range(1, len(rows) + 1)]
    assert all(all(row[1:4]) for row in rows), "every row has a doubt, its readings and a decision"


@each_game
def test_every_option_has_its_doubt_and_the_other_way_round(game: Game) -> None:
    """In the order in which a canonical Rules value names them; the first value is that of `text`."""
    stated = {}
    for row in table(f"| | doubt about {game.name} |"):
        for key, values in re.findall(r"`(\w+)=([\w\\|]+)`", row[4]):
            assert key not in stated
            stated[key] = tuple(values.split("\\|"))
            assert all(f"`{value}`" in row[2] + row[3] for value in stated[key]), "every value is explained"
    assert list(stated.items()) == list(game.options.items())
    assert dict(game.readings[0].options) == {key: values[0] for key, values in game.options.items()}


@each_game
def test_a_reading_is_the_options_that_the_text_names(game: Game) -> None:
    section = SPEC[SPEC.index(f"\n## {game.name}\n") :]
    for reading in game.readings[1:]:
        assert f"`{reading.name}`" in section
        if game.options:
            stated = re.search(rf"`{reading.name}` what the author's program does: it is `text` with\s+`([^`]+)`", section)
            assert stated is not None
            assert game.rules(f"text,{stated[1]}").options == reading.options
            assert stated[1].split(",") == game.rules(f"text,{stated[1]}").changed, "as a canonical value names them"


def test_passes_are_marked_as_added() -> None:
    for game in (stacks.GAME, stack_wars.GAME):
        (row,) = [row for row in table(f"| | doubt about {game.name} |") if "`no_move=" in row[4]]
        assert row[3].startswith("*added*")


@pytest.mark.parametrize(("name", "number"), [("STACKS", 40), ("Stack Wars", 15)])
def test_every_reason_is_shown_by_a_record(name: str, number: int) -> None:
    asked = [code for row in table(f"| about an action of {name} |") for code in re.findall(r"XBN2[0-9]{2}", row[1])]
    section = SPEC[SPEC.index(f"### Why an action of {name} is refused") :]
    block = re.search(r"^```xbn (.*)$", section, re.MULTILINE)
    assert block is not None
    assert {*asked} == {*re.findall(r"XBN2[0-9]{2}", block[1])}
    assert len(asked) == number


# Rules values


def test_canonical_rules_values_of_the_table() -> None:
    for value, name, canonical in table("| value | in | canonical |"):
        for game in GAMES if name == "any game" else [find_game(name)]:
            assert game is not None
            assert game.rules(value.strip("`")).text == canonical.strip("`")


@each_game
def test_every_order_of_options_has_one_canonical_value(game: Game) -> None:
    source = random.Random(17)
    for _ in range(40):
        reading = source.choice(game.readings)
        chosen = {key: source.choice(values) for key, values in game.options.items() if source.random() < 0.6}
        pairs = [f"{key}={value}" for key, value in chosen.items()]
        source.shuffle(pairs)
        rules = game.rules(source.choice([" , ", ",", ",\t"]).join([reading.name, *pairs]))
        differing = [f"{key}={chosen[key]}" for key in game.options if key in chosen and chosen[key] != reading.options[key]]
        assert rules.text == ",".join([reading.name, *differing])
        assert game.rules(rules.text) == rules


@each_game
@pytest.mark.parametrize("value", ["", " ", "\t ", None])
def test_an_empty_rules_value_is_the_default(game: Game, value: str | None) -> None:
    assert game.rules(value).text == "text"
    (record,) = xn.read_text(f'[Game "{game.name}"]\n[Rules {json.dumps(value or "")}]\n*\n')
    assert [each.code for each in xn.validate(record).diagnostics if each.is_error] == []
    assert '[Rules "text"]' in "".join(_written(record))


def _written(record: xn.Record) -> Iterator[str]:
    from expendibots_notation.exporters.xbn import xbn_pieces

    return xbn_pieces([record])


@each_game
@pytest.mark.parametrize(
    "value", [",", "text,", ",text", "text,,", "text=", "=", "Text", "text text", "\u00a0text", "text\n", "\u001f"]
)
def test_other_rules_values_are_refused(game: Game, value: str) -> None:
    with pytest.raises(NotationError):
        game.rules(value)


@pytest.mark.parametrize("name", ["\u017ftacks", "stac\u212as", " stacks", "stacks\u00a0"])
def test_only_ascii_letters_of_a_game_have_capitals(name: str) -> None:
    assert find_game(name) is None
    assert find_game("sTACKS") is stacks.GAME


def test_an_underscore_in_the_name_of_a_game_is_a_space() -> None:
    assert find_game("Stack_Wars") is find_game("stack wars") is stack_wars.GAME
    assert find_game("_stacks") is find_game("Stack__Wars") is None


# Position strings

SETUPS = {
    "expendibots": "b.7/.8/.8/.8/.8/.8/.8/w.7 w 7 3",
    "stacks": "bbbbb/5/5/5/5/5/BBBBB b 7",
    "stack_wars": "x3/x3/x3 b 3,3 1,1 7",
    "robots": "9/9/1h7/r8 1 2 9",
}


def start(game: Game, setup: str) -> str:
    return game.start(game.rules(), setup, {}).text


@each_game
def test_fields_are_separated_by_spaces(game: Game) -> None:
    setup = SETUPS[game.id]
    assert start(game, setup) == setup
    assert start(game, "_ " + setup.replace(" ", " _ ") + "  ") == setup


@each_game
@pytest.mark.parametrize("space", [*UNICODE_SPACES, *"\t\n\f\v\r"], ids=ascii)
def test_no_other_white_space_separates_them(game: Game, space: str) -> None:
    setup = SETUPS[game.id]
    for text in (setup.replace(" ", space), setup.replace(" ", space + " ", 1), space + setup, setup + space):
        with pytest.raises(NotationError):
            start(game, text)
    assert codes(f'[Game "{game.name}"] [Setup {json.dumps(setup.replace(" ", space))}] *') == ["XBN303"]


NUMBERS = {
    "expendibots": ["b{}.7/.8/.8/.8/.8/.8/.8/w.7 w 7 3", "b.7/.8/.8/.8/.8/.8/.8/w.7 w {} 3", "b.7/.8/.8/.8/.8/.8/.8/w.7 w 7 {}"],
    "stacks": ["bbbbb/5/5/5/5/5/BBBBB b {}"],
    "stack_wars": ["x3/x3/x3 b 3,3 1,1 {}", "x3/x3/x3 b {},3 1,1 7", "x3/x3/x3 b 3,3 1,{} 7", "x3/b{},x2/x3 b 3,3 1,1 7"],
    "robots": ["9/9/1h7/r8 {} 2 1", "9/9/1h7/r8 1 {} 9", "9/9/1h7/r8 1 2 {}", "9/9/{}h7/r8 1 2 9"],
}
each_number = pytest.mark.parametrize(
    ("game", "form"), [pytest.param(find_game(name), form, id=form) for name, forms in NUMBERS.items() for form in forms]
)


@each_number
def test_numbers_are_ascii_digits(game: Game, form: str) -> None:
    assert start(game, form.format("0001")) == start(game, form.format("1"))
    assert start(game, form.format("0" * 5000 + "1")) == start(game, form.format("1"))
    for wrong in ("\u0661", "\u00b2", "\uff11", "+1", "-1", "1.0", "1e0", "1\u0660", "0x1", "9" * 5000, str(MOST + 1)):
        with pytest.raises(NotationError):
            start(game, form.format(wrong))


@each_number
def test_the_largest_number(game: Game, form: str) -> None:
    """Where no rule sets a lower limit: turns and quiet plies. A board has at most that many tokens in all."""
    if form.startswith("b{}") or "w {} 3" in form or "w 7 {}" in form or form.endswith(("b {}", "1,1 {}")):
        largest = MOST - 1 if form.startswith("b{}") else MOST
        assert str(largest) in start(game, form.format(largest))
        with pytest.raises(NotationError):
            start(game, form.format(largest + 1))


def test_a_game_goes_on_from_the_largest_turn() -> None:
    position = stacks.start(f"bbbbb/5/5/5/5/5/BBBBB b {MOST}").play("b1-b2").play("b7-b6")
    assert position.turn == MOST + 1


BAD_TAGS = {
    "Size": ["", " 9", "9 ", "+9", "09", "9.0", "\u0669", "9" * 5000, "2", "20", "9x9"],
    "Score": ["", " 0-0", "00-0", "0:0", "0-0 ", "\u0660-\u0660", "9" * 5000],
}


@pytest.mark.parametrize(("tag", "value"), [(tag, value) for tag, values in BAD_TAGS.items() for value in values])
def test_tags_of_stack_wars_have_one_form(tag: str, value: str) -> None:
    expected = ["XBN315"] if tag == "Size" else ["XBN316"]
    assert codes(f'[Game "Stack Wars"] [{tag} {json.dumps(value)}] *') == expected


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        *(
            ("Size", value)
            for value in ("", "45", "45x30 ", "45X30", "45 x 30", "045x30", "\u0664x5", "9" * 5000, "9x" + "9" * 5000)
        ),
        *(("Start", value) for value in ("", "22", "22,15 ", "22, 15", "(22,15)", "022,15", "-1,0", "\u0662,1", "9" * 5000)),
        *(("Levels", value) for value in ("", "0", "066", "+66", " 66", "66.0", "\u0666", "9" * 5000, "135")),
        *(("Score", value) for value in ("", "00", "+0", " 0", "\u0660", "9" * 5000)),
    ],
)
def test_tags_of_robots_have_one_form(tag: str, value: str) -> None:
    expected = ["XBN316"] if tag == "Score" else ["XBN315"]
    assert codes(f'[Game "Robots"] [{tag} {json.dumps(value)}] *') == expected


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ('[Game "Stack Wars"] [Size "5"] [Size ""] [Setup "x4/x4/x4/x4 b 3,3 0,0"] *', ["XBN108", "XBN303"]),
        ('[Game "Stack Wars"] [Size "4"] [Size "5"] [Setup "x4/x4/x4/x4 b 3,3 0,0"] *', ["XBN108"]),
        ('[Game "Stack Wars"] [Size "4"] [Size "9"] 1. +a1 +a9 *', ["XBN108", "XBN206"]),
        ('[Game "Stack Wars"] [Size "9"] [Size "4"] 1. +a1 +a9 *', ["XBN108"]),
        ('[Game "Robots"] [Levels "1"] [Levels "2"] [Setup "9/9/9/1h1er4/9/9/9 1 0 9"] 1. L+ 1-0', ["XBN108"]),
        ('[Game "Robots"] [Size "9x7"] [Size "x"] [Start "3,3"] [Start "9,9"] *', ["XBN108", "XBN108"]),
    ],
)
def test_the_first_of_a_repeated_tag_counts(tags: str, expected: list[str]) -> None:
    assert codes(tags) == expected
    (record,) = xn.read_text(tags)
    first_of_each = tuple(tag for at, tag in enumerate(record.tags) if tag.name not in {other.name for other in record.tags[:at]})
    assert content_of(record) == content_of(replace(record, tags=first_of_each))


@pytest.mark.parametrize(
    ("tags", "place"),
    [
        ('[Setup "?"] [Levels "x"] [Start "x"] [Size "x"]', "Size"),
        ('[Setup "?"] [Levels "x"] [Start "x"]', "Setup"),
        ('[Setup "9/9/9/1h5r1/9/9/9 67 0 9"] [Levels "x"] [Start "x"]', "Start"),
        ('[Setup "9/9/9/1h5r1/9/9/9 67 0 9"] [Levels "x"]', "Levels"),
        ('[Setup "9/9/9/1h5r1/9/9/9 67 0 9"]', "Setup"),
    ],
)
def test_one_error_about_the_beginning_of_a_game(tags: str, place: str) -> None:
    text = f'[Game "Robots"] {tags} *'
    assert codes(f'[Rules "x"] {text}') == ["XBN302"]
    (error,) = [each for each in xn.validate(xn.read_text(text)[0]).diagnostics if each.is_error]
    assert error.place.column == text.index(f"[{place}") + 1


@pytest.mark.parametrize(
    ("setup", "is_allowed"),
    [
        ("9/9/4h4/9 0 0 0", True),
        ("h8/9/9/9 0 10 0", True),
        ("h8/9/9/9 0 11 0", False),
        ("h8/9/9/9 0 0 1", False),
        ("h7r/9/9/9 0 0 0", False),
        ("h7e/9/9/9 0 0 0", False),
        ("9/9/9/9 0 0 0", False),
    ],
)
def test_level_0(setup: str, is_allowed: bool) -> None:
    assert codes(f'[Game "Robots"] [Setup "{setup}"] *') == ([] if is_allowed else ["XBN303"])
    if is_allowed:
        assert robots.start(setup).awaits_chance


# Raw texts

COUNTS = [
    "'BOOM', (3, 1)",
    '"BOOM", (3, 1)',
    "r'BOOM', (3, 1)",
    'R"BOOM", (3, 1)',
    "u'BOOM', (3, 1)",
    "U'BOOM', (3, 1)",
    "'BOOM', (3, 1),",
    "'BOOM',(3,1,)",
    "'BOOM', (+3, 1)",
    "'BOOM', (3.0, 1.)",
    "'BOOM', (30e-1, True)",
    "'BOOM', (3, np.True_)",
    "'BOOM', (np.int64(3), numpy.True_)",
    "'BOOM', ((3), ((1)))",
    "'BOOM', Square(x=3, y=1)",
    "'BOOM', Square(3, 1,)",
    "'BOOM', (Decimal('3'), Fraction(2, 2))",
    "('BOOM'), ((3, 1))",
    " 'BOOM' ,\t(\n3\x0c,\x0b1\r) ",
    "'MOVE', 1, (3, 1), (3, 2)",
    "'MOVE', True, (3, 1), (3, 2)",
    "'MOVE', 1.0, (3, 1), (3, 2)",
]
"""Inside the parentheses of a tuple that means a legal action."""
COUNTS_NOT = [
    "b'BOOM', (3, 1)",
    "B'BOOM', (3, 1)",
    "f'BOOM', (3, 1)",
    "rb'BOOM', (3, 1)",
    "'boom', (3, 1)",
    "'BO' 'OM', (3, 1)",
    "'BO\\x4fM', (3, 1)",
    "BOOM, (3, 1)",
    "'BOOM', [3, 1]",
    "'BOOM', {3, 1}",
    "'BOOM', 3, 1",
    "'BOOM', (3, 1, 0)",
    "'BOOM', (3,)",
    "'BOOM', (x=3, y=1)",
    "'BOOM', (3 1)",
    "'BOOM', (,3, 1)",
    "'BOOM', (03, 1)",
    "'BOOM', (3, 01)",
    "'BOOM', (3, 0_1)",
    "'BOOM', (3, 0x1)",
    "'BOOM', (3, 1j)",
    "'BOOM', (3, 1.5)",
    "'BOOM', (3, - 1)",
    "'BOOM', (3, '1')",
    "'BOOM', (3, None)",
    "'BOOM', (3, np.int64())",
    "'BOOM', (3, np.int64(1).item())",
    "'BOOM', (3, Fraction(1, 2))",
    "'BOOM', (3, inf)",
    "'BOOM', (3, 1e999)",
    "'BOOM',\xa0(3, 1)",
    "'BOOM', (\u0663, 1)",
    "'BOOM', (3, 1) # yes",
]


def raw(text: str) -> list[str]:
    """What becomes of a record in which White's first action was rejected, with that raw text."""
    return codes(f"1. ~{json.dumps(text)} 0-1\n")


@pytest.mark.parametrize("inner", COUNTS)
def test_values_that_count(inner: str) -> None:
    for text in (f"({inner})", f"  ({inner})\n"):
        assert raw(text) == ["XBN312"], "it means a legal action"


@pytest.mark.parametrize("inner", COUNTS_NOT)
def test_values_that_do_not_count(inner: str) -> None:
    assert raw(f"({inner})") == []


@pytest.mark.parametrize(
    "text", ["['BOOM', (3, 1)]", "'BOOM', (3, 1)", "(" * 25 + "'BOOM', (3, 1)" + ")" * 25, f"({' ' * 2000}'BOOM', (3, 1))"]
)
def test_texts_that_are_no_tuple(text: str) -> None:
    assert raw(text) == []


def test_a_call_of_several_values_is_their_tuple() -> None:
    assert raw("Action('BOOM', (3, 1))") == ["XBN312"]


LEGAL = {"expendibots": "d2-d3", "stacks": "b1-b2", "stack_wars": "+e1", "robots": "C"}
ROBOTS_SETUP = '[Setup "9/9/9/1h5r1/9/9/9 1 0 9"]'


def raw_in(game: Game, text: str) -> list[str]:
    setup = ROBOTS_SETUP if game is robots.GAME else ""
    return codes(f'[Game "{game.name}"] {setup} 1. ~{json.dumps(text)} 0-1\n')


@each_game
def test_a_raw_text_is_an_action_of_the_notation(game: Game) -> None:
    action = LEGAL[game.id]
    for text in (action, action.upper(), f" \t\n\f\v\r{action} ", action.lower()):
        assert raw_in(game, text) == ["XBN312"], text
    for space in UNICODE_SPACES:
        assert raw_in(game, space + action) == raw_in(game, action + space) == []
    for text in (
        "",
        "*",
        "1-0",
        "1. " + action,
        f"{action} {action}",
        f'"{action}"',
        action + "{}",
        "<9>",
        action + " " * 64 + "x",
    ):
        assert raw_in(game, text) == [], text


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (expendibots.GAME, "d2,d3"),
        (expendibots.GAME, "d2\u00a0d3"),
        (expendibots.GAME, "d2#-#d3"),
        (expendibots.GAME, "x(d2"),
        (expendibots.GAME, "xd2)"),
        (stack_wars.GAME, "fort\u0131fy e1"),
        (stacks.GAME, "pa\u017f\u017f"),
        (robots.GAME, "Xx"),
        (robots.GAME, "xX"),
        (robots.GAME, "LU"),
    ],
)
def test_texts_that_only_look_like_actions(game: Game, text: str) -> None:
    assert raw_in(game, text) == []
    with pytest.raises(NotationError):
        game.read_action(text)


def test_a_long_s_is_no_pass() -> None:
    setup = '[Setup "w2,w,w/b2,w2,w2/b,b2,b2 b 0,0 1,0 1"]'
    assert "XBN312" in codes(f'[Game "Stack Wars"] {setup} 1. ~"pass" 0-1')
    assert "XBN312" not in codes(f'[Game "Stack Wars"] {setup} 1. ~"pa\u017f\u017f" 0-1')


# The game's own reading of an action against its grammar

SEEDS = {
    "expendibots": ["d2-d3", "3d2-d4=5", "xd4", "xd4=3:5", "boom (d4)", "2 d2 -> d4", "D2D4", "Boom(d4)=1:0"],
    "stacks": ["2c1-c3", "2b3+c3xd3>c4", "b2-b3&d2+b3xc4", "--", "pass", "b1 - b3 & d1 \u00d7 d2 -> e3", "c1c3"],
    "stack_wars": ["+e1", "e1-e2", "e8xe9^", "--", "pass", "fortify e1", "e1 \u2192 e2 ^"],
    "robots": ["UL", "X+", "T@3,4=8", "t (3, 4)#", "dr=3", "C", "x", "T 12,4"],
}
ALPHABET = "aAbBdDlLxXtTuUoOmMpPsS019 \t-+>=&:^#@,()!\u2013\u2014\u2192\u00d7\u00a0\u017f\u0661\n_"


@each_game
def test_a_game_reads_exactly_what_its_grammar_calls_an_action(game: Game) -> None:
    lark = Lark(
        (GRAMMAR / game.grammar).read_text(), import_paths=[str(GRAMMAR)], parser="lalr", source_path=str(GRAMMAR / game.grammar)
    )
    (terminal,) = [each for each in lark.terminals if each.name == "ACTION"]
    pattern = re.compile(terminal.pattern.to_regexp())
    source = random.Random(4)
    read = 0
    for _ in range(6000):
        text = source.choice(SEEDS[game.id])
        for _ in range(source.choice([0, 1, 1, 1, 2, 3])):
            at = source.randrange(len(text) + 1)
            text = text[:at] + source.choice(["", source.choice(ALPHABET)]) + text[at + source.choice([0, 1]) :]
        is_action = pattern.fullmatch(text) is not None
        try:
            game.read_action(text)
        except NotationError:
            assert not is_action, text
        else:
            assert is_action, text
            read += 1
    assert read > 1000


# Readings that differ

SPAWN = "<r1r1r1r1r/1r1r1r1r1/9/{}/9/r8/9>"


@pytest.mark.parametrize(
    ("rules", "row", "more", "expected"),
    [
        ("text", "4h4", "", []),
        ("reference", "5h3", "", []),
        ("text", "5h3", "", ["XBN274", "XBN311"]),
        ("reference", "4h4", "", ["XBN274", "XBN311"]),
        ("text", "5h3", " 1. C 2. C", ["XBN274", "XBN311"]),
        ("text", "3h5", "", ["XBN274"]),
        ("text,start=reference", "5h3", "", []),
        ("reference,start=centre", "4h4", "", []),
        ("text,start=reference", "4h4", "", ["XBN274"]),
    ],
)
def test_where_levels_begin(rules: str, row: str, more: str, expected: list[str]) -> None:
    """The other reading is named where it allows the spawn that this one refuses, and nowhere else."""
    assert codes(f'[Game "Robots"] [Rules "{rules}"] [Size "9x7"] {SPAWN.format(row)}{more} *') == expected


@pytest.mark.parametrize("rules", ["text", "reference"])
def test_a_start_tag_holds_under_every_reading(rules: str) -> None:
    head = f'[Game "Robots"] [Rules "{rules}"] [Size "9x7"] [Start "3,3"]'
    assert codes(f"{head} {SPAWN.format('3h5')} *") == []
    assert codes(f"{head} {SPAWN.format('4h4')} *") == codes(f"{head} {SPAWN.format('5h3')} *") == ["XBN274"]


def test_play_goes_on_to_be_compared_from_either_start() -> None:
    """A safe teleport beside a robot, which only one reading allows, in a level that begins where only the other one does."""
    record = '[Game "Robots"] [Rules "reference"] [Setup "h8/9/9/9/9/9/9 0 3 0"] ' + SPAWN.format("5h3") + " 1. T@0,4 *"
    assert codes(record) == ["XBN311"]


def test_the_warning_is_where_a_replay_ends() -> None:
    text = '[Game "Robots"]\n[Size "9x7"]\n\n' + SPAWN.format("5h3") + "\n1. C *\n"
    (verdict,) = validate_stream(BytesIO(text.encode()), "SPEC.md")
    assert isinstance(verdict, Verdict)
    (warning,) = [each for each in verdict.diagnostics if each.name == "readings-differ"]
    assert (warning.place.line, warning.place.column) == (4, 1)
