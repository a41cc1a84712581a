"""Mutated records: bytes that were a record, an executed text of SPEC or a broken sample before something happened to them.

A mutation is a function of a source of chance and some bytes. Those in `HARD` hit what readers get wrong: borders of records,
strings, line ends, invalid bytes and nesting. `mutate` takes about half of its mutations from there. Nothing is filtered out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
LARGEST_SEED = 600
"""Longer texts than this many bytes are cut up: small texts are quick, and their faults easy to see."""

Mutation = Callable[[Random, bytes], bytes]

# What means something somewhere


def listed(text: str) -> list[bytes]:
    return [each.encode() for each in text.split(" ¦ ")]


RESULTS = listed("* ¦ 1-0 ¦ 0-1 ¦ 1/2-1/2 ¦ 1–0 ¦ 0—1 ¦ ½-½ ¦ 1/2 ¦ 1/2–1/2")
COMMENTS = listed(
    "{c} ¦ ; c\n ¦ ; ¦ {} ¦ {%} ¦ {%emt=.50} ¦ {a\nb} ¦ {a\\}b} ¦ {\\%} ¦ {never closed ¦ {% never closed ¦ {x\\\n} ¦ {a\rb} ¦ "
    '{[x} ¦ {x\n[White "y"]\n} ¦ {x\n\\[White "y"]\n} ¦ {\n [ a\t"} ¦ {\n[a} ¦ {%a=b\n[c "d"]\n} ¦ {\n\\[x} ¦ {\\[x} ¦ {a;b} ¦ '
    "{(} ¦ {%a=(}"
)
TAGS = listed(
    r'[White "x"] ¦ [ White   "x" ] ¦ [White"x"] ¦ [White "x" ¦ [White ¦ [ ¦ [1 "x"] ¦ [White "x" y] ¦ [White "x" {c}] ¦ '
    r'[White "x] ¦ [White "\x"] ¦ [White "\u00e4\ud83d\ude00\ud800"] ¦ [White "a\tb"] ¦ [Format "xbn 1"] ¦ [Format "xbn 7"] ¦ '
    r'[Format ""] ¦ [Game "Robots"] ¦ [Game "STACKS"] ¦ [Game "stack wars"] ¦ [Game "Chess"] ¦ [Game "expendibots"] ¦ '
    r'[Game "\x"] ¦ [Game ""] ¦ [Game "\u017ftacks"] ¦ [Game "stac\u212as"] ¦ [Rules "text"] ¦ [Rules ""] ¦ '
    r'[Rules " referee "] ¦ [Rules "reference"] ¦ [Rules "helpers=whole, combine=mutual"] ¦ [Rules "text,no_move=none"] ¦ '
    r'[Rules "house"] ¦ [Rules "text,"] ¦ [Result "*"] ¦ [Result "1-0"] ¦ [Result "x"] ¦ [Termination "time"] ¦ '
    r'[Termination "boredom"] ¦ [Termination "truncated"] ¦ [Size "5"] ¦ [Size "9x7"] ¦ [Start "0,0"] ¦ [Levels "2"] ¦ '
    r'[Setup "b.7/.8/.8/.8/.8/.8/.8/w.7 b 12 4"] ¦ [Setup "x3/x3/x3 w 9,9 0,0 7"] ¦ [Setup "bbbbb/5/5/5/5/5/BBBBB r 3"] ¦ '
    r'[Setup "9/9/1h7/r8 1 0 9"] ¦ [Setup ""] ¦ [Setup "b1.7/.8/.8/.8/.8/.8/.8/w.7_b_012"]'
)
WORDS = listed(
    "d2-d3 ¦ D2-d3 ¦ 3 d2-d4=05 ¦ d2→d3 ¦ d2 – d3 ¦ d2d3 ¦ xd4 ¦ xd4=3:5 ¦ Boom (d4) ¦ x(d4 ¦ 2b3+c3xd3>c4 ¦ b2 + 01a2 x a1 ¦ "
    "b1-b3&d1-d2 ¦ -- ¦ --e8-e7 ¦ – ¦ — ¦ pass ¦ Pass ¦ +e1 ¦ Fortify B1 ¦ e8-e9^ ¦ d3\u00d7e3 ¦ UL=8 ¦ ul ¦ X+ ¦ x# ¦ T@3,4 ¦ "
    "t (8,0)=7 ¦ t 0, 6 ¦ T@3,4=5a ¦ L=05 ¦ C ¦ <r1r1r1r1r/1r1r1r1r1/9/5h3/9/r8/9> ¦ < R1 / 09 > ¦ <a dice> ¦ <> ¦ <4 5> ¦ < ¦ "
    "> ¦ 1. ¦ 1... ¦ 2. ¦ 1… ¦ 01 . ¦ 12.. ¦ 7. ¦ 999999999999999999. ¦ 1000000000000000000. ¦ ! ¦ ?! ¦ !!! ¦ $1 ¦ $ ¦ $007 ¦ "
    '~ ¦ ~d2-d5 ¦ ~ ~ ¦ {%eval=1e999} ¦ ~"x" ¦ "x" ¦ " ¦ {%emt=0.42 clk=59.58 eval=-3} ¦ {%emt=fast} ¦ {%a=b a=c} ¦ '
    '{%a="\\u007b" b=c} ¦ {%nodes=+007} ¦ {%eval=1e3} ¦ {%eval=-0.0} ¦ {%mem=1e22 eval=.00001} ¦ {%note={x} ¦ {%a="x"b=1}'
)
BAD_BYTES = [b"\xff", b"\x80", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x80", b"\xf4\x90\x80\x80", b"\0", b"\xfe\xff"]
ALPHABET = [
    *(bytes([code]) for code in range(0x7F)),
    *listed('– ¦ — ¦ → ¦ \u00d7 ¦ ½ ¦ … ¦ ä ¦ 😀 ¦ \ufeff ¦ \u00a0 ¦ \u0085 ¦ \u2028 ¦ \u0661 ¦ \r\n ¦ \\u ¦ \\\\ ¦ \\" ¦ \x7f'),
    *(b"9" * 19, b"9" * 400, b"0" * 20),
]
IN_STRINGS = [
    *listed(r'\ ¦ \\ ¦ \" ¦ " ¦ \u00e4 ¦ \ud83d ¦ \u00 ¦ _ ¦ 0 ¦ 1 ¦ , ¦ / ¦ . ¦ w ¦ [ ¦ ] ¦ \/ ¦ \n'),
    *(b"\n", b"\r", b"\t", b"\0", b"\x1f", b"\xff", b" ", b"\xc2\xa0"),
]
SEPARATORS = [b"", b" ", b"\n", b"\n\n", b"\r\n", b"\r", b"\t\n ", b"\f"]

_RESULT = re.compile(rb"(?<![^\s)}])(?:\*|1-0|0-1|1/2-1/2)")
_STRING = re.compile(rb'"[^"\n]*"')
_PIECE = re.compile(rb'\{[^}]*\}|"[^"\n]*"|<[^>]*>|[^\S\n]+|\n|[\w.=+@:,/^#>&-]+|.', re.DOTALL)
_ACTION = re.compile(rb"(?<=\s)[0-9]*[A-Za-z+][\w@=+:,&>^#-]*")


# Places


def anywhere(source: Random, data: bytes) -> int:
    return source.randint(0, len(data))


def at_a_match(source: Random, data: bytes, pattern: re.Pattern[bytes]) -> tuple[int, int]:
    """Where one of the matches begins and ends; a random place if there is none."""
    found = [match.span() for match in pattern.finditer(data)]
    if not found:
        at = anywhere(source, data)
        return at, at
    return source.choice(found)


def replaced(data: bytes, span: tuple[int, int], by: bytes) -> bytes:
    return data[: span[0]] + by + data[span[1] :]


def between_pieces(source: Random, data: bytes) -> int:
    return at_a_match(source, data, _PIECE)[source.randint(0, 1)]


def inserted(source: Random, data: bytes, what: bytes) -> bytes:
    at = between_pieces(source, data) if source.random() < 0.8 else anywhere(source, data)
    space = source.choice([b"", b" ", b" ", b"\n"])
    return data[:at] + space + what + source.choice([b"", space]) + data[at:]


# Borders


def insert_result(source: Random, data: bytes) -> bytes:
    return inserted(source, data, source.choice(RESULTS))


def change_result(source: Random, data: bytes) -> bytes:
    return replaced(data, at_a_match(source, data, _RESULT), source.choice([b"", *RESULTS, *RESULTS]))


def comment_after_result(source: Random, data: bytes) -> bytes:
    _, end = at_a_match(source, data, _RESULT)
    return replaced(data, (end, end), source.choice([b"", b" ", b"\t", b"\n", b"\r"]) + source.choice(COMMENTS))


def insert_tag(source: Random, data: bytes) -> bytes:
    if source.random() < 0.6:
        at, _ = at_a_match(source, data, re.compile(rb"^", re.MULTILINE))
        return replaced(data, (at, at), source.choice(TAGS) + source.choice([b"\n", b" ", b""]))
    return inserted(source, data, source.choice(TAGS))


def break_tag(source: Random, data: bytes) -> bytes:
    return replaced(data, at_a_match(source, data, re.compile(rb'[\[\]"]')), source.choice([b"", b"[", b"]", b'"']))


def change_white_space(source: Random, data: bytes) -> bytes:
    return replaced(data, at_a_match(source, data, re.compile(rb"\s+")), source.choice([*SEPARATORS, b"\n\n\n", b"\v"]))


# Strings


def change_string(source: Random, data: bytes) -> bytes:
    start, end = at_a_match(source, data, _STRING)
    at = source.randint(min(start + 1, end), max(end - 1, start))
    what = source.choice(IN_STRINGS)
    return replaced(data, (at, at + source.randint(0, 1)), what)


def other_string(source: Random, data: bytes) -> bytes:
    tag = source.choice(TAGS)
    return replaced(data, at_a_match(source, data, _STRING), tag[tag.find(b'"') :].rstrip(b"]") if b'"' in tag else b'""')


# Line ends


def insert_return(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return data[:at] + source.choice([b"\r", b"\r\n", b"\n\r"]) + data[at:]


def change_line_ends(source: Random, data: bytes) -> bytes:
    other = source.choice([b"\r\n", b"\r"])
    if source.random() < 0.5:
        return data.replace(b"\n", other)
    return replaced(data, at_a_match(source, data, re.compile(rb"\n")), other)


# Invalid bytes


def insert_bad_bytes(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return replaced(data, (at, min(len(data), at + source.randint(0, 1))), source.choice(BAD_BYTES))


def cut_character(source: Random, data: bytes) -> bytes:
    """Take a byte away from a character that has several."""
    start, end = at_a_match(source, data, re.compile(rb"[\x80-\xff]"))
    return data[:start] + data[end:] if start < end else insert_bad_bytes(source, data)


def add_mark(source: Random, data: bytes) -> bytes:
    at = source.choice([0, 0, anywhere(source, data)])
    return data[:at] + "\ufeff".encode() + data[at:]


# Nesting


def wrap(source: Random, data: bytes) -> bytes:
    """Put a part between parentheses."""
    start, end = sorted([between_pieces(source, data), between_pieces(source, data)])
    return data[:start] + b"(" + data[start:end] + b")" + data[end:]


def insert_parenthesis(source: Random, data: bytes) -> bytes:
    return inserted(source, data, source.choice([b"(", b")", b"()", b"(*)", b"(1. d2-d3)", b"( {c} )", b"((", b"))"]))


def insert_variation(source: Random, data: bytes) -> bytes:
    """Give an action a variation, which may be the action itself, to some depth."""
    start, end = at_a_match(source, data, _ACTION)
    depth = source.choice([1, 1, 2, 3, 50, 51]) if source.random() < 0.3 else 1
    action = data[start:end] or b"d2-d3"
    close = source.choice([b")", b" *)", b" {c})", b" 1-0)", b" ~x)"])
    return replaced(data, (end, end), (b" (" + action) * depth + close * source.choice([depth, depth, depth - 1]))


def swap_brackets(source: Random, data: bytes) -> bytes:
    return replaced(
        data, at_a_match(source, data, re.compile(rb"[(){}<>]")), source.choice([b"", b"(", b")", b"{", b"}", b"<", b">"])
    )


# Characters and tokens


def insert_character(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return data[:at] + source.choice(ALPHABET) + data[at:]


def replace_character(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return data[:at] + source.choice(ALPHABET) + data[at + 1 :]


def delete_characters(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return data[:at] + data[at + source.choice([1, 1, 1, 2, 5, 20]) :]


def repeat_characters(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return data[:at] + data[at : at + source.choice([1, 1, 2, 10])] + data[at:]


def swap_characters(source: Random, data: bytes) -> bytes:
    at = anywhere(source, data)
    return data[:at] + data[at + 1 : at + 2] + data[at : at + 1] + data[at + 2 :]


def insert_word(source: Random, data: bytes) -> bytes:
    return inserted(source, data, source.choice([*WORDS, *COMMENTS]))


def replace_action(source: Random, data: bytes) -> bytes:
    return replaced(data, at_a_match(source, data, _ACTION), source.choice(WORDS))


def delete_piece(source: Random, data: bytes) -> bytes:
    return replaced(data, at_a_match(source, data, _PIECE), b"")


def repeat_piece(source: Random, data: bytes) -> bytes:
    start, end = at_a_match(source, data, _PIECE)
    return data[:end] + source.choice([b"", b" "]) + data[start:end] + data[end:]


def move_piece(source: Random, data: bytes) -> bytes:
    start, end = at_a_match(source, data, _PIECE)
    rest = data[:start] + data[end:]
    at = between_pieces(source, rest)
    return rest[:at] + data[start:end] + rest[at:]


HARD: dict[str, list[Mutation]] = {
    "border": [insert_result, change_result, comment_after_result, insert_tag, break_tag, change_white_space],
    "string": [change_string, other_string],
    "line end": [insert_return, change_line_ends],
    "invalid byte": [insert_bad_bytes, cut_character, add_mark],
    "nesting": [wrap, insert_parenthesis, insert_variation, swap_brackets],
}
PLAIN: dict[str, list[Mutation]] = {
    "character": [insert_character, replace_character, delete_characters, repeat_characters, swap_characters],
    "token": [insert_word, replace_action, delete_piece, repeat_piece, move_piece],
}


# From seeds to mutants


def seeds() -> list[bytes]:
    """What is mutated: the samples, broken ones included, the records among the tests' data, and all texts of SPEC."""
    files = [*sorted((ROOT / "samples").rglob("*.xbn")), *sorted((ROOT / "tests" / "data").rglob("*.xbn"))]
    spec = (ROOT / "grammar" / "SPEC.md").read_bytes()
    return [file.read_bytes() for file in files] + re.findall(rb"^```xbn[^\n]*\n(.*?)^```$", spec, re.MULTILINE | re.DOTALL)


def piece_of(source: Random, seed: bytes) -> bytes:
    """A seed, or its beginning and its end if it is long."""
    if len(seed) <= LARGEST_SEED:
        return seed
    cut = source.randint(100, LARGEST_SEED // 2)
    return seed[:cut] + seed[-source.randint(1, LARGEST_SEED // 2) :]


def mutate(source: Random, texts: list[bytes], kinds: list[str] | None = None) -> bytes:
    """A mutant of one of the texts, or of two of them joined. The kinds of its mutations are added to `kinds`."""
    data = piece_of(source, source.choice(texts))
    if source.random() < 0.2:
        data += source.choice(SEPARATORS) + piece_of(source, source.choice(texts))
        if kinds is not None:
            kinds.append("border")
    for _ in range(source.choice([1, 1, 1, 2, 2, 3, 5])):
        group = HARD if source.random() < 0.5 else PLAIN
        kind = source.choice([*group])
        data = source.choice(group[kind])(source, data)
        if kinds is not None:
            kinds.append(kind)
    return data
